// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// extern "C" kernels and device functions, launched with <<<>>> and with cudaLaunchKernel.
// expect: extern_c ok
// arch: sm_60
#include <stdio.h>

extern "C" {

__device__ unsigned mix(unsigned a, unsigned b)
{
	return (a << 16 | a >> 16) ^ b * 31u;
}

__global__ void mix_all(unsigned *out, const unsigned *in, unsigned n, unsigned char salt)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = mix(in[i], salt);
}

int run(void)
{
	enum { N = 100 };
	unsigned h[N], got[2][N], *in, *out, n = N, i, way;
	unsigned char salt = 200;
	for (i = 0; i < N; i++)
		h[i] = i * 2654435761u;
	cudaMalloc((void **)&in, sizeof h);
	cudaMalloc((void **)&out, sizeof h);
	cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
	mix_all<<<2, 50>>>(out, in, n, salt);
	cudaMemcpy(got[0], out, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemset(out, 0, sizeof h);
	void *args[] = {&out, &in, &n, &salt};
	if (cudaLaunchKernel((const void *)mix_all, dim3(4), dim3(25), args, 0, NULL) != cudaSuccess)
		return 2;
	cudaMemcpy(got[1], out, sizeof h, cudaMemcpyDeviceToHost);
	for (way = 0; way < 2; way++)
		for (i = 0; i < N; i++)
			if (got[way][i] != ((h[i] << 16 | h[i] >> 16) ^ 200u * 31u))
				return 1;
	return 0;
}

}

int main(void)
{
	int rc = run();
	printf("extern_c %s\n", rc == 0 ? "ok" : "wrong");
	return rc;
}
