/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * core_machine: the smallest machine that can run one block: flat memory, warps in turn,
 * one barrier rule. For the executor's tests only.
 */
#ifndef CORE_MACHINE_H
#define CORE_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "simt/simt.h"

enum { CM_GLOBAL = 1 << 16, CM_VARS = 1 << 15, CM_SHARED = 1 << 14, CM_WARPS = 8, CM_LOG = 4096 };
#define CM_BASE 0x0000200000000000ULL

#define CM_HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

struct cm_bar {
	uint32_t wait[CM_WARPS], arrived, pops;
};

struct cm {
	struct ptx_module *m;
	struct simt_kernel *k;
	struct simt_stats stats;
	struct simt_block_env env;
	struct simt_warp warp[CM_WARPS];
	unsigned n_warps;
	uint64_t global[CM_GLOBAL / 8]; /* 8-byte aligned */
	uint64_t shared[CM_SHARED / 8];
	uint64_t params[32];
	uint64_t clock;
	uint64_t var_end;
	enum simt_status status; /* of the warp that ended the run badly, or DONE */
	unsigned bad;            /* that warp */
	struct simt_op *log;     /* operations, if log_on */
	unsigned n_log;
	bool log_on;
	uint32_t slice; /* instructions per turn */
	uint32_t ahead; /* of them, at most so many are done when the turn before ends */
	uint32_t done[CM_WARPS];
	uint64_t max_insns;
	uint64_t sys_result;
	struct cm_bar bar[16];
	bool select; /* a random fragment runs next, always */
	struct rng rng;
};

static uint64_t cm_addr(void *ctx, const struct ptx_var *v)
{
	struct cm *c = ctx;
	uint64_t at = CM_VARS;

	for (unsigned n = 0; n < c->m->n_vars; n++) {
		const struct ptx_var *o = c->m->vars[n];

		if (o->space != PTX_SPACE_GLOBAL && o->space != PTX_SPACE_CONST)
			continue;
		at = (at + 15) & ~15ULL;
		if (o == v)
			return CM_BASE + at;
		at += o->size;
	}
	fail_msg("unknown variable %s", v->name);
	return 0;
}

static inline struct cm *cm_load_err(const char *ptx, const char *kernel, struct diag *d)
{
	struct cm *c = calloc(1, sizeof(*c));
	const struct ptx_func *f;

	c->slice = 50;
	c->max_insns = 10000000;
	rng_seed(&c->rng, 1);
	c->log = calloc(CM_LOG, sizeof(*c->log));
	c->m = ptx_parse(ptx, strlen(ptx), "t.ptx", d);
	if (!c->m)
		fail_msg("parse: %s", d->text);
	f = ptx_find_func(c->m, kernel);
	if (!f)
		fail_msg("no kernel %s", kernel);
	c->k = simt_lower(c->m, f, cm_addr, c, d);
	return c;
}

static inline struct cm *cm_load(const char *ptx)
{
	struct diag d = {""};
	struct cm *c = cm_load_err(ptx, "k", &d);

	if (!c->k)
		fail_msg("lower: %s", d.text);
	c->params[0] = CM_BASE;
	return c;
}

static inline void cm_stop(struct cm *c)
{
	for (unsigned n = 0; n < c->n_warps; n++)
		simt_warp_destroy(&c->warp[n]);
	c->n_warps = 0;
}

static inline void cm_free(struct cm *c)
{
	cm_stop(c);
	simt_kernel_free(c->k);
	ptx_free(c->m);
	free(c->log);
	free(c);
}

