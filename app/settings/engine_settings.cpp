#include "app/settings/engine_settings.h"

namespace gh::app {

EngineConfig engineConfig(const Settings& settings) {
    EngineConfig config;
    config.threads = settings.threads();
    config.measureMachine = true;
    return config;
}

LoadOptions loadOptions(const Settings& settings) {
    LoadOptions options;
    const auto typeOf = [](const QString& word) {
        const kernels::KvTypeEntry* entry = kernels::findKvType(word.toStdString());
        return entry ? entry->type : kernels::KvType::F16;
    };
    options.kvTypes = {typeOf(settings.keyType()), typeOf(settings.valueType())};
    options.activations = settings.activations() == "f32" ? ActivationMode::F32 : ActivationMode::Int8;
    switch (settings.cacheBudget()) {
        case Settings::CacheBudget::Model:
            break;
        case Settings::CacheBudget::Tokens:
            options.contextTokens = settings.cacheTokens();
            break;
        case Settings::CacheBudget::Bytes:
            options.cacheBytes = std::uint64_t(settings.cacheMebibytes()) << 20;
            break;
    }
    return options;
}

bool sameOptions(const LoadOptions& a, const LoadOptions& b) {
    return a.kvTypes == b.kvTypes && a.activations == b.activations && a.contextTokens == b.contextTokens &&
           a.cacheBytes == b.cacheBytes;
}

}  // namespace gh::app
