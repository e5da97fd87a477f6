/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "units.h"

#include <stdlib.h>

#include "../base/mem.h"
#include "../reference/pf_policy.h"

/* Row of 32 bytes, a bit that says whether it was ever written; a block. */
enum { LOCK_ENTRIES = 4, LINE = 128, ROW_BYTES = 32, SIDES = 2, BLOCK_BYTES = 256 };

struct iguard_units {
	struct iguard_units_config config;
	struct pf_iguard_sm *sm;
	struct pf_iguard_slice slice;
	uint32_t sm_bits, warps_per_block;
	uint64_t *block_of; /* [block ID]: of the grid */
	/* the access under way */
	struct iguard_part part[IGUARD_PARTS];
	uint32_t at; /* which part */
	struct iguard_units_stats stats;
};

/* Geometries */

static bool fits(const struct pf_iguard_widths *w, const struct machine_config *c)
{
	const uint32_t warps = c->threads_per_sm / SIMT_LANES;
	const uint32_t slots = c->blocks_per_sm < warps ? c->blocks_per_sm : warps;

	return c->sms <= 1U << w->sm && slots <= 1U << (w->block - w->sm) && warps <= 1U << w->warp;
}

/* The named one, or that with the widest clock; NULL: it does not fit, or none does. */
static const struct pf_iguard_widths *fit(const struct machine_config *c, const char *geometry)
{
	const struct pf_iguard_widths *best = NULL, *w;

	if (geometry) {
		w = pf_iguard_widths_named(geometry);
		return w && fits(w, c) ? w : NULL;
	}
	for (size_t i = 0; (w = pf_iguard_widths_of(i)); i++)
		if (fits(w, c) && (!best || w->when > best->when))
			best = w;
	return best;
}

/* Events */

static struct events_warp at(const struct iguard_units *u, const struct machine_who *who)
{
	return (struct events_warp){.slot = who->slot,
				    .warp = who->slot * u->warps_per_block + who->warp};
}

static void event(struct iguard_units *u, uint32_t sm, const struct pf_iguard_sm_event *e)
{
	struct pf_iguard_request r = {.is_message = true};

	if (!pf_iguard_sm_event(&u->sm[sm], e, &r.message))
		return;
	u->stats.messages++;
	u->stats.epochs += r.message.kind == PF_IGUARD_MSG_EPOCH;
	pf_iguard_slice_request(&u->slice, &r);
}

static void tell(struct iguard_units *u, const struct machine_who *who, struct pf_iguard_sm_event e)
{
	event(u, who->sm, &e);
}

uint64_t iguard_units_block_id(const struct iguard_units *u, const struct machine_who *who)
{
	return who->slot << u->sm_bits | who->sm;
}

static uint64_t data_bytes(const struct iguard_units *u)
{
	uint64_t from = 0, end = 0;

	for (const struct gmem_block *b = gmem_next(u->config.gmem, NULL); b;
	     b = gmem_next(u->config.gmem, b)) {
		from = from ? from : b->addr;
		end = b->addr + b->size;
	}
	return end - from;
}

void iguard_units_launch(struct iguard_units *u, const struct machine_launch_info *l)
{
	const uint64_t data = data_bytes(u);

	if (data > u->stats.data_bytes)
		u->stats.data_bytes = data;
	u->warps_per_block = l->warps_per_block;
	pf_iguard_slice_launch(&u->slice, l->mode == SIMT_ITS);
}

void iguard_units_block(struct iguard_units *u, const struct machine_who *who)
{
	struct machine_who w = *who;

	u->block_of[iguard_units_block_id(u, who)] = who->block;
	w.warp = 0;
	tell(u, &w, iguard_event(PF_IGUARD_SM_BLOCK, at(u, &w)));
	for (; w.warp < u->warps_per_block; w.warp++)
		tell(u, &w, iguard_event(PF_IGUARD_SM_WARP, at(u, &w)));
}

void iguard_units_order(struct iguard_units *u, const struct machine_who *who,
			enum pf_iguard_sm_code kind)
{
	tell(u, who, iguard_event(kind, at(u, who)));
}

void iguard_units_fence(struct iguard_units *u, const struct machine_who *who,
			const struct simt_op *op)
{
	tell(u, who, iguard_event_fence(at(u, who), op, u->slice.config.lanes));
}

/* Accesses */

