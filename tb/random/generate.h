/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * generate: what the parts of the generator share.
 */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/rng.h"

enum {
	TYPES = 10,
	FIRST_FLOAT = 8,
	VARS = 7,
	FUNCS = 6,
	PARAMS = 4,
	DEPTH = 3,
	TABLE = 16,
	OF_ARRAY = 99
};

struct func {
	unsigned ret, params, type[PARAMS];
	bool takes_record, takes_pointer, returns_record, recursive;
};

struct gen {
	struct rng rng;
	struct func func[FUNCS];
	unsigned funcs;          /* that may be called */
	const struct func *here; /* the one being printed */
	unsigned var[VARS];      /* types of v0.. */
	unsigned array;          /* type of la */
	unsigned depth;          /* of statements: also the indentation */
	unsigned loops;          /* around this statement */
	unsigned labels;
	unsigned blocks, threads;
	FILE *dev, *host; /* bodies of the kernel and of its model */
};

static inline unsigned below(struct gen *g, unsigned n)
{
	return rng_below(&g->rng, n);
}

static inline bool one_in(struct gen *g, unsigned n)
{
	return below(g, n) == 0;
}

/* Prints the kernel, and its model on the host: rounds of the last function and of steps in which
 * threads meet. */
void meet_print(struct gen *g);

#endif
