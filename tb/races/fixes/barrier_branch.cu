// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// The barrier has to stand outside of a branch that not all threads take.
// expect: __syncthreads() between line 11 and line 15
__global__ void half(int *out)
{
	__shared__ int tile[128];
	const int t = threadIdx.x;

	tile[t] = t;
#ifdef FIX
	__syncthreads();
#endif
	if (t < 64) {
		int v = t * t;

		out[t] = v + tile[t + 64];
	}
}

int main()
{
	int *out;

	cudaMalloc(&out, 64 * sizeof(*out));
	half<<<1, 128>>>(out);
	return cudaDeviceSynchronize();
}
