/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Configurations: the two built-in ones, every parameter at both ends of its range, what is refused
 * and with which words, files that are read back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sim/config/config_int.h"
#include "../../sw/base/rng.h"

static struct sim_config get(const char *name)
{
	struct diag diag = {""};
	struct sim_config c;

	if (sim_config_read(&c, name, &diag))
		fail_msg("%s", diag.text);
	return c;
}

static void same(const struct sim_config *a, const struct sim_config *b)
{
	for (const struct sim_param *p = sim_params(); p->name; p++)
		if (sim_param_get(p, a) != sim_param_get(p, b))
			fail_msg("%s: %" PRIu64 ", %" PRIu64, p->name, sim_param_get(p, a),
				 sim_param_get(p, b));
}

static void set(struct sim_config *c, const char *assignment)
{
	struct diag diag = {""};

	if (sim_config_set(c, "--set", assignment, &diag))
		fail_msg("%s", diag.text);
}

static unsigned count(void)
{
	unsigned n = 0;

	while (sim_params()[n].name)
		n++;
	return n;
}

/* facts/scord.md 2.3 */
static void test_ref(void **state)
{
	const struct sim_config c = get("ref");
	struct diag diag = {""};

	(void)state;
	assert_string_equal(c.name, "ref");
	assert_true(c.clock.core == 700 && c.clock.noc == 700);
	assert_true(c.clock.l2 == 700 && c.clock.dram == 924);
	assert_true(c.sm.count == 15 && c.sm.threads == 1024 && c.sm.block_slots == 8);
	assert_true(c.sm.shared_bytes == 49152 && c.sm.lat_shared == 26 && c.sm.segment == 32);
	assert_true(c.sm.schedulers == 2 && c.sm.scheduler == SIM_GTO && c.sm.issue == 1);
	assert_true(c.l1.on && c.l1.sets * c.l1.ways * 128 == 16384 && c.l1.ways == 4);
	assert_true(c.l1.mshr == 64 && c.l1.merges == 8 && c.l1.out_queue == 8);
	assert_true(c.l1.latency == 35);
	assert_true(c.noc.flit_bytes == 40 && c.noc.header_bytes == 8);
	assert_true(c.noc.inject_flits == 256 && c.noc.eject_flits == 64 && c.noc.speedup == 2);
	assert_true(c.noc.arbiter == SIM_ISLIP && c.noc.voq && c.noc.jitter);
	assert_true(c.l2.slices == 24 && c.l2.sets * c.l2.ways * 128 == 65536);
	assert_true(c.l2.ways == 8 && c.l2.mshr == 256 && c.l2.merges == 4);
	assert_true(c.l2.port_bytes == 32 && c.l2.latency == 120 && c.l2.interleave == 256);
	assert_true(c.l2.in_queue == 64 && c.l2.out_queue == 64);
	assert_true(c.l2.dram_queue == 64 && c.l2.fill_queue == 64);
	assert_true(c.l2.fetch == 128 && !c.l2.write_allocate &&
		    c.l2.meta_allocate == SIM_ALLOCATE_AUTO);
	assert_true(c.dram.channels == 12 && c.dram.queue == 64 && c.dram.return_queue == 116);
	assert_true(c.dram.bus_bytes == 8 && c.dram.burst == 8 && c.dram.rate == 4);
	assert_true(c.dram.banks == 16 && c.dram.bank_groups == 4 && c.dram.latency == 100);
	assert_true(c.dram.ccd == 2 && c.dram.rrd == 6 && c.dram.rcd == 12 && c.dram.ras == 28);
	assert_true(c.dram.rp == 12 && c.dram.rc == 40 && c.dram.cl == 12 && c.dram.wl == 4);
	assert_true(c.dram.cdlr == 5 && c.dram.wr == 12 && c.dram.ccdl == 3 && c.dram.rtpl == 2);
	assert_true(c.det.geometry == SIM_REF && c.det.tag_bytes == 5 && !c.det.ideal);
	assert_int_equal(sim_config_check(&c, &diag), 0);
	assert_int_equal(sim_config_check_detector(&c, &diag), 0);
}

