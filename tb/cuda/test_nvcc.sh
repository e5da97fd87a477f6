#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_nvcc: projects that call nvcc, built by ours: a Makefile, a link by g++, a shared library, CMake; and what
# nvcc's command line refuses.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
home=$("$PF" --cuda-home) || exit 2
mkdir -p "$TMP/objects" "$TMP/tmpdir"
cd "$TMP" || exit 2
export TMPDIR=$TMP/tmpdir
n=0 bad=0

check() { # WHAT COMMAND...
	local what=$1
	shift
	n=$((n + 1))
	if "$@" >log 2>&1; then
		echo "ok $n - $what"
	else
		echo "not ok $n - $what"
		tail -n 30 log | sed 's/^/# /'
		bad=1
	fi
}

# refused TEXT ARGS...: exit status 2 and one line with the text
refused() {
	local text=$1 rc
	shift
	"$home/bin/nvcc" "$@" >said 2>&1
	rc=$?
	check "refused: $*" test "$rc $(grep -c -F -- "$text" said) $(wc -l <said)" = "2 1 1"
}

says() { # TEXT COMMAND...
	local text=$1
	shift
	"$@" >said 2>&1 || return 1
	cat said
	grep -q -F -- "$text" said
}

cat >sum.h <<'END'
int sum(const int *host, int n);
END
cat >sum.cu <<'END'
#include <cuda_runtime.h>
#include "sum.h"
#if !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 12 || SCALE != 3
#error wrong macros
#endif
__global__ void add(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(out, SCALE * in[i]);
}
int sum(const int *host, int n)
{
	int *in, *out, result = 0;

	if (cudaMalloc(&in, n * sizeof(int)) != cudaSuccess || cudaMalloc(&out, sizeof(int)) != cudaSuccess)
		return -1;
	cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemset(out, 0, sizeof(int));
	add<<<(n + 127) / 128, 128>>>(in, out, n);
	cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
	return result;
}
END
cat >main.cpp <<'END'
#include <cuda_runtime.h>
#include <cstdio>
#include "sum.h"
int main()
{
	int host[1000], devices = 0;

	for (int i = 0; i < 1000; i++)
		host[i] = i;
	cudaGetDeviceCount(&devices);
	printf("%d on %d\n", sum(host, 1000), devices);
	return sum(host, 1000) == 3 * 499500 ? 0 : 1;
}
END
cat >Makefile <<'END'
NVCC := $(CUDA_PATH)/bin/nvcc -ccbin g++
FLAGS := -m64 -O3 -DNDEBUG -std=c++14 -lineinfo -Xcompiler -Wall,-fPIC -Xptxas -v --threads 0 -DSCALE=3 \
         -Wno-deprecated-gpu-targets -diag-suppress 177 -maxrregcount=32 -cudart static
CODE := -gencode arch=compute_50,code=sm_50 -gencode=arch=compute_70,code=sm_70 \
        -gencode arch=compute_90,code=[sm_90,compute_90]
app: main.o sum.o
	$(NVCC) -m64 $(CODE) -o $@ $+ -L$(CUDA_PATH)/lib64 -lcudart -lcuda -lcurand -lcudadevrt
sum.o: sum.cu
	$(NVCC) $(FLAGS) $(CODE) -o $@ -c $<
main.o: main.cpp
	$(NVCC) $(FLAGS) $(CODE) -o $@ -c $<
END
check "a Makefile in nvcc's style" make -s CUDA_PATH="$home"
check "its program runs" ./app

check "g++ compiles against our headers" g++ -I"$home/include" -c main.cpp -o host.o
for library in cudart cudart_static; do
	check "g++ links -l$library" g++ host.o sum.o -L"$home/lib64" -l$library -lcudadevrt -o by_gxx_$library
	check "which runs with LD_LIBRARY_PATH" env LD_LIBRARY_PATH="$home/lib64" ./by_gxx_$library
done

check "NVIDIA's libraries that ours stands for" "$home/bin/nvcc" host.o sum.o -o by_name \
	-lcudart_static -lcuda -lnvrtc -lcurand -lcurand_static -lculibos -lcudadevrt
check "g++ finds the static ones too" g++ host.o sum.o -L"$home/lib64" -lcurand_static -lculibos -o by_gxx
printf '#include <limits.h>\nint main(void) { volatile int i = INT_MAX; const int last = i; return last + 1 > last; }\n' >wraps.cu
check "a sum that wraps on the host" eval '"$home/bin/nvcc" wraps.cu -o wraps && ./wraps'
cp wraps.cu wraps.cpp
check "in a .cpp file too" eval '"$home/bin/nvcc" wraps.cpp -o wraps && ./wraps'

