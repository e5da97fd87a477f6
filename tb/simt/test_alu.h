/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_alu: runs one PTX instruction on rows of operand values and compares every result bit.
 *
 *   alu_sweep(insn, sig, model)   edge and random operands, expected bits from model()
 *   alu_rows(insn, sig, rows, n)  rows written out: results first, then operands
 *
 * insn names its operands $0 $1 .. in the order of sig; several instructions are separated by
 * ';'. sig: results ':' operands, one letter each: h r d = registers of 16 32 64 bits filled
 * with integers, H B F D = f16 bf16 f32 f64 values in such registers, s = 32 bits with a shift
 * count, b = 32 bits with a small signed number, p = predicate (a 0 or 1 in the rows).
 * A result letter may be h r d p.
 *
 * Every row set runs with all lanes, with some and with one; lanes left out must keep the
 * value they had. The text goes through parser, lowering and executor.
 */

/* clang-format off */
#ifndef TEST_ALU_H
#define TEST_ALU_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "simt/simt.h"

enum { ALU_MAX_OPND = 8, ALU_BASE = 0x10000, ALU_RANDOM_ROWS = 2048, ALU_CROSS_ROWS = 20000 };

typedef void (*alu_model)(const uint64_t *src, uint64_t *dst);

struct alu_rig {
	const char *insn;
	char kind[ALU_MAX_OPND + 1];	/* results, then operands */
	unsigned n_dst, n_all;
	struct ptx_module *module;
	struct simt_kernel *kernel;
	struct simt_warp warp;
	struct simt_block_env env;
	struct simt_stats stats;
	uint64_t clock;
	uint64_t in[ALU_MAX_OPND + 1][SIMT_LANES], out[ALU_MAX_OPND][SIMT_LANES];
};

static inline char alu_reg_letter(char kind)
{
	switch (kind) {
	case 'h': case 'H': case 'B': return 'h';
	case 'd': case 'D': return 'd';
	case 'p': return 'p';
	default: return 'r';
	}
}

static inline unsigned alu_bits(char kind)
{
	const char letter = alu_reg_letter(kind);

	return letter == 'h' ? 16 : letter == 'd' ? 64 : 32;
}

/* Appends insn with $n replaced by registers, each instruction guarded. */
static inline size_t alu_emit_insn(const struct alu_rig *rig, char *text, size_t at, size_t size)
{
	bool start = true;

	for (const char *s = rig->insn; *s; s++) {
		if (start && *s == ' ')
			continue;
		if (start)
			at += (size_t)snprintf(text + at, size - at, "\t@%%guard ");
		start = *s == ';';
		if (*s == '$') {
			const unsigned n = (unsigned)(*++s - '0');

			at += (size_t)snprintf(text + at, size - at, "%%%c%u",
					       alu_reg_letter(rig->kind[n]), n);
		} else {
			at += (size_t)snprintf(text + at, size - at, start ? ";\n" : "%c", *s);
		}
	}
	return at + (size_t)snprintf(text + at, size - at, ";\n");
}

/* Kernel: load guard and registers (results too), the instruction, store results. */
static inline void alu_kernel_text(const struct alu_rig *rig, char *text, size_t size)
{
	size_t at = (size_t)snprintf(text, size,
		".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n"
		"\t.reg .pred %%p<9>, %%guard;\n\t.reg .b16 %%h<9>;\n\t.reg .b32 %%r<9>, %%t;\n"
		"\t.reg .b64 %%d<9>, %%base;\n\tmov.u64 %%base, %d;\n"
		"\tld.global.b32 %%t, [%%base+64];\n\tsetp.ne.b32 %%guard, %%t, 0;\n", ALU_BASE);

	for (unsigned n = 0; n < rig->n_all; n++) {
		const char letter = alu_reg_letter(rig->kind[n]);

		if (letter == 'p')
			at += (size_t)snprintf(text + at, size - at,
				"\tld.global.b32 %%t, [%%base+%u];\n\tsetp.ne.b32 %%p%u, %%t, 0;\n",
				8 * n, n);
		else
			at += (size_t)snprintf(text + at, size - at,
				"\tld.global.b%u %%%c%u, [%%base+%u];\n", alu_bits(letter), letter,
				n, 8 * n);
	}
	at = alu_emit_insn(rig, text, at, size);
	for (unsigned n = 0; n < rig->n_dst; n++) {
		const char letter = alu_reg_letter(rig->kind[n]);

		if (letter == 'p')
			at += (size_t)snprintf(text + at, size - at,
				"\tselp.b32 %%t, 1, 0, %%p%u;\n\tst.global.b32 [%%base+%u], %%t;\n",
				n, 8 * n);
		else
			at += (size_t)snprintf(text + at, size - at,
				"\tst.global.b%u [%%base+%u], %%%c%u;\n", alu_bits(letter), 8 * n,
				letter, n);
	}
	snprintf(text + at, size - at, "\texit;\n}\n");
}

