/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * textures: fetches by object and by reference against the host, surfaces, and what is refused.
 */
#include "check.h"

enum { W = 8, H = 4, D = 3, SAMPLES = 200 };

static cudaTextureDesc desc_of(cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized,
			       cudaTextureReadMode read = cudaReadModeElementType)
{
	cudaTextureDesc d = {};

	d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = mode;
	d.filterMode = filter;
	d.readMode = read;
	d.normalizedCoords = normalized;
	d.borderColor[0] = 77;
	return d;
}

static cudaTextureObject_t object_of(cudaArray_t a, const cudaTextureDesc &d)
{
	cudaResourceDesc r = {};
	cudaTextureObject_t t = 0;

	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	check(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaSuccess, "object");
	return t;
}

/* The host's own fetch: whole elements by address mode. */
static double at(const float *v, long x, long y)
{
	return v[y * W + x];
}

static long wrapped(long i, long n, int mode, bool *outside)
{
	if (mode == cudaAddressModeBorder && (i < 0 || i >= n))
		*outside = true;
	if (mode == cudaAddressModeClamp || mode == cudaAddressModeBorder)
		return i < 0 ? 0 : i >= n ? n - 1 : i;
	if (mode == cudaAddressModeWrap)
		return ((i % n) + n) % n;
	i = ((i % (2 * n)) + 2 * n) % (2 * n);
	return i < n ? i : 2 * n - 1 - i;
}

static double element(const float *v, long x, long y, int mode)
{
	bool outside = false;
	long i = wrapped(x, W, mode, &outside), j = wrapped(y, H, mode, &outside);

	return outside ? 77 : at(v, i, j);
}

static double expected(const float *v, double x, double y, int mode, bool linear)
{
	double a, b;
	long i, j;

	if (!linear)
		return element(v, (long)floor(x), (long)floor(y), mode);
	i = (long)floor(x - 0.5);
	j = (long)floor(y - 0.5);
	a = rint((x - 0.5 - i) * 256) / 256;
	b = rint((y - 0.5 - j) * 256) / 256;
	return (1 - a) * (1 - b) * element(v, i, j, mode) + a * (1 - b) * element(v, i + 1, j, mode) +
	       (1 - a) * b * element(v, i, j + 1, mode) + a * b * element(v, i + 1, j + 1, mode);
}

static float pseudo(int i, float low, float high)
{
	return low + (high - low) * ((i * 7919 + 13) % 1009) / 1009.0f;
}

__global__ void sample_2d(cudaTextureObject_t t, const float *x, const float *y, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < SAMPLES)
		out[i] = tex2D<float>(t, x[i], y[i]);
}

static void filters()
{
	float v[W * H], *x = shared_array<float>(SAMPLES), *y = shared_array<float>(SAMPLES),
			*out = shared_array<float>(SAMPLES);
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaArray_t a;

	for (int i = 0; i < W * H; i++)
		v[i] = pseudo(i, -5, 5);
	check(cudaMallocArray(&a, &f, W, H) == cudaSuccess, "array");
	check(cudaMemcpy2DToArray(a, 0, 0, v, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice) ==
		      cudaSuccess,
	      "copy");
	for (int mode = 0; mode < 4; mode++)
		for (int linear = 0; linear < 2; linear++)
			for (int normalized = 0; normalized < 2; normalized++) {
				cudaTextureDesc d = desc_of((cudaTextureAddressMode)mode,
							    linear ? cudaFilterModeLinear : cudaFilterModePoint,
							    normalized);
				cudaTextureObject_t t = object_of(a, d);
				/* without normalized coordinates, the other two clamp */
				int meant = !normalized && mode != cudaAddressModeBorder ? cudaAddressModeClamp : mode;

				for (int i = 0; i < SAMPLES; i++) {
					x[i] = pseudo(i, -2.5f, 3.5f) * (normalized ? 1 : W);
					y[i] = pseudo(i + 500, -2.5f, 3.5f) * (normalized ? 1 : H);
				}
				sample_2d<<<2, 128>>>(t, x, y, out);
				sync("sample_2d");
				for (int i = 0; i < SAMPLES; i++)
					check(fabs(out[i] - expected(v, normalized ? x[i] * (float)W : x[i],
								     normalized ? y[i] * (float)H : y[i], meant,
								     linear)) < 1e-4,
					      "tex2D", mode * 4000 + linear * 2000 + normalized * 1000 + i);
				check(cudaDestroyTextureObject(t) == cudaSuccess, "destroy");
			}
	check(cudaFreeArray(a) == cudaSuccess, "free");
}

