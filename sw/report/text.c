/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * text: the report in words, cause by cause. docs/race-report.md explains each line.
 */
#include <inttypes.h>
#include <string.h>

#include "print.h"
#include "report_int.h"

static const char *times(uint64_t n, char text[32])
{
	if (n == 1)
		return "once";
	snprintf(text, 32, "%" PRIu64 " times", n);
	return text;
}

/* "block (1,0,0), thread (5,0,0) (warp 0, lane 5)" */
static void who(const struct print_out *o, const struct report_side *s)
{
	if (s->block == RACE_NO_BLOCK) {
		fputs("another block", o->f);
		return;
	}
	if (s->has_shape)
		fprintf(o->f, "block (%u,%u,%u)", s->ctaid[0], s->ctaid[1], s->ctaid[2]);
	else
		fprintf(o->f, "block %" PRIu64, s->block);
	if (s->warp == RACE_NO_WARP)
		fputs(", another warp", o->f);
	else if (s->lane == RACE_NO_LANE)
		fprintf(o->f, ", warp %u", s->warp);
	else if (s->has_shape)
		fprintf(o->f, ", thread (%u,%u,%u) (warp %u, lane %u)", s->tid[0], s->tid[1],
			s->tid[2], s->warp, s->lane);
	else
		fprintf(o->f, ", warp %u, lane %u", s->warp, s->lane);
}

static void launched(const struct print_out *o, const struct report_side *s)
{
	if (!s->launched_by)
		return;
	fputc('\n', o->f);
	print_label(o, "launched");
	fprintf(o->f, "by %s", s->launched_by);
}

static void earlier(const struct print_out *o, const struct report_race *e)
{
	const struct report_side *s = &e->first;

	if (s->at.file) {
		print_place(o, s->at.file, s->at.line, s->at.col);
		fprintf(o->f, "previous %s\n", race_access_name(s->access));
		print_snippet(o, s->at.line, s->at.source);
		print_label(o, "by");
		who(o, s);
		if (s->launch != e->second.launch && s->kernel) {
			fprintf(o->f, " of kernel %s, launch %" PRIu64, s->kernel, s->launch);
			launched(o, s);
		}
	} else {
		print_label(o, "previous");
		fprintf(o->f, "%s by ", race_access_name(s->access));
		who(o, s);
		fputs("; the detector's metadata do not hold its line", o->f);
	}
	fputc('\n', o->f);
}

static void memory(const struct print_out *o, const struct report_race *e)
{
	const struct report_memory *m = &e->memory;

	print_label(o, "memory");
	switch (m->kind) {
	case REPORT_ALLOCATION:
		fprintf(o->f, "allocation #%u of %" PRIu64 " bytes (%s), offset %" PRIu64,
			m->serial, m->size, m->made_by, m->offset);
		break;
	case REPORT_VARIABLE:
		fprintf(o->f, "variable %s of %" PRIu64 " bytes, offset %" PRIu64,
			m->name ? m->name : "?", m->size, m->offset);
		break;
	case REPORT_SHARED:
		if (m->name && !m->dynamic)
			fprintf(o->f, "shared variable %s of %" PRIu64 " bytes, ", m->name,
				m->size);
		else if (m->name)
			fprintf(o->f, "dynamic shared array %s, ", m->name);
		else
			fprintf(o->f, "%sshared memory, ", m->dynamic ? "dynamic " : "");
		fprintf(o->f, "offset %" PRIu64, m->offset);
		break;
	case REPORT_UNKNOWN: fprintf(o->f, "address 0x%" PRIx64, m->addr); break;
	}
	fprintf(o->f, ", %u byte%s%s\n", m->bytes, m->bytes == 1 ? "" : "s",
		m->freed ? "; freed since" : "");
}

/* "scord/full", "shared", "scord/full+shared" */
static void detector(const struct report *r, FILE *f)
{
	if (r->cfg.global)
		fprintf(f, "%s%s%s", r->cfg.global_name, r->cfg.metadata_name ? "/" : "",
			r->cfg.metadata_name ? r->cfg.metadata_name : "");
	if (r->cfg.shared)
		fprintf(f, "%sshared", r->cfg.global ? "+" : "");
}

