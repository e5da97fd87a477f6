#!/bin/sh
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Writes the .ptx files here anew from the .cu files, with Debian's clang 19.
set -e
cd "$(dirname "$0")"
ptx() {
	out=$1 src=$2 arch=$3
	shift 3
	clang++-19 -x cuda --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-gpu-arch="$arch" \
		-std=c++14 -include shim.h --cuda-device-only -S -fdebug-compilation-dir=. \
		"$@" "$src" -o "$out"
}
ptx basics_sm70.ptx basics.cu sm_70 -O1 -gline-tables-only
ptx basics_sm60_o2.ptx basics.cu sm_60 -O2 -gline-tables-only
ptx types_sm70.ptx types.cu sm_70 -O1 -gline-tables-only
ptx types_o0_debug.ptx types.cu sm_70 -O0 -g
ptx asm_sm70.ptx asm.cu sm_70 -O1 -gline-tables-only
