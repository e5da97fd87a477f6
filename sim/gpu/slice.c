/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * slice: the tap, and who uses the L2's one input.
 *
 *   NoC ─> in ─> tap ── the SM's operation performs the lanes ──> l2_in ─> L2 ─> l2_out ─> NoC
 *                 └──> queue ─> slice unit ── metadata ──────────────^          └─> slice unit
 *
 * The L2 takes one packet a clock: data, reads and writes of metadata in turns. Order at the tap is
 * the order in which operations take place, and the order in which the slice unit checks them.
 */
#include "gpu_int.h"

enum { SPLIT = 2 }; /* requests that one packet may become */

void slice_init(struct gpu *g, uint16_t index)
{
	const struct l2_config *c = &g->cfg.l2;
	struct slice *s = &g->slices[index];

	s->index = index;
	s->l2 = l2_create(c, index, &g->pool);
	s->det = g->det ? det_slice(g->det, index) : NULL;
	s->commit = g->order ? commit_z(g->order->commit, index) : NULL;
	link_init(&s->in, "NoC -> slice", index, c->in_queue);
	link_init(&s->l2_in, "slice -> L2", index, c->in_queue);
	link_init(&s->l2_out, "L2 -> slice", index, c->out_queue);
	link_init(&s->to_noc, "slice -> NoC", index, c->out_queue);
	link_init(&s->to_dram, "L2 -> DRAM", index, c->dram_queue);
	link_init(&s->fills, "DRAM -> L2", index, c->fill_queue);
	s->queue_cap = g->cfg.det.in_queue < SPLIT ? SPLIT : g->cfg.det.in_queue;
	s->queue = mem_alloc(s->queue_cap * sizeof(*s->queue));
}

void slice_free(struct slice *s)
{
	l2_destroy(s->l2);
	link_free(&s->in);
	link_free(&s->l2_in);
	link_free(&s->l2_out);
	link_free(&s->to_noc);
	link_free(&s->to_dram);
	link_free(&s->fills);
	free(s->queue);
}

/* The slice unit's queue. */

static uint32_t queue_room(const struct slice *s)
{
	return s->queue_cap - s->queue_count;
}

static struct det_entry *queue_push(struct slice *s)
{
	const uint32_t at = s->queue_head + s->queue_count++;

	return &s->queue[at >= s->queue_cap ? at - s->queue_cap : at];
}

static void queue_access(struct gpu *g, struct slice *s, const struct pkt *k, uint8_t words,
			 bool write)
{
	struct det_entry *e = queue_push(s);

	*e = (struct det_entry){
		.request = {.kind = PF_REQ_ACCESS,
			    .sector = (uint32_t)(map_local(&g->map, k->addr) / SECTOR),
			    .word_mask = words,
			    .sub_mask = k->sub_mask & words,
			    .tag = k->tag,
			    .pc = g->pc_base + k->pc},
		.sm = k->sm};
	e->request.tag.write = write;
	s->stats.requests++;
}

/* Knob paper: one fence file for all slices; nobody waits for the credits. */
static void message_to_all(struct gpu *g, const struct pkt *k, const struct pf_request *r)
{
	for (uint32_t i = 0; i < g->n_slices; i++) {
		det_slice_request(g->slices[i].det, r);
		sm_credit(g->sms[k->sm], i);
	}
}

static void queue_message(struct gpu *g, struct slice *s, const struct pkt *k)
{
	const bool fence = k->kind == PKT_FENCE;
	const struct pf_request r = {.kind = fence ? PF_REQ_FENCE : PF_REQ_EPOCH, .tag = k->tag};

	s->stats.fences += fence;
	s->stats.epochs += !fence;
	if (k->single)
		message_to_all(g, k, &r);
	else
		*queue_push(s) = (struct det_entry){.request = r, .sm = k->sm, .credit = true};
}

/* One a clock, but all at once with the knobs ideal and paper. */
static void feed(struct gpu *g, struct slice *s)
{
	while (s->queue_count && det_slice_ready(s->det)) {
		const struct det_entry *e = &s->queue[s->queue_head];

		det_slice_request(s->det, &e->request);
		if (e->credit)
			gpu_credit(g, e->sm, s->index);
		s->queue_head = s->queue_head + 1 == s->queue_cap ? 0 : s->queue_head + 1;
		s->queue_count--;
	}
}

/* The tap. */

