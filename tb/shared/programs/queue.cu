// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// One warp produces, one consumes, through two buffers and named barriers: the consumer says that a buffer is empty
// before it has read it.
__device__ void wait(int id) { asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory"); }
__device__ void tell(int id) { asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory"); }

__global__ void queue(int *out, int n)
{
	__shared__ int buffer[2][32];
	const int lane = threadIdx.x % 32;

	if (threadIdx.x < 32) {
		for (int i = 0; i < n; i++) {
			if (i >= 2)
				wait(3 + i % 2);
			buffer[i % 2][lane] = i + lane;
			tell(1 + i % 2);
		}
	} else {
		int sum = 0;

		for (int i = 0; i < n; i++) {
			wait(1 + i % 2);
#ifndef MENDED
			if (i + 2 < n)
				tell(3 + i % 2);
#endif
			sum += buffer[i % 2][31 - lane];
#ifdef MENDED
			if (i + 2 < n)
				tell(3 + i % 2);
#endif
		}
		out[lane] = sum;
	}
}

int main()
{
	int *out;

	cudaMalloc(&out, 32 * sizeof(int));
	queue<<<1, 64>>>(out, 8);
	return cudaDeviceSynchronize();
}
