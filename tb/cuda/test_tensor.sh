#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_tensor: products of matrices, by mma.h and by inline assembly, with and without a clock, and who races around them.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
n=0

check() { # WHAT COMMAND...: one TAP line
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}
build() { "$PF" cc --arch "$1" "${@:3}" "$here/tensor/${2%%-*}.cu" -o "$TMP/$2"; }
right() { "$PF" run "${@:2}" | tee "$TMP/out" && grep -q "^$1: 0 wrong" "$TMP/out"; }

check "wmma, sm_80: builds" build sm_80 wmma
check "... right, no race" right wmma --oracle --check memory,sync,init --error-exitcode 9 "$TMP/wmma"
check "... clock by clock" right wmma --config tiny "$TMP/wmma"
check "wmma, sm_70: builds" build sm_70 wmma-old -DOLD
check "... right, scheduler random" right wmma --scheduler random "$TMP/wmma-old"
check "wmma at -O3: builds" build sm_90 wmma-o3 -O3
check "... right" right wmma "$TMP/wmma-o3"
check "mma and ldmatrix: builds" build sm_80 mma
check "... right, no race" right mma --oracle --check memory,sync,init --error-exitcode 9 "$TMP/mma"
check "... clock by clock" right mma --config tiny --backend model --detector scord "$TMP/mma"
check "4 bits, single bits, doubles, stmatrix, movmatrix: builds" build sm_90 shapes
check "... right, no race" right shapes --oracle --check memory,sync,init --error-exitcode 9 "$TMP/shapes"
check "... clock by clock" right shapes --config tiny "$TMP/shapes"

cat >"$TMP/race.cu" <<'END'
#include <cstdio>
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void k(double *out)
{
	__shared__ double s[64];
	fragment<accumulator, 8, 8, 4, double> c;

	fill_fragment(c, 1.0);
	store_matrix_sync(s, c, 8, mem_row_major);
	SYNC
	for (int i = threadIdx.x; i < 64; i += 32)
		out[i] = s[63 - i];
}
int main()
{
	double *out;
	cudaMallocManaged(&out, 64 * sizeof(double));
	k<<<1, 32>>>(out);
	return cudaDeviceSynchronize();
}
END
check "a tile read without a barrier: builds" "$PF" cc --arch sm_80 -DSYNC= "$TMP/race.cu" -o "$TMP/race"
race() { ! "$PF" run --oracle "$TMP/race" 2>"$TMP/err"; cat "$TMP/err"; grep -q "race.cu:10:.*previous write" "$TMP/err"; }
check "... a race" race
check "with one: builds" "$PF" cc --arch sm_80 "-DSYNC=__syncwarp();" "$TMP/race.cu" -o "$TMP/no-race"
check "... no race" "$PF" run --oracle "$TMP/no-race"
echo "1..$n"
