/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: the words of wmma, mma and ldmatrix, and which of them go together. Not here: m8n8k4 of f16,
 * sparse ones, scaled ones.
 */
#include "mma.h"

#include <string.h>

#include "ptx.h"

#define BITS(s, t, n, r) n,
#define REGS(s, t, n, r) r,
#define TEXT(s, t, n, r) t,

static const uint8_t type_bits[] = {0, PTX_MMA_TYPES(BITS)};
static const uint8_t type_regs[] = {4, PTX_MMA_TYPES(REGS)};
static const char *const type_text[] = {"", PTX_MMA_TYPES(TEXT)};

unsigned ptx_mma_bits(enum ptx_mma_type t)
{
	return type_bits[t];
}

unsigned ptx_mma_reg_bytes(enum ptx_mma_type t)
{
	return type_regs[t];
}

static bool is(const char *text, unsigned len, const char *word)
{
	return strlen(word) == len && !memcmp(text, word, len);
}

static bool shape_word(struct ptx_mma *x, const char *text, unsigned len)
{
	static const struct {
		const char *text;
		uint16_t m, n, k;
	} shapes[] = {{"m16n16k16", 16, 16, 16}, {"m32n8k16", 32, 8, 16}, {"m8n32k16", 8, 32, 16},
		      {"m16n16k8", 16, 16, 8},   {"m8n8k4", 8, 8, 4},     {"m16n8k4", 16, 8, 4},
		      {"m16n8k8", 16, 8, 8},     {"m16n8k16", 16, 8, 16}, {"m16n8k32", 16, 8, 32},
		      {"m8n8k16", 8, 8, 16},     {"m8n8", 8, 8, 0},       {"m8n8k32", 8, 8, 32},
		      {"m8n8k128", 8, 8, 128},   {"m16n8k64", 16, 8, 64}, {"m16n8k128", 16, 8, 128},
		      {"m16n8k256", 16, 8, 256}};

	for (unsigned s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++) {
		if (!is(text, len, shapes[s].text) || x->m)
			continue;
		x->m = shapes[s].m;
		x->n = shapes[s].n;
		x->k = shapes[s].k;
		return true;
	}
	return false;
}

static bool flag_word(struct ptx_mma *x, const char *text, unsigned len)
{
	bool *const flags[] = {&x->sync, &x->aligned, &x->trans,  &x->sat, &x->rn,
			       &x->b16,  &x->both,    &x->differ, &x->popc};
	static const char *const words[] = {"sync", "aligned", "trans", "satfinite", "rn",
					    "b16",  "and",     "xor",   "popc"};

	for (unsigned f = 0; f < sizeof(words) / sizeof(words[0]); f++)
		if (is(text, len, words[f]) && !*flags[f])
			return *flags[f] = true;
	return false;
}

bool ptx_mma_word(struct ptx_mma *x, const char *text, unsigned len)
{
	if (flag_word(x, text, len) || shape_word(x, text, len))
		return true;
	if (len == 2 && text[0] == 'x' && strchr("124", text[1]) && !x->matrices) {
		x->matrices = (uint8_t)(text[1] - '0');
		return true;
	}
	if ((is(text, len, "row") || is(text, len, "col")) && x->n_layouts < 2) {
		x->col[x->n_layouts++] = text[0] == 'c';
		return true;
	}
	for (unsigned t = 1; t < PTX_MMA_COUNT; t++)
		if (is(text, len, type_text[t]) && x->n_types < 4) {
			x->type[x->n_types++] = (uint8_t)t;
			return true;
		}
	return false;
}

static bool moves(enum ptx_op op)
{
	return op != PTX_OP_WMMA_MMA && op != PTX_OP_MMA;
}

enum ptx_mma_type ptx_mma_type_of(const struct ptx_insn *i, char matrix)
{
	const struct ptx_mma *x = &i->mma;

