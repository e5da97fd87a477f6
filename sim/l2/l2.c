/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * l2: a cache bank, stepped from the last stage to the first.
 *
 *   answer   a packet of the oldest fill that has come ─> out
 *   fill     fills ─> line, its MSHR becomes ready
 *   sweep    (flush) the next dirty line ─> staged
 *   look_up  head of the pipe: hit, merge or miss ─> out, MSHR, staged
 *   send     staged ─> to_dram
 *   accept   in ─> pipe
 *
 * A lookup either does everything it needs in its cycle or nothing, and says what it lacked.
 */
#include "l2_bank.h"

#define NONE UINT32_MAX
enum { DONE = -1 };

/* Links of this cycle. */
struct ports {
	uint64_t now;
	struct link *out, *to_dram;
};

struct l2 *l2_create(const struct l2_config *c, uint16_t slice, struct pkt_pool *pool)
{
	struct l2 *l = mem_alloc(sizeof(*l));
	const size_t lines = (size_t)c->sets * c->ways;

	assert(!(c->sets & (c->sets - 1)));
	assert(lines && lines < NONE && c->mshr && c->merges && c->port_bytes);
	assert(c->fetch == SECTOR || c->fetch == 2 * SECTOR || c->fetch == LINE);
	*l = (struct l2){.c = *c, .pool = pool, .slice = slice, .spares = c->mshr};
	l->pipe_cap = c->latency ? c->latency : 1;
	l->pipe = mem_alloc(l->pipe_cap * sizeof(*l->pipe));
	l->tag = mem_alloc(lines * sizeof(*l->tag));
	for (size_t i = 0; i < lines; i++)
		l->tag[i] = L2_NO_TAG;
	l->line = mem_alloc(lines * sizeof(*l->line));
	l->mshr = mem_alloc(c->mshr * sizeof(*l->mshr));
	l->ready = mem_alloc(c->mshr * sizeof(*l->ready));
	l->spare = mem_alloc(c->mshr * sizeof(*l->spare));
	for (uint32_t i = 0; i < c->mshr; i++)
		l->spare[i] = c->mshr - 1 - i;
	l->n = &l->own;
	return l;
}

void l2_destroy(struct l2 *l)
{
	if (!l)
		return;
	free(l->pipe);
	free(l->tag);
	free(l->line);
	free(l->mshr);
	free(l->ready);
	free(l->spare);
	free(l->block);
	free(l);
}

static enum l2_class class_of(enum pkt_kind kind)
{
	switch (kind) {
	case PKT_READ: return L2_READ;
	case PKT_COMMITTED:
	case PKT_WRITE: return L2_WRITE;
	case PKT_ATOM: return L2_ATOM;
	case PKT_META_READ: return L2_META_READ;
	case PKT_META_WRITE: return L2_META_WRITE;
	default: assert(kind == PKT_RECORD); return L2_RECORD;
	}
}

static bool is_meta(enum pkt_kind kind)
{
	return kind == PKT_META_READ || kind == PKT_META_WRITE || kind == PKT_RECORD;
}

static bool is_answered(enum pkt_kind kind)
{
	return kind != PKT_META_WRITE && kind != PKT_RECORD && kind != PKT_COMMITTED;
}

static bool is_write(enum pkt_kind kind) /* and nothing else: an atomic reads as well */
{
	return kind == PKT_WRITE || kind == PKT_META_WRITE || kind == PKT_RECORD ||
	       kind == PKT_COMMITTED;
}

static bool writes_whole_sector(const struct pkt *k)
{
	return k->kind == PKT_META_WRITE || ((k->kind == PKT_WRITE || k->kind == PKT_COMMITTED) &&
					     k->word_mask == 0xff && !k->sub_mask);
}

static bool allocates(const struct l2 *l, enum pkt_kind kind)
{
	switch (kind) {
	case PKT_COMMITTED:
	case PKT_WRITE: return l->c.write_allocate;
	case PKT_META_WRITE: return l->c.meta_allocate == SIM_ALLOCATE_ON;
	case PKT_RECORD: return false;
	default: return true;
	}
}

