"""Writes gguf_package_decode.json: random blocks of each type, decoded by the Python package `gguf`.

An oracle that shares nothing with this project. Run it with `gguf` and `numpy` installed; the output is the same
each time.
"""
import json
import pathlib

import gguf
import numpy as np

TYPES = ["F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q8_0", "Q4_K", "Q6_K", "Q5_1", "Q5_K",
         "IQ4_NL", "IQ4_XS", "Q3_K", "Q2_K"]


def random_blocks(kind, block_bytes, count, rng):
    """Random bytes whose decoded values are finite."""
    blocks = []
    while len(blocks) < count:
        block = rng.integers(0, 256, block_bytes, dtype=np.uint8)
        with np.errstate(all="ignore"):
            if np.isfinite(gguf.dequantize(block.reshape(1, -1), kind)).all():
                blocks.append(block)
    return np.concatenate(blocks)


def main():
    rng = np.random.default_rng(20)
    cases = []
    for name in TYPES:
        kind = gguf.GGMLQuantizationType[name]
        values, block_bytes = gguf.GGML_QUANT_SIZES[kind]
        data = random_blocks(kind, block_bytes, max(3, 48 // values), rng)
        decoded = gguf.dequantize(data.reshape(1, -1), kind).astype("<f4")
        cases.append({"type": name, "bytes_hex": data.tobytes().hex(), "f32le_hex": decoded.tobytes().hex()})
    path = pathlib.Path(__file__).with_name("gguf_package_decode.json")
    path.write_text(json.dumps({"cases": cases}, indent=1) + "\n")


main()
