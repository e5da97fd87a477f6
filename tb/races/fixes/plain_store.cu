// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// One thread stores plainly to what the others read by atomics.
// expect: store with atomicExch() on line 12: the other side is atomic
__device__ int stop, seen[64];

__global__ void wait()
{
	if (blockIdx.x == 0) {
#ifndef FIX
		stop = 1;
#else
		atomicExch(&stop, 1);
#endif
	} else {
		seen[threadIdx.x] = atomicAdd(&stop, 0);
	}
}

int main()
{
	wait<<<2, 1>>>();
	return cudaDeviceSynchronize();
}
