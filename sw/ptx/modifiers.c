/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * modifiers: "atom.global.cta.add.u32" to an opcode and its modifiers by meaning. Words
 * may come in any order; which ones an opcode has is in spec.c.
 */
#include "parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define TEXT2(s, t)       t,
#define TEXT4(s, t, n, c) t,

static const char *const op_text[] = {"", PTX_OPS(TEXT2)};
static const char *const type_text[] = {"", PTX_TYPES(TEXT4)};
static const char *const sreg_text[] = {PTX_SREGS(TEXT2)};
static const char *const mode_text[] = {PTX_MODES(TEXT2)};

void ptx_parse_add_keywords(struct parser *p)
{
	char buf[64];
	size_t len;

	for (int n = 1; n < PTX_OP_COUNT; n++)
		ptx_sym_name(&p->tab, op_text[n], strlen(op_text[n]))->op = (enum ptx_op)n;
	ptx_sym_name(&p->tab, "barrier", 7)->op = PTX_OP_BAR;
	for (int n = 1; n < PTX_T_COUNT; n++)
		ptx_sym_name(&p->tab, type_text[n], strlen(type_text[n]))->type = (enum ptx_type)n;
	for (int n = 1; n < PTX_SREG_COUNT; n++) {
		len = (size_t)snprintf(buf, sizeof(buf), "%s%s", n == PTX_SREG_WARPSZ ? "" : "%",
				       sreg_text[n]);
		ptx_sym_name(&p->tab, buf, len)->sreg = (enum ptx_sreg)n;
	}
	for (unsigned n = ptx_spec_n_words; n-- > 0;) {
		struct name *e = ptx_sym_name(&p->tab, ptx_spec_words[n].text,
					      strlen(ptx_spec_words[n].text));

		p->word_next[n] = e->word;
		e->word = n + 1;
	}
}

/* State while the words of one mnemonic are taken. */
struct mnemonic {
	struct ptx_insn *i;
	const struct op_spec *spec;
	uint64_t seen; /* modifier classes */
	bool cv;
	char *text; /* as written */
	size_t size, len;
};

static void append(struct mnemonic *mn, const struct token *t)
{
	int n = snprintf(mn->text + mn->len, mn->size - mn->len, "%s%.*s",
			 t->kind == TOK_DOT ? "." : "", (int)t->len, t->text);

	mn->len += (size_t)n;
	if (mn->len >= mn->size)
		mn->len = mn->size - 1;
}

/* The rest of the mnemonic into the text, for a message about all of it. */
static void append_rest(struct parser *p, struct mnemonic *mn)
{
	for (; p->tok.kind == TOK_DOT; ptx_parse_next(p))
		append(mn, &p->tok);
}

static void apply(struct mnemonic *mn, const struct mod_word *w)
{
	struct ptx_insn *i = mn->i;

	switch (w->cls) {
	case MOD_RND:
	case MOD_RNDI: i->round = (enum ptx_round)w->value; break;
	case MOD_FTZ: i->ftz = true; break;
	case MOD_SAT: i->sat = true; break;
	case MOD_APPROX: i->approx = true; break;
	case MOD_FULL: i->full = true; break;
	case MOD_CC: i->cc = true; break;
	case MOD_HALF: i->half = (enum ptx_half)w->value; break;
	case MOD_CMP: i->cmp = (enum ptx_cmp)w->value; break;
	case MOD_BOOL: i->boolop = (enum ptx_bool)w->value; break;
	case MOD_SPACE:
		i->space = (enum ptx_space)(w->value & ~SPEC_CLUSTER);
		i->cluster = w->value & SPEC_CLUSTER;
		break;
	case MOD_SEM: i->sem = (enum ptx_sem)w->value; break;
	case MOD_SCOPE: i->scope = (enum ptx_scope)w->value; break;
	case MOD_ATOM: i->atom = (enum ptx_atom)w->value; break;
	case MOD_VEC: i->vec = (unsigned)w->value; break;
	case MOD_UNI: i->uni = true; break;
	case MOD_TO: i->to = true; break;
	case MOD_NC: i->nc = true; break;
	case MOD_SYNC: i->sync = true; break;
	case MOD_DIR: i->left = w->value; break;
	case MOD_MEMBAR: i->scope = (enum ptx_scope)w->value; break;
	case MOD_CV: mn->cv = true; break;
	case MOD_HINT: i->hint = true; break;
	case MOD_NAN: i->nan = true; break;
	case MOD_XORSIGN: i->xorsign = true; break;
	case MOD_RELU: i->relu = true; break;
	case MOD_NOFTZ: i->noftz = true; break;
	case MOD_SATFINITE: i->satfinite = true; break;
	case MOD_RNA: i->round = PTX_ROUND_RNA; break;
	case MOD_PO: i->po = true; break;
	case MOD_SCALE: i->scale = (uint8_t)w->value; break;
	case MOD_ALIGNED: i->aligned |= w->value == 2; break;
	default: break; /* CACHE EVICT LEVEL IDX ABS: no meaning of their own */
	}
}

