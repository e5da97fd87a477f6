/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "line_pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void line_pages_init(struct line_pages *p, uint64_t lines)
{
	free(p->page);
	p->pages = lines / PAGE_LINES + 1;
	p->page = mem_alloc(p->pages * sizeof(*p->page));
	memset(p->vector, 0, sizeof(p->vector));
}

void line_pages_free(struct line_pages *p)
{
	free(p->page);
}

void line_pages_forget(struct line_pages *p)
{
	memset(p->page, 0, p->pages * sizeof(*p->page));
	memset(p->vector, 0, sizeof(p->vector));
}

bool line_untouched(struct line_pages *p, uint64_t line, uint64_t now)
{
	const uint64_t page = line / PAGE_LINES;
	const uint32_t bit = 1U << line / GROUP_LINES % PAGE_GROUPS;
	struct page_vector *v = p->vector;

	for (unsigned i = 0; i < PAGE_VECTORS; i++) {
		struct page_vector *at = &p->vector[i];

		if (at->valid && at->page == page) {
			const bool fresh = !(at->groups & bit);

			at->groups |= bit;
			at->used = now;
			return fresh;
		}
		if (!at->valid || (v->valid && at->used < v->used))
			v = at;
	}
	if (p->page[page])
		return false;
	p->page[page] = true;
	*v = (struct page_vector){.valid = true, .page = page, .used = now, .groups = bit};
	return true;
}
