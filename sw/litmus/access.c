/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * One memory access: `OP.words VARIABLE[INDEX] VALUE...` to one PTX instruction (and the
 * arithmetic of its address).
 */
#include "access.h"

#include <stdlib.h>
#include <string.h>

static const struct word {
	const char *text;
	enum { SEM, SCOPE, VEC } what;
	int value;
} words[] = {
	{"weak", SEM, PTX_SEM_WEAK},
	{"volatile", SEM, PTX_SEM_VOLATILE},
	{"relaxed", SEM, PTX_SEM_RELAXED},
	{"acquire", SEM, PTX_SEM_ACQUIRE},
	{"release", SEM, PTX_SEM_RELEASE},
	{"acq_rel", SEM, PTX_SEM_ACQ_REL},
	{"sc", SEM, PTX_SEM_SC},
	{"cta", SCOPE, PTX_SCOPE_CTA},
	{"cluster", SCOPE, PTX_SCOPE_CLUSTER},
	{"gpu", SCOPE, PTX_SCOPE_GPU},
	{"sys", SCOPE, PTX_SCOPE_SYS},
	{"v2", VEC, 2},
	{"v4", VEC, 4},
};

/* What `xchg` and the others are in PTX; operands after the variable. */
static const struct atomic {
	const char *name, *ptx;
	char type; /* u or b */
	unsigned operands;
} atomics[] = {
	{"xchg", "exch", 'b', 1}, {"add", "add", 'u', 1}, {"cas", "cas", 'b', 2},
	{"or", "or", 'b', 1},     {"and", "and", 'b', 1}, {"xor", "xor", 'b', 1},
	{"min", "min", 'u', 1},   {"max", "max", 'u', 1},
};

static bool is(const char *text, const struct build_name *n)
{
	return strlen(text) == n->len && !memcmp(text, n->text, n->len);
}

/* The next part of "ld.relaxed.gpu". */
static bool next_part(struct build_name *rest, struct build_name *part)
{
	const char *dot;

	if (!rest->text)
		return false;
	dot = memchr(rest->text, '.', rest->len);
	part->text = rest->text;
	part->len = dot ? (size_t)(dot - rest->text) : rest->len;
	rest->len -= part->len + (dot != NULL);
	rest->text = dot ? dot + 1 : NULL;
	return true;
}

static int apply(struct build *b, struct access_op *op, const struct build_name *part)
{
	for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const struct word *w = &words[i];

		if (!is(w->text, part))
			continue;
		if ((w->what == SEM && op->has_sem) || (w->what == SCOPE && op->scope) ||
		    (w->what == VEC && op->vec > 1))
			return build_fail(b, "'.%s' contradicts what stands before it", w->text);
		if (w->what == SEM) {
			op->sem = (enum ptx_sem)w->value;
			op->sem_text = w->text;
			op->has_sem = true;
		} else if (w->what == SCOPE) {
			op->scope = (enum ptx_scope)w->value;
			op->scope_text = w->text;
		} else {
			op->vec = (unsigned)w->value;
		}
		return 0;
	}
	return build_fail(b, "'.%.*s' is not known", (int)part->len, part->text);
}

int access_take_op(struct build *b, struct access_op *op)
{
	struct build_name rest = {b->lx.text, b->lx.len}, part;

	*op = (struct access_op){.vec = 1, .sem = PTX_SEM_WEAK};
	if (b->lx.kind != LITMUS_WORD)
		return build_expected(b, "an operation");
	next_part(&rest, &op->name);
	if (is("red", &op->name)) {
		op->red = true;
		if (!next_part(&rest, &op->name))
			return build_fail(b, "red of which operation? (red.add ...)");
	}
	while (next_part(&rest, &part))
		if (apply(b, op, &part))
			return -1;
	litmus_lex_next(&b->lx);
	return 0;
}

bool access_is(const struct access_op *op, const char *name)
{
	return is(name, &op->name);
}

/* Values */

static const char *special(const struct build_name *n)
{
	return is("tid", n) ? "%r1" : is("ctaid", n) ? "%r2" : is("lane", n) ? "%r3" : NULL;
}

