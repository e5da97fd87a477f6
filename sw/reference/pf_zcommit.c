/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_zcommit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

enum { PAGE_LOG2 = 6, PAGE_LINES = 1 << PAGE_LOG2 };

struct row {
	uint32_t tag; /* quantum of its winners; 0: never */
	uint16_t winner[PF_LINE_BYTES];
};

struct pf_zcommit {
	struct pf_zconfig config;
	struct row **page; /* of PAGE_LINES rows; NULL: none was written */
	uint32_t pages, nobody, quantum;
};

struct pf_zcommit *pf_zcommit_create(const struct pf_zconfig *c)
{
	struct pf_zcommit *z;

	if (c->lines == 0 || c->line_bits > 31 || c->lines > 1U << c->line_bits)
		return NULL;
	if (c->warp_bits < 1 || c->warp_bits > 16 || c->quantum_bits < 1 || c->quantum_bits > 31)
		return NULL;
	z = mem_alloc(sizeof(*z));
	z->config = *c;
	z->pages = (c->lines - 1) / PAGE_LINES + 1;
	z->page = mem_alloc(z->pages * sizeof(struct row *));
	z->nobody = (1U << c->warp_bits) - 1;
	z->quantum = (1U << c->quantum_bits) - 1;
	return z;
}

static void forget(struct pf_zcommit *z)
{
	for (uint32_t i = 0; i < z->pages; i++) {
		free(z->page[i]);
		z->page[i] = NULL;
	}
}

void pf_zcommit_destroy(struct pf_zcommit *z)
{
	if (!z)
		return;
	forget(z);
	free(z->page);
	free(z);
}

void pf_zcommit_begin(struct pf_zcommit *z)
{
	if (z->quantum < (1U << z->config.quantum_bits) - 1) {
		z->quantum++;
		return;
	}
	forget(z);
	z->quantum = 1;
}

uint32_t pf_zcommit_quantum(const struct pf_zcommit *z)
{
	return z->quantum;
}

/* The row of a line in the present quantum: what an older one says does not count. */
static struct row *present(struct pf_zcommit *z, uint32_t line)
{
	struct row **page = &z->page[line >> PAGE_LOG2];
	struct row *r;

	if (!*page)
		*page = mem_alloc(PAGE_LINES * sizeof(**page));
	r = &(*page)[line & (PAGE_LINES - 1)];
	if (r->tag != z->quantum) {
		r->tag = z->quantum;
		for (unsigned b = 0; b < PF_LINE_BYTES; b++)
			r->winner[b] = (uint16_t)z->nobody;
	}
	return r;
}

void pf_zcommit_request(struct pf_zcommit *z, const struct pf_zrequest *r,
			struct pf_zrequest *result)
{
	struct row *row;

	assert(r->line < z->config.lines && r->warp < z->nobody);
	row = present(z, r->line);
	if (result != r)
		*result = *r;
	for (unsigned b = 0; b < PF_LINE_BYTES; b++) {
		const uint8_t bit = (uint8_t)(1U << b % 8);

		if (!(r->mask[b / 8] & bit))
			continue;
		if (r->warp <= row->winner[b])
			row->winner[b] = (uint16_t)r->warp;
		else
			result->mask[b / 8] &= (uint8_t)~bit;
	}
}

uint32_t pf_zcommit_winner(const struct pf_zcommit *z, uint32_t line, uint32_t byte)
{
	const struct row *page = z->page[line >> PAGE_LOG2];
	const struct row *r = page ? &page[line & (PAGE_LINES - 1)] : NULL;

	return r && r->tag == z->quantum ? r->winner[byte] : z->nobody;
}