static void on_race(void *ctx, const struct pf_iguard_request *r, uint64_t line,
		    const struct pf_iguard_turn *t)
{
	struct iguard_units *u = ctx;
	struct iguard_race x = {
		.part = &u->part[u->at],
		.turn = t,
		.side = pf_iguard_side_unpack(&u->slice.layout, t->side),
	};

	(void)r;
	(void)line;
	u->stats.races += (uint64_t)__builtin_popcount(t->words);
	if (x.side.side.block) {
		const uint32_t id = x.side.side.block - 1;

		x.block = u->block_of[id];
		x.warp = x.side.side.warp - (id >> u->sm_bits) * u->warps_per_block;
	}
	u->config.race(u->config.ctx, &x);
}

/* Sectors of a line that words lie in. */
static uint32_t sectors_of(uint32_t words)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < 4; i++)
		n += (words >> 8 * i & 0xff) != 0;
	return n;
}

static void lanes(struct iguard_units *u, const struct machine_who *who,
		  const struct access_class *c, const struct simt_op *op, uint32_t mask, bool write)
{
	const struct iguard_part *part = u->part;
	const uint32_t n = iguard_events_parts(op, mask, u->part);
	const struct events_warp w = at(u, who);

	for (uint32_t i = 0; i < n; i++) {
		struct pf_iguard_request r = {.tag = iguard_events_tag(c, op, &part[i], write)};
		const uint32_t words = part[i].group.words;

		pf_iguard_sm_access(&u->sm[who->sm], w.slot, w.warp, &r.tag);
		u->at = i;
		u->stats.parts++;
		u->stats.sectors += sectors_of(words);
		u->stats.words += (uint64_t)__builtin_popcount(words);
		pf_iguard_slice_line(&u->slice, part[i].line, words, &r);
	}
}

void iguard_units_access(struct iguard_units *u, const struct machine_who *who,
			 const struct simt_op *op)
{
	const struct pf_policy_info *policy = pf_policy_of(PF_SCORD);
	const struct access_class c = access_classify(policy, op);
	struct pf_iguard_sm_event e[EVENTS_AFTER];
	uint32_t n;

	if (c.releases)
		iguard_units_fence(u, who, op);
	if (op->space == PTX_SPACE_GLOBAL) {
		const uint32_t wrote = access_wrote(policy, op, op->mask);

		lanes(u, who, &c, op, wrote, true);
		lanes(u, who, &c, op, op->mask & ~wrote, false);
	}
	n = iguard_events_after(&c, at(u, who), op, e);
	for (uint32_t i = 0; i < n; i++)
		event(u, who->sm, &e[i]);
}

/* Outside */

struct iguard_units *iguard_units_create(const struct iguard_units_config *c, struct diag *diag)
{
	const struct machine_config *m = c->machine;
	const struct pf_iguard_widths *w = fit(m, c->geometry);
	struct iguard_units *u;

	if (!w) {
		diag_set(diag, NULL, 0,
			 "detector iguard, metadata lines: %u SMs of %u block slots and %u warps "
			 "each are more than its metadata can name",
			 m->sms, m->blocks_per_sm, m->threads_per_sm / SIMT_LANES);
		return NULL;
	}
	u = mem_alloc(sizeof(*u));
	u->config = *c;
	u->sm_bits = w->sm;
	u->block_of = mem_alloc(sizeof(*u->block_of) << w->block);
	u->sm = mem_alloc(m->sms * sizeof(*u->sm));
	for (uint32_t i = 0; i < m->sms; i++)
		pf_iguard_sm_init(&u->sm[i], i, w->sm, c->clock_bits ? c->clock_bits : w->when,
				  LOCK_ENTRIES);
	pf_iguard_slice_init(&u->slice, &(struct pf_iguard_slice_config){.geometry = w->geometry,
									 .pool = UINT64_MAX,
									 .words = UINT64_MAX});
	u->slice.race = on_race;
	u->slice.ctx = u;
	return u;
}

void iguard_units_destroy(struct iguard_units *u)
{
	if (!u)
		return;
	pf_iguard_slice_free(&u->slice);
	free(u->sm);
	free(u->block_of);
	free(u);
}

bool iguard_units_by_lane(const struct iguard_units *u)
{
	return u->slice.config.lanes;
}

struct iguard_units_stats iguard_units_stats(const struct iguard_units *u)
{
	const uint64_t rows = SIDES * ((u->stats.data_bytes + LINE - 1) / LINE);
	struct iguard_units_stats s = u->stats;

	s.blocks = u->slice.lines.stats.blocks;
	s.at_once = u->slice.lines.stats.at_once;
	s.metadata_bytes = rows * ROW_BYTES + (rows + 7) / 8 + s.at_once * BLOCK_BYTES;
	return s;
}
