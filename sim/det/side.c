/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * side: what both detectors' sides of an SM say of what their unit was told, and of its messages.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sides.h"

bool det_side_idle(const struct told *t, const struct post *p)
{
	return !told_next(t) && !p->packet && p->credits.arrived == p->due;
}

bool det_side_settled(const struct told *t, const struct post *p, bool credits)
{
	return t->events == t->settled && post_settled(p, credits);
}

void det_side_describe(const struct told *t, const struct post *p, char *text, size_t size)
{
	snprintf(text, size,
		 "; detector: %" PRIu64 " events to give, %" PRIu64 " not settled, %" PRIu64
		 " of %" PRIu64 " messages%s, credits for %" PRIu64,
		 t->events - t->sent, t->sent - t->settled, post_gone(p), p->due,
		 p->packet ? " (one waits for L1)" : "", p->credits.arrived);
}
