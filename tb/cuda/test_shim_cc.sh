#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_shim_cc: the command line of `photofinish cc`, and what it says when something is wrong.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
mkdir -p "$TMP/tmpdir" "$TMP/dir.cu"
cd "$TMP" || exit 2
rm -f refused.out a.out
export TMPDIR=$TMP/tmpdir
n=0 bad=0

result() { # RC WHAT
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		head -n 30 log | sed 's/^/# /'
		bad=1
	fi
}

# refused STATUS TEXT ARGS...: exit status, the text once, one line, no file left behind
refused() {
	local status=$1 text=$2 rc
	shift 2
	"$PF" cc "$@" >log 2>&1
	rc=$?
	[ $rc = "$status" ] && grep -q -F -- "$text" log && [ "$(wc -l <log)" = 1 ] && [ ! -e refused.out ]
	result $? "refused: cc $*"
}

good() { # WHAT ARGS...
	local what=$1
	shift
	"$PF" cc "$@" >log 2>&1
	result $? "$what"
}

cat >one.cu <<'END'
#include <cuda_runtime.h>
#include <cstdio>
int other(int);
extern "C" int third(int);
__global__ void k(int *p) { *p = VALUE; }
int main()
{
	int *d, h = 0;
	cudaMalloc(&d, 4);
	k<<<1, 1>>>(d);
	cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h, other(h), third(h));
	return 0;
}
END
cat >two.cu <<'END'
__global__ static void k(int *p, int x) { *p = x + 1; }
int other(int x)
{
	int *d, h = 0;
	cudaMalloc(&d, 4);
	k<<<1, 1>>>(d, x);
	cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
	return h;
}
END
echo 'int third(int x) { return x + 2; }' >three.c
cat >arch.cu <<'END'
#include <cuda_runtime.h>
#include <cstdio>
__global__ void k(int *p)
{
#ifdef __CUDA_ARCH__
	*p = __CUDA_ARCH__;
#endif
}
int main()
{
	int *d, h = 0;
	cudaFuncAttributes attr;
	cudaDeviceProp prop;
	cudaMalloc(&d, 4);
	k<<<1, 1>>>(d);
	cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
	cudaFuncGetAttributes(&attr, k);
	cudaGetDeviceProperties(&prop, 0);
	printf("%d %d %d.%d\n", h, attr.ptxVersion * 10, prop.major, prop.minor);
	return 0;
}
END
cat >four.cpp <<'END'
#include <curand_kernel.h>
#include <cuda_runtime.h>
bool device_there() { int n = 0; return cudaGetDeviceCount(&n) == cudaSuccess && n == 1; }
END

good "several files" one.cu two.cu three.c four.cpp -DVALUE=5 -o several -std=c++14 -Wall -lm -I.
[ "$("$PF" run ./several 2>log)" = "5 6 7" ]
result $? "several files run"
good "-c" -c one.cu -DVALUE=6 && good "-c, two" -c two.cu three.c
good "objects" one.o two.o three.o -o objects
[ "$("$PF" run ./objects 2>log)" = "6 7 8" ]
result $? "objects run"
rm -f a.out
good "a.out by default" one.o two.o three.o && [ -x a.out ]
result $? "a.out is there"
ar rc libthird.a three.o
good "an archive and a library flag" one.o two.o -L. -lthird -o archive
good "--ptx" -c --ptx two.cu -o two.o
grep -q '\.entry' two.ptx && grep -q 'target sm_70' two.ptx
result $? "PTX is written"
good "nvcc's spellings" -arch=sm_60 -gencode arch=compute_70,code=sm_70 -lineinfo -m64 -O1 \
	--expt-relaxed-constexpr -Xcompiler -Wall,-fPIC -rdc=false --ptx -c two.cu -o two.o \
	-cudart static -lcudart --maxrregcount=32 -Xptxas -v --std c++14
grep -q 'target sm_60' two.ptx
result $? "-arch wins over -gencode"
good "several -gencode" -gencode arch=compute_50,code=sm_50 -gencode=arch=compute_60,code=sm_60 \
	-gencode arch=compute_75,code=sm_75 --ptx -c two.cu -o two.o
grep -q 'target sm_60' two.ptx
result $? "the first known -gencode is taken"
for arch in sm_61 sm_62 sm_70 sm_72 sm_75 sm_80 sm_86 sm_87 sm_89 sm_90; do
	good "--arch $arch" --arch $arch --ptx -c two.cu -o arch.o
	grep -q "^\.target $arch" two.ptx
	result $? "... is the PTX's target"
done
good "a program of sm_90" --arch sm_90 arch.cu -o arch && [ "$("$PF" run ./arch 2>log)" = "900 900 9.0" ]
result $? "__CUDA_ARCH__ on the device, and the properties, say 9.0"
good "-gencode of sm_86" -gencode arch=compute_86,code=sm_86 arch.cu -o arch && [ "$("$PF" run ./arch 2>log)" = "860 860 8.6" ]
result $? "-gencode of sm_86: so they say 8.6"
for old in -arch=sm_35 '-gencode arch=compute_52,code=sm_52'; do
	# shellcheck disable=SC2086
	"$PF" cc $old arch.cu -o arch >log 2>&1 && [ "$(grep -c 'note: .* is taken as sm_60' log)" = 1 ] &&
		[ "$("$PF" run ./arch 2>log)" = "600 600 6.0" ]
	result $? "$old is taken as sm_60, with one note"
