// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// transpose: out[c][r] = in[r][c] through a 32 x 32 tile in shared memory.
//
//   rows of the tile are read from global memory, a barrier, columns are written back,
//   so that both the loads and the stores of a warp touch consecutive addresses
//
// Exercises: 2-D indexing with fewer threads than tile elements (32 x 8 threads, four rows each),
// shared memory with one column of padding, so that a column lies in 32 different banks; partial
// tiles on both edges of a matrix that is not square.
//
// usage: transpose [n]     n rows, n + 13 columns, 1..2048
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("transpose: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int TILE = 32, BLOCK_ROWS = 8;

__global__ void transpose(const int *in, int *out, int rows, int cols)
{
	__shared__ int tile[TILE][TILE + 1];
	const int x = threadIdx.x;
	const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

	for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS)
		if (row0 + y < rows && col0 + x < cols)
			tile[y][x] = in[(row0 + y) * cols + col0 + x];
	__syncthreads();
	for (int y = threadIdx.y; y < TILE; y += BLOCK_ROWS)
		if (col0 + y < cols && row0 + x < rows)
			out[(col0 + y) * rows + row0 + x] = tile[x][y];
}

int main(int argc, char **argv)
{
	const int rows = argc > 1 ? atoi(argv[1]) : 150;
	if (rows < 1 || rows > 2048) {
		fprintf(stderr, "usage: transpose [n], n from 1 to 2048\n");
		return 1;
	}
	const int cols = rows + 13;
	const size_t count = (size_t)rows * cols, bytes = count * sizeof(int);
	std::vector<int> in(count), out(count);
	unsigned random = 3;
	for (size_t i = 0; i < count; i++) {
		random = random * 1664525u + 1013904223u;
		in[i] = (int)random;
	}

	int *dev_in, *dev_out;
	CHECK(cudaMalloc(&dev_in, bytes));
	CHECK(cudaMalloc(&dev_out, bytes));
	CHECK(cudaMemcpy(dev_in, in.data(), bytes, cudaMemcpyHostToDevice));
	const dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
	transpose<<<grid, dim3(TILE, BLOCK_ROWS)>>>(dev_in, dev_out, rows, cols);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), dev_out, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_in));
	CHECK(cudaFree(dev_out));

	for (size_t i = 0; i < count; i++) {
		const int want = in[i % rows * cols + i / rows];
		if (out[i] != want) {
			printf("transpose: FAILED at index %zu: got %d want %d\n", i, out[i], want);
			return 1;
		}
	}
	printf("transpose: ok, %d x %d\n", rows, cols);
	return 0;
}
