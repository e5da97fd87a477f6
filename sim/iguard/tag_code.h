/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tag_code: what iGUARD adds to a packet, as bytes (detector.tag = coded), as det/tag_code for
 * ScoRD.
 *
 *   fixed     time; warp, block slot, lane, step; class (plain, polled, atomic of device, of block
 *             scope), size; which of the rest there is: 6 bytes in ref, 4 in tiny, 5 in modern
 *   bar       time of the block's barrier, unless it is that of the packet before      2 bytes
 *   meet      time of the warp's meeting, unless it is bar                             2 bytes
 *   lock      signature, unless it is empty                                            2 bytes
 *   bytes     that are touched of each word, unless all are                            1 byte
 *   pc        as det/tag_code                                                          2 or 4
 *   words     of the sector, if another part follows                                   1 byte
 *   a part    lane, step, which of the rest; bytes, words                              3 or 4
 *
 * Not in it, as the packet's header says it: SM, kind, sector, words of a part that is alone. The
 * packet before is the one that its SM has sent before, to the same slice, which keeps one an SM: a
 * packet of the same pc whose only part is the same but for its words has a bit of the header and
 * nothing else. A HIT knows no packet before it, since it waits aside.
 */
#ifndef SIM_IGUARD_TAG_CODE_H
#define SIM_IGUARD_TAG_CODE_H

#include "../base/pkt.h"
#include "iguard/events.h"
#include "note.h"

enum { IGUARD_TAG_MOST = 16 + 4 * IGUARD_PARTS }; /* bytes */

struct iguard_tag_coder {
	const struct pf_iguard_widths *widths;
	struct iguard_note last; /* of the packet before, */
	uint32_t pc, slice;      /* and to whom it went: UINT32_MAX: there was none */
};

/* What a packet says: parts, of which the first one has the number of those behind it. */
struct iguard_tag_coded {
	enum pkt_kind kind;
	uint32_t pc, slice, sm;
	struct iguard_note part[IGUARD_PARTS];
};

void iguard_tag_coder_init(struct iguard_tag_coder *x, const char *geometry);
/* The SM's side. Returns how many bytes; 0: as the packet before. */
uint32_t iguard_tag_encode(struct iguard_tag_coder *x, const struct iguard_tag_coded *t,
			   uint8_t out[IGUARD_TAG_MOST]);
/* The slice's, with a coder for each SM. n: bytes; t->kind, slice, sm: the header's, which says
 * whether an access writes, too. */
void iguard_tag_decode(struct iguard_tag_coder *x, const uint8_t *in, uint32_t n,
		       struct iguard_tag_coded *t);

#endif
