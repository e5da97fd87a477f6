// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// LU decomposition in place by blocks of 8: diagonal, perimeter and interior kernels, dynamic launches.
// expect: LUD residual small
// arch: sm_60
#include <cstdio>
#include <cmath>
#include <vector>

#define BS 8

__global__ void lud_diagonal(float *m, int n, int off)
{
	__shared__ float s[BS][BS];
	int tx = threadIdx.x;
	for (int i = 0; i < BS; i++)
		s[i][tx] = m[(off + i) * n + off + tx];
	__syncthreads();
	for (int i = 0; i < BS - 1; i++) {
		if (tx > i) {
			s[tx][i] /= s[i][i];
			for (int j = i + 1; j < BS; j++)
				s[tx][j] -= s[tx][i] * s[i][j];
		}
		__syncthreads();
	}
	for (int i = 0; i < BS; i++)
		m[(off + i) * n + off + tx] = s[i][tx];
}

__global__ void lud_perimeter(float *m, int n, int off)
{
	__shared__ float dia[BS][BS], row[BS][BS], col[BS][BS];
	int idx = threadIdx.x % BS, far = off + (blockIdx.x + 1) * BS;
	for (int i = 0; i < BS; i++) {
		if (threadIdx.x < BS) {
			dia[i][idx] = m[(off + i) * n + off + idx];
			row[i][idx] = m[(off + i) * n + far + idx];
		} else {
			col[i][idx] = m[(far + i) * n + off + idx];
		}
	}
	__syncthreads();
	if (threadIdx.x < BS) {
		for (int i = 1; i < BS; i++)
			for (int j = 0; j < i; j++)
				row[i][idx] -= dia[i][j] * row[j][idx];
	} else {
		for (int i = 0; i < BS; i++) {
			for (int j = 0; j < i; j++)
				col[idx][i] -= col[idx][j] * dia[j][i];
			col[idx][i] /= dia[i][i];
		}
	}
	__syncthreads();
	for (int i = 0; i < BS; i++) {
		if (threadIdx.x < BS)
			m[(off + i) * n + far + idx] = row[i][idx];
		else
			m[(far + i) * n + off + idx] = col[i][idx];
	}
}

__global__ void lud_internal(float *m, int n, int off)
{
	__shared__ float row[BS][BS], col[BS][BS];
	int tx = threadIdx.x, ty = threadIdx.y;
	int gr = off + (blockIdx.y + 1) * BS, gc = off + (blockIdx.x + 1) * BS;
	row[ty][tx] = m[(off + ty) * n + gc + tx];
	col[ty][tx] = m[(gr + ty) * n + off + tx];
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < BS; i++)
		sum += col[ty][i] * row[i][tx];
	m[(gr + ty) * n + gc + tx] -= sum;
}

int main()
{
	const int n = 48;
	std::vector<float> a(n * n), lu(n * n);
	unsigned r = 3;
	for (int i = 0; i < n * n; i++) {
		r = r * 1664525u + 1013904223u;
		a[i] = (float)(r >> 16) / 65536.0f + (i % (n + 1) == 0 ? n : 0);
	}
	float *d;
	cudaMalloc((void **)&d, n * n * sizeof(float));
	cudaMemcpy(d, a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
	int off;
	for (off = 0; off < n - BS; off += BS) {
		int left = (n - off) / BS - 1;
		lud_diagonal<<<1, BS>>>(d, n, off);
		lud_perimeter<<<left, BS * 2>>>(d, n, off);
		lud_internal<<<dim3(left, left), dim3(BS, BS)>>>(d, n, off);
	}
	lud_diagonal<<<1, BS>>>(d, n, off);
	cudaMemcpy(lu.data(), d, n * n * sizeof(float), cudaMemcpyDeviceToHost);
	double worst = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double s = 0;
			for (int k = 0; k <= (i < j ? i : j); k++)
				s += (k == i ? 1.0 : lu[i * n + k]) * (double)lu[k * n + j];
			worst = fmax(worst, fabs(s - a[i * n + j]));
		}
	if (!(worst < 1e-4)) {
		printf("LUD residual %g\n", worst);
		return 1;
	}
	printf("LUD residual small\n");
	return 0;
}
