#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_separate: device code of several files (separate/), linked by nvcc and by others, out of objects, archives and joined
# objects; what is missing, there twice or damaged is an error of the link that names it.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)/separate
home=$("$PF" --cuda-home) || exit 2
nvcc=$home/bin/nvcc
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
says() { # TEXT COMMAND...: fails, with a line that has TEXT
	"${@:2}" >"$TMP/said" 2>&1 && return 1
	cat "$TMP/said"
	grep -qF -- "$1" "$TMP/said"
}
right() { "$@" >"$TMP/out" 2>&1; rc=$?; cat "$TMP/out"; [ $rc = 0 ] && grep -q "^separate: 0 wrong" "$TMP/out"; }
cd "$TMP" || exit 2
cp "$here"/*.cu "$here"/*.h .

for level in "" -O2 -G; do
	check "${level:-default} -dc" "$PF" cc $level -dc main.cu other.cu
	check "${level:-default} link" "$nvcc" $level main.o other.o -o app
	check "${level:-default}: right" right ./app
done
check "-rdc=true in one command" "$nvcc" -rdc=true main.cu other.cu -o app
check "right" right "$PF" run --oracle --check memory,sync --error-exitcode 9 ./app
check "objects again" "$nvcc" -dc main.cu other.cu
check "-dlink" "$nvcc" -dlink main.o other.o -o device.o
check "g++ links" g++ main.o other.o device.o -L"$home/lib64" -lcudart -o by_gxx
check "right" right env LD_LIBRARY_PATH="$home/lib64" ./by_gxx
check "nvcc links what is linked" "$nvcc" main.o other.o device.o -o app
check "right" right ./app
check "-lib" "$nvcc" -lib other.o -o libother.a
check "... once more: no member twice" eval '"$nvcc" -lib other.o -o libother.a && [ "$(ar t libother.a | wc -l)" = 1 ]'
check "an archive by its name" eval '"$nvcc" main.o libother.a -o app && right ./app'
check "an archive by -l" eval '"$nvcc" main.o -L. -lother -lcudadevrt -o app && right ./app'
mkdir -p folder/members
cp other.o folder/members/a_name_longer_than_a_header_holds.o
rm -f libthin.a folder/libfar.a libouter.a
ar rcT libthin.a other.o
ar rcT folder/libfar.a folder/members/a_name_longer_than_a_header_holds.o
ar rcT libouter.a libother.a
check "a thin archive" eval '"$nvcc" main.o libthin.a -o app && right ./app'
check "... of a folder, with long names" eval '"$nvcc" main.o -Lfolder -lfar -o app && right ./app'
check "... of an archive" eval '"$nvcc" main.o libouter.a -o app && right ./app'
cp other.o gone.o
rm -f libgone.a
ar rcT libgone.a gone.o
rm gone.o
check "... whose member is gone" says "gone.o: cannot be read" "$nvcc" main.o libgone.a -o app
check "ld -r" eval 'ld -r main.o other.o -o joined.o && "$nvcc" joined.o -o app && right ./app'
check "a shared library" eval '"$nvcc" -rdc=true -Xcompiler -fPIC -shared other.cu -o libshared.so'
mkdir -p one two
printf '__device__ int same = %d;\nstatic __device__ int own;\n__global__ void %s() { own = same; }\nvoid run_%s() { %s<<<1, 1>>>(); }\n' \
	1 a a a >one/unit.cu
sed 's/\ba\b/b/; s/run_a/run_b/; s/ a<</ b<</; s/same/else_/g' one/unit.cu >two/unit.cu
printf 'void run_a(); void run_b(); int main() { run_a(); run_b(); return cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess; }\n' >both.cu
check "two files of one name in one archive" eval '(cd one && "$nvcc" -dc unit.cu) && (cd two && "$nvcc" -dc unit.cu) &&
	rm -f libsame.a && ar qc libsame.a one/unit.o two/unit.o && "$nvcc" both.cu libsame.a -o app && ./app'
check "two files of one name" eval '(cd one && "$nvcc" -dc unit.cu) && (cd two && "$nvcc" -dc unit.cu) && "$nvcc" both.cu one/unit.o two/unit.o -o app && ./app'

printf '__managed__ int x = 3;\n__global__ void k();\nint main() { x = 4; k<<<1, 1>>>(); cudaDeviceSynchronize(); return x != 5; }\n' >managed.cu
printf 'extern __managed__ int x;\n__global__ void k() { x++; }\n' >uses.cu
check "a managed variable of another file" eval '"$nvcc" -rdc=true managed.cu uses.cu -o app && ./app'
echo 'int look() { return x; }' >>uses.cu
check "... that host code uses is refused" says "__managed__ variable 'x': it is of another file: not supported" "$nvcc" -dc uses.cu
printf '#include "shared.h"\n__device__ int twice(int x) { return x; }\n' >again.cu
check "a third file" "$nvcc" -dc again.cu
check "defined twice" says "again.o: multiple definition of device symbol 'twice(int)', first defined in other.o" \
	"$nvcc" main.o other.o again.o -o app
check "not defined: function" says "main.o: undefined reference to device function 'twice(int)'" "$nvcc" main.o -o app
check "not defined: variable" says "main.o: undefined reference to device variable 'counter'" "$nvcc" main.o -o app
check "in -dlink too" says "undefined reference to device" "$nvcc" -dlink main.o -o app.o
check "nothing was written" [ ! -e app.o ]
check "another architecture" eval '"$nvcc" -arch=sm_80 -dc other.cu -o other80.o'
check "... is refused" says "other80.o: device code for sm_80, and main.o has it for sm_70" "$nvcc" main.o other80.o -o app
check "another level" eval '"$PF" cc -O2 -dc other.cu -o other2.o'
check "... is refused" says "other2.o: device code of level -O2, and main.o has it of level default" "$nvcc" main.o other2.o -o app
for damage in "s/photofinish-device/photofinish-devicf/;damaged" "s/^(photofinish-device) \S+/\1 0.0.0/;another version's" \
	"s/^(photofinish-device.* )\d+$/\${1}99999999/m;cut off"; do
	objcopy -O binary --only-section=pf_device --set-section-flags pf_device=alloc other.o unit
	perl -0777 -pe "${damage%;*}" <unit >unit.bad
	objcopy --update-section pf_device=unit.bad other.o bad.o
	check "a section that is ${damage##*;}" says "${damage##*;}" "$nvcc" main.o bad.o -o app
done
head -c 2000 other.o >cut.o
check "an object that is cut off" says "cut.o: an object that is cut off" "$nvcc" main.o cut.o -o app
printf 'no object' >text.o
check "no object at all: the linker tells" says "text.o" "$nvcc" text.o main.o other.o -o app
check "--ptx has none to show" says "becomes PTX at the link" "$PF" cc -dc --ptx main.cu
check "-ptx shows a file's" eval '"$nvcc" -rdc=true -ptx other.cu -o other.ptx && grep -q "_Z5twicei" other.ptx'

check "a race" "$nvcc" -rdc=true -DRACY main.cu other.cu -o racy
"$PF" run --oracle ./racy >racy.out 2>&1
check "... in the other file" grep -q "^other.cu:22:.*race: " racy.out
check "... of its static variable, by its name" grep -q "variable hidden of 4 bytes" racy.out
check "... in the kernel, by its name" grep -q "kernel second(int\*)" racy.out

check "-MD" eval '"$nvcc" -dc -MD other.cu -o other.o && grep -q "^other.o:.*other.cu" <(tr -d "\\\\\n" <other.d)'
check "-E" eval '"$nvcc" -E other.cu | grep -q "void launch_third"'
check "-MM" eval '"$nvcc" -MM other.cu -o other.d && grep -q "^other.o:.*other.cu" other.d && grep -q shared.h other.d'
if command -v cmake >/dev/null; then
	mkdir -p project
	cp main.cu other.cu shared.h project
	cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(separate LANGUAGES CXX CUDA)
add_library(other STATIC other.cu)
add_executable(app main.cu)
target_link_libraries(app other)
set_target_properties(other app PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES 70)
END
	check "cmake configures" env CUDACXX="$nvcc" cmake -S project -B project/build
	check "cmake builds" cmake --build project/build
	check "cmake's program runs" right env LD_LIBRARY_PATH="$home/lib64" project/build/app
	cp -r "$here/layers" .
	check "layers: cmake configures" env CUDACXX="$nvcc" cmake -S layers -B layers/build -DCMAKE_BUILD_TYPE=Release
	check "... builds" env LD_LIBRARY_PATH="$home/lib64" cmake --build layers/build
	for program in by_nvcc by_gxx with_shared of_objects; do
		check "... $program runs" right env LD_LIBRARY_PATH="$home/lib64" "layers/build/$program"
	done
fi
echo "1..$n"
