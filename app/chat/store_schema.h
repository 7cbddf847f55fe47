// The conversation file's tables and the way from one version of them to the next.
#pragma once

#include <QSqlDatabase>
#include <QString>

namespace gh::app::store {

int version();  // of the file that this program writes

struct OpenOutcome {
    bool good = false;
    bool newer = false;  // written by a later version: not to be touched
    QString why;
};
// Opens the connection's file (":memory:" too), looks it over and brings it to version().
OpenOutcome openAndMigrate(QSqlDatabase& db);

// Makes the search index anew from titles and messages.
bool reindex(QSqlDatabase& db);

// Renames a broken file and what belongs to it. false: it could not be.
bool moveAside(const QString& path, QString* movedTo);

}  // namespace gh::app::store
