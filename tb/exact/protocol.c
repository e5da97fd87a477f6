/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "protocol.h"

#include <string.h>

#include "protocol_int.h"

#define NAME(name, word, text) word,
#define TEXT(name, word, text) text,
static const char *const names[] = {"none", PROTOCOL_FAULTS(NAME)};
static const char *const texts[] = {"as it should be", PROTOCOL_FAULTS(TEXT)};

const char *protocol_fault_name(enum protocol_fault f)
{
	return names[f];
}

const char *protocol_fault_text(enum protocol_fault f)
{
	return texts[f];
}

static unsigned sms(const struct protocol *p)
{
	return p->sm[p->warps - 1] + 1U;
}

/* The warp runs. */
static bool is_there(const struct protocol *p, const struct protocol_state *s, unsigned v)
{
	return !bit(s->gone, v) && (!p->follows[v] || bit(s->gone, v - 1));
}

static void learn(uint8_t know[WARPS], const uint8_t of[WARPS])
{
	for (unsigned w = 0; w < WARPS; w++)
		if (know[w] < of[w])
			know[w] = of[w];
}

/* SM: records */

/* The slice asks for the reads of this SM. */
static bool pulls(const struct protocol *p, const struct protocol_state *s, unsigned sm)
{
	return p->records == RECORDS_PULLED && !bit(s->marked, sm);
}

void record_drop(struct protocol_state *s, unsigned v, unsigned word)
{
	s->epoch[word][v] = 0;
	memset(s->stamp[word][v], 0, WARPS);
	s->counts[word][v] = 0;
}

/* What warp v knew when it read. Counted: by the table, what it had learnt by then and nothing
 * newer has replaced; software says the rest. */
static void knowledge(const struct protocol *p, const struct protocol_state *s, unsigned v,
		      unsigned word, uint8_t knows[WARPS])
{
	const bool now = p->records == RECORDS_FLUSHED || has(p, FAULT_NO_STAMP);

	memcpy(knows, now ? s->know[v] : s->stamp[word][v], WARPS);
	for (unsigned w = 0; p->records == RECORDS_COUNTED && w < p->warps; w++)
		if (s->learnt[v][w] <= s->counts[word][v] || has(p, FAULT_YOUNGER_COUNTS))
			knows[w] = s->know[v][w];
}

static void send(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word)
{
	const uint8_t epoch = s->epoch[word][v];
	uint8_t knows[WARPS];

	if (!epoch)
		return;
	knowledge(p, s, v, word, knows);
	if (pulls(p, s, p->sm[v]))
		word_take_answer(p, s, v, word, epoch);
	else
		word_take_read(p, s, v, word, epoch, knows);
	record_drop(s, v, word);
}

static void send_words(const struct protocol *p, struct protocol_state *s, unsigned v)
{
	for (unsigned word = 0; word < p->words; word++)
		send(p, s, v, word);
}

static void send_all(const struct protocol *p, struct protocol_state *s, unsigned sm)
{
	for (unsigned v = 0; v < p->warps; v++)
		if (p->sm[v] == sm)
			send_words(p, s, v);
}

/* What the warp knows of others. */
static void stamp(const struct protocol_state *s, unsigned v, uint8_t to[WARPS])
{
	memcpy(to, s->know[v], WARPS);
	to[v] = 0;
}

/* A record of this word is made, with the stamp of another word's. */
static void mix(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word)
{
	for (unsigned other = 0; other < p->words; other++) {
		if (!s->epoch[other][v] || other == word)
			continue;
		memcpy(s->stamp[word][v], s->stamp[other][v], WARPS);
		s->epoch[other][v] = s->know[v][v];
	}
}

static void note_read(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word)
{
	uint8_t now[WARPS];

	stamp(s, v, now);
	if (p->records == RECORDS_AT_ONCE) {
		word_take_read(p, s, v, word, s->know[v][v], now);
		return;
	}
	if (p->records == RECORDS_FLUSHED || pulls(p, s, p->sm[v]))
		memset(now, 0, WARPS);
	else if (s->epoch[word][v] != s->know[v][v] || memcmp(s->stamp[word][v], now, WARPS) != 0)
		send(p, s, v, word);
	if (!s->epoch[word][v])
		s->counts[word][v] = s->count[v];
	memcpy(s->stamp[word][v], now, WARPS);
	if (has(p, FAULT_MIXED_TIMES))
		mix(p, s, v, word);
	s->epoch[word][v] = s->know[v][v];
}

