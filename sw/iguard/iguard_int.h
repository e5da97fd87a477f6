/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard_int: what iguard's own files share.
 *
 *   iguard.c   the machine's events, to both models
 *   hit.c      what they say, as races
 *   why.c      ... and where the oracle does not agree
 *   record.c   a record of clocked hardware, as a race
 */
#ifndef IGUARD_INT_H
#define IGUARD_INT_H

#include "../reference/pf_iguard.h"
#include "../reference/pf_iguard_paper.h"
#include "../shared/feed.h"
#include "iguard.h"
#include "units.h"

/* Of a block: barriers whose last to come was a bar.red; where somebody has come last. */
struct iguard_barriers {
	uint32_t red, last;
};

struct iguard {
	struct iguard_config config;
	struct shared_feed *feed; /* barriers and __syncwarp */
	struct pf_iguard mended;
	struct pf_iguard_paper paper;
	struct iguard_units *units;       /* or NULL */
	struct iguard_barriers *barriers; /* of each SM's slots */
	uint32_t slots;
	/* the operation under way */
	const struct machine_who *who;
	const struct simt_op *op;
	struct race_hit *hits; /* told */
	size_t n_hits, cap_hits;
	struct pf_iguard_check *checks; /* judged: the corrected rules' */
	size_t n_checks, cap_checks;
};

/* hit.c: an earlier access, as far as a word tells; what is wrong, plain: between plain accesses of
 * one block; whose a byte of the line is. */
struct race_side iguard_first_side(const struct simt_kernel *kernel, uint64_t launch, bool reads,
				   bool atomic, bool block_scope);
enum race_kind iguard_kind_of(enum pf_iguard_kind k, bool plain);
uint32_t iguard_lane_at(const struct pf_iguard_lane_side *s, uint64_t byte);

/* A race that one of the models tells. */
void iguard_tell(struct iguard *x, const struct pf_iguard_check *c);
void iguard_tell_paper(struct iguard *x, const struct pf_iguard_paper_check *c);
void iguard_tell_race(struct iguard *x, const struct iguard_race *r);

#endif
