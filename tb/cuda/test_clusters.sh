#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_clusters: thread block clusters and copies in bulk give the right values and no race as they stand, one as soon as a
# barrier, fence or wait is missing; who cannot tell of them refuses the launch by name.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
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
build() { "$PF" cc --arch sm_90 "${@:2}" "$here/clusters/$source.cu" -o "$TMP/$1"; }
right() {
	"$PF" run --oracle --check memory,sync,init --error-exitcode 9 "$@" >"$TMP/out" 2>"$TMP/err"
	local rc=$?
	cat "$TMP/out" "$TMP/err"
	[ $rc = 0 ] && grep -q "^$source: 0 wrong" "$TMP/out" && grep -q "no race found" "$TMP/err"
}
# finds TEXT FIX PROGRAM: the exit code of a race, what kind it is, and what to do about it
finds() {
	local rc=0
	"$PF" run --oracle "$3" >"$TMP/out" 2>"$TMP/err" || rc=$?
	cat "$TMP/out" "$TMP/err"
	[ $rc = 1 ] && grep -q -F -- "race: $1" "$TMP/err" && grep -q -F -- "fix      $2" "$TMP/err"
}
refused() { # TEXT PROGRAM OPTIONS...: one line, before it runs
	local rc=0
	"$PF" run "${@:3}" "$2" >"$TMP/out" 2>"$TMP/err" || rc=$?
	cat "$TMP/out" "$TMP/err"
	[ $rc = 2 ] && grep -q -F -- "$1" "$TMP/err"
}
faults() { # TEXT PROGRAM
	"$PF" run "$2" >"$TMP/out" 2>"$TMP/err"
	cat "$TMP/out" "$TMP/err"
	grep -q -F -- "$1" "$TMP/err"
}
line() { grep -n -F "$1" "$here/clusters/$source.cu" | head -n 1 | cut -d: -f1; }

source=cluster
check "clusters: builds" build cluster
for seed in 0 1; do
	check "clusters, seed $seed: right, no race" right --seed $seed "$TMP/cluster"
done
check "clusters, scheduler random: right, no race" right --scheduler random "$TMP/cluster"
while IFS='|' read -r step text fix; do
	check "clusters, $step: builds" build "cluster-$step" "-D$step"
	check "clusters, $step: a race" finds "$text" "$fix" "$TMP/cluster-$step"
done <<END
NO_SYNC|missing fence|between line $(line "sum = 0;") and line $(line "all += *cluster.map_shared_rank(&sum, r)"): the cluster's barrier
RELAXED|missing fence|between line $(line "sum = 0;") and line $(line "all += *cluster.map_shared_rank(&sum, r)"): the cluster's barrier
CTA_FENCE|fence scope too narrow|__threadfence() instead of __threadfence_block() on line $(line "__threadfence_block();")
END
check "clusters, NO_ZERO: builds" build cluster-zero -DNO_ZERO
check "clusters, NO_ZERO: a race" finds "access not strong" "between line $(line "own[i] = 0;") and line" "$TMP/cluster-zero"
check "clusters, EARLY_EXIT: builds" build cluster-exit -DEARLY_EXIT
check "clusters, EARLY_EXIT: shared memory of a block that has ended is a fault" \
	faults "of its cluster, which has exited" "$TMP/cluster-exit"
check "the clocked GPU refuses them" refused "which --config does not know" "$TMP/cluster" --config tiny
check "a detector refuses them" refused "which --detector does not know" "$TMP/cluster" --detector scord
check "a trace refuses them" refused "which --trace does not know" "$TMP/cluster" --trace "$TMP/trace"
optimised() { ! build cluster-o1 -O1 && grep -q "__cluster_dims__of_photofinish_at_its_default_level_only" "$TMP/log"; }
check "__cluster_dims__ at -O1 is refused by name" optimised
cat >"$TMP/alone.cu" <<'END'
__global__ void k(int *o) { *o = 1; }
int main()
{
	cudaLaunchAttribute a = {cudaLaunchAttributeClusterDimension};
	cudaLaunchConfig_t c = {4, 1};
	int *o;

	cudaMalloc(&o, 4);
	a.val.clusterDim.x = 2;
	a.val.clusterDim.y = a.val.clusterDim.z = 1;
	c.attrs = &a;
	c.numAttrs = 1;
	return cudaLaunchKernelEx(&c, k, o) || cudaDeviceSynchronize();
}
END
alone() { "$PF" cc --arch sm_90 "$TMP/alone.cu" -o "$TMP/alone" && "$TMP/alone"; }
check "a kernel that says nothing of clusters is launched in them" alone
check "... which a detector refuses" refused "is launched in clusters of 2 blocks, which --detector does not know" \
	"$TMP/alone" --detector scord

source=bulk
check "copies in bulk: builds" build bulk
for seed in 0 1; do
	check "copies in bulk, seed $seed: right, no race" right --seed $seed "$TMP/bulk"
done
check "copies in bulk, scheduler random: right, no race" right --scheduler random "$TMP/bulk"
LOAD=$(line 'asm volatile("cp.async.bulk.shared::cluster.global') STORE=$(line 'asm volatile("cp.async.bulk.global')
while IFS='|' read -r step text fix; do
	check "copies in bulk, $step: builds" build "bulk-$step" "-D$step"
	check "copies in bulk, $step: a race" finds "$text" "$fix" "$TMP/bulk-$step"
done <<END
NO_WAIT|missing fence|wait on the mbarrier of the copy of line $LOAD (mbarrier.try_wait) before line $(line "out[r * STAGE + i]")
WRONG_STAGE|missing fence|wait on the mbarrier of the copy of line $LOAD (mbarrier.try_wait) before line $(line "out[r * STAGE + i]")
NO_PROXY|missing fence between proxies|fence.proxy.async after line $(line "s[i] = i;"), by the thread that writes
NO_READ_WAIT|missing fence|wait for the copy of line $STORE (cp.async.bulk.wait_group.read)
READ_WAIT_ONLY|missing fence|wait for the copy of line $STORE (cp.async.bulk.wait_group) before line $(line "*check = ")
NO_REMOTE_WAIT|missing fence|wait on the mbarrier of the copy of line
END
while IFS='|' read -r step text; do
	check "copies in bulk, $step: builds" build "bulk-$step" "-D$step"
	check "copies in bulk, $step: a fault, with its line" faults "bulk.cu:$LOAD:2: cp.async.bulk: $text" "$TMP/bulk-$step"
done <<END
MISALIGNED|its destination 0x4 is not a multiple of 16
ODD_SIZE|its size 0x14 is not a multiple of 16
END
check "the clocked GPU refuses copies in bulk" refused "which --config does not know" "$TMP/bulk" --config tiny
echo "1..$n"
