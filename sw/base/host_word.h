/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * host_word: an element of 1, 2, 4 or 8 bytes in the host's memory, aligned or not. Inline, for
 * sizes that the compiler knows.
 */
#ifndef HOST_WORD_H
#define HOST_WORD_H

#include <stdint.h>
#include <string.h>

static inline __attribute__((always_inline)) uint64_t host_get(const uint8_t *p, unsigned size)
{
	uint16_t h;
	uint32_t w;
	uint64_t d;

	switch (size) {
	case 1: return *p;
	case 2: memcpy(&h, p, 2); return h;
	case 4: memcpy(&w, p, 4); return w;
	default: memcpy(&d, p, 8); return d;
	}
}

static inline __attribute__((always_inline)) void host_put(uint8_t *p, uint64_t v, unsigned size)
{
	const uint16_t h = (uint16_t)v;
	const uint32_t w = (uint32_t)v;

	switch (size) {
	case 1: *p = (uint8_t)v; break;
	case 2: memcpy(p, &h, 2); break;
	case 4: memcpy(p, &w, 4); break;
	default: memcpy(p, &v, 8); break;
	}
}

#endif
