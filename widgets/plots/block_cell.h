// How one block of the pool looks: everything that two cells must share to be the same picture, in one number, and the
// picture itself, drawn once and then copied.
#pragma once

#include <cstdint>
#include <QImage>
#include <unordered_map>
#include <vector>

#include "engine/telemetry/snapshot.h"
#include "widgets/models/owner_hues.h"

namespace gh::widgets {

enum class BlockColouring { Owner, References, Age, Fill };

// Ramps are cut into this many colours: a cell that ages is redrawn only when it would look different.
constexpr int kRampColours = 32;
// Fill is drawn in sixteenths (tokens.json, block.fillGranularity).
constexpr int kFillLevels = 16;

struct BlockLook {
    std::uint32_t key = 0;
    bool operator==(const BlockLook&) const = default;

    telemetry::BlockState state() const { return static_cast<telemetry::BlockState>(key & 3); }
    int fill() const { return static_cast<int>(key >> 2 & 31); }          // 0..kFillLevels
    bool shared() const { return key >> 7 & 1; }
    bool owned() const { return key >> 8 & 1; }
    bool onRamp() const { return key >> 9 & 1; }
    unsigned colour() const { return key >> 10; }                         // hue, or place on the ramp
};

struct BlockContext {
    BlockColouring colouring = BlockColouring::Owner;
    int blockTokens = 16;
    int mostReferences = 1;
    std::uint64_t now = 0;                                                // newest step
    const OwnerHues* hues = nullptr;
};

BlockLook lookOf(const telemetry::BlockCell& cell, const BlockContext& context);

// Where an age stands on the ramp, 0 (oldest) to 1 (this step): halves of the distance are powers of two.
double ageOnRamp(std::uint64_t age);
constexpr std::uint64_t kOldestAge = 1024;    // steps; all that is older looks alike

// Pictures of cells in device pixels, for one cell size and one look (light or dark).
class BlockSprites {
public:
    // A picture is as wide as the pitch: the gap to the next cell is part of it.
    void reset(int cellPixels, int pitchPixels, double devicePixelRatio);
    const QRgb* of(BlockLook look);               // [cell][pitch], valid until reset()
    // The same, on any painter and in logical pixels: exports, the selected cell, the key of the map.
    static void draw(QPainter& painter, const QRectF& box, BlockLook look);

private:
    int m_cell = 0, m_pitch = 0;
    double m_ratio = 1;
    std::unordered_map<std::uint32_t, std::vector<QRgb>> m_sprites;
};

}  // namespace gh::widgets