/* What is auto follows the unit; what is named stays. */
static void test_auto(void **state)
{
	struct sim_config lines = get("ref"), entries = lines, named = lines;

	(void)state;
	sim_config_choose_detector(&lines, true);
	assert_true(lines.det.unit == SIM_LINES && lines.l2.meta_allocate == SIM_ALLOCATE_ON);
	assert_true(lines.det.fences == SIM_FENCES_TOUCHED && lines.det.tag == SIM_TAG_CODED);
	sim_config_choose_detector(&entries, false);
	assert_true(entries.det.unit == SIM_ENTRIES);
	assert_true(entries.l2.meta_allocate == SIM_ALLOCATE_OFF);
	assert_true(entries.det.fences == SIM_FENCES_ALL && entries.det.tag == SIM_TAG_FLAT);
	named.l2.meta_allocate = SIM_ALLOCATE_OFF;
	sim_config_choose_detector(&named, true);
	assert_true(named.det.unit == SIM_LINES && named.l2.meta_allocate == SIM_ALLOCATE_OFF);
}

static void test_tiny(void **state)
{
	const struct sim_config c = get("tiny");
	struct diag diag = {""};

	(void)state;
	assert_string_equal(c.name, "tiny");
	assert_true(c.sm.count == 2 && c.sm.threads == 128 && c.sm.block_slots == 2);
	assert_true(c.l2.slices == 2 && c.dram.channels == 1 && c.det.geometry == SIM_TINY);
	assert_int_equal(sim_config_check(&c, &diag), 0);
	assert_int_equal(sim_config_check_detector(&c, &diag), 0);
}

/* No silent default: a built-in file names every parameter itself. */
static void test_complete(void **state)
{
	static const char *const names[] = {"ref", "tiny"};
	size_t size;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const char *text = sim_builtin(names[i], &size);

		assert_non_null(text);
		assert_int_equal(strlen(text), size);
		assert_null(strstr(text, "include"));
		for (const struct sim_param *p = sim_params(); p->name; p++) {
			char line[80];

			snprintf(line, sizeof(line), "\n%s ", p->name);
			if (!strstr(text, line))
				fail_msg("%s.cfg: no %s", names[i], p->name);
		}
	}
	/* says only what differs from ref */
	assert_non_null(strstr(sim_builtin("modern", &size), "\ninclude = ref\n"));
	assert_null(sim_builtin("best", &size));
}

static int by_offset(const void *a, const void *b)
{
	const struct sim_param *p = a, *q = b;

	return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* Every field of struct sim_config but its name is in the table, once. */
static void test_table(void **state)
{
	static struct sim_param all[SIM_PARAMS_MAX];
	size_t n = 0, end = sizeof(((struct sim_config *)0)->name);

	(void)state;
	for (const struct sim_param *p = sim_params(); p->name; p++) {
		assert_true(n < SIM_PARAMS_MAX);
		all[n++] = *p;
		assert_true(strlen(p->name) <= 48 && *p->meaning && p->min <= p->max);
		assert_true(p->size == 8 || p->max <= UINT32_MAX);
		assert_null(strpbrk(p->meaning, "|#\n"));
		for (const struct sim_param *q = sim_params(); q < p; q++)
			assert_string_not_equal(p->name, q->name);
	}
	qsort(all, n, sizeof(*all), by_offset);
	for (size_t i = 0; i < n; i++) {
		const size_t gap = all[i].offset - end;

		if (all[i].offset < end || gap >= (all[i].size == 1 ? 4 : all[i].size))
			fail_msg("%s: %zu bytes before it", all[i].name, gap);
		end = all[i].offset + all[i].size;
	}
	assert_int_equal(end, sizeof(struct sim_config));
}

static void refused(const struct sim_param *p, const char *value)
{
	const struct sim_config before = get("ref");
	struct sim_config c = before;
	struct diag diag = {""};
	char line[128], range[SIM_PARAM_TEXT], want[256];

	snprintf(line, sizeof(line), "%s=%s", p->name, value);
	sim_param_range(p, range);
	snprintf(want, sizeof(want), "--set: %s = %s: expected %s%s%s", p->name, value, range,
		 *p->unit ? " " : "", p->unit);
	assert_int_equal(sim_config_set(&c, "--set", line, &diag), -1);
	assert_string_equal(diag.text, want);
	same(&c, &before);
}

static void accepted(const struct sim_param *p, const char *value, uint64_t v)
{
	const struct sim_config before = get("ref");
	struct sim_config c = before;
	char line[128];

	snprintf(line, sizeof(line), " %s\t= %s ", p->name, value);
	set(&c, line);
	assert_true(sim_param_get(p, &c) == v);
	sim_param_set(p, &c, sim_param_get(p, &before)); /* and nothing else has changed */
	same(&c, &before);
}

static void number(const struct sim_param *p)
{
	static const char *const junk[] = {"-1",
					   "+1",
					   "1 2",
					   "1x",
					   "0x",
					   "x1",
					   "1.0",
					   "0x0x1",
					   "on",
					   "1,",
					   "18446744073709551616",
					   "0x10000000000000000"};
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, p->min);
	accepted(p, text, p->min);
	snprintf(text, sizeof(text), "%" PRIu64, p->max);
	accepted(p, text, p->max);
	snprintf(text, sizeof(text), "0x%" PRIx64, p->max);
	accepted(p, text, p->max);
	snprintf(text, sizeof(text), "%" PRIu64, p->min - 1);
	if (p->min)
		refused(p, text);
	snprintf(text, sizeof(text), "%" PRIu64, p->max + 1);
	if (p->max < UINT64_MAX)
		refused(p, text);
	for (size_t i = 0; i < sizeof(junk) / sizeof(*junk); i++)
		refused(p, junk[i]);
}

