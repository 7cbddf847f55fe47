<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="bg_BG">
<context>
    <name>BlockDetail</name>
    <message>
        <source>Block %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 filled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 references</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CacheFacts</name>
    <message>
        <source>Window %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2 sequences → %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 → %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 × %3 = %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatItemText</name>
    <message>
        <source>Copy this reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write this reply again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: it is sent when the model is ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No reply yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a reply</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>KV blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlotExport</name>
    <message>
        <source>Save as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder, or free some space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy numbers (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>The file cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged or is no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model is of a kind that Glasshouse does not know yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model does not fit in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Reply</name>
    <message>
        <source>end of turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token limit reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stop text found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>generating</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted: the program ended here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped before the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt: %1 tokens, %2 of them from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt: %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed %1, sample %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written by %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplyBoxText</name>
    <message>
        <source>The reply failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: the context is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 tokens of this conversation&apos;s context are used. Everything above is saved. A new chat begins with an empty context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program ended while this was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 tokens above were saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No token had been written yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write it again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepFacts</name>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt; · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 read, %2 (derived)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gh::app::ChatPane</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a GGUF file, or drop one here. In a terminal, ./dev models fetches the default model into the cache folder, where the model picker finds it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message below. Every token of it and of the reply shows up in KV blocks and Steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context is nearly full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 tokens are left. The reply stops when they are used; nothing written is lost. A new chat begins with an empty context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One message waits for this reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One message waits for the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message. It is sent when this reply is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message. It is sent when the model is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model that was open stays open. Nothing was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which chat template should be used?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Choose the one that the model was trained with; messages wait until then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain in a few sentences why a cache makes a language model faster.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ChatView</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy selected text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::Composer</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New seed each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationModel</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::LoadCard</name>
    <message>
        <source>Typing is possible, the message waits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header and tensor table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checked %1 tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repacking weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::MainWindow</name>
    <message>
        <source>Understood</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GGUF models (*.gguf);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder with models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this reply (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the engine at the next step, for all requests (F6)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step while paused (F7)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the last reply again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ModelButton</name>
    <message>
        <source>opening…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2
%3 layers · %4 heads, %5 for keys and values · context %6
cache %7 a token · %8 · %9 threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ModelSession</name>
    <message>
        <source>%1 carries no chat template: the file does not say how turns are marked.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::SamplingPopover</name>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling of the next replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How freely tokens are drawn. 0: always the most likely one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0, most likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the k most likely tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the likeliest tokens that make up this share. 1: off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only tokens at least this likely, against the likeliest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 1: tokens of the last 64 become less likely. 1: off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New seed for each reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a reply&apos;s figures to see the seed it used.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::StatusStrip</name>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of this conversation in the cache, of those it may hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second of the reply on show, since its first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From sending to the first token of the reply on show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the newest step: one pass of the model over all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests in the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> / %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks of this conversation: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tok/s, this reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> / step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 waiting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::StoreWorker</name>
    <message>
        <source>The conversations were written by a newer Glasshouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is left untouched. What is written now is kept only until the program ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation file could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was moved to %1, and a new one was begun. Found: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations cannot be saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. What is written now is kept only until the program ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A conversation could not be saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2. Free some space or copy the text you want to keep.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::BlockDetail</name>
    <message>
        <source>Select a block to see its tokens and steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>positions %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The blocks that hold them are ringed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No block is selected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::BlockMapView</name>
    <message>
        <source>Block map</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::CacheHeader</name>
    <message>
        <source>equal to the byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted by formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated by pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prediction&apos;s own sum: from the number of tokens and the shape of the model, without asking the pool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 set aside for the pool when the model was loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of conversations that wait for their next turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the reserved bytes that running requests hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the held bytes in which no token is written yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 held, %2 needed: %3 more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 held, %2 needed: %3 fewer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block %1 has no owner.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More is allocated than was predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less is allocated than was predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show block %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::DistributionSide</name>
    <message>
        <source>p50 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p90 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p99 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time, 1 step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time, last %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of these steps took at most %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::HistogramView</name>
    <message>
        <source>Histogram of step times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&gt; %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps took longer than %2 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps took %2 to %3 ms</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::KvBlocksPanel</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model: its cache is set aside as blocks, and this shows what becomes of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>References</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Age</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every block of the key–value cache: who holds it and how full it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>While a model writes, it keeps the keys and values of every token it has read, so that nothing is computed twice. They lie in blocks of equal size, one square each; a block fills from the bottom. Full squares of one colour belong to one conversation, hatched ones to a conversation that waits for its next turn, pale ones are free.

Predicted comes from the number of tokens and the shape of the model alone, allocated is counted by the pool when it hands out a block. They must agree to the byte.

Click a square, or move with the arrow keys, to see its tokens here, in the conversation and in Steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a message: every %1 tokens fill one square, coloured by the conversation that owns it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 square = 1 block = %1 = %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to %1 references</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many sequences use the block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps ago to now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps since a token was last written into the block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty to full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many of the block&apos;s tokens are written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part-filled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The level shows how many of its tokens are written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than one sequence uses the block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Belongs to a conversation that waits for its next turn, which goes on from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody holds the block.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::MetricLabel</name>
    <message>
        <source>%1: %2</source>
        <comment>caption and figure</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::OwnerLegend</name>
    <message>
        <source>Nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owners</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::PanelHeader</name>
    <message>
        <source>What this shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Float this panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this panel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::StepChart</name>
    <message>
        <source>Go to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s read, derived: bytes of weights and cache ÷ time of the forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s, derived: operations ÷ time of the forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps %1, newest %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; selected: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: steps %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut off very long steps</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::StepSide</name>
    <message>
        <source>Back to the distribution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Projections of q, k, v and output, rope, writing the cache, and attention itself: %1 in all layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FFN %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The feed-forward networks of all layers: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking up the token (%1), and the product that gives a logit for every token of the vocabulary (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens computed in the step: one a running reply, or a chunk of a prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Derived: %1 of weights and %2 of cache, read in %3 of forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Derived: %1 operations (multiply and add counted apart) in %2 of forward pass</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::StepsPanel</name>
    <message>
        <source>No step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a message: every step reads a chunk of the prompt or writes one token, and its time stands here as a bar.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the bars show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of each step by phase, measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens computed in each step, counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of weights and cache read, over the time of the forward pass: derived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations over the time of the forward pass: derived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long every step took, and with what.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step is one pass through the model. Prefill reads the prompt, many tokens at once: its time goes into arithmetic. Decode writes one token of each running reply: its time goes into reading all weights and the cache. Sampling picks the token, rest is planning and bookkeeping.

The wheel zooms, dragging moves, a double click shows all steps. Click a bar (or use the arrow keys) to see its time by layer, hold Shift and drag for a run of steps. Very long steps are cut off and labelled; the menu of the right button shows them whole, and copies and saves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the prompt: many tokens go through the model at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing: one new token for each running reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choosing the token among the candidates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning the step, and publishing what you see here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Derived from what the step read and computed, and the time it took.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::WaterfallView</name>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1: attention %2, FFN %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time by layer: embedding %1, attention %2, FFN %3, head %4, sampling %5, rest %6</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
