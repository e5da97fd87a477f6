#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# deterministic.commit = lock, the commit in software that the Z-commit units are compared with: the same memory as
# with these units whatever the seed, slower, and every line of a log committed with a lock of its own.
#
#   program ─┬─ zbuffer, seed 1 ────────── memory, output, lines committed, commit cycles
#            └─ lock, seeds 1, 2, 3 ────── the same memory, output, lines; more cycles
# needs: san units-ref
set -u
: "${PF:?}" "${PF_SAN:?}" "${TMP:?}"
PF=$(readlink -f "$PF") PF_SAN=$(readlink -f "$PF_SAN")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

run() { # FILE COMMIT SEED ARGUMENT...: FILE.json, FILE.out, FILE.rc
	timeout 120 "$PF" run -q --config ref --backend model --deterministic --memory-hash --set "deterministic.commit=$2,seed=$3" \
		--json "$1.json" "${@:4}" >"$1.out" 2>"$1.err" </dev/null
	echo $? >"$1.rc"
	[ "$(cat "$1.rc")" -le 1 ] || { cat "$1.err"; return 1; }
}
hash() { sed -n 's/.*"memory_hash": "\([0-9a-f]*\)".*/\1/p' "$1.json"; }
stat() { sed -n "s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1.json"; }
is() { awk "BEGIN { exit !($*) }" || { echo "not so: $*"; return 1; }; }

same() { # FILE FILE
	[ -n "$(hash "$1")" ] && [ "$(hash "$1")" = "$(hash "$2")" ] && cmp "$1.out" "$2.out" && cmp "$1.rc" "$2.rc" || {
		echo "$1: $(hash "$1"), $2: $(hash "$2")"
		return 1
	}
}
# Once for each line of a log somebody got its lock, and no more often.
counts() { # FILE: lock's; zbuffer's is z
	is "$(stat "$1" gpudet.commits) > 0 && $(stat "$1" gpudet.commits) == $(stat z gpudet.commits)" &&
		is "$(stat "$1" gpudet.quanta) == $(stat z gpudet.quanta)" &&
		is "$(stat "$1" gpudet.lock_tries) - $(stat "$1" gpudet.lock_fails) == $(stat "$1" gpudet.commits)" &&
		is "$(stat "$1" gpudet.commit_cycles) > $(stat z gpudet.commit_cycles)" &&
		is "$(stat "$1" tap.depth_reads) + $(stat "$1" noc.request.packets.commit) == 0" &&
		is "$(stat "$1" noc.request.packets.atom) >= $(stat "$1" gpudet.lock_tries)"
}
both() { # PROGRAM ARGUMENT...
	local seed
	run z zbuffer 1 "$@" || return 1
	for seed in 1 2 3; do
		run l$seed lock $seed "$@" && same z l$seed && counts l$seed || return 1
	done
	is "$(stat l1 gpu.cycles) != $(stat l2 gpu.cycles)" || return 1
	run l1 lock,deterministic.lock_lines=32 2 "$@" && same z l1 && counts l1
}

while read -r name flags args; do
	[ "$flags" != - ] || flags=
	# shellcheck disable=SC2086
	"$PF" cc -O1 --arch sm_60 $flags "$root/sw/kernels/gpudet/$name.cu" -o "$name" >"$name.log" 2>&1 ||
		{ check "$name compiles" sh -c 'cat "$1"; false' _ "$name.log"; continue; }
	# shellcheck disable=SC2086
	check "$name $args: memory as with the Z-buffer, three seeds" both "./$name" $args
done <<-'EOT'
	racey  -DATOMICS=1 4
	aes    -           30
	bfsr   -           2048
	lps    -           32
	srad   -           32
	ht     -           1920
EOT

fails() { run l1 lock 1 ./racey 4 && is "$(stat l1 gpudet.lock_fails) > 1000"; }
check "racey's warps wait for each other's locks" fails
statistics() { run z zbuffer 1 ./ht 480 && ! grep -q lock_tries z.json; }
check "no statistics of locks where there are none" statistics
trips() {
	run z zbuffer 1 ./ht 480 && run l1 lock,l1.atomic_trips=2 1 ./ht 480 && same z l1 && counts l1 &&
		is "$(stat l1 noc.request.packets.atom) >= 2 * $(stat l1 gpudet.lock_tries)"
}
check "locks in two trips, as all atomics then are" trips

# With the detector: the same races too, in the same order.
races() { jq -c '.races' "$1.json"; }
detector() {
	run z zbuffer 1 --detector scord ./racey 4 && run l1 lock 2 --detector scord ./racey 4 && same z l1 && counts l1 &&
		[ "$(races z)" = "$(races l1)" ] && is "$(jq '.races.races' z.json) > 0"
}
check "with the detector: the same memory and the same races" detector

# A machine in which everything is full at once.
narrow=l1.out_queue=1,l2.in_queue=1,l2.out_queue=1,noc.inject_flits=3,noc.eject_flits=3,noc.voq=off,l2.mshr=1
small() {
	run z zbuffer,$narrow 1 ./srad 32 && run l1 lock,$narrow 1 ./srad 32 && same z l1 && counts l1 &&
		run l1 lock,$narrow,deterministic.lock_lines=32 1 ./ht 480 && run z zbuffer 1 ./ht 480 && same z l1 && counts l1
}
check "queues of one packet: no deadlock" small
# Warps find one lock taken, lanes of one warp too; what is left over is seen by the sanitizers.
sanitized() {
	local lines
	run z zbuffer 1 ./ht 480 || return 1
	for lines in 1 32; do
		LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PF=$PF_SAN \
			run l1 lock,deterministic.lock_lines=$lines 3 ./ht 480 && same z l1 && counts l1 || { cat l1.err; return 1; }
	done
}
check "sanitized" sanitized
quiet() { # no jitter: whoever has lost could lose for ever
	run z zbuffer,noc.jitter=0 1 ./racey 4 && run l1 lock,noc.jitter=0 1 ./racey 4 && same z l1 && counts l1
}
check "without jitter nobody is passed over for ever" quiet
exit $rc
