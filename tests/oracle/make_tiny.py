#!/usr/bin/env python3
"""Writes tests/data/tiny: small complete models and their expected logits.

    python3 tests/oracle/make_tiny.py            # rewrite tests/data/tiny (needs numpy and the gguf package)
    python3 tests/oracle/make_tiny.py --check    # also compare each with llama.cpp (needs llama-cpp-python)

One model a family and storage type. Random weights from a fixed seed, so that the same versions of numpy and gguf
give the same bytes. tiny.json lists, for each model, runs: the ids, the positions whose logits are kept, and the file
(float32, little-endian, [positions][vocabulary]) that keeps them, as the float64 pass of forward.py gives them.
"""
import json
import os
import sys

import gguf
import numpy as np

import encode
import forward

TYPE = gguf.GGMLQuantizationType
OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "tiny")
TYPES = [TYPE.F32, TYPE.F16, TYPE.BF16, TYPE.Q4_0, TYPE.Q4_1, TYPE.Q5_0, TYPE.Q8_0, TYPE.Q4_K, TYPE.Q6_K]
WORDS = ["\u2581", "a", "b", "c", "d", "e", "n", "o", "t", "\u2581a", "ab", "\u2581the", "no"]


def vocabulary():
    tokens = ["<unk>", "<s>", "</s>"] + ["<0x%02X>" % i for i in range(256)] + WORDS
    kinds = [2, 3, 3] + [6] * 256 + [1] * len(WORDS)
    scores = [0.0] * 259 + [-float(i + 1) for i in range(len(WORDS))]
    return tokens, scores, kinds


def shape(family, kind):
    """K types need rows of 256 inputs: width, FFN and heads × head size."""
    k_type = kind in encode.OWN
    if family == "llama":
        s = dict(layers=1 if k_type else 2, width=256 if k_type else 64, ffn=256 if k_type else 96, heads=4, kv_heads=2, size=None)
        s["tied"] = kind in (TYPE.Q4_1, TYPE.Q8_0, TYPE.Q6_K)
        s["factor"] = 4.0 if kind in (TYPE.BF16, TYPE.Q4_0) else None
    else:  # six layers are five windowed ones and a full one; heads × head size is not the width
        floats = kind in (TYPE.F32, TYPE.F16, TYPE.BF16)
        s = dict(layers=6 if k_type or floats else 7, width=256 if k_type else 64, ffn=256 if k_type else 48 if floats else 64,
                 heads=4, kv_heads=1, size=64 if k_type else 24 if floats else 32, window=8)
        s["tied"] = kind != TYPE.F16
        s["factor"] = 8.0 if kind in (TYPE.BF16, TYPE.Q4_0) else None
    return s


def write_model(path, family, kind, seed):
    s = shape(family, kind)
    rng = np.random.Generator(np.random.PCG64(seed))
    tokens, scores, kinds = vocabulary()
    w = gguf.GGUFWriter(path, family)
    w.add_name("tiny %s %s" % (family, kind.name))
    w.add_block_count(s["layers"])
    w.add_context_length(512)
    w.add_embedding_length(s["width"])
    w.add_feed_forward_length(s["ffn"])
    w.add_head_count(s["heads"])
    w.add_head_count_kv(s["kv_heads"])
    w.add_layer_norm_rms_eps(1e-5 if family == "llama" else 1e-6)
    w.add_rope_freq_base(10000.0 if family == "llama" else 1000000.0)
    size = s["size"] or s["width"] // s["heads"]
    if s["size"]:
        w.add_key_length(size)
        w.add_value_length(size)
    else:
        w.add_rope_dimension_count(size)
    if s["factor"]:
        w.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        w.add_rope_scaling_factor(s["factor"])
    if s.get("window"):
        w.add_sliding_window(s["window"])
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

    width, q, kv = s["width"], size * s["heads"], size * s["kv_heads"]
    matrix("token_embd.weight", len(tokens), width, 3.0 if family == "llama" else 2.0)
    if not s["tied"]:
        matrix("output.weight", len(tokens), width, 2.5)
    vector("output_norm.weight", width, 1.0, 0.2)
    for i in range(s["layers"]):
        p = "blk.%d." % i
        vector(p + "attn_norm.weight", width, 1.0, 0.2)
        for name, rows in (("q", q), ("k", kv), ("v", kv)):
            matrix(p + "attn_%s.weight" % name, rows, width, 1.3)
        matrix(p + "attn_output.weight", width, q)
        vector(p + "ffn_norm.weight", width, 1.0, 0.2)
        matrix(p + "ffn_gate.weight", s["ffn"], width)
        matrix(p + "ffn_up.weight", s["ffn"], width)
        matrix(p + "ffn_down.weight", width, s["ffn"])
        if family == "gemma3":
            for name, n in (("attn_q_norm", size), ("attn_k_norm", size), ("post_attention_norm", width),
                            ("post_ffw_norm", width)):
                vector(p + name + ".weight", n, 1.2, 0.3)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
    return len(tokens)


def compare_with_llama_cpp(path, ids, ours):
    import llama_cpp
    llm = llama_cpp.Llama(path, n_ctx=512, n_batch=512, logits_all=True, verbose=False, n_threads=1,
                          type_k=0, type_v=0, swa_full=True, add_bos=False)
    llm.eval(ids)
    theirs = np.array(llm.scores[:len(ids)], np.float64)
    return float(np.abs(theirs - ours).max())


def main():
    check = "--check" in sys.argv
    os.makedirs(OUT, exist_ok=True)
    index = []
    for f, family in enumerate(("llama", "gemma3")):
        for t, kind in enumerate(TYPES):
            name = "%s_%s" % (family, kind.name.lower())
            path = os.path.join(OUT, name + ".gguf")
            seed = 1000 * (f + 1) + t
            vocab = write_model(path, family, kind, seed)
            model = forward.Model(path)
            rng = np.random.Generator(np.random.PCG64(seed + 500))
            runs = []
            # 30 ids pass the window of 8; F32 also walks over the cut that attention makes at 256 tokens.
            lengths = [(30, range(30))]
            if kind == TYPE.F32:
                lengths.append((280, [0, 100, 254, 255, 256, 257, 263, 264, 279]))
            for n, kept in lengths:
                ids = [1] + [int(i) for i in rng.integers(3, vocab, n - 1)]
                full = forward.logits(model, ids)
                file = "%s_%d.f32" % (name, n)
                full[list(kept)].astype("<f4").tofile(os.path.join(OUT, file))
                runs.append({"ids": ids, "positions": list(kept), "logits": file})
                line = "%s %d: logits std %.2f" % (name, n, full.std())
                if check:
                    line += ", llama.cpp differs by %.1e" % compare_with_llama_cpp(path, ids, full)
                print(line)
            index.append({"model": name + ".gguf", "family": family, "type": kind.name, "vocab": vocab, "runs": runs})
    with open(os.path.join(OUT, "tiny.json"), "w", encoding="utf-8") as out:
        json.dump({"models": index}, out, separators=(",", ":"))
        out.write("\n")


if __name__ == "__main__":
    main()
