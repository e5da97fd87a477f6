/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * alu_soft: rounding to a float format in integer arithmetic. Private to alu*.c.
 */

/* clang-format off */
#ifndef ALU_SOFT_H
#define ALU_SOFT_H

#include "simt_int.h"

/* Bits of (-1)^neg * mag * 2^exp in type (F16 F32 F64), rounded RN RZ RM RP. */
uint64_t alu_soft_pack(bool neg, uint64_t mag, int exp, enum ptx_type type, enum ptx_round round);

/* A finite double, rounded the same way. Infinity and NaN keep their kind. */
uint64_t alu_soft_round(double x, enum ptx_type type, enum ptx_round round);

/* Value of an f16 */
double alu_soft_f16(uint16_t bits);

#endif