static inline void alu_rig_parse_sig(struct alu_rig *rig, const char *insn, const char *sig)
{
	const char *const colon = strchr(sig, ':');

	memset(rig, 0, sizeof *rig);
	rig->insn = insn;
	rig->n_dst = (unsigned)(colon - sig);
	rig->n_all = (unsigned)strlen(sig) - 1;
	assert_true(rig->n_all <= ALU_MAX_OPND);
	memcpy(rig->kind, sig, rig->n_dst);
	memcpy(rig->kind + rig->n_dst, colon + 1, rig->n_all - rig->n_dst);
}

/* Parses and lowers; false and diag when refused. */
static inline bool alu_rig_load(struct alu_rig *rig, struct diag *diag)
{
	char text[4096];

	alu_kernel_text(rig, text, sizeof text);
	rig->module = ptx_parse(text, strlen(text), "case.ptx", diag);
	if (!rig->module)
		return false;
	rig->kernel = simt_lower(rig->module, ptx_find_func(rig->module, "k"), NULL, NULL, diag);
	return rig->kernel != NULL;
}

static inline void alu_rig_open(struct alu_rig *rig, const char *insn, const char *sig)
{
	struct diag diag = { "" };

	alu_rig_parse_sig(rig, insn, sig);
	if (!alu_rig_load(rig, &diag))
		fail_msg("%s: %s", insn, diag.text);
	if (simt_warp_create(&rig->warp, rig->kernel, 0, &diag))
		fail_msg("%s: %s", insn, diag.text);
	rig->env = (struct simt_block_env){
		.ntid = { SIMT_LANES, 1, 1 }, .nctaid = { 1, 1, 1 }, .nsmid = 1,
		.clock = &rig->clock
	};
}

static inline void alu_rig_close(struct alu_rig *rig)
{
	simt_warp_destroy(&rig->warp);
	simt_kernel_free(rig->kernel);
	ptx_free(rig->module);
}

static inline void alu_rig_run(struct alu_rig *rig, enum simt_mode mode)
{
	struct simt_op op;
	enum simt_status status;

	simt_warp_init(&rig->warp, &rig->env, mode, 0, 0, SIMT_LANES, &rig->stats);
	while ((status = simt_run(&rig->warp, 1000, &op)) == SIMT_RUN_OP) {
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			if ((op.mask >> l & 1U) == 0)
				continue;
			const uint64_t slot = (op.addr[l] - ALU_BASE) / 8;

			assert_true(slot <= ALU_MAX_OPND);
			if (op.kind == SIMT_OP_LD)
				op.data[0][l] = rig->in[slot][l];
			else
				rig->out[slot][l] = op.data[0][l];
		}
		if (op.kind == SIMT_OP_LD)
			simt_complete(&rig->warp, &op);
	}
	assert_int_equal(status, SIMT_RUN_DONE);
}

static inline uint64_t alu_trim(char kind, uint64_t v)
{
	return kind == 'p' ? (v & 1U) : v & (UINT64_MAX >> (64 - alu_bits(kind)));
}

static inline void alu_mismatch(const struct alu_rig *rig, unsigned lane, unsigned n, uint64_t want,
				uint32_t mask)
{
	char text[400];
	size_t at = (size_t)snprintf(text, sizeof text, "%s: $%u is 0x%llx, not 0x%llx (mask %08x",
				     rig->insn, n, (unsigned long long)rig->out[n][lane],
				     (unsigned long long)want, mask);

	for (unsigned k = rig->n_dst; k < rig->n_all; k++)
		at += (size_t)snprintf(text + at, sizeof text - at, ", $%u=0x%llx", k,
				       (unsigned long long)rig->in[k][lane]);
	fail_msg("%s)", text);
}

/* Up to 32 rows in in[]; want[][lane] are the expected results. */
static inline void alu_rig_check(struct alu_rig *rig, uint64_t want[ALU_MAX_OPND][SIMT_LANES],
				 unsigned n, uint32_t mask, enum simt_mode mode)
{
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		rig->in[ALU_MAX_OPND][l] = mask >> l & 1U;
		for (unsigned k = 0; k < rig->n_dst; k++)
			rig->in[k][l] = alu_trim(rig->kind[k],
				0x5aa5c33cf00f9669U * (l + 1) >> (k + 3));
	}
	alu_rig_run(rig, mode);
	for (unsigned l = 0; l < n; l++) {
		for (unsigned k = 0; k < rig->n_dst; k++) {
			const bool on = (mask >> l & 1U) != 0;
			const uint64_t w = on ? alu_trim(rig->kind[k], want[k][l]) : rig->in[k][l];

			if (rig->out[k][l] != w)
				alu_mismatch(rig, l, k, w, mask);
		}
	}
}

