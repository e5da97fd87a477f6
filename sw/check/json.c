/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * json: findings as JSON. docs/checks.schema.json is the schema.
 */
#include <inttypes.h>
#include <string.h>

#include "../base/json_text.h"
#include "check_int.h"

/* Cut in the middle of a character it would be no UTF-8. */
static json_t *text(const char *s)
{
	json_t *j = s ? json_string(s) : json_null();
	char clean[SOURCE_TEXT];

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

static json_t *lanes(uint32_t mask)
{
	json_t *a = json_array();

	for (; mask; mask &= mask - 1)
		json_array_append_new(a, json_u64((uint64_t)__builtin_ctz(mask)));
	return a;
}

static json_t *place(const struct check_place *p)
{
	json_t *o = json_object();

	if (!p->file) {
		json_decref(o);
		return json_null();
	}
	json_object_set_new(o, "file", text(p->file));
	json_object_set_new(o, "line", json_u64(p->line));
	json_object_set_new(o, "column", p->col ? json_u64(p->col) : json_null());
	json_object_set_new(o, "source",
			    text(p->source && !p->source->note ? p->source->text : NULL));
	json_object_set_new(o, "caret",
			    p->source && !p->source->note ? json_u64(p->source->caret)
							  : json_null());
	return o;
}

static json_t *memory(const struct check_finding *e)
{
	json_t *o = json_object();
	char addr[24];

	snprintf(addr, sizeof(addr), "0x%" PRIx64, e->addr);
	json_object_set_new(o, "kind", text(e->shared ? "shared" : "allocation"));
	json_object_set_new(o, "made_by", text(e->made_by));
	json_object_set_new(o, "serial", e->shared ? json_null() : json_u64(e->serial));
	json_object_set_new(o, "size", json_u64(e->size));
	json_object_set_new(o, "offset", json_u64(e->offset));
	json_object_set_new(o, "address", text(addr));
	json_object_set_new(o, "bytes", e->bytes ? json_u64(e->bytes) : json_null());
	return o;
}

static void add_kernel(json_t *o, const struct check_finding *e)
{
	char member[16];

	snprintf(member, sizeof(member), "0x%08" PRIx32, e->member);
	json_object_set_new(o, "kernel", text(e->symbol));
	json_object_set_new(o, "name", text(e->kernel));
	json_object_set_new(o, "launch", json_u64(e->launch));
	json_object_set_new(o, "range", text(e->range));
	json_object_set_new(o, "at", place(&e->at));
	json_object_set_new(o, "block_index", json_u64(e->block));
	json_object_set_new(o, "block", triple(e->ctaid));
	json_object_set_new(o, "warp", json_u64(e->warp));
	json_object_set_new(o, "thread", triple(e->tid));
	json_object_set_new(o, "lanes", lanes(e->lanes));
	json_object_set_new(o, "mask", e->member ? text(member) : json_null());
	json_object_set_new(o, "other", place(&e->other));
	json_object_set_new(o, "other_lanes", lanes(e->others));
}

static json_t *finding(const struct check_finding *e)
{
	const unsigned check = check_of(e->kind);
	json_t *o = json_object();

	json_object_set_new(o, "check", text(check_name(check)));
	json_object_set_new(o, "kind", text(check_kind_name(e->kind)));
	json_object_set_new(o, "count", json_u64(e->count));
	if (e->kind != KIND_LEAK)
		add_kernel(o, e);
	json_object_set_new(o, "memory", check == CHECK_SYNC ? json_null() : memory(e));
	return o;
}

json_t *checks_json(const struct checks *c)
{
	json_t *o = json_object(), *on = json_array(), *list = json_array();

	for (unsigned k = CHECK_MEMORY; k <= CHECK_LEAK; k <<= 1)
		if (c->cfg.on & k && !(k == CHECK_LEAK && c->lost))
			json_array_append_new(on, text(check_name(k)));
	for (size_t i = 0; i < c->n; i++)
		json_array_append_new(list, finding(&c->list[i]));
	json_object_set_new(o, "on", on);
	json_object_set_new(o, "findings", json_u64(c->n));
	json_object_set_new(o, "list", list);
	return o;
}
