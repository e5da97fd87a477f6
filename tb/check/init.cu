// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// init NAME: memory that is read before, or after, somebody has written it; what is freed in the end and what
// is not.
#include <cstdio>
#include <cstring>

__device__ int variable[4];

__global__ void copy(int *out, const int *in)
{
	out[threadIdx.x] = in[threadIdx.x];
}

__global__ void tile(int *out, int n)
{
	__shared__ int s[64];
	int i = threadIdx.x;
	if (i < n)
		s[i] = i;
	__syncthreads();
	out[i] = s[63 - i];
}

__global__ void one_byte(char *p, int *out)
{
	p[1] = 1;
	*out = *(int *)p;
}

__global__ void count(int *p)
{
	atomicAdd(p, 1);
}

__global__ void heap(int *out)
{
	int *p = (int *)malloc(8);
	p[0] = 1;
	*out = p[0] + p[1];
	free(p);
}

__global__ void sum(int *out, const int *in)
{
	out[threadIdx.x] += in[threadIdx.x] + variable[threadIdx.x & 3];
}

static int run(const char *name, int *a, int *b, int *m, int *h)
{
	static int host[64];

	if (!strcmp(name, "copy"))
		copy<<<1, 64>>>(b, a);
	else if (!strcmp(name, "tile"))
		tile<<<2, 64>>>(b, 60);
	else if (!strcmp(name, "byte"))
		one_byte<<<1, 1>>>((char *)a, b);
	else if (!strcmp(name, "atomic"))
		count<<<1, 32>>>(a);
	else if (!strcmp(name, "heap"))
		heap<<<1, 1>>>(b);
	else if (!strcmp(name, "half")) { // the state goes with the copy
		cudaMemset(a, 0, 128);
		cudaMemcpy(b, a, 256, cudaMemcpyDeviceToDevice);
		copy<<<1, 64>>>(a, b);
	} else if (!strcmp(name, "again")) { // the address may come back, the bytes do not
		int *p;
		cudaMemset(a, 0, 256);
		for (int i = 0; i < 3; i++) {
			cudaMallocAsync(&p, 256, 0);
			copy<<<1, 64>>>(i ? b : p, i ? p : a);
			cudaFreeAsync(p, 0);
		}
	} else if (!strcmp(name, "ok")) {
		cudaMemcpy(a, host, 256, cudaMemcpyHostToDevice);
		cudaMemset2D(b, 128, 0, 128, 2);
		tile<<<2, 64>>>(b, 64);
		sum<<<1, 64>>>(a, b);
		copy<<<1, 64>>>(b, m);
		copy<<<1, 64>>>(m, h);
		cudaMemcpyToSymbol(variable, host, 16);
		sum<<<1, 64>>>(m, b);
		count<<<1, 32>>>(a);
	} else if (!strcmp(name, "host")) {
		cudaMemcpy(host, a, 256, cudaMemcpyDeviceToHost);
	} else if (!strcmp(name, "reset")) {
		cudaDeviceReset();
		return 0;
	} else if (!strcmp(name, "fault")) {
		copy<<<1, 64>>>(b, nullptr);
	} else if (strcmp(name, "leak") != 0)
		return 2;
	cudaDeviceSynchronize();
	if (!strcmp(name, "leak"))
		return 0;
	cudaFree(a);
	cudaFree(b);
	cudaFree(m);
	cudaFreeHost(h);
	return 0;
}

int main(int argc, char **argv)
{
	int *a, *b, *m, *h;

	cudaMalloc(&a, 256);
	cudaMalloc(&b, 256);
	cudaMallocManaged(&m, 400);
	cudaMallocHost(&h, 500);
	return argc > 1 ? run(argv[1], a, b, m, h) : 2;
}
