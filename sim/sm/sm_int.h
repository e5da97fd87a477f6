/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_int: what the SM's own files share.
 *
 *   sm.c     create, launch, blocks, a step     scoreboard.c  registers not there yet
 *   sched.c  states of warps, who issues        issue.c   an instruction
 *   ops.c    operations on their way            sync.c    fences, releasing accesses, barriers
 *   count.c  statistics, what it waits for      side.h    what systems plug in
 *   told.c, post.c, credits.c   sides use them: what a unit is told, what it tells the slices
 *
 * A warp is in one state; each state has a mask of its warps, so that nobody looks at all of them.
 * What ends a wait looks at the warp again (sm_look()):
 *
 *   LATENCY  a register of known latency     the cycle comes up in the wheel
 *   LOAD     a register of an operation      the operation is done
 *   DRAIN    the warp's operations           likewise
 *   EVENT    a side has barred it            the side looks
 *   FENCE    a fence or release under way    sm_sync_step(), or the wheel for its latency
 *   BARRIER  other warps                     sm_wake()
 *   STOPPED  a side stops it, or holds its operation      likewise
 */
#ifndef SIM_SM_INT_H
#define SIM_SM_INT_H

#include "access/access.h"
#include "base/mem.h"
#include "coalesce.h"
#include "side.h"
#include "sm.h"

enum {
	SM_WARPS = 64,         /* of an SM, at most: bits of a mask */
	SM_WHEEL = 64,         /* cycles that the wheel looks ahead */
	SM_BARRIERS = 16,      /* of a block */
	SM_STARVED = 1024,     /* cycles: whoever was ready so long goes first */
	SM_STARVED_LOOK = 256, /* cycles between looks for such warps */
	SM_SCHEDULERS = 16,
	SM_SIDES = 4 /* of an SM, at most */
};
#define SM_NEVER UINT64_MAX

enum sm_state {
	SM_NONE, /* no warp, or it has exited */
	SM_READY,
	SM_LATENCY,
	SM_LOAD,
	SM_DRAIN,
	SM_EVENT,
	SM_FENCE,
	SM_BARRIER,
	SM_STOPPED,
	SM_STATES
};

/* Why an issue slot of a scheduler was used or not. */
enum sm_cause {
	SM_ISSUED,
	SM_NO_WARP,
	SM_UNIT,     /* ready, but its unit still has its last instruction */
	SM_FULL,     /* ready, but no place for an operation or its accesses */
	SM_BY_STATE, /* nobody is ready: cause is SM_BY_STATE + state of the nearest */
	SM_CAUSES = SM_BY_STATE + SM_STATES
};

/* A fence, or the fence that a releasing access begins with. */
enum sm_stage {
	SM_STAGE_DRAIN,   /* the warp's earlier operations */
	SM_STAGE_SIDES,   /* its sides let it pass */
	SM_STAGE_LATENCY, /* lat_fence */
	SM_STAGE_ENTER    /* the releasing access finds a place */
};

struct sm_warp;

/* A memory operation between issue and its last part; or a fence that waits. */
struct sm_op {
	struct simt_op op;
	struct sm_warp *w;
	struct sm_op *next, *prev; /* of the warp, oldest first */
	uint64_t born;
	uint32_t n, sent; /* accesses; given to L1 */
	uint32_t waiting; /* parts given to L1 that are not done */
	bool holds;       /* nothing of its warp overtakes it */
	bool releases, weak_load;
	bool stops; /* nothing of its warp issues before it is done */
	struct coalesced access[COALESCE_MOST];
};

