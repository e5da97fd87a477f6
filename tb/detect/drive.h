/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * drive: a detector fed by hand, operation by operation, without a machine.
 *
 *   drive_open() -> drive_launch() -> drive_block() -> st(), ld(), fence() ... -> the last check
 */
#ifndef DRIVE_H
#define DRIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "detect/detect.h"
#include "machine/gmem.h"

enum { DRIVE_BYTES = 4096, DRIVE_MOST = 256 };

struct drive {
	struct machine_config cfg;
	struct gmem *g;
	struct detect *d;
	const struct machine_observer *o;
	uint64_t buf, launches;
	uint32_t barrier;
	/* what the listener was told since the last operation, in order */
	struct detect_check check[DRIVE_MOST];
	unsigned n_checks;
	enum detect_skip skip[DRIVE_MOST];
	uint64_t skip_addr[DRIVE_MOST];
	unsigned n_skips;
	unsigned forgets, launch_forgets; /* since ever */
};

static inline void drive_on_check(void *ctx, const struct detect_check *c)
{
	struct drive *v = ctx;

	assert_true(v->n_checks < DRIVE_MOST);
	v->check[v->n_checks++] = *c;
}

static inline void drive_on_skip(void *ctx, const struct machine_who *who, const struct simt_op *op,
				 uint8_t lane, uint64_t addr, uint8_t bytes, enum detect_skip why)
{
	struct drive *v = ctx;

	(void)who;
	(void)op;
	(void)lane;
	assert_int_not_equal(bytes, 0);
	assert_true(v->n_skips < DRIVE_MOST);
	v->skip_addr[v->n_skips] = addr;
	v->skip[v->n_skips++] = why;
}

static inline void drive_on_forget(void *ctx, bool launch)
{
	struct drive *v = ctx;

	if (launch)
		v->launch_forgets++;
	else
		v->forgets++;
}

static inline void drive_close(struct drive *v)
{
	detect_destroy(v->d);
	gmem_destroy(v->g);
	memset(v, 0, sizeof(*v));
}

/* The machine has 15 SMs of 8 slots. *v is zero, or was open before. */
static inline void drive_open(struct drive *v, enum pf_policy policy, enum pf_metadata metadata)
{
	const struct detect_listener l = {.ctx = v,
					  .check = drive_on_check,
					  .skip = drive_on_skip,
					  .forget = drive_on_forget};
	struct detect_config c = {.policy = policy, .metadata = metadata, .machine = &v->cfg};
	struct diag d = {""};

	if (v->g) /* a test that failed left it */
		drive_close(v);
	machine_config_default(&v->cfg);
	v->g = c.gmem = gmem_create(64ULL << 20, false, &d);
	if (!v->g)
		fail_msg("%s", d.text);
	v->buf = gmem_alloc(v->g, DRIVE_BYTES, 0, GMEM_DEVICE, NULL);
	v->d = detect_create(&c, &d);
	if (!v->d)
		fail_msg("%s", d.text);
	v->o = detect_observer(v->d);
	detect_listen(v->d, &l);
}

static inline void drive_launch(struct drive *v)
{
	const struct machine_launch_info l = {
		.launch = ++v->launches, .blocks_per_sm = 8, .warps_per_block = 4};

	v->o->launch_begin(v->o->ctx, &l);
}

/* Warp of a block in a slot (numbered over the whole machine, all first slots first). */
static inline struct machine_who drive_warp(const struct drive *v, uint32_t slot, uint64_t block,
					    uint32_t warp)
{
	return (struct machine_who){.launch = v->launches,
				    .sm = slot % v->cfg.sms,
				    .slot = slot / v->cfg.sms,
				    .block = block,
				    .warp = warp};
}

static inline void drive_block(struct drive *v, uint32_t slot, uint64_t block)
{
	const struct machine_who w = drive_warp(v, slot, block, 0);

	v->o->block_begin(v->o->ctx, &w);
}

static inline void drive_op(struct drive *v, struct machine_who w, const struct simt_op *op)
{
	v->n_checks = v->n_skips = 0;
	v->o->op(v->o->ctx, &w, op);
}

