/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * progress: what a kernel prints, and on a terminal a line that says how far the launch is.
 */
#include "session_int.h"

#include <unistd.h>

static void print_device_text(void *ctx, bool is_error, const char *text, size_t n)
{
	session_progress_clear(ctx);
	fwrite(text, 1, n, is_error ? stderr : stdout);
}

/* How long the rest will take if the blocks that are left are like those that are done; that is not
 * known before the first has finished. */
static void seconds_left(char *text, size_t size, double seconds, uint64_t done, uint64_t blocks)
{
	text[0] = '\0';
	if (done)
		snprintf(text, size, ", about %.0f s left",
			 seconds * (double)(blocks - done) / (double)done);
}

static void show_progress(void *ctx, uint64_t warp_insns, uint64_t done, uint64_t blocks)
{
	struct session *s = ctx;
	double seconds;
	char left[48];
	uint64_t now;

	session_interrupt_look(s);
	if (s->opt.quiet || !s->progress.terminal)
		return;
	now = session_now_ns();
	if (now - s->progress.start_ns < 2000000000U || now - s->progress.shown_ns < 200000000U)
		return;
	s->progress.shown_ns = now;
	s->progress.shown = true;
	seconds = (double)(now - s->progress.start_ns) / 1e9;
	seconds_left(left, sizeof(left), seconds, done, blocks);
	fprintf(stderr, "\r%.40s: %llu of %llu blocks, %.1f M warp instructions/s, %.0f s%s\033[K",
		s->progress.name, (unsigned long long)done, (unsigned long long)blocks,
		(double)warp_insns / 1e6 / seconds, seconds, left);
	fflush(stderr);
}

/* A launch that does not come nearer to its end: it may be right, so it goes on. */
static void tell_stall(void *ctx, uint64_t warp_insns, const char *where, const char *hint)
{
	struct session *s = ctx;

	if (s->opt.quiet)
		return;
	session_progress_clear(s);
	fflush(stdout);
	fprintf(stderr,
		"photofinish: note: no block has begun, no warp ended and no barrier opened for "
		"%.0f M "
		"warp instructions; it goes on (Ctrl-C says where it is, --max-instructions ends "
		"it)\n"
		"photofinish: note: %s\nphotofinish: note: if it should have ended: %s\n",
		(double)warp_insns / 1e6, where, hint);
}

void session_progress_clear(struct session *s)
{
	if (!s->progress.shown)
		return;
	s->progress.shown = false;
	fputs("\r\033[K", stderr);
	fflush(stderr);
}

void session_progress_open(struct session *s)
{
	s->progress.terminal = isatty(STDERR_FILENO);
	machine_set_print(s->machine, print_device_text, s);
	machine_set_progress(s->machine, show_progress, s);
	session_interrupt_watch(s);
	machine_set_stall(s->machine, tell_stall, s);
}
