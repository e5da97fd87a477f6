/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * note: what the detector's sides write on packets: the tag of an access (READ, WRITE, ATOM, HIT);
 * block, warp and block_scope of a message (FENCE, EPOCH).
 */
#ifndef SIM_DET_NOTE_H
#define SIM_DET_NOTE_H

#include <stddef.h>
#include <string.h>

#include "../base/pkt.h"
#include "reference/pf_reference.h"

_Static_assert(sizeof(struct pf_tag) <= PKT_NOTE, "a tag fits in a note");

/* Not the bytes behind the last field: notes are compared. sub_word is no bit of the tag. */
static inline void det_note(struct pkt *k, const struct pf_tag *t)
{
	memcpy(k->note, t, offsetof(struct pf_tag, sub_word));
}

static inline struct pf_tag det_noted(const struct pkt *k)
{
	struct pf_tag t;

	memcpy(&t, k->note, sizeof(t));
	return t;
}

#endif
