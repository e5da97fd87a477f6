/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_engine_vec: accesses to some lines and messages of SMs, and what becomes of each.
 *
 *   random accesses, sector by sector ─┬─> pf_iguard_slice_request() ──> turns ──> races, word by
 * word random messages ───────────────────┘
 *
 * First `lanes first_word words`; then as pf_iguard_lines_vec.h: words of an access are of a
 * sector.
 */
#include "pf_iguard_lines_vec.h"

enum { SECTORS = 4, SECTOR_WORDS = 8 };

static struct pf_iguard_slice s;

static void on_race(void *ctx, const struct pf_iguard_request *r, uint64_t line,
		    const struct pf_iguard_turn *t)
{
	(void)r;
	(void)line;
	on_turn(ctx, t);
}

static void message(void)
{
	const struct pf_iguard_request r = any_message();

	pf_iguard_slice_request(&s, &r);
	printf("3");
	print_message(&r.message);
	printf("\n");
}

/* Sector by sector, as an SM sends it; often something comes between. */
static void access(void)
{
	const uint32_t line = any_line(), words = any_words();
	struct pf_iguard_request r = {.tag = b.tag[any(TAGS)]};

	r.tag.by.side.block++; /* 0 is nobody */
	for (uint32_t k = 0; k < SECTORS; k++) {
		r.sector = line * SECTORS + k;
		r.words = (uint8_t)(words >> k * SECTOR_WORDS);
		if (!r.words)
			continue;
		b.races = 0;
		pf_iguard_slice_request(&s, &r);
		print_access(line, (uint32_t)r.words << k * SECTOR_WORDS, &r.tag, 0);
		if (any(8) == 0)
			message();
	}
}

static void forget(void)
{
	if (any(2))
		print_sides();
	if (any(2)) {
		pf_iguard_slice_forget(&s);
		printf("1\n");
	}
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);
	const uint32_t pool = read_pool(argc, argv);

	invent_start(&a);
	pf_iguard_slice_init(&s, &(struct pf_iguard_slice_config){
					 .geometry = a.g->name,
					 .lanes = a.seed % 4 != 3,
					 .pool = pool,
					 .first_word = any(2) ? any(100) : 0,
					 .words = any(2) ? 1900 + any(48) : LINES * WORDS});
	s.race = on_race;
	b.x = &s.lines;
	printf("%x %x %x\n", s.config.lanes, (unsigned)s.config.first_word,
	       (unsigned)s.config.words);
	for (uint64_t i = 0; i < a.count; i++) {
		if (any(3) == 0)
			b.tag[any(TAGS)] = any_tag();
		if (any(400) == 0)
			forget();
		if (any(4) == 0)
			message();
		access();
	}
	print_sides();
	pf_iguard_slice_free(&s);
	return 0;
}
