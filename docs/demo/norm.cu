// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The README's example: length of a vector; a thread per element, one number per block.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void sum_of_squares(const float *v, int n, float *total)
{
	__shared__ float part[256];
	const int i = blockIdx.x * blockDim.x + threadIdx.x;

	part[threadIdx.x] = i < n ? v[i] * v[i] : 0.0f;
	for (int half = blockDim.x / 2; half > 0; half /= 2) {
		__syncthreads();
		if (threadIdx.x < half)
			part[threadIdx.x] += part[threadIdx.x + half];
	}
	if (threadIdx.x == 0)
		atomicAdd(total, part[0]);
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 10000, size = argc > 2 ? atoi(argv[2]) : n;
	std::vector<float> v(n, 0.5f);
	float *device, *total, length = 0;

	cudaMalloc(&device, size * sizeof(float));
	cudaMalloc(&total, sizeof(float));
	cudaMemcpy(device, v.data(), size * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemset(total, 0, sizeof(float));
	sum_of_squares<<<(n + 255) / 256, 256>>>(device, n, total);
	if (cudaError_t e = cudaMemcpy(&length, total, sizeof(float), cudaMemcpyDeviceToHost)) {
		printf("%s\n", cudaGetErrorString(e));
		return 1;
	}
	printf("length %g\n", std::sqrt(length));
	return 0;
}
