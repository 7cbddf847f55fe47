// What the engine's errors are called in the window: each kind that a user meets has words of its own, in every
// language, and the engine's own stand beneath. The errors are the engine's, of real files.
#include <filesystem>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/chat/reply_box.h"
#include "app/model/error_text.h"
#include "app/settings/language.h"
#include "engine/base/mapped_file.h"
#include "engine/model/gguf.h"
#include "engine/model/model_config.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/gguf_writer.h"
#include "tests/support/hf_writer.h"
#include "tests/support/tiny_model.h"

using namespace gh;
using namespace gh::app;
using namespace gh::app::test;

class ErrorTextTest : public QObject {
    Q_OBJECT
private:
    static Error errorOf(const QString& path) {
        const auto model = openModel(path.toStdString());
        return model ? Error{} : model.error();
    }
    static QString data(const char* name) { return QStringLiteral(GLASSHOUSE_TEST_DATA "/gguf/") + name; }
    static bool isCyrillic(const QString& text) {
        return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Cyrillic; });
    }

private slots:
    void cleanup() { useLanguage("en"); }

    void everyKindHasItsWords() {
        QTemporaryDir folder;
        const struct {
            QString path;
            const char* title;
        } kFiles[] = {{folder.filePath("absent.gguf"), "The file is not there"},
                      {folder.path(), "The folder holds no model"},
                      {data("magic_zip.gguf"), "The file is no model in the GGUF format"},
                      {data("magic_wrong.gguf"), "The file is no model in the GGUF format"},
                      {data("cut_in_header.gguf"), "The file is cut off or damaged"},
                      {data("cut_in_tensor_info.gguf"), "The file is cut off or damaged"},
                      {data("n_tensors_2p63.gguf"), "The file is cut off or damaged"},
                      {data("dup_key.gguf"), "The file is damaged or is no model"},
                      {data("arch_unknown.gguf"), "This model is of a kind that Glasshouse does not know yet"}};
        for (const auto& file : kFiles) {
            useLanguage("en");
            const Error error = errorOf(file.path);
            QVERIFY2(!error.detail.empty(), qPrintable(file.path));
            const QString own = QString::fromStdString(error.message());
            const ErrorText english = loadErrorText(error);
            QCOMPARE(english.title, QString(file.title));
            QVERIFY(!english.advice.isEmpty() && english.below().endsWith("Details: " + own));
            useLanguage("bg");
            const ErrorText bulgarian = loadErrorText(error);
            QVERIFY2(isCyrillic(bulgarian.title) && bulgarian.title != english.title, qPrintable(bulgarian.title));
            QVERIFY(isCyrillic(bulgarian.advice) && bulgarian.advice != english.advice);
            QVERIFY(bulgarian.below().endsWith(own));
        }
        const Error memory{ErrorCode::DoesNotFit, "m.gguf", "needs 9 GiB of memory (weights 8 GiB), 4 GiB is available"};
        QVERIFY(isCyrillic(loadErrorText(memory).title));
        QVERIFY(isCyrillic(loadErrorText({ErrorCode::Unsupported, "m.gguf", "the tensor a is stored as Q3_K, a type that "
                                                                           "is not supported"}).title));
    }

    // Sets and folders: what is missing, what does not belong together, what nobody reads.
    void filesOfSeveralHaveTheirWords() {
        namespace fs = std::filesystem;
        const auto gguf = *openGguf(gh::test::tinyModelFile(gh::test::tinyOptions("llama")));
        const auto folder = [&](const char* name, int shards = 1) { return fs::path(gh::test::hfFolder(*gguf, name, shards)); };
        const auto part = [](const char* name, int number, int says) {
            gh::test::GgufWriter writer;
            writer.add("general.architecture", "llama");
            writer.addRaw("split.no", 2, {std::byte(says), std::byte(0)});
            writer.addRaw("split.count", 2, {std::byte(2), std::byte(0)});
            writer.add("split.tensors.count", 0);
            return gh::test::writeTemporary(std::string(name) + "-0000" + std::to_string(number) + "-of-00002.gguf", writer.build());
        };
        const fs::path noTokenizer = folder("no-tokenizer"), noWeights = folder("no-weights"), noIndex = folder("no-index", 2),
                       noShard = folder("no-shard", 2), swapped = folder("swapped", 2), quantized = folder("quantized"),
                       cut = folder("cut"), alone = folder("alone");
        fs::remove(noTokenizer / "tokenizer.json");
        fs::remove(noWeights / "model.safetensors");
        fs::remove(noIndex / "model.safetensors.index.json");
        fs::remove(noShard / "model-00002-of-00002.safetensors");
        fs::copy_file(swapped / "model-00001-of-00002.safetensors", swapped / "model-00002-of-00002.safetensors",
                      fs::copy_options::overwrite_existing);
        auto config = gh::test::hfConfig(*gguf);
        config["quantization_config"] = {{"quant_method", "gptq"}};
        gh::test::writeFile((quantized / "config.json").string(), config.dump());
        gh::test::writeFile((cut / "config.json").string(), "{\"model_type\": \"lla");
        fs::remove(alone / "config.json");
        const std::string renamed = part("renamed", 1, 1);
        part("renamed", 2, 1);
        const std::string otherName = gh::test::writeTemporary("other name.gguf", [&] {
            const auto mapped = *MappedFile::open(renamed);
            return gh::test::Bytes(mapped->bytes().begin(), mapped->bytes().end());
        }());
        const struct {
            std::string path;
            const char* title;
        } kFiles[] = {{noTokenizer.string(), "The model's tokenizer is missing"},
                      {noWeights.string(), "The folder has no weights that can be read"},
                      {noIndex.string(), "A file of the model is missing"},
                      {noShard.string(), "A file of the model is missing"},
                      {swapped.string(), "The files do not belong to one model"},
                      {quantized.string(), "Quantized safetensors cannot be opened"},
                      {cut.string(), "A file of the model is cut off or damaged"},
                      {(alone / "model.safetensors").string(), "The file holds weights only, not the whole model"},
                      {part("lonely", 1, 0), "A file of the model is missing"},
                      {renamed, "A part of the model was renamed"},
                      {otherName, "A part of the model was renamed"}};
        for (const auto& file : kFiles) {
            useLanguage("en");
            const Error error = errorOf(QString::fromStdString(file.path));
            const ErrorText english = loadErrorText(error);
            QVERIFY2(english.title == file.title, error.message().c_str());
            useLanguage("bg");
            QVERIFY2(isCyrillic(loadErrorText(error).title), qPrintable(english.title));
            QVERIFY2(isCyrillic(loadErrorText(error).advice), qPrintable(english.advice));
        }
    }

    void repliesSayItToo() {
        // As they are kept: whichever version of the program wrote them.
        const char* const kErrors[] = {
            "prompt: it has 900 tokens, the context limit is 512; shorten it, start a new chat, or open the model with a "
            "larger context",
            "cache: no free cache block: other requests hold them all; what was written is kept",
            "model: no model is loaded; open one first",
            "chat template (line 3, column 4): unknown filter strftime",
            "engine: something that no one thought of"};
        QSet<QString> titles;
        for (const char* error : kErrors) {
            Message reply;
            reply.role = Role::Assistant;
            reply.error = error;
            useLanguage("bg");
            const auto box = boxFor(reply, true);
            QVERIFY(box && isCyrillic(box->title) && isCyrillic(box->text));
            QVERIFY(box->text.endsWith(error));
            titles << box->title;
        }
        QCOMPARE(titles.size(), std::size(kErrors));
    }

    // By the cause: a limit that was set can be made longer, the model's own cannot.
    void aPromptThatIsTooLongOffersWhatHelps() {
        useLanguage("en");
        Message reply;
        reply.role = Role::Assistant;
        reply.error = "prompt: it has 900 tokens, the context limit is 512; shorten it, start a new chat, or open the model with "
                      "a larger context";
        const auto actions = [&](bool last, const ReplyWays& ways) {
            QStringList list;
            const auto box = boxFor(reply, last, ways);
            for (const auto& button : box->buttons) list << button.action;
            return list;
        };
        const auto text = [&](const ReplyWays& ways) { return boxFor(reply, true, ways)->text; };
        const ReplyWays set{false, 512, 8192, false}, own{false, 512, 512, false}, dropping{false, 512, 512, true},
            since{false, 2048, 8192, false};
        QCOMPARE(actions(true, set), QStringList({"regenerate", "new-chat", "cache-settings", "copy-error"}));
        QVERIFY(text(set).contains("up to 8,192 tokens"));
        QCOMPARE(actions(true, own), QStringList({"regenerate", "new-chat", "copy-error"}));
        QVERIFY(text(own).contains("all that this model can read") && text(own).contains("oldest messages can leave"));
        QVERIFY(!text(own).contains("made longer"));
        QVERIFY(text(dropping).contains("all that this model can read") && !text(dropping).contains("settings"));
        QVERIFY(text(since).contains("has 2,048 tokens now: try again"));
        QVERIFY(text({}).contains("begin a new chat") && !text({}).contains("settings"));
        QCOMPARE(actions(false, set), QStringList({"copy-error"}));
        QVERIFY(!boxFor(reply, false, set)->text.contains("settings"));
    }

    // The advice is that of now, and an older reply has none.
    void aFullContextSaysWhatHelpsNow() {
        useLanguage("en");
        Message reply;
        reply.role = Role::Assistant;
        reply.stopReason = "context_full";
        reply.stats.contextLimit = 512;
        const auto before = boxFor(reply, true, {false, 512, 8192, false});
        QVERIFY(before->text.contains("settings") && before->buttons.size() == 2);
        QVERIFY(!boxFor(reply, false, {false, 512, 8192, false})->text.contains("settings"));
        const auto dropping = boxFor(reply, true, {true, 512, 8192, true});
        QVERIFY(dropping->text.contains("leave the prompt now") && !dropping->text.contains("settings"));
        QCOMPARE(dropping->buttons[0].action, "continue");
        QVERIFY(boxFor(reply, true, {true, 1024, 8192, false})->text.contains("has 1,024 tokens now"));
    }

    void theWindowSaysIt() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->setLanguage("bg");
        QTRY_COMPARE(languageInUse(), QString("bg"));
        d.window->model()->open("/models/bad.gguf");
        QTRY_VERIFY(d.window->chatPane()->notice("load"));
        const auto* notice = d.window->chatPane()->notice("load");
        QVERIFY(isCyrillic(notice->title()));
        QVERIFY(isCyrillic(notice->text().section('\n', 0, 0)));
        QVERIFY(notice->text().section('\n', 1).contains("blk.12.ffn_up"));
    }
};

QTEST_MAIN(ErrorTextTest)
#include "error_text_test.moc"
