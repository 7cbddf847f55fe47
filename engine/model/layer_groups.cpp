#include <algorithm>

#include "engine/model/model_config.h"

namespace gh {

std::vector<plan::LayerGroup> layerGroups(const ModelConfig& config) {
    std::vector<plan::LayerGroup> groups;
    for (std::size_t i = 0; i < config.layer.size(); ++i) {
        const LayerConfig& layer = config.layer[i];
        auto group = std::find_if(groups.begin(), groups.end(), [&](const plan::LayerGroup& g) {
            return g.kvHeads == layer.kvHeads && g.keySize == layer.headSize && g.window == layer.window;
        });
        if (group == groups.end()) {
            groups.push_back({0, layer.kvHeads, layer.headSize, layer.headSize, layer.window, {}});
            group = groups.end() - 1;
        }
        ++group->layers;
        group->layerIndex.push_back(static_cast<int>(i));
    }
    std::stable_partition(groups.begin(), groups.end(),
                          [](const plan::LayerGroup& g) { return g.window == 0; });
    return groups;
}

}  // namespace gh
