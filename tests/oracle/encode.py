"""Encoders of weight blocks for the tiny models: plain rounding, no search for better scales.

The `gguf` package encodes the simple types; those that it only decodes are written out here.
"""
import gguf
import numpy as np
from gguf.quants import quantize


def _safe(d):
    return np.where(d == 0, 1, d)


def with_minima(rows, most):
    """Blocks of 32 whose values are d·s·q − dmin·m, q in 0 … most: the 16 bytes of d, dmin (f16), eight 6-bit scales and
    minima; and the quants [super-block, 8, 32]."""
    x = rows.reshape(-1, 8, 32).astype(np.float64)
    low = np.minimum(x.min(-1), 0)
    step = (x.max(-1) - low) / most
    d = (step.max(-1) / 63).astype(np.float16)
    dmin = ((-low).max(-1) / 63).astype(np.float16)
    s = np.clip(np.rint(step / _safe(d.astype(np.float64))[:, None]), 0, 63).astype(np.uint8)
    m = np.clip(np.rint(-low / _safe(dmin.astype(np.float64))[:, None]), 0, 63).astype(np.uint8)
    scale, offset = d.astype(np.float64)[:, None] * s, dmin.astype(np.float64)[:, None] * m
    q = np.clip(np.rint((x + offset[..., None]) / _safe(scale)[..., None]), 0, most).astype(np.uint8)
    packed = np.empty((len(x), 12), np.uint8)
    packed[:, 0:4] = s[:, :4] | (s[:, 4:] >> 4 << 6)
    packed[:, 4:8] = m[:, :4] | (m[:, 4:] >> 4 << 6)
    packed[:, 8:12] = (s[:, 4:] & 15) | ((m[:, 4:] & 15) << 4)
    return np.concatenate([np.stack([d, dmin], 1).view(np.uint8), packed], 1), q


def q4_k(rows):
    """256 values: d, dmin, scales and minima, 128 bytes of nibbles."""
    head, q = with_minima(rows, 15)
    nibbles = (q[:, 0::2] | (q[:, 1::2] << 4)).reshape(-1, 128)
    return np.concatenate([head, nibbles], 1).reshape(rows.shape[0], -1)


def q6_k(rows):
    """256 values: 128 bytes of low nibbles, 64 of high bit pairs, 16 int8 scales, d (f16). value = d·s·(q − 32)"""
    x = rows.reshape(-1, 16, 16).astype(np.float64)
    step = np.abs(x).max(-1) / 31
    d = (step.max(-1) / 127).astype(np.float16)
    s = np.clip(np.rint(step / _safe(d.astype(np.float64))[:, None]), 1, 127).astype(np.int8)
    scale = _safe(d.astype(np.float64)[:, None] * s)
    q = (np.clip(np.rint(x / scale[..., None]), -32, 31) + 32).astype(np.uint8).reshape(-1, 2, 4, 32)
    low = np.concatenate([q[:, :, 0:2] & 15 | (q[:, :, 2:4] & 15) << 4], 2).reshape(-1, 128)
    high = (q[:, :, 0] >> 4 | q[:, :, 1] >> 4 << 2 | q[:, :, 2] >> 4 << 4 | q[:, :, 3] >> 4 << 6).reshape(-1, 64)
    tail = np.concatenate([s.view(np.uint8), d[:, None].view(np.uint8)], 1)
    return np.concatenate([low, high, tail], 1).reshape(rows.shape[0], -1)


def q5_k(rows):
    """As Q4_K, with 32 bytes of fifth bits before the nibbles: bit b of byte i for value i of block b."""
    head, q = with_minima(rows, 31)
    high = np.packbits(q >> 4, axis=1, bitorder="little").reshape(-1, 32)
    nibbles = (q[:, 0::2] & 15 | (q[:, 1::2] & 15) << 4).reshape(-1, 128)
    return np.concatenate([head, high, nibbles], 1).reshape(rows.shape[0], -1)


IQ4 = np.array([-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113], np.float64)


def iq4_places(x, scale):
    """Places of the nearest levels, two to a byte: value j low, value j + 16 high. x: [..., 32]"""
    q = np.abs(x[..., None] / _safe(scale)[..., None, None] - IQ4).argmin(-1).astype(np.uint8)
    return q[..., :16] | q[..., 16:] << 4


def iq4_nl(rows):
    """32 values: d (f16), 16 bytes of places in IQ4. value = d·level; the value of largest magnitude becomes −127"""
    x = rows.reshape(-1, 32).astype(np.float64)
    d = (np.take_along_axis(x, np.abs(x).argmax(-1)[:, None], 1)[:, 0] / -127).astype(np.float16)
    packed = iq4_places(x, d.astype(np.float64))
    return np.concatenate([d[:, None].view(np.uint8), packed], 1).reshape(rows.shape[0], -1)


