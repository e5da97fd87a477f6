/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fault: one kernel fault of the kind that the argument names, and how the program learns it.
 * Prints the error's name; the message with place and address is on standard error.
 */
#include <cassert>
#include <cstring>

#include "expect.h"

__global__ void store(int *p, long i)
{
	p[i] = 1;
}

__global__ void store_byte_address(char *p, long i)
{
	*(int *)(p + i) = 1;
}

__global__ void check(int v)
{
	assert(v == 42);
}

__global__ void stop()
{
	__trap();
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "";
	int *p, *later, v = 0;
	cudaError_t e;

	cudaMalloc(&p, 64);
	cudaMallocManaged(&later, 4);
	*later = 0;
	if (!strcmp(kind, "null"))
		store<<<1, 1>>>(NULL, 2);
	else if (!strcmp(kind, "past"))
		store<<<1, 1>>>(p, 16);
	else if (!strcmp(kind, "misaligned"))
		store_byte_address<<<1, 1>>>((char *)p, 2);
	else if (!strcmp(kind, "assert"))
		check<<<1, 1>>>(41);
	else if (!strcmp(kind, "trap"))
		stop<<<1, 1>>>();
	else if (!strcmp(kind, "freed")) {
		cudaFree(p);
		store<<<1, 1>>>(p, 0);
	} else
		return 9;
	EXPECT(cudaGetLastError() == cudaSuccess); /* not known yet */
	store<<<1, 1>>>(later, 0);
	EXPECT(cudaGetLastError() == cudaSuccess);
	EXPECT(*later == 0); /* never ran */
	e = cudaMemcpy(&v, later, 4, cudaMemcpyDeviceToHost);
	EXPECT(e != cudaSuccess && cudaGetLastError() == e);
	EXPECT(cudaPeekAtLastError() == e && cudaGetLastError() == e); /* for good */
	EXPECT(cudaDeviceSynchronize() == e && cudaMalloc(&p, 4) == e);
	store<<<1, 1>>>(later, 0);
	EXPECT(cudaGetLastError() == e && *later == 0);
	EXPECT(cudaDeviceReset() == cudaSuccess && cudaGetLastError() == cudaSuccess);
	EXPECT(cudaMalloc(&p, 64) == cudaSuccess);
	store<<<1, 1>>>(p, 0);
	EXPECT(cudaDeviceSynchronize() == cudaSuccess);
	printf("%s\n", cudaGetErrorName(e));
	return expect_failures ? 1 : 0;
}
