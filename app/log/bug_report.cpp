#include "app/log/bug_report.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QScreen>
#include <QSysInfo>
#include <QThread>

#include "kernels/isa.h"

namespace gh::app {

namespace {

QString processor() {
    QFile file("/proc/cpuinfo");
    if (!file.open(QIODevice::ReadOnly)) return QSysInfo::currentCpuArchitecture();
    for (const QByteArray& line : file.read(64 * 1024).split('\n')) {
        if (line.startsWith("model name")) return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).trimmed();
    }
    return QSysInfo::currentCpuArchitecture();
}

}  // namespace

QString logText(const LogLine& line) {
    using namespace std::chrono;
    const auto ms = duration_cast<milliseconds>(line.time.time_since_epoch()).count();
    const auto level = spdlog::level::to_string_view(line.level);
    return QStringLiteral("%1  %2  %3")
        .arg(QDateTime::fromMSecsSinceEpoch(ms).toString("yyyy-MM-dd HH:mm:ss.zzz"),
             QString::fromLatin1(level.data(), qsizetype(level.size())).leftJustified(7),
             QString::fromStdString(line.text));
}

QString bugReport(const telemetry::ModelFacts* model, const std::vector<LogLine>& lines) {
    std::string why;
    const auto* isa = kernels::chooseIsa(&why);
    QStringList out;
    out << QStringLiteral("Glasshouse %1, Qt %2").arg(GLASSHOUSE_VERSION, qVersion());
    out << QStringLiteral("System: %1, kernel %2").arg(QSysInfo::prettyProductName(), QSysInfo::kernelVersion());
    out << QStringLiteral("Processor: %1, %2 threads, instruction set %3")
               .arg(processor())
               .arg(QThread::idealThreadCount())
               .arg(isa ? QString::fromUtf8(isa->name) : QString::fromStdString(why));
    if (const QScreen* screen = QGuiApplication::primaryScreen())
        out << QStringLiteral("Screen: %1×%2 at %3, platform %4")
                   .arg(screen->size().width())
                   .arg(screen->size().height())
                   .arg(screen->devicePixelRatio())
                   .arg(QGuiApplication::platformName());
    if (model) {
        out << QStringLiteral("Model: %1, %2, %3, %4 layers, %5 bytes")
                   .arg(QString::fromStdString(model->fileName), QString::fromStdString(model->family),
                        QString::fromStdString(model->precision))
                   .arg(model->layers)
                   .arg(model->fileBytes);
        out << QStringLiteral("Engine: %1 threads, %2, activations %3, cache %4, %5 tokens of context")
                   .arg(model->threads)
                   .arg(QString::fromStdString(model->isa), QString::fromStdString(model->activations),
                        QString::fromStdString(model->kvType))
                   .arg(model->contextLimit);
    } else {
        out << QStringLiteral("Model: none");
    }
    out << QString();
    for (const LogLine& line : lines) out << logText(line);
    const QString home = QDir::homePath();
    QString text = out.join('\n') + '\n';
    if (home.size() > 1) text.replace(home, QStringLiteral("~"));
    return text;
}

}  // namespace gh::app
