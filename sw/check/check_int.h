/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check_int: what the files of the checks share.
 *
 *   check.c  findings by place    init.c  who wrote which byte     text.c  in words
 *   sync.c   misuse told          leak.c  what was never freed     json.c  as JSON
 */
#ifndef CHECK_INT_H
#define CHECK_INT_H

#include "../base/mem.h"
#include "../report/source.h"
#include "check.h"

enum check_kind {
	KIND_BARRIER_PARTIAL,
	KIND_BARRIER_DIFFERENT,
	KIND_MASK_CALLER,
	KIND_MASK_ABSENT,
	KIND_MASKS_DIFFER,
	KIND_NEVER_WRITTEN,
	KIND_LEAK,
	KIND_COUNT
};

/* Strings are of the arena of the checks. */
struct check_place {
	const char *file; /* NULL: none */
	unsigned line, col;
	const struct source_line *source; /* NULL: not readable */
};

struct check_finding {
	enum check_kind kind;
	uint64_t count;
	/* The first time: sync, init */
	const char *symbol, *kernel; /* in PTX; demangled */
	uint64_t launch, block;
	const char *range; /* of NVTX; NULL: none */
	struct check_place at, other;
	uint32_t ctaid[3], tid[3], warp, lanes, others, member;
	/* init, leak */
	bool shared, heap;
	const char *name, *made_by;
	uint32_t serial, bytes;
	uint64_t size, offset, addr;
};

/* Instructions of a kernel, as long as its module lives, and their finding. */
struct check_key {
	const struct simt_kernel *kernel;
	enum check_kind kind;
	uint32_t pc, other_pc;
	bool shared;
	size_t finding;
};

struct check_shadow;

struct checks {
	struct check_config cfg;
	const struct gmem *g;
	struct machine_observer observer;
	struct arena arena;
	struct check_finding *list;
	size_t n, cap;
	struct check_key *keys;
	size_t n_keys, cap_keys;
	bool lost, ended;
	uint32_t n_threads[3]; /* of a block of the launch */
	const char *range;     /* likewise */
	struct check_shadow *shadow;
};

/* check.c: counts it; the finding when it is the first of these places, else NULL. other_pc
 * PTX_NONE: none. */
struct check_finding *check_found(struct checks *c, const struct check_key *key,
				  const struct machine_who *who, uint32_t lane);
struct check_finding *check_add(struct checks *c, enum check_kind kind);
const char *check_string(struct checks *c, const char *s);
unsigned check_of(enum check_kind kind);
const char *check_kind_name(enum check_kind kind);

/* sync.c */
void check_misuse(void *ctx, const struct machine_who *who, const struct simt_warp *w,
		  const struct simt_misuse *u);

/* init.c */
void check_init_open(struct checks *c);
void check_init_close(struct checks *c);

/* leak.c */
void check_leaks(struct checks *c);
const char *check_made_by(const struct gmem_block *b); /* "cudaMalloc"; NULL: a variable */

#endif
