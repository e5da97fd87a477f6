/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report_json: the report as JSON. docs/race-report.schema.json is its schema.
 */
#include <inttypes.h>
#include <string.h>

#include "../base/json_text.h"
#include "report_int.h"

/* Cut in the middle of a character it would be no UTF-8. */
static json_t *text(const char *s)
{
	json_t *j = s ? json_string(s) : json_null();
	char clean[2 * REPORT_FIX];

	if (j)
		return j;
	source_clean(s, clean, sizeof(clean));
	return json_string(clean);
}

static json_t *triple(const uint32_t v[3])
{
	json_t *a = json_array();

	for (int i = 0; i < 3; i++)
		json_array_append_new(a, json_u64(v[i]));
	return a;
}

static json_t *side(const struct report_side *s, bool launch)
{
	static const char *const scopes[] = {[PTX_SCOPE_CTA] = "block",
					     [PTX_SCOPE_CLUSTER] = "cluster",
					     [PTX_SCOPE_GPU] = "device",
					     [PTX_SCOPE_SYS] = "system"};
	const struct report_place *p = &s->at;
	const bool lane = s->lane != RACE_NO_LANE;
	json_t *o = json_object();

	json_object_set_new(o, "access", text(race_access_name(s->access)));
	json_object_set_new(o, "strong", p->file ? json_boolean(s->strong) : json_null());
	json_object_set_new(o, "scope", text(s->scope == PTX_SCOPE_NONE ? NULL : scopes[s->scope]));
	json_object_set_new(o, "file", text(p->file));
	json_object_set_new(o, "line", p->file ? json_u64(p->line) : json_null());
	json_object_set_new(o, "column", p->col ? json_u64(p->col) : json_null());
	json_object_set_new(o, "source",
			    text(p->source && !p->source->note ? p->source->text : NULL));
	json_object_set_new(o, "caret",
			    p->source && !p->source->note ? json_u64(p->source->caret)
							  : json_null());
	json_object_set_new(o, "pc", s->pc == RACE_NO_PC ? json_null() : json_u64(s->pc));
	json_object_set_new(o, "block_index",
			    s->block == RACE_NO_BLOCK ? json_null() : json_u64(s->block));
	json_object_set_new(o, "block", s->has_shape ? triple(s->ctaid) : json_null());
	json_object_set_new(o, "warp", s->warp == RACE_NO_WARP ? json_null() : json_u64(s->warp));
	json_object_set_new(o, "lane", lane ? json_u64(s->lane) : json_null());
	json_object_set_new(o, "thread", s->has_shape && lane ? triple(s->tid) : json_null());
	if (s->launched_by)
		json_object_set_new(o, "launched_by", text(s->launched_by));
	if (launch)
		json_object_set_new(o, "launch", json_u64(s->launch));
	return o;
}

static json_t *memory(const struct report_race *e)
{
	static const char *const kinds[] = {[REPORT_ALLOCATION] = "allocation",
					    [REPORT_VARIABLE] = "variable",
					    [REPORT_SHARED] = "shared",
					    [REPORT_UNKNOWN] = "unknown"};
	const struct report_memory *m = &e->memory;
	const bool block = m->kind == REPORT_ALLOCATION || m->kind == REPORT_VARIABLE;
	json_t *o = json_object();
	char addr[24];

	snprintf(addr, sizeof(addr), "0x%" PRIx64, m->addr);
	json_object_set_new(o, "kind", text(kinds[m->kind]));
	json_object_set_new(o, "name", text(m->name));
	json_object_set_new(o, "made_by", text(m->made_by));
	json_object_set_new(o, "serial",
			    m->kind == REPORT_ALLOCATION ? json_u64(m->serial) : json_null());
	json_object_set_new(o, "size", block || m->size ? json_u64(m->size) : json_null());
	json_object_set_new(o, "offset",
			    m->kind == REPORT_UNKNOWN ? json_null() : json_u64(m->offset));
	json_object_set_new(o, "address", text(addr));
	json_object_set_new(o, "bytes", json_u64(m->bytes));
	json_object_set_new(o, "freed", json_boolean(m->freed));
	json_object_set_new(o, "dynamic", json_boolean(m->dynamic));
	return o;
}

static void add_rows(json_t *a, const char *what, const uint64_t n[SCORE_ROWS])
{
	for (int i = 0; i < SCORE_ROWS; i++) {
		json_t *o;

		if (!n[i])
			continue;
		o = json_object();
		json_object_set_new(o, "verdict", text(what));
		json_object_set_new(o, "row", text(score_row_name((enum score_row)i)));
		json_object_set_new(o, "text", text(score_row_text((enum score_row)i)));
		json_object_set_new(o, "accesses", json_u64(n[i]));
		json_array_append_new(a, o);
	}
}

/* found, missed and false mean something when both ran. */
static json_t *judged(const struct report *r, uint64_t all, uint64_t found, uint64_t missed,
		      uint64_t false_)
{
	const bool both = r->cfg.oracle && report_detects(r);
	json_t *o = json_object();

	json_object_set_new(o, "all", json_u64(all));
	json_object_set_new(o, "found", both ? json_u64(found) : json_null());
	json_object_set_new(o, "missed", both ? json_u64(missed) : json_null());
	json_object_set_new(o, "false", both ? json_u64(false_) : json_null());
	return o;
}