static void test_values(void **state)
{
	(void)state;
	for (const struct sim_param *p = sim_params(); p->name; p++)
		switch (p->kind) {
		case SIM_NUMBER: number(p); break;
		case SIM_FLAG:
			accepted(p, "on", 1);
			accepted(p, "off", 0);
			refused(p, "1");
			refused(p, "On");
			break;
		case SIM_CHOICE:
			for (uint64_t i = 0; i <= p->max; i++)
				accepted(p, p->choice[i], i);
			refused(p, "0");
			refused(p, "other");
			break;
		}
}

/* What is said of a text. */
static void says_n(const char *text, size_t size, const char *want)
{
	const struct sim_config before = get("tiny");
	struct sim_config c = before;
	struct diag diag = {""};

	assert_int_equal(sim_config_parse(&c, text, size, "x.cfg", &diag), -1);
	assert_string_equal(diag.text, want);
	assert_string_equal(c.name, "tiny");
	same(&c, &before);
}

static void says(const char *text, const char *want)
{
	says_n(text, strlen(text), want);
}

static void test_refused(void **state)
{
	char line[1200], want[1200];

	(void)state;
	says("include = ref\nl1.way = 4\n",
	     "x.cfg:2: l1.way: no such parameter; did you mean l1.ways?");
	says("include = ref\ndetector.paper = on\n",
	     "x.cfg:2: detector.paper is called detector.scord_simulator now");
	says("det.lanes = 4\n",
	     "x.cfg:1: det.lanes: no such parameter; did you mean detector.lanes?");
	says("frobnicate = 4\n",
	     "x.cfg:1: frobnicate: no such parameter; photofinish config lists them");
	says("max_cycels = 4\n",
	     "x.cfg:1: max_cycels: no such parameter; did you mean max_cycles?");
	says("hang_cyclesss = 4\n",
	     "x.cfg:1: hang_cyclesss: no such parameter; did you mean hang_cycles?");
	says("maxxxx_cycles = 4\n",
	     "x.cfg:1: maxxxx_cycles: no such parameter; photofinish config lists them");
	says("include = ref\nl1.ways = 4\n\nl1.ways = 4\n",
	     "x.cfg:4: l1.ways: already set in line 2");
	says("include = ref\nl1.ways = 33", "x.cfg:2: l1.ways = 33: expected 1 to 32 lines");
	says("include = ref\nl1.on = yes", "x.cfg:2: l1.on = yes: expected on or off");
	says("include = ref\nsm.scheduler = rr", "x.cfg:2: sm.scheduler = rr: expected lrr or gto");
	says("include = ref\ndetector.geometry = big",
	     "x.cfg:2: detector.geometry = big: expected ref, tiny or modern");
	says("include = best\n", "x.cfg:1: include = best: expected ref, tiny or modern");
	says("seed = 1\ninclude = ref\n", "x.cfg:2: include: only as the first assignment");
	says("include = ref\ninclude = ref\n", "x.cfg:2: include: only as the first assignment");
	says("l1.ways 4\n", "x.cfg:1: 'l1.ways 4': expected name = value");
	says("l1.ways =\n", "x.cfg:1: 'l1.ways': expected name = value");
	says("= 4 # l1.ways\n", "x.cfg:1: '4': expected name = value");
	says("=", "x.cfg:1: '': expected name = value");
	says("l1 ways = 4", "x.cfg:1: 'l1 ways': expected name = value");
	says("include = ref\nl1.ways = 4\x01\n", "x.cfg:2: byte 0x01: not of a configuration");
	says("\x7f"
	     "ELF",
	     "x.cfg:1: byte 0x7f: not of a configuration");
	says("l1.ways = \xc3\xa4\n", "x.cfg:1: byte 0xc3: not of a configuration");
	says("# \x1b[31m\n", "x.cfg:1: byte 0x1b: not of a configuration");
	says("seed = 1\rseed = 2\n", "x.cfg:1: byte 0x0d: not of a configuration");
	says_n("include = ref\nseed = 1\0\n", 24, "x.cfg:2: byte 0x00: not of a configuration");
	memset(line, 'x', sizeof(line));
	line[0] = '\x7f'; /* a binary file with a long first line is a binary file */
	says_n(line, 1100, "x.cfg:1: byte 0x7f: not of a configuration");
	memcpy(line, "# ", 2);
	says_n(line, 1001, "x.cfg:1: a line of more than 1000 bytes");
	memcpy(line, "seed = ", 7);
	snprintf(want, sizeof(want), "x.cfg:1: seed = %.40s: expected 0 to 18446744073709551615",
		 line + 7);
	says_n(line, 1000, want);
	line[600] = '=';
	says_n(line + 7, 993,
	       "x.cfg:1: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx': expected name = value");
}

