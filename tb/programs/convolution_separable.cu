// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Separable convolution: kernel weights in constant memory, rows and columns with apron in shared memory,
// compile-time unrolled radius, helper header included under its usual name.
// expect: convolution_separable: PASS
// arch: sm_60
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIUS 4
#define KERNEL_W (2 * RADIUS + 1)
#define TILE_W 32
#define TILE_H 8
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
	if (result) {
		fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result),
			cudaGetErrorName(result), func);
		exit(EXIT_FAILURE);
	}
}

__constant__ float c_Kernel[KERNEL_W];

__global__ void rowsKernel(float *dst, const float *src, int w, int h)
{
	__shared__ float s[TILE_H][TILE_W + 2 * RADIUS];
	const int x = blockIdx.x * TILE_W + threadIdx.x, y = blockIdx.y * TILE_H + threadIdx.y;
	const float *row = src + y * w;
	s[threadIdx.y][threadIdx.x + RADIUS] = row[x];
	if (threadIdx.x < RADIUS) {
		s[threadIdx.y][threadIdx.x] = x >= RADIUS ? row[x - RADIUS] : 0;
		s[threadIdx.y][threadIdx.x + TILE_W + RADIUS] = x + TILE_W < w ? row[x + TILE_W] : 0;
	}
	__syncthreads();
	float sum = 0;
#pragma unroll
	for (int j = -RADIUS; j <= RADIUS; j++)
		sum += c_Kernel[RADIUS - j] * s[threadIdx.y][threadIdx.x + RADIUS + j];
	dst[y * w + x] = sum;
}

__global__ void columnsKernel(float *dst, const float *src, int w, int h)
{
	__shared__ float s[TILE_W][TILE_H * 2 + 2 * RADIUS + 1];
	const int x = blockIdx.x * TILE_W + threadIdx.x, y0 = blockIdx.y * TILE_H * 2;
	for (int i = threadIdx.y; i < TILE_H * 2 + 2 * RADIUS; i += TILE_H) {
		int y = y0 + i - RADIUS;
		s[threadIdx.x][i] = y >= 0 && y < h ? src[y * w + x] : 0;
	}
	__syncthreads();
	for (int k = 0; k < 2; k++) {
		float sum = 0;
#pragma unroll
		for (int j = -RADIUS; j <= RADIUS; j++)
			sum += c_Kernel[RADIUS - j] * s[threadIdx.x][threadIdx.y + k * TILE_H + RADIUS + j];
		dst[(y0 + threadIdx.y + k * TILE_H) * w + x] = sum;
	}
}

int main(int argc, char **argv)
{
	const int w = 96, h = 48;
	float *h_in = (float *)malloc(w * h * sizeof(float)), *h_out = (float *)malloc(w * h * sizeof(float));
	double *tmp = (double *)malloc(w * h * sizeof(double));
	float k[KERNEL_W], *d_in, *d_tmp, *d_out;
	for (int i = 0; i < KERNEL_W; i++)
		k[i] = 1.0f / (1 + i) - 0.2f;
	unsigned r = 15;
	for (int i = 0; i < w * h; i++)
		h_in[i] = (float)((r = r * 69069u + 5) >> 24);
	checkCudaErrors(cudaMalloc((void **)&d_in, w * h * sizeof(float)));
	checkCudaErrors(cudaMalloc((void **)&d_tmp, w * h * sizeof(float)));
	checkCudaErrors(cudaMalloc((void **)&d_out, w * h * sizeof(float)));
	checkCudaErrors(cudaMemcpyToSymbol(c_Kernel, k, KERNEL_W * sizeof(float)));
	checkCudaErrors(cudaMemcpy(d_in, h_in, w * h * sizeof(float), cudaMemcpyHostToDevice));
	rowsKernel<<<dim3(w / TILE_W, h / TILE_H), dim3(TILE_W, TILE_H)>>>(d_tmp, d_in, w, h);
	checkCudaErrors(cudaGetLastError());
	columnsKernel<<<dim3(w / TILE_W, h / (TILE_H * 2)), dim3(TILE_W, TILE_H)>>>(d_out, d_tmp, w, h);
	checkCudaErrors(cudaGetLastError());
	checkCudaErrors(cudaDeviceSynchronize());
	checkCudaErrors(cudaMemcpy(h_out, d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));

	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			tmp[y * w + x] = 0;
			for (int j = -RADIUS; j <= RADIUS; j++)
				if (x + j >= 0 && x + j < w)
					tmp[y * w + x] += (double)k[RADIUS - j] * h_in[y * w + x + j];
		}
	double delta = 0, norm = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			double sum = 0;
			for (int j = -RADIUS; j <= RADIUS; j++)
				if (y + j >= 0 && y + j < h)
					sum += k[RADIUS - j] * tmp[(y + j) * w + x];
			delta += (sum - h_out[y * w + x]) * (sum - h_out[y * w + x]);
			norm += sum * sum;
		}
	printf("convolution_separable: %s\n", delta < 1e-12 * norm ? "PASS" : "FAIL");
	checkCudaErrors(cudaFree(d_in));
	checkCudaErrors(cudaFree(d_tmp));
	checkCudaErrors(cudaFree(d_out));
	free(h_in);
	free(h_out);
	free(tmp);
	return delta < 1e-12 * norm ? EXIT_SUCCESS : EXIT_FAILURE;
}
