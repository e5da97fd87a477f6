// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// endings WHAT [CODE]: a race, and then ways to end.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <unistd.h>

#include <sys/wait.h>

__global__ void count(int *n)
{
	atomicAdd_block(n, 1);
}

__global__ void hang(volatile int *n)
{
	while (n[1] == 0)
		;
}

struct last_words {
	~last_words()
	{
		printf("destructor\n");
		std::cout << "streamed late\n";
	}
} words;

static void handler()
{
	printf("handler\n");
}

int main(int argc, char **argv)
{
	const std::string what = argc > 1 ? argv[1] : "return";
	const int code = argc > 2 ? atoi(argv[2]) : 0;
	int *n;

	std::ios::sync_with_stdio(false);
	atexit(handler);
	cudaMalloc(&n, 2 * sizeof(int));
	count<<<what == "clean" ? 1 : 2, 1>>>(n);
	cudaDeviceSynchronize();
	std::cout << "streamed\n";
	printf("no newline ");
	if (what == "hang")
		hang<<<1, 1>>>(n);
	if (what == "fork" && fork() == 0)
		exit(7); /* the child's status is its own */
	if (what == "fork") {
		int status = 0;

		wait(&status);
		printf("child %d ", WEXITSTATUS(status));
	}
	if (what == "exit")
		exit(code);
	if (what == "_exit")
		_exit(code);
	if (what == "reset") {
		cudaDeviceReset();
		cudaMalloc(&n, 2 * sizeof(int));
		count<<<2, 1>>>(n);
		cudaDeviceSynchronize();
	}
	return code;
}