/* Lane 0 accesses size bytes. */
static inline const struct detect_check *drive_access(struct drive *v, struct machine_who w,
						      enum simt_op_kind kind, uint64_t addr,
						      unsigned size, enum ptx_sem sem,
						      enum ptx_scope scope)
{
	const struct simt_op op = {.kind = kind,
				   .mask = 1,
				   .space = PTX_SPACE_GLOBAL,
				   .sem = sem,
				   .scope = scope,
				   .size = (uint8_t)(size > 8 ? 8 : size),
				   .vec = (uint8_t)(size > 8 ? 2 : 1),
				   .addr = {addr}};

	drive_op(v, w, &op);
	return v->n_checks ? &v->check[0] : NULL;
}

static inline const struct detect_check *st(struct drive *v, struct machine_who w, uint64_t addr)
{
	return drive_access(v, w, SIMT_OP_ST, addr, 4, PTX_SEM_VOLATILE, PTX_SCOPE_SYS);
}

static inline const struct detect_check *ld(struct drive *v, struct machine_who w, uint64_t addr)
{
	return drive_access(v, w, SIMT_OP_LD, addr, 4, PTX_SEM_VOLATILE, PTX_SCOPE_SYS);
}

static inline void fence(struct drive *v, struct machine_who w, enum ptx_scope scope)
{
	const struct simt_op op = {
		.kind = SIMT_OP_FENCE, .mask = 1, .sem = PTX_SEM_ACQ_REL, .scope = scope};

	drive_op(v, w, &op);
}

/* Lane `lane`: what it found and what it wrote; more lanes by calling with the same op. */
static inline void drive_lane(struct simt_op *op, unsigned lane, uint64_t addr, uint64_t old,
			      uint64_t new)
{
	op->mask |= 1U << lane;
	op->addr[lane] = addr;
	op->data[0][lane] = old;
	op->data[1][lane] = op->data2[lane] = new;
}

static inline struct simt_op drive_atom(enum ptx_atom atom, enum ptx_scope scope)
{
	return (struct simt_op){.kind = SIMT_OP_ATOM,
				.space = PTX_SPACE_GLOBAL,
				.sem = PTX_SEM_RELAXED,
				.scope = scope,
				.atom = atom,
				.type = PTX_T_U32,
				.size = 4,
				.vec = 1};
}

static inline const struct detect_check *atom(struct drive *v, struct machine_who w,
					      enum ptx_atom a, enum ptx_scope scope, uint64_t addr,
					      uint64_t old, uint64_t new)
{
	struct simt_op op = drive_atom(a, scope);

	drive_lane(&op, 0, addr, old, new);
	drive_op(v, w, &op);
	return v->n_checks ? &v->check[0] : NULL;
}

static inline const struct detect_check *lock(struct drive *v, struct machine_who w,
					      enum ptx_scope scope, uint64_t addr)
{
	return atom(v, w, PTX_ATOM_CAS, scope, addr, 0, 1);
}

static inline const struct detect_check *unlock(struct drive *v, struct machine_who w,
						enum ptx_scope scope, uint64_t addr)
{
	return atom(v, w, PTX_ATOM_EXCH, scope, addr, 1, 0);
}

/* A barrier of a block of two warps, as the machine tells it. */
static inline void barrier(struct drive *v, uint32_t slot, uint64_t block)
{
	for (uint32_t i = 0; i < 2; i++) {
		const struct simt_op op = {.kind = SIMT_OP_BAR,
					   .mask = 0xffffffff,
					   .bar_mode = PTX_MODE_BAR_SYNC,
					   .bar_id = v->barrier};

		drive_op(v, drive_warp(v, slot, block, i), &op);
	}
	for (uint32_t i = 0; i < 2; i++) {
		const struct machine_who w = drive_warp(v, slot, block, i);

		v->o->barrier_release(v->o->ctx, &w, v->barrier, 0xffffffff);
	}
}

static inline void assert_row(const struct detect_check *c, enum pf_row want)
{
	assert_non_null(c);
	if (c->row != want)
		fail_msg("%s, not %s", pf_row_name(c->row), pf_row_name(want));
}

#endif
