"""Writes gguf_package_encode.json: values of several shapes, encoded by the Python package `gguf`, for the types that it
encodes.

An oracle that shares nothing with this project. Run it with `gguf` and `numpy` installed; the output is the same
each time.
"""
import json
import pathlib

import gguf
import numpy as np

TYPES = ["F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0"]


def main():
    rng = np.random.default_rng(21)
    values = np.concatenate([
        rng.standard_normal(128), rng.standard_normal(64) * 1e-3, rng.uniform(-5, 5, 64), rng.standard_normal(32) ** 5,
        np.abs(rng.standard_normal(32)), np.round(rng.standard_normal(64) * 4), np.round(rng.standard_normal(32) * 8) / 8,
        np.where(np.arange(32) == 7, -60.0, rng.standard_normal(32)), np.full(32, 0.1), np.zeros(32),
    ]).astype(np.float32)
    cases = []
    for name in TYPES:
        encoded = gguf.quantize(values, gguf.GGMLQuantizationType[name])
        cases.append({"type": name, "f32le_hex": values.astype("<f4").tobytes().hex(), "bytes_hex": encoded.tobytes().hex()})
    path = pathlib.Path(__file__).with_name("gguf_package_encode.json")
    path.write_text(json.dumps({"cases": cases}, indent=1) + "\n")


main()
