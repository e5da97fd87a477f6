/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spill.h"

#include <string.h>

void spill_reset(struct spill *s)
{
	memset(s, 0, sizeof(*s));
	s->free = SPILL_PLACES;
}

bool spill_busy(const struct spill *s, uint32_t line)
{
	for (uint32_t m = s->held; m; m &= m - 1)
		if (s->line[__builtin_ctz(m)] == line)
			return true;
	return false;
}

bool spill_empty(const struct spill *s)
{
	return !s->held;
}

static uint32_t after(uint32_t place)
{
	return (place + 1) % SPILL_PLACES;
}

void spill_step(struct spill *s)
{
	const bool last = s->send && s->in.out_ready;
	const bool load = s->rows && (!s->send || last);
	const uint32_t from = s->send ? after(s->out) : s->out;

	if (load) {
		s->out_line = s->line[from];
		s->out_row = s->data[from];
	}
	if (last) {
		s->held &= ~(1U << s->out);
		s->out = after(s->out);
	}
	if (s->in.alloc) {
		s->held |= 1U << s->alloc;
		s->line[s->alloc] = s->in.line;
		s->alloc = after(s->alloc);
	}
	if (s->in.row) {
		s->data[s->row] = *s->in.data;
		s->row = after(s->row);
	}
	s->free += last;
	s->free -= s->in.alloc;
	s->rows += s->in.row;
	s->rows -= load;
	s->send = load || (s->send && !last);
}
