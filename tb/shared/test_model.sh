#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# The unit for shared memory in the modelled GPU: programs with a race and the same mended, in configurations ref and tiny: what the
# Verilog tells is what its reference model does, and beside the oracle nothing is made up and nothing unexplained. Of lanes of
# one warp it knows words that are accessed whole; the report says that of parts of words it does not.
# needs: units-ref units-tiny
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"

model() { timeout 300 "$PF" run -q --json j.json "$@" >out 2>err </dev/null; }

ends() { # CODE OPTION... PROGRAM
	local want=$1 got
	shift
	model "$@"
	got=$?
	[ $got = "$want" ] || { echo "exit status $got, not $want"; cat out err; return 1; }
}

# says CODE FOUND PROGRAM OPTION...: beside the oracle; FOUND 1: the hardware finds some, 0: none.
says() {
	local found
	ends "$1" --detector shared --oracle "${@:4}" "./$3" || return 1
	found=$(jq '.races.distinct.found' j.json)
	[ $((found > 0)) = "$2" ] || { echo "$found found"; cat err; return 1; }
	[ "$(jq '[.races.list[].rows[].row | select(. == "unexplained")] | length' j.json)" = 0 ] || { cat err; return 1; }
	[ "$(jq '.races.distinct.false' j.json)" = 0 ] || { echo "a false alarm"; cat err; return 1; }
}

# Verilog and reference model under the same timing tell the same races; the model alone has another.
compares() { ends "$1" --detector shared --backend compare "${@:3}" "./$2"; }

refuses() { # TEXT OPTION...
	model "${@:2}"
	[ $? = 2 ] && grep -qF "$1" err && [ "$(wc -l <err)" = 1 ] || { cat err; return 1; }
}

# place LINE: the report of `long` names its first access, or does not
names_first() {
	model --detector shared --config "$1" ./long
	grep -q "previous write" err && grep -A1 "previous write" err | grep -q "$2"
}

for source in "$here"/programs/*.cu; do
	name=$(basename "$source" .cu)
	for arch in sm_60 sm_70; do
		"$PF" cc -w --arch $arch "$source" -o "$name" && "$PF" cc -w --arch $arch -DMENDED "$source" -o "$name.mended" || exit 2
		found=1
		[ "$name,$arch" != warp,sm_60 ] || found=0
		check "$name, $arch" says $found $found "$name" --config ref
		check "$name, $arch, mended" says 0 0 "$name.mended" --config ref
		check "$name, $arch: Verilog and reference model" compares $found "$name" --config ref --set seed=5
		check "$name, $arch: reference model alone" ends $found --config ref --detector shared --backend model "./$name"
	done
done

check "bytes, on tiny" says 1 1 bytes --config tiny
check "queue, on tiny" says 1 1 queue --config tiny
check "scan, on tiny" compares 1 scan --config tiny
check "both detectors" ends 1 --config ref --detector on ./scan
check "JSON says which" eval '[ "$(jq -r .races.detector j.json)" = scord+shared ]'
check "a baseline" ends 0 --config ref --detector on --compare-baseline ./scan.mended
check "a baseline, reference models" ends 0 --config ref --detector shared --backend model --compare-baseline ./scan.mended
check "deterministic" ends 1 --config ref --detector shared --deterministic ./bytes
check "a scratchpad that the Verilog is not for" refuses "is for 32 banks, 49152 bytes" --config ref --set sm.shared_bytes=102400 --detector shared ./scan
check "... but its reference model is" ends 1 --config ref --set sm.shared_bytes=102400 --detector shared --backend model ./scan
check "fewer banks" ends 1 --config ref --set sm.shared_banks=16 --detector shared --backend model ./scan
check "a warp's lanes, on tiny" compares 1 warp --config tiny --set seed=3
check "parts of words are said not to be watched for lanes" eval '"$PF" run --config ref --detector shared ./bytes 2>&1 | grep -q "not watched: .*lanes of one warp in parts of words of shared memory"'
check "... but whole words are" eval '! "$PF" run --config ref --detector shared ./warp 2>&1 | grep "lanes of one warp"'
check "a lane race names both lanes" eval '"$PF" run --config ref --detector shared ./warp 2>&1 | grep -A3 "previous write" | grep -q "warp 1, lane 0"'

# More accesses than tiny has numbers for (15): the first one's place is not known, and none is made up.
{
	echo '__global__ void k(int *out) { __shared__ volatile int w[64]; int t = threadIdx.x;'
	for ((i = 0; i < 20; i++)); do echo "out[64 * $i + t] = w[(t + $i) & 63];"; done
	echo 'w[t] = t; out[t] = ((int *)w)[63 - t]; }'
	echo 'int main() { int *p; cudaMalloc(&p, 8192); k<<<1, 64>>>(p); return cudaDeviceSynchronize() != cudaSuccess; }'
} >long.cu
"$PF" cc -w --arch sm_60 long.cu -o long || exit 2
check "the first access's place, where numbers are enough" names_first ref "w\[t\] = t"
check "... and where they are not" eval '! names_first tiny "w\[t\] = t"'
exit $rc
