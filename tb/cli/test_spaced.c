/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Launches whose brackets stand apart: what is joined, what is C++ and stays.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sw/base/mem.h"
#include "../../sw/cli/cc_spaced.c" /* not in the library */
#include "../../sw/cli/cc_spell.c"
#include "../../sw/cli/cc_launch.c"
#include "../../sw/cli/cc_thrust.c"
#include "../../sw/cli/cc_shared.c"
#include "../../sw/cli/cc_check.c"
#include "../../sw/cli/cc_tools.c"

static const struct {
	const char *text, *joined; /* NULL: as it was */
} cases[] = {
	{"k << <1, 2 >> >(x);", "k <<< 1, 2 >>> (x);"},
	{"k< < <1, 2> > > (x);", "k<<<  1, 2>>>   (x);"},
	{"k<<<1, 2 >> >\n(x);", "k<<<1, 2 >>> \n(x);"},
	{"k << <1, 2>>>(x);", "k <<< 1, 2>>>(x);"},
	{"k<int> << <f(a >> 1), b[c > 1] >> >(x);", "k<int> <<< f(a >> 1), b[c > 1] >>> (x);"},
	{"k << <1, 2 /* >> >( */ >> >(x);", "k <<< 1, 2 /* >> >( */ >>> (x);"},
	{"k << <1, '>' >> >(x);", "k <<< 1, '>' >>> (x);"},
	{"k<<<1, 2>>>(x);", NULL},
	{"// k << <1, 2 >> >(x);", NULL},
	{"/* k << <1, 2 >> >(x); */", NULL},
	{"\"k << <1, 2 >> >(x); \\\" k << <1 >> >(x)\"", NULL},
	{"'\\'' + 1'000 << 2", NULL},
	{"operator<< <T>(a >> >(b));", NULL},
	{"operator << <A<B<C> > >(a);", NULL},
	{"v<v<v<int> > >(x);", NULL},
	{"a << b; c >> >(d);", NULL},
	{"a << <b; c >> >(d);", NULL},
	{"f(a << <b); c >> >(d);", NULL},
	{"k << <1, 2 >> >;", NULL},
	{"k << <", NULL},
	{"\"", NULL},
	{"/*", NULL},
	{"", NULL},
};

static void joins(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = mem_strdup(cases[i].text);
		const char *expected = cases[i].joined ? cases[i].joined : cases[i].text;

		if (cc_spaced_join(text) != (cases[i].joined != NULL) ||
		    strcmp(text, expected) != 0)
			fail_msg("%s became %s", cases[i].text, text);
		free(text);
	}
}

/* Any text: nothing but brackets and blanks moves, and a second time nothing does. */
static void noise(void **state)
{
	static const char letters[] = "<<<>>>  ()k,;\"'/*\\\n";
	uint32_t seed = 1;

	(void)state;
	for (unsigned round = 0; round < 200000; round++) {
		char text[40], was[40];
		unsigned n = 0;

		for (; n + 1 < sizeof(text); n++) {
			seed = seed * 1664525 + 1013904223;
			text[n] = letters[(seed >> 20) % (sizeof(letters) - 1)];
		}
		text[n] = '\0';
		strcpy(was, text);
		cc_spaced_join(text);
		assert_int_equal(strlen(text), n);
		for (unsigned i = 0; i < n; i++)
			assert_true(text[i] == was[i] ||
				    (strchr("<> \t", text[i]) && strchr("<> \t", was[i])));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(joins), cmocka_unit_test(noise)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
