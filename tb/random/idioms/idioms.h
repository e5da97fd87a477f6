/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * idioms: what the families of idioms share.
 *
 * An idiom is a few lines of CUDA with random parameters. In a kernel's body it finds
 *   a      the arguments (prelude.h)            t, lane, warp  of the thread in its block
 *   i      the thread in the grid               r              its value, 64 bits: what an idiom
 * changes live   threads of the block that run: 0 to live-1; of the own warp: mask and it may use
 * the words a.w, a.q, a.m that it asks for with words(). Every thread that runs comes to every
 * idiom. Nothing may depend on the order of threads, and nothing may race.
 */
#ifndef IDIOMS_H
#define IDIOMS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/rng.h"

struct prog {
	struct rng rng;
	FILE *decl, *body; /* in front of the kernel; inside it */
	unsigned depth;    /* tabs in front of a line of the body */
	unsigned id;       /* of the next name */
	unsigned blocks, threads, live;
	unsigned words; /* used of each kind */
	bool loop;      /* the body is inside a loop: its shared variables are used again */
	bool record;    /* the kernel has a structure by value: s */
};

static inline unsigned below(struct prog *p, unsigned n)
{
	return rng_below(&p->rng, n);
}

static inline bool one_in(struct prog *p, unsigned n)
{
	return below(p, n) == 0;
}

/* One of the texts. */
#define ONE_OF(p, ...) \
	((const char *const[]){__VA_ARGS__}[below(p, sizeof((const char *const[]){__VA_ARGS__}) / \
							     sizeof(const char *))])

/* A line of the kernel's body; of what stands in front of it. */
__attribute__((format(printf, 2, 3))) void body(struct prog *p, const char *fmt, ...);
__attribute__((format(printf, 2, 3))) void decl(struct prog *p, const char *fmt, ...);

/* A text that lives until many others were made. */
__attribute__((format(printf, 1, 2))) const char *text(const char *fmt, ...);

/* A number for names. */
unsigned name(struct prog *p);

/* A 64-bit constant, often near a power of two. */
const char *literal(struct prog *p);

/* An expression of type u64 over the variables of the body, and over those given. */
const char *value(struct prog *p, unsigned depth);
const char *value_of(struct prog *p, unsigned depth, const char *const *var, unsigned vars);

/* A condition, true often and false often: in the body, and over the variables given. */
const char *condition(struct prog *p);
const char *condition_of(struct prog *p, const char *const *var, unsigned vars);

/* Threads of the block that run, as a constant or a variable. */
const char *live(struct prog *p);

/* The first of n words of a.w, a.q and a.m that nobody else has. */
unsigned words(struct prog *p, unsigned n);

/* An integer type; its bits. */
const char *integer(struct prog *p, unsigned *bits);

/* Ends an idiom that has written shared variables. */
void shared_end(struct prog *p);

/* An idiom of each family. */
void barrier_idiom(struct prog *p);
void handover_idiom(struct prog *p);
void warp_idiom(struct prog *p);
void branch_idiom(struct prog *p);
void bits_idiom(struct prog *p);
void fields_idiom(struct prog *p);
void data_idiom(struct prog *p);
void call_idiom(struct prog *p);
void flow_idiom(struct prog *p);
void atomic_idiom(struct prog *p);

/* Some threads leave; as the last idiom of a kernel, some leave by a condition. */
void exit_idiom(struct prog *p, bool last);

/* The kernel's own structure: its declaration, and its value at the launch. */
void record_declare(struct prog *p, unsigned kernel);
const char *record_value(struct prog *p);

#endif
