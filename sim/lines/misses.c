/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "misses.h"

#include <string.h>

void misses_reset(struct misses *m)
{
	memset(m, 0, sizeof(*m));
}

/* What came in the cycle before is put into its list, or begins the list anew. */
static void link(struct misses *m, bool again)
{
	if (m->locks || again)
		m->place[m->slot_was] = again ? m->end_at : m->at_was;
	if (!m->joins || again)
		return;
	m->next[m->tail_was] = m->slot_was;
	m->more |= 1ULL << m->tail_was;
}

void misses_step(struct misses *m)
{
	const bool again = m->fill_wait, taken = m->in.taken;
	const bool joins = m->joins && !again && m->tail_was == m->slot;
	const bool ends = taken && !(m->more >> m->slot & 1 || joins);
	const bool load = m->ready.shown && (!m->valid || ends);
	const uint32_t was = m->slot, ready = (uint32_t)ram_fifo_word(&m->ready);

	link(m, again);
	m->end_at = m->at;
	if (taken)
		m->more &= ~(1ULL << was);
	if (load) {
		m->slot = ready;
		m->at = m->place[ready];
	} else if (taken) {
		m->slot = m->next[was];
	}
	ram_fifo_step(&m->ready, m->in.fill || again, again ? m->slot_was : m->in.fill_slot, load);
	m->valid = load || (m->valid && !ends);
	m->ended = ends;
	m->end_slot = was;
	m->locks = m->in.lock;
	m->joins = m->in.join;
	m->slot_was = m->in.slot;
	m->tail_was = m->in.tail;
	m->at_was = m->in.at;
	m->fill_wait = m->ended && m->joins && m->tail_was == m->end_slot;
	m->end = m->ended && !m->fill_wait;
}