static void found_by(const struct print_out *o, const struct report *r, const struct report_race *e)
{
	const bool both = r->cfg.oracle && report_detects(r);
	const bool other = e->by_detector && e->detector_kind != e->kind;
	const uint64_t real = e->found + e->missed;
	char n[32];

	if (!both) {
		if (report_detects(r))
			detector(r, o->f);
		else
			fputs("the oracle", o->f);
		fprintf(o->f, " (%s)", times(report_accesses(e), n));
	} else if (!real) {
		detector(r, o->f);
		fprintf(o->f, " (%s), not by the oracle: a false alarm in this run",
			times(e->false_, n));
	} else {
		fprintf(o->f, "the oracle (%s), ", times(real, n));
		if (!e->found)
			fputs("not by ", o->f);
		detector(r, o->f);
		if (e->found && r->cfg.clocked) /* how often, records do not say */
			fprintf(o->f, "%s%s", other ? " as: " : "",
				other ? race_kind_text(e->detector_kind) : "");
		else if (e->found)
			fprintf(o->f, " (%s%s%s)", times(e->found, n), other ? ", as: " : "",
				other ? race_kind_text(e->detector_kind) : "");
		if (e->false_)
			fprintf(o->f, ", which has %" PRIu64 " false alarm%s more here", e->false_,
				e->false_ == 1 ? "" : "s");
	}
}

static void rows(const struct print_out *o, const char *what, const uint64_t n[SCORE_ROWS])
{
	char count[32];

	for (int i = 0; i < SCORE_ROWS; i++) {
		if (!n[i])
			continue;
		print_label(o, what);
		fprintf(o->f, "%s: %s: %s\n", times(n[i], count), score_row_name((enum score_row)i),
			score_row_text((enum score_row)i));
	}
}

/* "FILE:LINE:COLUMN: race: KIND (SCOPE scope): LATER after EARLIER" */
static void headline(const struct print_out *o, const struct report *r, const struct report_race *e)
{
	char order[32];

	if (e->second.at.file)
		print_place(o, e->second.at.file, e->second.at.line, e->second.at.col);
	print_painted(o, PRINT_KIND, report_is_false(r, e) ? "false alarm:" : "race:");
	fprintf(o->f, " %s (%s scope): %s", race_kind_text(e->kind), race_scope_name(e->scope),
		report_order(e, " after ", order));
}

static void race(const struct print_out *o, const struct report *r, const struct report_race *e)
{
	headline(o, r, e);
	fputc('\n', o->f);
	print_snippet(o, e->second.at.line, e->second.at.source);
	print_label(o, "by");
	who(o, &e->second);
	fprintf(o->f, " of kernel %s, launch %" PRIu64, e->kernel, e->launch);
	launched(o, &e->second);
	fputc('\n', o->f);
	print_range(o, e->range);
	earlier(o, e);
	memory(o, e);
	print_label(o, "found by");
	found_by(o, r, e);
	fputc('\n', o->f);
	rows(o, "missed", e->rows_missed);
	rows(o, "false", e->rows_false);
}

static void row_names(const struct print_out *o, const uint64_t n[SCORE_ROWS])
{
	for (int i = 0; i < SCORE_ROWS; i++)
		if (n[i])
			fprintf(o->f, "; %s", score_row_name((enum score_row)i));
}

/* One more race of the cause: one line. */
static void brief(const struct print_out *o, const struct report *r, const struct report_race *e)
{
	const struct report_place *p = &e->first.at;

	headline(o, r, e);
	if (p->file && p->col)
		fprintf(o->f, " at %s:%u:%u", p->file, p->line, p->col);
	else if (p->file)
		fprintf(o->f, " at %s:%u", p->file, p->line);
	fputs(": ", o->f);
	found_by(o, r, e);
	row_names(o, e->rows_missed);
	row_names(o, e->rows_false);
	fputc('\n', o->f);
}

/* Its best example, what to do, and the other races that this does away with. */
static void cause(const struct print_out *o, const struct report *r, const struct report_cause *c)
{
	char fix[REPORT_FIX];

	race(o, r, &r->races[c->lead]);
	if (!c->is_false) { /* nothing is to be fixed */
		report_cause_fix(r, c, fix);
		print_label(o, "fix");
		fprintf(o->f, "%s\n", fix);
	}
	if (c->n > 1) {
		print_label(o, "also");
		fprintf(o->f, "%zu more of this cause:\n", c->n - 1);
	}
	for (size_t i = 0; i < c->n; i++)
		if (c->members[i] != c->lead)
			brief(o, r, &r->races[c->members[i]]);
	fputc('\n', o->f);
}

/* What one of the two says: its causes, their races, the accesses of these. */
struct sum {
	uint64_t causes, races, accesses;
};

static struct sum sum_of(const struct report *r, const struct report_causes *all, bool detector)
{
	const bool both = r->cfg.oracle && report_detects(r);
	struct sum s = {0, 0, 0};