static inline void cm_start(struct cm *c, enum simt_mode mode, uint32_t threads, uint32_t limit)
{
	struct diag d = {""};

	cm_stop(c);
	memset(&c->stats, 0, sizeof(c->stats));
	c->n_log = 0;
	memset(c->done, 0, sizeof(c->done));
	memset(c->bar, 0, sizeof(c->bar));
	c->env = (struct simt_block_env){.ntid = {threads, 1, 1},
					 .nctaid = {1, 1, 1},
					 .nsmid = 1,
					 .params = (const uint8_t *)c->params,
					 .local_limit = limit,
					 .clock = &c->clock};
	c->n_warps = (threads + 31) / 32;
	for (unsigned n = 0; n < c->n_warps; n++) {
		uint32_t left = threads - 32 * n;

		assert_int_equal(simt_warp_create(&c->warp[n], c->k, limit, &d), 0);
		simt_warp_init(&c->warp[n], &c->env, mode, n, 32 * n, left > 32 ? 32 : left,
			       &c->stats);
	}
}

static inline uint8_t *cm_ptr(struct cm *c, struct simt_warp *w, const struct simt_op *op,
			      unsigned lane)
{
	uint64_t a = op->addr[lane], bytes = (uint64_t)op->size * op->vec;

	if (a % bytes)
		fail_msg("misaligned address %llx", (unsigned long long)a);
	switch (op->space) {
	case PTX_SPACE_GLOBAL:
	case PTX_SPACE_CONST:
		if (a < CM_BASE || a - CM_BASE + bytes > CM_GLOBAL)
			fail_msg("global address %llx", (unsigned long long)a);
		return (uint8_t *)c->global + (a - CM_BASE);
	case PTX_SPACE_SHARED:
		if (a + bytes > CM_SHARED)
			fail_msg("shared address %llx", (unsigned long long)a);
		return (uint8_t *)c->shared + a;
	case PTX_SPACE_LOCAL:
		if (a + bytes > c->env.local_limit)
			fail_msg("local address %llx", (unsigned long long)a);
		return w->local + (size_t)lane * c->env.local_limit + a;
	default: fail_msg("op in space %d", (int)op->space); return NULL;
	}
}

static inline uint64_t cm_atom(enum ptx_atom a, uint64_t old, uint64_t x, uint64_t y)
{
	switch (a) {
	case PTX_ATOM_ADD: return old + x;
	case PTX_ATOM_AND: return old & x;
	case PTX_ATOM_OR: return old | x;
	case PTX_ATOM_XOR: return old ^ x;
	case PTX_ATOM_EXCH: return x;
	case PTX_ATOM_CAS: return old == x ? y : old;
	case PTX_ATOM_INC: return old >= x ? 0 : old + 1;
	case PTX_ATOM_DEC: return old == 0 || old > x ? x : old - 1;
	case PTX_ATOM_MIN: return old < x ? old : x; /* unsigned: enough for these tests */
	case PTX_ATOM_MAX: return old > x ? old : x;
	default: fail_msg("atom %d", (int)a); return 0;
	}
}

static inline void cm_lane(struct cm *c, struct simt_warp *w, struct simt_op *op, unsigned l)
{
	uint8_t *p = cm_ptr(c, w, op, l);

	for (unsigned v = 0; v < op->vec; v++, p += op->size) {
		uint64_t old = 0, now;

		memcpy(&old, p, op->size);
		if (op->kind == SIMT_OP_LD) {
			op->data[v][l] = old;
			continue;
		}
		now = op->kind == SIMT_OP_ST ? op->data[v][l]
					     : cm_atom(op->atom, old, op->data[0][l], op->data2[l]);
		if (op->size < 8 && op->data[v][l] >> (8 * op->size))
			fail_msg("operand has bits above its size");
		memcpy(p, &now, op->size);
		op->data[v][l] = old;
	}
}

