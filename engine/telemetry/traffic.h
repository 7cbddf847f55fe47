// Synthetic traffic in plain values: what is asked for, and how it goes. The requests themselves are made by
// engine/schedule/traffic.
#pragma once

#include <cstdint>

namespace gh::telemetry {

// How many tokens a prompt or a reply has.
struct TrafficLengths {
    enum class Kind : std::uint8_t {
        Fixed,       // all `from`
        Uniform,     // from … to, each as likely
        LongTail,    // half of them up to `from`, a few far longer, none beyond `to`
    };
    Kind kind = Kind::LongTail;
    std::uint32_t from = 32, to = 128;
    std::uint32_t most() const { return kind == Kind::Fixed ? from : to; }
    bool operator==(const TrafficLengths&) const = default;
};

struct TrafficSettings {
    enum class Arrival : std::uint8_t {
        Rate,        // so many a second on average, whatever becomes of those before (a Poisson process)
        Users,       // so many at a time: as one ends, the next begins (a closed loop)
    };
    Arrival arrival = Arrival::Users;
    double perSecond = 2;
    std::uint32_t users = 8;
    TrafficLengths prompt{TrafficLengths::Kind::LongTail, 48, 256};    // what is each request's own
    TrafficLengths reply{TrafficLengths::Kind::LongTail, 24, 128};
    double sharedShare = 0.5;              // of the requests: they begin with the same tokens
    std::uint32_t sharedTokens = 96;       // how many; they come before the request's own
    std::uint64_t seed = 1;
    bool operator==(const TrafficSettings&) const = default;
};

// What of it has been.
struct TrafficCounts {
    std::uint64_t submitted = 0, finished = 0, failed = 0;
    std::uint64_t heldBack = 0;            // arrivals that were due while too many were there already
    bool operator==(const TrafficCounts&) const = default;
};

}  // namespace gh::telemetry
