/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_drain: an SM in the commit mode: its logs, a warp after the other, as COMMIT packets.
 */
#include <string.h>

#include "../base/map.h"
#include "../noc/noc.h"
#include "sides.h"

static struct pkt *commit_packet(struct commit_side *r, uint32_t warp, const struct pf_log_entry *e)
{
	struct sm *s = r->side.sm;
	const struct map map = map_make(&r->cfg->l2);
	struct pkt *k = pkt_alloc(s->pool);
	struct pf_zrequest *z = mem_alloc(sizeof(*z));
	uint32_t bytes = PF_LINE_MASK;

	k->kind = PKT_COMMIT;
	k->system = r->side.system;
	k->addr = GMEM_BASE + (uint64_t)e->line * LINE;
	k->slice = (uint16_t)map_slice(&map, k->addr);
	k->born = s->now;
	k->load = z;
	z->line = (uint32_t)(map_local(&map, k->addr) / LINE);
	z->warp = warp * r->warp_ids + s->index;
	memcpy(z->mask, e->mask, sizeof(e->mask));
	memcpy(z->data, e->data, sizeof(e->data));
	for (unsigned i = 0; i < LINE / SECTOR; i++) {
		uint32_t part;

		memcpy(&part, &e->mask[i * 4], sizeof(part));
		bytes += part ? SECTOR : 0;
	}
	k->bytes = (uint16_t)bytes;
	k->flits = (uint16_t)noc_flits(&r->cfg->noc, bytes);
	r->counts.commits++;
	r->counts.commit_bytes += bytes - PF_LINE_MASK;
	return k;
}

/* Drains are given one behind the other; the store buffer has some under way at once. */
void commit_drain_step(struct commit_side *r)
{
	struct sm *s = r->side.sm;
	struct pf_log_entry e;
	uint32_t warp;

	if (!r->commit && r->draining && commit_sb_entry(r->sb, &warp, &e)) {
		commit_sb_take(r->sb);
		r->commit = commit_packet(r, warp, &e);
	}
	if (r->commit &&
	    (r->lock ? commit_lock_entry(r, r->commit) : l1_packet(s->l1, r->commit))) {
		r->commit = NULL;
		r->unanswered++;
	}
	while (r->drain < s->n_warps && !r->warp[r->drain].logged)
		r->drain++;
	if (r->drain == s->n_warps || !commit_sb_ready(r->sb))
		return;
	commit_sb_command(r->sb,
			  &(struct commit_sb_command){.kind = COMMIT_SB_DRAIN, .warp = r->drain++});
	r->draining++;
}
