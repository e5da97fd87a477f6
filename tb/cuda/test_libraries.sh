#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_libraries: Debian's Thrust, CUB and libcu++, when they are installed (Thrust: or unpacked in THRUST), else that cc says so; what names the
# device's own launches.
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

source=$here/libraries/libcuxx.cu
well() { "$PF" run --oracle --check memory,sync --error-exitcode 9 "$@" | tee out && grep -q "^libcuxx: 0 wrong" out; }
line() { grep -n -F "$1" "$source" | head -n 1 | cut -d: -f1; }
races() { # LINE WHAT: exit code 1, and there such a race
	local rc=0
	"$PF" run --oracle ./libcuxx >out 2>&1 || rc=$?
	cat out
	[ $rc = 1 ] && grep -q -F "libcuxx.cu:$1:" out && grep -q "libcuxx.cu:$1:.*race: $2" out
}
if [ -f /usr/include/cuda/std/atomic ]; then
	for options in "--arch sm_70" "--arch sm_80 -std=c++17" "--arch sm_90 -std=c++20 -O1"; do
		check "libcu++, $options: build" "$PF" cc $options "$source" -o libcuxx
		check "libcu++, $options: right, no race" well ./libcuxx
	done
	check "libcu++, scheduler random" well --scheduler random --seed 3 ./libcuxx
	while read -r name line what; do
		check "libcu++, $name: builds" "$PF" cc -D$name "$source" -o libcuxx
		check "libcu++, $name: race: $what" races "$line" "$what"
	done <<END
NARROW $(line "= data[0]") access not strong (device scope)
RELAXED $(line "= data[0]") missing fence (device scope)
NARROW_FENCE $(line "= data[1]") fence scope too narrow (device scope)
NO_LATCH $(line "= written[") missing barrier (block scope)
NO_SEMAPHORE $(line "visits++") missing barrier (block scope)
END
else
	absent() { printf '#include <cuda/atomic>\n' >absent.cu; ! "$PF" cc absent.cu && grep -q "libcu++-dev is not installed" log; }
	check "which cc says" absent
fi
echo "1..$n"