/* Before warp v ends an epoch: records of reads that others will know to be over. */
static void send_known(const struct protocol *p, struct protocol_state *s, unsigned v)
{
	if (has(p, FAULT_NO_FLUSH_BY_RELEASE))
		return;
	for (unsigned w = 0; w < p->warps; w++) {
		if (p->sm[w] != p->sm[v] || pulls(p, s, p->sm[w]) ||
		    (w != v && has(p, FAULT_RELEASE_FLUSHES_OWN)))
			continue;
		for (unsigned word = 0; word < p->words; word++)
			if (s->know[v][w] >= s->epoch[word][w])
				send(p, s, w, word);
	}
}

/* Before warp v learns anything. */
static void prepare(const struct protocol *p, struct protocol_state *s, unsigned v)
{
	if (p->records == RECORDS_FLUSHED)
		send_words(p, s, v);
	if (p->records != RECORDS_COUNTED || !(++s->count[v] >> p->count_bits))
		return;
	/* What is there is older than all that comes. */
	if (!has(p, FAULT_WRAP_KEEPS_RECORDS))
		send_words(p, s, v);
	s->count[v] = 0;
	memset(s->learnt[v], 0, WARPS);
}

/* It learns what others know. */
static void learn_from(const struct protocol *p, struct protocol_state *s, unsigned v,
		       const uint8_t of[WARPS])
{
	for (unsigned w = 0; w < p->warps; w++)
		if (s->know[v][w] < of[w])
			s->learnt[v][w] = s->count[v];
	learn(s->know[v], of);
}

/* Steps */

static void miss(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word)
{
	const bool pulled = p->records == RECORDS_PULLED;
	const unsigned sm = p->sm[v];

	put(&s->valid, sm, true);
	put(&s->sharers, sm, pulled);
	if (pulled && !s->written) {
		note_read(p, s, v, word);
		return;
	}
	word_take_read(p, s, v, word, s->know[v][v], s->know[v]);
	if (!has(p, FAULT_FILL_UNTOLD))
		put(&s->marked, sm, pulled);
}

/* Somebody writes, in whatever way: who has read is asked, if this is the first time. */
static void ask(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word)
{
	const unsigned sm = p->sm[v];

	if (p->records != RECORDS_PULLED)
		return;
	put(&s->marked, sm, true);
	if (s->written)
		return;
	s->written = 1;
	s->asked = s->sharers;
	put(&s->asked, sm, false);
	if (!s->asked)
		return;
	s->asker = (uint8_t)(v + 1);
	s->asked_word = (uint8_t)word;
	stamp(s, v, s->knew);
}

static void store(const struct protocol *p, struct protocol_state *s, unsigned v, unsigned word,
		  enum protocol_access kind)
{
	const bool first = pulls(p, s, p->sm[v]);

	if (!has(p, first ? FAULT_SHARERS_KEPT : FAULT_NO_FLUSH_BY_STORE))
		send_all(p, s, p->sm[v]);
	word_take(p, s, v, word, kind);
	ask(p, s, v, word);
}

static void release(const struct protocol *p, struct protocol_state *s, unsigned v, bool hands_on)
{
	send_known(p, s, v);
	if (!hands_on) {
		memset(s->flag, 0, WARPS);
		s->flag_heard = 0;
	}
	learn(s->flag, s->know[v]);
	if (has(p, FAULT_KNOWN_SLOT))
		s->flag_heard |= (uint8_t)(s->heard[v] | 1U << v);
	s->know[v][v]++;
}

static void barrier(const struct protocol *p, struct protocol_state *s, unsigned sm)
{
	uint8_t all[WARPS] = {0};

	for (unsigned v = 0; v < p->warps; v++) {
		if (p->sm[v] != sm || !is_there(p, s, v))
			continue;
		prepare(p, s, v);
		learn(all, s->know[v]);
	}
	for (unsigned v = 0; v < p->warps; v++) {
		if (p->sm[v] != sm || !is_there(p, s, v))
			continue;
		learn_from(p, s, v, all);
		s->know[v][v]++;
	}
}

static void evict(const struct protocol *p, struct protocol_state *s, unsigned sm)
{
	if (has(p, FAULT_EVICTED_LOST))
		for (unsigned v = 0; v < p->warps; v++)
			for (unsigned word = 0; p->sm[v] == sm && word < p->words; word++)
				record_drop(s, v, word);
	send_all(p, s, sm);
	put(&s->valid, sm, false);
	put(&s->marked, sm, false);
}

