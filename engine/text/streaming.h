// Bytes of tokens to text that may be shown: never half a UTF-8 character, never a part of a stop string.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gh {

// One U+FFFD for each maximal invalid part (Unicode practice); an unfinished character waits for the next
// piece.
class Utf8Stream {
public:
    std::string push(std::string_view bytes);  // what may be shown now
    std::string finish();                      // the rest: U+FFFD for an unfinished character
private:
    std::string m_pending;
};

// Earliest match wins, an empty stop string is ignored, nothing of a stop string is ever shown.
class StopMatcher {
public:
    explicit StopMatcher(std::vector<std::string> stops = {});
    std::string push(std::string_view text);  // what may be shown now; after a match always empty
    std::string finish();                     // what was held back, if no match came
    bool stopped() const { return m_stopped; }
    const std::string& match() const { return m_match; }

private:
    std::vector<std::string> m_stops;
    std::string m_held, m_match;
    bool m_stopped = false;
};

}  // namespace gh
