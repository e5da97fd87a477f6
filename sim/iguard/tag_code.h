/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tag_code: what iGUARD adds to a packet, as bytes (detector.tag = coded), as det/tag_code for
 * ScoRD.
 *
 *   fixed     time; warp, block slot, lane, step; class (plain, polled, atomic of device, of block
 *             scope), size; which of the rest there is: 6 bytes in ref, 4 in tiny, 5 in
 *             modern
 *   bar       time of the block's barrier, unless it is that of the packet before      2 bytes
 *   meet      time of the warp's meeting, unless it is bar                             2 bytes
 *   lock      signature, unless it is empty                                            2 bytes
 *   bytes     that are touched of each word, unless all are                            1 byte
 *   pc        as det/tag_code                                                          2 or 4
 *   words     of a further part, which has the first one's times                       1 byte
 *
 * Not in it, as the packet's header says it: SM, kind, sector, words of a part that is alone.
 */
#ifndef SIM_IGUARD_TAG_CODE_H
#define SIM_IGUARD_TAG_CODE_H

#include "../base/pkt.h"
#include "note.h"

struct iguard_tag_coder {
	uint32_t fixed_bits, part_bits;
	struct iguard_note last; /* of the packet that was sent before, */
	uint32_t pc, slice;      /* and to whom */
};

void iguard_tag_coder_init(struct iguard_tag_coder *x, const char *geometry);
/* Bytes of a packet with these parts. */
uint8_t iguard_tag_bytes(struct iguard_tag_coder *x, const struct pkt *k,
			 const struct iguard_note *part, uint32_t parts);

#endif