struct sm_warp {
	struct machine_warp *mw; /* NULL: none */
	struct simt_warp *simt;
	uint64_t *score; /* [register slot]: cycle from which it is there; SM_NEVER: operation */
	uint8_t index, slot, cls; /* warp slot; block slot; class of the next instruction */
	uint8_t state;            /* enum sm_state */
	uint64_t age;
	uint64_t ready_at;           /* READY: since then */
	uint64_t not_before;         /* next instruction: branch, fence, barrier */
	uint8_t pause;               /* enum sm_state until then */
	uint64_t wake;               /* cycle it is in the wheel for, or SM_NEVER */
	uint32_t in_flight, holding; /* operations; of them, such that nothing may overtake */
	uint32_t stopping;           /* of them, those that stop the warp */
	struct sm_op *first, *last;
	uint8_t barred, barred_memory; /* a bit a side: side.h */
	struct sm_op *fence;
	enum sm_stage stage;
	uint32_t bar[SM_BARRIERS]; /* lanes that wait at each barrier */
};

struct sm_counts {
	uint64_t cycles, instructions, thread_instructions, blocks, warps;
	uint64_t causes[SM_CAUSES];
	uint64_t classes[SIMT_CLASSES];
	uint64_t global_ops, accesses, op_cycles, op_longest, most_ops;
	uint64_t shared_ops, shared_cycles, local_ops, const_ops;
	uint64_t stall_l1, stall_tag, stall_order;
	uint64_t fences, fence_cycles, releases, barriers;
	uint64_t events, messages, event_wait, message_wait;
};

struct sm_sides {
#define LIST(call) struct sm_side *call[SM_SIDES + 1];
	SM_SIDE_CALLS(LIST)
#undef LIST
};

struct sm {
	const struct sim_config *cfg;
	struct machine *m;
	struct pkt_pool *pool;
	const struct pf_policy_info *policy; /* what writes, to a detector: sw/access */
	struct sm_sides on;                  /* of each call, the sides that have it, then NULL */
	struct sm_side *checker;             /* of them, the one that checks accesses; NULL: none */
	uint16_t index;
	struct l1 *l1;
	bool failed; /* the launch's status is set */
	uint64_t now;
	uint64_t progress;

	/* launch */
	const struct simt_kernel *kernel;
	const struct simt_uses *uses;
	uint32_t warps_per_block, n_slots, n_warps; /* of the launch; n_warps: of the SM */
	uint64_t *score;
	size_t score_cap, score_slots; /* in all; of a warp */

	/* blocks */
	uint64_t free_slots;
	uint32_t blocks; /* in slots */
	uint8_t live[SM_WARPS];
	uint64_t next_age;

	/* sched.c */
	struct sm_warp warp[SM_WARPS];
	uint64_t in[SM_STATES];       /* warps in that state */
	uint64_t want[SIMT_CLASSES];  /* READY: class of their next instruction */
	uint64_t starved;             /* READY for long */
	uint64_t wheel[SM_WHEEL];     /* warps to look at, by cycle */
	uint64_t wheel_at;            /* the last cycle that came up */
	uint64_t mine[SM_SCHEDULERS]; /* warps dealt to a scheduler */
	uint8_t last[SM_SCHEDULERS];  /* that issued */
	uint32_t first;               /* scheduler of a cycle */
	uint8_t cause[SM_SCHEDULERS]; /* when nobody is ready */
	bool moved;                   /* a state has changed since cause[] was set */
	uint32_t busy;                /* classes whose unit may be busy, as bits */
	uint64_t unit_free[SIMT_CLASSES];
	uint32_t latency[SIMT_CLASSES], interval[SIMT_CLASSES];

	/* ops.c */
	struct sm_op *op;
	uint32_t n_ops, n_free, n_pending;
	uint32_t *free;
	uint32_t *queue, queue_head, queue_count; /* operations with accesses to give, in order */
	uint32_t unsent;                          /* accesses of them */

	/* sync.c */
	bool sync_moved; /* something that a fence may wait for has changed */
	uint64_t calls;  /* of the machine: tells releases of a barrier apart */
	uint64_t released_call;
	uint32_t released_slot, released_id;
	bool keeps_messages; /* a side keeps what others send: no credit comes for it yet */

	struct sm_counts *count, own_count;
	struct sm_counts
		*all_counts; /* of all SMs, when they are in one table: this one frees it */
};

