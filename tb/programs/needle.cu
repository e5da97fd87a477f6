// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Needleman-Wunsch alignment: a wavefront of tiles over the score matrix, one launch per diagonal, and a
// wavefront of threads inside each tile with a barrier per step.
// expect: needle ok
// arch: sm_60
#include <stdio.h>
#include <stdlib.h>

#define B 16
#define PENALTY 5

__device__ __host__ int maximum(int a, int b, int c)
{
	int k = a <= b ? b : a;
	return k <= c ? c : k;
}

__device__ __host__ int match(char a, char b) { return a == b ? 7 : -(abs(a - b) % 5); }

__global__ void tile_kernel(const char *a, const char *b, int *score, int cols, int diagonal, int first)
{
	__shared__ int t[B + 1][B + 1];
	int bx = first + blockIdx.x, by = diagonal - bx, tx = threadIdx.x;
	int r0 = by * B, c0 = bx * B;	// the tile's halo corner
	t[0][tx + 1] = score[r0 * cols + c0 + tx + 1];
	t[tx + 1][0] = score[(r0 + tx + 1) * cols + c0];
	if (tx == 0)
		t[0][0] = score[r0 * cols + c0];
	__syncthreads();
	for (int m = 0; m < 2 * B - 1; m++) {
		int y = m - tx + 1, x = tx + 1;
		if (y >= 1 && y <= B)
			t[y][x] = maximum(t[y - 1][x - 1] + match(a[r0 + y - 1], b[c0 + x - 1]), t[y][x - 1] - PENALTY,
					  t[y - 1][x] - PENALTY);
		__syncthreads();
	}
	for (int y = 1; y <= B; y++)
		score[(r0 + y) * cols + c0 + tx + 1] = t[y][tx + 1];
}

int main(int argc, char **argv)
{
	const int tiles = 4, n = tiles * B, cols = n + 1;
	char a[n], b[n], *da, *db;
	int *want = (int *)calloc(cols * cols, sizeof(int)), *got = (int *)calloc(cols * cols, sizeof(int)), *d;
	unsigned r = 77;
	for (int i = 0; i < n; i++) {
		r = r * 1103515245u + 12345u;
		a[i] = "ACGT"[r >> 30];
		b[i] = i % 5 ? a[i] : "ACGT"[r >> 20 & 3];
	}
	for (int i = 1; i < cols; i++)
		got[i] = got[i * cols] = want[i] = want[i * cols] = -PENALTY * i;
	for (int i = 1; i < cols; i++)
		for (int j = 1; j < cols; j++)
			want[i * cols + j] = maximum(want[(i - 1) * cols + j - 1] + match(a[i - 1], b[j - 1]),
						     want[i * cols + j - 1] - PENALTY, want[(i - 1) * cols + j] - PENALTY);
	cudaMalloc((void **)&da, n);
	cudaMalloc((void **)&db, n);
	cudaMalloc((void **)&d, cols * cols * sizeof(int));
	cudaMemcpy(da, a, n, cudaMemcpyHostToDevice);
	cudaMemcpy(db, b, n, cudaMemcpyHostToDevice);
	cudaMemcpy(d, got, cols * cols * sizeof(int), cudaMemcpyHostToDevice);
	for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
		int first = diagonal < tiles ? 0 : diagonal - tiles + 1, last = diagonal < tiles ? diagonal : tiles - 1;
		tile_kernel<<<last - first + 1, B>>>(da, db, d, cols, diagonal, first);
	}
	cudaMemcpy(got, d, cols * cols * sizeof(int), cudaMemcpyDeviceToHost);
	int i;
	for (i = 0; i < cols * cols && got[i] == want[i]; i++)
		;
	if (i < cols * cols) {
		printf("needle: %d is %d, not %d\n", i, got[i], want[i]);
		return EXIT_FAILURE;
	}
	printf("needle ok\n");
	return EXIT_SUCCESS;
}