/* Sectors of its line that a packet wants: one, but a META_READ can have up to `fetch` bytes. */
static uint8_t sectors_of(const struct pkt *k)
{
	const uint32_t first = (uint32_t)(k->addr % LINE) / SECTOR;

	if (k->kind != PKT_META_READ || k->bytes <= SECTOR)
		return (uint8_t)(1U << first);
	return (uint8_t)(((1U << k->bytes / SECTOR) - 1) << first);
}

static void use_port(struct l2 *l, uint64_t now, uint32_t bytes)
{
	const uint64_t from = l->port_free > now ? l->port_free : now;
	const uint32_t cycles = (bytes + l->c.port_bytes - 1) / l->c.port_bytes;

	l->port_free = from + cycles;
	l->n->port_busy += cycles;
}

static bool out_has_room(const struct l2 *l, const struct ports *p)
{
	if (link_full(p->out)) {
		p->out->full_seen++;
		return false;
	}
	return l->answered != p->now + 1;
}

/* Answers k, or ends it. Room was checked. */
static void finish(struct l2 *l, const struct ports *p, struct pkt *k)
{
	if (!is_answered(k->kind)) {
		pkt_free(l->pool, k);
		return;
	}
	k->reply = true;
	k->next = NULL;
	link_push(p->out, k);
	l->answered = p->now + 1;
}

/* A lookup may send only when all of the last one's have gone: at most L2_STAGED are needed. */
static bool dram_has_room(const struct l2 *l, const struct ports *p)
{
	if (link_full(p->to_dram)) {
		p->to_dram->full_seen++;
		return false;
	}
	return !l->staged_n;
}

static struct pkt *stage(struct l2 *l, enum pkt_kind kind, uint64_t addr, uint32_t bytes, bool meta)
{
	struct pkt *k = pkt_alloc(l->pool);

	k->kind = kind;
	k->addr = addr;
	k->bytes = (uint16_t)bytes;
	k->meta = meta;
	k->slice = l->slice;
	assert(l->staged_n < L2_STAGED);
	l->staged[(l->staged_head + l->staged_n++) % L2_STAGED] = k;
	return k;
}

/* A WRITEBACK for each run of neighbouring dirty sectors, of a line that was tag's. */
static void write_back(struct l2 *l, uint64_t now, uint64_t tag, const struct l2_line *line)
{
	for (uint32_t i = 0; i < L2_SECTORS; i++) {
		const uint32_t from = i;

		while (i < L2_SECTORS && line->dirty >> i & 1)
			i++;
		if (i == from)
			continue;
		stage(l, PKT_WRITEBACK, tag * LINE + from * SECTOR, (i - from) * SECTOR,
		      line->meta);
		use_port(l, now, (i - from) * SECTOR);
		l->n->writebacks[line->meta]++;
		l->n->writeback_bytes[line->meta] += (i - from) * SECTOR;
	}
}

static uint32_t set_of(const struct l2 *l, uint64_t tag)
{
	return (uint32_t)tag & (l->c.sets - 1);
}

static uint32_t find(const struct l2 *l, uint32_t set, uint64_t tag)
{
	const uint64_t *t = l->tag + (size_t)set * l->c.ways;

	for (uint32_t w = 0; w < l->c.ways; w++)
		if (t[w] == tag)
			return set * l->c.ways + w;
	return NONE;
}

/* Least recently used line of the set that no fill is on its way to; free ones first. */
static uint32_t victim_of(const struct l2 *l, uint32_t set)
{
	uint32_t v = NONE;

	for (uint32_t i = set * l->c.ways; i < (set + 1) * l->c.ways; i++)
		if (!l->line[i].pending && (v == NONE || l->line[i].used < l->line[v].used))
			v = i;
	return v;
}

static int hit(struct l2 *l, const struct ports *p, struct pkt *k, uint32_t line, uint8_t bits)
{
	if (p->now < l->port_free)
		return L2_NO_PORT;
	if (is_answered(k->kind) && !out_has_room(l, p))
		return L2_NO_OUT;
	if (is_write(k->kind) || k->kind == PKT_ATOM)
		l->line[line].dirty |= bits;
	l->line[line].used = ++l->lookups;
	use_port(l, p->now, SECTOR * (uint32_t)__builtin_popcount(bits));
	l->n->hit[class_of(k->kind)]++;
	finish(l, p, k);
	return DONE;
}

static void wait_in(struct l2_mshr *m, struct pkt *k)
{
	k->next = NULL;
	if (m->first)
		m->last->next = k;
	else
		m->first = k;
	m->last = k;
	m->count++;
}

