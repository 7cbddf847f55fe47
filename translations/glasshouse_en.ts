<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Float or dock</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AttachmentText</name>
    <message>
        <source>a PDF document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a WebP picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a ZIP archive or an office document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model (GGUF)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a database (SQLite)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a sound file (MP3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a video or sound file (MP4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is %1; only text goes into a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is UTF-16 text. Save it as UTF-8 and attach it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds a zero byte at position %1, so it is no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not UTF-8: byte 0x%1 at position %2. Save it as UTF-8 and attach it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a folder. Attach the files in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds %1; at most %2 go into a message.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
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
    <message>
        <source>token %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text no longer kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reusable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hash chain, place %1: %2 → %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no hash until it is full</source>
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
        <source>%1 in %2 sequences → %3 − %4 shared</source>
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
        <source>No reply yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write this reply again; this one stays as a branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue this reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send again; this one stays as a branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The branch before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold or unfold what the model thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking: %1 so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File %1. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Branch %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No longer in the prompt. </source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComparePanel</name>
    <message>
        <source>&lt;b&gt;%1: “%2”&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the reference’s choice, position %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>behind the split: the texts are not the same any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another choice than the reference’s “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL to it %1 nats, back %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gives the reference’s token %1, rank %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>departs from layer %1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights %1 (%2), %3 bits each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache: predicted %1, allocated %2, reserved %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a step, the median: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 choices as the reference’s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL mean %1, largest %2 nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leaves the reference’s text at token %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationFiles</name>
    <message>
        <source>an object was expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its role is “%1”; system, user or assistant was expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its “content” is not a text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one of its ids is not a token id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is no JSON: %1 at byte %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was written by a newer Glasshouse: format %1, this one reads up to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has no messages: a list “messages” with “role” and “content” was expected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its parent %1 is not before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is neither JSON nor Markdown: its bytes are no UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationMarkdown</name>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No message begins in it. A file that Glasshouse exported was expected: JSON, or Markdown with a line “%1” before each message.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>month and year</comment>
        <translation type="unfinished"></translation>
    </message>
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
    <name>ErrorText</name>
    <message>
        <source>The file cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is cut off or damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A download may have ended early. Fetch the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model is of a kind that Glasshouse does not know yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model; the details say what is not supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This should not happen. The log says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted, or its disk is not connected. Choose it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file may not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its permissions forbid it. Change them, or choose another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a folder. Choose a model file in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is no model in the GGUF format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is damaged or is no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch it again, or choose another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model of another family; the details name those that are supported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights are stored in a type that Glasshouse does not know yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the same model in another quantization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glasshouse does not know this model&apos;s tokenizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model does not fit in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, choose a smaller model, or set a shorter context in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat template cannot be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is too long for the context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache has no room left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other replies hold all of it. What was written is kept; try again when they are done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There was not enough memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs or open the model with a shorter context, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This reply is another model&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its tokens mean nothing to the model that is open. Write it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat template could not be filled in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another template or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s own chat template could not be filled in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of the model is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files do not belong to one model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the file that the details name again, from where the others came.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder holds no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a GGUF file in it, or a folder with config.json, tokenizer.json and safetensors files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file holds weights only, not the whole model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the model&apos;s config.json and tokenizer.json into the same folder and open that, or take the same model as a GGUF file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All parts must lie in one folder under their own names. The details name the one that is missing: fetch it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder has no weights that can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the model&apos;s safetensors files into it, or take the same model as a GGUF file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights in several files come with an index that says what lies where. Fetch it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch its tokenizer.json into the folder; the details say how to make one of older files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glasshouse opens GGUF files and folders with safetensors. Most models can be had in one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the model was renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts find each other by their names. The details say what this one must be called.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of the model is cut off or damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantized safetensors cannot be opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fetch the model in 16 or 32 bits, or the quantized one as a GGUF file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorten the message or begin a new chat.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Lab</name>
    <message>
        <source>With and without a cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without a cache every new token makes the model read all tokens before it again, so the work of a step grows with the context, that of a whole reply with its square, and the scores of attention with the cube. With a cache a step computes one token and only looks back. Multiplications are counted, not only timed, and the results of both ways are compared bit by bit. The last plot draws the tiles of attention: only one is alive at a time, so the large square of scores is never written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading and writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading a prompt handles many tokens with each weight it fetches, so it is the arithmetic that limits it. Writing handles one token with each weight, so it is the memory. The roofline shows both: to the left the slope of what the memory delivers, to the right the flat roof of what the processor computes; both limits were measured on this machine just before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How large the cache gets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two numbers for every token, head value and layer: that is all the cache holds, and it can be computed before anything is allocated. Only the tokens that are resident count, not how they are spread over users. Sharing key and value heads among query heads makes it smaller by exactly that factor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step reads all weights once, for one request or for many. Up to the knee another request costs almost nothing; beyond it the arithmetic is the limit, so that every further request makes all others wait and buys little. The knee is the least batch with 90 % of the best throughput.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Static and continuous batching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A static batch returns when its longest reply is finished: the places of the finished ones compute padding, and who comes late waits for the whole batch. Continuous batching fills a place as soon as it is free. The same requests run under both, really on the engine and simulated at the cost of a step measured just before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What paging saves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who reserves the longest context for each request pays for tokens that are never written. Blocks are taken as they fill, so a request wastes part of one block at most, and requests that begin alike share the blocks of what they have in common. What is saved is room for more requests.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first steps that really run both ways, one after another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contexts of one head alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt lengths to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens in the cache while one more is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode steps at each context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeated runs, for the spread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>users of each shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens of each user, one for each shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens of one user, for the growth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequences decoded together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens in each sequence before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode steps of a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests that run at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens of each prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson arrivals, as a share of what continuous batching can carry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens of each prompt of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens that all prompts begin with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading: ms a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing: ms a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the binding limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache by users x tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache of one user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step of the whole model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiply-accumulates of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All steps up to a context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Multiply-accumulates of all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One attention head of 64 alone: a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One attention head of 64 alone: multiply-accumulates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scores of one head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most memory of a step: keys and values, activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles of attention, in the order in which they live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests that have returned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the requests returned within a latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured cost of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache over the steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multiply-accumulates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>intensity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>users</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>returned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>op/byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>op/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with cache, estimated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without cache, estimated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with cache, by formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without cache, by formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept between steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>n × n matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>our tiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one for each query head, predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the model has them, predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one for all, predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one for each query head, allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the model has them, allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one for all, allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all at once, static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all at once, continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson, static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson, continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks, allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks, written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared blocks, allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared blocks, written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>knee</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at the knee</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gain over one request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of a step against one request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ridge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a token takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>smaller than with a head for each query head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multiply-accumulates of the last step with cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory with cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps with equal logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all at once: throughput, continuous against static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all at once: mean latency, static against continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson: mean latency, static against continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest error of the simulation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit with reservations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit with blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fit with shared blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wasted by blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wasted by reservations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading is limited by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writing is limited by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted and allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache of the shapes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outputs of one head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multiplications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal to the bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>counted as the formula says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>differ from the formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both ways</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoding together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filling the caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longer contexts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measuring the machine&apos;s limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one attention head alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost of a step: before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost of a step: between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost of a step: after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longer contexts, each way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contexts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contexts of one head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all at once, static, simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all at once, continuous, simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson, static, simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Poisson, continuous, simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p50 latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p95 latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>p99 latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slot use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padding, of all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error of the throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error of the mean latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not reached by batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy with other programs: times mean little</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LabRuns</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>finding of a run</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LinePlot</name>
    <message>
        <source>%1: %2 points, the last %3 at %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>axis: what, unit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2 at %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelPath</name>
    <message>
        <source>Models (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelSight</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs %1, %2 are free: it fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs %1, %2 are free: fits with at most %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs %1, %2 are free: it does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, of which %2 are used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 for keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache %1 a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the header…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its header was not read within %1 s: a slow disk or network? It can be opened all the same.</source>
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
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantize</source>
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
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <comment>All other platforms</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QDialogButtonBox</name>
    <message>
        <source>OK</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Float</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Directories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save As</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is write protected.
Do you want to delete it anyway?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <comment>All other platforms</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QIODevice</name>
    <message>
        <source>Permission denied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QJsonParseError</name>
    <message>
        <source>unterminated object</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing name separator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unterminated array</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing value separator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>illegal value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>invalid termination by number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>illegal number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>invalid escape sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>invalid UTF8 string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>object is missing after a comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too deeply nested document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too large document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>garbage at the end of the document</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select All</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QSaveFile</name>
    <message>
        <source>Existing file %1 is not writable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filename refers to a directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing canceled by application</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QScrollBar</name>
    <message>
        <source>Scroll here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Down</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select All</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuantizeFacts</name>
    <message>
        <source>every matrix of the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of every layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <comment>a rule</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuantizePanel</name>
    <message>
        <source>Relative error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max / std</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Beyond 6 σ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 · %3 weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative error %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest weight: %1 standard deviations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 weights beyond 6 σ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 levels used in effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stored as %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuantizeWords</name>
    <message>
        <source>one scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a scale a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups of %1, asymmetric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blocks of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>double quantization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>greedy replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>errors of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>agreement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quiz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a variant, what is measured</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as stored</source>
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
        <source>waiting for its turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped before the first token</source>
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
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt: %1, %2 of them from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplyBoxText</name>
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
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program ended while this was written</source>
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
    <message>
        <source>Saved above: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the settings, under Cache, the oldest messages can leave the prompt instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context has %1 now: try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the settings, under Cache, the context can be made longer: this model reads up to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the settings, under Cache, the context can be made longer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context of %1 is all that this model can read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 tokens of this conversation&apos;s context are used. Everything above is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context has %1 now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The oldest messages leave the prompt now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new chat begins with an empty context.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequestLanes</name>
    <message>
        <source>Request %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequestWords</name>
    <message>
        <source>once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits in the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reads a chunk of its prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>writes a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computes again what a preemption took</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is preempted: its blocks went to others, and it waits to go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has ended; its row is computed for nothing until its static batch returns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>has no row: the step’s budget went to others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prefill chunk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preempted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the queue: no slot is free, or not enough blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A chunk of the prompt, many tokens in one step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One token of the reply a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After a preemption its tokens are computed again, as a prompt is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks ran out: the youngest request gave its own to the others and waits to go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A static batch computes the rows of members that have ended, until its longest one ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Admitted, but the step’s budget went to others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ended at step %1 after %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped at step %1 after %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed at step %1 after %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its context was full at step %1, after %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits in the queue, place %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from position %1 on the tokens differ: the cache has %2, the prompt %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from position %1 on the tokens lay in a block that was not full, which went with its owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what followed position %1 was evicted: its blocks went to others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layers with a window no longer hold what the token at position %1 sees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the cache holds it, but computed with another adapter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the cache holds it, but under another salt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing in the cache goes on from position %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt of %1, %2 of them found in the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt of %1, none of them found in the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited for %1 steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preempted %1: no block was free, and it was the last to have been admitted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rows computed for nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token after %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of this reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt %1, from the cache %2, written %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt; · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of a budget of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill %1, decode %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, padding %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsTexts</name>
    <message>
        <source>%1: %2. It is left as it is, the defaults are used, and changes are not kept until it can be read and written again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no settings file (%2). It was moved to %3 and nothing in it is lost; the defaults are used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2; it may be %3. The default is used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2. What you change holds until the window is closed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepAxis</name>
    <message>
        <source>later steps are faded</source>
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
    <name>StepMarks</name>
    <message>
        <source>Request began, prompt of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token of the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply ended after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context nearly full, room for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context full after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evicted from the cache to make room, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what happened: to which request</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preempted after %1: its blocks went to others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resumed, computing %1 again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TokenFacts</name>
    <message>
        <source>given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>earlier reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allowed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one drawn at temperature %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the likeliest taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the bias forbade %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 removed nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 removed %2, %3 stayed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No filter is on: every token could be drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removed by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not kept: newer records took its place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not computed: the prompt is read, not drawn, so no probability stands here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a second BOS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>special token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>across the border of template and content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out of the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over the context limit: not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ends the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probability %1, rank %2, entropy %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position %1 · id %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of a character; with its neighbours %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prompt begins with %1 BOS tokens. Models are trained on one: look at the chat template, or at the ids that were given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context is full: the last token was drawn, but there is no room to read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layer sees them any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions before %1 are out of the window of %2 (%3): %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the prompt: %1 of %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seen only by the %1 with full attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not among the best candidates, entropy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>put here by a branch: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TokenTextWords</name>
    <message>
        <source>not in the cache at step %1</source>
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
        <translation>
            <numerusform>%1 block</numerusform>
            <numerusform>%1 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 layer</numerusform>
            <numerusform>%1 layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 message(s)</source>
        <translation>
            <numerusform>%1 message</numerusform>
            <numerusform>%1 messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 word(s)</source>
        <translation>
            <numerusform>%1 word</numerusform>
            <numerusform>%1 words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Talk with a model and see why it is fast or slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Teach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show how inference works, step by step, on a live model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what the memory holds, and what it could hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what quantization does to a model, and what each step costs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::AboutBox</name>
    <message>
        <source>About Glasshouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version %1, with Qt %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs a language model on this machine and shows what the engine does while it does it. Nothing goes to the network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::AttachmentBar</name>
    <message>
        <source>Attached files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files are attached already, which is as many as a message takes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · counting tokens…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · tokens not known without a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take %1 out</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ChatController</name>
    <message>
        <source>This reply cannot branch here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its tokens are those of another model. Open %1 to branch from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s template takes no system prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It now stands before the first message. The template said: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token stands in no reply of the branch that is on show.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ChatHeader</name>
    <message>
        <source>More for this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Branch %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where this chat last divides: message %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Branch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show where it divides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt and sampling…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the whole chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON with every branch (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next message computes its tokens again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ChatPane</name>
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
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
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
        <source>Explain in a few sentences why a cache makes a language model faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 are left. The reply stops when they are used; nothing written is lost. A new chat begins with an empty context.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not attached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This link is not opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no web or mail address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open this address in the browser?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach text files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is not in the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its tokens are computed again with the next message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the one that the model was trained with; messages wait until then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its vocabulary has %1, which speaks for %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models of this family (%1) are trained with %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 carries no chat template: the file does not say how turns are marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One message waits for a chat template.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: it is sent when this reply is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: it is sent when a chat template is chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting: it is sent when the model is ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is attached is longer than the context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files hold %1, the context %2. Take one out or attach a shorter one: as it is, the message gets no reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 opens when the reply is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened now, it would end the reply; what is written by then would be kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not open it</source>
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
    <message>
        <source>Copy reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send again…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue this reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write this reply again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get a reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The branch before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select its tokens in the panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The %n message(s) above are no longer in the prompt</source>
        <translation>
            <numerusform>The message above is no longer in the prompt</numerusform>
            <numerusform>The %n messages above are no longer in the prompt</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gh::app::CommandPalette</name>
    <message>
        <source>Open model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action, a panel, a model, a chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing here is called that.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::CompareRunner</name>
    <message>
        <source>Why is the sky blue?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules as they are now</source>
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
    <message>
        <source>Attach text files (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presence %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequency %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop texts: %1</source>
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
    <message>
        <source>“%1” was deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search titles and messages (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search looks at every message and title, in pinned conversations and other branches too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a conversation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON, every branch (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations (*.json *.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing contains “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The newest %n places</source>
        <translation>
            <numerusform>The newest place</numerusform>
            <numerusform>The newest %n places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
    <message>
        <source>No conversations yet. What you write begins one; one that was exported can be imported from the menu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin or unpin this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this conversation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring back the conversation deleted last</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationModel</name>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, waiting for its turn</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationRows</name>
    <message>
        <source>Name of the conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationView</name>
    <message>
        <source>Rename, pin, export, delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::DockTabs</name>
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
    <message>
        <source>Panels</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::DropHint</name>
    <message>
        <source>Drop to open %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model that is open stays until this one is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>Drop to attach %n file</numerusform>
            <numerusform>Drop to attach %n files</numerusform>
        </translation>
    </message>
    <message>
        <source>Text files go into your message, before what you write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to list the models in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are offered in the model picker.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::HitModel</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, in %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>title of a conversation, when</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::HitRows</name>
    <message>
        <source>%1: </source>
        <comment>who says what was found</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::LabRunner</name>
    <message>
        <source>This run cannot be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runs cannot be kept: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder, or free some space.</source>
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
    <message>
        <source>Its header says what it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs %1 of memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::LogWindow</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show lines that contain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files, counts and times; never what you or a model wrote. It is kept in memory and goes nowhere unless you paste it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy for a bug report</source>
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
        <source>Toolbar</source>
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
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings cannot be saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some settings are not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step while paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset this workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Glasshouse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach text files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt and sampling…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the last message and send it again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the last reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>regenerate, retry, another version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resend, correct, branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version, alternative, back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version, alternative, forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resume, go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>temperature, seed, parameters, instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>upload, document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancel, abort, interrupt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dark mode, night</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preferences, options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys, hotkeys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now, newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show, open, hide, close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>undock, detach, own window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model folder, or a folder with models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model is a GGUF file, or a folder with config.json, tokenizer.json and safetensors files. Neither lies in this folder or one level below it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a folder with models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>load, GGUF, safetensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>load, safetensors, add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this reply (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Stop %n reply(s) in other chats and the synthetic traffic</source>
        <translation>
            <numerusform>Stop %n reply in another chat and the synthetic traffic</numerusform>
            <numerusform>Stop %n replies in other chats and the synthetic traffic</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop %n reply(s) in other chats</source>
        <translation>
            <numerusform>Stop %n reply in another chat</numerusform>
            <numerusform>Stop %n replies in other chats</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop the synthetic traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this reply, or what else runs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::MessageEditor</name>
    <message>
        <source>Edit the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message as it was stays as a branch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
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
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2
layers %3 · heads %4, for keys and values %5 · context %6
cache %7 a token · %8 · threads %9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a model, or go to it with the arrow keys: here stands what it is and whether it fits into memory. It is read only then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more…</source>
        <translation>
            <numerusform>and %n more…</numerusform>
            <numerusform>and %n more…</numerusform>
        </translation>
    </message>
    <message>
        <source>as %1 · %2</source>
        <comment>a model: name of its variant, what it is</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::NoModelPage</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a GGUF file or a model folder, or drop one here. In a terminal, ./dev models fetches the default model into the cache folder; it is offered here then. Nothing is fetched by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a GGUF file or a model folder, drop one here, or choose one that is on this computer already.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::QuantizeRunner</name>
    <message>
        <source>Variants and evaluations cannot be kept or read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, least squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n matrix(es): %1</source>
        <translation>
            <numerusform>%n matrix: %1</numerusform>
            <numerusform>%n matrices: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gh::app::SamplingPopover</name>
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
    <message>
        <source>System prompt and sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model is told before the first message. Empty: nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling of its next replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the defaults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of a new preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save these values as a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No presets yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 1: tokens that were used become less likely. 1: off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many of the last tokens the penalties look at. 0: penalties are off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken off a token that was used at all. 0: off; below 0: the token is favoured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken off a token for each time it was used. 0: off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop at these texts, one a line; \n stands for a line break</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The defaults of chats with models that have none of their own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make them this model&apos;s defaults</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats with %1 that have no values of their own begin with these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These values are this chat&apos;s own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are the defaults of %1. A change is this chat&apos;s own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are Glasshouse&apos;s defaults. A change is this chat&apos;s own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make them Glasshouse&apos;s defaults</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look and language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads count from the engine&apos;s next start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting it again takes as long as opening the model. The caches are built anew with the next message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This counts when the model is loaded again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The caches are built anew with the next message; nothing of a chat is lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the engine again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load again now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reply is being written</source>
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
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes at once; a reply that is being written goes on. Numbers and dates follow the language.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All usable cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>This machine has %n core(s) to use. More threads than cores make every step slower. The answers do not change.</source>
        <translation>
            <numerusform>This machine has %n core to use. More threads than cores make every step slower. The answers do not change.</numerusform>
            <numerusform>This machine has %n cores to use. More threads than cores make every step slower. The answers do not change.</numerusform>
        </translation>
    </message>
    <message>
        <source>int8, per block of 32 (fast)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>f32 (exact)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations in matrix products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With int8 each block of 32 values is rounded to 255 levels before it is multiplied: much faster, and the text may differ from the exact one now and then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the model allows, at most 8,192 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the model allows, at most %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 bytes a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewer bytes a value hold more tokens in the same memory. Q8_0 and Q4_0 round blocks of 32 values of a head: with Q8_0 the text hardly changes, with Q4_0 it may. Keys ask for more precision than values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The one used last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Always the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened with the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the chosen folder from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where ./dev models puts what it fetches; always looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing leaves this machine. Glasshouse opens no connection, has no account, counts nothing and sends nothing; models, chats and this page&apos;s settings are files that you can look at, copy and delete. The log is kept in memory and never holds what you or a model wrote.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversation(s) for good?</source>
        <translation>
            <numerusform>Delete %n conversation for good?</numerusform>
            <numerusform>Delete %n conversations for good?</numerusform>
        </translation>
    </message>
    <message>
        <source>They are wiped from the file on this disk. This cannot be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply stops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The oldest messages leave the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages that leave the prompt stay in the chat, which shows where the prompt begins; the system prompt and the newest question always stay. What is left is read anew, so the answers are those of a chat that never had the others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model picker lists the models in these: GGUF files, and folders with config.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder with models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number of tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What fits into a number of MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long a chat may get, with its reply, and what keys and values of all conversations together may take. It is reserved when the model is opened; a model that would not fit in memory is refused with the figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that was written is lost, and nothing leaves the prompt. A new chat begins with an empty context.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop this reply, or let go of the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline, while it has the focus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step back or on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause or play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step, live</source>
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
    <message>
        <source> of memory bandwidth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights and cache that the newest step read, over its time: %1.
A plain read on this machine reaches %2, measured while nothing ran.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights as </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is open with weights that were quantized while it was loaded: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::StoreWorker</name>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation type="unfinished"></translation>
    </message>
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
    <message>
        <source>The conversation was not exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is no longer in the conversation file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has %1 bytes; conversations have at most %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damage met while it was in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation file is damaged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2. Export what you want to keep: with the next start it is moved aside, and a new one is begun.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::TemplatePresenter</name>
    <message>
        <source>You explain things in a few words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is glass?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sand that was melted and cooled before it could set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>And why is it clear?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The vocabulary of this model cannot be read, so its tokens are not known here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::Timeline</name>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the selection before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward to the selection after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold the clock, or play on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step back in time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step on in time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::ToolbarStrip</name>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (Ctrl+%2)</source>
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
        <source>Pause</source>
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
        <source>Menu (F10)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the engine go on (F6)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the engine at the next step, for all requests (F6)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::TrafficRunner</name>
    <message>
        <source>Synthetic %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::app::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring it back (Ctrl+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::AttentionTiles</name>
    <message>
        <source>Click or arrow keys: the next tile; space: stop and go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tiles of attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tile %1 of %2 lives: %3 × %4 scores, %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The row of one query: %1 scores, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %1 scores, %2: never written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries →</source>
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
    <message>
        <source>position %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
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
        <source>%1 set aside for the pool when the model was loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 held for conversations that wait: their next turn goes on from it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the reserved bytes in blocks that running requests hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the bytes in held blocks (in use or cached) in which no token is written yet.</source>
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
    <message>
        <source>Saved by sharing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reusable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evictions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: what the sequences would take each by itself, less what is allocated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks that nobody holds and whose content is kept: a prompt that begins alike finds it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks that were copied before a write, as others needed what was in them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reusable blocks whose content was given up for another.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::CandidateColumns</name>
    <message>
        <source>Candidates of every variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>behind the split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank %1 · KL %2, back %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::CandidateModel</name>
    <message>
        <source>id %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id %1 · rank %2 · %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click: a branch of this reply goes on with this token.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::CandidateSide</name>
    <message>
        <source>Probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1: the likeliest of all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How undecided the model was: 0 bits, one token has all the probability; each bit more, twice as many equally likely ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a token to see what else could have stood there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position %1 · id %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A branch put another token here than the model had drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a candidate to branch there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request belongs to no chat, so there is nothing to branch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How likely this token was: after bias and penalties, before the filters, at temperature 1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::CompareForm</name>
    <message>
        <source>The reference: the others are measured against it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights of variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of the cache’s keys, variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type of the cache’s values, variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A is the reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a variant, four at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt of the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What all of them are asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The open chat’s last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat that is open, up to its last message of yours, in place of the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How they generate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All read the reference’s tokens: every position is compared on the same prefix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each goes on with its own choices, with the same draws; where a text leaves the reference’s is marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <comment>behind a number</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K as set</source>
        <comment>type of the cache&apos;s keys</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>V as set</source>
        <comment>type of the cache&apos;s values</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a prompt first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::ComparePanel</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model: its variants are then compared on one prompt, token by token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is compared yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose variants and a prompt: they answer at the same time, and every token shows how far each is from the reference.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of loading the variants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variants of the model on one prompt, token by token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each variant is loaded once more beside the open model, with a cache of its own, and they generate at the same time. In step, all of them read the reference’s tokens, so that every position compares the same prefix; each its own, every variant goes on with its own choices, and what comes behind the split is not compared.

A row is a variant, tokens at the same position stand under each other. The colour is the divergence of the variant’s probabilities from the reference’s, in nats; an underlined token is another choice. Choose a token for the candidates of all variants and the layer from which the hidden state departs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The comparison ended early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the variants…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each its own text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all on the reference’s text</source>
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
    <message>
        <source>Step time, steps %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::DivergenceLegend</name>
    <message>
        <source>Colours: divergence from the reference in nats, from %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL(reference ‖ variant) at each token, in nats. An underlined token is another choice than the reference’s; a red frame marks where a text leaves the reference’s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL, nats</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::DivergenceText</name>
    <message>
        <source>Texts of the variants, token by token</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::EmptyState</name>
    <message>
        <source>A model is being opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What becomes of it stands here as soon as it is ready.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::ErrorView</name>
    <message>
        <source>Scheme of the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What every matrix is quantized with for this map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least squares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scales with the least squared error, found by a search over clipped ranges; else the largest value is met exactly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The errors as a map or a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the colours say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>‖W − Ŵ‖ / ‖W‖: how much of the matrix is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How far the largest weight stands out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the weights beyond six standard deviations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two to the entropy of the levels: how many of them carry anything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors by matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>● a rule of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed: the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every matrix with the scheme that the rules give it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring every matrix…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · mean error %2 · worst %3 in %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 by part and layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::EvaluatePage</name>
    <message>
        <source>What is evaluated: ticked ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure on a text file of your own instead of the text that comes with the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> tokens</source>
        <comment>behind a number</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of the text at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also as the variant runs, with int8 activations: schemes are judged with f32 ones, which takes half the time alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often it chooses the same token on the reference’s own text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quiz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 short questions; one answer more or less is no difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was evaluated yet. Tick schemes above: each is compared with the model as it is stored, on a text that neither was made for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier evaluations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>f32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With f32 activations: the scheme alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the activations that the variant runs with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL, nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error, mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was measured of each variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the table as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the table as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules as they are now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Held-out text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program’s held-out text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick what is to be evaluated first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something else is being measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not complete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median %1 · 90 % %2 · 95 % %3 · 99 % %4 · 99.9 % %5 · largest %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>probability of the right token off by %1 (root mean square)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 % %1 · 25 % %2 · median %3 · 75 % %4 · 99 % %5; even on both sides is noise, a long way down is damage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>between %1 and %2 (95 % interval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference is itself quantized (%1): what its own quantization lost is in none of these figures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise floor: the reference as it runs is %1 nats from itself with f32 activations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on %1. KL: of the variant’s next-token probabilities from the reference’s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A text to measure on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Texts (*.txt *.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::ExportDialog</name>
    <message>
        <source>Save as GGUF</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nearest GGUF types instead, so that other programs open it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary, template and all other data are kept. The file is written beside its place and renamed when it is whole; the open model’s own file is never overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rule changes a matrix: the file will hold the weights as they are stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n matrix(es) are quantized anew: %1 together, %2 a weight.</source>
        <translation>
            <numerusform>%n matrix is quantized anew: %1 together, %2 a weight.</numerusform>
            <numerusform>%n matrices are quantized anew: %1 together, %2 a weight.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matrix(es): rows are no whole blocks of %1, they become %2.</source>
        <translation>
            <numerusform>%n matrix: rows are no whole blocks of %1, it becomes %2.</numerusform>
            <numerusform>%n matrices: rows are no whole blocks of %1, they become %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 becomes %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: GGUF has no such type. The file uses types of Glasshouse’s own, which no other program opens.</source>
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
    <message numerus="yes">
        <source>%n step(s) took longer than %1 ms</source>
        <translation>
            <numerusform>%n step took longer than %1 ms</numerusform>
            <numerusform>%n steps took longer than %1 ms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) took %1 to %2 ms</source>
        <translation>
            <numerusform>%n step took %1 to %2 ms</numerusform>
            <numerusform>%n steps took %1 to %2 ms</numerusform>
        </translation>
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
    <message>
        <source>Go to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1 is not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The past of the cache is kept back to step %1; what is older makes room for what is new.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is kept of the cache&apos;s past.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the end of step %1 no block was held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As of step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>While a model writes, it keeps the keys and values of every token it has read, so that nothing is computed twice. They lie in blocks of equal size, one square each; a block fills from the bottom. Full squares of one colour belong to one conversation, hatched ones to a conversation that waits for its next turn, pale ones are free, and two lines in a pale one say that its content is kept for a prompt that begins alike.

A ring that fades says what a step did to a block: green, it was taken; blue, another sequence shares or found it; two blue ones, it was copied before a write; yellow, its content was given up for another; grey, it was given back.

Predicted comes from the number of tokens and the shape of the model alone, allocated is counted by the pool when it hands out a block. They must agree to the byte.

Click a square, or move with the arrow keys, to see its tokens here, in the conversation and in Steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reusable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody holds the block; its content is kept, and found by a prompt that begins alike.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::LabPanel</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model: the experiments of the lab measure it on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured yet: run the experiment, or choose an earlier run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ticked: laid over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier runs of this experiment; ticked ones are laid over the one on show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run on show as JSON or CSV; the picture alone by the right mouse button</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experiments that measure the open model on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads the model file’s header only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads the model once more: takes %1 of memory while it runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waits until all replies and synthetic requests are done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computed, not measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>figure of a run</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The experiment begins when no synthetic request is under way any more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plot or results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet. Every run of this experiment is kept here, to be looked at again and laid over others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each experiment loads the model once more for itself, runs in the background and draws every point as soon as it is measured. It waits until the replies that are being written are done, and gives way to those that begin meanwhile; figures that such a reply disturbed are marked. All figures and what they mean stand under Results.

Full lines are measured, dashed red ones are limits or predictions that were computed. Runs are kept: tick earlier ones to lay them over the one on show. The right mouse button copies and saves the picture, Export writes the run as JSON or CSV.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled: what was measured until then is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled before anything was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>option of a run</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled: this is what was measured until then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replies were written meanwhile: times may be too long</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::LabResults</name>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::LaneChart</name>
    <message>
        <source>Requests over steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no request yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2 running, %3 waiting, %4 preempted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; selected: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the clock: step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the clock to step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::LayerCurve</name>
    <message>
        <source>Error of the hidden state by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 departs from layer %2 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stays below the threshold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative error of the hidden state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Layer %1&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>variant, error</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>departs here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>departs from %1 on</source>
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
    <message>
        <source> (%1 shared)</source>
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
    <name>gh::widgets::PlanePage</name>
    <message>
        <source>Perplexity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quality</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MiB</source>
        <comment>size of the weights</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>f32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every variant that was evaluated becomes a point here. Begin with Evaluate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights in memory, MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>perplexity, lower is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean KL, nats, lower is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bars are standard errors. Full points on the line: nothing smaller is as good. Measured on %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program’s held-out text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean KL</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::PolicyRow</name>
    <message>
        <source>Continuous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Static</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A request joins and leaves at any step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch is filled, runs until its longest member ends, and returns as one: for comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most requests that run at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most tokens that one step computes, prompts and replies together</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::QualityPlot</name>
    <message>
        <source>Size against quality</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::QuantizeDesk</name>
    <message>
        <source>as stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rules</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::QuantizePanel</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model to see what quantization does to each of its matrices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of the quantization</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen matrix closely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which matrix gets which scheme; variants, budget, file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much worse a variant answers than the model as it is stored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size against quality, of all that was evaluated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What quantization does to the open model, matrix by matrix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A scheme keeps each weight as one of a few levels and, for every group of weights, a scale. The map shows how much of each matrix a scheme loses: the lighter in the dark look, the darker in the light one, the more. That is measured on the weights alone, in seconds.

Rules give matrices schemes of their own; the last rule that matches decides, and a dot on the map marks what such a rule decides. Evaluate compares whole variants with the model as it is stored, on a held-out text and with exact activations, so that the scheme is judged and not the arithmetic. The plane draws every evaluated variant: left is smaller, down is better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is open as %1. Maps and evaluations go by its file, which is stored as %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::RampLegend</name>
    <message>
        <source>%1: from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::RequestsPanel</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model and send messages in several chats: this shows how they share the engine’s steps.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No request yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send messages in several chats, or add synthetic traffic: every request gets a lane, and every step shows who was in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add traffic…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synthetic requests, to see the engine under load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who shares each step, and who waits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step reads the weights of the model once for everybody: requests that run at the same time share its cost. Every lane is a request, from the step at which it came to the one at which it ended: it waits in the queue, reads its prompt in chunks, then writes a token a step. When blocks of the cache run out, the last one to have been admitted is preempted: its blocks go to the others, and it is computed again later.

Beneath stand the tokens of each step under the budget (dashed). A flag says how many tokens of the prompt were found in the cache; select the lane to read why not more was.

Continuous batching lets a request in at any step. Static batching fills a batch and returns it when its longest member has ended: the rows of those that ended before are computed for nothing.

The wheel zooms, dragging moves, a double click shows all steps. Arrow keys go from lane to lane and from step to step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of all replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1 tokens a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In its colour where it came to its end, grey where it was stopped, red where it failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found in the cache, tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So many tokens of the prompt were computed before and were found in the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a lane to see what it found in the cache, and why not more.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::RulesPage</name>
    <message>
        <source>Open as the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads the open model anew with these rules: chats, requests and the lab then use it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as GGUF…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As stored again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads the open model anew as its file stores it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Named variants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules that were kept under a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the rules under a name…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename this variant…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last that matches decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move this rule up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last change of the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules, the last that matches decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scheme of a new rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first rule: what every matrix of the layers gets that no other rule decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression over the names of matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A regular expression over the whole name, as blk.3.ffn_down.weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules within a budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measures what each scheme on each matrix alone does to the next tokens, then chooses the assignment with the least sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>rule, what is wrong with it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rules: every matrix stays as the file stores it. Choose a scheme here for all layers, or one for a matrix of the map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Together %1, %2 a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, changed</source>
        <comment>a variant</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: %1, %2, %3 a weight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only Glasshouse opens it: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::ScrubBar</name>
    <message>
        <source>One step back (comma)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step on (full stop)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the newest step again (End)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every panel follows the newest step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The oldest step that is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step that all panels show. The engine goes on meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold the clock at this step (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play on from this step (Space)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::ScrubTrack</name>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt; · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::SourceEditor</name>
    <message>
        <source>Source of the chat template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jinja. Ctrl+Enter applies it, Tab leaves the field.</source>
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
    <message>
        <source>; the clock stands at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the clock: step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the clock to step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected: step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the machine&apos;s limit: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit %1, above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; from step %1 on: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first step of %1</source>
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
    <message>
        <source>%1 of this machine&apos;s limit, %2</source>
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
        <source>How long every step took, and with what.</source>
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
    <message>
        <source>A step is one pass through the model. Prefill reads the prompt, many tokens at once: its time goes into arithmetic. Decode writes one token of each running reply: its time goes into reading all weights and the cache. Sampling picks the token, rest is planning and bookkeeping.

The wheel zooms, dragging moves, a double click shows all steps. Click a bar (or use the arrow keys) to see its time by layer, hold Shift and drag for a run of steps. While the clock is scrubbed back, later steps are faded and the figures at the right are those up to then. Very long steps are cut off and labelled; the menu of the right button shows them whole, and copies and saves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model and send a message: this shows how long each of its steps takes, and with what.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes of weights and cache read, over the time of the forward pass: derived. The dashed line is what a plain read on this machine reaches, measured while nothing ran</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations over the time of the forward pass: derived. The limit is what this machine&apos;s fastest multiplications reach, measured while nothing ran</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TemplateView</name>
    <message>
        <source>Template to begin with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts another template into the editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used from the next message on, and kept for this model (Ctrl+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of the prompt that this template writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An empty template writes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 carries no chat template. Choose one of the named templates above, or write one here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s own is in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edited by you, in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None is in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is here is not applied yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no prompt until the template can be rendered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here the prompt appears, as text and ids.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as it was before the error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a sample conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the system prompt stands in the first message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts the template that is in use back into the editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest message is not in this prompt: the model would not read it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TensorPage</name>
    <message>
        <source>Choose a cell of the map, or a line of the table, to see that matrix.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean of all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows with the largest error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scheme for a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use for a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for this matrix alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for the same part of every layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule for every matrix of this layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · stored as %2</source>
        <comment>shape of a matrix, type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of all weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the weights…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bars: weights by value, on a logarithmic axis. This scheme has no fixed levels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bars: weights by value, on a logarithmic axis. Lines: the levels of the group with the largest weight.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TensorTable</name>
    <message>
        <source>Matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokenFlow</name>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokenSide</name>
    <message>
        <source>%1: no layer departs</source>
        <comment>letter of a variant</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: from layer %2 on</source>
        <comment>letter of a variant</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token %1: “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position %1; accent: the reference’s token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tokens so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a token for its candidates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Departs (error over %1): %2</source>
        <comment>threshold, letters with layers</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokenStrip</name>
    <message>
        <source>Probability and entropy along the tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bits</source>
        <comment>axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read, not drawn: not computed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokensPanel</name>
    <message>
        <source>No model is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model and send a message: this shows its tokens and what else could have been written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tokens yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a message: this shows how the template, the text and the token ids belong together, and what else could have been written at each position.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which conversation&apos;s tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model really reads and writes: tokens, and how sure it was of each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected or running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written by the chat template: roles and markers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written by a person, a file or an earlier reply: never a marker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written by the model, one token a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Special</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A token with a meaning of its own: the beginning or the end of a turn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the token that was drawn: after bias and penalties, before the filters, at temperature 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How undecided the model was, in bits: one bit more, twice as many equally likely tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy ids of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy %1 as a Python list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy text of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all ids</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all as a Python list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy all text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model reads numbers. The chat template puts markers around what you write, the tokenizer cuts the result into tokens, and each token is an id. The three rows belong together: who wrote it, the text, the id. Special tokens stand in boxes; a marker that you type yourself stays plain text.

At each position the model gives every token a probability. The bar under a written token, and in the strip, is the probability of the one that was drawn; the dark mark is the entropy in bits: how undecided the model was. Both are measured after bias and penalties, before the sampler&apos;s filters, at temperature 1. The prompt is only read, so it has no probabilities.

Choose a token, with the mouse or the arrow keys, to see its candidates and what the filters removed. Enter goes to the candidates; choosing one there continues the reply from it in a branch of its own.

Tokens that a windowed layer no longer sees, or that have no room in the context, are faded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At step %1 this conversation had no token yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The view Template has the template itself: change it, and the prompt of this conversation changes beside it. Apply uses it from the next message on and keeps it for this model; Revert goes back to the model&apos;s own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The template itself, to be edited, and what it makes of this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Template, edited</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::TrafficForm</name>
    <message>
        <source>all of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evenly from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half up to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every one has this many tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every length between the two is as likely</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of them have up to this many tokens, a few far more, none more than the most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: how lengths are spread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: most tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most </source>
        <comment>before a number of tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synthetic traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the settings of the traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests of random tokens, to fill the engine. Nothing of them goes into your chats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How requests arrive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So many requests are there at any time: as one ends, the next comes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So many come a second on average, unevenly, whatever becomes of those before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the prompts that begin alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens with which they begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first </source>
        <comment>before a number of tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of the traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same seed gives the same requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most tokens are fewer than those that half of them have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The longest request would hold %1, the context of this model holds %2. Make prompts, replies or the common beginning shorter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sent, %2 done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 held back: the queue is full</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::VariantTable</name>
    <message>
        <source>Variants side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KL max</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache</source>
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
<context>
    <name>gh::widgets::WeightHistogram</name>
    <message>
        <source>Weights by value, with the levels of the scheme</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3, %n level(s)</source>
        <translation>
            <numerusform>%1: from %2 to %3, %n level</numerusform>
            <numerusform>%1: from %2 to %3, %n levels</numerusform>
        </translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n weight(s)&lt;/b&gt;&lt;br&gt;from %1 to %2</source>
        <translation>
            <numerusform>&lt;b&gt;%n weight&lt;/b&gt;&lt;br&gt;from %1 to %2</numerusform>
            <numerusform>&lt;b&gt;%n weights&lt;/b&gt;&lt;br&gt;from %1 to %2</numerusform>
        </translation>
    </message>
    <message>
        <source>nearest level: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>gh::widgets::WorkBar</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>share done, what now</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
