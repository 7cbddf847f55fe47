<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="bg_BG">
<context>
    <name>Actions</name>
    <message>
        <source>Chat</source>
        <translation>Разговор</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модел</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Двигател</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Отиване</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Изглед</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Работно пространство</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Панели</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Език</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Помощ</translation>
    </message>
    <message>
        <source>Float or dock</source>
        <translation>Откачане или закачане</translation>
    </message>
</context>
<context>
    <name>AttachmentText</name>
    <message>
        <source>a PDF document</source>
        <translation>документ PDF</translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation>изображение PNG</translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation>изображение JPEG</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>изображение GIF</translation>
    </message>
    <message>
        <source>a WebP picture</source>
        <translation>изображение WebP</translation>
    </message>
    <message>
        <source>a ZIP archive or an office document</source>
        <translation>архив ZIP или офис документ</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>архив gzip</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>програма</translation>
    </message>
    <message>
        <source>a model (GGUF)</source>
        <translation>модел (GGUF)</translation>
    </message>
    <message>
        <source>a database (SQLite)</source>
        <translation>база от данни (SQLite)</translation>
    </message>
    <message>
        <source>a sound file (MP3)</source>
        <translation>звуков файл (MP3)</translation>
    </message>
    <message>
        <source>a video or sound file (MP4)</source>
        <translation>видео или звуков файл (MP4)</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Файлът е празен.</translation>
    </message>
    <message>
        <source>It is %1; only text goes into a message.</source>
        <translation>Това е %1; в съобщение се поставя само текст.</translation>
    </message>
    <message>
        <source>It is UTF-16 text. Save it as UTF-8 and attach it again.</source>
        <translation>Текстът е в UTF-16. Запишете го като UTF-8 и го прикачете отново.</translation>
    </message>
    <message>
        <source>It holds a zero byte at position %1, so it is no text.</source>
        <translation>На позиция %1 има нулев байт, значи това не е текст.</translation>
    </message>
    <message>
        <source>It is not UTF-8: byte 0x%1 at position %2. Save it as UTF-8 and attach it again.</source>
        <translation>Не е UTF-8: байт 0x%1 на позиция %2. Запишете файла като UTF-8 и го прикачете отново.</translation>
    </message>
    <message>
        <source>It is a folder. Attach the files in it.</source>
        <translation>Това е папка. Прикачете файловете в нея.</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>Не може да се прочете: %1.</translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <translation>не е обикновен файл</translation>
    </message>
    <message>
        <source>It holds %1; at most %2 go into a message.</source>
        <translation>Съдържа %1; в съобщение се побират най-много %2.</translation>
    </message>
</context>
<context>
    <name>BlockDetail</name>
    <message>
        <source>Block %1</source>
        <translation>Блок %1</translation>
    </message>
    <message>
        <source>%1 of %2 filled</source>
        <translation>запълнени %1 от %2</translation>
    </message>
    <message>
        <source>1 reference</source>
        <translation>1 препратка</translation>
    </message>
    <message>
        <source>%1 references</source>
        <translation>%1 препратки</translation>
    </message>
    <message>
        <source>free</source>
        <translation>свободен</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>кеширан</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>зает</translation>
    </message>
    <message>
        <source>no owner</source>
        <translation>без собственик</translation>
    </message>
    <message>
        <source>tokens %1</source>
        <translation>токени %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>стъпка %1</translation>
    </message>
    <message>
        <source>steps %1</source>
        <translation>стъпки %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>токен %1</translation>
    </message>
    <message>
        <source>text no longer kept</source>
        <translation>текстът вече не се пази</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>reusable</source>
        <translation>за повторна употреба</translation>
    </message>
    <message>
        <source>Hash chain, place %1: %2 → %3</source>
        <translation>Верига от хешове, място %1: %2 → %3</translation>
    </message>
    <message>
        <source>no hash until it is full</source>
        <translation>няма хеш, докато не се запълни</translation>
    </message>
</context>
<context>
    <name>CacheFacts</name>
    <message>
        <source>Window %1</source>
        <translation>Прозорец %1</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Пълно</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 in %2 sequences → %3</source>
        <translation>%1 в %2 последователности → %3</translation>
    </message>
    <message>
        <source>%1 in %2 sequences → %3 − %4 shared</source>
        <translation>%1 в %2 последователности → %3 − %4 общи</translation>
    </message>
    <message>
        <source>%1 → %3</source>
        <translation>%1 → %3</translation>
    </message>
    <message>
        <source>%1 × %2 × %3 = %4</source>
        <translation>%1 × %2 × %3 = %4</translation>
    </message>
</context>
<context>
    <name>ChatItemText</name>
    <message>
        <source>Copy this reply</source>
        <translation>Копиране на отговора</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>Копиране на кода</translation>
    </message>
    <message>
        <source>No reply yet</source>
        <translation>Още няма отговор</translation>
    </message>
    <message>
        <source>Get a reply</source>
        <translation>Искане на отговор</translation>
    </message>
    <message>
        <source>Copy this message</source>
        <translation>Копиране на съобщението</translation>
    </message>
    <message>
        <source>Write this reply again; this one stays as a branch</source>
        <translation>Нов вариант на отговора; сегашният остава като клон</translation>
    </message>
    <message>
        <source>Continue this reply</source>
        <translation>Продължаване на отговора</translation>
    </message>
    <message>
        <source>Edit and send again; this one stays as a branch</source>
        <translation>Редактиране и ново изпращане; сегашното остава като клон</translation>
    </message>
    <message>
        <source>The branch before</source>
        <translation>Предишен клон</translation>
    </message>
    <message>
        <source>The next branch</source>
        <translation>Следващ клон</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Още</translation>
    </message>
    <message>
        <source>Fold or unfold what the model thought</source>
        <translation>Свиване или разгъване на мислите на модела</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>Показване на %1</translation>
    </message>
    <message>
        <source>Thinking: %1 so far</source>
        <translation>Мисли: дотук %1</translation>
    </message>
    <message>
        <source>Thought for %1</source>
        <translation>Мислил: %1</translation>
    </message>
    <message>
        <source>Reply: </source>
        <translation>Отговор: </translation>
    </message>
    <message>
        <source>System prompt: </source>
        <translation>Системна подкана: </translation>
    </message>
    <message>
        <source>You: </source>
        <translation>Вие: </translation>
    </message>
    <message>
        <source>File %1. </source>
        <translation>Файл %1. </translation>
    </message>
    <message>
        <source>Branch %1 of %2</source>
        <translation>Клон %1 от %2</translation>
    </message>
    <message>
        <source>No longer in the prompt. </source>
        <translation>Вече не е в подканата. </translation>
    </message>
</context>
<context>
    <name>ComparePanel</name>
    <message>
        <source>&lt;b&gt;%1: “%2”&lt;/b&gt;</source>
        <translation>&lt;b&gt;%1: „%2“&lt;/b&gt;</translation>
    </message>
    <message>
        <source>the reference’s choice, position %1</source>
        <translation>изборът на еталона, позиция %1</translation>
    </message>
    <message>
        <source>behind the split: the texts are not the same any more</source>
        <translation>след раздялата: текстовете вече не са еднакви</translation>
    </message>
    <message>
        <source>another choice than the reference’s “%1”</source>
        <translation>друг избор вместо „%1“ на еталона</translation>
    </message>
    <message>
        <source>KL to it %1 nats, back %2</source>
        <translation>KL спрямо него %1 nat, обратно %2</translation>
    </message>
    <message>
        <source>gives the reference’s token %1, rank %2</source>
        <translation>дава на токена на еталона %1, място %2</translation>
    </message>
    <message>
        <source>departs from layer %1 on</source>
        <translation>отклонява се от слой %1 нататък</translation>
    </message>
    <message>
        <source>weights %1 (%2), %3 bits each</source>
        <translation>тегла %1 (%2), по %3 бита</translation>
    </message>
    <message>
        <source>cache: predicted %1, allocated %2, reserved %3</source>
        <translation>кеш: предвидени %1, заделени %2, резервирани %3</translation>
    </message>
    <message>
        <source>%1 a step, the median: %2</source>
        <translation>%1 на стъпка, медианата: %2</translation>
    </message>
    <message>
        <source>%1 of %2 choices as the reference’s</source>
        <translation>%1 от %2 избора са като на еталона</translation>
    </message>
    <message>
        <source>KL mean %1, largest %2 nats</source>
        <translation>KL средно %1, най-голямо %2 nat</translation>
    </message>
    <message>
        <source>leaves the reference’s text at token %1</source>
        <translation>отделя се от текста на еталона при токен %1</translation>
    </message>
</context>
<context>
    <name>ConversationFiles</name>
    <message>
        <source>an object was expected</source>
        <translation>очаква се обект</translation>
    </message>
    <message>
        <source>its role is “%1”; system, user or assistant was expected</source>
        <translation>ролята му е „%1“; очаква се system, user или assistant</translation>
    </message>
    <message>
        <source>its “content” is not a text</source>
        <translation>полето му „content“ не е текст</translation>
    </message>
    <message>
        <source>one of its ids is not a token id</source>
        <translation>един от идентификаторите му не е на токен</translation>
    </message>
    <message>
        <source>It is no JSON: %1 at byte %2.</source>
        <translation>Не е JSON: %1 при байт %2.</translation>
    </message>
    <message>
        <source>It was written by a newer Glasshouse: format %1, this one reads up to %2.</source>
        <translation>Записано е от по-нов Glasshouse: формат %1, а този чете до %2.</translation>
    </message>
    <message>
        <source>It has no messages: a list “messages” with “role” and “content” was expected.</source>
        <translation>Няма съобщения: очаква се списък „messages“ с полета „role“ и „content“.</translation>
    </message>
    <message>
        <source>its parent %1 is not before it</source>
        <translation>предшественикът му %1 не стои преди него</translation>
    </message>
    <message>
        <source>Message %1: %2.</source>
        <translation>Съобщение %1: %2.</translation>
    </message>
    <message>
        <source>It is neither JSON nor Markdown: its bytes are no UTF-8 text.</source>
        <translation>Не е нито JSON, нито Markdown: байтовете му не са текст в UTF-8.</translation>
    </message>
</context>
<context>
    <name>ConversationMarkdown</name>
    <message>
        <source>System prompt</source>
        <translation>Системна подкана</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Вие</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Система</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Отговор</translation>
    </message>
    <message>
        <source>Reply of %1</source>
        <translation>Отговор от %1</translation>
    </message>
    <message>
        <source>No message begins in it. A file that Glasshouse exported was expected: JSON, or Markdown with a line “%1” before each message.</source>
        <translation>В него не започва нито едно съобщение. Очаква се файл, експортиран от Glasshouse: JSON или Markdown с ред „%1“ пред всяко съобщение.</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>Today</source>
        <translation>Днес</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Вчера</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>Предишните 7 дни</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>month and year</comment>
        <translation>%1 %2 г.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>Draft: %1</source>
        <translation>Чернова: %1</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>The file cannot be opened</source>
        <translation>Файлът не може да се отвори</translation>
    </message>
    <message>
        <source>The file is cut off or damaged</source>
        <translation>Файлът е прекъснат или повреден</translation>
    </message>
    <message>
        <source>A download may have ended early. Fetch the file again.</source>
        <translation>Може би изтеглянето е спряло преди края. Изтеглете файла отново.</translation>
    </message>
    <message>
        <source>This model is of a kind that Glasshouse does not know yet</source>
        <translation>Модел от вид, който Glasshouse още не познава</translation>
    </message>
    <message>
        <source>Choose another model; the details say what is not supported.</source>
        <translation>Изберете друг модел; в подробностите пише какво не се поддържа.</translation>
    </message>
    <message>
        <source>This should not happen. The log says more.</source>
        <translation>Това не би трябвало да се случва. В дневника пише повече.</translation>
    </message>
    <message>
        <source>The file is not there</source>
        <translation>Файлът го няма</translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted, or its disk is not connected. Choose it again.</source>
        <translation>Може да е преместен, преименуван или изтрит или дискът му да не е свързан. Изберете го отново.</translation>
    </message>
    <message>
        <source>The file may not be read</source>
        <translation>Файлът няма разрешение за четене</translation>
    </message>
    <message>
        <source>Its permissions forbid it. Change them, or choose another file.</source>
        <translation>Правата му не го позволяват. Променете ги или изберете друг файл.</translation>
    </message>
    <message>
        <source>It is a folder. Choose a model file in it.</source>
        <translation>Това е папка. Изберете файл с модел в нея.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Изберете друг файл.</translation>
    </message>
    <message>
        <source>The file is no model in the GGUF format</source>
        <translation>Файлът не е модел във формат GGUF</translation>
    </message>
    <message>
        <source>The file is damaged or is no model</source>
        <translation>Файлът е повреден или не е модел</translation>
    </message>
    <message>
        <source>Fetch it again, or choose another file.</source>
        <translation>Изтеглете го отново или изберете друг файл.</translation>
    </message>
    <message>
        <source>Choose a model of another family; the details name those that are supported.</source>
        <translation>Изберете модел от друго семейство; в подробностите са изброени поддържаните.</translation>
    </message>
    <message>
        <source>The weights are stored in a type that Glasshouse does not know yet</source>
        <translation>Теглата са записани в тип, който Glasshouse още не познава</translation>
    </message>
    <message>
        <source>Choose the same model in another quantization.</source>
        <translation>Изберете същия модел с друго квантуване.</translation>
    </message>
    <message>
        <source>Glasshouse does not know this model&apos;s tokenizer</source>
        <translation>Glasshouse не познава токенизатора на този модел</translation>
    </message>
    <message>
        <source>The model does not fit in memory</source>
        <translation>Моделът не се побира в паметта</translation>
    </message>
    <message>
        <source>Close other programs, choose a smaller model, or set a shorter context in the settings.</source>
        <translation>Затворете други програми, изберете по-малък модел или задайте по-къс контекст в настройките.</translation>
    </message>
    <message>
        <source>The model&apos;s chat template cannot be used</source>
        <translation>Шаблонът за разговор на модела не може да се използва</translation>
    </message>
    <message>
        <source>The model could not be opened</source>
        <translation>Моделът не можа да се отвори</translation>
    </message>
    <message>
        <source>This chat is too long for the context</source>
        <translation>Разговорът е твърде дълъг за контекста</translation>
    </message>
    <message>
        <source>The cache has no room left</source>
        <translation>В кеша няма повече място</translation>
    </message>
    <message>
        <source>Other replies hold all of it. What was written is kept; try again when they are done.</source>
        <translation>Целият е зает от други отговори. Написаното е запазено; опитайте отново, когато те свършат.</translation>
    </message>
    <message>
        <source>There was not enough memory</source>
        <translation>Паметта не стигна</translation>
    </message>
    <message>
        <source>Close other programs or open the model with a shorter context, then try again.</source>
        <translation>Затворете други програми или отворете модела с по-къс контекст, после опитайте отново.</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model and try again.</source>
        <translation>Отворете модел и опитайте отново.</translation>
    </message>
    <message>
        <source>There is nothing to answer</source>
        <translation>Няма на какво да се отговори</translation>
    </message>
    <message>
        <source>Write something first.</source>
        <translation>Първо напишете нещо.</translation>
    </message>
    <message>
        <source>This reply is another model&apos;s</source>
        <translation>Отговорът е от друг модел</translation>
    </message>
    <message>
        <source>Its tokens mean nothing to the model that is open. Write it again.</source>
        <translation>Токените му не значат нищо за отворения модел. Поискайте отговора наново.</translation>
    </message>
    <message>
        <source>The chat template could not be filled in</source>
        <translation>Шаблонът за разговор не можа да се попълни</translation>
    </message>
    <message>
        <source>Choose another template or model.</source>
        <translation>Изберете друг шаблон или модел.</translation>
    </message>
    <message>
        <source>The reply failed</source>
        <translation>Отговорът е неуспешен</translation>
    </message>
    <message>
        <source>Details: %1</source>
        <translation>Подробности: %1</translation>
    </message>
    <message>
        <source>The model&apos;s own chat template could not be filled in.</source>
        <translation>Собственият шаблон за разговор на модела не можа да се попълни.</translation>
    </message>
    <message>
        <source>A file of the model is missing</source>
        <translation>Липсва файл на модела</translation>
    </message>
    <message>
        <source>The files do not belong to one model</source>
        <translation>Файловете не са на един и същ модел</translation>
    </message>
    <message>
        <source>Fetch the file that the details name again, from where the others came.</source>
        <translation>Изтеглете наново файла, който подробностите назовават, оттам, откъдето са другите.</translation>
    </message>
    <message>
        <source>The folder holds no model</source>
        <translation>В папката няма модел</translation>
    </message>
    <message>
        <source>Choose a GGUF file in it, or a folder with config.json, tokenizer.json and safetensors files.</source>
        <translation>Изберете файл GGUF в нея или папка с config.json, tokenizer.json и файлове safetensors.</translation>
    </message>
    <message>
        <source>The file holds weights only, not the whole model</source>
        <translation>Във файла са само теглата, не целият модел</translation>
    </message>
    <message>
        <source>Fetch the model&apos;s config.json and tokenizer.json into the same folder and open that, or take the same model as a GGUF file.</source>
        <translation>Изтеглете config.json и tokenizer.json на модела в същата папка и отворете нея или вземете същия модел като файл GGUF.</translation>
    </message>
    <message>
        <source>All parts must lie in one folder under their own names. The details name the one that is missing: fetch it too.</source>
        <translation>Всички части трябва да са в една папка под собствените си имена. Подробностите казват коя липсва: изтеглете и нея.</translation>
    </message>
    <message>
        <source>The folder has no weights that can be read</source>
        <translation>В папката няма тегла, които да се четат</translation>
    </message>
    <message>
        <source>Fetch the model&apos;s safetensors files into it, or take the same model as a GGUF file.</source>
        <translation>Изтеглете в нея файловете safetensors на модела или вземете същия модел като файл GGUF.</translation>
    </message>
    <message>
        <source>Weights in several files come with an index that says what lies where. Fetch it too.</source>
        <translation>Тегла в няколко файла вървят с указател кое къде е. Изтеглете и него.</translation>
    </message>
    <message>
        <source>The model&apos;s tokenizer is missing</source>
        <translation>Токенизаторът на модела липсва</translation>
    </message>
    <message>
        <source>Fetch its tokenizer.json into the folder; the details say how to make one of older files.</source>
        <translation>Изтеглете неговия tokenizer.json в папката; подробностите казват как се прави от по-стари файлове.</translation>
    </message>
    <message>
        <source>Glasshouse opens GGUF files and folders with safetensors. Most models can be had in one of them.</source>
        <translation>Glasshouse отваря файлове GGUF и папки със safetensors. Повечето модели ги има в единия от двата вида.</translation>
    </message>
    <message>
        <source>A part of the model was renamed</source>
        <translation>Част от модела е преименувана</translation>
    </message>
    <message>
        <source>Parts find each other by their names. The details say what this one must be called.</source>
        <translation>Частите се намират по имената си. Подробностите казват как трябва да се казва тази.</translation>
    </message>
    <message>
        <source>A file of the model is cut off or damaged</source>
        <translation>Файл на модела е отрязан или повреден</translation>
    </message>
    <message>
        <source>Quantized safetensors cannot be opened</source>
        <translation>Квантувани safetensors не могат да се отворят</translation>
    </message>
    <message>
        <source>Fetch the model in 16 or 32 bits, or the quantized one as a GGUF file.</source>
        <translation>Изтеглете модела в 16 или 32 бита или квантувания като файл GGUF.</translation>
    </message>
    <message>
        <source>Shorten the message or begin a new chat.</source>
        <translation>Скъсете съобщението или започнете нов разговор.</translation>
    </message>
