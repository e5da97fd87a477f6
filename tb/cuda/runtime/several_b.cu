/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * several_b: the other file.
 */
#include "several.h"

static __device__ int value = 20;

static __global__ void add(int *p)
{
	*p += value;
}

int from_b(int *device)
{
	int v = 0;

	add<<<1, 1>>>(device);
	common<int><<<1, 1>>>(device, 1000);
	cudaMemcpyFromSymbol(&v, value, sizeof(v));
	return v;
}
