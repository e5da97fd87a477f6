// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes, four threads to a word: neighbours read each other's. Mended: each reads its own until the barrier.
__global__ void bytes(unsigned char *out)
{
	__shared__ unsigned char flag[96];
	const int t = threadIdx.x;

	flag[t] = (unsigned char)t;
#ifdef MENDED
	__syncthreads();
#endif
	out[t] = (unsigned char)(flag[t] + flag[(t + 1) % 96]);
}

int main()
{
	unsigned char *out;

	cudaMalloc(&out, 96);
	bytes<<<1, 96>>>(out);
	return cudaDeviceSynchronize();
}
