/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The trace reader on what was damaged: cut, with a bit flipped, followed by something, or packed
 * by hand as no writer would. It is refused, with the byte where.
 */
#include <zstd.h>

#include "world.h"

static void test_truncation(void **state)
{
	struct world *w = world_new(7);
	struct log log = {0};
	uint8_t *p;
	size_t size, n;

	(void)state;
	write_trace(w, &log, 2, 30);
	p = slurp(w->path, &size);
	for (size_t cut = 0; cut < size; cut++) {
		struct diag diag = {""};
		uint8_t *copy = mem_alloc(cut); /* so that ASan sees a read past the end */

		memcpy(copy, p, cut);
		assert_int_equal(read_memory(copy, cut, &log, &n, &diag), -1);
		assert_non_null(strstr(diag.text, "x.trace: byte "));
		free(copy);
	}
	free(p);
	free(log.r);
	world_free(w);
}

static void test_bit_flips(void **state)
{
	struct world *w = world_new(8);
	struct log log = {0};
	uint8_t *p;
	size_t size, n, harmless = 0;

	(void)state;
	write_trace(w, &log, 2, 25);
	p = slurp(w->path, &size);
	for (size_t bit = 0; bit < size * 8; bit++) {
		struct diag diag = {""};

		p[bit / 8] ^= (uint8_t)(1U << bit % 8);
		/* A flip that zstd does not care about must not change a record: log is compared.
		 */
		if (!read_memory(p, size, &log, &n, &diag)) {
			assert_int_equal(n, log.n);
			harmless++;
		} else {
			assert_non_null(strstr(diag.text, "x.trace: byte "));
		}
		p[bit / 8] ^= (uint8_t)(1U << bit % 8);
	}
	/* Few, and only inside zstd's own coding: a hundredth of all bits at most. */
	assert_in_range(harmless, 0, size * 8 / 100);
	free(p);
	free(log.r);
	world_free(w);
}

static void test_trailing(void **state)
{
	struct world *w = world_new(9);
	struct log log = {0};
	struct diag diag = {""};
	uint8_t *p;
	size_t size, n;

	(void)state;
	write_trace(w, &log, 1, 5);
	p = slurp(w->path, &size);
	p = mem_realloc(p, size * 2);
	memcpy(p + size, p, size);
	assert_int_equal(read_memory(p, size + 1, &log, &n, &diag), -1);
	/* A second trace behind the first, without its preamble */
	memmove(p + size, p + TRACE_PREAMBLE_BYTES, size - TRACE_PREAMBLE_BYTES);
	assert_int_equal(read_memory(p, 2 * size - TRACE_PREAMBLE_BYTES, &log, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "follows the end record"));
	free(p);
	free(log.r);
	world_free(w);
}

/* Records packed by hand: what no writer writes */
struct crafted {
	uint8_t bytes[TRACE_MAX_FRAME + 64];
	size_t n;
};

static void add(struct crafted *c, const void *bytes, size_t n)
{
	memcpy(c->bytes + c->n, bytes, n);
	c->n += n;
}

static void begin(struct crafted *c)
{
	/* seed 0, rr, lockstep, 2 SMs, 64 threads, 4 blocks, 0 bytes, "t", "c" */
	static const uint8_t header[] = {1, 0, 0, 0, 2, 64, 4, 0, 1, 't', 1, 'c'};

	c->n = 0;
	add(c, header, sizeof(header));
}

static void launch(struct crafted *c)
{
	/* kernel "k"; launch 1 of it: grid 3x1x1, block 64x1x1, 0 shared, 2 warps, 4 blocks, its */
	static const uint8_t bytes[] = {3, 1, 'k', 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 2, 4, 1};

	add(c, bytes, sizeof(bytes));
}

