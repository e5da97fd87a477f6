/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sample.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "out.h"

static void destroy(struct sample *p)
{
	free(p->name);
	free(p->old);
	free(p->now);
	free(p);
}

/* Every counter, now. */
static void values(const struct sample *p, uint64_t *v)
{
	assert(stats_count(p->stats) == p->n);
	stats_values(p->stats, v);
}

struct sample *sample_open(const struct stats *s, const char *file, uint64_t cycles, uint64_t from,
			   struct diag *diag)
{
	FILE *f;
	struct sample *p;

	assert(cycles > 0);
	f = out_open(file, "cycle,", diag);
	if (!f)
		return NULL;
	p = mem_alloc(sizeof(*p));
	*p = (struct sample){.stats = s,
			     .name = mem_strdup(file),
			     .f = f,
			     .cycles = cycles,
			     .next = from + cycles,
			     .last = from,
			     .n = stats_count(s)};
	p->old = mem_alloc(p->n * sizeof(*p->old));
	p->now = mem_alloc(p->n * sizeof(*p->now));
	values(p, p->old);
	fputs("cycle", f);
	for (size_t i = 0; i < p->n; i++)
		fprintf(f, ",%s", stats_name(s, i));
	fputc('\n', f);
	return p;
}

void sample_row(struct sample *p, uint64_t cycle)
{
	uint64_t *const old = p->old;

	values(p, p->now);
	fprintf(p->f, "%" PRIu64, cycle);
	for (size_t i = 0; i < p->n; i++)
		fprintf(p->f, ",%" PRIu64, p->now[i] - old[i]);
	fputc('\n', p->f);
	p->old = p->now;
	p->now = old;
	p->last = cycle;
	if (cycle >= p->next)
		p->next += ((cycle - p->next) / p->cycles + 1) * p->cycles;
}

int sample_close(struct sample *p, uint64_t cycle, struct diag *diag)
{
	bool bad;
	int r = 0;

	if (cycle > p->last)
		sample_row(p, cycle);
	errno = 0;
	bad = fflush(p->f) || ferror(p->f);
	bad = fclose(p->f) || bad;
	if (bad)
		r = diag_set(diag, p->name, 0, "%s", strerror(errno ? errno : EIO));
	destroy(p);
	return r;
}
