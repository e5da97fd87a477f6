#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_refusals: nothing in the list of what is refused (sw/cli/refused.def) is there after all, the
# document has the list, and a program that uses it gets one line with the feature's name.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$TMP" && cd "$TMP" || exit 2
n=0 bad=0

result() { # RC WHAT
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		head -n 20 log | sed 's/^/# /'
		bad=1
	fi
}

names() { # KIND...
	local kind
	for kind; do awk -F'\t' -v k="$kind" '$1 == k {print $2}' list; done | sort
}

# both WHAT HAVE KIND...: nothing of the file HAVE (one name a line) is refused
both() {
	local what=$1 have=$2
	shift 2
	names "$@" >refused
	sort -u "$have" | comm -12 - refused >log
	[ -s "$have" ] && [ -s refused ] && [ ! -s log ]
	result $? "$what: none is in the list and there"
}

"$PF" refused >list 2>log && [ -z "$(cut -f1,2 list | sort | uniq -d)" ]
result $? "no name stands twice"
"$PF" refused --markdown >table.md 2>log
sed -n '/^<!-- made by/,/^<!-- end/p' "$root/docs/refusals.md" | sed '1d;$d' | diff - table.md >log
result $? "docs/refusals.md has the table"
"$PF" refused --frob >log 2>&1
[ $? = 2 ] && [ "$(wc -l <log)" = 1 ]
result $? "an unknown option is refused"

nm -D --defined-only "$root/build/lib/libphotofinish.so" | awk '{print $3}' >have
both "calls" have call name
# Every function that CUDA's documents list is there (in its newest form) or refused by name; what a header alone has is inline.
{
	sed -E 's/_v[0-9]+$//' have
	cat have
	(cd "$root/sw/cuda/include" && grep -rhoE '\b(cudaGraphSetConditional|cudaOccupancyMaxPotentialBlockSize[A-Za-z]*)\b' .
		sed -nE 's/^#define (cu[A-Z]\w*) cu[A-Z]\w*$/\1/p' cuda.h photofinish/driver_*.h)
	names call name
} | sort -u >known
grep -v '^#' "$root/tb/cuda/api.names" | awk '{print $2}' | sort -u >documented
comm -23 documented known >log
[ "$(wc -l <documented)" -gt 700 ] && [ ! -s log ]
result $? "every function of CUDA's documents is there or refused"
block() { # LIST: the names of one list of ptx_names.h
	sed -n "/define PTX_$1(/,/^\$/p" "$root/sw/ptx/ptx_names.h" | grep -oE 'X\([A-Z0-9_]+, "[^"]*"' | sed 's/.*"\(.*\)"/\1/'
}
# mbarrier.init is there: neither it nor mbarrier as a whole may be in the list
block OPS | awk -F. '{print; print $1}' | sort -u >have
both "PTX instructions" have opcode
block TYPES >have
both "PTX types" have type
block SREGS >have
both "PTX registers" have register
{
	block SEMS
	grep -oE 'W\("[^"]+"' "$root/sw/ptx/spec.c" | cut -d'"' -f2
} >have
both "PTX modifiers" have word

# A header of the list is not there, or says that it is not; each that says so is in the list.
while read -r h; do
	[ ! -f "$root/sw/cuda/include/$h" ] || grep -q '^#error.*not supported by photofinish' "$root/sw/cuda/include/$h" || echo "$h"
done < <(names header) >log
[ ! -s log ]
result $? "headers: none is in the list and there"
(cd "$root/sw/cuda/include" && grep -lr '^#error.*not supported by photofinish' . | sed 's,^\./,,' | sort) >have
names header | comm -13 - have >log
[ ! -s log ]
result $? "headers that refuse are in the list"

