#include "app/cli/command_list.h"

namespace gh::app {

std::span<const CliCommand> commandList() {
    static constexpr CliCommand kCommands[] = {
        {"info", "check a model file and say what is in it", setUpInfo},
        {"tokenize", "text to token ids, and back with --decode", setUpTokenize},
        {"generate", "continue a prompt", setUpGenerate},
        {"chat", "chat in the terminal", setUpChat},
        {"logits", "write the logits of every position to a .npy file", setUpLogits},
        {"bench", "measure prefill, decode and batched decode", setUpBench},
        {"outliers", "which dimensions of the activations stand out, layer by layer", setUpOutliers},
        {"lens", "what each layer would predict at a position", setUpLens},
        {"attention", "where the heads of a layer look", setUpAttention},
        {"plan", "what fits a memory budget: context, users, precision", setUpPlan},
        {"errors", "what quantization does to each matrix of a model", setUpErrors},
        {"quantize", "write a model anew with other types", setUpQuantize},
        {"lab", "experiments: what the cache, batching and paging are worth", setUpLab},
        {"serve-file", "run a file of requests at once, each as it arrives", setUpServeFile},
        {"compare", "two to four variants of a model on one prompt, token by token", setUpCompare},
        {"evaluate", "what schemes do to a model: perplexity, divergence, agreement, quiz", setUpEvaluate},
    };
    return kCommands;
}

const CliCommand* findCommand(std::string_view name) {
    for (const CliCommand& command : commandList())
        if (name == command.name) return &command;
    return nullptr;
}

}  // namespace gh::app
