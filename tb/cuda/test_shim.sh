#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_shim: the device side of the headers. Programs in device/ call every function that the
# headers declare and compare with the host; each runs for both divergence models.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
clang=${PHOTOFINISH_CLANG:-clang++-19}
n=0 bad=0

# result RC WHAT: one TAP line; the log follows when it failed
result() {
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		head -n 30 "$TMP/log" | sed 's/^/# /'
		bad=1
	fi
}

build_and_run() { # program arch
	local define=
	[ "$2" = sm_60 ] || define=-DTEST_SM_70
	"$PF" cc --arch "$2" $define "$here/device/$1.cu" -o "$TMP/$1-$2" &&
		"$PF" run "$TMP/$1-$2" | tee "$TMP/out" && grep -q " checks, 0 wrong" "$TMP/out"
}

for f in "$here"/device/*.cu; do
	name=$(basename "$f" .cu)
	for arch in sm_60 sm_70; do
		build_and_run "$name" "$arch" >"$TMP/log" 2>&1
		result $? "$name, $arch"
	done
done

# Every function that the headers declare for the device occurs in a test, macros expanded.
include=$(cd "$here/../../sw/cuda/include" && pwd)
expand=("$clang" -x cuda --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-gpu-arch=sm_70
	--cuda-device-only -DTEST_SM_70 -isystem "$include" -include "$include/photofinish/cuda.h" -E)
"${expand[@]}" -P /dev/null |
	grep -o 'always_inline, nodebug)) [A-Za-z_][A-Za-z0-9_ :*<>]*(' | sed 's/($//' |
	awk '{ n = $NF; sub(/^\*+/, "", n); print n }' |
	grep -v -e '^pf_' -e '^operator' | sort -u >"$TMP/declared"
for f in "$here"/device/*.cu "$here"/textures/mipmaps.cu; do
	"${expand[@]}" "$f" | awk '/^# [0-9]+ "/ { keep = $3 ~ /\.cu"$/ } keep && !/^#/'
done | grep -o '[A-Za-z_][A-Za-z0-9_]*' | sort -u >"$TMP/used"
# breakpoints and profiler triggers do nothing that could be seen; __trap is tested below
comm -23 "$TMP/declared" "$TMP/used" | grep -v -x -e __brkpt -e __prof_trigger -e __trap >"$TMP/log"
[ "$(wc -l <"$TMP/declared")" -gt 400 ] && [ ! -s "$TMP/log" ]
result $? "every declared device function is tested"

cat >"$TMP/trap.cu" <<'END'
#include <cstdio>
__global__ void k(int n)
{
	__prof_trigger(0);
	if (n == 1)
		__trap();
	assert(n != 2);
}
int main(int argc, char **)
{
	k<<<1, 1>>>(argc);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
END
"$PF" cc "$TMP/trap.cu" -o "$TMP/trap" >"$TMP/log" 2>&1
result $? "trap and assert compile"
"$PF" run "$TMP/trap" >"$TMP/log" 2>/dev/null
grep -q -x -e cudaErrorLaunchFailure -e cudaErrorIllegalInstruction "$TMP/log"
result $? "__trap fails the launch"
"$PF" run "$TMP/trap" x >"$TMP/log" 2>"$TMP/err"
grep -q -x cudaErrorAssert "$TMP/log" && cat "$TMP/err" "$TMP/log" | grep 'n != 2' | grep -q 'trap.cu:7'
result $? "assert fails the launch and names its line"
"$PF" run "$TMP/trap" x y >"$TMP/log" 2>&1
grep -q -x cudaSuccess "$TMP/log"
result $? "neither when neither is reached"

# The line table has to name the user's line for inlined functions.
printf '%s\n' '__global__ void k(int *p)' '{' '	atomicAdd(p, 1);' '}' >"$TMP/line.cu"
"$PF" cc -c --ptx "$TMP/line.cu" -o "$TMP/line.o" >"$TMP/log" 2>&1
awk '/\.loc/ { l = $3 } /atom\./ { print l }' "$TMP/line.ptx" >>"$TMP/log"
[ "$(cat "$TMP/log")" = 3 ]
result $? "an atomic's line is the user's"

echo "1..$n"
exit $bad
