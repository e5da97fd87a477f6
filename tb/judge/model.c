/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Events are numbered in the order in which they were performed, so every relation here goes
 * from a smaller number to a greater one (or from an event to itself, in the patterns).
 *
 * Where the ISA's text leaves room, this is what was chosen:
 *
 *  - Location. "On a location M" and "overlap completely" mean: same memory, address and size.
 *  - Vectors (8.2.4). The elements of one vector access are not in program order among
 *    themselves, but each is so with what comes before and after.
 *  - "R reads the value written by W" (8.9.2): every byte of it. A read of which a byte has
 *    been overwritten since observes nobody.
 *  - red (8.4, 8.8, 8.9.2). Not a "read operation" by the table, but an "atomic operation", over
 *    which observation order may lead, and one that "conceptually performs a strong read". So
 *    observation order reaches a red; and from there causality's last clause applies to it as
 *    to any operation. It begins no acquire pattern.
 *  - Release operation that writes nothing (a failed cas.release): begins no release pattern,
 *    also when a strong write follows it. The formal model (Lustig, Sahasrabuddhe, Giroux,
 *    ASPLOS 2019) has write events there.
 *  - Who is released (8.8: "operations before the first instruction in that pattern"). The
 *    first operation itself, too, as in the formal model, whose relation goes from the first
 *    operation of the release pattern to the last one of the acquire pattern.
 *  - Fence-SC order (8.9.3) is determined at run time: the order in which fences are performed.
 *    The lanes of one fence instruction are performed at once: either order is possible, so
 *    neither is relied on, and a race that one of the two leaves is a race.
 *  - Same address (8.9.5, proxy-preserved base causality): overlap. It only matters for accesses
 *    that overlap, and there the formal model's "base causality, or program order and overlap"
 *    is the same.
 *  - bar.warp.sync is not in the chapter's list (8.9.4); its description says that it orders
 *    memory among those that take part: each synchronizes with each, as at a barrier.
 *  - The chapter is for sm_70 and later, where every lane is a thread; two lanes' stores in one
 *    instruction are two operations of two threads.
 */
#include "model.h"

#include <stddef.h>

static const char *const texts[] = {
#define TEXT(name, text) text,
	MODEL_FAULTS(TEXT)};
static const char *const names[] = {
#define NAME(name, text) #name,
	MODEL_FAULTS(NAME)};

const char *model_fault_name(enum model_fault f)
{
	return names[f];
}

const char *model_fault_text(enum model_fault f)
{
	return texts[f];
}

/* Events */

/* 8.2.1: some byte is touched by both. */
static bool overlap(const struct event *x, const struct event *y)
{
	return x->kind == EVENT_MEMORY && y->kind == EVENT_MEMORY && x->space == y->space &&
	       x->addr < y->addr + y->size && y->addr < x->addr + x->size;
}

/* 8.2.1: complete overlap; one location. */
static bool same_location(const struct event *x, const struct event *y)
{
	return x->kind == EVENT_MEMORY && y->kind == EVENT_MEMORY && x->space == y->space &&
	       x->addr == y->addr && x->size == y->size;
}

/* 8.5: the scope of x includes the thread of y. */
static bool includes(const struct model *m, const struct event *x, const struct event *y)
{
	return x->scope == PTX_SCOPE_GPU || x->scope == PTX_SCOPE_SYS || x->block == y->block ||
	       (x->scope == PTX_SCOPE_CLUSTER && x->cluster == y->cluster) ||
	       m->fault == MODEL_NO_SCOPES;
}

/* Morally strong; or two operations of one mbarrier (9.7.13.15: they are atomic). */
static bool atomic_together(const struct model *m, uint32_t x, uint32_t y)
{
	return relation_has(&m->strong, x, y) ||
	       (m->at[x].mbarrier && m->at[y].mbarrier && same_location(&m->at[x], &m->at[y]));
}

/* 8.4: an atomic operation that results in a write. */
static bool read_modify_write(const struct model *m, const struct event *z)
{
	if (m->fault == MODEL_NO_CHAIN)
		return false;
	return z->atomic && z->read && z->write && !(z->red && m->fault == MODEL_RED_ENDS_CHAIN);
}

/* 8.4: a write operation. */
static bool writes(const struct model *m, const struct event *x)
{
	return x->write || (m->fault == MODEL_FAILED_CAS_WRITES && x->atomic);
}

/* Relations */

/* 8.9.1 Program order: x is before y in the code that their thread executed. */
static struct relation program_order(const struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++)
		for (uint32_t y = x + 1; y < m->n; y++)
			if (m->at[x].thread == m->at[y].thread && m->at[x].step < m->at[y].step)
				relation_add(&r, x, y);
	return r;
}

/* 8.7 Morally strong: in program order, or both strong with scopes that include each other's
 * thread; same proxy (there is but one); two memory operations overlap completely. */
