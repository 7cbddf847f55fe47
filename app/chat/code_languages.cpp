#include "app/chat/code_languages.h"

namespace gh::app {

namespace {

using View = std::u16string_view;

constexpr View kSlashes[] = {u"//"};
constexpr View kHash[] = {u"#"};
constexpr View kDashes[] = {u"--"};
constexpr View kSemicolon[] = {u";", u"#"};
constexpr View kPercent[] = {u"%"};
constexpr View kSlashHash[] = {u"//", u"#"};

constexpr CodeQuote kStarComment[] = {{u"/*", u"*/", false, true}};
constexpr CodeQuote kMarkupComment[] = {{u"<!--", u"-->", false, true}};
constexpr CodeQuote kLuaComment[] = {{u"--[[", u"]]", false, true}};
constexpr CodeQuote kHaskellComment[] = {{u"{-", u"-}", false, true}};

constexpr CodeQuote kCQuotes[] = {{u"R\"(", u")\"", false, true}, {u"\"", u"\""}, {u"'", u"'", true, false, 10}};
constexpr CodeQuote kPlainQuotes[] = {{u"\"", u"\""}, {u"'", u"'"}};
constexpr CodeQuote kPythonQuotes[] = {
    {u"\"\"\"", u"\"\"\"", true, true}, {u"'''", u"'''", true, true}, {u"\"", u"\""}, {u"'", u"'"}};
constexpr CodeQuote kScriptQuotes[] = {{u"`", u"`", true, true}, {u"\"", u"\""}, {u"'", u"'"}};
constexpr CodeQuote kJavaQuotes[] = {
    {u"\"\"\"", u"\"\"\"", true, true}, {u"\"", u"\""}, {u"'", u"'", true, false, 10}};
constexpr CodeQuote kRustQuotes[] = {
    {u"r#\"", u"\"#", false, true}, {u"\"", u"\"", true, true}, {u"'", u"'", true, false, 10}};
constexpr CodeQuote kGoQuotes[] = {{u"`", u"`", false, true}, {u"\"", u"\""}, {u"'", u"'", true, false, 10}};
constexpr CodeQuote kShellQuotes[] = {{u"\"", u"\"", true, true}, {u"'", u"'", false, true}};
constexpr CodeQuote kSqlQuotes[] = {{u"'", u"'", false, true}, {u"\"", u"\"", false, false}};
constexpr CodeQuote kTomlQuotes[] = {
    {u"\"\"\"", u"\"\"\"", true, true}, {u"'''", u"'''", false, true}, {u"\"", u"\""}, {u"'", u"'", false}};
constexpr CodeQuote kDoubleQuotes[] = {{u"\"", u"\""}};

constexpr View kCWords =
    u"alignas alignof asm auto break case catch class co_await co_return co_yield concept const const_cast "
    u"consteval constexpr constinit continue decltype default delete do dynamic_cast else enum explicit export "
    u"extern final for friend goto if inline mutable namespace new noexcept operator override private "
    u"protected public register reinterpret_cast requires restrict return sizeof static static_assert "
    u"static_cast struct switch template this thread_local throw try typedef typeid typename union using "
    u"virtual volatile while";
constexpr View kCTypes =
    u"bool char char8_t char16_t char32_t double float int int8_t int16_t int32_t int64_t long short signed "
    u"size_t ssize_t ptrdiff_t uint8_t uint16_t uint32_t uint64_t unsigned void wchar_t true false nullptr "
    u"NULL string string_view vector map unordered_map set optional pair tuple unique_ptr shared_ptr std";
constexpr View kPythonWords =
    u"and as assert async await break class continue def del elif else except finally for from global if "
    u"import in is lambda match case nonlocal not or pass raise return try while with yield";
constexpr View kPythonTypes =
    u"None True False self cls int float str bytes bool list dict set tuple object print len range enumerate "
    u"zip map filter open super isinstance type Exception ValueError TypeError KeyError";
constexpr View kScriptWords =
    u"abstract as async await break case catch class const continue debugger declare default delete do else "
    u"enum export extends finally for from function get if implements import in instanceof interface is keyof "
    u"let namespace new of private protected public readonly return satisfies set static super switch this "
    u"throw try type typeof var void while with yield";
constexpr View kScriptTypes =
    u"true false null undefined NaN Infinity any boolean number string symbol bigint unknown never object "
    u"Array Map Set Promise Object String Number Boolean Date Math JSON console Error RegExp Record Partial";
constexpr View kJavaWords =
    u"abstract assert break case catch class continue default do else enum extends final finally for goto if "
    u"implements import instanceof interface native new package permits private protected public record "
    u"return sealed static strictfp super switch synchronized this throw throws transient try var volatile "
    u"while yield fun val when object companion data override internal suspend lateinit by init is in as";
constexpr View kJavaTypes =
    u"boolean byte char double float int long short void true false null String Integer Long Double Float "
    u"Boolean Object List Map Set ArrayList HashMap Optional Exception System Int Unit Any Nothing";
constexpr View kSharpWords =
    u"abstract as async await base break case catch checked class const continue default delegate do else "
    u"enum event explicit extern finally fixed for foreach get goto if implicit in init interface internal is "
    u"lock namespace new operator out override params private protected public readonly record ref return "
    u"sealed set sizeof stackalloc static struct switch this throw try typeof unchecked unsafe using var "
    u"virtual volatile when where while with yield";
constexpr View kSharpTypes =
    u"bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort void "
    u"true false null Task List Dictionary String Console Exception IEnumerable";
constexpr View kRustWords =
    u"as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod "
    u"move mut pub ref return self static struct super trait type unsafe use where while macro_rules";
constexpr View kRustTypes =
    u"Self bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize true false None Some Ok "
    u"Err Option Result String Vec Box Rc Arc HashMap";
constexpr View kGoWords =
    u"break case chan const continue default defer else fallthrough for func go goto if import interface map "
    u"package range return select struct switch type var";
constexpr View kGoTypes =
    u"any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint "
    u"uint8 uint16 uint32 uint64 uintptr true false nil iota append cap close copy delete len make new panic "
    u"print println recover";
constexpr View kShellWords =
    u"if then elif else fi for while until do done case esac in function select time return exit break "
    u"continue local export readonly declare unset set shift trap source alias";
constexpr View kShellTypes =
    u"echo printf cd ls cat grep sed awk find sudo apt git curl wget mkdir rm cp mv chmod chown tar ssh pip "
    u"python npm docker make cmake test true false";
constexpr View kSqlWords =
    u"add all alter and as asc begin between by case check column commit constraint create cross database "
    u"default delete desc distinct drop else end except exists foreign from full group having if in index "
    u"inner insert intersect into is join key left like limit not null offset on or order outer over "
    u"partition primary references replace returning right rollback select set table then trigger union "
    u"unique update using values view when where with";
constexpr View kSqlTypes =
    u"bigint blob boolean char date datetime decimal double float int integer json numeric real serial "
    u"smallint text time timestamp uuid varchar true false avg coalesce count max min sum row_number now";
constexpr View kRubyWords =
    u"alias and begin break case class def defined do else elsif end ensure for if in module next not or "
    u"redo rescue retry return self super then undef unless until when while yield require attr_accessor "
    u"attr_reader private public";
constexpr View kPhpWords =
    u"abstract and array as break case catch class const continue declare default do echo else elseif "
    u"endforeach endif enum extends final finally fn for foreach function global if implements include "
    u"instanceof interface match namespace new or print private protected public readonly require return "
    u"static switch throw trait try use var while yield";
constexpr View kSwiftWords =
    u"actor as associatedtype async await break case catch class continue default defer deinit do else enum "
    u"extension fallthrough fileprivate for func guard if import in indirect init inout internal is let "
    u"mutating open operator override private protocol public repeat return self some static struct "
    u"subscript super switch throw throws try typealias var weak where while";
constexpr View kLuaWords =
    u"and break do else elseif end for function goto if in local not or repeat return then until while";
constexpr View kHaskellWords =
    u"case class data default deriving do else forall if import in infix infixl infixr instance let module "
    u"newtype of then type where";
constexpr View kRWords = u"break else for function if in next repeat return while library require";
constexpr View kCmakeWords =
    u"add_executable add_library add_subdirectory cmake_minimum_required else elseif endforeach endfunction "
    u"endif find_package foreach function if include install list message option project set "
    u"target_link_libraries target_include_directories target_compile_definitions add_test";
constexpr View kDockerWords =
    u"from run cmd label expose env add copy entrypoint volume user workdir arg onbuild as";
constexpr View kConstants = u"true false null yes no on off nil none inf nan";
constexpr View kAsmWords =
    u"mov add sub mul imul div idiv push pop call ret jmp je jne jz jnz jl jle jg jge cmp test lea xor and or "
    u"not shl shr nop int syscall section global";

using Kind = CodeLanguage::Kind;

constexpr CodeLanguage kLanguages[] = {
    {u"C++", u"cpp c++ cc cxx hpp h++ hxx cuda cu", Kind::Words, kCWords, kCTypes, kSlashes, kStarComment,
     kCQuotes, false, false, false, true},
    {u"C", u"c h objc arduino glsl", Kind::Words, kCWords, kCTypes, kSlashes, kStarComment, kCQuotes, false,
     false, false, true},
    {u"Python", u"python py python3 py3 pyi ipython", Kind::Words, kPythonWords, kPythonTypes, kHash, {},
     kPythonQuotes},
    {u"JavaScript", u"javascript js jsx mjs cjs node", Kind::Words, kScriptWords, kScriptTypes, kSlashes,
     kStarComment, kScriptQuotes},
    {u"TypeScript", u"typescript ts tsx mts", Kind::Words, kScriptWords, kScriptTypes, kSlashes, kStarComment,
     kScriptQuotes},
    {u"Java", u"java kotlin kt kts scala groovy", Kind::Words, kJavaWords, kJavaTypes, kSlashes, kStarComment,
     kJavaQuotes},
    {u"C#", u"csharp cs c#", Kind::Words, kSharpWords, kSharpTypes, kSlashes, kStarComment, kJavaQuotes, false,
     false, false, true},
    {u"Rust", u"rust rs", Kind::Words, kRustWords, kRustTypes, kSlashes, kStarComment, kRustQuotes},
    {u"Go", u"go golang", Kind::Words, kGoWords, kGoTypes, kSlashes, kStarComment, kGoQuotes},
    {u"Swift", u"swift dart", Kind::Words, kSwiftWords, kScriptTypes, kSlashes, kStarComment, kJavaQuotes},
    {u"Shell", u"bash sh shell zsh console shellsession fish powershell ps1", Kind::Words, kShellWords,
     kShellTypes, kHash, {}, kShellQuotes, false, false, true},
    {u"SQL", u"sql sqlite postgresql postgres mysql plsql tsql", Kind::Words, kSqlWords, kSqlTypes, kDashes,
     kStarComment, kSqlQuotes, true},
    {u"JSON", u"json jsonc json5 jsonl geojson", Kind::Words, {}, kConstants, kSlashes, kStarComment,
     kDoubleQuotes, false, true},
    {u"YAML", u"yaml yml", Kind::Words, {}, kConstants, kHash, {}, kPlainQuotes, true, true, false, false,
     u"-."},
    {u"TOML", u"toml ini cfg conf properties dotenv env", Kind::Words, {}, kConstants, kSemicolon, {},
     kTomlQuotes, true, true, false, false, u"-."},
    {u"HTML", u"html htm xhtml vue svelte", Kind::Markup, {}, {}, {}, kMarkupComment, kPlainQuotes},
    {u"XML", u"xml svg xsl xsd plist rss qml-xml", Kind::Markup, {}, {}, {}, kMarkupComment, kPlainQuotes},
    {u"CSS", u"css scss sass less", Kind::Styles, {}, {}, {}, kStarComment, kPlainQuotes},
    {u"Diff", u"diff patch udiff", Kind::Diff, {}, {}, {}, {}, {}},
    {u"Ruby", u"ruby rb", Kind::Words, kRubyWords, kConstants, kHash, {}, kPlainQuotes},
    {u"PHP", u"php", Kind::Words, kPhpWords, kConstants, kSlashHash, kStarComment, kPlainQuotes, false, false,
     true},
    {u"Lua", u"lua", Kind::Words, kLuaWords, kConstants, kDashes, kLuaComment, kPlainQuotes},
    {u"Haskell", u"haskell hs", Kind::Words, kHaskellWords, u"True False Int Integer String Bool Maybe Just Nothing IO",
     kDashes, kHaskellComment, kCQuotes},
    {u"R", u"r", Kind::Words, kRWords, u"TRUE FALSE NULL NA Inf", kHash, {}, kPlainQuotes, false, false, false,
     false, u"."},
    {u"CMake", u"cmake", Kind::Words, kCmakeWords, {}, kHash, {}, kDoubleQuotes, true},
    {u"Makefile", u"makefile make mk", Kind::Words, u"ifeq ifneq ifdef ifndef else endif include define endef", {},
     kHash, {}, kPlainQuotes, false, false, true},
    {u"Dockerfile", u"dockerfile docker containerfile", Kind::Words, kDockerWords, {}, kHash, {}, kPlainQuotes,
     true, false, true},
    {u"TeX", u"tex latex", Kind::Words, {}, {}, kPercent, {}, {}},
    {u"Assembly", u"asm assembly nasm x86asm", Kind::Words, kAsmWords,
     u"rax rbx rcx rdx rsi rdi rbp rsp eax ebx ecx edx esi edi", kSemicolon, {}, kPlainQuotes, true},
};

}  // namespace

std::span<const CodeLanguage> codeLanguages() {
    return kLanguages;
}

}  // namespace gh::app
