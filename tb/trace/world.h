/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * world: kernels that exist only as far as the trace writer looks at them, traces of random
 * operations of theirs, and what the trace reader must make of these.
 */
#ifndef TRACE_WORLD_H
#define TRACE_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sw/trace/trace_format.h"

enum { N_KERNELS = 3, N_CODE = 200, N_FILES = 3 };

/* Kernels that exist only as far as the writer looks at them */
struct world {
	struct ptx_module module;
	const char *files[N_FILES];
	struct ptx_loc locs[N_CODE];
	struct ptx_insn insns[N_CODE];
	struct ptx_func funcs[N_KERNELS];
	const struct ptx_func *func_of[N_KERNELS][N_CODE];
	const struct ptx_insn *src[N_CODE];
	struct simt_kernel kernels[N_KERNELS];
	struct machine_config config;
	struct rng rng;
	char path[256];
};

/* What was written, in the reader's terms */
struct log {
	struct trace_record *r;
	size_t n, cap;
};

static inline struct world *world_new(uint64_t seed)
{
	static const char *const names[N_KERNELS] = {"_Z6reducePKfPfi", "bfs", "k"};
	struct world *w = mem_alloc(sizeof(*w));
	const char *tmp = getenv("TMP");

	snprintf(w->path, sizeof(w->path), "%s/test_trace.%d", tmp ? tmp : "/tmp", (int)getpid());
	rng_seed(&w->rng, seed);
	w->files[0] = NULL;
	w->files[1] = "app.cu";
	w->files[2] = "dir with blank/other.cuh";
	w->module.files = w->files;
	w->module.n_files = N_FILES;
	w->module.locs = w->locs;
	w->module.n_locs = N_CODE;
	for (int i = 0; i < N_CODE; i++) {
		w->locs[i] = (struct ptx_loc){i % N_FILES, (unsigned)i + 1, (unsigned)i % 70};
		w->insns[i].loc = i % 7 ? i : PTX_NONE;
		w->src[i] = i % 11 ? &w->insns[i] : NULL;
	}
	for (int k = 0; k < N_KERNELS; k++) {
		w->funcs[k].name = names[k];
		w->kernels[k].module = &w->module;
		w->kernels[k].entry = &w->funcs[k];
		w->kernels[k].src = w->src;
		for (int i = 0; i < N_CODE; i++)
			w->func_of[k][i] = &w->funcs[k];
		w->kernels[k].func = w->func_of[k];
		w->kernels[k].n_code = N_CODE;
	}
	w->config.sms = 15;
	w->config.threads_per_sm = 1024;
	w->config.blocks_per_sm = 8;
	w->config.shared_per_sm = 49152;
	w->config.seed = 0xfedcba9876543210U;
	w->config.scheduler = MACHINE_RANDOM;
	w->config.mode = SIMT_LOCKSTEP;
	return w;
}

static inline void world_free(struct world *w)
{
	unlink(w->path);
	free(w);
}

static inline struct trace_record *log_add(struct log *l)
{
	l->r = mem_grow(l->r, &l->cap, l->n, sizeof(*l->r));
	memset(&l->r[l->n], 0, sizeof(*l->r));
	return &l->r[l->n++];
}

static inline uint32_t below(struct world *w, uint32_t n)
{
	return rng_below(&w->rng, n);
}

/* Values as programs have them: all alike, evenly spaced, or anything. */
static inline void random_lanes(struct world *w, uint64_t v[SIMT_LANES], uint64_t keep)
{
	uint64_t base = rng_next(&w->rng) & keep, stride = below(w, 300);
	uint32_t how = below(w, 5);

	for (unsigned l = 0; l < SIMT_LANES; l++) {
		if (how == 0)
			v[l] = base;
		else if (how == 1)
			v[l] = base + l * stride;
		else if (how == 2)
			v[l] = base - l * stride;
		else if (how == 3)
			v[l] = base + (l ^ 1) * 4;
		else
			v[l] = rng_next(&w->rng);
		v[l] &= keep;
	}
}

static inline uint32_t random_mask(struct world *w)
{
	uint32_t m = (uint32_t)rng_next(&w->rng);

	switch (below(w, 4)) {
	case 0: return UINT32_MAX;
	case 1: return 1U << below(w, 32);
	case 2: return m & (uint32_t)rng_next(&w->rng) & (uint32_t)rng_next(&w->rng); /* may be 0 */
	default: return m;
	}
}

