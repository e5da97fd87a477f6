// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// All threads of a block store the same value.
// expect: the value is the same, 1, but plain stores race all the same: let one thread alone store on line 12, or store with atomicExch()
__global__ void any(const int *in, int *out)
{
	if (in[threadIdx.x] != 0) {
#ifdef FIX
		if (threadIdx.x == 0)
#endif
			out[0] = 1;
	}
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 96 * sizeof(*in));
	cudaMalloc(&out, sizeof(*out));
	cudaMemset(in, 1, 96 * sizeof(*in));
	any<<<1, 96>>>(in, out);
	return cudaDeviceSynchronize();
}
