/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_quantum: which warps of an SM may issue in the parallel mode of a quantum, and why others not.
 *
 *            issue: one less left            start: all that stopped, full budgets
 *   BEGIN ─> RUNS ─── none left ───────> COUNT ─────────────────────────────> RUNS
 *             ├ ATOMIC FENCE FULL ─────> reason of the same name ───────────> RUNS
 *             ├ BARRIER ─> waits ─ RELEASE ─> RUNS (bta), or released ──────> RUNS
 *             └ EXIT ────> EXIT ─ BEGIN ─> RUNS  ───────────────────────────> NONE
 *
 * Budgets belong to warp slots: the next warp in a slot goes on with what is left there. So
 * what has happened when all have stopped depends on each warp's own steps, on which block follows
 * which in a slot and on who waits for whom at barriers, and on no timing.
 *
 * Before the first start budgets are empty. An instruction that is issued and stops the warp is
 * issue, then the event: the event's reason stands, COUNT does not.
 */
#ifndef PF_QUANTUM_H
#define PF_QUANTUM_H

#include <stdbool.h>
#include <stdint.h>

enum { PF_QUANTUM_MOST = 64 }; /* warps, and block slots, of an SM */

struct pf_quantum_config {
	uint32_t warps, block_slots;
	uint32_t size; /* instructions of a warp slot in a quantum, at least 1 */
	bool bta;      /* a warp that is released from a barrier runs on in the same quantum */
};

enum pf_stop {
	PF_STOP_NONE, /* no warp here */
	PF_STOP_RUNS,
	PF_STOP_COUNT,
	PF_STOP_ATOMIC,
	PF_STOP_FENCE,
	PF_STOP_BARRIER, /* waits there, or was released without bta */
	PF_STOP_FULL,
	PF_STOP_EXIT /* has ended in this quantum; nobody has followed */
};

enum pf_quantum_event {
	PF_Q_BEGIN,
	PF_Q_ATOMIC,
	PF_Q_FENCE,
	PF_Q_FULL,
	PF_Q_BARRIER,
	PF_Q_RELEASE, /* RELEASE of a warp that does not wait: nothing */
	PF_Q_EXIT
};

struct pf_quantum {
	struct pf_quantum_config config;
	uint32_t left[PF_QUANTUM_MOST];
	uint8_t slot[PF_QUANTUM_MOST]; /* block slot */
	uint8_t why[PF_QUANTUM_MOST];  /* enum pf_stop */
	bool over[PF_QUANTUM_MOST];    /* what it stopped for: atomic done, or released */
};

void pf_quantum_init(struct pf_quantum *q, const struct pf_quantum_config *config);
void pf_quantum_start(struct pf_quantum *q); /* PARALLEL begins */
/* In PARALLEL; the warp runs. */
void pf_quantum_issue(struct pf_quantum *q, uint32_t warp);
/* slot: of BEGIN; the warp slot is NONE or EXIT. All other kinds: it is not. */
void pf_quantum_event(struct pf_quantum *q, enum pf_quantum_event kind, uint32_t warp,
		      uint32_t slot);

bool pf_quantum_runs(const struct pf_quantum *q, uint32_t warp);
enum pf_stop pf_quantum_why(const struct pf_quantum *q, uint32_t warp);
bool pf_quantum_done(const struct pf_quantum *q); /* nobody runs */
/* SERIAL: lowest warp whose atomic is still to be done; -1: none. */
int pf_quantum_serial(const struct pf_quantum *q);
void pf_quantum_serial_done(struct pf_quantum *q); /* that one's is; it stays ATOMIC */
bool pf_quantum_live(const struct pf_quantum *q, uint32_t slot);

#endif