/* Fills every field, those that do not belong to the kind with garbage. */
static inline void random_op(struct world *w, struct simt_op *op)
{
	static const enum ptx_space spaces[] = {PTX_SPACE_GLOBAL, PTX_SPACE_SHARED, PTX_SPACE_LOCAL,
						PTX_SPACE_CONST};

	memset(op, 0x5a, sizeof(*op));
	op->kind = (enum simt_op_kind)below(w, SIMT_OP_COUNT);
	op->pc = below(w, N_CODE);
	op->mask = random_mask(w);
	op->space = spaces[below(w, 4)];
	op->sem = (enum ptx_sem)below(w, PTX_SEM_COUNT);
	op->scope = (enum ptx_scope)below(w, PTX_SCOPE_COUNT);
	op->type = (enum ptx_type)below(w, PTX_T_COUNT);
	op->atom = (enum ptx_atom)(1 + below(w, PTX_ATOM_COUNT - 1));
	op->size = (uint8_t)(1U << below(w, 4));
	op->vec = (uint8_t)(1U << below(w, 3));
	op->bar_mode = (enum ptx_mode)(PTX_MODE_BAR_SYNC + below(w, 5));
	op->bar_id = below(w, 16);
	op->bar_count = below(w, 1025);
	op->bar_pred = (uint32_t)rng_next(&w->rng);
	op->syscall = (enum simt_syscall)below(w, 4);
	random_lanes(w, op->addr, below(w, 2) ? UINT64_MAX : 0xffffffffffU);
	for (unsigned r = 0; r < SIMT_MAX_SYS_ARGS; r++)
		random_lanes(w, op->data[r], UINT64_MAX);
	random_lanes(w, op->data2, UINT64_MAX);
	op->failed = op->atom == PTX_ATOM_CAS ? (uint32_t)rng_next(&w->rng) & op->mask : 0;
}

static inline void copy_lanes(uint64_t to[SIMT_LANES], const uint64_t from[SIMT_LANES],
			      uint32_t mask, unsigned size)
{
	for (unsigned l = 0; l < SIMT_LANES; l++)
		if (mask >> l & 1)
			to[l] = size == 8 ? from[l] : from[l] & ((UINT64_C(1) << 8 * size) - 1);
}

/* What docs/trace.md says comes back. Written out a second time, on purpose. */
static inline void expected_op(struct simt_op *e, const struct simt_op *op)
{
	static const unsigned args[] = {2, 5, 1, 1};
	bool access = op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ST;
	bool atomic = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	unsigned rows = access ? op->vec : atomic ? 2 : 0;

	e->kind = op->kind;
	e->pc = op->pc;
	e->mask = op->mask;
	if (access || atomic) {
		e->space = op->space;
		e->type = op->type;
		e->size = op->size;
		e->vec = atomic && (op->type != PTX_T_B128 || op->size != 8 || op->vec != 2)
				 ? 1
				 : op->vec;
		copy_lanes(e->addr, op->addr, op->mask, 8);
	}
	if (access || atomic || op->kind == SIMT_OP_FENCE) {
		e->sem = op->sem;
		e->scope = op->scope;
	}
	if (atomic)
		e->atom = op->atom;
	if (op->kind == SIMT_OP_SYSCALL) {
		e->syscall = op->syscall;
		rows = args[op->syscall];
	}
	for (unsigned r = 0; r < rows; r++)
		copy_lanes(e->data[r], op->data[r], op->mask, e->size ? e->size : 8);
	if (atomic && op->atom == PTX_ATOM_CAS) {
		copy_lanes(e->data2, op->data2, op->mask, op->size);
		e->failed = op->failed;
	}
	if (op->kind == SIMT_OP_BAR) {
		e->bar_mode = op->bar_mode;
		e->bar_id = op->bar_id;
		e->bar_count = op->bar_count;
		if (op->bar_mode >= PTX_MODE_BAR_RED_POPC)
			e->bar_pred = op->bar_pred;
	}
}

static inline void expected_place(struct trace_record *e, uint32_t pc)
{
	if (pc % 11 == 0 || pc % 7 == 0 || pc % N_FILES == 0)
		return;
	e->file = pc % N_FILES == 1 ? "app.cu" : "dir with blank/other.cuh";
	e->line = pc + 1;
	e->col = pc % 70;
}

/* One random observer call inside a launch, and what it must come back as. */
static inline void step(struct world *w, const struct machine_observer *o, struct log *log,
			const struct trace_record *launch, struct machine_who *who)
{
	static struct simt_op op;
	struct trace_record *e = log_add(log);
	uint32_t what = below(w, 40);

	if (below(w, 3)) {
		who->sm = below(w, 15);
		who->slot = below(w, 8);
		who->block = below(w, launch->grid[0]);
		who->warp = below(w, launch->warps_per_block);
	}
	*e = *launch;
	e->sm = who->sm;
	e->slot = who->slot;
	e->block_index = who->block;
	e->warp = who->warp;
	if (what < 4) {
		e->kind = what < 2 ? TRACE_BLOCK_BEGIN : TRACE_BLOCK_END;
		e->warp = 0;
		(what < 2 ? o->block_begin : o->block_end)(o->ctx, who);
	} else if (what < 6) {
		e->kind = TRACE_WARP_EXIT;
		o->warp_exit(o->ctx, who);
	} else if (what < 8) {
		e->kind = TRACE_BARRIER_RELEASE;
		e->bar_id = below(w, 16);
		e->mask = random_mask(w);
		o->barrier_release(o->ctx, who, e->bar_id, e->mask);
	} else {
		e->kind = TRACE_OP;
		random_op(w, &op);
		expected_op(&e->op, &op);
		expected_place(e, op.pc);
		o->op(o->ctx, who, &op);
	}
}

