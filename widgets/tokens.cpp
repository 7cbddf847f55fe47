#include "widgets/tokens.h"

#include <cmath>
#include <limits>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace gh::widgets {
namespace {

std::vector<QColor> colorList(const QJsonArray& array) {
    std::vector<QColor> colors;
    for (const QJsonValue& value : array) colors.emplace_back(value.toString());
    return colors;
}

LookColors readLook(const QJsonObject& object) {
    LookColors look;
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it->isString()) look.roles.insert(it.key().toUtf8(), QColor(it->toString()));
        if (it->isObject())
            for (const QJsonObject group = it->toObject(); const QString& name : group.keys())
                look.roles.insert((it.key() + '.' + name).toUtf8(), QColor(group[name].toString()));
    }
    look.owners = colorList(object["owners"].toArray());
    look.sequential = colorList(object["sequential"].toArray());
    look.diverging = colorList(object["diverging"].toArray());
    return look;
}

// "phase.prefill" or "owners[4]": a colour that a group takes from another role.
QColor referred(const LookColors& look, const QString& reference) {
    if (reference.startsWith("owners[")) {
        const auto index = reference.mid(7, reference.size() - 8).toUInt();
        return index < look.owners.size() ? look.owners[index] : QColor();
    }
    return look.roles.value(reference.toUtf8());
}

void readMeasures(const QString& prefix, const QJsonObject& object, QHash<QByteArray, double>& out) {
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it->isDouble()) out.insert((prefix + it.key()).toUtf8(), it->toDouble());
        const QJsonArray list = it->toArray();
        for (int i = 0; i < list.size(); ++i)
            if (list[i].isDouble()) out.insert((prefix + it.key() + '.' + QString::number(i)).toUtf8(), list[i].toDouble());
        if (it->isObject()) readMeasures(prefix + it.key() + '.', it->toObject(), out);
    }
}

QStringList stringList(const QJsonArray& array) {
    QStringList list;
    for (const QJsonValue& value : array) list << value.toString();
    return list;
}

Tokens read() {
    QFile file(":/look/tokens.json");
    if (!file.open(QIODevice::ReadOnly)) qFatal("the look (:/look/tokens.json) is not in the program");
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    Tokens tokens;
    tokens.looks = {readLook(root["light"].toObject()), readLook(root["dark"].toObject())};
    const QJsonObject memory = root["memory"].toObject();
    for (LookColors& look : tokens.looks)
        for (const QString& name : memory.keys())
            look.roles.insert(("memory." + name).toUtf8(), referred(look, memory[name].toString()));
    for (const QString& group : root.keys())
        if (group != "light" && group != "dark" && root[group].isObject())
            readMeasures(group + '.', root[group].toObject(), tokens.measures);
    const QJsonObject type = root["type"].toObject();
    tokens.uiFamilies = stringList(type["ui"].toArray());
    tokens.monoFamilies = stringList(type["mono"].toArray());
    return tokens;
}

}  // namespace

double Tokens::measure(const char* group, const char* name) const {
    const auto it = measures.constFind(QByteArray(group) + '.' + name);
    if (it != measures.constEnd()) return *it;
    qWarning("the look has no measure %s.%s", group, name);
    return std::numeric_limits<double>::quiet_NaN();
}

const Tokens& Tokens::get() {
    static const Tokens tokens = read();
    return tokens;
}

}  // namespace gh::widgets
