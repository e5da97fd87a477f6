/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * libcuxx: what libcu++ takes from nvcc.
 */
#ifndef PHOTOFINISH_LIBCUXX_H
#define PHOTOFINISH_LIBCUXX_H

/* Where libcu++ has one lane arrive at a barrier, or leave a pipeline, for all, it takes match.sync to order
 * what the others did before. PTX does not say that it does; the interface promises that an arrival
 * releases. */
template <class T> inline __attribute__((always_inline, nodebug)) __device__
unsigned __pf_match_in_order(unsigned mask, T value)
{
	__syncwarp(mask);
	return __match_any_sync(mask, value);
}

/* What a cache shall do with an address: nothing is different here. */
inline __attribute__((always_inline, nodebug)) __device__
void *__nv_associate_access_property(const void *p, unsigned long long)
{
	return const_cast<void *>(p);
}

#endif
