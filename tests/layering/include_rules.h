// Which file may include what: arrows point down only (app -> widgets -> engine/telemetry, app -> engine ->
// kernels), and everything but the windows is free of Qt.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gh::layering {

struct Include {
    int line = 0;
    std::string target;   // as written between the marks
    bool angled = false;  // <…>, else "…"
};
std::vector<Include> includesOf(std::string_view source);

// Empty: the arrow is fine; else what is wrong with it. file: relative to the project's root, with forward
// slashes.
std::string problemOf(const std::string& file, const Include& include);

// All problems of the sources below kernels/, engine/, widgets/ and app/, "file:line: what". counted: files
// looked at.
std::vector<std::string> scan(const std::filesystem::path& root, std::size_t* counted);

}  // namespace gh::layering
