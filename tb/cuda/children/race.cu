// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race: what a launch by device code orders, and what it does not. Each -D takes the order of one pair away.
#include <cstdio>

__device__ int out[8];

__global__ void add(int *p, int n) { *p += n; }
__global__ void take(const int *p, int n) { out[n] = *p; }

__global__ void after(int *p)
{
#ifndef AFTER
	*p = 1; // before the launch, by its thread: known to the child
#endif
	take<<<1, 1>>>(p, 0);
#ifdef AFTER
	*p = 1; // beside the child
#endif
}

// Other threads of the block, by a barrier
__global__ void block(int *p)
{
	p[threadIdx.x] = threadIdx.x;
#ifndef BARRIER
	__syncthreads();
#endif
	if (threadIdx.x == 0)
		take<<<1, 1>>>(p + 40, 1);
}

// Two grids in one stream, or in two
__global__ void streams(int *p)
{
	cudaStream_t s, t;

	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	add<<<1, 1, 0, s>>>(p, 1);
#ifdef STREAMS
	add<<<1, 1, 0, t>>>(p, 2);
#else
	add<<<1, 1, 0, s>>>(p, 2);
#endif
}

// Stream 0 is a block's own
__global__ void blocks(int *p)
{
#ifdef BLOCKS
	add<<<1, 1>>>(p, 1);
#else
	add<<<1, 1>>>(p + blockIdx.x, 1);
#endif
}

// A grid is complete when its children are, fire and forget (-DWITHIN) or not
__global__ void within(int *p)
{
#ifdef WITHIN
	add<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 1);
#else
	add<<<1, 1>>>(p, 1);
#endif
	*out = 1;
}
__global__ void complete(int *p)
{
	within<<<1, 1>>>(p);
	take<<<1, 1>>>(p, 2);
}

// The tail comes after all of the grid, whoever did it, and after what it launched
__global__ void tail(int *p)
{
	if (threadIdx.x == 0) {
#ifdef TAIL
		take<<<1, 1>>>(p + 40, 3);
#else
		take<<<1, 1, 0, cudaStreamTailLaunch>>>(p + 40, 3);
#endif
		take<<<1, 1, 0, cudaStreamTailLaunch>>>(p + 1, 5);
	}
	p[threadIdx.x] = 1;
	if (threadIdx.x == 1)
		add<<<1, 1>>>(p + 1, 1);
}

// A flag orders the two where both sides fence
__global__ void see(int *flag, int *p)
{
	while (!atomicAdd(flag, 0))
		;
#ifndef FLAG
	__threadfence();
#endif
	out[4] = *p;
}
__global__ void tell(int *flag, int *p)
{
	see<<<1, 1>>>(flag, p);
	*p = 5;
	__threadfence();
	atomicExch(flag, 1);
}

int main()
{
	int *p, *flag;

	cudaMallocManaged(&p, 1024);
	cudaMallocManaged(&flag, 4);
	*flag = 0;
	after<<<1, 1>>>(p);
	block<<<1, 64>>>(p);
	streams<<<1, 1>>>(p);
	blocks<<<2, 1>>>(p);
	complete<<<1, 1>>>(p);
	tail<<<1, 64>>>(p);
	tell<<<1, 1>>>(flag, p);
	add<<<1, 1>>>(p, 1); // and the host's next launch after all of it
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	printf("race: %d wrong\n", (p[0] != 6) + (p[1] != 2));
	return 0;
}
