/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_iguard_lines_vec: accesses to some lines, and what becomes of each.
 *
 *   random accesses ──> pf_iguard_lines_access() ──> turns ──> races, word by word
 *
 * First `lanes`, and TIMES lines of what is known of warps and blocks: which of these is of whom,
 * the bench knows, too. Then as pf_iguard_lines_vec.h.
 */
#include "pf_iguard_lines_vec.h"

enum { TIMES = 64, ERAS = 16 };

static struct pf_iguard_times times[TIMES];
static uint32_t era;

static struct pf_iguard_times times_of(void *ctx, uint32_t block, uint32_t warp)
{
	(void)ctx;
	return times[(block * 5 + warp * 3 + era * 7) % TIMES];
}

static void access(void)
{
	const uint32_t line = any_line(), words = any_words();
	struct pf_iguard_tag t = b.tag[any(TAGS)];

	era = any(ERAS);
	b.races = 0;
	t.by.side.block++; /* 0 is nobody */
	pf_iguard_lines_access(b.x, line, words, &t);
	print_access(line, words, &t, era);
}

static void forget(void)
{
	if (any(2))
		print_sides();
	pf_iguard_lines_forget(b.x);
	printf("1\n");
}

int main(int argc, char **argv)
{
	const struct vec_args a = vec_args(argc > 4 ? 4 : argc, argv);
	const struct pf_iguard_checker c = {&b.layout, a.seed % 4 != 3, times_of, on_turn, NULL};
	struct pf_iguard_lines x;

	b.x = &x;
	pf_iguard_lines_init(&x, &c, read_pool(argc, argv));
	invent_start(&a);
	printf("%x\n", c.lanes);
	for (unsigned i = 0; i < TIMES; i++) {
		iguard_times(&b.r, &b.w, b.now, any(32), &times[i]);
		iguard_print_times(&b.w, &times[i]);
		printf("\n");
	}
	for (uint64_t i = 0; i < a.count; i++) {
		if (any(3) == 0)
			b.tag[any(TAGS)] = any_tag();
		if (any(400) == 0)
			forget();
		access();
	}
	print_sides();
	pf_iguard_lines_free(&x);
	return 0;
}
