/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * libcuxx: lanes of a warp that arrive for one another. Where libcu++ has one lane arrive at a barrier, or
 * leave a pipeline, for all, it takes match.sync to order what the others did before. PTX does not say
 * that it does; the interface promises that an arrival releases.
 */
#ifndef PHOTOFINISH_LIBCUXX_H
#define PHOTOFINISH_LIBCUXX_H

template <class T> inline __attribute__((always_inline, nodebug)) __device__
unsigned __pf_match_in_order(unsigned mask, T value)
{
	__syncwarp(mask);
	return __match_any_sync(mask, value);
}

#endif
