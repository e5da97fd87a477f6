/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sample: how the counters move over time, as CSV.
 *
 *   stats ── every `cycles` ──> cycle,sm.instructions,l1.hits,...
 *                               10000,812,40,...
 *
 * A row holds what each counter has grown by since the row before; `cycle` is the end of its
 * interval. So the sum of a column is the counter, also of a STATS_MAX one. The last row, of
 * sample_close(), is shorter than the others. Who steps over several ends at once gets one row for
 * all of them.
 */
#ifndef SIM_SAMPLE_H
#define SIM_SAMPLE_H

#include "base/diag.h"
#include "stats.h"

struct sample {
	const struct stats *stats;
	char *name;
	FILE *f;
	uint64_t cycles; /* between rows */
	uint64_t next;   /* end of this interval */
	uint64_t last;   /* end of the one before */
	size_t n;
	uint64_t *old, *now; /* values at `last` and now */
};

/* Begins at cycle `from`; no counter may be added to s afterwards. cycles: at
 * least 1. NULL and diag: "file: why". */
struct sample *sample_open(const struct stats *s, const char *file, uint64_t cycles, uint64_t from,
			   struct diag *diag);
void sample_row(struct sample *p, uint64_t cycle);
/* Once a cycle, or less often. */
static inline void sample_step(struct sample *p, uint64_t cycle)
{
	if (cycle >= p->next)
		sample_row(p, cycle);
}
/* The rest since the last row, if there is any; frees p. -1 and diag: not everything was written.
 */
int sample_close(struct sample *p, uint64_t cycle, struct diag *diag);

#endif
