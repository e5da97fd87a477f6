/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * refused: names that programs use and that are not supported, with the reason.
 */
#define PF_REFUSED(what) __attribute__((unavailable(what " are not supported by photofinish")))

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
template <class T, int type = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct texture {
	static_assert(sizeof(T) == 0, "texture references are not supported by photofinish");
};
template <class T, int type = 1> struct surface {
	static_assert(sizeof(T) == 0, "surface references are not supported by photofinish");
};
struct PF_REFUSED("CUDA arrays") cudaChannelFormatDesc;
struct PF_REFUSED("texture objects") cudaTextureDesc;
struct PF_REFUSED("texture and surface objects") cudaResourceDesc;
template <class T> PF_REFUSED("texture fetches") __device__ T tex1Dfetch(cudaTextureObject_t, int);
template <class T> PF_REFUSED("texture fetches") __device__ T tex1D(cudaTextureObject_t, float);
template <class T>
PF_REFUSED("texture fetches") __device__ T tex2D(cudaTextureObject_t, float, float);
template <class T>
PF_REFUSED("texture fetches") __device__ T tex3D(cudaTextureObject_t, float, float, float);
#undef PF_REFUSED
