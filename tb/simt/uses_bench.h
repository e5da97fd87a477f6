/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * uses_bench: one instruction of a kernel by itself, run on a register file, and what it did, two
 * such runs compared. For the tests of simt_uses().
 */
#ifndef SIMT_USES_BENCH_H
#define SIMT_USES_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "simt/uses.h"
#include "simt/warp.h"

enum { POOL = 1 << 22, PARAMS = 4096 };

struct bench {
	struct ptx_module *m;
	struct simt_kernel *k;
	struct simt_uses *uses;
	struct simt_warp w;
	struct simt_block_env env;
	struct simt_stats stats;
	uint8_t params[PARAMS];
	uint64_t clock;
	uint8_t *pool; /* random registers, POOL and a register file */
	struct rng rng;
};

/* What one instruction did. */
struct result {
	uint8_t *before, *after; /* registers */
	uint8_t *lane_param;
	enum simt_status status;
	uint32_t pc, active, live, waiting, carry_before, carry, fault_mask;
	enum simt_fault fault;
	struct simt_op op;
};

static inline uint64_t var_addr(void *ctx, const struct ptx_var *v)
{
	(void)ctx;
	return 0x200000000000ULL + (uint64_t)(unsigned)v->id * 4096;
}

/* Lanes among whose values are small, equal and extreme ones. */
static inline void fill_pool(struct bench *b, size_t bytes)
{
	uint32_t *p = (uint32_t *)(void *)b->pool;

	for (size_t i = 0; i < bytes / 4; i++) {
		const uint64_t r = rng_next(&b->rng);

		switch (r & 7) {
		case 0: p[i] = 0; break;
		case 1: p[i] = (uint32_t)(r >> 58); break;
		case 2: p[i] = i ? p[i - 1] : 0; break;
		case 3: p[i] = UINT32_MAX; break;
		default: p[i] = (uint32_t)(r >> 32); break;
		}
	}
}

static inline void result_alloc(const struct bench *b, struct result *r)
{
	memset(r, 0, sizeof(*r));
	r->before = malloc(b->k->reg_bytes);
	r->after = malloc(b->k->reg_bytes);
	r->lane_param = malloc((size_t)SIMT_LANES * b->k->lane_param_bytes + 1);
}

static inline void result_free(struct result *r)
{
	free(r->before);
	free(r->after);
	free(r->lane_param);
}

static inline void bench_open(struct bench *b, struct ptx_module *m, const struct ptx_func *f)
{
	struct diag d = {""};

	memset(b, 0, sizeof(*b));
	b->m = m;
	b->k = simt_lower(m, f, var_addr, NULL, &d);
	if (!b->k)
		fail_msg("%s", d.text);
	b->uses = simt_uses(b->k);
	rng_seed(&b->rng, 7);
	b->pool = malloc((size_t)POOL + b->k->reg_bytes);
	fill_pool(b, (size_t)POOL + b->k->reg_bytes);
	assert_true(b->k->param_bytes <= PARAMS);
	for (unsigned i = 0; i < PARAMS; i++)
		b->params[i] = (uint8_t)(i * 37 + 5);
	b->env = (struct simt_block_env){.ntid = {32, 1, 1},
					 .nctaid = {1, 1, 1},
					 .nsmid = 1,
					 .params = b->params,
					 .local_limit = 64,
					 .clock = &b->clock};
	assert_int_equal(simt_warp_create(&b->w, b->k, 64, &d), 0);
}

static inline void bench_close(struct bench *b)
{
	simt_warp_destroy(&b->w);
	free(b->pool);
	free(b->uses);
	simt_kernel_free(b->k);
}

static inline void complete(struct simt_warp *w, struct simt_op *op)
{
	if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM) {
		struct simt_op back = *op;

		for (unsigned v = 0; v < op->vec; v++)
			for (unsigned l = 0; l < SIMT_LANES; l++)
				back.data[v][l] = (0x9e3779b97f4a7c15U * (v * 32 + l + 1)) >>
						  (64 - 8 * op->size);
		simt_complete(w, &back);
	}
	if (op->kind == SIMT_OP_BAR && w->waiting)
		simt_bar_release(w, w->waiting, 1);
}

/* An address register that points into the kernel's parameters, for .param accesses through one. */
static inline void tame(const struct bench *b, uint32_t pc, struct result *r)
{
	const struct simt_insn *i = &b->k->code[pc];

	if (i->kind != SIMT_K_PARAM || i->u.mem->base_bytes != 8 || b->k->param_bytes < 8)
		return;
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		uint64_t addr;

		memcpy(&addr, r->before + i->u.mem->base + 8 * l, 8);
		addr %= b->k->param_bytes - 7;
		memcpy(r->before + i->u.mem->base + 8 * l, &addr, 8);
	}
}

