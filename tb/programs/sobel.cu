// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sobel edge detection: signed arithmetic on bytes, saturation, border handling by clamped coordinates,
// two outputs, template switch for the norm, sqrtf of integers.
// expect: sobel ok
// arch: sm_60
#include <cmath>
#include <cstdio>
#include <cstdlib>

enum Norm { L1, L2 };

__host__ __device__ inline int clampi(int v, int lo, int hi) { return v < lo ? lo : (v > hi ? hi : v); }

template <Norm NORM> __host__ __device__ unsigned char edge(const unsigned char *in, int w, int h, int x, int y)
{
	const signed char gx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
	int sx = 0, sy = 0;
	for (int dy = -1; dy <= 1; ++dy)
		for (int dx = -1; dx <= 1; ++dx) {
			int p = in[clampi(y + dy, 0, h - 1) * w + clampi(x + dx, 0, w - 1)];
			sx += p * gx[dy + 1][dx + 1];
			sy += p * gx[dx + 1][dy + 1];
		}
	int m = NORM == L1 ? abs(sx) + abs(sy) : (int)sqrtf((float)(sx * sx + sy * sy));
	return (unsigned char)clampi(m, 0, 255);
}

template <Norm NORM> __global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < w * h; i += gridDim.x * blockDim.x)
		out[i] = edge<NORM>(in, w, h, i % w, i / w);
}

int main()
{
	const int w = 61, h = 33;
	unsigned char img[w * h], out[2][w * h], *din, *dout;
	for (int i = 0; i < w * h; i++)
		img[i] = (unsigned char)((i % w) * (i / w) / 8 + (i % 7 == 0 ? 90 : 0));
	cudaMalloc(&din, sizeof img);
	cudaMalloc(&dout, sizeof img);
	cudaMemcpy(din, img, sizeof img, cudaMemcpyHostToDevice);
	sobel<L1><<<5, 100>>>(din, dout, w, h);
	cudaMemcpy(out[0], dout, sizeof img, cudaMemcpyDeviceToHost);
	sobel<L2><<<5, 100>>>(din, dout, w, h);
	cudaMemcpy(out[1], dout, sizeof img, cudaMemcpyDeviceToHost);
	for (int i = 0; i < w * h; i++)
		if (out[0][i] != edge<L1>(img, w, h, i % w, i / w) || out[1][i] != edge<L2>(img, w, h, i % w, i / w)) {
			printf("pixel %d: %d %d\n", i, out[0][i], out[1][i]);
			return 1;
		}
	printf("sobel ok\n");
	return 0;
}
