/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "variables.h"

#include <stdlib.h>

#include "../base/mem.h"

const struct variable *variables_find(const struct variables *v, uint64_t address)
{
	const uint64_t *n = hashmap_find(&v->place, address);

	return n ? &v->variable[*n - 1] : NULL;
}

struct variable *variables_at(struct variables *v, uint64_t address)
{
	uint64_t *n = hashmap_at(&v->place, address);

	if (!*n) {
		v->variable = mem_grow(v->variable, &v->cap, v->n, sizeof(*v->variable));
		v->variable[v->n++] = (struct variable){0};
		*n = v->n;
	}
	return &v->variable[*n - 1];
}

uint64_t variable_read(const struct variable *x, uint32_t thread)
{
	for (size_t i = 0; x && i < x->reads; i++)
		if (x->read[i].thread == thread)
			return x->read[i].clock;
	return 0;
}

void variable_set_read(struct variable *x, uint32_t thread, uint64_t clock)
{
	for (size_t i = 0; i < x->reads; i++)
		if (x->read[i].thread == thread) {
			x->read[i].clock = clock;
			return;
		}
	x->read = mem_grow(x->read, &x->cap, x->reads, sizeof(*x->read));
	x->read[x->reads++] = (struct read_clock){thread, clock};
}

void variables_free(struct variables *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->variable[i].read);
	free(v->variable);
	hashmap_free(&v->place);
}
