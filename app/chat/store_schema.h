// The conversation file's tables and the way from one version of them to the next.
#pragma once

#include <QSqlDatabase>
#include <QSqlError>
#include <QString>

namespace gh::app::store {

int version();  // of the file that this program writes

struct OpenOutcome {
    bool good = false;
    bool newer = false;  // written by a later version: not to be touched
    // Not a conversation file, or no longer whole. Where this is false too, the file may be good: the disk is
    // full, another window writes it.
    bool damaged = false;
    QString why;
    void fail(const QSqlError& error);
};
// Opens the connection's file (":memory:" too), looks it over and brings it to version().
OpenOutcome openAndMigrate(QSqlDatabase& db);

bool isDamage(const QSqlError& error);  // of the file itself

// Makes the search index anew from titles and messages.
bool reindex(QSqlDatabase& db);

// Renames a broken file and what belongs to it. false: it could not be.
bool moveAside(const QString& path, QString* movedTo);

}  // namespace gh::app::store
