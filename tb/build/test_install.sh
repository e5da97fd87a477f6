#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# `make install` into a fresh prefix with a blank in its name: the installed command compiles and
# runs a program from another folder, and the program runs by itself; uninstall leaves nothing.
# needs: units-ref
set -u
: "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
prefix="$TMP/a prefix"
rc=0 n=0
check() {
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		rc=1
		echo "not ok $n - $1"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}

# Installed through DESTDIR first, as a packager would, then moved: nothing may depend on the place.
check "make install" make -C "$root" --no-print-directory -s install DESTDIR="$TMP/stage" PREFIX=/usr
mkdir -p "$prefix"
cp -r "$TMP/stage/usr/." "$prefix"
mkdir -p "$TMP/else where"
cat >"$TMP/else where/hello.cu" <<'CU'
#include <cstdio>
__global__ void hello(int *out) { out[threadIdx.x] = threadIdx.x * 2; }
int main()
{
	int *d, h[32];
	cudaMalloc(&d, sizeof(h));
	hello<<<1, 32>>>(d);
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
	printf("%d\n", h[31]);
	return h[31] == 62 ? 0 : 1;
}
CU
cd "$TMP/else where" || exit 2
check "installed cc" "$prefix/bin/photofinish" cc hello.cu -o hello
check "installed run" "$prefix/bin/photofinish" run ./hello
check "the program by itself" ./hello
check "installed nvcc" "$("$prefix/bin/photofinish" --cuda-home)/bin/nvcc" hello.cu -o by_nvcc
check "its program by itself" ./by_nvcc
cat >rtc.c <<'C'
#include <nvrtc.h>
int main(void)
{
	nvrtcProgram p;

	return nvrtcCreateProgram(&p, "__global__ void k() {}", "k.cu", 0, 0, 0) || nvrtcCompileProgram(p, 0, 0);
}
C
home=$("$prefix/bin/photofinish" --cuda-home)
check "run-time compilation" gcc -I"$home/include" rtc.c -L"$home/lib64" -lnvrtc -o rtc
check "finds the installed command" env LD_LIBRARY_PATH="$home/lib64" ./rtc
check "version" "$prefix/bin/photofinish" --version
check "make uninstall" make -C "$root" --no-print-directory -s uninstall DESTDIR="$TMP/stage" PREFIX=/usr
check "uninstall leaves nothing" test -z "$(find "$TMP/stage" -type f)"
exit $rc
