/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * dram: a channel's queues, stepped from the last to the first.
 *
 *   answer   head of the return queue, when due ─> out
 *   issue    dram_issue.c
 *   take     in, in turns ─> request ─> its bank's list
 *
 * Between two events nothing is looked at: `wake` is the earliest clock at which a command could be
 * legal, an answer is due, a refresh is due, or a request has waited too long.
 */
#include "../base/noise.h"
#include "dram_channel.h"

struct dram_where dram_place(const struct dram_config *c, uint32_t n_slices,
			     uint32_t slice_of_channel, uint64_t addr)
{
	const uint64_t r = addr / c->row_bytes * n_slices + slice_of_channel;
	const uint32_t bank = (uint32_t)(r % c->banks);

	return (struct dram_where){
		.bank = bank,
		.group = bank % c->bank_groups,
		.column = (uint32_t)(addr % c->row_bytes) / (c->bus_bytes * c->burst),
		.row = r / c->banks,
	};
}

static uint32_t max(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* The table in dram.h. */
static void set_gaps(struct dram *d)
{
	const struct dram_config *c = &d->c;
	const uint32_t after_read = c->cl + d->bl + DRAM_TURN;

	for (unsigned i = READS; i <= WRITES; i++) {
		d->gap[i][i] = max(c->ccd, d->bl);
		d->group_gap[i][i] = max(c->ccdl, d->bl);
		d->group_gap[i][!i] = c->ccdl;
	}
	d->gap[WRITES][READS] = max(c->ccd, after_read > c->wl ? after_read - c->wl : 0);
	d->gap[READS][WRITES] = c->wl + d->bl + c->cdlr;
	d->to_pre[READS] = c->rtpl;
	d->to_pre[WRITES] = c->wl + d->bl + c->wr;
}

struct dram *dram_create(const struct dram_config *c, uint32_t channel, uint32_t n_slices,
			 struct pkt_pool *pool, uint64_t seed)
{
	struct dram *d = mem_alloc(sizeof(*d));

	assert(c->banks && c->banks <= DRAM_MAX_BANKS && c->bank_groups && n_slices);
	assert(c->queue && c->return_queue && c->bus_bytes && c->burst && c->rate);
	assert(c->row_bytes && c->row_bytes % (c->bus_bytes * c->burst) == 0);
	*d = (struct dram){.c = *c, .pool = pool, .channel = channel, .n_slices = n_slices};
	d->burst_bytes = c->bus_bytes * c->burst;
	d->bl = (c->burst + c->rate - 1) / c->rate;
	d->request = mem_alloc(c->queue * sizeof(*d->request));
	for (uint32_t i = c->queue; i-- > 0;) {
		d->request[i].younger = d->spare;
		d->spare = &d->request[i];
	}
	d->ret = mem_alloc(c->return_queue * sizeof(*d->ret));
	d->group = mem_alloc(c->bank_groups * sizeof(*d->group));
	for (uint32_t i = 0; i < c->banks; i++)
		d->bank[i].group = i % c->bank_groups;
	set_gaps(d);
	d->ref = c->refresh ? c->refi : UINT64_MAX;
	if (c->refresh && c->refresh_phase)
		d->ref -= noise_draw(seed, NOISE_REFRESH, channel, c->refi);
	if (c->arbiter_start)
		d->turn = (uint32_t)noise_draw(seed, NOISE_DRAM, channel, n_slices);
	d->wake = d->ref;
	d->n = &d->own;
	return d;
}

void dram_destroy(struct dram *d)
{
	if (!d)
		return;
	free(d->request);
	free(d->ret);
	free(d->group);
	free(d->block);
	free(d);
}

void dram_set_trace(struct dram *d, dram_trace fn, void *ctx)
{
	d->trace = fn;
	d->trace_ctx = ctx;
}

/* Returns the next clock at which there may be something to answer. */
static uint64_t answer(struct dram *d, uint64_t now, struct link *const *out)
{
	const struct dram_return *r = &d->ret[d->ret_head];
	uint64_t latency;

	if (!d->ret_n)
		return UINT64_MAX;
	if (now < r->due)
		return r->due;
	if (link_full(out[r->from])) {
		out[r->from]->full_seen++;
		d->n->out_full++;
		return now + 1;
	}
	latency = now - r->arrived;
	d->n->fills++;
	d->n->latency_sum += latency;
	if (latency > d->n->latency_max)
		d->n->latency_max = latency;
	r->k->reply = true;
	link_push(out[r->from], r->k);
	d->ret_head = d->ret_head + 1 < d->c.return_queue ? d->ret_head + 1 : 0;
	d->ret_n--;
	return now + 1;
}

void dram_leave(struct dram *d, struct dram_request *r, uint64_t done)
{
	*(r->older ? &r->older->younger : &d->oldest) = r->younger;
	*(r->younger ? &r->younger->older : &d->youngest) = r->older;
	if (r->write) {
		pkt_free(d->pool, r->k);
	} else {
		const uint32_t at = d->ret_head + d->ret_n++;

		d->ret[at < d->c.return_queue ? at : at - d->c.return_queue] =
			(struct dram_return){r->k, done + d->c.latency, r->arrived, r->from};
	}
	r->k = NULL;
	r->younger = d->spare;
	d->spare = r;
	d->requests--;
}

/* Returns the first clock after now at which it matters. */
static uint64_t take(struct dram *d, uint64_t now, struct link *const *in)
{
	uint32_t i = d->turn;
	struct dram_request *r = d->spare;
	struct dram_where w;
	uint64_t ready;

	while (!in[i]->count)
		i = i + 1 < d->n_slices ? i + 1 : 0;
	d->turn = i + 1 < d->n_slices ? i + 1 : 0;
	d->spare = r->younger;

	struct pkt *k = link_pop(in[i]);
	const uint64_t first = k->addr / d->burst_bytes, end = k->addr + k->bytes - 1;

	assert((k->kind == PKT_FILL || k->kind == PKT_WRITEBACK) && k->bytes);
	w = dram_place(&d->c, d->n_slices, i, k->addr);
	*r = (struct dram_request){.k = k,
				   .older = d->youngest,
				   .arrived = now,
				   .addr = first * d->burst_bytes,
				   .row = w.row,
				   .bank = w.bank,
				   .column = w.column,
				   .left = (uint32_t)(end / d->burst_bytes - first) + 1,
				   .from = i,
				   .write = k->kind == PKT_WRITEBACK,
				   .meta = k->meta};
	*(d->youngest ? &d->youngest->younger : &d->oldest) = r;
	d->youngest = r;
	d->requests++;
	dram_enter(d, r);
	ready = dram_ready(d, r);
	return ready > now ? ready : now + 1;
}

void dram_step(struct dram *d, uint64_t now, struct link *const *in, struct link *const *out)
{
	uint32_t waiting = 0;
	uint64_t next, t;

	for (uint32_t i = 0; i < d->n_slices; i++)
		waiting |= in[i]->count;
	if (now < d->wake) {
		if (!waiting)
			return;
		if (!d->spare) {
			d->n->queue_full++;
			return;
		}
		t = take(d, now, in);
		d->wake = t < d->wake ? t : d->wake;
		return;
	}
	next = answer(d, now, out);
	t = dram_issue(d, now);
	next = t < next ? t : next;
	if (waiting && d->spare) {
		t = take(d, now, in);
		next = t < next ? t : next;
	} else if (waiting) {
		d->n->queue_full++;
	}
	d->wake = next;
}

bool dram_idle(const struct dram *d)
{
	return !d->requests && !d->ret_n;
}
