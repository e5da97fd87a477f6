/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * textures: arrays, textures and surfaces of the driver API, against what the host works out.
 * Usage: textures MODULE [race|apart]
 */
#include "expect.h"

enum { W = 9, H = 5, D = 3, N = 16 };

static CUmodule module;

static CUfunction function(const char *name)
{
	CUfunction f = NULL;

	OK(cuModuleGetFunction(&f, module, name));
	return f;
}

static void launch(const char *name, unsigned x, unsigned y, void **params)
{
	OK(cuLaunchKernel(function(name), 1, 1, 1, x, y, 1, 0, NULL, params, NULL));
	OK(cuCtxSynchronize());
}

static float picture[H][W];

static CUarray make_picture(unsigned flags)
{
	const CUDA_ARRAY_DESCRIPTOR flat = {W, H, CU_AD_FORMAT_FLOAT, 1};
	const CUDA_ARRAY3D_DESCRIPTOR deep = {W, H, 0, CU_AD_FORMAT_FLOAT, 1, flags};
	CUDA_ARRAY3D_DESCRIPTOR got;
	CUDA_MEMCPY2D c = {0};
	CUarray a;

	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			picture[y][x] = (float)(y * 100 + x * x);
	if (flags)
		OK(cuArray3DCreate(&a, &deep));
	else
		OK(cuArrayCreate(&a, &flat));
	OK(cuArray3DGetDescriptor(&got, a));
	IS(got.Width == W && got.Height == H && got.Depth == 0 && got.Flags == flags, 1);
	IS(got.Format, CU_AD_FORMAT_FLOAT);
	IS(got.NumChannels, 1);
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = picture;
	c.srcPitch = sizeof(picture[0]);
	c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	c.dstArray = a;
	c.WidthInBytes = sizeof(picture[0]);
	c.Height = H;
	OK(cuMemcpy2D(&c));
	return a;
}

/* Bilinear, clamped, as CUDA's guide has it. */
static double filtered(double x, double y)
{
	double sum = 0;

	x -= 0.5;
	y -= 0.5;
	for (int corner = 0; corner < 4; corner++) {
		int i = (int)(x + 100) - 100 + (corner & 1),
		    j = (int)(y + 100) - 100 + (corner >> 1);
		double wx = x - ((int)(x + 100) - 100), wy = y - ((int)(y + 100) - 100);

		i = i < 0 ? 0 : i >= W ? W - 1 : i;
		j = j < 0 ? 0 : j >= H ? H - 1 : j;
		sum += (corner & 1 ? wx : 1 - wx) * (corner & 2 ? wy : 1 - wy) * picture[j][i];
	}
	return sum;
}

static const float places[N][2] = {{0.5f, 0.5f}, {1.5f, 2.5f},   {3, 2},        {2.25f, 3.75f},
				   {8.5f, 4.5f}, {-3, 1.5f},     {40, 2.5f},    {4.125f, -9},
				   {4.5f, 50},   {0.25f, 0.25f}, {8.75f, 1},    {5, 4.875f},
				   {6.5f, 3},    {7, 0.5f},      {1.25f, 1.5f}, {2.5f, 2.5f}};

