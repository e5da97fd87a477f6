/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bit_stream: numbers of any width, one behind the other, from bit 0 of byte 0 up.
 */
#ifndef SIM_BIT_STREAM_H
#define SIM_BIT_STREAM_H

#include <stdint.h>

struct bit_stream {
	uint8_t *out; /* zeroed; or */
	const uint8_t *in;
	uint32_t at;
};

static inline void bits_put(struct bit_stream *b, uint32_t value, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++, b->at++)
		b->out[b->at / 8] |= (uint8_t)((value >> i & 1U) << b->at % 8);
}

static inline uint32_t bits_get(struct bit_stream *b, uint32_t n)
{
	uint32_t value = 0;

	for (uint32_t i = 0; i < n; i++, b->at++)
		value |= ((uint32_t)b->in[b->at / 8] >> b->at % 8 & 1U) << i;
	return value;
}

static inline void bits_whole_byte(struct bit_stream *b)
{
	b->at = (b->at + 7) / 8 * 8;
}

#endif