</context>
<context>
    <name>Lab</name>
    <message>
        <source>With and without a cache</source>
        <translation>Със и без кеш</translation>
    </message>
    <message>
        <source>Without a cache every new token makes the model read all tokens before it again, so the work of a step grows with the context, that of a whole reply with its square, and the scores of attention with the cube. With a cache a step computes one token and only looks back. Multiplications are counted, not only timed, and the results of both ways are compared bit by bit. The last plot draws the tiles of attention: only one is alive at a time, so the large square of scores is never written.</source>
        <translation>Без кеш всеки нов токен кара модела да прочете отново всички преди него: работата на една стъпка расте с контекста, тази на цял отговор – с квадрата му, а оценките на вниманието – с куба. С кеш стъпката изчислява един токен и само поглежда назад. Умноженията се броят, не само се мери времето им, а резултатите от двата начина се сравняват бит по бит. Последната графика чертае плочките на вниманието: във всеки миг е жива само една, затова големият квадрат от оценки не се записва никога.</translation>
    </message>
    <message>
        <source>Reading and writing</source>
        <translation>Четене и писане</translation>
    </message>
    <message>
        <source>Reading a prompt handles many tokens with each weight it fetches, so it is the arithmetic that limits it. Writing handles one token with each weight, so it is the memory. The roofline shows both: to the left the slope of what the memory delivers, to the right the flat roof of what the processor computes; both limits were measured on this machine just before.</source>
        <translation>При четене на подкана всяко донесено тегло обслужва много токени, затова границата е аритметиката. При писане всяко тегло обслужва един токен, затова границата е паметта. Графиката „покрив“ показва и двете: отляво склона на това, което паметта доставя, отдясно равния покрив на това, което процесорът смята; и двете граници са измерени на тази машина непосредствено преди това.</translation>
    </message>
    <message>
        <source>How large the cache gets</source>
        <translation>Колко голям става кешът</translation>
    </message>
    <message>
        <source>Two numbers for every token, head value and layer: that is all the cache holds, and it can be computed before anything is allocated. Only the tokens that are resident count, not how they are spread over users. Sharing key and value heads among query heads makes it smaller by exactly that factor.</source>
        <translation>По две числа за всеки токен, стойност на глава и слой: това е всичко в кеша и може да се пресметне, преди да е заделено каквото и да е. Важни са само токените, които са в него, а не как са разпределени между потребителите. Когато няколко глави на заявките делят една глава на ключове и стойности, кешът намалява точно толкова пъти.</translation>
    </message>
    <message>
        <source>How many at once</source>
        <translation>Колко наведнъж</translation>
    </message>
    <message>
        <source>A step reads all weights once, for one request or for many. Up to the knee another request costs almost nothing; beyond it the arithmetic is the limit, so that every further request makes all others wait and buys little. The knee is the least batch with 90 % of the best throughput.</source>
        <translation>Стъпката прочита всички тегла веднъж – за една заявка или за много. До коляното още една заявка не струва почти нищо; след него границата е аритметиката и всяка следваща заявка кара останалите да чакат, а носи малко. Коляното е най-малката партида с 90 % от най-добрата пропускателна способност.</translation>
    </message>
    <message>
        <source>Static and continuous batching</source>
        <translation>Статично и непрекъснато групиране</translation>
    </message>
    <message>
        <source>A static batch returns when its longest reply is finished: the places of the finished ones compute padding, and who comes late waits for the whole batch. Continuous batching fills a place as soon as it is free. The same requests run under both, really on the engine and simulated at the cost of a step measured just before.</source>
        <translation>Статичната партида се връща, когато завърши най-дългият ѝ отговор: местата на завършилите смятат пълнеж, а дошлият по-късно чака цялата партида. Непрекъснатото групиране запълва мястото веднага щом се освободи. Едни и същи заявки минават и по двата начина – наистина в двигателя и симулирани с цената на стъпката, измерена непосредствено преди това.</translation>
    </message>
    <message>
        <source>What paging saves</source>
        <translation>Какво пестят блоковете</translation>
    </message>
    <message>
        <source>Who reserves the longest context for each request pays for tokens that are never written. Blocks are taken as they fill, so a request wastes part of one block at most, and requests that begin alike share the blocks of what they have in common. What is saved is room for more requests.</source>
        <translation>Който заделя най-дългия контекст за всяка заявка, плаща за токени, които няма да бъдат написани. Блоковете се взимат с пълненето, затова една заявка хаби най-много част от един блок, а заявки с еднакво начало делят блоковете на общото. Спестеното е място за още заявки.</translation>
    </message>
    <message>
        <source>first steps that really run both ways, one after another</source>
        <translation>първи стъпки, изпълнени наистина и по двата начина, една след друга</translation>
    </message>
    <message>
        <source>contexts of one head alone</source>
        <translation>контексти на една глава сама</translation>
    </message>
    <message>
        <source>prompt lengths to read</source>
        <translation>дължини на подканите за четене</translation>
    </message>
    <message>
        <source>tokens in the cache while one more is written</source>
        <translation>токени в кеша, докато се пише още един</translation>
    </message>
    <message>
        <source>decode steps at each context</source>
        <translation>стъпки на писане при всеки контекст</translation>
    </message>
    <message>
        <source>repeated runs, for the spread</source>
        <translation>повторения, за разсейването</translation>
    </message>
    <message>
        <source>users of each shape</source>
        <translation>потребители във всяка форма</translation>
    </message>
    <message>
        <source>tokens of each user, one for each shape</source>
        <translation>токени на всеки потребител, по едно число за форма</translation>
    </message>
    <message>
        <source>tokens of one user, for the growth</source>
        <translation>токени на един потребител, за растежа</translation>
    </message>
    <message>
        <source>sequences decoded together</source>
        <translation>последователности, писани заедно</translation>
    </message>
    <message>
        <source>tokens in each sequence before</source>
        <translation>токени във всяка последователност преди това</translation>
    </message>
    <message>
        <source>decode steps of a run</source>
        <translation>стъпки на писане в едно изпълнение</translation>
    </message>
    <message>
        <source>requests that run at once</source>
        <translation>заявки, които вървят наведнъж</translation>
    </message>
    <message>
        <source>tokens of each prompt</source>
        <translation>токени на всяка подкана</translation>
    </message>
    <message>
        <source>Poisson arrivals, as a share of what continuous batching can carry</source>
        <translation>поасонови пристигания като дял от това, което непрекъснатото групиране носи</translation>
    </message>
    <message>
        <source>tokens of each prompt of its own</source>
        <translation>собствени токени на всяка подкана</translation>
    </message>
    <message>
        <source>tokens that all prompts begin with</source>
        <translation>токени, с които започват всички подкани</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Пропускателна способност</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Време на стъпка</translation>
    </message>
    <message>
        <source>Reading: ms a token</source>
        <translation>Четене: ms на токен</translation>
    </message>
    <message>
        <source>Writing: ms a token</source>
        <translation>Писане: ms на токен</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Покрив</translation>
    </message>
    <message>
        <source>Share of the binding limit</source>
        <translation>Дял от ограничаващата граница</translation>
    </message>
    <message>
        <source>Cache by users x tokens</source>
        <translation>Кеш по потребители × токени</translation>
    </message>
    <message>
        <source>Cache of one user</source>
        <translation>Кеш на един потребител</translation>
    </message>
    <message>
        <source>A step of the whole model</source>
        <translation>Стъпка на целия модел</translation>
    </message>
    <message>
        <source>Multiply-accumulates of a step</source>
        <translation>Умножения със събиране в стъпка</translation>
    </message>
    <message>
        <source>All steps up to a context</source>
        <translation>Всички стъпки до даден контекст</translation>
    </message>
    <message>
        <source>Multiply-accumulates of all steps</source>
        <translation>Умножения със събиране във всички стъпки</translation>
    </message>
    <message>
        <source>One attention head of 64 alone: a step</source>
        <translation>Една глава на вниманието (64) сама: стъпка</translation>
    </message>
    <message>
        <source>One attention head of 64 alone: multiply-accumulates</source>
        <translation>Една глава на вниманието (64) сама: умножения със събиране</translation>
    </message>
    <message>
        <source>Scores of one head</source>
        <translation>Оценки на една глава</translation>
    </message>
    <message>
        <source>Most memory of a step: keys and values, activations</source>
        <translation>Най-много памет в стъпка: ключове и стойности, активации</translation>
    </message>
    <message>
        <source>Tiles of attention, in the order in which they live</source>
        <translation>Плочки на вниманието по реда, в който живеят</translation>
    </message>
    <message>
        <source>Requests that have returned</source>
        <translation>Върнати заявки</translation>
    </message>
    <message>
        <source>Share of the requests returned within a latency</source>
        <translation>Дял на заявките, върнати в рамките на закъснение</translation>
    </message>
    <message>
        <source>Measured cost of a step</source>
        <translation>Измерена цена на стъпка</translation>
    </message>
    <message>
        <source>Cache over the steps</source>
        <translation>Кеш по стъпки</translation>
    </message>
    <message>
        <source>context</source>
        <translation>контекст</translation>
    </message>
    <message>
        <source>step</source>
        <translation>стъпка</translation>
    </message>
    <message>
        <source>multiply-accumulates</source>
        <translation>умножения със събиране</translation>
    </message>
    <message>
        <source>time</source>
        <translation>време</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>оценки</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>памет</translation>
    </message>
    <message>
        <source>key</source>
        <translation>ключ</translation>
    </message>
    <message>
        <source>query</source>
        <translation>заявка</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>подкана</translation>
    </message>
    <message>
        <source>time a token</source>
        <translation>време на токен</translation>
    </message>
    <message>
        <source>intensity</source>
        <translation>интензивност</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>скорост</translation>
    </message>
    <message>
        <source>length</source>
        <translation>дължина</translation>
    </message>
    <message>
        <source>share</source>
        <translation>дял</translation>
    </message>
    <message>
        <source>users</source>
        <translation>потребители</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>кеш</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>партида</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>пропускателна способност</translation>
    </message>
    <message>
        <source>returned</source>
        <translation>върнати</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>закъснение</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>редове</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>токени</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>заявки</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>токена/s</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>байтове</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>стъпки</translation>
    </message>
    <message>
        <source>op/byte</source>
        <translation>операции/байт</translation>
    </message>
    <message>
        <source>op/s</source>
        <translation>операции/s</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>заявки/s</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>измерено</translation>
    </message>
    <message>
        <source>with cache</source>
        <translation>с кеш</translation>
    </message>
    <message>
        <source>without cache</source>
        <translation>без кеш</translation>
    </message>
    <message>
        <source>with cache, estimated</source>
        <translation>с кеш, оценка</translation>
    </message>
    <message>
        <source>without cache, estimated</source>
        <translation>без кеш, оценка</translation>
    </message>
    <message>
        <source>with cache, by formula</source>
        <translation>с кеш, по формула</translation>
    </message>
    <message>
        <source>without cache, by formula</source>
        <translation>без кеш, по формула</translation>
    </message>
    <message>
        <source>kept between steps</source>
        <translation>пазено между стъпките</translation>
    </message>
    <message>
        <source>n × n matrix</source>
        <translation>матрица n × n</translation>
    </message>
    <message>
        <source>one row</source>
        <translation>един ред</translation>
    </message>
    <message>
        <source>our tiles</source>
        <translation>нашите плочки</translation>
    </message>
    <message>
        <source>order</source>
        <translation>ред</translation>
    </message>
    <message>
        <source>memory limit</source>
        <translation>граница на паметта</translation>
    </message>
    <message>
        <source>compute limit</source>
        <translation>граница на изчисленията</translation>
    </message>
    <message>
        <source>memory floor</source>
        <translation>под на паметта</translation>
    </message>
    <message>
        <source>compute floor</source>
        <translation>под на изчисленията</translation>
    </message>
    <message>
        <source>memory roof</source>
        <translation>покрив на паметта</translation>
    </message>
    <message>
        <source>compute roof</source>
        <translation>покрив на изчисленията</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>четене</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>писане</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>предвидено</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>заделено</translation>
    </message>
    <message>
        <source>one for each query head, predicted</source>
        <translation>по една за всяка глава, предвидено</translation>
    </message>
    <message>
        <source>as the model has them, predicted</source>
        <translation>както е в модела, предвидено</translation>
    </message>
    <message>
        <source>one for all, predicted</source>
        <translation>една за всички, предвидено</translation>
    </message>
    <message>
        <source>one for each query head, allocated</source>
        <translation>по една за всяка глава, заделено</translation>
    </message>
    <message>
        <source>as the model has them, allocated</source>
        <translation>както е в модела, заделено</translation>
    </message>
    <message>
        <source>one for all, allocated</source>
        <translation>една за всички, заделено</translation>
    </message>
    <message>
        <source>all at once, static</source>
        <translation>всички наведнъж, статично</translation>
    </message>
    <message>
        <source>all at once, continuous</source>
        <translation>всички наведнъж, непрекъснато</translation>
    </message>
    <message>
        <source>Poisson, static</source>
        <translation>поасоново, статично</translation>
    </message>
    <message>
        <source>Poisson, continuous</source>
        <translation>поасоново, непрекъснато</translation>
    </message>
    <message>
        <source>blocks, allocated</source>
        <translation>блокове, заделено</translation>
    </message>
    <message>
        <source>blocks, written</source>
        <translation>блокове, написано</translation>
    </message>
    <message>
        <source>shared blocks, allocated</source>
        <translation>споделени блокове, заделено</translation>
    </message>
    <message>
        <source>shared blocks, written</source>
        <translation>споделени блокове, написано</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>резервирано</translation>
    </message>
    <message>
        <source>knee</source>
        <translation>коляно</translation>
    </message>
    <message>
        <source>at the knee</source>
        <translation>при коляното</translation>
    </message>
    <message>
        <source>best</source>
        <translation>най-добро</translation>
    </message>
    <message>
        <source>gain over one request</source>
        <translation>спрямо една заявка</translation>
    </message>
    <message>
        <source>time of a step against one request</source>
        <translation>време на стъпка спрямо една заявка</translation>
    </message>
    <message>
        <source>ridge</source>
        <translation>ръб на покрива</translation>
    </message>
    <message>
        <source>a token takes</source>
        <translation>един токен заема</translation>
    </message>
    <message>
        <source>smaller than with a head for each query head</source>
        <translation>по-малко от глава за всяка заявка</translation>
    </message>
    <message>
        <source>multiply-accumulates of the last step with cache</source>
        <translation>умножения в последната стъпка с кеш</translation>
    </message>
    <message>
        <source>without</source>
        <translation>без</translation>
    </message>
    <message>
        <source>memory with cache</source>
        <translation>памет с кеш</translation>
    </message>
    <message>
        <source>steps with equal logits</source>
        <translation>стъпки с равни логити</translation>
    </message>
    <message>
        <source>all at once: throughput, continuous against static</source>
        <translation>наведнъж: пропускателна способност, непрекъснато спрямо статично</translation>
    </message>
    <message>
        <source>all at once: mean latency, static against continuous</source>
        <translation>наведнъж: средно закъснение, статично спрямо непрекъснато</translation>
    </message>
    <message>
        <source>Poisson: mean latency, static against continuous</source>
        <translation>поасоново: средно закъснение, статично спрямо непрекъснато</translation>
    </message>
    <message>
        <source>largest error of the simulation</source>
        <translation>най-голяма грешка на симулацията</translation>
    </message>
    <message>
        <source>fit with reservations</source>
        <translation>побират се с резервации</translation>
    </message>
    <message>
        <source>fit with blocks</source>
        <translation>побират се с блокове</translation>
    </message>
    <message>
        <source>fit with shared blocks</source>
        <translation>побират се със споделени блокове</translation>
    </message>
    <message>
        <source>wasted by blocks</source>
        <translation>похабено от блокове</translation>
    </message>
    <message>
        <source>wasted by reservations</source>
        <translation>похабено от резервации</translation>
    </message>
    <message>
        <source>reading is limited by</source>
        <translation>четенето е ограничено от</translation>
    </message>
    <message>
        <source>writing is limited by</source>
        <translation>писането е ограничено от</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>аритметиката</translation>
    </message>
    <message>
        <source>predicted and allocated</source>
        <translation>предвидено и заделено</translation>
    </message>
    <message>
        <source>cache of the shapes</source>
        <translation>кеш на формите</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>равни</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>различни</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>логити</translation>
    </message>
    <message>
        <source>outputs of one head</source>
        <translation>изходи на една глава</translation>
    </message>
    <message>
        <source>multiplications</source>
        <translation>умножения</translation>
    </message>
    <message>
        <source>equal to the bit</source>
        <translation>равни до бит</translation>
    </message>
    <message>
        <source>counted as the formula says</source>
        <translation>толкова, колкото казва формулата</translation>
    </message>
    <message>
        <source>differ from the formula</source>
        <translation>различни от формулата</translation>
    </message>
    <message>
        <source>both ways</source>
        <translation>и по двата начина</translation>
    </message>
    <message>
        <source>decoding together</source>
        <translation>писане заедно</translation>
    </message>
    <message>
        <source>filling the caches</source>
        <translation>пълнене на кешовете</translation>
    </message>
    <message>
        <source>growth</source>
        <translation>растеж</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>зареждане на модела</translation>
    </message>
    <message>
        <source>longer contexts</source>
        <translation>по-дълги контексти</translation>
    </message>
    <message>
        <source>measuring the machine&apos;s limits</source>
        <translation>измерване на границите на машината</translation>
    </message>
    <message>
        <source>one attention head alone</source>
        <translation>една глава на вниманието сама</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>блокове</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>споделяне</translation>
    </message>
    <message>
        <source>cost of a step: before</source>
        <translation>цена на стъпката: преди</translation>
    </message>
    <message>
        <source>cost of a step: between</source>
        <translation>цена на стъпката: между</translation>
    </message>
    <message>
        <source>cost of a step: after</source>
        <translation>цена на стъпката: след</translation>
    </message>
    <message>
        <source>longer contexts, each way</source>
        <translation>по-дълги контексти, по двата начина</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>повторения</translation>
    </message>
    <message>
        <source>contexts</source>
        <translation>контексти</translation>
    </message>
    <message>
        <source>contexts of one head</source>
        <translation>контексти на една глава</translation>
    </message>
    <message>
        <source>prompts</source>
        <translation>подкани</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>партиди</translation>
    </message>
    <message>
        <source>slots</source>
        <translation>места</translation>
    </message>
    <message>
        <source>load</source>
        <translation>натоварване</translation>
    </message>
    <message>
        <source>all at once, static, simulated</source>
        <translation>наведнъж, статично, симулирано</translation>
    </message>
    <message>
        <source>all at once, continuous, simulated</source>
        <translation>наведнъж, непрекъснато, симулирано</translation>
    </message>
    <message>
        <source>Poisson, static, simulated</source>
        <translation>Поасон, статично, симулирано</translation>
    </message>
    <message>
        <source>Poisson, continuous, simulated</source>
        <translation>Поасон, непрекъснато, симулирано</translation>
    </message>
    <message>
        <source>mean latency</source>
        <translation>средно закъснение</translation>
    </message>
    <message>
        <source>p50 latency</source>
        <translation>закъснение p50</translation>
    </message>
    <message>
        <source>p95 latency</source>
        <translation>закъснение p95</translation>
    </message>
    <message>
        <source>p99 latency</source>
        <translation>закъснение p99</translation>
    </message>
    <message>
        <source>slot use</source>
        <translation>заетост на местата</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>пълнеж</translation>
    </message>
    <message>
        <source>padding, of all rows</source>
        <translation>пълнеж, от всички редове</translation>
    </message>
    <message>
        <source>error of the throughput</source>
        <translation>грешка на пропускателната способност</translation>
    </message>
    <message>
        <source>error of the mean latency</source>
        <translation>грешка на средното закъснение</translation>
    </message>
    <message>
        <source>not reached by batch %1</source>
        <translation>не е достигнато до партида от %1</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>машина</translation>
    </message>
    <message>
        <source>busy with other programs: times mean little</source>
        <translation>заета с други програми: времената не значат много</translation>
    </message>
</context>
<context>
    <name>LabRuns</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n нишка</numerusform>
            <numerusform>%n нишки</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>finding of a run</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>LinePlot</name>
    <message>
        <source>%1: %2 points, the last %3 at %4</source>
        <translation>%1: %2 точки, последната %3 при %4</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>axis: what, unit</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2 at %3</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;&lt;br&gt;%2 при %3</translation>
    </message>
    <message>
        <source>runs from %1 to %2</source>
        <translation>повторенията са от %1 до %2</translation>
    </message>
