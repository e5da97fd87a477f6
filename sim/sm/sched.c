/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sched: who issues.
 *
 *   sm_look() ── state of a warp ──> masks ──> pick() ──> sm_issue() ──> sm_look()
 *        ^───────── wheel, operations, events, fences, barriers
 *
 * Schedulers take turns in being the first of a cycle, as they share units and places for
 * operations. LRR takes the next ready warp behind the one that issued last; GTO that one again,
 * else the oldest. A scheduler's further issue slots of a cycle are that warp's only. With GTO
 * alone old warps that spin could keep the young one that has the lock from issuing for ever; so a
 * warp that has been ready for SM_STARVED cycles goes first.
 */
#include "sm_int.h"

void sm_set_state(struct sm *s, struct sm_warp *w, enum sm_state state)
{
	if (w->state == SM_READY)
		s->want[w->cls] &= ~sm_bit(w);
	s->in[w->state] &= ~sm_bit(w);
	s->in[state] |= sm_bit(w);
	w->state = (uint8_t)state;
	s->moved = true;
}

void sm_look_at(struct sm *s, struct sm_warp *w, uint64_t when)
{
	const uint64_t most = s->now + SM_WHEEL - 1;

	w->wake = when;
	s->wheel[(when < most ? when : most) % SM_WHEEL] |= sm_bit(w);
}

static void look_later(struct sm *s, struct sm_warp *w, enum sm_state state, uint64_t when)
{
	sm_set_state(s, w, state);
	sm_look_at(s, w, when);
}

void sm_look(struct sm *s, struct sm_warp *w)
{
	const struct simt_uses *u;
	uint64_t when;

	if (!w->mw || w->fence)
		return;
	if (sm_stops(s, w))
		return;
	w->wake = SM_NEVER;
	if (w->not_before > s->now) {
		look_later(s, w, w->pause, w->not_before);
		return;
	}
	if (w->barred) {
		sm_set_state(s, w, SM_EVENT);
		return;
	}
	if (w->stopping) {
		sm_set_state(s, w, SM_LOAD);
		return;
	}
	u = &s->uses[w->simt->pc];
	when = sm_scoreboard_ready(w, u);
	if (when == SM_NEVER) {
		sm_set_state(s, w, SM_LOAD);
	} else if (when > s->now) {
		look_later(s, w, SM_LATENCY, when);
	} else if (u->cls == SIMT_CLASS_CONTROL && w->in_flight) {
		sm_set_state(s, w, SM_DRAIN);
	} else if (u->cls == SIMT_CLASS_MEMORY && w->holding) {
		sm_set_state(s, w, SM_LOAD);
	} else if ((u->cls == SIMT_CLASS_MEMORY || u->cls == SIMT_CLASS_CONTROL) &&
		   w->barred_memory) {
		sm_set_state(s, w, SM_EVENT);
	} else {
		if (w->state != SM_READY)
			w->ready_at = s->now;
		sm_set_state(s, w, SM_READY);
		w->cls = u->cls;
		s->want[w->cls] |= sm_bit(w);
	}
}

static void due(struct sm *s, struct sm_warp *w)
{
	if (w->wake == SM_NEVER)
		return;
	if (w->wake > s->now) {
		sm_look_at(s, w, w->wake);
		return;
	}
	w->wake = SM_NEVER;
	if (w->fence)
		sm_fence_due(s, w);
	else
		sm_look(s, w);
}

/* Cycles since the last step come up one by one: the SM is not stepped while it is idle. */
void sm_due(struct sm *s)
{
	const uint64_t now = s->now;
	uint64_t at = now - s->wheel_at < SM_WHEEL ? s->wheel_at + 1 : now - (SM_WHEEL - 1);

	s->wheel_at = now;
	for (; at <= now; at++) {
		uint64_t left = s->wheel[at % SM_WHEEL];

		if (!left)
			continue;
		s->wheel[at % SM_WHEEL] = 0;
		for (; left; left &= left - 1)
			due(s, &s->warp[__builtin_ctzll(left)]);
	}
}

/* Picking */

