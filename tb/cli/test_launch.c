/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Launches by device code, as clang is to read them: every column and line stays.
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

static void becomes(const char *from, const char *to)
{
	char *text = mem_strdup(from), *is = cc_launch_device(text);

	if (to)
		assert_string_equal(is, to);
	else
		assert_null(is);
	free(is);
	free(text);
}

static void test_device(void **state)
{
	(void)state;
	becomes("void f() { int a = b << 3; }", NULL);
	becomes("std::ostream &operator<<(T); // k<<<1, 1>>>(x)", NULL);
	becomes("f(\"k<<<1, 1>>>(x)\");", NULL);
	becomes("k<<<g, b>>>(x, y);\nh();",
		"k          (x, y),__pf_launch(__pf_called(),\n#line 1\n    g, b)\n#line 1\n"
		"                 ;\nh();");
	/* configuration and arguments on lines of their own */
	becomes("\tns::k<T>\n  <<<g,\n     b>>>\n (x);",
		"\tns::k<T>\n       \n         \n (x),__pf_launch(__pf_called(),\n#line 2\n     "
		"g,\n"
		"     b)\n#line 4\n    ;");
	/* within brackets and macros no line may begin */
	becomes("m(k<<<g, // blocks\n  b>>>(x));",
		"m(k               \n      (x),__pf_launch(__pf_called(),g,     b));");
	becomes("#define L(k) \\\n k<<<1, 1>>>(2)\nint x;",
		"#define L(k) \\\n k          (2),__pf_launch(__pf_called(),1, 1)\nint x;");
	becomes("#line 3\nk<<<1, 1>>>();",
		"#line 3\nk          (),__pf_launch(__pf_called(),1, 1);");
}

static void erased(const char *from, unsigned line, unsigned column, const char *to)
{
	bool any = false;
	char *is = cc_launch_erase(mem_strdup(from), line, column, &any);

	assert_string_equal(is, to ? to : from);
	assert_int_equal(any, to != NULL);
	free(is);
}

static void test_host(void **state)
{
	(void)state;
	erased("f(); k<<<1, 2>>>(x);", 1, 6, "f(); (void)0       ;");
	erased("f(); k<<<1, 2>>>(x);", 1, 1, NULL);
	erased("f();\n a->template k<3>\n<<<1, 2>>>(x, \"(\");", 2, 2,
	       "f();\n (void)0         \n                  ;");
	erased("f();\n ::n::k<3, 4><<<1, 2>>>(x);", 2, 2, "f();\n (void)0                  ;");
	erased("(*p)<<<1, 2>>>(x);", 1, 3, "(void)0          ;");
	erased("k<<<1, 2>>>(x);", 9, 1, NULL);
	erased("k<<<1, 2>>>(x);", 1, 90, NULL);
	/* a macro's launch is the host's, too */
	erased("#define L(k, ...) \\\n  k<<<1, 2>>>(__VA_ARGS__)\n", 2, 3,
	       "#define L(k, ...) \\\n  [&] __host__ __device__ () { k<<<1, 2>>>(__VA_ARGS__); "
	       "}()\n");
	erased("#define L [&] __host__ __device__ () { k<<<1, 2>>>(); }()\n", 1, 40, NULL);
}

static void test_wanted(void **state)
{
	(void)state;
	assert_true(cc_launch_wanted("a.cu:1:2: error: reference to __global__ function 'k' in"));
	assert_true(cc_launch_wanted("note: candidate function not viable: call to __global__ "
				     "function from __device__ function"));
	assert_true(cc_launch_wanted("error: no matching function for call to 'cudaMalloc'"));
	assert_false(cc_launch_wanted("error: no matching function for call to 'f'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_device),
		cmocka_unit_test(test_host),
		cmocka_unit_test(test_wanted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
