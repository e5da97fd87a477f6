/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sides: the detector in the GPU's sockets.
 *
 *   system.c      the whole: units made, launches, records
 *   sm_side.c     events, requests, tags, messages of an SM      slice_side.c   queue, metadata
 *   packets.c     what a packet is to a slice's unit             side.c   for both SM sides
 *
 * Both of these are ScoRD's; iGUARD's are in ../iguard.
 */
#ifndef SIM_DET_SIDES_H
#define SIM_DET_SIDES_H

#include "../gpu/gpu_int.h"
#include "../gpu/system.h"
#include "../sm/post.h"
#include "../sm/told.h"
#include "det.h"

struct det_system {
	struct gpu_side side;
	struct det *det;
	bool iguard, lanes; /* as det_setup's */
	struct det_slice_side *slices;
};

/* side.c: nothing is left to tell, or to arrive; as sm_side_calls.settled, .describe. */
bool det_side_idle(const struct told *t, const struct post *p);
bool det_side_settled(const struct told *t, const struct post *p, bool credits);
void det_side_describe(const struct told *t, const struct post *p, char *text, size_t size);

/* sm_side.c */
struct sm_side *det_sm_side(const struct sim_config *c, struct det_sm *unit,
			    const struct pf_policy_info *policy, uint8_t system);

/* A request on its way into the slice unit, and who gets a credit for it. */
struct det_entry {
	union {
		struct pf_request request;
		struct pf_iguard_request iguard;
	};
	uint16_t sm;
	bool credit;
};

struct det_slice_side;

/* What packets are to a slice's unit. */
struct det_packets {
	/* Places that the queue has at least; beyond its room, for the rest of a packet. */
	uint32_t least, beyond;
	/* May it be taken? */
	bool (*room)(const struct det_slice_side *d, const struct pkt *k);
	/* An access of a warp has taken place; any other packet of this system. */
	void (*access)(struct det_slice_side *d, const struct pkt *k, uint32_t wrote);
	void (*packet)(struct det_slice_side *d, const struct pkt *k);
	void (*give)(struct det_slice *u, const struct det_entry *e);
};
extern const struct det_packets scord_packets;

struct det_slice_side {
	struct slice_side side;
	struct det_system *system;
	struct det_slice *unit;
	const struct det_packets *packets;
	struct det_entry *queue;
	uint32_t room, queue_cap, queue_head, queue_count; /* room: as many may wait */
};

void det_slice_side_init(struct det_slice_side *x, struct det_system *d, uint32_t slice,
			 const struct det_packets *packets);
/* A place in its queue, behind the others. */
struct det_entry *det_slice_side_put(struct det_slice_side *x);

#endif
