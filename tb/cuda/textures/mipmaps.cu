/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mipmaps: levels by number, by gradients, by bias and clamps; by object and by reference; in one, two and three dimensions, in
 * layers and on cubes; surfaces over a level. Every level holds its own number, level 0 a ramp besides.
 */
#include <cmath>
#include <cstdio>
#include <cstring>

static int wrong;

static void near(int line, float got, float want)
{
	if (std::fabs(got - want) < 1e-4f)
		return;
	printf("line %d: %g, not %g\n", line, got, want);
	wrong++;
}
#define NEAR(got, want) near(__LINE__, got, want)
static void ok(int line, cudaError_t e, cudaError_t want)
{
	if (e == want)
		return;
	printf("line %d: %s\n", line, cudaGetErrorName(e));
	wrong++;
}
#define OK(call) ok(__LINE__, call, cudaSuccess)
#define GIVES(call, e) ok(__LINE__, call, e)

texture<float, 2, cudaReadModeElementType> reference;

enum { N = 12 };

__global__ void fetch(cudaTextureObject_t t, float *out, float x, float y)
{
	const float w = 16; /* of level 0 */

	out[0] = tex2D<float>(t, x, y);
	out[1] = tex2DLod<float>(t, x, y, 0);
	out[2] = tex2DLod<float>(t, x, y, 1);
	out[3] = tex2DLod<float>(t, x, y, 2.25f);
	out[4] = tex2DLod<float>(t, x, y, 100);
	out[5] = tex2DLod<float>(t, x, y, -3);
	out[6] = tex2DGrad<float>(t, x, y, make_float2(2 / w, 0), make_float2(0, 1 / w));	/* 2 elements: level 1 */
	out[7] = tex2DGrad<float>(t, x, y, make_float2(0, 0), make_float2(0, 4 / w));		/* 4: level 2 */
	out[8] = tex2DGrad<float>(t, x, y, make_float2(3 / w, 4 / w), make_float2(0, 1 / w));	/* 5: log2(5) */
	tex2DLod(&out[9], t, x, y, 3.0f);
	out[10] = tex2DLod(reference, x, y, 1.5f);
	out[11] = tex2DGrad(reference, x, y, make_float2(2 / w, 0), make_float2(0, 0));
}

__global__ void shapes(cudaTextureObject_t line, cudaTextureObject_t box, cudaTextureObject_t layers, cudaTextureObject_t cube,
		       cudaTextureObject_t lines, cudaTextureObject_t cubes, float *out)
{
	out[0] = tex1DLod<float>(line, 0.5f, 2);
	out[1] = tex3DLod<float>(box, 0.5f, 0.5f, 0.5f, 1);
	out[2] = tex2DLayeredLod<float>(layers, 0.5f, 0.5f, 1, 1);
	out[3] = texCubemapLod<float>(cube, 0, 0, 1, 1);
	out[4] = tex1DGrad<float>(line, 0.5f, 4 / 16.0f, 0);
	out[5] = tex2DLayeredGrad<float>(layers, 0.5f, 0.5f, 0, make_float2(2 / 8.0f, 0), make_float2(0, 0));
	out[6] = tex3DGrad<float>(box, 0.5f, 0.5f, 0.5f, make_float4(2 / 8.0f, 0, 0, 0), make_float4(0, 0, 0, 0));
	out[7] = tex1DLayeredLod<float>(lines, 0.5f, 1, 2);
	out[8] = tex1DLayeredGrad<float>(lines, 0.5f, 0, 4 / 16.0f, 0);
	out[9] = texCubemapLayeredLod<float>(cubes, 0, 0, 1, 1, 1);
}

__global__ void draw(cudaSurfaceObject_t s)
{
	surf2Dwrite(99.0f, s, threadIdx.x * 4, threadIdx.y);
}

