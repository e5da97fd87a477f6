/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sarif: the races as SARIF 2.1.0 (OASIS), which editors and code hosts show at the lines.
 *
 *   race ──> result: ruleId = kind, locations = later access, relatedLocations = earlier one,
 *            codeFlows = both, a thread each; message = what is wrong, and the cause's fix
 *
 * docs/race-report.md says what is in it, docs/sarif.schema.json is a strict schema of that much.
 */
#include <inttypes.h>
#include <string.h>

#include "../base/version.h"
#include "report_int.h"

static json_t *text(const char *s)
{
	char clean[2 * REPORT_FIX];
	json_t *j = json_string(s);

	if (j)
		return j;
	source_clean(s, clean, sizeof(clean)); /* cut in the middle of a character */
	return json_string(clean);
}

static json_t *message(const char *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "text", text(s));
	return o;
}

/* A relative name stays so, for whoever shows it knows the sources' root. */
static json_t *uri(const char *file)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
				    "-._~/";
	char out[3 * SOURCE_TEXT + 16] = "";
	size_t n;

	while (!strncmp(file, "./", 2))
		file += 2;
	if (*file == '/')
		strcpy(out, "file://");
	for (n = strlen(out); *file && n + 4 < sizeof(out); file++) {
		if (strchr(plain, *file))
			out[n++] = *file;
		else
			n += (size_t)snprintf(out + n, 4, "%%%02X", (unsigned char)*file);
	}
	out[n] = '\0';
	return json_string(out);
}

static json_t *location(const struct report_side *s, const char *what)
{
	json_t *o = json_object(), *place = json_object(), *region = json_object();
	json_t *file = json_object();

	json_object_set_new(file, "uri", uri(s->at.file));
	json_object_set_new(region, "startLine", json_integer(s->at.line));
	if (s->at.col)
		json_object_set_new(region, "startColumn", json_integer(s->at.col));
	json_object_set_new(place, "artifactLocation", file);
	json_object_set_new(place, "region", region);
	json_object_set_new(o, "physicalLocation", place);
	if (what)
		json_object_set_new(o, "message", message(what));
	return o;
}

static json_t *one(json_t *value)
{
	json_t *a = json_array();

	json_array_append_new(a, value);
	return a;
}

static void who(const struct report_side *s, char out[128])
{
	if (s->has_shape && s->lane != RACE_NO_LANE)
		snprintf(out, 128, "%s by block (%u,%u,%u), thread (%u,%u,%u)",
			 race_access_name(s->access), s->ctaid[0], s->ctaid[1], s->ctaid[2],
			 s->tid[0], s->tid[1], s->tid[2]);
	else
		snprintf(out, 128, "%s by block %" PRIu64 ", warp %u", race_access_name(s->access),
			 s->block, s->warp);
}

static json_t *thread_flow(const struct report_side *s, int order)
{
	json_t *o = json_object(), *step = json_object();
	char what[128];

	who(s, what);
	json_object_set_new(step, "location", location(s, what));
	json_object_set_new(step, "executionOrder", json_integer(order));
	json_object_set_new(o, "id", text(order == 1 ? "earlier" : "later"));
	json_object_set_new(o, "locations", one(step));
	return o;
}

static json_t *code_flow(const struct report_race *e)
{
	json_t *o = json_object(), *threads = json_array();

	json_array_append_new(threads, thread_flow(&e->first, 1));
	json_array_append_new(threads, thread_flow(&e->second, 2));
	json_object_set_new(o, "threadFlows", threads);
	return o;
}

static uint64_t mix(uint64_t h, const char *s)
{
	for (; s && *s; s++)
		h = (h ^ (unsigned char)*s) * 0x100000001b3ULL;
	return (h ^ 0xff) * 0x100000001b3ULL;
}

static uint64_t mix_place(uint64_t h, const struct report_place *p)
{
	char at[32];

	snprintf(at, sizeof(at), "%u:%u", p->source ? 0 : p->line, p->col);
	h = mix(h, at);
	return mix(h, p->source ? p->source->text : p->file);
}

