/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_rig: SMs of a machine, with doubles of what is around them.
 *
 *   rig (machine) ── engine ──> SMs with their L1s ── links ──> ways to slices: each in order, with
 *                                                               a latency of its own, drawn anew
 *                                                               for each packet; at its end the
 *                                                               access is performed, as at a tap
 *   det_sm_...()  a detector unit that is slow, or not ready, as it likes; remembers its events
 *
 * Latencies, how often links are not served, and how often the detector is not ready are drawn from
 * a seed; all zero: fixed latencies, always served.
 */
#ifndef SM_RIG_H
#define SM_RIG_H

#include <stdlib.h>

#include "../../sim/det/sides.h"
#include "../../sim/sm/sm_int.h"
#include "../machine/rig.h"
#include "reference/pf_fence_targets.h"
#include "reference/pf_geometry.h"
#include "side_double.h"

enum { RIG_SLICES = 8, RIG_SMS = 2, RIG_WAY = 4096, RIG_LIMIT = 20000000, RIG_LOG = 1 << 20 };
enum { RIG_FENCES = 4096 }; /* of a warp */

/* A detector unit. What it says is the reference model's; with `targets`, a fence's message leaves
 * behind the tags of earlier requests, once for each slice that has to know. */
struct det_sm {
	struct pf_sm sm;
	struct rng *rng;
	bool slow, event_given;
	struct pf_event given;
	struct rig_log {
		bool request; /* else an event */
		struct pf_event e;
		struct pf_sm_request r;
	} * log;
	uint32_t n_log, unsettled; /* unsettled: steps until events are settled */
	struct {
		struct pf_tag tag;
		uint32_t wait;
	} tag[16];
	struct {
		struct pf_message m;
		uint32_t wait;
		uint64_t behind; /* tags */
	} message[16];
	uint32_t n_tags, n_messages;
	struct pf_fence_targets *targets; /* NULL: to all */
	bool telling;                     /* the oldest message has begun to leave */
	uint32_t ending;                  /* one has left in this cycle: 2; in the last one: 1 */
	uint64_t asked, taken, told;      /* tags; messages */
	uint32_t last_warp;               /* of the last event */
	bool stamps;                      /* a tag's barrier count is its warp's fences so far */
	uint32_t fences[SM_WARPS];
	bool device[SM_WARPS][RIG_FENCES]; /* scope of each */
};

/* A way from an SM to a slice or back. */
struct rig_packet {
	struct pkt *k; /* NULL: a message */
	uint64_t due;
};

struct rig_way {
	struct rig_packet q[RIG_WAY];
	uint32_t head, count;
	uint64_t last;
};

struct sm_rig {
	struct rig r; /* machine */
	struct sim_config c;
	struct pkt_pool pool;
	struct machine_engine engine;
	struct sm *sm[RIG_SMS];
	struct link to_noc[RIG_SMS], from_noc[RIG_SMS];
	struct rig_way *to[RIG_SMS][RIG_SLICES], *back[RIG_SMS][RIG_SLICES];
	struct pf_geometry geometry;
	struct det_sm det[RIG_SMS];
	bool with_det, random;
	bool with_double, in_the_way; /* a second side: side_double.h */
	struct side_double side[RIG_SMS];
	enum pf_policy policy;
	struct rng rng;
	uint32_t latency; /* of a way; random: 1 .. this */
	uint32_t refuse;  /* of 16: how often a link is not served */
	uint64_t now, cycles;
	uint64_t credits[RIG_SMS]; /* messages that have arrived at all slices */
	uint64_t arrived[RIG_SMS][RIG_SLICES];
	void (*leaves)(const struct pkt *k); /* NULL, or who sees what an SM sends */
};

/* The detector's double */

static inline void fake_det_init(struct det_sm *u, struct sm_rig *g)
{
	u->rng = &g->rng;
	u->slow = g->random;
	u->log = mem_alloc(RIG_LOG * sizeof(*u->log));
	pf_sm_init(&u->sm, &g->geometry, g->policy);
	if (g->c.det.fences != SIM_FENCES_TOUCHED)
		return;
	u->targets = mem_alloc(sizeof(*u->targets));
	pf_fence_targets_init(u->targets, g->geometry.warps, RIG_SLICES);
}

