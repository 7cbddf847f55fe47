// Which paths are models, what they are called and which of them a folder holds: a GGUF file, a set of them
// (NAME-00001-of-00003.gguf, any part of it), a folder with config.json, tokenizer.json and safetensors files. Looks at
// names and at what is there, never into a file.
#pragma once

#include <cstdint>
#include <limits>
#include <QString>
#include <QStringList>

namespace gh::app {

// What a drop or a dialog would open. A config.json alone is none: it may be meant as text.
bool isModelPath(const QString& path);
// The one path a model has, whichever of its files was chosen: of a set its first part, of a folder the folder itself.
QString modelPath(const QString& path);
// "name.gguf"; of a set and of a folder "name".
QString modelPathName(const QString& path);
QString modelStem(const QString& path);  // the same without ".gguf"
std::uint64_t modelBytes(const QString& path);  // of all its files; 0: none is there
// Its models, each once, by name; itself where it is one. Looks one level down for folders.
QStringList modelsIn(const QString& folder, int most = std::numeric_limits<int>::max());
// For file dialogs.
QString modelFileFilter();

}  // namespace gh::app