/* All masks for one batch of n rows */
static inline void alu_batch(struct alu_rig *rig, uint64_t want[ALU_MAX_OPND][SIMT_LANES],
			     unsigned n, struct rng *rng)
{
	alu_rig_check(rig, want, n, UINT32_MAX, SIMT_ITS);
	alu_rig_check(rig, want, n, (uint32_t)rng_next(rng), SIMT_LOCKSTEP);
	alu_rig_check(rig, want, n, 1U << (rng_next(rng) & 31U), SIMT_ITS);
}

/* rows: n times (results, operands) */
static inline void alu_rows(const char *insn, const char *sig, const uint64_t *rows, size_t n)
{
	struct alu_rig rig;
	struct rng rng;

	rng_seed(&rng, n);
	alu_rig_open(&rig, insn, sig);
	for (size_t first = 0; first < n; first += SIMT_LANES) {
		const unsigned count = (unsigned)(n - first < SIMT_LANES ? n - first : SIMT_LANES);
		uint64_t want[ALU_MAX_OPND][SIMT_LANES];

		for (unsigned l = 0; l < SIMT_LANES; l++) {
			const uint64_t *const row = rows + (first + l % count) * rig.n_all;

			for (unsigned k = 0; k < rig.n_all; k++) {
				if (k < rig.n_dst)
					want[k][l] = row[k];
				else
					rig.in[k][l] = alu_trim(rig.kind[k], row[k]);
			}
		}
		alu_batch(&rig, want, SIMT_LANES, &rng);
	}
	alu_rig_close(&rig);
}
#define ALU_ROWS(insn, sig, ...) \
	do { \
		static const uint64_t rows_[] = { __VA_ARGS__ }; \
		alu_rows(insn, sig, rows_, sizeof rows_ / sizeof rows_[0] / (strlen(sig) - 1)); \
	} while (0)

/* Values worth trying, per operand letter */
static inline size_t alu_pool(char kind, const uint64_t **pool)
{
	static const uint64_t i16[] = { 0, 1, 2, 3, 7, 0x7f, 0x80, 0xff, 0x100, 0x7ffe, 0x7fff,
		0x8000,
		0x8001, 0xfffe, 0xffff, 0x1234, 0xabcd };
	static const uint64_t i32[] = { 0, 1, 2, 3, 10, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000,
		0xffff,
		0x10000, 0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7ffffffe, 0x7fffffff,
		0x80000000,
		0x80000001, 0xfffffffe, 0xffffffff, 0xdeadbeef, 0x12345678 };
	static const uint64_t i64[] = { 0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff,
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x1fffffffffffff, 0x20000000000001,
		0x7ffffffffffffffe, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
		0xffffffff00000000, 0xffffffff80000000, 0xfffffffffffffffe, 0xffffffffffffffff,
		0x0123456789abcdef, 0xfedcba9876543210 };
	static const uint64_t f16[] = { 0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x401, 0x3800, 0x3c00,
		0xbc00,
		0x3c01, 0x3e00, 0x4100, 0xc100, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7c01,
		0xfe00,
		0x5bf8, 0x5c04 };
	static const uint64_t bf16[] = { 0, 0x8000, 1, 0x8001, 0x7f, 0x80, 0x81, 0x8080, 0x3f00,
		0x3f80, 0xbf80, 0x3f81, 0x3fc0, 0x4020, 0xc020, 0x7f7f, 0xff7f, 0x7f00, 0x7f80,
		0xff80, 0x7fc0, 0x7f81, 0xffc0, 0x3b80, 0x4300, 0x4301 };
	static const uint64_t f32[] = { 0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x807fffff,
		0x800000,
		0x80800000, 0x800001, 0x33800000, 0x33800001, 0x3effffff, 0x3f000000, 0xbf000000,
		0x3f7fffff, 0x3f800000, 0xbf800000, 0x3f800001, 0x3fc00000, 0x40200000, 0xc0200000,
		0x40490fdb, 0x4b000000, 0x4b7fffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x5f000000,
		0xdf000000, 0x7f000000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
		0xffc00001, 0x7f800001 };
	static const uint64_t f64[] = { 0, 0x8000000000000000, 1, 0x8000000000000001,
		0xfffffffffffff,
		0x10000000000000, 0x8010000000000000, 0x36a0000000000000, 0x3690000000000001,
		0x380fffffe0000000, 0x3810000000000000, 0x3fdfffffffffffff, 0x3fe0000000000000,
		0x3feffffffffffff0, 0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000010000000,
		0x3ff0000030000000, 0x3ff0000000000001, 0x3ff8000000000000, 0xc004000000000000,
		0x400921fb54442d18, 0x40effff000000000, 0x41dfffffffc00000, 0x41efffffffe00000,
		0x41f0000000000000, 0xc1e0000000200000, 0x4330000000000001, 0x43e0000000000000,
		0xc3e0000000000000, 0x43f0000000000000, 0x47efffffefffffff, 0x47effffff0000000,
		0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
		0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001 };
	static const uint64_t shift[] = { 0, 1, 7, 8, 15, 16, 17, 24, 31, 32, 33, 47, 48, 63, 64,
		65, 127,
		255, 256, 287, 0x7fffffff, 0x80000000, 0xffffffff };
	static const uint64_t small[] = { 0, 1, 2, 3, 5, 30, 31, 32, 33, 0xffffffff, 0xfffffffe,
		0xfffffffb, 0xffffffe1, 0xffffffe0, 0x80000000, 0x7fffffff };
	static const uint64_t pred[] = { 0, 1 };
#define ALU_POOL(name) (*pool = (name), sizeof(name) / sizeof(name)[0])
	switch (kind) {
	case 'h': return ALU_POOL(i16);
	case 'd': return ALU_POOL(i64);
	case 'H': return ALU_POOL(f16);
	case 'B': return ALU_POOL(bf16);
	case 'F': return ALU_POOL(f32);
	case 'D': return ALU_POOL(f64);
	case 's': return ALU_POOL(shift);
	case 'b': return ALU_POOL(small);
	case 'p': return ALU_POOL(pred);
	default: return ALU_POOL(i32);
	}
#undef ALU_POOL
}

