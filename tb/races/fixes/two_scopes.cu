// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// One pair of lines races within a warp, between warps and between blocks: the widest leads.
// expect: end the kernel and begin another one between line 13 and line 14: nothing orders the two blocks
// kind: (device scope)
// causes: 1
__global__ void shift(int *a, int *b)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;

#ifndef FIX
	const int v = a[i + 1];
	a[i] = v;
#else
	b[i] = a[i + 1];
#endif
}

#ifdef FIX
__global__ void second(int *a, const int *b)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;

	a[i] = b[i];
}
#endif

int main()
{
	int *a, *b;

	cudaMalloc(&a, 129 * sizeof(*a));
	cudaMalloc(&b, 129 * sizeof(*b));
	cudaMemset(a, 0, 129 * sizeof(*a));
	shift<<<2, 64>>>(a, b);
#ifdef FIX
	second<<<2, 64>>>(a, b);
#endif
	return cudaDeviceSynchronize();
}
