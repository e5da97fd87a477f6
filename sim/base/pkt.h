/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pkt: what travels between the units, and the pool it comes from.
 *
 * Every arrow of sim/README.md's picture carries a struct pkt *. A packet belongs to whoever took
 * it off a link last; it ends with pkt_free(). When a launch has ended, every packet is back in the
 * pool: gpu.c checks that nothing was lost.
 */
#ifndef SIM_PKT_H
#define SIM_PKT_H

#include <stdbool.h>
#include <stdint.h>

#include "golden/pf_zcommit.h"

enum { SECTOR = 32, LINE = 128 }; /* bytes: of an access, of a cache line */

enum pkt_kind {
	/* SM -> slice */
	PKT_READ,   /* fill of an L1 sector, or a load that bypasses L1: answered by READ with reply
		       set */
	PKT_WRITE,  /* a store: answered (acknowledged) */
	PKT_ATOM,   /* atomic or reduction: answered; also a reduction, without data */
	PKT_HIT,    /* detector only: a load that hit in L1 or merged in an MSHR: no answer */
	PKT_FENCE,  /* detector only: to every slice; no packet comes back, a credit does */
	PKT_EPOCH,  /* likewise */
	PKT_COMMIT, /* deterministic mode: a line of a warp's log: acknowledged by a credit */
	/* within a slice: slice unit -> L2 */
	PKT_META_READ,  /* metadata: answered; 32 bytes, knob paper: l2.fetch */
	PKT_META_WRITE, /* 32 bytes: not answered */
	PKT_RECORD,     /* a race record, 32 bytes: not answered */
	PKT_COMMITTED,  /* bytes of a sector that won: a store, but not answered */
	/* L2 -> DRAM */
	PKT_FILL,      /* answered */
	PKT_WRITEBACK, /* not answered */
	PKT_KINDS
};

/* commit = lock: what a warp does to a line of its log. Of such a packet `part` is the warp, `op`
 * who works at the line in it, `id` the line of the slice, `lanes` which sector or beat of the row.
 */
enum pkt_lock {
	PKT_NO_LOCK,
	PKT_LOCK_TRY,  /* ATOM: for the line's lock */
	PKT_LOCK_READ, /* READ: of its row */
	PKT_LOCK_DATA, /* WRITE: of a sector */
	PKT_LOCK_ROW,  /* WRITE: of the row */
	PKT_LOCK_FREE  /* WRITE: gives the lock back */
};

struct pkt {
	enum pkt_kind kind;
	bool reply;   /* on its way back */
	bool meta;    /* FILL, WRITEBACK: of metadata, not of data */
	bool to_l1;   /* READ: the answer fills L1 (else it goes to the warp) */
	uint8_t part; /* READ, WRITE, ATOM of a warp: which part of its operation, sm.h */
	uint16_t sm, slice;
	uint16_t bytes; /* payload: data moved by it in its present direction */
	uint16_t flits; /* on the NoC, in its present direction; 0: takes no bandwidth */
	uint8_t word_mask, sub_mask; /* words of the sector; of these, touched in part */
	bool free;                   /* a knob says: takes no room in a queue */
	bool single;                 /* likewise: FENCE, EPOCH go to one slice, `slice` */
	bool again;                  /* ATOM: on its second trip (l1.atomic_trips) */
	bool bare;                   /* no tag is waited for */
	bool acked;                  /* HIT, FENCE, EPOCH: a check out of a log: sm_order_ack() */
	bool won;                    /* LOCK_TRY: the answer */
	uint8_t lock;                /* READ, WRITE, ATOM: enum pkt_lock */
	bool depth;                  /* META_*: of the Z-buffer, not of the detector */
	uint32_t op;                 /* SM's operation that it is of; SIM_NO_OP: none */
	uint32_t lanes;              /* of it */
	uint32_t pc;                 /* code index, for records */
	uint32_t id;                 /* META_READ: mrd_id; FILL: the L2's own */
	uint64_t addr; /* byte address of the sector, in the space of where it is: global, in a
			* slice's own memory, or in a channel's */
	struct pf_zrequest *commit; /* COMMIT; freed with it */
	struct pf_tag tag;          /* request tag; FENCE: block, warp, block_scope in it */
	uint64_t born;              /* core cycle it was made at */
	uint64_t due;               /* for the unit that holds it */
	struct pkt *next;           /* likewise */
	struct pf_zrequest *entry; /* LOCK_READ, LOCK_DATA: the SM's; the first one cuts its mask */
};

#define SIM_NO_OP 0xffffffffU

struct pkt_pool {
	struct pkt *free;
	uint64_t out; /* packets that are somewhere */
	struct pkt_slab *slabs;
};

struct pkt *pkt_alloc(struct pkt_pool *p); /* zeroed, op SIM_NO_OP */
void pkt_free(struct pkt_pool *p, struct pkt *k);
void pkt_pool_free(struct pkt_pool *p);
const char *pkt_kind_name(enum pkt_kind k);

#endif
