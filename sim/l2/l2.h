/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l2: a slice's cache bank. Timing only: operations were performed at the slice's tap (gpu.h).
 *
 *   in   link in        READ, WRITE, ATOM (data), META_READ, META_WRITE, RECORD; k->addr is the
 *                       slice's own address
 *   out  link out       what is answered, in the order of completion; WRITE: its acknowledgement
 *   out  link to_dram   FILL, WRITEBACK of `fetch` or 64 bytes, k->addr the slice's own address
 *   in   link fills     FILLs that have come back
 *
 * A packet waits `latency` cycles (in order), then looks its line up; the data port moves
 * `port_bytes` a cycle, so a 32-byte access occupies it one cycle at 32, a fill of 128 four. Lookup
 * is one a cycle and in order; a miss that finds no MSHR, no merge place, no room to_dram, or no
 * line that could be replaced stops it. Write-back, LRU; READ and ATOM and META_READ allocate on a
 * miss; WRITE and META_WRITE by configuration (else they go to DRAM as a WRITEBACK). Valid and
 * dirty by sector. RECORD never allocates.
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
/* Between kernels: write-backs of dirty sectors appear on to_dram in the following steps. */
void l2_flush(struct l2 *l);
bool l2_idle(const struct l2 *l);
void l2_describe(const struct l2 *l, char *text, size_t size);
void l2_stats(struct stats *s, struct l2 *const *l, size_t n);

#endif
