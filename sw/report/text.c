/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * text: the report in words. docs/race-report.md explains each line.
 */
#include <inttypes.h>
#include <string.h>

#include "report_int.h"

/* What is coloured, as compilers do it. */
enum paint { PLAIN, PLACE, RACE, CARET, LABEL };

struct out {
	FILE *f;
	bool colour;
};

static void painted(const struct out *o, enum paint p, const char *s)
{
	static const char *const codes[] = {"", "\033[1m", "\033[1;31m", "\033[1;32m", "\033[36m"};

	if (o->colour && p != PLAIN)
		fprintf(o->f, "%s%s\033[0m", codes[p], s);
	else
		fputs(s, o->f);
}

static void label(const struct out *o, const char *name)
{
	fputs("  ", o->f);
	painted(o, LABEL, name);
	fprintf(o->f, "%*s", (int)(9 - strlen(name)), "");
}

static const char *times(uint64_t n, char text[32])
{
	if (n == 1)
		return "once";
	snprintf(text, 32, "%" PRIu64 " times", n);
	return text;
}

static void place(const struct out *o, const struct report_place *p)
{
	char text[64 + SOURCE_TEXT];

	if (p->col)
		snprintf(text, sizeof(text), "%.*s:%u:%u:", SOURCE_TEXT, p->file, p->line, p->col);
	else
		snprintf(text, sizeof(text), "%.*s:%u:", SOURCE_TEXT, p->file, p->line);
	painted(o, PLACE, text);
	fputc(' ', o->f);
}

static void snippet(const struct out *o, const struct report_place *p)
{
	if (!p->source)
		return;
	fprintf(o->f, "%5u | %s\n      | %*s", p->line, p->source->text, (int)p->source->caret, "");
	painted(o, CARET, "^");
	fputc('\n', o->f);
}

/* "block (1,0,0), thread (5,0,0) (warp 0, lane 5)" */
static void who(const struct out *o, const struct report_side *s)
{
	if (s->has_shape)
		fprintf(o->f, "block (%u,%u,%u)", s->ctaid[0], s->ctaid[1], s->ctaid[2]);
	else
		fprintf(o->f, "block %" PRIu64, s->block);
	if (s->lane == RACE_NO_LANE)
		fprintf(o->f, ", warp %u", s->warp);
	else if (s->has_shape)
		fprintf(o->f, ", thread (%u,%u,%u) (warp %u, lane %u)", s->tid[0], s->tid[1],
			s->tid[2], s->warp, s->lane);
	else
		fprintf(o->f, ", warp %u, lane %u", s->warp, s->lane);
}

static void earlier(const struct out *o, const struct report_race *e)
{
	const struct report_side *s = &e->first;

	if (s->at.file) {
		place(o, &s->at);
		fprintf(o->f, "the %s before it\n", race_access_name(s->access));
		snippet(o, &s->at);
		label(o, "by");
		who(o, s);
	} else {
		label(o, "before");
		fprintf(o->f, "%s by ", race_access_name(s->access));
		who(o, s);
		fputs("; the detector's metadata do not hold its line", o->f);
	}
	fputc('\n', o->f);
}

static void memory(const struct out *o, const struct report_race *e)
{
	const struct report_memory *m = &e->memory;

	label(o, "memory");
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

/* "scord/full" */
static void detector(const struct report *r, FILE *f)
{
	fprintf(f, "%s/%s", r->cfg.detector_name, r->cfg.metadata_name);
}

static void seen(const struct out *o, const struct report *r, const struct report_race *e)
{
	const bool both = r->cfg.oracle && r->cfg.detector;
	const uint64_t real = e->found + e->missed;
	char n[32];

	label(o, "seen");
	if (!both) {
		fprintf(o->f, "%s by ", times(report_accesses(e), n));
		if (r->cfg.detector)
			detector(r, o->f);
		else
			fputs("the oracle", o->f);
	} else if (!real) {
		fprintf(o->f, "%s by ", times(e->false_, n));
		detector(r, o->f);
		fputs(" only: false in this run", o->f);
	} else {
		fprintf(o->f, "%s by the oracle", times(real, n));
		if (!e->found)
			fputs(", never by ", o->f);
		else if (e->missed)
			fprintf(o->f, ", %" PRIu64 " of them also by ", e->found);
		else
			fputs(" and by ", o->f);
		detector(r, o->f);
		if (e->by_detector && e->detector_kind != e->kind)
			fprintf(o->f, " (as: %s)", race_kind_text(e->detector_kind));
		if (e->false_)
			fprintf(o->f, ", which reports %" PRIu64 " more, falsely", e->false_);
	}
	fputc('\n', o->f);
}

static void rows(const struct out *o, const char *what, const uint64_t n[SCORE_ROWS])
{
	char count[32];

	for (int i = 0; i < SCORE_ROWS; i++) {
		if (!n[i])
			continue;
		label(o, what);
		fprintf(o->f, "%s: %s: %s\n", times(n[i], count), score_row_name((enum score_row)i),
			score_row_text((enum score_row)i));
	}
}

static void race(const struct out *o, const struct report *r, const struct report_race *e)
{
	char order[32], mend[REPORT_MEND];

	if (e->second.at.file)
		place(o, &e->second.at);
	painted(o, RACE, "race:");
	fprintf(o->f, " %s (%s scope): %s\n", race_kind_text(e->kind), race_scope_name(e->scope),
		report_order(e, " after ", order));
	snippet(o, &e->second.at);
	label(o, "by");
	who(o, &e->second);
	fprintf(o->f, " of kernel %s, launch %" PRIu64 "\n", e->kernel, e->launch);
	earlier(o, e);
	memory(o, e);
	seen(o, r, e);
	rows(o, "missed", e->rows_missed);
	rows(o, "false", e->rows_false);
	report_mend(e, mend);
	label(o, "mend");
	fprintf(o->f, "%s\n\n", mend);
}

static void distinct(FILE *f, uint64_t n, uint64_t accesses)
{
	if (!n) {
		fputs("no race", f);
		return;
	}
	fprintf(f, "%" PRIu64 " distinct race%s (%" PRIu64 " access%s)", n, n == 1 ? "" : "s",
		accesses, accesses == 1 ? "" : "es");
}

static void summary(const struct report *r, FILE *f)
{
	const struct report_totals t = report_totals(r);
	const uint64_t real = t.found + t.missed;

	fputs("photofinish: ", f);
	if (!r->cfg.detector) {
		distinct(f, report_races(r), t.all);
		fputs(" found by the oracle\n", f);
		return;
	}
	if (!r->cfg.oracle) {
		distinct(f, report_races(r), t.all);
		fputs(" found by ", f);
		detector(r, f);
		fputc('\n', f);
		return;
	}
	distinct(f, report_races(r), t.found + t.false_);
	fputs(" found by ", f);
	detector(r, f);
	fputs("; oracle: ", f);
	distinct(f, t.races_found + t.races_missed, real);
	if (!t.all) {
		fputc('\n', f);
		return;
	}
	fprintf(f,
		"; %" PRIu64 " found, %" PRIu64 " missed, %" PRIu64 " false (accesses: %" PRIu64
		", %" PRIu64 ", %" PRIu64 ")\n",
		t.races_found, t.races_missed, t.races_false, t.found, t.missed, t.false_);
}

void report_text(const struct report *r, bool quiet, FILE *f)
{
	const struct out o = {f, r->cfg.colour};

	for (size_t i = 0; i < r->n_races; i++)
		race(&o, r, &r->races[i]);
	if (r->n_races || !quiet)
		summary(r, f);
}
