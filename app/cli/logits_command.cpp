// logits: the logits of every position, to a .npy file.
#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/npy_writer.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/text_model.h"
#include "engine/forward/direct.h"

namespace gh::app {
namespace {

struct Options {
    std::string path, out;
    std::optional<std::vector<TokenId>> ids;
    bool naive = false;
    int chunk = 0;
    RunOptions run;
};

int run(const Options& options) {
    auto model = DirectRun::open(options.path, options.run.load, options.run.threads);
    if (!model) return fail(model.error());
    const std::vector<TokenId>& ids = *options.ids;
    const telemetry::ModelFacts& facts = (*model)->facts();
    if (auto checked = checkIds(ids, facts.vocab, "--ids"); !checked) return fail(checked.error());
    auto writer = NpyWriter::create(options.out, ids.size(), static_cast<std::size_t>(facts.vocab));
    if (!writer) return fail(writer.error());
    Result<void> done;
    {
        Progress progress("logits");
        done = (*model)->logits(ids, options.naive, options.chunk,
                                [&](std::size_t position, std::span<const float> row) {
                                    progress.show(position + 1, ids.size());
                                    return (*writer)->writeRow(row) && !interrupted();
                                });
    }
    if (interrupted()) return fail({ErrorCode::Cancelled, options.out, "interrupted; nothing was written"});
    // A sink that stopped because the disk is full reads as Cancelled: the writer knows better.
    if (!done && done.error().code != ErrorCode::Cancelled) return fail(done.error());
    if (auto finished = (*writer)->finish(); !finished) return fail(finished.error());
    return kExitDone;
}

}  // namespace

std::function<int()> setUpLogits(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addIds(parser, options->ids, "--ids", "token ids; no BOS is added")->required();
    parser.add_option("--out", options->out, "the file to write: float32 [tokens, vocabulary]")
        ->required()
        ->type_name("F.npy");
    parser.add_flag("--naive", options->naive, "a fresh pass for each position, no cache");
    addInteger(parser, "--chunk", options->chunk, 1, 1 << 20, "tokens in one prefill step (default 264)");
    addRunOptions(parser, options->run);
    addWeightOptions(parser, options->run.load.weights);
    return [options] { return run(*options); };
}

}  // namespace gh::app
