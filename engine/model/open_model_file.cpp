// Which reader a path is for.
#include "engine/model/gguf.h"
#include "engine/model/safetensors.h"

namespace gh {

Result<std::shared_ptr<const ModelFile>> openModelFile(const std::string& path) {
    return isSafetensorsPath(path) ? openSafetensors(path) : openGguf(path);
}

}  // namespace gh
