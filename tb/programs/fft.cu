// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Radix-2 FFT of one signal per block in shared memory; sincosf, float2, bit reversal by __brev; inverse
// gives the signal back.
// expect: fft ok
// arch: sm_60
#include <cmath>
#include <cstdio>
#include <vector>

template <int LOG_N, bool INVERSE> __global__ void fft(float2 *data)
{
	constexpr int N = 1 << LOG_N;
	__shared__ float2 s[N];
	const int t = threadIdx.x;
	float2 *d = data + blockIdx.x * N;
	for (int k = t; k < N; k += N / 2)
		s[__brev(k) >> (32 - LOG_N)] = d[k];
	__syncthreads();
	for (int half = 1; half < N; half *= 2) {
		int k = t & (half - 1), i = 2 * t - k;
		float sn, cs;
		sincosf((INVERSE ? 1.0f : -1.0f) * 3.14159265358979f * k / half, &sn, &cs);
		float2 a = s[i], b = s[i + half];
		float2 w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
		s[i] = make_float2(a.x + w.x, a.y + w.y);
		s[i + half] = make_float2(a.x - w.x, a.y - w.y);
		__syncthreads();
	}
	const float scale = INVERSE ? 1.0f / N : 1.0f;
	for (int k = t; k < N; k += N / 2)
		d[k] = make_float2(s[k].x * scale, s[k].y * scale);
}

int main()
{
	const int L = 6, N = 1 << L, B = 3;
	std::vector<float2> in(N * B), f(N * B), back(N * B);
	for (int i = 0; i < N * B; i++)
		in[i] = make_float2((float)sin(i * 0.37) + (i % N == 3), (float)cos(i * i * 0.01));
	float2 *d;
	cudaMalloc(&d, sizeof(float2) * N * B);
	cudaMemcpy(d, &in[0], sizeof(float2) * N * B, cudaMemcpyHostToDevice);
	fft<L, false><<<B, N / 2>>>(d);
	cudaMemcpy(&f[0], d, sizeof(float2) * N * B, cudaMemcpyDeviceToHost);
	fft<L, true><<<B, N / 2>>>(d);
	cudaMemcpy(&back[0], d, sizeof(float2) * N * B, cudaMemcpyDeviceToHost);
	for (int b = 0; b < B; b++)
		for (int k = 0; k < N; k++) {
			double re = 0, im = 0;
			for (int n = 0; n < N; n++) {
				double a = -2 * M_PI * k * n / N;
				re += in[b * N + n].x * cos(a) - in[b * N + n].y * sin(a);
				im += in[b * N + n].x * sin(a) + in[b * N + n].y * cos(a);
			}
			float2 g = f[b * N + k], o = in[b * N + k], r = back[b * N + k];
			// log2 N stages, each adds a few roundings of values below 2 N
			if (!(fabs(g.x - re) < 1e-3 && fabs(g.y - im) < 1e-3 && fabs(r.x - o.x) < 1e-5 && fabs(r.y - o.y) < 1e-5)) {
				printf("%d: (%g, %g) not (%g, %g)\n", k, g.x, g.y, re, im);
				return 1;
			}
		}
	printf("fft ok\n");
	return 0;
}
