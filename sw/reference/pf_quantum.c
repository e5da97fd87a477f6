/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_quantum.h"

void pf_quantum_init(struct pf_quantum *q, const struct pf_quantum_config *config)
{
	*q = (struct pf_quantum){.config = *config};
}

static void stop(struct pf_quantum *q, uint32_t warp, enum pf_stop why)
{
	q->why[warp] = (uint8_t)why;
	q->over[warp] = false;
}

static void go_on(struct pf_quantum *q, uint32_t warp)
{
	stop(q, warp, q->left[warp] ? PF_STOP_RUNS : PF_STOP_COUNT);
}

static bool waits(const struct pf_quantum *q, uint32_t warp)
{
	return q->why[warp] == PF_STOP_BARRIER && !q->over[warp];
}

void pf_quantum_start(struct pf_quantum *q)
{
	for (uint32_t w = 0; w < q->config.warps; w++) {
		q->left[w] = q->config.size;
		if (q->why[w] == PF_STOP_EXIT)
			stop(q, w, PF_STOP_NONE);
		else if (q->why[w] != PF_STOP_NONE && !waits(q, w))
			stop(q, w, PF_STOP_RUNS);
	}
}

void pf_quantum_issue(struct pf_quantum *q, uint32_t warp)
{
	if (--q->left[warp] == 0)
		stop(q, warp, PF_STOP_COUNT);
}

void pf_quantum_event(struct pf_quantum *q, enum pf_quantum_event kind, uint32_t warp,
		      uint32_t slot)
{
	switch (kind) {
	case PF_Q_BEGIN:
		q->slot[warp] = (uint8_t)slot;
		go_on(q, warp);
		break;
	case PF_Q_ATOMIC: stop(q, warp, PF_STOP_ATOMIC); break;
	case PF_Q_FENCE: stop(q, warp, PF_STOP_FENCE); break;
	case PF_Q_FULL: stop(q, warp, PF_STOP_FULL); break;
	case PF_Q_BARRIER: stop(q, warp, PF_STOP_BARRIER); break;
	case PF_Q_RELEASE:
		if (!waits(q, warp))
			break;
		if (q->config.bta)
			go_on(q, warp);
		else
			q->over[warp] = true;
		break;
	case PF_Q_EXIT: stop(q, warp, PF_STOP_EXIT); break;
	}
}

bool pf_quantum_runs(const struct pf_quantum *q, uint32_t warp)
{
	return q->why[warp] == PF_STOP_RUNS;
}

enum pf_stop pf_quantum_why(const struct pf_quantum *q, uint32_t warp)
{
	return (enum pf_stop)q->why[warp];
}

bool pf_quantum_done(const struct pf_quantum *q)
{
	for (uint32_t w = 0; w < q->config.warps; w++)
		if (pf_quantum_runs(q, w))
			return false;
	return true;
}

int pf_quantum_serial(const struct pf_quantum *q)
{
	for (uint32_t w = 0; w < q->config.warps; w++)
		if (q->why[w] == PF_STOP_ATOMIC && !q->over[w])
			return (int)w;
	return -1;
}

void pf_quantum_serial_done(struct pf_quantum *q)
{
	const int w = pf_quantum_serial(q);

	if (w >= 0)
		q->over[w] = true;
}

bool pf_quantum_live(const struct pf_quantum *q, uint32_t slot)
{
	for (uint32_t w = 0; w < q->config.warps; w++)
		if (q->why[w] != PF_STOP_NONE && q->why[w] != PF_STOP_EXIT && q->slot[w] == slot)
			return true;
	return false;
}
