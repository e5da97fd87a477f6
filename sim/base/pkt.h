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

enum { SECTOR = 32, LINE = 128 }; /* bytes: of an access, of a cache line */

enum pkt_kind {
	/* SM -> slice */
	PKT_READ,  /* fill of an L1 sector, or a load that bypasses L1: answered by READ with reply
		      set */
	PKT_WRITE, /* a store: answered (acknowledged) */
	PKT_ATOM,  /* atomic or reduction: answered; also a reduction, without data */
	PKT_HIT, /* for a side that checks: a load that hit in L1 or merged in an MSHR; no answer */
	PKT_FENCE,  /* of a side: to every slice; no packet comes back, a credit does */
	PKT_EPOCH,  /* of a side, in the same way */
	PKT_COMMIT, /* of a side: bytes to be stored; a credit comes back */
	/* within a slice: slice unit -> L2 */
	PKT_META_READ,  /* a side's metadata: answered; 32 bytes, or l2.fetch */
	PKT_META_WRITE, /* 32 bytes: not answered */
	PKT_RECORD,     /* a side's finding, 32 bytes: not answered */
	PKT_COMMITTED,  /* a side's store of bytes of a sector: not answered */
	/* L2 -> DRAM */
	PKT_FILL,      /* answered */
	PKT_WRITEBACK, /* not answered */
	PKT_KINDS
};

enum { PKT_NOTE = 24 }; /* bytes: at most, of what a side writes on a packet */

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
	bool aside;                  /* HIT: waits beside L1's out queue, and may be merged */
	bool alone;                  /* HIT: is not merged; `load` is the side's */
	bool once;                   /* HIT: to the side, a second one just behind is nothing new */
	uint8_t tag_bytes;           /* of a side's note, on the network, if it counts them */
	bool free;                   /* a knob says: takes no room in a queue */
	bool single;                 /* FENCE, EPOCH: to one slice, `slice`; */
	bool early;                  /* before the accesses that have no note yet */
	bool again;                  /* ATOM: on its second trip (l1.atomic_trips) */
	bool bare;                   /* L1 asks for no note on it, and slices show it to no side */
	bool own;                    /* READ, WRITE, ATOM: of a side, in memory of its own */
	uint8_t system;              /* whose it is, if it is of a side: place in the GPU's list */
	uint8_t ack;    /* 1 + place of who gets a credit when a slice has taken it in; 0: nobody */
	uint32_t op;    /* SM's operation that it is of; SIM_NO_OP: none */
	uint32_t lanes; /* of it */
	uint32_t pc;    /* code index, for records */
	uint32_t id;    /* META_READ: mrd_id; FILL: the L2's own */
	uint64_t addr;  /* byte address of the sector, in the space of where it is: global, in a
			 * slice's own memory, or in a channel's */
	uint64_t born;  /* core cycle it was made at */
	uint64_t due;   /* for the unit that holds it */
	struct pkt *next;             /* for the unit that holds it */
	void *load;                   /* from malloc(): freed with the packet; HIT: pkt_parts */
	unsigned char note[PKT_NOTE]; /* what only sides read */
};

/* Merged HITs: words of other sectors of the line, or of other instructions. */
enum { PKT_PARTS = 3 };
struct pkt_part {
	uint64_t addr; /* of the sector */
	uint32_t pc;
	uint8_t word_mask, sub_mask;
};
struct pkt_parts {
	uint32_t n;
	struct pkt_part part[PKT_PARTS];
};

/* On the network: the index of an instruction in its kernel; a part behind one with the pc
 * `before`: which sector and words (10 bits), which of the rest there is. */
enum { PKT_PART_BYTES = 2, PKT_SHORT_PC = 2, PKT_LONG_PC = 4 };
static inline uint32_t pkt_pc_bytes(uint32_t pc)
{
	return pc >> 8 * PKT_SHORT_PC ? PKT_LONG_PC : PKT_SHORT_PC;
}
static inline uint32_t pkt_part_bytes(const struct pkt_part *p, uint32_t before)
{
	return PKT_PART_BYTES + (p->pc != before ? pkt_pc_bytes(p->pc) : 0) + (p->sub_mask != 0);
}

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
