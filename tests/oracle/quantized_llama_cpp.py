"""Does llama.cpp open what `glasshouse quantize` writes, and agree with it as well as with any file?

    quantized_llama_cpp.py GLASSHOUSE MODEL

Writes a mix of Q4_K, Q6_K and Q8_0, and the model as one of Q8_0 alone for comparison; runs both here (float activations and
cache) and in llama.cpp. Exit code 77 where llama-cpp-python, numpy or the model is missing: the test is then skipped.
"""
import json
import os
import subprocess
import sys
import tempfile

IDS = [1, 504, 2365, 6354, 30, 378, 1820, 282, 4649, 314, 7042, 28, 284, 260, 3575, 282, 260, 905, 506, 253]
MIX = {"rules": [{"pattern": r"blk\..*\.weight", "scheme": "q8_0"},
                 {"pattern": r"blk\.\d*[02468]\.ffn_down\.weight", "scheme": "q4_k"},
                 {"pattern": r"blk\.\d*[13579]\.ffn_down\.weight", "scheme": "q6_k"}]}


def distance(program, model, folder):
    import llama_cpp
    import numpy as np
    out = os.path.join(folder, "logits.npy")
    subprocess.run([program, "logits", model, "--ids", " ".join(map(str, IDS)), "--out", out, "--activations", "f32",
                    "--kv-type", "f32"], check=True)
    ours = np.load(out).astype(np.float64)
    llm = llama_cpp.Llama(model, n_ctx=64, n_batch=64, logits_all=True, verbose=False, n_threads=2, type_k=0, type_v=0)
    llm.eval(IDS)
    theirs = np.array(llm.scores[:len(IDS)], np.float64)
    same = int((ours.argmax(1) == theirs.argmax(1)).sum())
    return float(np.sqrt(np.mean((ours - theirs) ** 2)) / theirs.std()), same


def main():
    program, model = sys.argv[1], sys.argv[2]
    try:
        import llama_cpp  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as missing:
        print("skipped:", missing)
        return 77
    if not os.path.exists(model):
        print("skipped: no", model)
        return 77
    with tempfile.TemporaryDirectory() as folder:
        rules = os.path.join(folder, "rules.json")
        with open(rules, "w") as file:
            json.dump(MIX, file)
        found = {}
        for name, how in (("mix", ["--rules", rules]), ("plain", ["--scheme", "q8_0"])):
            path = os.path.join(folder, name + ".gguf")
            subprocess.run([program, "quantize", model, path] + how, check=True, stdout=subprocess.DEVNULL)
            found[name] = distance(program, path, folder)
            print("%-6s rms of the difference %.4f of the logits' spread, same choice in %d of %d" %
                  (name, found[name][0], found[name][1], len(IDS)))
        # llama.cpp rounds activations to int8, which is all the difference there may be.
        good = found["mix"][0] < max(0.03, 2 * found["plain"][0]) and found["mix"][1] >= len(IDS) - 2
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