	if (moves(i->op))
		return (enum ptx_mma_type)x->type[0];
	if (x->n_types == 2) /* wmma of f16: .d.c */
		return matrix == 'd'   ? (enum ptx_mma_type)x->type[0]
		       : matrix == 'c' ? (enum ptx_mma_type)x->type[1]
				       : PTX_MMA_F16;
	return (enum ptx_mma_type)x->type[matrix == 'd' ? 0 : matrix == 'c' ? 3 : matrix - 'a' + 1];
}

unsigned ptx_mma_regs(const struct ptx_insn *i, char matrix)
{
	const struct ptx_mma *x = &i->mma;
	const enum ptx_mma_type t = ptx_mma_type_of(i, matrix);
	const unsigned cells = matrix == 'a'   ? x->m * x->k
			       : matrix == 'b' ? x->k * x->n
					       : x->m * x->n;

	if (i->op == PTX_OP_LDMATRIX || i->op == PTX_OP_STMATRIX)
		return x->matrices;
	if (i->op == PTX_OP_MOVMATRIX)
		return 1;
	/* wmma's f16 fragments of A and B hold every element twice */
	if (i->op != PTX_OP_MMA && t == PTX_MMA_F16 && (matrix == 'a' || matrix == 'b'))
		return 8;
	return cells * type_bits[t] / (32U * 8 * type_regs[t]);
}

char ptx_mma_operand(const struct ptx_insn *i, unsigned n)
{
	const char *order;

	switch (i->op) {
	case PTX_OP_WMMA_LOAD_A: order = "aps"; break;
	case PTX_OP_WMMA_LOAD_B: order = "bps"; break;
	case PTX_OP_WMMA_LOAD_C: order = "cps"; break;
	case PTX_OP_WMMA_STORE: order = "pds"; break;
	case PTX_OP_LDMATRIX: order = "dp"; break;
	case PTX_OP_STMATRIX: order = "pd"; break;
	case PTX_OP_MOVMATRIX: order = "da"; break;
	default: order = "dabc"; break;
	}
	return n < strlen(order) ? order[n] : '\0';
}

/* Which types a shape takes, in letters: h f16, b bf16, t tf32, d f64, i 8-bit integers, q those of
 * 4 bits, s single bits. */
static const char *kinds_of(const struct ptx_insn *i)
{
	const struct ptx_mma *x = &i->mma;
	const unsigned s = x->m * 100000U + x->n * 1000U + x->k;

	if (i->op == PTX_OP_MMA)
		switch (s) {
		case 1608004: return "td";
		case 1608008: return "hbtd";
		case 1608016: return "hbid";
		case 1608032: return "iq";
		case 1608064: return "q";
		case 1608128:
		case 1608256: return "s";
		case 808004: return "d";
		case 808016: return "i";
		case 808032: return "q";
		case 808128: return "s";
		default: return "";
		}
	switch (s) {
	case 1616016:
	case 3208016:
	case 832016: return "hbi";
	case 1616008: return "t";
	case 808004: return "d";
	case 808032: return "q";
	case 808128: return "s";
	default: return "";
	}
}

static char kind_of(enum ptx_mma_type t)
{
	static const char kind[] = {[PTX_MMA_F16] = 'h', [PTX_MMA_BF16] = 'b', [PTX_MMA_TF32] = 't',
				    [PTX_MMA_F32] = '?', [PTX_MMA_F64] = 'd',  [PTX_MMA_S8] = 'i',
				    [PTX_MMA_U8] = 'i',  [PTX_MMA_S32] = '?',  [PTX_MMA_S4] = 'q',
				    [PTX_MMA_U4] = 'q',  [PTX_MMA_B1] = 's'};

	return t ? kind[t] : '?';
}

static bool sum_fits(char kind, enum ptx_mma_type sum)
{
	switch (kind) {
	case 'h': return sum == PTX_MMA_F16 || sum == PTX_MMA_F32;
	case 'd': return sum == PTX_MMA_F64;
	case 'i':
	case 'q':
	case 's': return sum == PTX_MMA_S32;
	default: return sum == PTX_MMA_F32;
	}
}

