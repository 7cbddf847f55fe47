"""What evaluations make of logits, computed apart from the program: float64 all the way, numpy's own percentiles.

python3 tests/oracle/make_evaluate.py   writes tests/data/evaluate/divergence.json
"""
import json
import math
import pathlib

import numpy as np

OUT = pathlib.Path(__file__).resolve().parent.parent / "data" / "evaluate"


def log_softmax(rows):
    rows = rows.astype(np.float64)
    top = rows.max(axis=1, keepdims=True)
    return rows - top - np.log(np.exp(rows - top).sum(axis=1, keepdims=True))


def short(value):
    return float(np.format_float_scientific(np.float32(value), unique=True))   # the shortest that reads back as the same float


def standard_error(values):
    return float(np.std(values, ddof=1) / math.sqrt(len(values)))


def rank(row, token):
    order = np.lexsort((np.arange(len(row)), -row.astype(np.float64)))
    return int(np.where(order == token)[0][0]) + 1


def statistics(reference, variant, right):
    p, q = log_softmax(reference), log_softmax(variant)
    at = np.arange(len(right))
    kl = (np.exp(p) * (p - q)).sum(axis=1)
    loss = -q[at, right]
    dp = np.exp(q[at, right]) - np.exp(p[at, right])
    rms = math.sqrt(float(np.mean(dp**2)))
    same = (reference.argmax(axis=1) == variant.argmax(axis=1)).astype(np.float64)
    perplexity = math.exp(float(loss.mean()))
    return {
        "kl": kl.tolist(),
        "kl_back": (np.exp(q) * (q - p)).sum(axis=1).tolist(),
        "rank": [rank(row, int(token)) for row, token in zip(variant, right)],
        "perplexity": {"value": perplexity, "error": perplexity * standard_error(loss)},
        "kl_mean": {"value": float(kl.mean()), "error": standard_error(kl)},
        "kl_percentiles": {str(s): float(np.percentile(kl, s)) for s in (50, 90, 95, 99, 99.9, 100)},
        "rms_dp": {"value": rms, "error": standard_error(dp**2) / (2 * rms)},
        "same_top": {"value": float(same.mean()), "error": standard_error(same)},
        "dp_percentiles": {str(s): float(np.percentile(dp, s)) for s in (1, 5, 25, 50, 75, 95, 99)},
    }


def wilson(right, asked, z=1.959963984540054):
    # The roots of (p - r/n)^2 = z^2 p (1 - p) / n.
    a, b, c = 1 + z * z / asked, -(2 * right / asked + z * z / asked), (right / asked) ** 2
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]


def main():
    random = np.random.default_rng(8)
    rows, vocabulary = 61, 37   # neither divides by 16
    reference = (random.standard_normal((rows, vocabulary)) * 3).astype(np.float32)
    # From hardly another to quite another.
    variant = (reference + random.standard_normal((rows, vocabulary)) * np.geomspace(1e-3, 2, rows)[:, None]).astype(np.float32)
    variant += np.float32(11.5)   # a distribution does not know it
    right = random.integers(0, vocabulary, rows)
    out = {
        "reference": [[short(v) for v in row] for row in reference],
        "variant": [[short(v) for v in row] for row in variant],
        "right": right.tolist(),
        "expected": statistics(reference, variant, right),
        "wilson": [{"right": r, "asked": n, "interval": wilson(r, n)} for r, n in ((0, 16), (5, 16), (15, 16), (16, 16), (142, 144))],
    }
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "divergence.json").write_text(json.dumps(out) + "\n")


if __name__ == "__main__":
    main()
