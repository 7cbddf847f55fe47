// Which model is open, which is being opened, and what went wrong: the window's view of loading.
#pragma once

#include <optional>
#include <QObject>
#include <QString>

#include "app/bridge/engine_bridge.h"
#include "app/settings/settings.h"
#include "engine/quantize/rules.h"

namespace gh::app {

class ModelSession : public QObject {
    Q_OBJECT
public:
    ModelSession(EngineBridge* bridge, Settings* settings, QObject* parent = nullptr);

    struct Failure {
        QString path;
        Error error;
    };
    struct TemplateChoice {  // replies need one of these first
        QString error;  // the engine's, of the model's own; empty: the file carries none
    };

    void open(const QString& path);  // the open model stays until this one is ready
    void reload();                   // the open model, with the options that the settings say now
    // With weights that these rules quantize while they are loaded; null: as the file stores them. name: of the variant.
    void openWith(const QString& path, std::shared_ptr<const quantize::WeightRules> weights, const QString& name);
    void reloadWith(std::shared_ptr<const quantize::WeightRules> weights, const QString& name);
    const std::shared_ptr<const quantize::WeightRules>& weights() const { return m_options.weights; }
    const QString& weightsName() const { return m_weightsName; }  // empty: as stored
    bool outdated() const;           // the settings ask for other options than it was loaded with
    void forget();                   // the engine is gone, and its model with it
    void cancel();
    // From the next message on, and kept for this model: opened again, it has it again.
    void useTemplate(const std::string& source);
    void needTemplate(const QString& error);  // the one in use failed
    const std::string& ownTemplate() const { return m_ownTemplate; }  // empty: the file carries none
    const std::string& templateInUse() const { return m_templateInUse; }
    void dismissFailure();

    const telemetry::ModelFacts* facts() const { return m_facts.get(); }
    std::shared_ptr<const telemetry::ModelFacts> sharedFacts() const { return m_facts; }
    QString modelKey() const;  // same file, same key: a reply's ids mean the same tokens
    bool loading() const { return !m_loading.isEmpty(); }
    QString loadingPath() const { return m_loading; }
    bool ready() const { return m_facts && !loading() && !m_template; }
    const std::optional<Failure>& failure() const { return m_failure; }
    const std::optional<TemplateChoice>& templateChoice() const { return m_template; }
    ModelId id() const;

signals:
    void changed();
    void templateChanged();  // of the open model: another one is in use; changed() follows

private:
    void onLoaded(const ModelLoaded& event);
    void onFailed(const LoadFailed& event);

    EngineBridge* m_bridge;
    Settings* m_settings;
    std::shared_ptr<const telemetry::ModelFacts> m_facts;
    QString m_loading;
    ModelId m_loadingId;
    LoadOptions m_loadingOptions, m_options;  // of the load under way, of the open model
    QString m_loadingWeightsName, m_weightsName;
    std::optional<Failure> m_failure;
    std::optional<TemplateChoice> m_template;
    std::string m_ownTemplate, m_templateInUse;
};

// "llama · 135M · Q4_1 · 93.8 MiB"
QString modelLine(const telemetry::ModelFacts& facts);
QString modelName(const telemetry::ModelFacts& facts);
QString parameterText(std::uint64_t parameters);

}  // namespace gh::app