def iq4_xs(rows):
    """256 values: d (f16), upper two bits of 8 scales (16 bits), lower four (4 bytes), places. value = d·(s − 32)·level"""
    x = rows.reshape(-1, 8, 32).astype(np.float64)
    step = np.take_along_axis(x, np.abs(x).argmax(-1)[..., None], 2)[..., 0] / -127
    d = (np.abs(step).max(-1) / 31).astype(np.float16)
    s = np.clip(np.rint(step / _safe(d.astype(np.float64))[:, None]), -32, 31)
    packed = iq4_places(x, d.astype(np.float64)[:, None] * s).reshape(-1, 128)
    s = (s + 32).astype(np.uint16)
    high = (s >> 4 << 2 * np.arange(8, dtype=np.uint16)).sum(1).astype("<u2")[:, None].view(np.uint8)
    low = (s[:, 0::2] & 15 | (s[:, 1::2] & 15) << 4).astype(np.uint8)
    return np.concatenate([d[:, None].view(np.uint8), high, low, packed], 1).reshape(rows.shape[0], -1)


def bit_pairs(q):
    """Two bits of each of 256 values: pair k of byte i of each half of 32 bytes is value i of the half's block k."""
    q = q.reshape(-1, 2, 4, 32)
    return (q[:, :, 0] | q[:, :, 1] << 2 | q[:, :, 2] << 4 | q[:, :, 3] << 6).reshape(-1, 64)


def q3_k(rows):
    """256 values: 32 bytes of third bits, 64 of lower bit pairs, 12 of 6-bit scales, d (f16). value = d·(s − 32)·(q − 4)"""
    x = rows.reshape(-1, 16, 16).astype(np.float64)
    step = np.abs(x).max(-1) / 4
    d = (step.max(-1) / 31).astype(np.float16)
    s = np.clip(np.rint(step / _safe(d.astype(np.float64))[:, None]), 1, 31).astype(np.uint8) + 32
    scale = _safe(d.astype(np.float64)[:, None] * (s.astype(np.float64) - 32))
    q = (np.clip(np.rint(x / scale[..., None]), -4, 3) + 4).astype(np.uint8)
    high = np.packbits(q.reshape(-1, 8, 32) >> 2, axis=1, bitorder="little").reshape(-1, 32)
    scales = np.concatenate([s[:, :8] & 15 | (s[:, 8:] & 15) << 4,
                             s[:, 0:4] >> 4 | s[:, 4:8] >> 4 << 2 | s[:, 8:12] >> 4 << 4 | s[:, 12:16] >> 4 << 6], 1)
    return np.concatenate([high, bit_pairs(q & 3), scales, d[:, None].view(np.uint8)], 1).reshape(rows.shape[0], -1)


def q2_k(rows):
    """256 values: 16 bytes of 4-bit scales (low) and minima, 64 of bit pairs, d, dmin (f16). value = d·s·q − dmin·m"""
    x = rows.reshape(-1, 16, 16).astype(np.float64)
    low = np.minimum(x.min(-1), 0)
    step = (x.max(-1) - low) / 3
    d = (step.max(-1) / 15).astype(np.float16)
    dmin = ((-low).max(-1) / 15).astype(np.float16)
    s = np.clip(np.rint(step / _safe(d.astype(np.float64))[:, None]), 0, 15).astype(np.uint8)
    m = np.clip(np.rint(-low / _safe(dmin.astype(np.float64))[:, None]), 0, 15).astype(np.uint8)
    scale, offset = d.astype(np.float64)[:, None] * s, dmin.astype(np.float64)[:, None] * m
    q = np.clip(np.rint((x + offset[..., None]) / _safe(scale)[..., None]), 0, 3).astype(np.uint8)
    return np.concatenate([s | m << 4, bit_pairs(q), np.stack([d, dmin], 1).view(np.uint8)], 1).reshape(rows.shape[0], -1)


OWN = {
    gguf.GGMLQuantizationType.Q4_K: q4_k,
    gguf.GGMLQuantizationType.Q6_K: q6_k,
    gguf.GGMLQuantizationType.Q5_K: q5_k,
    gguf.GGMLQuantizationType.IQ4_NL: iq4_nl,
    gguf.GGMLQuantizationType.IQ4_XS: iq4_xs,
    gguf.GGMLQuantizationType.Q3_K: q3_k,
    gguf.GGMLQuantizationType.Q2_K: q2_k,
}


def encode(rows, kind):
    """rows: float32 [rows, inputs] → bytes [rows, bytes a row]"""
    return OWN[kind](rows) if kind in OWN else quantize(rows, kind)