int access_take_value(struct build *b, bool wide, char text[32])
{
	struct build_name n = {b->lx.text, b->lx.len};
	uint64_t v;

	if (b->lx.kind == LITMUS_NUMBER) {
		if (build_take_number(b, 0, UINT64_MAX, "value", &v))
			return -1;
		if (!wide && v > UINT32_MAX && v < 0xffffffff80000000U)
			return build_fail(b, "value: does not fit 4 bytes");
		snprintf(text, 32, "%llu", (unsigned long long)(wide ? v : (uint64_t)(uint32_t)v));
		return 0;
	}
	if (b->lx.kind != LITMUS_WORD)
		return build_expected(b, "a value");
	if (special(&n)) {
		if (wide)
			return build_fail(b, "'%.*s' has 4 bytes, not 8", (int)n.len, n.text);
		snprintf(text, 32, "%s", special(&n));
		litmus_lex_next(&b->lx);
		return 0;
	}
	for (unsigned i = b->n_regs; i-- > 0;) {
		const struct build_reg *r = &b->regs[i];

		if (!build_same(&r->name, &n))
			continue;
		if (r->wide != wide)
			return build_fail(b, "'%.*s' has %u bytes, not %u", (int)n.len, n.text,
					  r->wide ? 8 : 4, wide ? 8 : 4);
		snprintf(text, 32, r->wide ? "%%rd%u" : "%%r%u", r->n);
		litmus_lex_next(&b->lx);
		return 0;
	}
	return build_fail(b,
			  "'%.*s' is no value: expected a number, tid, lane, ctaid or a name "
			  "given by `NAME = ld ...` above",
			  (int)n.len, n.text);
}

static const char *const base[BUILD_WHERES] = {"%rd1", "pf_shared", "pf_device"};

/* The variable's address as PTX has it in brackets. */
static int take_address(struct build *b, const struct access_op *op, const struct build_var *v,
			char text[64])
{
	char index[32];
	uint64_t n = 0;
	unsigned t;

	snprintf(text, 64, "%s+%u", base[v->where], v->at);
	if (!litmus_lex_sign(&b->lx, '[')) {
		if (op->vec > v->count)
			return build_fail(b, "'%.*s' has %u elements, not %u", (int)v->name.len,
					  v->name.text, v->count, op->vec);
		return 0;
	}
	litmus_lex_next(&b->lx);
	if (b->lx.kind == LITMUS_NUMBER) {
		if (build_take_number(b, 0, v->count - 1, "index", &n))
			return -1;
		if (n + op->vec > v->count)
			return build_fail(b, "index: goes past the end of '%.*s'", (int)v->name.len,
					  v->name.text);
		snprintf(text, 64, "%s+%u", base[v->where], v->at + (uint32_t)n * v->size);
	} else {
		if (access_take_value(b, false, index))
			return -1;
		t = b->next_reg;
		b->next_reg += 2;
		fprintf(b->out,
			"mul.wide.u32 %%rd%u, %s, %u;\nmov.u64 %%rd%u, %s;\n"
			"add.s64 %%rd%u, %%rd%u, %%rd%u;\n",
			t, index, v->size, t + 1, base[v->where], t, t, t + 1);
		snprintf(text, 64, "%%rd%u+%u", t, v->at);
	}
	return build_take_sign(b, ']', "]");
}

/* @RANK: the variable in the shared memory of another block of the cluster. */
static int take_rank(struct build *b, struct access_at *at)
{
	const unsigned t = b->next_reg;
	uint64_t rank;

	litmus_lex_next(&b->lx);
	if (at->v->where != BUILD_SHARED || at->text[0] == '%')
		return build_fail(b,
				  "'@' is for shared variables, without an index or with a number");
	if (build_take_number(b, 0, SIMT_MAX_CLUSTER - 1, "rank", &rank))
		return -1;
	b->next_reg += 2;
	fprintf(b->out, "mov.u32 %%r%u, pf_shared;\nmapa.shared::cluster.u32 %%r%u, %%r%u, %u;\n",
		t, t + 1, t, (unsigned)rank);
	snprintf(at->text, sizeof(at->text), "%%r%u+%u", t + 1,
		 (unsigned)strtoul(strchr(at->text, '+') + 1, NULL, 10));
	at->space = "shared::cluster";
	return 0;
}

int access_take_var(struct build *b, const struct access_op *op, struct access_at *at)
{
	struct build_name n;

	if (build_take_name(b, "a variable", &n))
		return -1;
	at->v = build_find_var(b, &n);
	if (!at->v)
		return build_fail(b, "no variable '%.*s'", (int)n.len, n.text);
	at->space = at->v->where == BUILD_SHARED ? "shared" : "global";
	at->wide = at->v->size == 8;
	if (take_address(b, op, at->v, at->text))
		return -1;
	return litmus_lex_sign(&b->lx, '@') ? take_rank(b, at) : 0;
}

/* Instructions */

