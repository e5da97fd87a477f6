// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A sum of floats in shared memory, by all threads of a block.
// expect: use atomicAdd() on line 15
// causes: 1
__global__ void add(float *out)
{
	__shared__ float sum;

	if (threadIdx.x == 0)
		sum = 0;
	__syncthreads();
#ifndef FIX
	sum += 1.5f;
#else
	atomicAdd(&sum, 1.5f);
#endif
	__syncthreads();
	if (threadIdx.x == 0)
		*out = sum;
}

int main()
{
	float *out;

	cudaMalloc(&out, sizeof(*out));
	add<<<1, 96>>>(out);
	return cudaDeviceSynchronize();
}