template <class T> __global__ void fetch_linear(cudaTextureObject_t t, T *out, int n)
{
	int i = threadIdx.x;

	if (i < n)
		out[i] = tex1Dfetch<T>(t, i);
	if (i == n) {
		tex1Dfetch(&out[i], t, -1);
		out[i + 1] = tex1Dfetch<T>(t, n);
	}
}

/* Every type of element out of linear memory; what is outside is 0. */
template <class T> static void linear_of(const char *what)
{
	enum { N = 20 };
	unsigned char *bytes = shared_array<unsigned char>(N * sizeof(T));
	T *out = shared_array<T>(N + 2), zero;
	cudaTextureDesc d = desc_of(cudaAddressModeClamp, cudaFilterModePoint, false);
	cudaResourceDesc r = {}, back;
	cudaTextureObject_t t;

	memset(&zero, 0, sizeof(zero));
	for (size_t i = 0; i < N * sizeof(T); i++)
		bytes[i] = (unsigned char)(i * 37 + 1) & 0xbf; /* no NaN among floats */
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = bytes;
	r.res.linear.desc = cudaCreateChannelDesc<T>();
	r.res.linear.sizeInBytes = N * sizeof(T);
	check(cudaCreateTextureObject(&t, &r, &d, NULL) == cudaSuccess, what);
	check(cudaGetTextureObjectResourceDesc(&back, t) == cudaSuccess && back.res.linear.devPtr == bytes, what);
	fetch_linear<T><<<1, 32>>>(t, out, N);
	sync(what);
	for (int i = 0; i < N; i++)
		check(!memcmp(&out[i], bytes + i * sizeof(T), sizeof(T)), what, i);
	check(!memcmp(&out[N], &zero, sizeof(T)) && !memcmp(&out[N + 1], &zero, sizeof(T)), what, -1);
	cudaDestroyTextureObject(t);
}

static void linear_all()
{
#define ALL(T) linear_of<T>(#T)
	ALL(char), ALL(signed char), ALL(unsigned char), ALL(short), ALL(unsigned short), ALL(int), ALL(unsigned int);
	ALL(float), ALL(char2), ALL(char4), ALL(uchar1), ALL(uchar2), ALL(uchar4), ALL(short2), ALL(short4);
	ALL(ushort2), ALL(ushort4), ALL(int2), ALL(int4), ALL(uint1), ALL(uint2), ALL(uint4), ALL(float2), ALL(float4);
#undef ALL
}

__global__ void fractions(cudaTextureObject_t u, cudaTextureObject_t s, cudaTextureObject_t h, float *out)
{
	int i = threadIdx.x;

	out[i] = tex1Dfetch<float>(u, i);
	out[256 + i] = tex1Dfetch<float>(s, i);
	for (int j = 0; j < 256; j++)
		out[512 + i * 256 + j] = tex1Dfetch<float>(h, i * 256 + j);
}

