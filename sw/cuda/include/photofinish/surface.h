/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * surface: reads and writes of arrays, plain loads and stores. x is in bytes, as in CUDA.
 */
#ifndef PHOTOFINISH_SURFACE_H
#define PHOTOFINISH_SURFACE_H

namespace pf
{
/* Where n bytes at x of a row lie; 0: outside, and the mode says that this is nothing. */
PF_INNER unsigned long long surface_place(const pf_texture &t, long long x, long long y, long long z, int layer,
					   unsigned int n, cudaSurfaceBoundaryMode mode)
{
	long long last = (long long)t.width * t.bytes - n;
	long long rows = t.height ? t.height : 1, slices = t.depth ? t.depth : 1;
	bool inside = x >= 0 && x <= last && y >= 0 && y < rows && z >= 0 && z < slices && layer >= 0 &&
		      (unsigned int)layer < t.layers;

	if (!inside && mode == cudaBoundaryModeTrap)
		__trap();
	if (!inside && mode == cudaBoundaryModeZero)
		return 0;
	if (!inside) {
		x = x < 0 ? 0 : x > last ? last : x;
		y = y < 0 ? 0 : y >= rows ? rows - 1 : y;
		z = z < 0 ? 0 : z >= slices ? slices - 1 : z;
		layer = layer < 0 ? 0 : (unsigned int)layer >= t.layers ? (int)t.layers - 1 : layer;
	}
	return t.base + (z + layer) * t.slice + y * t.pitch + x;
}

template <class T> PF_INNER T surface_read(unsigned long long at)
{
	return at ? *(const T *)at : T();
}

template <class T> PF_INNER void surface_write(T value, unsigned long long at)
{
	if (at)
		*(T *)at = value;
}
} // namespace pf

/* Each access by object and by reference. */
#define PF_SURFACE(name, type, params, at) \
	template <class T> \
	PF_DEVICE T name##read(cudaSurfaceObject_t object PF_LIST params, \
				      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		const pf_texture t = pf::load_texture(object); \
		return pf::surface_read<T>(pf::surface_place(t PF_LIST at, sizeof(T), mode)); \
	} \
	template <class T> \
	PF_DEVICE void name##read(T *out, cudaSurfaceObject_t object PF_LIST params, \
					 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		const pf_texture t = pf::load_texture(object); \
		*out = pf::surface_read<T>(pf::surface_place(t PF_LIST at, sizeof(T), mode)); \
	} \
	template <class T> \
	PF_DEVICE void name##write(T value, cudaSurfaceObject_t object PF_LIST params, \
					  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		const pf_texture t = pf::load_texture(object); \
		pf::surface_write(value, pf::surface_place(t PF_LIST at, sizeof(T), mode)); \
	} \
	template <class T, class S> \
	PF_DEVICE T name##read(surface<S, type> ref PF_LIST params, \
				      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		const pf_texture t = pf::load_texture(pf::bound(ref)); \
		return pf::surface_read<T>(pf::surface_place(t PF_LIST at, sizeof(T), mode)); \
	} \
	template <class T, class S> \
	PF_DEVICE void name##read(T *out, surface<S, type> ref PF_LIST params, \
					 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		const pf_texture t = pf::load_texture(pf::bound(ref)); \
		*out = pf::surface_read<T>(pf::surface_place(t PF_LIST at, sizeof(T), mode)); \
	} \
	template <class T, class S> \
	PF_DEVICE void name##write(T value, surface<S, type> ref PF_LIST params, \
					  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		const pf_texture t = pf::load_texture(pf::bound(ref)); \
		pf::surface_write(value, pf::surface_place(t PF_LIST at, sizeof(T), mode)); \
	}
#define PF_LIST(...) , ##__VA_ARGS__

PF_SURFACE(surf1D, cudaSurfaceType1D, (int x), (x, 0, 0, 0))
PF_SURFACE(surf2D, cudaSurfaceType2D, (int x, int y), (x, y, 0, 0))
PF_SURFACE(surf3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z, 0))
PF_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, (int x, int layer), (x, 0, 0, layer))
PF_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, 0, layer))
PF_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, (int x, int y, int face), (x, y, 0, face))
PF_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, (int x, int y, int face), (x, y, 0, face))

#undef PF_SURFACE
#undef PF_LIST

#endif
