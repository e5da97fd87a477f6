/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * oracle: exact scoped happens-before over everything that the machine performs.
 *
 *   machine op ─> happens_before (knowledge of each thread: vector clocks)
 *              ─> history of each byte touched ─> which earlier accesses conflict and are unordered
 *
 * No hashing, no counter that wraps, no limit but memory. docs/memory-model.md is its
 * definition, rule by rule. Global and shared memory; a kernel's end orders everything.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "../race/race.h"

struct oracle;

/* docs/memory-model.md. PTX: that of PTX. SCORD: the rules that ScoRD's benchmarks were written by.
 */
enum oracle_model { ORACLE_PTX, ORACLE_SCORD };

struct oracle_config {
	enum oracle_model model;
};

struct oracle_stats {
	uint64_t accesses;              /* lane accesses checked */
	uint64_t races;                 /* racing (access, word) pairs */
	uint64_t bytes_now, bytes_peak; /* the oracle's own memory */
	uint64_t touched;               /* distinct bytes accessed, summed over launches */
};

struct oracle *oracle_create(const struct oracle_config *c);
void oracle_destroy(struct oracle *o);
/* Lives as long as o; give it to machine_add_observer(). */
const struct machine_observer *oracle_observer(struct oracle *o);

/* Races that the last op completed, earliest conflicting access of each kind first; valid until
 * the next op. At most one hit for each (word of the later access, pc and warp of the earlier
 * one). */
const struct race_hit *oracle_hits(const struct oracle *o, size_t *n);
const struct oracle_stats *oracle_stats(struct oracle *o);

#endif