/* Integers as fractions of 1, and all values of half precision. */
static void fractions_all()
{
	unsigned char *bytes = shared_array<unsigned char>(256);
	unsigned short *halves = shared_array<unsigned short>(65536);
	float *out = shared_array<float>(512 + 65536);
	cudaTextureDesc d = desc_of(cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
	cudaResourceDesc r = {};
	cudaTextureObject_t u, s, h;

	for (int i = 0; i < 256; i++)
		bytes[i] = (unsigned char)i;
	for (int i = 0; i < 65536; i++)
		halves[i] = (unsigned short)i;
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = bytes;
	r.res.linear.sizeInBytes = 256;
	r.res.linear.desc = cudaCreateChannelDesc<unsigned char>();
	check(cudaCreateTextureObject(&u, &r, &d, NULL) == cudaSuccess, "unsigned");
	r.res.linear.desc = cudaCreateChannelDesc<signed char>();
	check(cudaCreateTextureObject(&s, &r, &d, NULL) == cudaSuccess, "signed");
	r.res.linear.devPtr = halves;
	r.res.linear.sizeInBytes = 2 * 65536;
	r.res.linear.desc = cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
	check(cudaCreateTextureObject(&h, &r, &d, NULL) == cudaSuccess, "half");
	fractions<<<1, 256>>>(u, s, h, out);
	sync("fractions");
	for (int i = 0; i < 256; i++) {
		check(out[i] == i / 255.0f, "unsigned fraction", i);
		check(out[256 + i] == fmaxf((signed char)i / 127.0f, -1), "signed fraction", i);
	}
	for (int i = 0; i < 65536; i++) {
		int e = i >> 10 & 31;
		double m = (i & 1023) / 1024.0, v = e ? ldexp(1 + m, e - 15) : ldexp(m, -14);

		if (e == 31)
			v = i & 1023 ? NAN : INFINITY;
		v = i & 0x8000 ? -v : v;
		check(std::isnan(v) ? std::isnan(out[512 + i]) : out[512 + i] == (float)v, "half", i);
	}
}

static texture<float, 2, cudaReadModeElementType> plane;
texture<int4> list;
static texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> grey;
surface<void, 2> target;

__global__ void by_reference(float *out, int4 *ints, float *greys)
{
	int i = threadIdx.x, x = i % W, y = i / W;

	out[i] = tex2D(plane, x + 0.5f, y + 0.5f);
	ints[i] = tex1Dfetch(list, i);
	greys[i] = tex2D(grey, x, y);
	surf2Dwrite(10.0f * i, target, x * (int)sizeof(float), y);
}

__global__ void filtered(float *out)
{
	*out = tex2D(plane, 1.0f, 1.0f) + tex2D(grey, 1.25f, 0.5f);
}

static void references()
{
	float v[W * H], *out = shared_array<float>(W * H), *greys = shared_array<float>(W * H);
	int4 *ints = shared_array<int4>(W * H), *got = shared_array<int4>(W * H);
	unsigned char *pixels;
	size_t pitch, offset = 1;
	cudaArray_t a, b;
	const textureReference *ref;

	check(cudaMallocPitch(&pixels, &pitch, W, H) == cudaSuccess, "pitch");
	for (int i = 0; i < W * H; i++) {
		unsigned char byte = (unsigned char)(255 - i);

		v[i] = (float)i * i;
		ints[i] = make_int4(i, -i, 2 * i, 7);
		cudaMemcpy(pixels + i / W * pitch + i % W, &byte, 1, cudaMemcpyHostToDevice);
	}
	check(cudaMallocArray(&a, &plane.channelDesc, W, H) == cudaSuccess, "array");
	check(cudaMallocArray(&b, &plane.channelDesc, W, H, cudaArraySurfaceLoadStore) == cudaSuccess, "array");
	check(cudaMemcpyToArray(a, 0, 0, v, sizeof(v), cudaMemcpyHostToDevice) == cudaSuccess, "to array");
	check(cudaBindTextureToArray(plane, a) == cudaSuccess, "bind array");
	check(cudaBindTexture(&offset, list, ints, W * H * sizeof(int4)) == cudaSuccess && offset == 0, "bind");
	check(cudaBindTexture2D(NULL, grey, pixels, W, H, pitch) == cudaSuccess, "bind pitch");
	check(cudaBindSurfaceToArray(target, b) == cudaSuccess, "bind surface");
	check(cudaGetTextureReference(&ref, &plane) == cudaSuccess && ref == &plane, "reference");
	by_reference<<<1, W * H>>>(out, got, greys);
	sync("by_reference");
	for (int i = 0; i < W * H; i++) {
		check(out[i] == v[i], "tex2D by reference", i);
		check(got[i].y == -i && got[i].w == 7, "tex1Dfetch by reference", i);
		check(greys[i] == (255 - i) / 255.0f, "fractions by reference", i);
	}
	check(cudaMemcpyFromArray(v, b, 0, 0, sizeof(v), cudaMemcpyDeviceToHost) == cudaSuccess, "from array");
	for (int i = 0; i < W * H; i++)
		check(v[i] == 10.0f * i, "surface by reference", i);
	plane.filterMode = cudaFilterModeLinear; /* counts from the next binding on */
	grey.filterMode = cudaFilterModeLinear;
	check(cudaBindTextureToArray(plane, b) == cudaSuccess, "bind again");
	check(cudaBindTexture2D(NULL, grey, pixels, W, H, pitch) == cudaSuccess, "bind again");
	filtered<<<1, 1>>>(out);
	sync("filtered");
	check(fabsf(out[0] - (45.0f + (0.25f * 255 + 0.75f * 254) / 255)) < 1e-4f, "filtered by reference");
	check(cudaUnbindTexture(plane) == cudaSuccess && cudaUnbindTexture(list) == cudaSuccess, "unbind");
	check(cudaGetTextureAlignmentOffset(&offset, plane) == cudaErrorInvalidTextureBinding, "unbound");
	cudaGetLastError();
	cudaFreeArray(a);
	cudaFreeArray(b);
	cudaFree(pixels);
}

__global__ void volume(cudaTextureObject_t t, cudaSurfaceObject_t s, float *out)
{
	int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, i = (z * H + y) * W + x;

	out[i] = tex3D<float>(t, x + 0.5f, y + 0.5f, z + 0.5f) + surf3Dread<float>(s, x * 4, y, z);
	__syncthreads();
	surf3Dwrite(0.5f * i, s, x * 4, y, z);
}

__global__ void layers(cudaTextureObject_t line, cudaTextureObject_t plane, cudaSurfaceObject_t s1,
		       cudaSurfaceObject_t s2, float *out)
{
	int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, i = (z * H + y) * W + x;

	out[i] = tex1DLayered<float>(line, x + 0.5f, z) + tex2DLayered<float>(plane, x + 0.5f, y + 0.5f, z);
	out[i] += surf1DLayeredread<float>(s1, x * 4, z) + surf2DLayeredread<float>(s2, x * 4, y, z);
	__syncthreads();
	if (z == 0 && y == 0)
		surf1DLayeredwrite(1.0f * x, s1, x * 4, 1);
	surf2DLayeredwrite(2.0f * i, s2, x * 4, y, z);
}

static cudaArray_t array_3d(size_t w, size_t h, size_t d, unsigned flags, const float *v)
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
	cudaMemcpy3DParms p = {};
	cudaArray_t a = NULL;

	check(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d), flags) == cudaSuccess, "3D array", flags);
	p.srcPtr = make_cudaPitchedPtr((void *)v, w * sizeof(float), w, h ? h : 1);
	p.dstArray = a;
	p.extent = make_cudaExtent(w, h ? h : 1, d);
	p.kind = cudaMemcpyHostToDevice;
	check(cudaMemcpy3D(&p) == cudaSuccess, "3D copy", flags);
	return a;
}

