"""Does llama.cpp open what `glasshouse quantize` writes, and agree with it as well as with any file?

    quantized_llama_cpp.py GLASSHOUSE MODEL

Writes a mix of Q4_K, Q6_K and Q8_0 and runs it here (float activations and cache) and in llama.cpp; the model as it was
fetched says how far two programs are apart that round differently. Exit code 77 where llama-cpp-python, numpy or the model is missing: the test is then skipped.
"""
import json
import os
import subprocess
import sys
import tempfile

TEXT = ("The capital of France is Paris, and the capital of Italy is Rome. Water boils at one hundred degrees and freezes at "
        "zero; it falls as rain, and as snow when the air is cold. Once upon a time there was a king who had three daughters.")
MIX = {"rules": [{"pattern": r"blk\..*\.weight", "scheme": "q8_0"},
                 {"pattern": r"blk\.\d*[02468]\.ffn_down\.weight", "scheme": "q4_k"},
                 {"pattern": r"blk\.\d*[13579]\.ffn_down\.weight", "scheme": "q6_k"}]}


def distance(program, model, ids, folder):
    import llama_cpp
    import numpy as np
    out = os.path.join(folder, "logits.npy")
    subprocess.run([program, "logits", model, "--ids", " ".join(map(str, ids)), "--out", out, "--activations", "f32",
                    "--kv-type", "f32"], check=True)
    ours = np.load(out).astype(np.float64)
    llm = llama_cpp.Llama(model, n_ctx=128, n_batch=128, logits_all=True, verbose=False, n_threads=2, type_k=0, type_v=0)
    llm.eval(ids)
    theirs = np.array(llm.scores[:len(ids)], np.float64)
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
        mix = os.path.join(folder, "mix.gguf")
        subprocess.run([program, "quantize", model, mix, "--rules", rules], check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run([program, "tokenize", model, "--text", TEXT, "--json"], check=True, capture_output=True, text=True)
        ids = json.loads(listed.stdout)["ids"]
        found = {}
        for name, path in (("mix", mix), ("fetched", model)):
            found[name] = distance(program, path, ids, folder)
            print("%-8s rms of the difference %.4f of the logits' spread, same choice in %d of %d" %
                  (name, found[name][0], found[name][1], len(ids)))
        # llama.cpp rounds activations to int8, those of K types over 256 values, which is all the difference there may be.
        good = found["mix"][0] < max(0.03, 2 * found["fetched"][0]) and found["mix"][1] >= found["fetched"][1] - 3
        return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
