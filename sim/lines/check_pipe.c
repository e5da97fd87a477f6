/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check_pipe.h"

#include <stddef.h>

bool check_pipe_races(const struct check_pipe *p)
{
	return p->check.s4->race && !p->raced;
}

bool check_pipe_eval(struct check_pipe *p, bool step, bool comes, struct pf_fences count)
{
	const struct wait_place *first = p->wait.first;
	struct entry_check *c = &p->check;

	c->in.step = step;
	c->in.valid = first->valid;
	c->in.near = first->near;
	c->in.before = first->before;
	c->in.op = &first->op;
	c->in.row = &first->row;
	c->in.count = count;
	entry_check_eval(c);
	p->wait.in.valid = comes;
	p->wait.in.out_ready = c->leave;
	return wait_ready(&p->wait);
}

bool check_pipe_ends(const struct check_pipe *p)
{
	return p->check.s4->valid && p->check.s4->last && p->check.in.step;
}

const struct check_place *check_pipe_place(const struct check_pipe *p)
{
	return &p->place[p->first];
}

void check_pipe_step(struct check_pipe *p, const struct check_go *go, const struct check_row *row,
		     const struct check_row *ret, bool race_ready)
{
	p->raced = !p->check.in.step && (p->raced || (check_pipe_races(p) && race_ready));
	if (go->valid)
		p->place[(p->first + p->inside++) % (CHECK_DEPTH + 1)] = go->place;
	if (ret) {
		p->first = (p->first + 1) % (CHECK_DEPTH + 1);
		p->inside--;
	}
	entry_check_step(&p->check);
	p->wait.in.near = go->near;
	p->wait.in.op = &go->op;
	p->wait.in.row = row;
	p->wait.in.ret = ret;
	wait_step(&p->wait);
}

void check_pipe_reset(struct check_pipe *p)
{
	wait_reset(&p->wait);
	entry_check_reset(&p->check);
	p->first = p->inside = 0;
	p->raced = false;
}

void check_pipe_init(struct check_pipe *p, const struct check_config *config)
{
	entry_check_init(&p->check, config);
	check_pipe_reset(p);
}
