/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_unit_vec: requests for pf_iguard_unit, and what must come of them.
 *
 *   pf_iguard_unit_vec SEED COUNT GEOMETRY [join=0|1|2] [pool=N] [ring_log2=N] [report_all=0|1]
 *
 *   random accesses, sector by sector ─┬─> pf_iguard_slice_request() ──> races, counters, sides
 *   messages, halts, new regions ──────┘
 *
 * COUNT accesses. What no option sets is drawn from the seed. All columns are hex; the first one
 * says what the line is:
 *
 *   0 join lanes base words entries short meta_base ring_base ring_log2 report_all used pool
 *         a region: registers; first, or drained. Give the sweep command. short: so many entries
 *         are too few. used: beats of rows and bits; pool: blocks of each side behind them.
 *         join 0: races and their records are those of the lines 2, in any order. 1: a record may
 *         be of several of them, with more words. 2: the pool is too small for all lines, and who
 *         gets a block is chance: records are not looked at. What a full row forgets depends on
 *         what was joined: with join 1 there are blocks for all
 *   1 message sector words bytes tag pc
 *         a request
 *   2 record
 *         a race of that request, its record with number 0
 *   3     drain the unit (idle_o); all records so far must be there; RING_TAIL becomes RING_HEAD
 *   4 line sides
 *         drained: a line that was accessed, and for each word its last writer and last reader
 *   5 register value
 *         a counter
 *   6     once, last
 *   7     halt: from now on accesses are counted as skipped, and nothing else
 *   8     wait for STATUS.drained, with no request; then as 3, but for idle_o
 *   9     start
 */
#include "pf_iguard_unit_vec.h"

enum { DRAIN = 12, HALT = 20 };

static void read_options(int argc, char **argv)
{
	u.set_pool = u.set_ring = NOT;
	u.set_all = u.set_lanes = -1;
	u.join = NOT;
	for (int i = 4; i < argc; i++)
		if (sscanf(argv[i], "join=%u", &u.join) != 1 &&
		    sscanf(argv[i], "pool=%u", &u.set_pool) != 1 &&
		    sscanf(argv[i], "ring_log2=%u", &u.set_ring) != 1 &&
		    sscanf(argv[i], "report_all=%d", &u.set_all) != 1) {
			fprintf(stderr, "pf_iguard_unit_vec: unknown option '%s'\n", argv[i]);
			exit(2);
		}
}

static void print_region(void)
{
	const uint32_t short_entries = BEAT_ENTRIES * u.used - 1;

	printf("0 %x %x %x %x %x %x %x %x %x %x %x %x\n", u.join, u.lanes, u.base, u.words,
	       u.entries, short_entries, u.meta_base, u.ring_base, u.ring_log2, u.report_all,
	       u.used, u.pool);
}

static void on_race(void *ctx, const struct pf_iguard_request *r, uint64_t line,
		    const struct pf_iguard_turn *t)
{
	const struct pf_beat beat = race_record(t);

	(void)ctx;
	(void)r;
	(void)line;
	printf("2 %" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64 "\n", beat.v[3], beat.v[2],
	       beat.v[1], beat.v[0]);
}

static void begin_region(const char *geometry)
{
	new_region(geometry, on_race);
	print_region();
}

static void message(void)
{
	const struct pf_iguard_request r = any_message();

	if (r.message.kind == PF_IGUARD_MSG_EPOCH && !u.s.config.closed)
		memset(u.touched, 0, sizeof(u.touched));
	printf("1 1 0 0 0");
	print_message(&r.message);
	printf(" 0\n");
	pf_iguard_slice_request(&u.s, &r);
}

static void print_request(const struct pf_iguard_request *r)
{
	struct pf_iguard_tag numbered = r->tag;

	numbered.by.side.block--;
	printf("1 0 %x %x %x", (unsigned)r->sector, r->words, r->tag.by.side.bytes);
	iguard_print_tag(&b.w, &numbered);
	printf(" %x\n", r->pc);
}

static void access(void)
{
	const uint32_t line = any_line(), words = any_words();
	struct pf_iguard_request r = {.tag = b.tag[any(TAGS)]};

	if (any(3) == 0)
		b.tag[any(TAGS)] = any_tag();
	if (any(4) == 0)
		message();
	r.tag.by.side.block++; /* 0 is nobody */
	u.accesses++;
	for (uint32_t k = 0; k < SECTORS; k++) {
		const uint64_t checked = u.s.stats.checked;

		r.sector = line * SECTORS + k;
		r.words = (uint8_t)(words >> k * SECTOR_WORDS);
		if (!r.words)
			continue;
		u.requests++;
		r.pc = pc();
		print_request(&r);
		pf_iguard_slice_request(&u.s, &r);
		if (u.s.stats.checked != checked)
			u.touched[line] = true;
		if (any(8) == 0)
			message();
	}
}

/* Those that neither chance nor what was joined changes. */
static void print_counters(void)
{
	struct unit_counter c;

	for (uint32_t i = 0; i < UNIT_COUNTERS; i++)
		if (unit_counter(i, &c) &&
		    (c.always || (u.join == 0 && (!c.fate || u.set_all == 1))))
			printf("5 %x %x\n", c.reg, (uint32_t)c.n);
}

static void print_drained(unsigned what)
{
	printf("%x\n", what);
	u.s.report.unit.tail = u.s.report.unit.head;
	print_counters();
}

static void print_lines(void)
{
	for (uint32_t line = 0; line < LINES && u.join != 2; line++) {
		if (!u.touched[line])
			continue;
		printf("4 %x", line);
		for (uint32_t word = 0; word < WORDS; word++)
			printf(" %" PRIx64 " %" PRIx64,
			       pf_iguard_lines_side(b.x, false, line, word),
			       pf_iguard_lines_side(b.x, true, line, word));
		printf("\n");
	}
}

static void pass(void)
{
	for (uint32_t n = any(MOST_PASS); n; n--)
		access();
}

static void start(void)
{
	puts("9");
	u.s.config.disabled = u.s.config.closed = false;
}

static void halt(const char *geometry)
{
	puts("7");
	u.s.config.disabled = true;
	pass();
	print_drained(8);
	print_lines();
	pass();
	if (any(2)) {
		begin_region(geometry);
		pass();
	}
	start();
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc < 4 ? argc : 4, argv);

	read_options(argc, argv);
	sizes(a.g);
	invent_start(&a);
	if (u.join == NOT)
		u.join = any(3) == 0;
	begin_region(a.g->name);
	pass();
	start();
	for (uint64_t i = 1; i <= a.count; i++) {
		access();
		if (any(HALT) == 0)
			halt(a.g->name);
		if (i % DRAIN == 0)
			print_drained(3);
	}
	puts("7");
	print_drained(8);
	print_lines();
	puts("6");
	pf_iguard_slice_free(&u.s);
	return fflush(stdout) || ferror(stdout);
}
