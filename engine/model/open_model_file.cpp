// Which reader a path is for.
#include "engine/model/gguf.h"

namespace gh {

Result<std::shared_ptr<const ModelFile>> openModelFile(const std::string& path) {
    return openGguf(path);
}

}  // namespace gh
