#!/usr/bin/env python3
"""What ./dev bench prints: glasshouse alternated with llama.cpp where that is installed, its rates as shares of what the
machine can do, instructions of a small fixed run, and the cost of telemetry.

Usage: bench.py PROGRAM MODEL.gguf [rounds]
Only ratios of rates measured in one run on one machine mean anything; the spread over the rounds is printed with them.
"""
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

WORK = ["--prefill", "512", "--decode", "128", "--batches", "2,4,8,16,32", "--runs", "2"]


def run(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(str(part) for part in command[:2])} ended with {done.returncode}")
    return json.loads(done.stdout)


def rates(result):
    flat = {"prefill 512": result["prefill_tokens_per_s"], "decode 128": result["decode_tokens_per_s"]}
    return flat | {f"{size} together": batch["tokens_per_s"] for size, batch in result["batched"].items()}


def shares(results):
    """Each rate beside the limits that its own run measured: bytes against a stream read, operations against the int8 peak."""
    last = results[-1]["limits"]
    print(f"Limits measured before the last round: read {last['read_bytes_per_s'] / 1e9:.1f} GB/s, "
          f"int8 {last['int8_ops_per_s'] / 1e9:.0f} GOP/s, f32 {last['f32_ops_per_s'] / 1e9:.0f} GFLOP/s. Share of them (median):")
    works = {"prefill": lambda r: r["prefill_work"], "decode": lambda r: r["decode_work"]}
    works |= {f"{size} together": lambda r, size=size: r["batched"][size]["work"] for size in results[0]["batched"]}
    for name, work in works.items():
        read, int8 = (100 * statistics.median(work(r)[key] for r in results) for key in ("read_share", "int8_share"))
        print(f"  {name:12} {read:5.1f} % of the read, {int8:5.1f} % of the int8 peak")


def instructions(program, model):
    """Repeatable where time is not: one thread, AVX2, the same binary and input."""
    if not shutil.which("valgrind"):
        print("Instructions of a fixed run: valgrind is not installed.")
        return
    with tempfile.TemporaryDirectory() as folder:
        counts = []
        for tokens in (2, 10):
            done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", program, "generate", model,
                                   "--ids", "1 2 3 4", "--max-tokens", str(tokens), "--threads", "1"],
                                  env={**os.environ, "GLASSHOUSE_ISA": "avx2"}, capture_output=True, text=True)
            found = re.search(r"Collected : (\d+)", done.stderr)
            if not found:
                print("Instructions of a fixed run: valgrind could not run it.")
                return
            counts.append(int(found.group(1)))
    print(f"Instructions (avx2, one thread): {(counts[1] - counts[0]) / 8 / 1e6:.2f} million a decoded token")


def kernels(program, isa):
    """Single kernels on one thread: one row, and as many as are bound by arithmetic."""
    bench = Path(program).with_name("tests") / "kernels" / "matmul" / "gh_kernel_bench"
    if bench.exists():
        sys.stdout.flush()
        subprocess.run([bench, f"--benchmark_filter=^{isa}/(machine|int8/.*/(1|512)$)"])


def main():
    program, model = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    peer_there = importlib.util.find_spec("llama_cpp") is not None
    ours, peers = [], []
    for _ in range(rounds):
        ours.append(run(program, "bench", model, *WORK, "--json"))
        if peer_there:
            threads = ours[-1]["threads"]
            peers.append(run(sys.executable, Path(__file__).with_name("peer_bench.py"), model, *WORK, "--threads", threads))
    first = ours[0]
    print(f"{first['model']}, {first['threads']} threads, {first['isa']}, {rounds} rounds, tokens/s (median; lowest to highest)")
    for key in rates(first):
        mine = sorted(rates(r)[key] for r in ours)
        line = f"  {key:12} {statistics.median(mine):8.1f} ({mine[0]:.1f} to {mine[-1]:.1f})"
        if peers:
            theirs = [rates(r)[key] for r in peers]
            ratio = sorted(rates(a)[key] / b for a, b in zip(ours, theirs))
            line += f"   llama.cpp {statistics.median(theirs):8.1f}   ratio {statistics.median(ratio):.2f} ({ratio[0]:.2f} to {ratio[-1]:.2f})"
        print(line)
    shares(ours)
    if not peers:
        print("  llama.cpp is not installed here (pip install llama-cpp-python), so there is no ratio.")
    cost = run(program, "bench", model, "--overhead", "--runs", "4", "--json")
    low, high = min(cost["wall_shares"]), max(cost["wall_shares"])
    print(f"Recording and publishing: {100 * cost['telemetry_wall_share']:.2f} % of a step's time "
          f"({100 * low:.2f} to {100 * high:.2f} % over {cost['pairs']} pairs), "
          f"{100 * cost['telemetry_cpu_share']:.2f} % of its processor time (bar: under 3 %)")
    instructions(program, model)
    kernels(program, first["isa"])


if __name__ == "__main__":
    main()
