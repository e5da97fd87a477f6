/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_int: what the SM's own files share.
 *
 *   sm.c     create, launch, blocks, a step     scoreboard.c  registers not there yet
 *   sched.c  states of warps, who issues        issue.c   an instruction
 *   ops.c    operations on their way            sync.c    fences, releasing accesses, barriers
 *   detect.c events, tags, messages, credits    count.c   statistics, what it waits for
 *   order.c  deterministic mode: quanta         order_log.c   its loads and stores
 *   order_check.c   its checks, for the detector      order_lock.c  a commit in software
 *   order_serial.c  atomics in the serial mode
 *
 * A warp is in one state; each state has a mask of its warps, so that nobody looks at all of them.
 * What ends a wait looks at the warp again (sm_look()):
 *
 *   LATENCY  a register of known latency     the cycle comes up in the wheel
 *   LOAD     a register of an operation      the operation is done
 *   DRAIN    the warp's operations           likewise
 *   EVENT    the detector unit               events given so far are settled
 *   FENCE    a fence or release under way    sm_sync_step(), or the wheel for its latency
 *   BARRIER  other warps                     sm_wake()
 *   STOPPED  deterministic mode: its quantum is over, or an operation is held
 */
#ifndef SIM_SM_INT_H
#define SIM_SM_INT_H

#include "base/mem.h"
#include "../commit/commit.h"
#include "access/access.h"
#include "coalesce.h"
#include "sm.h"

enum {
	SM_WARPS = 64,         /* of an SM, at most: bits of a mask */
	SM_WHEEL = 64,         /* cycles that the wheel looks ahead */
	SM_BARRIERS = 16,      /* of a block */
	SM_STARVED = 1024,     /* cycles: whoever was ready so long goes first */
	SM_STARVED_LOOK = 256, /* cycles between looks for such warps */
	SM_SCHEDULERS = 16
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
	SM_STAGE_EVENT,   /* the detector unit has seen it */
	SM_STAGE_CREDIT,  /* its message is on the way; device scope: has arrived everywhere */
	SM_STAGE_LATENCY, /* lat_fence */
	SM_STAGE_ENTER    /* the releasing access finds a place */
};

struct sm_warp;

/* A memory operation between issue and its last part; or a fence that waits. */
struct sm_op {
	struct simt_op op;
	struct access_class cls; /* to the detector; without one not set */
	struct sm_warp *w;
	struct sm_op *next, *prev; /* of the warp, oldest first */
	uint64_t born;
	uint32_t n, sent;  /* accesses; given to L1 */
	uint32_t waiting;  /* parts given to L1 that are not done */
	bool holds, event; /* nothing of its warp overtakes it; releasing: the detector is told */
	bool releases, weak_load;
	bool stops;                   /* nothing of its warp issues before it is done */
	struct pf_sm_request request; /* for its tags */
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
	uint64_t event; /* number of its last event */
	bool hold;      /* no instruction at all before that one is settled */
	struct sm_op *fence;
	enum sm_stage stage;
	uint64_t need; /* messages of this SM that must have arrived */
	/* deterministic mode: order.c */
	struct sm_op *held;   /* issued, but not for this parallel mode */
	uint8_t hold_why;     /* enum pf_quantum_event; SM_HELD_LOG: how full is the log? */
	bool logged;          /* its log is not empty, or will not be */
	bool fenced;          /* a fence in this quantum lies behind something in its log */
	bool at_barrier;      /* the quantum unit has been told so */
	bool released;        /* lanes released from a barrier run when the next quantum begins */
	uint16_t apart;       /* barriers at which it has not waited as a whole */
	uint32_t log_left;    /* entries free in its log, as last answered; */
	uint32_t log_pending; /* stores of lines that are not answered */
	uint32_t untagged;    /* checks without a tag: order_check.c */
	uint32_t segment;     /* of its checks: barriers it has passed in this quantum */
	struct pkt *checks, *last_check;
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
	uint64_t quanta_ended[PF_STOP_EXIT + 1]; /* by enum pf_stop */
	uint64_t commits, commit_bytes, port_busy, held_for_log;
	uint64_t lock_tries, lock_fails;
};

enum { SM_HELD_LOG = 0xff };

/* Deterministic mode: the lines of an operation. */
struct sm_lines {
	uint32_t n, asked, answered; /* LD: asked of the log */
	uint32_t accesses, checked;  /* sectors; those whose check has been asked for a tag */
	uint8_t of[COALESCE_MOST];   /* LD: line of an access */
	struct pf_log_entry line[COALESCE_MOST];
};

/* A barrier of a block. */
struct sm_phase {
	bool logged;   /* somebody who has arrived has something in its log */
	bool released; /* the next arrival is of another phase */
};

/* SERIAL: of all warps the accesses for one slice, then those for the next. */
struct sm_sweep {
	bool on;
	bool closed;        /* nobody else joins it */
	bool many;          /* it was not the only one */
	uint32_t slice, at; /* where it is; operation of the queue */
};

