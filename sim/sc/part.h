/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * part: an L2 bank or a DRAM channel by itself, and links, for callers in C++.
 *
 *   somebody's module ── part_push() ──> link ──> part ──> link ── part_pop() ──> his module
 *
 * base/link.h is C with functions in it that no C++ compiler takes; nothing here does more than
 * l2.h, dram.h and link.h do. A part has its own count of clock edges, from 0.
 */
#ifndef SIM_SC_PART_H
#define SIM_SC_PART_H

#include "../base/pkt.h"
#include "../base/stats.h"
#include "../config/config.h"

struct link;
struct part;

/* name: lives on */
struct link *part_link(const char *name, unsigned index, uint32_t cap);
void part_link_free(struct link *l);
bool part_full(const struct link *l);
void part_push(struct link *l, struct pkt *k); /* not when it is full */
struct pkt *part_pop(struct link *l);          /* NULL: empty */

struct part_l2_links {
	struct link *in, *out, *to_dram, *fills;
};
/* l2.h; the links are the caller's and outlive the part. */
struct part *part_l2(const struct l2_config *c, uint16_t slice, struct pkt_pool *pool,
		     const struct part_l2_links *links);
/* dram.h; in, out: n_slices links each, likewise. */
struct part *part_dram(const struct dram_config *c, uint32_t channel, uint32_t n_slices,
		       struct pkt_pool *pool, struct link *const *in, struct link *const *out);
void part_free(struct part *p);
void part_step(struct part *p); /* one edge of its clock */
bool part_idle(const struct part *p);
void part_describe(const struct part *p, char *text, size_t size);
void part_stats(struct stats *s, const struct part *p); /* once for each kind */

#endif
