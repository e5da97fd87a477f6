/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * race: a kernel that stores to memory which other blocks read through a texture. Usage: race [apart]
 */
#include <cstdio>

static texture<int> line;

__global__ void store_and_fetch(int *p, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	p[i] = i;
	out[i] = tex1Dfetch(line, (i + 32) % n);
}

__global__ void store(int *p)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	p[i] = i;
}

__global__ void fetch(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = tex1Dfetch(line, (i + 32) % n);
}

int main(int argc, char **)
{
	enum { N = 64 };
	int *p, *out, host[N], wrong = 0;

	cudaMalloc(&p, N * sizeof(int));
	cudaMalloc(&out, N * sizeof(int));
	cudaMemset(p, 0, N * sizeof(int));
	cudaBindTexture(NULL, line, p, N * sizeof(int));
	if (argc > 1) {
		store<<<2, N / 2>>>(p);
		fetch<<<2, N / 2>>>(out, N);
	} else {
		store_and_fetch<<<2, N / 2>>>(p, out, N);
	}
	cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
	for (int i = 0; i < N; i++)
		wrong += argc > 1 && host[i] != (i + 32) % N;
	printf("race: %d wrong\n", wrong);
	cudaUnbindTexture(line);
	cudaFree(p);
	cudaFree(out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
