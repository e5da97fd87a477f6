#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# photofinish radish: programs whose blocks are on SMs of their own: what races between these, and nothing else, is found;
# ScoR's applications without races are clean; wrong options and traces are refused in one line.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

cat >pass.cu <<'CU'
#include <cstdio>
#ifdef LIGHT // Two fence.sc, which __threadfence() is, are in order by themselves (docs/memory-model.md); these are not.
#define __threadfence() asm volatile("fence.acq_rel.gpu;" ::: "memory")
#endif
// Block 0 writes data, then flag; block 1 waits for flag, then reads.
__global__ void pass(int *data, volatile int *flag)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 7;
#ifndef NO_RELEASE
		__threadfence();
#endif
		*flag = 1;
	} else {
		while (!*flag)
			;
#ifndef NO_ACQUIRE
		__threadfence();
#endif
		data[1] = data[0] + 1;
	}
}
// Block 2 hands block 1 on without fences: in flag's place (relay), or by another word after block 1 has read flag (early).
__global__ void relay(int *data, volatile int *flag)
{
	if (blockIdx.x == 0) {
		data[2] = 7;
		__threadfence();
		*flag = 1;
	} else if (blockIdx.x == 1) {
		while (!flag[1])
			;
		data[3] = *flag;
		__threadfence();
		data[3] += data[2];
	} else {
		while (*flag != 1)
			;
		*flag = 2;
		flag[1] = 1;
	}
}
__global__ void early(int *data, volatile int *flag)
{
	if (blockIdx.x == 0) {
		data[4] = 7;
		while (!flag[1])
			;
		__threadfence();
		*flag = 1;
	} else if (blockIdx.x == 1) {
		flag[1] = *flag + 1;
		while (!flag[2])
			;
		__threadfence();
		data[5] = data[4];
	} else {
		while (!*flag)
			;
		flag[2] = 1;
	}
}
__global__ void look(int *data) { data[0] += data[1]; }
__global__ void add(int *data, int *ticket)
{
	// The last block to come sums up what the others wrote.
	data[blockIdx.x] = blockIdx.x;
	__threadfence();
	if (atomicAdd(ticket, 1) != (int)gridDim.x - 1)
		return;
#ifndef NO_ACQUIRE
	__threadfence();
#endif
	for (int i = 0; i < (int)gridDim.x; i++)
		data[64] += data[i];
}
int main()
{
	int *data, *flag, out;
	cudaMalloc(&data, 512);
	cudaMalloc(&flag, 32);
	cudaMemset(data, 0, 512);
	cudaMemset(flag, 0, 32);
	pass<<<2, 32>>>(data, flag);
#ifdef RELAY
	RELAY<<<3, 1>>>(data, flag + 2);
#endif
	look<<<1, 1>>>(data);
	add<<<8, 1>>>(data, flag + 1);
	cudaMemcpy(&out, data + 64, 4, cudaMemcpyDeviceToHost);
	printf("%d\n", out);
}
CU
make_trace() { # NAME OPTION...
	"$PF" cc -O1 --arch sm_60 "${@:2}" pass.cu -o "$1" && "$PF" run -q --trace "$1.trace" "./$1"
}
line() { grep -n -F "$1" pass.cu | head -n 1 | cut -d: -f1; }
races() { # NAME LINE...: there, and nowhere else
	"$PF" radish --json "$1.trace" | jq -r '.lines[].line' | sort -n >got
	printf '%s\n' "${@:2}" | sort -n | grep . >want
	diff want got
}
clean() { races "$1" && "$PF" radish "$1.trace" >out && ! grep -q "races with" out && grep -q "^accesses that raced  *0 " out; }

oracle() { # NAME LINE...: what races as the oracle has it
	"$PF" run -q --oracle --json out.json "./$1" >/dev/null
	jq -r '.races.list[].second.line' out.json | sort -nu >got
	printf '%s\n' "${@:2}" | sort -n | grep . >want
	diff want got
}

check "traces" eval 'make_trace right && make_trace no_release -DNO_RELEASE && make_trace no_acquire --arch sm_70 -DLIGHT -DNO_ACQUIRE'
check "fences on both sides: no race" clean right
check "no fence before the flag" races no_release "$(line 'data[1] = data[0] + 1')"
check "no fence behind the flag, the ticket" races no_acquire "$(line 'data[1] = data[0] + 1')" "$(line 'data[64] += data[i]')"
check "the same: the oracle" oracle no_acquire "$(line 'data[1] = data[0] + 1')" "$(line 'data[64] += data[i]')"
for k in relay early; do
	case $k in
	relay) what="a store without a fence hands nothing on, nor what was there before it" at=$(line 'data[3] += data[2]') ;;
	early) what="what a word gets after it was read" at=$(line 'data[5] = data[4]') ;;
	esac
	check "$k: traces" eval "make_trace $k -DRELAY=$k && make_trace ${k}_light --arch sm_70 -DLIGHT -DRELAY=$k"
	check "$what" races ${k}_light "$at"
	check "$what: the oracle" oracle ${k}_light "$at"
	check "$k: fences that are in order by themselves" clean $k
	check "$k: fences that are in order by themselves: the oracle" oracle $k
done
text() { "$PF" radish no_release.trace | grep -qF "pass.cu:$(line 'data[1] = data[0] + 1'): read races with a write of another SM, 1 times"; }
check "as text" text
check "as offsets, in few clocks and small caches: the same" eval \
	'"$PF" radish --offsets --clock-bits 2 --l1 1 --l2 2 --last 4 --json no_acquire.trace | jq -e ".lines | length == 2"'
check "standard input" eval '"$PF" radish - <right.trace'

apps() {
	CSV=$TMP/radish.csv APPS="mm gcol 1dc" bash "$here/table2.sh" && [ "$(grep -c . radish.csv)" = 8 ]
}
check "ScoR's applications without races: none found" apps

scor=$here/../../sw/kernels/scor
misses() { "$PF" radish --json "$@" r110.trace | jq .l1_misses; }
expanded() {
	"$PF" cc -w -O1 --arch sm_60 "$scor/r110.cu" -o r110 && "$PF" run -q --trace r110.trace ./r110 ci >/dev/null && [ "$(misses --expanded)" -gt "$(misses)" ]
}
check "two lines of metadata for each of data: more misses" expanded

refused() { # TEXT COMMAND...: exit 2, one line
	local rc=0
	"${@:2}" >out 2>err </dev/null || rc=$?
	cat err
	[ $rc = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -q -- "$1" err
}
head -c 300 right.trace >cut.trace
printf 'no trace at all' >junk
check "a trace that is cut" refused "cut.trace" "$PF" radish cut.trace
check "no trace" refused "junk" "$PF" radish junk
check "no such file" refused "none.trace" "$PF" radish none.trace
check "bits of a clock" refused "bits of a clock" "$PF" radish --clock-bits 9 right.trace
check "a cache of no whole sets" refused "power of two" "$PF" radish --l1 3 right.trace
check "no number" refused "--l2" "$PF" radish --l2 many right.trace
check "help" eval '"$PF" help radish | grep -q "ISCA"'
echo "1..$n"
exit $rc
