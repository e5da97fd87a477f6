/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "memory.h"

#include <string.h>

bool memory_read(struct memory *m, uint64_t *beat, uint32_t *id)
{
	if (!m->out->read_valid || m->in->read_ready)
		return false;
	*beat = m->out->read_beat;
	*id = m->out->read_id;
	if (m->filled)
		m->beat_of[*id] = *beat;
	m->in->read_ready = true;
	return true;
}

bool memory_answer_ready(const struct memory *m, uint32_t id)
{
	return m->out->answer_ready[id & 1] && !m->in->answer_valid;
}

void memory_answer(struct memory *m, uint32_t id)
{
	if (m->filled)
		m->in->answer_data = *beats_at(&m->beats, m->beat_of[id] - m->base);
	m->in->answer_id = id;
	m->in->answer_valid = true;
}

bool memory_write(struct memory *m, uint64_t *beat)
{
	if (!m->out->write_valid || m->in->write_ready)
		return false;
	*beat = m->out->write_beat;
	m->in->write_ready = true;
	return true;
}

/* An unwritten beat that stays as it is needs no page. */
void memory_store(struct memory *m)
{
	const uint64_t at = m->out->write_beat - m->base;
	const struct pf_beat *v = &m->out->write_data, *there;

	if (!m->filled)
		return;
	there = beats_at(&m->beats, at);
	if (there != &m->beats.unwritten || memcmp(v, there, sizeof(*v)))
		beats_put(&m->beats, at, v);
}
