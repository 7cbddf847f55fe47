#include "app/cli/interrupt.h"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include "app/cli/exit_codes.h"

namespace gh::app {
namespace {

std::atomic<int> g_interrupts{0};
static_assert(std::atomic<int>::is_always_lock_free, "the handler may use lock-free atomics only");

int descriptor() {
    static const int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return fd;
}

void wake(int fd) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(fd, &one, sizeof one);
}

void onInterrupt(int) {
    const int saved = errno;
    if (g_interrupts.fetch_add(1) > 0) _exit(kExitInterrupted);
    wake(descriptor());  // the descriptor was made before the handler was installed
    errno = saved;
}

}  // namespace

void watchForInterrupt() {
    static const bool installed = [] {
        descriptor();
        struct sigaction action {};
        action.sa_handler = onInterrupt;  // no SA_RESTART: a blocked read on standard input has to return
        sigemptyset(&action.sa_mask);
        return sigaction(SIGINT, &action, nullptr) == 0;
    }();
    static_cast<void>(installed);
}

bool interrupted() {
    return g_interrupts.load() > 0;
}
int wakeDescriptor() {
    return descriptor();
}
void wakeMainThread() {
    wake(descriptor());
}

void clearWake() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(descriptor(), &count, sizeof count);
}

}  // namespace gh::app
