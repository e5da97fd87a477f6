/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Statements of clusters, mbarriers and copies in bulk: docs/litmus.md.
 *
 *   cluster.sync  cluster.arrive[.relaxed]  cluster.wait  fence.proxy
 *   mb.init M N   mb.arrive[.words] M   mb.arrive_tx[.words] M BYTES   mb.wait[.words] M PARITY
 *   bulk TO FROM BYTES [M]   bulk.commit   bulk.wait N   bulk.wait.read N   st.async TO VALUE M
 */
#include "access.h"

#include <string.h>

/* The rest of a word behind `name`: its own words, as PTX has them in that order. */
struct words {
	const char *sem, *scope;
};

static bool takes(struct build *b, const char *name)
{
	if (!litmus_lex_is(&b->lx, name))
		return false;
	litmus_lex_next(&b->lx);
	return true;
}

/* NAME[.relaxed|.release|.acquire][.cta|.cluster]; sem: what it is without. */
static bool takes_words(struct build *b, const char *name, const char *sem, struct words *w)
{
	static const char *const scopes[] = {"cta", "cluster"};
	const char *const sems[] = {sem, "relaxed"};
	char text[64];

	*w = (struct words){sem, "cta"};
	if (takes(b, name))
		return true;
	for (unsigned s = 0; s < 2; s++) {
		snprintf(text, sizeof(text), "%s.%s", name, sems[s]);
		w->sem = sems[s];
		if (takes(b, text))
			return true;
		snprintf(text, sizeof(text), "%s.%s", name, scopes[s]);
		*w = (struct words){sem, scopes[s]};
		if (takes(b, text))
			return true;
		for (unsigned k = 0; k < 2; k++) {
			snprintf(text, sizeof(text), "%s.%s.%s", name, sems[s], scopes[k]);
			*w = (struct words){sems[s], scopes[k]};
			if (takes(b, text))
				return true;
		}
	}
	return false;
}

static int take_any(struct build *b, struct access_at *at)
{
	const struct access_op op = {.vec = 1};

	return access_take_var(b, &op, at);
}

static int take_mbarrier(struct build *b, struct access_at *at)
{
	if (take_any(b, at))
		return -1;
	if (at->v->where != BUILD_SHARED || at->v->size != 8)
		return build_fail(b, "an mbarrier is a shared variable of 8 bytes");
	return 0;
}

static int mbarrier_init(struct build *b)
{
	struct access_at m;
	uint64_t n;

	if (take_mbarrier(b, &m) || build_take_number(b, 1, 1024, "arrivals", &n))
		return -1;
	fprintf(b->out, "mbarrier.init.shared.b64 [%s], %u;\n", m.text, (unsigned)n);
	return 0;
}

static int mbarrier_arrive(struct build *b, const struct words *w, bool tx)
{
	struct access_at m;
	uint64_t n = 0;

	if (take_mbarrier(b, &m) || (tx && build_take_number(b, 0, BUILD_BYTES, "bytes", &n)))
		return -1;
	fprintf(b->out, "mbarrier.arrive%s.%s.%s.%s.b64 _, [%s]", tx ? ".expect_tx" : "", w->sem,
		w->scope, m.space, m.text);
	if (tx)
		fprintf(b->out, ", %u", (unsigned)n);
	fputs(";\n", b->out);
	return 0;
}

static int mbarrier_wait(struct build *b, const struct words *w)
{
	const unsigned label = b->next_label++;
	struct access_at m;
	uint64_t parity;

	if (take_mbarrier(b, &m) || build_take_number(b, 0, 1, "parity", &parity))
		return -1;
	fprintf(b->out,
		"L%u:\nmbarrier.test_wait.parity.%s.%s.shared.b64 %%p1, [%s], %u;\n"
		"@!%%p1 bra L%u;\n",
		label, w->sem, w->scope, m.text, (unsigned)parity, label);
	return 0;
}

/* bulk TO FROM BYTES [M] */
static int bulk(struct build *b)
{
	struct access_at to, from, m;
	uint64_t bytes;

	if (take_any(b, &to) || take_any(b, &from) ||
	    build_take_number(b, 0, BUILD_BYTES, "bytes", &bytes))
		return -1;
	if (strcmp(to.space, "global")) {
		if (take_mbarrier(b, &m))
			return -1;
		fprintf(b->out,
			"cp.async.bulk.shared::cluster.%s.mbarrier::complete_tx::bytes "
			"[%s], [%s], %u, [%s];\n",
			strcmp(from.space, "global") ? "shared::cta" : "global", to.text, from.text,
			(unsigned)bytes, m.text);
		return 0;
	}
	if (strcmp(from.space, "shared"))
		return build_fail(b, "to global memory a copy in bulk comes from shared memory");
	fprintf(b->out, "cp.async.bulk.global.shared::cta.bulk_group [%s], [%s], %u;\n", to.text,
		from.text, (unsigned)bytes);
	return 0;
}

static int bulk_wait(struct build *b, bool read)
{
	uint64_t n;

	if (build_take_number(b, 0, 64, "groups", &n))
		return -1;
	fprintf(b->out, "cp.async.bulk.wait_group%s %u;\n", read ? ".read" : "", (unsigned)n);
	return 0;
}

static int store(struct build *b)
{
	struct access_at to, m;
	char value[32];

	if (take_any(b, &to) || access_take_value(b, to.wide, value) || take_mbarrier(b, &m))
		return -1;
	if (to.v->where != BUILD_SHARED || to.v->size < 4)
		return build_fail(b, "st.async stores 4 or 8 bytes in shared memory");
	fprintf(b->out,
		"st.async.shared::cluster.mbarrier::complete_tx::bytes.b%u [%s], %s, [%s];\n",
		to.v->size * 8, to.text, value, m.text);
	return 0;
}

static int put(struct build *b, const char *text)
{
	fputs(text, b->out);
	return 0;
}

int copy_statement(struct build *b)
{
	struct words w;

	if (takes(b, "cluster.sync"))
		return put(b, "barrier.cluster.arrive;\nbarrier.cluster.wait;\n");
	if (takes(b, "cluster.arrive"))
		return put(b, "barrier.cluster.arrive;\n");
	if (takes(b, "cluster.arrive.relaxed"))
		return put(b, "barrier.cluster.arrive.relaxed;\n");
	if (takes(b, "cluster.wait"))
		return put(b, "barrier.cluster.wait;\n");
	if (takes(b, "fence.proxy"))
		return put(b, "fence.proxy.async;\n");
	if (takes(b, "mb.init"))
		return mbarrier_init(b);
	if (takes_words(b, "mb.arrive", "release", &w))
		return mbarrier_arrive(b, &w, false);
	if (takes_words(b, "mb.arrive_tx", "release", &w))
		return mbarrier_arrive(b, &w, true);
	if (takes_words(b, "mb.wait", "acquire", &w))
		return mbarrier_wait(b, &w);
	if (takes(b, "bulk"))
		return bulk(b);
	if (takes(b, "bulk.commit"))
		return put(b, "cp.async.bulk.commit_group;\n");
	if (takes(b, "bulk.wait"))
		return bulk_wait(b, false);
	if (takes(b, "bulk.wait.read"))
		return bulk_wait(b, true);
	return takes(b, "st.async") ? store(b) : 1;
}