static int merge(struct l2 *l, struct pkt *k, uint32_t line, uint32_t sector)
{
	struct l2_mshr *m = &l->mshr[l->line[line].mshr[sector]];

	if (m->count >= l->c.merges)
		return L2_NO_MERGE;
	wait_in(m, k);
	l->line[line].used = ++l->lookups;
	l->n->merge[class_of(k->kind)]++;
	return DONE;
}

/* A write that misses and does not allocate. */
static int write_through(struct l2 *l, const struct ports *p, struct pkt *k)
{
	if (!dram_has_room(l, p))
		return L2_NO_QUEUE;
	if (is_answered(k->kind) && !out_has_room(l, p))
		return L2_NO_OUT;
	stage(l, PKT_WRITEBACK, k->addr / SECTOR * SECTOR, SECTOR, is_meta(k->kind));
	l->n->throughs[is_meta(k->kind)]++;
	l->n->miss[class_of(k->kind)]++;
	finish(l, p, k);
	return DONE;
}

/* k is the first to wait for the fetch unit around it; its line is there. */
static void start_fill(struct l2 *l, struct pkt *k, uint32_t line)
{
	struct l2_line *n = &l->line[line];
	const uint32_t id = l->spare[--l->spares], first = (uint32_t)(k->addr % LINE) / l->c.fetch,
		       sectors = l->c.fetch / SECTOR;
	struct l2_mshr *m = &l->mshr[id];
	struct pkt *f = stage(l, PKT_FILL, k->addr / l->c.fetch * l->c.fetch, l->c.fetch, n->meta);

	f->id = id;
	f->born = k->born;
	*m = (struct l2_mshr){.line = line,
			      .sectors = (uint8_t)(((1U << sectors) - 1) << (first * sectors))};
	for (uint32_t i = 0; i < sectors; i++)
		n->mshr[first * sectors + i] = id;
	n->pending |= m->sectors; /* what is valid stays so: it is looked at first */
	wait_in(m, k);
	l->n->fills[n->meta]++;
}

/* line: NONE when the tag is not there either. */
static int miss(struct l2 *l, const struct ports *p, struct pkt *k, uint32_t line, uint8_t bits)
{
	const uint64_t tag = k->addr / LINE;
	const bool fetch = !writes_whole_sector(k), there = line != NONE;
	const uint32_t at = there ? line : victim_of(l, set_of(l, tag));

	if (at == NONE)
		return L2_NO_LINE;

	const struct l2_line old = l->line[at];
	const uint64_t old_tag = l->tag[at];
	const bool dirty = !there && old.dirty;

	if (fetch && !l->spares)
		return L2_NO_MSHR;
	if ((fetch || dirty) && !dram_has_room(l, p))
		return L2_NO_QUEUE;
	if ((!fetch || dirty) && p->now < l->port_free)
		return L2_NO_PORT;
	if (!fetch && is_answered(k->kind) && !out_has_room(l, p))
		return L2_NO_OUT;
	if (!there) {
		l->tag[at] = tag;
		l->line[at] = (struct l2_line){.meta = is_meta(k->kind)};
		l->n->evictions[old.meta] += old_tag != L2_NO_TAG;
	}
	l->line[at].used = ++l->lookups;
	l->n->miss[class_of(k->kind)]++;
	if (fetch)
		start_fill(l, k, at); /* before the write-back: somebody waits for it */
	if (dirty)
		write_back(l, p->now, old_tag, &old);
	if (!fetch) {
		l->line[at].valid |= bits;
		l->line[at].dirty |= bits;
		use_port(l, p->now, SECTOR);
		finish(l, p, k);
	}
	return DONE;
}

