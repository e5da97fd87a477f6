/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * print: the order of host and device output; an exit code of its own; no synchronisation.
 */
#include <cstdio>
#include <iostream>

__global__ void hello(const char *who)
{
	printf("kernel %d of %d, %s, %.2f\n", (int)threadIdx.x, (int)blockDim.x, "text", 1.5);
}

int main(int argc, char **argv)
{
	printf("host before, %d arguments: %s\n", argc - 1, argc > 1 ? argv[1] : "none");
	hello<<<1, 2>>>(nullptr);
	std::cout << "host after" << std::endl;
	hello<<<1, 1>>>(nullptr);
	return 7;
}
