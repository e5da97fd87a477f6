// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// lower: device code that upper.cu uses: a function, a constant, a variable and a function pointer.
#include "lower.h"

__constant__ int factors[4];
__device__ int offset = 3;
static __device__ int own(int x) { return x + 1; }
__device__ int add(int x) { return own(x) + factors[1] + offset; }
__device__ function pointer = add;

void set_factors()
{
	const int host[4] = {0, 10, 0, 0};
	cudaMemcpyToSymbol(factors, host, sizeof(host));
}
