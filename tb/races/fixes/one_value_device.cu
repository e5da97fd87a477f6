// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Threads of several blocks store the same value.
// expect: the value is the same, 1, but plain stores race all the same: store with atomicExch() on line 10
__global__ void any(const int *in, int *out)
{
	if (in[blockIdx.x * blockDim.x + threadIdx.x] != 0)
#ifndef FIX
		out[0] = 1;
#else
		atomicExch(out, 1);
#endif
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 256 * sizeof(*in));
	cudaMalloc(&out, sizeof(*out));
	cudaMemset(in, 1, 256 * sizeof(*in));
	any<<<4, 64>>>(in, out);
	return cudaDeviceSynchronize();
}
