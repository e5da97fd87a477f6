// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Counts in shared memory: read for the total while others still add.
__global__ void histogram(const unsigned char *in, unsigned *out, int n)
{
	__shared__ unsigned count[64];
	const int t = threadIdx.x;

	if (t < 64)
		count[t] = 0;
	__syncthreads();
	for (int i = t; i < n; i += blockDim.x)
		atomicAdd(&count[in[i] % 64], 1);
#ifdef MENDED
	__syncthreads();
#endif
	if (t < 64)
		atomicAdd(&out[t], count[t]);
}

int main()
{
	unsigned char *in;
	unsigned *out;

	cudaMalloc(&in, 1024);
	cudaMalloc(&out, 64 * sizeof(unsigned));
	cudaMemset(in, 7, 1024);
	cudaMemset(out, 0, 64 * sizeof(unsigned));
	histogram<<<2, 128>>>(in, out, 1024);
	return cudaDeviceSynchronize();
}
