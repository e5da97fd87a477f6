/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * model: PTX's memory consistency model over one execution, as relations.
 *
 *   events ─> program order, morally strong, reads-from
 *          ─> observation ─> release pattern ; observation ; acquire pattern ─> synchronizes
 *          ─> base causality ─> causality ─> data races
 *
 * The second judge of races: written from the text of the PTX ISA, chapter "Memory Consistency
 * Model" (numbers of sections in model.c are those of PTX ISA 8.3), and sharing nothing with
 * the oracle but the machine whose operations both see.
 */
#ifndef MODEL_H
#define MODEL_H

#include "execution.h"
#include "relation.h"

/* The model with one mistake in it: what a comparison must notice. */
#define MODEL_FAULTS(X) \
	X(NONE, "none") \
	X(NO_SCOPES, "scopes are not looked at") \
	X(PARTIAL_OVERLAP, "morally strong without complete overlap") \
	X(NO_OBSERVATION, "no read observes a write") \
	X(NO_CHAIN, "no chains of read-modify-writes") \
	X(RED_ENDS_CHAIN, "red ends a chain") \
	X(OBSERVE_ANY_BYTE, "a read observes whoever wrote any byte of it") \
	X(NO_RELEASE_OPERATION, "a release operation alone is no pattern") \
	X(NO_RELEASE_CONTINUED, "later writes do not continue a release operation") \
	X(CONTINUED_ANYWHERE, "later writes to any location continue a release operation") \
	X(FIRST_LEFT_OUT, "the first operation of a release pattern is not released itself") \
	X(NO_RELEASE_FENCE, "fence, then write: no release pattern") \
	X(NO_ACQUIRE_OPERATION, "an acquire operation alone is no pattern") \
	X(NO_ACQUIRE_CONTINUED, "read, then acquire operation: no pattern") \
	X(NO_ACQUIRE_FENCE, "read, then fence: no acquire pattern") \
	X(RED_ACQUIRES, "red, then fence: an acquire pattern") \
	X(ANY_ENDS, "ends of release and acquire need not be morally strong") \
	X(NO_FENCE_SC, "fence.sc is fence.acq_rel") \
	X(ALL_FENCES_SC, "fence.acq_rel is fence.sc") \
	X(NO_BARRIER, "block barriers order nothing") \
	X(ANY_COMPLETION, "all completions of a barrier are one") \
	X(ARRIVE_LEAVES, "bar.arrive is no arrival") \
	X(NO_WARP_SYNC, "__syncwarp orders nothing") \
	X(NO_TRANSITIVITY, "base causality of one step only") \
	X(NO_OBSERVED_CAUSALITY, "causality is base causality") \
	X(OBSERVED_ANYWHERE, \
	  "observation, then program order at any location: causality of all before") \
	X(STRONG_RACES, "morally strong accesses race") \
	X(FAILED_CAS_WRITES, "a failed CAS writes") \
	X(READS_CONFLICT, "two reads conflict")
#define MODEL_FAULT_ENUM(name, text) MODEL_##name,
enum model_fault { MODEL_FAULTS(MODEL_FAULT_ENUM) MODEL_FAULT_COUNT };
const char *model_fault_name(enum model_fault f); /* "NO_SCOPES" */
const char *model_fault_text(enum model_fault f);

struct model {
	const struct event *at;
	uint32_t n;
	enum model_fault fault;
	struct relation order;            /* program order */
	struct relation strong;           /* morally strong, earlier to later */
	struct relation observe;          /* observation order */
	struct relation release, acquire; /* patterns: first operation to write; read to last one */
	struct relation sync;             /* synchronizes with */
	struct relation base, cause;      /* causality orders */
	struct relation race;             /* data races, earlier to later */
	/* Would be data races if a weak write began no observation: see both.h, 4. */
	struct relation weak_start;
};

/* e: execution_barriers() has been called. e's events must outlive the model. */
void model_make(struct model *m, const struct execution *e, enum model_fault fault);
void model_drop(struct model *m);

/* Whether the execution itself is one that the model's axioms allow, and was written down
 * right: NULL, or what is wrong. */
const char *model_check(const struct model *m);

#endif