</context>
<context>
    <name>ModelPath</name>
    <message>
        <source>Models (%1)</source>
        <translation>Модели (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Всички файлове (*)</translation>
    </message>
</context>
<context>
    <name>ModelSight</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>още %n</numerusform>
            <numerusform>още %n</numerusform>
        </translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>иска %1</translation>
    </message>
    <message>
        <source>needs %1, %2 are free: it fits</source>
        <translation>иска %1, свободни са %2: побира се</translation>
    </message>
    <message>
        <source>needs %1, %2 are free: fits with at most %3</source>
        <translation>иска %1, свободни са %2: побира се с най-много %3</translation>
    </message>
    <message>
        <source>needs %1, %2 are free: it does not fit</source>
        <translation>иска %1, свободни са %2: не се побира</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n файл</numerusform>
            <numerusform>%n файла</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, of which %2 are used</source>
        <translation>%1, от които се ползват %2</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Файл</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модел</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 параметъра</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Записан в</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Строеж</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n глава</numerusform>
            <numerusform>%n глави</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 for keys and values</source>
        <translation>%1 за ключове и стойности</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Контекст</translation>
    </message>
    <message>
        <source>cache %1 a token</source>
        <translation>кеш %1 на токен</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Памет</translation>
    </message>
    <message>
        <source>Reading the header…</source>
        <translation>Чете се заглавката…</translation>
    </message>
    <message>
        <source>Its header was not read within %1 s: a slow disk or network? It can be opened all the same.</source>
        <translation>Заглавката му не се прочете за %1 s: бавен диск или мрежа? Може да се отвори и така.</translation>
    </message>
</context>
<context>
    <name>Panels</name>
    <message>
        <source>KV blocks</source>
        <translation>KV блокове</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Стъпки</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токени</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>Лаборатория</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Заявки</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Сравнение</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>Квантуване</translation>
    </message>
</context>
<context>
    <name>PlotExport</name>
    <message>
        <source>Save as %1</source>
        <translation>Запазване като %1</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Не е запазено</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder, or free some space.</source>
        <translation>%1 не може да се запише. Изберете друга папка или освободете място.</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Копиране на изображението</translation>
    </message>
    <message>
        <source>Copy numbers (CSV)</source>
        <translation>Копиране на числата (CSV)</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Запазване като PNG…</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>Запазване като SVG…</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Запазване като CSV…</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <comment>All other platforms</comment>
        <translation>папка</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>Избор на &amp;всичко</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>&amp;Нагоре</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>На&amp;долу</translation>
    </message>
</context>
<context>
    <name>QDialogButtonBox</name>
    <message>
        <source>OK</source>
        <translation>Добре</translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Float</source>
        <translation>Откачане</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Затваряне</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>Място:</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Назад</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Назад</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Напред</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>Напред</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>Горна папка</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>Към горната папка</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>Нова папка</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>Създаване на нова папка</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>Списък</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>Показване като списък</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>Подробно</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>Показване с подробности</translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation>Странична лента</translation>
    </message>
    <message>
        <source>List of places and bookmarks</source>
        <translation>Списък с места и отметки</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Файлове</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>Вид файлове:</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>Всички файлове (*)</translation>
    </message>
    <message>
        <source>Directories</source>
        <translation>Папки</translation>
    </message>
    <message>
        <source>Find Directory</source>
        <translation>Избор на папка</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Отваряне</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Запазване като</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Отваряне</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>Из&amp;бор</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Запазване</translation>
    </message>
    <message>
        <source>Show </source>
        <translation>Показване: </translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Преименуване</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Изтриване</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>Показване на &amp;скритите файлове</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>&amp;Нова папка</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>Нова папка</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Премахване</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>Папка:</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>И&amp;ме на файла:</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>Компютър</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>Последни места</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 вече съществува.
Да се замени ли?</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
Файлът не е намерен.
Проверете дали името е вярно.</translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation>%1
Папката не е намерена.
Проверете дали името е вярно.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is write protected.
Do you want to delete it anyway?</source>
        <translation>„%1“ е със забранен запис.
Да се изтрие ли въпреки това?</translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation>Да се изтрие ли „%1“?</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>Име</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Големина</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>Промяна</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Компютър</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>All other platforms</comment>
        <translation>Вид</translation>
    </message>
</context>
<context>
    <name>QIODevice</name>
    <message>
        <source>Permission denied</source>
        <translation>няма права за достъп</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>няма място на диска</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>няма такъв файл или папка</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>твърде много отворени файлове</translation>
    </message>
</context>
<context>
    <name>QJsonParseError</name>
    <message>
        <source>unterminated object</source>
        <translation>незавършен обект</translation>
    </message>
    <message>
        <source>missing name separator</source>
        <translation>липсва двоеточие след името</translation>
    </message>
    <message>
        <source>unterminated array</source>
        <translation>незавършен масив</translation>
    </message>
    <message>
        <source>missing value separator</source>
        <translation>липсва запетая между стойностите</translation>
    </message>
    <message>
        <source>illegal value</source>
        <translation>недопустима стойност</translation>
    </message>
    <message>
        <source>invalid termination by number</source>
        <translation>недопустим край с число</translation>
    </message>
    <message>
        <source>illegal number</source>
        <translation>недопустимо число</translation>
    </message>
    <message>
        <source>invalid escape sequence</source>
        <translation>недопустима екранирана поредица</translation>
    </message>
    <message>
        <source>invalid UTF8 string</source>
        <translation>низът не е UTF-8</translation>
    </message>
    <message>
        <source>unterminated string</source>
        <translation>незавършен низ</translation>
    </message>
    <message>
        <source>object is missing after a comma</source>
        <translation>липсва обект след запетая</translation>
    </message>
    <message>
        <source>too deeply nested document</source>
        <translation>твърде дълбоко вложен документ</translation>
    </message>
    <message>
        <source>too large document</source>
        <translation>твърде голям документ</translation>
    </message>
    <message>
        <source>garbage at the end of the document</source>
        <translation>излишък в края на документа</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Отмяна</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>Пов&amp;таряне</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Изрязване</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Копиране</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Поставяне</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Избор на всичко</translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>Show Details...</source>
        <translation>Подробности...</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>Без подробности...</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>Добре</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Запазване</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Отваряне</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Да</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Не</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Нов опит</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Пренебрегване</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Затваряне</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отказ</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Отхвърляне</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Помощ</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Прилагане</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Връщане</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>Стойности по подразбиране</translation>
    </message>
</context>
<context>
    <name>QSaveFile</name>
    <message>
        <source>Existing file %1 is not writable</source>
        <translation>в наличния файл %1 не може да се пише</translation>
    </message>
    <message>
        <source>Filename refers to a directory</source>
        <translation>това е име на папка</translation>
    </message>
    <message>
        <source>Writing canceled by application</source>
        <translation>записването е отказано от програмата</translation>
    </message>
</context>
<context>
    <name>QScrollBar</name>
    <message>
        <source>Scroll here</source>
        <translation>Превъртане дотук</translation>
    </message>
    <message>
        <source>Left edge</source>
        <translation>Ляв край</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Начало</translation>
    </message>
    <message>
        <source>Right edge</source>
        <translation>Десен край</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>Край</translation>
    </message>
    <message>
        <source>Page left</source>
        <translation>Страница наляво</translation>
    </message>
    <message>
        <source>Page up</source>
        <translation>Страница нагоре</translation>
    </message>
    <message>
        <source>Page right</source>
        <translation>Страница надясно</translation>
    </message>
    <message>
        <source>Page down</source>
        <translation>Страница надолу</translation>
    </message>
    <message>
        <source>Scroll left</source>
        <translation>Превъртане наляво</translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation>Превъртане нагоре</translation>
    </message>
    <message>
        <source>Scroll right</source>
        <translation>Превъртане надясно</translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation>Превъртане надолу</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Space</source>
        <translation>Интервал</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>Превъртане наляво</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>Превъртане надясно</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Отмяна</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>Пов&amp;таряне</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Изрязване</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Копиране</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>Копиране на &amp;адреса</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Поставяне</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Избор на всичко</translation>
    </message>
</context>
<context>
    <name>QuantizeFacts</name>
    <message>
        <source>every matrix of the layers</source>
        <translation>всяка матрица на слоевете</translation>
    </message>
    <message>
        <source>%1 of every layer</source>
        <translation>%1 на всеки слой</translation>
    </message>
    <message>
        <source>layer %1</source>
        <comment>a rule</comment>
        <translation>слой %1</translation>
    </message>
</context>
<context>
    <name>QuantizePanel</name>
    <message>
        <source>Relative error</source>
        <translation>Отн. грешка</translation>
    </message>
    <message>
        <source>Max / std</source>
        <translation>Макс. / σ</translation>
    </message>
    <message>
        <source>Beyond 6 σ</source>
        <translation>Над 6 σ</translation>
    </message>
    <message>
        <source>Levels used</source>
        <translation>Нива в употреба</translation>
    </message>
    <message>
        <source>%1 × %2 · %3 weights</source>
        <translation>%1 × %2 · %3 тегла</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 бита</translation>
    </message>
    <message>
        <source>%1, %2 a weight</source>
        <translation>%1, %2 на тегло</translation>
    </message>
    <message>
        <source>relative error %1</source>
        <translation>относителна грешка %1</translation>
    </message>
    <message>
        <source>largest weight: %1 standard deviations</source>
        <translation>най-голямо тегло: %1 стандартни отклонения</translation>
    </message>
    <message>
        <source>%1 weights beyond 6 σ</source>
        <translation>%1 тегла над 6 σ</translation>
    </message>
    <message>
        <source>%1 levels used in effect</source>
        <translation>%1 нива действат на практика</translation>
    </message>
    <message>
        <source>stored as %1</source>
        <translation>записана като %1</translation>
    </message>
</context>
<context>
    <name>QuantizeWords</name>
    <message>
        <source>one scale</source>
        <translation>един мащаб</translation>
    </message>
    <message>
        <source>a scale a row</source>
        <translation>мащаб на ред</translation>
    </message>
    <message>
        <source>groups of %1</source>
        <translation>групи по %1</translation>
    </message>
    <message>
        <source>groups of %1, asymmetric</source>
        <translation>групи по %1, несиметрични</translation>
    </message>
    <message>
        <source>blocks of %1</source>
        <translation>блокове по %1</translation>
    </message>
    <message>
        <source>double quantization</source>
        <translation>двойно квантуване</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>зареждане</translation>
    </message>
    <message>
        <source>reading the text</source>
        <translation>чете се текстът</translation>
    </message>
    <message>
        <source>greedy replies</source>
        <translation>отговори без случайност</translation>
    </message>
    <message>
        <source>errors of the weights</source>
        <translation>грешки на теглата</translation>
    </message>
    <message>
        <source>agreement</source>
        <translation>съвпадение</translation>
    </message>
    <message>
        <source>quiz</source>
        <translation>въпроси</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>скорост</translation>
    </message>
    <message>
        <source>done</source>
        <translation>готово</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a variant, what is measured</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 as stored</source>
        <translation>%1, както е записан</translation>
    </message>
</context>
<context>
    <name>Reply</name>
    <message>
        <source>end of turn</source>
        <translation>край на репликата</translation>
    </message>
    <message>
        <source>token limit reached</source>
        <translation>достигнат лимит на токените</translation>
    </message>
    <message>
        <source>stop text found</source>
        <translation>срещнат текст за спиране</translation>
    </message>
    <message>
        <source>context full</source>
        <translation>контекстът е пълен</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>спрян</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>неуспешен</translation>
    </message>
    <message>
        <source>%1 ms to first token</source>
        <translation>%1 мс до първия токен</translation>
    </message>
    <message>
        <source>%1 s to first token</source>
        <translation>%1 с до първия токен</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 токена/с</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 токен</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 токена</translation>
    </message>
    <message>
        <source>generating</source>
        <translation>пише се</translation>
    </message>
    <message>
        <source>reading the prompt</source>
        <translation>чете се подканата</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>чака реда си</translation>
    </message>
    <message>
        <source>interrupted here</source>
        <translation>прекъснат тук</translation>
    </message>
    <message>
        <source>stopped before the first token</source>
        <translation>спрян преди първия токен</translation>
    </message>
    <message>
        <source>Seed %1, sample %2</source>
        <translation>Начално число %1, извадка %2</translation>
    </message>
    <message>
        <source>%1 s in all</source>
        <translation>общо %1 с</translation>
    </message>
    <message>
        <source>Written by %1</source>
        <translation>Написано от %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>на пауза</translation>
    </message>
    <message>
        <source>Prompt: %1, %2 of them from the cache</source>
        <translation>Подкана: %1, %2 от тях от кеша</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>Подкана: %1</translation>
    </message>
</context>
<context>
    <name>ReplyBoxText</name>
    <message>
        <source>Try again</source>
        <translation>Нов опит</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Копиране на подробностите</translation>
    </message>
    <message>
        <source>Stopped: the context is full</source>
        <translation>Спряно: контекстът е пълен</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>The program ended while this was written</source>
        <translation>Програмата е приключила, докато се е пишело това</translation>
    </message>
    <message>
        <source>No token had been written yet.</source>
        <translation>Още не е бил написан нито един токен.</translation>
    </message>
    <message>
        <source>Write it again</source>
        <translation>Писане отначало</translation>
    </message>
    <message>
        <source>Saved above: %1.</source>
        <translation>Запазено дотук: %1.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Продължаване</translation>
    </message>
    <message>
        <source>In the settings, under Cache, the oldest messages can leave the prompt instead.</source>
        <translation>В настройките, при „Кеш“, може вместо това най-старите съобщения да отпадат от подканата.</translation>
    </message>
    <message>
        <source>The context has %1 now: try again.</source>
        <translation>Сега контекстът е %1: опитайте отново.</translation>
    </message>
    <message>
        <source>In the settings, under Cache, the context can be made longer: this model reads up to %1.</source>
        <translation>В настройките, при „Кеш“, контекстът може да се удължи: този модел чете до %1.</translation>
    </message>
    <message>
        <source>In the settings, under Cache, the context can be made longer.</source>
        <translation>В настройките, при „Кеш“, контекстът може да се удължи.</translation>
    </message>
    <message>
        <source>The context of %1 is all that this model can read.</source>
        <translation>Контекстът от %1 е всичко, което този модел може да прочете.</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Настройки…</translation>
    </message>
    <message>
        <source>All %1 tokens of this conversation&apos;s context are used. Everything above is saved.</source>
        <translation>Изразходвани са всички %1 токена от контекста на този разговор. Всичко по-горе е запазено.</translation>
    </message>
    <message>
        <source>The context has %1 now.</source>
        <translation>Сега контекстът е %1.</translation>
    </message>
    <message>
        <source>The oldest messages leave the prompt now.</source>
        <translation>Вече най-старите съобщения отпадат от подканата.</translation>
    </message>
    <message>
        <source>A new chat begins with an empty context.</source>
        <translation>Нов разговор започва с празен контекст.</translation>
    </message>
</context>
<context>
    <name>RequestLanes</name>
    <message>
        <source>Request %1</source>
        <translation>Заявка %1</translation>
    </message>
</context>
<context>
    <name>RequestWords</name>
    <message>
        <source>once</source>
        <translation>веднъж</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 пъти</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>токен %1</translation>
    </message>
    <message>
        <source>waits in the queue</source>
        <translation>чака на опашката</translation>
    </message>
    <message>
        <source>reads a chunk of its prompt</source>
        <translation>чете част от подканата си</translation>
    </message>
    <message>
        <source>writes a token</source>
        <translation>пише токен</translation>
    </message>
    <message>
        <source>computes again what a preemption took</source>
        <translation>изчислява отново отнетото при изместването</translation>
    </message>
    <message>
        <source>is preempted: its blocks went to others, and it waits to go on</source>
        <translation>е изместена: блоковете ѝ отидоха при други и тя чака да продължи</translation>
    </message>
    <message>
        <source>has ended; its row is computed for nothing until its static batch returns</source>
        <translation>е завършила; редът ѝ се смята напразно, докато статичната ѝ партида се върне</translation>
    </message>
    <message>
        <source>has no row: the step’s budget went to others</source>
        <translation>няма ред: бюджетът на стъпката отиде при други</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Чакане</translation>
    </message>
    <message>
        <source>Prefill chunk</source>
        <translation>Част от подканата</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Декодиране</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Преизчисляване</translation>
    </message>
    <message>
        <source>Preempted</source>
        <translation>Изместена</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Пълнеж</translation>
    </message>
    <message>
        <source>No row</source>
        <translation>Без ред</translation>
    </message>
    <message>
        <source>In the queue: no slot is free, or not enough blocks.</source>
        <translation>На опашката: няма свободно място или достатъчно блокове.</translation>
    </message>
    <message>
        <source>A chunk of the prompt, many tokens in one step.</source>
        <translation>Част от подканата, много токени в една стъпка.</translation>
    </message>
    <message>
        <source>One token of the reply a step.</source>
        <translation>По един токен от отговора на стъпка.</translation>
    </message>
    <message>
        <source>After a preemption its tokens are computed again, as a prompt is.</source>
        <translation>След изместване токените ѝ се изчисляват отново, както се чете подкана.</translation>
    </message>
    <message>
        <source>Blocks ran out: the youngest request gave its own to the others and waits to go on.</source>
        <translation>Блоковете свършиха: последно приетата заявка отстъпи своите на другите и чака да продължи.</translation>
    </message>
    <message>
        <source>A static batch computes the rows of members that have ended, until its longest one ends.</source>
        <translation>Статичната партида смята редовете и на завършилите, докато завърши най-дългата ѝ заявка.</translation>
    </message>
    <message>
        <source>Admitted, but the step’s budget went to others.</source>
        <translation>Приета, но бюджетът на стъпката отиде при други.</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>стъпка %1: %2</translation>
    </message>
    <message>
        <source>ended at step %1 after %2</source>
        <translation>завърши при стъпка %1 след %2</translation>
    </message>
    <message>
        <source>stopped at step %1 after %2</source>
        <translation>спряна при стъпка %1 след %2</translation>
    </message>
    <message>
        <source>failed at step %1 after %2</source>
        <translation>провали се при стъпка %1 след %2</translation>
    </message>
    <message>
        <source>its context was full at step %1, after %2</source>
        <translation>контекстът ѝ се запълни при стъпка %1, след %2</translation>
    </message>
    <message>
        <source>waits in the queue, place %1</source>
        <translation>чака на опашката, място %1</translation>
    </message>
    <message>
        <source>from position %1 on the tokens differ: the cache has %2, the prompt %3</source>
        <translation>от позиция %1 нататък токените се различават: в кеша е %2, в подканата – %3</translation>
    </message>
    <message>
        <source>from position %1 on the tokens lay in a block that was not full, which went with its owner</source>
        <translation>от позиция %1 нататък токените бяха в непълен блок, който си отиде със собственика</translation>
    </message>
    <message>
        <source>what followed position %1 was evicted: its blocks went to others</source>
        <translation>следващото след позиция %1 беше изхвърлено: блоковете отидоха при други</translation>
    </message>
    <message>
        <source>the layers with a window no longer hold what the token at position %1 sees</source>
        <translation>слоевете с прозорец вече не пазят това, което токенът на позиция %1 вижда</translation>
    </message>
    <message>
        <source>the cache holds it, but computed with another adapter</source>
        <translation>в кеша го има, но изчислено с друг адаптер</translation>
    </message>
    <message>
        <source>the cache holds it, but under another salt</source>
        <translation>в кеша го има, но под друга сол</translation>
    </message>
    <message>
        <source>nothing in the cache goes on from position %1</source>
        <translation>нищо в кеша не продължава от позиция %1</translation>
    </message>
    <message>
        <source>Prompt of %1, %2 of them found in the cache.</source>
        <translation>Подкана: %1, от тях намерени в кеша: %2.</translation>
    </message>
    <message>
        <source>Prompt of %1, none of them found in the cache.</source>
        <translation>Подкана: %1, нищо от нея не е намерено в кеша.</translation>
    </message>
    <message>
        <source>Waited for %1 steps.</source>
        <translation>Чакане: %1 стъпки.</translation>
    </message>
    <message>
        <source>Preempted %1: no block was free, and it was the last to have been admitted.</source>
        <translation>Изместена %1: нямаше свободен блок, а тя беше приета последна.</translation>
    </message>
    <message>
        <source>%1 rows computed for nothing.</source>
        <translation>Напразно изчислени редове: %1.</translation>
    </message>
    <message>
        <source>First token after %1.</source>
        <translation>Първи токен след %1.</translation>
    </message>
    <message>
        <source>%1 of this reply.</source>
        <translation>%1 за този отговор.</translation>
    </message>
    <message>
        <source>prompt %1, from the cache %2, written %3</source>
        <translation>подкана %1, от кеша %2, написани %3</translation>
    </message>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt; · %2</source>
        <translation>&lt;b&gt;Стъпка %1&lt;/b&gt; · %2</translation>
    </message>
    <message>
        <source>%1 of a budget of %2</source>
        <translation>%1 от бюджет %2</translation>
    </message>
    <message>
        <source>prefill %1, decode %2</source>
        <translation>подкана %1, декодиране %2</translation>
    </message>
    <message>
        <source>, padding %1</source>
        <translation>, пълнеж %1</translation>
    </message>
</context>
<context>
    <name>SettingsTexts</name>
    <message>
        <source>%1: %2. It is left as it is, the defaults are used, and changes are not kept until it can be read and written again.</source>
        <translation>%1: %2. Файлът остава, както е; използват се стойностите по подразбиране, а промените не се запазват, докато той не може отново да се чете и записва.</translation>
    </message>
    <message>
        <source>%1 is no settings file (%2). It was moved to %3 and nothing in it is lost; the defaults are used.</source>
        <translation>%1 не е файл с настройки (%2). Преместен е като %3 и нищо в него не е загубено; използват се стойностите по подразбиране.</translation>
    </message>
    <message>
        <source>%1 is %2; it may be %3. The default is used.</source>
        <translation>%1 е %2; допуска се %3. Използва се стойността по подразбиране.</translation>
    </message>
    <message>
        <source>%1: %2. What you change holds until the window is closed.</source>
        <translation>%1: %2. Промените важат до затварянето на прозореца.</translation>
    </message>
</context>
<context>
    <name>StepAxis</name>
    <message>
        <source>later steps are faded</source>
        <translation>по-късните стъпки са избледнени</translation>
    </message>
</context>
<context>
    <name>StepFacts</name>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt; · %2</source>
        <translation>&lt;b&gt;Стъпка %1&lt;/b&gt; · %2</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>предизчисляване (prefill)</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>декодиране</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>избор на токен</translation>
    </message>
    <message>
        <source>rest</source>
        <translation>друго</translation>
    </message>
    <message>
        <source>%1 read, %2 (derived)</source>
        <translation>прочетени %1, %2 (изведено)</translation>
    </message>
</context>
<context>
    <name>StepMarks</name>
    <message>
        <source>Request began, prompt of %1</source>
        <translation>Начало на заявка, подкана: %1</translation>
    </message>
    <message>
        <source>First token of the reply</source>
        <translation>Първи токен на отговора</translation>
    </message>
    <message>
        <source>Reply ended after %1</source>
        <translation>Край на отговора след %1</translation>
    </message>
    <message>
        <source>Stopped after %1</source>
        <translation>Спиране след %1</translation>
    </message>
    <message>
        <source>Failed after %1</source>
        <translation>Грешка след %1</translation>
    </message>
    <message>
        <source>Context nearly full, room for %1</source>
        <translation>Контекстът е почти пълен, място за %1</translation>
    </message>
    <message>
        <source>Context full after %1</source>
        <translation>Контекстът е пълен след %1</translation>
    </message>
    <message>
        <source>Evicted from the cache to make room, %1</source>
        <translation>Изхвърлено от кеша за освобождаване на място, %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what happened: to which request</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Request queued</source>
        <translation>Заявката е на опашка</translation>
    </message>
    <message>
        <source>Preempted after %1: its blocks went to others</source>
        <translation>Изместена след %1: блоковете ѝ отидоха при други</translation>
    </message>
    <message>
        <source>Resumed, computing %1 again</source>
        <translation>Продължава, %1 се изчисляват отново</translation>
    </message>
</context>
<context>
    <name>TokenFacts</name>
    <message>
        <source>given</source>
        <translation>зададено</translation>
    </message>
    <message>
        <source>template</source>
        <translation>шаблон</translation>
    </message>
    <message>
        <source>system</source>
        <translation>система</translation>
    </message>
    <message>
        <source>user</source>
        <translation>потребител</translation>
    </message>
    <message>
        <source>earlier reply</source>
        <translation>предишен отговор</translation>
    </message>
    <message>
        <source>tool</source>
        <translation>инструмент</translation>
    </message>
    <message>
        <source>content</source>
        <translation>съдържание</translation>
    </message>
    <message>
        <source>reply</source>
        <translation>отговор</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 бита</translation>
    </message>
    <message>
        <source>allowed %1</source>
        <translation>допуснати %1</translation>
    </message>
    <message>
        <source>one drawn at temperature %1</source>
        <translation>изтеглен един при температура %1</translation>
    </message>
    <message>
        <source>the likeliest taken</source>
        <translation>взет най-вероятният</translation>
    </message>
    <message>
        <source>the bias forbade %1</source>
        <translation>отместването забрани %1</translation>
    </message>
    <message>
        <source>%1 removed nothing</source>
        <translation>%1 не премахна нищо</translation>
    </message>
    <message>
        <source>%1 removed %2, %3 stayed</source>
        <translation>%1: премахнати %2, останали %3</translation>
    </message>
    <message>
        <source>No filter is on: every token could be drawn.</source>
        <translation>Няма включен филтър: можеше да бъде изтеглен всеки токен.</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>изтеглен</translation>
    </message>
    <message>
        <source>removed by %1</source>
        <translation>премахнат от %1</translation>
    </message>
    <message>
        <source>Not kept: newer records took its place.</source>
        <translation>Не се пази: мястото е заето от по-нови записи.</translation>
    </message>
    <message>
        <source>Not computed: the prompt is read, not drawn, so no probability stands here.</source>
        <translation>Не е изчислено: подканата се чете, а не се тегли, затова тук няма вероятност.</translation>
    </message>
    <message>
        <source>a second BOS</source>
        <translation>втори BOS</translation>
    </message>
    <message>
        <source>special token</source>
        <translation>специален токен</translation>
    </message>
    <message>
        <source>across the border of template and content</source>
        <translation>на границата между шаблон и съдържание</translation>
    </message>
    <message>
        <source>out of the window</source>
        <translation>извън прозореца</translation>
    </message>
    <message>
        <source>over the context limit: not read</source>
        <translation>над границата на контекста: не се чете</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>още не е прочетен</translation>
    </message>
    <message>
        <source>ends the reply</source>
        <translation>завършва отговора</translation>
    </message>
    <message>
        <source>probability %1, rank %2, entropy %3</source>
        <translation>вероятност %1, ранг %2, ентропия %3</translation>
    </message>
    <message>
        <source>position %1 · id %2 · %3</source>
        <translation>позиция %1 · id %2 · %3</translation>
    </message>
    <message>
        <source>a part of a character; with its neighbours %1</source>
        <translation>част от знак; със съседите си %1</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>позиция %1</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>id %1</translation>
    </message>
    <message>
        <source>The prompt begins with %1 BOS tokens. Models are trained on one: look at the chat template, or at the ids that were given.</source>
        <translation>Подканата започва с %1 токена BOS. Моделите са обучени с един: проверете шаблона на разговора или зададените идентификатори.</translation>
    </message>
    <message>
        <source>The context is full: the last token was drawn, but there is no room to read it.</source>
        <translation>Контекстът е пълен: последният токен е изтеглен, но няма място да бъде прочетен.</translation>
    </message>
    <message>
        <source>no layer sees them any more</source>
        <translation>вече не се виждат от никой слой</translation>
    </message>
    <message>
        <source>Positions before %1 are out of the window of %2 (%3): %4.</source>
        <translation>Позициите преди %1 са извън прозореца от %2 (%3): %4.</translation>
    </message>
    <message>
        <source>Reading the prompt: %1 of %2.</source>
        <translation>Четене на подканата: %1 от %2.</translation>
    </message>
    <message>
        <source>seen only by the %1 with full attention</source>
        <translation>виждат се само от %1 с пълно внимание</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>not among the best candidates, entropy %1</source>
        <translation>не е сред най-добрите кандидати, ентропия %1</translation>
    </message>
    <message>
        <source>put here by a branch: %1</source>
        <translation>поставен от клон: %1</translation>
    </message>
</context>
<context>
    <name>TokenTextWords</name>
    <message>
        <source>not in the cache at step %1</source>
        <translation>не е в кеша на стъпка %1</translation>
    </message>
</context>
<context>
    <name>Units</name>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>KiB</source>
        <translation>KiB</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>TiB</source>
        <translation>TiB</translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation>с</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>токена/с</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation>
            <numerusform>%1 блок</numerusform>
            <numerusform>%1 блока</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 токен</numerusform>
            <numerusform>%1 токена</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 слой</numerusform>
            <numerusform>%1 слоя</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 message(s)</source>
        <translation>
            <numerusform>%1 съобщение</numerusform>
            <numerusform>%1 съобщения</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 word(s)</source>
        <translation>
            <numerusform>%1 дума</numerusform>
            <numerusform>%1 думи</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Chat</source>
        <translation>Разговор</translation>
    </message>
    <message>
        <source>Talk with a model and see why it is fast or slow</source>
        <translation>Разговор с модел и причините той да е бърз или бавен</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>Урок</translation>
    </message>
    <message>
        <source>Show how inference works, step by step, on a live model</source>
        <translation>Показва стъпка по стъпка как работи изводът (inference) върху действащ модел</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>Оптимизация</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>План</translation>
    </message>
    <message>
        <source>See what the memory holds, and what it could hold</source>
        <translation>Показва какво държи паметта и какво би могла да побере</translation>
    </message>
    <message>
        <source>See what quantization does to a model, and what each step costs</source>
        <translation>Какво прави квантуването с модела и колко струва всяка стъпка</translation>
    </message>
</context>
<context>
    <name>gh::app::AboutBox</name>
    <message>
        <source>About Glasshouse</source>
        <translation>За Glasshouse</translation>
    </message>
    <message>
        <source>Version %1, with Qt %2</source>
        <translation>Версия %1, с Qt %2</translation>
    </message>
    <message>
        <source>Runs a language model on this machine and shows what the engine does while it does it. Nothing goes to the network.</source>
        <translation>Изпълнява езиков модел на тази машина и показва какво прави двигателят, докато го прави. Нищо не излиза в мрежата.</translation>
    </message>
    <message>
        <source>Built with</source>
        <translation>Изградено с</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Затваряне</translation>
    </message>
</context>
<context>
    <name>gh::app::AttachmentBar</name>
    <message>
        <source>Attached files</source>
        <translation>Прикачени файлове</translation>
    </message>
    <message>
        <source>%1 files are attached already, which is as many as a message takes.</source>
        <translation>Вече са прикачени %1 файла; повече не се побират в едно съобщение.</translation>
    </message>
    <message>
        <source>%1 · counting tokens…</source>
        <translation>%1 · броене на токените…</translation>
    </message>
    <message>
        <source>%1 · tokens not known without a model</source>
        <translation>%1 · без модел броят токени е неизвестен</translation>
    </message>
    <message>
        <source>Take %1 out</source>
        <translation>Премахване на %1</translation>
    </message>
</context>
<context>
    <name>gh::app::ChatController</name>
    <message>
        <source>This reply cannot branch here</source>
        <translation>Този отговор не може да се разклони тук</translation>
    </message>
    <message>
        <source>Its tokens are those of another model. Open %1 to branch from it.</source>
        <translation>Токените му са на друг модел. За разклоняване отворете %1.</translation>
    </message>
    <message>
        <source>This model&apos;s template takes no system prompt</source>
        <translation>Шаблонът на този модел не приема системна подкана</translation>
    </message>
    <message>
        <source>It now stands before the first message. The template said: %1</source>
        <translation>Сега тя стои пред първото съобщение. Шаблонът съобщи: %1</translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation>%1 (копие)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>The token stands in no reply of the branch that is on show.</source>
        <translation>Токенът не е в никой отговор от показания клон.</translation>
    </message>
</context>
<context>
    <name>gh::app::ChatHeader</name>
    <message>
        <source>More for this chat</source>
        <translation>Още за този разговор</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>Branch %1 of %2</source>
        <translation>Клон %1 от %2</translation>
    </message>
    <message>
        <source>Where this chat last divides: message %1</source>
        <translation>Последно разклонение на разговора: съобщение %1</translation>
    </message>
    <message>
        <source>Branch %1</source>
        <translation>Клон %1</translation>
    </message>
    <message>
        <source>Show where it divides</source>
        <translation>Показване на разклонението</translation>
    </message>
    <message>
        <source>System prompt and sampling…</source>
        <translation>Системна подкана и избор на токен…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Преименуване…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Откачане</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Закачане</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублиране</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Експортиране…</translation>
    </message>
    <message>
        <source>Copy the whole chat</source>
        <translation>Копиране на целия разговор</translation>
    </message>
    <message>
        <source>Reply:</source>
        <translation>Отговор:</translation>
    </message>
    <message>
        <source>You:</source>
        <translation>Вие:</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation>Преименуване на разговора</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Заглавие</translation>
    </message>
    <message>
        <source>Export the chat</source>
        <translation>Експортиране на разговора</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON with every branch (*.json)</source>
        <translation>JSON с всички клонове (*.json)</translation>
    </message>
    <message>
        <source>not in the cache</source>
        <translation>не е в кеша</translation>
    </message>
    <message>
        <source>The next message computes its tokens again.</source>
        <translation>Със следващото съобщение токените му се изчисляват отново.</translation>
    </message>
</context>
<context>
    <name>gh::app::ChatPane</name>
    <message>
        <source>A new chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>Write a message below. Every token of it and of the reply shows up in KV blocks and Steps.</source>
        <translation>Напишете съобщение долу. Всеки негов токен и всеки токен на отговора се появяват в „KV блокове“ и „Стъпки“.</translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation>Примерна подкана</translation>
    </message>
    <message>
        <source>The context is nearly full</source>
        <translation>Контекстът е почти пълен</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Скриване</translation>
    </message>
    <message>
        <source>One message waits for this reply.</source>
        <translation>Едно съобщение чака този отговор.</translation>
    </message>
    <message>
        <source>One message waits for the model.</source>
        <translation>Едно съобщение чака модела.</translation>
    </message>
    <message>
        <source>Write a message. It is sent when this reply is done.</source>
        <translation>Напишете съобщение. Ще се изпрати след края на този отговор.</translation>
    </message>
    <message>
        <source>Write a message. It is sent when the model is ready.</source>
        <translation>Напишете съобщение. Ще се изпрати, когато моделът е готов.</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Напишете съобщение</translation>
    </message>
    <message>
        <source>The model that was open stays open. Nothing was lost.</source>
        <translation>Отвореният досега модел остава отворен. Нищо не е загубено.</translation>
    </message>
    <message>
        <source>Nothing was lost.</source>
        <translation>Нищо не е загубено.</translation>
    </message>
    <message>
        <source>Choose another file…</source>
        <translation>Избор на друг файл…</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Копиране на подробностите</translation>
    </message>
    <message>
        <source>Which chat template should be used?</source>
        <translation>Кой шаблон за разговор да се използва?</translation>
    </message>
    <message>
        <source>Explain in a few sentences why a cache makes a language model faster.</source>
        <translation>Обясни в няколко изречения защо кешът ускорява езиков модел.</translation>
    </message>
    <message>
        <source>%1 of %2 are left. The reply stops when they are used; nothing written is lost. A new chat begins with an empty context.</source>
        <translation>Остават %1 от %2. Когато се изчерпят, отговорът спира; нищо написано не се губи. Нов разговор започва с празен контекст.</translation>
    </message>
    <message>
        <source>%1 was not attached</source>
        <translation>%1 не е прикачен</translation>
    </message>
    <message>
        <source>This link is not opened</source>
        <translation>Тази връзка не се отваря</translation>
    </message>
    <message>
        <source>%1 is no web or mail address.</source>
        <translation>%1 не е адрес в мрежата или на поща.</translation>
    </message>
    <message>
        <source>Copy it</source>
        <translation>Копиране</translation>
    </message>
    <message>
        <source>Open this address in the browser?</source>
        <translation>Да се отвори ли този адрес в браузъра?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Отваряне</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Не сега</translation>
    </message>
    <message>
        <source>Attach text files</source>
        <translation>Прикачване на текстови файлове</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копиране</translation>
    </message>
    <message>
        <source>This chat is not in the cache</source>
        <translation>Този разговор не е в кеша</translation>
    </message>
    <message>
        <source>Its tokens are computed again with the next message.</source>
        <translation>Токените му се изчисляват отново със следващото съобщение.</translation>
    </message>
    <message>
        <source>Choose the one that the model was trained with; messages wait until then.</source>
        <translation>Изберете този, с който е обучен моделът; дотогава съобщенията чакат.</translation>
    </message>
    <message>
        <source>Its vocabulary has %1, which speaks for %2.</source>
        <translation>В речника му има %1, което говори за %2.</translation>
    </message>
    <message>
        <source>Models of this family (%1) are trained with %2.</source>
        <translation>Моделите от това семейство (%1) се обучават с %2.</translation>
    </message>
    <message>
        <source>%1 carries no chat template: the file does not say how turns are marked.</source>
        <translation>%1 не съдържа шаблон за разговор: във файла не е казано как се отбелязват репликите.</translation>
    </message>
    <message>
        <source>One message waits for a chat template.</source>
        <translation>Едно съобщение чака шаблон за разговор.</translation>
    </message>
    <message>
        <source>Waiting: it is sent when this reply is done</source>
        <translation>Изчаква: ще се изпрати, когато този отговор е готов</translation>
    </message>
    <message>
        <source>Waiting: it is sent when a chat template is chosen</source>
        <translation>Изчаква: ще се изпрати, когато е избран шаблон за разговор</translation>
    </message>
    <message>
        <source>Waiting: it is sent when the model is ready</source>
        <translation>Изчаква: ще се изпрати, когато моделът е готов</translation>
    </message>
    <message>
        <source>What is attached is longer than the context</source>
        <translation>Прикаченото е по-дълго от контекста</translation>
    </message>
    <message>
        <source>The files hold %1, the context %2. Take one out or attach a shorter one: as it is, the message gets no reply.</source>
        <translation>Файловете съдържат %1, а контекстът побира %2. Махнете някой или прикачете по-кратък: така съобщението няма да получи отговор.</translation>
    </message>
    <message>
        <source>%1 opens when the reply is done</source>
        <translation>%1 ще се отвори, щом отговорът свърши</translation>
    </message>
    <message>
        <source>Opened now, it would end the reply; what is written by then would be kept.</source>
        <translation>Отворен сега, той би прекъснал отговора; написаното дотогава би се запазило.</translation>
    </message>
    <message>
        <source>Open now</source>
        <translation>Отвори сега</translation>
    </message>
    <message>
        <source>Do not open it</source>
        <translation>Не го отваряй</translation>
    </message>
</context>
<context>
    <name>gh::app::ChatView</name>
    <message>
        <source>Conversation</source>
        <translation>Разговор</translation>
    </message>
    <message>
        <source>Copy selected text</source>
        <translation>Копиране на избрания текст</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>Копиране на съобщението</translation>
    </message>
    <message>
        <source>Copy reply</source>
        <translation>Копиране на отговора</translation>
    </message>
    <message>
        <source>Edit and send again…</source>
        <translation>Редактиране и ново изпращане…</translation>
    </message>
    <message>
        <source>Continue this reply</source>
        <translation>Продължаване на отговора</translation>
    </message>
    <message>
        <source>Write this reply again</source>
        <translation>Нов вариант на отговора</translation>
    </message>
    <message>
        <source>Get a reply</source>
        <translation>Искане на отговор</translation>
    </message>
    <message>
        <source>The branch before</source>
        <translation>Предишен клон</translation>
    </message>
    <message>
        <source>The next branch</source>
        <translation>Следващ клон</translation>
    </message>
    <message>
        <source>Select its tokens in the panels</source>
        <translation>Избор на токените му в панелите</translation>
    </message>
    <message numerus="yes">
        <source>The %n message(s) above are no longer in the prompt</source>
        <translation>
            <numerusform>%n съобщение по-горе вече не е в подканата</numerusform>
            <numerusform>%n съобщения по-горе вече не са в подканата</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gh::app::CommandPalette</name>
    <message>
        <source>Open model</source>
        <translation>Отваряне на модел</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Разговор</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>Търсене на действие</translation>
    </message>
    <message>
        <source>Find an action, a panel, a model, a chat</source>
        <translation>Търсене на действие, панел, модел, разговор</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Намерено</translation>
    </message>
    <message>
        <source>Nothing here is called that.</source>
        <translation>Нищо тук не се нарича така.</translation>
    </message>
</context>
<context>
    <name>gh::app::CompareRunner</name>
    <message>
        <source>Why is the sky blue?</source>
        <translation>Защо небето е синьо?</translation>
    </message>
    <message>
        <source>The rules as they are now</source>
        <translation>Правилата, каквито са сега</translation>
    </message>
</context>
<context>
    <name>gh::app::Composer</name>
    <message>
        <source>Message</source>
        <translation>Съобщение</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Спиране</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Изпращане</translation>
    </message>
    <message>
        <source>Stop the reply</source>
        <translation>Спиране на отговора</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Изпращане на съобщението</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Temperature %1</source>
        <translation>Темп. %1</translation>
    </message>
    <message>
        <source>Top-p %1</source>
        <translation>Top-p %1</translation>
    </message>
    <message>
        <source>Top-k %1</source>
        <translation>Top-k %1</translation>
    </message>
    <message>
        <source>Min-p %1</source>
        <translation>Min-p %1</translation>
    </message>
    <message>
        <source>Repetition %1</source>
        <translation>Повторение %1</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>Нач. число %1</translation>
    </message>
    <message>
        <source>New seed each time</source>
        <translation>Ново число всеки път</translation>
    </message>
    <message>
        <source>Sampling: %1</source>
        <translation>Избор на токен: %1</translation>
    </message>
    <message>
        <source>Attach text files (%1)</source>
        <translation>Прикачване на текстови файлове (%1)</translation>
    </message>
    <message>
        <source>At most %1</source>
        <translation>До %1</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Системна подкана</translation>
    </message>
    <message>
        <source>Presence %1</source>
        <translation>Присъствие %1</translation>
    </message>
    <message>
        <source>Frequency %1</source>
        <translation>Честота %1</translation>
    </message>
    <message>
        <source>Stop texts: %1</source>
        <translation>Текстове за спиране: %1</translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation>Разговори</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Нов разговор (Ctrl+N)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>“%1” was deleted</source>
        <translation>„%1“ е изтрит</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Експортирано в %1</translation>
    </message>
    <message>
        <source>Search all messages</source>
        <translation>Търсене навсякъде</translation>
    </message>
    <message>
        <source>Search titles and messages (Ctrl+F)</source>
        <translation>Търсене в заглавия и съобщения (Ctrl+F)</translation>
    </message>
    <message>
        <source>Search looks at every message and title, in pinned conversations and other branches too.</source>
        <translation>Търси се във всяко съобщение и заглавие, също и в закачените разговори и в другите клонове.</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Намерено</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Преименуване</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Откачане</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Закачане</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублиране</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Експортиране…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>Import a conversation…</source>
        <translation>Импортиране на разговор…</translation>
    </message>
    <message>
        <source>chat</source>
        <translation>разговор</translation>
    </message>
    <message>
        <source>Export conversation</source>
        <translation>Експортиране на разговор</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>JSON, every branch (*.json)</source>
        <translation>JSON, всички клонове (*.json)</translation>
    </message>
    <message>
        <source>Import a conversation</source>
        <translation>Импортиране на разговор</translation>
    </message>
    <message>
        <source>Conversations (*.json *.md)</source>
        <translation>Разговори (*.json *.md)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Всички файлове (*)</translation>
    </message>
    <message>
        <source>Nothing contains “%1”.</source>
        <translation>Никъде не се среща „%1“.</translation>
    </message>
    <message numerus="yes">
        <source>The newest %n places</source>
        <translation>
            <numerusform>Най-новото %n място</numerusform>
            <numerusform>Най-новите %n места</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n място</numerusform>
            <numerusform>%n места</numerusform>
        </translation>
    </message>
    <message>
        <source>No conversations yet. What you write begins one; one that was exported can be imported from the menu.</source>
        <translation>Още няма разговори. Първото написано съобщение започва разговор; експортиран разговор се импортира от менюто.</translation>
    </message>
    <message>
        <source>Rename this conversation</source>
        <translation>Преименуване на разговора</translation>
    </message>
    <message>
        <source>Pin or unpin this conversation</source>
        <translation>Закачане или откачане на разговора</translation>
    </message>
    <message>
        <source>Duplicate this conversation</source>
        <translation>Дублиране на разговора</translation>
    </message>
    <message>
        <source>Export this conversation…</source>
        <translation>Експортиране на разговора…</translation>
    </message>
    <message>
        <source>Delete this conversation</source>
        <translation>Изтриване на разговора</translation>
    </message>
    <message>
        <source>Bring back the conversation deleted last</source>
        <translation>Връщане на последно изтрития разговор</translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationModel</name>
    <message>
        <source>Pinned</source>
        <translation>Закачени</translation>
    </message>
    <message>
        <source>%1, writing</source>
        <translation>%1, пише се</translation>
    </message>
    <message>
        <source>pinned, %1</source>
        <translation>закачен, %1</translation>
    </message>
    <message>
        <source>%1, waiting for its turn</source>
        <translation>%1, чака реда си</translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationRows</name>
    <message>
        <source>Name of the conversation</source>
        <translation>Име на разговора</translation>
    </message>
</context>
<context>
    <name>gh::app::ConversationView</name>
    <message>
        <source>Rename, pin, export, delete</source>
        <translation>Преименуване, закачане, експортиране, изтриване</translation>
    </message>
</context>
<context>
    <name>gh::app::DockTabs</name>
    <message>
        <source>What this shows</source>
        <translation>Какво показва това</translation>
    </message>
    <message>
        <source>Float this panel</source>
        <translation>Откачане на панела</translation>
    </message>
    <message>
        <source>Close this panel</source>
        <translation>Затваряне на панела</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Панели</translation>
    </message>
</context>
<context>
    <name>gh::app::DropHint</name>
    <message>
        <source>Drop to open %1</source>
        <translation>Пуснете, за да се отвори %1</translation>
    </message>
    <message>
        <source>A model that is open stays until this one is ready.</source>
        <translation>Отвореният модел остава, докато новият стане готов.</translation>
    </message>
    <message>
        <source>Drop to attach %1</source>
        <translation>Пуснете, за да се прикачи %1</translation>
    </message>
    <message numerus="yes">
        <source>Drop to attach %n files</source>
        <translation>
            <numerusform>Пуснете, за да се прикачи %n файл</numerusform>
            <numerusform>Пуснете, за да се прикачат %n файла</numerusform>
        </translation>
    </message>
    <message>
        <source>Text files go into your message, before what you write.</source>
        <translation>Текстовите файлове влизат в съобщението, преди написаното от вас.</translation>
    </message>
    <message>
        <source>Drop to list the models in %1</source>
        <translation>Пуснете, за да се изброят моделите в %1</translation>
    </message>
    <message>
        <source>They are offered in the model picker.</source>
        <translation>Ще се предлагат при избора на модел.</translation>
    </message>
</context>
<context>
    <name>gh::app::HitModel</name>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Вие</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Отговор</translation>
    </message>
    <message>
        <source>%1, in %2: %3</source>
        <translation>%1, в „%2“: %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>title of a conversation, when</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>gh::app::HitRows</name>
    <message>
        <source>%1: </source>
        <comment>who says what was found</comment>
        <translation>%1: </translation>
    </message>
</context>
<context>
    <name>gh::app::LabRunner</name>
    <message>
        <source>This run cannot be read: %1</source>
        <translation>Това изпълнение не може да се прочете: %1</translation>
    </message>
    <message>
        <source>The runs cannot be kept: %1</source>
        <translation>Изпълненията не могат да се запазят: %1</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder, or free some space.</source>
        <translation>%1 не може да се запише. Изберете друга папка или освободете място.</translation>
    </message>
</context>
<context>
    <name>gh::app::LoadCard</name>
    <message>
        <source>Typing is possible, the message waits.</source>
        <translation>Може да се пише, съобщението ще изчака.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отказ</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>Отваряне на %1</translation>
    </message>
    <message>
        <source>Header and tensor table</source>
        <translation>Заглавна част и таблица на тензорите</translation>
    </message>
    <message>
        <source>Checked %1 tensors</source>
        <translation>Проверени %1 тензора</translation>
    </message>
    <message>
        <source>Checking tensors</source>
        <translation>Проверка на тензорите</translation>
    </message>
    <message>
        <source>Repacking weights</source>
        <translation>Препакетиране на теглата</translation>
    </message>
    <message>
        <source>First pass</source>
        <translation>Първо преминаване</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 от %2</translation>
    </message>
    <message>
        <source>Its header says what it is.</source>
        <translation>Какъв е, казва заглавката му.</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>контекст %1</translation>
    </message>
    <message>
        <source>needs %1 of memory</source>
        <translation>иска %1 памет</translation>
    </message>
</context>
<context>
    <name>gh::app::LogWindow</name>
    <message>
        <source>Log</source>
        <translation>Дневник</translation>
    </message>
    <message>
        <source>Least level</source>
        <translation>Най-ниско ниво</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Всичко</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Предупреждения и грешки</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Грешки</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Филтър</translation>
    </message>
    <message>
        <source>Show lines that contain</source>
        <translation>Само редове, които съдържат</translation>
    </message>
    <message>
        <source>Files, counts and times; never what you or a model wrote. It is kept in memory and goes nowhere unless you paste it.</source>
        <translation>Файлове, брой и времена; никога написаното от вас или от модел. Пази се само в паметта и не отива никъде, освен ако не го поставите някъде сами.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Изчистване</translation>
    </message>
    <message>
        <source>Copy for a bug report</source>
        <translation>Копиране за доклад за грешка</translation>
    </message>
</context>
<context>
    <name>gh::app::MainWindow</name>
    <message>
        <source>Understood</source>
        <translation>Разбрано</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Разговори</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Отваряне на модел</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>На пауза</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Спира се…</translation>
    </message>
    <message>
        <source>Opening a model</source>
        <translation>Отваря се модел</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>На живо</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Готово</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>Лента с инструменти</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Нов разговор</translation>
    </message>
    <message>
        <source>Open model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>Write the last reply again</source>
        <translation>Нов вариант на последния отговор</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Като системата</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светла</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тъмна</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Светла или тъмна</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Изход</translation>
    </message>
    <message>
        <source>The settings cannot be saved</source>
        <translation>Настройките не могат да се запазят</translation>
    </message>
    <message>
        <source>The settings could not be read</source>
        <translation>Настройките не можаха да се прочетат</translation>
    </message>
    <message>
        <source>Some settings are not used</source>
        <translation>Някои настройки не се използват</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Работи</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>Към полето за съобщение</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Избор на модел</translation>
    </message>
    <message>
        <source>Load the model again</source>
        <translation>Повторно зареждане на модела</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>Пауза или продължаване</translation>
    </message>
    <message>
        <source>One step while paused</source>
        <translation>Една стъпка при пауза</translation>
    </message>
    <message>
        <source>Reset this workspace</source>
        <translation>Възстановяване на работното пространство</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Клавишни комбинации</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Дневник</translation>
    </message>
    <message>
        <source>About Glasshouse</source>
        <translation>За Glasshouse</translation>
    </message>
    <message>
        <source>Find an action…</source>
        <translation>Търсене на действие…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Настройки…</translation>
    </message>
    <message>
        <source>Continue the last reply</source>
        <translation>Продължаване на последния отговор</translation>
    </message>
    <message>
        <source>Attach text files…</source>
        <translation>Прикачване на текстови файлове…</translation>
    </message>
    <message>
        <source>System prompt and sampling…</source>
        <translation>Системна подкана и избор на токен…</translation>
    </message>
    <message>
        <source>Edit the last message and send it again</source>
        <translation>Редактиране и ново изпращане на последното съобщение</translation>
    </message>
    <message>
        <source>Previous branch</source>
        <translation>Предишен клон</translation>
    </message>
    <message>
        <source>Next branch</source>
        <translation>Следващ клон</translation>
    </message>
    <message>
        <source>Copy the last reply</source>
        <translation>Копиране на последния отговор</translation>
    </message>
    <message>
        <source>regenerate, retry, another version</source>
        <translation>генериране отново, повторен опит, друга версия</translation>
    </message>
    <message>
        <source>resend, correct, branch</source>
        <translation>повторно изпращане, поправка, клон</translation>
    </message>
    <message>
        <source>version, alternative, back</source>
        <translation>версия, вариант, назад</translation>
    </message>
    <message>
        <source>version, alternative, forward</source>
        <translation>версия, вариант, напред</translation>
    </message>
    <message>
        <source>resume, go on</source>
        <translation>продължение, нататък</translation>
    </message>
    <message>
        <source>temperature, seed, parameters, instructions</source>
        <translation>температура, начално число, параметри, указания</translation>
    </message>
    <message>
        <source>upload, document</source>
        <translation>качване, документ</translation>
    </message>
    <message>
        <source>cancel, abort, interrupt</source>
        <translation>отказ, спиране, прекъсване</translation>
    </message>
    <message>
        <source>dark mode, night</source>
        <translation>тъмен режим, нощ</translation>
    </message>
    <message>
        <source>preferences, options</source>
        <translation>предпочитания, опции</translation>
    </message>
    <message>
        <source>keys, hotkeys</source>
        <translation>клавиши, бързи клавиши</translation>
    </message>
    <message>
        <source>now, newest</source>
        <translation>сега, най-нов</translation>
    </message>
    <message>
        <source>show, open, hide, close</source>
        <translation>показване, отваряне, скриване, затваряне</translation>
    </message>
    <message>
        <source>undock, detach, own window</source>
        <translation>отделяне, плаващ, отделен прозорец</translation>
    </message>
    <message>
        <source>A model folder, or a folder with models</source>
        <translation>Папка на модел или папка с модели</translation>
    </message>
    <message>
        <source>There is no model in %1</source>
        <translation>В %1 няма модел</translation>
    </message>
    <message>
        <source>A model is a GGUF file, or a folder with config.json, tokenizer.json and safetensors files. Neither lies in this folder or one level below it.</source>
        <translation>Модел е файл GGUF или папка с config.json, tokenizer.json и файлове safetensors. В тази папка и едно ниво под нея няма нито едното, нито другото.</translation>
    </message>
    <message>
        <source>Open a folder with models…</source>
        <translation>Отваряне на папка с модели…</translation>
    </message>
    <message>
        <source>load, GGUF, safetensors</source>
        <translation>зареди, GGUF, safetensors</translation>
    </message>
    <message>
        <source>load, safetensors, add</source>
        <translation>зареди, safetensors, добави</translation>
    </message>
    <message>
        <source>Stop this reply (Esc)</source>
        <translation>Спира този отговор (Esc)</translation>
    </message>
    <message numerus="yes">
        <source>Stop %n reply(s) in other chats and the synthetic traffic</source>
        <translation>
            <numerusform>Спира %n отговор в други разговори и изкуствения трафик</numerusform>
            <numerusform>Спира %n отговора в други разговори и изкуствения трафик</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop %n reply(s) in other chats</source>
        <translation>
            <numerusform>Спира %n отговор в друг разговор</numerusform>
            <numerusform>Спира %n отговора в други разговори</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop the synthetic traffic</source>
        <translation>Спира изкуствения трафик</translation>
    </message>
    <message>
        <source>Stop this reply, or what else runs</source>
        <translation>Спиране на този отговор или на каквото друго върви</translation>
    </message>
</context>
<context>
    <name>gh::app::MessageEditor</name>
    <message>
        <source>Edit the message</source>
        <translation>Редактиране на съобщението</translation>
    </message>
    <message>
        <source>The message as it was stays as a branch.</source>
        <translation>Досегашното съобщение остава като клон.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отказ</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Изпращане</translation>
    </message>
</context>
<context>
    <name>gh::app::ModelButton</name>
    <message>
        <source>opening…</source>
        <translation>отваря се…</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Няма модел</translation>
    </message>
    <message>
        <source>open one</source>
        <translation>отворете модел</translation>
    </message>
    <message>
        <source>Model: %1, %2</source>
        <translation>Модел: %1, %2</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Последни</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Отваряне на файл…</translation>
    </message>
    <message>
        <source>%1
%2
layers %3 · heads %4, for keys and values %5 · context %6
cache %7 a token · %8 · threads %9</source>
        <translation>%1
%2
слоеве %3 · глави %4, за ключове и стойности %5 · контекст %6
кеш %7 на токен · %8 · нишки %9</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Отваряне на папка…</translation>
    </message>
    <message>
        <source>Point at a model, or go to it with the arrow keys: here stands what it is and whether it fits into memory. It is read only then.</source>
        <translation>Посочете модел или идете на него със стрелките: тук ще пише какъв е и побира ли се в паметта. Чете се чак тогава.</translation>
    </message>
    <message>
        <source>Models in %1</source>
        <translation>Модели в %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more…</source>
        <translation>
            <numerusform>и още %n…</numerusform>
            <numerusform>и още %n…</numerusform>
        </translation>
    </message>
    <message>
        <source>as %1 · %2</source>
        <comment>a model: name of its variant, what it is</comment>
        <translation>като %1 · %2</translation>
    </message>
</context>
<context>
    <name>gh::app::NoModelPage</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Отваряне на файл…</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>Отваряне на %1</translation>
    </message>
    <message>
        <source>Open another file…</source>
        <translation>Отваряне на друг файл…</translation>
    </message>
    <message>
        <source>Open a GGUF file or a model folder, or drop one here. In a terminal, ./dev models fetches the default model into the cache folder; it is offered here then. Nothing is fetched by itself.</source>
        <translation>Отворете файл GGUF или папка с модел или я пуснете тук. В терминал ./dev models тегли подразбирания модел в папката на кеша; тогава той се предлага тук. Нищо не се тегли само.</translation>
    </message>
    <message>
        <source>Open a GGUF file or a model folder, drop one here, or choose one that is on this computer already.</source>
        <translation>Отворете файл GGUF или папка с модел, пуснете я тук или изберете модел, който вече е на този компютър.</translation>
    </message>
</context>
<context>
    <name>gh::app::QuantizeRunner</name>
    <message>
        <source>Variants and evaluations cannot be kept or read: %1</source>
        <translation>Вариантите и оценките не могат да се запазят или прочетат: %1</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Спиране…</translation>
    </message>
    <message>
        <source>own rules</source>
        <translation>собствени правила</translation>
    </message>
    <message>
        <source>%1, least squares</source>
        <translation>%1, най-малки квадрати</translation>
    </message>
    <message numerus="yes">
        <source>%n matrix(es): %1</source>
        <translation>
            <numerusform>%n матрица: %1</numerusform>
            <numerusform>%n матрици: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gh::app::SamplingPopover</name>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>How freely tokens are drawn. 0: always the most likely one.</source>
        <translation>Колко свободно се теглят токените. 0: винаги най-вероятният.</translation>
    </message>
    <message>
        <source>0, most likely</source>
        <translation>0, най-вероятният</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only the k most likely tokens.</source>
        <translation>Само k-те най-вероятни токена.</translation>
    </message>
    <message>
        <source>off</source>
        <translation>изключено</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Only the likeliest tokens that make up this share. 1: off.</source>
        <translation>Само най-вероятните токени, които съставят този дял. 1: изключено.</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Only tokens at least this likely, against the likeliest.</source>
        <translation>Само токени с поне такава вероятност спрямо най-вероятния.</translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation>Най-дълъг отговор</translation>
    </message>
    <message>
        <source>In tokens.</source>
        <translation>В токени.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>без ограничение</translation>
    </message>
    <message>
        <source>New seed for each reply</source>
        <translation>Ново число за всеки отговор</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Начално число</translation>
    </message>
    <message>
        <source>Point at a reply&apos;s figures to see the seed it used.</source>
        <translation>Посочете данните под отговор, за да видите началното му число.</translation>
    </message>
    <message>
        <source>System prompt and sampling</source>
        <translation>Системна подкана и избор на токен</translation>
    </message>
    <message>
        <source>System prompt of this chat</source>
        <translation>Системна подкана на разговора</translation>
    </message>
    <message>
        <source>What the model is told before the first message. Empty: nothing.</source>
        <translation>Какво се казва на модела преди първото съобщение. Празно: нищо.</translation>
    </message>
    <message>
        <source>Sampling of its next replies</source>
        <translation>Избор на токен (sampling) в следващите отговори</translation>
    </message>
    <message>
        <source>Use the defaults</source>
        <translation>По подразбиране</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Набор</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>Изтриване на набора</translation>
    </message>
    <message>
        <source>Name of a new preset</source>
        <translation>Име на нов набор</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Запазване</translation>
    </message>
    <message>
        <source>Save these values as a preset</source>
        <translation>Запазване на стойностите като набор</translation>
    </message>
    <message>
        <source>No presets yet</source>
        <translation>Още няма набори</translation>
    </message>
    <message>
        <source>Choose a preset…</source>
        <translation>Избор на набор…</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Повторение</translation>
    </message>
    <message>
        <source>Above 1: tokens that were used become less likely. 1: off.</source>
        <translation>Над 1: вече използваните токени стават по-малко вероятни. 1: изключено.</translation>
    </message>
    <message>
        <source>Looks back</source>
        <translation>Поглед назад</translation>
    </message>
    <message>
        <source>How many of the last tokens the penalties look at. 0: penalties are off.</source>
        <translation>Колко от последните токени обхващат наказанията. 0: наказанията са изключени.</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>всички токени</translation>
    </message>
    <message>
        <source>Presence</source>
        <translation>Присъствие</translation>
    </message>
    <message>
        <source>Taken off a token that was used at all. 0: off; below 0: the token is favoured.</source>
        <translation>Отнема се от всеки вече използван токен. 0: изключено; под 0: токенът се предпочита.</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>Честота</translation>
    </message>
    <message>
        <source>Taken off a token for each time it was used. 0: off.</source>
        <translation>Отнема се от токена за всяко негово използване. 0: изключено.</translation>
    </message>
    <message>
        <source>Stop at these texts, one a line; \n stands for a line break</source>
        <translation>Спиране при тези текстове, по един на ред; \n означава нов ред</translation>
    </message>
    <message>
        <source>Stop texts</source>
        <translation>Текстове за спиране</translation>
    </message>
    <message>
        <source>The defaults of chats with models that have none of their own</source>
        <translation>Стойности по подразбиране за разговори с модели, които нямат собствени</translation>
    </message>
    <message>
        <source>Make them this model&apos;s defaults</source>
        <translation>По подразбиране за този модел</translation>
    </message>
    <message>
        <source>Chats with %1 that have no values of their own begin with these</source>
        <translation>С тях започват разговорите с %1, които нямат собствени стойности</translation>
    </message>
    <message>
        <source>These values are this chat&apos;s own.</source>
        <translation>Това са собствените стойности на разговора.</translation>
    </message>
    <message>
        <source>These are the defaults of %1. A change is this chat&apos;s own.</source>
        <translation>Това са стойностите по подразбиране на %1. Промяната важи само за този разговор.</translation>
    </message>
    <message>
        <source>These are Glasshouse&apos;s defaults. A change is this chat&apos;s own.</source>
        <translation>Това са стойностите по подразбиране на Glasshouse. Промяната важи само за този разговор.</translation>
    </message>
    <message>
        <source>Make them Glasshouse&apos;s defaults</source>
        <translation>По подразбиране за Glasshouse</translation>
    </message>
</context>
<context>
    <name>gh::app::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Настройки</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Страници</translation>
    </message>
    <message>
        <source>Look and language</source>
        <translation>Облик и език</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Двигател</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Кеш</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Поверителност</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Затваряне</translation>
    </message>
    <message>
        <source>Threads count from the engine&apos;s next start</source>
        <translation>Броят нишки важи от следващото пускане на двигателя</translation>
    </message>
    <message>
        <source>Starting it again takes as long as opening the model. The caches are built anew with the next message.</source>
        <translation>Повторното пускане трае колкото отварянето на модела. Кешовете се изграждат наново със следващото съобщение.</translation>
    </message>
    <message>
        <source>This counts when the model is loaded again</source>
        <translation>Важи след повторно зареждане на модела</translation>
    </message>
    <message>
        <source>The caches are built anew with the next message; nothing of a chat is lost.</source>
        <translation>Кешовете се изграждат наново със следващото съобщение; нищо от разговорите не се губи.</translation>
    </message>
    <message>
        <source>Start the engine again</source>
        <translation>Ново пускане на двигателя</translation>
    </message>
    <message>
        <source>Load again now</source>
        <translation>Зареждане сега</translation>
    </message>
    <message>
        <source>A reply is being written</source>
        <translation>В момента се пише отговор</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Като системата</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светла</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тъмна</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Език</translation>
    </message>
    <message>
        <source>Changes at once; a reply that is being written goes on. Numbers and dates follow the language.</source>
        <translation>Сменя се веднага; започнатият отговор продължава. Числата и датите следват езика.</translation>
    </message>
    <message>
        <source>All usable cores</source>
        <translation>Всички достъпни ядра</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Нишки</translation>
    </message>
    <message numerus="yes">
        <source>This machine has %n core(s) to use. More threads than cores make every step slower. The answers do not change.</source>
        <translation>
            <numerusform>На тази машина е достъпно %n ядро. Повече нишки от ядрата забавят всяка стъпка. Отговорите не се променят.</numerusform>
            <numerusform>На тази машина са достъпни %n ядра. Повече нишки от ядрата забавят всяка стъпка. Отговорите не се променят.</numerusform>
        </translation>
    </message>
    <message>
        <source>int8, per block of 32 (fast)</source>
        <translation>int8, по блокове от 32 (бързо)</translation>
    </message>
    <message>
        <source>f32 (exact)</source>
        <translation>f32 (точно)</translation>
    </message>
    <message>
        <source>Activations in matrix products</source>
        <translation>Активации в матричните произведения</translation>
    </message>
    <message>
        <source>With int8 each block of 32 values is rounded to 255 levels before it is multiplied: much faster, and the text may differ from the exact one now and then.</source>
        <translation>При int8 всеки блок от 32 стойности се закръглява до 255 нива преди умножението: много по-бързо, а текстът понякога може да се различава от точния.</translation>
    </message>
    <message>
        <source>As the model allows, at most 8,192 tokens</source>
        <translation>Колкото допуска моделът, най-много 8&#xa0;192 токена</translation>
    </message>
    <message>
        <source>As the model allows, at most %1 tokens</source>
        <translation>Колкото допуска моделът, най-много %1 токена</translation>
    </message>
    <message>
        <source>%1, %2 bytes a value</source>
        <translation>%1, по %2 байта на стойност</translation>
    </message>
    <message>
        <source>Type of keys</source>
        <translation>Тип на ключовете</translation>
    </message>
    <message>
        <source>Type of values</source>
        <translation>Тип на стойностите</translation>
    </message>
    <message>
        <source>Fewer bytes a value hold more tokens in the same memory. Q8_0 and Q4_0 round blocks of 32 values of a head: with Q8_0 the text hardly changes, with Q4_0 it may. Keys ask for more precision than values.</source>
        <translation>По-малко байтове на стойност побират повече токени в същата памет. Q8_0 и Q4_0 закръглят блокове от 32 стойности на една глава: с Q8_0 текстът почти не се променя, с Q4_0 това е възможно. Ключовете искат повече точност от стойностите.</translation>
    </message>
    <message>
        <source>The one used last</source>
        <translation>Последно използваният</translation>
    </message>
    <message>
        <source>Always the same</source>
        <translation>Винаги един и същ</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Никакъв</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Избор на файл…</translation>
    </message>
    <message>
        <source>Default model</source>
        <translation>Модел по подразбиране</translation>
    </message>
    <message>
        <source>Opened with the window</source>
        <translation>Отваря се заедно с прозореца</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Папки</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Добавяне на папка…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Премахване</translation>
    </message>
    <message>
        <source>Remove the chosen folder from the list</source>
        <translation>Премахване на избраната папка от списъка</translation>
    </message>
    <message>
        <source>Where ./dev models puts what it fetches; always looked at</source>
        <translation>Тук ./dev models поставя изтегленото; винаги се преглежда</translation>
    </message>
    <message>
        <source>Nothing leaves this machine. Glasshouse opens no connection, has no account, counts nothing and sends nothing; models, chats and this page&apos;s settings are files that you can look at, copy and delete. The log is kept in memory and never holds what you or a model wrote.</source>
        <translation>Нищо не напуска тази машина. Glasshouse не отваря връзки, няма профил, не отчита и не изпраща нищо; моделите, разговорите и настройките от тази страница са файлове, които можете да преглеждате, копирате и изтривате. Дневникът се пази само в паметта и никога не съдържа написаното от вас или от модел.</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Разговори</translation>
    </message>
    <message>
        <source>Delete all conversations…</source>
        <translation>Изтриване на всички разговори…</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversation(s) for good?</source>
        <translation>
            <numerusform>Да се изтрие ли завинаги %n разговор?</numerusform>
            <numerusform>Да се изтрият ли завинаги %n разговора?</numerusform>
        </translation>
    </message>
    <message>
        <source>They are wiped from the file on this disk. This cannot be undone.</source>
        <translation>Заличават се от файла на този диск. Това не може да се отмени.</translation>
    </message>
    <message>
        <source>Delete all</source>
        <translation>Изтриване на всички</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Запазване</translation>
    </message>
    <message>
        <source>The reply stops</source>
        <translation>Отговорът спира</translation>
    </message>
    <message>
        <source>The oldest messages leave the prompt</source>
        <translation>Най-старите съобщения отпадат от подканата</translation>
    </message>
    <message>
        <source>When the context is full</source>
        <translation>Щом контекстът се запълни</translation>
    </message>
    <message>
        <source>Messages that leave the prompt stay in the chat, which shows where the prompt begins; the system prompt and the newest question always stay. What is left is read anew, so the answers are those of a chat that never had the others.</source>
        <translation>Отпадналите от подканата съобщения остават в разговора, а в него личи откъде започва подканата; системната подкана и най-новият въпрос винаги остават. Останалото се прочита наново, затова отговорите са като в разговор, в който другите никога не ги е имало.</translation>
    </message>
    <message>
        <source>The model picker lists the models in these: GGUF files, and folders with config.json.</source>
        <translation>При избора на модел се изброяват моделите в тези папки: файлове GGUF и папки с config.json.</translation>
    </message>
    <message>
        <source>Folder with models</source>
        <translation>Папка с модели</translation>
    </message>
    <message>
        <source>A number of tokens</source>
        <translation>Брой токени</translation>
    </message>
    <message>
        <source>What fits into a number of MiB</source>
        <translation>Колкото се побира в даден брой MiB</translation>
    </message>
    <message>
        <source>Context limit</source>
        <translation>Граница на контекста</translation>
    </message>
    <message>
        <source>How long a chat may get, with its reply, and what keys and values of all conversations together may take. It is reserved when the model is opened; a model that would not fit in memory is refused with the figures.</source>
        <translation>Колко дълъг може да стане един разговор заедно с отговора и колко могат да заемат ключовете и стойностите на всички разговори общо. Резервира се при отваряне на модела; модел, който не би се побрал в паметта, се отказва с точните стойности.</translation>
    </message>
    <message>
        <source>Nothing that was written is lost, and nothing leaves the prompt. A new chat begins with an empty context.</source>
        <translation>Нищо написано не се губи и нищо не отпада от подканата. Нов разговор започва с празен контекст.</translation>
    </message>
</context>
<context>
    <name>gh::app::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Клавишни комбинации</translation>
    </message>
    <message>
        <source>Message field</source>
        <translation>Поле за съобщение</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Изпращане</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>Нов ред</translation>
    </message>
    <message>
        <source>Stop this reply, or let go of the selection</source>
        <translation>Спиране на отговора или освобождаване на избора</translation>
    </message>
    <message>
        <source>Timeline, while it has the focus</source>
        <translation>Времева линия, когато е на фокус</translation>
    </message>
    <message>
        <source>One step back or on</source>
        <translation>Една стъпка назад или напред</translation>
    </message>
    <message>
        <source>Pause or play</source>
        <translation>Спиране или пускане</translation>
    </message>
    <message>
        <source>First step, live</source>
        <translation>Първа стъпка, на живо</translation>
    </message>
</context>
<context>
    <name>gh::app::StatusStrip</name>
    <message>
        <source>Context</source>
        <translation>Контекст</translation>
    </message>
    <message>
        <source>Tokens of this conversation in the cache, of those it may hold</source>
        <translation>Токени на разговора в кеша от всички, които могат да се поберат</translation>
    </message>
    <message>
        <source>Tokens per second of the reply on show, since its first token</source>
        <translation>Токени в секунда на показания отговор, от първия му токен насам</translation>
    </message>
    <message>
        <source>From sending to the first token of the reply on show</source>
        <translation>От изпращането до първия токен на показания отговор</translation>
    </message>
    <message>
        <source>Time of the newest step: one pass of the model over all rows</source>
        <translation>Време на най-новата стъпка: едно преминаване на модела през всички редове</translation>
    </message>
    <message>
        <source>Requests in the engine</source>
        <translation>Заявки в двигателя</translation>
    </message>
    <message>
        <source> / %1 tokens</source>
        <translation> / %1 токена</translation>
    </message>
    <message>
        <source>no model</source>
        <translation>няма модел</translation>
    </message>
    <message>
        <source> cache</source>
        <translation> кеш</translation>
    </message>
    <message>
        <source>Blocks of this conversation: %1</source>
        <translation>Блокове на разговора: %1</translation>
    </message>
    <message>
        <source> tok/s, this reply</source>
        <translation> токена/с, този отговор</translation>
    </message>
    <message>
        <source> to first token</source>
        <translation> до първия токен</translation>
    </message>
    <message>
        <source> / step</source>
        <translation> / стъпка</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>работещи: %1</translation>
    </message>
    <message>
        <source> · %1 waiting</source>
        <translation> · чакащи: %1</translation>
    </message>
    <message>
        <source> of memory bandwidth</source>
        <translation> от скоростта на паметта</translation>
    </message>
    <message>
        <source>Weights and cache that the newest step read, over its time: %1.
A plain read on this machine reaches %2, measured while nothing ran.</source>
        <translation>Тегла и кеш, прочетени от най-новата стъпка, разделени на времето ѝ: %1.
Обикновено четене на тази машина достига %2, измерено в покой.</translation>
    </message>
    <message>
        <source>weights as </source>
        <translation>тегла като </translation>
    </message>
    <message>
        <source>The model is open with weights that were quantized while it was loaded: %1</source>
        <translation>Моделът е отворен с тегла, квантувани при зареждането му: %1</translation>
    </message>
</context>
<context>
    <name>gh::app::StoreWorker</name>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 не може да се запише: %2.</translation>
    </message>
    <message>
        <source>The conversations were written by a newer Glasshouse</source>
        <translation>Разговорите са записани от по-нов Glasshouse</translation>
    </message>
    <message>
        <source>%1 is left untouched. What is written now is kept only until the program ends.</source>
        <translation>%1 остава непроменен. Написаното сега се пази само до края на програмата.</translation>
    </message>
    <message>
        <source>The conversation file could not be read</source>
        <translation>Файлът с разговорите не можа да се прочете</translation>
    </message>
    <message>
        <source>It was moved to %1, and a new one was begun. Found: %2</source>
        <translation>Преместен е като %1 и е започнат нов. Установено: %2</translation>
    </message>
    <message>
        <source>Conversations cannot be saved</source>
        <translation>Разговорите не могат да се запазят</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. What is written now is kept only until the program ends.</source>
        <translation>%1 не може да се запише: %2. Написаното сега се пази само до края на програмата.</translation>
    </message>
    <message>
        <source>A conversation could not be saved</source>
        <translation>Един разговор не можа да се запази</translation>
    </message>
    <message>
        <source>%1: %2. Free some space or copy the text you want to keep.</source>
        <translation>%1: %2. Освободете място или копирайте текста, който искате да запазите.</translation>
    </message>
    <message>
        <source>The conversation was not exported</source>
        <translation>Разговорът не е експортиран</translation>
    </message>
    <message>
        <source>It is no longer in the conversation file.</source>
        <translation>Вече го няма във файла с разговорите.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another folder.</source>
        <translation>%1 не може да се запише: %2. Изберете друга папка.</translation>
    </message>
    <message>
        <source>%1 was not imported</source>
        <translation>%1 не е импортиран</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>Не може да се прочете: %1.</translation>
    </message>
    <message>
        <source>It has %1 bytes; conversations have at most %2.</source>
        <translation>Големината му е %1 байта; разговорите са най-много %2.</translation>
    </message>
    <message>
        <source>damage met while it was in use</source>
        <translation>повреда, открита по време на работа</translation>
    </message>
    <message>
        <source>The conversation file is damaged</source>
        <translation>Файлът с разговорите е повреден</translation>
    </message>
    <message>
        <source>%1: %2. Export what you want to keep: with the next start it is moved aside, and a new one is begun.</source>
        <translation>%1: %2. Експортирайте каквото искате да запазите: при следващото стартиране файлът се отмества встрани и се започва нов.</translation>
    </message>
</context>
<context>
    <name>gh::app::TemplatePresenter</name>
    <message>
        <source>You explain things in a few words.</source>
        <translation>Обясняваш нещата с няколко думи.</translation>
    </message>
    <message>
        <source>What is glass?</source>
        <translation>Какво е стъклото?</translation>
    </message>
    <message>
        <source>Sand that was melted and cooled before it could set.</source>
        <translation>Разтопен пясък, изстинал, преди да успее да се подреди.</translation>
    </message>
    <message>
        <source>And why is it clear?</source>
        <translation>А защо е прозрачно?</translation>
    </message>
    <message>
        <source>The vocabulary of this model cannot be read, so its tokens are not known here.</source>
        <translation>Речникът на този модел не може да се прочете, затова токените му тук не са известни.</translation>
    </message>
</context>
<context>
    <name>gh::app::Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>Времева линия</translation>
    </message>
    <message>
        <source>Back to the selection before</source>
        <translation>Назад към предишния избор</translation>
    </message>
    <message>
        <source>Forward to the selection after</source>
        <translation>Напред към следващия избор</translation>
    </message>
    <message>
        <source>Go to the timeline</source>
        <translation>Към времевата линия</translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation>Обратно на живо</translation>
    </message>
    <message>
        <source>Hold the clock, or play on</source>
        <translation>Спиране или пускане на часовника</translation>
    </message>
    <message>
        <source>One step back in time</source>
        <translation>Една стъпка назад във времето</translation>
    </message>
    <message>
        <source>One step on in time</source>
        <translation>Една стъпка напред във времето</translation>
    </message>
</context>
<context>
    <name>gh::app::ToolbarStrip</name>
    <message>
        <source>Workspace</source>
        <translation>Работно пространство</translation>
    </message>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <translation>%1 (Ctrl+%2)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Спиране</translation>
    </message>
    <message>
        <source>Stop this reply (Esc)</source>
        <translation>Спиране на отговора (Esc)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Пауза</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Стъпка</translation>
    </message>
    <message>
        <source>One step while paused (F7)</source>
        <translation>Една стъпка при пауза (F7)</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>Меню (F10)</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Меню</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Продължаване</translation>
    </message>
    <message>
        <source>Let the engine go on (F6)</source>
        <translation>Двигателят продължава (F6)</translation>
    </message>
    <message>
        <source>Pause the engine at the next step, for all requests (F6)</source>
        <translation>Пауза на двигателя при следващата стъпка, за всички заявки (F6)</translation>
    </message>
</context>
<context>
    <name>gh::app::TrafficRunner</name>
    <message>
        <source>Synthetic %1</source>
        <translation>Изкуствена %1</translation>
    </message>
</context>
<context>
    <name>gh::app::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Отмяна</translation>
    </message>
    <message>
        <source>Bring it back (Ctrl+Z)</source>
        <translation>Връщане обратно (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Затваряне</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Затваряне на съобщението</translation>
    </message>
</context>
<context>
    <name>gh::widgets::AttentionTiles</name>
    <message>
        <source>Click or arrow keys: the next tile; space: stop and go on</source>
        <translation>Щракване или стрелки: следващата плочка; интервал: спиране и продължаване</translation>
    </message>
    <message>
        <source>Tiles of attention</source>
        <translation>Плочки на вниманието</translation>
    </message>
    <message>
        <source>Tile %1 of %2 lives: %3 × %4 scores, %5</source>
        <translation>Жива е плочка %1 от %2: %3 × %4 оценки, %5</translation>
    </message>
    <message>
        <source>The row of one query: %1 scores, %2</source>
        <translation>Редът на една заявка: %1 оценки, %2</translation>
    </message>
    <message>
        <source>%1 × %1 scores, %2: never written</source>
        <translation>%1 × %1 оценки, %2: никога не се записват</translation>
    </message>
    <message>
        <source>keys →</source>
        <translation>ключове →</translation>
    </message>
    <message>
        <source>queries →</source>
        <translation>заявки →</translation>
    </message>
</context>
<context>
    <name>gh::widgets::BlockDetail</name>
    <message>
        <source>Select a block to see its tokens and steps.</source>
        <translation>Изберете блок, за да видите токените и стъпките му.</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>Изчистване на избора</translation>
    </message>
    <message>
        <source>positions %1</source>
        <translation>позиции %1</translation>
    </message>
    <message>
        <source>steps %1</source>
        <translation>стъпки %1</translation>
    </message>
    <message>
        <source>The blocks that hold them are ringed.</source>
        <translation>Блоковете, които ги държат, са оградени.</translation>
    </message>
    <message>
        <source>No block is selected</source>
        <translation>Няма избран блок</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>позиция %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>стъпка %1</translation>
    </message>
</context>
<context>
    <name>gh::widgets::BlockMapView</name>
    <message>
        <source>Block map</source>
        <translation>Карта на блоковете</translation>
    </message>
</context>
<context>
    <name>gh::widgets::CacheHeader</name>
    <message>
        <source>equal to the byte</source>
        <translation>равни до байт</translation>
    </message>
    <message>
        <source>not equal</source>
        <translation>не са равни</translation>
    </message>
    <message>
        <source>Predicted by formula</source>
        <translation>Предвидено по формула</translation>
    </message>
    <message>
        <source>Allocated by pool</source>
        <translation>Разпределено от пула</translation>
    </message>
    <message>
        <source>The prediction&apos;s own sum: from the number of tokens and the shape of the model, without asking the pool.</source>
        <translation>Собствената сметка на предвиждането: от броя токени и формата на модела, без да се пита пулът.</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>Заето</translation>
    </message>
    <message>
        <source>Waste</source>
        <translation>Загуба</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>Кеширано</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Резерв</translation>
    </message>
    <message>
        <source>%1 set aside for the pool when the model was loaded.</source>
        <translation>%1, заделени за пула при зареждането на модела.</translation>
    </message>
    <message>
        <source>%1 held for conversations that wait: their next turn goes on from it.</source>
        <translation>%1, пазени за разговори, които чакат: следващата им реплика продължава оттук.</translation>
    </message>
    <message>
        <source>Share of the reserved bytes in blocks that running requests hold.</source>
        <translation>Дял от резервираните байтове в блоковете, държани от работещите заявки.</translation>
    </message>
    <message>
        <source>Share of the bytes in held blocks (in use or cached) in which no token is written yet.</source>
        <translation>Дял от байтовете в държаните блокове (използвани или кеширани), в които още няма записан токен.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 held, %2 needed: %3 more.</source>
        <translation>Държат се %1, нужни са %2: с %3 повече.</translation>
    </message>
    <message>
        <source>%1 held, %2 needed: %3 fewer.</source>
        <translation>Държат се %1, нужни са %2: с %3 по-малко.</translation>
    </message>
    <message>
        <source>Block %1 has no owner.</source>
        <translation>Блок %1 няма собственик.</translation>
    </message>
    <message>
        <source>More is allocated than was predicted</source>
        <translation>Разпределено е повече от предвиденото</translation>
    </message>
    <message>
        <source>Less is allocated than was predicted</source>
        <translation>Разпределено е по-малко от предвиденото</translation>
    </message>
    <message>
        <source>Show block %1</source>
        <translation>Показване на блок %1</translation>
    </message>
    <message>
        <source>Saved by sharing</source>
        <translation>Спестено</translation>
    </message>
    <message>
        <source>Reusable</source>
        <translation>За ползване</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Копия</translation>
    </message>
    <message>
        <source>Evictions</source>
        <translation>Изхвърлени</translation>
    </message>
    <message>
        <source>%1: what the sequences would take each by itself, less what is allocated.</source>
        <translation>%1: колкото биха заели последователностите поотделно, минус заделеното.</translation>
    </message>
    <message>
        <source>Blocks that nobody holds and whose content is kept: a prompt that begins alike finds it.</source>
        <translation>Блокове, които никой не държи, но съдържанието им е запазено: подкана със същото начало го намира.</translation>
    </message>
    <message>
        <source>Blocks that were copied before a write, as others needed what was in them.</source>
        <translation>Блокове, копирани преди запис, защото други се нуждаят от съдържанието им.</translation>
    </message>
    <message>
        <source>Reusable blocks whose content was given up for another.</source>
        <translation>Блокове за повторно ползване, чието съдържание е отстъпило място на друго.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::CandidateColumns</name>
    <message>
        <source>Candidates of every variant</source>
        <translation>Кандидатите на всеки вариант</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>еталон</translation>
    </message>
    <message>
        <source>behind the split</source>
        <translation>след раздялата</translation>
    </message>
    <message>
        <source>rank %1 · KL %2, back %3</source>
        <translation>място %1 · KL %2, обратно %3</translation>
    </message>
</context>
<context>
    <name>gh::widgets::CandidateModel</name>
    <message>
        <source>id %1</source>
        <translation>id %1</translation>
    </message>
    <message>
        <source>id %1 · rank %2 · %3</source>
        <translation>id %1 · ранг %2 · %3</translation>
    </message>
    <message>
        <source>Click: a branch of this reply goes on with this token.</source>
        <translation>Щракване: клон на този отговор продължава с този токен.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::CandidateSide</name>
    <message>
        <source>Probability</source>
        <translation>Вероятност</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Ранг</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Ентропия</translation>
    </message>
    <message>
        <source>1: the likeliest of all.</source>
        <translation>1: най-вероятният от всички.</translation>
    </message>
    <message>
        <source>How undecided the model was: 0 bits, one token has all the probability; each bit more, twice as many equally likely ones.</source>
        <translation>Колко неуверен е бил моделът: 0 бита – цялата вероятност е за един токен; всеки бит повече – два пъти повече еднакво вероятни токени.</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Кандидати</translation>
    </message>
    <message>
        <source>Choose a token to see what else could have stood there.</source>
        <translation>Изберете токен, за да видите какво друго е можело да стои там.</translation>
    </message>
    <message>
        <source>position %1 · id %2</source>
        <translation>позиция %1 · id %2</translation>
    </message>
    <message>
        <source> · step %1</source>
        <translation> · стъпка %1</translation>
    </message>
    <message>
        <source>bits</source>
        <translation>бита</translation>
    </message>
    <message>
        <source>A branch put another token here than the model had drawn.</source>
        <translation>Клон е поставил тук друг токен вместо изтегления от модела.</translation>
    </message>
    <message>
        <source>Click a candidate to branch there.</source>
        <translation>Щракнете върху кандидат за нов клон от това място.</translation>
    </message>
    <message>
        <source>This request belongs to no chat, so there is nothing to branch.</source>
        <translation>Тази заявка не е от разговор, затова няма какво да се разклони.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>How likely this token was: after bias and penalties, before the filters, at temperature 1.</source>
        <translation>Колко вероятен е бил този токен: след отместването и наказанията, преди филтрите, при температура 1.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::CompareForm</name>
    <message>
        <source>The reference: the others are measured against it</source>
        <translation>Еталонът: останалите се мерят спрямо него</translation>
    </message>
    <message>
        <source>Variant %1</source>
        <translation>Вариант %1</translation>
    </message>
    <message>
        <source>Weights of variant %1</source>
        <translation>Тегла на вариант %1</translation>
    </message>
    <message>
        <source>Type of the cache’s keys, variant %1</source>
        <translation>Тип на ключовете в кеша, вариант %1</translation>
    </message>
    <message>
        <source>Type of the cache’s values, variant %1</source>
        <translation>Тип на стойностите в кеша, вариант %1</translation>
    </message>
    <message>
        <source>Remove variant %1</source>
        <translation>Махане на вариант %1</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Варианти</translation>
    </message>
    <message>
        <source>A is the reference</source>
        <translation>A е еталонът</translation>
    </message>
    <message>
        <source>Add a variant, four at most</source>
        <translation>Добавяне на вариант, най-много четири</translation>
    </message>
    <message>
        <source>Prompt of the comparison</source>
        <translation>Подкана за сравнението</translation>
    </message>
    <message>
        <source>What all of them are asked</source>
        <translation>Какво да бъдат попитани всички</translation>
    </message>
    <message>
        <source>The open chat’s last message</source>
        <translation>Последното съобщение в чата</translation>
    </message>
    <message>
        <source>The chat that is open, up to its last message of yours, in place of the prompt</source>
        <translation>Отвореният чат до последното Ви съобщение вместо подканата</translation>
    </message>
    <message>
        <source>In step</source>
        <translation>В крак</translation>
    </message>
    <message>
        <source>Each its own</source>
        <translation>Всеки сам</translation>
    </message>
    <message>
        <source>How they generate</source>
        <translation>Как пишат</translation>
    </message>
    <message>
        <source>All read the reference’s tokens: every position is compared on the same prefix</source>
        <translation>Всички четат токените на еталона: всяка позиция се сравнява при едно и също начало</translation>
    </message>
    <message>
        <source>Each goes on with its own choices, with the same draws; where a text leaves the reference’s is marked</source>
        <translation>Всеки продължава със своите избори при едни и същи тегления; отбелязва се къде текстът се отделя от еталона</translation>
    </message>
    <message>
        <source> tokens</source>
        <comment>behind a number</comment>
        <translation> токена</translation>
    </message>
    <message>
        <source>Tokens at most</source>
        <translation>Най-много токени</translation>
    </message>
    <message>
        <source>K as set</source>
        <comment>type of the cache&apos;s keys</comment>
        <translation>K по избор</translation>
    </message>
    <message>
        <source>V as set</source>
        <comment>type of the cache&apos;s values</comment>
        <translation>V по избор</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Спиране</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Сравнение</translation>
    </message>
    <message>
        <source>Write a prompt first</source>
        <translation>Първо напишете подкана</translation>
    </message>
</context>
<context>
    <name>gh::widgets::ComparePanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model: its variants are then compared on one prompt, token by token.</source>
        <translation>Отворете модел: вариантите му се сравняват по една подкана, токен по токен.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>Nothing is compared yet</source>
        <translation>Още нищо не е сравнено</translation>
    </message>
    <message>
        <source>Choose variants and a prompt: they answer at the same time, and every token shows how far each is from the reference.</source>
        <translation>Изберете варианти и подкана: те отговарят едновременно и всеки токен показва колко далече е всеки от еталона.</translation>
    </message>
    <message>
        <source>Progress of loading the variants</source>
        <translation>Напредък на зареждането на вариантите</translation>
    </message>
    <message>
        <source>Variants of the model on one prompt, token by token.</source>
        <translation>Варианти на модела по една подкана, токен по токен.</translation>
    </message>
    <message>
        <source>Each variant is loaded once more beside the open model, with a cache of its own, and they generate at the same time. In step, all of them read the reference’s tokens, so that every position compares the same prefix; each its own, every variant goes on with its own choices, and what comes behind the split is not compared.

A row is a variant, tokens at the same position stand under each other. The colour is the divergence of the variant’s probabilities from the reference’s, in nats; an underlined token is another choice. Choose a token for the candidates of all variants and the layer from which the hidden state departs.</source>
        <translation>Всеки вариант се зарежда още веднъж до отворения модел, със свой кеш, и всички пишат едновременно. „В крак“ значи, че всички четат токените на еталона, така че всяка позиция се сравнява при едно и също начало; „Всеки сам“ значи, че всеки продължава със своите избори и онова след раздялата не се сравнява.

Редът е вариант, токените на една и съща позиция са един под друг. Цветът е отклонението на вероятностите на варианта от тези на еталона, в nat; подчертан токен е друг избор. Изберете токен, за да видите кандидатите на всички варианти и слоя, от който скритото състояние се отклонява.</translation>
    </message>
    <message>
        <source>The comparison ended early</source>
        <translation>Сравнението спря преждевременно</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 от %2 токена</translation>
    </message>
    <message>
        <source>Loading the variants…</source>
        <translation>Зареждат се вариантите…</translation>
    </message>
    <message>
        <source>Loading %1…</source>
        <translation>Зарежда се %1…</translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation>Готово: %1</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Спряно: %1</translation>
    </message>
    <message>
        <source>prompt of %1</source>
        <translation>подкана от %1</translation>
    </message>
    <message>
        <source>each its own text</source>
        <translation>всеки със свой текст</translation>
    </message>
    <message>
        <source>all on the reference’s text</source>
        <translation>всички по текста на еталона</translation>
    </message>
</context>
<context>
    <name>gh::widgets::DistributionSide</name>
    <message>
        <source>p50 ms</source>
        <translation>p50, мс</translation>
    </message>
    <message>
        <source>p90 ms</source>
        <translation>p90, мс</translation>
    </message>
    <message>
        <source>p99 ms</source>
        <translation>p99, мс</translation>
    </message>
    <message>
        <source>Step time, 1 step</source>
        <translation>Време, 1 стъпка</translation>
    </message>
    <message>
        <source>Step time, last %1 steps</source>
        <translation>Време, последни %1 стъпки</translation>
    </message>
    <message>
        <source>%1 of these steps took at most %2</source>
        <translation>%1 от тези стъпки са траели най-много %2</translation>
    </message>
    <message>
        <source>Step time, steps %1</source>
        <translation>Време, стъпки %1</translation>
    </message>
</context>
<context>
    <name>gh::widgets::DivergenceLegend</name>
    <message>
        <source>Colours: divergence from the reference in nats, from %1 to %2</source>
        <translation>Цветове: отклонение от еталона в nat, от %1 до %2</translation>
    </message>
    <message>
        <source>KL(reference ‖ variant) at each token, in nats. An underlined token is another choice than the reference’s; a red frame marks where a text leaves the reference’s.</source>
        <translation>KL(еталон ‖ вариант) при всеки токен, в nat. Подчертан токен е друг избор спрямо еталона; червена рамка бележи къде текстът се отделя от неговия.</translation>
    </message>
    <message>
        <source>KL, nats</source>
        <translation>KL, nat</translation>
    </message>
</context>
<context>
    <name>gh::widgets::DivergenceText</name>
    <message>
        <source>Texts of the variants, token by token</source>
        <translation>Текстовете на вариантите, токен по токен</translation>
    </message>
</context>
<context>
    <name>gh::widgets::EmptyState</name>
    <message>
        <source>A model is being opened</source>
        <translation>Отваря се модел</translation>
    </message>
    <message>
        <source>What becomes of it stands here as soon as it is ready.</source>
        <translation>Щом е готов, тук се вижда какво става с него.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::ErrorView</name>
    <message>
        <source>Scheme of the map</source>
        <translation>Схема на картата</translation>
    </message>
    <message>
        <source>What every matrix is quantized with for this map</source>
        <translation>С какво се квантува всяка матрица за тази карта</translation>
    </message>
    <message>
        <source>Least squares</source>
        <translation>Най-малки квадрати</translation>
    </message>
    <message>
        <source>Scales with the least squared error, found by a search over clipped ranges; else the largest value is met exactly</source>
        <translation>Мащаби с най-малка квадратична грешка, търсени сред отрязани обхвати; иначе най-голямата стойност се предава точно</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Карта</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Таблица</translation>
    </message>
    <message>
        <source>The errors as a map or a table</source>
        <translation>Грешките като карта или таблица</translation>
    </message>
    <message>
        <source>What the colours say</source>
        <translation>Какво показват цветовете</translation>
    </message>
    <message>
        <source>‖W − Ŵ‖ / ‖W‖: how much of the matrix is lost</source>
        <translation>‖W − Ŵ‖ / ‖W‖: колко от матрицата се губи</translation>
    </message>
    <message>
        <source>How far the largest weight stands out</source>
        <translation>Колко се откроява най-голямото тегло</translation>
    </message>
    <message>
        <source>Share of the weights beyond six standard deviations</source>
        <translation>Дял на теглата над шест стандартни отклонения</translation>
    </message>
    <message>
        <source>Two to the entropy of the levels: how many of them carry anything</source>
        <translation>Две на степен ентропията на нивата: колко от тях носят нещо</translation>
    </message>
    <message>
        <source>Progress of the map</source>
        <translation>Напредък на картата</translation>
    </message>
    <message>
        <source>Errors by matrix</source>
        <translation>Грешки по матрици</translation>
    </message>
    <message>
        <source>● a rule of its own</source>
        <translation>● собствено правило</translation>
    </message>
    <message>
        <source>Mixed: the rules</source>
        <translation>Смесено: правилата</translation>
    </message>
    <message>
        <source>Every matrix with the scheme that the rules give it</source>
        <translation>Всяка матрица със схемата, която ѝ дават правилата</translation>
    </message>
    <message>
        <source>%1: %2 a weight</source>
        <translation>%1: %2 на тегло</translation>
    </message>
    <message>
        <source>Measuring every matrix…</source>
        <translation>Измерва се всяка матрица…</translation>
    </message>
    <message>
        <source>%1 · mean error %2 · worst %3 in %4</source>
        <translation>%1 · средна грешка %2 · най-голяма %3 в %4</translation>
    </message>
    <message>
        <source>%1 by part and layer</source>
        <translation>%1 по части и слоеве</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>слой</translation>
    </message>
</context>
<context>
    <name>gh::widgets::EvaluatePage</name>
    <message>
        <source>What is evaluated: ticked ones</source>
        <translation>Какво се оценява: отметнатото</translation>
    </message>
    <message>
        <source>Text…</source>
        <translation>Текст…</translation>
    </message>
    <message>
        <source>Measure on a text file of your own instead of the text that comes with the program</source>
        <translation>Измерване по Ваш текстов файл вместо по текста на програмата</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>всички токени</translation>
    </message>
    <message>
        <source> tokens</source>
        <comment>behind a number</comment>
        <translation> токена</translation>
    </message>
    <message>
        <source>Tokens of the text at most</source>
        <translation>Най-много токени от текста</translation>
    </message>
    <message>
        <source>As run</source>
        <translation>При работа</translation>
    </message>
    <message>
        <source>Also as the variant runs, with int8 activations: schemes are judged with f32 ones, which takes half the time alone</source>
        <translation>Също както вариантът работи, с активации int8: схемите се съдят с f32, което само по себе си отнема половината време</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Съвпадение</translation>
    </message>
    <message>
        <source>How often it chooses the same token on the reference’s own text</source>
        <translation>Колко често избира същия токен по текста на еталона</translation>
    </message>
    <message>
        <source>Quiz</source>
        <translation>Въпроси</translation>
    </message>
    <message>
        <source>16 short questions; one answer more or less is no difference</source>
        <translation>16 кратки въпроса; един отговор повече или по-малко не е разлика</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Nothing was evaluated yet. Tick schemes above: each is compared with the model as it is stored, on a text that neither was made for.</source>
        <translation>Още нищо не е оценено. Отметнете схеми по-горе: всяка се сравнява с модела, както е записан, по текст, за който никой от двата не е правен.</translation>
    </message>
    <message>
        <source>Earlier evaluations</source>
        <translation>Предишни оценки</translation>
    </message>
    <message>
        <source>f32</source>
        <translation>f32</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Активации</translation>
    </message>
    <message>
        <source>With f32 activations: the scheme alone</source>
        <translation>С активации f32: само схемата</translation>
    </message>
    <message>
        <source>With the activations that the variant runs with</source>
        <translation>С активациите, с които вариантът работи</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Схема</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Битове</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Байтове</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Перплексия</translation>
    </message>
    <message>
        <source>KL, nats</source>
        <translation>KL, nat</translation>
    </message>
    <message>
        <source>Same top</source>
        <translation>Същият пръв</translation>
    </message>
    <message>
        <source>Error, mean</source>
        <translation>Грешка, средна</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>Най-голяма</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>ток./с</translation>
    </message>
    <message>
        <source>What was measured of each variant</source>
        <translation>Какво е измерено за всеки вариант</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Copies the table as Markdown</source>
        <translation>Копира таблицата като Markdown</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Copies the table as CSV</source>
        <translation>Копира таблицата като CSV</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>The rules as they are now</source>
        <translation>Правилата, каквито са сега</translation>
    </message>
    <message>
        <source>Kept rules</source>
        <translation>Запазени правила</translation>
    </message>
    <message>
        <source>%1: %2 a weight</source>
        <translation>%1: %2 на тегло</translation>
    </message>
    <message>
        <source>Held-out text</source>
        <translation>Текст на програмата</translation>
    </message>
    <message>
        <source>the program’s held-out text</source>
        <translation>текстът на програмата</translation>
    </message>
    <message>
        <source>Tick what is to be evaluated first</source>
        <translation>Първо отметнете какво да се оцени</translation>
    </message>
    <message>
        <source>Something else is being measured</source>
        <translation>Измерва се нещо друго</translation>
    </message>
    <message>
        <source>%1, not complete</source>
        <translation>%1, непълна</translation>
    </message>
    <message>
        <source>median %1 · 90 % %2 · 95 % %3 · 99 % %4 · 99.9 % %5 · largest %6</source>
        <translation>медиана %1 · 90 % %2 · 95 % %3 · 99 % %4 · 99,9 % %5 · най-голямо %6</translation>
    </message>
    <message>
        <source>probability of the right token off by %1 (root mean square)</source>
        <translation>вероятността на верния токен се разминава с %1 (средноквадратично)</translation>
    </message>
    <message>
        <source>1 % %1 · 25 % %2 · median %3 · 75 % %4 · 99 % %5; even on both sides is noise, a long way down is damage</source>
        <translation>1 % %1 · 25 % %2 · медиана %3 · 75 % %4 · 99 % %5; поравно в двете посоки е шум, дълго надолу е щета</translation>
    </message>
    <message>
        <source>between %1 and %2 (95 % interval)</source>
        <translation>между %1 и %2 (95 % интервал)</translation>
    </message>
    <message>
        <source>The reference is itself quantized (%1): what its own quantization lost is in none of these figures.</source>
        <translation>Самият еталон е квантуван (%1): загубеното при неговото квантуване не влиза в тези числа.</translation>
    </message>
    <message>
        <source>Noise floor: the reference as it runs is %1 nats from itself with f32 activations.</source>
        <translation>Шумов праг: еталонът при работа е на %1 nat от себе си с активации f32.</translation>
    </message>
    <message>
        <source>Measured on %1. KL: of the variant’s next-token probabilities from the reference’s.</source>
        <translation>Измерено по: %1. KL: на вероятностите за следващия токен спрямо тези на еталона.</translation>
    </message>
    <message>
        <source>A text to measure on</source>
        <translation>Текст за измерването</translation>
    </message>
    <message>
        <source>Texts (*.txt *.md)</source>
        <translation>Текстове (*.txt *.md)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Всички файлове (*)</translation>
    </message>
</context>
<context>
    <name>gh::widgets::ExportDialog</name>
    <message>
        <source>Save as GGUF</source>
        <translation>Запазване като GGUF</translation>
    </message>
    <message>
        <source>Nearest GGUF types instead, so that other programs open it</source>
        <translation>Най-близките типове на GGUF, за да го отварят и други програми</translation>
    </message>
    <message>
        <source>Vocabulary, template and all other data are kept. The file is written beside its place and renamed when it is whole; the open model’s own file is never overwritten.</source>
        <translation>Речникът, шаблонът и всички други данни се запазват. Файлът се пише до мястото си и се преименува, щом е цял; файлът на отворения модел никога не се презаписва.</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Избор на файл…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отказ</translation>
    </message>
    <message>
        <source>No rule changes a matrix: the file will hold the weights as they are stored.</source>
        <translation>Никое правило не променя матрица: във файла ще са теглата, както са записани.</translation>
    </message>
    <message numerus="yes">
        <source>%n matrix(es) are quantized anew: %1 together, %2 a weight.</source>
        <translation>
            <numerusform>%n матрица се квантува наново: общо %1, %2 на тегло.</numerusform>
            <numerusform>%n матрици се квантуват наново: общо %1, %2 на тегло.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n matrix(es): rows are no whole blocks of %1, they become %2.</source>
        <translation>
            <numerusform>%n матрица: редовете не са цели блокове на %1, става %2.</numerusform>
            <numerusform>%n матрици: редовете не са цели блокове на %1, стават %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 becomes %2.</source>
        <translation>%1 става %2.</translation>
    </message>
    <message>
        <source>%1: GGUF has no such type. The file uses types of Glasshouse’s own, which no other program opens.</source>
        <translation>%1: в GGUF няма такъв тип. Файлът ползва собствени типове на Glasshouse, които никоя друга програма не отваря.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::HistogramView</name>
    <message>
        <source>Histogram of step times</source>
        <translation>Хистограма на времето на стъпките</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>&gt; %1</source>
        <translation>&gt; %1</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) took longer than %1 ms</source>
        <translation>
            <numerusform>%n стъпка е траяла над %1 мс</numerusform>
            <numerusform>%n стъпки са траели над %1 мс</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) took %1 to %2 ms</source>
        <translation>
            <numerusform>%n стъпка е траяла от %1 до %2 мс</numerusform>
            <numerusform>%n стъпки са траели от %1 до %2 мс</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gh::widgets::KvBlocksPanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model: its cache is set aside as blocks, and this shows what becomes of them.</source>
        <translation>Отворете модел: кешът му се заделя като блокове и тук се вижда какво става с тях.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>Nothing in the cache</source>
        <translation>Кешът е празен</translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation>Примерна подкана</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Цвят по</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Собственик</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Препратки</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Възраст</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Пълнота</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Слоеве</translation>
    </message>
    <message>
        <source>Every block of the key–value cache: who holds it and how full it is.</source>
        <translation>Всеки блок от KV кеша: кой го държи и колко е пълен.</translation>
    </message>
    <message>
        <source>Send a message: every %1 tokens fill one square, coloured by the conversation that owns it.</source>
        <translation>Изпратете съобщение: на всеки %1 токена се запълва едно квадратче с цвета на разговора им.</translation>
    </message>
    <message>
        <source>1 square = 1 block = %1 = %2 · %3</source>
        <translation>1 квадратче = 1 блок = %1 = %2 · %3</translation>
    </message>
    <message>
        <source>1 to %1 references</source>
        <translation>от 1 до %1 препратки</translation>
    </message>
    <message>
        <source>1 reference</source>
        <translation>1 препратка</translation>
    </message>
    <message>
        <source>How many sequences use the block.</source>
        <translation>Колко последователности използват блока.</translation>
    </message>
    <message>
        <source>%1 steps ago to now</source>
        <translation>от преди %1 стъпки до сега</translation>
    </message>
    <message>
        <source>Steps since a token was last written into the block.</source>
        <translation>Стъпки от последното записване на токен в блока.</translation>
    </message>
    <message>
        <source>empty to full</source>
        <translation>от празен до пълен</translation>
    </message>
    <message>
        <source>How many of the block&apos;s tokens are written.</source>
        <translation>Колко от токените на блока са записани.</translation>
    </message>
    <message>
        <source>Part-filled</source>
        <translation>Частично запълнен</translation>
    </message>
    <message>
        <source>The level shows how many of its tokens are written.</source>
        <translation>Нивото показва колко от токените му са записани.</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Споделен</translation>
    </message>
    <message>
        <source>More than one sequence uses the block.</source>
        <translation>Блокът се използва от повече от една последователност.</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>Кеширан</translation>
    </message>
    <message>
        <source>Belongs to a conversation that waits for its next turn, which goes on from it.</source>
        <translation>На разговор, който чака следващата си реплика; тя ще продължи от него.</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Свободен</translation>
    </message>
    <message>
        <source>Nobody holds the block.</source>
        <translation>Никой не държи блока.</translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation>Обратно на живо</translation>
    </message>
    <message>
        <source>Step %1 is not kept</source>
        <translation>Стъпка %1 не се пази</translation>
    </message>
    <message>
        <source>The past of the cache is kept back to step %1; what is older makes room for what is new.</source>
        <translation>Миналото на кеша се пази назад до стъпка %1; по-старото отстъпва място на новото.</translation>
    </message>
    <message>
        <source>Nothing is kept of the cache&apos;s past.</source>
        <translation>Нищо от миналото на кеша не се пази.</translation>
    </message>
    <message>
        <source>At the end of step %1 no block was held.</source>
        <translation>В края на стъпка %1 не е бил държан нито един блок.</translation>
    </message>
    <message>
        <source>As of step %1</source>
        <translation>Към стъпка %1</translation>
    </message>
    <message>
        <source>While a model writes, it keeps the keys and values of every token it has read, so that nothing is computed twice. They lie in blocks of equal size, one square each; a block fills from the bottom. Full squares of one colour belong to one conversation, hatched ones to a conversation that waits for its next turn, pale ones are free, and two lines in a pale one say that its content is kept for a prompt that begins alike.