static void test_large_file(void **state)
{
	const size_t size = (1 << 20) + 1;
	char *text = malloc(size);

	(void)state;
	memset(text, '\n', size);
	says_n(text, size, "x.cfg: more than 1048576 bytes");
	free(text);
}

static void lacks(const char *text, size_t size, const char *first, unsigned set_there)
{
	char want[200];

	snprintf(want, sizeof(want),
		 "x.cfg: %s is not set (%u parameters are not); to start from a built-in "
		 "configuration, begin with: include = ref",
		 first, count() - set_there);
	says_n(text, size, want);
}

static void test_incomplete(void **state)
{
	static const char one[] = "# nothing\n\nclock.core = 700";
	static char most[1 << 20];

	(void)state;
	memset(most, '\n', sizeof(most));
	lacks("", 0, "clock.core", 0);
	lacks(one, sizeof(one) - 1, "clock.noc", 1);
	lacks(most, sizeof(most), "clock.core", 0);
}

/* How lines may look. */
static void test_lines(void **state)
{
	static const char text[] = "\r\n# a comment: \xc3\xa4\r\n"
				   "\tinclude=tiny# no blank\r\n"
				   "  l1.ways\t=  7  \r\n"
				   "\t\n   # l1.ways = 8\n"
				   "seed = 0x1F # end without a newline";
	struct sim_config c, tiny = get("tiny");
	struct diag diag = {""};

	(void)state;
	assert_int_equal(sim_config_parse(&c, text, sizeof(text) - 1, "a\nb", &diag), 0);
	assert_string_equal(c.name, "a?b");
	assert_true(c.l1.ways == 7 && c.seed == 31);
	tiny.l1.ways = 7;
	tiny.seed = 31;
	same(&c, &tiny);
}

static void test_set_refused(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"l1.way=4", "--set: l1.way: no such parameter; did you mean l1.ways?"},
		{"ways=4", "--set: ways: no such parameter; did you mean l1.ways?"},
		{"include=ref", "--set: include: no such parameter; photofinish config lists them"},
		{"seed", "--set: 'seed': expected name = value"},
		{"seed=", "--set: 'seed': expected name = value"},
		{"", "--set: '': expected name = value"},
		{"seed=1#2", "--set: seed = 1#2: expected 0 to 18446744073709551615"},
		{"seed=1#\xff", "--set: byte 0xff: not of a configuration"},
		{"\tse\ted = 1", "--set: 'se ed': expected name = value"},
		{"seed=\n", "--set: byte 0x0a: not of a configuration"},
	};
	struct sim_config c = get("ref");

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct diag diag = {""};

		assert_int_equal(sim_config_set(&c, "--set", cases[i].text, &diag), -1);
		assert_string_equal(diag.text, cases[i].want);
	}
}