/* Words of the packet's sector that lanes of its operation touch. */
static uint8_t words_of(const struct simt_op *op, const struct pkt *k, uint32_t lanes)
{
	uint8_t words = 0;

	for (uint32_t left = lanes; left; left &= left - 1) {
		const uint64_t at = op->addr[__builtin_ctz(left)] - k->addr;

		words |= (uint8_t)(((1U << (op->size > 4 ? 2 : 1)) - 1) << (at / 4));
	}
	return words;
}

static void check(struct gpu *g, struct slice *s, const struct pkt *k, uint32_t wrote)
{
	uint8_t words = k->word_mask, written;

	if (k->acked) { /* out of a log: a store's, or a load's that did not hit */
		queue_access(g, s, k, words, k->tag.write);
		return;
	}
	if (!wrote || wrote == k->lanes) {
		queue_access(g, s, k, words, wrote != 0);
		return;
	}
	/* Some compare-and-swaps have written, some not: ask for each half what it was. */
	written = words_of(sm_op(g->sms[k->sm], k->op), k, wrote) & words;
	words &= (uint8_t)~written;
	if (written)
		queue_access(g, s, k, written, true);
	if (words)
		queue_access(g, s, k, words, false);
	s->stats.split += written && words;
}

/* What the packet is on its way back. */
static void make_reply(struct gpu *g, struct pkt *k)
{
	const unsigned words = (unsigned)__builtin_popcount(k->word_mask);

	if (k->kind == PKT_WRITE || k->again)
		k->bytes = 0;
	else
		k->bytes = (uint16_t)(k->to_l1 ? SECTOR : 4 * words);
	k->flits = noc_flits(&g->cfg.noc, k->bytes);
}

static void take_commit(struct gpu *g, struct slice *s)
{
	struct pkt *k = link_head(&s->in);

	if (!commit_z_ready(s->commit)) {
		s->stats.stall_commit++;
		return;
	}
	commit_z_request(s->commit, k->commit);
	s->stats.taken++;
	pkt_free(&g->pool, link_pop(&s->in));
}

/* The packet at the head takes place. 0: done or waits; -1: fault. */
static int tap(struct gpu *g, struct slice *s)
{
	struct pkt *k = link_head(&s->in);
	const bool access = k->kind == PKT_READ || k->kind == PKT_WRITE || k->kind == PKT_ATOM;
	uint32_t wrote = 0;

	if (k->kind == PKT_COMMIT) {
		take_commit(g, s);
		return 0;
	}
	if (s->det && !k->again && !k->lock && queue_room(s) < SPLIT) {
		s->stats.stall_det++;
		return 0;
	}
	if (access && link_full(&s->l2_in)) {
		s->stats.stall_l2++;
		return 0;
	}
	link_pop(&s->in);
	s->stats.taken++;
	if (k->lock && !k->again)
		gpu_lock_tap(g, s, k);
	if (k->again || k->lock) { /* it has taken place; its address is the slice's own */
		make_reply(g, k);
		link_push(&s->l2_in, k);
		return 0;
	}
	if (!access) {
		if (k->kind == PKT_HIT)
			check(g, s, k, 0);
		else
			queue_message(g, s, k);
		if (k->acked)
			gpu_ack(g, k->sm);
		pkt_free(&g->pool, k);
		return 0;
	}
	if (sm_perform(g->sms[k->sm], k->op, k->lanes, &wrote))
		return -1;
	if (s->det && !k->bare) /* else its check comes out of a log */
		check(g, s, k, wrote);
	if (g->order && k->kind == PKT_ATOM)
		gpu_ack(g, k->sm);
	make_reply(g, k);
	k->addr = map_local(&g->map, k->addr);
	link_push(&s->l2_in, k);
	return 0;
}

/* Metadata. */

static void meta_packet(struct gpu *g, struct slice *s, enum pkt_kind kind, uint64_t beat,
			uint32_t id, uint32_t bytes)
{
	struct pkt *k = pkt_alloc(&g->pool);

	k->kind = kind;
	k->slice = s->index;
	k->bytes = (uint16_t)bytes;
	k->addr = beat * SECTOR;
	k->id = id;
	link_push(&s->l2_in, k);
}

static bool meta_read(struct gpu *g, struct slice *s)
{
	const uint32_t bytes = det_slice_read_bytes(s->det);
	uint64_t beat;
	uint32_t id;

	if (!det_slice_read(s->det, &beat, &id))
		return false;
	meta_packet(g, s, PKT_META_READ, beat, id, bytes);
	s->stats.meta_reads += bytes / SECTOR;
	return true;
}