static inline void fake_det_log(struct det_sm *u, const struct rig_log *l)
{
	assert_true(u->n_log < RIG_LOG);
	u->log[u->n_log++] = *l;
}

bool det_sm_event_ready(const struct det_sm *u)
{
	return u->n_messages < 8 && !u->event_given && (!u->slow || rng_below(u->rng, 3));
}

void det_sm_event(struct det_sm *u, const struct pf_event *e)
{
	assert_false(u->event_given);
	assert_true(u->n_messages < 16);
	u->given = *e;
	u->last_warp = e->kind == PF_EVT_BLOCK_BEGIN ||
				       (e->kind == PF_EVT_BARRIER && u->sm.policy->block_barriers)
			       ? UINT32_MAX
			       : e->warp;
	u->event_given = true;
	if (e->kind == PF_EVT_FENCE) {
		assert_true(u->fences[e->warp] < RIG_FENCES);
		u->device[e->warp][u->fences[e->warp]++] = e->device;
	}
	u->unsettled = 3 + (u->slow ? rng_below(u->rng, 20) : 0);
	fake_det_log(u, &(struct rig_log){.e = *e});
}

bool det_sm_request_ready(const struct det_sm *u)
{
	return u->n_tags < 8 && (!u->slow || rng_below(u->rng, 4));
}

void det_sm_request(struct det_sm *u, const struct pf_sm_request *r)
{
	/* a warp waits for its own events */
	assert_true(det_sm_settled(u) || u->last_warp != r->warp);
	assert_true(u->n_tags < 16);
	fake_det_log(u, &(struct rig_log){.request = true, .r = *r});
	u->tag[u->n_tags].tag = pf_sm_tag(&u->sm, r);
	if (u->stamps)
		u->tag[u->n_tags].tag.barrier = u->fences[r->warp];
	u->tag[u->n_tags++].wait = 5 + (u->slow ? rng_below(u->rng, 10) : 0);
	u->asked++;
}

bool det_sm_tag(struct det_sm *u, uint32_t slice, struct pf_tag *t)
{
	if (!u->n_tags || u->tag[0].wait)
		return false;
	*t = u->tag[0].tag;
	u->taken++;
	if (u->targets)
		pf_fence_targets_sent(u->targets, t->warp, slice);
	memmove(u->tag, u->tag + 1, --u->n_tags * sizeof(*u->tag));
	return true;
}

static inline void fake_det_told(struct det_sm *u)
{
	memmove(u->message, u->message + 1, --u->n_messages * sizeof(*u->message));
	u->telling = false;
	if (u->targets)
		u->ending = 2;
	else
		u->told++;
}

/* Those that have no copy any more end here, too: a cycle later than in the unit. */
bool det_sm_message(struct det_sm *u, struct pf_message *m, uint32_t *slice)
{
	if (!u->n_messages || u->message[0].wait || u->ending)
		return false;
	*m = u->message[0].m;
	*slice = PF_TO_ALL;
	if (!u->targets || m->epoch) {
		fake_det_told(u);
		return true;
	}
	if (u->taken < u->message[0].behind)
		return false;
	if (!u->telling)
		pf_fence_targets_take(u->targets, m->warp, m->device);
	u->telling = true;
	*slice = pf_fence_targets_next(u->targets);
	if (*slice < u->targets->slices)
		return true;
	fake_det_told(u);
	return false;
}

uint64_t det_sm_told(const struct det_sm *u)
{
	return u->told;
}

bool det_sm_settled(const struct det_sm *u)
{
	return !u->event_given && !u->unsettled && (u->targets || !u->n_messages);
}

bool det_sm_idle(const struct det_sm *u)
{
	return det_sm_settled(u) && !u->n_tags && !u->n_messages && !u->ending;
}

void det_sm_step(struct det_sm *u)
{
	struct pf_message m;

	for (uint32_t i = 0; i < u->n_tags; i++)
		u->tag[i].wait -= u->tag[i].wait > 0;
	for (uint32_t i = 0; i < u->n_messages; i++)
		u->message[i].wait -= u->message[i].wait > 0;
	u->unsettled -= u->unsettled > 0;
	u->told += u->ending == 2;
	u->ending -= u->ending > 0;
	if (!u->event_given)
		return;
	u->event_given = false;
	if (pf_sm_event(&u->sm, &u->given, &m)) {
		u->message[u->n_messages].m = m;
		u->message[u->n_messages].behind = u->asked;
		u->message[u->n_messages++].wait = u->slow ? rng_below(u->rng, 12) : 2;
	}
}

