// The pages of the settings that have to do with engine, cache, models and privacy.
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>

#include "app/model/model_path.h"
#include "app/settings/settings_dialog.h"
#include "app/settings/settings_form.h"
#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "kernels/kv_types.h"
#include "widgets/controls/inline_message.h"
#include "widgets/controls/plain_text.h"
#include "widgets/text/units.h"

namespace gh::app {

namespace units = widgets::units;

namespace {

QSpinBox* spinBox(const char* rule, int value, QWidget* parent) {
    const SettingRule* limits = findRule(QString::fromLatin1(rule));
    auto* box = new QSpinBox(parent);
    box->setRange(int(limits->low), int(limits->high));
    box->setValue(value);
    box->setGroupSeparatorShown(true);
    box->setKeyboardTracking(false);  // a number half typed is no wish
    return box;
}

}  // namespace

QWidget* SettingsDialog::enginePage() {
    auto* form = new SettingsForm(tr("Engine"));
    QSpinBox* threads = spinBox("engine/threads", m_settings->threads(), form);
    threads->setObjectName("threads");
    threads->setSpecialValueText(tr("All usable cores"));
    form->add(tr("Threads"), threads,
              tr("This machine has %n core(s) to use. More threads than cores make every step slower. The answers do not "
                 "change.",
                 nullptr, QThread::idealThreadCount()));
    connect(threads, &QSpinBox::valueChanged, this, [this](int value) {
        m_settings->setThreads(value);
        refreshNotice();
    });
    QComboBox* activations = choice({{tr("int8, per block of 32 (fast)"), QStringLiteral("int8")},
                                     {tr("f32 (exact)"), QStringLiteral("f32")}},
                                    m_settings->activations(), form);
    activations->setObjectName("activations");
    form->add(tr("Activations in matrix products"), activations,
              tr("With int8 each block of 32 values is rounded to 255 levels before it is multiplied: much faster, and "
                 "the text may differ from the exact one now and then."));
    connect(activations, &QComboBox::activated, this, [this, activations] {
        m_settings->setActivations(activations->currentData().toString());
        refreshNotice();
    });
    form->end();
    return form;
}

QWidget* SettingsDialog::cachePage() {
    auto* form = new SettingsForm(tr("Cache"));
    using Budget = Settings::CacheBudget;
    QComboBox* kind = choice({{tr("As the model allows, at most 8,192 tokens"), int(Budget::Model)},
                              {tr("A number of tokens"), int(Budget::Tokens)},
                              {tr("What fits into a number of MiB"), int(Budget::Bytes)}},
                             int(m_settings->cacheBudget()), form);
    kind->setItemText(0, tr("As the model allows, at most %1 tokens").arg(units::count(8192)));
    kind->setObjectName("cacheBudget");
    QSpinBox* tokens = spinBox("cache/tokens", m_settings->cacheTokens(), form);
    tokens->setObjectName("cacheTokens");
    tokens->setSingleStep(1024);
    QSpinBox* mib = spinBox("cache/mib", m_settings->cacheMebibytes(), form);
    mib->setObjectName("cacheMib");
    mib->setSingleStep(64);
    const auto show = [kind, tokens, mib] {
        tokens->setVisible(kind->currentData().toInt() == int(Budget::Tokens));
        mib->setVisible(kind->currentData().toInt() == int(Budget::Bytes));
    };
    show();
    form->add(tr("Context limit"), {kind, tokens, mib},
              tr("How long a chat may get, with its reply, and what keys and values of all conversations together may take. It "
                 "is reserved when the model is opened; a model that would not fit in memory is refused with the figures."));
    const auto store = [this, kind, tokens, mib, show] {
        show();
        m_settings->setCacheBudget(Budget(kind->currentData().toInt()), tokens->value(), mib->value());
        refreshNotice();
    };
    connect(kind, &QComboBox::activated, this, store);
    connect(tokens, &QSpinBox::valueChanged, this, store);
    connect(mib, &QSpinBox::valueChanged, this, store);
    QList<std::pair<QString, QVariant>> types;
    for (const kernels::KvTypeEntry& entry : kernels::kvTypeList()) {
        const double bytes = double(entry.blockBytes) / entry.blockValues;
        types.append({tr("%1, %2 bytes a value").arg(QLatin1String(entry.name), units::number(bytes, entry.blockValues > 1 ? 2 : 0)),
                      QString::fromLatin1(entry.word)});
    }
    const auto addType = [&](const QString& name, const char* object, const QString& word, void (Settings::*set)(const QString&),
                             const QString& hint) {
        QComboBox* box = choice(types, word, form);
        box->setObjectName(object);
        form->add(name, box, hint);
        connect(box, &QComboBox::activated, this, [this, box, set] {
            (m_settings->*set)(box->currentData().toString());
            refreshNotice();
        });
    };
    addType(tr("Type of keys"), "keyType", m_settings->keyType(), &Settings::setKeyType, {});
    addType(tr("Type of values"), "valueType", m_settings->valueType(), &Settings::setValueType,
            tr("Fewer bytes a value hold more tokens in the same memory. Q8_0 and Q4_0 round blocks of 32 values of a head: "
               "with Q8_0 the text hardly changes, with Q4_0 it may. Keys ask for more precision than values."));
    using Full = Settings::ContextFull;
    QComboBox* full = choice({{tr("The reply stops"), int(Full::Stop)},
                              {tr("The oldest messages leave the prompt"), int(Full::DropOldest)}},
                             int(m_settings->contextFull()), form);
    full->setObjectName("contextFull");
    form->add(tr("When the context is full"), full, [full] {
        return full->currentData().toInt() == int(Full::Stop)
                   ? tr("Nothing that was written is lost, and nothing leaves the prompt. A new chat begins with an empty "
                        "context.")
                   : tr("Messages that leave the prompt stay in the chat, which shows where the prompt begins; the system "
                        "prompt and the newest question always stay. What is left is read anew, so the answers are those of "
                        "a chat that never had the others.");
    });
    connect(full, &QComboBox::activated, this, [this, full] {
        m_settings->setContextFull(Full(full->currentData().toInt()));
        m_window->chatPane()->refreshWays();
    });
    form->end();
    return form;
}

QWidget* SettingsDialog::modelsPage() {
    auto* form = new SettingsForm(tr("Models"));
    using Start = Settings::StartModel;
    QComboBox* start = choice({{tr("The one used last"), int(Start::Last)},
                               {tr("Always the same"), int(Start::Default)},
                               {tr("None"), int(Start::None)}},
                              int(m_settings->startModel()), form);
    start->setObjectName("startModel");
    auto* file = new QPushButton(form);
    const auto nameFile = [this, file] {
        const QString path = m_settings->defaultModel();
        file->setText(path.isEmpty() ? tr("Choose a file…") : widgets::onButton(modelPathName(path)));
        file->setToolTip(path);
    };
    nameFile();
    file->setAccessibleName(tr("Default model"));
    file->setVisible(m_settings->startModel() == Start::Default);
    form->add(tr("Opened with the window"), {start, file});
    connect(start, &QComboBox::activated, this, [this, start, file, nameFile] {
        const auto kind = Start(start->currentData().toInt());
        QString path = m_settings->defaultModel();
        if (path.isEmpty() && m_window->model()->facts())
            path = QString::fromStdString(m_window->model()->facts()->path);
        m_settings->setStartModel(kind, path);
        file->setVisible(kind == Start::Default);
        nameFile();
    });
    connect(file, &QPushButton::clicked, this, [this, nameFile] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Default model"), m_settings->dialogFolder(),
                                                          modelFileFilter());
        if (path.isEmpty()) return;
        m_settings->setStartModel(Start::Default, modelPath(path));
        nameFile();
    });

    auto* folders = new QListWidget(form);
    folders->setObjectName("folders");
    folders->setProperty("frame", "box");
    folders->setMinimumWidth(400);
    folders->setMaximumHeight(132);
    folders->setAccessibleName(tr("Folders"));
    auto* add = new QPushButton(tr("Add a folder…"), form);
    auto* remove = new QPushButton(tr("Remove"), form);
    remove->setAccessibleName(tr("Remove the chosen folder from the list"));
    const auto fill = [this, folders, remove] {
        folders->clear();
        for (const QString& folder : m_settings->chosenFolders()) folders->addItem(QDir::toNativeSeparators(folder));
        auto* own = new QListWidgetItem(QDir::toNativeSeparators(Settings::cacheFolder()), folders);
        own->setToolTip(tr("Where ./dev models puts what it fetches; always looked at"));
        own->setFlags(Qt::ItemIsEnabled);
        remove->setEnabled(false);
    };
    fill();
    form->add(tr("Folders"), folders, tr("The model picker lists the models in these: GGUF files, and folders with config.json."));
    form->add({}, {add, remove});
    connect(folders, &QListWidget::currentRowChanged, this, [this, remove](int row) {
        remove->setEnabled(row >= 0 && row < m_settings->chosenFolders().size());
    });
    connect(add, &QPushButton::clicked, this, [this, fill] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with models"), m_settings->dialogFolder());
        if (!folder.isEmpty()) m_window->addFolder(folder);
        fill();
    });
    connect(remove, &QPushButton::clicked, this, [this, folders, fill] {
        QStringList all = m_settings->chosenFolders();
        if (folders->currentRow() >= 0 && folders->currentRow() < all.size()) all.removeAt(folders->currentRow());
        m_settings->setChosenFolders(all);
        fill();
    });
    form->end();
    return form;
}

