#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_async: asynchronous copies give the right values and no race as they stand, one as soon as a wait or barrier is
# missing, which the detector for shared memory tells as the oracle does; who cannot tell of a copy under way refuses the kernel by name.
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
build() { "$PF" cc --arch "$1" "${@:3}" "$here/async/$source.cu" -o "$TMP/$2"; }
right() {
	"$PF" run --oracle --check memory,sync,init --error-exitcode 9 "$@" | tee "$TMP/out" &&
		grep -q "^$source: 0 wrong" "$TMP/out"
}
# finds FIX PROGRAM: the exit code of a race, and what to do about it
finds() {
	local rc=0
	"$PF" run --oracle "$2" >"$TMP/out" 2>"$TMP/err" || rc=$?
	cat "$TMP/out" "$TMP/err"
	[ $rc = 1 ] && grep -q -F -- "fix      $1" "$TMP/err"
}
# agrees PROGRAM [MISSED]: in both modes the detector for shared memory tells the oracle's races there, all but MISSED accesses, and none else
agrees() {
	local mode rc
	for mode in lockstep its; do
		"$PF" run -q --oracle --detector shared --mode $mode --json "$TMP/shared.json" "$1" >"$TMP/out" 2>&1
		rc=$?
		[ $rc -lt 2 ] && jq -e --argjson most "${2:-0}" '[.races.list[] | select(.space == "shared") | .accesses] |
			all(.false == 0) and ([.[].missed] | add // 0) <= $most' "$TMP/shared.json" >/dev/null || {
			cat "$TMP/out"
			return 1
		}
	done
}
refused() { # BY PROGRAM OPTIONS...: one line, before it runs
	local rc=0
	"$PF" run "${@:3}" "$2" >"$TMP/out" 2>"$TMP/err" || rc=$?
	cat "$TMP/out" "$TMP/err"
	[ $rc = 2 ] && grep -q "kernel '$kernel' has '$what', which $1 does not know" "$TMP/err"
}

source=copy kernel="one(int\*, int\*)" what=cp.async.ca.shared.global
for arch in sm_70 sm_80 sm_90; do
	check "$arch: builds" build $arch copy-$arch
	for seed in 0 1; do
		check "$arch, seed $seed: right, no race" right --seed $seed "$TMP/copy-$arch"
	done
done
check "at -O1, too" build sm_80 copy-o1 -O1
check "... right" right --scheduler random "$TMP/copy-o1"
line() { grep -n -F "$1" "$here/async/$source.cu" | head -n 1 | cut -d: -f1; }
COPY=$(line "&s[i], &in[i], sizeof") OWN=$(line "out[i] = s[i]") READ=$(line "out[i] = s[N") CHANGE=$(line "in[i] + 0")
LOOP=$(line "for (int r")
while read -r step fix; do
	check "$step: builds" build sm_80 "copy-$step" "-D$step"
	check "$step: a race" finds "$fix" "$TMP/copy-$step"
	check "$step: the detector for shared memory" agrees "$TMP/copy-$step"
done <<END
OWN_COPY wait for the copy of line $COPY (__pipeline_wait_prior(), cp.async.wait_group) before line $OWN
NO_WAIT wait for the copy of line $COPY (__pipeline_wait_prior(), cp.async.wait_group), then __syncthreads(), before line $READ
NO_BARRIER wait for the copy of line $COPY (__pipeline_wait_prior(), cp.async.wait_group), then __syncthreads(), before line $READ
SOURCE_CHANGES wait for the copy of line $COPY (__pipeline_wait_prior(), cp.async.wait_group) before line $CHANGE
GROUP_TOO_FEW wait for the copy of line
NOT_READ_YET __syncthreads() at the end of each round of the loop of line $LOOP, after line
END
check "... and without a race" agrees "$TMP/copy-sm_80"
check "the clocked GPU refuses it" refused --config "$TMP/copy-sm_80" --config tiny
check "a detector refuses it" refused --detector "$TMP/copy-sm_80" --detector scord
check "a trace refuses it" refused --trace "$TMP/copy-sm_80" --trace "$TMP/trace"
check "the oracle by ScoRD's rules refuses it" refused "--model scord" "$TMP/copy-sm_80" --oracle --model scord

source=barrier kernel="one(int\*)" what=mbarrier.init.shared.b64
for arch in sm_70 sm_80 sm_90; do
	check "mbarrier, $arch: builds" build $arch barrier-$arch
	for seed in 0 1; do
		check "mbarrier, $arch, seed $seed: right, no race" right --seed $seed "$TMP/barrier-$arch"
	done
done
check "mbarrier, scheduler random" right --scheduler random "$TMP/barrier-sm_80"
while read -r step fix; do
	check "mbarrier, $step: builds" build sm_80 "barrier-$step" "-D$step"
	check "mbarrier, $step: a race" finds "$fix" "$TMP/barrier-$step"
	check "mbarrier, $step: the detector for shared memory" agrees "$TMP/barrier-$step"
done <<END
NO_WAIT __syncthreads() between line $(line "r * N + i;") and line $(line "out[r * N + i]")
RELAXED __syncthreads() between line $(line "r * N + i;") and line $(line "out[r * N + i]")
NO_COPY_ARRIVAL wait for the copy of line $(line "&s[i], &in[i]")
END
check "mbarrier: ... and without a race" agrees "$TMP/barrier-sm_80"
check "mbarrier: the clocked GPU refuses it" refused --config "$TMP/barrier-sm_80" --config tiny

source=library
own=-DPHOTOFINISH_OWN_BARRIER
for which in $own -DDEBIANS; do
	[ "$which" = $own ] || [ -f /usr/include/cuda/std/barrier ] || continue
	for arch in sm_70 sm_80 sm_90; do
		check "cuda/barrier and cuda/pipeline, $which, $arch: build" build $arch library-$arch $which
		check "... right, no race" right "$TMP/library-$arch"
	done
	check "... scheduler random" right --scheduler random "$TMP/library-sm_80"
	check "nobody waits: builds" build sm_80 library-wait -DNO_WAIT $which
	check "... a race" finds "wait for the copy of" "$TMP/library-wait"
	check "... the detector for shared memory" agrees "$TMP/library-wait" 32
	check "a stage is not released: builds" build sm_80 library-release -DNO_RELEASE $which
	check "... a race" finds "" "$TMP/library-release"
	check "... the detector for shared memory" agrees "$TMP/library-release"
done
cat >"$TMP/scope.cu" <<'END'
#include <cuda/barrier>
__global__ void k() { __shared__ cuda::barrier<cuda::thread_scope_device> b; }
int main() { return 0; }
END
scope() { ! "$PF" cc --arch sm_80 $own "$TMP/scope.cu" -o "$TMP/scope" && grep -q "only of thread_scope_block" "$TMP/log"; }
check "... of our own, a barrier of the device is refused by name" scope
echo "1..$n"
