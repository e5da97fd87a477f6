/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The three stages of a check (4.5, Figure 6), and what an access leaves behind (3.1).
 */
#include "byte.h"
#include "radish_int.h"

static struct seen look(const struct radish *r, uint32_t proc, const struct line *l, uint32_t byte)
{
	struct seen s = SEEN_NOTHING;
	uint32_t me = r->proc[proc].thread;

	for (uint32_t u = 0; u < r->config.procs; u++) {
		const struct copy *c = copy_of(l, u, byte);
		const struct proc *p = &r->proc[u];

		if (has(l, u, byte / HALF))
			seen_add(&s, p->thread, clocks_value(&p->codes, c->read),
				 clocks_value(&p->codes, c->write), *clock_at(r, me, p->thread));
	}
	return s;
}

enum radish_permission check_permission(const struct radish *r, uint32_t proc, const struct line *l,
					uint32_t byte)
{
	struct seen s = look(r, proc, l, byte);

	return seen_permission(&s, l->status[byte]);
}

/* A byte's last accesses, hardware's and software's together. */
struct merged {
	struct seen seen;
	bool write_here, reads_here; /* hardware has the last write, all last reads */
};

/* The thread's last read, and write, of a byte that hardware has; 0: none. */
static uint64_t hardware_clock(const struct radish *r, const struct line *l, uint32_t byte,
			       uint32_t thread, bool write)
{
	for (uint32_t u = 0; u < r->config.procs; u++) {
		const struct copy *c = copy_of(l, u, byte);

		if (r->proc[u].thread == thread && has(l, u, byte / HALF))
			return clocks_value(&r->proc[u].codes, write ? c->write : c->read);
	}
	return 0;
}

static struct merged merge(const struct radish *r, uint32_t proc, const struct line *l,
			   uint32_t byte)
{
	const struct variable *x = variables_find(&r->variables, l->number * RADISH_LINE + byte);
	struct merged m = {look(r, proc, l, byte), true, true};
	uint32_t me = r->proc[proc].thread;

	if (x && x->write && !(l->status[byte] & RADISH_LAST_WRITE)) {
		m.write_here = hardware_clock(r, l, byte, x->writer, true) >= x->write;
		if (x->write > *clock_at(r, me, x->writer))
			m.seen.writer = (int)x->writer;
	}
	for (size_t i = 0; x && i < x->reads && !(l->status[byte] & RADISH_ALL_LAST_READS); i++) {
		const struct read_clock *k = &x->read[i];

		m.reads_here =
			m.reads_here && hardware_clock(r, l, byte, k->thread, false) >= k->clock;
		if (k->clock > *clock_at(r, me, k->thread))
			m.seen.reader = (int)k->thread;
	}
	return m;
}

/* The thread's own clocks that only software has, where a code is left for them. */
static void import(struct radish *r, uint32_t proc, struct line *l, uint32_t byte)
{
	const struct variable *x = variables_find(&r->variables, l->number * RADISH_LINE + byte);
	struct copy *c = copy_of(l, proc, byte);
	struct proc *p = &r->proc[proc];

	if (!x)
		return;
	if (!(l->status[byte] & RADISH_LAST_WRITE) && x->write && x->writer == p->thread &&
	    !c->write)
		c->write = clocks_take(&p->codes, x->write);
	if (!(l->status[byte] & RADISH_ALL_LAST_READS) && !c->read && variable_read(x, p->thread))
		c->read = clocks_take(&p->codes, variable_read(x, p->thread));
}

/* Software's check: exact clocks for all bytes of the line of metadata. The seen of byte b is in
 * seen[b]. */
static void ask_software(struct radish *r, uint32_t proc, struct line *l, uint32_t half,
			 struct seen *seen)
{
	const uint32_t from = l->compact ? 0 : half * HALF;
	const uint32_t to = l->compact ? RADISH_LINE : from + HALF;

	for (uint32_t b = from; b < to; b++) {
		struct merged m;

		import(r, proc, l, b);
		m = merge(r, proc, l, b);
		l->status[b] |= (uint8_t)((m.write_here ? RADISH_LAST_WRITE : 0) |
					  (m.reads_here ? RADISH_ALL_LAST_READS : 0));
		copy_of(l, proc, b)->permission =
			(uint8_t)seen_permission(&m.seen, RADISH_EVERYTHING);
		seen[b] = m.seen;
	}
}

