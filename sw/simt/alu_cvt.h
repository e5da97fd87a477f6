/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_cvt: what a cvt instruction says, packed into the immediate of its slot.
 */

/* clang-format off */
#ifndef ALU_CVT_H
#define ALU_CVT_H

#include "simt_int.h"

struct alu_cvt {
	enum ptx_type d, a;		/* destination, source type */
	enum ptx_round round;
	bool ftz, sat, relu, satfinite;
	uint8_t d_bytes, a_bytes;	/* of the registers: 2 4 8 */
};

static inline uint64_t alu_cvt_pack(const struct alu_cvt *c)
{
	return (uint64_t)c->d | (uint64_t)c->a << 8 | (uint64_t)c->round << 16 |
	       (uint64_t)c->ftz << 24 | (uint64_t)c->sat << 25 | (uint64_t)c->relu << 26 |
	       (uint64_t)c->satfinite << 27 | (uint64_t)c->d_bytes << 32 |
	       (uint64_t)c->a_bytes << 40;
}

static inline struct alu_cvt alu_cvt_unpack(uint64_t imm)
{
	return (struct alu_cvt){
		.d = (enum ptx_type)(imm & 0xffU), .a = (enum ptx_type)(imm >> 8 & 0xffU),
		.round = (enum ptx_round)(imm >> 16 & 0xffU), .ftz = (imm >> 24 & 1U) != 0,
		.sat = (imm >> 25 & 1U) != 0, .relu = (imm >> 26 & 1U) != 0,
		.satfinite = (imm >> 27 & 1U) != 0, .d_bytes = (uint8_t)(imm >> 32 & 0xffU),
		.a_bytes = (uint8_t)(imm >> 40 & 0xffU)
	};
}

/* A vector handler with the same result as the general one, or NULL. */
simt_fn alu_cvt_fast(const struct alu_cvt *c);

#endif
