#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_cache: what a compilation leaves to the next one: precompiled headers and results. What comes out of the cache is
# what a compilation without it makes, byte for byte; whatever decides that result makes a new one; a cache that is
# damaged, full or cannot be written to fails no compilation. Both passes of a source, side by side, tell in order.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
. "$(dirname "$0")/../tap.sh"
mkdir -p "$TMP/tmpdir"
cd "$TMP" || exit 2
export TMPDIR=$TMP/tmpdir PHOTOFINISH_CACHE=$TMP/cache
home=$("$PF" --cuda-home) || exit 2

counted() { "$PF" cache --stats | sed -n "s/^$1: //p;s/^no cache.*/0/p"; } # TITLE
hits() { counted "compilations taken from it"; }
# hit|miss COMMAND...: the next compilation is taken from the cache, or is not
hit() { local was; was=$(hits); "$@" && [ "$(hits)" = $((was + 1)) ]; }
miss() { local was; was=$(hits); "$@" && [ "$(hits)" = "$was" ]; }
settle() { sleep 0.05; } # a file that changes while it is compiled is not kept

cat >app.cu <<'END'
#include <cstdio>
#include "twice.h"
__device__ int result;
__global__ void k(int x) { result = twice(x); }
int main()
{
	int h = 0, unused;
	k<<<1, 1>>>(21);
	cudaMemcpyFromSymbol(&h, result, sizeof(h));
	printf("%d\n", h);
	return 0;
}
END
printf '#include <%s>\n' cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h \
	cuda_fp16.h cuda_bf16.h mma.h curand_kernel.h cuda_pipeline.h cuComplex.h >headers.cu
echo '__global__ void k() {} int main() { k<<<1, 1>>>(); return 0; }' >>headers.cu
echo '__device__ inline int twice(int x) { return 2 * x; }' >twice.h
cp app.cu open.cu
cat >managed.cu <<'END'
__managed__ int x;
__global__ void k() { x++; }
int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); return x - 1; }
END
echo 'int third(int x) { return x + 2; }' >plain.cpp
settle

# same NAME OPTIONS...: off, first and again give the same object, PTX and warnings
same() {
	local what=$1
	shift
	PHOTOFINISH_CACHE=off "$PF" cc -c "$@" -o off.o 2>off.err || return 1
	miss "$PF" cc -c "$@" -o one.o 2>one.err && hit "$PF" cc -c "$@" -o two.o 2>two.err || return 1
	cmp off.o one.o && cmp one.o two.o && cmp off.err one.err && cmp one.err two.err
}
check "no cache yet" grep -q "no cache: nothing was compiled yet" <("$PF" cache --stats)
for options in "app.cu" "-O0 app.cu" "-O1 app.cu" "-g app.cu" "-G app.cu" "-Wall app.cu" "--arch sm_80 app.cu" "managed.cu" "headers.cu" \
	"-Xcompiler -fPIC,-O2 app.cu" "-DX=1 -I. app.cu" "plain.cpp" "-ptx app.cu"; do
	# shellcheck disable=SC2086
	check "the same object: $options" same - $options
done
check "a warning comes again, too" eval '"$PF" cc -Wall -c app.cu -o w.o 2>said; grep -q "unused variable" said'
check "relocatable code" miss "$PF" cc -dc open.cu -o open.o
cp open.o first.o
check "... again" hit "$PF" cc -dc open.cu -o open.o
check "... is the same" cmp first.o open.o
check "... links and runs" eval '"$PF" cc open.o -o open && [ "$(./open)" = 42 ]'
check "--ptx" eval 'miss "$PF" cc -c --ptx app.cu -o p.o && mv app.ptx first.ptx && hit "$PF" cc -c --ptx app.cu -o p.o && cmp app.ptx first.ptx'
check "a program" eval 'rm -f app && hit "$PF" cc app.cu -o app && [ "$(./app)" = 42 ]'
check "a header was precompiled once for each set of options and pass" [ "$(counted "precompiled headers made")" -ge 4 ]
check "... and used" [ "$(counted "precompiled headers used")" -ge 4 ]

printf '#include <%s>\n' cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h \
	cuda_fp16.h cuda_bf16.h mma.h curand_kernel.h cuda_pipeline.h cuComplex.h >headers.cu
echo '__global__ void k() {} int main() { k<<<1, 1>>>(); return 0; }' >>headers.cu
echo '__device__ inline int twice(int x) { return 3 * x; }' >twice.h
settle
check "an edited header" eval 'miss "$PF" cc app.cu -o app && [ "$(./app)" = 63 ]'
printf '#include <%s>\n' cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h \
	cuda_fp16.h cuda_bf16.h mma.h curand_kernel.h cuda_pipeline.h cuComplex.h >headers.cu
