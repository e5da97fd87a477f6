/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * interrupt: Ctrl-C inside a launch says where everybody is and leaves the report as far as it got.
 *
 * A program that has handlers of its own, or ignores the signal, keeps that; outside of launches
 * the signal does what it always does. A second one ends the process at once, if it is not the same
 * one again: timeout(1) sends its signal to the process and to its group.
 */
#include "session_int.h"

#include <signal.h>
#include <time.h>

enum { EXIT_SIGNAL = 128, SAMPLE_MS = 200, ECHO_MS = 200 };

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof(signals) / sizeof(*signals) };

/* A handler has nothing else to write to. */
static volatile sig_atomic_t caught;
static struct timespec caught_at; /* of the handler alone */

static long ms_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - then->tv_sec) * 1000 + (now.tv_nsec - then->tv_nsec) / 1000000;
}

static void on_signal(int sig)
{
	if (!caught) {
		clock_gettime(CLOCK_MONOTONIC, &caught_at);
		caught = sig;
	} else if (sig != caught || ms_since(&caught_at) > ECHO_MS) {
		signal(sig, SIG_DFL);
		raise(sig); /* when the handler returns */
	}
}

void session_interrupt_begin(void)
{
	struct sigaction ours = {.sa_flags = SA_RESTART}, was;

	ours.sa_handler = on_signal;
	for (unsigned i = 0; i < SIGNALS; i++)
		if (!sigaction(signals[i], NULL, &was) && was.sa_handler == SIG_DFL)
			sigaction(signals[i], &ours, NULL);
}

void session_interrupt_end(void)
{
	struct sigaction is;

	if (caught) /* the report comes, and may be interrupted */
		return;
	for (unsigned i = 0; i < SIGNALS; i++)
		if (!sigaction(signals[i], NULL, &is) && is.sa_handler == on_signal)
			signal(signals[i], SIG_DFL);
}

void session_interrupt_watch(struct session *s)
{
	machine_set_hurry(s->machine, &caught);
}

/* For a while warps note what they access, so that it can be said. By time: a checker that has many
 * races to tell may take milliseconds for an instruction. */
void session_interrupt_look(struct session *s)
{
	if (!caught)
		return;
	if (!s->progress.sampling)
		machine_sample(s->machine);
	else if (ms_since(&caught_at) > SAMPLE_MS)
		machine_stop(s->machine);
	s->progress.sampling = true;
}

int session_interrupted(void)
{
	return caught ? EXIT_SIGNAL + caught : 0;
}