static inline uint64_t sm_bit(const struct sm_warp *w)
{
	return 1ULL << w->index;
}

/* Operations that may have a place at once: memory operations, and a fence or held one a warp. */
static inline uint32_t sm_most_ops(const struct sm_config *c)
{
	return c->pending_ops + c->threads / SIMT_LANES + 1;
}

/* sched.c */
void sm_set_state(struct sm *s, struct sm_warp *w, enum sm_state state);
/* What does w wait for? */
void sm_look(struct sm *s, struct sm_warp *w);
/* Again in cycle `when`. */
void sm_look_at(struct sm *s, struct sm_warp *w, uint64_t when);
void sm_due(struct sm *s);
void sm_schedule(struct sm *s);

/* scoreboard.c: cycle from which registers of i are there (reads) and may be written; or SM_NEVER
 */
uint64_t sm_scoreboard_ready(const struct sm_warp *w, const struct simt_uses *u);
void sm_scoreboard_set(struct sm_warp *w, const struct simt_uses *u, uint64_t when);

/* issue.c: false: it turned out that w waits, nothing was issued */
bool sm_issue(struct sm *s, struct sm_warp *w);
/* Shared, local and constant memory at once; global: into the queue. */
void sm_memory(struct sm *s, struct sm_op *o);

/* ops.c */
struct sm_op *sm_op_free(const struct sm *s); /* the next free one; not taken */
void sm_op_take(struct sm *s, struct sm_op *o, struct sm_warp *w);
void sm_op_drop(struct sm *s, struct sm_op *o);
bool sm_op_room(const struct sm *s); /* for another memory operation */
void sm_op_start(struct sm *s, struct sm_op *o);
int sm_op_perform(struct sm *s, struct sm_op *o, uint32_t lanes);
void sm_op_send(struct sm *s); /* there is an access to send */
/* The next access of o. Segment 128: all of a line; one all the same where a side checks accesses:
 * it takes one a cycle. False: not in this cycle. */
bool sm_op_access(struct sm *s, struct sm_op *o);
void sm_op_done(void *ctx, uint32_t op, uint8_t part, uint32_t lanes, bool hit);

/* sync.c */
void sm_fence(struct sm *s, struct sm_op *o);
void sm_fence_due(struct sm *s, struct sm_warp *w);
void sm_sync_step(struct sm *s); /* when sync_moved */
void sm_barrier(struct sm *s, struct sm_warp *w, struct simt_op *op);

/* sm.c: to L1's out queue, or kept by a side. false: no room. w: whose it is, NULL: nobody's. */
bool sm_message(struct sm *s, struct pkt *k, struct sm_warp *w);

/* Calls of its sides. */
#define SM_EACH(s, call, x) for (struct sm_side *const *at_ = (s)->on.call, *x; (x = *at_); at_++)

#define SM_TELL(s, call) \
	SM_EACH(s, call, x_) \
	x_->calls->call(x_)
#define SM_TELL_OF(s, call, what) \
	SM_EACH(s, call, x_) \
	x_->calls->call(x_, what)

static inline bool sm_stops(struct sm *s, struct sm_warp *w)
{
	SM_EACH(s, stops, x)
		if (x->calls->stops(x, w))
			return true;
	return false;
}

/* Everything that its sides were told has had its effect; credits: and the slices know. */
static inline bool sm_sides_settled(const struct sm *s, bool credits)
{
	SM_EACH(s, settled, x)
		if (!x->calls->settled(x, credits))
			return false;
	return true;
}

static inline bool sm_check_ready(const struct sm *s)
{
	return s->checker->calls->check_ready(s->checker);
}

static inline void sm_check(struct sm *s, struct sm_op *o)
{
	s->checker->calls->check(s->checker, o);
}

static inline bool sm_note(struct sm *s, struct pkt *k)
{
	return s->checker->calls->note(s->checker, k);
}

#endif
