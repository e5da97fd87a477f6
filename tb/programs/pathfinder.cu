// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Dynamic programming by rows in the style of benchmark suites: several rows per launch, halo that shrinks,
// two-dimensional host arrays made of pointers, global variables, C-style casts.
// expect: pathfinder ok
// arch: sm_60
#include <stdio.h>
#include <stdlib.h>
#include <iostream>
using namespace std;

#define BLOCK_SIZE 64
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

int rows = 21, cols = 300, pyramid_height = 4;
int *data;
int **wall;
int *result;

void init()
{
	data = new int[rows * cols];
	wall = new int *[rows];
	for (int n = 0; n < rows; n++)
		wall[n] = data + cols * n;
	result = new int[cols];
	unsigned seed = 9;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++) {
			seed = seed * 1103515245u + 12345u;
			wall[i][j] = (seed >> 16) % 10;
		}
}

__global__ void dynproc_kernel(int iteration, int *gpuWall, int *gpuSrc, int *gpuResults, int cols, int startStep, int border)
{
	__shared__ int prev[BLOCK_SIZE];
	__shared__ int result[BLOCK_SIZE];
	int tx = threadIdx.x;
	int small = BLOCK_SIZE - border * 2;
	int x = small * blockIdx.x - border + tx;
	bool valid = IN_RANGE(x, 0, cols - 1), computed = false;
	if (valid)
		prev[tx] = gpuSrc[x];
	__syncthreads();
	for (int i = 0; i < iteration; i++) {
		computed = false;
		if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && valid) {
			computed = true;
			int W = x > 0 ? tx - 1 : tx, E = x < cols - 1 ? tx + 1 : tx;
			int shortest = MIN(MIN(prev[W], prev[tx]), prev[E]);
			result[tx] = shortest + gpuWall[cols * (startStep + i) + x];
		}
		__syncthreads();
		if (computed)
			prev[tx] = result[tx];
		__syncthreads();
	}
	if (computed)
		gpuResults[x] = result[tx];
}

int main(int argc, char **argv)
{
	init();
	int *gpuWall, *gpuResult[2], src = 1, dst = 0;
	int border = pyramid_height, small = BLOCK_SIZE - border * 2;
	int blockCols = cols / small + ((cols % small == 0) ? 0 : 1);
	cudaMalloc((void **)&gpuResult[0], sizeof(int) * cols);
	cudaMalloc((void **)&gpuResult[1], sizeof(int) * cols);
	cudaMemcpy(gpuResult[0], data, sizeof(int) * cols, cudaMemcpyHostToDevice);
	cudaMalloc((void **)&gpuWall, sizeof(int) * (rows * cols - cols));
	cudaMemcpy(gpuWall, data + cols, sizeof(int) * (rows * cols - cols), cudaMemcpyHostToDevice);
	for (int t = 0; t < rows - 1; t += pyramid_height) {
		int temp = src;
		src = dst;
		dst = temp;
		dynproc_kernel<<<blockCols, BLOCK_SIZE>>>(MIN(pyramid_height, rows - t - 1), gpuWall, gpuResult[src],
							  gpuResult[dst], cols, t, border);
	}
	cudaMemcpy(result, gpuResult[dst], sizeof(int) * cols, cudaMemcpyDeviceToHost);

	int *best = new int[cols], *next = new int[cols];
	for (int j = 0; j < cols; j++)
		best[j] = wall[0][j];
	for (int i = 1; i < rows; i++) {
		for (int j = 0; j < cols; j++) {
			int m = best[j];
			if (j > 0) m = min(m, best[j - 1]);
			if (j < cols - 1) m = min(m, best[j + 1]);
			next[j] = m + wall[i][j];
		}
		swap(best, next);
	}
	for (int j = 0; j < cols; j++)
		if (result[j] != best[j]) {
			cout << "column " << j << ": " << result[j] << " not " << best[j] << endl;
			return 1;
		}
	cout << "pathfinder ok" << endl;
	delete[] data;
	delete[] wall;
	delete[] result;
	delete[] best;
	delete[] next;
	return 0;
}
