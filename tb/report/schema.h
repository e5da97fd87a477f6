/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * schema: the part of JSON Schema 2020-12 that docs/race-report.schema.json is written in. A
 * keyword that it does not know is an error, so that none is passed over in silence.
 */
#ifndef SCHEMA_H
#define SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct schema {
	json_t *root;
	char why[512]; /* "list[0].kind: ..." */
	char at[256];
};

static inline bool schema_fail(struct schema *s, const char *what)
{
	if (!s->why[0])
		snprintf(s->why, sizeof(s->why), "%.200s: %.250s", s->at, what);
	return false;
}

static inline bool schema_is(const char *name, const json_t *v)
{
	return !strcmp(name, "object")    ? json_is_object(v)
	       : !strcmp(name, "array")   ? json_is_array(v)
	       : !strcmp(name, "string")  ? json_is_string(v)
	       : !strcmp(name, "integer") ? json_is_integer(v)
	       : !strcmp(name, "boolean") ? json_is_boolean(v)
	       : !strcmp(name, "number")  ? json_is_number(v)
	       : !strcmp(name, "null")    ? json_is_null(v)
					  : false;
}

static inline bool schema_type(const json_t *type, const json_t *v)
{
	json_t *t;
	size_t i;

	if (json_is_string(type))
		return schema_is(json_string_value(type), v);
	json_array_foreach(type, i, t) if (schema_is(json_string_value(t), v)) return true;
	return false;
}

static inline bool schema_one_of(const json_t *list, json_t *v)
{
	json_t *t;
	size_t i;

	json_array_foreach(list, i, t) if (json_equal(t, v)) return true;
	return false;
}

static inline bool schema_value(struct schema *s, json_t *rule, json_t *v);

/* Checks a member or an element under its own name. */
static inline bool schema_below(struct schema *s, json_t *rule, json_t *v, const char *name,
				size_t index)
{
	const size_t n = strlen(s->at);
	bool ok;

	if (name)
		snprintf(s->at + n, sizeof(s->at) - n, ".%s", name);
	else
		snprintf(s->at + n, sizeof(s->at) - n, "[%zu]", index);
	ok = schema_value(s, rule, v);
	s->at[n] = '\0';
	return ok;
}

static inline bool schema_object(struct schema *s, json_t *rule, json_t *v)
{
	json_t *known = json_object_get(rule, "properties"), *m, *r;
	json_t *more = json_object_get(rule, "additionalProperties");
	const char *name;
	size_t i;

	json_array_foreach(
		json_object_get(rule, "required"), i,
		m) if (!json_object_get(v,
					json_string_value(
						m))) return schema_fail(s, json_string_value(m));
	json_object_foreach(v, name, m)
	{
		r = json_object_get(known, name);
		if (!r)
			r = more;
		if (json_is_false(r))
			return schema_fail(s, name);
		if (json_is_object(r) && !schema_below(s, r, m, name, 0))
			return false;
	}
	return true;
}

static inline bool schema_array(struct schema *s, json_t *rule, json_t *v)
{
	json_t *items = json_object_get(rule, "items"), *m;
	const json_t *min = json_object_get(rule, "minItems");
	const json_t *max = json_object_get(rule, "maxItems");
	const json_int_t n = (json_int_t)json_array_size(v);
	size_t i;

	if ((min && n < json_integer_value(min)) || (max && n > json_integer_value(max)))
		return schema_fail(s, "number of elements");
	json_array_foreach(v, i, m) if (items && !schema_below(s, items, m, NULL, i)) return false;
	return true;
}

static inline bool schema_keyword(const char *k)
{
	static const char *const known[] = {
		"$schema",  "$defs",   "$ref",       "title",    "description",          "type",
		"enum",     "minimum", "properties", "required", "additionalProperties", "items",
		"minItems", "maxItems"};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strcmp(k, known[i]))
			return true;
	return false;
}

static inline bool schema_value(struct schema *s, json_t *rule, json_t *v)
{
	const char *ref = json_string_value(json_object_get(rule, "$ref")), *k;
	json_t *type = json_object_get(rule, "type"), *list = json_object_get(rule, "enum");
	json_t *min = json_object_get(rule, "minimum"), *m;

	json_object_foreach(rule, k, m) if (!schema_keyword(k)) return schema_fail(
		s, "keyword of the schema that the test does not know");
	if (ref) {
		m = strncmp(ref, "#/$defs/", 8)
			    ? NULL
			    : json_object_get(json_object_get(s->root, "$defs"), ref + 8);
		return m ? schema_value(s, m, v) : schema_fail(s, "$ref to nothing");
	}
	if (type && !schema_type(type, v))
		return schema_fail(s, "type");
	if (list && !schema_one_of(list, v))
		return schema_fail(s, "not in enum");
	if (min && json_is_integer(v) && json_integer_value(v) < json_integer_value(min))
		return schema_fail(s, "below minimum");
	if (json_is_object(v))
		return schema_object(s, rule, v);
	return !json_is_array(v) || schema_array(s, rule, v);
}

/* Whether v fits the schema of the file; why says what does not. */
static inline bool schema_check(const char *file, json_t *v, char why[512])
{
	struct schema s = {.root = json_load_file(file, 0, NULL)};
	bool ok = s.root ? schema_value(&s, s.root, v) : schema_fail(&s, file);

	json_decref(s.root);
	snprintf(why, 512, "%s", s.why);
	return ok;
}

#endif
