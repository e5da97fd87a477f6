/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * left: main() ends with 5 while another thread is inside a launch that lasts for hours.
 */
#include <thread>
#include <unistd.h>

__global__ void count(volatile int *p)
{
	for (int i = 0; i < 1 << 30; i++)
		*p = i;
}

int main()
{
	int *p;

	cudaMalloc(&p, sizeof(int));
	std::thread([=] { count<<<1, 32>>>(p); }).detach();
	usleep(200000);
	return 5;
}
