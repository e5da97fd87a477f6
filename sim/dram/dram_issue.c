/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dram_issue: the scheduler: at most one command a clock.
 *
 *   refresh due?  PRE of every open bank, then REF, and nothing else
 *   starved?      the oldest request has waited more than DRAM_STARVE clocks: while it needs PRE or
 *                 ACT, that goes before everything, and no burst of its bank goes; once its row is
 *                 open, no other burst goes. So what is left of its way is bounded by the timings
 *                 alone, and the banks beside it prepare meanwhile
 *   columns       oldest RD or WR that is legal, of the oldest read and write of each open row
 *   rows          ACT or PRE for the oldest request of a bank that has none for its open row
 */
#include "dram_channel.h"

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void sooner(uint64_t *t, uint64_t at)
{
	if (at < *t)
		*t = at;
}

static void tell(const struct dram *d, uint64_t now, enum dram_command c, uint32_t bank,
		 uint64_t row)
{
	if (d->trace)
		d->trace(d->trace_ctx, now, c, bank, row);
}

/* Lists of the banks. */

static void set_hit(struct dram *d, uint32_t bank, unsigned write, struct dram_request *r)
{
	const uint64_t bit = 1ULL << bank;

	d->bank[bank].hit[write] = r;
	d->hits[write] = r ? d->hits[write] | bit : d->hits[write] & ~bit;
}

/* Oldest request from r on, of its bank, for the open row. */
static struct dram_request *hit_from(const struct dram *d, uint32_t bank, unsigned write,
				     struct dram_request *r)
{
	while (r && (r->row != d->bank[bank].row || r->write != write))
		r = r->next;
	return r;
}

void dram_enter(struct dram *d, struct dram_request *r)
{
	struct dram_bank *b = &d->bank[r->bank];
	struct dram_request *before = b->last;

	while (before && before->arrived > r->arrived) /* only what comes from another bank */
		before = before->prev;
	r->prev = before;
	r->next = before ? before->next : b->first;
	*(before ? &before->next : &b->first) = r;
	*(r->next ? &r->next->prev : &b->last) = r;
	d->busy |= 1ULL << r->bank;
	if (d->open >> r->bank & 1 && r->row == b->row &&
	    (!b->hit[r->write] || b->hit[r->write]->arrived > r->arrived))
		set_hit(d, r->bank, r->write, r);
}

static void unlink_request(struct dram *d, struct dram_request *r)
{
	struct dram_bank *b = &d->bank[r->bank];

	if (b->hit[r->write] == r)
		set_hit(d, r->bank, r->write, hit_from(d, r->bank, r->write, r->next));
	*(r->prev ? &r->prev->next : &b->first) = r->next;
	*(r->next ? &r->next->prev : &b->last) = r->prev;
	if (!b->first)
		d->busy &= ~(1ULL << r->bank);
}

/* Commands. */

static void activate(struct dram *d, uint64_t now, const struct dram_request *r)
{
	struct dram_bank *b = &d->bank[r->bank];

	b->row = r->row;
	b->used = false;
	b->pre = now + d->c.ras;
	b->col = now + d->c.rcd;
	b->act = now + d->c.rc;
	d->act = now + d->c.rrd;
	d->open |= 1ULL << r->bank;
	for (unsigned w = READS; w <= WRITES; w++)
		set_hit(d, r->bank, w, hit_from(d, r->bank, w, b->first));
	d->n->acts[r->meta]++;
	tell(d, now, DRAM_ACT, r->bank, r->row);
}

static void precharge(struct dram *d, uint64_t now, uint32_t bank)
{
	struct dram_bank *b = &d->bank[bank];

	b->act = later(b->act, now + d->c.rp);
	d->open &= ~(1ULL << bank);
	set_hit(d, bank, READS, NULL);
	set_hit(d, bank, WRITES, NULL);
	tell(d, now, DRAM_PRE, bank, b->row);
}

/* Moves r on to its next burst, which may be in another row. */
static void advance(struct dram *d, struct dram_request *r)
{
	struct dram_where w;

	r->addr += d->burst_bytes;
	if (++r->column < d->c.row_bytes / d->burst_bytes)
		return;
	unlink_request(d, r);
	w = dram_place(&d->c, d->n_slices, r->from, r->addr);
	r->row = w.row;
	r->bank = w.bank;
	r->column = w.column;
	dram_enter(d, r);
}

static void burst(struct dram *d, uint64_t now, struct dram_request *r)
{
	struct dram_bank *b = &d->bank[r->bank];
	const unsigned w = r->write;

	for (unsigned next = READS; next <= WRITES; next++) {
		d->col[next] = later(d->col[next], now + d->gap[next][w]);
		d->group[b->group][next] =
			later(d->group[b->group][next], now + d->group_gap[next][w]);
	}
	b->pre = later(b->pre, now + d->to_pre[w]);
	(b->used ? d->n->row_hits : d->n->row_misses)[r->meta]++;
	b->used = true;
	d->n->bursts[w][r->meta]++;
	d->n->bus_busy += d->bl;
	tell(d, now, w ? DRAM_WR : DRAM_RD, r->bank, r->row);
	if (--r->left) {
		advance(d, r);
		return;
	}
	d->n->starved += now > r->arrived + DRAM_STARVE;
	unlink_request(d, r);
	dram_leave(d, r, now + (w ? d->c.wl : d->c.cl) + d->bl);
}

