/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ram_fifo: the control of a pf_fifo in a RAM, cycle for cycle: a word shows two cycles after it
 * came. Whoever uses it never puts more words in than it has places.
 */
#ifndef SIM_LINES_RAM_FIFO_H
#define SIM_LINES_RAM_FIFO_H

#include <stdbool.h>
#include <stdint.h>

enum { RAM_FIFO_WORDS = 64 /* at most: a power of two */ };

struct ram_fifo {
	uint64_t word[RAM_FIFO_WORDS];
	uint32_t first, level; /* words inside; word[first] is the oldest */
	bool shown;            /* the oldest is on show */
};

static inline uint64_t ram_fifo_word(const struct ram_fifo *f)
{
	return f->word[f->first];
}

/* push: a word comes; ready: the one on show, if there is one, is taken. */
static inline void ram_fifo_step(struct ram_fifo *f, bool push, uint64_t word, bool ready)
{
	const bool unread = f->level != f->shown, pop = f->shown && ready;

	if (push)
		f->word[(f->first + f->level) % RAM_FIFO_WORDS] = word;
	f->shown = (unread && (!f->shown || ready)) || (f->shown && !ready);
	if (pop)
		f->first = (f->first + 1) % RAM_FIFO_WORDS;
	f->level += push;
	f->level -= pop;
}

#endif
