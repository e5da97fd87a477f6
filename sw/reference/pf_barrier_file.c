/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_barrier_file.h"

#include <stdlib.h>

#include "../base/mem.h"
#include "pf_geometry.h"

void pf_barrier_init(struct pf_barrier_file *f, uint32_t n, uint32_t bits)
{
	*f = (struct pf_barrier_file){
		.count = mem_alloc(n * sizeof(*f->count)), .n = n, .bits = bits};
}

void pf_barrier_free(struct pf_barrier_file *f)
{
	free(f->count);
	*f = (struct pf_barrier_file){0};
}

bool pf_barrier_bump(struct pf_barrier_file *f, uint32_t i)
{
	f->count[i] = pf_truncate(f->count[i] + 1ULL, f->bits);
	return f->count[i] == 0;
}

void pf_barrier_clear(struct pf_barrier_file *f, uint32_t i)
{
	f->count[i] = 0;
}
