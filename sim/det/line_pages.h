/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * line_pages: which groups of lines have metadata in memory, as far as is known: a bit for each
 * page of 16 KiB of data, and one for each group of the pages that were touched last.
 */
#ifndef SIM_DET_LINE_PAGES_H
#define SIM_DET_LINE_PAGES_H

#include "line_bank.h"

enum { PAGE_LINES = 128, PAGE_GROUPS = PAGE_LINES / GROUP_LINES, PAGE_VECTORS = 32 };

struct page_vector {
	bool valid;
	uint64_t page, used;
	uint32_t groups; /* touched */
};

struct line_pages {
	bool *page; /* touched in this run */
	uint64_t pages;
	struct page_vector vector[PAGE_VECTORS];
};

/* All untouched. *p: zeros, or initialised before. */
void line_pages_init(struct line_pages *p, uint64_t lines);
void line_pages_free(struct line_pages *p);
void line_pages_forget(struct line_pages *p);
/* Nothing of the line's group has been written in this run, as far as is known. It is touched now.
 */
bool line_untouched(struct line_pages *p, uint64_t line, uint64_t now);

#endif
