// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A producing and a consuming warp of one block; no barrier could stand in both branches.
// expect: __threadfence_block() before line 18, which writes the flag, and __threadfence_block() after line 20, which reads the flag
__global__ void handoff(int *out)
{
	__shared__ int data, flag;

	if (threadIdx.x == 0)
		flag = 0;
	__syncthreads();
	if (threadIdx.x == 0) {
		data = 42;
#ifdef FIX
		__threadfence_block();
#endif
		atomicExch(&flag, 1);
	} else if (threadIdx.x == 32) {
		while (atomicAdd(&flag, 0) == 0)
			;
#ifdef FIX
		__threadfence_block();
#endif
		*out = data;
	}
}

int main()
{
	int *out;

	cudaMalloc(&out, sizeof(*out));
	handoff<<<1, 64>>>(out);
	return cudaDeviceSynchronize();
}