A ring that fades says what a step did to a block: green, it was taken; blue, another sequence shares or found it; two blue ones, it was copied before a write; yellow, its content was given up for another; grey, it was given back.

Predicted comes from the number of tokens and the shape of the model alone, allocated is counted by the pool when it hands out a block. They must agree to the byte.

Click a square, or move with the arrow keys, to see its tokens here, in the conversation and in Steps.</source>
        <translation>Докато пише, моделът пази ключовете и стойностите на всеки прочетен токен, за да не се изчислява нищо два пъти. Те лежат в еднакво големи блокове, по едно квадратче на блок; блокът се пълни отдолу. Плътните квадратчета с един цвят са на един разговор, щрихованите – на разговор, който чака следващия си ход, бледите са свободни, а две черти в бледо квадратче казват, че съдържанието му се пази за подкана със същото начало.

Избледняващ пръстен казва какво е направила стъпката с блока: зелен – взет е; син – друга последователност го споделя или го е намерила; два сини – копиран е преди запис; жълт – съдържанието му е отстъпило място на друго; сив – върнат е.

Предвиденото идва само от броя на токените и формата на модела, заделеното се брои от пула, когато дава блок. Те трябва да съвпадат до байт.

Щракнете квадратче или се движете със стрелките, за да видите токените му тук, в разговора и в „Стъпки“.</translation>
    </message>
    <message>
        <source>Reusable</source>
        <translation>За ползване</translation>
    </message>
    <message>
        <source>Nobody holds the block; its content is kept, and found by a prompt that begins alike.</source>
        <translation>Никой не държи блока; съдържанието му е запазено и подкана със същото начало го намира.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::LabPanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model: the experiments of the lab measure it on this machine.</source>
        <translation>Отворете модел: опитите в лабораторията го измерват на тази машина.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Опит</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>Напредък на опита</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Графика</translation>
    </message>
    <message>
        <source>Not measured yet: run the experiment, or choose an earlier run.</source>
        <translation>Още не е измервано: пуснете опита или изберете по-раншно изпълнение.</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>Предишни</translation>
    </message>
    <message>
        <source>ticked: laid over</source>
        <translation>отметнатите се наслагват</translation>
    </message>
    <message>
        <source>Earlier runs of this experiment; ticked ones are laid over the one on show</source>
        <translation>Предишни изпълнения на този опит; отметнатите се наслагват върху показаното</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Експортиране…</translation>
    </message>
    <message>
        <source>The run on show as JSON or CSV; the picture alone by the right mouse button</source>
        <translation>Показаното изпълнение като JSON или CSV; само картината – с десния бутон на мишката</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Изтриване</translation>
    </message>
    <message>
        <source>Experiments that measure the open model on this machine.</source>
        <translation>Опити, които измерват отворения модел на тази машина.</translation>
    </message>
    <message>
        <source>Reads the model file’s header only.</source>
        <translation>Чете само заглавната част на файла на модела.</translation>
    </message>
    <message>
        <source>Loads the model once more: takes %1 of memory while it runs.</source>
        <translation>Зарежда модела още веднъж: докато върви, заема %1 памет.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отказ</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Пускане</translation>
    </message>
    <message>
        <source>Waits until all replies and synthetic requests are done.</source>
        <translation>Изчаква отговорите и изкуствените заявки да приключат.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>прекъснато</translation>
    </message>
    <message>
        <source>Computed, not measured</source>
        <translation>Изчислено, не измерено</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Измерено</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>figure of a run</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Export the run</source>
        <translation>Експортиране на изпълнението</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Stop the traffic</source>
        <translation>Спиране на трафика</translation>
    </message>
    <message>
        <source>The experiment begins when no synthetic request is under way any more</source>
        <translation>Опитът започва, щом няма повече изкуствени заявки</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Резултати</translation>
    </message>
    <message>
        <source>Plot or results</source>
        <translation>Графика или резултати</translation>
    </message>
    <message>
        <source>None yet. Every run of this experiment is kept here, to be looked at again and laid over others.</source>
        <translation>Още няма. Всяко изпълнение на този опит се пази тук, за да се разгледа пак и да се наложи върху други.</translation>
    </message>
    <message>
        <source>Each experiment loads the model once more for itself, runs in the background and draws every point as soon as it is measured. It waits until the replies that are being written are done, and gives way to those that begin meanwhile; figures that such a reply disturbed are marked. All figures and what they mean stand under Results.

