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
#include "pf_iguard_lines_vec.h"
#include "pf_regs.h"

enum { SECTORS = 4, SECTOR_WORDS = 8, BLOCK_BEATS = 8, BITS_LINES = 256, BEAT_ENTRIES = 4 };
enum { DRAIN = 12, HALT = 20, MOST_PASS = 12, FEW_PCS = 8 };

static struct unit {
	struct pf_iguard_slice s;
	uint32_t join, addr_bits, pc_bits, seen;
	uint32_t base, words; /* of the region: a sector; words */
	uint32_t used, pool, entries, meta_base, ring_base, ring_log2;
	uint32_t set_pool, set_ring; /* by option, or NOT */
	bool report_all, lanes;
	int set_all;
	uint32_t accesses, requests;
	bool touched[LINES * 2];
} u;

static const uint32_t NOT = UINT32_MAX;

#define UNIT_SIZES(n, N) \
	if (!strcmp(g->name, #n)) { \
		u.addr_bits = PF_##N##_ADDR_W; \
		u.pc_bits = PF_##N##_IGUARD_RACE_PC_W; \
		u.seen = PF_##N##_SEEN; \
	}

static void sizes(const struct pf_geometry *g)
{
	PF_GEOMETRIES(UNIT_SIZES)
}

static void read_options(int argc, char **argv)
{
	u.set_pool = u.set_ring = NOT;
	u.set_all = -1;
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

/* Accesses are to lines 0 to LINES - 1; the region is most of them, or a few. */
static void shape(void)
{
	const uint32_t beats = (1U << (u.addr_bits - 2)) / BEAT_ENTRIES; /* of a table, at most */
	const uint32_t can = (beats - 4) / (2 + 2 * BLOCK_BEATS), all = can < LINES ? can : LINES;
	const uint32_t few = any(4) == 0, first = few ? any(all / 2) * SECTORS : any(5);
	const uint32_t most = all * WORDS - first * SECTOR_WORDS;
	uint32_t lines, last;

	u.base = first;
	u.words = few ? 1 + any(most - 1) : most - any(48);
	last = (u.base * SECTOR_WORDS + u.words - 1) / WORDS;
	lines = last - u.base / SECTORS + 1;
	u.used = 2 * lines + last / BITS_LINES - u.base / SECTORS / BITS_LINES + 1;
	u.pool = u.set_pool != NOT  ? u.set_pool
		 : u.join == 2      ? 1 + any(4)
		 : u.join || any(3) ? all
				    : 0;
	u.entries = BEAT_ENTRIES * (u.used + 2 * BLOCK_BEATS * u.pool) +
		    any(u.pool == all ? BEAT_ENTRIES : 2 * BLOCK_BEATS * BEAT_ENTRIES);
	u.meta_base = 2 * any(8);
	u.ring_base = u.meta_base + u.entries / BEAT_ENTRIES + 2 + any(4);
	u.ring_log2 = u.set_ring != NOT ? u.set_ring : any(3) ? 9 : 1 + any(8);
	u.report_all = u.set_all >= 0 ? u.set_all : any(3) != 0;
	u.lanes = any(4) != 0;
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
	struct pf_iguard_report first = u.s.report;
	const struct pf_iguard_race x = pf_iguard_slice_race(&u.s, t);
	struct pf_beat beat;

	(void)ctx;
	(void)r;
	(void)line;
	first.unit.head = 0;
	beat = pf_iguard_race_pack(&first, &x);
	printf("2 %" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64 "\n", beat.v[3], beat.v[2],
	       beat.v[1], beat.v[0]);
}

/* A new region; counters go on. */
static void new_region(const char *geometry)
{
	const struct pf_iguard_slice old = u.s;

	if (u.words)
		pf_iguard_slice_free(&u.s);
	shape();
	pf_iguard_slice_init(&u.s,
			     &(struct pf_iguard_slice_config){.geometry = geometry,
							      .lanes = u.lanes,
							      .pool = u.pool,
							      .first_word = u.base * SECTOR_WORDS,
							      .words = u.words,
							      .ring_log2 = u.ring_log2,
							      .seen = u.seen,
							      .pc_bits = u.pc_bits,
							      .report_all = u.report_all,
							      .disabled = true,
							      .closed = true});
	u.s.race = on_race;
	u.s.stats = old.stats;
	u.s.lines.stats = old.lines.stats;
	u.s.report.unit.records = old.report.unit.records;
	u.s.report.unit.dropped = old.report.unit.dropped;
	u.s.report.unit.repeated = old.report.unit.repeated;
	memcpy(u.s.report.kinds, old.report.kinds, sizeof(old.report.kinds));
	memset(u.touched, 0, sizeof(u.touched));
	b.x = &u.s.lines;
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

/* With join 0 no two that may be inside pf_join_sectors together have the same pc. */
static uint32_t pc(void)
{
	const uint32_t n = u.join ? u.accesses : u.requests;

	return pf_truncate(u.report_all || u.join ? n : n % FEW_PCS, u.pc_bits);
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
	static const uint32_t regs[] = {PF_REG_DROPPED, PF_REG_REPEATED, PF_REG_WRAPS,
					PF_REG_FORGOTTEN};
	const bool exact = u.join == 0;

	for (uint32_t i = 0; i < PF_COUNTERS + sizeof(regs) / sizeof(*regs); i++) {
		const uint32_t reg =
			i < PF_COUNTERS ? PF_REG_COUNTERS + 8 * i : regs[i - PF_COUNTERS];
		const bool fate = reg == PF_REG_DROPPED || reg == PF_REG_REPEATED ||
				  reg == PF_REG_COUNTERS + 8 * PF_COUNTER_RECORDS;
		const bool always = reg == PF_REG_WRAPS ||
				    reg == PF_REG_COUNTERS + 8 * PF_COUNTER_CHECKS ||
				    reg == PF_REG_COUNTERS + 8 * PF_COUNTER_SKIPPED;
		uint64_t n;

		if (pf_iguard_slice_counter(&u.s, reg, &n) &&
		    (always || (exact && (!fate || u.set_all == 1))))
			printf("5 %x %x\n", reg, (uint32_t)n);
	}
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
		new_region(geometry);
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
	new_region(a.g->name);
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
