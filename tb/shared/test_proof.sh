#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Launches of which it is known beforehand that no two threads conflict in shared memory are not looked at; all others are, and
# whatever is found and counted is what it is when each is looked at.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

# run FILE EXIT KERNEL OPTION...
run() {
	local got
	timeout 300 "$PF" run -q --memory-hash --json "$1" "${@:4}" "./proof-$arch" "$3" >out 2>err </dev/null
	got=$?
	[ $got = "$2" ] || { echo "$3: exit status $got, not $2"; cat out err; return 1; }
}

# Launches known beforehand, of two.
proved() { # FILE N
	jq -e ".races.shared_statistics.launches_proved == $2" "$1" >/dev/null || { echo "not $2"; jq .races.shared_statistics "$1"; return 1; }
}

# With the oracle beside it, which is told of each access, nothing is known beforehand.
kernel() { # EXIT PROVED KERNEL [EXIT with the oracle]
	run a.json "$1" "$3" --detector shared && proved a.json "$2" &&
		run one.json "$1" "$3" --detector shared --threads 1 &&
		run b.json "${4:-$1}" "$3" --detector shared --oracle && proved b.json 0 || return 1
	for j in a one b; do
		jq '{list: [.races.list[] | select(.by_detector) | {kernel, kind, second: .second.pc}] | sort,
			totals: .totals | del(.seconds, .processor_seconds), memory_hash, launches,
			passed: .races.not_watched | del(.global)}' $j.json >$j.part
	done
	diff a.part b.part && diff a.part one.part || return 1
	# Constant memory is none of the global accesses.
	[ "$(jq .races.not_watched.global a.json)" = "$(jq .races.not_watched.global one.json)" ] && cmp -s <(jq .races.list a.json) <(jq .races.list one.json)
}

# Both memories: the detector for global memory sees and counts what it does alone.
both() { # EXIT PROVED KERNEL
	run on.json "$1" "$3" --detector on && proved on.json "$2" && run alone.json 0 "$3" --detector scord || return 1
	[ "$(jq -S .races.detector_statistics on.json)" = "$(jq -S .races.detector_statistics alone.json)" ] &&
		[ "$(jq .memory_hash on.json)" = "$(jq .memory_hash alone.json)" ]
}

for arch in sm_60 sm_70; do
	check "compile, $arch" "$PF" cc -w --arch $arch "$here/proof.cu" -o proof-$arch
	for k in tile bytes synced_warp odd constants; do check "$k, $arch" kernel 0 2 $k; done
	for k in no_barrier left_early one_store; do check "$k, $arch" kernel 1 0 $k; done
	for k in mixed_bytes halves; do check "$k, $arch" kernel 0 0 $k; done
	check "a race elsewhere, $arch" kernel 0 0 elsewhere 1
	check "tile, $arch, both memories" both 0 2 tile
	check "no_barrier, $arch, both memories" both 1 0 no_barrier
done
arch=sm_60
check "lanes in lock step" kernel 0 2 warp
arch=sm_70
check "lanes as threads" kernel 1 0 warp
check "a schedule of its own" eval 'run a.json 0 tile --detector shared --scheduler random && proved a.json 0'
check "a fault goes on" eval 'run a.json 0 tile --detector shared --on-fault continue && proved a.json 0'
check "traced" eval 'run a.json 0 tile --detector shared --trace t.trace && proved a.json 2 && run b.json 0 tile --trace b.trace && cmp t.trace b.trace'
exit $rc
