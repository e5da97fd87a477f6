/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * grace: races in shared memory as GRace finds them (PPoPP 2011), to compare: its dynamic checker,
 * without the static half that spares it most accesses.
 *
 *   machine ─> feed ─> two lanes of one store with one address? (Algorithm 2)
 *                  └─> tables of the block ─ barrier of the block, its end ─> stmt.c, addr.c
 *
 * It compares addresses, so accesses of different widths that overlap are missed, and knows nothing
 * of fences, __syncwarp, barriers but __syncthreads() and atomics (these are passed over, and
 * counted).
 */
#ifndef GRACE_H
#define GRACE_H

#include "../machine/machine.h"

enum grace_scheme {
	GRACE_OFF,
	GRACE_STMT, /* Algorithm 3: all accesses are kept, each with each is compared */
	GRACE_ADDR, /* Algorithm 4: counts of reads and writes for each address; `<` */
	/* ... with `<=`, as it is printed: the block's counts hold the warp's own, so that is
	 * always true, and a warp that writes alone is reported. */
	GRACE_ADDR_PAPER
};

/* Statements that race; `threads`: pairs of threads, each time. */
struct grace_pair {
	char *first, *second; /* "app.cu:8:10"; owned. The same one twice: two lanes of one store */
	uint64_t threads;
};

struct grace_stats {
	uint64_t accesses; /* of warps, in the tables */
	/* Passed over, of lanes: atomics, asynchronous copies, other blocks' memory */
	uint64_t passed;
	uint64_t checks; /* barriers of blocks, and their ends */
	/* stmt: addresses of two lanes that were compared; addr: counts that were looked at */
	uint64_t compares;
	uint64_t bytes; /* of the tables of all resident blocks together, at most */
	uint64_t full;  /* stmt: accesses that were not kept, as a block had too many */
	/* Different ones that race: addresses of a kernel, pairs of its warps; pairs of threads,
	 * each time (stmt). Without races between lanes of one store. */
	uint64_t addresses, warps, threads;
	/* The static half: lanes' accesses passed over, the processor's seconds to find out */
	uint64_t pruned;
	double prune_seconds;
};

struct grace;
/* prune: accesses that can not race, as the code says, are passed over: its static half. */
struct grace *grace_create(const struct machine_config *m, enum grace_scheme scheme, bool prune);
void grace_destroy(struct grace *g);
/* Kernels go: others may come to stand where they stood. */
void grace_forget(struct grace *g);
/* Lives as long as g; give it to machine_add_observer(). */
const struct machine_observer *grace_observer(struct grace *g);
struct grace_stats grace_stats(const struct grace *g);
/* Pairs of statements, in the order in which they were found; addr: of one store's lanes only. */
const struct grace_pair *grace_pairs(const struct grace *g, size_t *n);

#endif
