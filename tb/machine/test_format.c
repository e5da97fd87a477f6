/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/format.h"

/* Packs arguments as clang does for vprintf. */
struct pack {
	uint8_t bytes[256];
	size_t n;
};

static void put4(struct pack *p, uint32_t v)
{
	p->n = (p->n + 3) & ~(size_t)3;
	memcpy(p->bytes + p->n, &v, 4);
	p->n += 4;
}

static void put8(struct pack *p, uint64_t v)
{
	p->n = (p->n + 7) & ~(size_t)7;
	memcpy(p->bytes + p->n, &v, 8);
	p->n += 8;
}

static void put_double(struct pack *p, double d)
{
	uint64_t v;

	memcpy(&v, &d, 8);
	put8(p, v);
}

static const char *string_at(void *ctx, uint64_t addr, size_t *n)
{
	(void)ctx;
	if (addr != 0x1000)
		return NULL;
	*n = 5;
	return "hello";
}

static int print(const struct pack *p, const char *fmt, char *buf)
{
	struct format_text out = {0};
	const int r = format_print(&out, fmt, strlen(fmt), p->bytes, p->n, string_at, NULL);

	memcpy(buf, out.text ? out.text : "", out.n);
	buf[out.n] = '\0';
	free(out.text);
	return r;
}

static void check(const struct pack *p, const char *fmt, const char *want, int used)
{
	char buf[4096];

	assert_int_equal(print(p, fmt, buf), used);
	assert_string_equal(buf, want);
}

static void integers(void **state)
{
	struct pack p = {.n = 0};

	(void)state;
	put4(&p, (uint32_t)-5);
	check(&p, "%d", "-5", 1);
	check(&p, "%i|", "-5|", 1);
	check(&p, "%u", "4294967291", 1);
	check(&p, "%x", "fffffffb", 1);
	check(&p, "%#X", "0XFFFFFFFB", 1);
	check(&p, "%o", "37777777773", 1);
	check(&p, "%8d|", "      -5|", 1);
	check(&p, "%-8d|", "-5      |", 1);
	check(&p, "%08d", "-0000005", 1);
	check(&p, "%.3d", "-005", 1);
	check(&p, "%hd", "-5", 1);
	check(&p, "%hu", "65531", 1);
	check(&p, "%hhu", "251", 1);
	check(&p, "%hhx", "fb", 1);
	check(&p, "%c", "\xfb", 1);
	p.n = 0;
	put4(&p, 7);
	check(&p, "%+d", "+7", 1);
	check(&p, "% d", " 7", 1);
}

static void wide_integers_are_aligned(void **state)
{
	struct pack p = {.n = 0};

	(void)state;
	put4(&p, 1);
	put8(&p, 0x123456789abcdef0U);
	put4(&p, 2);
	put8(&p, (uint64_t)-1);
	check(&p, "%d %llx %d %ld", "1 123456789abcdef0 2 -1", 4);
	check(&p, "%d %zx %d %lld", "1 123456789abcdef0 2 -1", 4);
	check(&p, "%d %lX %d %ju", "1 123456789ABCDEF0 2 18446744073709551615", 4);
	check(&p, "%d %p", "1 0x123456789abcdef0", 2);
}

static void floats(void **state)
{
	struct pack p = {.n = 0};

	(void)state;
	put4(&p, 3);
	put_double(&p, 3.14159);
	check(&p, "%d %f", "3 3.141590", 2);
	check(&p, "%d %.2f", "3 3.14", 2);
	check(&p, "%d %8.3F|", "3    3.142|", 2);
	check(&p, "%d %e", "3 3.141590e+00", 2);
	check(&p, "%d %E", "3 3.141590E+00", 2);
	check(&p, "%d %g", "3 3.14159", 2);
	check(&p, "%d %G", "3 3.14159", 2);
	check(&p, "%d %.1a", "3 0x1.9p+1", 2);
	p.n = 0;
	put_double(&p, 1.0 / 0.0);
	check(&p, "%f", "inf", 1);
}

static void strings(void **state)
{
	struct pack p = {.n = 0};
	char buf[64];

	(void)state;
	put8(&p, 0x1000);
	check(&p, "<%s>", "<hello>", 1);
	check(&p, "<%8s>", "<   hello>", 1);
	check(&p, "<%-8s>", "<hello   >", 1);
	check(&p, "<%.2s>", "<he>", 1);
	p.n = 0;
	put8(&p, 0);
	check(&p, "%s", "(null)", 1);
	p.n = 0;
	put8(&p, 0x2000);
	assert_int_equal(print(&p, "a%s", buf), -1);
	assert_string_equal(buf, "a");
}

static void width_from_an_argument(void **state)
{
	struct pack p = {.n = 0};

	(void)state;
	put4(&p, 6);
	put4(&p, 42);
	put4(&p, (uint32_t)-4);
	put4(&p, 7);
	check(&p, "%*d|%*d|", "    42|7   |", 4);
	p.n = 0;
	put4(&p, 2);
	put_double(&p, 1.2345);
	check(&p, "%.*f", "1.23", 2);
}

static void text_without_arguments(void **state)
{
	struct pack p = {.n = 0};

	(void)state;
	check(&p, "", "", 0);
	check(&p, "plain\n", "plain\n", 0);
	check(&p, "100%% sure", "100% sure", 0);
	check(&p, "50% yes", "50% yes", 0);
}

static void odd_formats(void **state)
{
	struct pack p = {.n = 0};
	char buf[64];

	(void)state;
	check(&p, "%", "%", 0);
	check(&p, "%q", "%q", 0);
	check(&p, "%5", "%5", 0);
	check(&p, "a%nb", "a%nb", 0);
	assert_int_equal(print(&p, "%d", buf), -1);
	put4(&p, 1);
	assert_int_equal(print(&p, "%ld", buf), -1);
	assert_int_equal(print(&p, "%d %d", buf), -1);
	assert_string_equal(buf, "1 ");
}

static void huge_width_is_cut(void **state)
{
	struct format_text out = {0};
	struct pack p = {.n = 0};

	(void)state;
	put4(&p, 1);
	assert_int_equal(format_print(&out, "%99999999999d", 13, p.bytes, p.n, string_at, NULL), 1);
	assert_int_equal(out.n, FORMAT_MAX_WIDTH);
	free(out.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),
		cmocka_unit_test(wide_integers_are_aligned),
		cmocka_unit_test(floats),
		cmocka_unit_test(strings),
		cmocka_unit_test(width_from_an_argument),
		cmocka_unit_test(text_without_arguments),
		cmocka_unit_test(odd_formats),
		cmocka_unit_test(huge_width_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