Full lines are measured, dashed red ones are limits or predictions that were computed. Runs are kept: tick earlier ones to lay them over the one on show. The right mouse button copies and saves the picture, Export writes the run as JSON or CSV.</source>
        <translation>Всеки опит зарежда модела още веднъж за себе си, върви на заден план и чертае всяка точка, щом бъде измерена. Той изчаква отговорите, които се пишат, и отстъпва на започналите междувременно; данните, смутени от такъв отговор, са отбелязани. Всички числа и какво значат те стоят в „Резултати“.

Плътните линии са измерени, прекъснатите червени са изчислени граници или предвиждания. Изпълненията се пазят: отметнете по-ранни, за да се насложат върху показаното. Десният бутон на мишката копира и записва картината, „Експортиране“ записва изпълнението като JSON или CSV.</translation>
    </message>
    <message>
        <source>Cancelled: what was measured until then is kept.</source>
        <translation>Прекъснато: измереното дотогава е запазено.</translation>
    </message>
    <message>
        <source>Cancelled before anything was measured.</source>
        <translation>Прекъснато, преди да се измери нещо.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>option of a run</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cancelled: this is what was measured until then</source>
        <translation>Прекъснато: това е измереното дотогава</translation>
    </message>
    <message>
        <source>Replies were written meanwhile: times may be too long</source>
        <translation>Междувременно се пишеха отговори: времената може да са завишени</translation>
    </message>
