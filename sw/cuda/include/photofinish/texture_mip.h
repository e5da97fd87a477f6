/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture_mip: fetches from mipmapped arrays, at a level or at the one that gradients ask for. Without a level a
 * fetch reads the first. Anisotropy is not modelled: the longer gradient decides.
 */
#ifndef PHOTOFINISH_TEXTURE_MIP_H
#define PHOTOFINISH_TEXTURE_MIP_H

namespace pf
{
/* A texture, and where it is: its levels are behind it. */
struct mipmap {
	pf_texture t;
	unsigned long long object;
};

PF_INNER pf_mip load_mip(unsigned long long object)
{
	union {
		pf_mip m;
		uint4 word[sizeof(pf_mip) / sizeof(uint4)];
	} u;

#pragma unroll
	for (unsigned int i = 0; i < sizeof(u.word) / sizeof(u.word[0]); i++)
		u.word[i] = __ldg((const uint4 *)(object + sizeof(pf_texture)) + i);
	return u.m;
}

PF_INNER pf_texture load_level(const mipmap &m, unsigned int level)
{
	pf_texture t = load_texture(m.object + sizeof(pf_texture) + sizeof(pf_mip) + level * sizeof(pf_texture));

	t.scaled = m.t.scaled; /* a reference's is its template's */
	return t;
}

/* One level: coordinates, scaled to it. dims: axes that are filtered. */
PF_INNER quad fetch_level(const pf_texture &t, float x, float y, float z, int layer, unsigned int dims)
{
	return fetch(t, scale(t, x, t.width), dims > 1 ? scale(t, y, t.height) : 0,
		     dims > 2 ? scale(t, z, t.depth) : 0, layer_of(t, layer), dims);
}

PF_INNER quad fetch_cube_level(pf_texture t, float x, float y, float z, int layer)
{
	float s, u;
	unsigned int face = cube_face(x, y, z, &s, &u);

	t.address[0] = t.address[1] = cudaAddressModeClamp;
	return fetch(t, s * t.width, u * t.height, 0, 6 * layer_of(t, layer) + face, 2);
}

/* dims 0: a cube. */
PF_INNER quad fetch_any(const pf_texture &t, float x, float y, float z, int layer, unsigned int dims)
{
	return dims ? fetch_level(t, x, y, z, layer, dims) : fetch_cube_level(t, x, y, z, layer);
}

PF_INNER quad fetch_lod(const mipmap &m, float x, float y, float z, int layer, unsigned int dims, float lod)
{
	pf_mip mip;
	unsigned int level;
	float weight;
	quad a, b;

	if (!m.t.levels)
		return fetch_any(m.t, x, y, z, layer, dims);
	mip = load_mip(m.object);
	lod = fminf(fmaxf(lod + mip.bias, mip.least), mip.most);
	lod = fminf(fmaxf(lod, 0.0f), (float)(mip.levels - 1));
	if (!mip.linear)
		return fetch_any(load_level(m, (unsigned int)floorf(lod + 0.5f)), x, y, z, layer, dims);
	lod = rintf(lod * 256.0f) / 256.0f; /* 8 bits of fraction, as between elements */
	level = (unsigned int)lod;
	weight = lod - (float)level;
	a = fetch_any(load_level(m, level), x, y, z, layer, dims);
	if (weight == 0)
		return a;
	b = fetch_any(load_level(m, level + 1), x, y, z, layer, dims);
	for (unsigned int i = 0; i < 4; i++)
		a.c[i] = __float_as_uint((1 - weight) * __uint_as_float(a.c[i]) +
					 weight * __uint_as_float(b.c[i]));
	return a;
}

/* log2 of the longer gradient, in elements of the first level. */
PF_INNER float lod_of(const pf_texture &t, float ax, float ay, float az, float bx, float by, float bz)
{
	float w = t.normalized ? (float)t.width : 1, h = t.normalized ? (float)t.height : 1,
	      d = t.normalized ? (float)t.depth : 1;
	float a = ax * w * ax * w + ay * h * ay * h + az * d * az * d;
	float b = bx * w * bx * w + by * h * by * h + bz * d * bz * d;

	return 0.5f * log2f(fmaxf(a, b));
}

PF_INNER mipmap load_mipmap(unsigned long long object)
{
	return mipmap{load_texture(object), object};
}

template <class R> PF_INNER mipmap bound_mipmap(R ref, cudaTextureReadMode mode)
{
	return mipmap{bound_texture(ref, mode), bound(ref)};
}
} // namespace pf

