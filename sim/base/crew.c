/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

enum {
	SPINS = 20000, /* some tens of microseconds, then a helper sleeps */
	POLITE = 2000  /* then who waits lets others have the processor now and then */
};

struct crew {
	pthread_t *threads;
	uint32_t n_threads; /* helpers */
	void (*fn)(void *ctx, uint32_t i);
	void *ctx;
	uint32_t n;
	_Atomic uint32_t next;    /* item */
	_Atomic uint32_t working; /* helpers that have not finished this run */
	_Atomic uint32_t run;     /* counts runs: what helpers wait for */
	_Atomic bool ends;
	pthread_mutex_t lock; /* of sleeping */
	pthread_cond_t wake;
	_Atomic uint32_t asleep;
};

static void work(struct crew *c)
{
	for (;;) {
		const uint32_t i = atomic_fetch_add(&c->next, 1);

		if (i >= c->n)
			return;
		c->fn(c->ctx, i);
	}
}

static void relax(unsigned spins)
{
	if (spins > POLITE) {
		sched_yield();
		return;
	}
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

/* Until the run is no longer `seen`. */
static void wait_run(struct crew *c, uint32_t seen)
{
	for (unsigned i = 0; i < SPINS; i++) {
		if (atomic_load(&c->run) != seen)
			return;
		relax(i);
	}
	pthread_mutex_lock(&c->lock);
	atomic_fetch_add(&c->asleep, 1);
	while (atomic_load(&c->run) == seen)
		pthread_cond_wait(&c->wake, &c->lock);
	atomic_fetch_sub(&c->asleep, 1);
	pthread_mutex_unlock(&c->lock);
}

static void *helper(void *arg)
{
	struct crew *c = arg;
	uint32_t seen = 0;

	for (;;) {
		wait_run(c, seen);
		seen++;
		if (atomic_load(&c->ends))
			return NULL;
		work(c);
		atomic_fetch_sub(&c->working, 1);
	}
}

static void start_run(struct crew *c)
{
	atomic_fetch_add(&c->run, 1);
	if (!atomic_load(&c->asleep))
		return;
	pthread_mutex_lock(&c->lock);
	pthread_cond_broadcast(&c->wake);
	pthread_mutex_unlock(&c->lock);
}

void crew_run(struct crew *c, void (*fn)(void *ctx, uint32_t i), void *ctx, uint32_t n)
{
	c->fn = fn;
	c->ctx = ctx;
	c->n = n;
	atomic_store(&c->working, c->n_threads);
	atomic_store(&c->next, 0);
	start_run(c);
	work(c);
	for (unsigned i = 0; atomic_load(&c->working); i++)
		relax(i);
}

struct crew *crew_create(uint32_t threads)
{
	struct crew *c = mem_alloc(sizeof(*c));

	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->wake, NULL);
	c->threads = mem_alloc(threads * sizeof(*c->threads));
	while (c->n_threads + 1 < threads) {
		if (pthread_create(&c->threads[c->n_threads], NULL, helper, c)) {
			crew_destroy(c);
			return NULL;
		}
		c->n_threads++;
	}
	return c;
}

void crew_destroy(struct crew *c)
{
	if (!c)
		return;
	atomic_store(&c->ends, true);
	start_run(c);
	for (uint32_t i = 0; i < c->n_threads; i++)
		pthread_join(c->threads[i], NULL);
	pthread_cond_destroy(&c->wake);
	pthread_mutex_destroy(&c->lock);
	free(c->threads);
	free(c);
}
