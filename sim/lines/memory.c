/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "memory.h"

#include <string.h>

void lines_memory_reset(struct lines_memory *m)
{
	memset(m, 0, sizeof(*m));
	m->reads = m->granted = -1;
}

/* The first from the turn on. */
static int grant(const struct lines_memory *m)
{
	for (uint32_t i = 0; i < MEMORY_CACHES; i++) {
		const uint32_t n = (m->turn + i) % MEMORY_CACHES;

		if (m->in.read[n])
			return (int)n;
	}
	return -1;
}

void lines_memory_eval(struct lines_memory *m)
{
	m->granted = grant(m);
	m->reads = !m->read || m->in.read_ready ? m->granted : -1;
	m->write = m->in.write[m->writer];
}

static void step_turn(struct lines_memory *m, bool taken)
{
	if (m->granted >= 0)
		m->turn = ((uint32_t)m->granted + taken) % MEMORY_CACHES;
}

/* The turn stays until another one wants it. */
static void step_writer(struct lines_memory *m)
{
	if (m->write && !m->in.write_ready)
		return;
	for (uint32_t i = 1; i < MEMORY_CACHES; i++) {
		const uint32_t n = (m->writer + i) % MEMORY_CACHES;

		if (m->in.write[n]) {
			m->writer = n;
			return;
		}
	}
}

void lines_memory_step(struct lines_memory *m)
{
	const bool place = !m->read || m->in.read_ready;

	step_turn(m, place);
	step_writer(m);
	if (!place)
		return;
	m->read = m->reads >= 0;
	if (!m->read)
		return;
	m->reader = (uint32_t)m->reads;
	m->read_beat = m->in.beat[m->reader];
	m->read_id = m->in.id[m->reader];
}