# Each name, in a line of its own: clang knows none of them.
i=0
names call name >known
{
	(cd "$root/sw/cuda/include" && grep -L '^#error.*not supported by photofinish' *.h | sed 's/.*/#include <&>/')
	while read -r name; do
		i=$((i + 1))
		echo "__device__ void f$i() { (void)&$name; }"
	done <known
	echo 'int main() {}'
} >names.cu
"$PF" cc -v -ferror-limit=0 names.cu -o names >log 2>&1
grep -E 'error: .*(undeclared identifier|unknown type name|unavailable)' log | grep -oE "'[A-Za-z0-9_]+'" | tr -d "'" | sort -u >unknown
comm -23 known unknown >log
[ -s known ] && [ ! -s log ]
result $? "identifiers: the headers declare none"

while read -r arch; do
	"$PF" cc --arch "$arch" names.cu -o names >text 2>&1
	[ $? = 2 ] && grep -q "'$arch' is not supported" text || echo "$arch"
done < <(names target) >log
[ ! -s log ]
result $? "architectures: each is refused"
while read -r option; do
	"$PF" cc "$option" names.cu -o names >text 2>&1
	[ $? = 2 ] && grep -q -e "$option is not supported" text || echo "$option"
done < <(names option) >log
[ ! -s log ]
result $? "options: each is refused"

# says TEXT CODE [FILE]: one line, exit code 1, no program
says() {
	local file=${3:-use.cu}
	rm -f use
	printf '%s\n' "$2" >"$file"
	"$PF" cc "$file" -o use >log 2>&1
	[ $? = 1 ] && [ "$(wc -l <log)" = 1 ] && grep -q -F -- "$1" log && [ ! -e use ]
	result $? "$1"
}
flood='cublasHandle_t h; void f() { cublasCreate(&h); undeclared_a(); undeclared_b(); }
int main() {}'
says "use.cu:2: not supported: cuBLAS (cublas_v2.h)" "
#include <cublas_v2.h>
$flood"
grep -q -e "-v shows clang's 5 errors\|-v shows clang's 4 errors" log
result $? "... and how many errors there are"
"$PF" cc -v use.cu -o use >log 2>&1
[ $? = 1 ] && grep -q "undeclared_b" log && grep -q "not supported: cuBLAS" log
result $? "-v shows them all"
says "plain.cpp:1: not supported: cuBLAS (cublas_v2.h)" "#include <cublas_v2.h>" plain.cpp
echo '#include <cufft.h>' >within.h
says "within.h:1: not supported: cuFFT (cufft.h)" '#include "within.h"'
says "use.cu:1: not supported: libcu++ (cuda/std/none_such)" "#include <cuda/std/none_such>"
says "use.cu:1: not supported: Thrust (thrust/none_such.h)" '#include <thrust/none_such.h>'
says "use.cu:1: not supported: graphics interoperation (cuda_gl_interop.h)" '#include <cuda_gl_interop.h>'
says "use.cu:1: not supported: memory shared between processes (cudaIpcGetMemHandle)" \
	'int main() { cudaIpcGetMemHandle(0, 0); return missing; }'
says "use.cu:1: not supported: unknown CUDA name (cudaFrobnicate)" 'int main() { cudaFrobnicate(); }'
says "use.cu:1: not supported: exceptions in device code" '__global__ void k() { throw 1; } int main() {}'
says "use.cu:1: not supported: modified Bessel functions (cyl_bessel_i0f)" \
	'__global__ void k(float *p) { *p = cyl_bessel_i0f(*p); } int main() {}'

# A mistake of the user's own stays clang's.
printf 'int main() { cudaMalocs(0, 0); }\n' >own.cu
"$PF" cc own.cu -o use >log 2>&1
[ $? = 1 ] && ! grep -q "not supported" log && grep -q "undeclared identifier 'nope'\|did you mean" log
result $? "a misspelt call is clang's to explain"
printf 'int main() { return nope; }\n' >own.cu
"$PF" cc own.cu -o use >log 2>&1
[ $? = 1 ] && ! grep -q "not supported" log && grep -q "undeclared identifier 'nope'" log
result $? "... as is any other name"

echo "1..$n"
exit $bad
