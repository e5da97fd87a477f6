/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * virtual: kernels for memory that virtual.c maps.
 */
extern "C" __global__ void increment(int *p, long n)
{
	for (long i = threadIdx.x + (long)blockIdx.x * blockDim.x; i < n; i += (long)gridDim.x * blockDim.x)
		p[i] += 1;
}
extern "C" __global__ void sum(int *out, const int *p, long n)
{
	int s = 0;

	for (long i = threadIdx.x; i < n; i += blockDim.x)
		s += p[i];
	atomicAdd(out, s);
}
extern "C" __global__ void racy_store(int *p)
{
	p[0] = blockIdx.x;
}
