/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "expr.h"

/* A name of 8 bytes makes the comparison or sum one of 8 bytes. */
static bool is_wide(const struct build *b)
{
	const struct build_name n = {b->lx.text, b->lx.len};

	for (unsigned i = b->n_regs; b->lx.kind == LITMUS_WORD && i-- > 0;)
		if (build_same(&b->regs[i].name, &n))
			return b->regs[i].wide;
	return false;
}

bool expr_is_value(struct build *b)
{
	const struct build_name n = {b->lx.text, b->lx.len};

	if (b->lx.kind == LITMUS_NUMBER || litmus_lex_is(&b->lx, "tid") ||
	    litmus_lex_is(&b->lx, "lane") || litmus_lex_is(&b->lx, "ctaid"))
		return true;
	for (unsigned i = 0; b->lx.kind == LITMUS_WORD && i < b->n_regs; i++)
		if (build_same(&b->regs[i].name, &n))
			return true;
	return false;
}

int expr_comparison(struct build *b, const char *left, bool wide)
{
	static const struct {
		char sign;
		const char *ptx, *type;
	} signs[] = {{'~', "eq", "u"}, {'!', "ne", "u"}, {'<', "lt", "s"},
		     {'l', "le", "s"}, {'>', "gt", "s"}, {'g', "ge", "s"}};
	char value[32];

	for (unsigned i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		if (!litmus_lex_sign(&b->lx, signs[i].sign))
			continue;
		litmus_lex_next(&b->lx);
		if (access_take_value(b, wide, value))
			return -1;
		fprintf(b->out, "setp.%s.%s%d %%p1, %s, %s;\n", signs[i].ptx, signs[i].type,
			wide ? 64 : 32, left, value);
		return 0;
	}
	return build_expected(b, "a comparison (== != < <= > >=)");
}

static int any(struct build *b, unsigned nest);

static int compared(struct build *b, unsigned nest)
{
	const bool wide = is_wide(b);
	char left[32];

	if (litmus_lex_sign(&b->lx, '(')) {
		if (nest == BUILD_NEST)
			return build_fail(b, "more than %d parentheses in each other", BUILD_NEST);
		litmus_lex_next(&b->lx);
		return any(b, nest + 1) || build_take_sign(b, ')', ")") ? -1 : 0;
	}
	return access_take_value(b, wide, left) || expr_comparison(b, left, wide) ? -1 : 0;
}

/* More of the same with && or ||: what stands in %p1 is kept in a register meanwhile. */
static int more(struct build *b, unsigned nest, char sign, const char *ptx,
		int (*part)(struct build *b, unsigned nest))
{
	if (part(b, nest))
		return -1;
	while (litmus_lex_sign(&b->lx, sign)) {
		const unsigned kept = b->next_reg++, other = b->next_reg++;

		litmus_lex_next(&b->lx);
		fprintf(b->out, "selp.u32 %%r%u, 1, 0, %%p1;\n", kept);
		if (part(b, nest))
			return -1;
		fprintf(b->out,
			"selp.u32 %%r%u, 1, 0, %%p1;\n%s.b32 %%r%u, %%r%u, %%r%u;\n"
			"setp.ne.u32 %%p1, %%r%u, 0;\n",
			other, ptx, kept, kept, other, kept);
	}
	return 0;
}

static int all(struct build *b, unsigned nest)
{
	return more(b, nest, 'A', "and", compared);
}

static int any(struct build *b, unsigned nest)
{
	return more(b, nest, 'O', "or", all);
}

int expr_condition(struct build *b)
{
	return any(b, 0);
}

int expr_value(struct build *b, struct access_result *r)
{
	static const struct {
		char sign;
		const char *ptx, *type;
	} signs[] = {{'+', "add", "s"}, {'-', "sub", "s"}, {'*', "mul.lo", "s"}, {'&', "and", "b"},
		     {'|', "or", "b"},  {'^', "xor", "b"}, {'L', "shl", "b"},    {'R', "shr", "u"}};
	const bool wide = is_wide(b);
	const char *kind = wide ? "rd" : "r";
	char left[32], right[32];

	if (access_take_value(b, wide, left))
		return -1;
	*r = (struct access_result){.reg = b->next_reg++, .wide = wide};
	for (unsigned i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		const bool shift = signs[i].sign == 'L' || signs[i].sign == 'R';

		if (!litmus_lex_sign(&b->lx, signs[i].sign))
			continue;
		litmus_lex_next(&b->lx);
		if (access_take_value(b, wide && !shift, right))
			return -1;
		fprintf(b->out, "%s.%s%d %%%s%u, %s, %s;\n", signs[i].ptx, signs[i].type,
			wide ? 64 : 32, kind, r->reg, left, right);
		return 0;
	}
	fprintf(b->out, "mov.b%d %%%s%u, %s;\n", wide ? 64 : 32, kind, r->reg, left);
	return 0;
}
