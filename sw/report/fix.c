/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fix: what a person would change so that the race is gone, as a sentence. Which it is:
 * fix_choose.c.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report_int.h"

enum { PLACE = 192, PLACES = 400 };

const char *report_order(const struct report_race *e, const char *between, char text[32])
{
	snprintf(text, 32, "%s%s%s", race_access_name(e->second.access), between,
		 race_access_name(e->first.access));
	return text;
}

static bool is_atomic(const struct report_side *s)
{
	return s->access == RACE_ATOMIC || s->scope != PTX_SCOPE_NONE;
}

static void add(char text[REPORT_FIX], const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void add(char text[REPORT_FIX], const char *format, ...)
{
	const size_t n = strlen(text);
	va_list list;

	va_start(list, format);
	vsnprintf(text + n, REPORT_FIX - n, format, list);
	va_end(list);
}

static const char *line_of(const struct report_race *e, const struct report_place *p,
			   char text[PLACE])
{
	const char *home = e->second.at.file;

	if (!p->file)
		snprintf(text, PLACE, "the place");
	else if (home && strcmp(home, p->file) != 0)
		snprintf(text, PLACE, "%.150s:%u", p->file, p->line);
	else
		snprintf(text, PLACE, "line %u", p->line);
	return text;
}

/* "line 12", "other.cu:12", or in words when the place is not known. */
static const char *place(const struct report_race *e, const struct report_side *s, char text[PLACE])
{
	const struct report_side *o = s == &e->first ? &e->second : &e->first;

	if (s->at.file && o->at.file && strcmp(s->at.file, o->at.file) != 0)
		snprintf(text, PLACE, "%.150s:%u", s->at.file, s->at.line);
	else if (s->at.file)
		snprintf(text, PLACE, "line %u", s->at.line);
	else
		snprintf(text, PLACE, "the other side's %s", race_access_name(s->access));
	return text;
}

/* "line 10 and line 16"; once when they are one. */
static const char *places(const struct report_race *e, char text[PLACES])
{
	char a[PLACE], b[PLACE];

	place(e, &e->first, a);
	place(e, &e->second, b);
	if (report_one_line(e))
		snprintf(text, PLACES, "%s", a);
	else
		snprintf(text, PLACES, "%s and %s", a, b);
	return text;
}

static bool narrow(const struct report_side *s)
{
	return s->scope == PTX_SCOPE_CTA;
}

static void atomic_scope(const struct report_race *e, char text[REPORT_FIX])
{
	const struct report_side *s = narrow(&e->second) ? &e->second : &e->first;
	const bool both =
		narrow(&e->first) && narrow(&e->second) && e->first.at.file && !report_one_line(e);
	const char *f = s->at.atomic, *g = both ? e->first.at.atomic : f;
	char where[PLACES], a[PLACE], b[PLACE];

	if (both)
		places(e, where);
	else
		place(e, s, where);
	if (!narrow(s))
		add(text, "give the atomics of both sides device scope");
	else if (both && f && e->first.at.atomic && strcmp(f, e->first.at.atomic) != 0)
		add(text,
		    "use %s() instead of %s_block() on %s, and %s() instead of %s_block() on %s",
		    e->first.at.atomic, e->first.at.atomic, place(e, &e->first, a), f, f,
		    place(e, &e->second, b));
	else if (f && g && !strcmp(f, g))
		add(text, "use %s() instead of %s_block() on %s", f, f, where);
	else if (both)
		add(text, "give the atomics on %s device scope", where);
	else if (s->at.file)
		add(text, "give the atomic of %s device scope", where);
	else
		add(text, "give %s device scope", where);
	add(text, ": the other thread is in another block");
}

static const char *fence_name(const struct report_race *e)
{
	return e->scope == RACE_SCOPE_DEVICE ? "__threadfence()" : "__threadfence_block()";
}

static void part(char text[REPORT_FIX], unsigned *n)
{
	if ((*n)++)
		add(text, ", and ");
}

static void before_write(const struct report_race *e, const char *what, char text[REPORT_FIX],
			 unsigned *n)
{
	const struct report_facts *f = &e->facts;
	char a[PLACE], b[PLACE];

	if (f->write_fenced)
		return;
	part(text, n);
	if (f->narrow_before.file)
		add(text, "%s instead of __threadfence_block() on %s", fence_name(e),
		    line_of(e, &f->narrow_before, a));
	else if (f->late.file)
		add(text, "%s before %s, which %s: that of %s comes too late", fence_name(e),
		    line_of(e, &f->flag_write, a), what, line_of(e, &f->late, b));
	else
		add(text, "%s before %s, which %s", fence_name(e), line_of(e, &f->flag_write, a),
		    what);
}

static void after_read(const struct report_race *e, const char *what, char text[REPORT_FIX],
		       unsigned *n)
{
	const struct report_facts *f = &e->facts;
	char a[PLACE];

	if (f->read_fenced)
		return;
	part(text, n);
	if (f->narrow_after.file)
		add(text, "%s instead of __threadfence_block() on %s", fence_name(e),
		    line_of(e, &f->narrow_after, a));
	else
		add(text, "%s after %s, which %s", fence_name(e), line_of(e, &f->flag_read, a),
		    what);
}

static void flag_scope(const struct report_race *e, const struct report_place *p,
		       char text[REPORT_FIX], unsigned *n)
{
	char a[PLACE];

	part(text, n);
	if (p->atomic)
		add(text, "%s() instead of %s_block() on %s", p->atomic, p->atomic,
		    line_of(e, p, a));
	else
		add(text, "device scope for the access of %s", line_of(e, p, a));
}

/* Both sides of a flag, or of a lock; false: nothing is known to be missing. */
static bool handoff(const struct report_race *e, char text[REPORT_FIX])
{
	const struct report_facts *f = &e->facts;
	unsigned n = 0;

	if (!report_lacks(f))
		return false;
	before_write(e, f->is_lock ? "gives the lock back" : "writes the flag", text, &n);
	after_read(e, f->is_lock ? "takes the lock" : "reads the flag", text, &n);
	if (f->write_narrow)
		flag_scope(e, &f->flag_write, text, &n);
	if (f->read_narrow)
		flag_scope(e, &f->flag_read, text, &n);
	return true;
}

/* The flag is not known. */
static void any_flag(const struct report_race *e, char text[REPORT_FIX])
{
	char a[PLACE], b[PLACE];

	add(text,
	    "%s%s after %s, before the flag that hands the data over is written, and %s between "
	    "its read and %s",
	    fence_name(e), e->kind == RACE_FENCE_SCOPE ? " instead of __threadfence_block()" : "",
	    place(e, &e->first, a), fence_name(e), place(e, &e->second, b));
}

static void locking(const struct report_race *e, char text[REPORT_FIX])
{
	const bool device = e->scope == RACE_SCOPE_DEVICE;
	const char *f = fence_name(e);

	if (!handoff(e, text))
		add(text,
		    "take the lock with atomicCAS() and %s right after it, give it back with %s "
		    "and then atomicExch()%s",
		    f, f, device ? ", all of them in the form without _block" : "");
}

static void strong(const struct report_race *e, char text[REPORT_FIX])
{
	char a[PLACES];

	if (!e->first.strong && !e->second.strong)
		places(e, a);
	else
		place(e, e->second.strong ? &e->first : &e->second, a);
	add(text,
	    "declare the data volatile, or use atomics: weak accesses on %s may never reach, or "
	    "never leave, a cache",
	    a);
}

static void update(const struct report_race *e, char text[REPORT_FIX])
{
	const char *f = e->facts.update[0], *g = e->facts.update[1];
	char a[PLACE], b[PLACE];

	place(e, &e->first, a);
	place(e, &e->second, b);
	if (!f || (report_one_line(e) && !strcmp(f, g)))
		add(text, "use %s() on %s: another thread comes between its load and its store", g,
		    b);
	else
		add(text,
		    "use %s() on %s and %s() on %s: another thread comes between load and "
		    "store",
		    f, a, g, b);
}

static void one_atomic(const struct report_race *e, const struct report_side *s, const char *update,
		       char text[REPORT_FIX], unsigned *n)
{
	char a[PLACE];

	if (is_atomic(s))
		return;
	part(text, n);
	place(e, s, a);
	if (update)
		add(text, "use %s() on %s", update, a);
	else if (s->access == RACE_READ)
		add(text, "read with atomicAdd(..., 0) on %s", a);
	else
		add(text, "store with atomicExch() on %s", a);
}

/* There is none for less than four bytes. */
static bool no_atomic(const struct report_race *e)
{
	return e->memory.bytes < 4;
}

static void atomics(const struct report_race *e, char text[REPORT_FIX])
{
	unsigned n = 0;

	if (!report_one_line(e) || e->first.access != e->second.access)
		one_atomic(e, &e->first, e->facts.update[0], text, &n);
	one_atomic(e, &e->second, e->facts.update[1], text, &n);
	if (!n)
		add(text, "make both atomics of one size");
	else if (is_atomic(&e->first) || is_atomic(&e->second))
		add(text, ": the other side is atomic");
	if (no_atomic(e))
		add(text, "; give it four bytes for that");
}

static void one_value(const struct report_race *e, char text[REPORT_FIX])
{
	char a[PLACES];

	places(e, a);
	if (e->facts.value)
		add(text, "the value is the same, %s, but plain stores race all the same: ",
		    e->facts.value);
	else
		add(text, "the value is the same, but plain stores race all the same: ");
	if (e->scope == RACE_SCOPE_DEVICE && no_atomic(e))
		add(text, "let one thread of one block alone store on %s", a);
	else if (no_atomic(e))
		add(text, "let one thread alone store on %s", a);
	else if (e->scope != RACE_SCOPE_DEVICE && report_one_line(e))
		add(text, "let one thread alone store on %s, or store with atomicExch()", a);
	else
		add(text, "store with atomicExch() on %s", a);
}

/* What must be there of the branches around. */
static void branches(const struct report_race *e, const char *barrier, char text[REPORT_FIX])
{
	const struct report_facts *f = &e->facts;
	char a[PLACE];

	if (f->around_both.file)
		add(text,
		    "; not all threads take the branch of %s: end it before %s and begin it "
		    "again after",
		    line_of(e, &f->around_both, a), barrier);
	else if (f->around_first.file && f->around_first.line <= e->first.at.line)
		add(text, ", after the branch of %s has ended", line_of(e, &f->around_first, a));
}

static void between(const struct report_race *e, const char *what, char text[REPORT_FIX])
{
	const struct report_facts *f = &e->facts;
	const struct report_place *to = &e->second.at;
	char a[PLACE], b[PLACE];

	if (f->around_second.file && f->around_second.line > e->first.at.line &&
	    f->around_second.line < to->line && !strcmp(f->around_second.file, to->file))
		to = &f->around_second;
	add(text, "%s between %s and %s", what, place(e, &e->first, a), line_of(e, to, b));
	branches(e, what, text);
}

static void barrier(const struct report_race *e, char text[REPORT_FIX])
{
	const char *what = e->scope == RACE_SCOPE_WARP ? "__syncwarp()" : "__syncthreads()";
	const bool stores = e->first.access == RACE_WRITE && e->second.access == RACE_WRITE;
	const bool known = e->first.at.file != NULL;
	char a[PLACES], b[PLACE];

	if (known && e->first.at.line < e->second.at.line)
		between(e, what, text);
	else if (known && e->facts.back && e->facts.loop.file)
		add(text, "%s at the end of each round of the loop of %s, after %s", what,
		    line_of(e, &e->facts.loop, b), place(e, &e->first, a));
	else if (report_one_line(e) && stores)
		add(text, "let one thread alone store on %s", places(e, a));
	else if (report_one_line(e))
		add(text, "%s between the %s and the %s of %s, in two statements", what,
		    race_access_name(e->first.access), race_access_name(e->second.access),
		    places(e, a));
	else
		add(text, "%s between %s", what, places(e, a));
}

static void kernels(const struct report_race *e, char text[REPORT_FIX])
{
	const bool stores = e->first.access == RACE_WRITE && e->second.access == RACE_WRITE;
	const char *what = "end the kernel and begin another one";
	char a[PLACES];

	if (!e->first.at.file) { /* the detector alone does not say where to look for a flag */
		any_flag(e, text);
		add(text, "; without a flag, ");
	}
	if (report_one_line(e) && stores) {
		add(text,
		    "let one thread of one block alone store on %s, or give each block a "
		    "place of its own: nothing orders the two blocks",
		    places(e, a));
		return;
	}
	if (report_one_line(e))
		add(text, "%s between the %s and the %s of %s", what,
		    race_access_name(e->first.access), race_access_name(e->second.access),
		    places(e, a));
	else
		add(text, "%s between %s", what, places(e, a));
	add(text, ": nothing orders the two blocks");
}

bool report_backwards(const struct report_race *e)
{
	return e->first.at.file && e->second.at.file && !e->facts.forward && e->facts.back &&
	       !strcmp(e->first.at.file, e->second.at.file) && e->first.at.line > e->second.at.line;
}

/* In the order of the code. */
static void turn(struct report_race *e)
{
	const struct report_side s = e->first;
	const struct report_place p = e->facts.around_first;

	e->first = e->second;
	e->second = s;
	e->facts.around_first = e->facts.around_second;
	e->facts.around_second = p;
	e->facts.forward = true;
	e->facts.back = false;
}

static void wait_for_copy(const struct report_race *e, char text[REPORT_FIX])
{
	const bool own = e->first.block == e->second.block && e->first.warp == e->second.warp &&
			 e->first.lane == e->second.lane;
	const char *meet = e->scope == RACE_SCOPE_WARP ? "__syncwarp()" : "__syncthreads()";
	char a[PLACE], b[PLACE];

	place(e, &e->first, a);
	if (e->first.copy == PTX_OP_CP_ASYNC)
		add(text, "wait for the copy of %s (__pipeline_wait_prior(), cp.async.wait_group)",
		    a);
	else if (!e->first.by_group)
		add(text, "wait on the mbarrier of the copy of %s (mbarrier.try_wait)", a);
	else
		add(text, "wait for the copy of %s (cp.async.bulk.wait_group%s)", a,
		    e->first.access == RACE_READ ? ".read" : "");
	if (!own && (e->first.copy == PTX_OP_CP_ASYNC || e->first.by_group)) /* else all wait */
		add(text, ", then %s,", meet);
	add(text, " before %s", place(e, &e->second, b));
}

static void proxy(const struct report_race *e, char text[REPORT_FIX])
{
	char a[PLACE], b[PLACE];

	add(text,
	    "fence.proxy.async after %s, by the thread that writes, and before the barrier that "
	    "lets "
	    "%s begin",
	    place(e, &e->first, a), place(e, &e->second, b));
}

/* Which of the two grids launched the other one can be seen from who launched the later one. */
static void launches(const struct report_race *e, char text[REPORT_FIX])
{
	char a[PLACE], mark[64];

	snprintf(mark, sizeof(mark), ", launch %" PRIu64, e->first.launch);
	if (e->second.launched_by && strstr(e->second.launched_by, mark))
		add(text,
		    "do %s before the launch, or in a grid that is launched after it "
		    "(cudaStreamTailLaunch, or the same stream)",
		    place(e, &e->first, a));
	else
		add(text, "launch both grids into one stream of one block, or the later one into "
			  "cudaStreamTailLaunch");
}

bool report_by_barrier(enum report_fix f)
{
	return f == REPORT_FIX_BARRIER || f == REPORT_FIX_SYNCWARP || f == REPORT_FIX_KERNELS;
}

void report_fix(const struct report_race *e, char text[REPORT_FIX])
{
	struct report_race turned = *e;
	char where[PLACES];

	text[0] = '\0';
	if (report_by_barrier(e->fix) && report_backwards(e)) {
		turn(&turned);
		e = &turned;
	}
	switch (e->fix) {
	case REPORT_FIX_SCOPE: atomic_scope(e, text); return;
	case REPORT_FIX_LANE:
		add(text,
		    "let one lane of the warp store on %s, or give each lane a place of its "
		    "own",
		    places(e, where));
		return;
	case REPORT_FIX_LOCK:
		add(text, "hold one and the same lock around %s", places(e, where));
		return;
	case REPORT_FIX_LOCKING: locking(e, text); return;
	case REPORT_FIX_HANDOFF:
		if (!handoff(e, text))
			any_flag(e, text);
		return;
	case REPORT_FIX_STRONG: strong(e, text); return;
	case REPORT_FIX_UPDATE: update(e, text); return;
	case REPORT_FIX_ATOMIC: atomics(e, text); return;
	case REPORT_FIX_SYNCWARP:
	case REPORT_FIX_BARRIER: barrier(e, text); return;
	case REPORT_FIX_ONE_VALUE: one_value(e, text); return;
	case REPORT_FIX_WAIT: wait_for_copy(e, text); return;
	case REPORT_FIX_PROXY: proxy(e, text); return;
	case REPORT_FIX_CLUSTER:
		add(text, "between %s: the cluster's barrier (cluster.sync(), barrier.cluster)",
		    places(e, where));
		return;
	case REPORT_FIX_KERNELS: kernels(e, text); return;
	case REPORT_FIX_LAUNCH: launches(e, text); return;
	}
}

/* The lines that a barrier has to part are those of all the cause's races that go on in order: the
 * latest of the earlier ones, the earliest of the later ones. */
void report_cause_fix(const struct report *r, const struct report_cause *c, char text[REPORT_FIX])
{
	struct report_race e = r->races[c->lead];

	if (report_backwards(&e))
		turn(&e);
	for (size_t i = 0; i < c->n && report_by_barrier(e.fix); i++) {
		struct report_race m = r->races[c->members[i]];

		if (report_backwards(&m))
			turn(&m);
		if (e.first.at.line >= e.second.at.line || m.fix != e.fix || !m.first.at.file ||
		    m.first.at.line >= m.second.at.line)
			continue;
		if (m.first.at.line > e.first.at.line) {
			e.first.at.line = m.first.at.line;
			e.facts.around_first = m.facts.around_first;
		}
		if (m.second.at.line < e.second.at.line) {
			e.second.at.line = m.second.at.line;
			e.facts.around_second = m.facts.around_second;
		}
	}
	report_fix(&e, text);
}
