/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copies: every copy and fill, in every direction, and every way to get one wrong.
 */
#include <cstring>

#include "expect.h"

enum { N = 64 };

static bool all(const unsigned char *p, unsigned char v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != v)
			return false;
	return true;
}

static void linear()
{
	unsigned char h[N], back[N], *d, *e, *m;
	char tiny;

	for (int i = 0; i < N; i++)
		h[i] = (unsigned char)(i * 3);
	cudaMalloc(&d, N);
	cudaMalloc(&e, N);
	cudaMallocManaged(&m, N);
	OK(cudaMemcpy(d, h, N, cudaMemcpyHostToDevice));
	OK(cudaMemcpy(e, d, N, cudaMemcpyDeviceToDevice));
	OK(cudaMemcpy(back, e, N, cudaMemcpyDeviceToHost));
	EXPECT(!memcmp(h, back, N));
	memset(back, 0, N);
	OK(cudaMemcpy(m, e, N, cudaMemcpyDefault));
	OK(cudaMemcpy(back, m, N, cudaMemcpyHostToHost));
	EXPECT(!memcmp(h, back, N));
	memset(back, 0, N);
	OK(cudaMemcpyAsync(back, d, N, cudaMemcpyDefault, 0));
	EXPECT(!memcmp(h, back, N));
	OK(cudaMemcpyPeer(e, 0, d + 1, 0, N - 1));
	OK(cudaMemcpyPeerAsync(e, 0, d, 0, N, 0));
	GIVES(cudaMemcpyPeer(e, 1, d, 0, N), cudaErrorInvalidDevice);
	OK(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));

	GIVES(cudaMemcpy(d, h, N + 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d + 1, h, N, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d - 1, h, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d, h, (size_t)-1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(back, d, N + 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(NULL, d, N, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d, NULL, N, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(h, back, N, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(h, back, N, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(h, &tiny, N, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d, e, N, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d, e, N, cudaMemcpyHostToHost), cudaErrorInvalidValue);
	GIVES(cudaMemcpy(d, h, N, (cudaMemcpyKind)5), cudaErrorInvalidMemcpyDirection);
	GIVES(cudaMemcpyAsync(d, h, N, cudaMemcpyHostToDevice, (cudaStream_t)&tiny),
	      cudaErrorInvalidResourceHandle);
	cudaFree(e);
	GIVES(cudaMemcpy(e, h, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	cudaFree(d);
	cudaFree(m);
}

static void fills()
{
	unsigned char back[N], *d, local[4];

	cudaMalloc(&d, N);
	OK(cudaMemset(d, 0x1ab, N)); /* the low byte counts */
	OK(cudaMemcpy(back, d, N, cudaMemcpyDeviceToHost));
	EXPECT(all(back, 0xab, N));
	OK(cudaMemsetAsync(d, 7, N / 2, 0));
	OK(cudaMemcpy(back, d, N, cudaMemcpyDeviceToHost));
	EXPECT(all(back, 7, N / 2) && all(back + N / 2, 0xab, N / 2));
	OK(cudaMemset(d, 0, 0));
	GIVES(cudaMemset(d, 0, N + 1), cudaErrorInvalidValue);
	GIVES(cudaMemset(local, 0, 4), cudaErrorInvalidValue);
	GIVES(cudaMemset(NULL, 0, 4), cudaErrorInvalidValue);
	cudaFree(d);
	GIVES(cudaMemset(d, 0, 1), cudaErrorInvalidValue);
}

static void rectangles()
{
	unsigned char h[6][10], back[6][10], *d;
	size_t pitch;

	for (int i = 0; i < 60; i++)
		h[i / 10][i % 10] = (unsigned char)i;
	cudaMallocPitch((void **)&d, &pitch, 10, 6);
	OK(cudaMemset2D(d, pitch, 0xee, 10, 6));
	OK(cudaMemcpy2D(d, pitch, h, 10, 8, 6, cudaMemcpyHostToDevice));
	OK(cudaMemcpy2D(back, 10, d, pitch, 10, 6, cudaMemcpyDeviceToHost));
	for (int y = 0; y < 6; y++)
		EXPECT(!memcmp(h[y], back[y], 8) && back[y][8] == 0xee && back[y][9] == 0xee);
	memset(back, 0, sizeof(back));
	OK(cudaMemcpy2DAsync(back, 10, d + pitch, pitch, 3, 2, cudaMemcpyDefault, 0));
	EXPECT(back[0][2] == 12 && back[1][0] == 20 && back[0][3] == 0 && back[2][0] == 0);
	OK(cudaMemset2DAsync(d, pitch, 5, 1, 6, 0));
	OK(cudaMemcpy2D(back, 10, d, pitch, 0, 6, cudaMemcpyDeviceToHost));
	GIVES(cudaMemcpy2D(d, 7, h, 10, 8, 6, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
	GIVES(cudaMemcpy2D(d, pitch, h, 7, 8, 6, cudaMemcpyHostToDevice),
	      cudaErrorInvalidPitchValue);
	GIVES(cudaMemcpy2D(d, pitch, h, 10, 8, 7, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	GIVES(cudaMemcpy2D(d, (size_t)1 << 62, h, 10, 8, 6, cudaMemcpyHostToDevice),
	      cudaErrorInvalidValue);
	GIVES(cudaMemset2D(d, 7, 0, 8, 2), cudaErrorInvalidPitchValue);
	GIVES(cudaMemset2D(d, pitch, 0, 8, 7), cudaErrorInvalidValue);
	cudaFree(d);
}

static void boxes()
{
	const cudaExtent all = make_cudaExtent(5, 4, 3);
	unsigned char h[3][4][5], back[3][4][5];
	cudaMemcpy3DParms p;
	cudaPitchedPtr d;

	for (int i = 0; i < 60; i++)
		h[i / 20][i / 5 % 4][i % 5] = (unsigned char)(i + 1);
	cudaMalloc3D(&d, all);
	memset(&p, 0, sizeof(p));
	p.srcPtr = make_cudaPitchedPtr(h, 5, 5, 4);
	p.dstPtr = d;
	p.extent = all;
	p.kind = cudaMemcpyHostToDevice;
	OK(cudaMemcpy3D(&p));
	memset(back, 0, sizeof(back));
	p.srcPtr = d;
	p.srcPos = make_cudaPos(1, 2, 1);
	p.dstPtr = make_cudaPitchedPtr(back, 5, 5, 4);
	p.dstPos = make_cudaPos(0, 1, 0);
	p.extent = make_cudaExtent(2, 2, 2);
	p.kind = cudaMemcpyDeviceToHost;
	OK(cudaMemcpy3DAsync(&p, 0));
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 2; y++)
			for (int x = 0; x < 2; x++)
				EXPECT(back[z][y + 1][x] == h[z + 1][y + 2][x + 1]);
	EXPECT(!back[0][0][0] && !back[2][1][0] && !back[0][1][2]);
	p.extent = make_cudaExtent(5, 2, 2); /* past the row's end */
	p.srcPos = make_cudaPos(d.pitch - 4, 0, 0);
	GIVES(cudaMemcpy3D(&p), cudaErrorInvalidValue);
	p.srcPos = make_cudaPos(0, 3, 0); /* past the slice's end */
	GIVES(cudaMemcpy3D(&p), cudaErrorInvalidValue);
	p.srcPos = make_cudaPos(0, 0, 2); /* past the last slice */
	GIVES(cudaMemcpy3D(&p), cudaErrorInvalidValue);
	GIVES(cudaMemcpy3D(NULL), cudaErrorInvalidValue);
	p.srcArray = (cudaArray_t)&p;
	GIVES(cudaMemcpy3D(&p), cudaErrorInvalidResourceHandle); /* it is no array */
	OK(cudaMemset3D(d, 9, all));
	OK(cudaMemset3DAsync(d, 8, make_cudaExtent(1, 1, 3), 0));
	OK(cudaMemcpy(back, (char *)d.ptr + 2 * 4 * d.pitch, 5, cudaMemcpyDeviceToHost));
	EXPECT(back[0][0][0] == 8 && back[0][0][1] == 9);
	GIVES(cudaMemset3D(d, 9, make_cudaExtent(5, 5, 1)), cudaErrorInvalidValue);
	GIVES(cudaMemset3D(d, 9, make_cudaExtent(5, 4, 4)), cudaErrorInvalidValue);
	cudaFree(d.ptr);
}

int main()
{
	linear();
	fills();
	rectangles();
	boxes();
	return expect_result();
}
