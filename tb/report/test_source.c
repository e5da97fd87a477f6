/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source lines: tabs, wide and broken UTF-8, long lines, caret, files that are none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "report/source.h"

static void line(const char *bytes, unsigned col, const char *text, unsigned caret)
{
	struct source_line l;

	source_show(bytes, strlen(bytes), col, &l);
	assert_string_equal(l.text, text);
	assert_int_equal(l.caret, caret);
}

static void test_caret(void **state)
{
	(void)state;
	line("a = b;", 5, "a = b;", 4);
	line("a = b;\r\n", 1, "a = b;", 0);
	line("a = b;   ", 99, "a = b;", 6); /* beyond: another version of the file */
	line("  \t a", 0, "         a", 9); /* column unknown: first that is no blank */
	line("", 0, "", 0);
	line("", 7, "", 0);
}

static void test_tabs(void **state)
{
	(void)state;
	line("\ta[0]\t= 1;", 2, "        a[0]    = 1;", 8);
	line("\ta[0]\t= 1;", 7, "        a[0]    = 1;", 16);
	line("  \tx", 4, "        x", 8);
	line("1234567\tx", 9, "1234567 x", 8);
	line("12345678\tx", 10, "12345678        x", 16);
}

static void test_utf8(void **state)
{
	(void)state;
	line("\xc3\xa9 = x", 6, "\xc3\xa9 = x", 4);         /* e acute: 2 bytes, 1 column */
	line("\xe6\xbc\xa2 = x", 7, "\xe6\xbc\xa2 = x", 5); /* a wide one: 3 bytes, 2 columns */
	line("e\xcc\x81 = x", 7, "e\xcc\x81 = x", 4);       /* combining: no column */
	line("\xf0\x9f\x9a\x80 x", 6, "\xf0\x9f\x9a\x80 x", 3);
	line("\xe6\xbc\xa2 = x", 2, "\xe6\xbc\xa2 = x", 0); /* inside a character */
}

static void test_harm(void **state)
{
	char clean[16];

	(void)state;
	line("a\x1b[31mb\x7f", 7, "a?[31mb?", 6);
	line("\xff\xc3+\xe2\x82", 3, "??+??", 2);
	line("\xc0\x80\xed\xa0\x80\xf8", 1,
	     "??"
	     "?"
	     "?",
	     0);
	line("\xc2\x9b"
	     "1m",
	     3, "?1m", 1); /* C1: starts an escape sequence, too */
	line("x\xe2\x80\xae"
	     "y",
	     5, "x?y", 2);                      /* right to left from here */
	line("\xf4\x90\x80\x80", 1, "????", 0); /* beyond U+10FFFF */
	source_clean("a\tb\n\xc3\xa9", clean, sizeof(clean));
	assert_string_equal(clean, "a?b?\xc3\xa9");
	source_clean("123456789012345", clean, sizeof(clean));
	assert_string_equal(clean, "123456789012345");
	source_clean("12345678901234\xc3\xa9", clean, sizeof(clean)); /* does not fit whole */
	assert_string_equal(clean, "12345678901234");
	source_clean("x", clean, 1);
	assert_string_equal(clean, "");
}

static void test_long(void **state)
{
	char text[400], *x;
	struct source_line l;

	(void)state;
	for (unsigned at = 0; at < 300; at++) {
		memset(text, 'a', 300);
		text[300] = '\0';
		text[at] = 'X';
		source_show(text, 300, at + 1, &l);
		assert_int_equal(strlen(l.text) <= SOURCE_COLUMNS, 1);
		x = strchr(l.text, 'X');
		assert_non_null(x);
		assert_int_equal(x - l.text, l.caret);
		assert_int_equal(strncmp(l.text, "...", 3) == 0, at > 64);
	}
	memset(text, 'b', 96);
	text[96] = '\0';
	line(text, 96, text, 95); /* as long as may be: not cut */
	memset(text, '\t', 300);
	strcpy(text + 300, "x");
	source_show(text, 301, 301, &l);
	assert_int_equal(l.text[l.caret], 'x');
}

/* Any bytes: the text stays UTF-8 within its size, without controls. */
static void test_random(void **state)
{
	struct rng r;
	char bytes[400], again[SOURCE_TEXT];
	struct source_line l;

	(void)state;
	rng_seed(&r, 1);
	for (unsigned n = 0; n < 20000; n++) {
		const unsigned size = rng_below(&r, sizeof(bytes));

		for (unsigned i = 0; i < size; i++)
			bytes[i] = rng_below(&r, 4) ? (char)rng_below(&r, 256)
						    : "\t\xe6\xbc\xa2 x"[rng_below(&r, 6)];
		source_show(bytes, size, rng_below(&r, 420), &l);
		source_clean(l.text, again, sizeof(again));
		assert_string_equal(l.text, again);
		assert_true(l.caret <= SOURCE_COLUMNS);
	}
}

static void test_files(void **state)
{
	char dir[] = "/tmp/pf_source_XXXXXX";
	struct source_line l;
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	f = fopen("a.cu", "w");
	assert_non_null(f);
	fputs("one\n\nthree\nno newline", f);
	fclose(f);
	assert_true(source_read("a.cu", 1, 2, &l));
	assert_string_equal(l.text, "one");
	assert_int_equal(l.caret, 1);
	assert_true(source_read("a.cu", 2, 1, &l));
	assert_string_equal(l.text, "");
	assert_true(source_read("a.cu", 4, 1, &l));
	assert_string_equal(l.text, "no newline");
	assert_false(source_read("a.cu", 5, 1, &l));
	assert_false(source_read("a.cu", 0, 1, &l));
	assert_false(source_read("b.cu", 1, 1, &l));
	assert_false(source_read(".", 1, 1, &l));
	assert_false(source_read("/dev/zero", 1, 1, &l));
	assert_int_equal(mkfifo("pipe", 0600), 0);
	assert_false(source_read("pipe", 1, 1, &l)); /* and does not wait for a writer */
	f = fopen("big", "w");
	assert_non_null(f);
	for (unsigned i = 0; i < 3U << 20; i++)
		fputc('z', f);
	fclose(f);
	assert_true(source_read("big", 1, 3, &l));
	unlink("a.cu");
	unlink("pipe");
	unlink("big");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_caret), cmocka_unit_test(test_tabs),
		cmocka_unit_test(test_utf8),  cmocka_unit_test(test_harm),
		cmocka_unit_test(test_long),  cmocka_unit_test(test_random),
		cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