static bool meta_write(struct gpu *g, struct slice *s)
{
	uint64_t beat;
	bool record;

	if (!det_slice_write(s->det, &beat, &record))
		return false;
	meta_packet(g, s, record ? PKT_RECORD : PKT_META_WRITE, beat, 0, SECTOR);
	s->stats.meta_writes += !record;
	s->stats.records += record;
	return true;
}

/* Commits */

/* Bytes that won get into memory here, and nowhere else. */
static void store_won(struct gpu *g, const struct slice *s)
{
	uint8_t *to =
		(uint8_t *)(uintptr_t)map_global(&g->map, s->index, (uint64_t)s->won.line * LINE);
	bool changed = false;

	for (unsigned b = 0; b < LINE; b++)
		if (s->won.mask[b / 8] >> b % 8 & 1) {
			changed |= to[b] != s->won.data[b];
			to[b] = s->won.data[b];
		}
	g->order->changed += changed;
}

static void result_done(struct gpu *g, struct slice *s)
{
	gpu_ack(g, (uint16_t)(s->won.warp % g->n_sms));
}

/* The Z-commit unit's next result. */
static void take_result(struct gpu *g, struct slice *s)
{
	if (s->won_sectors || !commit_z_result(s->commit, &s->won))
		return;
	commit_z_take(s->commit);
	for (unsigned i = 0; i < LINE / SECTOR; i++)
		for (unsigned j = 0; j < SECTOR / 8; j++)
			if (s->won.mask[i * SECTOR / 8 + j])
				s->won_sectors |= (uint8_t)(1U << i);
	if (!s->won_sectors)
		result_done(g, s);
	else if (!g->failed)
		store_won(g, s);
}

static void write_won(struct gpu *g, struct slice *s)
{
	const unsigned i = (unsigned)__builtin_ctz(s->won_sectors);
	struct pkt *k = pkt_alloc(&g->pool);

	k->kind = PKT_COMMITTED;
	k->slice = s->index;
	k->bytes = SECTOR;
	k->addr = (uint64_t)s->won.line * LINE + i * SECTOR;
	for (unsigned w = 0; w < SECTOR / 4; w++) {
		const unsigned part = s->won.mask[(i * SECTOR + 4 * w) / 8] >> (4 * w % 8) & 15;

		k->word_mask |= (uint8_t)((part != 0) << w);
		k->sub_mask |= (uint8_t)((part != 0 && part != 15) << w);
	}
	link_push(&s->l2_in, k);
	s->won_sectors &= (uint8_t)(s->won_sectors - 1);
	if (!s->won_sectors)
		result_done(g, s);
}

static void depth_packet(struct gpu *g, struct slice *s, enum pkt_kind kind, uint64_t beat,
			 uint32_t id)
{
	meta_packet(g, s, kind, DEPTH_BASE / SECTOR + beat, id, SECTOR);
	s->l2_in.q[(s->l2_in.head + s->l2_in.count - 1) & s->l2_in.mask]->depth = true;
}

static void depth_read(struct gpu *g, struct slice *s)
{
	uint64_t beat;
	uint32_t id;

	if (!commit_z_read(s->commit, &beat, &id))
		return;
	depth_packet(g, s, PKT_META_READ, beat, id);
	s->stats.depth_reads++;
}

static void depth_write(struct gpu *g, struct slice *s)
{
	uint64_t beat;

	if (!commit_z_write(s->commit, &beat))
		return;
	depth_packet(g, s, PKT_META_WRITE, beat, 0);
	s->stats.depth_writes++;
}

static bool units_idle(const struct slice *s)
{
	return (!s->det || det_slice_idle(s->det)) &&
	       (!s->commit || (commit_z_idle(s->commit) && !s->won_sectors));
}