static json_t *race(const struct report *r, const struct report_race *e, size_t cause)
{
	json_t *o = json_object(), *rows = json_array();
	char order[32], fix[REPORT_FIX];

	report_fix(e, fix);
	json_object_set_new(o, "cause", json_u64(cause));
	json_object_set_new(o, "kind", text(race_kind_name(e->kind)));
	json_object_set_new(o, "order", text(report_order(e, "-after-", order)));
	json_object_set_new(o, "scope", text(race_scope_name(e->scope)));
	json_object_set_new(o, "space", text(e->space == PTX_SPACE_SHARED ? "shared" : "global"));
	json_object_set_new(o, "kernel", text(e->symbol));
	json_object_set_new(o, "name", text(e->kernel));
	json_object_set_new(o, "launch", json_u64(e->launch));
	json_object_set_new(o, "range", text(e->range));
	json_object_set_new(o, "second", side(&e->second, e->kind == RACE_LAUNCH));
	json_object_set_new(o, "first", side(&e->first, e->kind == RACE_LAUNCH));
	json_object_set_new(o, "memory", memory(e));
	json_object_set_new(o, "by_oracle", json_boolean(e->by_oracle));
	json_object_set_new(o, "by_detector", json_boolean(e->by_detector));
	json_object_set_new(o, "detector_kind",
			    text(e->by_detector ? race_kind_name(e->detector_kind) : NULL));
	json_object_set_new(o, "accesses",
			    judged(r, report_accesses(e), e->found, e->missed, e->false_));
	add_rows(rows, "missed", e->rows_missed);
	add_rows(rows, "false", e->rows_false);
	json_object_set_new(o, "rows", rows);
	json_object_set_new(o, "fix", text(report_is_false(r, e) ? NULL : fix));
	return o;
}

static json_t *cause(const struct report *r, const struct report_cause *c)
{
	const struct report_race *e = &r->races[c->lead];
	json_t *o = json_object(), *races = json_array();
	char fix[REPORT_FIX];

	report_cause_fix(r, c, fix);
	for (size_t i = 0; i < c->n; i++)
		json_array_append_new(races, json_u64(c->members[i]));
	json_object_set_new(o, "kind", text(race_kind_name(e->kind)));
	json_object_set_new(o, "scope", text(race_scope_name(e->scope)));
	json_object_set_new(o, "kernel", text(e->symbol));
	json_object_set_new(o, "false_alarm", json_boolean(c->is_false));
	json_object_set_new(o, "lead", json_u64(c->lead));
	json_object_set_new(o, "races", races);
	json_object_set_new(o, "fix", text(c->is_false ? NULL : fix));
	return o;
}

static json_t *not_watched(const struct report *r)
{
	static const char *const names[REPORT_UNWATCHED_COUNT] = {
		[REPORT_UNWATCHED_GLOBAL] = "global",
		[REPORT_UNWATCHED_SHARED] = "shared",
		[REPORT_UNWATCHED_SUB_WORD] = "sub_word",
		[REPORT_UNWATCHED_VARIABLE] = "variables",
		[REPORT_UNWATCHED_UPPER] = "upper_words",
		[REPORT_UNWATCHED_ASYNC] = "asynchronous_copies",
		[REPORT_UNWATCHED_REMOTE] = "other_blocks_shared",
		[REPORT_UNWATCHED_LANES] = "lanes_shared",
		[REPORT_UNWATCHED_UNTRACKED] = "untracked"};
	json_t *o = json_object();

	if (!report_detects(r)) {
		json_decref(o);
		return json_null();
	}
	for (int i = 0; i < REPORT_UNWATCHED_COUNT; i++)
		json_object_set_new(o, names[i], json_u64(r->unwatched[i]));
	return o;
}

json_t *report_json(const struct report *r)
{
	const struct report_totals t = report_totals(r);
	json_t *o = json_object(), *kinds = json_object(), *list = json_array();
	json_t *causes = json_array();
	struct report_causes all = report_causes(r);
	uint64_t n[RACE_KINDS];

	report_kinds(r, n);
	for (int k = 0; k < RACE_KINDS; k++)
		json_object_set_new(kinds, race_kind_name((enum race_kind)k), json_u64(n[k]));
	for (size_t i = 0; i < r->n_races; i++)
		json_array_append_new(list, race(r, &r->races[i], all.of[i]));
	for (size_t i = 0; i < all.n; i++)
		json_array_append_new(causes, cause(r, &all.c[i]));
	report_causes_free(&all);
	json_object_set_new(o, "detector", text(report_detects(r) ? r->cfg.detector_name : NULL));
	json_object_set_new(o, "metadata", text(r->cfg.global ? r->cfg.metadata_name : NULL));
	json_object_set_new(o, "oracle", json_boolean(r->cfg.oracle));
	json_object_set_new(o, "model", text(r->cfg.oracle ? r->cfg.model_name : NULL));
	json_object_set_new(o, "races", json_u64(report_races(r)));
	json_object_set_new(o, "kinds", kinds);
	json_object_set_new(o, "distinct",
			    judged(r, r->n_races, t.races_found, t.races_missed, t.races_false));
	json_object_set_new(o, "accesses", judged(r, t.all, t.found, t.missed, t.false_));
	json_object_set_new(o, "not_watched", not_watched(r));
	json_object_set_new(o, "causes", causes);
	json_object_set_new(o, "list", list);
	return o;
}