static void frame(struct crafted *file, const void *raw, size_t n, int checksum)
{
	ZSTD_CCtx *z = ZSTD_createCCtx();
	size_t r;

	ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, checksum);
	r = ZSTD_compress2(z, file->bytes + file->n, sizeof(file->bytes) - file->n, raw, n);
	assert_false(ZSTD_isError(r));
	file->n += r;
	ZSTD_freeCCtx(z);
}

static void preamble(struct crafted *file)
{
	file->n = 0;
	add(file, "PFTRACE\0\2\0\0\0", TRACE_PREAMBLE_BYTES);
}

/* Reads the records in c; error must hold want (NULL: no error). */
static void expect(struct crafted *c, const char *want)
{
	static struct crafted file;
	struct diag diag = {""};
	size_t n;
	int r;

	preamble(&file);
	frame(&file, c->bytes, c->n, 1);
	r = read_memory(file.bytes, file.n, NULL, &n, &diag);
	if (!want) {
		if (r)
			fail_msg("%s", diag.text);
		return;
	}
	assert_int_equal(r, -1);
	if (!strstr(diag.text, want))
		fail_msg("'%s' is not in '%s'", want, diag.text);
}

#define ADD(c, ...) add(c, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void test_crafted_structure(void **state)
{
	static struct crafted c;

	(void)state;
	begin(&c), ADD(&c, 31, 0), expect(&c, NULL);
	begin(&c), launch(&c), ADD(&c, 17, 0, 31, 2), expect(&c, NULL);
	begin(&c), expect(&c, "no end record");
	begin(&c), ADD(&c, 31, 1), expect(&c, "counts 1 records");
	begin(&c), ADD(&c, 31, 0, 31), expect(&c, "follows the end record");
	begin(&c), ADD(&c, 0), expect(&c, "unknown record 0");
	begin(&c), ADD(&c, 200), expect(&c, "unknown record 200");
	begin(&c), ADD(&c, 0x80 | 31, 0), expect(&c, "unknown record 159");
	begin(&c), ADD(&c, 17, 0), expect(&c, "outside a launch");
	begin(&c), ADD(&c, 22, 0, 0, 0, 0), expect(&c, "outside a launch");
	begin(&c), launch(&c), launch(&c), expect(&c, "damaged launch record");
	/* a kernel that was not named; a grid of 0; warps that do not fit the block */
	begin(&c), ADD(&c, 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 2, 4, 1), expect(&c, "damaged launch");
	begin(&c), ADD(&c, 3, 1, 'k', 16, 1, 0, 0, 1, 1, 64, 1, 1, 0, 2, 4, 1);
	expect(&c, "damaged launch");
	begin(&c), ADD(&c, 3, 1, 'k', 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 3, 4, 1);
	expect(&c, "damaged launch");
	begin(&c), ADD(&c, 3, 1, 'k', 16, 1, 0, 3, 1, 1, 64, 1, 1, 0, 2, 4, 2);
	expect(&c, "damaged launch");
	/* who: SM 2 of 2, slot 4 of 4, block 3 of 3, warp 2 of 2 */
	begin(&c), launch(&c), ADD(&c, 22, 1, 3, 2, 1, 31, 2), expect(&c, NULL);
	begin(&c), launch(&c), ADD(&c, 22, 2, 3, 2, 1), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 22, 1, 4, 2, 1), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 22, 1, 3, 3, 1), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 22, 1, 3, 2, 2), expect(&c, "out of range");
	begin(&c), launch(&c), ADD(&c, 18, 1, 3, 3), expect(&c, "out of range");
	c.n = 0, ADD(&c, 31, 0), expect(&c, "no header record");
	c.n = 0, ADD(&c, 1, 0, 9, 0, 2, 64, 4, 0, 0, 0), expect(&c, "damaged header");
	/* a name longer than the frame, one with a 0 in it, a number of more than 64 bits */
	begin(&c), ADD(&c, 2, 5, 'a', 'b'), expect(&c, "damaged file record");
	begin(&c), ADD(&c, 2, 3, 'a', 0, 'b'), expect(&c, "damaged file record");
	begin(&c), ADD(&c, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2);
	expect(&c, "damaged kernel record");
	begin(&c), ADD(&c, 3, 128), expect(&c, "damaged kernel record");
}

