/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * managed: __managed__ variables: one variable, by one name and at one address, of host and device.
 */
#include <cstring>

#include "expect.h"

struct node {
	int n;
	double d[3];
	node *next;
};

__device__ __managed__ int counter = 5;
static __managed__ float array[16] = {1, 2, 3};
__managed__ node first, second;
static __managed__ int host_only = 9; /* kernels do not use it */
__managed__ int *pointer;
__managed__ __align__(64) char text[100] = "begun";
namespace in {
__managed__ int x = 1, y = 2;
}

__global__ void k(void **addresses, int i)
{
	counter += 1;
	array[i] = counter;
	first.d[2] = 2 * second.d[i - 3];
	first.next = &second;
	*pointer += 10;
	in::y += in::x;
	addresses[0] = &counter;
	addresses[1] = array + 5;
	addresses[2] = &second.d[1];
}

template <class T> static T &larger(T &a, T &b)
{
	return a > b ? a : b;
}

static int *choose(int i)
{
	switch (i) {
	case 0: return &in::x;
	case 1: return &in::y;
	default: return i > 5 ? &counter : &first.n;
	}
}

static void by_calls()
{
	cudaPointerAttributes a;
	void *p;
	size_t size;
	int v = 77, got = 0;

	OK(cudaMemcpyToSymbol(counter, &v, sizeof(v)));
	EXPECT(counter == 77);
	counter = 78;
	OK(cudaMemcpyFromSymbol(&got, counter, sizeof(got)));
	EXPECT(got == 78);
	OK(cudaGetSymbolAddress(&p, array));
	OK(cudaGetSymbolSize(&size, array));
	EXPECT(p == array && size == sizeof(array));
	OK(cudaMemcpy(&got, &counter, sizeof(got), cudaMemcpyHostToHost));
	OK(cudaMemcpy(&counter, &v, sizeof(v), cudaMemcpyHostToDevice));
	EXPECT(got == 78 && counter == 77);
	OK(cudaPointerGetAttributes(&a, &counter));
	EXPECT(a.type == cudaMemoryTypeManaged && a.hostPointer == &counter);
	OK(cudaMemPrefetchAsync(array, sizeof(array), 0, 0));
	OK(cudaStreamAttachMemAsync(0, array));
}

int main()
{
	void **addresses;

	/* no call of the runtime yet */
	EXPECT(counter++ == 5 && array[2] == 3 && host_only == 9 && array[3] == 0);
	EXPECT(!strcmp(text, "begun") && in::x == 1 && (size_t)text % 64 == 0);
	OK(cudaMallocManaged(&addresses, 3 * sizeof(void *)));
	second.d[1] = 21;
	pointer = &first.n;
	first.n = 1;
	counter++;
	k<<<1, 1>>>(addresses, 4);
	OK(cudaDeviceSynchronize());
	EXPECT(counter == 8 && array[4] == 8 && first.d[2] == 42 && first.n == 11);
	EXPECT(first.next == &second && first.next->d[1] == 21 && in::y == 3);
	EXPECT(addresses[0] == &counter && addresses[1] == array + 5 &&
	       addresses[2] == &second.d[1]);
	larger(in::x, in::y) = 50;
	*choose(0) += 4;
	*choose(9) = 100;
	EXPECT(in::y == 50 && in::x == 5 && counter == 100 && choose(3) == &first.n);
	for (int i = 0; i < 16; i++)
		array[i] = i;
	k<<<1, 1>>>(addresses, 5);
	OK(cudaDeviceSynchronize());
	EXPECT(array[5] == 101 && array[6] == 6 && in::y == 55);
	by_calls();
	OK(cudaFree(addresses));
	return expect_result();
}
