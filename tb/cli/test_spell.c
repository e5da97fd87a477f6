/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Spellings that only nvcc reads: what is spelt otherwise, and what stays.
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
	const char *text, *spelt; /* NULL: as it was */
} cases[] = {
	{"__shared__ alignas(16) float x[4];", "__shared__ __align__(16) float x[4];"},
	{"__shared__ /* so */ alignas(\n8) int x;", "__shared__ /* so */ __align__(\n8) int x;"},
	{"__device__ alignas(T) int x;", "__device__ __align__(T) int x;"},
	{"alignas(16) __shared__ float x[4];", NULL},
	{"__shared__ float alignas;", NULL},
	{"__shared__ int x; alignas(8) int y;", NULL},
	{"\"__shared__ alignas(16)\"", NULL},
	{"asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(x));",
	 "asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));"},
	{"__asm__ __volatile__ (\"a %tid.x, %0;\" /* : */ \"b %%tid.y, %clock64\"\n: \"=r\"(x));",
	 "__asm__ __volatile__ (\"a %%tid.x, %0;\" /* : */ \"b %%tid.y, %%clock64\"\n: "
	 "\"=r\"(x));"},
	{"asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x));", NULL},
	{"asm(\".reg .pred %p; @%p x %0;\" : :);", "asm(\".reg .pred %%p; @%%p x %0;\" : :);"},
	{"asm(\"st [%1], %0;\" ::\"r\"(f(x))\n\"l\"(p) : \"memory\" \"\");",
	 "asm(\"st [%1], %0;\" ::\"r\"(f(x)),\n\"l\"(p) : \"memory\" \"\");"},
	{"asm(\"mov.u32 r, %laneid;\");", NULL}, /* no operands: clang reads it so */
	{"asm(\"x %w0, %c[n], %1, %=, %[m];\" : : \"n\"(y));", NULL},
	{"printf(\"%d %laneid\" ? a : b);", NULL},
	{"// asm(\"%laneid\" : );", NULL},
	{"myasm(\"%laneid\" : );", NULL},
	{"asm(\"%laneid\" :", "asm(\"%%laneid\" :"},
	{"asm(\"%laneid", NULL},
	{"asm(", NULL},
	{"asm", NULL},
	{"__shared__", NULL},
	{"%", NULL},
	{"", NULL},
};

static void spells(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = mem_strdup(cases[i].text), *spelt = cc_spell(text);

		assert_string_equal(text, cases[i].text);
		if (!spelt != !cases[i].spelt || (spelt && strcmp(spelt, cases[i].spelt) != 0))
			fail_msg("%s became %s", cases[i].text, spelt ? spelt : "nothing new");
		free(spelt);
		free(text);
	}
}

/* Any text: it ends, lines stay, and a second time nothing is left to spell. */
static void noise(void **state)
{
	static const char *const pieces[] = {"asm", "(",  ")",  "\"",      "%",          "%%",
					     "tid", ":",  ";",  "alignas", "__shared__", " ",
					     "\n",  "/*", "*/", "//",      "'",          "volatile",
					     "_x1", "\\", "%1"};
	uint32_t seed = 1;

	(void)state;
	for (unsigned round = 0; round < 100000; round++) {
		char text[400] = "", *spelt, *again;
		unsigned lines = 0;

		for (unsigned n = 0; n < 20; n++) {
			seed = seed * 1664525 + 1013904223;
			strcat(text, pieces[(seed >> 16) % (sizeof(pieces) / sizeof(pieces[0]))]);
		}
		spelt = cc_spell(text);
		if (!spelt)
			continue;
		for (const char *s = text; *s; s++)
			lines += *s == '\n';
		for (const char *s = spelt; *s; s++)
			lines -= *s == '\n';
		assert_int_equal(lines, 0);
		again = cc_spell(spelt);
		if (again)
			fail_msg("%s became %s, and that %s", text, spelt, again);
		free(spelt);
	}
}

/* A variable's place, and what becomes of its declaration. */
static void shared(void **state)
{
	static const struct {
		const char *text;
		unsigned line, column;
		const char *unmade; /* NULL: it stays */
	} variables[] = {
		{"{ __shared__ T x; }", 1, 16,
		 "{ typedef            T  __pf_t_x; __shared__ __pf_unmade<__pf_t_x> __pf_s_x; "
		 "__pf_t_x "
		 "&x = __pf_s_x.value; }"},
		{"/* ; */\n#if 1\nalignas( 8) static __shared__ T<f(), 2> x[2] [N];", 3, 41,
		 "/* ; */\n#if 1\ntypedef                               T<f(), 2>  __pf_t_x[2] "
		 "[N]; "
		 "alignas( 8) static __shared__ __pf_unmade<__pf_t_x> __pf_s_x; __pf_t_x &x = "
		 "__pf_s_x.value;"},
		{"{ T x; }", 1, 5, NULL},
		{"{ __shared__ T x, y; }", 1, 16, NULL},
		{"{ __shared__ T x(3); }", 1, 16, NULL},
		{"{ __shared__ T x", 1, 16, NULL},
		{"{ __shared__ T x; }", 2, 1, NULL},
		{"{ __shared__ T x; }", 1, 99, NULL},
		{"", 1, 1, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		char *text = mem_strdup(variables[i].text);
		char *unmade = cc_shared_unmade(text, variables[i].line, variables[i].column);
		const char *wanted = variables[i].unmade;

		if (!unmade != !wanted || (unmade && strcmp(unmade, wanted) != 0))
			fail_msg("%s became\n%s", text, unmade ? unmade : "nothing new");
		free(unmade);
		free(text);
	}
}

/* What Thrust asks, and what becomes of the answer. */
static void thrust(void **state)
{
	static const struct {
		const char *text, *made; /* NULL: it stays */
	} asked[] = {
		{"if (__THRUST_HAS_CUDART__)\n return f(1, 2);\nx;",
		 "auto __pf_host1 = [&]() __attribute__((host)) {\n return f(1, 2);}; if constexpr "
		 "(__THRUST_HAS_CUDART__) return __pf_host1();\nx;"},
		{"if (__THRUST_HAS_CUDART__) { r = f(); /* } */ }if (__THRUST_HAS_CUDART__) {}",
		 "auto __pf_host1 = [&]() __attribute__((host))  { r = f(); /* } */ }; if "
		 "constexpr "
		 "(__THRUST_HAS_CUDART__) __pf_host1();auto __pf_host2 = [&]() "
		 "__attribute__((host))  {}; if "
		 "constexpr (__THRUST_HAS_CUDART__) __pf_host2();"},
		{"if (__THRUST_HAS_CUDART__ && a) f();", NULL},
		{"xif (__THRUST_HAS_CUDART__) f();", NULL},
		{"// if (__THRUST_HAS_CUDART__) f();", NULL},
		{"if (__THRUST_HAS_CUDART__) f()", NULL},
		{"", NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		char *text = mem_strdup(asked[i].text), *made = cc_thrust(text);

		if (!made != !asked[i].made || (made && strcmp(made, asked[i].made) != 0))
			fail_msg("%s became\n%s", text, made ? made : "nothing new");
		free(made);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(spells), cmocka_unit_test(noise),
					   cmocka_unit_test(shared), cmocka_unit_test(thrust)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
