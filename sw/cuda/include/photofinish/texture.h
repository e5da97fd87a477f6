/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture: fetches from textures, in device code as CUDA's guide describes a texture unit: every fetch is
 * loads of the memory behind the texture, which the checkers see. Filter weights have 8 bits of fraction.
 */
#ifndef PHOTOFINISH_TEXTURE_H
#define PHOTOFINISH_TEXTURE_H

#include "texture_refs.h"

namespace pf
{
/* Base type and channels of what a fetch returns. */
template <class T> struct texel;
#define PF_TEXEL1(type) \
	template <> struct texel<type> { \
		typedef type base; \
		enum { channels = 1 }; \
		PF_INNER type make(type x, type, type, type) { return x; } \
	};
#define PF_TEXEL(name, type) \
	template <> struct texel<name##1> { \
		typedef type base; \
		enum { channels = 1 }; \
		PF_INNER name##1 make(type x, type, type, type) { return make_##name##1(x); } \
	}; \
	template <> struct texel<name##2> { \
		typedef type base; \
		enum { channels = 2 }; \
		PF_INNER name##2 make(type x, type y, type, type) { return make_##name##2(x, y); } \
	}; \
	template <> struct texel<name##4> { \
		typedef type base; \
		enum { channels = 4 }; \
		PF_INNER name##4 make(type x, type y, type z, type w) \
		{ \
			return make_##name##4(x, y, z, w); \
		} \
	};
PF_TEXEL1(char)
PF_TEXEL1(signed char)
PF_TEXEL1(unsigned char)
PF_TEXEL1(short)
PF_TEXEL1(unsigned short)
PF_TEXEL1(int)
PF_TEXEL1(unsigned int)
PF_TEXEL1(long)
PF_TEXEL1(unsigned long)
PF_TEXEL1(float)
PF_TEXEL(char, signed char)
PF_TEXEL(uchar, unsigned char)
PF_TEXEL(short, short)
PF_TEXEL(ushort, unsigned short)
PF_TEXEL(int, int)
PF_TEXEL(uint, unsigned int)
PF_TEXEL(float, float)
#undef PF_TEXEL1
#undef PF_TEXEL

/* Four channels, each 32 bits: of a float, or of an integer extended as its kind says. */
struct quad {
	unsigned int c[4];
};

/* Elements are loaded through the read-only path, with one load. */
PF_INNER quad raw_element(unsigned long long p, unsigned int bytes)
{
	quad q = {{0, 0, 0, 0}};

	if (bytes == 1) {
		q.c[0] = __ldg((const unsigned char *)p);
	} else if (bytes == 2) {
		q.c[0] = __ldg((const unsigned short *)p);
	} else if (bytes == 4) {
		q.c[0] = __ldg((const unsigned int *)p);
	} else if (bytes == 8) {
		uint2 v = __ldg((const uint2 *)p);

		q.c[0] = v.x;
		q.c[1] = v.y;
	} else {
		uint4 v = __ldg((const uint4 *)p);

		q.c[0] = v.x;
		q.c[1] = v.y;
		q.c[2] = v.z;
		q.c[3] = v.w;
	}
	return q;
}

