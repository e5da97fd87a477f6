#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# What is proved from the code: of programs with known races and the same mended; of random kernels, against the oracle; a detector that
# passes over what cannot race says what it says without; what is wrong on the command line.
set -u
: "${PF:?}" "${PF_SAN:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# proves EXIT TEXT OPTION...: the exit status, and TEXT is a line's part (or nothing is asked of the text)
proves() {
	local got
	timeout 120 "$PF" check --static "${@:3}" >out 2>&1 </dev/null
	got=$?
	[ $got = "$1" ] && { [ -z "$2" ] || grep -q -- "$2" out; } && return 0
	echo "${*:3}: exit status $got, not $1, or not '$2'"
	cat out
	return 1
}

# refuses TEXT ARGUMENT...: one line, exit status 2
refuses() {
	timeout 60 "$PF" check "${@:2}" >out 2>err </dev/null
	[ $? = 2 ] && grep -q -- "$1" err && [ ! -s out ] && return 0
	cat out err
	return 1
}

PF_SAN=$(readlink -f "$PF_SAN")
p=$here/programs
check "bytes" proves 1 "bytes.cu:14:[0-9]*: race: a read, and a write at .*bytes.cu:10:.*'flag'" "$p/bytes.cu"
check "sums" proves 1 "reduce.cu:16:[0-9]*: race" "$p/reduce.cu"
check "prefix sums" proves 1 "scan.cu:20:[0-9]*: race" "$p/scan.cu"
check "tiles" proves 1 "transpose.cu:13:[0-9]*: race: a read, and a write at .*:11:.*16x16x1" --block 16,16 "$p/transpose.cu"
check "lanes of a warp" proves 1 "warp.cu:16:[0-9]*: race" "$p/warp.cu"
check "lanes of a warp in lock step" proves 0 "2 free of races" --mode lockstep "$p/warp.cu"
for name in bytes reduce scan transpose; do
	check "$name, mended" proves 0 " 0 in races, 0 open" --block "$(case $name in transpose) echo 16,16 ;; *) echo 96 ;; esac)" -DMENDED "$p/$name.cu"
done
check "a block of two axes and no size" proves 0 "open: a write: the block's shape is not known" -v "$p/transpose.cu"
check "an address that memory decides" proves 0 "open: an atomic: its address is not known" -v "$p/histogram.cu"
check "named barriers" proves 0 "something else than barriers of the block" -v "$p/queue.cu"

cat >odd.cu <<'END'
__global__ void em(int *out, int n)
{
	__shared__ int part[1024];

	for (int i = 0; i < 4; i++)
		part[i * 256 + threadIdx.x] = i;
	__syncthreads();
	out[threadIdx.x] = part[threadIdx.x];
	if (threadIdx.x < n)
		__syncthreads();
}

__global__ void strided(int *out, int stride)
{
	__shared__ int part[4096];

	part[(threadIdx.x * 4) + (stride & 3)] = 1;
	part[threadIdx.x + stride] = 2;
	out[threadIdx.x] = part[0];
}
END
check "a barrier for some" proves 0 "odd.cu:9:[0-9]*: not analysed: threads leave here before a barrier, behind accesses to shared memory" --kernel em odd.cu
sed -i '/< n)/,+1d' odd.cu
check "a block as wide as it was meant to be" proves 0 " 0 in races, 0 open" --kernel em --block 256 odd.cu
check "a wider one" proves 1 "odd.cu:6:[0-9]*: race: a write by two threads" --kernel em --block 320 odd.cu
check "of any width nothing is proved" proves 0 " 0 in races" --kernel em odd.cu
check "a parameter that decides" proves 0 " 0 in races, 3 open" --kernel strided --block 256 odd.cu
check "its value" proves 1 "race: a write, and a write" --kernel strided --block 256 --param 1=8 odd.cu
cat >more.cu <<'END'
__constant__ int rounds[2];

__global__ void chosen(int *out)
{
	int n;

	if (threadIdx.x < 5) {
		n = rounds[0];
		out[0] = 1;
	} else {
		n = rounds[1];
		out[1] = 1;
	}
	for (int i = 0; i < n; i++)
		__syncthreads();
	out[threadIdx.x + 2] = n;
}

__global__ void small(int *out, signed char n)
{
	__shared__ int part[64];

	part[n < 0 ? 0 : threadIdx.x] = 1;
	out[threadIdx.x] = part[threadIdx.x];
}

__global__ void leaves(int *out)
{
	__shared__ int part[64];

	out[threadIdx.x] = part[threadIdx.x ^ 32];
	if (threadIdx.x == 5)
		return;
	__syncthreads();
	part[threadIdx.x] = 1;
}

__global__ void left(int *out)
{
	__shared__ int part[64];

	if (threadIdx.x == 5)
		return;
	part[threadIdx.x] = 1;
	__syncthreads();
	out[threadIdx.x] = part[threadIdx.x ^ 32];
}
END
check "a barrier as often as two constants say" proves 0 "more.cu:14:[0-9]*: not analysed: threads take different ways" --kernel chosen more.cu
check "threads that leave behind an access" proves 0 "more.cu:32:[0-9]*: not analysed: threads leave here before a barrier, behind accesses to shared memory" --kernel leaves more.cu
check "threads that leave before all accesses" proves 0 " 2 free of races" --kernel left --block 64 more.cu
check "a parameter of a byte, negative" proves 1 "race: a write by two threads" --kernel small --block 64 --param 1=-1 more.cu
check "a parameter of a byte" proves 0 " 2 free of races" --kernel small --block 64 --param 1=7 more.cu
check "both numbers of a program" eval '"$PF" check --static --json --block 320 odd.cu >json; [ $? = 1 ] && jq -e ".[0].kernel == \"em(int*, int)\" and (.[0].races[0] | .one_instruction == false and .block == [320, 1, 1] and .first.line == 6)" json'
check "PTX" eval '"$PF" cc -ptx odd.cu -o odd.ptx && proves 1 "race" --kernel em --block 320 odd.ptx'