echo '__global__ void k() {} int main() { k<<<1, 1>>>(); return 0; }' >>headers.cu
echo '__device__ inline int twice(int x) { return 2 * x; }' >twice.h
check "... and back: a hit" eval 'hit "$PF" cc app.cu -o app && [ "$(./app)" = 42 ]'
sed -i 's/twice(x)/-twice(x)/' app.cu
settle
check "an edited source" eval 'miss "$PF" cc app.cu -o app && [ "$(./app)" = -42 ]'
check "another option" miss "$PF" cc -DY app.cu -o app
mkdir -p one two
mv twice.h two
settle
check "a header in the second folder" eval 'miss "$PF" cc -Ione -Itwo app.cu -o app && [ "$(./app)" = -42 ] && hit "$PF" cc -Ione -Itwo app.cu -o app'
printf '#include <%s>\n' cooperative_groups.h cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h \
	cuda_fp16.h cuda_bf16.h mma.h curand_kernel.h cuda_pipeline.h cuComplex.h >headers.cu
echo '__global__ void k() {} int main() { k<<<1, 1>>>(); return 0; }' >>headers.cu
echo '__device__ inline int twice(int x) { return 5 * x; }' >one/twice.h
settle
check "... and now in the first" eval 'miss "$PF" cc -Ione -Itwo app.cu -o app && [ "$(./app)" = -105 ]'
cp two/twice.h .
settle
check "... and beside the source" eval 'miss "$PF" cc -Ione -Itwo app.cu -o app && [ "$(./app)" = -42 ]'
printf '#define NAN 7\n#include_next <math.h>\n' >one/math.h
settle
check "a header of the user's in place of a system's" eval '"$PF" cc -Ione -v -c plain.cpp && "$PF" cc -Ione -v -c app.cu -o hidden.o 2>&1 | grep -c "precompiled header: none" | grep -qx 2'
rm one/math.h
printf '#include <cstdio>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); puts(__TIME__); }\n' >clock.cu
settle
check "__TIME__ is never the same" eval 'miss "$PF" cc -c clock.cu && miss "$PF" cc -c clock.cu'
mkdir -p elsewhere
cp app.cu twice.h elsewhere
settle
check "another folder: files have other names" eval '(cd elsewhere && miss "$PF" cc app.cu -o app)'
check "an option that could do anything" eval 'miss "$PF" cc -Xclang -fno-pch-timestamp -c app.cu && miss "$PF" cc -Xclang -fno-pch-timestamp -c app.cu'
check "a link by -v shows the commands" eval '"$PF" cc -v app.cu -o app 2>&1 | grep -q -e --cuda-device-only'

# Files of dependencies: from a compilation, from the cache, without either.
depends() { tr -d '\\\n' <"$1" | tr -s ' ' '\n' | sort -u; }
check "-MD" miss "$PF" cc -MD -MF on.d -MT here -DZ -c app.cu
check "... again" hit "$PF" cc -MD -MF again.d -MT here -DZ -c app.cu
PHOTOFINISH_CACHE=off "$PF" cc -MD -MF off.d -MT here -DZ -c app.cu
for header in app.cu twice.h include/photofinish/cuda.h stdio.h; do
	check "... names $header" grep -q "$header" on.d
done
check "... begins with its target and the source" grep -q '^here: app.cu' on.d
check "... is the same from the cache" cmp on.d again.d
check "... and without it" cmp <(depends on.d) <(depends off.d)
"$PF" cc -MMD -MP -c app.cu -o app.o
check "-MMD -MP: the user's" cmp app.d <(printf 'app.o: app.cu \\\n  twice.h\ntwice.h:\n')
printf '#ifdef __CUDA_ARCH__\n#include "device only.h"\n#endif\n__global__ void k() {}\n' >only.cu
: >"device only.h"
"$PF" cc -MMD -c only.cu
check "a header of the device's pass alone, with a blank" cmp only.d <(printf 'only.o: only.cu \\\n  device\\ only.h\n')

# Damage, and folders that cannot be used.
"$PF" cc app.cu -o app
find cache -name '*.r' -exec truncate -s -1 {} +
check "cut off: compiled again" eval 'miss "$PF" cc app.cu -o app && [ "$(./app)" = -42 ]'
check "... and mended" hit "$PF" cc app.cu -o app
find cache -name '*.pch' -o -name '*.ph' -o -name '*.r' -o -name '*.m' | while read -r f; do
	printf 'XXXX' | dd of="$f" bs=1 seek=100 conv=notrunc status=none
