/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * channel_descriptor: cudaCreateChannelDesc<T>(), for the host.
 */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus
/* Channels of a type. */
template <class T> struct pf_format;
#define PF_FORMAT(type, kind, x, y, z, w) \
	template <> struct pf_format<type> { \
		static cudaChannelFormatDesc desc() { return cudaCreateChannelDesc(x, y, z, w, kind); } \
	};
#define PF_FORMATS(base, name, kind, bits) \
	PF_FORMAT(base, kind, bits, 0, 0, 0) \
	PF_FORMAT(name##1, kind, bits, 0, 0, 0) \
	PF_FORMAT(name##2, kind, bits, bits, 0, 0) \
	PF_FORMAT(name##4, kind, bits, bits, bits, bits)
PF_FORMATS(signed char, char, cudaChannelFormatKindSigned, 8)
PF_FORMATS(unsigned char, uchar, cudaChannelFormatKindUnsigned, 8)
PF_FORMATS(short, short, cudaChannelFormatKindSigned, 16)
PF_FORMATS(unsigned short, ushort, cudaChannelFormatKindUnsigned, 16)
PF_FORMATS(int, int, cudaChannelFormatKindSigned, 32)
PF_FORMATS(unsigned int, uint, cudaChannelFormatKindUnsigned, 32)
PF_FORMATS(float, float, cudaChannelFormatKindFloat, 32)
PF_FORMAT(char, cudaChannelFormatKindSigned, 8, 0, 0, 0)
#undef PF_FORMATS
#undef PF_FORMAT

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
	return pf_format<T>::desc();
}
#endif

#endif