	for (size_t i = 0; i < all->n; i++) {
		uint64_t n = 0;

		for (size_t j = 0; j < all->c[i].n; j++) {
			const struct report_race *e = &r->races[all->c[i].members[j]];

			n += !both ? 1 : detector ? report_counts(r, e) : e->found || e->missed;
		}
		s.causes += n > 0;
		s.races += n;
	}
	return s;
}

static void distinct(FILE *f, const struct sum *s)
{
	if (!s->races) {
		fputs("no race", f);
		return;
	}
	fprintf(f, "%" PRIu64 " cause%s, %" PRIu64 " race%s", s->causes, s->causes == 1 ? "" : "s",
		s->races, s->races == 1 ? "" : "s");
	if (s->accesses)
		fprintf(f, " (%" PRIu64 " access%s)", s->accesses, s->accesses == 1 ? "" : "es");
}

static void against_oracle(const struct report *r, const struct report_causes *all,
			   const struct report_totals *t, FILE *f)
{
	struct sum s = sum_of(r, all, false);

	s.accesses = t->found + t->missed;
	fputs("; oracle: ", f);
	distinct(f, &s);
	if (!t->all)
		return;
	fprintf(f, "; %" PRIu64 " found, %" PRIu64 " missed, %" PRIu64 " false alarm%s",
		t->races_found, t->races_missed, t->races_false, t->races_false == 1 ? "" : "s");
	fprintf(f,
		r->cfg.clocked ? " (accesses at instructions that were reported: %" PRIu64
				 ", at others: %" PRIu64 "; false records: %" PRIu64 ")"
			       : " (accesses: %" PRIu64 ", %" PRIu64 ", %" PRIu64 ")",
		t->found, t->missed, t->false_);
}

/* What no word of the detector's is about; true: something. */
static bool not_watched(const struct report *r, FILE *f)
{
	static const char *const what[REPORT_UNWATCHED_COUNT] = {
		[REPORT_UNWATCHED_GLOBAL] = "global memory",
		[REPORT_UNWATCHED_SHARED] = "shared memory",
		[REPORT_UNWATCHED_SUB_WORD] = "accesses of less than 4 bytes",
		[REPORT_UNWATCHED_VARIABLE] = "__device__ variables",
		[REPORT_UNWATCHED_UPPER] = "the upper words of wide accesses",
		[REPORT_UNWATCHED_ASYNC] = "copies in bulk to shared memory",
		[REPORT_UNWATCHED_REMOTE] = "other blocks' shared memory",
		[REPORT_UNWATCHED_LANES] = "lanes of one warp in parts of words of shared memory",
		[REPORT_UNWATCHED_UNTRACKED] = "memory without metadata"};
	bool some = false;

	for (int i = 0; i < REPORT_UNWATCHED_COUNT; i++) {
		const uint64_t n = r->unwatched[i];

		if (!n)
			continue;
		if (f)
			fprintf(f, "%s%s (%" PRIu64 " access%s)", some ? ", " : "", what[i], n,
				n == 1 ? "" : "es");
		some = true;
	}
	if (r->children && f)
		fprintf(f, "%sbetween a kernel and what it launches (%" PRIu64 " launch%s)",
			some ? ", " : "", r->children, r->children == 1 ? "" : "es");
	return some || r->children;
}

static void summary(const struct report *r, const struct report_causes *all, FILE *f)
{
	const struct report_totals t = report_totals(r);
	const bool both = r->cfg.oracle && report_detects(r);
	struct sum s = sum_of(r, all, report_detects(r));

	fputs("photofinish: ", f);
	s.accesses = !both ? t.all : r->cfg.clocked ? 0 : t.found + t.false_;
	distinct(f, &s);
	fputs(" found by ", f);
	if (report_detects(r))
		detector(r, f);
	else
		fputs("the oracle", f);
	if (both) {
		against_oracle(r, all, &t, f);
	} else if (report_detects(r) && not_watched(r, NULL)) {
		fprintf(f, "%s; not watched: ", s.races ? "" : " in what it watches");
		not_watched(r, f);
	}
	fputc('\n', f);
}

void report_text(const struct report *r, bool quiet, FILE *f)
{
	const struct print_out o = {f, r->cfg.colour};
	struct report_causes all = report_causes(r);

	for (size_t i = 0; i < all.n; i++)
		cause(&o, r, &all.c[i]);
	if (r->n_races || !quiet)
		summary(r, &all, f);
	report_causes_free(&all);
}
