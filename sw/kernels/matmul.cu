// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// matmul: C = A * B for square matrices, one 16 x 16 tile of C per block.
//
//   for each pair of tiles:  global -> shared | barrier | 16 products per thread | barrier
//
// Exercises: 2-D blocks and grid, shared memory, two barriers per step (the second keeps a fast
// warp from overwriting a tile that a slow one still reads), partial tiles at the edge.
// Check: the entries are small integers, so that every partial sum is exact in float and the
// result does not depend on fused multiply-add.
//
// usage: matmul [n]     n x n matrices, 1..1024
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("matmul: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int TILE = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float tile_a[TILE][TILE];
	__shared__ float tile_b[TILE][TILE];
	const int x = threadIdx.x, y = threadIdx.y;
	const int row = blockIdx.y * TILE + y;
	const int col = blockIdx.x * TILE + x;
	float sum = 0.0f;

	for (int k0 = 0; k0 < n; k0 += TILE) {
		// Outside the matrix a tile holds zeros; no thread may skip the barriers.
		tile_a[y][x] = row < n && k0 + x < n ? a[row * n + k0 + x] : 0.0f;
		tile_b[y][x] = k0 + y < n && col < n ? b[(k0 + y) * n + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += tile_a[y][k] * tile_b[k][x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

static unsigned next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 72;
	if (n < 1 || n > 1024) {
		fprintf(stderr, "usage: matmul [n], n from 1 to 1024\n");
		return 1;
	}
	const size_t count = (size_t)n * n, bytes = count * sizeof(float);
	std::vector<float> a(count), b(count), c(count), want(count, 0.0f);
	unsigned random = 1;
	for (size_t i = 0; i < count; i++) {
		a[i] = (float)(next_random(&random) % 17) - 8.0f;
		b[i] = (float)(next_random(&random) % 17) - 8.0f;
	}

	float *dev_a, *dev_b, *dev_c;
	CHECK(cudaMalloc(&dev_a, bytes));
	CHECK(cudaMalloc(&dev_b, bytes));
	CHECK(cudaMalloc(&dev_c, bytes));
	CHECK(cudaMemcpy(dev_a, a.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dev_b, b.data(), bytes, cudaMemcpyHostToDevice));
	const unsigned tiles = (n + TILE - 1) / TILE;
	matmul<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(dev_a, dev_b, dev_c, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(c.data(), dev_c, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_a));
	CHECK(cudaFree(dev_b));
	CHECK(cudaFree(dev_c));

	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				want[i * n + j] += a[i * n + k] * b[k * n + j];
	for (size_t i = 0; i < count; i++) {
		if (c[i] != want[i]) {
			printf("matmul: FAILED at index %zu: got %g want %g\n", i, c[i], want[i]);
			return 1;
		}
	}
	printf("matmul: ok, %d x %d\n", n, n);
	return 0;
}
