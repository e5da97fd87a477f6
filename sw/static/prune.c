/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "prune.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/mem.h"

enum { MAX_PROOFS = 256 }; /* kept */

struct proof {
	uint64_t kernel; /* its serial number */
	uint32_t grid[3], block[3], param_bytes;
	bool its, all, *free;   /* of code */
	uint8_t *params, *used; /* used: bytes that the proof depends on */
};

struct prune {
	struct proof proof[MAX_PROOFS];
	unsigned n, next; /* next: the one that is given up for another */
	struct prune_stats stats;
};

struct prune *prune_create(void)
{
	return mem_alloc(sizeof(struct prune));
}

static void drop(struct proof *p)
{
	free(p->free);
	free(p->params);
	free(p->used);
	*p = (struct proof){0};
}

void prune_destroy(struct prune *x)
{
	for (unsigned i = 0; x && i < x->n; i++)
		drop(&x->proof[i]);
	free(x);
}

static bool holds(const struct proof *p, const struct proof *now)
{
	if (p->kernel != now->kernel || p->its != now->its ||
	    memcmp(p->grid, now->grid, sizeof(p->grid)) != 0 ||
	    memcmp(p->block, now->block, sizeof(p->block)) != 0)
		return false;
	for (uint32_t i = 0; i < p->param_bytes; i++)
		if (p->used[i] && p->params[i] != now->params[i])
			return false;
	return true;
}

/* Code that comes from accesses which are free of races */
static bool *free_code(const struct simt_kernel *k, const struct static_report *r)
{
	bool *of = mem_alloc((k->n_code + 1) * sizeof(bool));

	for (uint32_t pc = 0; pc < k->n_code; pc++)
		for (size_t i = 0; i < r->n_accesses; i++)
			of[pc] |= k->src[pc] == &k->entry->insns[r->access[i].insn] &&
				  r->access[i].verdict == STATIC_FREE;
	return of;
}

static bool all_free(const struct static_report *r)
{
	bool all = !r->refused;

	for (size_t i = 0; i < r->n_accesses; i++)
		all &= r->access[i].verdict == STATIC_FREE;
	return all;
}

static double now_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const struct proof *prove(struct prune *x, const struct simt_kernel *k,
				 const struct proof *now)
{
	struct proof *p = &x->proof[x->next];
	struct static_config c = {.its = now->its, .params = now->params};
	struct static_report r;

	memcpy(c.grid, now->grid, sizeof(c.grid));
	memcpy(c.block, now->block, sizeof(c.block));
	static_check(&r, k, &c);
	x->stats.proofs++;
	drop(p);
	*p = *now;
	p->free = free_code(k, &r);
	p->all = all_free(&r);
	p->params = mem_alloc(p->param_bytes + 1U);
	memcpy(p->params, now->params, p->param_bytes);
	p->used = r.used_params;
	r.used_params = NULL;
	static_report_free(&r);
	x->next = (x->next + 1) % MAX_PROOFS;
	x->n = x->n < MAX_PROOFS ? x->n + 1 : x->n;
	return p;
}

const bool *prune_launch(struct prune *x, const struct simt_kernel *k, const uint32_t grid[3],
			 const uint32_t block[3], const uint8_t *params, bool its, bool *all)
{
	struct proof now = {.kernel = k->serial,
			    .param_bytes = k->param_bytes,
			    .its = its,
			    .params = (uint8_t *)(uintptr_t)params};
	const struct proof *p = NULL;

	memcpy(now.grid, grid, sizeof(now.grid));
	memcpy(now.block, block, sizeof(now.block));
	for (unsigned i = 0; i < x->n && !p; i++)
		if (holds(&x->proof[i], &now))
			p = &x->proof[i];
	if (!p) {
		const double begin = now_seconds();

		p = prove(x, k, &now);
		x->stats.seconds += now_seconds() - begin;
	}
	*all = p->all;
	return p->free;
}

const struct prune_stats *prune_stats(const struct prune *x)
{
	return &x->stats;
}
