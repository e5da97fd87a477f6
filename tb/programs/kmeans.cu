// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// k-means: assignment on the device with centres in constant memory, sums by shared and global atomics,
// host loop until nothing changes, do-while with a flag in device memory.
// expect: kmeans converged, sizes 150 150 150 150
// arch: sm_60
#include <cstdio>
#include <cstring>
#include <vector>

enum { K = 4, DIM = 2, N = 600 };
struct Sums { int x[K], y[K], count[K]; };

__constant__ float centre[K][DIM];

__global__ void assign(const float2 *points, int *member, Sums *sums, int *changed)
{
	__shared__ Sums local;
	for (int i = threadIdx.x; i < (int)(sizeof(Sums) / sizeof(int)); i += blockDim.x)
		((int *)&local)[i] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < N) {
		float2 p = points[i];
		float best = 3.4e38f;
		int which = 0;
		for (int k = 0; k < K; k++) {
			float dx = p.x - centre[k][0], dy = p.y - centre[k][1], d = dx * dx + dy * dy;
			if (d < best) {
				best = d;
				which = k;
			}
		}
		if (member[i] != which) {
			member[i] = which;
			*changed = 1;	// all write the same
		}
		atomicAdd(&local.x[which], (int)p.x);
		atomicAdd(&local.y[which], (int)p.y);
		atomicAdd(&local.count[which], 1);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < (int)(sizeof(Sums) / sizeof(int)); i += blockDim.x)
		atomicAdd(&((int *)sums)[i], ((int *)&local)[i]);
}

int main()
{
	std::vector<float2> points(N);
	unsigned r = 21;
	for (int i = 0; i < N; i++) {
		r = r * 1103515245u + 12345u;
		points[i] = make_float2((i % 4 & 1) * 100 + (r >> 16) % 21, (i % 4 >> 1) * 100 + (r >> 24) % 21);
	}
	float c[K][DIM];
	for (int k = 0; k < K; k++) {
		c[k][0] = points[k].x;
		c[k][1] = points[k].y;
	}
	float2 *dp;
	int *member, *changed, again, loops = 0;
	Sums *ds, s;
	cudaMalloc(&dp, N * sizeof(float2));
	cudaMalloc(&member, N * sizeof(int));
	cudaMalloc(&changed, sizeof(int));
	cudaMalloc(&ds, sizeof(Sums));
	cudaMemcpy(dp, points.data(), N * sizeof(float2), cudaMemcpyHostToDevice);
	cudaMemset(member, -1, N * sizeof(int));
	do {
		cudaMemcpyToSymbol(centre, c, sizeof c);
		cudaMemset(ds, 0, sizeof(Sums));
		cudaMemset(changed, 0, sizeof(int));
		assign<<<(N + 127) / 128, 128>>>(dp, member, ds, changed);
		cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
		cudaMemcpy(&s, ds, sizeof s, cudaMemcpyDeviceToHost);
		for (int k = 0; k < K; k++)
			if (s.count[k]) {
				c[k][0] = (float)s.x[k] / s.count[k];
				c[k][1] = (float)s.y[k] / s.count[k];
			}
	} while (again && ++loops < 100);
	printf("kmeans %s, sizes", loops < 100 ? "converged" : "did not converge");
	for (int k = 0; k < K; k++)
		printf(" %d", s.count[k]);
	printf("\n");
	return loops >= 100;
}
