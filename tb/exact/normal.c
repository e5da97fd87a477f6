/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "protocol_int.h"

/* The last epoch of warp w that everybody else knows to be over; with what records were stamped
 * with. */
static uint8_t known_of(const struct protocol *p, const struct protocol_state *s, unsigned w,
			bool stamps)
{
	uint8_t known = UINT8_MAX;

	for (unsigned v = 0; v < p->warps; v++) {
		if (v == w)
			continue;
		if (!bit(s->gone, v) && s->know[v][w] < known)
			known = s->know[v][w];
		for (unsigned word = 0; stamps && word < p->words; word++)
			if (s->epoch[word][v] && s->stamp[word][v][w] < known)
				known = s->stamp[word][v][w];
	}
	return known;
}

static void clear_known(uint8_t *epoch, uint8_t known)
{
	if (*epoch <= known)
		*epoch = 0;
}

/* Accesses that all know of race with nobody, and nobody learns what all know. */
static void forget_known(const struct protocol *p, struct protocol_state *s, unsigned w)
{
	const uint8_t now = known_of(p, s, w, false), ever = known_of(p, s, w, true);

	clear_known(&s->flag[w], now);
	for (unsigned word = 0; word < p->words; word++) {
		for (unsigned k = 0; k < ACCESS_KINDS; k++)
			clear_known(&s->last[k][word][w], now);
		for (unsigned k = 0; k < ACCESS_SETS; k++)
			clear_known(&s->set[k][word][w], k == ACCESS_READ ? now : ever);
		if (s->writer[word] == w + 1 && s->write[word] <= ever)
			s->writer[word] = s->write[word] = 0;
	}
}

/* Of a word that has raced and of which that is told nothing is asked any more. */
static void forget_word(const struct protocol *p, struct protocol_state *s, unsigned word)
{
	for (unsigned v = 0; v < p->warps; v++)
		record_drop(s, v, word);
	word_forget(s, word);
}

enum { MOST_EPOCHS = 2 + WARPS + WORDS * (2 + ACCESS_KINDS + ACCESS_SETS + WARPS) };

/* When warp w accessed what is still kept; the first one: the epoch that it is in. */
static unsigned accesses_of(const struct protocol *p, struct protocol_state *s, unsigned w,
			    uint8_t *at[MOST_EPOCHS])
{
	unsigned n = 0;

	at[n++] = &s->know[w][w];
	for (unsigned word = 0; word < p->words; word++) {
		if (s->writer[word] == w + 1)
			at[n++] = &s->write[word];
		for (unsigned k = 0; k < ACCESS_KINDS; k++)
			at[n++] = &s->last[k][word][w];
		for (unsigned k = 0; k < ACCESS_SETS; k++)
			at[n++] = &s->set[k][word][w];
		at[n++] = &s->epoch[word][w];
	}
	return n;
}

/* What others know of it. */
static unsigned knowledge_of(const struct protocol *p, struct protocol_state *s, unsigned w,
			     uint8_t *at[MOST_EPOCHS])
{
	unsigned n = 0;

	at[n++] = &s->flag[w];
	at[n++] = &s->knew[w];
	for (unsigned v = 0; v < p->warps; v++) {
		if (v != w)
			at[n++] = &s->know[v][w];
		for (unsigned word = 0; word < p->words; word++)
			at[n++] = &s->stamp[word][v][w];
	}
	return n;
}

/* Epochs of accesses are compared with knowledge, never counted: they become 1, 2, .. in their
 * order, and knowledge that of the last access that it has. */
static void number(const struct protocol *p, struct protocol_state *s, unsigned w)
{
	uint8_t *at[MOST_EPOCHS];
	unsigned n = accesses_of(p, s, w, at);
	uint64_t used = 0;

	for (unsigned i = 0; i < n; i++)
		used |= (uint64_t)1 << *at[i] >> 1;
	n += knowledge_of(p, s, w, at + n);
	for (unsigned i = 0; i < n; i++)
		if (*at[i])
			*at[i] = (uint8_t)__builtin_popcountll(used &
							       (((uint64_t)2 << (*at[i] - 1)) - 1));
}

void protocol_normalise(const struct protocol *p, struct protocol_state *s)
{
	s->marked &= s->valid;
	for (unsigned word = 0; word < p->words; word++)
		if (bit(s->raced & s->told, word))
			forget_word(p, s, word);
	for (unsigned w = 0; w < p->warps; w++) {
		forget_known(p, s, w);
		number(p, s, w);
		for (unsigned v = 0; v < p->warps; v++)
			if (!s->know[v][w])
				s->learnt[v][w] = 0;
	}
}
