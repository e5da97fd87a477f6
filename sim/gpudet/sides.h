/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sides: deterministic commit in the GPU's sockets.
 *
 *   system.c      the whole: modes, turns, shares of blocks     slice_side.c  commits, the Z-buffer
 *   sm_side.c     an SM: quanta, what is held                   slice_lock.c  a commit in software:
 *   sm_log.c      its loads and stores                                        what takes place
 *   sm_drain.c    its logs in the commit mode
 *   sm_lock.c     ... a commit in software
 *   sm_serial.c   its atomics in the serial mode
 *   sm_check.c    its checks, for a detector
 *   sm_count.c    its counters
 */
#ifndef SIM_GPUDET_SIDES_H
#define SIM_GPUDET_SIDES_H

#include <string.h>

#include "../gpu/gpu_int.h"
#include "../gpu/system.h"
#include "../sm/sm_int.h"
#include "commit.h"
#include "reference/pf_partition.h"

/* The Z-buffer's place in a slice's own memory, beyond all data and metadata; the locks', beyond.
 */
#define DEPTH_BASE (1ULL << 40)
#define LOCK_BASE  (1ULL << 41)

enum { SM_HELD_LOG = 0xff };

/* commit = lock: what a warp does to a line of its log. Of such a packet `part` is the warp, `op`
 * who works at the line in it, `id` the line of the slice, `lanes` which sector or beat of the row.
 */
enum commit_step {
	LOCK_TRY,  /* ATOM: for the line's lock */
	LOCK_READ, /* READ: of its row */
	LOCK_DATA, /* WRITE: of a sector */
	LOCK_ROW,  /* WRITE: of the row */
	LOCK_FREE  /* WRITE: gives the lock back */
};

/* The note on it. */
struct commit_note {
	struct pf_zrequest *entry; /* READ, DATA: the SM's; the first one cuts its mask */
	uint8_t step;              /* enum commit_step */
	bool won;                  /* TRY: the answer */
};
_Static_assert(sizeof(struct commit_note) <= PKT_NOTE, "a note of a step fits");

static inline struct commit_note commit_noted(const struct pkt *k)
{
	struct commit_note n;

	memcpy(&n, k->note, sizeof(n));
	return n;
}

static inline void commit_note(struct pkt *k, const struct commit_note *n)
{
	memcpy(k->note, n, sizeof(*n));
}

/* The line of a COMMIT packet. */
static inline struct pf_zrequest *commit_entry(const struct pkt *k)
{
	return k->load;
}

/* What the side knows of a warp. Its log, and its checks, are its slot's. */
struct commit_warp {
	struct sm_op *held;   /* issued, but not for this parallel mode */
	uint8_t hold_why;     /* enum pf_quantum_event; SM_HELD_LOG: how full is the log? */
	bool logged;          /* its log is not empty, or will not be */
	bool fenced;          /* a fence in this quantum lies behind something in its log */
	bool at_barrier;      /* the quantum unit has been told so */
	bool released;        /* lanes released from a barrier run when the next quantum begins */
	uint16_t apart;       /* barriers at which it has not waited as a whole */
	uint32_t log_left;    /* entries free in its log, as last answered; */
	uint32_t log_pending; /* stores of lines that are not answered */
	uint32_t untagged;    /* checks without a tag: sm_check.c */
	uint32_t segment;     /* of its checks: barriers it has passed in this quantum */
	struct pkt *checks, *last_check;
};

/* The lines of an operation. */
struct commit_lines {
	uint32_t n, asked, answered; /* LD: asked of the log */
	uint32_t accesses, checked;  /* sectors; those whose check has been asked for a tag */
	uint8_t of[COALESCE_MOST];   /* LD: line of an access */
	struct pf_log_entry line[COALESCE_MOST];
};

/* A barrier of a block. */
struct commit_phase {
	bool logged;   /* somebody who has arrived has something in its log */
	bool released; /* the next arrival is of another phase */
};

/* SERIAL: of all warps the accesses for one slice, then those for the next. */
struct commit_sweep {
	bool on;
	bool closed;        /* nobody else joins it */
	bool many;          /* it was not the only one */
	uint32_t slice, at; /* where it is; operation of the queue */
};

struct commit_counts {
	uint64_t quanta_ended[PF_STOP_EXIT + 1]; /* by enum pf_stop */
	uint64_t commits, commit_bytes, port_busy, held_for_log;
	uint64_t lock_tries, lock_fails;
};

/* In an SM. */
struct commit_side {
	struct sm_side side;
	struct commit_sb *sb;
	struct commit_q *q;
	const struct sim_config *cfg;
	enum commit_mode mode;
	uint32_t warp_ids; /* SMs of the GPU: a warp's number for commits is slot * this + SM */
	bool token;        /* SERIAL: it is this SM's turn */
	struct commit_sweep sweep;
	struct commit_warp warp[SM_WARPS];
	uint64_t held;              /* warps with a held operation */
	struct commit_lines *lines; /* [operation] */
	/* commands to the store buffer that have no answer yet */
	struct commit_asked {
		uint32_t op;
		uint8_t line;
	} * asked;
	uint32_t asked_mask, asked_head, asked_count;
	struct commit_phase phase[SM_WARPS][SM_BARRIERS]; /* [block slot] */
	/* COMMIT */
	uint32_t drain;       /* warps before this one have been told to drain their logs, */
	uint32_t draining;    /* and so many have not finished */
	struct pkt *commit;   /* an entry that found no room yet */
	uint32_t unanswered;  /* commits and checks that the slices have not acknowledged */
	struct sm_lock *lock; /* sm_lock.c; NULL: the slices commit */
	/* sm_check.c */
	struct pkt *untagged, *last_untagged;
	uint32_t check_slot, check_segment, check_last; /* replay: where it is; last segment */
	bool checking, checked;
	struct commit_counts counts;
};