/* Operand k of row number n: the cross product while it lasts, then random bits or edges */
static inline uint64_t alu_value(const struct alu_rig *rig, unsigned k, size_t n, size_t cross,
				 struct rng *rng)
{
	const uint64_t *pool;
	const size_t size = alu_pool(rig->kind[k], &pool);
	uint64_t bits;

	if (n < cross) {
		for (unsigned j = rig->n_dst; j < k; j++) {
			const uint64_t *other;

			n /= alu_pool(rig->kind[j], &other);
		}
		return pool[n % size];
	}
	bits = rng_next(rng);
	if ((rng_next(rng) & 3U) == 0 || rig->kind[k] == 's' || rig->kind[k] == 'b')
		return pool[bits % size];
	/* floats near one another, so that exponents meet */
	if (rig->kind[k] == 'F' && (bits >> 40 & 1U) != 0)
		return (bits & 0x807fffffU) | (uint64_t)(118 + (bits >> 32 & 15U)) << 23;
	if (rig->kind[k] == 'D' && (rng_next(rng) & 1U) != 0)
		return (bits & 0x800fffffffffffffU) | (1003 + (rng_next(rng) & 31U)) << 52;
	return alu_trim(rig->kind[k], bits);
}

static inline void alu_sweep(const char *insn, const char *sig, alu_model model)
{
	struct alu_rig rig;
	struct rng rng;
	size_t cross = 1;

	alu_rig_open(&rig, insn, sig);
	for (unsigned k = rig.n_dst; k < rig.n_all; k++) {
		const uint64_t *pool;

		cross *= alu_pool(rig.kind[k], &pool);
	}
	if (cross > ALU_CROSS_ROWS)
		cross = 0;
	rng_seed(&rng, 2);
	for (size_t n = 0; n < cross + ALU_RANDOM_ROWS; n += SIMT_LANES) {
		uint64_t want[ALU_MAX_OPND][SIMT_LANES];

		for (unsigned l = 0; l < SIMT_LANES; l++) {
			uint64_t src[ALU_MAX_OPND], dst[ALU_MAX_OPND] = { 0 };

			for (unsigned k = rig.n_dst; k < rig.n_all; k++)
				src[k - rig.n_dst] = rig.in[k][l] =
					alu_value(&rig, k, n + l, cross, &rng);
			model(src, dst);
			for (unsigned k = 0; k < rig.n_dst; k++)
				want[k][l] = dst[k];
		}
		alu_batch(&rig, want, SIMT_LANES, &rng);
	}
	alu_rig_close(&rig);
}

/* The form must be refused, with `part` in the message. */
static inline void alu_refused(const char *insn, const char *sig, const char *part)
{
	struct alu_rig rig;
	struct diag diag = { "" };

	alu_rig_parse_sig(&rig, insn, sig);
	if (alu_rig_load(&rig, &diag))
		fail_msg("%s was accepted", insn);
	if (!strstr(diag.text, part))
		fail_msg("%s: message '%s' lacks '%s'", insn, diag.text, part);
	simt_kernel_free(rig.kernel);
	ptx_free(rig.module);
}

#endif
