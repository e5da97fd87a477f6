/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * byte: what hardware decides of one byte; in Verilog: pf_radish_check.
 */
#ifndef RADISH_BYTE_H
#define RADISH_BYTE_H

#include "radish.h"

/* What the clocks in the caches say of a byte to one processor. */
struct seen {
	bool read_before;   /* some last read happens before */
	int writer, reader; /* thread whose last write, or read, does not; RADISH_NOBODY */
};

#define SEEN_NOTHING ((struct seen){false, RADISH_NOBODY, RADISH_NOBODY})

/* One more thread's last read and write, 0: never; known: the processor's clock of that thread. */
static inline void seen_add(struct seen *s, uint32_t thread, uint64_t read, uint64_t write,
			    uint64_t known)
{
	if (write > known)
		s->writer = (int)thread;
	if (read > known)
		s->reader = (int)thread;
	if (read && read <= known)
		s->read_before = true;
}

/* There is a race with what was seen. */
static inline bool seen_races(const struct seen *s, bool write)
{
	return s->writer != RADISH_NOBODY || (write && s->reader != RADISH_NOBODY);
}

/* Hardware knows that there is none (4.5). A last read is behind the last write, or there was a
 * race then. */
static inline bool seen_allows(const struct seen *s, uint8_t status, bool write)
{
	if (seen_races(s, write))
		return false;
	return write ? status == RADISH_EVERYTHING : s->read_before || status & RADISH_LAST_WRITE;
}

static inline enum radish_permission seen_permission(const struct seen *s, uint8_t status)
{
	if (seen_allows(s, status, true))
		return RADISH_WRITE;
	return seen_allows(s, status, false) ? RADISH_READ : RADISH_NONE;
}

/* Status once metadata with such clocks has left the last cache (Figure 5). */
static inline uint8_t status_without(uint8_t status, bool read, bool write)
{
	return status &
	       (uint8_t)((read ? 0 : RADISH_ALL_LAST_READS) | (write ? 0 : RADISH_LAST_WRITE));
}

#endif
