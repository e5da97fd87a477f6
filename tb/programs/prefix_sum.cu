// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Work-efficient exclusive scan (up-sweep, down-sweep) in dynamic shared memory with padding macros, block
// sums scanned by a recursive host function, then added: three kernels.
// expect: prefix_sum ok
// arch: sm_60
#include <cstdio>
#include <vector>

#define LOG_BANKS 5
#define PAD(n) ((n) + ((n) >> LOG_BANKS))
#define BLOCK 64
#define ELEMENTS (2 * BLOCK)

__global__ void scanBlocks(int *out, const int *in, int n, int *blockSums)
{
	extern __shared__ int temp[];
	int tid = threadIdx.x, base = blockIdx.x * ELEMENTS, offset = 1;
	int ai = tid, bi = tid + BLOCK;
	temp[PAD(ai)] = base + ai < n ? in[base + ai] : 0;
	temp[PAD(bi)] = base + bi < n ? in[base + bi] : 0;
	for (int d = BLOCK; d > 0; d >>= 1) {
		__syncthreads();
		if (tid < d) {
			int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
			temp[PAD(b)] += temp[PAD(a)];
		}
		offset *= 2;
	}
	if (tid == 0) {
		blockSums[blockIdx.x] = temp[PAD(ELEMENTS - 1)];
		temp[PAD(ELEMENTS - 1)] = 0;
	}
	for (int d = 1; d < ELEMENTS; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (tid < d) {
			int a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1, t = temp[PAD(a)];
			temp[PAD(a)] = temp[PAD(b)];
			temp[PAD(b)] += t;
		}
	}
	__syncthreads();
	if (base + ai < n)
		out[base + ai] = temp[PAD(ai)];
	if (base + bi < n)
		out[base + bi] = temp[PAD(bi)];
}

__global__ void addSums(int *data, int n, const int *sums)
{
	__shared__ int s;
	if (threadIdx.x == 0)
		s = sums[blockIdx.x];
	__syncthreads();
	for (int i = blockIdx.x * ELEMENTS + threadIdx.x; i < n && i < (int)(blockIdx.x + 1) * ELEMENTS; i += BLOCK)
		data[i] += s;
}

void scan(int *out, const int *in, int n)
{
	int blocks = (n + ELEMENTS - 1) / ELEMENTS, *sums, *scanned;
	cudaMalloc(&sums, blocks * sizeof(int));
	cudaMalloc(&scanned, blocks * sizeof(int));
	scanBlocks<<<blocks, BLOCK, PAD(ELEMENTS) * sizeof(int)>>>(out, in, n, sums);
	if (blocks > 1) {
		scan(scanned, sums, blocks);
		addSums<<<blocks, BLOCK>>>(out, n, scanned);
	}
	cudaFree(sums);
	cudaFree(scanned);
}

int main()
{
	for (int n : {1, 2, 127, 128, 129, 5000, 17000}) {
		std::vector<int> h(n), r(n);
		for (int i = 0; i < n; i++)
			h[i] = i * 31 % 17 - 5;
		int *in, *out, sum = 0;
		cudaMalloc(&in, n * sizeof(int));
		cudaMalloc(&out, n * sizeof(int));
		cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
		scan(out, in, n);
		cudaMemcpy(r.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
		cudaFree(in);
		cudaFree(out);
		for (int i = 0; i < n; sum += h[i++])
			if (r[i] != sum) {
				printf("n %d, %d: %d not %d\n", n, i, r[i], sum);
				return 1;
			}
	}
	printf("prefix_sum ok\n");
	return 0;
}
