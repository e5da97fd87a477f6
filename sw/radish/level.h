/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * level: which lines a cache holds; least recently used ones leave first.
 */
#ifndef RADISH_LEVEL_H
#define RADISH_LEVEL_H

#include "radish.h"

/* A line's name: its number among lines, whose it is (metadata of processor owner - 1; 0: data),
 * which half. */
struct tag {
	uint64_t line;
	uint32_t owner;
	uint32_t half;
};

struct tag_way {
	struct tag tag;
	uint64_t used; /* time of last use; 0: empty */
};

struct level {
	uint32_t sets, ways;
	uint64_t time;
	struct tag_way *way; /* sets x ways; NULL: all lines have room, and nothing is kept */
};

/* What is wrong with c, NULL: nothing. */
const char *level_wrong(const struct radish_cache *c);
void level_init(struct level *t, const struct radish_cache *c);
void level_free(struct level *t);
/* Uses a line: true if it was there. *left is what had to leave for it, when *some is true. */
bool level_use(struct level *t, const struct tag *tag, struct tag *left, bool *some);
/* The line, if it is there, is no more. */
void level_forget(struct level *t, const struct tag *tag);

#endif
