"""An independent forward pass in numpy, float64 throughout, for every family the program has.

It reads a GGUF file with the `gguf` package, takes the weights as stored (dequantized) and computes the logits of
every position the plain way: no cache, no blocks, one full attention matrix a head. The program's own results are
compared with what this writes; nothing here is shared with the program.
"""
import math

import gguf
import numpy as np
from gguf.quants import dequantize


class Model:
    def __init__(self, path):
        reader = gguf.GGUFReader(path)
        self.meta = {}
        for key, field in reader.fields.items():
            if not key.startswith("GGUF."):
                self.meta[key] = field.contents()
        self.arch = self.meta["general.architecture"]
        self.w = {}
        for t in reader.tensors:
            shape = tuple(int(n) for n in reversed(t.shape))
            self.w[t.name] = np.asarray(dequantize(t.data, t.tensor_type), np.float64).reshape(shape)

    def hp(self, name, default=None):
        return self.meta.get(self.arch + "." + name, default)


def rms_norm(x, weight, eps):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * weight


class Rope:
    """Frequencies of the pairs and the factor of cosines and sines, as `keys` of a model and its tensors say.

    context: the limit that the program would be given at load; only the factors of LongRoPE ask for it."""

    def __init__(self, model, dims, context, default_base):
        base = model.hp("rope.freq_base", default_base)
        kind = model.hp("rope.scaling.type", "linear")
        factor = model.hp("rope.scaling.factor", 1.0)
        original = model.hp("rope.scaling.original_context_length", model.hp("context_length"))
        plain = base ** (-np.arange(0, dims, 2, dtype=np.float64) / dims)
        self.magnitude = model.hp("rope.scaling.attn_factor", 1.0)
        if kind == "yarn":
            self.inverse = yarn(plain, base, dims, factor, original, model.hp("rope.scaling.yarn_beta_fast", 32.0),
                                model.hp("rope.scaling.yarn_beta_slow", 1.0))
            self.magnitude *= 0.1 * math.log(factor) + 1
        elif kind == "llama3":
            low = original / model.hp("rope.scaling.low_freq_factor")     # wavelengths
            high = original / model.hp("rope.scaling.high_freq_factor")
            length = 2 * math.pi / plain
            share = (original / length - model.hp("rope.scaling.low_freq_factor")) / (
                model.hp("rope.scaling.high_freq_factor") - model.hp("rope.scaling.low_freq_factor"))
            between = (1 - share) * plain / factor + share * plain
            self.inverse = np.where(length < high, plain, np.where(length > low, plain / factor, between))
        else:
            self.inverse = plain / factor
        if "rope_freqs.weight" in model.w:
            self.inverse = self.inverse / model.w["rope_freqs.weight"]
        if "rope_factors_long.weight" in model.w:
            which = "long" if context > original else "short"
            self.inverse = self.inverse / model.w["rope_factors_%s.weight" % which]


