/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * interrupt: Ctrl-C inside a launch says where everybody is and leaves the report as far as it got.
 *
 * A program that has handlers of its own, or ignores the signal, keeps that; outside of launches
 * the signal does what it always does. A second one ends the process at once.
 */
#include "session_int.h"

#include <signal.h>

enum { EXIT_SIGNAL = 128, SAMPLES = 8 };

static const int signals[] = {SIGINT, SIGTERM};
enum { SIGNALS = sizeof(signals) / sizeof(*signals) };

/* A handler has nothing else to write to. */
static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	caught = sig;
}

void session_interrupt_begin(void)
{
	struct sigaction ours = {.sa_flags = (int)(SA_RESTART | SA_RESETHAND)}, was;

	ours.sa_handler = on_signal;
	for (unsigned i = 0; i < SIGNALS; i++)
		if (!sigaction(signals[i], NULL, &was) && was.sa_handler == SIG_DFL)
			sigaction(signals[i], &ours, NULL);
}

void session_interrupt_end(void)
{
	struct sigaction is;

	for (unsigned i = 0; i < SIGNALS; i++)
		if (!sigaction(signals[i], NULL, &is) && is.sa_handler == on_signal)
			signal(signals[i], SIG_DFL);
}

/* Warps note what they access for some calls, so that it can be said. */
void session_interrupt_look(struct session *s)
{
	if (!caught)
		return;
	if (!s->progress.samples)
		machine_sample(s->machine);
	if (++s->progress.samples > SAMPLES)
		machine_stop(s->machine);
}

int session_interrupted(void)
{
	return caught ? EXIT_SIGNAL + caught : 0;
}
