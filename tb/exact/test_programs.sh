#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# --detector exact on programs: of iGUARD's kinds and the same mended, kernels without races, two that less exact schemes get wrong. Each access that
# races by the oracle is told, or the first one on its bytes was; nothing else is. What it does not know is refused in one line.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../sw/kernels
cd "$TMP" || exit 2
. "$here/../tap.sh"

# says RACY PROGRAM OPTION...
says() {
	timeout 300 "$PF" run -q --detector exact --oracle --error-exitcode 0 --json j.json "${@:3}" "./$2" >out 2>&1 </dev/null ||
		{ echo "exit status $?"; cat out; return 1; }
	jq -e --argjson racy "$1" '.races | (.accesses.found > 0) == $racy and .accesses.false == 0 and
		([.list[].rows[].row] | unique - ["m-exact-told"]) == [] and .exact_statistics.words > 0' j.json >/dev/null ||
		{ jq -c '.races.accesses' j.json; cat out; return 1; }
}

# refused WHY PROGRAM OPTION...: before it runs
refused() {
	local got
	timeout 60 "$PF" run -q --detector exact "${@:3}" "./$2" >out 2>err </dev/null
	got=$?
	[ $got = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$1" err || { echo "exit status $got"; cat err; return 1; }
}

for source in "$here"/../iguard/programs/*.cu; do
	name=$(basename "$source" .cu)
	for arch in sm_60 sm_70; do
		"$PF" cc -w --arch $arch "$source" -o "$name" && "$PF" cc -w --arch $arch -DMENDED "$source" -o "$name.mended"
		racy=true
		[[ $arch = sm_70 ]] || ! grep -q '^// ITS' "$source" || racy=false
		for order in rr random; do
			check "$name, $arch, $order" says $racy "$name" --scheduler $order --seed 3
			check "$name, $arch, $order, mended" says false "$name.mended" --scheduler $order --seed 3
		done
	done
done
for source in "$kernels"/{histogram,reduction,scan,ticket_lock,work_stealing,bfs}.cu; do
	name=$(basename "$source" .cu)
	"$PF" cc -w "$source" -o "$name"
	check "$name" says false "$name"
done

# A read that hits in an L1 and is told of late; the reader learns of the write in between.
cat >delayed.cu <<'CU'
__device__ int data[32], go, flag, out[4];
__global__ void k()
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		out[0] = data[1];
		out[1] = data[0]; // race
		atomicExch(&go, 1);
		while (!atomicAdd(&flag, 0))
			;
		__threadfence();
		out[2] = 1;
	} else {
		while (!atomicAdd(&go, 0))
			;
		data[0] = 7; // race
		__threadfence();
		atomicExch(&flag, 1);
	}
}
int main() { k<<<2, 32>>>(); return cudaDeviceSynchronize(); }
CU
# An atomic does not order another one before it: block 0's races with the load, which is after block 1's.
cat >atomics.cu <<'CU'
__device__ int x, go, flag, out;
__global__ void k()
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		atomicAdd(&x, 1);
		atomicExch(&go, 1);
	} else if (blockIdx.x == 1) {
		while (!atomicAdd(&go, 0))
			;
		atomicAdd(&x, 1);
		__threadfence();
		atomicExch(&flag, 1);
	} else {
		while (!atomicAdd(&flag, 0))
			;
		out = x;
	}
}
int main() { k<<<3, 32>>>(); return cudaDeviceSynchronize(); }
CU
for name in delayed atomics; do
	"$PF" cc -w $name.cu -o $name
	check "$name" says true $name
	check "$name, the line" jq -e '.races.list | length == 1' j.json
	check "$name: exit status 1, by its report alone" bash -c "! '$PF' run -q --detector exact ./$name"
done

cat >child.cu <<'CU'
__global__ void c(int *p) { *p = 1; }
__global__ void k(int *p) { c<<<1, 1>>>(p); }
int main() { int *p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); return cudaDeviceSynchronize(); }
CU
"$PF" cc -w -rdc=true child.cu -o child
check "launches by device code are refused" refused "launches kernels" child
check "no hardware yet" refused "has no hardware yet" delayed --config tiny
check "no metadata to choose" refused "--metadata lines" delayed --metadata lines
check "one memory model" refused "--model scord" delayed --oracle --model scord
check "with the detector for shared memory" "$PF" run -q --detector exact+shared ./scan
check "not with another one for global memory" refused "no list of detectors" delayed --detector exact+scord
echo "1..$n"
exit $rc