/* The same for the same race though lines above it have come or gone. */
static json_t *fingerprints(const struct report_race *e)
{
	uint64_t h = 0xcbf29ce484222325ULL;
	json_t *o = json_object();
	char order[32], hex[20];

	h = mix(mix(h, e->symbol), race_kind_name(e->kind));
	h = mix(mix(h, race_scope_name(e->scope)), report_order(e, "-after-", order));
	h = mix_place(mix_place(h, &e->second.at), &e->first.at);
	snprintf(hex, sizeof(hex), "%016" PRIx64, h);
	json_object_set_new(o, "race/v1", text(hex));
	return o;
}

static json_t *result(const struct report *r, const struct report_race *e,
		      const struct report_cause *c, size_t cause)
{
	char order[32], fix[REPORT_FIX], all[REPORT_FIX + 512], what[128];
	json_t *o = json_object(), *properties = json_object();

	report_cause_fix(r, c, fix);
	snprintf(all, sizeof(all), "%s: %s (%s scope): %s in kernel %.200s%s%s",
		 c->is_false ? "False alarm" : "Race", race_kind_text(e->kind),
		 race_scope_name(e->scope), report_order(e, " after ", order), e->kernel,
		 c->is_false ? "" : ". Fix: ", c->is_false ? "" : fix);
	json_object_set_new(o, "ruleId", text(race_kind_name(e->kind)));
	json_object_set_new(o, "ruleIndex", json_integer(e->kind));
	json_object_set_new(o, "level", text(c->is_false ? "note" : "error"));
	json_object_set_new(o, "message", message(all));
	if (e->second.at.file)
		json_object_set_new(o, "locations", one(location(&e->second, NULL)));
	if (e->first.at.file) {
		json_t *l;

		who(&e->first, what);
		snprintf(all, sizeof(all), "previous %s", what);
		l = location(&e->first, all);
		json_object_set_new(l, "id", json_integer(1));
		json_object_set_new(o, "relatedLocations", one(l));
	}
	if (e->first.at.file && e->second.at.file)
		json_object_set_new(o, "codeFlows", one(code_flow(e)));
	json_object_set_new(o, "partialFingerprints", fingerprints(e));
	json_object_set_new(properties, "cause", json_integer((json_int_t)cause));
	json_object_set_new(properties, "scope", text(race_scope_name(e->scope)));
	json_object_set_new(properties, "accesses", json_integer((json_int_t)report_accesses(e)));
	json_object_set_new(o, "properties", properties);
	return o;
}

static json_t *tool(void)
{
	json_t *o = json_object(), *driver = json_object(), *rules = json_array();

	for (int k = 0; k < RACE_KINDS; k++) {
		json_t *rule = json_object();

		json_object_set_new(rule, "id", text(race_kind_name((enum race_kind)k)));
		json_object_set_new(rule, "shortDescription",
				    message(race_kind_text((enum race_kind)k)));
		json_array_append_new(rules, rule);
	}
	json_object_set_new(driver, "name", text(VERSION_NAME));
	json_object_set_new(driver, "version", text(VERSION_TEXT));
	json_object_set_new(driver, "rules", rules);
	json_object_set_new(o, "driver", driver);
	return o;
}

json_t *report_sarif(const struct report *r)
{
	json_t *o = json_object(), *run = json_object(), *results = json_array();
	json_t *invocation = json_object();
	struct report_causes all = report_causes(r);

	for (size_t i = 0; i < r->n_races; i++)
		json_array_append_new(results,
				      result(r, &r->races[i], &all.c[all.of[i]], all.of[i]));
	report_causes_free(&all);
	json_object_set_new(invocation, "executionSuccessful", json_true());
	json_object_set_new(run, "tool", tool());
	json_object_set_new(run, "invocations", one(invocation));
	json_object_set_new(run, "columnKind", text("unicodeCodePoints"));
	json_object_set_new(run, "results", results);
	json_object_set_new(o, "$schema", text("https://json.schemastore.org/sarif-2.1.0.json"));
	json_object_set_new(o, "version", text("2.1.0"));
	json_object_set_new(o, "runs", one(run));
	return o;
}
