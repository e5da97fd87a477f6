// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// tiles: a matrix product by tiles of 16 x 16 in shared memory, as tutorials have it. For make bench: what coalesced rows
// of half a warp, shared memory and barriers cost together. About 12 million warp instructions by default.
//
// usage: tiles [n]     products, 1..1000
// COUNTED: blocks are counted, so that the order of warps could matter as far as one knows beforehand (make bench).
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int TILE = 16, N = 160, COUNT = N * N;

__device__ int blocks;

__global__ void product(const float *a, const float *b, float *c)
{
	__shared__ float left[TILE][TILE], right[TILE][TILE];
	const int x = threadIdx.x, y = threadIdx.y;
	const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;

	for (int k = 0; k < N; k += TILE) {
		left[y][x] = a[row * N + k + x];
		right[y][x] = b[(k + y) * N + column];
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; i++)
			sum += left[y][i] * right[i][x];
		__syncthreads();
	}
	c[row * N + column] = sum;
#ifdef COUNTED
	if (x == 0 && y == 0)
		atomicAdd(&blocks, 1);
#endif
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 20;
	if (n < 1 || n > 1000) {
		fprintf(stderr, "usage: tiles [n], n from 1 to 1000\n");
		return 1;
	}
	std::vector<float> a(COUNT), b(COUNT), c(COUNT);
	for (int i = 0; i < COUNT; i++) {	// small whole numbers: every sum is exact
		a[i] = (float)(i % 7);
		b[i] = (float)(i % 5);
	}

	const size_t bytes = COUNT * sizeof(float);
	float *dev_a, *dev_b, *dev_c;
	cudaMalloc(&dev_a, bytes);
	cudaMalloc(&dev_b, bytes);
	cudaMalloc(&dev_c, bytes);
	cudaMemcpy(dev_a, a.data(), bytes, cudaMemcpyHostToDevice);
	cudaMemcpy(dev_b, b.data(), bytes, cudaMemcpyHostToDevice);
	for (int i = 0; i < n; i++)
		product<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(dev_a, dev_b, dev_c);
	if (cudaMemcpy(c.data(), dev_c, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) {
		printf("tiles: FAILED: %s\n", cudaGetErrorString(cudaGetLastError()));
		return 1;
	}
	for (int i = 0; i < COUNT; i++) {
		float want = 0;
		for (int k = 0; k < N; k++)
			want += a[i / N * N + k] * b[k * N + i % N];
		if (c[i] != want) {
			printf("tiles: FAILED at index %d: got %g want %g\n", i, c[i], want);
			return 1;
		}
	}
	printf("tiles: ok, %d products of %d x %d\n", n, N, N);
	return 0;
}
