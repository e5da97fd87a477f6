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
	const char *kernel; /* demangled */
	uint64_t launch;
	const char *launched_by; /* "block (0,0,0), thread ... of kernel ..."; NULL: by the host */
	enum ptx_op
		copy;  /* that an asynchronous copy has done, which the thread has begun; or NONE */
	bool by_group; /* one in bulk, that is waited for with its group */
	enum ptx_scope scope;
};

/* What the code around the two accesses says (facts.h). Places without file: there is none. */
struct report_facts {
	/* The flag that hands the data over, or the lock. narrow_*: a fence for the block only
	 * where one for the device has to stand; late: one that comes only after the flag is
	 * written. */
	struct report_place flag_write, flag_read, narrow_before, narrow_after, late;
	bool is_lock;
	bool write_fenced, read_fenced; /* between first and flag_write, flag_read and second */
	bool write_narrow, read_narrow; /* the flag's own scope is the block */
	const char *update[2];          /* the atomic that does what first, second are part of */
	bool same_value;                /* two stores of what is the same for all threads */
	const char *value;              /* in figures, when known */
	/* Branches that not all threads of a block take alike: around one of the two, around both
	 */
	struct report_place around_first, around_second, around_both;
	bool forward, back;       /* second can run after first, first after second */
	struct report_place loop; /* end of the innermost loop around both */
};

/* What changes the program so that the race is gone. */
enum report_fix {
	REPORT_FIX_SCOPE,     /* device scope for an atomic */
	REPORT_FIX_LANE,      /* one lane alone */
	REPORT_FIX_SYNCWARP,  /* a barrier of the warp */
	REPORT_FIX_LOCK,      /* one lock around both */
	REPORT_FIX_LOCKING,   /* fences and scopes of a lock */
	REPORT_FIX_HANDOFF,   /* fences and scopes of a flag */
	REPORT_FIX_STRONG,    /* volatile data */
	REPORT_FIX_UPDATE,    /* one atomic instead of load and store */
	REPORT_FIX_ATOMIC,    /* atomics on both sides */
	REPORT_FIX_BARRIER,   /* a barrier of the block */
	REPORT_FIX_ONE_VALUE, /* one thread stores, or an atomic exchange */
	REPORT_FIX_WAIT,      /* for an asynchronous copy */
	REPORT_FIX_PROXY,     /* a fence between proxies */
	REPORT_FIX_CLUSTER,   /* a barrier of the cluster */
	REPORT_FIX_KERNELS,   /* a kernel's end */
	REPORT_FIX_LAUNCH     /* the order of what device code launches */
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
	const char *range; /* of NVTX; NULL: none */
	enum race_kind kind;
	enum race_scope scope; /* of the two threads: one warp, one block, or the device */
	enum ptx_space space;
	struct report_side first, second;
	struct report_memory memory;
	bool by_oracle, by_detector;
	enum race_kind detector_kind; /* when both saw it */
	uint64_t found, missed, false_;
	uint64_t rows_missed[SCORE_ROWS], rows_false[SCORE_ROWS];
	struct report_facts facts;
	enum report_fix fix;
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

/* A launch and those that come of it */
struct report_shape {
	uint64_t launch;
	uint32_t grid[3], block[3];
	struct machine_child by; /* id 0: the host */
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
		had; /* racing accesses; what of score's totals is in there */
	uint64_t unwatched[REPORT_UNWATCHED_COUNT];
	const struct gmem_block *near; /* of the last address looked up */
	struct report_shape *shapes;   /* the last one by the host, and what came of it */
	size_t n_shapes, cap_shapes;
	uint64_t children; /* launches by device code */
	const char *range;
};

static inline bool report_detects(const struct report *r)
{
	return r->cfg.global || r->cfg.shared;
}

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

/* "atomicAdd"; NULL: nothing that the source could have called. */
const char *report_atomic(enum ptx_atom a);

/* fix_choose.c, fix.c: which of them, and one sentence about it without full stop at its end. */
enum { REPORT_FIX = 1024 };
/* Something is missing of what a flag or lock needs. */
bool report_lacks(const struct report_facts *f);
enum report_fix report_choose_fix(const struct report *r, const struct report_race *e);
void report_fix(const struct report_race *e, char text[REPORT_FIX]);
/* "read after write"; between: " after " or "-after-" */
const char *report_order(const struct report_race *e, const char *between, char text[32]);

/* cause.c: races that one change of the program removes. */
struct report_cause {
	size_t lead;     /* of r->races: the widest scope of the first pair of places */
	size_t *members; /* in order of appearance; the lead is among them */
	size_t n;
	bool is_false; /* false alarms of the detector */
};
struct report_causes {
	struct report_cause *c;
	size_t n;
	size_t *of, *members; /* cause of each race; the storage of all members */
};
struct report_causes report_causes(const struct report *r);
void report_causes_free(struct report_causes *c);
/* What one change does away with all of them; as report_fix(). */
void report_cause_fix(const struct report *r, const struct report_cause *c, char text[REPORT_FIX]);
/* The later access stands before the earlier one in the code, and no loop leads from the one to the
 * other: two threads that are at different places. */
bool report_backwards(const struct report_race *e);
/* Whether a place in the code parts the two accesses. */
bool report_by_barrier(enum report_fix f);
/* Only the detector saw it though the oracle ran. */
bool report_is_false(const struct report *r, const struct report_race *e);
/* Same file and line; or, without lines, the same instruction. */
bool report_one_line(const struct report_race *e);

#endif
