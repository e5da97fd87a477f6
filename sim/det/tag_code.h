/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * tag_code: what the detector adds to a packet, as bytes (detector.tag = coded).
 *
 *   fixed     warp, block slot, class (weak, strong, atomic of device, of block scope), and which
 *             of the rest there is: 2 bytes in ref and tiny, 3 in modern
 *   barrier   barrier ID, unless it is 0                                    1 byte
 *   lock      signature, unless it is empty                                 2 bytes
 *   sub       words touched in part, unless none is; of a load              1 byte
 *   pc        index of the instruction in its kernel                        2 bytes, from 65536 on
 * 4
 *
 * A HIT's further parts (base/pkt.h) follow, each 2 bytes and what it does not share with the one
 * before.
 *
 * Not in it, since the packet's header says it in any case: SM, kind (read, write, atomic), sector,
 * words. The block is {slot, SM}. The kernel, and with it where its code begins, is a register that
 * a launch sets. A packet whose tag, pc and sub are those of the packet that its SM has sent
 * before, and to the same slice, has a bit of the header and nothing else: a slice keeps one tag an
 * SM.
 */
#ifndef SIM_DET_TAG_CODE_H
#define SIM_DET_TAG_CODE_H

#include "reference/pf_reference.h"

enum { TAG_CODE_MOST = 32 }; /* bytes */

struct tag_format {
	uint32_t sm_bits, slot_bits, warp_bits, barrier_bits;
};

/* What a packet says beside its header. */
struct tag_coded {
	struct pf_tag tag; /* but write, sub_word */
	uint8_t sub;
	uint32_t pc;
};

struct tag_format tag_format(const struct pf_geometry *g, uint32_t sms);
/* Returns how many bytes. */
uint32_t tag_encode(const struct tag_format *f, const struct tag_coded *t,
		    uint8_t out[TAG_CODE_MOST]);
/* Do they say the same? */
bool tag_same(const struct tag_coded *a, const struct tag_coded *b);
/* sm: the header's. Returns how many bytes it has read. */
uint32_t tag_decode(const struct tag_format *f, const uint8_t *in, uint32_t sm,
		    struct tag_coded *t);

#endif