static void objects(void)
{
	CUarray a = make_picture(0);
	CUDA_RESOURCE_DESC r, back;
	CUDA_TEXTURE_DESC t, tback;
	CUDA_RESOURCE_VIEW_DESC view = {0};
	CUdeviceptr out, at;
	CUtexObject tex;
	float got[N];
	void *params[] = {&out, &tex, &at};

	memset(&r, 0, sizeof(r));
	memset(&t, 0, sizeof(t));
	r.resType = CU_RESOURCE_TYPE_ARRAY;
	r.res.array.hArray = a;
	for (int i = 0; i < 3; i++)
		t.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
	t.filterMode = CU_TR_FILTER_MODE_LINEAR;
	OK(cuTexObjectCreate(&tex, &r, &t, &view));
	OK(cuTexObjectGetResourceDesc(&back, tex));
	IS(back.resType == CU_RESOURCE_TYPE_ARRAY && back.res.array.hArray == a, 1);
	OK(cuTexObjectGetTextureDesc(&tback, tex));
	IS(tback.filterMode, CU_TR_FILTER_MODE_LINEAR);
	IS(tback.addressMode[1], CU_TR_ADDRESS_MODE_CLAMP);
	OK(cuMemAlloc(&out, sizeof(got)));
	OK(cuMemAlloc(&at, sizeof(places)));
	OK(cuMemcpyHtoD(at, places, sizeof(places)));
	launch("by_object", N, 1, params);
	OK(cuMemcpyDtoH(got, out, sizeof(got)));
	for (int i = 0; i < N; i++)
		NEAR(got[i], filtered(places[i][0], places[i][1]));
	OK(cuTexObjectDestroy(tex));
	IS(cuTexObjectDestroy(tex), CUDA_ERROR_INVALID_VALUE);
	r.resType = (CUresourcetype)9;
	IS(cuTexObjectCreate(&tex, &r, &t, NULL), CUDA_ERROR_INVALID_VALUE);
	OK(cuArrayDestroy(a));
	IS(cuArrayDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
	OK(cuMemFree(out));
	OK(cuMemFree(at));
}

static void references(void)
{
	CUarray a = make_picture(0), was;
	CUdeviceptr out, at;
	CUtexref ref, again;
	CUaddress_mode mode;
	CUfilter_mode filter;
	unsigned flags;
	float got[N];
	void *params[] = {&out, &at};

	IS(cuModuleGetTexRef(&ref, module, "none"), CUDA_ERROR_NOT_FOUND);
	OK(cuModuleGetTexRef(&ref, module, "image"));
	OK(cuModuleGetTexRef(&again, module, "image"));
	IS(ref == again, 1);
	IS(cuTexRefGetArray(&was, ref), CUDA_ERROR_INVALID_VALUE);
	OK(cuTexRefSetArray(ref, a, CU_TRSA_OVERRIDE_FORMAT));
	OK(cuTexRefSetAddressMode(ref, 0, CU_TR_ADDRESS_MODE_CLAMP));
	OK(cuTexRefSetAddressMode(ref, 1, CU_TR_ADDRESS_MODE_CLAMP));
	IS(cuTexRefSetAddressMode(ref, 3, CU_TR_ADDRESS_MODE_CLAMP), CUDA_ERROR_INVALID_VALUE);
	OK(cuTexRefSetFilterMode(ref, CU_TR_FILTER_MODE_LINEAR));
	OK(cuTexRefSetFlags(ref, 0));
	OK(cuTexRefGetArray(&was, ref));
	IS(was == a, 1);
	OK(cuTexRefGetAddressMode(&mode, ref, 0));
	IS(mode, CU_TR_ADDRESS_MODE_CLAMP);
	OK(cuTexRefGetFilterMode(&filter, ref));
	IS(filter, CU_TR_FILTER_MODE_LINEAR);
	OK(cuTexRefGetFlags(&flags, ref));
	IS(flags, 0);
	OK(cuMemAlloc(&out, sizeof(got)));
	OK(cuMemAlloc(&at, sizeof(places)));
	OK(cuMemcpyHtoD(at, places, sizeof(places)));
	launch("by_reference", N, 1, params);
	OK(cuMemcpyDtoH(got, out, sizeof(got)));
	for (int i = 0; i < N; i++)
		NEAR(got[i], filtered(places[i][0], places[i][1]));
	OK(cuTexRefSetFilterMode(ref, CU_TR_FILTER_MODE_POINT)); /* holds for what is bound */
	launch("by_reference", N, 1, params);
	OK(cuMemcpyDtoH(got, out, sizeof(got)));
	NEAR(got[3], picture[3][2]);
	OK(cuArrayDestroy(a));
	OK(cuMemFree(out));
	OK(cuMemFree(at));
}

/* Integers of 8 bits are fractions unless the flag says that they are integers. */
static void linear(void)
{
	unsigned char bytes[N];
	CUDA_RESOURCE_DESC r = {0};
	CUDA_TEXTURE_DESC t = {0};
	CUdeviceptr in, out;
	CUtexObject tex;
	float f[N];
	int n[N];
	void *params[] = {&out, &tex};

	for (int i = 0; i < N; i++)
		bytes[i] = (unsigned char)(17 * i);
	OK(cuMemAlloc(&in, N));
	OK(cuMemAlloc(&out, N * 4));
	OK(cuMemcpyHtoD(in, bytes, N));
	r.resType = CU_RESOURCE_TYPE_LINEAR;
	r.res.linear.devPtr = in;
	r.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
	r.res.linear.numChannels = 1;
	r.res.linear.sizeInBytes = N;
	OK(cuTexObjectCreate(&tex, &r, &t, NULL));
	launch("linear_float", N, 1, params);
	OK(cuMemcpyDtoH(f, out, sizeof(f)));
	for (int i = 0; i < N; i++)
		NEAR(f[i], bytes[i] / 255.0);
	OK(cuTexObjectDestroy(tex));
	t.flags = CU_TRSF_READ_AS_INTEGER;
	OK(cuTexObjectCreate(&tex, &r, &t, NULL));
	launch("linear_int", N, 1, params);
	OK(cuMemcpyDtoH(n, out, sizeof(n)));
	for (int i = 0; i < N; i++)
		IS(n[i], bytes[i]);
	OK(cuTexObjectDestroy(tex));
	r.res.linear.numChannels = 3;
	IS(cuTexObjectCreate(&tex, &r, &t, NULL), CUDA_ERROR_INVALID_VALUE);
	OK(cuMemFree(in));
	OK(cuMemFree(out));
}

static void volumes(void)
{
	const CUDA_ARRAY3D_DESCRIPTOR desc = {W, H, D, CU_AD_FORMAT_FLOAT, 1, 0};
	static float in[D][H][W], back[D][H][W];
	CUDA_MEMCPY3D c = {0};
	CUDA_RESOURCE_DESC r = {0};
	CUDA_TEXTURE_DESC t = {0};
	CUdeviceptr out;
	CUtexObject tex;
	CUarray a;
	float x = 2.5f, y = 1.5f, z = 2.5f, got;
	void *params[] = {&out, &tex, &x, &y, &z};

	for (int i = 0; i < D * H * W; i++)
		in[0][0][i] = (float)i;
	OK(cuArray3DCreate(&a, &desc));
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = in;
	c.srcPitch = sizeof(in[0][0]);
	c.srcHeight = H;
	c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	c.dstArray = a;
	c.WidthInBytes = sizeof(in[0][0]);
	c.Height = H;
	c.Depth = D;
	OK(cuMemcpy3D(&c));
	r.res.array.hArray = a;
	OK(cuTexObjectCreate(&tex, &r, &t, NULL));
	OK(cuMemAlloc(&out, 4));
	launch("volume", 1, 1, params);
	OK(cuMemcpyDtoH(&got, out, 4));
	NEAR(got, in[2][1][2]);
	OK(cuTexObjectDestroy(tex));
	/* a box of the array, without its first column, row and slice */
	memset(&c, 0, sizeof(c));
	c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	c.srcArray = a;
	c.srcXInBytes = 4;
	c.srcY = c.srcZ = 1;
	c.dstMemoryType = CU_MEMORYTYPE_HOST;
	c.dstHost = back;
	c.dstXInBytes = 4;
	c.dstY = c.dstZ = 1;
	c.dstPitch = sizeof(in[0][0]);
	c.dstHeight = H;
	c.WidthInBytes = sizeof(in[0][0]) - 4;
	c.Height = H - 1;
	c.Depth = D - 1;
	OK(cuMemcpy3D(&c));
	for (int k = 0; k < D; k++)
		for (int j = 0; j < H; j++)
			for (int i = 0; i < W; i++)
				NEAR(back[k][j][i], i && j && k ? in[k][j][i] : 0);
	c.srcXInBytes = 2;
	IS(cuMemcpy3D(&c), CUDA_ERROR_INVALID_VALUE);
	OK(cuArrayDestroy(a));
	OK(cuMemFree(out));
}

static void surfaces(void)
{
	CUarray a = make_picture(CUDA_ARRAY3D_SURFACE_LDST);
	CUDA_RESOURCE_DESC r = {0}, back;
	CUsurfObject s;
	CUsurfref ref;
	float got[H][W], row[W];
	void *params[] = {&s};
	CUDA_MEMCPY2D c = {0};

	r.res.array.hArray = a;
	OK(cuSurfObjectCreate(&s, &r));
	OK(cuSurfObjectGetResourceDesc(&back, s));
	IS(back.res.array.hArray == a, 1);
	launch("draw", W, H, params);
	c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	c.srcArray = a;
	c.dstMemoryType = CU_MEMORYTYPE_HOST;
	c.dstHost = got;
	c.dstPitch = sizeof(got[0]);
	c.WidthInBytes = sizeof(got[0]);
	c.Height = H;
	OK(cuMemcpy2D(&c));
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++)
			NEAR(got[y][x], x + 10 * y);
	OK(cuSurfObjectDestroy(s));
	OK(cuModuleGetSurfRef(&ref, module, "page"));
	OK(cuSurfRefSetArray(ref, a, 0));
	launch("draw_page", W, H, NULL);
	OK(cuMemcpyAtoH(row, a, 0, sizeof(row)));
	for (int x = 0; x < W; x++)
		NEAR(row[x], 2 * x);
	OK(cuMemcpyHtoA(a, 4, row, 8));
	OK(cuMemcpyAtoH(row, a, 0, sizeof(row)));
	NEAR(row[2], 2);
	OK(cuArrayDestroy(a));
}

