/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * report_int: what collecting fills and text and JSON read. Strings are clean (source.h) and of
 * the report's arena; NULL means not known.
 */
#ifndef REPORT_INT_H
#define REPORT_INT_H

#include "report.h"
#include "source.h"

/* A place in the source. */
struct report_place {
	const char *file; /* NULL: nothing known, not even the line */
	unsigned line, col;
	const struct source_line *source; /* NULL: not readable */
	const char *atomic;               /* "atomicAdd": what the source most likely calls */
};

/* One of the two accesses. */
struct report_side {
	struct report_place at;
	uint32_t pc; /* RACE_NO_PC */
	uint64_t block;
	bool has_shape; /* ctaid and tid are known */
	uint32_t ctaid[3], tid[3];
	uint32_t warp, lane; /* RACE_NO_LANE */
	enum race_access access;
	bool strong;
	enum ptx_scope scope;
};

enum report_memory_kind { REPORT_ALLOCATION, REPORT_VARIABLE, REPORT_SHARED, REPORT_UNKNOWN };

struct report_memory {
	enum report_memory_kind kind;
	const char *name;    /* variable */
	const char *made_by; /* "cudaMalloc" */
	uint32_t serial;     /* of the allocation */
	bool freed, dynamic; /* dynamic: dynamic shared memory */
	uint64_t size, offset, addr;
	uint32_t bytes; /* that the race is about */
};

/* One distinct race. */
struct report_race {
	const char *symbol, *kernel; /* in PTX; demangled */
	uint64_t launch;
	enum race_kind kind;
	enum race_scope scope; /* of the two threads: one warp, one block, or the device */
	enum ptx_space space;
	struct report_side first, second;
	struct report_memory memory;
	bool by_oracle, by_detector;
	enum race_kind detector_kind; /* when both saw it */
	uint64_t found, missed, false_;
	uint64_t rows_missed[SCORE_ROWS], rows_false[SCORE_ROWS];
};

struct report_counts {
	uint64_t found, missed, false_;
};

/* What of a pair is in its race already. */
struct report_pair {
	size_t race;
	uint64_t found, missed, false_;
	uint64_t rows_missed[SCORE_ROWS], rows_false[SCORE_ROWS];
};

struct report {
	struct report_config cfg;
	struct machine_observer observer;
	struct arena arena;
	struct report_race *races;
	size_t n_races, cap_races;
	struct report_pair *pairs;
	size_t n_pairs, cap_pairs;
	struct report_counts accesses,
		had;     /* racing accesses; what of score's totals is in there */
	uint64_t launch; /* the last one, and its shape */
	uint32_t grid[3], block[3];
};

struct report_totals {
	uint64_t all;
	uint64_t found, missed, false_;                  /* accesses */
	uint64_t races_found, races_missed, races_false; /* distinct; found: by both */
};
struct report_totals report_totals(const struct report *r);
/* Accesses of a race that whoever ran saw. */
uint64_t report_accesses(const struct report_race *e);
/* Whether the exit status counts it. */
bool report_counts(const struct report *r, const struct report_race *e);

/* names.c: fills the fields, copying into the arena. */
const char *report_string(struct report *r, const char *s);
const char *report_plain(struct report *r, const char *symbol); /* demangled where possible */
void report_place(struct report *r, const struct simt_kernel *k, uint32_t pc,
		  struct report_place *p);
/* Fills p->source; reads a file, so only for a race that is new. */
void report_source(struct report *r, const struct simt_kernel *k, uint32_t pc,
		   struct report_place *p);
void report_memory(struct report *r, const struct gmem *g, const struct simt_kernel *k,
		   const struct race_hit *h, struct report_memory *m);

/* mend.c: one sentence on what would mend it, no full stop at its end. */
enum { REPORT_MEND = 768 };
void report_mend(const struct report_race *e, char text[REPORT_MEND]);
/* "read after write"; between: " after " or "-after-" */
const char *report_order(const struct report_race *e, const char *between, char text[32]);

#endif
