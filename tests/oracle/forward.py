"""An independent forward pass in numpy, float64 throughout, for the families llama and gemma3.

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


def rotate(x, base, factor, dims, halves):
    """x: [tokens, heads, head size]; token t is at position t."""
    tokens = x.shape[0]
    inverse = base ** (-np.arange(0, dims, 2, dtype=np.float64) / dims) / factor
    angle = np.arange(tokens, dtype=np.float64)[:, None] * inverse[None, :]
    cos, sin = np.cos(angle)[:, None, :], np.sin(angle)[:, None, :]
    out = x.copy()
    first, second = (slice(0, dims // 2), slice(dims // 2, dims)) if halves else (slice(0, dims, 2), slice(1, dims, 2))
    a, b = x[..., first], x[..., second]
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out


def attention(q, k, v, scale, window):
    tokens, heads, _ = q.shape
    group = heads // k.shape[1]
    at = np.arange(tokens)
    visible = at[None, :] <= at[:, None]
    if window:
        visible &= at[:, None] - at[None, :] < window
    out = np.empty((tokens, heads, v.shape[2]))
    for h in range(heads):
        score = np.where(visible, q[:, h] @ k[:, h // group].T * scale, -np.inf)
        p = np.exp(score - score.max(-1, keepdims=True))
        out[:, h] = (p / p.sum(-1, keepdims=True)) @ v[:, h // group]
    return out.reshape(tokens, -1)


def silu(x):
    return x / (1 + np.exp(-x))


def gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def logits(model, ids):
    """[tokens, vocabulary]"""
    w, gemma = model.w, model.arch == "gemma3"
    assert model.arch in ("llama", "gemma3"), model.arch
    width, layers = model.hp("embedding_length"), model.hp("block_count")
    heads = model.hp("attention.head_count")
    kv_heads = model.hp("attention.head_count_kv", heads)
    size = model.hp("attention.key_length", width // heads)
    eps = model.hp("attention.layer_norm_rms_epsilon")
    dims = model.hp("rope.dimension_count", size)
    factor = model.hp("rope.scaling.factor", 1.0)
    base = model.hp("rope.freq_base", 1e6 if gemma else 1e4)
    window = model.hp("attention.sliding_window", 0) if gemma else 0

    x = w["token_embd.weight"][np.asarray(ids)]
    if gemma:
        x = x * math.sqrt(width)
    for i in range(layers):
        def p(name):
            return w["blk.%d.%s" % (i, name)]

        def linear(y, name):
            return y @ p(name + ".weight").T

        y = rms_norm(x, p("attn_norm.weight"), eps)
        q = linear(y, "attn_q").reshape(len(ids), heads, size)
        k = linear(y, "attn_k").reshape(len(ids), kv_heads, size)
        v = linear(y, "attn_v").reshape(len(ids), kv_heads, size)
        windowed = gemma and window and i % 6 != 5
        if gemma:
            q, k = rms_norm(q, p("attn_q_norm.weight"), eps), rms_norm(k, p("attn_k_norm.weight"), eps)
        turn = (1e4, 1.0) if windowed else (base, factor)
        q, k = (rotate(z, turn[0], turn[1], dims, halves=gemma) for z in (q, k))
        y = linear(attention(q, k, v, 1 / math.sqrt(size), window if windowed else 0), "attn_output")
        x = x + (rms_norm(y, p("post_attention_norm.weight"), eps) if gemma else y)
        y = rms_norm(x, p("ffn_norm.weight"), eps)
        act = gelu_tanh if gemma else silu
        y = linear(act(linear(y, "ffn_gate")) * linear(y, "ffn_up"), "ffn_down")
        x = x + (rms_norm(y, p("post_ffw_norm.weight"), eps) if gemma else y)
    x = rms_norm(x, w["output_norm.weight"], eps)
    return x @ w.get("output.weight", w["token_embd.weight"]).T
