/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * both: sw/golden beside the RTL, in the order in which the RTL takes things in.
 *
 *   event, request ─> pf_sm    ─> messages and tags expected ─┐
 *   request        ─> pf_slice ─> records expected ───────────┼─> the first difference is kept
 *   idle           ─> every entry, every counter, the ring ───┘
 */
#include "det_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { EXPECTED = 64, MASK = EXPECTED - 1 };

struct sm_check {
	struct pf_sm sm;
	struct pf_tag tag[EXPECTED];
	struct pf_message message[EXPECTED];
	uint32_t tag_head, tag_tail, message_head, message_tail;
};

struct sm_check *both_sm_create(const struct pf_geometry *g, enum pf_policy policy)
{
	struct sm_check *c = mem_alloc(sizeof(*c));

	pf_sm_init(&c->sm, g, policy);
	return c;
}

void both_sm_destroy(struct sm_check *c)
{
	if (!c)
		return;
	pf_sm_free(&c->sm);
	free(c);
}

static void differ(struct det *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void differ(struct det *d, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	pthread_mutex_lock(&d->telling); /* slices may step at the same time */
	if (!d->mismatch[0])
		vsnprintf(d->mismatch, sizeof(d->mismatch), format, ap);
	pthread_mutex_unlock(&d->telling);
	va_end(ap);
}

const char *det_mismatch(const struct det *d)
{
	return d->mismatch[0] ? d->mismatch : NULL;
}

/* SM units */

static bool same_tag(const struct pf_tag *a, const struct pf_tag *b)
{
	return a->block == b->block && a->warp == b->warp && a->barrier == b->barrier &&
	       a->signature == b->signature && a->strong == b->strong && a->write == b->write &&
	       a->atomic == b->atomic && a->block_scope == b->block_scope;
}

static void tag_text(char *text, size_t size, const struct pf_tag *t)
{
	snprintf(text, size,
		 "block %u warp %u barrier %u locks %04x strong %u write %u atomic %u scope %u",
		 t->block, t->warp, t->barrier, t->signature, t->strong, t->write, t->atomic,
		 t->block_scope);
}

static void compare_tag(struct det_sm *u)
{
	struct sm_check *c = u->check;
	const struct pf_tag *got = &u->port->out.tag, *want = &c->tag[c->tag_head & MASK];
	char a[128], b[128];

	if (c->tag_head == c->tag_tail) {
		differ(u->det, "SM %u: tag %llu, where none is expected", u->index,
		       (unsigned long long)u->tags);
		return;
	}
	if (!same_tag(got, want)) {
		tag_text(a, sizeof(a), got);
		tag_text(b, sizeof(b), want);
		differ(u->det, "SM %u: tag %llu is %s, expected %s", u->index,
		       (unsigned long long)u->tags, a, b);
	}
	c->tag_head++;
}

static void compare_message(struct det_sm *u)
{
	struct sm_check *c = u->check;
	const struct pf_message *got = &u->port->out.message;
	const struct pf_message *want = &c->message[c->message_head & MASK];

	if (c->message_head == c->message_tail) {
		differ(u->det, "SM %u: message %llu, where none is expected", u->index,
		       (unsigned long long)u->messages);
		return;
	}
	if (got->epoch != want->epoch || got->block != want->block || got->warp != want->warp ||
	    got->device != want->device)
		differ(u->det,
		       "SM %u: message %llu is epoch %u block %u warp %u device %u, expected "
		       "%u %u %u %u",
		       u->index, (unsigned long long)u->messages, got->epoch, got->block, got->warp,
		       got->device, want->epoch, want->block, want->warp, want->device);
	c->message_head++;
}

/* A request does not see the event of its own cycle. */
void both_sm(struct det_sm *u)
{
	struct sm_check *c = u->check;
	const struct sm_port *p = u->port;
	struct pf_message m;

	if (p->in.tag_ready && p->out.tag_valid)
		compare_tag(u);
	if (p->in.message_ready && p->out.message_valid)
		compare_message(u);
	if (p->in.request_valid)
		c->tag[c->tag_tail++ & MASK] = pf_sm_tag(&c->sm, &p->in.request);
	if (p->in.event_valid && pf_sm_event(&c->sm, &p->in.event, &m))
		c->message[c->message_tail++ & MASK] = m;
	if (c->tag_tail - c->tag_head > EXPECTED || c->message_tail - c->message_head > EXPECTED)
		differ(u->det, "SM %u: %u tags and %u messages have not come", u->index,
		       c->tag_tail - c->tag_head, c->message_tail - c->message_head);
}

/* Slice units */

static void record_text(const struct det_slice *u, char *text, size_t size,
			const struct pf_beat *got, const struct pf_beat *want)
{
	static const char *const name[] = PF_RACE_NAMES;
	size_t at = 0;

	text[0] = 0;
	for (unsigned f = 0; f < PF_RACE_FIELDS; f++) {
		const struct pf_bits b = u->golden.report.field[f];
		uint64_t g = 0, w = 0;

		for (unsigned i = b.lsb; i < b.lsb + b.width; i++) {
			g |= (got->v[i / 64] >> i % 64 & 1) << (i - b.lsb);
			w |= (want->v[i / 64] >> i % 64 & 1) << (i - b.lsb);
		}
		if (g != w && at < size)
			at += (size_t)snprintf(text + at, size - at, " %s %llu (expected %llu)",
					       name[f], (unsigned long long)g,
					       (unsigned long long)w);
	}
}

static void compare_record(struct det_slice *u)
{
	const struct slice_port_out *out = &u->port->out;
	const uint32_t mask = (1U << u->ring_log2) - 1, n = u->checked_records;
	const struct pf_beat *want = &u->golden.report.ring[n & mask];
	char text[256];

	if (n == u->golden.report.head) {
		differ(u->det, "slice %u: record %u, where none is expected", u->index, n);
		return;
	}
	if (out->write_beat != u->ring_base + (n & mask))
		differ(u->det, "slice %u: record %u at beat %llx, expected %llx", u->index, n,
		       (unsigned long long)out->write_beat,
		       (unsigned long long)u->ring_base + (n & mask));
	if (memcmp(&out->write_data, want, sizeof(*want))) {
		record_text(u, text, sizeof(text), &out->write_data, want);
		differ(u->det, "slice %u: record %u:%s", u->index, n, text);
	}
	u->checked_records++;
}

void both_slice(struct det_slice *u)
{
	const struct slice_port *p = u->port;

	if (p->in.request_valid)
		pf_slice_request(&u->golden, &p->in.request);
	if (p->in.write_ready && p->out.write_valid && p->out.write_kind == SLICE_WRITE_RECORD)
		compare_record(u);
}

/* A beat that is not there holds unwritten entries. */
static void compare_entries(struct det_slice *u)
{
	const uint64_t *want = u->golden.entry;

	for (uint64_t i = 0; i < u->meta.n; i++, want += PF_BEAT_ENTRIES) {
		const struct pf_beat *got = beats_at(&u->meta, i);

		if (!memcmp(got, want, sizeof(*got)))
			continue;
		for (unsigned e = 0; e < PF_BEAT_ENTRIES; e++)
			if (got->v[e] != want[e])
				differ(u->det, "slice %u: entry %llu is %016llx, expected %016llx",
				       u->index, (unsigned long long)(i * PF_BEAT_ENTRIES + e),
				       (unsigned long long)got->v[e], (unsigned long long)want[e]);
		return;
	}
}

static void equal(struct det_slice *u, const char *what, uint64_t got, uint64_t want)
{
	if (got != want)
		differ(u->det, "slice %u: %s is %llu, expected %llu", u->index, what,
		       (unsigned long long)got, (unsigned long long)want);
}

void both_slice_idle(struct det_slice *u)
{
	static const char *const name[] = PF_COUNTER_NAMES;
	const struct pf_report_unit *r = &u->golden.report;
	const uint32_t status = det_reg_read(u, PF_REG_STATUS);

	equal(u, "number of records written", u->checked_records, r->head);
	equal(u, "RING_HEAD", det_reg_read(u, PF_REG_RING_HEAD), r->head);
	equal(u, "epoch", (status & PF_REG_STATUS_EPOCH_MASK) >> PF_REG_STATUS_EPOCH_LSB,
	      u->golden.fences.epoch);
	equal(u, name[PF_COUNTER_CHECKS], u->count[PF_COUNTER_CHECKS],
	      u->before[PF_COUNTER_CHECKS] + u->golden.stats.checks);
	equal(u, name[PF_COUNTER_SKIPPED], u->count[PF_COUNTER_SKIPPED],
	      u->before[PF_COUNTER_SKIPPED] + u->golden.stats.skipped);
	equal(u, name[PF_COUNTER_RECORDS], u->count[PF_COUNTER_RECORDS],
	      u->before[PF_COUNTER_RECORDS] + r->records);
	for (unsigned k = 0; k < PF_KIND_CODES; k++)
		equal(u, name[PF_COUNTER_RACE_ATOMIC_SCOPE + k],
		      u->count[PF_COUNTER_RACE_ATOMIC_SCOPE + k],
		      u->before[PF_COUNTER_RACE_ATOMIC_SCOPE + k] + r->kinds[k]);
	equal(u, "dropped", u->dropped, u->before_dropped + r->dropped);
	equal(u, "repeated", u->repeated, u->before_repeated + r->repeated);
	compare_entries(u);
}