/* Writes launches of steps each and logs them. */
static inline void write_trace(struct world *w, struct log *log, unsigned launches, unsigned steps)
{
	struct diag diag = {""};
	struct trace_writer *t = trace_writer_open(w->path, &w->config, "./app 1 \"two\"", &diag);
	const struct machine_observer *o;

	assert_non_null(t);
	o = trace_writer_observer(t);
	for (unsigned n = 1; n <= launches; n++) {
		uint32_t k = below(w, N_KERNELS);
		struct machine_launch_info l = {.kernel = &w->kernels[k],
						.launch = n * 3,
						.grid = {1 + below(w, 9), 1, 1},
						.block = {33 + below(w, 900), 1, 1},
						.shared_bytes = below(w, 49152),
						.blocks_per_sm = below(w, 8),
						.mode = (enum simt_mode)below(w, 2)};
		struct machine_who who = {.kernel = l.kernel, .launch = l.launch};
		struct trace_record begin, *e = log_add(log);

		l.warps_per_block = (l.block[0] + 31) / 32;
		e->kind = TRACE_LAUNCH_BEGIN;
		e->launch = l.launch;
		e->kernel = l.kernel->entry->name;
		memcpy(e->grid, l.grid, sizeof(e->grid));
		memcpy(e->block, l.block, sizeof(e->block));
		e->shared_bytes = l.shared_bytes;
		e->warps_per_block = l.warps_per_block;
		e->blocks_per_sm = l.blocks_per_sm;
		e->mode = l.mode;
		begin = *e;
		o->launch_begin(o->ctx, &l);
		for (unsigned i = 0; i < steps; i++)
			step(w, o, log, &begin, &who);
		e = log_add(log);
		*e = begin;
		e->kind = TRACE_LAUNCH_END;
		e->cuda_error = n % 2 ? 0 : 700 - (int)n * 400; /* also negative */
		o->launch_end(o->ctx, &l, e->cuda_error);
	}
	assert_int_equal(trace_writer_close(t, &diag), 0);
}

static inline bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Every field */
static inline bool same_record(const struct trace_record *a, const struct trace_record *b)
{
	return a->kind == b->kind && a->launch == b->launch && same_text(a->kernel, b->kernel) &&
	       !memcmp(a->grid, b->grid, sizeof(a->grid)) &&
	       !memcmp(a->block, b->block, sizeof(a->block)) &&
	       a->shared_bytes == b->shared_bytes && a->warps_per_block == b->warps_per_block &&
	       a->blocks_per_sm == b->blocks_per_sm && a->mode == b->mode &&
	       a->cuda_error == b->cuda_error && a->sm == b->sm && a->slot == b->slot &&
	       a->warp == b->warp && a->block_index == b->block_index &&
	       !memcmp(&a->op, &b->op, sizeof(a->op)) && same_text(a->file, b->file) &&
	       a->line == b->line && a->col == b->col && a->bar_id == b->bar_id &&
	       a->mask == b->mask;
}

static inline uint8_t *slurp(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	uint8_t *p;

	assert_non_null(f);
	fseek(f, 0, SEEK_END);
	*n = (size_t)ftell(f);
	rewind(f);
	p = mem_alloc(*n);
	assert_int_equal(fread(p, 1, *n, f), *n);
	fclose(f);
	return p;
}

/* Reads to the end, comparing with log when there is one. 0 or -1 and diag; *n: records. */
static inline int read_all(struct trace_reader *t, const struct log *log, size_t *n,
			   struct diag *diag)
{
	static struct trace_record r;
	int got;

	*n = 0;
	while ((got = trace_reader_next(t, &r, diag)) == 1) {
		if (log) {
			assert_true(*n < log->n);
			if (!same_record(&log->r[*n], &r))
				fail_msg("record %zu of kind %d differs", *n, (int)r.kind);
		}
		++*n;
	}
	/* The answer stays. */
	assert_int_equal(trace_reader_next(t, &r, diag), got);
	return got;
}

static inline int read_memory(const void *bytes, size_t size, const struct log *log, size_t *n,
			      struct diag *diag)
{
	struct trace_header h;
	struct trace_reader *t = trace_reader_open_memory(bytes, size, "x.trace", &h, diag);
	int r;

	*n = 0;
	if (!t)
		return -1;
	r = read_all(t, log, n, diag);
	trace_reader_close(t);
	return r;
}

#endif
