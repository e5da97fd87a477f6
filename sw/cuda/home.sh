#!/bin/sh
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Usage: home.sh FOLDER COMMAND HEADERS LIBRARIES
# Makes FOLDER look like the folder of a CUDA toolkit: bin/nvcc, include, lib64, lib. The others are
# paths as links in FOLDER/bin, in FOLDER and in FOLDER/lib64 have to say them, so that the whole can be moved.
set -e
# CMake takes a folder for a toolkit when it has nvvm/libdevice; nothing is in it.
mkdir -p "$1/bin" "$1/lib64" "$1/nvvm/libdevice"
ln -sfn "$2" "$1/bin/nvcc"
ln -sfn "$3" "$1/include"
ln -sfn lib64 "$1/lib"
ln -sfn "$4/libphotofinish.so" "$1/lib64/libphotofinish.so"
ln -sfn libphotofinish.so "$1/lib64/libcudart.so"
ln -sfn libphotofinish.so "$1/lib64/libcuda.so"
ln -sfn libphotofinish.so "$1/lib64/libcuda.so.1"
ln -sfn libphotofinish.so "$1/lib64/libnvrtc.so"
ln -sfn libphotofinish.so "$1/lib64/libnvJitLink.so"
ln -sfn libphotofinish.so "$1/lib64/libcurand.so"
ln -sfn libphotofinish.so "$1/lib64/libnvToolsExt.so"
# Where programs look for a driver when there is none to link against.
ln -sfn . "$1/lib64/stubs"
# For the linker this is a script; the runtime itself is a shared library only.
for name in cudart_static curand_static; do
	echo 'INPUT(-lphotofinish)' >"$1/lib64/lib$name.a"
done
# Nothing of them is needed: device code's own, and what NVIDIA's static libraries build upon.
for name in cudadevrt culibos; do
	rm -f "$1/lib64/lib$name.a"
	ar qcs "$1/lib64/lib$name.a"
done