check "-shared" "$home/bin/nvcc" -DSCALE=3 -shared -Xcompiler -fPIC sum.cu -o libsum.so
check "a program with it" "$home/bin/nvcc" main.cpp -L. -lsum -Xlinker -rpath,. -o with_shared
check "runs" ./with_shared

cp sum.cu sum.other
cp sum.cu sum.v2.cu
check "-odir keeps a name's other dots" eval '"$home/bin/nvcc" -DSCALE=3 -c sum.v2.cu -odir objects && [ -s objects/sum.v2.o ]'
check "-x cu, -odir, -MD" "$home/bin/nvcc" -DSCALE=3 -MD -MF sum.d -MT here -x cu -c sum.other -odir objects
check "object and dependencies are there" grep -q '^here:.*sum.other.*sum.h' <(tr -d '\\\n' <sum.d; ls objects/sum.o)
printf -- '-DSCALE=3 -c\n"sum.cu" -o of_file.o' >options.txt
check "options of a file" "$home/bin/nvcc" --options-file options.txt
check "sm_35 is taken as sm_60" says "note: sm_35 is taken as sm_60" "$home/bin/nvcc" -arch=sm_35 -DSCALE=3 -c sum.cu
check "sm_52 is taken as sm_60" says "note: compute_52 is taken as sm_60" \
	"$home/bin/nvcc" -gencode arch=compute_52,code=sm_52 -DSCALE=3 -c sum.cu
check "sm_100 is taken as sm_90" says "note: compute_100 is taken as sm_90" \
	"$home/bin/nvcc" -gencode arch=compute_100,code=sm_100 -DSCALE=3 -c sum.cu
rm -f sum.o
check "--dryrun prints" says "-c" "$home/bin/nvcc" --dryrun -DSCALE=3 -c sum.cu
check "and makes nothing" test ! -e sum.o
check "--version" says "release 12.4, V12.4" "$PF" nvcc --version

# Longer names and options of NVIDIA's own phases
cat >named.cu <<'END'
#include "sum.h"
#if A != 1 || defined(B) || !defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || !defined(__VECTOR_TYPES_H__)
#error wrong macros
#endif
int main() { return (int)cos(0.0) - 1; }
END
check "longer names" "$home/bin/nvcc" --include-path=. --define-macro A=1 --define-macro=B=2 --undefine-macro=B --pre-include \
	cmath --default-stream per-thread --library m --library-path=. --linker-options -O1 -m 64 --x cu named.cu -o named
check "options without an effect" "$home/bin/nvcc" -Werror all-warnings --threads=4 -t0 -dlto -link --dopt=on -Xarchive x -Xnvlink -w \
	--brief-diagnostics=true -allow-unsupported-compiler -forward-unknown-to-host-linker -O1 -DSCALE=3 -c sum.cu
check "architectures are listed" test "$("$home/bin/nvcc" --list-gpu-code | paste -sd' ')" = "$("$home/bin/nvcc" -arch-ls |
	sed s/compute/sm/ | paste -sd' ')"
check "and are those of cc" says sm_90 "$home/bin/nvcc" --list-gpu-code
refused "unknown option '--frobnicate'" --frobnicate -c sum.cu
refused "-m 32: programs are 64-bit" -m 32 -c sum.cu
refused "legacy, null or per-thread" --default-stream=mine -c sum.cu
refused "unknown option '-Wall'" -Wall -c sum.cu
refused "'sm_' is no architecture" -arch=sm_ -c sum.cu
refused "-static" -static sum.cu
refused "-odir needs a value" -c sum.cu -odir
refused "missing.txt" -optf missing.txt
echo "-optf loop.txt" >loop.txt
refused "too many files within files" -optf loop.txt

if command -v cmake >/dev/null; then
	mkdir -p project
	cp sum.cu sum.h main.cpp project
	cp main.cpp project/plain.cu
	cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(sum LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_executable(plain plain.cu sum.cu)
target_compile_definitions(plain PRIVATE SCALE=3)
add_library(sum STATIC sum.cu)
target_compile_definitions(sum PRIVATE SCALE=3)
add_executable(app main.cpp)
target_link_libraries(app PRIVATE sum CUDA::cudart)
END
	check "cmake configures" env CUDACXX="$home/bin/nvcc" cmake -S project -B project/build -DCMAKE_BUILD_TYPE=Release
	check "cmake builds" cmake --build project/build
	check "cmake's program with CUDA::cudart runs" project/build/app
	check "cmake's program without runs with LD_LIBRARY_PATH" env LD_LIBRARY_PATH="$home/lib64" project/build/plain
else
	echo "# no cmake here: its project is not tried"
fi
exit $bad