static inline struct commit_warp *of_warp(struct commit_side *r, const struct sm_warp *w)
{
	return &r->warp[w->index];
}

static inline const struct commit_warp *of_warp_const(const struct commit_side *r,
						      const struct sm_warp *w)
{
	return &r->warp[w->index];
}

/* sm_side.c */
void commit_side_init(struct commit_side *r, const struct sim_config *c, struct commit *units,
		      uint32_t sm, uint8_t system);
/* With what was held: now is its time. */
void commit_proceed(struct commit_side *r, struct sm_warp *w);
/* Is an operation that has been issued held? */
bool commit_holds(struct commit_side *r, struct sm_warp *w, struct sm_op *o);
/* A mode begins: PARALLEL is the first cycle of a quantum. */
void commit_side_mode(struct commit_side *r, enum commit_mode mode);
bool commit_arrived(const struct commit_side *r); /* it has done its part of the mode */
bool commit_logged(const struct commit_side *r);  /* something is to be committed */
void commit_ack(struct commit_side *r);           /* a slice has done with a commit or a check */

/* sm_count.c: all SMs' sides lie one behind the other; x: the first one. */
void commit_side_stats(const struct sm_side *x, struct stats *s, size_t n);

/* sm_drain.c */
void commit_drain_step(struct commit_side *r);

/* sm_log.c */
void commit_log_start(struct commit_side *r, struct sm_op *o);
bool commit_log_send(struct commit_side *r, struct sm_op *o); /* false: not the log's */
void commit_log_answers(struct commit_side *r);
void commit_log_patch(const struct commit_side *r, struct sm_op *o); /* before its values count */

/* sm_serial.c */
bool commit_needs_serial(const struct commit_side *r);
void commit_token(struct commit_side *r, bool sweep); /* SERIAL: its turn, */
bool commit_passes(const struct commit_side *r);      /* and that of the next one */
bool commit_sorted(
	const struct commit_side *r);           /* sweep: what it sends is in the order of slices */
bool commit_sent(const struct commit_side *r);  /* nothing of it waits to enter the network */
bool commit_calls(const struct commit_side *r); /* SERIAL: it has a system call to do */
void commit_serial_step(struct commit_side *r);
void commit_serial_sort(const struct commit_side *r, struct sm_op *o); /* one that is started */
bool commit_serial_send(struct commit_side *r); /* false: operations send in their order */

/* sm_check.c */
void commit_check_free(struct commit_side *r);
void commit_check_begin_block(struct commit_side *r, uint32_t slot);
void commit_check_access(struct commit_side *r, struct sm_op *o, const struct coalesced *a);
/* Another side's message, of w: false: it goes its usual way. */
bool commit_check_message(struct commit_side *r, struct pkt *k, struct sm_warp *w);
void commit_check_tags(struct commit_side *r);
void commit_check_quantum(struct commit_side *r);
void commit_check_replay(struct commit_side *r);
/* COMMIT: its turn to send the checks of this quantum; has it sent them all, and have all arrived?
 */
void commit_check(struct commit_side *r);
bool commit_checked(const struct commit_side *r);

/* sm_lock.c */
void commit_lock_init(struct commit_side *r, struct commit *c);
void commit_lock_free(struct commit_side *r);
bool commit_lock_entry(struct commit_side *r, struct pkt *k); /* a line of a log; always taken */
void commit_lock_step(struct commit_side *r);
void commit_lock_answer(struct commit_side *r, const struct pkt *k);

/* slice_side.c */
struct commit_slice_side {
	struct slice_side side;
	struct commit_system *system;
	struct commit_z *unit;
	struct pf_zrequest won; /* a result on its way into the L2 */
	uint8_t won_sectors;    /* of it, those that wait */
	struct {
		uint64_t stalls, reads, writes;
	} counts;
};

void commit_slice_side_init(struct commit_slice_side *x, struct commit_system *c, uint32_t slice);
void commit_slice_stats(struct commit_system *c, struct stats *s);

/* system.c */
struct commit_system {
	struct gpu_side side;
	struct commit *units;
	struct commit_side *sms;
	struct commit_slice_side *slices;
	struct pf_partition *partition;
	struct commit_lock *lock; /* [slice], slice_lock.c; NULL: the Z-commit units commit */
	bool *free;               /* [slot number] */
	enum commit_mode mode;
	bool leaving; /* the mode is done; the next one begins in leave_at */
	uint64_t leave_at;
	bool committed; /* COMMIT: all logs; checks follow */
	uint32_t turn;  /* SM whose turn it is, if given */
	bool given;
	bool calls;         /* SERIAL: somebody has a system call */
	uint64_t region;    /* bytes of global memory that can be committed to */
	uint32_t next_slot; /* to look at for a new block */
	uint64_t changed;   /* results that changed memory: for the watchdog */
	uint64_t clock;     /* what %clock reads */
	struct {
		uint64_t quanta, cycles[4]; /* by mode */
	} counts;
};

/* slice_lock.c */
void commit_locks_launch(struct commit_system *r, uint64_t lines); /* lines of each slice */
void commit_locks_free(struct commit_system *r);
void commit_locks_begin(struct commit_system *r);                  /* a quantum's commit mode */
void commit_locks_tap(struct commit_slice_side *x, struct pkt *k); /* takes place; its address */

#endif
