#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Thrust, CUB and libcu++ (libraries.sh) in one build each, two of libcu++'s races; what names the device's own launches.
. "$(dirname "$0")/libraries.sh"
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
thrust nvcc
if have_libcuxx; then
	libcuxx --arch sm_80 -std=c++17
	libcuxx_race NARROW "$(line "= data[0]")" "access not strong (device scope)"
	libcuxx_race NO_LATCH "$(line "= written[")" "missing barrier (block scope)"
fi
echo "1..$n"
exit $rc
