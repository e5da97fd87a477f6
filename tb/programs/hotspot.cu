// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// In the style of old benchmark suites: C with macros and usage(), gettimeofday, a temperature grid with
// power input, several time steps per launch in a shared tile that shrinks.
// args: 48 8
// expect: PASSED
// arch: sm_60
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <assert.h>

#define BLOCK_SIZE 16
#define EXPAND 2	/* steps per launch */
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

void usage(int argc, char **argv)
{
	fprintf(stderr, "Usage: %s <side> <steps>\n", argv[0]);
	exit(1);
}

void fatal(const char *s)
{
	fprintf(stderr, "error: %s\n", s);
	exit(1);
}

__global__ void calculate_temp(int iteration, float *power, float *src, float *dst, int side)
{
	__shared__ float temp[BLOCK_SIZE][BLOCK_SIZE];
	__shared__ float power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
	__shared__ float next[BLOCK_SIZE][BLOCK_SIZE];
	int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	int small = BLOCK_SIZE - 2 * EXPAND;
	int x = bx * small - EXPAND + tx, y = by * small - EXPAND + ty;
	int inside = IN_RANGE(x, 0, side - 1) && IN_RANGE(y, 0, side - 1);
	bool computed = false;

	if (inside) {
		temp[ty][tx] = src[y * side + x];
		power_on_cuda[ty][tx] = power[y * side + x];
	}
	__syncthreads();
	int W = 0;
	for (int i = 0; i < iteration; i++) {
		computed = false;
		if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) && inside) {
			computed = true;
			int N = y > 0 ? ty - 1 : ty, S = y < side - 1 ? ty + 1 : ty;
			W = x > 0 ? tx - 1 : tx;
			int E = x < side - 1 ? tx + 1 : tx;
			next[ty][tx] = temp[ty][tx] + 0.125f * (power_on_cuda[ty][tx] +
				(temp[S][tx] + temp[N][tx] - 2.0f * temp[ty][tx]) +
				(temp[ty][E] + temp[ty][W] - 2.0f * temp[ty][tx]));
		}
		__syncthreads();
		if (i == iteration - 1)
			break;
		if (computed)
			temp[ty][tx] = next[ty][tx];
		__syncthreads();
	}
	if (computed)
		dst[y * side + x] = next[ty][tx];
}

int main(int argc, char **argv)
{
	if (argc != 3)
		usage(argc, argv);
	int side = atoi(argv[1]), steps = atoi(argv[2]), size = side * side, src = 0, i, t;
	float *T, *P, *ref, *tmp, *MatrixTemp[2], *MatrixPower;
	struct timeval a, b;
	if (side < 4 || !(T = (float *)malloc(size * 4)) || !(P = (float *)malloc(size * 4)) ||
	    !(ref = (float *)malloc(size * 4)) || !(tmp = (float *)malloc(size * 4)))
		fatal("unable to allocate memory");
	srand(7);
	unsigned r = 7;
	for (i = 0; i < size; i++) {
		r = r * 1103515245 + 12345;
		ref[i] = T[i] = 320 + (r >> 16) % 64 * 0.25f;
		P[i] = (r >> 24) * 0.015625f;
	}
	cudaMalloc((void **)&MatrixTemp[0], sizeof(float) * size);
	cudaMalloc((void **)&MatrixTemp[1], sizeof(float) * size);
	cudaMalloc((void **)&MatrixPower, sizeof(float) * size);
	cudaMemcpy(MatrixTemp[0], T, sizeof(float) * size, cudaMemcpyHostToDevice);
	cudaMemcpy(MatrixPower, P, sizeof(float) * size, cudaMemcpyHostToDevice);
	gettimeofday(&a, NULL);
	int small = BLOCK_SIZE - 2 * EXPAND, blocks = (side + small - 1) / small;
	dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
	dim3 dimGrid(blocks, blocks);
	for (t = 0; t < steps; t += EXPAND) {
		calculate_temp<<<dimGrid, dimBlock>>>(MIN(EXPAND, steps - t), MatrixPower, MatrixTemp[src], MatrixTemp[1 - src], side);
		src = 1 - src;
	}
	cudaThreadSynchronize();
	gettimeofday(&b, NULL);
	assert(b.tv_sec >= a.tv_sec);
	cudaMemcpy(T, MatrixTemp[src], sizeof(float) * size, cudaMemcpyDeviceToHost);
	for (t = 0; t < steps; t++) {
		for (int y = 0; y < side; y++)
			for (int x = 0; x < side; x++) {
				float c = ref[y * side + x];
				float n = ref[(y > 0 ? y - 1 : y) * side + x], s = ref[(y < side - 1 ? y + 1 : y) * side + x];
				float w = ref[y * side + (x > 0 ? x - 1 : x)], e = ref[y * side + (x < side - 1 ? x + 1 : x)];
				tmp[y * side + x] = c + 0.125f * (P[y * side + x] + (s + n - 2.0f * c) + (e + w - 2.0f * c));
			}
		memcpy(ref, tmp, size * 4);
	}
	for (i = 0; i < size; i++)
		if (!(T[i] - ref[i] < 1e-3f && ref[i] - T[i] < 1e-3f)) {
			printf("FAILED: %d: %f %f\n", i, T[i], ref[i]);
			return EXIT_FAILURE;
		}
	printf("PASSED\n");
	cudaFree(MatrixPower);
	cudaFree(MatrixTemp[0]);
	cudaFree(MatrixTemp[1]);
	free(T);
	free(P);
	free(ref);
	free(tmp);
	return EXIT_SUCCESS;
}