check "not --static" refuses "static is missing" "$p/bytes.cu"
check "no file" refuses "no file given" --static
check "no such file" refuses "gone.cu" --static gone.cu
check "neither source nor PTX" refuses "is neither a .cu nor a .ptx file" --static "$here/static.py"
check "no PTX" eval 'head -c 300 /dev/urandom >junk.ptx; refuses "junk.ptx" --static junk.ptx'
check "wrong source" eval 'echo "int f( {" >bad.cu; timeout 60 "$PF" check --static bad.cu >out 2>err; [ $? = 2 ] && grep -q "bad.cu:1" err'
check "no such kernel" refuses "no kernel 'gone'" --static --kernel gone odd.ptx
check "no block" eval 'for b in 0 1,2,3,4 1025 x 8,; do refuses "is not X, X,Y or X,Y,Z" --static --block $b odd.ptx || exit 1; done'
check "no parameter" eval 'for v in x 1 1= =3 -1=2 1=2x; do refuses "is not INDEX=NUMBER" --static --param $v odd.ptx || exit 1; done'

# cases ARCH FILE: of each of its kernels what its name says; and the oracle sees just those race
cases() {
	"$PF" check --static --json --arch "$1" --block 64 --grid 2 "$here/$2" >cases.json
	jq -r '.[] | (.kernel | split("(")[0]) as $name | [.accesses[].verdict] as $all | {free: ($all | unique == ["free"]),
		race: (.races | length > 0), open: ((.races == []) and ($all | index("open") != null))} | .left = .open | .[$name[0:4]] | if . then empty else $name end' cases.json >wrong
	"$PF" cc -w --arch "$1" "$here/$2" -o cases && "$PF" run -q --error-exitcode 0 --oracle --json ran.json ./cases >log2 2>&1 || return 1
	jq -r '.[].kernel | split("(")[0] | select(test("^(race|left)"))' cases.json | sort >want
	jq -r '.races.list[] | select(.space == "shared") | .name | split("(")[0]' ran.json | sort -u >got
	[ -s want ] && [ ! -s wrong ] && cmp want got || { cat wrong; diff want got; return 1; }
}

for arch in sm_60 sm_70; do
	check "cases, $arch" cases $arch static_cases.cu
	check "random kernels, $arch" /usr/bin/python3 "$here/static.py" "$PF" . random_kernels.py 1 60 $arch
	check "random indices, $arch" /usr/bin/python3 "$here/static.py" "$PF" . random_indices.py 1 40 $arch
done

check "asynchronous copies" cases sm_80 static_copies.cu

# What cc leaves to the end of the process is no leak.
check "sanitized" eval 'for f in static.ptx odd.ptx; do ASAN_OPTIONS=detect_leaks=0 "$PF_SAN" check --static --block 96 $f >san.out 2>san.err; [ $? -lt 2 ] && [ ! -s san.err ] || exit 1; done'

# same: the detector finds the same accesses; which earlier one it names may be another, as it has seen fewer
same() {
	local prune
	for prune in "" --prune; do
		timeout 120 "$PF" run -q --error-exitcode 0 --detector shared $prune "${@:2}" --json "same$prune.json" "./$1" >log2 2>&1 </dev/null || { cat log2; return 1; }
		jq '[.races.list[] | [.second.line, .second.column]] | unique' "same$prune.json" >"same$prune"
	done
	cmp same same--prune
}
for name in bytes reduce scan transpose histogram queue warp; do
	check "compile $name" eval '"$PF" cc -w "$p/$name.cu" -o "$name" && "$PF" cc -w -DMENDED "$p/$name.cu" -o "$name.mended"'
	check "$name, races beside what is passed over" eval 'same "$name" && same "$name.mended" && same "$name" --mode lockstep'
done
check "compile tiles" "$PF" cc -w -DCOUNTED "$here/../../sw/kernels/bench/tiles.cu" -o tiles
pruned() { "$PF" run -q --detector shared "${@:2}" --json pruned.json ./tiles 1 >log2 2>&1 && jq -e "$1" pruned.json; }
check "a launch that is not looked at" pruned '.races.shared_statistics | .launches_proved == 1 and .words == 0 and .pruned == 0' --prune
check "the same, looked at" pruned '.races.shared_statistics | .launches_proved == 0 and .words > 0 and .pruned == 0'
check "with the oracle" pruned '.races.shared_statistics | .launches_proved == 0 and .words == 0 and .pruned > 0' --prune --oracle
check "in the modelled GPU" eval '"$PF" run -q --detector shared --prune --config tiny --json pruned.json ./bytes.mended && jq -e ".sim | .\"shared.pruned\" == 288 and .\"shared.rounds\" == 0" pruned.json'
check "without a detector" eval '! "$PF" run --prune ./tiles 2>err && grep -q "^photofinish run: --prune: is for --detector shared and --grace, which are off$" err'
exit $rc