static void read_back(cudaArray_t a, size_t w, size_t h, size_t d, float *v)
{
	cudaMemcpy3DParms p = {};

	p.dstPtr = make_cudaPitchedPtr(v, w * sizeof(float), w, h);
	p.srcArray = a;
	p.extent = make_cudaExtent(w, h, d);
	p.kind = cudaMemcpyDeviceToHost;
	check(cudaMemcpy3D(&p) == cudaSuccess, "3D copy back");
}

static cudaSurfaceObject_t surface_of(cudaArray_t a)
{
	cudaResourceDesc r = {};
	cudaSurfaceObject_t s = 0;

	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	check(cudaCreateSurfaceObject(&s, &r) == cudaSuccess, "surface");
	return s;
}

static void deep()
{
	const cudaTextureDesc point = desc_of(cudaAddressModeClamp, cudaFilterModePoint, false);
	float v[W * H * D], back[W * H * D], *out = shared_array<float>(W * H * D);
	cudaArray_t a, line, plane;

	for (int i = 0; i < W * H * D; i++)
		v[i] = (float)i;
	a = array_3d(W, H, D, cudaArraySurfaceLoadStore, v);
	volume<<<1, dim3(W, H, D)>>>(object_of(a, point), surface_of(a), out);
	sync("volume");
	read_back(a, W, H, D, back);
	for (int i = 0; i < W * H * D; i++) {
		check(out[i] == 2.0f * i, "tex3D", i);
		check(back[i] == 0.5f * i, "surf3D", i);
	}
	line = array_3d(W, 0, D, cudaArrayLayered, v);
	plane = array_3d(W, H, D, cudaArrayLayered, v);
	layers<<<1, dim3(W, H, D)>>>(object_of(line, point), object_of(plane, point), surface_of(line),
				     surface_of(plane), out);
	sync("layers");
	for (int i = 0; i < W * H * D; i++)
		check(out[i] == 2 * (i / (W * H) * W + i % W) + 2 * i, "layers", i);
	read_back(plane, W, H, D, back);
	cudaMemcpy3DParms two = {};
	two.srcPtr = two.dstPtr = make_cudaPitchedPtr(back, W * 4, W, H);
	two.srcArray = plane;
	two.extent = make_cudaExtent(1, 1, 1);
	two.kind = cudaMemcpyDefault;
	check(cudaMemcpy3D(&two) == cudaErrorInvalidValue, "two sources");
	cudaGetLastError();
	for (int i = 0; i < W * H * D; i++)
		check(back[i] == 2.0f * i, "surf2DLayered", i);
}

