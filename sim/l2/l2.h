/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l2: a slice's cache bank. Timing only: operations were performed at the slice's tap (gpu.h).
 *
 *   in   link in        READ, WRITE, ATOM (data), META_READ, META_WRITE, RECORD; k->addr is the
 *                       slice's own address
 *   out  link out       what is answered, in the order of completion; WRITE: its acknowledgement
 *   out  link to_dram   FILL of `fetch` bytes; WRITEBACK of 32 to 128 bytes: neighbouring dirty
 *                       sectors; k->addr the slice's own address
 *   in   link fills     FILLs that have come back
 *
 *   in ─> latency ─> lookup ─┬─ hit ──────────────> data port ───────────────────> out
 *                            ├─ on its way ─> MSHR (waits) ─┐
 *                            └─ miss ──────> MSHR ─> to_dram │  fills ─> data port ─> out
 *                               write miss ─────────> to_dram └───────────^
 *
 * A cycle: one packet taken from in, one lookup (in order), one fill taken, one packet to out, one
 * to to_dram. Answers of fills go before those of hits, fills before lookups at the data port.
 *
 * Packets are of one sector; a META_READ (knob paper) may be of up to `fetch` bytes, aligned to its
 * size: it hits if all of it is valid.
 *
 * Port. It moves `port_bytes` a cycle: a hit holds it for its bytes (an atomic's read and write
 * count as one), a fill for `fetch`, a replaced or flushed line for its dirty sectors. An answer
 * leaves when its first bytes move; packets that waited for a fill are answered from the fill, one
 * a cycle, without the port.
 *
 * Stalls. A miss that finds no MSHR, no merge place, no room to_dram, or no line that could be
 * replaced stops the lookups behind it. Write-back, LRU; READ, ATOM and META_READ allocate on a
 * miss (the line is reserved until its fill is there); WRITE and META_WRITE by configuration.
 * Valid and dirty by sector; one MSHR for each `fetch` bytes on their way, which serves `merges`
 * packets, the first included.
 *
 * Writes that miss. Without allocation they go to DRAM as a WRITEBACK of their sector, and a WRITE
 * is acknowledged at its lookup. With allocation a write of all 32 bytes makes its sector valid and
 * dirty at once; a write of a part waits for the fill. RECORD never allocates.
 *
 * Writes to a sector whose fill is on its way (WRITE, ATOM, META_WRITE, RECORD alike) take a merge
 * place and wait: the sector is dirty when it comes, and answers leave in the order of arrival. So
 * no write is lost, and none is written twice.
 *
 * Latency, from the step that takes a packet from in to the one that puts the answer on out:
 *
 *   hit    max(latency, 1)
 *   miss   max(latency, 1) + 1 + D + 1    D: DRAM's, dram.h (1: next clock's DRAM step; 1: the
 *          answer follows the fill); nothing dirty replaced or port free, one clock for both
 *
 * Answers. k->reply is set, nothing else is touched: the tap knows bytes and flits of the way back.
 *
 * FILL, WRITEBACK: k->meta says that the line was first touched by META_*, or the packet is a
 * META_WRITE or RECORD (data and metadata never share a line).
 *
 * Not modelled: data, ECC, banks within a slice, byte masks on the way to DRAM.
 */
#ifndef SIM_L2_H
#define SIM_L2_H

#include "../base/link.h"
#include "../base/stats.h"
#include "../config/config.h"

struct l2;

struct l2 *l2_create(const struct l2_config *c, uint16_t slice, struct pkt_pool *pool);
void l2_destroy(struct l2 *l);
/* One L2 clock. */
void l2_step(struct l2 *l, uint64_t now, struct link *in, struct link *out, struct link *to_dram,
	     struct link *fills);
/* Between kernels, l2_idle(): write-backs of dirty sectors appear on to_dram in the following
 * steps, then every line is invalid. Lookups wait until then. */
void l2_flush(struct l2 *l);
bool l2_idle(const struct l2 *l);
void l2_describe(const struct l2 *l, char *text, size_t size);
/* Once, for all of them; the banks' counters live as long as l[0]. */
void l2_stats(struct stats *s, struct l2 *const *l, size_t n);

#endif
