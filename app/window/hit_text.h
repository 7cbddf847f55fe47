// What a search found, cut to the room there is: the first place stays in sight, "…" stands where text was cut away.
#pragma once

#include <QFont>

#include "app/chat/search_hit.h"

namespace gh::app {

struct HitText {
    QString text;  // begins with the words before it, which are never cut
    HitRanges ranges;
};

// At most `lines` lines of this width. The ranges are in `text`; so are those of the result, in its own.
HitText fitHit(const QString& before, const QString& text, const HitRanges& ranges, const QFont& font, double width,
               int lines);

}  // namespace gh::app