/* A mode of this opcode, perhaps written as two words ("red.popc"). Takes its words. */
static bool take_mode(struct parser *p, struct mnemonic *mn)
{
	struct token first = p->tok;
	const struct token *second = ptx_parse_peek(p);

	for (int m = (int)mn->spec->mode_first; m <= (int)mn->spec->mode_last; m++) {
		const char *t = mode_text[m];
		size_t n = strlen(t);
		bool two = n > first.len && t[first.len] == '.';

		if (strncmp(t, first.text, first.len) || (n != first.len && !two))
			continue;
		if (two && (second->kind != TOK_DOT || second->len != n - first.len - 1 ||
			    memcmp(t + first.len + 1, second->text, second->len)))
			continue;
		mn->i->mode = (enum ptx_mode)m;
		mn->seen |= MOD_BIT(MODE);
		append(mn, &first);
		ptx_parse_next(p);
		if (two) {
			append(mn, &p->tok);
			ptx_parse_next(p);
		}
		return true;
	}
	return false;
}

static bool is_word(const struct token *t, const char *text)
{
	return t->len == strlen(text) && !memcmp(t->text, text, t->len);
}

/* Spaces of a copy in bulk, destination first, and how its end is told. st.async and red.async have
 * one space. */
static bool bulk_word(struct ptx_insn *i, const struct token *t)
{
	const bool cluster = is_word(t, "shared::cluster");
	const bool shared = cluster || is_word(t, "shared::cta") || is_word(t, "shared");

	if (is_word(t, "mbarrier::complete_tx::bytes") && !i->by_mbarrier && !i->by_group)
		return i->by_mbarrier = true;
	if (is_word(t, "bulk_group") && !i->by_mbarrier && !i->by_group)
		return i->by_group = true;
	if (is_word(t, "multicast::cluster") && !i->multicast)
		return i->multicast = true;
	if (!shared && !is_word(t, "global"))
		return false;
	if (i->space == PTX_SPACE_GENERIC) {
		i->space = shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL;
		i->cluster = cluster;
		return true;
	}
	if (i->from != PTX_SPACE_GENERIC || i->op == PTX_OP_ST_ASYNC || i->op == PTX_OP_RED_ASYNC)
		return false;
	i->from = shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL;
	i->from_cluster = cluster;
	return true;
}

/* Takes one word. Returns NULL or what is wrong with it. */
static const char *take_word(struct parser *p, struct mnemonic *mn)
{
	const uint64_t repeat = MOD_BIT(CACHE) | MOD_BIT(EVICT) | MOD_BIT(ALIGNED);
	const struct name *n = ptx_sym_find(&p->tab, p->tok.text, p->tok.len);
	bool known = false;

	if (ptx_is_mma(mn->i->op) && ptx_mma_word(&mn->i->mma, p->tok.text, p->tok.len)) {
		append(mn, &p->tok);
		ptx_parse_next(p);
		return NULL;
	}
	if (mn->spec->mods & MOD_BIT(BULK) && bulk_word(mn->i, &p->tok)) {
		mn->seen |= MOD_BIT(BULK);
		append(mn, &p->tok);
		ptx_parse_next(p);
		return NULL;
	}
	if ((mn->spec->mods & MOD_BIT(MODE) & ~mn->seen) && take_mode(p, mn))
		return NULL;
	for (unsigned w = n ? n->word : 0; w; w = p->word_next[w - 1]) {
		const struct mod_word *mw = &ptx_spec_words[w - 1];

		known = true;
		if (!(mn->spec->mods & (1ULL << mw->cls)))
			continue;
		if (mw->cls == MOD_SEM && mn->i->sem == PTX_SEM_MMIO &&
		    mw->value == PTX_SEM_RELAXED) { /* .mmio.relaxed is one */
			append(mn, &p->tok);
			ptx_parse_next(p);
			return NULL;
		}
		if (mn->seen & (1ULL << mw->cls) & ~repeat)
			return "is given twice or contradicts another modifier";
		mn->seen |= 1ULL << mw->cls;
		apply(mn, mw);
		append(mn, &p->tok);
		ptx_parse_next(p);
		return NULL;
	}
	if (!n || n->type == PTX_T_NONE)
		return known ? "is not allowed" : "is not supported";
	if (!mn->spec->types)
		return "is not allowed";
	if (mn->i->type == PTX_T_NONE)
		mn->i->type = n->type;
	else if (mn->i->type2 == PTX_T_NONE && mn->spec->types2)
		mn->i->type2 = n->type;
	else if (mn->i->type3 == PTX_T_NONE && ptx_is_video(mn->i->op))
		mn->i->type3 = n->type;
	else
		return "is one type too many";
	append(mn, &p->tok);
	ptx_parse_next(p);
	return NULL;
}

