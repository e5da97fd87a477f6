/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is to be seen of the state, and a state to begin with (Table 1).
 */
#include "radish_int.h"

struct radish_view radish_view(const struct radish *r, uint32_t proc, uint64_t address)
{
	const struct line *l = line_find(r, address / RADISH_LINE);
	uint32_t byte = (uint32_t)(address % RADISH_LINE);
	const struct clock_codes *k = &r->proc[proc].codes;
	const struct copy *c;

	if (!l || !has(l, proc, byte / HALF))
		return (struct radish_view){'-', RADISH_NONE, 0, 0};
	c = copy_of(l, proc, byte);
	return (struct radish_view){.coherence = "ISM"[l->coherence[proc]],
				    .permission = c->permission,
				    .read = clocks_value(k, c->read),
				    .write = clocks_value(k, c->write)};
}

enum radish_status radish_status(const struct radish *r, uint64_t address)
{
	const struct line *l = line_find(r, address / RADISH_LINE);
	uint32_t byte = (uint32_t)(address % RADISH_LINE);

	return l && l->copies[byte / HALF] ? (enum radish_status)l->status[byte]
					   : RADISH_IN_SOFTWARE;
}

bool radish_compact(const struct radish *r, uint64_t address)
{
	const struct line *l = line_find(r, address / RADISH_LINE);

	return l && l->compact;
}

uint64_t radish_clock(const struct radish *r, uint32_t thread, uint32_t other)
{
	return *clock_at(r, thread, other);
}

uint64_t radish_software_read(const struct radish *r, uint64_t address, uint32_t thread)
{
	return variable_read(variables_find(&r->variables, address), thread);
}

uint64_t radish_software_write(const struct radish *r, uint64_t address, uint32_t thread)
{
	const struct variable *x = variables_find(&r->variables, address);

	return x && x->writer == thread ? x->write : 0;
}

void radish_set_software(struct radish *r, uint64_t address, uint32_t thread, uint64_t read,
			 uint64_t write)
{
	struct variable *x = variables_at(&r->variables, address);

	if (read)
		variable_set_read(x, thread, read);
	if (write) {
		x->writer = thread;
		x->write = write;
	}
}

void radish_set_clock(struct radish *r, uint32_t thread, uint32_t other, uint64_t clock)
{
	*clock_at(r, thread, other) = clock;
	for (uint32_t p = 0; p < r->config.procs; p++)
		if (thread == other && r->proc[p].thread == thread)
			clocks_restart(&r->proc[p].codes, clock);
}