__global__ void cube(cudaTextureObject_t t, cudaTextureObject_t both, cudaSurfaceObject_t s, cudaSurfaceObject_t sb,
		     float *out)
{
	const float way[6][3] = {{1, 0.25f, -0.5f}, {-1, 0.25f, -0.5f}, {0.25f, 1, -0.5f},
				 {0.25f, -1, -0.5f}, {0.25f, -0.5f, 1}, {0.25f, -0.5f, -1}};
	int i = threadIdx.x;

	out[i] = texCubemap<float>(t, way[i][0], way[i][1], way[i][2]);
	out[6 + i] = texCubemapLayered<float>(both, 3 * way[i][0], 3 * way[i][1], 3 * way[i][2], 1);
	out[12 + i] = surfCubemapread<float>(s, 4 * 2, 3, i);
	out[18 + i] = surfCubemapLayeredread<float>(sb, 4 * 2, 3, 6 + i);
	surfCubemapwrite(-1.0f, s, 0, 0, i);
	surfCubemapLayeredwrite(-2.0f, sb, 0, 0, 6 + i);
}

/* Faces of 4 by 4. Where a direction meets a face: table of the guide. */
static void cubes()
{
	enum { N = 4 };
	const cudaTextureDesc point = desc_of(cudaAddressModeWrap, cudaFilterModePoint, true);
	/* s and t of the six directions above, 0 to 1 */
	const float s[6] = {0.75f, 0.25f, 0.625f, 0.625f, 0.625f, 0.375f},
		    t[6] = {0.375f, 0.375f, 0.25f, 0.75f, 0.75f, 0.75f};
	float v[2 * 6 * N * N], *out = shared_array<float>(24);
	cudaArray_t one, two;

	for (int i = 0; i < 2 * 6 * N * N; i++)
		v[i] = (float)i;
	one = array_3d(N, N, 6, cudaArrayCubemap, v);
	two = array_3d(N, N, 12, cudaArrayCubemap | cudaArrayLayered, v);
	cube<<<1, 6>>>(object_of(one, point), object_of(two, point), surface_of(one), surface_of(two), out);
	sync("cube");
	for (int i = 0; i < 6; i++) {
		int place = i * N * N + (int)(t[i] * N) * N + (int)(s[i] * N);

		check(out[i] == place, "texCubemap", i);
		check(out[6 + i] == 6 * N * N + place, "texCubemapLayered", i);
		check(out[12 + i] == i * N * N + 3 * N + 2, "surfCubemap", i);
		check(out[18 + i] == (6 + i) * N * N + 3 * N + 2, "surfCubemapLayered", i);
	}
	read_back(one, N, N, 6, v);
	check(v[5 * N * N] == -1 && v[5 * N * N + 1] == 5 * N * N + 1, "surfCubemapwrite");
	read_back(two, N, N, 12, v);
	check(v[11 * N * N] == -2 && v[0] == 0, "surfCubemapLayeredwrite");
}