static enum ptx_sem mbarrier_sem(enum ptx_op op)
{
	switch (op) {
	case PTX_OP_MBARRIER_ARRIVE:
	case PTX_OP_MBARRIER_ARRIVE_DROP:
	case PTX_OP_MBARRIER_ARRIVE_TX: return PTX_SEM_RELEASE;
	case PTX_OP_MBARRIER_TEST_WAIT:
	case PTX_OP_MBARRIER_TEST_PARITY:
	case PTX_OP_MBARRIER_TRY_WAIT:
	case PTX_OP_MBARRIER_TRY_PARITY: return PTX_SEM_ACQUIRE;
	case PTX_OP_MBARRIER_EXPECT_TX:
	case PTX_OP_MBARRIER_COMPLETE_TX: return PTX_SEM_RELAXED;
	default: return PTX_SEM_WEAK;
	}
}

static void defaults(struct mnemonic *mn)
{
	struct ptx_insn *i = mn->i;
	bool sem = mn->seen & MOD_BIT(SEM);

	if (i->op == PTX_OP_ATOM || i->op == PTX_OP_RED) {
		if (!sem)
			i->sem = PTX_SEM_RELAXED;
		if (i->scope == PTX_SCOPE_NONE)
			i->scope = PTX_SCOPE_GPU;
	} else if (i->op >= PTX_OP_MBARRIER_INIT && i->op <= PTX_OP_MBARRIER_COMPLETE_TX) {
		if (!sem)
			i->sem = mbarrier_sem(i->op);
		if (i->sem != PTX_SEM_WEAK && i->scope == PTX_SCOPE_NONE)
			i->scope = PTX_SCOPE_CTA;
	} else if (i->op == PTX_OP_CLUSTER_ARRIVE || i->op == PTX_OP_CLUSTER_WAIT) {
		if (!sem)
			i->sem = i->op == PTX_OP_CLUSTER_WAIT ? PTX_SEM_ACQUIRE : PTX_SEM_RELEASE;
		i->scope = PTX_SCOPE_CLUSTER;
	} else if (i->op == PTX_OP_RED_ASYNC) {
		if (!sem)
			i->sem = PTX_SEM_RELAXED;
		i->scope = PTX_SCOPE_CLUSTER;
	} else if (i->op == PTX_OP_MEMBAR) {
		i->sem = PTX_SEM_SC;
	} else if (i->op == PTX_OP_FENCE && !sem) {
		i->sem = PTX_SEM_ACQ_REL;
	} else if (mn->cv && !sem) {
		i->sem = PTX_SEM_VOLATILE;
	}
}

static const char *const class_text[MOD_COUNT] = {
	[MOD_APPROX] = ".approx",
	[MOD_BULK] = "how its end is told",
	[MOD_ATOM] = "an operation",
	[MOD_CMP] = "a comparison",
	[MOD_DIR] = ".l or .r",
	[MOD_FROM] = "the second state space (.global)",
	[MOD_HALF] = ".lo or .hi",
	[MOD_IDX] = ".idx",
	[MOD_LEVEL] = ".L1 or .L2",
	[MOD_MEMBAR] = ".cta, .gl or .sys",
	[MOD_MODE] = "a mode",
	[MOD_RND] = ".rn .rz .rm or .rp",
	[MOD_SCOPE] = "a scope (.cta .cluster .gpu .sys)",
	[MOD_SPACE] = "a state space",
	[MOD_SYNC] = ".sync",
};

