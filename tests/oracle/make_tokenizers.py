"""Small tokenizers of the kinds that models ship as tokenizer.json, made and run by the `tokenizers` package.

    python3 tests/oracle/make_tokenizers.py tests/data/tokenizer_json

writes NAME.json (as the package saves it) and cases.json: for each of them ids of some texts, with and without what the
post-processor adds. Markers in a text are parsed, as the package always does.
"""
import json
import sys
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

CORPUS = [
    "The quick brown fox jumps over the lazy dog. The dog didn't mind; it's 2024 and 12345 other things matter.",
    "In the beginning there was the word, and the word was with the tokenizer, and nobody's text was safe.",
    "for (int i = 0; i < 100; ++i) { total += values[i]; }\n\n\treturn total / count;\n",
    "Übergröße façade naïve Ελληνικά русский текст 日本語のテキスト 中文文本 한국어 🙂🙂",
    "HTTPServer parseXMLDocument iPhone WE'LL they'll I'M  spaces   and    more     spaces",
] * 3

TEXTS = [
    "", " ", "  ", "the", " the", "The quick brown fox", "The dog didn't", "WE'LL see 1234567 things", "a\n\nb\n", "\t\treturn x;",
    "  leading and trailing  ", "naïve façade ÜBER", "日本語のテキスト", "中文 text mixed 한국어", "🙂 and 🙂🙂", "é e\u0301", "x" * 40,
    "for (int i = 0; i < 100; ++i)", "HTTPServer parseXMLDocument", "end\u00a0of\u3000line \r\n next", "<s>the</s> dog", "<|end|>the dog",
    "<|end|>\n the dog <|end|>  ", "1 22 333 4444 55555", "!!!??? ...---", "Ελληνικά русский", "\u2581the", "a<extra>b",
]

CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
TAIL = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA3 = CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|" + TAIL
QWEN2 = CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|" + TAIL
UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
TAIL_O = r" ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
GPT4O = (rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{CONTRACTIONS}?|"
         r"\p{N}{1,3}|" + TAIL_O)
TEKKEN = rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*|\p{{N}}|" + TAIL_O
CJK = "[一-龥ࠀ-一가-퟿]+"
DEEPSEEK3 = [r"\p{N}{1,3}", "[一-龥\u3040-ゟ゠-ヿ]+",
             r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|"""
             r"\s*[\r\n]+|\s+(?!\S)|\s+"]


def split(pattern, behavior="isolated", invert=False):
    return pre_tokenizers.Split(Regex(pattern), behavior, invert)


BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
GPT2 = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
DIGIT = pre_tokenizers.Digits(individual_digits=True)

# name: (steps, ignore_merges, BOS by the post-processor)
BYTE_LEVEL = {
    "gpt2": ([GPT2], False, False),
    "smollm": ([DIGIT, GPT2], False, False),
    "llama3": ([split(LLAMA3), BYTES], True, True),
    "cl100k": ([split(LLAMA3, "removed", True), BYTES], False, False),
    "qwen2": ([split(QWEN2), BYTES], False, False),
    "gpt4o": ([split(GPT4O), BYTES], False, False),
    "tekken": ([split(TEKKEN), BYTES], True, True),
    "deepseek_coder": ([split("[\r\n]"), split(r"\s?\p{L}+"), split(r"\s?\p{P}+"), split(CJK), DIGIT, BYTES], False, True),
    "deepseek_v3": ([split(p) for p in DEEPSEEK3] + [BYTES], False, True),
}


def byte_level(steps, ignore_merges, bos):
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(steps)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=420, show_progress=False, special_tokens=["<s>", "</s>", "<|end|>"],
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.add_tokens([AddedToken("<extra>", special=False, normalized=False)])
    if bos:
        tokenizer.post_processor = processors.Sequence([
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 0)])])
    return tokenizer


def pieces(kind):
    """A vocabulary of pieces best first and all ways to cut each, which is how transformers writes SentencePiece."""
    trained = Tokenizer(models.BPE())
    trained.normalizer = normalizers.Replace(" ", "▁")
    trained.train_from_iterator([text.replace("🙂", "") for text in CORPUS],
                                trainers.BpeTrainer(vocab_size=260, show_progress=False))
    learned = sorted(trained.get_vocab().items(), key=lambda item: item[1])
    vocab = {"<unk>": 0, "<s>": 1, "</s>": 2}
    vocab.update({f"<0x{byte:02X}>": 3 + byte for byte in range(256)})
    for piece in [p for p, _ in learned if len(p) > 1] + [p for p, _ in learned if len(p) == 1]:
        vocab.setdefault(piece, len(vocab))
    merges = []
    for piece in vocab:
        cuts = [(piece[:i], piece[i:]) for i in range(1, len(piece)) if piece[:i] in vocab and piece[i:] in vocab]
        merges += sorted(cuts, key=lambda cut: (vocab[cut[0]], vocab[cut[1]]))
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    replace = decoders.Replace("▁", " ")
    if kind in ("llama2", "phi3"):
        tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
        tokenizer.decoder = decoders.Sequence([replace, decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    elif kind == "gemma":
        tokenizer.normalizer = normalizers.Replace(" ", "▁")
        tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
        tokenizer.decoder = decoders.Sequence([replace, decoders.ByteFallback(), decoders.Fuse()])
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="first", split=False)
        tokenizer.decoder = decoders.Sequence([replace, decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    tokenizer.add_special_tokens([AddedToken(t, normalized=False, rstrip=kind == "phi3" and t == "<|end|>")
                                  for t in ["<unk>", "<s>", "</s>", "<|end|>"]])
    tokenizer.add_tokens([AddedToken("<extra>", special=False, normalized=False)])
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 1)])
    return tokenizer


def main():
    folder = Path(sys.argv[1])
    made = {name: byte_level(*arguments) for name, arguments in BYTE_LEVEL.items()}
    made.update({kind: pieces(kind) for kind in ("llama2", "phi3", "gemma", "mistral")})
    cases = {}
    for name, tokenizer in made.items():
        tokenizer.save(str(folder / f"{name}.json"), pretty=False)
        cases[name] = [{"text": text, "ids": tokenizer.encode(text, add_special_tokens=False).ids,
                        "ids_add_special": tokenizer.encode(text).ids} for text in TEXTS]
    (folder / "cases.json").write_text(json.dumps(cases))


main()