done
good "-g -O0" -g -O0 one.cu two.cu three.c -DVALUE=7 -o debug
[ "$("$PF" run ./debug 2>log)" = "7 8 9" ]
result $? "-g -O0 runs"
"$PF" cc -O3 -c two.cu -o o3.o >log 2>&1 && grep -q 'warning: -O3' log
result $? "-O3 warns"
"$PF" cc -use_fast_math -c two.cu -o fast.o >log 2>&1 && grep -q 'ignored' log
result $? "-use_fast_math is ignored and said so"
PHOTOFINISH_CACHE=off "$PF" cc -O1 -v -c two.cu -o v.o >log 2>&1 && [ "$(grep -c -e --cuda-device-only -e --cuda-host-only log)" = 2 ]
result $? "-v prints the commands"
"$PF" cc -v -c two.cu -o v.o >log 2>&1 && grep -q 'photofinish-lower .* sm_70' log && ! grep -q -e '-disable-llvm-passes.* -S ' log
result $? "... of the default level too"
"$PF" cc -G -v -c --ptx two.cu -o v.o >log 2>&1 && grep -q -e '-O0 .*--cuda-device-only' log && grep -q 'debug_info' two.ptx
result $? "-G is -O0 with debug information"
"$PF" cc -MD -MF two.d -c two.cu -o v.o >log 2>&1 && grep -q 'two.cu' two.d
result $? "-MD -MF writes dependencies"
"$PF" cc --help >log 2>&1 && grep -q '^Usage: photofinish cc' log
result $? "--help"
[ -z "$(ls "$TMPDIR")" ]
result $? "nothing is left in TMPDIR"
"$PF" cc --keep -c two.cu -o keep.o >log 2>&1 && ls "$TMPDIR"/*/0.ptx >>log 2>&1
result $? "--keep keeps"
rm -rf "${TMPDIR:?}"/*

refused 2 "no input files"
refused 2 "No such file" missing.cu -o refused.out
refused 2 "not a kind of file" two.d -o refused.out
refused 2 "is a directory" dir.cu -o refused.out
refused 2 "would be overwritten" two.cu -o two.cu
refused 2 "would be overwritten" -c two.cu -o ./two.cu
refused 2 "-o needs a value" two.cu -o
refused 2 "one at a time" -c one.cu two.cu -o refused.out
refused 2 "sm_100" --arch=sm_100 two.cu -o refused.out
refused 2 "compute_120" -gencode arch=compute_120,code=sm_120 two.cu -o refused.out
refused 2 "'sm_9'" --arch=sm_9 two.cu -o refused.out
refused 2 "'native'" -arch native two.cu -o refused.out
refused 2 "--ptx: relocatable device code becomes PTX at the link" -rdc=true --ptx two.cu -o refused.out
refused 2 "-m32" -m32 two.cu -o refused.out
printf "int main() {}\n" >plain.cpp
refused 2 "has no device code" -ptx plain.cpp -o refused.out
refused 2 "-S is not supported" -S two.cu
refused 2 "-E without a source file" -E one.o
PHOTOFINISH_CLANG=no-such-clang refused 2 "no-such-clang" two.cu -o refused.out
TMPDIR=/nonexistent refused 1 "temporary directory" two.cu -o refused.out
mkdir -p cleared
cat >clears <<'END'
#!/bin/sh
case " $* " in *" --version "*) exec clang++-19 "$@" ;; esac
rm -rf cleared/photofinish-cc-*
exit 1
END
chmod +x clears
TMPDIR=cleared PHOTOFINISH_CLANG=$PWD/clears refused 1 "what it said is gone with cleared/" two.cu -o refused.out

# Errors of the user's code are clang's, once, with its status.
user_error() { # WHAT TEXT CODE
	printf '%s\n' "$3" >error.cu
	"$PF" cc error.cu -o refused.out >log 2>&1
	local rc=$?
	[ $rc = 1 ] && grep -q -F -- "$2" log && [ ! -e refused.out ] &&
		[ "$(grep -c -e ' error: ' -e '^photofinish cc: ' log)" = 1 ]
	result $? "$1"
}
user_error "syntax error" "error: expected expression" 'int main() { return +; }'
user_error "unknown name" "undeclared identifier 'nope'" '__global__ void k() { nope(); } int main() {}'
user_error "host function in a kernel" "call to __host__ function from __global__" \
	'void h(); __global__ void k() { h(); } int main() {}'
user_error "managed variable in a constant" "'m': its address is in the initial value of a variable" \
	'__managed__ int m; int *p = &m; int main() { return *p; }'
user_error "cuBLAS" "not supported: cuBLAS (cublas_v2.h)" '#include <cublas_v2.h>'
user_error "unknown runtime call" "cudaIpcGetMemHandle" 'int main() { cudaIpcGetMemHandle(0, 0); }'
user_error "PTX that we have not" "mma.sp" '__global__ void k() { asm("mma.sp.sync.aligned.m16n8k16 r;"); }
int main() {}'
grep -q 'error.cu:1' log
result $? "... with the source line"
printf 'int main() { int unused; }\n' >warn.cu
"$PF" cc -Wall -c warn.cu -o w.o >log 2>&1 && [ "$(grep -c 'unused variable' log)" = 1 ]
result $? "a warning comes once"
user_error "a warning made an error" "unused variable" 'int main() { int unused; }
#pragma clang diagnostic error "-Wunused-variable"
void f() { int unused; }'
[ -z "$(ls "$TMPDIR")" ]
result $? "nothing is left in TMPDIR after errors"

# Launches that an editor has taken apart, in a file and in a header of it; a race there has its line and text.
cat >spaced.h <<'END'
template <typename T> __global__ void set(T *p, T v) { *p = v; }
/* not a launch: k << <1, 1>> >(0) */
static inline void run(int *p)
{
	const char *text = "k << <1, 1>> >(0)";
	set<int> <<<(1 > 0 ? 2 : 1), 32 >> >(p, text[0]);
}
END
cat >spaced.cu <<'END'
#include <cstdio>
#include "spaced.h"
struct out { int v; };
template <typename T> out &operator<<(out &o, T v) { o.v += v; return o; }
int main()
{
	int *p, n = 64 >> 1;
	cudaMallocManaged(&p, sizeof(int));
	set << < 2, (n >> 1) >> > (p, 3); set << <dim3(1), n
		>> >(p, 4);
	run(p);
	return cudaDeviceSynchronize();
}
END
"$PF" cc spaced.cu -o spaced >log 2>&1 && [ ! -s log ]
result $? "launches with blanks between their brackets"
"$PF" run --oracle ./spaced >log 2>&1
[ $? = 1 ] && grep -q "spaced.h:1:.*race" log && grep -q "of kernel void set<int>" log
result $? "... run, and races have their lines"
printf '\nint wrong = ;\n' >>spaced.cu
"$PF" cc spaced.cu -o spaced2 >log 2>&1
[ $? = 1 ] && [ "$(grep -c error: log)" = 1 ] && grep -q "^spaced.cu:15:13: error" log
result $? "... and other errors come alone, with their place"