static int check_needed(struct parser *p, const struct mnemonic *mn, unsigned line)
{
	uint64_t missing = mn->spec->need & ~mn->seen;

	if (!(mn->seen & MOD_BIT(XORSIGN)) != !(mn->seen & MOD_BIT(ABS)))
		return ptx_parse_error(p, line, "unsupported instruction '%s': .xorsign.abs is one",
				       mn->text);

	for (int c = 0; c < MOD_COUNT; c++)
		if (missing & (1ULL << c))
			return ptx_parse_error(p, line,
					       "unsupported instruction '%s': %s is needed",
					       mn->text, class_text[c]);
	return 0;
}

/* The longest opcode of several words ("cp.async.wait_all") that begins here. */
static enum ptx_op long_op(const struct parser *p)
{
	const char *text = p->tok.text;
	const size_t left = (size_t)(p->lx.end - text);
	enum ptx_op op = PTX_OP_NONE;
	size_t longest = 0;

	for (int n = 1; n < PTX_OP_COUNT; n++) {
		const size_t len = strlen(op_text[n]);

		if (n == PTX_OP_PF_MATH || len <= longest || len >= left ||
		    !memchr(op_text[n], '.', len) || memcmp(text, op_text[n], len) ||
		    isalnum((unsigned char)text[len]) || text[len] == '_' || text[len] == ':')
			continue;
		op = (enum ptx_op)n;
		longest = len;
	}
	return op;
}

/* Opcodes of one word that are the first of others, too. */
static bool begins_long(const struct parser *p)
{
	static const char *const begins[] = {
		"fence.proxy.async", "fence.proxy.alias", "fence.mbarrier_init",
		"barrier.cluster.",  "st.async",          "red.async",
		"cvt.pack"};
	const size_t left = (size_t)(p->lx.end - p->tok.text);

	if (left <= p->tok.len || p->tok.text[p->tok.len] != '.')
		return false;
	for (size_t n = 0; n < sizeof(begins) / sizeof(begins[0]); n++)
		if (left > strlen(begins[n]) && !memcmp(p->tok.text, begins[n], strlen(begins[n])))
			return true;
	return false;
}

/* The rest of its words. */
static void take_long(struct parser *p, struct mnemonic *mn)
{
	for (const char *c = op_text[mn->i->op]; (c = strchr(c, '.')); c++) {
		append(mn, &p->tok);
		ptx_parse_next(p);
	}
}

/* "pf", ".math", ".<function>": our extension. */
static int take_math(struct parser *p, struct mnemonic *mn, unsigned line)
{
	append(mn, &p->tok);
	ptx_parse_next(p);
	if (p->tok.kind != TOK_DOT)
		return ptx_parse_error(p, line, "pf.math needs a function name");
	mn->i->math = ptx_sym_name(&p->tab, p->tok.text, p->tok.len)->text;
	append(mn, &p->tok);
	ptx_parse_next(p);
	return 0;
}

int ptx_parse_mnemonic(struct parser *p, struct ptx_insn *i, char *buf, size_t size)
{
	struct mnemonic mn = {.i = i, .text = buf, .size = size};
	const struct name *n = ptx_sym_find(&p->tab, p->tok.text, p->tok.len);
	unsigned line = p->tok.line;
	bool math = p->tok.len == 2 && !memcmp(p->tok.text, "pf", 2);
	bool plain = p->tok.len == 3, longer;

	i->op = n && n->op && !begins_long(p) ? n->op : PTX_OP_NONE;
	longer = !i->op;
	if (longer)
		i->op = long_op(p);
	append(&mn, &p->tok);
	ptx_parse_next(p);
	if (i->op && longer)
		take_long(p, &mn);
	i->aligned = i->op == PTX_OP_BAR && plain; /* "barrier" says so */
	if (math && ptx_parse_is_dot(p, "math")) {
		i->op = PTX_OP_PF_MATH;
		if (take_math(p, &mn, line) < 0)
			return -1;
	}
	if (i->op == PTX_OP_NONE) {
		append_rest(p, &mn);
		return ptx_parse_error(p, line, "unsupported instruction '%s'", buf);
	}
	mn.spec = ptx_spec_of(i->op);
	i->vec = 1;
	while (p->tok.kind == TOK_DOT) {
		struct token word = p->tok;
		const char *msg = take_word(p, &mn);

		if (msg) {
			append_rest(p, &mn);
			return ptx_parse_error(p, line, "unsupported instruction '%s': .%.*s %s",
					       buf, (int)word.len, word.text, msg);
		}
	}
	if (check_needed(p, &mn, line) < 0)
		return -1;
	if (ptx_is_mma(i->op))
		i->math = ptx_sym_name(&p->tab, buf, strlen(buf))->text;
	defaults(&mn);
	return 0;
}
