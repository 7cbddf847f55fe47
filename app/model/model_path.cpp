#include "app/model/model_path.h"

#include <optional>
#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QRegularExpression>

namespace gh::app {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ModelPath)
};

constexpr int kMostEntries = 5000;  // of a folder that are looked at
const QLatin1String kConfig("config.json"), kIndex("model.safetensors.index.json"), kWeights(".safetensors");

struct SetPart {
    QString name, count;  // "NAME", "00003"
};

std::optional<SetPart> setPart(const QString& path) {
    static const QRegularExpression kPart(QStringLiteral("^(.+)-\\d{5}-of-(\\d{5})\\.gguf$"));
    const auto match = kPart.match(QFileInfo(path).fileName());
    if (!match.hasMatch()) return {};
    return SetPart{match.captured(1), match.captured(2)};
}

bool isModelFolder(const QString& folder) {
    return QFileInfo(folder).isDir() && QFileInfo::exists(folder + '/' + kConfig);
}

bool isGguf(const QString& path) {
    return path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive);
}

}  // namespace

bool isModelPath(const QString& path) {
    if (path.isEmpty()) return false;
    const QString name = QFileInfo(path).fileName();
    return isModelFolder(path) || isGguf(name) || name.endsWith(kWeights) || name == kIndex;
}

QString modelPath(const QString& path) {
    const QFileInfo file(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    const QString name = file.fileName();
    if (const auto part = setPart(name))
        return file.absolutePath() + QStringLiteral("/%1-00001-of-%2.gguf").arg(part->name, part->count);
    const bool inFolder = name.endsWith(kWeights) || name == kIndex || name == kConfig;
    return inFolder && !file.isDir() && isModelFolder(file.absolutePath()) ? file.absolutePath() : file.filePath();
}

QString modelPathName(const QString& path) {
    const auto part = setPart(path);
    return part ? part->name : QFileInfo(QDir::cleanPath(path)).fileName();
}

QString modelStem(const QString& path) {
    QString name = modelPathName(path);
    if (isGguf(name)) name.chop(5);
    return name;
}

std::uint64_t modelBytes(const QString& path) {
    std::uint64_t bytes = 0;
    const QFileInfo file(path);
    if (file.isDir() || setPart(path)) {
        const QString folder = file.isDir() ? path : file.absolutePath();
        QDirIterator at(folder, QDir::Files);
        for (int seen = 0; at.hasNext() && seen < kMostEntries; ++seen) {
            const QString entry = at.next();
            const bool own = file.isDir() ? entry.endsWith(kWeights) : modelPath(entry) == modelPath(path);
            if (own) bytes += std::uint64_t(at.fileInfo().size());
        }
    } else if (file.isFile()) {
        bytes = std::uint64_t(file.size());
    }
    return bytes;
}

QStringList modelsIn(const QString& folder, int most) {
    QStringList found;
    if (isModelFolder(folder)) found << modelPath(folder);
    QDirIterator at(folder, QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable);
    for (int seen = 0; at.hasNext() && seen < kMostEntries; ++seen) {
        const QString entry = at.next();
        const bool model = at.fileInfo().isDir() ? isModelFolder(entry) : isGguf(entry);
        if (model) found << modelPath(entry);
    }
    found.sort(Qt::CaseInsensitive);
    found.removeDuplicates();
    return found.mid(0, most);
}

QString modelFileFilter() {
    return Words::tr("Models (%1)").arg(QStringLiteral("*.gguf *.safetensors ") + kIndex + ' ' + kConfig) +
           QStringLiteral(";;") + Words::tr("All files (*)");
}

}  // namespace gh::app