/* Ways */

static inline void way_push(struct sm_rig *g, struct rig_way *w, struct pkt *k)
{
	uint64_t due = g->now + (g->random ? 1 + rng_below(&g->rng, g->latency) : g->latency);

	assert_true(w->count < RIG_WAY);
	due = due > w->last ? due : w->last;
	w->q[(w->head + w->count++) % RIG_WAY] = (struct rig_packet){k, due};
	w->last = due;
}

static inline bool way_due(const struct sm_rig *g, const struct rig_way *w)
{
	return w->count && w->q[w->head].due <= g->now;
}

static inline struct pkt *way_pop(struct rig_way *w)
{
	struct pkt *k = w->q[w->head].k;

	w->head = (w->head + 1) % RIG_WAY;
	w->count--;
	return k;
}

static inline bool refuses(struct sm_rig *g)
{
	return g->refuse && rng_below(&g->rng, 16) < g->refuse;
}

/* Off the SM's link. */
static inline void rig_take(struct sm_rig *g, uint32_t i)
{
	struct pkt *k;

	if (refuses(g) || !(k = link_pop(&g->to_noc[i])))
		return;
	if (g->leaves)
		g->leaves(k);
	assert_int_equal(k->sm, i);
	if (k->kind != PKT_FENCE && k->kind != PKT_EPOCH) {
		assert_true(k->slice < RIG_SLICES);
		way_push(g, g->to[i][k->slice], k);
		return;
	}
	for (uint32_t s = 0; s < RIG_SLICES; s++)
		if (!k->single || k->slice == s)
			way_push(g, g->to[i][s], NULL);
	pkt_free(&g->pool, k);
}

/* The tap of slice s. -1: fault. */
static inline int rig_tap(struct sm_rig *g, uint32_t i, uint32_t s)
{
	struct pkt *k = way_pop(g->to[i][s]);
	uint32_t wrote;

	if (!k) {
		uint64_t least = ++g->arrived[i][s];

		for (uint32_t n = 0; n < RIG_SLICES; n++)
			least = g->arrived[i][n] < least ? g->arrived[i][n] : least;
		g->credits[i] = least;
		sm_credit(g->sm[i], 0, s);
		return 0;
	}
	if (k->kind == PKT_HIT) {
		pkt_free(&g->pool, k);
		return 0;
	}
	if (sm_perform(g->sm[i], k->op, k->lanes, &wrote))
		return -1;
	assert_int_equal(wrote & ~k->lanes, 0);
	k->reply = true;
	way_push(g, g->back[i][s], k);
	return 0;
}

static inline int rig_cycle(struct sm_rig *g)
{
	for (uint32_t i = 0; i < g->c.sm.count; i++) {
		const uint32_t first = g->random ? rng_below(&g->rng, RIG_SLICES) : 0;

		for (uint32_t n = 0; n < RIG_SLICES; n++) {
			const uint32_t s = (first + n) % RIG_SLICES;

			if (way_due(g, g->back[i][s]) && !link_full(&g->from_noc[i]) && !refuses(g))
				link_push(&g->from_noc[i], way_pop(g->back[i][s]));
			while (way_due(g, g->to[i][s]))
				if (rig_tap(g, i, s))
					return -1;
		}
		rig_take(g, i);
		if (sm_step(g->sm[i], g->now, &g->from_noc[i], &g->to_noc[i]))
			return -1;
	}
	g->now++;
	g->cycles++;
	return 0;
}

/* Engine */

static inline bool rig_busy(const struct sm_rig *g)
{
	for (uint32_t i = 0; i < g->c.sm.count; i++)
		if (!sm_idle(g->sm[i]))
			return true;
	return g->pool.out;
}

