/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l1: an SM's data cache: 16 KB of 128-byte lines with 32-byte sectors, write-evict, no allocation
 * on a store, and the one ordered way out to the NoC.
 *
 *   in   l1_access()  one access a core cycle: the SM has checked l1_ready(); with sm.segment 128
 *                     also further sectors of the same line and operation in that cycle
 *   in   link from_noc   answers of slices, one a cycle
 *   out  link to_noc     packets, in the order of the accesses that made them, one a cycle
 *   out  l1_done()       a part of an operation is done: ctx->done(), in l1_step()
 *
 * What an access becomes (weak load: may hit; everything else goes to the slice):
 *
 *   weak load, sector valid     hit: done exactly `latency` cycles later (0 is as 1); a HIT
 *                               packet where accesses are checked
 *   ... sector on its way       merges in the MSHR: done when it comes, in order; a HIT
 *                               packet where they are
 *   ... else                    READ with to_l1; needs an MSHR (one a sector)
 *   strong load, or L1 off      READ, L1 untouched
 *   store, atomic, reduction    the sector is forgotten (write-evict); WRITE or ATOM
 *
 * A line is allocated when a sector of it comes: an invalid way, else the least recently used one
 * (used: hit or filled). Nothing is dirty, so there always is one, and a fill never waits.
 *
 * Order. A thread must see its own stores:
 *
 * - A sector whose fill is on its way when a store or atomic passes takes no more loads (later
 *   loads of it wait: l1_ready() says no) and is not kept when it comes.
 * - Hits and merged loads are performed when they are done, so a younger store of the same warp
 *   could take place at the slice before them: the SM holds it back (sm/ops.c), L1 does not.
 * - Where accesses are checked (hooks.note) each makes exactly one packet, so the order of notes is
 *   that of packets. A note is taken as soon as it is there, one a cycle, for the oldest packet
 *   without one; such a packet does not leave the out queue. Messages have none and keep their
 *   place.
 *
 * Packets, bytes behind the header: READ 0, WRITE and ATOM their data, HIT 0, each and the note
 * (det.tag_bytes, or with det.tag = coded what the note says; 0 with det.noc_free); FENCE and EPOCH
 * 0 (no flits with det.noc_free). With l1.atomic_trips 2 an ATOM takes a sector of data along, and
 * when it is back goes once more, with a sector and without note, before the out queue's packets:
 * the second answer counts. What is between L1 and NoC then is limited by the operations in flight,
 * not by l1.out_queue. With det.hits_free or det.noc_free a HIT has no flits, takes no room in the
 * out queue (pkt.free) and does not count as the one packet of its cycle. A READ that fills has its
 * MSHR's number in pkt.id and must come back with it (and with op, part and lanes); its pkt.addr
 * may have changed.
 *
 * Hits aside (det.hit_entries, 1 at least): a HIT with its note leaves the out queue for a buffer
 * of so many packets (those without note count; a full one refuses hits), where it stays for
 * det.hit_cycles and goes when the out queue has nothing to send, after 16 cycles more before it,
 * at once when the buffer is full or the SM has no block (l1_drain()). Hits leave in order. One
 * that follows may become words of one that waits there (det.hit_merge): with `op` of the last one,
 * of the same line, note and pc; with `warp` of any, of the same line and note. A HIT is words of
 * up to 4 sectors or instructions (pkt_parts).
 *
 * - Order of one line, and of everything with messages: that of accesses. Whatever leaves the out
 *   queue waits until hits of its line that are older have gone (and those before them), a message
 *   until all older ones have, and a hit until all that is older has left the out queue. So one is
 * merged only if nothing of its line and no message is ahead of it in the out queue.
 * - But with `warp` one that is merged goes before hits of other warps that came between.
 * - Of a word that is in the packet already the first access stands for both, if the note's side
 *   says that this is all the same (pkt.once); else they are not merged.
 *
 * Not modelled: data (a hit reads what memory holds when it is done), local memory's lines, the
 * register file's write port (merged loads are done in one cycle), bank conflicts of the data
 * array.
 */
#ifndef SIM_L1_H
#define SIM_L1_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"

struct l1;

/* One access of the coalescer. */
struct l1_access {
	enum pkt_kind kind; /* READ, WRITE, ATOM */
	bool strong;        /* READ: bypasses L1 */
	bool bare;          /* its packet has no note, and a hit makes none */
	uint8_t part, word_mask, sub_mask;
	uint32_t op, lanes, pc;
	uint16_t bytes; /* payload of the request: data of a store or atomic */
	uint64_t addr;  /* of the sector, global */
};

struct l1_hooks {
	void *ctx;
	/* The part is done. hit: at L1, nobody else has performed it. */
	void (*done)(void *ctx, uint32_t op, uint8_t part, uint32_t lanes, bool hit);
	/* Accesses are checked: writes the note of k, the oldest access without one; false: not
	 * yet. NULL: they are not. */
	bool (*note)(void *ctx, struct pkt *k);
	/* The answer to a packet of l1_packet() that is a side's own. */
	void (*answer)(void *ctx, const struct pkt *k);
};

struct l1 *l1_create(const struct sim_config *c, uint16_t sm, struct pkt_pool *pool,
		     const struct l1_hooks *h);
void l1_destroy(struct l1 *l);
/* Can a be taken in this cycle, after its l1_step()? (MSHR, merges, out queue, order, one access a
 * cycle.) A refusal is counted once a cycle, by cause. */
bool l1_ready(struct l1 *l, const struct l1_access *a);
void l1_access(struct l1 *l, const struct l1_access *a, uint64_t now);
bool l1_room(const struct l1 *l); /* in the out queue */
bool l1_sent(const struct l1 *l); /* it is empty, and no hit's packet waits */
/* From now on packets of hits wait for no others: nothing more comes. */
void l1_drain(struct l1 *l, bool drains);
/* A packet made elsewhere, note and flits in it, behind everything before it: false: no room. */
bool l1_packet(struct l1 *l, struct pkt *k);
/* A FENCE or EPOCH packet, behind everything that was accessed before, or with pkt.early behind
 * all that has its note, where it needs no room: false: no room. */
bool l1_message(struct l1 *l, struct pkt *k);
/* One core cycle: answers in, hits due, at most one packet to to_noc. */
void l1_step(struct l1 *l, uint64_t now, struct link *from_noc, struct link *to_noc);
void l1_flush(struct l1 *l); /* between kernels; nothing may be in flight */
/* No access under way, no packet waits, no answer to come. */
bool l1_idle(const struct l1 *l);
/* One line for the watchdog. */
void l1_describe(const struct l1 *l, char *text, size_t size);
/* Counters of all L1s: registers them once, for n of them (and lays them side by side: they live as
 * long as l[0]). */
void l1_stats(struct stats *s, struct l1 *const *l, size_t n);

#endif
