// Walks every widget on show and reports text that is cut, and words that lie over one another.
#pragma once

#include <QStringList>

class QWidget;

namespace gh::app::test {

// One line a finding: class, object name, text, what it needs and what it has. Empty: everything fits.
// Text that is shortened with an ellipsis on purpose (and tells the whole in its tool tip) is no finding.
QStringList unfittingText(const QWidget* root);

// One line a widget that can be clicked or typed into and has no name, no role, or is not reached with Tab.
QStringList inaccessible(QWidget* root);

}  // namespace gh::app::test