/* Level n holds base + 10 n everywhere, layer l 1000 l more. */
static cudaMipmappedArray_t make(cudaExtent e, unsigned levels, unsigned flags, unsigned *got)
{
	cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
	cudaMipmappedArray_t m;
	static float data[6 * 16 * 16];

	OK(cudaMallocMipmappedArray(&m, &d, e, levels, flags));
	for (*got = 0;; ++*got) {
		cudaArray_t a;
		cudaExtent is;
		cudaMemcpy3DParms p = {};
		unsigned f;

		if (cudaGetMipmappedArrayLevel(&a, m, *got) != cudaSuccess)
			break;
		OK(cudaArrayGetInfo(&d, &is, &f, a));
		if (f != flags || is.width != (e.width >> *got ? e.width >> *got : 1))
			wrong++, printf("level %u: %zu wide, flags %u\n", *got, is.width, f);
		is.height += !is.height;
		is.depth += !is.depth;
		for (size_t z = 0; z < is.depth; z++)
			for (size_t i = 0; i < is.width * is.height; i++)
				data[z * is.width * is.height + i] = 10.0f * *got + (flags ? 1000.0f * z : 0);
		p.srcPtr = make_cudaPitchedPtr(data, is.width * 4, is.width, is.height);
		p.dstArray = a;
		p.extent = is;
		p.kind = cudaMemcpyHostToDevice;
		OK(cudaMemcpy3D(&p));
		GIVES(cudaFreeArray(a), cudaErrorInvalidResourceHandle);
	}
	cudaGetLastError();
	return m;
}

static cudaTextureObject_t object(cudaMipmappedArray_t m, float bias, float least, float most, cudaTextureFilterMode between)
{
	cudaResourceDesc r = {};
	cudaTextureDesc t = {};
	cudaTextureObject_t o = 0;

	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = m;
	t.normalizedCoords = 1;
	t.mipmapFilterMode = between;
	t.mipmapLevelBias = bias;
	t.minMipmapLevelClamp = least;
	t.maxMipmapLevelClamp = most;
	OK(cudaCreateTextureObject(&o, &r, &t, NULL));
	return o;
}

static void two(float *out)
{
	unsigned n;
	cudaMipmappedArray_t m = make(make_cudaExtent(16, 16, 0), 20, 0, &n);
	cudaTextureObject_t t;
	cudaResourceDesc r = {};
	cudaArray_t level;
	cudaSurfaceObject_t s;

	NEAR(n, 5);
	reference.normalized = 1;
	reference.mipmapFilterMode = cudaFilterModeLinear;
	reference.maxMipmapLevelClamp = 10;
	OK(cudaBindTextureToMipmappedArray(reference, m));
	for (int linear = 0; linear < 2; linear++) {
		t = object(m, 0, 0, 10, linear ? cudaFilterModeLinear : cudaFilterModePoint);
		fetch<<<1, 1>>>(t, out, 0.5f, 0.5f);
		OK(cudaDeviceSynchronize());
		const float want[N] = {0, 0, 10, linear ? 22.5f : 20, 40, 0, 10, 20,
				       linear ? 10 * rintf(log2f(5) * 256) / 256 : 20, 30, 15, 10};
		for (int i = 0; i < N; i++)
			NEAR(out[i], want[i]);
		OK(cudaDestroyTextureObject(t));
	}
	t = object(m, 1.5f, 2, 3, cudaFilterModeLinear);
	fetch<<<1, 1>>>(t, out, 0.5f, 0.5f);
	OK(cudaDeviceSynchronize());
	NEAR(out[1], 20); /* 0 + 1.5, at least 2 */
	NEAR(out[2], 25);
	NEAR(out[4], 30);
	OK(cudaDestroyTextureObject(t));
	OK(cudaGetMipmappedArrayLevel(&level, m, 1));
	r.resType = cudaResourceTypeArray;
	r.res.array.array = level;
	OK(cudaCreateSurfaceObject(&s, &r));
	draw<<<1, dim3(8, 8)>>>(s);
	t = object(m, 0, 0, 10, cudaFilterModePoint);
	fetch<<<1, 1>>>(t, out, 0.99f, 0.99f);
	OK(cudaDeviceSynchronize());
	NEAR(out[2], 99);
	NEAR(out[0], 0);
	NEAR(out[3], 20);
	OK(cudaDestroyTextureObject(t));
	OK(cudaDestroySurfaceObject(s));
	OK(cudaUnbindTexture(reference));
	OK(cudaFreeMipmappedArray(m));
	GIVES(cudaFreeMipmappedArray(m), cudaErrorInvalidResourceHandle);
	OK(cudaFreeMipmappedArray(NULL));
}

