"""Writes tests/data/inspect: the residual stream of SmolLM2 on a paragraph at some layers and positions, computed in
float64 by forward.py, and what the outlier statistics of it are.

    make_residuals.py SmolLM2-135M-Instruct.Q4_1.gguf IDS.json      (a list of token ids)
"""
import json
import pathlib
import sys

import numpy as np

import forward

LAYERS, POSITIONS = (3, 15, 26), (0, 1, 42, 84)
out = pathlib.Path(__file__).resolve().parent.parent / "data" / "inspect"
out.mkdir(exist_ok=True)
model, ids = forward.Model(sys.argv[1]), json.load(open(sys.argv[2]))
rows, facts = [], []


def residual(layer, x):
    if layer not in LAYERS:
        return
    rows.append(x[list(POSITIONS)].astype("<f4"))
    for skip in (0, 1):
        largest = np.abs(x[skip:]).max(0)
        codes = np.rint(x[skip:] / (largest.max() / 127))
        facts.append({"layer": layer, "skip_first": bool(skip), "median": float(np.median(largest)),
                      "top": [{"dim": int(d), "max": float(largest[d]), "position": int(np.abs(x[skip:, d]).argmax()) + skip}
                              for d in np.argsort(-largest)[:3]],
                      "int8_levels_used": len(np.unique(codes))})


forward.logits(model, ids, residual=residual)
np.stack(rows).tofile(out / "smollm2_residuals.f32")
json.dump({"ids": ids, "layers": LAYERS, "positions": POSITIONS, "facts": facts}, open(out / "smollm2_residuals.json", "w"), indent=1)
