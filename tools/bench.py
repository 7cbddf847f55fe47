#!/usr/bin/env python3
"""What ./dev bench prints: glasshouse alternated with llama.cpp where that is installed, and the cost of telemetry.

Usage: bench.py PROGRAM MODEL.gguf [rounds]
Only ratios of rates measured in one run on one machine mean anything; the spread over the rounds is printed with them.
"""
import importlib.util
import json
import statistics
import subprocess
import sys
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


def main():
    program, model = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
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
    if not peers:
        print("  llama.cpp is not installed here (pip install llama-cpp-python), so there is no ratio.")
    cost = run(program, "bench", model, "--overhead", "--runs", "4", "--json")
    low, high = min(cost["wall_shares"]), max(cost["wall_shares"])
    print(f"Recording and publishing: {100 * cost['telemetry_wall_share']:.2f} % of a step's time "
          f"({100 * low:.2f} to {100 * high:.2f} % over {cost['pairs']} pairs), "
          f"{100 * cost['telemetry_cpu_share']:.2f} % of its processor time (bar: under 3 %)")


if __name__ == "__main__":
    main()