static void others(float *out)
{
	unsigned n;
	cudaMipmappedArray_t line = make(make_cudaExtent(16, 0, 0), 5, 0, &n);
	cudaMipmappedArray_t box = make(make_cudaExtent(8, 8, 4), 3, 0, &n);
	cudaMipmappedArray_t layers = make(make_cudaExtent(8, 8, 2), 3, cudaArrayLayered, &n);
	cudaMipmappedArray_t cube = make(make_cudaExtent(8, 8, 6), 2, cudaArrayCubemap, &n);
	cudaMipmappedArray_t lines = make(make_cudaExtent(16, 0, 2), 5, cudaArrayLayered, &n);
	cudaMipmappedArray_t cubes = make(make_cudaExtent(8, 8, 12), 2, cudaArrayCubemap | cudaArrayLayered, &n);
	const cudaMipmappedArray_t all[6] = {line, box, layers, cube, lines, cubes};
	cudaTextureObject_t t[6];

	NEAR(n, 2);
	for (int i = 0; i < 6; i++)
		t[i] = object(all[i], 0, 0, 9, cudaFilterModePoint);
	shapes<<<1, 1>>>(t[0], t[1], t[2], t[3], t[4], t[5], out);
	OK(cudaDeviceSynchronize());
	NEAR(out[0], 20);
	NEAR(out[1], 10);
	NEAR(out[2], 1010);
	NEAR(out[3], 4010); /* +z is the fifth face */
	NEAR(out[4], 20);
	NEAR(out[5], 10);
	NEAR(out[6], 10);
	NEAR(out[7], 1020);
	NEAR(out[8], 20);
	NEAR(out[9], 10010); /* +z of the second cube */
	for (int i = 0; i < 6; i++) {
		OK(cudaDestroyTextureObject(t[i]));
		OK(cudaFreeMipmappedArray(all[i]));
	}
}

static void refused()
{
	unsigned n;
	cudaMipmappedArray_t m = make(make_cudaExtent(16, 16, 0), 2, 0, &n);
	cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
	cudaResourceDesc r = {};
	cudaTextureDesc t = {};
	cudaTextureObject_t o;
	cudaArray_t a;

	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = m;
	GIVES(cudaCreateTextureObject(&o, &r, &t, NULL), cudaErrorInvalidValue); /* coordinates are not normalized */
	r.res.mipmap.mipmap = (cudaMipmappedArray_t)&d;
	t.normalizedCoords = 1;
	GIVES(cudaCreateTextureObject(&o, &r, &t, NULL), cudaErrorInvalidResourceHandle);
	GIVES(cudaGetMipmappedArrayLevel(&a, m, 2), cudaErrorInvalidValue);
	GIVES(cudaMallocMipmappedArray(NULL, &d, make_cudaExtent(4, 4, 0), 1, 0), cudaErrorInvalidValue);
	OK(cudaFreeMipmappedArray(m));
}

int main()
{
	float *out;

	OK(cudaMallocManaged(&out, N * sizeof(*out)));
	two(out);
	others(out);
	refused();
	OK(cudaFree(out));
	printf("mipmaps: %d wrong\n", wrong);
	return wrong != 0;
}
