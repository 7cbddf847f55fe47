#include "tests/support/real_models.h"

#include <cstdlib>
#include <filesystem>

namespace gh::test {

std::string realModel(std::string_view fileName) {
    std::filesystem::path folder;
    if (const char* models = std::getenv("GLASSHOUSE_MODELS"); models != nullptr && *models != '\0')
        folder = models;
    else if (const char* home = std::getenv("HOME"); home != nullptr)
        folder = std::filesystem::path(home) / ".cache" / "glasshouse";
    const auto path = folder / fileName;
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) ? path.string() : std::string();
}

}  // namespace gh::test