/* By object, by object into a variable, and by reference. */
#define PF_MIP_FETCH(name, shape, params, args, lod, x, y, z, layer, dims) \
	template <class T> PF_INNER T pf_##name(const pf::mipmap &m PF_UNPACK params) \
	{ \
		return pf::as<T>(m.t, pf::fetch_lod(m, x, y, z, layer, dims, lod)); \
	} \
	template <class T> PF_DEVICE T name(cudaTextureObject_t object PF_UNPACK params) \
	{ \
		return pf_##name<T>(pf::load_mipmap(object) PF_UNPACK args); \
	} \
	template <class T> PF_DEVICE void name(T *out, cudaTextureObject_t object PF_UNPACK params) \
	{ \
		*out = pf_##name<T>(pf::load_mipmap(object) PF_UNPACK args); \
	} \
	template <class T, cudaTextureReadMode mode> \
	PF_DEVICE typename pf::read_as<T, mode>::type name(texture<T, shape, mode> ref PF_UNPACK params) \
	{ \
		return pf_##name<typename pf::read_as<T, mode>::type>(pf::bound_mipmap(ref, mode) PF_UNPACK args); \
	}
#define PF_UNPACK(...) , ##__VA_ARGS__

PF_MIP_FETCH(tex1DLod, cudaTextureType1D, (float x, float level), (x, level), level, x, 0, 0, 0, 1)
PF_MIP_FETCH(tex2DLod, cudaTextureType2D, (float x, float y, float level), (x, y, level), level, x, y, 0, 0, 2)
PF_MIP_FETCH(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level), (x, y, z, level), level, x, y, z,
	     0, 3)
PF_MIP_FETCH(tex1DLayeredLod, cudaTextureType1DLayered, (float x, int layer, float level), (x, layer, level), level, x,
	     0, 0, layer, 1)
PF_MIP_FETCH(tex2DLayeredLod, cudaTextureType2DLayered, (float x, float y, int layer, float level),
	     (x, y, layer, level), level, x, y, 0, layer, 2)
PF_MIP_FETCH(texCubemapLod, cudaTextureTypeCubemap, (float x, float y, float z, float level), (x, y, z, level), level,
	     x, y, z, 0, 0)
PF_MIP_FETCH(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer, float level),
	     (x, y, z, layer, level), level, x, y, z, layer, 0)
PF_MIP_FETCH(tex1DGrad, cudaTextureType1D, (float x, float dx, float dy), (x, dx, dy),
	     (pf::lod_of(m.t, dx, 0, 0, dy, 0, 0)), x, 0, 0, 0, 1)
PF_MIP_FETCH(tex2DGrad, cudaTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
	     (pf::lod_of(m.t, dx.x, dx.y, 0, dy.x, dy.y, 0)), x, y, 0, 0, 2)
PF_MIP_FETCH(tex3DGrad, cudaTextureType3D, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
	     (pf::lod_of(m.t, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z)), x, y, z, 0, 3)
PF_MIP_FETCH(tex1DLayeredGrad, cudaTextureType1DLayered, (float x, int layer, float dx, float dy), (x, layer, dx, dy),
	     (pf::lod_of(m.t, dx, 0, 0, dy, 0, 0)), x, 0, 0, layer, 1)
PF_MIP_FETCH(tex2DLayeredGrad, cudaTextureType2DLayered, (float x, float y, int layer, float2 dx, float2 dy),
	     (x, y, layer, dx, dy), (pf::lod_of(m.t, dx.x, dx.y, 0, dy.x, dy.y, 0)), x, y, 0, layer, 2)

#undef PF_MIP_FETCH
#undef PF_UNPACK

#endif