static struct relation morally_strong(const struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++) {
		for (uint32_t y = x + 1; y < m->n; y++) {
			const struct event *a = &m->at[x], *b = &m->at[y];
			const bool memory = a->kind == EVENT_MEMORY && b->kind == EVENT_MEMORY;
			bool ok = a->strong && b->strong && includes(m, a, b) && includes(m, b, a);

			ok |= relation_has(&m->order, x, y);
			if (memory && !same_location(a, b) &&
			    !(m->fault == MODEL_PARTIAL_OVERLAP && overlap(a, b)))
				ok = false;
			if (ok)
				relation_add(&r, x, y);
		}
	}
	return r;
}

/* 8.9.7 Communication order, its first part: y returns the value of a byte that x wrote. */
static struct relation reads_from(const struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t y = 0; y < m->n; y++)
		for (uint32_t i = 0; m->at[y].read && i < m->at[y].size; i++)
			if (m->at[y].from[i] != EVENT_INITIAL)
				relation_add(&r, (uint32_t)m->at[y].from[i], y);
	return r;
}

/* Every byte that y returns is x's. */
static bool reads_all(const struct model *m, uint32_t x, uint32_t y)
{
	const struct event *e = &m->at[y];

	for (uint32_t i = 0; i < e->size; i++)
		if (e->from[i] != (int32_t)x && m->fault != MODEL_OBSERVE_ANY_BYTE)
			return false;
	return true;
}

/* 8.9.2 Observation order: y reads what x wrote, both morally strong; or x is before an atomic
 * operation that is before y. */
static struct relation observation_order(const struct model *m)
{
	struct relation from = reads_from(m), r = relation_make(m->n);

	for (uint32_t x = m->n; x-- > 0;) {
		RELATION_EACH(&from, x, y)
		{
			if (m->fault == MODEL_NO_OBSERVATION || !atomic_together(m, x, y) ||
			    !reads_all(m, x, y))
				continue;
			relation_add(&r, x, y);
			if (!read_modify_write(m, &m->at[y]))
				continue;
			RELATION_EACH(&r, y, z)
			relation_add(&r, x, z);
		}
	}
	relation_drop(&from);
	return r;
}

/* 8.8 Release pattern on a location: (1) a release operation on it; (2) one, then in program order
 * a strong write on it; (3) a fence, then in program order a strong write on it. From the first
 * operation to the write. */
static struct relation release_pattern(const struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++) {
		const struct event *a = &m->at[x];
		const bool operation = a->kind == EVENT_MEMORY && a->release && writes(m, a);

		if (operation && m->fault != MODEL_NO_RELEASE_OPERATION)
			relation_add(&r, x, x);
		RELATION_EACH(&m->order, x, y)
		{
			const struct event *b = &m->at[y];

			if (b->kind != EVENT_MEMORY || !b->strong || !writes(m, b))
				continue;
			if (operation &&
			    (same_location(a, b) || m->fault == MODEL_CONTINUED_ANYWHERE) &&
			    m->fault != MODEL_NO_RELEASE_CONTINUED)
				relation_add(&r, x, y);
			if (a->kind == EVENT_FENCE && m->fault != MODEL_NO_RELEASE_FENCE)
				relation_add(&r, x, y);
		}
	}
	return r;
}

/* 8.8 Acquire pattern on a location: (1) an acquire operation on it; (2) a strong read on it, then
 * in program order an acquire operation on it; (3) a strong read on it, then in program order a
 * fence. From the read to the last operation. red is no read here. */
static struct relation acquire_pattern(const struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++) {
		const struct event *a = &m->at[x];

		if (a->kind != EVENT_MEMORY || !a->read || !a->strong ||
		    (a->red && m->fault != MODEL_RED_ACQUIRES))
			continue;
		if (a->acquire && m->fault != MODEL_NO_ACQUIRE_OPERATION)
			relation_add(&r, x, x);
		RELATION_EACH(&m->order, x, y)
		{
			const struct event *b = &m->at[y];

			if (b->kind == EVENT_FENCE && m->fault != MODEL_NO_ACQUIRE_FENCE)
				relation_add(&r, x, y);
			if (b->kind == EVENT_MEMORY && b->acquire && same_location(a, b) &&
			    m->fault != MODEL_NO_ACQUIRE_CONTINUED)
				relation_add(&r, x, y);
		}
	}
	return r;
}

/* 8.9.4: a release pattern synchronizes with an acquire pattern when its write is before the
 * other's read in observation order, and the first operation of the one and the last of the
 * other are morally strong. */
