/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * both: the relations (model.h) and the oracle (sw/oracle) on the same executions, compared
 * race by race.
 *
 * A race is (4-byte word of an access of one lane; place and warp of an earlier access). The oracle
 * names each such pair at most once, with one earlier lane and some bytes, and may forget an
 * earlier access when another one stands for it. So the two agree on an execution when
 *
 *   1. the same words of the same accesses of the same lanes race, by either;
 *   2. every pair that the oracle names is a data race by the relations, with that earlier lane
 *      and on all bytes that it names;
 *   3. for a pair that only the relations have, the oracle names another one of the same word
 *      whose earlier access was performed later and touches a common byte.
 *   4. A known difference: a thread's weak write that its own atomic reads begins an observation in
 *      PTX's model (program order makes the two morally strong), and the oracle does not look at
 *      that. So it may name a pair whose earlier access is a weak write that is before the later
 *      one by observation only. The weak write races in any case: with the first access of
 *      another thread that observes it. Such pairs are counted apart.
 */
#ifndef BOTH_H
#define BOTH_H

#include "litmus/litmus.h"
#include "reference/pf_exact_pairs.h"
#include "model.h"
#include "oracle/oracle.h"

struct both_config {
	struct oracle_config oracle;
	enum model_fault fault;
	uint32_t max_events;                /* longer executions are counted, not compared */
	bool check;                         /* each execution by the model's axioms, too */
	bool exact;                         /* sw/exact in the oracle's place: compare_exact(), */
	struct pf_exact_pairs_config pairs; /* with such tables */
};

struct both_tally {
	uint64_t runs, too_long; /* too_long: of runs */
	uint64_t hung, faulted;  /* of runs; what happened until then is compared */
	uint64_t differ;         /* runs in which the two do not agree */
	uint64_t racy;           /* runs with a race, by the relations */
	uint64_t events, accesses, racy_accesses;
	uint64_t pairs;       /* as above, by the relations */
	uint64_t covered;     /* of them not named by the oracle: 3 above */
	uint64_t weak_starts; /* pairs of 4 above that the oracle names */
	uint64_t synchronizes, observes, fence_sc, barriers; /* pairs of these relations */
};

struct both;
/* NULL and diag. One at a time: global memory lives at a fixed address. */
struct both *both_create(const struct both_config *c, const struct litmus_program *p,
			 struct diag *diag);
void both_destroy(struct both *b);

/* One execution. 1: the two differ, both_why() says where; 0: they do not. Adds to t. */
int both_run(struct both *b, const struct machine_hook *hook, struct both_tally *t);
/* The first difference, and the execution in the order performed. */
const char *both_why(const struct both *b);
/* For tests: the last execution by the relations; until the next run. */
const struct model *both_model(const struct both *b);
const struct execution *both_execution(const struct both *b);

/* Up to `orders` orders depth first, then, when these are not all, as many random ones. Ends at
 * the first difference. Returns as both_run(); -1 and diag: the runs do not repeat. */
int both_walk(struct both *b, uint32_t orders, uint64_t seed, struct both_tally *t,
	      struct diag *diag);
/* `orders` random ones. */
int both_random(struct both *b, uint32_t orders, uint64_t seed, struct both_tally *t);

#endif
