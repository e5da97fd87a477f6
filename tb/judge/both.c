/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "both.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "compare.h"
#include "exact/exact.h"
#include "machine/explore.h"

enum { MEMORY = 1 << 20, SPINS = 2 };

struct both {
	struct both_config cfg;
	const struct litmus_program *p;
	struct gmem *g;
	struct machine *m;
	struct machine_module *mm;
	const struct simt_kernel *kernel;
	uint64_t buffer, device, device_bytes;
	uint8_t *device_init;
	struct oracle *oracle;
	struct exact *exact; /* in its place */
	struct execution *execution;
	struct compare *compare;
	struct model model;
	char *why;
	struct both_tally *tally;
};

static void on_op(void *ctx, const struct machine_who *who, const struct simt_op *op)
{
	struct both *b = ctx;
	size_t n;
	const struct race_hit *h;

	if (op->kind > SIMT_OP_RED)
		return;
	h = b->exact ? exact_hits(b->exact, &n) : oracle_hits(b->oracle, &n);
	compare_hits(b->compare, execution_ops(b->execution) - 1, execution_space(who, op), h, n);
}

static void discard(void *ctx, bool is_error, const char *text, size_t n)
{
	(void)ctx;
	(void)is_error;
	(void)text;
	(void)n;
}

static int load(struct both *b, struct diag *diag)
{
	const struct litmus_program *p = b->p;
	struct ptx_module *ptx = ptx_parse(p->ptx, strlen(p->ptx), p->file, diag);

	b->mm = ptx ? machine_load(b->m, ptx, diag) : NULL;
	if (!b->mm) {
		if (ptx)
			ptx_free(ptx);
		return -1;
	}
	b->kernel = machine_kernel(b->mm, p->kernel ? p->kernel : "litmus");
	if (!b->kernel)
		return diag_set(diag, p->file, 0, "no such kernel");
	b->buffer = gmem_alloc(b->g, p->buffer_bytes ? p->buffer_bytes : 4, 0, GMEM_DEVICE, NULL);
	b->device = machine_variable(b->mm, "pf_device", &b->device_bytes);
	if (b->device) {
		b->device_init = mem_alloc(b->device_bytes);
		memcpy(b->device_init, gmem_host(b->g, b->device, b->device_bytes),
		       b->device_bytes);
	}
	return 0;
}

static int observe(struct both *b)
{
	const struct machine_observer last = {.ctx = b, .op = on_op};

	const struct machine_observer *judge;

	if (b->cfg.exact)
		b->exact = exact_create(&(struct exact_config){.machine = machine_config(b->m),
							       .pairs = b->cfg.pairs});
	else
		b->oracle = oracle_create(&b->cfg.oracle);
	judge = b->exact ? exact_observer(b->exact) : oracle_observer(b->oracle);
	b->execution = execution_create(b->cfg.max_events);
	b->compare = compare_create();
	return machine_add_observer(b->m, judge) ||
			       machine_add_observer(b->m, execution_observer(b->execution)) ||
			       machine_add_observer(b->m, &last)
		       ? -1
		       : 0;
}

struct both *both_create(const struct both_config *c, const struct litmus_program *p,
			 struct diag *diag)
{
	struct both *b = mem_alloc(sizeof(*b));
	struct machine_config cfg;

	b->cfg = *c;
	b->p = p;
	machine_config_default(&cfg);
	cfg.mode = SIMT_ITS;
	cfg.sms = p->sms ? p->sms : 2;
	cfg.blocks_per_sm = p->blocks_per_sm ? p->blocks_per_sm : 8;
	cfg.threads_per_sm = cfg.blocks_per_sm * ((p->threads + 31) & ~31U);
	b->g = gmem_create(MEMORY, false, diag);
	b->m = b->g ? machine_create(&cfg, b->g, diag) : NULL;
	if (b->m)
		machine_set_cluster(b->m, (const uint32_t[3]){p->cluster, 1, 1}, true);
	if (!b->m || load(b, diag) || observe(b)) {
		both_destroy(b);
		return NULL;
	}
	machine_set_print(b->m, discard, NULL);
	return b;
}