__global__ void edges(cudaTextureObject_t t, cudaTextureObject_t line, cudaSurfaceObject_t s, cudaSurfaceObject_t s1,
		      float4 *gathered, float *out)
{
	*gathered = tex2Dgather<float4>(t, 2.0f, 2.0f);
	surf2Dread(&out[0], s, -4, 0, cudaBoundaryModeZero);
	out[1] = surf2Dread<float>(s, -4, 1, cudaBoundaryModeClamp);
	out[2] = surf2Dread<float>(s, 1000, 1000, cudaBoundaryModeClamp);
	surf2Dwrite(99.0f, s, W * 4, 0, cudaBoundaryModeZero);
	out[3] = surf1Dread<float>(s1, 8);
	surf1Dwrite(5.0f, s1, 12);
	out[4] = surf1Dread<float>(s1, 12);
	out[5] = tex1D<float>(line, 1.5f);
	out[6] = tex1D<float>(line, -100.0f);
	out[7] = tex1D<float>(line, nanf(""));
}

__global__ void outside(cudaSurfaceObject_t s)
{
	surf2Dwrite(1.0f, s, W * 4, 0);
}

static void rims()
{
	const cudaTextureDesc point = desc_of(cudaAddressModeClamp, cudaFilterModePoint, false);
	float v[W * H], *out = shared_array<float>(8);
	float4 *g = shared_array<float4>(1);
	cudaArray_t a, line;

	for (int i = 0; i < W * H; i++)
		v[i] = (float)i;
	a = array_3d(W, H, 0, cudaArrayTextureGather, v);
	check(cudaMemcpy2DToArray(a, 0, 0, v, W * 4, W * 4, H, cudaMemcpyHostToDevice) == cudaSuccess, "2D");
	line = array_3d(W, 0, 0, 0, v);
	check(cudaMemcpyToArray(line, 0, 0, v, W * 4, cudaMemcpyHostToDevice) == cudaSuccess, "1D");
	edges<<<1, 1>>>(object_of(a, point), object_of(line, point), surface_of(a), surface_of(line), g, out);
	sync("edges");
	check(g->x == 2 * W + 1 && g->y == 2 * W + 2 && g->z == W + 2 && g->w == W + 1, "tex2Dgather");
	check(out[0] == 0 && out[1] == W && out[2] == W * H - 1, "boundary modes");
	check(out[3] == 2 && out[4] == 5, "surf1D");
	check(out[5] == 1 && out[6] == 0 && out[7] == 0, "tex1D");
}