</context>
<context>
    <name>gh::widgets::LabResults</name>
    <message>
        <source>Results</source>
        <translation>Резултати</translation>
    </message>
</context>
<context>
    <name>gh::widgets::LaneChart</name>
    <message>
        <source>Requests over steps</source>
        <translation>Заявки по стъпки</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Заявки</translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation>Обратно на живо</translation>
    </message>
    <message>
        <source>no request yet</source>
        <translation>още няма заявка</translation>
    </message>
    <message>
        <source>step %1: %2 running, %3 waiting, %4 preempted</source>
        <translation>стъпка %1: работят %2, чакат %3, изместени %4</translation>
    </message>
    <message>
        <source>; selected: %1</source>
        <translation>; избрано: %1</translation>
    </message>
    <message>
        <source>To the clock: step %1</source>
        <translation>Към часовника: стъпка %1</translation>
    </message>
    <message>
        <source>Set the clock to step %1</source>
        <translation>Часовникът на стъпка %1</translation>
    </message>
    <message>
        <source>Fit all steps</source>
        <translation>Всички стъпки</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>подкана</translation>
    </message>
    <message>
        <source>tokens a step</source>
        <translation>токени на стъпка</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>бюджет %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>стъпка</translation>
    </message>
</context>
<context>
    <name>gh::widgets::LayerCurve</name>
    <message>
        <source>Error of the hidden state by layer</source>
        <translation>Грешка на скритото състояние по слоеве</translation>
    </message>
    <message>
        <source>%1 departs from layer %2 on</source>
        <translation>%1 се отклонява от слой %2 нататък</translation>
    </message>
    <message>
        <source>%1 stays below the threshold</source>
        <translation>%1 остава под прага</translation>
    </message>
    <message>
        <source>relative error of the hidden state</source>
        <translation>отн. грешка на скритото състояние</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>слой</translation>
    </message>
    <message>
        <source>&lt;b&gt;Layer %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Слой %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>variant, error</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>departs here</source>
        <translation>отклонява се тук</translation>
    </message>
    <message>
        <source>departs from %1 on</source>
        <translation>отклонение от %1 нагоре</translation>
    </message>