void both_destroy(struct both *b)
{
	if (!b)
		return;
	if (b->mm)
		machine_unload(b->m, b->mm);
	if (b->m)
		machine_destroy(b->m);
	if (b->oracle)
		oracle_destroy(b->oracle);
	model_drop(&b->model);
	exact_destroy(b->exact);
	execution_destroy(b->execution);
	compare_destroy(b->compare);
	gmem_destroy(b->g);
	free(b->device_init);
	free(b->why);
	free(b);
}

static void fresh_memory(struct both *b)
{
	uint8_t *buffer = gmem_host(b->g, b->buffer, b->p->buffer_bytes);

	if (b->p->buffer)
		memcpy(buffer, b->p->buffer, b->p->buffer_bytes);
	else
		memset(buffer, 0, b->p->buffer_bytes);
	if (b->device)
		memcpy(gmem_host(b->g, b->device, b->device_bytes), b->device_init,
		       b->device_bytes);
}

static void count(struct both *b, struct both_tally *t)
{
	const struct model *m = &b->model;
	const struct compare_tally c = compare_tally(b->compare);

	t->events += m->n;
	t->accesses += c.accesses;
	t->racy_accesses += c.racy_accesses;
	t->pairs += c.pairs;
	t->covered += c.covered;
	t->weak_starts += c.weak_starts;
	t->racy += c.racy_accesses > 0;
	for (uint32_t x = 0; x < m->n; x++) {
		RELATION_EACH(&m->sync, x, y)
		{
			const bool fences = m->at[x].sc && m->at[y].sc;
			const bool bars = m->at[y].kind == EVENT_LEAVE;

			t->fence_sc += fences;
			t->barriers += bars;
			t->synchronizes += !fences && !bars;
		}
		RELATION_EACH(&m->observe, x, y)
		t->observes++;
	}
}

static int judge(struct both *b, struct both_tally *t)
{
	const char *bad;

	model_drop(&b->model);
	if (execution_too_long(b->execution)) {
		t->too_long++;
		return 0;
	}
	execution_barriers(b->execution);
	model_make(&b->model, b->execution, b->cfg.fault);
	bad = b->cfg.check ? model_check(&b->model) : NULL;
	free(b->why);
	b->why = (b->exact ? compare_exact : compare_models)(b->compare, &b->model, b->kernel,
							     b->buffer, bad);
	count(b, t);
	t->differ += b->why != NULL;
	return b->why != NULL;
}

int both_run(struct both *b, const struct machine_hook *hook, struct both_tally *t)
{
	const uint32_t grid[3] = {b->p->blocks, 1, 1}, block[3] = {b->p->threads, 1, 1};
	struct machine_fault fault = {0};
	enum machine_status s;

	fresh_memory(b);
	compare_clear(b->compare);
	machine_set_hook(b->m, hook);
	s = machine_launch(b->m, b->kernel, grid, block, 0, &b->buffer, &fault);
	t->runs++;
	t->faulted += s == MACHINE_FAULT;
	t->hung += s != MACHINE_OK && s != MACHINE_FAULT;
	return judge(b, t);
}

const char *both_why(const struct both *b)
{
	return b->why;
}

const struct model *both_model(const struct both *b)
{
	return &b->model;
}

const struct execution *both_execution(const struct both *b)
{
	return b->execution;
}

/* Orders */

static int once(void *ctx, const struct machine_hook *hook)
{
	struct both *b = ctx;

	return both_run(b, hook, b->tally);
}

static unsigned choose(void *ctx, const struct machine_choice *c, unsigned n)
{
	(void)c;
	return rng_below(ctx, n);
}

int both_random(struct both *b, uint32_t orders, uint64_t seed, struct both_tally *t)
{
	struct rng rng;
	const struct machine_hook hook = {.ctx = &rng, .choose = choose, .max_spin = SPINS};
	int r = 0;

	rng_seed(&rng, seed);
	for (uint32_t i = 0; i < orders && !r; i++)
		r = both_run(b, &hook, t);
	return r;
}

int both_walk(struct both *b, uint32_t orders, uint64_t seed, struct both_tally *t,
	      struct diag *diag)
{
	const struct explore_limits limits = {.max_runs = orders, .max_spin = SPINS};
	struct explore_result e;
	int r;

	b->tally = t;
	r = explore_run(once, b, &limits, &e, diag);
	return r || e.exhaustive ? r : both_random(b, orders, seed, t);
}
