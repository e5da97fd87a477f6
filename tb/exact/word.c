/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "protocol_int.h"

/* Truth */

/* Two accesses race if nothing orders them: by warps of two SMs, so of two blocks, or of one. */
static bool conflict(enum protocol_access a, enum protocol_access b, bool apart)
{
	const bool strong =
		a != ACCESS_READ && b != ACCESS_READ && a != ACCESS_WRITE && b != ACCESS_WRITE;

	if (a <= ACCESS_STRONG && b <= ACCESS_STRONG)
		return false;
	return !strong || (apart && (a == ACCESS_NARROW || b == ACCESS_NARROW));
}

/* Access `kind` of warp v races with one of those `others`: their epochs, by warp. */
static bool races(const struct protocol *p, unsigned v, enum protocol_access kind,
		  const uint8_t knows[WARPS], enum protocol_access others,
		  const uint8_t epochs[WARPS])
{
	for (unsigned w = 0; w < p->warps; w++)
		if (w != v && knows[w] < epochs[w] && conflict(kind, others, p->sm[v] != p->sm[w]))
			return true;
	return false;
}

void word_access(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		 enum protocol_access kind)
{
	for (unsigned k = 0; k < ACCESS_KINDS; k++)
		if (races(p, v, kind, s->know[v], (enum protocol_access)k, s->last[k][word]))
			put(&s->raced, word, true);
	s->last[kind][word][v] = s->know[v][v];
}

/* Slice */

/* What the slice takes for what warp v knows of w's epochs. */
static uint8_t known(const struct protocol *p, const struct protocol_state *s, unsigned v,
		     const uint8_t knows[WARPS], unsigned w)
{
	for (unsigned next = w; has_follower(p, next); next++)
		if (next + 1 == v ? has(p, FAULT_OWN_SLOT) : bit(s->heard[v], next + 1))
			return UINT8_MAX;
	return knows[w];
}

static void check(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		  enum protocol_access kind, const uint8_t truly_knows[WARPS])
{
	const unsigned writer = s->writer[word];
	uint8_t knows[WARPS] = {0};

	for (unsigned w = 0; w < p->warps; w++)
		knows[w] = known(p, s, v, truly_knows, w);
	if (writer && writer - 1 != v && knows[writer - 1] < s->write[word])
		put(&s->told, word, true);
	for (unsigned k = 0; k < ACCESS_SETS; k++)
		if (races(p, v, kind, knows, (enum protocol_access)k, s->set[k][word]))
			put(&s->told, word, true);
}

static void keep_read(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		      uint8_t epoch)
{
	uint8_t *at = &s->set[ACCESS_READ][word][v];

	if (has(p, FAULT_READS_WITHOUT_EPOCH))
		epoch = 1;
	if (*at < epoch || has(p, FAULT_OLD_READS_LAST))
		*at = epoch;
}

void word_take_read(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		    uint8_t epoch, const uint8_t knows[WARPS])
{
	check(p, s, v, word, ACCESS_READ, knows);
	keep_read(p, s, v, word, epoch);
}

/* As which kind it is kept. */
static enum protocol_access kept_as(const struct protocol *p, enum protocol_access kind)
{
	if (kind == ACCESS_STRONG && has(p, FAULT_STRONG_IS_READ))
		return ACCESS_READ;
	if ((kind == ACCESS_STRONG && has(p, FAULT_STRONG_IS_ATOMIC)) ||
	    (kind == ACCESS_NARROW && has(p, FAULT_NARROW_IS_ATOMIC)))
		return ACCESS_ATOMIC;
	return kind;
}

static void forget_sets(struct protocol_state *s, unsigned word)
{
	for (unsigned k = 0; k < ACCESS_SETS; k++)
		memset(s->set[k][word], 0, WARPS);
}

void word_forget(struct protocol_state *s, unsigned word)
{
	for (unsigned k = 0; k < ACCESS_KINDS; k++)
		memset(s->last[k][word], 0, WARPS);
	s->writer[word] = s->write[word] = 0;
	forget_sets(s, word);
}

void word_take(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
	       enum protocol_access kind)
{
	check(p, s, v, word, kept_as(p, kind), s->know[v]);
	if (kind == ACCESS_WRITE) {
		forget_sets(s, word);
		s->writer[word] = (uint8_t)(v + 1);
		s->write[word] = s->know[v][v];
		return;
	}
	if (kind == ACCESS_ATOMIC && has(p, FAULT_ONE_EPOCH))
		s->writer[word] = s->write[word] = 0;
	if (kind == ACCESS_ATOMIC && (has(p, FAULT_ONE_EPOCH) || has(p, FAULT_ONE_ATOMIC)))
		memset(s->set[ACCESS_ATOMIC][word], 0, WARPS);
	if (kind == ACCESS_ATOMIC && has(p, FAULT_ATOMIC_DROPS_READS))
		memset(s->set[ACCESS_READ][word], 0, WARPS);
	s->set[kept_as(p, kind)][word][v] = s->know[v][v];
}

/* Also against the write that waits for it, if there is one. */
void word_take_answer(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		      uint8_t epoch)
{
	const unsigned a = s->asker;
	const uint8_t *knows = has(p, FAULT_LATE_KNOWLEDGE) && a ? s->know[a - 1] : s->knew;

	if (a && a - 1 != v && word == s->asked_word && knows[v] < epoch)
		put(&s->told, word, true);
	keep_read(p, s, v, word, epoch);
}
