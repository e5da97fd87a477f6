#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# soak: kernels on the model, each seed with another configuration: queues of one place, odd clocks, every policy. A run
# must end by itself, print what the machine without a clock prints, and report no race; Verilog and reference models must
# agree where both run. Every fourth seed runs a random program (tb/random), which checks itself against the host, every
# bit.
#
#   PF, TMP   photofinish; scratch folder
#   SEEDS     how many (default 1000)    FIRST   the first (default 1)    JOBS   at a time (default 2)
#   RTL=0     reference models only
#
# A TAP line for each seed. A failure names its seed and its options: the run can be repeated as it stands.
set -u
: "${PF:?}" "${TMP:?}"
cd "$(dirname "$0")/../.." || exit 2
SEEDS=${SEEDS:-1000} FIRST=${FIRST:-1} JOBS=${JOBS:-2} RTL=${RTL:-1}
export PF TMP RTL
kernels=(bfs bitonic histogram matmul nbody reduction scan spmv stencil ticket_lock transpose work_stealing)

# PARAMETER VALUES: of which a configuration draws some.
cat >"$TMP/space" <<'EOT'
clock.core 700 333 1400
clock.noc 700 1000 123
clock.l2 700 350 999
clock.dram 924 100 1333
clock.phase on off
sm.schedulers 1 2 4
sm.scheduler lrr gto
sm.issue 1 2
sm.segment 32 128
sm.pending_ops 1 2 7 64
sm.access_queue 1 3 32
sm.lat_shared 1 26 100
sm.lat_barrier 1 4 50
l1.on off on
l1.sets 1 2 32
l1.ways 1 4
l1.mshr 1 2 64
l1.merges 1 2 8
l1.out_queue 1 2 8
l1.latency 1 35 200
noc.flit_bytes 8 40 13
noc.inject_flits 16 64 256
noc.eject_flits 16 64
noc.latency 1 6 40
noc.speedup 1 2 4
noc.voq on off
noc.arbiter islip round_robin
noc.jitter 0 1 50
noc.arbiter_start on off
noc.credit_latency 1 8 200
l2.sets 1 4 64
l2.ways 1 2 8
l2.fetch 32 64 128
l2.mshr 1 4 256
l2.merges 1 4
l2.port_bytes 32 64
l2.in_queue 1 2 64
l2.out_queue 1 2 64
l2.dram_queue 4 64
l2.fill_queue 1 64
l2.latency 1 120
l2.interleave 128 256 4096
l2.write_allocate on off
l2.meta_allocate on off
dram.queue 1 4 64
dram.return_queue 1 116
dram.refresh on off
dram.refresh_phase on off
dram.arbiter_start on off
detector.in_queue 2 8
detector.ring_log2 1 4 12
detector.report_all on off
detector.whole_line on off
detector.write_always on off
detector.tag_bytes 0 5 20
detector.tag flat coded
detector.hit_merge off,detector.hit_entries=3 op,detector.hit_entries=1 op,detector.hit_entries=16 warp,detector.hit_entries=8
detector.hit_cycles 0 16 500
detector.fences all touched
detector.lock_events lanes needed
detector.hits_free on off
detector.noc_free on off
detector.meta_free on off
EOT

draw() { # seed: "KEY=VALUE,..." of 4 to 12 parameters
	awk -v seed="$1" 'BEGIN { srand(seed); for (i = 0; i < 5; i++) rand() }
		{ line[NR] = $0 }
		END {
			n = 4 + int(9 * rand())
			for (i = 0; i < n; i++) {
				k = split(line[1 + int(NR * rand())], f, " ")
				if (seen[f[1]]++) continue
				printf "%s%s=%s", sep, f[1], f[2 + int((k - 1) * rand())]
				sep = ","
			}
		}' "$TMP/space"
}

# seed: makes a random program; its path without .arch, or fails
random_program() {
	"$TMP/generate" "$1" >"$TMP/random$1.cu" &&
		"$PF" cc -O1 --arch "$2" -ffp-contract=off -fmad=false -fno-strict-aliasing -w -I tb/random "$TMP/random$1.cu" -o "$TMP/random$1.$2" \
			>"$TMP/random$1.log" 2>&1 && echo "random: ok" >"$TMP/random$1.$2.out" && rm -f "$TMP/random$1.cu"
}

one() { # seed
	local seed=$1 name=${kernels[$1 % ${#kernels[@]}]} arch=sm_60 base=ref backend=compare metadata=full detector=scord out rc set
	[ $((seed / 12 % 2)) = 0 ] || arch=sm_70
	[ $((seed / 24 % 2)) = 0 ] || metadata=cached16
	[ $((seed / 48 % 4)) != 3 ] || detector=off
	[ "$RTL" = 1 ] || backend=model
	set="seed=$seed,$(draw "$seed")"
	local options=(--config "$base" --stack=64K --set "$set")
	if [ $((seed % 4)) = 0 ]; then
		name=random$seed
		random_program "$seed" $arch || { echo "not ok - seed $seed: no program" >"$TMP/$seed.tap"; return; }
	fi
	[ $detector = off ] || options+=(--detector $detector --metadata $metadata --backend $backend)
	out=$(timeout 600 "$PF" run -q "${options[@]}" "$TMP/$name.$arch" 2>&1 </dev/null)
	rc=$?
	if [ $rc = 0 ] && [ "$out" = "$(cat "$TMP/$name.$arch.out")" ]; then
		echo "ok - seed $seed: $name $arch" >"$TMP/$seed.tap"
		rm -f "$TMP/random$seed".*
	else
		printf 'not ok - seed %d: %s\n# exit status %d: photofinish run %s %s\n%s\n' "$seed" "$name $arch" $rc "${options[*]}" "$name" \
			"$(echo "$out" | head -n 12 | cut -c 1-240 | sed 's/^/# /')" >"$TMP/$seed.tap"
	fi
}
export -f one draw random_program
gcc -std=gnu11 -O1 -I sw tb/random/generate.c tb/random/meet.c -o "$TMP/generate" || exit 2

for k in "${kernels[@]}"; do
	for arch in sm_60 sm_70; do
		"$PF" cc -O1 --arch $arch "sw/kernels/$k.cu" -o "$TMP/$k.$arch" 2>"$TMP/cc.log" || { cat "$TMP/cc.log"; exit 1; }
		"$PF" run -q "$TMP/$k.$arch" >"$TMP/$k.$arch.out" 2>&1 || { cat "$TMP/$k.$arch.out"; exit 1; }
	done
done
seq "$FIRST" $((FIRST + SEEDS - 1)) | xargs -P "$JOBS" -I{} bash -c "$(declare -p kernels)"'; one "$1"' _ {}

n=0 bad=0
echo "1..$SEEDS"
for ((seed = FIRST; seed < FIRST + SEEDS; seed++)); do
	n=$((n + 1))
	grep -q '^ok ' "$TMP/$seed.tap" || bad=1
	sed -e "s/^ok - /ok $n - /" -e "s/^not ok - /not ok $n - /" "$TMP/$seed.tap" || echo "not ok $n - seed $seed: no result"
done
exit $bad