static void errors()
{
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), three = {32, 32, 32, 0, cudaChannelFormatKindFloat},
			      ints = cudaCreateChannelDesc<int>();
	cudaTextureDesc linear = desc_of(cudaAddressModeClamp, cudaFilterModeLinear, false);
	cudaResourceDesc r = {};
	cudaTextureObject_t t;
	cudaSurfaceObject_t s;
	cudaExtent e;
	unsigned flags;
	cudaArray_t a, b;
	float v[4] = {0};

	check(cudaMallocArray(&a, &three, 4) == cudaErrorInvalidChannelDescriptor, "three channels");
	check(cudaMallocArray(&a, &f, 0) == cudaErrorInvalidValue, "no width");
	check(cudaMalloc3DArray(&a, &f, make_cudaExtent(4, 3, 6), cudaArrayCubemap) == cudaErrorInvalidValue, "cube");
	check(cudaMallocArray(&a, &ints, 4, 2) == cudaSuccess, "array");
	check(cudaArrayGetInfo(&f, &e, &flags, a) == cudaSuccess && e.width == 4 && e.height == 2 && !flags &&
		      f.f == cudaChannelFormatKindSigned,
	      "info");
	check(cudaMemcpyToArray(a, 4, 1, v, 13, cudaMemcpyHostToDevice) == cudaErrorInvalidValue, "too long");
	check(cudaMemcpyToArray(a, 4, 1, v, 12, cudaMemcpyHostToDevice) == cudaSuccess, "to the end");
	check(cudaMallocArray(&b, &ints, 4, 2) == cudaSuccess, "array");
	check(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 16, 2) == cudaSuccess, "array to array");
	check(cudaMemcpy2DArrayToArray(b, 4, 0, a, 0, 0, 16, 2) == cudaErrorInvalidValue, "too wide");
	check(cudaMemcpy2DFromArray(v, 8, b, 0, 0, 8, 2, cudaMemcpyDeviceToHost) == cudaSuccess, "from array");
	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	check(cudaCreateTextureObject(&t, &r, &linear, NULL) == cudaErrorInvalidFilterSetting, "filtered integers");
	linear.filterMode = cudaFilterModePoint;
	linear.readMode = cudaReadModeNormalizedFloat;
	check(cudaCreateTextureObject(&t, &r, &linear, NULL) == cudaErrorInvalidNormSetting, "fractions of ints");
	r.resType = cudaResourceTypeMipmappedArray;
	check(cudaCreateTextureObject(&t, &r, &linear, NULL) == cudaErrorNotSupported, "mipmaps");
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = v;
	r.res.linear.desc = ints;
	r.res.linear.sizeInBytes = 16;
	check(cudaCreateTextureObject(&t, &r, &linear, NULL) == cudaErrorInvalidValue, "host memory");
	check(cudaCreateSurfaceObject(&s, &r) == cudaErrorInvalidValue, "surface of linear memory");
	check(cudaFreeArray(a) == cudaSuccess && cudaFreeArray(a) == cudaErrorInvalidResourceHandle, "freed twice");
	check(cudaDestroyTextureObject(12345) == cudaErrorInvalidValue, "no object");
	check(cudaBindTexture(NULL, list, v, 16) == cudaErrorInvalidValue, "bind host memory");
	s = surface_of(b);
	cudaGetLastError();
	outside<<<1, 1>>>(s);
	check(cudaDeviceSynchronize() != cudaSuccess, "outside of a surface");
	cudaDeviceReset();
}

int main()
{
	filters();
	linear_all();
	fractions_all();
	references();
	deep();
	cubes();
	rims();
	if (finish("textures"))
		return 1;
	errors();
	return finish("errors");
}