/* One packet a clock into the L2: whose turn it is, else who has one. */
static int enter_l2(struct gpu *g, struct slice *s)
{
	enum { DATA, READS, WRITES, WON, DEPTH_READS, DEPTH_WRITES, SOURCES };

	if (units_idle(s))
		return s->in.count && !g->failed ? tap(g, s) : 0;
	for (unsigned i = 0; i < SOURCES; i++) {
		const unsigned who = (s->turn + i) % SOURCES;
		const uint32_t before = s->l2_in.count;

		if (link_full(&s->l2_in) && who != DATA)
			continue;
		if (who == DATA && s->in.count && !g->failed && tap(g, s))
			return -1;
		if (who == READS && s->det)
			meta_read(g, s);
		if (who == WRITES && s->det)
			meta_write(g, s);
		if (who == WON && s->won_sectors)
			write_won(g, s);
		if (who == DEPTH_READS && s->commit)
			depth_read(g, s);
		if (who == DEPTH_WRITES && s->commit)
			depth_write(g, s);
		if (s->l2_in.count != before) {
			s->turn = (who + 1) % SOURCES;
			return 0;
		}
	}
	return 0;
}

/* What the L2 has answered: one a clock, to the NoC or to the slice unit. */
static void answer(struct gpu *g, struct slice *s)
{
	struct pkt *k = link_head(&s->l2_out);

	if (k->kind == PKT_META_READ && k->depth) {
		if (!commit_z_answer_ready(s->commit, k->id))
			return;
		commit_z_answer(s->commit, k->id);
		pkt_free(&g->pool, link_pop(&s->l2_out));
		return;
	}
	if (k->kind == PKT_META_READ) {
		if (!det_slice_answer_ready(s->det, k->id))
			return;
		det_slice_answer(s->det, k->id);
		pkt_free(&g->pool, link_pop(&s->l2_out));
		return;
	}
	if (g->failed) { /* nobody waits for it any more */
		pkt_free(&g->pool, link_pop(&s->l2_out));
		return;
	}
	if (link_full(&s->to_noc)) {
		s->stats.stall_reply++;
		return;
	}
	link_push(&s->to_noc, link_pop(&s->l2_out));
}

/* The slice unit itself is stepped when all slices have been: det_step_slices(). */
int slice_step(struct gpu *g, struct slice *s, uint64_t now)
{
	if (!l2_idle(s->l2) || s->l2_in.count || s->fills.count)
		l2_step(s->l2, now, &s->l2_in, &s->l2_out, &s->to_dram, &s->fills);
	if (s->l2_out.count)
		answer(g, s);
	if (s->det && s->queue_count)
		feed(g, s);
	if (s->commit)
		take_result(g, s);
	if ((s->in.count || s->det || s->commit) && enter_l2(g, s))
		return -1;
	if (s->commit)
		commit_z_step(s->commit);
	return 0;
}

bool slice_idle(const struct slice *s)
{
	return !s->in.count && !s->l2_in.count && !s->l2_out.count && !s->to_dram.count &&
	       !s->fills.count && !s->to_noc.count && !s->queue_count && l2_idle(s->l2) &&
	       units_idle(s);
}

void slice_stats_add(struct gpu *g)
{
	struct stats *t = g->stats;
	const size_t n = g->n_slices, d = sizeof(*g->slices);
	const struct slice_stats *s = &g->slices[0].stats;

#define ADD(name, field, unit, meaning) \
	stats_add(t, name, unit, meaning, STATS_SUM, &s->field, n, d)
	ADD("tap.packets", taken, "packets", "taken off the NoC by the slices");
	ADD("tap.stall_detector", stall_det, "cycles", "a packet waits for the slice unit's queue");
	ADD("tap.stall_l2", stall_l2, "cycles", "a packet waits for the L2's input queue");
	ADD("tap.stall_reply", stall_reply, "cycles", "an answer waits for the NoC");
	ADD("tap.requests", requests, "requests", "accesses handed to the slice units");
	ADD("tap.fences", fences, "requests", "fences handed to the slice units");
	ADD("tap.epochs", epochs, "requests", "epochs handed to the slice units");
	ADD("tap.split", split, "packets", "atomics of which some lanes wrote and some did not");
	ADD("tap.metadata_reads", meta_reads, "beats", "metadata asked for at the L2");
	ADD("tap.metadata_writes", meta_writes, "beats", "metadata written to the L2");
	ADD("tap.records", records, "beats", "race records written to the L2");
	if (!g->order)
		return;
	ADD("tap.stall_commit", stall_commit, "cycles", "a packet waits for the Z-commit unit");
	ADD("tap.depth_reads", depth_reads, "beats", "of the Z-buffer asked for at the L2");
	ADD("tap.depth_writes", depth_writes, "beats", "of the Z-buffer written to the L2");
#undef ADD
}
