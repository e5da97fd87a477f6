/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The trace writer against the trace reader: what goes in comes out, record for record; files that
 * cannot be written or read, and files that are not overwritten. Damaged traces:
 * test_trace_damage.c.
 */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../../sw/base/version.h"
#include "world.h"

static void test_round_trip(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct world *w = world_new(seed);
		struct log log = {0};
		struct trace_header h;
		struct trace_reader *t;
		struct diag diag = {""};
		size_t n;

		write_trace(w, &log, 1 + (unsigned)seed * 2, seed == 4 ? 800 : 200);
		t = trace_reader_open(w->path, &h, &diag);
		assert_non_null(t);
		assert_int_equal(h.version, TRACE_VERSION);
		assert_true(h.seed == w->config.seed);
		assert_int_equal(h.scheduler, MACHINE_RANDOM);
		assert_int_equal(h.mode, SIMT_LOCKSTEP);
		assert_int_equal(h.sms, 15);
		assert_int_equal(h.threads_per_sm, 1024);
		assert_int_equal(h.blocks_per_sm, 8);
		assert_int_equal(h.shared_per_sm, 49152);
		assert_string_equal(h.tool, VERSION_NAME " " VERSION_TEXT);
		assert_string_equal(h.command, "./app 1 \"two\"");
		assert_int_equal(read_all(t, &log, &n, &diag), 0);
		assert_int_equal(n, log.n);
		trace_reader_close(t);
		free(log.r);
		world_free(w);
	}
}

static void test_empty(void **state)
{
	struct world *w = world_new(1);
	struct log log = {0};
	struct diag diag = {""};
	uint8_t *p;
	size_t size, n;

	(void)state;
	write_trace(w, &log, 0, 0);
	p = slurp(w->path, &size);
	assert_int_equal(read_memory(p, size, &log, &n, &diag), 0);
	assert_int_equal(n, 0);
	free(p);
	world_free(w);
}

static void put_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void test_refuses_to_overwrite(void **state)
{
	static const char *const texts[] = {"my thesis", "PFTRACE", "x"};
	struct world *w = world_new(2);
	struct log log = {0};
	struct diag diag = {""};
	size_t n;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		uint8_t *p;

		put_text(w->path, texts[i]);
		assert_null(trace_writer_open(w->path, &w->config, "c", &diag));
		assert_non_null(strstr(diag.text, "exists and is not a trace: not overwritten"));
		p = slurp(w->path, &n);
		assert_int_equal(n, strlen(texts[i]));
		assert_memory_equal(p, texts[i], n);
		free(p);
	}
	put_text(w->path, "");
	write_trace(w, &log, 2, 40);
	log.n = 0;
	write_trace(w, &log, 1, 3); /* over the longer one */
	{
		struct trace_header h;
		struct trace_reader *t = trace_reader_open(w->path, &h, &diag);

		assert_int_equal(read_all(t, &log, &n, &diag), 0);
		assert_int_equal(n, log.n);
		trace_reader_close(t);
	}
	free(log.r);
	world_free(w);
}

static void test_write_errors(void **state)
{
	struct world *w = world_new(3);
	struct diag diag = {""};
	struct trace_writer *t, *second;
	struct stat st;

	(void)state;
	assert_null(trace_writer_open("/nonexistent/x", &w->config, "c", &diag));
	assert_string_equal(diag.text,
			    "/nonexistent/x: cannot write the trace: No such file or directory");
	assert_null(trace_writer_open("/", &w->config, "c", &diag));
	assert_non_null(strstr(diag.text, "Is a directory"));
	assert_null(trace_writer_open("/dev/full", &w->config, "c", &diag));
	assert_non_null(strstr(diag.text, "No space left on device"));
	t = trace_writer_open("/dev/null", &w->config, "c", &diag);
	assert_non_null(t);
	assert_int_equal(trace_writer_close(t, &diag), 0);
	/* one writer at a time */
	t = trace_writer_open(w->path, &w->config, NULL, &diag);
	assert_non_null(t);
	second = trace_writer_open(w->path, &w->config, NULL, &diag);
	assert_null(second);
	assert_non_null(strstr(diag.text, "another process"));
	assert_int_equal(trace_writer_close(t, &diag), 0);
	assert_int_equal(stat(w->path, &st), 0);
	world_free(w);
}

