/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The report as JSON: its values, and that it fits docs/race-report.schema.json.
 */
#include "bench.h"

#include "schema.h"

/* Takes the report as JSON and holds it to the schema. */
static json_t *json_of(const struct bench *b)
{
	json_t *j = report_json(b->r);
	char file[4200], why[512];

	snprintf(file, sizeof(file), "%s/docs/race-report.schema.json", root);
	if (!schema_check(file, j, why))
		fail_msg("%s", why);
	return j;
}

static void holds(const json_t *j, const char *path, const char *want)
{
	char *got = NULL, key[64];

	while (*path && j) {
		const size_t n = strcspn(path, ".");

		snprintf(key, sizeof(key), "%.*s", (int)n, path);
		j = json_is_array(j) ? json_array_get(j, strtoul(key, NULL, 10))
				     : json_object_get(j, key);
		path += path[n] ? n + 1 : n;
	}
	got = j ? json_dumps(j, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	assert_non_null(got);
	assert_string_equal(got, want);
	free(got);
}

static void test_json(void **state)
{
	struct bench *b = *state;
	struct score_pair p[2] = {pair(b, b->store, b->atom, RACE_ATOMIC_SCOPE),
				  pair(b, RACE_NO_PC, b->load, RACE_LOCK)};
	char addr[32], side[512];
	json_t *j;

	begin(b, true, true);
	json_decref(json_of(b));
	p[0].example.second.access = RACE_ATOMIC;
	p[0].example.second.scope = PTX_SCOPE_CTA;
	p[0].example.second.strong = true;
	p[0].found = 2;
	p[0].missed = 1;
	p[0].rows_missed[SCORE_M_ATOMIC_SCOPE] = 1;
	detected(&p[0], RACE_FENCE);
	p[1].false_ = 4;
	p[1].rows_false[SCORE_F_LOCK_OVERFLOW] = 4;
	p[1].example.space = p[1].space = PTX_SPACE_SHARED;
	p[1].example.addr = 17;
	detected(&p[1], RACE_LOCK);
	collect(b, p, 2);
	j = json_of(b);
	holds(j, "detector", "\"scord\"");
	holds(j, "races", "2");
	holds(j, "kinds.atomic-scope", "1");
	holds(j, "kinds.fence", "0");
	holds(j, "distinct", "{\"all\":2,\"found\":1,\"missed\":0,\"false\":1}");
	holds(j, "accesses", "{\"all\":7,\"found\":2,\"missed\":1,\"false\":4}");
	holds(j, "list.0.order", "\"atomic-after-write\"");
	holds(j, "list.0.detector_kind", "\"fence\"");
	holds(j, "list.0.rows.0.row", "\"m-atomic-scope\"");
	snprintf(side, sizeof(side),
		 "{\"access\":\"write\",\"strong\":false,\"scope\":null,\"file\":\"racy.cu\","
		 "\"line\":4,\"column\":7,\"source\":\"        p[1] = 5;\",\"caret\":13,\"pc\":"
		 "%u,\"block_index\":1,\"block\":[1,0,0],\"warp\":0,\"lane\":0,\"thread\":"
		 "[0,0,0]}",
		 b->store);
	holds(j, "list.0.first", side);
	holds(j, "list.0.second.scope", "\"block\"");
	holds(j, "list.0.second.thread", "[1,1,1]");
	snprintf(addr, sizeof(addr), "\"0x%llx\"", (unsigned long long)b->rig.buf + 4);
	holds(j, "list.0.memory.address", addr);
	holds(j, "list.0.memory.offset", "4");
	holds(j, "list.1.by_oracle", "false");
	holds(j, "list.1.first.line", "null");
	holds(j, "list.1.first.strong", "null");
	holds(j, "list.1.first.thread", "null");
	holds(j, "list.1.memory.name", "\"tile\"");
	holds(j, "list.1.memory.made_by", "null");
	json_decref(j);
	begin(b, false, true);
	collect(b, p + 1, 1);
	j = json_of(b);
	holds(j, "list.0.accesses", "{\"all\":4,\"found\":null,\"missed\":null,\"false\":null}");
	json_decref(j);
}

/* The checker sees what is wrong. */
static void test_schema(void **state)
{
	static const char *const paths[] = {"detector", "races", "kinds", "list"};
	struct bench *b = *state;
	struct score_pair p = pair(b, b->store, b->load, RACE_FENCE);
	char file[4200], why[512];
	json_t *j, *race;

	snprintf(file, sizeof(file), "%s/docs/race-report.schema.json", root);
	begin(b, true, false);
	collect(b, &p, 1);
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		j = report_json(b->r);
		json_object_del(j, paths[i]);
		assert_false(schema_check(file, j, why));
		json_object_set_new(j, paths[i], json_real(1.5));
		assert_false(schema_check(file, j, why));
		json_decref(j);
	}
	j = report_json(b->r);
	race = json_array_get(json_object_get(j, "list"), 0);
	json_object_set_new(race, "launch", json_integer(0));
	assert_false(schema_check(file, j, why));
	assert_string_equal(why, ".list[0].launch: below minimum");
	json_object_set_new(race, "launch", json_integer(1));
	assert_true(schema_check(file, j, why));
	json_object_set_new(json_object_get(race, "memory"), "colour", json_null());
	assert_false(schema_check(file, j, why));
	json_decref(j);
	j = json_null();
	assert_true(schema_check(file, j, why));
	assert_false(schema_check("/nowhere", j, why));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_json, setup, teardown),
		cmocka_unit_test_setup_teardown(test_schema, setup, teardown),
	};

	if (!getcwd(root, sizeof(root)))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
