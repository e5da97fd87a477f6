/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * line_bank: a write-back cache of metadata and the check behind it, one operation a cycle.
 *
 *   operation ─> tags ── there, or nothing of it is in memory ───────> check ─> leaves after DEPTH
 * cycles └──> not there: a miss with a list ─> its answer ─────^ (the list, before others)
 *
 * Two kinds. Of headers: a set's place is a group of four lines, whose beat in memory has the entry
 * of each line that is of one class; a line of two or three classes has a row of its own, fetched
 * when it is first asked for. Of beats: a place is a beat of four entries, of a line with more
 * classes.
 *
 * Operations of one place leave in the order in which they came; others pass those that wait for
 * memory. A fence passes them, too: they see the counts from before it, which is kept in a short
 * list. A fence of a warp that is in the list, and one that finds it full, waits.
 */
#ifndef SIM_DET_LINE_BANK_H
#define SIM_DET_LINE_BANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	GROUP_LINES = 4,
	BANK_WAYS = 4,
	BANK_MISSES = 64, /* at most */
	BANK_FENCES = 8,  /* that operations which wait have not seen */
	BANK_WRITES = 8,  /* beats on their way to memory */
	BANK_LISTED = 32, /* operations that wait for memory */
	BANK_ALL_LINES = (1 << GROUP_LINES) - 1
};

struct line_op {
	struct line_op *next;
	struct line_op *beats; /* of its block, that follow a header's operation */
	uint64_t place;        /* header: line; else beat */
	uint64_t due;          /* not looked up before; then, when it leaves */
	uint64_t fences;       /* of the bank when it began to wait */
	bool fence, forget;    /* forget: everything; alone in both banks */
	bool fresh;            /* nothing of its place is in memory */
	bool changed;
	bool own, own_before; /* header: the line has a row of its own, had one */
	uint8_t turns;        /* cycles in the check: one an owner */
	uint8_t gap;          /* until the place's next */
	uint8_t races, records;
};

struct line_queue {
	struct line_op *first, **last;
	uint32_t n;
};

void line_put(struct line_queue *q, struct line_op *o);
struct line_op *line_get(struct line_queue *q); /* NULL: empty */

/* Where a beat lies; the host's numbers, in beats. */
struct line_places {
	uint64_t groups, rows, blocks;
};

/* Beats to be written, and how far the report unit is behind; of both banks. */
struct line_out {
	uint64_t write[BANK_WRITES];
	uint32_t head, tail;
	uint64_t report_free; /* cycle */
	uint32_t records;     /* checked, to be written */
};

struct bank_way {
	bool valid;
	uint64_t place; /* group or beat */
	uint64_t used;
	uint32_t inside;               /* operations in the check */
	int miss;                      /* being fetched; -1: no */
	bool dirty;                    /* the beat */
	uint8_t own, there, row_dirty; /* lines: with a row, whose entries are here, whose row is to
					  be written */
	uint64_t open[GROUP_LINES];    /* cycle from which the next may come */
};

struct bank_miss {
	bool valid, asked, there;
	bool row; /* of the first of its list; else the place's beat */
	struct bank_way *way;
	uint64_t beat; /* in memory */
	struct line_queue list;
};

struct bank_stats {
	uint64_t hits, misses, rows, fresh, listed, written;
	uint64_t wait_memory, wait_place, wait_fence, wait_report; /* cycles */
};

struct bank {
	bool headers;
	uint32_t sets, n_misses, listed;
	struct bank_way *way;
	struct bank_miss miss[BANK_MISSES];
	int replay; /* its list leaves now; -1: none */
	struct line_queue check;
	uint64_t check_free;
	uint64_t recent[BANK_FENCES]; /* numbers of fences, oldest first */
	uint32_t n_recent;
	uint64_t fences;
	bool *own; /* [line], whole groups: by what has been checked it has a row in memory */
	struct line_places places;
	struct line_out *out;
	struct bank_stats stats;
};

/* places: power of two, at least BANK_WAYS. misses: 1 to BANK_MISSES. */
void bank_init(struct bank *b, bool headers, uint32_t places, uint32_t misses,
	       struct line_out *out);
void bank_free(struct bank *b);
/* Nothing is here any more, and nothing to be written. Nothing is inside. */
void bank_forget(struct bank *b);
/* A list that has its answer goes on: true, the cycle is taken. */
bool bank_replay(struct bank *b, uint64_t now);
/* The operation goes to the check, or into a list; false: it waits. */
bool bank_take(struct bank *b, struct line_op *o, uint64_t now);
/* The next that leaves the check; NULL: none in this cycle. */
struct line_op *bank_leave(struct bank *b, uint64_t now);
/* A miss that memory has not been asked for; -1: none. */
int bank_unasked(const struct bank *b);

#endif