PF_INNER float half_bits(unsigned int h)
{
	unsigned int sign = (h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 1023;

	if (!exponent) /* zero and what is below the smallest normal number: exact in float */
		return __uint_as_float(sign | __float_as_uint(fraction * 0x1p-24f));
	return __uint_as_float(sign | (exponent == 31 ? 0x7f800000 : (exponent + 112) << 23) |
			       fraction << 13);
}

/* One channel out of the raw bits. */
PF_INNER unsigned int channel(const pf_texture &t, const quad &raw, unsigned int i)
{
	unsigned int at = i * t.bits, v;

	if (i >= t.channels)
		return 0;
	v = raw.c[at / 32] >> at % 32;
	if (t.bits < 32)
		v &= (1u << t.bits) - 1;
	if (t.kind == cudaChannelFormatKindFloat)
		return t.bits == 32 ? v : __float_as_uint(half_bits(v));
	if (t.kind == cudaChannelFormatKindSigned && t.bits < 32)
		v = (unsigned int)((int)(v << (32 - t.bits)) >> (32 - t.bits));
	if (!t.scaled)
		return v;
	if (t.kind == cudaChannelFormatKindUnsigned)
		return __float_as_uint((float)v / (float)((1u << t.bits) - 1));
	return __float_as_uint(fmaxf((float)(int)v / (float)((1u << (t.bits - 1)) - 1), -1.0f));
}

PF_INNER pf_texture load_texture(unsigned long long object)
{
	union {
		pf_texture t;
		uint4 word[sizeof(pf_texture) / sizeof(uint4)];
	} u;

#pragma unroll
	for (unsigned int i = 0; i < sizeof(u.word) / sizeof(u.word[0]); i++)
		u.word[i] = __ldg((const uint4 *)object + i);
	return u.t;
}

/* Index i of n under an address mode; -1: the border. */
PF_INNER long long place(long long i, unsigned int n, unsigned int mode, bool normalized)
{
	if (i >= 0 && i < n)
		return i;
	if (mode == cudaAddressModeBorder)
		return -1;
	if (!normalized || mode == cudaAddressModeClamp) /* the guide: only then the others are */
		return i < 0 ? 0 : (long long)n - 1;
	if (mode == cudaAddressModeWrap) {
		i %= n;
		return i < 0 ? i + n : i;
	}
	i %= 2 * (long long)n;
	if (i < 0)
		i += 2 * (long long)n;
	return i < n ? i : 2 * (long long)n - 1 - i;
}

PF_INNER quad border_of(const pf_texture &t)
{
	quad q;

	for (unsigned int i = 0; i < 4; i++)
		q.c[i] = t.kind == cudaChannelFormatKindFloat || t.scaled ? __float_as_uint(t.border[i])
									  : (unsigned int)(int)t.border[i];
	return q;
}

/* The element at whole coordinates, of a layer or slice. */
PF_INNER quad element(const pf_texture &t, long long x, long long y, long long z, unsigned int layer)
{
	quad raw, q;

	x = place(x, t.width, t.address[0], t.normalized);
	y = t.height ? place(y, t.height, t.address[1], t.normalized) : 0;
	z = t.depth ? place(z, t.depth, t.address[2], t.normalized) : 0;
	if (x < 0 || y < 0 || z < 0)
		return border_of(t);
	raw = raw_element(t.base + (z + layer) * t.slice + y * t.pitch + x * t.bytes, t.bytes);
	for (unsigned int i = 0; i < 4; i++)
		q.c[i] = channel(t, raw, i);
	return q;
}

/* Not a number, and what no 64-bit integer holds, are far outside. */
PF_INNER long long whole(float f)
{
	return f >= -0x1p62f && f <= 0x1p62f ? (long long)f : f > 0 ? 1LL << 62 : -(1LL << 62);
}

/* Lower element and weight of the upper one, on one axis. */
PF_INNER long long lower(float x, float *weight)
{
	float b = x - 0.5f, f = floorf(b);

	*weight = rintf((b - f) * 256.0f) / 256.0f;
	return whole(f);
}

/* dims: axes that are filtered. Coordinates are in elements. */
PF_INNER quad fetch(const pf_texture &t, float x, float y, float z, unsigned int layer, unsigned int dims)
{
	float w[3] = {0, 0, 0}, sum[4] = {0, 0, 0, 0};
	long long at[3] = {0, 0, 0};

	if (!t.linear)
		return element(t, whole(floorf(x)), whole(floorf(y)), whole(floorf(z)), layer);
	at[0] = lower(x, &w[0]);
	if (dims > 1)
		at[1] = lower(y, &w[1]);
	if (dims > 2)
		at[2] = lower(z, &w[2]);
	for (unsigned int corner = 0; corner < 1u << dims; corner++) {
		float weight = 1;
		quad q;

		for (unsigned int d = 0; d < dims; d++)
			weight *= corner >> d & 1 ? w[d] : 1 - w[d];
		if (weight == 0) /* what has no part in the result is not read */
			continue;
		q = element(t, at[0] + (corner & 1), at[1] + (corner >> 1 & 1), at[2] + (corner >> 2), layer);
		for (unsigned int i = 0; i < 4; i++)
			sum[i] += weight * __uint_as_float(q.c[i]);
	}
	return quad{{__float_as_uint(sum[0]), __float_as_uint(sum[1]), __float_as_uint(sum[2]),
		     __float_as_uint(sum[3])}};
}

PF_INNER float scale(const pf_texture &t, float x, unsigned int n)
{
	return t.normalized ? x * (float)n : x;
}

PF_INNER unsigned int layer_of(const pf_texture &t, int layer)
{
	return layer < 0 ? 0 : (unsigned int)layer >= t.layers ? t.layers - 1 : layer;
}

template <class B> PF_INNER B channel_as(const pf_texture &t, unsigned int bits)
{
	if (t.kind == cudaChannelFormatKindFloat || t.scaled)
		return (B)__uint_as_float(bits);
	return t.kind == cudaChannelFormatKindSigned ? (B)(int)bits : (B)bits;
}

template <class T> PF_INNER T as(const pf_texture &t, const quad &q)
{
	typedef typename texel<T>::base B;

	return texel<T>::make(channel_as<B>(t, q.c[0]), channel_as<B>(t, q.c[1]), channel_as<B>(t, q.c[2]),
			      channel_as<B>(t, q.c[3]));
}

/* Face of a cube (+x -x +y -y +z -z) that a direction meets, and where on it, 0 to 1. */
PF_INNER unsigned int cube_face(float x, float y, float z, float *s, float *u)
{
	float ax = fabsf(x), ay = fabsf(y), az = fabsf(z), m, a, b;
	unsigned int face;

	if (ax >= ay && ax >= az) {
		face = x < 0;
		m = ax;
		a = x < 0 ? z : -z;
		b = -y;
	} else if (ay >= az) {
		face = 2 + (y < 0);
		m = ay;
		a = x;
		b = y < 0 ? -z : z;
	} else {
		face = 4 + (z < 0);
		m = az;
		a = z < 0 ? -x : x;
		b = -y;
	}
	*s = (a / m + 1) / 2;
	*u = (b / m + 1) / 2;
	return face;
}

template <class T> PF_INNER T fetch_cube(pf_texture t, float x, float y, float z, int layer)
{
	float s, u;
	unsigned int face = cube_face(x, y, z, &s, &u);

	t.address[0] = t.address[1] = cudaAddressModeClamp;
	return as<T>(t, fetch(t, s * t.width, u * t.height, 0, 6 * layer_of(t, layer) + face, 2));
}

/* One channel of the four elements around: counterclockwise from the lower left. */
template <class T> PF_INNER T gather(const pf_texture &t, float x, float y, int channel_at)
{
	typedef typename texel<T>::base B;
	float weight;
	long long i = lower(scale(t, x, t.width), &weight), j = lower(scale(t, y, t.height), &weight);
	B v[4];

	for (unsigned int n = 0; n < 4; n++)
		v[n] = channel_as<B>(t, element(t, i + (n == 1 || n == 2), j + (n < 2), 0, 0).c[channel_at & 3]);
	return texel<T>::make(v[0], v[1], v[2], v[3]);
}
} // namespace pf

