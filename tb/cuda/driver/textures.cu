/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * textures: kernels that textures.c gives arrays, by object and by reference.
 */
#include <cuda.h>

texture<float, 2, cudaReadModeElementType> image;
surface<void, 2> page;

extern "C" __global__ void by_object(float *out, CUtexObject t, const float *at)
{
	out[threadIdx.x] = tex2D<float>(t, at[2 * threadIdx.x], at[2 * threadIdx.x + 1]);
}

extern "C" __global__ void by_reference(float *out, const float *at)
{
	out[threadIdx.x] = tex2D(image, at[2 * threadIdx.x], at[2 * threadIdx.x + 1]);
}

extern "C" __global__ void linear_float(float *out, CUtexObject t)
{
	out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}

extern "C" __global__ void linear_int(int *out, CUtexObject t)
{
	out[threadIdx.x] = tex1Dfetch<unsigned char>(t, threadIdx.x);
}

extern "C" __global__ void volume(float *out, CUtexObject t, float x, float y, float z)
{
	*out = tex3D<float>(t, x, y, z);
}

extern "C" __global__ void at_level(float *out, CUtexObject t, float x, float y, const float *level)
{
	out[threadIdx.x] = tex2DLod<float>(t, x, y, level[threadIdx.x]);
}

extern "C" __global__ void draw(CUsurfObject s)
{
	surf2Dwrite((float)(threadIdx.x + 10 * threadIdx.y), s, threadIdx.x * 4, threadIdx.y);
}

extern "C" __global__ void draw_page(void)
{
	surf2Dwrite(2.0f * threadIdx.x, page, threadIdx.x * 4, threadIdx.y);
}

/* One block stores where the other one fetches. */
extern "C" __global__ void racy_fetch(float *p, CUtexObject t, float *out)
{
	if (blockIdx.x == 0)
		p[threadIdx.x] = 1;
	else
		out[threadIdx.x] = tex1Dfetch<float>(t, threadIdx.x);
}