static struct relation released_and_acquired(const struct model *m)
{
	struct relation seen = relation_compose(&m->release, &m->observe);
	struct relation all = relation_compose(&seen, &m->acquire), r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++)
		RELATION_EACH(&all, x, y)
	if (relation_has(&m->strong, x, y) || m->fault == MODEL_ANY_ENDS)
		relation_add(&r, x, y);
	relation_drop(&seen);
	relation_drop(&all);
	if (m->fault == MODEL_FIRST_LEFT_OUT) {
		all = r;
		r = relation_compose(&m->order, &all);
		relation_drop(&all);
	}
	return r;
}

/* 8.9.3 Fence-SC order: relates every two morally strong fence.sc (of different instructions), as
 * they were performed. Each synchronizes with the later ones (8.9.4). */
static void add_fence_sc(const struct model *m, struct relation *r)
{
	for (uint32_t x = 0; x < m->n; x++) {
		RELATION_EACH(&m->strong, x, y)
		{
			const struct event *a = &m->at[x], *b = &m->at[y];

			if (a->kind != EVENT_FENCE || b->kind != EVENT_FENCE ||
			    m->fault == MODEL_NO_FENCE_SC)
				continue;
			if (a->op != b->op && ((a->sc && b->sc) || m->fault == MODEL_ALL_FENCES_SC))
				relation_add(r, x, y);
		}
	}
}

/* 8.9.4: bar.sync, bar.red and bar.arrive synchronize with bar.sync and bar.red on the same
 * barrier, when it completes with both; likewise bar.warp.sync. */
static void add_barriers(const struct model *m, struct relation *r)
{
	for (uint32_t x = 0; x < m->n; x++) {
		for (uint32_t y = x + 1; y < m->n; y++) {
			const struct event *a = &m->at[x], *b = &m->at[y];
			const bool any = m->fault == MODEL_ANY_COMPLETION && !a->warp_sync &&
					 !b->warp_sync && a->block == b->block && a->bar == b->bar;

			if (a->kind != EVENT_ARRIVE || b->kind != EVENT_LEAVE ||
			    (a->instance != b->instance && !any))
				continue;
			if (m->fault == (a->warp_sync ? MODEL_NO_WARP_SYNC : MODEL_NO_BARRIER) ||
			    (m->fault == MODEL_ARRIVE_LEAVES && !a->waits && !a->warp_sync))
				continue;
			if (!a->relaxed)
				relation_add(r, x, y);
			for (uint32_t f = 0; a->relaxed && f < x; f++)
				if (m->at[f].kind == EVENT_FENCE && relation_has(&m->order, f, x) &&
				    includes(m, &m->at[f], b))
					relation_add(r, f, y);
		}
	}
}

/* 8.9.4 Synchronizes with. */
static struct relation synchronizes(const struct model *m)
{
	struct relation r = released_and_acquired(m);

	add_fence_sc(m, &r);
	add_barriers(m, &r);
	return r;
}

/* 8.9.5 Base causality order: program order and synchronization, and any sequence of them. */
static struct relation base_causality(const struct model *m)
{
	struct relation one = relation_make(m->n), r;

	relation_unite(&one, &m->order);
	relation_unite(&one, &m->sync);
	if (m->fault ==
	    MODEL_NO_TRANSITIVITY) { /* program order, one synchronization, program order */
		struct relation in = relation_compose(&m->order, &m->sync);

		relation_unite(&one, &in);
		r = relation_compose(&one, &m->order);
		relation_unite(&r, &one);
		relation_drop(&in);
	} else {
		r = relation_closure(&one);
	}
	relation_drop(&one);
	return r;
}

/* 8.9.5 Causality order: base causality; or x is before some z in observation order, and z before
 * y, at the same address, in base causality. Not transitive. */
static struct relation causality(const struct model *m)
{
	struct relation same = relation_make(m->n), r;

	for (uint32_t z = 0; z < m->n; z++)
		RELATION_EACH(&m->base, z, y)
	if (overlap(&m->at[z], &m->at[y]))
		relation_add(&same, z, y);
	r = relation_compose(&m->observe, &same);
	if (m->fault == MODEL_NO_OBSERVED_CAUSALITY) {
		relation_drop(&r);
		r = relation_make(m->n);
	} else if (m->fault == MODEL_OBSERVED_ANYWHERE) {
		struct relation s = relation_compose(&m->order, &m->observe);
		struct relation t = relation_compose(&s, &m->order);

		relation_unite(&r, &t);
		relation_drop(&s);
		relation_drop(&t);
	}
	relation_unite(&r, &m->base);
	relation_drop(&same);
	return r;
}

/* 8.7.1 Data race: overlapping operations of different threads, at least one a write, not related
 * in causality order and not morally strong. */
