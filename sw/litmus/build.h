/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * build: what the files of the .litmus parser share. Not for anybody else.
 *
 *   parse.c   tests and their directives     body.c   statements of threads -> PTX
 *   vars.c    variables and where they lie   emit.c   the module around them
 *   expr.c    comparisons and arithmetic     final.c  conditions on values at the end
 *   copy.c    clusters, mbarriers, copies
 */
#ifndef LITMUS_BUILD_H
#define LITMUS_BUILD_H

#include <stdio.h>

#include "lex.h"
#include "litmus.h"

enum {
	BUILD_VARS = 64,
	BUILD_REGS = 64,   /* named registers of one body */
	BUILD_BOXES = 256, /* thread ranges of one test */
	BUILD_BODIES = 128,
	BUILD_NEST = 16,
	BUILD_STATEMENTS = 4096, /* of one test */
	BUILD_BYTES = 16384,     /* of each kind of memory */
	BUILD_MAX_BLOCKS = 1024,
	BUILD_MAX_THREADS = 1024,
	BUILD_TESTS = 4096, /* of one file */
	BUILD_FINALS = 32   /* names of threads that conditions ask for */
};

enum build_where { BUILD_BUFFER, BUILD_SHARED, BUILD_DEVICE, BUILD_WHERES };

struct build_name {
	const char *text;
	size_t len;
};

struct build_var {
	struct build_name name;
	enum build_where where;
	uint32_t at, size, count; /* bytes from the start of its memory; of an element */
};

struct build_reg {
	struct build_name name;
	unsigned n; /* %r<n> or, wide, %rd<n> */
	bool wide;  /* 8 bytes */
};

/* Threads t0..t1 of blocks b0..b1 run body. */
struct build_box {
	uint32_t b0, b1, t0, t1;
	unsigned body;
};

/* A thread's name that a condition asks for. */
struct build_final {
	uint32_t block, thread;
	struct build_name name;
	unsigned line;
	bool stored;
};

struct build {
	struct litmus_lex lx;
	const char *file;
	struct diag *diag;
	struct litmus_test *t; /* being read */
	struct build_var vars[BUILD_VARS];
	unsigned n_vars;
	uint32_t bytes[BUILD_WHERES];
	uint8_t init[BUILD_WHERES][BUILD_BYTES];
	struct build_box boxes[BUILD_BOXES];
	unsigned n_boxes, n_bodies;
	struct build_final finals[BUILD_FINALS];
	unsigned n_finals;
	/* the body being read */
	struct build_reg regs[BUILD_REGS];
	unsigned n_regs;
	FILE *out; /* PTX of all bodies */
	unsigned next_reg, next_label, statements;
	unsigned line; /* of the last .loc */
	bool started, mode_set, syncs, said[LITMUS_CHECKERS];
};

/* -1 and diag with file and line. */
int build_fail(struct build *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "expected WHAT, found 'TOKEN'" */
int build_expected(struct build *b, const char *what);
int build_take_sign(struct build *b, char sign, const char *what);
/* A number within limits. */
int build_take_number(struct build *b, uint64_t min, uint64_t max, const char *what, uint64_t *v);
/* Letters, digits and _. */
int build_take_name(struct build *b, const char *what, struct build_name *n);
bool build_same(const struct build_name *a, const struct build_name *b);
void build_skip_newlines(struct build *b);
/* Does it start as b0.t0 does? */
bool build_is_thread(const struct litmus_lex *l);

/* vars.c: after `var`. */
int build_var_list(struct build *b);
const struct build_var *build_find_var(const struct build *b, const struct build_name *n);

/* copy.c: a statement of clusters, mbarriers or copies in bulk. 0, -1, or 1: another one. */
int copy_statement(struct build *b);

/* body.c: statements up to the end of the line (or further, within braces or after ;). */
int build_body(struct build *b);

/* emit.c: the module's text, in t's arena; bodies: what was written to out. */
const char *build_module(struct build *b, const char *bodies);

#endif