# What nvcc spells otherwise: an alignment behind the space, one % before a register's name.
cat >spelt.cu <<'END'
#include <cstdint>
#include <cstdio>
__global__ void lanes(unsigned *out)
{
	__shared__ char odd;
	__shared__ alignas(alignof(float4)) unsigned x[32];
	unsigned lane;
	asm volatile ("mov.u32 %0, %laneid;" : "=r"(lane));
	x[lane] = lane + (reinterpret_cast<uintptr_t>(x) & 15);
	odd = 1;
	out[lane] = x[lane] + odd;
}
int main()
{
	unsigned *out, wrong = 0;
	if (cudaMallocManaged(&out, 128))
		return; // a warning of nvcc's host compiler
	lanes<<<1, 32>>>(out);
	cudaDeviceSynchronize();
	for (unsigned i = 0; i < 32; i++)
		wrong += out[i] != i + 1;
	return wrong;
}
END
"$PF" cc spelt.cu -o spelt >log 2>&1 && ! grep -v "return-mismatch\|^ *[0-9]* |\|^ *|\|warnings* generated" log && ./spelt >>log 2>&1
result $? "what nvcc spells otherwise"

# OpenMP on the host: launches of several threads.
cat >omp.cu <<'END'
#include <omp.h>
__global__ void add(int *p) { atomicAdd(p, 1); }
int main()
{
	int *p, threads = 0;
	cudaMallocManaged(&p, sizeof(int));
	*p = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
	{
		add<<<2, 32>>>(p);
		threads += omp_get_num_threads();
	}
	cudaDeviceSynchronize();
	return *p != 3 * 64 || threads != 9;
}
END
for option in -fopenmp "-Xcompiler -fopenmp"; do
	# shellcheck disable=SC2086
	"$PF" cc $option omp.cu -o omp >log 2>&1 && "$PF" run ./omp >>log 2>&1
	result $? "OpenMP, $option"
done

# A crash of clang is one line.
printf '__global__ void k() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }\nint main() {}\n' >crash.cu
refused 1 "crash.cu: clang crashed on this source: Cannot select" -O1 crash.cu -o refused.out

# An interrupted compilation removes its files too.
printf '#include <algorithm>\n#include <regex>\nint main() {}\n' >slow.cu
"$PF" cc slow.cu -o refused.out >log 2>&1 &
pid=$!
sleep 0.3
kill -TERM $pid
wait $pid
[ $? = 143 ] && [ -z "$(ls "$TMPDIR")" ]
result $? "SIGTERM leaves nothing behind"

echo "1..$n"
exit $bad
