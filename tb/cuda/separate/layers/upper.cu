// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// upper: a kernel above lower.cu, with a static function of a name that lower.cu has, too
#include "lower.h"

static __device__ int own(int x) { return x + 100; }
__global__ void kernel(int *p)
{
	*p = add(1) + pointer(2) + own(factors[1]);
	offset = 5;
}

int use()
{
	int *p, h = 0;
	set_factors();
	cudaMalloc(&p, sizeof(h));
	kernel<<<1, 1>>>(p);
	cudaMemcpy(&h, p, sizeof(h), cudaMemcpyDeviceToHost);
	return h;
}