static struct relation data_races(struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++) {
		for (uint32_t y = x + 1; y < m->n; y++) {
			const struct event *a = &m->at[x], *b = &m->at[y];
			const bool conflict = overlap(a, b) && (writes(m, a) || writes(m, b) ||
								m->fault == MODEL_READS_CONFLICT);

			if (!conflict || a->thread == b->thread ||
			    (atomic_together(m, x, y) && m->fault != MODEL_STRONG_RACES))
				continue;
			if (!relation_has(&m->cause, x, y))
				relation_add(&r, x, y);
			else if (!a->strong && !relation_has(&m->base, x, y))
				relation_add(&m->weak_start, x, y);
		}
	}
	return r;
}

void model_make(struct model *m, const struct execution *e, enum model_fault fault)
{
	*m = (struct model){.fault = fault};
	m->at = execution_events(e, &m->n);
	m->order = program_order(m);
	m->strong = morally_strong(m);
	m->observe = observation_order(m);
	m->release = release_pattern(m);
	m->acquire = acquire_pattern(m);
	m->sync = synchronizes(m);
	m->base = base_causality(m);
	m->cause = causality(m);
	m->weak_start = relation_make(m->n);
	m->race = data_races(m);
}

void model_drop(struct model *m)
{
	struct relation *const all[] = {&m->order,   &m->strong,    &m->observe, &m->release,
					&m->acquire, &m->sync,      &m->base,    &m->cause,
					&m->race,    &m->weak_start};

	for (unsigned i = 0; i < sizeof(all) / sizeof(*all); i++)
		relation_drop(all[i]);
}

/* Axioms */

/* 8.9.6 Coherence order: overlapping writes that are morally strong or related in causality
 * order; here, in the order performed. */
static struct relation coherence(const struct model *m)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++)
		for (uint32_t y = x + 1; y < m->n; y++)
			if (m->at[x].write && m->at[y].write && overlap(&m->at[x], &m->at[y]) &&
			    (relation_has(&m->strong, x, y) || relation_has(&m->cause, x, y)))
				relation_add(&r, x, y);
	return r;
}

/* 8.9.7 From-reads: for some byte, x returns what was written before y in coherence order (or
 * was there at the start). */
static struct relation from_reads(const struct model *m, const struct relation *co)
{
	struct relation r = relation_make(m->n);

	for (uint32_t x = 0; x < m->n; x++)
		for (uint32_t y = 0; m->at[x].read && y < m->n; y++) {
			const struct event *a = &m->at[x], *b = &m->at[y];

			if (x == y || !b->write || !overlap(a, b))
				continue;
			for (uint32_t i = 0; i < a->size; i++) {
				const bool touched = a->addr + i - b->addr < b->size;

				if (touched && (a->from[i] == EVENT_INITIAL ||
						relation_has(co, (uint32_t)a->from[i], y)))
					relation_add(&r, x, y);
			}
		}
	return r;
}

/* What each read returned is what its bytes' writers wrote. */
static bool values_fit(const struct model *m)
{
	for (uint32_t y = 0; y < m->n; y++) {
		const struct event *e = &m->at[y];

		for (uint32_t i = 0; e->read && e->kind == EVENT_MEMORY && !e->red && i < e->size;
		     i++) {
			const struct event *w = e->from[i] < 0 ? NULL : &m->at[e->from[i]];
			const uint64_t at = w ? e->addr + i - w->addr : 0;

			if (w && (w->put >> (8 * at) & 0xff) != (e->got >> (8 * i) & 0xff))
				return false;
		}
	}
	return true;
}

/* 8.10.1 to 8.10.6, but no thin air (here nothing is read before it is written). */
const char *model_check(const struct model *m)
{
	struct relation co = coherence(m), fr = from_reads(m, &co), rf = reads_from(m);
	struct relation per_location = relation_make(m->n);
	const char *bad = values_fit(m) ? NULL : "a value read is not the one written last";

	for (uint32_t x = 0; x < m->n; x++) {
		RELATION_EACH(&m->order, x, y)
		if (overlap(&m->at[x], &m->at[y]))
			relation_add(&per_location, x, y);
		for (uint32_t y = 0; y < m->n; y++) {
			const bool strong = relation_has(&m->strong, x < y ? x : y, x < y ? y : x);

			if (strong && (relation_has(&co, x, y) || relation_has(&fr, x, y) ||
				       relation_has(&rf, x, y)))
				relation_add(&per_location, x, y);
			if ((relation_has(&rf, x, y) || relation_has(&fr, x, y)) &&
			    relation_has(&m->cause, y, x))
				bad = "causality";
			/* Atomicity: nobody's write between the two halves. */
			if (m->at[x].atomic && m->at[x].write && strong &&
			    relation_has(&fr, x, y) && relation_has(&co, y, x))
				bad = "atomicity";
		}
	}
	if (relation_cyclic(&per_location))
		bad = "sequential consistency of each location";
	relation_drop(&co);
	relation_drop(&fr);
	relation_drop(&rf);
	relation_drop(&per_location);
	return bad;
}
