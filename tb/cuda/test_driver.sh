#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_driver: the driver API, from C that gcc compiles and from Python; PTX and containers as files, whole and broken.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
home=$("$PF" --cuda-home) || exit 2
cd "$TMP" || exit 2
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
run() { LD_LIBRARY_PATH=$home/lib64 "$PF" run "$@"; }
right() { run "$@" | tee out && grep -q "^driver: 0 wrong" out; }
finds() { # the race of kernel racy, and exit code 1
	local rc=0
	run "$@" >out 2>&1 || rc=$?
	cat out
	[ $rc = 1 ] && grep -q "race: " out && grep -q "of kernel racy" out && grep -q "^driver: 0 wrong" out
}
zero() { # PROGRAM OPTIONS...: it found nothing wrong
	run "${@:2}" >out 2>&1
	local rc=$?
	cat out
	[ $rc = 0 ] && grep -q "^$1: 0 wrong" out
}
racy() { # KERNEL PROGRAM...: a race in it, exit code 1
	local rc=0
	run --oracle "${@:2}" >out 2>&1 || rc=$?
	cat out
	[ $rc = 1 ] && grep -q "race: " out && grep -q "of kernel $1" out
}
refuses() { # TEXT FILE: a module that is none
	cat >load.c <<'END'
#include <cuda.h>
int main(int argc, char **argv)
{
	CUcontext ctx;
	CUmodule m;

	return argc < 2 || cuInit(0) || cuCtxCreate(&ctx, 0, 0) || !cuModuleLoad(&m, argv[1]);
}
END
	[ -x load ] || gcc -I"$home/include" load.c -L"$home/lib64" -lcuda -o load || return 1
	LD_LIBRARY_PATH=$home/lib64 ./load "$2" >said 2>&1 || return 1
	cat said
	[ -z "$1" ] || grep -q -F -- "$1" said
}

for arch in sm_60 sm_70; do
	check "$arch: PTX alone" "$home/bin/nvcc" -arch=$arch -ptx "$here/driver/kernels.cu" -o $arch.ptx
	check "$arch: as a container's file" "$home/bin/nvcc" -arch=$arch -fatbin "$here/driver/kernels.cu"
	check "$arch: which is the same" cmp $arch.ptx kernels.fatbin
	check "$arch: gcc builds" gcc -Wall -I"$home/include" "$here/driver/driver.c" -L"$home/lib64" -lcuda -o driver
	check "$arch: nothing wrong" right --check memory,sync,init,leak --error-exitcode 9 ./driver $arch.ptx
	check "$arch: nothing wrong with the oracle" right --oracle --error-exitcode 9 ./driver $arch.ptx
	check "$arch: clock by clock" right --config ref ./driver $arch.ptx
	check "$arch: a race" finds --oracle ./driver $arch.ptx race
	check "$arch: a race in hardware" finds --config ref --backend model --detector scord ./driver $arch.ptx race
	check "$arch: from Python" env LD_LIBRARY_PATH="$home/lib64" python3 "$here/driver/binding.py" $arch.ptx
done

for arch in sm_60 sm_70; do
	check "textures, $arch: PTX" "$home/bin/nvcc" -arch=$arch -ptx "$here/driver/textures.cu" -o textures.ptx
	check "textures, $arch: gcc builds" gcc -Wall -I"$home/include" "$here/driver/textures.c" -L"$home/lib64" -lcuda -o textures
	check "textures, $arch: right" zero textures --check memory,sync,init,leak --error-exitcode 9 ./textures textures.ptx
	check "textures, $arch: a race of a fetch" racy racy_fetch ./textures textures.ptx race
	check "textures, $arch: none between launches" zero textures --oracle --error-exitcode 9 ./textures textures.ptx apart
done

check "graphs: gcc builds" gcc -Wall -I"$home/include" "$here/driver/graphs.c" -L"$home/lib64" -lcuda -o graphs
for options in "--check memory,sync,init,leak" --oracle; do
	# shellcheck disable=SC2086
	check "graphs, libraries, names: right $options" zero graphs $options --error-exitcode 9 ./graphs sm_70.ptx
done
check "graphs: a race" racy racy ./graphs sm_70.ptx race

stops() { # WHAT TEXT: the kernel of virtual that goes wrong so
	run ./virtual virtual.ptx "$1" >out 2>&1 && return 1
	cat out
	grep -q "$2" out
}
check "mapped memory: PTX" "$home/bin/nvcc" -arch=sm_70 -ptx "$here/driver/virtual.cu" -o virtual.ptx
check "mapped memory: gcc builds" gcc -Wall -I"$home/include" "$here/driver/virtual.c" -L"$home/lib64" -lcuda -o virtual
for options in "--check memory,sync,init,leak" --poison --oracle; do
	# shellcheck disable=SC2086
	check "mapped memory: right $options" zero virtual $options --error-exitcode 9 ./virtual virtual.ptx
done
check "mapped memory: a race" racy racy_store ./virtual virtual.ptx race
check "mapped memory: an address without memory" stops unmapped "illegal 4-byte load.*cuMemAddressReserve, which has no memory"
check "mapped memory: without access" stops closed "illegal 4-byte load.*cuMemAddressReserve, which has no memory there or no access"
check "mapped memory: a store to what may be read" stops readonly "forbidden 4-byte store.*cuMemMap, which may only be read"

mkdir -p headers scratch && echo "#define EXTRA_H 7" >headers/extra.h
check "run-time compilation: gcc builds" gcc -Wall -I"$home/include" "$here/driver/nvrtc.c" -L"$home/lib64" -lnvrtc -lnvJitLink -lcuda -o nvrtc
check "run-time compilation: right" env TMPDIR="$PWD/scratch" LD_LIBRARY_PATH="$home/lib64" ./nvrtc
check "run-time compilation leaves nothing behind" test -z "$(ls scratch)"
outside() { # header names that lead out of the folder, no command, no folder
	cat >outside.c <<'END'
#include <nvrtc.h>
int main(void)
{
	const char *text = "", *name = "../escaped.h";
	nvrtcProgram p;

	return nvrtcCreateProgram(&p, "", "x", 1, &text, &name) || nvrtcCompileProgram(p, 0, 0) != NVRTC_ERROR_INTERNAL_ERROR;
}
END
	gcc -I"$home/include" outside.c -L"$home/lib64" -lnvrtc -o outside &&
		TMPDIR=$PWD/scratch LD_LIBRARY_PATH=$home/lib64 ./outside && [ ! -e scratch/escaped.h ] && [ -z "$(ls scratch)" ]
}
check "a header's name does not lead out of the folder" outside
printf '' >empty
head -c 3000 /dev/urandom >junk
head -c 700 sm_70.ptx >short.ptx
printf '\x50\xed\x55\xba\x01\x00\x10\x00\xff\xff\xff\x00\x00\x00\x00\x00' >long.fatbin
check "an empty file" refuses "" empty
check "noise" refuses "" junk
check "half a text" refuses "photofinish: " short.ptx
check "a container that leads beyond its file" refuses "" long.fatbin
check "a program" refuses "machine code" load
exit 0