static void round_trip(const struct sim_config *c)
{
	struct diag diag = {""};
	struct sim_config back;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	sim_config_print(c, f);
	fclose(f);
	if (sim_config_parse(&back, text, size, "printed", &diag))
		fail_msg("%s", diag.text);
	same(c, &back);
	free(text);
}

static uint64_t any(const struct sim_param *p, struct rng *rng)
{
	const uint64_t span = p->max - p->min;

	return p->min + (span == UINT64_MAX ? rng_next(rng) : rng_next(rng) % (span + 1));
}

static void test_round_trip(void **state)
{
	struct sim_config c = get("tiny");
	struct rng rng;

	(void)state;
	round_trip(&c);
	c = get("ref");
	round_trip(&c);
	snprintf(c.name, sizeof(c.name), "%063d", 0);
	rng_seed(&rng, 1);
	for (int i = 0; i < 200; i++) {
		for (const struct sim_param *p = sim_params(); p->name; p++)
			sim_param_set(p, &c, any(p, &rng));
		round_trip(&c);
	}
}

static void test_print(void **state)
{
	const struct sim_config c = get("ref");
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	sim_config_print(&c, f);
	fclose(f);
	assert_ptr_equal(strstr(text, "# Configuration of the modelled GPU, made from ref."), text);
	assert_non_null(strstr(text, "\n\nl1.on                 = on          # on or off: "));
	assert_non_null(strstr(text, "\nl1.ways               = 4           # lines, 1 to 32: of a "
				     "set\n"));
	assert_non_null(
		strstr(text, "\nsm.issue              = 1           # instructions, 1 to "));
	free(text);
}

static void test_describe(void **state)
{
	char *text, *line;
	size_t size, rows = 0;
	FILE *f = open_memstream(&text, &size);

	(void)state;
	sim_config_describe(f);
	fclose(f);
	assert_non_null(strstr(text, "\n| `l1.ways` | lines | 1 to 32 | 4 | 1 | 4 | of a set |\n"));
	assert_non_null(strstr(text, "\n| `noc.voq` |  | on or off | on | on | "));
	for (line = text; (line = strstr(line, "\n| `")); line++)
		rows++;
	assert_int_equal(rows, count());
	free(text);
}

struct misfit {
	const char *set[3]; /* on ref */
	const char *want;   /* NULL: it fits */
};

static void check_misfit(const struct misfit *m,
			 int (*check)(const struct sim_config *, struct diag *))
{
	struct sim_config c = get("ref");
	struct diag diag = {""};

	for (size_t i = 0; i < 3 && m->set[i]; i++)
		set(&c, m->set[i]);
	assert_int_equal(check(&c, &diag), m->want ? -1 : 0);
	assert_string_equal(diag.text, m->want ? m->want : "");
}

