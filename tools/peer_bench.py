#!/usr/bin/env python3
"""Speed of llama.cpp on this machine through its Python package, with the keys and the work of `glasshouse bench --json`.

Usage: peer_bench.py MODEL.gguf [--threads N] [--prefill 512] [--decode 128] [--batches 2,4,8,16,32] [--runs 4]
Prefill and decode count the best of the runs; decode starts from an empty cache; every sequence of a batch has 64
tokens of context and 24 steps are averaged. Nothing is sampled.
"""
import argparse
import ctypes
import json
import os
import time

CONTEXT_IN_BATCH, BATCH_STEPS = 64, 24


class Peer:
    def __init__(self, path, threads, sequences):
        import llama_cpp
        self.api = llama_cpp
        quiet = llama_cpp.llama_log_callback(lambda level, text, data: None)
        llama_cpp.llama_log_set(quiet, ctypes.c_void_p(0))
        self._keep = quiet  # the library calls it as long as it lives
        llama_cpp.llama_backend_init()
        self.model = llama_cpp.llama_model_load_from_file(os.fsencode(path), llama_cpp.llama_model_default_params())
        if not self.model:
            raise SystemExit(f"llama.cpp cannot load {path}")
        params = llama_cpp.llama_context_default_params()
        params.n_ctx, params.n_batch, params.n_ubatch = 8192, 2048, 512
        params.n_seq_max = max(1, sequences)
        params.n_threads = params.n_threads_batch = threads
        if hasattr(params, "kv_unified"):
            params.kv_unified = True
        self.context = llama_cpp.llama_init_from_model(self.model, params)
        self.memory = llama_cpp.llama_get_memory(self.context)
        self.vocabulary = llama_cpp.llama_vocab_n_tokens(llama_cpp.llama_model_get_vocab(self.model))

    def token(self, index):
        return (17 + 7919 * index) % max(1, self.vocabulary - 300)

    def forget(self):
        self.api.llama_memory_clear(self.memory, True)

    def step(self, rows):
        """One forward pass over rows of (token, position, sequence, whether its logits are wanted)."""
        batch = self.api.llama_batch_init(len(rows), 0, 1)
        batch.n_tokens = len(rows)
        for i, (token, position, sequence, wanted) in enumerate(rows):
            batch.token[i], batch.pos[i], batch.logits[i] = token, position, wanted
            batch.n_seq_id[i] = 1
            batch.seq_id[i][0] = sequence
        failed = self.api.llama_decode(self.context, batch)
        self.api.llama_synchronize(self.context)
        self.api.llama_batch_free(batch)
        if failed:
            raise SystemExit(f"llama_decode ended with {failed}")

    def prefill(self, tokens, sequence=0):
        self.step([(self.token(i), i, sequence, int(i + 1 == tokens)) for i in range(tokens)])

    def decode(self, tokens):
        for i in range(tokens):
            self.step([(self.token(i), i, 0, 1)])


def best_rate(peer, work, tokens, runs):
    rates = []
    for _ in range(runs):
        peer.forget()
        started = time.perf_counter()
        work()
        rates.append(round(tokens / (time.perf_counter() - started), 1))
    return max(rates), rates


def batched(peer, size):
    peer.forget()
    for sequence in range(size):
        peer.prefill(CONTEXT_IN_BATCH, sequence)
    started = time.perf_counter()
    for i in range(BATCH_STEPS):
        peer.step([(peer.token(31 * s + i), CONTEXT_IN_BATCH + i, s, 1) for s in range(size)])
    seconds = (time.perf_counter() - started) / BATCH_STEPS
    return {"tokens_per_s": round(size / seconds, 1), "step_ms": round(1e3 * seconds, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--prefill", type=int, default=512)
    parser.add_argument("--decode", type=int, default=128)
    parser.add_argument("--batches", default="2,4,8,16,32")
    parser.add_argument("--runs", type=int, default=4)
    options = parser.parse_args()
    sizes = [int(size) for size in options.batches.split(",") if size]
    peer = Peer(options.model, options.threads, max(sizes, default=1))
    peer.prefill(options.prefill)  # pages in the weights
    prefill, prefill_runs = best_rate(peer, lambda: peer.prefill(options.prefill), options.prefill, options.runs)
    decode, decode_runs = best_rate(peer, lambda: peer.decode(options.decode), options.decode, options.runs)
    print(json.dumps({
        "peer": "llama.cpp", "binding": peer.api.__version__, "model": os.path.basename(options.model),
        "threads": options.threads, "runs": options.runs,
        "prefill_tokens_per_s": prefill, "decode_tokens_per_s": decode,
        "prefill_runs": prefill_runs, "decode_runs": decode_runs,
        "batched": {str(size): batched(peer, size) for size in sizes}}))


if __name__ == "__main__":
    main()
