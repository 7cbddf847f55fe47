// What the engine's errors are called in the window: each kind that a user meets has words of its own, in every
// language, and the engine's own stand beneath. The errors are the engine's, of real files.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/chat/reply_box.h"
#include "app/model/error_text.h"
#include "app/settings/language.h"
#include "engine/model/model_config.h"
#include "tests/app/support/window_driver.h"

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
                      {folder.path(), "The file cannot be opened"},
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
