// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Two kernels (one of a template) with a race each; what lies between them is ordered by the launches.
#include <cstdio>

__device__ int box[2];

template <typename T>
__global__ void first(T *p)
{
	*(volatile T *)p = blockIdx.x;
}

namespace other {
__global__ void second()
{
	atomicAdd_block(&box[1], 1);
}
} // namespace other

int main()
{
	int *p;

	cudaGetSymbolAddress((void **)&p, box);
	first<int><<<2, 1>>>(p);
	other::second<<<2, 1>>>();
	printf("%d\n", cudaDeviceSynchronize());
	return 0;
}