def yarn(plain, base, dims, factor, original, fast, slow):
    def pair(turns):
        return dims * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

    first, last = max(math.floor(pair(fast)), 0), min(math.ceil(pair(slow)), dims - 1)
    ramp = np.clip((np.arange(dims // 2) - first) / max(last - first, 0.001), 0, 1)
    return plain / factor * ramp + plain * (1 - ramp)


def rotate(x, rope, halves):
    """x: [tokens, heads, head size]; token t is at position t."""
    dims = 2 * len(rope.inverse)
    angle = np.arange(x.shape[0], dtype=np.float64)[:, None] * rope.inverse[None, :]
    cos, sin = np.cos(angle)[:, None, :] * rope.magnitude, np.sin(angle)[:, None, :] * rope.magnitude
    out = x.copy()
    first, second = (slice(0, dims // 2), slice(dims // 2, dims)) if halves else (slice(0, dims, 2), slice(1, dims, 2))
    a, b = x[..., first], x[..., second]
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out


def attention(q, k, v, scale, window, cap):
    tokens, heads, _ = q.shape
    group = heads // k.shape[1]
    at = np.arange(tokens)
    visible = at[None, :] <= at[:, None]
    if window:
        visible &= at[:, None] - at[None, :] < window
    out = np.empty((tokens, heads, v.shape[2]))
    for h in range(heads):
        score = q[:, h] @ k[:, h // group].T * scale
        if cap:
            score = cap * np.tanh(score / cap)
        score = np.where(visible, score, -np.inf)
        p = np.exp(score - score.max(-1, keepdims=True))
        out[:, h] = (p / p.sum(-1, keepdims=True)) @ v[:, h // group]
    return out.reshape(tokens, -1)


def silu(x):
    return x / (1 + np.exp(-x))


def gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


# What the families have beside the keys of their files. period: every so many layers one has no window.
FAMILIES = {
    "llama": dict(halves=False, act=silu),
    "gemma3": dict(halves=True, act=gelu_tanh, post_norms=True, scaled_embedding=True, period=6, base=1e6),
    "qwen2": dict(halves=True, act=silu),
    "qwen3": dict(halves=True, act=silu),
    "gemma2": dict(halves=True, act=gelu_tanh, post_norms=True, scaled_embedding=True, period=2),
    "phi3": dict(halves=True, act=silu),
}


def logits(model, ids, context=None, residual=None):
    """[tokens, vocabulary]. residual(i, x): told the stream after block i, [tokens, width]."""
    w, family = model.w, FAMILIES[model.arch]
    width, layers = model.hp("embedding_length"), model.hp("block_count")
    heads = model.hp("attention.head_count")
    kv_heads_of = model.hp("attention.head_count_kv", heads)
    size = model.hp("attention.key_length", width // heads)
    eps = model.hp("attention.layer_norm_rms_epsilon")
    dims = model.hp("rope.dimension_count", size)
    context = context or model.hp("context_length")
    post_norms, period = family.get("post_norms"), family.get("period")
    rope = Rope(model, dims, context, family.get("base", 1e4))
    cap, final_cap = model.hp("attn_logit_softcapping", 0), model.hp("final_logit_softcapping", 0)

    x = w["token_embd.weight"][np.asarray(ids)]
    if family.get("scaled_embedding"):
        x = x * math.sqrt(width)
    for i in range(layers):
        kv_heads = kv_heads_of[i] if isinstance(kv_heads_of, list) else kv_heads_of
        q_rows, kv_rows = heads * size, kv_heads * size

        def p(name):
            return w["blk.%d.%s" % (i, name)]

        def linear(y, name, first=0, rows=None):
            rows = slice(first, None if rows is None else first + rows)
            bias = w.get("blk.%d.%s.bias" % (i, name), np.zeros(1))
            return y @ p(name + ".weight")[rows].T + (bias[rows] if len(bias) > 1 else 0)

        y = rms_norm(x, p("attn_norm.weight"), eps)
        if "blk.%d.attn_qkv.weight" % i in w:
            q = linear(y, "attn_qkv", 0, q_rows)
            k = linear(y, "attn_qkv", q_rows, kv_rows)
            v = linear(y, "attn_qkv", q_rows + kv_rows, kv_rows)
        else:
            q, k, v = linear(y, "attn_q"), linear(y, "attn_k"), linear(y, "attn_v")
        q = q.reshape(len(ids), heads, size)
        k, v = k.reshape(len(ids), kv_heads, size), v.reshape(len(ids), kv_heads, size)
        window = model.hp("attention.sliding_window", 0)
        pattern = model.hp("attention.sliding_window_pattern", period)
        if pattern[i] == 0 if isinstance(pattern, list) else pattern and i % pattern == pattern - 1:
            window = 0
        if "blk.%d.attn_q_norm.weight" % i in w:
            q, k = rms_norm(q, p("attn_q_norm.weight"), eps), rms_norm(k, p("attn_k_norm.weight"), eps)
        turn = rope
        if model.arch == "gemma3" and window:  # windowed layers have a base of their own and no scaling
            turn = Rope.__new__(Rope)
            turn.inverse, turn.magnitude = 1e4 ** (-np.arange(0, dims, 2, dtype=np.float64) / dims), 1.0
        q, k = (rotate(z, turn, family["halves"]) for z in (q, k))
        y = linear(attention(q, k, v, 1 / math.sqrt(size), window, cap), "attn_output")
        x = x + (rms_norm(y, p("post_attention_norm.weight"), eps) if post_norms else y)
        y = rms_norm(x, p("ffn_norm.weight"), eps)
        if "blk.%d.ffn_gate.weight" % i in w:
            gate, up = linear(y, "ffn_gate"), linear(y, "ffn_up")
        else:
            ffn = model.hp("feed_forward_length")
            gate, up = linear(y, "ffn_up", 0, ffn), linear(y, "ffn_up", ffn, ffn)
        y = linear(family["act"](gate) * up, "ffn_down")
        x = x + (rms_norm(y, p("post_ffw_norm.weight"), eps) if post_norms else y)
        if residual:
            residual(i, x)
    x = rms_norm(x, w["output_norm.weight"], eps)
    x = x @ w.get("output.weight", w["token_embd.weight"]).T
    return final_cap * np.tanh(x / final_cap) if final_cap else x
