#!/usr/bin/env python3
"""Writes tests/data/tiny: small complete models and their expected logits.

    python3 tests/oracle/make_tiny.py            # rewrite tests/data/tiny (needs numpy and the gguf package)
    python3 tests/oracle/make_tiny.py --check    # also compare each with llama.cpp (needs llama-cpp-python)

One model for each storage type of llama and gemma3, for a few of each other family, and variants: what some models of
a family have and others do not. Random weights from a fixed seed, so that the same versions of numpy and gguf
give the same bytes. tiny.json lists, for each model, runs: the ids, the positions whose logits are kept, and the file
(float32, little-endian, [positions][vocabulary]) that keeps them, as the float64 pass of forward.py gives them.
"""
import json
import os
import sys
import zlib

import gguf
import numpy as np

import encode
import forward

TYPE = gguf.GGMLQuantizationType
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "tiny")
TYPES = [TYPE.F32, TYPE.F16, TYPE.BF16, TYPE.Q4_0, TYPE.Q4_1, TYPE.Q5_0, TYPE.Q8_0, TYPE.Q4_K, TYPE.Q6_K]
LLAMA_TYPES = [TYPE.Q5_1, TYPE.Q5_K, TYPE.IQ4_NL, TYPE.IQ4_XS, TYPE.Q3_K, TYPE.Q2_K]  # in llama only: what a format asks of products a family does not change
WORDS = ["\u2581", "a", "b", "c", "d", "e", "n", "o", "t", "\u2581a", "ab", "\u2581the", "no"]


def vocabulary():
    tokens = ["<unk>", "<s>", "</s>"] + ["<0x%02X>" % i for i in range(256)] + WORDS
    kinds = [2, 3, 3] + [6] * 256 + [1] * len(WORDS)
    scores = [0.0] * 259 + [-float(i + 1) for i in range(len(WORDS))]
    return tokens, scores, kinds


# Families beside those of shape(): a float type and one that multiplies with int8 activations.
SMALL = dict(layers=2, width=32, ffn=64, heads=4, kv_heads=2, size=16, tied=True)
OTHERS = {
    "qwen2": dict(qkv_biases=True, heads=2, kv_heads=1, size=None),
    "qwen3": dict(qk_norms=True, base=1000000.0),
    "gemma2": dict(kv_heads=1, size=24, window=8, caps=(2.0, 5.0)),
    "phi3": dict(fused=True, heads=2, kv_heads=1, size=None, tied=False),
}
OTHER_TYPES = [TYPE.F32, TYPE.Q8_0]
# family, name of the variant, what it changes; contexts: limits set at load, each with a run of its own.
VARIANTS = [
    ("llama", "biases", dict(biases=True, tied=False)),
    ("llama", "fused", dict(fused=True, biases=True, no_llama_cpp="it has them apart in this family")),
    ("llama", "kv_heads", dict(kv_heads=[1, 4, 2], layers=3, size=12,
                               no_llama_cpp="in this family it takes the KV heads of the first layer for all")),
    ("llama", "window", dict(window=8, no_llama_cpp="it reads no window of llama models")),
    ("llama", "windows", dict(window=8, layers=3, windowed=[True, False, True], no_llama_cpp="the same")),
    ("llama", "partial_rope", dict(rope_dims=8, no_llama_cpp="it opens none in this family")),
    ("llama", "yarn", dict(scaling="yarn", factor=4.0, original=64)),
    ("llama", "yarn_betas", dict(scaling="yarn", factor=8.0, original=32, betas=(16.0, 2.0), attn_factor=0.9,
                                 no_llama_cpp="it reads the betas of some families only")),
    ("llama", "llama3", dict(freqs=(1.0, 1.0, 1.3, 2.2, 4.0, 8.0, 8.0, 8.0), base=500000.0)),
    ("llama", "llama3_keys", dict(scaling="llama3", factor=8.0, original=32, bands=(1.0, 4.0), base=500000.0,
                                  no_llama_cpp="its files have the tensor")),
    ("qwen2", "untied", dict(tied=False, layers=2, kv_heads=2)),
    ("qwen2", "yarn", dict(scaling="yarn", factor=4.0, original=64, base=1000000.0)),
    ("qwen3", "yarn", dict(scaling="yarn", factor=4.0, original=64, tied=False)),
    ("gemma2", "untied", dict(layers=3, window=0, tied=False, no_llama_cpp="it has them tied in this family")),
    ("phi3", "longrope", dict(original=256, attn_factor=1.19, long_factors=True, contexts=[256, 512])),
    ("phi3", "window", dict(window=8, no_llama_cpp="it leaves windows out in this family")),
    ("phi3", "partial_rope", dict(rope_dims=12)),
    ("phi3", "apart", dict(fused=False, biases=True, no_llama_cpp="it has q, k and v together in this family")),
]


