#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_children: launches by device code (children/) give the right values in every mode and level; a race between a
# kernel and what it launches is found, and gone with the right order; what cannot be is refused by name.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)/children
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
right() { # NAME COMMAND...
	"${@:2}" >"$TMP/out" 2>&1
	local rc=$?
	cat "$TMP/out"
	[ $rc = 0 ] && grep -q "^$1: 0 wrong" "$TMP/out"
}
# finds PROGRAM TEXT...: the exit code of a race, and all of these in its report
finds() {
	local rc=0 text
	"$PF" run --oracle "$1" >"$TMP/out" 2>"$TMP/err" || rc=$?
	cat "$TMP/err"
	[ $rc = 1 ] || return 1
	for text in "${@:2}"; do grep -qF -- "$text" "$TMP/err" || return 1; done
}
# refuses TEXT CODE: one line, no program
refuses() {
	printf '%s\n' "$2" >use.cu
	rm -f use
	"$PF" cc -O1 use.cu -o use >said 2>&1 && return 1
	cat said
	grep -qF -- "$1" said && [ ! -e use ]
}
cd "$TMP" || exit 2
cp "$here"/*.cu .

for level in "" -O2 -G "--arch sm_60" -rdc=true; do
	check "children.cu ${level:-default}" "$PF" cc $level children.cu -o app
	check "${level:-default}: right, no race" right children "$PF" run --oracle --check memory,sync --error-exitcode 9 ./app
done
check "random order" right children "$PF" run --scheduler random --seed 7 ./app
check "two files" "$PF" cc -rdc=true parent.cu child.cu -lcudadevrt -o two
check "two files: right, no race" right parent "$PF" run --oracle ./two
check "two files, -O3" eval '"$PF" cc -O3 -dc parent.cu child.cu && "$PF" cc -O3 parent.o child.o -o two && right parent ./two'

check "race.cu" "$PF" cc race.cu -o race
check "ordered: no race" right race "$PF" run --oracle ./race
check "ordered: no race in another order" right race "$PF" run --oracle --scheduler random --seed 3 ./race
check "nor in the modelled GPU" right race "$PF" run --config ref --backend model --detector scord --oracle ./race
check "ordered, in lock step" eval '"$PF" cc --arch sm_60 race.cu -o race60 && right race "$PF" run --oracle ./race60'
check "a child's children are complete" eval '"$PF" cc -DWITHIN race.cu -o within && right race "$PF" run --oracle ./within'
finds_in() { # DEFINE TEXT...
	check "-D$1" "$PF" cc "-D$1" race.cu -o racy
	check "-D$1: a race" finds ./racy "race: not ordered by a launch" "${@:2}"
}
line() { grep -n "$1" race.cu | cut -d: -f1; }
finds_in AFTER "by       block (0,0,0), thread (0,0,0) (warp 0, lane 0) of kernel take(int const*, int), launch 2" \
	"launched by block (0,0,0), thread (0,0,0) of kernel after(int*), launch 1, at race.cu:17:2" \
	"race.cu:$(line 'beside the child'):5: previous write" "of kernel after(int*), launch 1" \
	"fix      do line $(line 'beside the child') before the launch"
finds_in BARRIER "of kernel block(int*), launch 3"
finds_in STREAMS "previous write" "fix      launch both grids into one stream of one block"
finds_in BLOCKS "launched by block (1,0,0)" "launched by block (0,0,0)"
finds_in TAIL "of kernel tail(int*)"
finds_in FLAG "of kernel tell(int*, int*)"
check "JSON says who launched" eval '"$PF" run --oracle --json run.json ./racy; grep -q "\"launched_by\": *\"block (0,0,0), thread (0,0,0) of kernel tell(int" run.json && grep -q "\"parent\": *1[,}]" run.json'

last() { # TEXT OPTIONS...: of the report's last line
	"$PF" run "${@:2}" ./racy >"$TMP/out" 2>"$TMP/err"
	cat "$TMP/out" "$TMP/err"
	grep -q "^race: 0 wrong" "$TMP/out" && tail -n 1 "$TMP/err" | grep -qF -- "$1"
}
check "-DAFTER again" "$PF" cc -DAFTER race.cu -o racy
check "a detector says what it does not see" last "not watched: between a kernel and what it launches (" --detector scord
check "... in the modelled GPU, too" last "not watched: between a kernel and what it launches (" --config ref --backend model --detector scord
check "the oracle beside it" last "0 found, 1 missed" --config ref --backend model --detector scord --oracle
check "a deterministic GPU" right race "$PF" run --config ref --backend model --deterministic ./racy

check "with asynchronous copies" "$PF" cc --arch sm_90 with.cu -o with
check "... right, no race" right with "$PF" run --oracle ./with
check "... in random order" right with "$PF" run --oracle --scheduler random --seed 5 ./with
check "... without a wait" "$PF" cc --arch sm_90 -DNO_WAIT with.cu -o with
check "... a race of the copy" finds ./with "with.cu:$(grep -n 'to\[at + threadIdx' with.cu | cut -d: -f1)" \
	"of kernel child(int*), launch 2" "of kernel parent(int*), launch 1"
never() { # TEXT DEFINE OPTIONS...: it builds, and stops with one line when the kernel comes
	"$PF" cc --arch sm_90 "-D$2" with.cu -o with || return 1
	"$PF" run "${@:3}" ./with >said 2>&1
	local rc=$?
	cat said
	[ $rc = 2 ] && grep -qF -- "$1" said
}
check "a launch by a cluster is refused" never "is launched in clusters of 3 blocks and launches kernels, which is not written" CLUSTER
check "a launch of a cluster is refused" never "is launched in clusters of 3 blocks and comes of device code, which is not written" CHILD
check "the oracle refuses cluster scope in a child" never \
	"has 'fence.acq_rel.cluster' and is launched by device code, which the oracle does not know together" SCOPE --oracle
check "which runs without it" right with "$PF" run ./with

check "waiting is refused" refuses "use.cu:1: not supported: waiting for launches in device code" \
	'__global__ void k() { cudaDeviceSynchronize(); } int main() { k<<<1, 1>>>(); }'
check "events are refused" refuses "use.cu:3: not supported: events in device code" \
	'__global__ void j() {}
__global__ void k(cudaEvent_t e) { j<<<1, 1>>>();
cudaEventRecord(e, 0); } int main() {}'
check "a launch within an expression is refused" refuses "use.cu:2: error: " \
	'__global__ void j() {}
__global__ void k(int n) { n ? j<<<1, 1>>>() : j<<<2, 1>>>(); } int main() {}'
check "wrong arguments are clang's to explain" refuses "use.cu:2:24: error: no matching function for call to 'j'" \
	'__global__ void j(int) {}
__global__ void k() {  j<<<1, 1>>>(); } int main() {}'
for space in shared local; do
	[ $space = shared ] && word=__shared__ || word=
	printf '__global__ void j(int *p) { *p = 1; }\n__global__ void k() {\n%s int x;\nj<<<1, 1>>>(&x); }\nint main() { k<<<1, 1>>>(); return cudaDeviceSynchronize() != cudaErrorIllegalAddress; }\n' "$word" >use.cu
	check "a pointer to $space memory" eval '"$PF" cc use.cu -o use; ./use 2>said; grep -q "use.cu:4:1: a launch by device code: a pointer to '$space' memory is passed to the kernel" said'
done
echo "1..$n"