static void look_up(struct l2 *l, const struct ports *p)
{
	const struct l2_piped *head = &l->pipe[l->pipe_head];

	if (!l->pipe_n || p->now < head->due)
		return;

	struct pkt *k = head->pkt;
	const enum l2_class class = class_of(k->kind);
	const uint64_t tag = k->addr / LINE;
	const uint32_t line = find(l, set_of(l, tag), tag),
		       sector = (uint32_t)(k->addr % LINE) / SECTOR;
	const uint8_t bits = sectors_of(k);
	int why;

	if (l->flushing)
		why = L2_FLUSHING;
	else if (line != NONE && (l->line[line].valid & bits) == bits)
		why = hit(l, p, k, line, bits);
	else if (line != NONE && l->line[line].pending & bits)
		why = merge(l, k, line, sector);
	else if (allocates(l, k->kind))
		why = miss(l, p, k, line, bits);
	else
		why = write_through(l, p, k);
	if (why != DONE) {
		l->why = (enum l2_stall)why;
		l->n->stall[why]++;
		return;
	}
	l->n->access[class]++;
	l->pipe_head = l->pipe_head + 1 < l->pipe_cap ? l->pipe_head + 1 : 0;
	l->pipe_n--;
}

/* The oldest packet that waits for a fill that has come. */
static void answer(struct l2 *l, const struct ports *p)
{
	if (!l->ready_n)
		return;

	const uint32_t id = l->ready[l->ready_head];
	struct l2_mshr *m = &l->mshr[id];
	struct pkt *k = m->first;

	if (is_answered(k->kind) && !out_has_room(l, p))
		return;
	m->first = k->next;
	finish(l, p, k);
	if (m->first)
		return;
	l->ready_head = l->ready_head + 1 < l->c.mshr ? l->ready_head + 1 : 0;
	l->ready_n--;
	l->spare[l->spares++] = id;
}

static void fill(struct l2 *l, uint64_t now, struct link *fills)
{
	struct pkt *f = link_head(fills);

	if (!f || now < l->port_free)
		return;

	struct l2_mshr *m = &l->mshr[f->id];
	struct l2_line *n = &l->line[m->line];

	assert(m->first && n->pending & m->sectors);
	n->valid |= m->sectors;
	n->pending &= (uint8_t)~m->sectors;
	for (const struct pkt *k = m->first; k; k = k->next)
		if (is_write(k->kind) || k->kind == PKT_ATOM)
			n->dirty |= (uint8_t)(1U << k->addr % LINE / SECTOR);
	use_port(l, now, l->c.fetch);
	l->ready[(l->ready_head + l->ready_n++) % l->c.mshr] = f->id;
	pkt_free(l->pool, link_pop(fills));
}

/* Flush: the next dirty line leaves; clean ones cost nothing. */
static void sweep(struct l2 *l, const struct ports *p)
{
	const uint32_t lines = l->c.sets * l->c.ways;

	if (!l->flushing || p->now < l->port_free || !dram_has_room(l, p))
		return;
	while (l->flush_at < lines) {
		const uint32_t i = l->flush_at++;
		const struct l2_line old = l->line[i];
		const uint64_t tag = l->tag[i];

		l->tag[i] = L2_NO_TAG;
		l->line[i] = (struct l2_line){0};
		if (old.dirty) {
			write_back(l, p->now, tag, &old);
			return;
		}
	}
	l->flushing = false;
}

static void send(struct l2 *l, const struct ports *p)
{
	if (!l->staged_n || link_full(p->to_dram))
		return;
	link_push(p->to_dram, l->staged[l->staged_head]);
	l->staged_head = (l->staged_head + 1) % L2_STAGED;
	l->staged_n--;
}

static void accept(struct l2 *l, uint64_t now, struct link *in)
{
	struct pkt *k = l->pipe_n < l->pipe_cap ? link_pop(in) : NULL;

	if (!k)
		return;

	const uint32_t at = l->pipe_head + l->pipe_n++;

	l->pipe[at < l->pipe_cap ? at : at - l->pipe_cap] =
		(struct l2_piped){.pkt = k, .due = now + l->c.latency};
}

void l2_step(struct l2 *l, uint64_t now, struct link *in, struct link *out, struct link *to_dram,
	     struct link *fills)
{
	const struct ports p = {now, out, to_dram};

	if (!(l->pipe_n | l->ready_n | l->staged_n | in->count | fills->count) && !l->flushing)
		return;
	answer(l, &p);
	fill(l, now, fills);
	sweep(l, &p);
	look_up(l, &p);
	send(l, &p);
	accept(l, now, in);
}

void l2_flush(struct l2 *l)
{
	assert(l2_idle(l));
	l->flushing = true;
	l->flush_at = 0;
}

bool l2_idle(const struct l2 *l)
{
	return !l->pipe_n && l->spares == l->c.mshr && !l->staged_n && !l->flushing;
}
