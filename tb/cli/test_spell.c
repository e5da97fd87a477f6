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

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(spells), cmocka_unit_test(noise)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
