// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Jacobi solver: residual by atomicMax on float bits, convergence loop on the host with asynchronous copies
// to pinned memory, __syncthreads_or for a block's early decision.
// expect: jacobi converged, error small
// arch: sm_60
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define N 96

__global__ void jacobiStep(const float *A, const float *b, const float *x, float *xNew, unsigned *maxDiff, float tolerance)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float diff = 0.0f;
	if (i < N) {
		float sigma = 0.0f;
		for (int j = 0; j < N; j++)
			if (j != i)
				sigma += A[i * N + j] * x[j];
		xNew[i] = (b[i] - sigma) / A[i * N + i];
		diff = fabsf(xNew[i] - x[i]);
	}
	if (__syncthreads_or(diff > tolerance))		// nobody in this block moved much: say nothing
		atomicMax(maxDiff, __float_as_uint(diff));
}

int main()
{
	static float A[N * N], b[N];
	float x[N], exact[N], *dA, *db, *d0, *d1;
	unsigned *dDiff, *hDiff, r = 2;
	for (int i = 0; i < N; i++)
		exact[i] = sinf(i * 0.3f);
	for (int i = 0; i < N; i++) {
		double s = 0;
		for (int j = 0; j < N; j++) {
			r = r * 1664525u + 1013904223u;
			A[i * N + j] = i == j ? 60.0f : (float)(r >> 24) / 256.0f;
			s += (double)A[i * N + j] * exact[j];
		}
		b[i] = (float)s;
	}
	cudaMalloc(&dA, sizeof A);
	cudaMalloc(&db, sizeof b);
	cudaMalloc(&d0, sizeof x);
	cudaMalloc(&d1, sizeof x);
	cudaMalloc(&dDiff, 4);
	cudaMallocHost(&hDiff, 4);
	cudaMemcpy(dA, A, sizeof A, cudaMemcpyHostToDevice);
	cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
	cudaMemset(d0, 0, sizeof x);
	int it = 0;
	float diff;
	cudaStream_t s;
	cudaStreamCreate(&s);
	do {
		cudaMemsetAsync(dDiff, 0, 4, s);
		jacobiStep<<<(N + 31) / 32, 32, 0, s>>>(dA, db, d0, d1, dDiff, 1e-6f);
		cudaMemcpyAsync(hDiff, dDiff, 4, cudaMemcpyDeviceToHost, s);
		cudaStreamSynchronize(s);
		float *t = d0;
		d0 = d1;
		d1 = t;
		union { unsigned u; float f; } bits = {*hDiff};
		diff = bits.f;
	} while (diff > 1e-6f && ++it < 200);
	cudaMemcpy(x, d0, sizeof x, cudaMemcpyDeviceToHost);
	double worst = 0;
	for (int i = 0; i < N; i++)
		worst = fmax(worst, fabs(x[i] - exact[i]));
	printf("jacobi %s, error %s\n", it < 200 ? "converged" : "did not converge", worst < 1e-4 ? "small" : "large");
	return it < 200 && worst < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