static inline void rig_run(void *ctx, struct machine *m, const struct machine_launch_info *info)
{
	struct sm_rig *g = ctx;
	struct simt_uses *uses = simt_uses(info->kernel);
	char text[1024];

	g->cycles = 0;
	for (uint32_t i = 0; i < g->c.sm.count; i++)
		sm_launch(g->sm[i], info, uses);
	while (!engine_finished(m) || rig_busy(g)) {
		for (uint32_t i = 0; i < g->c.sm.count && engine_blocks_left(m); i++) {
			const int slot = sm_free_slot(g->sm[i]);

			if (slot >= 0)
				sm_begin_block(g->sm[i], (uint32_t)slot,
					       engine_place(m, i, (uint32_t)slot), g->now);
		}
		if (rig_cycle(g))
			break;
		if (g->cycles > RIG_LIMIT) {
			sm_describe(g->sm[0], text, sizeof(text));
			fail_msg("hangs: %s", text);
		}
	}
	for (uint32_t i = 0; i < g->c.sm.count; i++)
		if (l1_idle(sm_l1(g->sm[i])))
			l1_flush(sm_l1(g->sm[i]));
	free(uses);
}

static inline void rig_wake(void *ctx, struct machine_warp *w)
{
	struct sm_rig *g = ctx;

	sm_wake(g->sm[engine_who(w)->sm], w, g->now);
}

/* Configuration "ref" or "tiny"; change g->c, g->r.cfg, with_det, policy, random ... then open. */
static inline void sm_rig_config(struct sm_rig *g, const char *config)
{
	struct diag d = {""};

	memset(g, 0, sizeof(*g));
	rig_config(&g->r);
	if (sim_config_read(&g->c, config, &d))
		fail_msg("%s", d.text);
	g->c.sm.count = 1;
	g->c.l2.slices = RIG_SLICES;
	g->latency = 20;
}

static inline struct rig_way *way_new(void)
{
	return mem_alloc(sizeof(struct rig_way));
}

static inline void sm_rig_open(struct sm_rig *g, const char *ptx, uint64_t seed)
{
	struct machine_config *m = &g->r.cfg;

	rng_seed(&g->rng, seed);
	m->sms = g->c.sm.count;
	m->threads_per_sm = g->c.sm.threads;
	m->blocks_per_sm = g->c.sm.block_slots;
	m->shared_per_sm = g->c.sm.shared_bytes;
	rig_open(&g->r, ptx);
	g->geometry = *pf_geometry_named("modern");
	for (uint32_t i = 0; i < g->c.sm.count; i++) {
		struct sm_side *sides[] = {NULL, NULL, NULL};
		uint32_t n = 0;

		if (g->with_det) {
			fake_det_init(&g->det[i], g);
			sides[n++] = det_sm_side(&g->c, &g->det[i], pf_policy_of(g->policy), 0);
		}
		if (g->with_double) {
			double_init(&g->side[i], g->in_the_way, seed);
			sides[n] = &g->side[i].side;
		}
		g->sm[i] = sm_create(&g->c, (uint16_t)i, g->r.m, &g->pool, pf_policy_of(g->policy),
				     sides);
		link_init(&g->to_noc[i], "to NoC", i, 2);
		link_init(&g->from_noc[i], "from NoC", i, 2);
		for (uint32_t s = 0; s < RIG_SLICES; s++) {
			g->to[i][s] = way_new();
			g->back[i][s] = way_new();
		}
	}
	g->engine = (struct machine_engine){.ctx = g, .run = rig_run, .wake = rig_wake};
	machine_set_engine(g->r.m, &g->engine);
	engine_set_clock(g->r.m, &g->now);
}

static inline void sm_rig_close(struct sm_rig *g)
{
	machine_set_engine(g->r.m, NULL);
	for (uint32_t i = 0; i < g->c.sm.count; i++) {
		sm_destroy(g->sm[i]);
		link_free(&g->to_noc[i]);
		link_free(&g->from_noc[i]);
		for (uint32_t s = 0; s < RIG_SLICES; s++) {
			free(g->to[i][s]);
			free(g->back[i][s]);
		}
		if (g->with_det) {
			pf_sm_free(&g->det[i].sm);
			if (g->det[i].targets)
				pf_fence_targets_free(g->det[i].targets);
			free(g->det[i].targets);
			free(g->det[i].log);
		}
	}
	pkt_pool_free(&g->pool);
	rig_close(&g->r);
}

#endif
