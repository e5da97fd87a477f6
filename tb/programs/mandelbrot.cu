// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mandelbrot set: loops with a trip count of its own in each lane, a complex number class, text output.
// expect: mandelbrot ok
// arch: sm_60
#include <cstdio>
#include <cstring>

template <typename T> struct Complex {
	T re, im;
	__host__ __device__ Complex(T r = 0, T i = 0) : re(r), im(i) {}
	__host__ __device__ friend Complex operator*(const Complex &a, const Complex &b)
	{
		return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
	}
	__host__ __device__ friend Complex operator+(const Complex &a, const Complex &b) { return {a.re + b.re, a.im + b.im}; }
	__host__ __device__ T norm2() const { return re * re + im * im; }
};

// Fixed point with 12 fractional bits: host and device agree whatever the float contraction.
struct Fixed {
	int v;
	__host__ __device__ Fixed(int raw = 0) : v(raw) {}
	__host__ __device__ friend Fixed operator*(Fixed a, Fixed b) { return Fixed((int)((long long)a.v * b.v >> 12)); }
	__host__ __device__ friend Fixed operator+(Fixed a, Fixed b) { return Fixed(a.v + b.v); }
	__host__ __device__ friend Fixed operator-(Fixed a, Fixed b) { return Fixed(a.v - b.v); }
	__host__ __device__ friend bool operator<(Fixed a, Fixed b) { return a.v < b.v; }
};

__host__ __device__ int escape(int px, int py, int w, int h)
{
	Complex<Fixed> c(Fixed(-8192 + px * 12288 / w), Fixed(-4915 + py * 9830 / h)), z;
	int n = 0;
	while (n < 60 && z.norm2() < Fixed(4 << 12)) {
		z = z * z + c;
		++n;
	}
	return n;
}

__global__ void mandel(unsigned char *img, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		img[y * w + x] = escape(x, y, w, h);
}

int main()
{
	const int W = 64, H = 24;
	unsigned char *d, img[H][W];
	cudaMalloc(&d, sizeof img);
	mandel<<<dim3(W / 16, H / 8), dim3(16, 8)>>>(d, W, H);
	cudaMemcpy(img, d, sizeof img, cudaMemcpyDeviceToHost);
	int inside = 0;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			if (img[y][x] != escape(x, y, W, H))
				return 1;
			inside += img[y][x] == 60;
		}
	if (inside < 100)
		return 2;
	printf("mandelbrot ok\n");
}
