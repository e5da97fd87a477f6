/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture_refs: texture and surface references, variables of older programs that the host binds to memory. On
 * the device clang makes such a variable 8 bytes of global memory, whose address is what code gets to see.
 */
#ifndef PHOTOFINISH_TEXTURE_REFS_H
#define PHOTOFINISH_TEXTURE_REFS_H

#include "../channel_descriptor.h"

/* A part of what follows, and no function of CUDA's. */
#define PF_INNER static __inline__ __device__ __attribute__((nodebug, always_inline))

template <class T, int type = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
	__host__ texture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
			 cudaTextureAddressMode address = cudaAddressModeClamp)
		: texture(norm, filter, address, cudaCreateChannelDesc<T>())
	{
	}
	__host__ texture(int norm, cudaTextureFilterMode filter, cudaTextureAddressMode address,
			 cudaChannelFormatDesc desc)
		: textureReference()
	{
		normalized = norm;
		filterMode = filter;
		addressMode[0] = addressMode[1] = addressMode[2] = address;
		channelDesc = desc;
	}
};

template <class T, int type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
	__host__ surface() : surfaceReference()
	{
		channelDesc = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
	}
};
template <int type>
struct __attribute__((device_builtin_surface_type)) surface<void, type> : public surfaceReference {
	__host__ surface() : surfaceReference()
	{
		channelDesc = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
	}
};

/* The host's side. */
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, type, mode> &ref, const void *ptr,
					  const cudaChannelFormatDesc &desc, size_t size = (size_t)-1 >> 33)
{
	return ::cudaBindTexture(offset, (const textureReference *)&ref, ptr, &desc, size);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, type, mode> &ref, const void *ptr,
					  size_t size = (size_t)-1 >> 33)
{
	return ::cudaBindTexture(offset, (const textureReference *)&ref, ptr, &ref.channelDesc, size);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &ref, const void *ptr,
					    const cudaChannelFormatDesc &desc, size_t width, size_t height,
					    size_t pitch)
{
	return ::cudaBindTexture2D(offset, (const textureReference *)&ref, ptr, &desc, width, height, pitch);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &ref, const void *ptr,
					    size_t width, size_t height, size_t pitch)
{
	return ::cudaBindTexture2D(offset, (const textureReference *)&ref, ptr, &ref.channelDesc, width, height,
				   pitch);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode> &ref, cudaArray_const_t array,
						 const cudaChannelFormatDesc &desc)
{
	return ::cudaBindTextureToArray((const textureReference *)&ref, array, &desc);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode> &ref, cudaArray_const_t array)
{
	cudaChannelFormatDesc desc;
	cudaError_t e = cudaGetChannelDesc(&desc, array);

	return e ? e : ::cudaBindTextureToArray((const textureReference *)&ref, array, &desc);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T, type, mode> &ref,
							  cudaMipmappedArray_const_t array)
{
	return ::cudaBindTextureToMipmappedArray((const textureReference *)&ref, array, &ref.channelDesc);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const texture<T, type, mode> &ref)
{
	return ::cudaUnbindTexture((const textureReference *)&ref);
}
template <class T, int type, cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, type, mode> &ref)
{
	return ::cudaGetTextureAlignmentOffset(offset, (const textureReference *)&ref);
}
template <class T, int type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, type> &ref, cudaArray_const_t array)
{
	cudaChannelFormatDesc desc;
	cudaError_t e = cudaGetChannelDesc(&desc, array);

	return e ? e : ::cudaBindSurfaceToArray((const surfaceReference *)&ref, array, &desc);
}
template <class T, int type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, type> &ref, cudaArray_const_t array,
						 const cudaChannelFormatDesc &desc)
{
	return ::cudaBindSurfaceToArray((const surfaceReference *)&ref, array, &desc);
}

/* The device's side. */
namespace pf
{
PF_INNER pf_texture load_texture(unsigned long long object);

/* What a fetch by reference returns: fractions of integers are floats. */
template <class T, cudaTextureReadMode mode> struct read_as {
	typedef T type;
};
#define PF_READ_AS(from, to) \
	template <> struct read_as<from, cudaReadModeNormalizedFloat> { \
		typedef to type; \
	};
#define PF_READS_AS(base, name) \
	PF_READ_AS(base, float) \
	PF_READ_AS(name##1, float1) \
	PF_READ_AS(name##2, float2) \
	PF_READ_AS(name##4, float4)
PF_READS_AS(signed char, char)
PF_READS_AS(unsigned char, uchar)
PF_READS_AS(short, short)
PF_READS_AS(unsigned short, ushort)
PF_READ_AS(char, float)
#undef PF_READS_AS
#undef PF_READ_AS

/* The number that the host put into the variable. */
template <class R> PF_INNER unsigned long long bound(R ref)
{
#ifdef __CUDA_ARCH__
	unsigned long long at;

	asm("mov.b64 %0, %1;" : "=l"(at) : "l"(ref));
	return __ldg((const unsigned long long *)at);
#else
	return 0;
#endif
}

template <class R> PF_INNER pf_texture bound_texture(R ref, cudaTextureReadMode mode)
{
	pf_texture t = load_texture(bound(ref));

	t.scaled = mode == cudaReadModeNormalizedFloat && t.kind != cudaChannelFormatKindFloat;
	return t;
}
} // namespace pf

#endif