/* The instruction at pc alone, on r->before, for the lanes of mask. */
static inline void run_one(struct bench *b, uint32_t pc, uint32_t mask, struct result *r)
{
	struct simt_warp *w = &b->w;
	const size_t lane_bytes = (size_t)SIMT_LANES * b->k->lane_param_bytes;

	tame(b, pc, r);
	simt_warp_init(w, &b->env, SIMT_LOCKSTEP, 0, 0, 32, &b->stats);
	memcpy(w->base[0], r->before, b->k->reg_bytes);
	memset(w->lane_param, 0x3c, lane_bytes);
	w->carry = r->carry_before;
	w->pc = pc;
	w->active = mask;
	w->frag->stack[0].mask = mask;
	w->frag->stop = (uint32_t)PTX_NONE;
	memset(&r->op, 0, sizeof(r->op));
	r->status = simt_run(w, 1, &r->op);
	if (r->status == SIMT_RUN_OP)
		complete(w, &r->op);
	memcpy(r->after, w->base[0], b->k->reg_bytes);
	memcpy(r->lane_param, w->lane_param, lane_bytes);
	r->pc = w->pc;
	r->active = w->active;
	r->live = w->live;
	r->waiting = w->waiting;
	r->carry = w->carry;
	r->fault = w->fault;
	r->fault_mask = w->fault_mask;
}

static inline void complain(const struct bench *b, uint32_t pc, const char *what, uint32_t slot)
{
	const struct simt_uses *u = &b->uses[pc];
	char name[96];

	print_error("%s: code %u, line %u, %s: %s, slot %u\n  reads", b->k->entry->name, pc,
		    b->k->src[pc]->line, ptx_insn_name(b->k->src[pc], name, sizeof(name)), what,
		    slot);
	for (unsigned i = 0; i < u->n_reads; i++)
		print_error(" %u", u->reads[i]);
	print_error("\n  writes");
	for (unsigned i = 0; i < u->n_writes; i++)
		print_error(" %u", u->writes[i]);
	print_error("\n");
	fail();
}

static inline bool same_op(const struct simt_op *x, const struct simt_op *y)
{
	const unsigned values = x->kind == SIMT_OP_LD ? 0 : x->kind == SIMT_OP_ST ? x->vec : 1;

	if (x->kind != y->kind || x->mask != y->mask || x->pc != y->pc || x->space != y->space ||
	    x->bar_id != y->bar_id || x->bar_count != y->bar_count || x->bar_pred != y->bar_pred ||
	    x->sem != y->sem || x->scope != y->scope)
		return false;
	for (unsigned l = 0; l < SIMT_LANES && x->kind <= SIMT_OP_RED; l++) {
		if (!(x->mask >> l & 1))
			continue;
		if (x->addr[l] != y->addr[l] || x->data2[l] != y->data2[l])
			return false;
		for (unsigned v = 0; v < values; v++)
			if (x->data[v][l] != y->data[v][l])
				return false;
	}
	return true;
}

/* All but registers and carry. */
static inline bool same_outcome(const struct bench *b, const struct result *x,
				const struct result *y)
{
	return x->status == y->status && x->pc == y->pc && x->active == y->active &&
	       x->live == y->live && x->waiting == y->waiting && x->fault == y->fault &&
	       x->fault_mask == y->fault_mask &&
	       (x->status != SIMT_RUN_OP || same_op(&x->op, &y->op)) &&
	       !memcmp(x->lane_param, y->lane_param, (size_t)SIMT_LANES * b->k->lane_param_bytes);
}

/* Bits on which x and y disagree, though one of them was written. */
static inline uint64_t differ(uint64_t x0, uint64_t x, uint64_t y0, uint64_t y)
{
	return (x ^ y) & ((x0 ^ x) | (y0 ^ y));
}

static inline uint64_t word(const uint8_t *regs, uint32_t slot, unsigned i)
{
	uint64_t v;

	memcpy(&v, regs + (size_t)slot * 64 + 8 * i, 8);
	return v;
}

static inline bool slot_differs(const struct result *x, const struct result *y, uint32_t slot)
{
	for (unsigned i = 0; i < 8; i++)
		if (differ(word(x->before, slot, i), word(x->after, slot, i),
			   word(y->before, slot, i), word(y->after, slot, i)))
			return true;
	return false;
}

static inline void draw(struct bench *b, uint8_t *to, size_t bytes)
{
	memcpy(to, b->pool + 4 * (size_t)rng_below(&b->rng, POOL / 4), bytes);
}

#endif