done
check "changed within" eval 'miss "$PF" cc app.cu -o app >log2 2>&1 && [ ! -s log2 ] && [ "$(./app)" = -42 ]'
find cache -type f -exec sh -c ': >"$1"' _ {} \;
check "emptied" eval '"$PF" cc app.cu -o app && [ "$(./app)" = -42 ]'
check "--clear" eval '"$PF" cache --clear && [ -z "$(find cache -name "*.r")" ] && miss "$PF" cc app.cu -o app'
: >file
check "a file in place of the folder" eval 'PHOTOFINISH_CACHE=$PWD/file "$PF" cc app.cu -o app && [ "$(./app)" = -42 ]'
check "... as -v says" eval 'PHOTOFINISH_CACHE=$PWD/file "$PF" cc -v -c app.cu 2>&1 | grep -q "cache: none: .*file"'
check "a folder that cannot be made" eval 'PHOTOFINISH_CACHE=/proc/none "$PF" cc app.cu -o app && [ "$(./app)" = -42 ]'
check "neither HOME nor XDG_CACHE_HOME" env -u PHOTOFINISH_CACHE -u HOME -u XDG_CACHE_HOME "$PF" cc app.cu -o app
check "XDG_CACHE_HOME" eval 'env -u PHOTOFINISH_CACHE XDG_CACHE_HOME=$PWD/xdg "$PF" cc app.cu -o app && [ -d xdg/photofinish/1 ]'
: >cache/precious
mkdir -p cache/1/00
: >cache/1/00/precious
check "--clear removes nothing else" eval '"$PF" cache --clear && [ -e cache/precious ] && [ -e cache/1/00/precious ]'
export PHOTOFINISH_CACHE_SIZE=6M
for i in 1 2 3; do "$PF" cc -DN=$i -c app.cu; done
check "PHOTOFINISH_CACHE_SIZE holds" [ "$(du -sm cache | cut -f 1)" -le 6 ]
unset PHOTOFINISH_CACHE_SIZE
check "a wrong option" eval '"$PF" cache --frobnicate 2>log2; [ $? = 2 ] && [ "$(wc -l <log2)" = 1 ]'

# Side by side: with each other, and both passes of one.
"$PF" cache --clear
pids=()
for i in 1 2 3 4; do
	"$PF" cc app.cu -o "app$i" &
	pids+=($!)
done
good=0
for pid in "${pids[@]}"; do wait "$pid" || good=1; done
for i in 1 2 3 4; do [ "$("./app$i")" = -42 ] || good=1; done
report "four compilations of one source at once" $good
cat >wrong.cu <<'END'
#ifdef __CUDA_ARCH__
__device__ int d = device_error;
#else
int h = host_error;
#endif
__global__ void k() {}
END
sed '/device_error/d' wrong.cu >host.cu
for i in 1 2 3; do
	"$PF" cc -c wrong.cu -o wrong.o 2>said
	status=$?
	check "the device's error alone" eval '[ $status = 1 ] && [ ! -e wrong.o ] && [ "$(grep -c error: said)" = 1 ] && grep -q device_error said'
done
"$PF" cc -c host.cu -o wrong.o 2>said
check "the host's error, when the device has none" eval '[ ! -e wrong.o ] && [ "$(grep -c error: said)" = 1 ] && grep -q host_error said'
PHOTOFINISH_CACHE=off "$PF" cc -c host.cu -o wrong.o 2>off.said
check "... as without a cache" cmp said off.said
printf '#ifdef __CUDA_ARCH__\n#warning first\n#else\nint h = host_error;\n#endif\n__global__ void k() {}\n' >both.cu
"$PF" cc -c both.cu -o wrong.o 2>said
check "the device's warning, then the host's error" [ "$(grep -o "first \[\|'host_error'" said | tr '\n' ' ')" = "first [ 'host_error' " ]
check "nothing is left behind" [ -z "$(ls "$TMPDIR")$(find cache -name 'tmp.*')" ]
if command -v ccache >/dev/null; then
	export CCACHE_DIR=$PWD/ccache CCACHE_CONFIGPATH=/dev/null
	printf '__device__ int r;\n__global__ void k()\n{\n#ifdef __CUDA_ARCH__\n\tr = 5;\n#endif\n}\n' >arch.cu
	check "ccache before nvcc" ccache "$home/bin/nvcc" -c arch.cu -o arch.o
	check "... hits" eval 'cp arch.o first.o && ccache "$home/bin/nvcc" -c arch.cu -o arch.o && cmp arch.o first.o && ccache -s | grep -q "Hits: *1 "'
	sed -i 's/5/6/' arch.cu
	check "... and sees a change in device code alone" eval 'ccache "$home/bin/nvcc" -c arch.cu -o arch.o && ! cmp -s arch.o first.o'
else
	echo "# no ccache here: it is not tried before nvcc"
fi
check "nvcc's command line" eval 'miss "$home/bin/nvcc" -c app.cu -o n.o && hit "$home/bin/nvcc" -c app.cu -o n.o'
exit $rc
