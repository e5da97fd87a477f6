// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// main returns early with codes of its own; the arguments reach it.
// args: 3 second
// exit: 42
// expect: argc 3, 3 second
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void answer(int *p, int from) { *p = from + 39; }

int main(int argc, char **argv)
{
	if (argc != 3)
		return 10;
	printf("argc %d, %s %s\n", argc, argv[1], argv[2]);
	if (strcmp(argv[2], "second"))
		return 11;
	int *d = NULL, h = 0;
	if (cudaMalloc((void **)&d, sizeof(int)) != cudaSuccess)
		return 12;
	answer<<<1, 1>>>(d, atoi(argv[1]));
	if (cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 13;
	exit(h);
}