static uint64_t units_busy(struct sm *s)
{
	uint64_t warps = 0;

	for (uint32_t left = s->busy; left; left &= left - 1) {
		const unsigned cls = (unsigned)__builtin_ctz(left);

		if (s->unit_free[cls] <= s->now)
			s->busy &= ~(1U << cls);
		else
			warps |= s->want[cls];
	}
	return warps;
}

static struct sm_warp *oldest(struct sm *s, uint64_t of)
{
	struct sm_warp *best = &s->warp[__builtin_ctzll(of)];

	for (of &= of - 1; of; of &= of - 1) {
		struct sm_warp *w = &s->warp[__builtin_ctzll(of)];

		if (w->age < best->age)
			best = w;
	}
	return best;
}

/* One of the ready warps `of`; NULL: *cause says why not. */
static struct sm_warp *pick(struct sm *s, unsigned k, uint64_t of, uint32_t *cause)
{
	uint64_t can = of & ~units_busy(s);
	const unsigned last = s->last[k];
	uint64_t later;

	*cause = can == of ? SM_FULL : SM_UNIT;
	if (can & s->want[SIMT_CLASS_MEMORY] && !sm_op_room(s))
		can &= ~s->want[SIMT_CLASS_MEMORY];
	if (!can)
		return NULL;
	if (can & s->starved)
		can &= s->starved;
	if (s->cfg->sm.scheduler == SIM_GTO)
		return can >> last & 1 ? &s->warp[last] : oldest(s, can);
	later = last + 1 < SM_WARPS ? can >> (last + 1) << (last + 1) : 0;
	return &s->warp[__builtin_ctzll(later ? later : can)];
}

/* None of these warps is ready: what the nearest waits for. */
static uint32_t cause_of(const struct sm *s, uint64_t of)
{
	static const uint8_t nearest[] = {SM_LATENCY, SM_LOAD,    SM_DRAIN,  SM_EVENT,
					  SM_FENCE,   SM_BARRIER, SM_STOPPED};

	for (unsigned i = 0; i < sizeof(nearest); i++)
		if (s->in[nearest[i]] & of)
			return SM_BY_STATE + nearest[i];
	return SM_NO_WARP;
}

static void nobody(struct sm *s)
{
	const uint32_t n = s->cfg->sm.schedulers;

	if (s->moved)
		for (uint32_t k = 0; k < n; k++)
			s->cause[k] = (uint8_t)cause_of(s, s->mine[k]);
	s->moved = false;
	for (uint32_t k = 0; k < n; k++)
		s->count->causes[s->cause[k]] += s->cfg->sm.issue;
}

/* One scheduler's slots of this cycle: a warp, and that one again as long as it can. */
static void turn(struct sm *s, unsigned k)
{
	uint64_t from = s->mine[k];

	for (uint32_t left = s->cfg->sm.issue; left && !s->failed;) {
		const uint64_t ready = s->in[SM_READY] & from;
		uint32_t cause = SM_NO_WARP;
		struct sm_warp *w = ready ? pick(s, k, ready, &cause) : NULL;

		if (!w) {
			s->count->causes[ready ? cause : cause_of(s, from)] += left;
			return;
		}
		if (!sm_issue(s, w))
			continue; /* it only found out that it waits */
		s->last[k] = w->index;
		s->count->causes[SM_ISSUED]++;
		from = sm_bit(w);
		left--;
	}
}

static void find_starved(struct sm *s)
{
	s->starved = 0;
	for (uint64_t left = s->in[SM_READY]; left; left &= left - 1) {
		const struct sm_warp *w = &s->warp[__builtin_ctzll(left)];

		if (s->now - w->ready_at > SM_STARVED)
			s->starved |= sm_bit(w);
	}
}

void sm_schedule(struct sm *s)
{
	const uint32_t n = s->cfg->sm.schedulers;
	uint32_t k;

	if (!s->in[SM_READY]) {
		nobody(s);
		return;
	}
	if (s->now % SM_STARVED_LOOK == 0)
		find_starved(s);
	k = s->first = s->first + 1 < n ? s->first + 1 : 0;
	for (uint32_t i = 0; i < n && !s->failed; i++) {
		turn(s, k);
		k = k + 1 < n ? k + 1 : 0;
	}
}
