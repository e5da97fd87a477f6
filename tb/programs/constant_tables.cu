// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// __constant__ tables filled by cudaMemcpyToSymbol with offsets, __device__ variables with initialisers,
// symbol addresses and sizes, device to device symbol copies.
// expect: constant_tables ok
// arch: sm_60
#include <cstdio>
#include <cstring>

struct Poly { double c[4]; int degree; };

__constant__ float lut[256];
__constant__ Poly poly = {{1.0, -2.0, 0.5, 3.0}, 3};
__constant__ char text[] = "constant text";
__device__ int matrix[3][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
__device__ volatile unsigned hits = 40;
__device__ const short primes[] = {2, 3, 5, 7, 11, 13};
__device__ int row[5] = {6, 7, 8, 9, 10};
__device__ int *pointer_to_row = row;

__global__ void use(float *out, double *values, char *letters)
{
	int t = threadIdx.x;
	out[t] = lut[(t * 37) & 255] + matrix[t % 3][t % 5] + primes[t % 6] + pointer_to_row[t % 5];
	double x = t * 0.125, v = 0;
	for (int k = poly.degree; k >= 0; k--)
		v = v * x + poly.c[k];
	values[t] = v;
	if (t < (int)sizeof text)
		letters[t] = text[t];
	if (t == 0)
		hits = hits + 2;
}

int main()
{
	float h[256];
	for (int i = 0; i < 256; i++)
		h[i] = i * 0.5f;
	// in two parts, the second with an offset
	cudaMemcpyToSymbol(lut, h, 100 * sizeof(float));
	cudaMemcpyToSymbol(lut, h + 100, 156 * sizeof(float), 100 * sizeof(float), cudaMemcpyHostToDevice);
	int last_row[5] = {-1, -2, -3, -4, -5};
	cudaMemcpyToSymbol(matrix, last_row, sizeof last_row, 10 * sizeof(int));
	float *out, got[256];
	double *values, v[256];
	char *letters, l[32] = "";
	cudaMalloc(&out, sizeof got);
	cudaMalloc(&values, sizeof v);
	cudaMalloc(&letters, 32);
	use<<<1, 256>>>(out, values, letters);
	cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
	cudaMemcpy(v, values, sizeof v, cudaMemcpyDeviceToHost);
	cudaMemcpy(l, letters, sizeof "constant text", cudaMemcpyDeviceToHost);
	const int m[3][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {-1, -2, -3, -4, -5}};
	const short pr[] = {2, 3, 5, 7, 11, 13};
	for (int t = 0; t < 256; t++) {
		double x = t * 0.125, w = 1.0 + x * (-2.0 + x * (0.5 + x * 3.0));
		float want = h[(t * 37) & 255] + m[t % 3][t % 5] + pr[t % 6] + m[1][t % 5];
		if (got[t] != want || v[t] != w) {
			printf("%d: %g %g, not %g %g\n", t, got[t], v[t], want, w);
			return 1;
		}
	}
	unsigned n = 0;
	cudaMemcpyFromSymbol(&n, (const void *)&hits, sizeof n);
	void *address = NULL;
	size_t size = 0;
	int third = 0;
	if (cudaGetSymbolAddress(&address, matrix) || cudaGetSymbolSize(&size, matrix))
		return 2;
	cudaMemcpy(&third, (int *)address + 2, sizeof third, cudaMemcpyDeviceToHost);
	bool ok = n == 42 && third == 3 && size == sizeof m && !strcmp(l, "constant text");
	printf("constant_tables %s\n", ok ? "ok" : "wrong");
	return !ok;
}