// Asked twice, in place: what is deleted here does not come back.
void SettingsDialog::addDeleteAll(SettingsForm* form) {
    ChatController* chat = m_window->chat();
    auto* ask = new QPushButton(tr("Delete all conversations…"), form);
    ask->setObjectName("deleteAll");
    ask->setProperty("kind", "danger");
    ask->setAutoDefault(false);
    auto* sure = new widgets::InlineMessage(widgets::InlineMessage::Severity::Error, form);
    sure->setObjectName("deleteAllSure");
    sure->hide();
    const auto refresh = [chat, ask, sure] {
        ask->setEnabled(!chat->heads().isEmpty() && !chat->busyAnywhere());
        ask->setToolTip(chat->busyAnywhere() ? tr("A reply is being written") : QString());
        if (!ask->isEnabled()) sure->hide();  // nobody is asked for what would not be done
    };
    refresh();
    connect(chat, &ChatController::headsChanged, ask, refresh);
    connect(chat, &ChatController::stateChanged, ask, refresh);
    connect(chat, &ChatController::busyChanged, ask, refresh);
    connect(ask, &QPushButton::clicked, this, [chat, sure] {
        sure->clearButtons();
        sure->setMessage(tr("Delete %n conversation(s) for good?", nullptr, int(chat->heads().size())),
                         tr("They are wiped from the file on this disk. This cannot be undone."));
        QPushButton* yes = sure->addButton(tr("Delete all"));
        QPushButton* no = sure->addButton(tr("Keep them"));
        connect(yes, &QPushButton::clicked, sure, [chat, sure] {
            chat->removeAll();
            sure->hide();
        }, Qt::QueuedConnection);
        connect(no, &QPushButton::clicked, sure, &QWidget::hide, Qt::QueuedConnection);
        sure->show();
        no->setFocus(Qt::TabFocusReason);
    });
    form->add({}, ask);
    form->addWidget(sure);
}

QWidget* SettingsDialog::privacyPage() {
    auto* form = new SettingsForm(tr("Privacy"));
    form->addText(tr("Nothing leaves this machine. Glasshouse opens no connection, has no account, counts nothing and sends "
                     "nothing; models, chats and this page's settings are files that you can look at, copy and delete. The "
                     "log is kept in memory and never holds what you or a model wrote."));
    form->addGap();
    form->add(tr("Conversations"), [&] {
        auto* path = new QLabel(QDir::toNativeSeparators(m_window->options().database), form);
        path->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        path->setWordWrap(true);
        return path;
    }());
    addDeleteAll(form);
    form->add(tr("Settings"), [&] {
        auto* path = new QLabel(QDir::toNativeSeparators(m_settings->file().path()), form);
        path->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        path->setWordWrap(true);
        return path;
    }());
    form->end();
    return form;
}

}  // namespace gh::app
