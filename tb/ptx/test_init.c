/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Initialisers: bytes and relocations.
 */
#include "ptx_test.h"

static void check_bytes(const char *decl, const void *want, size_t size)
{
	char text[1024];
	struct ptx_module *m;
	const struct ptx_var *v;

	snprintf(text, sizeof(text), HEAD ".global %s;", decl);
	m = parse(text);
	v = var(m, "x");
	assert_int_equal(v->size, size);
	assert_non_null(v->init);
	if (memcmp(v->init, want, size))
		fail_msg("wrong bytes of: %s", decl);
	assert_false(v->is_unsized);
	ptx_free(m);
}

static void integers(void **state)
{
	(void)state;
	check_bytes(".b8 x[4] = {1, 2, 252, -1}", "\1\2\374\377", 4);
	check_bytes(".b8 x[5] = {0x10, 010, 0b11, 7U}", "\20\10\3\7\0", 5);
	check_bytes(".u16 x = 0x1234", "\x34\x12", 2);
	check_bytes(".s32 x = -2", "\xfe\xff\xff\xff", 4);
	check_bytes(".u64 x = 18446744073709551615", "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
	check_bytes(".b32 x[] = {1, 2}", "\1\0\0\0\2\0\0\0", 8);
	check_bytes(".b32 x[2] = {}", "\0\0\0\0\0\0\0\0", 8);
	check_bytes(".b8 x[3] = {1, 2, 3, }", "\1\2\3", 3);
}

static void dimensions(void **state)
{
	(void)state;
	check_bytes(".b8 x[2][3] = {{1}, {2, 3}}", "\1\0\0\2\3\0", 6);
	check_bytes(".b8 x[2][3] = {1, 2, 3, 4}", "\1\2\3\4\0\0", 6);
	check_bytes(".b8 x[2][3] = {1, {2, 3}}", "\1\0\0\2\3\0", 6);
	check_bytes(".b8 x[][2] = {{1}, {2}, {3}}", "\1\0\2\0\3\0", 6);
	check_bytes(".b8 x[][2] = {1, 2, 3}", "\1\2\3\0", 4);
	check_bytes(".b8 x[2][2][2] = {{{1}, {2}}, {{3, 4}}}", "\1\0\2\0\3\4\0\0", 8);
	check_bytes(".v2 .b8 x = {1, 2}", "\1\2", 2);
	check_bytes(".v4 .b8 x[2] = {{1, 2, 3, 4}, {5}}", "\1\2\3\4\5\0\0\0", 8);
	check_bytes(".v2 .b8 x[] = {{1, 2}, {3}}", "\1\2\3\0", 4);
}

static void floats(void **state)
{
	const float f[] = {1.5f, -0.25f, 0.1f, 3.0f, -1.0f};
	const double d[] = {3.25, -1e300, 0.5, -2.0};
	const uint32_t nan = 0xffa12345;

	(void)state;
	check_bytes(".f32 x[5] = {0f3FC00000, 0fBE800000, 0.1, 0d4008000000000000, -0f3F800000}", f,
		    sizeof(f));
	check_bytes(".f64 x[4] = {0d400A000000000000, -1.0e300, 0f3F000000, -2.0}", d, sizeof(d));
	check_bytes(".f32 x = 0fffA12345", &nan, 4);
	check_bytes(".b32 x = 0f3FC00000", &f[0], 4);
	check_bytes(".b64 x = 0d400A000000000000", &d[0], 8);
}

static void relocations(void **state)
{
	struct ptx_module *m =
		parse(HEAD ".global .u32 a[4]; .shared .u32 s; .func f;\n"
			   ".global .u64 x[6] = {7, generic(a)+4, a, f, a-8, generic(later)+-4};\n"
			   ".const .b64 y = s+2;\n.global .u8 later[9];\n");
	const struct ptx_var *x = var(m, "x");
	const struct ptx_reloc *r = x->relocs;

	(void)state;
	assert_int_equal(x->n_relocs, 5);
	assert_int_equal(x->init[0], 7);
	assert_int_equal(r[0].offset, 8);
	assert_ptr_equal(r[0].var, var(m, "a"));
	assert_null(r[0].func);
	assert_int_equal(r[0].addend, 4);
	assert_true(r[0].generic);
	assert_int_equal(r[1].offset, 16);
	assert_false(r[1].generic);
	assert_int_equal(r[1].addend, 0);
	assert_null(r[2].var);
	assert_ptr_equal(r[2].func, func(m, "f"));
	assert_int_equal(r[3].addend, -8);
	assert_int_equal(r[4].offset, 40);
	assert_int_equal(r[4].addend, -4);
	assert_ptr_equal(r[4].var, var(m, "later"));
	assert_ptr_equal(var(m, "y")->relocs[0].var, var(m, "s"));
	assert_int_equal(var(m, "y")->n_relocs, 1);
	assert_null(var(m, "a")->init);
	ptx_free(m);
}

/* One initialiser's bytes must not leak into the next. */
static void scratch_is_clean(void **state)
{
	struct ptx_module *m = parse(
		HEAD
		".global .b8 a[8] = {1, 2, 3, 4, 5, 6, 7, 8}; .global .b8 x[2][4] = {{9}, {9}};");

	(void)state;
	assert_memory_equal(var(m, "x")->init, "\11\0\0\0\11\0\0\0", 8);
	ptx_free(m);
}

#define G(line) HEAD ".global " line
static const struct {
	const char *text, *message;
} refused[] = {
	{G(".b8 x[2] = {1, 2, 3};"), "t.ptx:4: more initialisers than 'x' has elements"},
	{G(".b8 x[2][2] = {{1, 2, 3}};"), "t.ptx:4: more initialisers than 'x' has elements"},
	{G(".b8 x[1][2] = {{1}, {2}};"), "t.ptx:4: more initialisers than 'x' has elements"},
	{G(".b8 x[2] = {{1}};"), "t.ptx:4: more braces than 'x' has dimensions"},
	{G(".b8 x[2] = 1;"), "t.ptx:4: expected '{', found '1'"},
	{G(".b8 x = {1};"), "t.ptx:4: expected a value, found '{'"},
	{G(".b8 x[0] = {};"), "t.ptx:4: initialiser of 'x', which has no elements"},
	{G(".u32 x = 0f3F800000;"), "t.ptx:4: floating-point literal in an integer initialiser"},
	{G(".u32 x = 1.5;"), "t.ptx:4: floating-point literal in an integer initialiser"},
	{G(".f32 x = 1;"), "t.ptx:4: integer literal in a floating-point initialiser"},
	{G(".u32 a; .global .u32 x = a;"),
	 "t.ptx:4: address of 'a' in an initialiser of type .u32"},
	{G(".u64 x = nobody;"), "t.ptx:4: undeclared name 'nobody' in an initialiser"},
	{G(".u32 a; .global .u8 x[] = {0xff(a)};"),
	 "t.ptx:4: unsupported initialiser with a mask operator"},
	{HEAD ".shared .u32 x = 1;",
	 "t.ptx:4: only .global and .const variables have an initialiser"},
	{G(".b8 x[] = {1"), "t.ptx:4: expected '}', found the end of the text"},
	{G(".b8 x[4294967296] = {1};"), "t.ptx:4: initialised variables take more than 256 MiB"},
	{G(".u64 x = generic(1);"), "t.ptx:4: expected a symbol, found '1'"},
	{G(".u64 x = x+y;"), "t.ptx:4: expected an integer, found 'y'"},
};

static void refusals(void **state)
{
	(void)state;
	for (unsigned n = 0; n < sizeof(refused) / sizeof(refused[0]); n++)
		refuse(refused[n].text, refused[n].message);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),         cmocka_unit_test(dimensions),
		cmocka_unit_test(floats),           cmocka_unit_test(relocations),
		cmocka_unit_test(scratch_is_clean), cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests_name("ptx initialisers", tests, NULL, NULL);
}