/* Releases a barrier when every live lane of the block waits for it, or bar_count do. */
static inline void cm_barrier(struct cm *c, unsigned me, const struct simt_op *op)
{
	struct cm_bar *b = &c->bar[op->bar_id];
	uint32_t live = 0;

	for (unsigned n = 0; n < c->n_warps; n++)
		live += (uint32_t)__builtin_popcount(c->warp[n].live);
	if (op->bar_mode != PTX_MODE_BAR_ARRIVE)
		b->wait[me] |= op->mask;
	b->arrived += (uint32_t)__builtin_popcount(op->mask);
	b->pops += (uint32_t)__builtin_popcount(op->bar_pred);
	if (b->arrived < (op->bar_count ? op->bar_count : live))
		return;
	for (unsigned n = 0; n < c->n_warps; n++) {
		if (b->wait[n])
			simt_bar_release(&c->warp[n], b->wait[n],
					 op->bar_mode == PTX_MODE_BAR_RED_AND
						 ? b->pops == b->arrived
					 : op->bar_mode == PTX_MODE_BAR_RED_OR ? b->pops != 0
									       : b->pops);
	}
	memset(b, 0, sizeof(*b));
}

static inline void cm_perform(struct cm *c, struct simt_warp *w, struct simt_op *op)
{
	if (c->log_on && c->n_log < CM_LOG)
		c->log[c->n_log++] = *op;
	switch (op->kind) {
	case SIMT_OP_LD:
	case SIMT_OP_ST:
	case SIMT_OP_ATOM:
	case SIMT_OP_RED:
		assert_int_not_equal(op->mask, 0);
		for (unsigned l = 0; l < SIMT_LANES; l++) {
			if (op->mask >> l & 1)
				cm_lane(c, w, op, l);
		}
		if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM)
			simt_complete(w, op);
		break;
	case SIMT_OP_SYSCALL:
		for (unsigned l = 0; l < SIMT_LANES; l++)
			op->data[0][l] = c->sys_result + l;
		simt_complete(w, op);
		break;
	case SIMT_OP_BAR: cm_barrier(c, (unsigned)(w - c->warp), op); break;
	default: break;
	}
}

static inline void cm_select(struct cm *c, struct simt_warp *w)
{
	uint32_t masks[SIMT_LANES], pcs[SIMT_LANES];
	unsigned n = simt_fragments(w, masks, pcs);

	if (n)
		simt_select(w, masks[rng_below(&c->rng, n)]);
}

/* Runs the started warps to their end, or until none can go on. */
static inline enum simt_status cm_go(struct cm *c)
{
	uint64_t before = UINT64_MAX;

	c->status = SIMT_RUN_DONE;
	for (;;) {
		unsigned done = 0, moved = 0;

		for (unsigned n = 0; n < c->n_warps; n++) {
			struct simt_op op;
			enum simt_status s;

			if (c->select)
				cm_select(c, &c->warp[n]);
			s = simt_run(&c->warp[n], c->slice - c->done[n], &op);
			c->clock++;
			if (s == SIMT_RUN_DONE)
				done++;
			if (s == SIMT_RUN_OP)
				cm_perform(c, &c->warp[n], &op);
			c->done[n] = simt_run_ahead(&c->warp[n], c->ahead);
			if (s == SIMT_RUN_OP || s == SIMT_RUN_YIELD)
				moved++;
			if (s == SIMT_RUN_FAULT) {
				c->status = s;
				c->bad = n;
				return s;
			}
			if (s != SIMT_RUN_DONE && s != SIMT_RUN_OP && s != SIMT_RUN_YIELD)
				c->status = s;
		}
		if (done == c->n_warps)
			return c->status = SIMT_RUN_DONE;
		if (!moved && before == c->stats.warp_insns)
			return c->status;
		before = c->stats.warp_insns;
		if (before > c->max_insns)
			return c->status = SIMT_RUN_YIELD;
	}
}

static inline enum simt_status cm_run(struct cm *c, enum simt_mode mode, uint32_t threads)
{
	cm_start(c, mode, threads, c->k->local_bytes);
	return cm_go(c);
}

static inline uint32_t *cm_u32(struct cm *c)
{
	return (uint32_t *)c->global;
}

#endif
