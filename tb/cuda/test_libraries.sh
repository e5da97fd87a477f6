#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_libraries: Debian's Thrust and CUB, when they are installed (or unpacked in THRUST), else that cc says so; what names the device's own launches.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
n=0

check() { # WHAT COMMAND...: one TAP line
	n=$((n + 1))
	if "${@:2}" >log 2>&1; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 20 log | sed 's/^/# /'
	fi
}
right() { "$PF" run "$@" | tee out && grep -q "^thrust: 0 wrong" out; }
launches() {
	printf '__global__ void k() { cudaGetParameterBuffer(1, 1); }\nint main() {}\n' >launches.cu
	! "$PF" cc launches.cu -o launches && grep -q "launches.cu:1.*cudaGetParameterBuffer" log
}
variadic() {
	printf '__device__ int f(int, ...);\n__global__ void k(int *p) { *p = f(1, 2); }\nint main() {}\n' >variadic.cu
	! "$PF" cc variadic.cu -o variadic && grep -q "variadic.cu:2" log
}

check "a launch from the device is refused where it stands" launches
check "a call of a variadic function is refused where it stands" variadic
if [ -f "${THRUST:-/usr/include}/thrust/version.h" ]; then
	for arch in sm_60 sm_70; do
		check "Thrust and CUB, $arch: build" "$PF" cc --arch $arch ${THRUST:+-I"$THRUST"} "$here/libraries/thrust.cu" -o thrust
		check "Thrust and CUB, $arch: right" right --check memory,sync ./thrust
	done
	check "as nvcc: build" "$PF" nvcc ${THRUST:+-I"$THRUST"} "$here/libraries/thrust.cu" -o thrust
	check "as nvcc: right" right --check memory,sync ./thrust
else
	absent() { printf '#include <thrust/sort.h>\n' >absent.cu; ! "$PF" cc absent.cu && grep -q "libthrust-dev is not installed" log; }
	check "which cc says" absent
fi
exit 0
