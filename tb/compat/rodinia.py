# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Rodinia's CUDA programs, with inputs made here: the suite's own are not in its repository.

Sizes are a fraction of the suite's, as a model takes longer than a GPU.
"""

import math
import random
import re
import struct


def numbers(path, n, low, high, form="{:.6f}"):
    """A file of n random numbers, one a line."""
    r = random.Random(path.name)
    path.write_text("".join(form.format(r.uniform(low, high)) + "\n" for _ in range(n)), encoding="ascii")


def graph(path, n, degree):
    """bfs: nodes with their first edge and degree, the source, the edges with their cost."""
    r = random.Random(1)
    lines = [str(n)] + [f"{i * degree} {degree}" for i in range(n)] + ["", "0", "", str(n * degree)]
    lines += [f"{r.randrange(n)} {r.randrange(1, 10)}" for _ in range(n * degree)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def mesh(path, n):
    """cfd: a ring of elements: area, and for four sides the neighbour (1.., negative: a wall) and a normal."""
    lines = [str(n)]
    for i in range(n):
        sides = [(i + 1) % n + 1, (i - 1) % n + 1, -1, -2]
        normals = [(0.1, 0, 0), (-0.1, 0, 0), (0, 0.1, 0), (0, -0.1, 0)]
        lines.append("1.0 " + " ".join(f"{s} {x} {y} {z}" for s, (x, y, z) in zip(sides, normals)))
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def points(path, n, features):
    """kmeans: an identifier and features a line."""
    r = random.Random(2)
    path.write_text("".join(f"{i} " + " ".join(f"{r.random():.4f}" for _ in range(features)) + "\n" for i in range(n)),
                    encoding="ascii")


def pgm(path, width, height):
    """srad: a grey picture as text."""
    r = random.Random(3)
    rows = "\n".join(" ".join(str(r.randrange(256)) for _ in range(width)) for _ in range(height))
    path.write_text(f"P2\n# noise\n{width} {height}\n255\n{rows}\n", encoding="ascii")


def bmp(path, width, height):
    """dwt2d: a 24-bit bitmap."""
    r = random.Random(4)
    body = r.randbytes(width * height * 3)
    path.write_bytes(b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54 + len(body), 0, 0, 54, 40, width, height, 1, 24, 0,
                                         len(body), 2835, 2835, 0, 0) + body)


def avi(path, width, height, frames, cells=()):
    """heartwall, leukocyte: uncompressed 8-bit frames of noise; with cells, (column, row) each, dark discs on faint noise."""
    r = random.Random(5)

    def chunk(tag, body):
        return tag + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)

    size = width * height
    header = struct.pack("<IIIIIIIIII16x", 40000, size * 25, 0, 0x10, frames, 0, 1, size, width, height)
    stream = b"vids" + b"DIB " + struct.pack("<IHHIIIIIIIIhhhh", 0, 0, 0, 0, 1, 25, 0, frames, size, 10000, 0, 0, 0,
                                             width, height)
    form = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8, 0, size, 0, 0, 0, 0)
    lists = chunk(b"LIST", b"hdrl" + chunk(b"avih", header) +
                  chunk(b"LIST", b"strl" + chunk(b"strh", stream) + chunk(b"strf", form)))
    movie, index, at = b"movi", b"", 4
    noise = r.randbytes(size)
    if cells:
        noise = bytearray(200 + b % 8 for b in noise)
        for column, row in cells:
            for y in range(-12, 13):
                half = math.isqrt(144 - y * y)
                at_row = (row + y) * width + column
                noise[at_row - half:at_row + half + 1] = bytes(60 + b % 8 for b in noise[at_row - half:at_row + half + 1])
    for n in range(frames):
        body = bytes(noise[n:] + noise[:n])
        index += struct.pack("<4sIII", b"00db", 0x10, at, size)
        movie += chunk(b"00db", body)
        at += 8 + size + size % 2
    body = b"AVI " + lists + chunk(b"LIST", movie) + chunk(b"idx1", index)
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)


def fasta(path, n, reads):
    """mummergpu: one sequence, or reads of 25."""
    r = random.Random(6)
    whole = "".join(r.choice("ACGT") for _ in range(n))
    if not reads:
        path.write_text(">reference\n" + "\n".join(whole[i:i + 60] for i in range(0, n, 60)) + "\n", encoding="ascii")
        return
    starts = [r.randrange(n - 25) for _ in range(reads)]
    path.write_text("".join(f">read{i}\n{whole[s:s + 25]}\n" for i, s in enumerate(starts)), encoding="ascii")


def inputs(data):
    """Everything under data/ that the programs read."""
    for name in ("b+tree", "bfs", "cfd", "hotspot", "hotspot3D", "heartwall", "leukocyte", "huffman", "kmeans", "mummergpu",
                 "myocyte", "nn", "srad", "dwt2d"):
        (data / name).mkdir(parents=True, exist_ok=True)
    r = random.Random(0)
    keys = list(range(10000))
    r.shuffle(keys)
    (data / "b+tree/mil.txt").write_text("10000\n" + "\n".join(map(str, keys)) + "\n", encoding="ascii")
    (data / "b+tree/command.txt").write_text("j 600 300\nk 1000\n", encoding="ascii")
    graph(data / "bfs/graph.txt", 16384, 6)
    mesh(data / "cfd/ring", 2048)
    numbers(data / "hotspot/temp_64", 64 * 64, 320, 340)
    numbers(data / "hotspot/power_64", 64 * 64, 0, 0.01)
    numbers(data / "hotspot3D/temp_64x8", 64 * 64 * 8, 320, 340)
    numbers(data / "hotspot3D/power_64x8", 64 * 64 * 8, 0, 0.01)
    avi(data / "heartwall/test.avi", 656, 744, 3)
    avi(data / "leukocyte/testfile.avi", 640, 480, 3, [(120, 180), (300, 240), (480, 200)])
    (data / "huffman/test.in").write_bytes(bytes(min(255, int(r.expovariate(0.05))) for _ in range(1 << 18)))
    points(data / "kmeans/points", 2048, 8)
    fasta(data / "mummergpu/reference.fna", 20000, 0)
    fasta(data / "mummergpu/reads.fna", 20000, 500)
    numbers(data / "myocyte/y.txt", 91, 0.1, 0.2)
    numbers(data / "myocyte/params.txt", 18, 0.5, 1.0)
    pgm(data / "srad/image.pgm", 502, 458)
    bmp(data / "dwt2d/noise.bmp", 192, 192)


def fine(status, text, _folder):
    """Most do not check themselves: exit code 0, and no error is told."""
    return status == 0 and not re.search(r"\b[Ee]rror\b|\bfailed\b|not opened|[Ii]nvalid", text)


def says(pattern):
    """... and those that do say so."""
    return lambda status, text, folder: fine(status, text, folder) and bool(re.search(pattern, text))


# name: (folder, what make makes, command, how it is known to be right[, arguments of make])
PROGRAMS = {
    "b+tree": ("b+tree", "b+tree.out", "./b+tree.out file ../../data/b+tree/mil.txt command ../../data/b+tree/command.txt", fine),
    "backprop": ("backprop", "backprop", "./backprop 4096", fine),
    "bfs": ("bfs", "bfs.out", "./bfs.out ../../data/bfs/graph.txt", fine),
    "cfd": ("cfd", "euler3d", "./euler3d ../../data/cfd/ring", fine),
    "dwt2d": ("dwt2d", "dwt2d", "./dwt2d ../../data/dwt2d/noise.bmp -d 192x192 -f -5 -l 3", fine),
    "gaussian": ("gaussian", "gaussian", "./gaussian -s 64", fine),
    "heartwall": ("heartwall", "heartwall", "./heartwall ../../data/heartwall/test.avi 2", fine),
    "hotspot": ("hotspot", "hotspot", "./hotspot 64 2 4 ../../data/hotspot/temp_64 ../../data/hotspot/power_64 output.out", fine),
    "hotspot3D": ("hotspot3D", "3D", "./3D 64 8 10 ../../data/hotspot3D/power_64x8 ../../data/hotspot3D/temp_64x8 output.out",
                  says(r"Accuracy: \d\.\d+e-0[4-9]")),
    "huffman": ("huffman", "pavle", "./pavle ../../data/huffman/test.in", fine),
    "hybridsort": ("hybridsort", "hybridsort", "./hybridsort r", fine),
    "kmeans": ("kmeans", "kmeans", "./kmeans -o -i ../../data/kmeans/points", fine),
    "lavaMD": ("lavaMD", "lavaMD", "./lavaMD -boxes1d 3", fine),
    "leukocyte": ("leukocyte", "CUDA/leukocyte", "./CUDA/leukocyte ../../data/leukocyte/testfile.avi 2", fine),
    "lud": ("lud", "cuda/lud_cuda", "./cuda/lud_cuda -s 128 -v", says(">>>Verify<<<")),
    "mummergpu": ("mummergpu", "bin/mummergpu", "bin/mummergpu ../../data/mummergpu/reference.fna ../../data/mummergpu/reads.fna",
                  fine, "CXX='g++ -fopenmp -include unistd.h'"),
    "myocyte": ("myocyte", "myocyte.out", "./myocyte.out 10 1 0", fine),
    "nn": ("nn", "nn", "./nn filelist_4 -r 5 -lat 30 -lng 90", says(r"(Distance=[\d.]+\s+.*){5}")),
    "nw": ("nw", "needle", "./needle 256 10", fine),
    "particlefilter_naive": ("particlefilter", "particlefilter_naive", "./particlefilter_naive -x 64 -y 64 -z 5 -np 500", fine),
    "particlefilter_float": ("particlefilter", "particlefilter_float", "./particlefilter_float -x 64 -y 64 -z 5 -np 500", fine),
    "pathfinder": ("pathfinder", "pathfinder", "./pathfinder 10000 20 10", fine),
    "srad_v1": ("srad/srad_v1", "srad", "./srad 4 0.5 502 458", fine),
    "srad_v2": ("srad/srad_v2", "srad", "PHOTOFINISH_ON_FAULT=continue ./srad 128 128 0 31 0 31 0.5 2 || [ $? = 6 ]", fine),
    "streamcluster": ("streamcluster", "sc_gpu", "./sc_gpu 5 10 64 1024 1024 100 none output.txt 1", fine),
}


BEFORE = {
    "nn": "mkdir -p data && ./hurricane_gen 2000 4 && cp data/*.db ../../data/nn/ && ",
}

NOTES = {"srad_v2": "loads in front of its array, which a GPU lets pass: run with --on-fault continue"}


def settle(root, home):
    """What a user edits before building: the toolkit's place, and paths of somebody's machine."""
    config = root / "common/make.config"
    config.write_text(re.sub(r"(?m)^CUDA_DIR = .*", f"CUDA_DIR = {home}", config.read_text(encoding="utf-8")), encoding="utf-8")
    for name, was in (("hotspot3D/Makefile", r"include .*rodinia_3.0/common"), ("lavaMD/makefile", r"/usr/local/cuda/lib64")):
        path = root / "cuda" / name
        now = "include ../../common" if "hotspot" in name else f"{home}/lib64"
        path.write_text(re.sub(was, now, path.read_text(encoding="utf-8")), encoding="utf-8")
    inputs(root / "data")


def programs(root, home):
    """The list that compat.py works through."""
    settle(root, home)
    found = []
    for name, (folder, made, run, right, *more) in PROGRAMS.items():
        found.append({
            "suite": "rodinia",
            "name": name,
            "kind": "runtime",
            "folder": root / "cuda" / folder,
            "build": f"make clean >/dev/null 2>&1; make KERNEL_DIM= {' '.join(more)}",
            "made": made,
            "run": BEFORE.get(name, "") + run,
            "right": right,
            "note": NOTES.get(name, ""),
        })
    return found
