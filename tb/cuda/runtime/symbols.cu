/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * symbols: __device__ and __constant__ variables from both sides.
 */
#include "expect.h"

struct pair {
	int a;
	double b;
};

__device__ int counter = 3;
__device__ float field[4][2] = {{1, 2}, {3, 4}};
__constant__ pair factors[2] = {{5, 0.5}, {6, 0.25}};
__constant__ int scale;
static __device__ pair *pointer;
__device__ int target;
__device__ int *points_at_target = &target;

__global__ void use(double *out)
{
	counter += scale;
	field[3][1] = 7;
	*points_at_target = 11;
	out[0] = factors[0].a * factors[0].b + factors[1].a * factors[1].b;
	out[1] = pointer ? pointer->b : -1;
}

int main()
{
	double out[2], *d;
	int v = 4, w = 0, host = 0;
	float f[8] = {0};
	pair p[2] = {{1, 10}, {2, 100}}, *dp;
	void *address = NULL;
	size_t size = 0;

	cudaMalloc(&d, sizeof(out));
	cudaMalloc(&dp, sizeof(pair));
	OK(cudaMemcpyToSymbol(scale, &v, sizeof(v)));
	use<<<1, 1>>>(d);
	OK(cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost));
	EXPECT(out[0] == 4.0 && out[1] == -1);
	OK(cudaMemcpyFromSymbol(&w, counter, sizeof(w)));
	EXPECT(w == 7);
	OK(cudaMemcpyFromSymbol(f, field, sizeof(f)));
	EXPECT(f[0] == 1 && f[3] == 4 && f[4] == 0 && f[7] == 7);
	OK(cudaMemcpyFromSymbol(&w, target, sizeof(w), 0, cudaMemcpyDeviceToHost));
	EXPECT(w == 11);

	OK(cudaMemcpyToSymbol(factors, &p[1], sizeof(pair), sizeof(pair)));
	OK(cudaMemcpyToSymbol(pointer, &dp, sizeof(dp)));
	OK(cudaMemcpy(dp, &p[1], sizeof(pair), cudaMemcpyHostToDevice));
	use<<<1, 1>>>(d);
	OK(cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost));
	EXPECT(out[0] == 202.5 && out[1] == 100);

	OK(cudaGetSymbolAddress(&address, counter));
	OK(cudaGetSymbolSize(&size, field));
	EXPECT(size == sizeof(field));
	v = 1000;
	OK(cudaMemcpy(address, &v, sizeof(v), cudaMemcpyHostToDevice));
	OK(cudaMemcpyFromSymbolAsync(&w, counter, sizeof(w), 0, cudaMemcpyDeviceToHost, 0));
	EXPECT(w == 1000);
	OK(cudaMemcpyToSymbolAsync(counter, d, sizeof(v), 0, cudaMemcpyDeviceToDevice, 0));
	OK(cudaMemcpyFromSymbol(dp, factors, sizeof(pair), 0, cudaMemcpyDeviceToDevice));

	GIVES(cudaMemcpyToSymbol(counter, &v, 8), cudaErrorInvalidValue);
	GIVES(cudaMemcpyToSymbol(counter, &v, 1, 4), cudaErrorInvalidValue);
	GIVES(cudaMemcpyToSymbol(counter, NULL, 4), cudaErrorInvalidValue);
	GIVES(cudaMemcpyFromSymbol(&v, counter, 4, (size_t)-4), cudaErrorInvalidValue);
	GIVES(cudaMemcpyToSymbol(counter, &v, 4, 0, cudaMemcpyDeviceToHost),
	      cudaErrorInvalidMemcpyDirection);
	GIVES(cudaMemcpyToSymbol(host, &v, 4), cudaErrorInvalidSymbol);
	GIVES(cudaGetSymbolAddress(&address, host), cudaErrorInvalidSymbol);
	GIVES(cudaGetSymbolSize(&size, host), cudaErrorInvalidSymbol);
	GIVES(cudaFree(address), cudaErrorInvalidValue);
	cudaFree(d);
	cudaFree(dp);
	return expect_result();
}
