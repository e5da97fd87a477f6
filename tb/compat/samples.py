# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's cuda-samples: every folder of Samples with a .cu file and a Makefile."""

import re

# What keeps a sample out of the count: it needs a display, several processes, or a library that is closed.
KINDS = [
    ("graphics", r"include.*(GL/|glut|helper_gl|vulkan|d3d|EGL|nvsci|nvmedia|X11/|rendercheck)"),
    ("processes", r"cudaIpc|cuMemExport|mpi\.h|shm_open|fork\(\)"),
    ("library", r"cublas|cufft|cusparse|cusolver|nppi?\.h|nvjpeg|nvgraph|cudla|nvJitLink"),
    ("nvrtc", r"nvrtc"),
    ("driver", r"cuModuleLoad|cuInit\("),
]

# Those that ask for a newer GPU than the others' sm_70.
NEWER = ("bf16TensorCoreGemm", "dmmaTensorCoreGemm", "immaTensorCoreGemm", "tf32TensorCoreGemm", "globalToShmemAsyncCopy")

ARGUMENTS = {
    # their own loops, cut to what ends
    "nbody": "-benchmark -numbodies=256 -i=1 -cpu=0",
}


def kind_of(folder):
    """What the sample needs besides CUDA's language and runtime; 'runtime': nothing."""
    text = ""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".cu", ".cuh", ".cpp", ".c", ".h"):
            text += path.read_text(encoding="utf-8", errors="replace")
    for kind, pattern in KINDS:
        if re.search(pattern, text):
            return kind
    return "runtime"


def asserted(status, text, _folder):
    """An assertion that the sample expects: photofinish ends with code 6 after a fault."""
    return status == 6 and "failed as expected" in text


def right(status, text, _folder):
    """The samples check themselves: exit code 0, and nothing failed."""
    return status == 0 and not re.search(r"\bFAIL(ED|URE)?\b|Result = FAIL", text)


def programs(root, home):
    """The list that compat.py works through."""
    found = []
    for folder in sorted({p.parent for p in root.glob("Samples/*/*/*.cu")} | {p.parent for p in root.glob("Samples/*/*/*.cpp")}):
        if not (folder / "Makefile").exists() or folder.parent.name.startswith("7_"):
            continue
        name = folder.name
        found.append({
            "suite": "cuda-samples",
            "name": name,
            "kind": kind_of(folder),
            "folder": folder,
            "build": f"make clean >/dev/null 2>&1; make CUDA_PATH={home} SMS={80 if name in NEWER else 70}",
            "made": name,
            "run": f"./{name} {ARGUMENTS.get(name, '')}",
            "right": asserted if name.startswith("simpleAssert") else right,
        })
    return found