/* Each level has its number; between two of them the fetch filters. */
static void mipmaps(void)
{
	const CUDA_ARRAY3D_DESCRIPTOR desc = {8, 8, 0, CU_AD_FORMAT_FLOAT, 1, 0};
	const float levels[6] = {0, 1, 2, 0.5f, 1.25f, 9};
	CUmipmappedArray m;
	CUarray a;
	CUDA_ARRAY3D_DESCRIPTOR got;
	CUDA_RESOURCE_DESC r = {0};
	CUDA_TEXTURE_DESC t = {0};
	CUdeviceptr out, at;
	CUtexObject tex;
	float x = 0.5f, y = 0.5f, f[64];
	void *params[] = {&out, &tex, &x, &y, &at};

	OK(cuMipmappedArrayCreate(&m, &desc, 9)); /* 8, 4, 2, 1 */
	IS(cuMipmappedArrayGetLevel(&a, m, 4), CUDA_ERROR_INVALID_VALUE);
	for (unsigned n = 0; n < 4; n++) {
		CUDA_MEMCPY2D c = {0};

		OK(cuMipmappedArrayGetLevel(&a, m, n));
		OK(cuArray3DGetDescriptor(&got, a));
		IS(got.Width == 8U >> n && got.Height == 8U >> n, 1);
		for (int i = 0; i < 64; i++)
			f[i] = (float)(10 * n);
		c.srcMemoryType = CU_MEMORYTYPE_HOST;
		c.srcHost = f;
		c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
		c.dstArray = a;
		c.WidthInBytes = 4 * got.Width;
		c.Height = got.Height;
		OK(cuMemcpy2D(&c));
		IS(cuArrayDestroy(a), CUDA_ERROR_INVALID_HANDLE);
	}
	OK(cuMemAlloc(&out, sizeof(levels)));
	OK(cuMemAlloc(&at, sizeof(levels)));
	OK(cuMemcpyHtoD(at, levels, sizeof(levels)));
	r.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
	r.res.mipmap.hMipmappedArray = m;
	t.mipmapFilterMode = CU_TR_FILTER_MODE_LINEAR;
	t.maxMipmapLevelClamp = 2.5f;
	IS(cuTexObjectCreate(&tex, &r, &t, NULL), CUDA_ERROR_INVALID_VALUE);
	t.flags = CU_TRSF_NORMALIZED_COORDINATES;
	OK(cuTexObjectCreate(&tex, &r, &t, NULL));
	launch("at_level", 6, 1, params);
	OK(cuMemcpyDtoH(f, out, sizeof(levels)));
	for (int i = 0; i < 6; i++)
		NEAR(f[i], levels[i] > 2.5f ? 25 : 10 * levels[i]);
	OK(cuTexObjectDestroy(tex));
	OK(cuMipmappedArrayDestroy(m));
	OK(cuMemFree(out));
	OK(cuMemFree(at));
}

