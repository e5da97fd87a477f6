// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Device printf: every conversion, widths, literal per cent, strings, 64-bit, no arguments, its result.
// expect: int -7, unsigned 7, hex ff FF 0x1f, octal 17, char A, 100%
// expect: long -9000000000, unsigned long 18446744073709551615, size 40
// expect: float 1.500000 1.5 2.50e+00, padded [   42] [42   ] [00042] [+3] [ 3.14]
// expect: string [device] [  abc], pointer is set, star [    9]
// expect: no arguments
// expect: returned 2
// arch: sm_60
#include <cstdio>

__device__ const char *word = "device";

__global__ void print(int seven)
{
	printf("int %d, unsigned %u, hex %x %X %#x, octal %o, char %c, 100%%\n", -seven, seven, 255, 255, 31, 15, 'A');
	printf("long %ld, unsigned long %llu, size %zu\n", -9000000000L, ~0ULL, sizeof(double) * 5);
	printf("float %f %g %.2e, padded [%5d] [%-5d] [%05d] [%+d] [%5.2f]\n", 1.5f, 1.5, 2.5, 42, 42, 42, 3, 3.14159);
	const char *p = seven ? "abc" : "xyz";
	printf("string [%s] [%5s], pointer is %s, star [%*d]\n", word, p, (void *)p ? "set" : "null", 5, 9);
	printf("no arguments\n");
	int r = printf("%d %s\n", 1, "x");
	printf("returned %d\n", r);
}

int main()
{
	print<<<1, 1>>>(7);
	return cudaDeviceSynchronize() != cudaSuccess;
}
