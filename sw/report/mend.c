/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mend: what a person would change, by kind of race and by how far apart the two threads are.
 */
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

/* "line 12", "other.cu:12", or in words when the place is not known. */
static void place(const struct report_race *e, const struct report_side *s, char text[PLACE])
{
	const struct report_side *o = s == &e->first ? &e->second : &e->first;

	if (!s->at.file)
		snprintf(text, PLACE, "the other side's %s", race_access_name(s->access));
	else if (o->at.file && strcmp(o->at.file, s->at.file) != 0)
		snprintf(text, PLACE, "%.150s:%u", s->at.file, s->at.line);
	else
		snprintf(text, PLACE, "line %u", s->at.line);
}

static bool one_line(const struct report_race *e)
{
	return e->first.at.file && e->second.at.file && e->first.at.line == e->second.at.line &&
	       !strcmp(e->first.at.file, e->second.at.file);
}

/* "line 10 and line 16"; once when they are one. */
static void places(const struct report_race *e, char text[PLACES])
{
	char a[PLACE], b[PLACE];

	place(e, &e->first, a);
	place(e, &e->second, b);
	if (one_line(e))
		snprintf(text, PLACES, "%s", a);
	else
		snprintf(text, PLACES, "%s and %s", a, b);
}

static bool narrow(const struct report_side *s)
{
	return s->scope == PTX_SCOPE_CTA;
}

static void atomic_scope(const struct report_race *e, char text[REPORT_MEND])
{
	const struct report_side *s = narrow(&e->second) ? &e->second : &e->first;
	const bool both =
		narrow(&e->first) && narrow(&e->second) && e->first.at.file && !one_line(e);
	const char *f = s->at.atomic, *g = both ? e->first.at.atomic : f;
	char where[PLACES];

	if (both)
		places(e, where);
	else
		place(e, s, where);
	if (!narrow(s))
		snprintf(text, REPORT_MEND, "give the atomics of both sides device scope");
	else if (f && g && !strcmp(f, g))
		snprintf(text, REPORT_MEND, "use %s() instead of %s_block() on %s", f, f, where);
	else if (both)
		snprintf(text, REPORT_MEND, "give the atomics on %s device scope", where);
	else if (s->at.file)
		snprintf(text, REPORT_MEND, "give the atomic of %s device scope", where);
	else
		snprintf(text, REPORT_MEND, "give %s device scope", where);
	strncat(text, ": the other thread is in another block", REPORT_MEND - strlen(text) - 1);
}

static void fence(const struct report_race *e, char text[REPORT_MEND])
{
	char a[PLACE];

	place(e, &e->first, a);
	if (e->scope == RACE_SCOPE_DEVICE)
		snprintf(text, REPORT_MEND,
			 "__threadfence() after %s, right before the flag or lock that hands the "
			 "data to the other block",
			 a);
	else if (e->scope == RACE_SCOPE_BLOCK)
		snprintf(text, REPORT_MEND,
			 "__syncthreads() between the two, or __threadfence_block() after %s, "
			 "right before the flag or lock that hands the data to the other warp",
			 a);
	else
		snprintf(text, REPORT_MEND, "__syncwarp() after %s", a);
	/* A flag that is volatile only races with itself: no fence mends that. */
	if (e->scope != RACE_SCOPE_WARP && e->second.strong &&
	    (e->first.strong || !e->first.at.file))
		strncat(text, "; if it is itself the flag, make the accesses of both sides atomic",
			REPORT_MEND - strlen(text) - 1);
}

static void not_strong(const struct report_race *e, char text[REPORT_MEND])
{
	char where[PLACES];

	if (!e->first.strong && !e->second.strong)
		places(e, where);
	else
		place(e, e->second.strong ? &e->first : &e->second, where);
	snprintf(text, REPORT_MEND,
		 "declare the data volatile, or use atomics: weak accesses on %s may never reach, "
		 "or never leave, a cache",
		 where);
}

static void lock_scope(const struct report_race *e, char text[REPORT_MEND])
{
	const bool device = e->scope == RACE_SCOPE_DEVICE;
	const char *f = device ? "__threadfence()" : "__threadfence_block()";

	snprintf(text, REPORT_MEND,
		 "take the lock with atomicCAS() and %s right after it, give it back with %s and "
		 "then atomicExch()%s",
		 f, f, device ? ", all of them in the form without _block" : "");
}

static void barrier(const struct report_race *e, char text[REPORT_MEND])
{
	const char *f = e->scope == RACE_SCOPE_WARP ? "__syncwarp()" : "__syncthreads()";
	char where[PLACES];

	places(e, where);
	if (one_line(e) && e->first.access == RACE_WRITE && e->second.access == RACE_WRITE)
		snprintf(text, REPORT_MEND,
			 "let one thread alone store on %s, or put %s between one thread's store "
			 "and the next one's",
			 where, f);
	else if (one_line(e))
		snprintf(text, REPORT_MEND, "%s before %s is run again by another thread", f,
			 where);
	else
		snprintf(text, REPORT_MEND, "%s between %s", f, where);
}

void report_mend(const struct report_race *e, char text[REPORT_MEND])
{
	char where[PLACES];

	places(e, where);
	switch (e->kind) {
	case RACE_ATOMIC_SCOPE: atomic_scope(e, text); return;
	case RACE_FENCE: fence(e, text); return;
	case RACE_FENCE_SCOPE:
		if (e->scope != RACE_SCOPE_DEVICE) {
			fence(e, text);
			return;
		}
		place(e, &e->first, where);
		snprintf(text, REPORT_MEND,
			 "__threadfence() instead of __threadfence_block() after %s, and a flag or "
			 "lock of device scope: the other thread is in another block",
			 where);
		return;
	case RACE_NOT_STRONG: not_strong(e, text); return;
	case RACE_LOCK:
		snprintf(text, REPORT_MEND, "hold one and the same lock around %s", where);
		return;
	case RACE_LOCK_SCOPE: lock_scope(e, text); return;
	case RACE_BARRIER: barrier(e, text); return;
	case RACE_SAME_INSTRUCTION:
		snprintf(text, REPORT_MEND,
			 "let one lane of the warp store on %s, or make it an atomic", where);
		return;
	case RACE_KINDS: break;
	}
	text[0] = '\0';
}
