// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The program of README.md: one block hands a number to another one.

__device__ int data, flag, copy;

__global__ void handover()
{
	if (blockIdx.x == 0) {
		data = 42;
		__threadfence_block();
		atomicExch(&flag, 1);
	} else {
		while (atomicAdd(&flag, 0) == 0);
		__threadfence();
		copy = data;
	}
}

int main() { handover<<<2, 1>>>(); return cudaDeviceSynchronize(); }
