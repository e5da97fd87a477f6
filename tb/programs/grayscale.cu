// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Images of unsigned char: colour to grey, brightness with saturation, box blur on pitched memory.
// expect: grayscale ok
// arch: sm_60
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned char uchar;

__global__ void rgbaToGrey(const uchar4 *rgba, uchar *grey, size_t pitch, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= rows || c >= cols)
		return;
	uchar4 p = rgba[r * cols + c];
	grey[r * pitch + c] = (uchar)((p.x * 77 + p.y * 150 + p.z * 29) >> 8);
}

__global__ void brighten(uchar *img, size_t pitch, int rows, int cols, signed char by)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < rows && c < cols) {
		uchar *row = img + r * pitch;
		int v = row[c] + by;
		row[c] = v < 0 ? 0 : v > 255 ? 255 : v;
	}
}

__global__ void blur(const uchar *in, uchar *out, size_t pitch, int rows, int cols)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (r >= rows || c >= cols)
		return;
	int sum = 0, n = 0;
	for (int y = max(0, r - 1); y <= min(rows - 1, r + 1); y++)
		for (int x = max(0, c - 1); x <= min(cols - 1, c + 1); x++, n++)
			sum += in[y * pitch + x];
	out[r * pitch + c] = sum / n;
}

int main()
{
	const int rows = 37, cols = 51;
	std::vector<uchar4> rgba(rows * cols);
	std::vector<uchar> grey(rows * cols), want(rows * cols), got(rows * cols);
	srand(1);
	unsigned r = 8;
	for (int i = 0; i < rows * cols; i++) {
		r = r * 22695477u + 1;
		rgba[i] = make_uchar4(r >> 24, r >> 16, r >> 8, 255);
		int v = ((rgba[i].x * 77 + rgba[i].y * 150 + rgba[i].z * 29) >> 8) + 90;
		grey[i] = v > 255 ? 255 : v;
	}
	uchar4 *d_rgba;
	uchar *d_grey, *d_out;
	size_t pitch, pitch2;
	cudaMalloc(&d_rgba, rows * cols * sizeof(uchar4));
	if (cudaMallocPitch(&d_grey, &pitch, cols, rows) || cudaMallocPitch((void **)&d_out, &pitch2, cols, rows) ||
	    pitch < cols || pitch != pitch2)
		return 2;
	cudaMemcpy(d_rgba, &rgba[0], rows * cols * sizeof(uchar4), cudaMemcpyHostToDevice);
	dim3 block(16, 8), grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y, 1);
	rgbaToGrey<<<grid, block>>>(d_rgba, d_grey, pitch, rows, cols);
	brighten<<<grid, block>>>(d_grey, pitch, rows, cols, 90);
	blur<<<grid, block>>>(d_grey, d_out, pitch, rows, cols);
	if (cudaMemcpy2D(&got[0], cols, d_out, pitch, cols, rows, cudaMemcpyDeviceToHost) != cudaSuccess)
		return 3;
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < cols; x++) {
			int sum = 0, n = 0;
			for (int dy = -1; dy <= 1; dy++)
				for (int dx = -1; dx <= 1; dx++)
					if (y + dy >= 0 && y + dy < rows && x + dx >= 0 && x + dx < cols)
						sum += grey[(y + dy) * cols + x + dx], n++;
			if (got[y * cols + x] != sum / n) {
				printf("%d,%d: %d not %d\n", y, x, got[y * cols + x], sum / n);
				return 1;
			}
		}
	printf("grayscale ok\n");
	return 0;
}