/* Each fetch by object, by object into a variable, and by reference. */
#define PF_FETCH(name, shape, params, args, body) \
	template <class T> PF_INNER T pf_##name(const pf_texture &t PF_UNPACK params) \
	{ \
		return body; \
	} \
	template <class T> PF_DEVICE T name(cudaTextureObject_t object PF_UNPACK params) \
	{ \
		return pf_##name<T>(pf::load_texture(object) PF_UNPACK args); \
	} \
	template <class T> PF_DEVICE void name(T *out, cudaTextureObject_t object PF_UNPACK params) \
	{ \
		*out = pf_##name<T>(pf::load_texture(object) PF_UNPACK args); \
	} \
	template <class T, cudaTextureReadMode mode> \
	PF_DEVICE typename pf::read_as<T, mode>::type name(texture<T, shape, mode> ref PF_UNPACK params) \
	{ \
		return pf_##name<typename pf::read_as<T, mode>::type>(pf::bound_texture(ref, mode) PF_UNPACK args); \
	}
#define PF_UNPACK(...) , ##__VA_ARGS__

PF_FETCH(tex1Dfetch, cudaTextureType1D, (int x), (x),
	 (pf::as<T>(t, x >= 0 && (unsigned int)x < t.width ? pf::element(t, x, 0, 0, 0) : pf::quad{{0, 0, 0, 0}})))
PF_FETCH(tex1D, cudaTextureType1D, (float x), (x),
	 (pf::as<T>(t, pf::fetch(t, pf::scale(t, x, t.width), 0, 0, 0, 1))))
PF_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y),
	 (pf::as<T>(t, pf::fetch(t, pf::scale(t, x, t.width), pf::scale(t, y, t.height), 0, 0, 2))))
PF_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z),
	 (pf::as<T>(t, pf::fetch(t, pf::scale(t, x, t.width), pf::scale(t, y, t.height), pf::scale(t, z, t.depth), 0, 3))))
PF_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer),
	 (pf::as<T>(t, pf::fetch(t, pf::scale(t, x, t.width), 0, 0, pf::layer_of(t, layer), 1))))
PF_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer),
	 (pf::as<T>(t, pf::fetch(t, pf::scale(t, x, t.width), pf::scale(t, y, t.height), 0, pf::layer_of(t, layer), 2))))
PF_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z), (pf::fetch_cube<T>(t, x, y, z, 0)))
PF_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer),
	 (pf::fetch_cube<T>(t, x, y, z, layer)))

template <class T> PF_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0)
{
	return pf::gather<T>(pf::load_texture(object), x, y, channel);
}

#undef PF_FETCH
#undef PF_UNPACK

#include "texture_mip.h"

#include "surface.h"
#undef PF_INNER

#endif