static int check_sem(struct build *b, const struct access_op *op, bool store)
{
	const enum ptx_sem half = store ? PTX_SEM_RELEASE : PTX_SEM_ACQUIRE;
	const bool scoped = op->sem == PTX_SEM_RELAXED || op->sem == half;

	if (!scoped && op->sem != PTX_SEM_WEAK && op->sem != PTX_SEM_VOLATILE)
		return build_fail(b, "a %s cannot be .%s", store ? "store" : "load", op->sem_text);
	if (scoped != (op->scope != PTX_SCOPE_NONE))
		return build_fail(b,
				  scoped ? ".%s needs a scope: .cta, .cluster, .gpu or .sys"
					 : "only .relaxed, .acquire and .release have a scope",
				  op->sem_text);
	return 0;
}

static void put_mnemonic(struct build *b, const char *name, const struct access_op *op,
			 const char *space)
{
	fprintf(b->out, "%s%s%s%s%s.%s", name, op->has_sem ? "." : "",
		op->has_sem ? op->sem_text : "", op->scope ? "." : "",
		op->scope ? op->scope_text : "", space);
}

static void put_vector(struct build *b, unsigned vec, const char *first, bool load, bool wide)
{
	fprintf(b->out, "{%s", first);
	for (unsigned i = 1; i < vec; i++)
		if (load)
			fprintf(b->out, wide ? ", %%rd%u" : ", %%r%u", b->next_reg++);
		else
			fprintf(b->out, ", %s", first);
	fputc('}', b->out);
}

static int put_plain(struct build *b, const struct access_op *op, struct access_result *r)
{
	const bool store = access_is(op, "st");
	struct access_at at;
	char value[32];

	if (check_sem(b, op, store) || access_take_var(b, op, &at))
		return -1;
	if (op->vec > 1 && at.v->size * op->vec > 16)
		return build_fail(b, "one access has at most 16 bytes");
	r->wide = at.wide;
	if (store && access_take_value(b, at.wide, value))
		return -1;
	if (!store) {
		r->reg = b->next_reg++;
		snprintf(value, sizeof(value), at.wide ? "%%rd%u" : "%%r%u", r->reg);
	}
	put_mnemonic(b, store ? "st" : "ld", op, at.space);
	if (op->vec > 1)
		fprintf(b->out, ".v%u", op->vec);
	fprintf(b->out, ".u%u ", at.v->size * 8);
	if (store)
		fprintf(b->out, "[%s], ", at.text);
	if (op->vec > 1)
		put_vector(b, op->vec, value, !store, at.wide);
	else
		fputs(value, b->out);
	if (!store)
		fprintf(b->out, ", [%s]", at.text);
	fputs(";\n", b->out);
	return 0;
}

static int put_atomic(struct build *b, const struct access_op *op, const struct atomic *a,
		      struct access_result *r)
{
	const bool bits = a->type == 'b';
	struct access_at at;
	char value[2][32];

	if (op->sem == PTX_SEM_VOLATILE || op->sem == PTX_SEM_SC || op->vec > 1 ||
	    (op->has_sem && op->sem == PTX_SEM_WEAK))
		return build_fail(b, "an atomic is .relaxed, .acquire, .release or .acq_rel");
	if (op->red && op->has_sem && op->sem != PTX_SEM_RELAXED && op->sem != PTX_SEM_RELEASE)
		return build_fail(b, "red is .relaxed or .release");
	if (op->red && (a->operands > 1 || !strcmp(a->name, "xchg")))
		return build_fail(b, "there is no red.%s", a->name);
	if (access_take_var(b, op, &at))
		return -1;
	if (at.v->size < 4)
		return build_fail(b, "an atomic needs 4 or 8 bytes");
	for (unsigned i = 0; i < a->operands; i++)
		if (access_take_value(b, at.wide, value[i]))
			return -1;
	r->wide = at.wide;
	put_mnemonic(b, op->red ? "red" : "atom", op, at.space);
	fprintf(b->out, ".%s.%c%u ", a->ptx, bits ? 'b' : 'u', at.v->size * 8);
	if (!op->red) {
		r->reg = b->next_reg++;
		fprintf(b->out, at.wide ? "%%rd%u, " : "%%r%u, ", r->reg);
	}
	fprintf(b->out, "[%s], %s", at.text, value[0]);
	if (a->operands > 1)
		fprintf(b->out, ", %s", value[1]);
	fputs(";\n", b->out);
	return 0;
}

int access_put(struct build *b, const struct access_op *op, struct access_result *r)
{
	*r = (struct access_result){0};
	if (!op->red && (access_is(op, "ld") || access_is(op, "st")))
		return put_plain(b, op, r);
	for (unsigned i = 0; i < sizeof(atomics) / sizeof(*atomics); i++)
		if (access_is(op, atomics[i].name))
			return put_atomic(b, op, &atomics[i], r);
	return build_fail(b, "'%.*s' is not an operation", (int)op->name.len, op->name.text);
}