static void test_check(void **state)
{
	static const struct misfit misfits[] = {
		{{"l1.sets=24"}, "ref: l1.sets = 24: must be a power of two"},
		{{"l2.sets=24"}, "ref: l2.sets = 24: must be a power of two"},
		{{"l2.interleave=384"}, "ref: l2.interleave = 384: must be a power of two"},
		{{"l2.fetch=96"}, "ref: l2.fetch = 96: must be a power of two"},
		{{"l2.port_bytes=33"}, "ref: l2.port_bytes = 33: must be a power of two"},
		{{"sm.shared_banks=31"}, "ref: sm.shared_banks = 31: must be a power of two"},
		{{"dram.bus_bytes=12"}, "ref: dram.bus_bytes = 12: must be a power of two"},
		{{"dram.burst=6"}, "ref: dram.burst = 6: must be a power of two"},
		{{"dram.rate=3"}, "ref: dram.rate = 3: must be a power of two"},
		{{"dram.banks=12"}, "ref: dram.banks = 12: must be a power of two"},
		{{"dram.bank_groups=3"}, "ref: dram.bank_groups = 3: must be a power of two"},
		{{"dram.row_bytes=3000"}, "ref: dram.row_bytes = 3000: must be a power of two"},
		{{"sm.threads=1000"}, "ref: sm.threads = 1000: must be a multiple of 32"},
		{{"sm.segment=64"}, "ref: sm.segment = 64: must be 32 or 128"},
		{{"sm.segment=128"}, NULL},
		{{"noc.inject_flits=1"},
		 "ref: noc.inject_flits = 1: the largest packet has 77 bytes, 2 flits"},
		{{"noc.eject_flits=1"},
		 "ref: noc.eject_flits = 1: the largest packet has 77 bytes, 2 flits"},
		{{"noc.eject_flits=1", "noc.flit_bytes=77"}, NULL},
		{{"l2.slices=25"}, "ref: l2.slices = 25: must be a multiple of dram.channels = 12"},
		{{"l2.slices=36"},
		 "ref: l2.slices = 36: must be dram.channels = 12 times a power of two"},
		{{"dram.channels=6"}, NULL},
		{{"l2.slices=384"},
		 "ref: l2.slices = 384: a channel has 32 slices, but dram.banks = 16"},
		{{"dram.bank_groups=32"}, "ref: dram.bank_groups = 32: more than dram.banks = 16"},
		{{"dram.bank_groups=16"}, NULL},
		{{"dram.row_bytes=32"}, "ref: dram.row_bytes = 32: less than a burst of 64 bytes"},
		{{"dram.row_bytes=64"}, NULL},
		{{"dram.ccd=1"}, "ref: dram.ccd = 1: a burst holds the bus for 2 cycles"},
		{{"dram.ccd=1", "dram.burst=4"}, NULL},
		{{"dram.ccd=4"}, "ref: dram.ccdl = 3: less than dram.ccd = 4"},
		{{"dram.ras=11"}, "ref: dram.ras = 11: less than dram.rcd = 12"},
		{{"dram.rc=27"}, "ref: dram.rc = 27: less than dram.ras = 28"},
		{{"dram.refi=122"},
		 "ref: dram.refi = 122: refresh would take half of the time; dram.rfc = 61"},
		{{"dram.refi=123"}, NULL},
		{{"dram.refi=122", "dram.refresh=off"}, NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(misfits) / sizeof(*misfits); i++)
		check_misfit(&misfits[i], sim_config_check);
}

static void test_check_detector(void **state)
{
	static const struct misfit misfits[] = {
		{{"sm.count=16"}, "ref: sm.count = 16: detector.geometry = ref has 15 SMs"},
		{{"sm.count=16", "detector.geometry=modern"}, NULL},
		{{"sm.block_slots=9"}, "ref: sm.block_slots = 9: detector.geometry = ref has 8"},
		{{"sm.threads=1056"},
		 "ref: sm.threads = 1056: 33 warps, but detector.geometry = ref has 32"},
		{{"sm.threads=2048", "detector.geometry=modern"}, NULL},
		{{"detector.geometry=tiny"},
		 "ref: sm.count = 15: detector.geometry = tiny has 2 SMs"},
		{{"detector.lanes=3"}, "ref: detector.lanes = 3: must be 0 or a power of two"},
		{{"detector.lanes=8"}, NULL},
	};
	const struct misfit fine = {{"sm.count=16", "sm.threads=2048"}, NULL};

	(void)state;
	for (size_t i = 0; i < sizeof(misfits) / sizeof(*misfits); i++)
		check_misfit(&misfits[i], sim_config_check_detector);
	check_misfit(&fine, sim_config_check); /* without a detector */
}

static void test_files(void **state)
{
	char name[] = "/tmp/test_config.XXXXXX";
	const int fd = mkstemp(name);
	struct sim_config c = get("ref");
	struct diag diag = {""};

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "include = tiny\nseed = 7\n", 24), 24);
	close(fd);
	assert_int_equal(sim_config_read(&c, name, &diag), 0);
	assert_string_equal(c.name, name);
	assert_true(c.seed == 7 && c.sm.count == 2);
	unlink(name);
	assert_int_equal(sim_config_read(&c, "/tmp", &diag), -1);
	assert_string_equal(diag.text, "/tmp: Is a directory");
	assert_int_equal(sim_config_read(&c, "./ref", &diag), -1);
	assert_string_equal(diag.text, "./ref: No such file or directory");
	assert_int_equal(sim_config_read(&c, "big", &diag), -1);
	assert_string_equal(diag.text,
			    "big: neither a built-in configuration (ref, tiny, modern) nor a file");
	assert_true(c.seed == 7 && c.sm.count == 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ref),
		cmocka_unit_test(test_tiny),
		cmocka_unit_test(test_auto),
		cmocka_unit_test(test_complete),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_large_file),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_set_refused),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_print),
		cmocka_unit_test(test_describe),
		cmocka_unit_test(test_check),
		cmocka_unit_test(test_check_detector),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_incomplete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
