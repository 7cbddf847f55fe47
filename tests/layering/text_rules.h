// No text of the window is read as HTML but what the program wrote as such: what models, templates, the engine and names of
// files say would otherwise open files, forge links and hide its marks. widgets/controls/plain_text makes it so; this
// finds the ways around it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gh::layering {

// Empty: the line is fine; else what in it is not, and what to use.
std::string textProblemOf(const std::string& file, std::string_view line);

// All problems of the sources below widgets/ and app/, "file:line: what". counted: files looked at.
std::vector<std::string> scanTexts(const std::filesystem::path& root, std::size_t* counted);

}  // namespace gh::layering
