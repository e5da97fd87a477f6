/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "final.h"

#include <string.h>

enum { FINAL_AT = BUILD_BYTES, FINAL_SIZE = 8 };

/* bN.tN.NAME */
static bool take_thread_name(const struct litmus_lex *l, struct build_final *f)
{
	const char *p = l->text, *end = l->text + l->len;
	const char letters[2] = {'b', 't'};
	uint32_t v[2] = {0, 0};

	if (l->kind != LITMUS_WORD)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		const char *from;

		if (p == end || *p++ != letters[i])
			return false;
		for (from = p; p < end && *p >= '0' && *p <= '9' && v[i] < 65536; p++)
			v[i] = v[i] * 10 + (uint32_t)(*p - '0');
		if (p == from || p == end || *p++ != '.')
			return false;
	}
	*f = (struct build_final){
		.block = v[0], .thread = v[1], .name = {p, (size_t)(end - p)}, .line = l->line};
	return p < end;
}

static struct build_final *find(struct build *b, const struct build_final *f)
{
	for (unsigned i = 0; i < b->n_finals; i++) {
		struct build_final *g = &b->finals[i];

		if (g->block == f->block && g->thread == f->thread &&
		    build_same(&g->name, &f->name))
			return g;
	}
	return NULL;
}

int final_scan(struct build *b)
{
	const struct litmus_lex start = b->lx;
	struct build_final f;
	bool first = false; /* of its line */

	for (; b->lx.kind != LITMUS_END; litmus_lex_next(&b->lx)) {
		if (first && litmus_lex_is(&b->lx, "test"))
			break;
		first = b->lx.kind == LITMUS_NEWLINE;
		if (!take_thread_name(&b->lx, &f) || find(b, &f))
			continue;
		if (b->n_finals == BUILD_FINALS)
			return build_fail(b, "conditions ask for more than %d names", BUILD_FINALS);
		b->finals[b->n_finals++] = f;
	}
	b->lx = start;
	return 0;
}

/* Conditions */

static int add(struct build *b, struct litmus_final *c, struct litmus_term t)
{
	if (c->n == LITMUS_TERMS)
		return build_fail(b, "a condition has at most %d values and comparisons",
				  LITMUS_TERMS);
	c->terms[c->n++] = t;
	return 0;
}

static int take_variable(struct build *b, struct litmus_final *c)
{
	struct litmus_term t = {.kind = LITMUS_TERM_MEMORY};
	const struct build_var *v;
	struct build_name n;
	uint64_t index = 0;

	if (build_take_name(b, "a variable or a thread's name such as b0.t0.r", &n))
		return -1;
	v = build_find_var(b, &n);
	if (!v)
		return build_fail(b, "no variable '%.*s'", (int)n.len, n.text);
	if (v->where != BUILD_BUFFER)
		return build_fail(b, "'%.*s' is not a variable in the buffer", (int)n.len, n.text);
	if (litmus_lex_sign(&b->lx, '[')) {
		litmus_lex_next(&b->lx);
		if (build_take_number(b, 0, v->count - 1, "index", &index) ||
		    build_take_sign(b, ']', "]"))
			return -1;
	}
	t.size = (uint8_t)v->size;
	t.at = v->at + (uint32_t)index * v->size;
	return add(b, c, t);
}

static int take_operand(struct build *b, struct litmus_final *c)
{
	struct litmus_term t = {.kind = LITMUS_TERM_NUMBER};
	struct build_final f;
	uint64_t v;

	if (b->lx.kind == LITMUS_NUMBER) {
		if (build_take_number(b, 0, UINT64_MAX, "value", &v))
			return -1;
		t.value = (int64_t)v;
		return add(b, c, t);
	}
	if (!take_thread_name(&b->lx, &f))
		return take_variable(b, c);
	litmus_lex_next(&b->lx);
	t.kind = LITMUS_TERM_MEMORY;
	t.size = FINAL_SIZE;
	t.at = FINAL_AT + FINAL_SIZE * (uint32_t)(find(b, &f) - b->finals);
	return add(b, c, t);
}

static int take_any(struct build *b, struct litmus_final *c, unsigned nest);

static int take_compared(struct build *b, struct litmus_final *c, unsigned nest)
{
	static const struct {
		char sign;
		enum litmus_term_kind kind;
	} signs[] = {{'~', LITMUS_TERM_EQ}, {'!', LITMUS_TERM_NE}, {'<', LITMUS_TERM_LT},
		     {'l', LITMUS_TERM_LE}, {'>', LITMUS_TERM_GT}, {'g', LITMUS_TERM_GE}};

	if (litmus_lex_sign(&b->lx, '(')) {
		litmus_lex_next(&b->lx);
		return take_any(b, c, nest + 1) || build_take_sign(b, ')', ")") ? -1 : 0;
	}
	if (take_operand(b, c))
		return -1;
	for (unsigned i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		if (!litmus_lex_sign(&b->lx, signs[i].sign))
			continue;
		litmus_lex_next(&b->lx);
		return take_operand(b, c) || add(b, c, (struct litmus_term){.kind = signs[i].kind})
			       ? -1
			       : 0;
	}
	return build_expected(b, "a comparison (== != < <= > >=)");
}

static int take_all(struct build *b, struct litmus_final *c, unsigned nest)
{
	if (take_compared(b, c, nest))
		return -1;
	while (litmus_lex_sign(&b->lx, 'A')) {
		litmus_lex_next(&b->lx);
		if (take_compared(b, c, nest) ||
		    add(b, c, (struct litmus_term){.kind = LITMUS_TERM_AND}))
			return -1;
	}
	return 0;
}

