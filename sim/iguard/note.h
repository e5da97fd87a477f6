/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * note: what iGUARD's sides write on packets. An access (READ, WRITE, ATOM, HIT): its parts, the
 * first in the note, others behind it (pkt.load); a message (FENCE, EPOCH): itself.
 */
#ifndef SIM_IGUARD_NOTE_H
#define SIM_IGUARD_NOTE_H

#include <string.h>

#include "../base/pkt.h"
#include "reference/pf_iguard_slice.h"

/* Lanes that a few bits name, on words of the packet's sector: all bytes, for notes are compared.
 */
struct iguard_note {
	uint16_t block, when, bar, meet, locks; /* block: from 1 on */
	uint8_t warp, lane, step, size, bytes;
	uint8_t atomic : 1, polls : 1, block_scope : 1, write : 1, several : 1, unused : 3;
	uint8_t words; /* of several parts; of one that is alone the packet says it */
	uint8_t more;  /* of the first: parts behind it */
};
_Static_assert(sizeof(struct iguard_note) <= PKT_NOTE, "a part fits in a note");
_Static_assert(sizeof(struct iguard_note) == 18, "a note has no holes");

struct iguard_message_note {
	uint16_t block, when, bar, meet;
	uint8_t kind, warp, lane, device;
};

static inline struct iguard_note iguard_note_of(const struct pf_iguard_tag *t, uint8_t words)
{
	const struct pf_iguard_side *s = &t->by.side;

	return (struct iguard_note){.block = (uint16_t)s->block,
				    .when = (uint16_t)s->when,
				    .bar = (uint16_t)t->bar,
				    .meet = (uint16_t)t->meet,
				    .locks = s->locks,
				    .warp = s->warp,
				    .lane = s->lane,
				    .step = t->by.step,
				    .size = s->size,
				    .bytes = s->bytes,
				    .atomic = s->atomic,
				    .polls = s->polls,
				    .block_scope = s->block_scope,
				    .write = t->write,
				    .several = t->several,
				    .words = words};
}

static inline struct pf_iguard_tag iguard_tag_of(const struct iguard_note *n)
{
	return (struct pf_iguard_tag){.by = {.side = {.block = n->block,
						      .when = n->when,
						      .warp = n->warp,
						      .lane = n->lane,
						      .locks = n->locks,
						      .bytes = n->bytes & 15U,
						      .size = n->size & 7U,
						      .atomic = n->atomic,
						      .polls = n->polls,
						      .block_scope = n->block_scope},
					     .step = n->step},
				      .bar = n->bar,
				      .meet = n->meet,
				      .write = n->write,
				      .several = n->several};
}

static inline struct iguard_note iguard_noted(const struct pkt *k)
{
	struct iguard_note n;

	memcpy(&n, k->note, sizeof(n));
	return n;
}

static inline void iguard_note_message(struct pkt *k, const struct pf_iguard_message *m)
{
	const struct iguard_message_note n = {.block = (uint16_t)m->block,
					      .when = (uint16_t)m->stamp.when,
					      .bar = (uint16_t)m->stamp.bar,
					      .meet = (uint16_t)m->stamp.meet,
					      .kind = (uint8_t)m->kind,
					      .warp = (uint8_t)m->warp,
					      .lane = (uint8_t)m->lane,
					      .device = m->device};

	memcpy(k->note, &n, sizeof(n));
}

static inline struct pf_iguard_message iguard_message_noted(const struct pkt *k)
{
	struct iguard_message_note n;

	memcpy(&n, k->note, sizeof(n));
	return (struct pf_iguard_message){.kind = (enum pf_iguard_msg_code)n.kind,
					  .block = n.block,
					  .warp = n.warp,
					  .lane = n.lane,
					  .device = n.device,
					  .stamp = {.epoch = n.kind == PF_IGUARD_MSG_EPOCH,
						    .when = n.when,
						    .bar = n.bar,
						    .meet = n.meet}};
}

#endif
