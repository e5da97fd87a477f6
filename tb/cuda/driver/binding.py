#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""A binding's way to the driver: libcuda.so.1 by name, the functions with _v2, PTX as text. Usage: binding.py MODULE"""

import ctypes
import sys

cuda = ctypes.CDLL("libcuda.so.1")


def call(name, *args):
    error = getattr(cuda, name)(*args)
    if error:
        sys.exit(f"{name}: {error}")


def main():
    text = open(sys.argv[1], "rb").read()
    ctx, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    pointer = ctypes.c_uint64()
    line = (ctypes.c_int * 32)(*range(32))
    call("cuInit", 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(ctx), 0)
    call("cuCtxPushCurrent_v2", ctx)
    call("cuModuleLoadDataEx", ctypes.byref(module), text, 0, None, None)
    call("cuModuleGetFunction", ctypes.byref(function), module, b"reverse")
    call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(ctypes.sizeof(line)))
    call("cuMemcpyHtoD_v2", pointer, line, ctypes.c_size_t(ctypes.sizeof(line)))
    params = (ctypes.c_void_p * 1)(ctypes.addressof(pointer))
    call("cuLaunchKernel", function, 1, 1, 1, 32, 1, 1, 128, None, params, None)
    call("cuMemcpyDtoH_v2", line, pointer, ctypes.c_size_t(ctypes.sizeof(line)))
    call("cuMemFree_v2", pointer)
    if list(line) != list(range(31, -1, -1)):
        sys.exit(f"wrong: {list(line)}")
    print("binding: right")


main()
