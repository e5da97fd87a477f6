/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The reader of an executable's DT_NEEDED: on this test's own file, and on damaged copies of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "../../sw/base/mem.h"
#include "../../sw/cli/needed.c" /* not in the library */

static const char self[] = "/proc/self/exe";

static void test_self(void **state)
{
	(void)state;
	assert_int_equal(needed_check(self, "libc.so.6"), NEEDED_FOUND);
	assert_int_equal(needed_check(self, "libcmocka.so.0"), NEEDED_FOUND);
	assert_int_equal(needed_check(self, "libc.so"), NEEDED_FOREIGN);  /* a prefix */
	assert_int_equal(needed_check(self, "ibc.so.6"), NEEDED_FOREIGN); /* a suffix */
	assert_int_equal(needed_check(self, "libphotofinish.so"), NEEDED_FOREIGN);
	assert_int_equal(needed_check("/nonexistent", "x"), NEEDED_UNREADABLE);
	assert_int_equal(needed_check("/", "x"), NEEDED_OTHER);
	assert_int_equal(needed_check("/dev/null", "x"), NEEDED_OTHER);
}

static void put(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

/* The smallest file that asks for a library: cut off anywhere, any byte changed. */
static void test_damaged(void **state)
{
	static uint8_t file[4096];
	const char *tmp = getenv("TMP");
	Elf64_Ehdr h = {.e_type = ET_DYN, .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2};
	Elf64_Phdr segment[2] = {{.p_type = PT_LOAD, .p_vaddr = 0x1000}, {.p_type = PT_DYNAMIC}};
	Elf64_Dyn dyn[4] = {{DT_STRTAB, {0}}, {DT_STRSZ, {16}}, {DT_NEEDED, {1}}, {DT_NULL, {0}}};
	size_t n = sizeof(h) + sizeof(segment) + sizeof(dyn) + 16;
	char path[256];
	size_t found = 0;

	(void)state;
	memcpy(h.e_ident, ELFMAG, SELFMAG);
	h.e_ident[EI_CLASS] = ELFCLASS64;
	h.e_ident[EI_DATA] = ELFDATA2LSB;
	h.e_phoff = sizeof(h);
	segment[0].p_filesz = n;
	segment[1].p_offset = sizeof(h) + sizeof(segment);
	segment[1].p_filesz = sizeof(dyn);
	dyn[0].d_un.d_ptr = 0x1000 + n - 16;
	memcpy(file, &h, sizeof(h));
	memcpy(file + sizeof(h), segment, sizeof(segment));
	memcpy(file + segment[1].p_offset, dyn, sizeof(dyn));
	memcpy(file + n - 16, "\0libours.so", 12);
	snprintf(path, sizeof(path), "%s/test_needed", tmp ? tmp : "/tmp");
	put(path, file, n);
	assert_int_equal(needed_check(path, "libours.so"), NEEDED_FOUND);
	assert_int_equal(needed_check(path, "libour"), NEEDED_FOREIGN);
	for (size_t cut = 0; cut < n - 5; cut++) {
		put(path, file, cut);
		assert_int_not_equal(needed_check(path, "libours.so"), NEEDED_FOUND);
	}
	/* Any byte may change: no crash, and mostly no library. */
	for (size_t at = 0; at < n; at++)
		for (unsigned to = 0; to < 3; to++) {
			uint8_t old = file[at];

			file[at] = to == 0 ? 0xff : to == 1 ? (uint8_t)(old ^ 1) : 0x80;
			put(path, file, n);
			found += needed_check(path, "libours.so") == NEEDED_FOUND;
			file[at] = old;
		}
	assert_in_range(found, 1, 3 * n - 1);
	remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_self),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
