/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * litmus: tiny programs of a few threads, run over every interleaving.
 *
 *   FILE.litmus ─> litmus_parse() ─────┐
 *   FILE.cu ─> photofinish cc --ptx ───┴─> litmus_explore()
 *     ─> every order: oracle by both models, scord-paper, scord ─> litmus_result
 *
 * docs/litmus.md describes the language.
 */
#ifndef LITMUS_H
#define LITMUS_H

#include "../machine/explore.h"
#include "../score/score.h"

/* A condition on values at the end of a run, in reverse Polish notation. */
enum { LITMUS_FINALS = 8, LITMUS_TERMS = 64 };
enum litmus_verdict { LITMUS_NONE, LITMUS_NEVER, LITMUS_SOMETIMES, LITMUS_ALWAYS };
enum litmus_term_kind {
	LITMUS_TERM_NUMBER,
	LITMUS_TERM_MEMORY, /* size bytes of the buffer; 4 and 8 signed */
	LITMUS_TERM_EQ,
	LITMUS_TERM_NE,
	LITMUS_TERM_LT,
	LITMUS_TERM_LE,
	LITMUS_TERM_GT,
	LITMUS_TERM_GE,
	LITMUS_TERM_AND,
	LITMUS_TERM_OR
};
struct litmus_term {
	enum litmus_term_kind kind;
	uint8_t size;
	uint32_t at;
	int64_t value;
};
struct litmus_final {
	struct litmus_term terms[LITMUS_TERMS];
	unsigned n, line;
	enum litmus_verdict in; /* SOMETIMES: in one order at least (`exists`) */
	const char *text;
};
/* Does it hold of the buffer? */
bool litmus_final_holds(const struct litmus_final *c, const uint8_t *buffer);

/* A kernel ready to explore: PTX text and how to launch it. The kernel takes one parameter, the
 * address of a zeroed buffer, or none. */
struct litmus_program {
	const char *ptx, *file; /* file: for messages */
	const char *kernel;     /* NULL: the module's only one */
	uint32_t blocks, threads, buffer_bytes;
	uint32_t cluster;      /* blocks of one; 0: no clusters */
	const uint8_t *buffer; /* buffer_bytes to start with; NULL: zero */
	enum simt_mode mode;
	uint32_t sms, blocks_per_sm;      /* 0: 2 SMs, 8 blocks each */
	uint64_t watch_from, watch_bytes; /* races count only in these bytes of the buffer
					   * (watch_bytes 0: all of memory) */
	struct litmus_final finals[LITMUS_FINALS];
	unsigned n_finals;
};

/* The oracle with --model ptx and --model scord; the detectors, held against the latter. */
enum litmus_checker { LITMUS_PTX, LITMUS_SCORD_MODEL, LITMUS_PAPER, LITMUS_SCORD, LITMUS_CHECKERS };

struct litmus_limits {
	uint64_t max_runs; /* 0: no limit */
	uint32_t max_spin; /* see walk.c */
	bool every_order; /* also those that differ only in what is independent (interleavings.h) */
	enum pf_metadata metadata;
};

struct litmus_result {
	uint64_t runs;      /* orders walked to their end */
	uint64_t cut_short; /* more runs, found to repeat an order walked before: not counted in
			     * anything below but totals */
	bool exhaustive;
	/* Runs that ended; that could not (deadlock, livelock, or RIG_INSTRUCTIONS executed); that
	 * a fault ended. */
	uint64_t ended_ok, hung, faulted;
	char fault[256];                /* what the first one says */
	uint64_t holds[LITMUS_FINALS];  /* of the runs that ended: the condition held */
	uint64_t racy[LITMUS_CHECKERS]; /* runs in which it reported at least one race */
	/* Runs in which the two disagree about the run as a whole. */
	uint64_t only_oracle[LITMUS_CHECKERS], only_checker[LITMUS_CHECKERS];
	/* Against the oracle, over all runs: PAPER and SCORD only. */
	struct score_totals totals[LITMUS_CHECKERS];
	uint64_t kinds[LITMUS_CHECKERS][RACE_KINDS]; /* runs with a report of the kind */
};

/* -1 and diag: does not parse, or is not repeatable. */
int litmus_explore(const struct litmus_program *p, const struct litmus_limits *l,
		   struct litmus_result *r, struct diag *diag);

/* A parsed FILE.litmus. */
struct litmus_test {
	struct arena arena;
	const char *name, *why;                      /* comment above the test, lines joined */
	struct litmus_program program;               /* ptx generated */
	enum litmus_verdict expect[LITMUS_CHECKERS]; /* NONE: nothing said */
	enum litmus_verdict faults, hangs;           /* in how many orders */
	/* Weaknesses that must explain what PAPER and SCORD get wrong; 0-terminated rows. */
	enum score_row rows[LITMUS_CHECKERS][8];
};
/* Parses every test of a file's text. Returns an array of *n tests, NULL and diag
 * ("file:line: ..."). */
struct litmus_test *litmus_parse(const char *text, size_t size, const char *file, size_t *n,
				 struct diag *diag);
void litmus_free(struct litmus_test *t, size_t n);
const char *litmus_checker_name(enum litmus_checker c); /* "oracle" */
const char *litmus_verdict_name(enum litmus_verdict v); /* "never" */
enum litmus_verdict litmus_verdict_of(const struct litmus_result *r, enum litmus_checker c);
/* Did a condition hold in as many orders as the test says? */
bool litmus_final_ok(const struct litmus_final *c, const struct litmus_result *r, unsigned i);
/* Whether r is what t expects; -1 and diag says what is not. */
int litmus_check(const struct litmus_test *t, const struct litmus_result *r, struct diag *diag);

#endif