/* Writing fails in the middle of a run: a pipe that nobody reads any more. */
static void test_broken_pipe(void **state)
{
	struct world *w = world_new(4);
	struct diag diag = {""};
	struct machine_launch_info l = {.kernel = &w->kernels[0],
					.launch = 1,
					.grid = {1, 1, 1},
					.block = {32, 1, 1},
					.warps_per_block = 1};
	struct machine_who who = {.kernel = l.kernel, .launch = 1};
	static struct simt_op op;
	const struct machine_observer *o;
	struct trace_writer *t;
	int pipe_fd[2];
	char name[64];

	(void)state;
	assert_int_equal(pipe(pipe_fd), 0);
	signal(SIGPIPE, SIG_IGN);
	snprintf(name, sizeof(name), "/dev/fd/%d", pipe_fd[1]);
	t = trace_writer_open(name, &w->config, "c", &diag);
	assert_non_null(t);
	close(pipe_fd[0]); /* nobody reads any more */
	o = trace_writer_observer(t);
	o->launch_begin(o->ctx, &l);
	for (int i = 0; i < 5000; i++) {
		random_op(w, &op);
		o->op(o->ctx, &who, &op);
	}
	assert_int_equal(trace_writer_close(t, &diag), -1);
	assert_non_null(strstr(diag.text, "cannot write the trace: Broken pipe"));
	close(pipe_fd[1]);
	world_free(w);
}

/* A child that a program forks must not write its copy of the buffer. */
static void test_fork(void **state)
{
	struct world *w = world_new(5);
	struct diag diag = {""};
	struct trace_writer *t = trace_writer_open(w->path, &w->config, "c", &diag);
	pid_t child;
	uint8_t *p;
	size_t size, n;
	int status;

	(void)state;
	assert_non_null(t);
	child = fork();
	assert_true(child >= 0);
	if (!child)
		_exit(trace_writer_close(t, &diag) ? 1 : 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(trace_writer_close(t, &diag), 0);
	p = slurp(w->path, &size);
	assert_int_equal(read_memory(p, size, NULL, &n, &diag), 0);
	free(p);
	world_free(w);
}

/* Operations that the format cannot hold are the machine's error, and reported. */
static void test_refuses_nonsense(void **state)
{
	struct world *w = world_new(6);
	struct diag diag = {""};
	struct trace_writer *t = trace_writer_open(w->path, &w->config, "c", &diag);
	const struct machine_observer *o = trace_writer_observer(t);
	struct machine_who who = {.kernel = &w->kernels[0]};

	(void)state;
	o->warp_exit(o->ctx, &who);
	assert_int_equal(trace_writer_close(t, &diag), -1);
	assert_non_null(strstr(diag.text, "outside a launch"));
	world_free(w);
}

static void test_missing_file(void **state)
{
	struct trace_header h;
	struct diag diag = {""};

	(void)state;
	assert_null(trace_reader_open("/nonexistent/x", &h, &diag));
	assert_string_equal(diag.text, "/nonexistent/x: No such file or directory");
	assert_null(trace_reader_open("/", &h, &diag));
	assert_non_null(strstr(diag.text, "Is a directory"));
}

static void test_forms(void **state)
{
	uint64_t v[SIMT_LANES] = {0}, base, stride;

	(void)state;
	for (unsigned l = 0; l < SIMT_LANES; l++)
		v[l] = 1000 - 8 * (uint64_t)l;
	assert_int_equal(trace_form_of(v, 0, &base, &stride), TRACE_FORM_EQUAL);
	assert_int_equal(trace_form_of(v, 0x80000000, &base, &stride), TRACE_FORM_EQUAL);
	assert_int_equal(trace_form_of(v, 0xf0, &base, &stride), TRACE_FORM_STRIDE);
	assert_true(base == 1000 - 32 && stride == (uint64_t)-8);
	assert_int_equal(trace_form_of(v, 0x80000001, &base, &stride), TRACE_FORM_STRIDE);
	v[31]++;
	assert_int_equal(trace_form_of(v, 0x80000001, &base, &stride), TRACE_FORM_LIST);
	assert_int_equal(trace_form_of(v, 0xffffffff, &base, &stride), TRACE_FORM_LIST);
	/* the widest rise there is */
	v[0] = INT64_MAX, v[1] = (uint64_t)INT64_MIN;
	assert_int_equal(trace_form_of(v, 3, &base, &stride), TRACE_FORM_STRIDE);
	assert_true(stride == 1);
	v[2] = v[1] + 1;
	assert_int_equal(trace_form_of(v, 7, &base, &stride), TRACE_FORM_STRIDE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_refuses_to_overwrite),
		cmocka_unit_test(test_write_errors),
		cmocka_unit_test(test_broken_pipe),
		cmocka_unit_test(test_fork),
		cmocka_unit_test(test_refuses_nonsense),
		cmocka_unit_test(test_missing_file),
		cmocka_unit_test(test_forms),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
