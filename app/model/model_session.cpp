#include "app/model/model_session.h"

#include <QLocale>

#include "app/model/model_path.h"
#include "app/settings/engine_settings.h"

namespace gh::app {

ModelSession::ModelSession(EngineBridge* bridge, Settings* settings, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_settings(settings) {
    connect(bridge, &EngineBridge::modelLoaded, this, &ModelSession::onLoaded);
    connect(bridge, &EngineBridge::loadFailed, this, &ModelSession::onFailed);
    connect(bridge, &EngineBridge::modelUnloaded, this, [this](const ModelUnloaded& event) {
        if (!m_facts || m_facts->id != event.model.value) return;
        m_facts.reset();
        m_template.reset();
        emit changed();
    });
}

ModelId ModelSession::id() const {
    return ModelId{m_facts ? m_facts->id : 0};
}

QString ModelSession::modelKey() const {
    if (!m_facts) return {};
    return QStringLiteral("%1:%2:%3")
        .arg(QString::fromStdString(m_facts->fileName))
        .arg(m_facts->fileBytes)
        .arg(m_facts->vocab);
}

void ModelSession::open(const QString& path) {
    openWith(path, nullptr, {});
}

void ModelSession::openWith(const QString& path, std::shared_ptr<const quantize::WeightRules> weights, const QString& name) {
    if (loading()) m_bridge->post(CancelLoad{});
    m_loading = modelPath(path);
    m_loadingId = Engine::newModelId();
    m_failure.reset();
    m_loadingOptions = loadOptions(*m_settings);
    m_loadingOptions.weights = std::move(weights);
    m_loadingWeightsName = name;
    m_bridge->post(LoadModel{m_loadingId, m_loading.toStdString(), m_loadingOptions});
    emit changed();
}

void ModelSession::reload() {
    reloadWith(m_options.weights, m_weightsName);
}

void ModelSession::reloadWith(std::shared_ptr<const quantize::WeightRules> weights, const QString& name) {
    if (m_facts) openWith(QString::fromStdString(m_facts->path), std::move(weights), name);
}

bool ModelSession::outdated() const {
    return m_facts && !loading() && !sameOptions(m_options, loadOptions(*m_settings));
}

void ModelSession::forget() {
    m_facts.reset();
    m_template.reset();
    m_loading.clear();
    m_failure.reset();
    emit changed();
}

void ModelSession::cancel() {
    if (loading()) m_bridge->post(CancelLoad{});
}

void ModelSession::onLoaded(const ModelLoaded& event) {
    m_facts = event.facts;
    // A load that was replaced while it was being posted is not the one being waited for.
    if (event.facts->id == m_loadingId.value) {
        m_loading.clear();
        m_options = m_loadingOptions;
        m_weightsName = m_loadingWeightsName;
    }
    m_failure.reset();
    m_template.reset();
    m_settings->addRecentModel(QString::fromStdString(event.facts->path));
    m_ownTemplate = m_templateInUse = event.chatTemplate;
    if (const auto kept = m_settings->modelTemplate(modelKey())) {
        // Not by LoadOptions: then nobody would say what the model's own is. No message can come before it.
        m_templateInUse = kept->toStdString();
        m_bridge->post(SetChatTemplate{id(), m_templateInUse});
    } else if (!event.facts->hasTemplate) {
        m_template = TemplateChoice{};
    }
    emit changed();
}

void ModelSession::onFailed(const LoadFailed& event) {
    if (event.model != m_loadingId) return;  // of a load that was cancelled for another
    m_loading.clear();
    if (event.error.code != ErrorCode::Cancelled)
        m_failure = Failure{QString::fromStdString(event.path), event.error};
    emit changed();
}

void ModelSession::useTemplate(const std::string& source) {
    if (!m_facts) return;
    m_bridge->post(SetChatTemplate{id(), source});
    m_settings->setModelTemplate(modelKey(), source == m_ownTemplate ? std::nullopt
                                                                     : std::optional(QString::fromStdString(source)));
    m_templateInUse = source;
    m_template.reset();
    emit templateChanged();
    emit changed();
}

void ModelSession::needTemplate(const QString& error) {
    m_template = TemplateChoice{error};
    emit changed();
}

void ModelSession::dismissFailure() {
    m_failure.reset();
    emit changed();
}

QString parameterText(std::uint64_t n) {
    const QLocale locale;
    if (n >= 10'000'000'000ull) return locale.toString(double(n) / 1e9, 'f', 0) + "B";
    if (n >= 1'000'000'000ull) return locale.toString(double(n) / 1e9, 'f', 1) + "B";
    if (n >= 1'000'000ull) return locale.toString(double(n) / 1e6, 'f', 0) + "M";
    return locale.toString(double(n) / 1e3, 'f', 0) + "K";
}

QString modelName(const telemetry::ModelFacts& facts) {
    // The file's name is what the user picked; general.name is often a training run's. The precision stands
    // beside it.
    QString name = modelStem(QString::fromStdString(facts.path));
    const QString precision = QString::fromStdString(facts.precision);
    if (!precision.isEmpty() && name.endsWith(precision, Qt::CaseInsensitive) &&
        name.size() > precision.size() + 1) {
        const QChar before = name[name.size() - precision.size() - 1];
        if (before == '.' || before == '-' || before == '_') name.chop(precision.size() + 1);
    }
    return name;
}

QString modelLine(const telemetry::ModelFacts& facts) {
    const QString bytes = QLocale().formattedDataSize(qint64(facts.fileBytes), 1, QLocale::DataSizeIecFormat);
    return QStringList{QString::fromStdString(facts.family), parameterText(facts.parameters),
                       QString::fromStdString(facts.precision), bytes}
        .join(QStringLiteral(" · "));
}

}  // namespace gh::app
