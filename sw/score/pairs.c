/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pairs.h"

#include <stdlib.h>

#include "../base/mem.h"

static bool same(const struct score_pair *p, const struct race_hit *h)
{
	return p->kernel == h->second.kernel && p->kernel_first == h->first.kernel &&
	       p->pc_first == h->first.pc && p->pc_second == h->second.pc && p->space == h->space &&
	       p->example.kind == h->kind && race_scope_of(&p->example) == race_scope_of(h);
}

struct score_pair *pairs_get(struct pairs *p, const struct race_hit *h)
{
	uint64_t key = (uint64_t)(uintptr_t)h->second.kernel * 0x9e3779b97f4a7c15U;
	uint64_t *at;

	key = (key ^ h->first.pc) * 0x9e3779b97f4a7c15U;
	key = (key ^ h->second.pc) * 0x9e3779b97f4a7c15U;
	key = (key ^ ((uint64_t)h->kind << 4 | (uint64_t)race_scope_of(h))) * 0x9e3779b97f4a7c15U;
	key += (uint64_t)h->space;
	for (;; key++) {
		at = hashmap_at(&p->index, key);
		if (!*at)
			break;
		if (same(&p->p[*at - 1], h))
			return &p->p[*at - 1];
	}
	p->p = mem_grow(p->p, &p->cap, p->n, sizeof(*p->p));
	p->p[p->n] = (struct score_pair){
		.kernel = h->second.kernel,
		.kernel_first = h->first.kernel,
		.pc_first = h->first.pc,
		.pc_second = h->second.pc,
		.space = h->space,
		.example = *h,
	};
	*at = ++p->n;
	return &p->p[p->n - 1];
}

struct score_pair *pairs_detected(struct pairs *p, const struct race_hit *h)
{
	struct score_pair *q = pairs_get(p, h);

	if (!q->has_detected)
		q->detected = *h;
	q->has_detected = true;
	return q;
}

void pairs_clear(struct pairs *p)
{
	p->n = 0;
	hashmap_clear(&p->index);
}

void pairs_free(struct pairs *p)
{
	hashmap_free(&p->index);
	free(p->p);
	*p = (struct pairs){0};
}