struct sm_order {
	struct commit_sb *sb;
	struct commit_q *q;
	enum commit_mode mode;
	uint32_t warp_ids; /* SMs of the GPU: a warp's number for commits is slot * this + SM */
	bool token;        /* SERIAL: it is this SM's turn */
	struct sm_sweep sweep;
	struct sm_lines *lines; /* [operation] */
	/* commands to the store buffer that have no answer yet */
	struct sm_asked {
		uint32_t op;
		uint8_t line;
	} * asked;
	uint32_t asked_mask, asked_head, asked_count;
	struct sm_phase phase[SM_WARPS][SM_BARRIERS]; /* [block slot] */
	/* COMMIT */
	uint32_t drain;       /* warps before this one have been told to drain their logs, */
	uint32_t draining;    /* and so many have not finished */
	struct pkt *commit;   /* an entry that found no room yet */
	uint32_t unanswered;  /* commits and checks that the slices have not acknowledged */
	struct sm_lock *lock; /* order_lock.c; NULL: the slices commit */
	/* order_check.c */
	struct pkt *untagged, *last_untagged;
	uint32_t check_slot, check_segment, check_last; /* replay: where it is; last segment */
	bool checking, checked;
	uint32_t *epoch_slots, epochs;    /* block slots whose barrier count wraps, oldest first */
	uint32_t *barriers, barrier_mask; /* [block slot] */
};

struct sm {
	const struct sim_config *cfg;
	struct machine *m;
	struct pkt_pool *pool;
	struct det_sm *det;
	const struct pf_policy_info *policy; /* the detector's */
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
	uint64_t released_call, released_event;
	uint32_t released_slot, released_id;

	/* detect.c */
	struct pf_event *event;
	uint32_t event_mask;
	uint64_t events, sent, settled; /* queued, given, settled: numbers of events */
	uint32_t sm_bits;
	struct pkt *message;            /* that found no room yet */
	uint64_t taken, gone;           /* messages taken from the unit, given to L1 */
	uint64_t *credit, least_credit; /* of each slice; the least of them */
	uint32_t n_slices, at_least;    /* slices that have given no more than the least */
	bool det_busy;

	struct sm_order *order; /* NULL: not deterministic */

	struct sm_counts *count, own_count;
	struct sm_counts
		*all_counts; /* of all SMs, when they are in one table: this one frees it */
};

static inline uint64_t sm_bit(const struct sm_warp *w)
{
	return 1ULL << w->index;
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
/* The next access of o. Segment 128: all of a line; with the detector one all the same, as its unit
 * makes one tag a cycle. False: not in this cycle. */
bool sm_op_access(struct sm *s, struct sm_op *o);
void sm_op_done(void *ctx, uint32_t op, uint8_t part, uint32_t lanes, bool hit);

/* sync.c */
void sm_fence(struct sm *s, struct sm_op *o);
void sm_fence_due(struct sm *s, struct sm_warp *w);
void sm_sync_step(struct sm *s); /* when sync_moved */
void sm_barrier(struct sm *s, struct sm_warp *w, struct simt_op *op);

/* detect.c */
void sm_detect_init(struct sm *s);
void sm_detect_free(struct sm *s);
void sm_detect_block(struct sm *s, uint32_t slot);
void sm_detect_event(struct sm *s, struct sm_warp *w, enum pf_evt_code kind, bool device);
/* op has come back: locks, and what it acquires. */
void sm_detect_done(struct sm *s, struct sm_op *o);
void sm_detect_request(struct sm_op *o);
bool sm_detect_tag(void *ctx, struct pf_tag *t);
void sm_detect_step(struct sm *s);  /* before accesses: messages out, an event in */
void sm_detect_clock(struct sm *s); /* at the end */
bool sm_detect_idle(const struct sm *s);

/* order.c */
void sm_order_init(struct sm *s, struct commit *c);
void sm_order_free(struct sm *s);
void sm_order_launch(struct sm *s);
void sm_order_begin(struct sm *s, struct sm_warp *w);
/* Has w to stop here, or to go on waiting? Its state is set then. */
bool sm_order_stops(struct sm *s, struct sm_warp *w);
/* An operation that has been issued: true: it is held until its time comes. */
bool sm_order_holds(struct sm *s, struct sm_warp *w, struct sm_op *o);
void sm_order_issued(struct sm *s, struct sm_warp *w);
void sm_order_arrives(struct sm *s, struct sm_warp *w, const struct simt_op *op);
void sm_order_woken(struct sm *s, struct sm_warp *w, uint32_t id);
void sm_order_left(struct sm *s, struct sm_warp *w);
void sm_order_step(struct sm *s); /* before accesses */
void sm_order_clock(struct sm *s);
bool sm_order_idle(const struct sm *s);
void sm_order_proceed(struct sm *s, struct sm_warp *w); /* with what was held */

/* order_log.c */
void sm_log_start(struct sm *s, struct sm_op *o);
bool sm_log_send(struct sm *s, struct sm_op *o); /* false: not an operation of the log */
void sm_log_answers(struct sm *s);
void sm_log_patch(const struct sm *s, struct sm_op *o); /* its values, before they are used */

/* order_serial.c */
void sm_serial_step(struct sm *s);
void sm_serial_sort(const struct sm *s, struct sm_op *o); /* an operation that is started */
bool sm_serial_send(struct sm *s); /* false: operations send in their order */

/* order_check.c */
void sm_check_init(struct sm *s);
void sm_check_free(struct sm *s);
void sm_check_begin_block(struct sm *s, uint32_t slot);
void sm_check_barrier(struct sm *s, uint32_t slot);
void sm_check_access(struct sm *s, struct sm_op *o, const struct coalesced *a);
bool sm_check_message(struct sm *s, struct pkt *k); /* false: it goes its usual way */
void sm_check_tags(struct sm *s);
void sm_check_quantum(struct sm *s);
void sm_check_replay(struct sm *s);

/* order_lock.c */
void sm_lock_init(struct sm *s, struct commit *c);
void sm_lock_free(struct sm *s);
bool sm_lock_entry(struct sm *s, struct pkt *k); /* a line of a log; always taken */
void sm_lock_step(struct sm *s);
void sm_lock_answer(void *ctx, const struct pkt *k);

#endif