def shape(family, kind):
    """K types need rows of 256 inputs: width, FFN and heads × head size."""
    if family in OTHERS:
        return dict(SMALL, **OTHERS[family])
    k_type = gguf.GGML_QUANT_SIZES[kind][0] == 256
    if family == "llama":
        s = dict(layers=1 if k_type else 2, width=256 if k_type else 64, ffn=256 if k_type else 96, heads=4, kv_heads=2, size=None)
        s["tied"] = kind in (TYPE.Q4_1, TYPE.Q8_0, TYPE.Q6_K)
        s["factor"] = 4.0 if kind in (TYPE.BF16, TYPE.Q4_0) else None
    else:  # six layers are five windowed ones and a full one; heads × head size is not the width
        floats = kind in (TYPE.F32, TYPE.F16, TYPE.BF16)
        s = dict(layers=6 if k_type or floats else 7, width=256 if k_type else 64, ffn=256 if k_type else 48 if floats else 64,
                 heads=4, kv_heads=1, size=64 if k_type else 24 if floats else 32, window=8, qk_norms=True)
        s["tied"] = kind != TYPE.F16
        s["factor"] = 8.0 if kind in (TYPE.BF16, TYPE.Q4_0) else None
    return s


def write_model(path, family, kind, seed, s):
    rng = np.random.Generator(np.random.PCG64(seed))
    tokens, scores, kinds = vocabulary()
    gemma = family.startswith("gemma")
    w = gguf.GGUFWriter(path, family)
    # Not "phi3": with that name llama.cpp looks for tokens of the real vocabulary.
    w.add_name("tiny %s %s" % (family.replace("phi3", "phi 3"), kind.name))
    w.add_block_count(s["layers"])
    w.add_context_length(512)
    w.add_embedding_length(s["width"])
    w.add_feed_forward_length(s["ffn"])
    w.add_head_count(s["heads"])
    w.add_head_count_kv(s["kv_heads"])
    w.add_layer_norm_rms_eps(1e-6 if gemma else 1e-5)
    w.add_rope_freq_base(s.get("base", 1000000.0 if family == "gemma3" else 10000.0))
    size = s["size"] or s["width"] // s["heads"]
    if s["size"]:
        w.add_key_length(size)
        w.add_value_length(size)
    if s.get("rope_dims") or not s["size"]:
        w.add_rope_dimension_count(s.get("rope_dims", size))
    if s.get("factor"):
        w.add_string(gguf.Keys.Rope.SCALING_TYPE.format(arch=family), s.get("scaling", "linear"))
        w.add_rope_scaling_factor(s["factor"])
    if s.get("original"):
        w.add_rope_scaling_orig_ctx_len(s["original"])
    if s.get("attn_factor"):
        w.add_rope_scaling_attn_factors(s["attn_factor"])
    for key, value in zip((gguf.Keys.Rope.SCALING_YARN_BETA_FAST, gguf.Keys.Rope.SCALING_YARN_BETA_SLOW), s.get("betas", ())):
        w.add_float32(key.format(arch=family), value)
    for key, value in zip(("low_freq_factor", "high_freq_factor"), s.get("bands", ())):
        w.add_float32("%s.rope.scaling.%s" % (family, key), value)
    if s.get("window"):
        w.add_sliding_window(s["window"])
    if s.get("windowed"):
        w.add_array(gguf.Keys.Attention.SLIDING_WINDOW_PATTERN.format(arch=family), s["windowed"])
    if s.get("caps"):
        w.add_attn_logit_softcapping(s["caps"][0])
        w.add_final_logit_softcapping(s["caps"][1])
    w.add_tokenizer_model("llama")
    w.add_token_list(tokens)
    w.add_token_scores(scores)
    w.add_token_types(kinds)
    w.add_bos_token_id(1)
    w.add_eos_token_id(2)
    w.add_unk_token_id(0)
    w.add_add_bos_token(True)

    def matrix(name, rows, cols, gain=1.0):
        data = (rng.standard_normal((rows, cols)) * gain / np.sqrt(cols)).astype(np.float32)
        w.add_tensor(name, encode.encode(data, kind), raw_dtype=kind)

    def vector(name, n, around, spread):
        w.add_tensor(name, (around + spread * rng.standard_normal(n)).astype(np.float32))

    for name, divisors in (("rope_freqs", s.get("freqs")),
                           ("rope_factors_short", s.get("long_factors") and 1 + 0.05 * np.arange(size // 2)),
                           ("rope_factors_long", s.get("long_factors") and 1 + 1.5 * np.arange(size // 2))):
        if divisors is not None:
            w.add_tensor(name + ".weight", np.array(divisors, np.float32))

    width, q = s["width"], size * s["heads"]
    matrix("token_embd.weight", len(tokens), width, 3.0 if family == "llama" else 2.0)
    if not s["tied"]:
        matrix("output.weight", len(tokens), width, 2.5)
    vector("output_norm.weight", width, 1.0, 0.2)
    for i in range(s["layers"]):
        p = "blk.%d." % i
        kv = size * (s["kv_heads"][i] if isinstance(s["kv_heads"], list) else s["kv_heads"])

        def product(name, rows, inputs, gain=1.0, bias=s.get("biases")):
            matrix(p + name + ".weight", rows, inputs, gain)
            if bias:
                vector(p + name + ".bias", rows, 0.0, 0.3)

        vector(p + "attn_norm.weight", width, 1.0, 0.2)
        rows_of = [("qkv", q + 2 * kv)] if s.get("fused") else [("q", q), ("k", kv), ("v", kv)]
        for name, rows in rows_of:
            product("attn_" + name, rows, width, 1.3, s.get("biases") or s.get("qkv_biases"))
        product("attn_output", width, q)
        vector(p + "ffn_norm.weight", width, 1.0, 0.2)
        for name, rows in [("ffn_up", 2 * s["ffn"])] if s.get("fused") else [("ffn_gate", s["ffn"]), ("ffn_up", s["ffn"])]:
            product(name, rows, width)
        product("ffn_down", width, s["ffn"])
        if s.get("qk_norms"):
            for name in ("attn_q_norm", "attn_k_norm"):
                vector(p + name + ".weight", size, 1.2, 0.3)
        if gemma:
            for name in ("post_attention_norm", "post_ffw_norm"):
                vector(p + name + ".weight", width, 1.2, 0.3)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
    return len(tokens)


def compare_with_llama_cpp(path, ids, ours, context):
    import llama_cpp
    llm = llama_cpp.Llama(path, n_ctx=context, n_batch=512, logits_all=True, verbose=False, n_threads=1,
                          type_k=0, type_v=0, swa_full=True, add_bos=False)
    llm.eval(ids)
    theirs = np.array(llm.scores[:len(ids)], np.float64)
    return float(np.abs(theirs - ours).max())


def models():
    """(name, family, kind, variant, seed, shape)"""
    for f, family in enumerate(("llama", "gemma3")):
        for t, kind in enumerate(TYPES + LLAMA_TYPES if family == "llama" else TYPES):
            yield "%s_%s" % (family, kind.name.lower()), family, kind, "", 1000 * (f + 1) + t, shape(family, kind)
    for f, family in enumerate(OTHERS):
        for t, kind in enumerate(OTHER_TYPES):
            yield "%s_%s" % (family, kind.name.lower()), family, kind, "", 1000 * (f + 3) + t, shape(family, kind)
    for family, variant, changes in VARIANTS:
        small = dict(SMALL, **OTHERS.get(family, {}))
        if "layers" not in changes and small["layers"] == 2:
            small["layers"] = 1
        seed = 100000 + zlib.crc32(("%s %s" % (family, variant)).encode()) % 100000
        yield "%s_%s" % (family, variant), family, TYPE.F32, variant, seed, dict(small, **dict(changes))


def main():
    check = "--check" in sys.argv
    os.makedirs(OUT, exist_ok=True)
    index = []
    for name, family, kind, variant, seed, s in models():
        path = os.path.join(OUT, name + ".gguf")
        vocab = write_model(path, family, kind, seed, s)
        model = forward.Model(path)
        rng = np.random.Generator(np.random.PCG64(seed + 500))
        runs = []
        few = variant or family in OTHERS
        # 30 ids pass the window of 8; F32 also walks over the cut that attention makes at 256 tokens.
        lengths = [(30, [0, 1, 6, 7, 8, 9, 15, 22, 28, 29] if few else range(30))]
        if kind == TYPE.F32 and not few:
            lengths.append((280, [0, 100, 254, 255, 256, 257, 263, 264, 279]))
        for context in s.get("contexts", [512]):
            for n, kept in lengths:
                ids = [1] + [int(i) for i in rng.integers(3, vocab, n - 1)]
                full = forward.logits(model, ids, context)
                file = "%s_%d%s.f32" % (name, n, "_of_%d" % context if context != 512 else "")
                full[list(kept)].astype("<f4").tofile(os.path.join(OUT, file))
                runs.append({"ids": ids, "positions": list(kept), "logits": file})
                if context != 512:
                    runs[-1]["context"] = context
                line = "%s %d: logits std %.2f" % (name, n, full.std())
                if check and "no_llama_cpp" in s:
                    line += ", not compared with llama.cpp: " + s["no_llama_cpp"]
                elif check:
                    line += ", llama.cpp differs by %.1e" % compare_with_llama_cpp(path, ids, full, context)
                print(line, flush=True)
        index.append({"model": name + ".gguf", "family": family, "type": kind.name, "vocab": vocab, "runs": runs})
        if variant:
            index[-1]["variant"] = variant
    with open(os.path.join(OUT, "tiny.json"), "w", encoding="utf-8") as out:
        json.dump({"models": index}, out, separators=(",", ":"))
        out.write("\n")


if __name__ == "__main__":
    main()