/* apart: the store and the fetch in launches of their own */
static void race(int apart)
{
	CUDA_RESOURCE_DESC r = {0};
	CUDA_TEXTURE_DESC t = {0};
	CUdeviceptr in, out;
	CUtexObject tex;
	void *params[] = {&in, &tex, &out};
	CUfunction f = function("racy_fetch");

	OK(cuMemAlloc(&in, 4 * N));
	OK(cuMemAlloc(&out, 4 * N));
	r.resType = CU_RESOURCE_TYPE_LINEAR;
	r.res.linear.devPtr = in;
	r.res.linear.format = CU_AD_FORMAT_FLOAT;
	r.res.linear.numChannels = 1;
	r.res.linear.sizeInBytes = 4 * N;
	OK(cuTexObjectCreate(&tex, &r, &t, NULL));
	OK(cuLaunchKernel(f, apart ? 1 : 2, 1, 1, N, 1, 1, 0, NULL, params, NULL));
	if (apart) {
		void *fetch[] = {&out, &tex};

		OK(cuLaunchKernel(function("linear_float"), 1, 1, 1, N, 1, 1, 0, NULL, fetch,
				  NULL));
	}
	OK(cuCtxSynchronize());
	OK(cuTexObjectDestroy(tex));
	OK(cuMemFree(in));
	OK(cuMemFree(out));
}

int main(int argc, char **argv)
{
	CUcontext ctx;
	CUtexObject tex;

	IS(cuTexObjectDestroy(0), CUDA_ERROR_NOT_INITIALIZED);
	OK(cuInit(0));
	IS(cuTexObjectCreate(&tex, NULL, NULL, NULL), CUDA_ERROR_INVALID_CONTEXT);
	OK(cuCtxCreate(&ctx, 0, 0));
	if (argc < 2 || cuModuleLoad(&module, argv[1]))
		return 2;
	if (argc > 2) {
		race(!strcmp(argv[2], "apart"));
	} else {
		objects();
		references();
		linear();
		volumes();
		surfaces();
		mipmaps();
	}
	OK(cuModuleUnload(module));
	OK(cuCtxDestroy(ctx));
	printf("textures: %d wrong\n", wrong);
	return wrong != 0;
}
