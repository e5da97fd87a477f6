/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A word's tag is the stamp of who touched it last, and four bits. Of an earlier launch: nothing.
 *
 *                    read                                 write
 *   nobody           mine                                 mine, written
 *   myself           as it was                            conflict if MANY or ELSE; written
 *   same interval    conflict if NOW; MANY                conflict
 *   same block       mine                                 conflict if ELSE; mine, written
 *   another block    conflict if WRITTEN; mine, ELSE      conflict
 */
#include "../simt/alu_opt.h"

#include "tags.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../base/clones.h"
#include "../base/mem.h"
#include "gmem.h"

enum {
	MANY = 1,    /* several warps have read it in this interval */
	NOW = 2,     /* it was written in this interval, */
	WRITTEN = 4, /* in this launch */
	ELSE = 8,    /* several blocks have read it */
	STAMP = 16,  /* the least one */
	WORD = 4
};
enum { NOT, READ, SAVED }; /* states of a page */
enum { CHUNK = 256 };      /* pages */

#define LAST_STAMP (UINT32_MAX - (1U << 20))
#define ENOUGH     (LAST_STAMP / 2) /* no launch begins behind it */
#define MOST_BYTES (2ULL << 30)     /* saved */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Storage */

static void *reserve(uint64_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static void release(void *p, uint64_t bytes)
{
	if (p)
		munmap(p, bytes);
}

int undo_create(struct undo *u, uint64_t capacity)
{
	*u = (struct undo){.capacity = capacity, .most = MOST_BYTES / TAGS_PAGE};
	u->saved = reserve(capacity / TAGS_PAGE + 1);
	if (!u->saved)
		return -1;
	pthread_mutex_init(&u->lock, NULL);
	return 0;
}

void undo_destroy(struct undo *u)
{
	if (!u->saved)
		return;
	pthread_mutex_destroy(&u->lock);
	release(u->saved, u->capacity / TAGS_PAGE + 1);
	for (size_t i = 0; i < u->n_chunks; i++)
		free(u->copies[i]);
	free(u->copies);
	free(u->pages);
}

int tags_create(struct tags *t, struct undo *u)
{
	*t = (struct tags){.undo = u, .launch = STAMP, .next = STAMP};
	t->tag = reserve(u->capacity);
	t->state = reserve(u->capacity / TAGS_PAGE + 1);
	return t->tag && t->state ? 0 : -1;
}

void tags_destroy(struct tags *t)
{
	if (!t->undo)
		return;
	release(t->tag, t->undo->capacity);
	release(t->state, t->undo->capacity / TAGS_PAGE + 1);
	free(t->touched);
	free(t->shared);
}

/* Stamps */

void tags_launch(struct tags *t, uint32_t shared_bytes)
{
	if (t->shared_bytes < shared_bytes) {
		free(t->shared);
		t->shared = mem_alloc((size_t)shared_bytes + WORD);
		t->shared_bytes = shared_bytes;
	}
	if (t->next > ENOUGH) {
		madvise(t->tag, t->undo->capacity, MADV_DONTNEED);
		if (t->shared)
			memset(t->shared, 0, t->shared_bytes + WORD);
		t->next = STAMP;
	}
	t->launch = t->next;
}

bool tags_interval(struct tags *t, uint32_t warps)
{
	if (t->next > LAST_STAMP)
		return false;
	t->interval = t->next;
	t->next += warps * STAMP;
	return true;
}

bool tags_block(struct tags *t, uint32_t warps)
{
	if (!tags_interval(t, warps))
		return false;
	t->block = t->interval;
	return true;
}

/* Words */

struct now {
	uint32_t mine, interval, block, launch;
};

#define ONES(condition) ((condition) ? UINT32_MAX : 0U) /* without branches: vectors */

/* The tag after a read; *bad is not 0 after one that tells an order. */
ALWAYS_INLINE uint32_t after_read(uint32_t t, struct now n, uint32_t *bad)
{
	const uint32_t fresh = ONES(t < n.launch), mine = ONES((t ^ n.mine) < STAMP);
	const uint32_t beside = ONES(t >= n.interval), elsewhere = ONES(t < n.block);
	const uint32_t later = n.mine | (elsewhere & ELSE) | (~elsewhere & t & (WRITTEN | ELSE));
	const uint32_t other = (beside & (t | MANY)) | (~beside & later);
	const uint32_t old = (mine & t) | (~mine & other);

	*bad |= ~fresh & ~mine & t & ((beside & NOW) | (elsewhere & WRITTEN));
	return (fresh & n.mine) | (~fresh & old);
}

ALWAYS_INLINE uint32_t after_write(uint32_t t, struct now n, uint32_t *bad)
{
	const uint32_t fresh = ONES(t < n.launch), mine = ONES((t ^ n.mine) < STAMP);
	const uint32_t apart = ONES(t >= n.interval) | ONES(t < n.block);

	*bad |= ~fresh & ((mine & t & MANY) | (~mine & apart) | (t & ELSE));
	return n.mine | NOW | WRITTEN;
}

CLONES static bool mark_many(uint32_t *restrict tag, size_t words, struct now n, bool store)
{
	uint32_t bad = 0;

	if (store)
		for (size_t i = 0; i < words; i++)
			tag[i] = after_write(tag[i], n, &bad);
	else
		for (size_t i = 0; i < words; i++)
			tag[i] = after_read(tag[i], n, &bad);
	return !bad;
}

static inline bool mark(uint32_t *tag, size_t words, struct now n, bool store)
{
	uint32_t bad = 0;

	if (words != 1)
		return mark_many(tag, words, n, store);
	*tag = store ? after_write(*tag, n, &bad) : after_read(*tag, n, &bad);
	return !bad;
}

static struct now now(const struct tags *t, uint32_t id, uint32_t launch)
{
	return (struct now){t->interval + id * STAMP, t->interval, t->block, launch};
}

/* Shared memory is the block's own: what is older than the block is nothing. */
bool tags_shared(struct tags *t, uint32_t id, uint64_t at, uint64_t n, bool store)
{
	const uint64_t first = at / WORD, last = (at + n - 1) / WORD;

	return mark(t->shared + first, last - first + 1, now(t, id, t->block), store);
}

/* Pages */

static bool save(struct undo *u, uint64_t page)
{
	bool done = true;

	pthread_mutex_lock(&u->lock);
	if (!u->saved[page] && u->n == u->most) {
		done = false;
	} else if (!u->saved[page]) {
		const size_t at = u->n / CHUNK;

		if (at == u->n_chunks) {
			u->copies =
				mem_grow(u->copies, &u->cap_copies, u->n_chunks, sizeof(uint8_t *));
			u->copies[u->n_chunks++] = mem_realloc(NULL, (size_t)CHUNK * TAGS_PAGE);
		}
		u->pages = mem_grow(u->pages, &u->cap_pages, u->n, sizeof(*u->pages));
		u->pages[u->n] = (uint32_t)page;
		memcpy(u->copies[at] + u->n % CHUNK * TAGS_PAGE,
		       (const void *)(uintptr_t)(GMEM_BASE + page * TAGS_PAGE), TAGS_PAGE);
		u->n++;
		u->saved[page] = 1;
	}
	pthread_mutex_unlock(&u->lock);
	return done;
}

static __attribute__((noinline)) bool touch_page(struct tags *t, uint64_t page, bool store)
{
	if (t->state[page] == NOT) {
		t->touched =
			mem_grow(t->touched, &t->cap_touched, t->n_touched, sizeof(*t->touched));
		t->touched[t->n_touched++] = (uint32_t)page;
		t->state[page] = READ;
	}
	if (!store)
		return true;
	if (!save(t->undo, page))
		return false;
	t->state[page] = SAVED;
	return true;
}

bool tags_global(struct tags *t, uint32_t id, uint64_t addr, uint64_t n, bool store)
{
	const uint64_t first = addr - GMEM_BASE, last = first + n - 1;
	const uint8_t least = store ? SAVED : READ;

	for (uint64_t p = first / TAGS_PAGE; p <= last / TAGS_PAGE; p++)
		if (t->state[p] < least && !touch_page(t, p, store))
			return false;
	return mark(t->tag + first / WORD, last / WORD - first / WORD + 1, now(t, id, t->launch),
		    store);
}

/* The end */

enum { PER_PAGE = TAGS_PAGE / WORD };

CLONES static bool page_conflict(const uint32_t *restrict a, uint32_t from_a,
				 const uint32_t *restrict b, uint32_t from_b)
{
	uint32_t both = 0;

	for (unsigned i = 0; i < PER_PAGE; i++)
		both |= a[i] >= from_a && b[i] >= from_b ? a[i] | b[i] : 0;
	return both & WRITTEN;
}

bool tags_conflict(const struct tags *a, const struct tags *b)
{
	for (size_t i = 0; i < a->n_touched; i++) {
		const size_t page = a->touched[i], at = page * PER_PAGE;

		if ((a->state[page] == SAVED || b->state[page] == SAVED) && b->state[page] != NOT &&
		    page_conflict(a->tag + at, a->launch, b->tag + at, b->launch))
			return true;
	}
	return false;
}

static void undo_page(const struct tags *t, size_t page, const uint8_t *was)
{
	uint8_t *p = (uint8_t *)(uintptr_t)(GMEM_BASE + page * TAGS_PAGE);
	const uint32_t *tag = t->tag + page * PER_PAGE;

	for (unsigned i = 0; i < PER_PAGE; i++)
		if (tag[i] >= t->launch && tag[i] & WRITTEN)
			memcpy(p + (size_t)i * WORD, was + (size_t)i * WORD, WORD);
}

void tags_undo(const struct tags *t)
{
	const struct undo *u = t->undo;

	for (size_t i = 0; i < u->n; i++)
		if (t->state[u->pages[i]] == SAVED)
			undo_page(t, u->pages[i], u->copies[i / CHUNK] + i % CHUNK * TAGS_PAGE);
}

void tags_forget(struct tags *t)
{
	for (size_t i = 0; i < t->n_touched; i++)
		t->state[t->touched[i]] = NOT;
	t->n_touched = 0;
}

void undo_forget(struct undo *u)
{
	for (size_t i = 0; i < u->n; i++)
		u->saved[u->pages[i]] = 0;
	u->n = 0;
}
