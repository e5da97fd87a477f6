#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_origin: a report shows the line of the file that was compiled, from wherever the program runs, and never
# one of another file or of a later state of it. A program of another version of photofinish is refused.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
. "$(cd "$(dirname "$0")" && pwd)/../tap.sh"
rm -rf "$TMP/origin"
mkdir -p "$TMP/origin/src" "$TMP/origin/elsewhere/src" && cd "$TMP/origin" || exit 2

program() { # EXTRA: a race on line 1
	printf '__global__ void k() { __shared__ int a; a = threadIdx.x; }%s\nint main() { k<<<1, 64>>>(); return cudaDeviceSynchronize(); }\n' "$1"
}
report() { # DIR: what the program prints when it runs there
	(cd "$1" && "$PF" run -q --oracle "$OLDPWD/app" 2>&1)
}
shows() { report "$1" >report; grep -q '^src/app.cu:1:4[0-9]: race' report && grep -q '^ *1 | __global__ void k' report || { cat report; false; }; }
hides() { # WHAT: the place is named, no line of any file is shown
	report elsewhere >report
	grep -q '^src/app.cu:1:4[0-9]: race' report && ! grep -q "^ *[0-9][0-9]* | " report && grep -q "$1" report || { cat report; false; }
}

program "" >src/app.cu
check "compile" "$PF" cc --ptx src/app.cu -o app
check "the PTX says its version and where its file was" grep -q "^// photofinish: file [0-9a-f]* \"src/app.cu\" \"$PWD/src/app.cu\"$" app.ptx
check "the line, where it was compiled" shows .
check "the line, from elsewhere" shows elsewhere
program " /* another file */" >elsewhere/src/app.cu
check "another file of that name is not taken for it" shows elsewhere
program " /* changed */" >src/app.cu
check "a file that has changed is not shown" hides "the file has changed since it was compiled"
rm src/app.cu
check "a file that is gone is not replaced by another one" hides "race"
program "" >src/app.cu
check "the same content again" shows elsewhere

version=$("$PF" --version | grep -o '[0-9][0-9.]*[0-9]' | head -n 1)
sed "s/^\(.. photofinish: version\) $version/\1 9.9.9/" app >other
chmod +x other
refused() { # exit status 2, one line with both versions
	"$PF" run ./other >out 2>&1
	[ $? = 2 ] && [ "$(wc -l <out)" = 1 ] && grep -q "compiled by version 9.9.9 .* this is $version" out || { cat out; false; }
}
cmp -s app other && echo "# the version is not in the program"
check "a program of another version is refused" refused

# From -O1 on clang makes one store of two and gives it line 0: the place is a line of the user's all the same.
cat >both.cu <<'CU'
__global__ void k(int *p, int n)
{
	if (n > 2)
		p[0] = threadIdx.x;
	else
		p[0] = threadIdx.x;
}
int main()
{
	int *p;
	cudaMalloc(&p, 4);
	k<<<2, 32>>>(p, 3);
	return cudaDeviceSynchronize();
}
CU
near() {
	"$PF" cc -O1 --ptx both.cu -o both && "$PF" run -q --oracle ./both >out 2>&1
	grep -q '^	\.loc	1 0 ' both.ptx && grep -q '^both.cu:[1-7]: race' out && grep -q 'near this line' out && ! grep -q 'PTX of' out || { cat out; false; }
}
check "merged code at -O1 is near a line of the user's" near
exact() { "$PF" cc both.cu -o both && "$PF" run -q --oracle ./both >out 2>&1; grep -q '^both.cu:4:[0-9]*: race' out || { cat out; false; }; }
check "at the default level it is not merged" exact

echo "1..$n"
exit $rc
