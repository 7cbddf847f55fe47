// The panel "KV blocks": every block of the cache as a cell, and the three figures (predicted, allocated, reserved)
// counted apart.
#pragma once

#include "widgets/models/cache_facts.h"
#include "widgets/models/owner_hues.h"
#include "widgets/panel.h"

class QLabel;
class QScrollArea;
class QStackedLayout;

namespace gh::widgets {

class BlockDetail;
class BlockMapView;
class CacheHeader;
class EmptyState;
class Legend;
class OwnerLegend;
class Segmented;

class KvBlocksPanel : public Panel {
    Q_OBJECT
public:
    explicit KvBlocksPanel(SelectionModel* selection, QWidget* parent = nullptr);
    QString helpText() const override;
    QString summary() const override;

protected:
    void onSnapshot() override { refresh(); }
    void onClock() override { refresh(); }
    void onSelection() override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    QWidget* buildContent();
    void refresh();
    void fillPoolSwitch();
    void showPool(int pool);
    void refreshMap();
    void showMotion();
    void refreshKey();
    void refreshSelection();
    void fitMap();
    int pools() const;

    SnapshotOfClock m_past;
    SnapshotPtr m_snapshot;                       // the one on show, of the clock's step; null: not kept
    std::shared_ptr<const telemetry::BlockMap> m_shown;   // the map on show; null: another page is
    CacheFacts m_facts;
    OwnerHues m_ownHues;                          // of a panel without a selection
    OwnerHues& m_hues;
    int m_pool = 0;
    QStringList m_poolNames;                      // in the switch
    QStackedLayout* m_pages;
    EmptyState *m_nothing, *m_noModel, *m_loading, *m_notThen;   // the last: a past step without a block to show
    QScrollArea* m_scroll;
    QWidget* m_content;
    CacheHeader* m_header;
    Segmented *m_colouring, *m_poolSwitch;
    QLabel* m_scale;
    BlockMapView* m_map;
    OwnerLegend* m_owners;
    Legend* m_key;
    BlockDetail* m_detail;
    int m_keyState = -1;
    std::uint64_t m_movedAt = 0;                  // the step up to which motion was shown
};

}  // namespace gh::widgets