/* Software has brought what differs from byte to byte. */
static bool pairs_differ(const struct radish *r, uint32_t proc, const struct line *l)
{
	const struct clock_codes *k = &r->proc[proc].codes;

	for (uint32_t b = 0; b < RADISH_LINE; b += 2) {
		const struct copy *c = copy_of(l, proc, b), *d = c + 1;

		if (l->status[b] != l->status[b + 1] || c->permission != d->permission ||
		    clocks_value(k, c->read) != clocks_value(k, d->read) ||
		    clocks_value(k, c->write) != clocks_value(k, d->write))
			return true;
	}
	return false;
}

static void say(struct radish_answer *a, const struct line *l, uint32_t byte, const struct seen *s,
		bool write)
{
	if (a->race || !seen_races(s, write))
		return;
	a->race = true;
	a->address = l->number * RADISH_LINE + byte;
	a->other_wrote = s->writer != RADISH_NOBODY;
	a->other = a->other_wrote ? s->writer : s->reader;
}

static void set_code(struct clock_codes *k, uint8_t *place)
{
	uint8_t now = clocks_take(k, clocks_value(k, k->now));

	clocks_drop(k, *place);
	*place = now;
}

static void clear(struct radish *r, uint32_t proc, struct line *l, uint32_t byte, bool *remote)
{
	for (uint32_t u = 0; u < r->config.procs; u++) {
		struct copy *c = copy_of(l, u, byte);

		*remote = *remote || (u != proc && (c->read || c->write));
		clocks_drop(&r->proc[u].codes, c->read);
		clocks_drop(&r->proc[u].codes, c->write);
		c->read = c->write = 0;
	}
}

static void update(struct radish *r, uint32_t proc, struct line *l, uint32_t byte, bool write,
		   bool *remote)
{
	struct copy *c = copy_of(l, proc, byte);
	struct clock_codes *k = &r->proc[proc].codes;

	if (!write) {
		set_code(k, &c->read);
		return;
	}
	clear(r, proc, l, byte, remote);
	set_code(k, &c->write);
	l->status[byte] = RADISH_EVERYTHING;
	c->permission = RADISH_WRITE;
}

/* Hardware's check of the bytes without permission; true: it decides all. */
static bool ask_hardware(struct radish *r, uint32_t proc, struct line *l, uint32_t first,
			 uint32_t n, bool write, struct seen *seen)
{
	bool decided = true;

	for (uint32_t b = first; b < first + n; b++) {
		struct copy *c = copy_of(l, proc, b);
		bool may;

		if (c->permission >= (write ? RADISH_WRITE : RADISH_READ))
			continue;
		seen[b] = look(r, proc, l, b);
		may = seen_allows(&seen[b], l->status[b], write);
		decided = decided && (may || seen_races(&seen[b], write));
		if (may)
			c->permission = (uint8_t)seen_permission(&seen[b], l->status[b]);
	}
	return decided;
}

void check_access(struct radish *r, uint32_t proc, struct line *l, uint32_t first, uint32_t n,
		  bool write, bool event, struct radish_answer *a)
{
	enum radish_permission least = write ? RADISH_WRITE : RADISH_READ;
	struct seen seen[RADISH_LINE];
	bool remote = false, asked = false;

	for (uint32_t b = 0; b < RADISH_LINE; b++)
		seen[b] = SEEN_NOTHING;
	for (uint32_t b = first; b < first + n; b++)
		asked = asked || copy_of(l, proc, b)->permission < least;
	if (asked) {
		enum radish_stage stage = RADISH_BY_HARDWARE;

		if (!ask_hardware(r, proc, l, first, n, write, seen)) {
			stage = RADISH_BY_SOFTWARE;
			ask_software(r, proc, l, first / HALF, seen);
		}
		if (stage > a->stage)
			a->stage = stage;
	}
	for (uint32_t b = first; b < first + n; b++) {
		if (asked)
			say(a, l, b, &seen[b], write);
		update(r, proc, l, b, write, &remote);
	}
	if (l->compact && a->stage == RADISH_BY_SOFTWARE && pairs_differ(r, proc, l))
		metadata_inflate(r, l);
	r->counters.clears += !asked && !event && remote;
}