/* Choice. */

static bool refresh(struct dram *d, uint64_t now, uint64_t *next)
{
	uint64_t ready = 0;

	for (uint64_t m = d->open; m; m &= m - 1) {
		const uint32_t i = (uint32_t)__builtin_ctzll(m);

		if (d->bank[i].pre <= now) {
			precharge(d, now, i);
			d->n->pres_refresh++;
			return true;
		}
		sooner(next, d->bank[i].pre);
	}
	if (d->open)
		return false;
	for (uint32_t i = 0; i < d->c.banks; i++)
		ready = later(ready, d->bank[i].act);
	if (ready > now) {
		sooner(next, ready);
		return false;
	}
	for (uint32_t i = 0; i < d->c.banks; i++)
		d->bank[i].act = now + d->c.rfc;
	d->ref += d->c.refi;
	d->n->refs++;
	tell(d, now, DRAM_REF, 0, 0);
	return true;
}

/* ACT or PRE for r, whose bank does not have its row open. */
static uint64_t row_ready(const struct dram *d, const struct dram_request *r)
{
	const struct dram_bank *b = &d->bank[r->bank];

	return d->open >> r->bank & 1 ? b->pre : later(b->act, d->act);
}

static void row(struct dram *d, uint64_t now, const struct dram_request *r)
{
	if (d->open >> r->bank & 1) {
		precharge(d, now, r->bank);
		d->n->pres[r->meta]++;
	} else {
		activate(d, now, r);
	}
}

static bool row_is_open(const struct dram *d, const struct dram_request *r)
{
	return d->open >> r->bank & 1 && d->bank[r->bank].row == r->row;
}

/* When r could go or its bank be prepared for it, as things stand. */
uint64_t dram_ready(const struct dram *d, const struct dram_request *r)
{
	const struct dram_bank *b = &d->bank[r->bank];

	if (row_is_open(d, r))
		return later(later(b->col, d->col[r->write]), d->group[b->group][r->write]);
	return row_ready(d, r);
}

static struct dram_request *best_column(struct dram *d, uint64_t now,
					const struct dram_request *starved, uint64_t *next)
{
	struct dram_request *best = NULL;
	const bool only = starved && row_is_open(d, starved);
	bool full = false;

	for (unsigned w = READS; w <= WRITES; w++) {
		if (d->hits[w] && d->col[w] > now) {
			sooner(next, d->col[w]);
			continue;
		}
		for (uint64_t m = d->hits[w]; m; m &= m - 1) {
			const struct dram_bank *b = &d->bank[__builtin_ctzll(m)];
			struct dram_request *r = b->hit[w];
			uint64_t t;

			if (starved && (only ? r != starved : r->bank == starved->bank))
				continue;
			t = later(b->col, d->group[b->group][w]);
			if (t > now) {
				sooner(next, t);
			} else if (w == READS && r->left == 1 && d->ret_n == d->c.return_queue) {
				full = true;
			} else if (!best || r->arrived < best->arrived) {
				best = r;
			}
		}
	}
	if (full) {
		d->n->return_full++;
		sooner(next, now + 1);
	}
	return best;
}

static struct dram_request *best_row(const struct dram *d, uint64_t now, uint64_t *next)
{
	struct dram_request *best = NULL;
	uint64_t m = d->busy & ~(d->hits[READS] | d->hits[WRITES]);

	if (d->act > now && m & ~d->open) {
		sooner(next, d->act);
		m &= d->open;
	}
	for (; m; m &= m - 1) {
		struct dram_request *r = d->bank[__builtin_ctzll(m)].first;
		const uint64_t t = row_ready(d, r);

		if (t > now)
			sooner(next, t);
		else if (!best || r->arrived < best->arrived)
			best = r;
	}
	return best;
}

uint64_t dram_issue(struct dram *d, uint64_t now)
{
	const struct dram_request *starved = NULL;
	struct dram_request *r;
	uint64_t next = UINT64_MAX;

	if (now >= d->ref)
		return refresh(d, now, &next) ? now + 1 : next;
	next = d->ref;
	if (d->oldest && now > d->oldest->arrived + DRAM_STARVE)
		starved = d->oldest;
	else if (d->oldest)
		sooner(&next, d->oldest->arrived + DRAM_STARVE + 1);
	if (starved && !row_is_open(d, starved)) {
		const uint64_t t = row_ready(d, starved);

		if (t <= now) {
			row(d, now, starved);
			return now + 1;
		}
		sooner(&next, t);
	}
	r = best_column(d, now, starved, &next);
	if (r) {
		burst(d, now, r);
		return now + 1;
	}
	r = best_row(d, now, &next);
	if (r) {
		row(d, now, r);
		return now + 1;
	}
	return next;
}
