// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A plain read before an atomic saves atomics, and races with them.
// expect: read with atomicAdd(..., 0) on line 12: the other side is atomic
// causes: 1
__global__ void largest(int *p)
{
	const int v = blockIdx.x * blockDim.x + threadIdx.x;

#ifndef FIX
	if (p[0] < v)
#else
	if (atomicAdd(p, 0) < v)
#endif
		atomicMax(p, v);
}

int main()
{
	int *p;

	cudaMalloc(&p, sizeof(*p));
	cudaMemset(p, 0, sizeof(*p));
	largest<<<8, 64>>>(p);
	return cudaDeviceSynchronize();
}
