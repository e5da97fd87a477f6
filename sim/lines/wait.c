/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "wait.h"

#include <string.h>

void wait_reset(struct wait *w)
{
	memset(w, 0, sizeof(*w));
	w->first = &w->place[0];
	w->second = &w->place[1];
}

bool wait_ready(const struct wait *w)
{
	const bool leaves = w->first->valid && w->in.out_ready;

	return leaves ? !(w->second->valid && w->in.valid)
		      : !(w->second->valid || (w->first->valid && w->in.valid));
}

/* A row goes back: the one that waits for it has it. */
static void give_row(const struct wait *w, struct wait_place *p)
{
	if (!p->valid || !p->near || !w->in.ret)
		return;
	if (p->before == 0) {
		p->near = false;
		p->row = *w->in.ret;
	} else {
		p->before--;
	}
}

static void enter(struct wait *w, struct wait_place *p)
{
	p->valid = true;
	p->op = *w->in.op;
	p->near = w->in.near != 0;
	if (p->near)
		p->before = w->inside - w->in.near;
	else
		p->row = *w->in.row;
	give_row(w, p);
}

void wait_step(struct wait *w)
{
	struct wait_place *was = w->first;

	give_row(w, w->first);
	give_row(w, w->second);
	if (was->valid && w->in.out_ready) {
		was->valid = false;
		w->first = w->second;
		w->second = was;
	}
	if (w->in.valid)
		enter(w, w->first->valid ? w->second : w->first);
	w->inside += w->in.valid;
	w->inside -= w->in.ret != NULL;
}
