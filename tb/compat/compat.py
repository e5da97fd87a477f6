#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Other people's programs, built from their own Makefiles with the drop-in and run: one row of a table for each.

compat.py --pf PHOTOFINISH --csv FILE [--samples DIR] [--rodinia DIR] [--only REGEX] [--limit S] [--jobs N]

DIR is a copy of github:NVIDIA/cuda-samples (tag v12.5) or github:yuhc/gpu-rodinia; it is built in, and written to.
Rows of programs that are not asked for stay in FILE as they are.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import rodinia  # noqa: E402  pylint: disable=wrong-import-position
import samples  # noqa: E402  pylint: disable=wrong-import-position

COLUMNS = ["suite", "program", "kind", "builds", "ends", "right", "seconds", "races", "note"]


def execute(command, folder, limit, env):
    """Runs a shell command in a folder. Returns (exit status or None at the limit, output, seconds)."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as out, subprocess.Popen(
        command, shell=True, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out,
        stderr=subprocess.STDOUT, start_new_session=True,
    ) as p:
        try:
            status = p.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            p.wait()
            status = None
        out.seek(0)
        text = out.read(4 << 20).decode(errors="replace")
    return status, text, time.monotonic() - begin


def first_error(text):
    """The line of a build's output that says most."""
    for pattern in (r"not supported by photofinish", r"nvcc \(photofinish\): (?!note)", r"photofinish cc: (?!note)",
                    r"fatal error:", r" error: ", r"undefined reference", r"cannot find", r"Error \d"):
        for line in text.splitlines():
            if re.search(pattern, line):
                line = re.sub(r"^\S*/", "", line.strip())
                return line[:160]
    return text.strip().splitlines()[-1][:160] if text.strip() else "no output"


def races_of(program, pf, env, limit):
    """Causes that the exact checker finds, as text; '' when it does not end."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        prefix = dict(env, PHOTOFINISH_ORACLE="1", PHOTOFINISH_JSON=file.name, PHOTOFINISH_ERROR_EXITCODE="0",
                      PHOTOFINISH_QUIET="1")
        status, _, _ = execute(program["run"], program["folder"], limit, prefix)
        if status is None:
            return "time"
        try:
            return str(len(json.load(open(file.name, encoding="utf-8"))["races"]["causes"]))
        except (ValueError, KeyError, OSError):
            return ""


def attempt(program, args, env):
    """One row."""
    row = dict.fromkeys(COLUMNS, "")
    row.update(suite=program["suite"], program=program["name"], kind=program["kind"])
    status, text, _ = execute(program["build"], program["folder"], args.limit, env)
    made = status == 0 and (program["folder"] / program["made"]).exists()
    row["builds"] = "yes" if made else "no"
    if not made:
        row["note"] = first_error(text) if status != 0 else "waived: its Makefile looks for a library"
        return row
    status, text, seconds = execute(program["run"], program["folder"], args.limit, env)
    row["note"] = program.get("note", "")
    row["ends"] = "time" if status is None else str(status)
    row["seconds"] = f"{seconds:.1f}"
    if status is None:
        return row
    row["right"] = "yes" if program["right"](status, text, program["folder"]) else "no"
    if row["right"] == "no":
        row["note"] = next((line.strip()[:160] for line in text.splitlines()
                            if re.search(r"photofinish: (?!note)|rror|FAIL|fail|waiv", line)), "")
    if args.races and row["right"] == "yes":
        row["races"] = races_of(program, args.pf, env, args.limit)
    return row


def main():
    """The command line."""
    a = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    a.add_argument("--pf", required=True, type=pathlib.Path, help="the command photofinish")
    a.add_argument("--csv", required=True, type=pathlib.Path, help="table to fill")
    a.add_argument("--samples", type=pathlib.Path, help="copy of NVIDIA/cuda-samples, v12.5")
    a.add_argument("--rodinia", type=pathlib.Path, help="copy of yuhc/gpu-rodinia")
    a.add_argument("--only", default="", help="programs whose name has this regular expression")
    a.add_argument("--limit", type=int, default=120, help="seconds for a build, and for a run (120)")
    a.add_argument("--jobs", type=int, default=2, help="programs at a time (2)")
    a.add_argument("--no-races", dest="races", action="store_false", help="leave the exact checker out")
    args = a.parse_args()
    home = subprocess.run([args.pf, "--cuda-home"], capture_output=True, text=True, check=True).stdout.strip()
    env = dict(os.environ, PATH=f"{home}/bin:{os.environ['PATH']}", LD_LIBRARY_PATH=f"{home}/lib64",
               CUDA_PATH=home, CUDA_HOME=home)
    programs = []
    if args.samples:
        programs += samples.programs(args.samples.resolve(), home)
    if args.rodinia:
        programs += rodinia.programs(args.rodinia.resolve(), home)
    programs = [p for p in programs if re.search(args.only, p["name"])]
    rows = {}
    if args.csv.exists():
        with open(args.csv, encoding="utf-8", newline="") as file:
            rows = {(r["suite"], r["program"]): r for r in csv.DictReader(file)}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        done = [pool.submit(attempt, p, args, env) for p in programs]
        for n, future in enumerate(concurrent.futures.as_completed(done), 1):
            row = future.result()
            rows[(row["suite"], row["program"])] = row
            print(f"[{n}/{len(done)}] " + " ".join(row[c] or "-" for c in COLUMNS[1:]), flush=True)
            with open(args.csv, "w", encoding="utf-8", newline="") as file:
                out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
                out.writeheader()
                out.writerows(rows[k] for k in sorted(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
