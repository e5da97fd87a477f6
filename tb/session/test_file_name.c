/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a file's name on the command line stands for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "session/file_name.h"

static void is(const char *given, const char *want)
{
	struct diag d = {""};
	char *name = file_name("--json", given, &d);

	if (!name)
		fail_msg("%s: %s", given, d.text);
	assert_string_equal(name, want);
	free(name);
}

static void filled_in(void **state)
{
	char want[64];

	(void)state;
	is("/", "/");
	is("/a/b.json", "/a/b.json");
	is("/50%%.json", "/50%.json");
	is("/%b", "/test_file_name");
	snprintf(want, sizeof(want), "/x-%ld-%ld", (long)getpid(), (long)getpid());
	is("/x-%p-%p", want);
}

static void in_this_folder(void **state)
{
	char *cwd = getcwd(NULL, 0), want[4200];

	(void)state;
	assert_non_null(cwd);
	snprintf(want, sizeof(want), "%s/a.json", cwd);
	is("a.json", want);
	snprintf(want, sizeof(want), "%s/", cwd);
	is("", want);
	free(cwd);
}

static void refused(void **state)
{
	static const char *const bad[] = {"x%z", "%", "/a/%%%", "%P"};
	struct diag d;

	(void)state;
	assert_null(file_name("--json", NULL, &d));
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		d.text[0] = '\0';
		assert_null(file_name("--sarif", bad[i], &d));
		assert_non_null(strstr(d.text, "--sarif: '%"));
		assert_non_null(strstr(d.text, bad[i]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filled_in),
		cmocka_unit_test(in_this_folder),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