</context>
<context>
    <name>gh::widgets::MetricLabel</name>
    <message>
        <source>%1: %2</source>
        <comment>caption and figure</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>gh::widgets::OwnerLegend</name>
    <message>
        <source>Nobody</source>
        <translation>Никой</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>още %1</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>Собственици</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Собственик</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Блокове</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токени</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Всички</translation>
    </message>
    <message>
        <source> (%1 shared)</source>
        <translation> (%1 споделени)</translation>
    </message>
</context>
<context>
    <name>gh::widgets::PanelHeader</name>
    <message>
        <source>What this shows</source>
        <translation>Какво показва това</translation>
    </message>
    <message>
        <source>Float this panel</source>
        <translation>Откачане на панела</translation>
    </message>
    <message>
        <source>Close this panel</source>
        <translation>Затваряне на панела</translation>
    </message>
</context>
<context>
    <name>gh::widgets::PlanePage</name>
    <message>
        <source>Perplexity</source>
        <translation>Перплексия</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Качество</translation>
    </message>
    <message>
        <source>MiB</source>
        <comment>size of the weights</comment>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Битове</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>f32</source>
        <translation>f32</translation>
    </message>
    <message>
        <source>As run</source>
        <translation>При работа</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Активации</translation>
    </message>
    <message>
        <source>Every variant that was evaluated becomes a point here. Begin with Evaluate.</source>
        <translation>Всеки оценен вариант става точка тук. Започнете с „Оценка“.</translation>
    </message>
    <message>
        <source>bits a weight</source>
        <translation>бита на тегло</translation>
    </message>
    <message>
        <source>weights in memory, MiB</source>
        <translation>тегла в паметта, MiB</translation>
    </message>
    <message>
        <source>perplexity, lower is better</source>
        <translation>перплексия, по-малкото е по-добро</translation>
    </message>
    <message>
        <source>mean KL, nats, lower is better</source>
        <translation>средно KL, nat, по-малкото е по-добро</translation>
    </message>
    <message>
        <source>Bars are standard errors. Full points on the line: nothing smaller is as good. Measured on %1.</source>
        <translation>Чертите са стандартни грешки. Плътните точки на линията: нищо по-малко не е толкова добро. Измерено по: %1.</translation>
    </message>
    <message>
        <source>the program’s held-out text</source>
        <translation>текстът на програмата</translation>
    </message>
    <message>
        <source>Mean KL</source>
        <translation>Средно KL</translation>
    </message>
</context>
<context>
    <name>gh::widgets::PolicyRow</name>
    <message>
        <source>Continuous</source>
        <translation>Непрекъснато</translation>
    </message>
    <message>
        <source>Static</source>
        <translation>Статично</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>Групиране</translation>
    </message>
    <message>
        <source>A request joins and leaves at any step</source>
        <translation>Заявка влиза и излиза при всяка стъпка</translation>
    </message>
    <message>
        <source>A batch is filled, runs until its longest member ends, and returns as one: for comparison</source>
        <translation>Партидата се запълва, върви до края на най-дългата си заявка и се връща наведнъж: за сравнение</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Места</translation>
    </message>
    <message>
        <source>Most requests that run at once</source>
        <translation>Най-много заявки, които вървят наведнъж</translation>
    </message>
    <message>
        <source>Token budget</source>
        <translation>Бюджет токени</translation>
    </message>
    <message>
        <source>Most tokens that one step computes, prompts and replies together</source>
        <translation>Най-много токени, които една стъпка изчислява – подкани и отговори заедно</translation>
    </message>
</context>
<context>
    <name>gh::widgets::QualityPlot</name>
    <message>
        <source>Size against quality</source>
        <translation>Размер срещу качество</translation>
    </message>
</context>
<context>
    <name>gh::widgets::QuantizeDesk</name>
    <message>
        <source>as stored</source>
        <translation>както е записан</translation>
    </message>
    <message>
        <source>%1 as stored</source>
        <translation>%1, както е записан</translation>
    </message>
    <message>
        <source>the rules</source>
        <translation>правилата</translation>
    </message>
</context>
<context>
    <name>gh::widgets::QuantizePanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model to see what quantization does to each of its matrices.</source>
        <translation>Отворете модел, за да видите какво прави квантуването с всяка негова матрица.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Матрица</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Правила</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Оценка</translation>
    </message>
    <message>
        <source>Plane</source>
        <translation>Равнина</translation>
    </message>
    <message>
        <source>What is shown of the quantization</source>
        <translation>Какво се показва от квантуването</translation>
    </message>
    <message>
        <source>The chosen matrix closely</source>
        <translation>Избраната матрица отблизо</translation>
    </message>
    <message>
        <source>Which matrix gets which scheme; variants, budget, file</source>
        <translation>Коя матрица с каква схема; варианти, бюджет, файл</translation>
    </message>
    <message>
        <source>How much worse a variant answers than the model as it is stored</source>
        <translation>Колко по-зле отговаря вариант спрямо модела, както е записан</translation>
    </message>
    <message>
        <source>Size against quality, of all that was evaluated</source>
        <translation>Размер срещу качество на всичко оценено</translation>
    </message>
    <message>
        <source>What quantization does to the open model, matrix by matrix.</source>
        <translation>Какво прави квантуването с отворения модел, матрица по матрица.</translation>
    </message>
    <message>
        <source>A scheme keeps each weight as one of a few levels and, for every group of weights, a scale. The map shows how much of each matrix a scheme loses: the lighter in the dark look, the darker in the light one, the more. That is measured on the weights alone, in seconds.

Rules give matrices schemes of their own; the last rule that matches decides, and a dot on the map marks what such a rule decides. Evaluate compares whole variants with the model as it is stored, on a held-out text and with exact activations, so that the scheme is judged and not the arithmetic. The plane draws every evaluated variant: left is smaller, down is better.</source>
        <translation>Схемата пази всяко тегло като едно от няколко нива и мащаб за всяка група тегла. Картата показва колко от всяка матрица губи схемата: колкото по-светло в тъмния изглед и по-тъмно в светлия, толкова повече. Това се измерва само по теглата, за секунди.

Правилата дават на матриците собствени схеми; решава последното съвпадащо правило, а точка на картата бележи онова, за което такова правило решава. „Оценка“ сравнява цели варианти с модела, както е записан, по отделен текст и с точни активации, така че се съди схемата, а не сметките. Равнината рисува всеки оценен вариант: наляво е по-малко, надолу е по-добре.</translation>
    </message>
    <message>
        <source>The model is open as %1. Maps and evaluations go by its file, which is stored as %2.</source>
        <translation>Моделът е отворен като %1. Картите и оценките са по файла му, записан като %2.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::RampLegend</name>
    <message>
        <source>%1: from %2 to %3</source>
        <translation>%1: от %2 до %3</translation>
    </message>
</context>
<context>
    <name>gh::widgets::RequestsPanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model and send messages in several chats: this shows how they share the engine’s steps.</source>
        <translation>Отворете модел и пратете съобщения в няколко разговора: тук се вижда как делят стъпките на двигателя.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>No request yet</source>
        <translation>Още няма заявка</translation>
    </message>
    <message>
        <source>Send messages in several chats, or add synthetic traffic: every request gets a lane, and every step shows who was in it.</source>
        <translation>Пратете съобщения в няколко разговора или добавете изкуствен трафик: всяка заявка получава пътека, а всяка стъпка показва кой е бил в нея.</translation>
    </message>
    <message>
        <source>Add traffic…</source>
        <translation>Добавяне на трафик…</translation>
    </message>
    <message>
        <source>Synthetic requests, to see the engine under load</source>
        <translation>Изкуствени заявки, за да се види двигателят под натоварване</translation>
    </message>
    <message>
        <source>Who shares each step, and who waits.</source>
        <translation>Кой дели всяка стъпка и кой чака.</translation>
    </message>
    <message>
        <source>One step reads the weights of the model once for everybody: requests that run at the same time share its cost. Every lane is a request, from the step at which it came to the one at which it ended: it waits in the queue, reads its prompt in chunks, then writes a token a step. When blocks of the cache run out, the last one to have been admitted is preempted: its blocks go to the others, and it is computed again later.

Beneath stand the tokens of each step under the budget (dashed). A flag says how many tokens of the prompt were found in the cache; select the lane to read why not more was.

Continuous batching lets a request in at any step. Static batching fills a batch and returns it when its longest member has ended: the rows of those that ended before are computed for nothing.

The wheel zooms, dragging moves, a double click shows all steps. Arrow keys go from lane to lane and from step to step.</source>
        <translation>Една стъпка прочита теглата на модела веднъж за всички: заявките, които вървят едновременно, делят цената ѝ. Всяка пътека е заявка – от стъпката, при която е дошла, до тази, при която е завършила: чака на опашката, чете подканата си на части, после пише по един токен на стъпка. Когато блоковете на кеша свършат, последно приетата се измества: блоковете ѝ отиват при другите и тя се изчислява отново по-късно.

Отдолу са токените на всяка стъпка под бюджета (прекъснатата линия). Флагче казва колко токена от подканата са намерени в кеша; изберете пътеката, за да прочетете защо не са повече.

Непрекъснатото групиране пуска заявка при всяка стъпка. Статичното запълва партида и я връща, когато завърши най-дългата ѝ заявка: редовете на завършилите по-рано се смятат напразно.

Колелцето мащабира, влаченето мести, двойното щракване показва всички стъпки. Стрелките минават от пътека на пътека и от стъпка на стъпка.</translation>
    </message>
    <message>
        <source>running</source>
        <translation>работят</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>чакат</translation>
    </message>
    <message>
        <source>%1 of all replies</source>
        <translation>%1 за всички отговори</translation>
    </message>
    <message>
        <source>of %1 tokens a step</source>
        <translation>от %1 токена на стъпка</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Край</translation>
    </message>
    <message>
        <source>In its colour where it came to its end, grey where it was stopped, red where it failed.</source>
        <translation>В нейния цвят, когато е стигнала до края, сиво, когато е спряна, червено, когато се е провалила.</translation>
    </message>
    <message>
        <source>Found in the cache, tokens</source>
        <translation>Намерени в кеша токени</translation>
    </message>
    <message>
        <source>So many tokens of the prompt were computed before and were found in the cache.</source>
        <translation>Толкова токена от подканата са изчислени преди това и намерени в кеша.</translation>
    </message>
    <message>
        <source>Select a lane to see what it found in the cache, and why not more.</source>
        <translation>Изберете пътека, за да видите какво е намерила в кеша и защо не повече.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::RulesPage</name>
    <message>
        <source>Open as the model</source>
        <translation>Отваряне като модел</translation>
    </message>
    <message>
        <source>Loads the open model anew with these rules: chats, requests and the lab then use it</source>
        <translation>Зарежда отворения модел наново с тези правила: чатовете, заявките и лабораторията го ползват</translation>
    </message>
    <message>
        <source>Save as GGUF…</source>
        <translation>Запазване като GGUF…</translation>
    </message>
    <message>
        <source>As stored again</source>
        <translation>Пак както е записан</translation>
    </message>
    <message>
        <source>Loads the open model anew as its file stores it</source>
        <translation>Зарежда отворения модел наново, както е записан във файла</translation>
    </message>
    <message>
        <source>Named variants</source>
        <translation>Варианти с име</translation>
    </message>
    <message>
        <source>Rules that were kept under a name</source>
        <translation>Правила, запазени под име</translation>
    </message>
    <message>
        <source>Keep the rules under a name…</source>
        <translation>Запазване на правилата под име…</translation>
    </message>
    <message>
        <source>Rename this variant…</source>
        <translation>Преименуване на варианта…</translation>
    </message>
    <message>
        <source>Delete this variant</source>
        <translation>Изтриване на варианта</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Правила</translation>
    </message>
    <message>
        <source>the last that matches decides</source>
        <translation>решава последното съвпадащо</translation>
    </message>
    <message>
        <source>Move this rule up</source>
        <translation>Преместване на правилото нагоре</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>Махане на правилото</translation>
    </message>
    <message>
        <source>Undo the last change of the rules</source>
        <translation>Отмяна на последната промяна на правилата</translation>
    </message>
    <message>
        <source>Make the change again</source>
        <translation>Повтаряне на промяната</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>Матрици</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Схема</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Решава</translation>
    </message>
    <message>
        <source>Rules, the last that matches decides</source>
        <translation>Правила, решава последното съвпадащо</translation>
    </message>
    <message>
        <source>Scheme of a new rule</source>
        <translation>Схема на ново правило</translation>
    </message>
    <message>
        <source>For all layers</source>
        <translation>За всички слоеве</translation>
    </message>
    <message>
        <source>The first rule: what every matrix of the layers gets that no other rule decides</source>
        <translation>Първото правило: какво получава всяка матрица на слоевете, за която друго правило не решава</translation>
    </message>
    <message>
        <source>Regular expression over the names of matrices</source>
        <translation>Регулярен израз върху имената на матриците</translation>
    </message>
    <message>
        <source>A regular expression over the whole name, as blk.3.ffn_down.weight</source>
        <translation>Регулярен израз върху цялото име, напр. blk.3.ffn_down.weight</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Добавяне</translation>
    </message>
    <message>
        <source>Rules within a budget</source>
        <translation>Правила в рамките на бюджет</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Бюджет</translation>
    </message>
    <message>
        <source>Unit of the budget</source>
        <translation>Единица на бюджета</translation>
    </message>
    <message>
        <source>bits a weight</source>
        <translation>бита на тегло</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Търсене</translation>
    </message>
    <message>
        <source>Measures what each scheme on each matrix alone does to the next tokens, then chooses the assignment with the least sum</source>
        <translation>Измерва какво прави всяка схема върху всяка матрица поотделно със следващите токени и избира разпределението с най-малък сбор</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>rule, what is wrong with it</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No rules: every matrix stays as the file stores it. Choose a scheme here for all layers, or one for a matrix of the map.</source>
        <translation>Няма правила: всяка матрица остава, както е записана. Изберете тук схема за всички слоеве или за матрица от картата.</translation>
    </message>
    <message>
        <source>Together %1, %2 a weight</source>
        <translation>Общо %1, %2 на тегло</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>Незапазени</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <comment>a variant</comment>
        <translation>%1, променен</translation>
    </message>
    <message>
        <source>Written: %1, %2, %3 a weight.</source>
        <translation>Записан: %1, %2, %3 на тегло.</translation>
    </message>
    <message>
        <source>Only Glasshouse opens it: %1.</source>
        <translation>Отваря го само Glasshouse: %1.</translation>
    </message>
    <message>
        <source>Rename the variant</source>
        <translation>Преименуване на варианта</translation>
    </message>
    <message>
        <source>Keep the rules</source>
        <translation>Запазване на правилата</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Име</translation>
    </message>
</context>
<context>
    <name>gh::widgets::ScrubBar</name>
    <message>
        <source>One step back (comma)</source>
        <translation>Една стъпка назад (запетая)</translation>
    </message>
    <message>
        <source>One step on (full stop)</source>
        <translation>Една стъпка напред (точка)</translation>
    </message>
    <message>
        <source>Go to live</source>
        <translation>Обратно на живо</translation>
    </message>
    <message>
        <source>Follow the newest step again (End)</source>
        <translation>Отново следване на най-новата стъпка (End)</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>На живо</translation>
    </message>
    <message>
        <source>Every panel follows the newest step.</source>
        <translation>Всички панели следват най-новата стъпка.</translation>
    </message>
    <message>
        <source>The oldest step that is kept</source>
        <translation>Най-старата пазена стъпка</translation>
    </message>
    <message>
        <source>The newest step</source>
        <translation>Най-новата стъпка</translation>
    </message>
    <message>
        <source>The step that all panels show. The engine goes on meanwhile.</source>
        <translation>Стъпката, която показват всички панели. Междувременно двигателят продължава.</translation>
    </message>
    <message>
        <source>Hold the clock at this step (Space)</source>
        <translation>Спиране на часовника на тази стъпка (интервал)</translation>
    </message>
    <message>
        <source>Play on from this step (Space)</source>
        <translation>Пускане от тази стъпка (интервал)</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Още няма стъпки</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Стъпка %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>стъпка %1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>стъпка %1 от %2</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation>с %1 назад</translation>
    </message>
</context>
<context>
    <name>gh::widgets::ScrubTrack</name>
    <message>
        <source>Timeline</source>
        <translation>Времева линия</translation>
    </message>
    <message>
        <source>live</source>
        <translation>на живо</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>стъпка %1 от %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt; · %2</source>
        <translation>&lt;b&gt;Стъпка %1&lt;/b&gt; · %2</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… и още %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;Step %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Стъпка %1&lt;/b&gt;</translation>
    </message>
</context>
<context>
    <name>gh::widgets::SourceEditor</name>
    <message>
        <source>Source of the chat template</source>
        <translation>Текст на шаблона за разговор</translation>
    </message>
    <message>
        <source>Jinja. Ctrl+Enter applies it, Tab leaves the field.</source>
        <translation>Jinja. Ctrl+Enter го прилага, Tab излиза от полето.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::StepChart</name>
    <message>
        <source>Go to live</source>
        <translation>Обратно на живо</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>tokens a step</source>
        <translation>токени на стъпка</translation>
    </message>
    <message>
        <source>GB/s read, derived: bytes of weights and cache ÷ time of the forward pass</source>
        <translation>GB/s прочетени, изведено: байтове на теглата и кеша ÷ време на правия ход</translation>
    </message>
    <message>
        <source>GFLOP/s, derived: operations ÷ time of the forward pass</source>
        <translation>GFLOP/s, изведено: операции ÷ време на правия ход</translation>
    </message>
    <message>
        <source>Steps, %1</source>
        <translation>Стъпки, %1</translation>
    </message>
    <message>
        <source>no step yet</source>
        <translation>още няма стъпки</translation>
    </message>
    <message>
        <source>steps %1, newest %2</source>
        <translation>стъпки %1, най-нова %2</translation>
    </message>
    <message>
        <source>; selected: %1</source>
        <translation>; избрано: %1</translation>
    </message>
    <message>
        <source>Selected: step %1</source>
        <translation>Избрана: стъпка %1</translation>
    </message>
    <message>
        <source>Selected: steps %1</source>
        <translation>Избрани: стъпки %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>стъпка</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>до %1</translation>
    </message>
    <message>
        <source>Fit all steps</source>
        <translation>Всички стъпки</translation>
    </message>
    <message>
        <source>Cut off very long steps</source>
        <translation>Отрязване на много дългите стъпки</translation>
    </message>
    <message>
        <source>; the clock stands at step %1</source>
        <translation>; часовникът е на стъпка %1</translation>
    </message>
    <message>
        <source>To the clock: step %1</source>
        <translation>Към часовника: стъпка %1</translation>
    </message>
    <message>
        <source>Set the clock to step %1</source>
        <translation>Часовникът на стъпка %1</translation>
    </message>
    <message>
        <source>; the machine&apos;s limit: %1</source>
        <translation>; границата на машината: %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>граница %1</translation>
    </message>
    <message>
        <source>limit %1, above</source>
        <translation>граница %1, по-нагоре</translation>
    </message>
    <message>
        <source>; from step %1 on: %2</source>
        <translation>; от стъпка %1 нататък: %2</translation>
    </message>
    <message>
        <source>the first step of %1</source>
        <translation>първата стъпка на %1</translation>
    </message>
