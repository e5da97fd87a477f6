#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# aliases: a word whose entry is taken, one whose entry is not, and files that are no traces.
# needs: $B/san/tb/scor/aliases
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
aliases=${ALIASES:-$(dirname "${PF_SAN:-$PF}")/tb/scor/aliases}
aliases=$(readlink -f "$aliases")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

# 1024 words, 64 entries: word w is entry w % 64. Block 0 writes words 3 and 5, then 64 + 3 and others'; block 1 reads 3 and 5.
cat >taken.cu <<-'CU'
	__device__ int flag;
	__global__ void k(volatile int *p)
	{
		if (blockIdx.x == 0) {
			p[0] = 0;
			p[1023] = 0;
			p[3] = 1;
			p[5] = 1;
			p[64 + 3] = 1;
			__threadfence();
			atomicExch((int *)&p[7], 1);
		} else {
			while (atomicAdd((int *)&p[7], 0) == 0)
				;
			p[9] = p[3] + p[5];
		}
	}
	int main()
	{
		int *p;
		cudaMalloc(&p, 4096);
		k<<<2, 1>>>(p);
		return cudaDeviceSynchronize() != cudaSuccess;
	}
CU
"$PF" cc -O1 --arch sm_60 taken.cu -o taken && "$PF" run -q --trace taken.trace ./taken || exit 1
verdict() {
	"$aliases" taken.trace >all || return 1
	cat all
	grep -q "64 entries in each of 1 regions" all &&
		[ "$(grep -c '^launch' all)" = 2 ] &&
		grep -qE "entry 3 tag 0  written .* line 7  lost .* line 9 \(store of 0x[0-9a-f]*, tag 1\)  read .* line 15" all &&
		grep -qE "entry 5 tag 0  written .* line 8  kept, read .* line 15" all &&
		grep -qx "line 7 to line 15: 1 words, 0 kept, 1 lost to the store in line 9" all &&
		grep -qx "line 8 to line 15: 1 words, 1 kept" all
}
check "an entry that is taken, and one that is not" verdict
summary() { "$aliases" -s taken.trace | tee all && [ "$(wc -l <all)" = 3 ] && ! grep -q '^launch' all; }
check "-s: the summary alone" summary
"$PF" run -q --config ref --trace timed.trace ./taken || exit 1
timed() { "$aliases" -s timed.trace ref | tee all && grep -q "in each of 24 regions" all && grep -q "^line 7 to line 15: 1 words" all; }
check "a trace of a timed run" timed

refuse() { # MESSAGE ARGUMENT...
	"$aliases" "${@:2}" >out 2>err
	[ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qE "$1" err || { cat out err; return 1; }
}
head -c 300 taken.trace >cut.trace
echo "no trace" >junk.trace
check "no arguments" refuse "^usage"
check "a missing file" refuse "none.trace" none.trace
check "junk" refuse "junk.trace" junk.trace
check "a truncated trace" refuse "cut.trace" cut.trace
check "a configuration that there is not" refuse "nope" taken.trace nope
exit $rc
