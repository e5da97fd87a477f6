/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * several_a: the same static names as in several_b.cu, with another meaning.
 */
#include "expect.h"
#include "several.h"

static __device__ int value = 1;

static __global__ void add(int *p)
{
	*p += value;
}

int from_a(int *device)
{
	int v = 0;

	add<<<1, 1>>>(device);
	common<int><<<1, 1>>>(device, 1000);
	EXPECT(cudaMemcpyFromSymbol(&v, value, sizeof(v)) == cudaSuccess);
	return v;
}

int main()
{
	int *d, v = 0;

	OK(cudaMalloc(&d, sizeof(v)));
	OK(cudaMemset(d, 0, sizeof(v)));
	EXPECT(from_a(d) == 1);
	EXPECT(from_b(d) == 20);
	EXPECT(from_a(d) == 1);
	OK(cudaMemcpy(&v, d, sizeof(v), cudaMemcpyDeviceToHost));
	EXPECT(v == 1 + 20 + 1 + 3000);
	return expect_result();
}
