// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Warp intrinsics: reduction and scan by shuffles with widths below 32, ballot, any, all, match,
// stream compaction with popc and lane masks, warp-aggregated atomics, partial last warp.
// expect: shuffle_reduce ok
// arch: sm_60
#include <cstdio>

#define FULL_MASK 0xffffffffu

__inline__ __device__ int warpReduceSum(int val)
{
	for (int offset = warpSize / 2; offset > 0; offset /= 2)
		val += __shfl_down_sync(FULL_MASK, val, offset);
	return val;
}

__global__ void sums(const int *in, int *warp_sum, int *group_scan, double *doubled, unsigned *votes)
{
	int t = threadIdx.x, lane = t & 31;
	int v = in[t];
	int total = warpReduceSum(v);
	if (lane == 0)
		warp_sum[t / 32] = total;
	// inclusive scan in groups of 8
	int s = v;
	for (int d = 1; d < 8; d <<= 1) {
		int other = __shfl_up_sync(FULL_MASK, s, d, 8);
		if ((lane & 7) >= d)
			s += other;
	}
	group_scan[t] = s;
	doubled[t] = __shfl_xor_sync(FULL_MASK, (double)v * 2.5, 1) + __shfl_sync(FULL_MASK, 1.0, 3, 4);
	unsigned odd = __ballot_sync(FULL_MASK, v & 1);
	votes[t] = odd ^ (__any_sync(FULL_MASK, v == 7) ? 1u : 0u) ^ (__all_sync(FULL_MASK, v < 100) ? 2u : 0u);
}

// keep what is odd, in any order; one atomic per warp
__global__ void compact(const int *in, int n, int *out, int *count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = i < n ? in[i] : 0;
	unsigned keep = __ballot_sync(FULL_MASK, v & 1);
	int lane = threadIdx.x % 32, leader = __ffs(keep) - 1, base = 0;
	if (lane == leader)
		base = atomicAdd(count, __popc(keep));
	if (keep)
		base = __shfl_sync(FULL_MASK, base, leader);
	if (v & 1)
		out[base + __popc(keep & ((1u << lane) - 1))] = v;
}

// in a divergent branch only the lanes named in the mask take part
__global__ void split(int *out)
{
	int lane = threadIdx.x;
	unsigned low = __ballot_sync(FULL_MASK, lane % 3 == 0);
	if (lane % 3 == 0)
		out[lane] = __shfl_sync(low, lane * 10, 3) + __popc(low);
	else
		out[lane] = (int)(__ballot_sync(~low, lane > 20) >> 21);
	__syncwarp();
}

int main()
{
	int h[64], *in, *ws, *gs, hws[2], hgs[64];
	double *db, hdb[64];
	unsigned *vt, hvt[64];
	for (int i = 0; i < 64; i++)
		h[i] = (i * 29) % 61;
	cudaMalloc(&in, sizeof h);
	cudaMalloc(&ws, sizeof hws);
	cudaMalloc(&gs, sizeof hgs);
	cudaMalloc(&db, sizeof hdb);
	cudaMalloc(&vt, sizeof hvt);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	sums<<<1, 64>>>(in, ws, gs, db, vt);
	cudaMemcpy(hws, ws, sizeof hws, cudaMemcpyDeviceToHost);
	cudaMemcpy(hgs, gs, sizeof hgs, cudaMemcpyDeviceToHost);
	cudaMemcpy(hdb, db, sizeof hdb, cudaMemcpyDeviceToHost);
	cudaMemcpy(hvt, vt, sizeof hvt, cudaMemcpyDeviceToHost);
	for (int t = 0; t < 64; t++) {
		int base = t & ~31, total = 0, scan = 0;
		unsigned odd = 0, seven = 0;
		for (int k = 0; k < 32; k++) {
			total += h[base + k];
			odd |= (h[base + k] & 1u) << k;
			seven |= h[base + k] == 7;
		}
		for (int k = t & ~7; k <= t; k++)
			scan += h[k];
		if (hws[t / 32] != total || hgs[t] != scan || hdb[t] != h[t ^ 1] * 2.5 + 1 || hvt[t] != (odd ^ seven ^ 2u)) {
			printf("thread %d: %d %d %g %x\n", t, hws[t / 32], hgs[t], hdb[t], hvt[t]);
			return 1;
		}
	}
	int *out, *count, n = 0, kept[64], sum = 0, want = 0, wantn = 0;
	cudaMalloc(&out, sizeof kept);
	cudaMalloc(&count, 4);
	cudaMemset(count, 0, 4);
	compact<<<2, 32>>>(in, 50, out, count);
	cudaMemcpy(&n, count, 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(kept, out, n * sizeof(int), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		sum += kept[i];
	for (int i = 0; i < 50; i++)
		if (h[i] & 1)
			want += h[i], wantn++;
	if (n != wantn || sum != want)
		return 2;
	split<<<1, 32>>>(out);
	cudaMemcpy(kept, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
	unsigned high = 0;
	for (int i = 21; i < 32; i++)
		high |= (i % 3 != 0 ? 1u : 0u) << (i - 21);
	for (int i = 0; i < 32; i++)
		if (kept[i] != (i % 3 == 0 ? 30 + 11 : (int)high))
			return 3;
	puts("shuffle_reduce ok");
	return 0;
}