static void answer(const struct protocol *p, struct protocol_state *s, unsigned sm)
{
	send_all(p, s, sm);
	if (!has(p, FAULT_SHARERS_UNTOLD))
		put(&s->marked, sm, bit(s->valid, sm));
	put(&s->asked, sm, false);
	if (s->asked)
		return;
	s->asker = s->asked_word = 0;
	memset(s->knew, 0, WARPS);
}

static enum protocol_access kind_of(uint8_t step)
{
	return (enum protocol_access)(step - STEP_STRONG + ACCESS_STRONG);
}

void protocol_begin(const struct protocol *p, struct protocol_state *s)
{
	memset(s, 0, sizeof(*s));
	for (unsigned v = 0; v < p->warps; v++)
		s->know[v][v] = 1;
}

void protocol_step(const struct protocol *p, struct protocol_state *s, struct protocol_step step)
{
	const unsigned v = step.who, word = step.word;

	switch ((enum protocol_kind)step.kind) {
	case STEP_HIT:
		word_access(p, s, v, word, ACCESS_READ);
		note_read(p, s, v, word);
		break;
	case STEP_MISS:
		word_access(p, s, v, word, ACCESS_READ);
		miss(p, s, v, word);
		break;
	case STEP_STRONG:
		word_access(p, s, v, word, ACCESS_STRONG);
		word_take(p, s, v, word, ACCESS_STRONG);
		break;
	case STEP_ATOMIC:
	case STEP_NARROW:
	case STEP_WRITE:
		word_access(p, s, v, word, kind_of(step.kind));
		store(p, s, v, word, kind_of(step.kind));
		break;
	case STEP_RELEASE:
	case STEP_HAND_ON: release(p, s, v, step.kind == STEP_HAND_ON); break;
	case STEP_ACQUIRE:
		prepare(p, s, v);
		learn_from(p, s, v, s->flag);
		s->heard[v] |= s->flag_heard;
		break;
	case STEP_LEAVE: put(&s->gone, v, true); break;
	case STEP_BARRIER: barrier(p, s, v); break;
	case STEP_SEND: send_all(p, s, v); break;
	case STEP_EVICT: evict(p, s, v); break;
	case STEP_ANSWER: answer(p, s, v); break;
	case STEP_KINDS: break;
	}
}

void protocol_end(const struct protocol *p, struct protocol_state *s)
{
	for (unsigned sm = 0; sm < sms(p); sm++)
		if (bit(s->asked, sm))
			answer(p, s, sm);
	for (unsigned sm = 0; sm < sms(p); sm++)
		evict(p, s, sm);
}

/* What can happen */

static void add(struct protocol_step step[PROTOCOL_STEPS], unsigned *n, enum protocol_kind kind,
		unsigned who, unsigned word)
{
	step[(*n)++] = (struct protocol_step){(uint8_t)kind, (uint8_t)who, (uint8_t)word};
}

static void add_accesses(const struct protocol *p, const struct protocol_state *s, unsigned v,
			 struct protocol_step step[PROTOCOL_STEPS], unsigned *n)
{
	const bool open = !s->asker || has(p, FAULT_LINE_OPEN);

	for (unsigned word = 0; word < p->words; word++) {
		if (bit(s->valid, p->sm[v]))
			add(step, n, STEP_HIT, v, word);
		for (unsigned k = STEP_MISS; open && k <= STEP_WRITE; k++)
			if ((k != STEP_STRONG || p->strong) && (k != STEP_NARROW || p->narrow))
				add(step, n, (enum protocol_kind)k, v, word);
	}
}

unsigned protocol_steps(const struct protocol *p, const struct protocol_state *s,
			struct protocol_step step[PROTOCOL_STEPS])
{
	unsigned n = 0;

	for (unsigned v = 0; v < p->warps; v++) {
		const bool waits = s->asker && p->sm[s->asker - 1] == p->sm[v];

		if (!is_there(p, s, v))
			continue;
		add_accesses(p, s, v, step, &n);
		if (!waits || has(p, FAULT_RELEASE_WITHOUT_ANSWERS)) {
			add(step, &n, STEP_RELEASE, v, 0);
			add(step, &n, STEP_HAND_ON, v, 0);
		}
		add(step, &n, STEP_ACQUIRE, v, 0);
		if (has_follower(p, v))
			add(step, &n, STEP_LEAVE, v, 0);
	}
	for (unsigned sm = 0; sm < sms(p); sm++) {
		add(step, &n, STEP_BARRIER, sm, 0);
		add(step, &n, STEP_SEND, sm, 0);
		if (bit(s->valid, sm))
			add(step, &n, STEP_EVICT, sm, 0);
		if (bit(s->asked, sm))
			add(step, &n, STEP_ANSWER, sm, 0);
	}
	return n;
}
