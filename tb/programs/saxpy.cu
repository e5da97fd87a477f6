// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The first program everybody writes: gpuErrchk, grid-stride saxpy, timing with events, device query.
// expect: Max error: 0.000000
// arch: sm_60
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
	if (code != cudaSuccess) {
		fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
		if (abort) exit(code);
	}
}

__global__
void saxpy(int n, float a, float *x, float *y)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] = a * x[i] + y[i];
}

int main(void)
{
	int N = 1 << 14, numSMs, devId = 0;
	float *x, *y, *d_x, *d_y;
	x = (float *)malloc(N * sizeof(float));
	y = (float *)malloc(N * sizeof(float));

	gpuErrchk(cudaSetDevice(devId));
	gpuErrchk(cudaDeviceGetAttribute(&numSMs, cudaDevAttrMultiProcessorCount, devId));
	gpuErrchk(cudaMalloc(&d_x, N * sizeof(float)));
	gpuErrchk(cudaMalloc(&d_y, N * sizeof(float)));
	for (int i = 0; i < N; i++) {
		x[i] = 1.0f;
		y[i] = 2.0f;
	}
	gpuErrchk(cudaMemcpy(d_x, x, N * sizeof(float), cudaMemcpyHostToDevice));
	gpuErrchk(cudaMemcpy(d_y, y, N * sizeof(float), cudaMemcpyHostToDevice));

	cudaEvent_t start, stop;
	gpuErrchk(cudaEventCreate(&start));
	gpuErrchk(cudaEventCreate(&stop));
	gpuErrchk(cudaEventRecord(start));
	saxpy<<<2 * numSMs, 256>>>(N, 2.0f, d_x, d_y);
	gpuErrchk(cudaPeekAtLastError());
	gpuErrchk(cudaDeviceSynchronize());
	gpuErrchk(cudaEventRecord(stop));
	gpuErrchk(cudaMemcpy(y, d_y, N * sizeof(float), cudaMemcpyDeviceToHost));
	gpuErrchk(cudaEventSynchronize(stop));
	float milliseconds = 0;
	gpuErrchk(cudaEventElapsedTime(&milliseconds, start, stop));

	float maxError = 0.0f;
	for (int i = 0; i < N; i++)
		maxError = fmaxf(maxError, fabsf(y[i] - 4.0f));
	printf("Max error: %f\n", maxError);
	fprintf(stdout, "Effective Bandwidth (GB/s): %s\n", N * 4 * 3 / milliseconds / 1e6 > 0 ? "some" : "none");
	cudaFree(d_x);
	cudaFree(d_y);
	free(x);
	free(y);
	return maxError != 0.0f;
}
