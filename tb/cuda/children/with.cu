// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// with: launches by device code beside other things that the oracle numbers by block: asynchronous copies in parents
// and children, and clusters, which are refused.
//
//   NO_WAIT    a child reads its copy's destination before the copy is complete: a race
//   CLUSTER    a kernel in a cluster launches one
//   CHILD      one in a cluster is launched
//   SCOPE      a launched kernel has a fence of cluster scope: nothing that the oracle knows of it
#include <cstdio>
#include <cuda_pipeline.h>

enum { N = 64, BLOCKS = 3 };

__device__ int in[BLOCKS * N], out[BLOCKS * N];

// Each thread takes the number of its neighbour, in two steps over shared memory.
__device__ void turn(const int *from, int *to)
{
	__shared__ __align__(16) int part[N];
	const int at = blockIdx.x * N;

	__pipeline_memcpy_async(&part[threadIdx.x], &from[at + threadIdx.x], sizeof(int));
	__pipeline_commit();
#ifndef NO_WAIT
	__pipeline_wait_prior(0);
#endif
	__syncthreads();
	to[at + threadIdx.x] = part[(threadIdx.x + 1) % N];
}

#ifdef CHILD
__global__ void __cluster_dims__(3, 1, 1) child(int *mid)
#else
__global__ void child(int *mid)
#endif
{
#ifdef SCOPE
	asm volatile("fence.acq_rel.cluster;" ::: "memory");
#endif
	turn(mid, out);
}

#ifdef CLUSTER
__global__ void __cluster_dims__(3, 1, 1) parent(int *mid)
#else
__global__ void parent(int *mid)
#endif
{
	turn(in, mid);
	if (!threadIdx.x && !blockIdx.x)
		child<<<BLOCKS, N, 0, cudaStreamTailLaunch>>>(mid);
}

int main()
{
	int host[BLOCKS * N], *mid, wrong = 0;

	for (int i = 0; i < BLOCKS * N; i++)
		host[i] = 3 * i;
	cudaMemcpyToSymbol(in, host, sizeof(host));
	cudaMalloc(&mid, sizeof(host));
	parent<<<BLOCKS, N>>>(mid);
	cudaMemcpyFromSymbol(host, out, sizeof(host));
	for (int i = 0; i < BLOCKS * N; i++)
		wrong += host[i] != 3 * (i / N * N + (i + 2) % N);
	printf("with: %d wrong\n", wrong);
	return wrong || cudaGetLastError() != cudaSuccess;
}