static bool accumulates(enum ptx_mma_type t, const char *kinds)
{
	for (; *kinds; kinds++)
		if (sum_fits(*kinds, t))
			return true;
	return false;
}

static bool rows_of_eight(enum ptx_op op)
{
	return op == PTX_OP_LDMATRIX || op == PTX_OP_STMATRIX || op == PTX_OP_MOVMATRIX;
}

static bool narrow(enum ptx_mma_type t)
{
	return kind_of(t) == 'q' || kind_of(t) == 's';
}

/* .xor.popc or .and.popc, of single bits alone */
static bool counts(const struct ptx_mma *x)
{
	return x->popc && x->both != x->differ;
}

static const char *check_move(const struct ptx_insn *i)
{
	const struct ptx_mma *x = &i->mma;
	const enum ptx_mma_type t = (enum ptx_mma_type)x->type[0];
	const char *kinds = kinds_of(i);
	const bool ab = i->op == PTX_OP_WMMA_LOAD_A || i->op == PTX_OP_WMMA_LOAD_B;

	if (i->op == PTX_OP_MOVMATRIX)
		return x->m == 8 && !x->k && x->trans && !x->matrices && !x->n_types &&
				       !x->n_layouts
			       ? NULL
			       : ".m8n8, .trans and .b16 are needed";
	if (rows_of_eight(i->op))
		return x->m == 8 && !x->k && x->matrices && !x->n_types && !x->n_layouts
			       ? NULL
			       : ".m8n8, .x1 .x2 or .x4, and .b16 are needed";
	if (x->n_types != 1 || x->n_layouts != 1 || x->trans || x->matrices || x->sat || x->rn)
		return "one type and one layout are needed, nothing else is allowed";
	if (ab ? !strchr(kinds, kind_of(t)) : !accumulates(t, kinds))
		return "this shape has no such type";
	if (ab && narrow(t) && x->col[0] != (i->op == PTX_OP_WMMA_LOAD_B))
		return "of A the rows, of B the columns are loaded";
	return NULL;
}

const char *ptx_mma_check(const struct ptx_insn *i)
{
	const struct ptx_mma *x = &i->mma;
	enum ptx_mma_type a, b, c, d;

	if (!x->sync || !x->aligned || !x->m)
		return ".sync, .aligned and a shape are needed";
	if (x->b16 != rows_of_eight(i->op))
		return ".b16 is for ldmatrix, stmatrix and movmatrix";
	if (moves(i->op) && (x->popc || x->both || x->differ))
		return "nothing is counted here";
	if (moves(i->op))
		return check_move(i);
	if (x->n_layouts != 2 || x->trans || x->matrices)
		return "two layouts are needed";
	if (x->n_types != 4 && (x->n_types != 2 || i->op == PTX_OP_MMA))
		return "types of D, A, B and C are needed";
	a = ptx_mma_type_of(i, 'a');
	b = ptx_mma_type_of(i, 'b');
	c = ptx_mma_type_of(i, 'c');
	d = ptx_mma_type_of(i, 'd');
	if (!strchr(kinds_of(i), kind_of(a)) || kind_of(a) != kind_of(b))
		return "this shape has no such types";
	if (!sum_fits(kind_of(a), c) || !sum_fits(kind_of(a), d))
		return "no such types of C and D";
	if (kind_of(a) == 's' ? !counts(x) : x->popc || x->both || x->differ)
		return ".xor.popc or .and.popc is for .b1, which needs it";
	if (x->sat && kind_of(a) != 'i' && kind_of(a) != 'q')
		return ".satfinite is for integers";
	if (x->rn && kind_of(a) != 'd')
		return ".rn is for .f64";
	if ((i->op == PTX_OP_MMA || narrow(a)) && (x->col[0] || !x->col[1]))
		return "only .row.col";
	return NULL;
}