/* ld of u32 from global memory at pc 5 of kernel 0, no place */
#define SITE \
	4, 0, 5, 2, 'l', 'd', 6, 'g', 'l', 'o', 'b', 'a', 'l', 4, 'w', 'e', 'a', 'k', 0, 3, 'u', \
		'3', '2', 0, 0, 0

static void test_crafted_ops(void **state)
{
	static struct crafted c;

	(void)state;
	/* lanes 0 and 1, address 0x10 (zigzag 32), value 7 */
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 0, 7, 31, 2);
	expect(&c, NULL);
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 1, 3, 0, 32, 0, 7);
	expect(&c, "unknown place");
	/* size 3, vec 3, a file that was not named, an unknown space, a kernel that was not named
	 */
	begin(&c), launch(&c), ADD(&c, SITE, 3, 1, 0, 0, 0), expect(&c, "damaged site");
	begin(&c), launch(&c), ADD(&c, SITE, 4, 3, 0, 0, 0), expect(&c, "damaged site");
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 1, 0, 0), expect(&c, "damaged site");
	begin(&c), launch(&c), ADD(&c, 4, 0, 5, 2, 'l', 'd', 1, 'x'), expect(&c, "damaged site");
	begin(&c), ADD(&c, SITE, 4, 1, 0, 0, 0), expect(&c, "damaged site");
	/* form 3; value of 33 bits; list that ends early; mask of 33 bits */
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 3, 32, 0, 7);
	expect(&c, "damaged operation");
	begin(&c), launch(&c);
	ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 0, 128, 128, 128, 128, 16);
	expect(&c, "damaged operation");
	begin(&c), launch(&c),
		ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 2, 1, 2, 3, 4, 5, 6, 7);
	expect(&c, "damaged operation");
	begin(&c), launch(&c), ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 128, 128, 128, 128, 16, 0, 32);
	expect(&c, "damaged operation");
	/* a stride that carries a 4-byte value past 32 bits */
	begin(&c), launch(&c);
	ADD(&c, SITE, 4, 1, 0, 0, 0, 0x94, 0, 3, 0, 32, 1, 255, 255, 255, 255, 15, 2);
	expect(&c, "damaged operation");
}

static void test_frames(void **state)
{
	static struct crafted c, file;
	struct diag diag = {""};
	size_t n;

	(void)state;
	begin(&c), ADD(&c, 31, 0);
	preamble(&file), frame(&file, c.bytes, c.n, 0); /* no checksum */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "byte 16: zstd frame of an unexpected kind"));
	preamble(&file), frame(&file, c.bytes, 12, 1), frame(&file, "", 0, 1); /* empty frame */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "empty frame"));
	preamble(&file), frame(&file, c.bytes, 12, 1), frame(&file, c.bytes + 12, 2, 1);
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), 0);
	preamble(&file), add(&file, "\x50\x2a\x4d\x18\0\0\0\0", 8); /* skippable frame */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "no zstd frame"));
	/* a frame that unpacks to more than the limit */
	memset(c.bytes, 2, sizeof(c.bytes));
	preamble(&file), frame(&file, c.bytes, TRACE_MAX_FRAME + 1, 1);
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	preamble(&file), file.bytes[8] = 1; /* before cas said whether it wrote */
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_non_null(strstr(diag.text, "trace version 1, this program reads version 2"));
	file.bytes[0] = 'p';
	assert_int_equal(read_memory(file.bytes, file.n, NULL, &n, &diag), -1);
	assert_string_equal(diag.text, "x.trace: byte 0: not a photofinish trace");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_truncation),  cmocka_unit_test(test_bit_flips),
		cmocka_unit_test(test_trailing),    cmocka_unit_test(test_crafted_structure),
		cmocka_unit_test(test_crafted_ops), cmocka_unit_test(test_frames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