static int take_any(struct build *b, struct litmus_final *c, unsigned nest)
{
	if (nest > BUILD_NEST)
		return build_fail(b, "more than %d parentheses in each other", BUILD_NEST);
	if (take_all(b, c, nest))
		return -1;
	while (litmus_lex_sign(&b->lx, 'O')) {
		litmus_lex_next(&b->lx);
		if (take_all(b, c, nest) || add(b, c, (struct litmus_term){.kind = LITMUS_TERM_OR}))
			return -1;
	}
	return 0;
}

int final_take(struct build *b, enum litmus_verdict in)
{
	struct litmus_program *p = &b->t->program;
	const char *text = b->lx.text;
	struct litmus_final *c;

	if (!litmus_lex_sign(&b->lx, '('))
		return build_expected(b, "( and a condition");
	if (p->n_finals == LITMUS_FINALS)
		return build_fail(b, "more than %d conditions", LITMUS_FINALS);
	c = &p->finals[p->n_finals++];
	c->in = in;
	c->line = b->lx.line;
	if (take_compared(b, c, 0))
		return -1;
	c->text = arena_strndup(&b->t->arena, text, (size_t)(b->lx.text - text));
	for (char *s = (char *)(uintptr_t)c->text + strlen(c->text);
	     s > c->text && (s[-1] == ' ' || s[-1] == '\t' || s[-1] == '\r' || s[-1] == '\n'); s--)
		s[-1] = '\0';
	return 0;
}

bool litmus_final_holds(const struct litmus_final *c, const uint8_t *buffer)
{
	struct {
		int64_t v;
		bool narrow;
	} stack[LITMUS_TERMS] = {{0, false}}, a, z;
	unsigned n = 0;

	for (unsigned i = 0; i < c->n; i++) {
		const struct litmus_term *t = &c->terms[i];

		if (t->kind == LITMUS_TERM_NUMBER || t->kind == LITMUS_TERM_MEMORY) {
			uint64_t v = (uint64_t)t->value;

			if (t->kind == LITMUS_TERM_MEMORY)
				memcpy(&v, buffer + t->at, t->size);
			if (t->kind == LITMUS_TERM_MEMORY && t->size == 4)
				v = (uint64_t)(int64_t)(int32_t)v;
			stack[n].narrow = t->kind == LITMUS_TERM_MEMORY && t->size == 4;
			stack[n++].v = (int64_t)v;
			continue;
		}
		z = stack[--n];
		a = stack[n - 1];
		if (a.narrow && z.v == (int64_t)(uint32_t)z.v) /* 0xffffffff is -1 in 4 bytes */
			z.v = (int32_t)z.v;
		if (z.narrow && a.v == (int64_t)(uint32_t)a.v)
			a.v = (int32_t)a.v;
		stack[n - 1].narrow = false;
		switch (t->kind) {
		case LITMUS_TERM_EQ: a.v = a.v == z.v; break;
		case LITMUS_TERM_NE: a.v = a.v != z.v; break;
		case LITMUS_TERM_LT: a.v = a.v < z.v; break;
		case LITMUS_TERM_LE: a.v = a.v <= z.v; break;
		case LITMUS_TERM_GT: a.v = a.v > z.v; break;
		case LITMUS_TERM_GE: a.v = a.v >= z.v; break;
		case LITMUS_TERM_AND: a.v = a.v && z.v; break;
		default: a.v = a.v || z.v; break;
		}
		stack[n - 1].v = a.v;
	}
	return stack[0].v;
}

/* Names of threads */

static bool covers(const struct build *b, const struct build_final *f, unsigned body, bool *several)
{
	uint64_t threads = 0;
	bool in = false;

	for (unsigned i = 0; i < b->n_boxes; i++) {
		const struct build_box *x = &b->boxes[i];

		if (x->body != body)
			continue;
		threads += (uint64_t)(x->b1 - x->b0 + 1) * (x->t1 - x->t0 + 1);
		in |= f->block >= x->b0 && f->block <= x->b1 && f->thread >= x->t0 &&
		      f->thread <= x->t1;
	}
	*several = threads > 1;
	return in;
}

static void store(struct build *b, const struct build_final *f, const struct build_reg *r,
		  bool several)
{
	const unsigned wide = r->wide ? r->n : b->next_reg++;

	if (several)
		fprintf(b->out,
			"setp.eq.u32 %%p1, %%r2, %u;\nsetp.eq.and.u32 %%p1, %%r1, %u, %%p1;\n",
			f->block, f->thread);
	if (!r->wide)
		fprintf(b->out, "cvt.s64.s32 %%rd%u, %%r%u;\n", wide, r->n);
	fprintf(b->out, "%sst.global.u64 [%%rd1+%u], %%rd%u;\n", several ? "@%p1 " : "",
		FINAL_AT + FINAL_SIZE * (unsigned)(f - b->finals), wide);
}

void final_store(struct build *b)
{
	for (unsigned i = 0; i < b->n_finals; i++) {
		struct build_final *f = &b->finals[i];
		bool several;

		if (!covers(b, f, b->n_bodies, &several))
			continue;
		for (unsigned k = b->n_regs; k-- > 0;) {
			if (!build_same(&b->regs[k].name, &f->name))
				continue;
			store(b, f, &b->regs[k], several);
			f->stored = true;
			break;
		}
	}
}

int final_finish(struct build *b)
{
	for (unsigned i = 0; i < b->n_finals; i++) {
		const struct build_final *f = &b->finals[i];

		if (!f->stored)
			return diag_set(b->diag, b->file, f->line,
					"thread b%u.t%u has no name '%.*s' when it leaves",
					f->block, f->thread,
					(int)(f->name.len < 64 ? f->name.len : 64), f->name.text);
	}
	if (b->n_finals)
		b->bytes[BUILD_BUFFER] = FINAL_AT + FINAL_SIZE * b->n_finals;
	return 0;
}
