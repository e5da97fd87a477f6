/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: products of matrices by a warp: what their words say, and how many registers they have.
 */
#ifndef PTX_MMA_H
#define PTX_MMA_H

#include <stdbool.h>
#include <stdint.h>

struct ptx_insn;

/* clang-format off */
/* X(enum suffix, text, bits, bytes of the register) */
#define PTX_MMA_TYPES(X) \
	X(F16, "f16", 16, 4) X(BF16, "bf16", 16, 4) X(TF32, "tf32", 32, 4) X(F32, "f32", 32, 4) \
	X(F64, "f64", 64, 8) X(S8, "s8", 8, 4) X(U8, "u8", 8, 4) X(S32, "s32", 32, 4) \
	X(S4, "s4", 4, 4) X(U4, "u4", 4, 4) X(B1, "b1", 1, 4)
/* clang-format on */

#define PTX_MMA_ENUM(s, t, n, r) PTX_MMA_##s,
enum ptx_mma_type { PTX_MMA_NONE, PTX_MMA_TYPES(PTX_MMA_ENUM) PTX_MMA_COUNT };

struct ptx_mma {
	uint16_t m, n, k; /* of the product; ldmatrix and its like: 8, 8, 0 */
	uint8_t type[4]; /* as written: D A B C, D C (f16), or one */
	uint8_t n_types, n_layouts;
	bool col[2];         /* layouts as written */
	uint8_t matrices;    /* ldmatrix .x1 .x2 .x4; else 0 */
	bool trans, sat, rn; /* .trans .satfinite .rn */
	bool sync, aligned, b16;
	bool both, differ, popc; /* .and .xor .popc */
};

/* One of these words, a dot before it. False: none that is known. */
bool ptx_mma_word(struct ptx_mma *x, const char *text, unsigned len);

unsigned ptx_mma_bits(enum ptx_mma_type t);
unsigned ptx_mma_reg_bytes(enum ptx_mma_type t);

/* Type of matrix 'a', 'b', 'c' or 'd' of the instruction. */
enum ptx_mma_type ptx_mma_type_of(const struct ptx_insn *i, char matrix);
/* Registers of that matrix. */
unsigned ptx_mma_regs(const struct ptx_insn *i, char matrix);

/* Which matrix operand n is ('p': address, 's': stride); 0: there is none. */
char ptx_mma_operand(const struct ptx_insn *i, unsigned n);

/* NULL, or what is wrong with the words together. */
const char *ptx_mma_check(const struct ptx_insn *i);

#endif