</context>
<context>
    <name>gh::widgets::StepSide</name>
    <message>
        <source>Back to the distribution</source>
        <translation>Назад към разпределението</translation>
    </message>
    <message>
        <source>time</source>
        <translation>време</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>токени</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>Attention %1</source>
        <translation>Внимание %1</translation>
    </message>
    <message>
        <source>Projections of q, k, v and output, rope, writing the cache, and attention itself: %1 in all layers.</source>
        <translation>Проекциите на q, k, v и изхода, rope, записването в кеша и самото внимание (attention): %1 във всички слоеве.</translation>
    </message>
    <message>
        <source>FFN %1</source>
        <translation>FFN %1</translation>
    </message>
    <message>
        <source>The feed-forward networks of all layers: %1.</source>
        <translation>Правите мрежи (feed-forward) на всички слоеве: %1.</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Глава %1</translation>
    </message>
    <message>
        <source>Looking up the token (%1), and the product that gives a logit for every token of the vocabulary (%2).</source>
        <translation>Намирането на токена (%1) и произведението, което дава логит за всеки токен от речника (%2).</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Стъпка %1</translation>
    </message>
    <message>
        <source>Steps %1</source>
        <translation>Стъпки %1</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>средно от %1</translation>
    </message>
    <message>
        <source>tokens computed in the step: one a running reply, or a chunk of a prompt</source>
        <translation>токени, изчислени в стъпката: по един за всеки работещ отговор или част от подкана</translation>
    </message>
    <message>
        <source>Derived: %1 of weights and %2 of cache, read in %3 of forward pass</source>
        <translation>Изведено: %1 тегла и %2 кеш, прочетени за %3 прав ход</translation>
    </message>
    <message>
        <source>Derived: %1 operations (multiply and add counted apart) in %2 of forward pass</source>
        <translation>Изведено: %1 операции (умножение и събиране се броят отделно) за %2 прав ход</translation>
    </message>
    <message>
        <source>%1 of this machine&apos;s limit, %2</source>
        <translation>%1 от границата на тази машина, %2</translation>
    </message>
</context>
<context>
    <name>gh::widgets::StepsPanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model and send a message: this shows how long each of its steps takes, and with what.</source>
        <translation>Отворете модел и изпратете съобщение: тук се вижда колко трае всяка негова стъпка и за какво отива времето.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Още няма стъпки</translation>
    </message>
    <message>
        <source>Send a message: every step reads a chunk of the prompt or writes one token, and its time stands here as a bar.</source>
        <translation>Изпратете съобщение: всяка стъпка чете част от подканата или пише един токен и времето ѝ се показва тук като стълбче.</translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation>Примерна подкана</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Време</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токени</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>What the bars show</source>
        <translation>Какво показват стълбчетата</translation>
    </message>
    <message>
        <source>Time of each step by phase, measured</source>
        <translation>Време на всяка стъпка по фази, измерено</translation>
    </message>
    <message>
        <source>Tokens computed in each step, counted</source>
        <translation>Токени, изчислени във всяка стъпка, преброени</translation>
    </message>
    <message>
        <source>How long every step took, and with what.</source>
        <translation>Колко е траяла всяка стъпка и за какво.</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Предизчисляване</translation>
    </message>
    <message>
        <source>Reading the prompt: many tokens go through the model at once.</source>
        <translation>Предварително изчисляване (prefill), тоест четене на подканата: много токени минават през модела наведнъж.</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Декодиране</translation>
    </message>
    <message>
        <source>Writing: one new token for each running reply.</source>
        <translation>Писане (decode): по един нов токен за всеки работещ отговор.</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Избор на токен</translation>
    </message>
    <message>
        <source>Choosing the token among the candidates.</source>
        <translation>Избор на токена измежду кандидатите (sampling).</translation>
    </message>
    <message>
        <source>Rest</source>
        <translation>Друго</translation>
    </message>
    <message>
        <source>Planning the step, and publishing what you see here.</source>
        <translation>Планиране на стъпката и публикуване на показаното тук.</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>Прав ход</translation>
    </message>
    <message>
        <source>Derived from what the step read and computed, and the time it took.</source>
        <translation>Изведено от прочетеното и изчисленото в стъпката и от времето ѝ.</translation>
    </message>
    <message>
        <source>A step is one pass through the model. Prefill reads the prompt, many tokens at once: its time goes into arithmetic. Decode writes one token of each running reply: its time goes into reading all weights and the cache. Sampling picks the token, rest is planning and bookkeeping.

The wheel zooms, dragging moves, a double click shows all steps. Click a bar (or use the arrow keys) to see its time by layer, hold Shift and drag for a run of steps. While the clock is scrubbed back, later steps are faded and the figures at the right are those up to then. Very long steps are cut off and labelled; the menu of the right button shows them whole, and copies and saves.</source>
        <translation>Стъпката е едно преминаване през модела. Предварителното изчисляване (prefill) чете подканата, много токени наведнъж: времето му отива за аритметика. Декодирането (decode) пише по един токен от всеки работещ отговор: времето му отива за четене на всички тегла и на кеша. Изборът на токен (sampling) определя токена, а останалото е планиране и отчитане.

Колелцето мащабира, влаченето мести, двойното щракване показва всички стъпки. Щракнете върху стълбче (или използвайте стрелките), за да видите времето му по слоеве; задръжте Shift и влачете за поредица от стъпки. Докато часовникът е върнат назад, по-късните стъпки са избледнени, а данните вдясно са до този момент. Много дългите стъпки са отрязани и надписани; менюто на десния бутон ги показва цели, копира и запазва.</translation>
    </message>
    <message>
        <source>Bytes of weights and cache read, over the time of the forward pass: derived. The dashed line is what a plain read on this machine reaches, measured while nothing ran</source>
        <translation>Прочетени байтове от теглата и кеша, разделени на времето на правия ход: изведено. Пунктирът е това, което обикновено четене достига на тази машина, измерено в покой</translation>
    </message>
    <message>
        <source>Operations over the time of the forward pass: derived. The limit is what this machine&apos;s fastest multiplications reach, measured while nothing ran</source>
        <translation>Операции, разделени на времето на правия ход: изведено. Границата е това, което най-бързите умножения достигат на тази машина, измерено в покой</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TemplateView</name>
    <message>
        <source>Template to begin with</source>
        <translation>Шаблон, от който да се започне</translation>
    </message>
    <message>
        <source>Puts another template into the editor</source>
        <translation>Поставя друг шаблон в редактора</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>Връщане</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Прилагане</translation>
    </message>
    <message>
        <source>Used from the next message on, and kept for this model (Ctrl+Enter)</source>
        <translation>Използва се от следващото съобщение нататък и се пази за този модел (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Подкана</translation>
    </message>
    <message>
        <source>Tokens of the prompt that this template writes</source>
        <translation>Токени на подканата, която този шаблон пише</translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation>На модела</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Редактиран</translation>
    </message>
    <message>
        <source>Choose a template</source>
        <translation>Изберете шаблон</translation>
    </message>
    <message>
        <source>An empty template writes nothing.</source>
        <translation>Празен шаблон не пише нищо.</translation>
    </message>
    <message>
        <source>%1 carries no chat template. Choose one of the named templates above, or write one here.</source>
        <translation>%1 не съдържа шаблон за разговор. Изберете по-горе един от шаблоните с имена или напишете свой тук.</translation>
    </message>
    <message>
        <source>The model&apos;s own is in use</source>
        <translation>Използва се собственият на модела</translation>
    </message>
    <message>
        <source>%1 is in use</source>
        <translation>Използва се %1</translation>
    </message>
    <message>
        <source>Edited by you, in use</source>
        <translation>Използва се редактираният от вас</translation>
    </message>
    <message>
        <source>None is in use</source>
        <translation>Не се използва никой</translation>
    </message>
    <message>
        <source>what is here is not applied yet</source>
        <translation>написаното тук още не е приложено</translation>
    </message>
    <message>
        <source>There is no prompt until the template can be rendered.</source>
        <translation>Няма подкана, докато шаблонът не може да се попълни.</translation>
    </message>
    <message>
        <source>Here the prompt appears, as text and ids.</source>
        <translation>Тук се появява подканата като текст и идентификатори.</translation>
    </message>
    <message>
        <source>as it was before the error</source>
        <translation>както беше преди грешката</translation>
    </message>
    <message>
        <source>of a sample conversation</source>
        <translation>на примерен разговор</translation>
    </message>
    <message>
        <source>the system prompt stands in the first message</source>
        <translation>системната подкана стои в първото съобщение</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>Ред %1, колона %2: %3</translation>
    </message>
    <message>
        <source>Puts the template that is in use back into the editor</source>
        <translation>Връща в редактора шаблона, който се използва</translation>
    </message>
    <message>
        <source>The newest message is not in this prompt: the model would not read it.</source>
        <translation>Последното съобщение не влиза в тази подкана: моделът няма да го прочете.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TensorPage</name>
    <message>
        <source>Choose a cell of the map, or a line of the table, to see that matrix.</source>
        <translation>Изберете клетка от картата или ред от таблицата, за да видите матрицата.</translation>
    </message>
    <message>
        <source>Mean of all</source>
        <translation>Средно за всички</translation>
    </message>
    <message>
        <source>Bits a weight</source>
        <translation>Бита на тегло</translation>
    </message>
    <message>
        <source>Worst rows</source>
        <translation>Най-лоши редове</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>Отн. грешка</translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation>Най-голямо тегло</translation>
    </message>
    <message>
        <source>The rows with the largest error</source>
        <translation>Редовете с най-голяма грешка</translation>
    </message>
    <message>
        <source>Scheme for a rule</source>
        <translation>Схема за правило</translation>
    </message>
    <message>
        <source>Use for a rule</source>
        <translation>За правило</translation>
    </message>
    <message>
        <source>This matrix</source>
        <translation>Тази матрица</translation>
    </message>
    <message>
        <source>This part</source>
        <translation>Тази част</translation>
    </message>
    <message>
        <source>This layer</source>
        <translation>Този слой</translation>
    </message>
    <message>
        <source>A rule for this matrix alone</source>
        <translation>Правило само за тази матрица</translation>
    </message>
    <message>
        <source>A rule for the same part of every layer</source>
        <translation>Правило за същата част на всеки слой</translation>
    </message>
    <message>
        <source>A rule for every matrix of this layer</source>
        <translation>Правило за всяка матрица на този слой</translation>
    </message>
    <message>
        <source>%1 · stored as %2</source>
        <comment>shape of a matrix, type</comment>
        <translation>%1 · записана като %2</translation>
    </message>
    <message>
        <source>%1 of all weights</source>
        <translation>%1 от всички тегла</translation>
    </message>
    <message>
        <source>Reading the weights…</source>
        <translation>Четат се теглата…</translation>
    </message>
    <message>
        <source>Bars: weights by value, on a logarithmic axis. This scheme has no fixed levels.</source>
        <translation>Стълбове: тегла по стойност, в логаритмична ос. Тази схема няма постоянни нива.</translation>
    </message>
    <message>
        <source>Bars: weights by value, on a logarithmic axis. Lines: the levels of the group with the largest weight.</source>
        <translation>Стълбове: тегла по стойност, в логаритмична ос. Линии: нивата на групата с най-голямото тегло.</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TensorTable</name>
    <message>
        <source>Matrix</source>
        <translation>Матрица</translation>
    </message>
    <message>
        <source>Scheme</source>
        <translation>Схема</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Битове</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Записана</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokenFlow</name>
    <message>
        <source>Tokens</source>
        <translation>Токени</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokenSide</name>
    <message>
        <source>%1: no layer departs</source>
        <comment>letter of a variant</comment>
        <translation>%1: никой слой не се отклонява</translation>
    </message>
    <message>
        <source>%1: from layer %2 on</source>
        <comment>letter of a variant</comment>
        <translation>%1: от слой %2 нататък</translation>
    </message>
    <message>
        <source>Token %1: “%2”</source>
        <translation>Токен %1: „%2“</translation>
    </message>
    <message>
        <source>position %1; accent: the reference’s token</source>
        <translation>позиция %1; с акцент: токенът на еталона</translation>
    </message>
    <message>
        <source>All tokens so far</source>
        <translation>Всички токени досега</translation>
    </message>
    <message>
        <source>Choose a token for its candidates</source>
        <translation>Изберете токен, за да видите кандидатите му</translation>
    </message>
    <message>
        <source>Departs (error over %1): %2</source>
        <comment>threshold, letters with layers</comment>
        <translation>Отклонение (грешка над %1): %2</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokenStrip</name>
    <message>
        <source>Probability and entropy along the tokens</source>
        <translation>Вероятност и ентропия по протежение на токените</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <comment>axis</comment>
        <translation>%1 бита</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>не се пази</translation>
    </message>
    <message>
        <source>read, not drawn: not computed</source>
        <translation>прочетен, а не изтеглен: не е изчислено</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TokensPanel</name>
    <message>
        <source>No model is open</source>
        <translation>Няма отворен модел</translation>
    </message>
    <message>
        <source>Open a model and send a message: this shows its tokens and what else could have been written.</source>
        <translation>Отворете модел и изпратете съобщение: тук се виждат токените му и какво друго е можело да бъде написано.</translation>
    </message>
    <message>
        <source>Open a model…</source>
        <translation>Отваряне на модел…</translation>
    </message>
    <message>
        <source>No tokens yet</source>
        <translation>Още няма токени</translation>
    </message>
    <message>
        <source>Send a message: this shows how the template, the text and the token ids belong together, and what else could have been written at each position.</source>
        <translation>Изпратете съобщение: тук се вижда как се съчетават шаблонът, текстът и идентификаторите на токените и какво друго е можело да бъде написано на всяка позиция.</translation>
    </message>
    <message>
        <source>Run a sample prompt</source>
        <translation>Примерна подкана</translation>
    </message>
    <message>
        <source>Which conversation&apos;s tokens</source>
        <translation>Токените на кой разговор</translation>
    </message>
    <message>
        <source>Copy the tokens</source>
        <translation>Копиране на токените</translation>
    </message>
    <message>
        <source>What the model really reads and writes: tokens, and how sure it was of each.</source>
        <translation>Какво всъщност чете и пише моделът: токени и колко е бил сигурен във всеки.</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>Последователност %1</translation>
    </message>
    <message>
        <source>Selected or running</source>
        <translation>Избраната или работещата</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>Показана: %1</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Шаблон</translation>
    </message>
    <message>
        <source>Written by the chat template: roles and markers.</source>
        <translation>Написано от шаблона на разговора: роли и маркери.</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Съдържание</translation>
    </message>
    <message>
        <source>Written by a person, a file or an earlier reply: never a marker.</source>
        <translation>Написано от човек, файл или предишен отговор: никога маркер.</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Отговор</translation>
    </message>
    <message>
        <source>Written by the model, one token a step.</source>
        <translation>Написано от модела, по един токен на стъпка.</translation>
    </message>
    <message>
        <source>Special</source>
        <translation>Специален</translation>
    </message>
    <message>
        <source>A token with a meaning of its own: the beginning or the end of a turn.</source>
        <translation>Токен със собствено значение: начало или край на реплика.</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятност</translation>
    </message>
    <message>
        <source>Of the token that was drawn: after bias and penalties, before the filters, at temperature 1.</source>
        <translation>На изтегления токен: след отместването и наказанията, преди филтрите, при температура 1.</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Ентропия</translation>
    </message>
    <message>
        <source>How undecided the model was, in bits: one bit more, twice as many equally likely tokens.</source>
        <translation>Колко неуверен е бил моделът, в битове: един бит повече – два пъти повече еднакво вероятни токени.</translation>
    </message>
    <message>
        <source>Copy ids of %1</source>
        <translation>Копиране на id на %1</translation>
    </message>
    <message>
        <source>Copy %1 as a Python list</source>
        <translation>Копиране на %1 като списък на Python</translation>
    </message>
    <message>
        <source>Copy text of %1</source>
        <translation>Копиране на текста на %1</translation>
    </message>
    <message>
        <source>Copy all ids</source>
        <translation>Копиране на всички id</translation>
    </message>
    <message>
        <source>Copy all as a Python list</source>
        <translation>Копиране на всичко като списък на Python</translation>
    </message>
    <message>
        <source>Copy all text</source>
        <translation>Копиране на целия текст</translation>
    </message>
    <message>
        <source>A model reads numbers. The chat template puts markers around what you write, the tokenizer cuts the result into tokens, and each token is an id. The three rows belong together: who wrote it, the text, the id. Special tokens stand in boxes; a marker that you type yourself stays plain text.

At each position the model gives every token a probability. The bar under a written token, and in the strip, is the probability of the one that was drawn; the dark mark is the entropy in bits: how undecided the model was. Both are measured after bias and penalties, before the sampler&apos;s filters, at temperature 1. The prompt is only read, so it has no probabilities.

Choose a token, with the mouse or the arrow keys, to see its candidates and what the filters removed. Enter goes to the candidates; choosing one there continues the reply from it in a branch of its own.

Tokens that a windowed layer no longer sees, or that have no room in the context, are faded.</source>
        <translation>Моделът чете числа. Шаблонът на разговора поставя маркери около написаното от вас, токенизаторът нарязва резултата на токени, а всеки токен е число (id). Трите реда вървят заедно: кой го е написал, текстът, id. Специалните токени са в рамки; маркер, който напишете сами, остава обикновен текст.

На всяка позиция моделът дава вероятност на всеки токен. Стълбчето под написан токен и в лентата е вероятността на изтегления; тъмната черта е ентропията в битове: колко неуверен е бил моделът. И двете се измерват след отместването и наказанията, преди филтрите, при температура 1. Подканата само се чете, затова за нея няма вероятности.

Изберете токен с мишката или със стрелките, за да видите кандидатите му и какво са премахнали филтрите. Enter води към кандидатите; изборът на кандидат продължава отговора от него в отделен клон.

Токените, които слоевете с прозорец вече не виждат или за които няма място в контекста, са избледнени.</translation>
    </message>
    <message>
        <source>At step %1 this conversation had no token yet.</source>
        <translation>На стъпка %1 този разговор още нямаше токени.</translation>
    </message>
    <message>
        <source>The view Template has the template itself: change it, and the prompt of this conversation changes beside it. Apply uses it from the next message on and keeps it for this model; Revert goes back to the model&apos;s own.</source>
        <translation>В изгледа „Шаблон“ е самият шаблон: променете го и до него се променя подканата на този разговор. „Прилагане“ го използва от следващото съобщение нататък и го пази за този модел; „Връщане“ се връща към собствения шаблон на модела.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токени</translation>
    </message>
    <message>
        <source>The template itself, to be edited, and what it makes of this conversation</source>
        <translation>Самият шаблон, който може да се редактира, и какво прави той от този разговор</translation>
    </message>
    <message>
        <source>Template, edited</source>
        <translation>Шаблон, редактиран</translation>
    </message>
</context>
<context>
    <name>gh::widgets::TrafficForm</name>
    <message>
        <source>all of</source>
        <translation>всички от</translation>
    </message>
    <message>
        <source>evenly from</source>
        <translation>равномерно от</translation>
    </message>
    <message>
        <source>half up to</source>
        <translation>половината до</translation>
    </message>
    <message>
        <source>Every one has this many tokens</source>
        <translation>Всяка има толкова токена</translation>
    </message>
    <message>
        <source>Every length between the two is as likely</source>
        <translation>Всяка дължина между двете е еднакво вероятна</translation>
    </message>
    <message>
        <source>Half of them have up to this many tokens, a few far more, none more than the most</source>
        <translation>Половината имат до толкова токена, малко от тях – далеч повече, никоя – над най-многото</translation>
    </message>
    <message>
        <source>%1: how lengths are spread</source>
        <translation>%1: как са разпределени дължините</translation>
    </message>
    <message>
        <source>%1: tokens</source>
        <translation>%1: токени</translation>
    </message>
    <message>
        <source>%1: most tokens</source>
        <translation>%1: най-много токени</translation>
    </message>
    <message>
        <source>at most </source>
        <comment>before a number of tokens</comment>
        <translation>най-много </translation>
    </message>
    <message>
        <source>Synthetic traffic</source>
        <translation>Изкуствен трафик</translation>
    </message>
    <message>
        <source>Close the settings of the traffic</source>
        <translation>Затваряне на настройките на трафика</translation>
    </message>
    <message>
        <source>Requests of random tokens, to fill the engine. Nothing of them goes into your chats.</source>
        <translation>Заявки от случайни токени, които запълват двигателя. Нищо от тях не влиза в разговорите ви.</translation>
    </message>
    <message>
        <source>At a time</source>
        <translation>Наведнъж</translation>
    </message>
    <message>
        <source>Per second</source>
        <translation>В секунда</translation>
    </message>
    <message>
        <source>How requests arrive</source>
        <translation>Как пристигат заявките</translation>
    </message>
    <message>
        <source>So many requests are there at any time: as one ends, the next comes</source>
        <translation>Във всеки момент има толкова заявки: щом една завърши, идва следващата</translation>
    </message>
    <message>
        <source>So many come a second on average, unevenly, whatever becomes of those before</source>
        <translation>Средно толкова идват в секунда, неравномерно, каквото и да става с предишните</translation>
    </message>
    <message>
        <source>Requests at a time</source>
        <translation>Заявки наведнъж</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Заявки в секунда</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Заявки</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Подкана</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>Отговор</translation>
    </message>
    <message>
        <source>Share of the prompts that begin alike</source>
        <translation>Дял на подканите с еднакво начало</translation>
    </message>
    <message>
        <source>Tokens with which they begin</source>
        <translation>Токени, с които започват</translation>
    </message>
    <message>
        <source>the first </source>
        <comment>before a number of tokens</comment>
        <translation>първите </translation>
    </message>
    <message>
        <source>Begin alike</source>
        <translation>Общо начало</translation>
    </message>
    <message>
        <source>Seed of the traffic</source>
        <translation>Начално число на трафика</translation>
    </message>
    <message>
        <source>The same seed gives the same requests</source>
        <translation>Същото начално число дава същите заявки</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Начално число</translation>
    </message>
    <message>
        <source>The most tokens are fewer than those that half of them have.</source>
        <translation>Най-многото токени са по-малко от тези, които половината имат.</translation>
    </message>
    <message>
        <source>The longest request would hold %1, the context of this model holds %2. Make prompts, replies or the common beginning shorter.</source>
        <translation>Най-дългата заявка би държала %1, а контекстът на този модел – %2. Скъсете подканите, отговорите или общото начало.</translation>
    </message>
    <message>
        <source>Open a model first.</source>
        <translation>Първо отворете модел.</translation>
    </message>
    <message>
        <source>Stop traffic</source>
        <translation>Спиране</translation>
    </message>
    <message>
        <source>Start traffic</source>
        <translation>Пускане</translation>
    </message>
    <message>
        <source>%1 sent, %2 done</source>
        <translation>пратени %1, готови %2</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>, провалени %1</translation>
    </message>
    <message>
        <source>, %1 held back: the queue is full</source>
        <translation>, задържани %1: опашката е пълна</translation>
    </message>
</context>
<context>
    <name>gh::widgets::VariantTable</name>
    <message>
        <source>Variants side by side</source>
        <translation>Вариантите един до друг</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Съвпадение</translation>
    </message>
    <message>
        <source>KL mean</source>
        <translation>KL средно</translation>
    </message>
    <message>
        <source>KL max</source>
        <translation>KL макс.</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Тегла</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорост</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Стъпка</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>Битове</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Кеш</translation>
    </message>
</context>
<context>
    <name>gh::widgets::WaterfallView</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>embed</source>
        <translation>влагане</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>слой %1</translation>
    </message>
    <message>
        <source>Layer %1: attention %2, FFN %3</source>
        <translation>Слой %1: внимание %2, FFN %3</translation>
    </message>
    <message>
        <source>head</source>
        <translation>глава</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>избор</translation>
    </message>
    <message>
        <source>rest</source>
        <translation>друго</translation>
    </message>
    <message>
        <source>Time by layer: embedding %1, attention %2, FFN %3, head %4, sampling %5, rest %6</source>
        <translation>Време по слоеве: влагане %1, внимание %2, FFN %3, глава %4, избор на токен %5, друго %6</translation>
    </message>
</context>
<context>
    <name>gh::widgets::WeightHistogram</name>
    <message>
        <source>Weights by value, with the levels of the scheme</source>
        <translation>Тегла по стойност, с нивата на схемата</translation>
    </message>
    <message numerus="yes">
        <source>%1: from %2 to %3, %n level(s)</source>
        <translation>
            <numerusform>%1: от %2 до %3, %n ниво</numerusform>
            <numerusform>%1: от %2 до %3, %n нива</numerusform>
        </translation>
    </message>
    <message>
        <source>weights</source>
        <translation>тегла</translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n weight(s)&lt;/b&gt;&lt;br&gt;from %1 to %2</source>
        <translation>
            <numerusform>&lt;b&gt;%n тегло&lt;/b&gt;&lt;br&gt;от %1 до %2</numerusform>
            <numerusform>&lt;b&gt;%n тегла&lt;/b&gt;&lt;br&gt;от %1 до %2</numerusform>
        </translation>
    </message>
    <message>
        <source>nearest level: %1</source>
        <translation>най-близко ниво: %1</translation>
    </message>
</context>
<context>
    <name>gh::widgets::WorkBar</name>
    <message>
        <source>Progress</source>
        <translation>Напредък</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отказ</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>share done, what now</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
</TS>
