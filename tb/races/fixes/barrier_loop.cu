// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Each round of the loop reads what the round before wrote.
// expect: __syncthreads() at the end of each round of the loop of line 14, after line 16
__global__ void sum(int *out)
{
	__shared__ int tile[128];
	const int t = threadIdx.x;

	tile[t] = t;
	__syncthreads();
#pragma unroll 1
	for (int s = 64; s > 0; s >>= 1) {
		if (t < s)
			tile[t] += tile[t + s];
#ifdef FIX
		__syncthreads();
#endif
	}
	if (t == 0)
		*out = tile[0];
}

int main()
{
	int *out;

	cudaMalloc(&out, sizeof(*out));
	sum<<<1, 128>>>(out);
	return cudaDeviceSynchronize();
}
