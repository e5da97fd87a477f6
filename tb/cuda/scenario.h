/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scenario: a program's host code as a compiler would generate it, by hand: device code that is
 * registered and launched.
 *
 * A context is the process's, so every scenario runs in a child of its own; its exit code and
 * standard error are the result.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cuda/runtime/register.h"

/* In a child: ends it with the line that failed. */
#define REQUIRE(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); \
			_exit(99); \
		} \
	} while (0)

#define HEAD(sm) ".version 6.0\n.target sm_" #sm "\n.address_size 64\n"
/* k: p[0] += a + b, with parameters that need padding */
#define BODY \
	".visible .global .align 4 .u32 counter = 5;\n" \
	".visible .const .align 4 .b8 table[16];\n" \
	".visible .entry k(.param .u8 k_a, .param .u64 k_p, .param .u32 k_b)\n" \
	"{\n" \
	"\t.reg .b32 %r<8>;\n" \
	"\t.reg .b64 %rd<4>;\n" \
	"\tld.param.u8 %r1, [k_a];\n" \
	"\tld.param.u64 %rd1, [k_p];\n" \
	"\tld.param.u32 %r2, [k_b];\n" \
	"\tadd.s32 %r3, %r1, %r2;\n" \
	"\tld.global.u32 %r4, [%rd1];\n" \
	"\tadd.s32 %r5, %r3, %r4;\n" \
	"\tst.global.u32 [%rd1], %r5;\n" \
	"\tld.global.u32 %r6, [counter];\n" \
	"\tadd.s32 %r7, %r6, 1;\n" \
	"\tst.global.u32 [counter], %r7;\n" \
	"\tret;\n" \
	"}\n"

static const char ptx70[] = HEAD(70) BODY;

/* Stand-ins for the host stub and the shadow variables: only their addresses count. */
static char stub, stub2, shadow_counter, shadow_table;

static inline void **register_image(const void *image)
{
	/* The generated wrapper is a static of the program's. */
	struct rt_wrapper *w = calloc(1, sizeof(*w));
	void **handle;

	REQUIRE(w);
	w->magic = RT_WRAPPER_MAGIC;
	w->version = 1;
	w->data = image;
	handle = __cudaRegisterFatBinary(w);
	free(w);
	__cudaRegisterFunction(handle, &stub, &stub, "k", -1, NULL, NULL, NULL, NULL, NULL);
	__cudaRegisterVar(handle, &shadow_counter, &shadow_counter, "counter", 0, 4, 0, 0);
	__cudaRegisterVar(handle, &shadow_table, &shadow_table, "table", 0, 16, 1, 0);
	__cudaRegisterFatBinaryEnd(handle);
	return handle;
}

static inline unsigned read_word(const void *device)
{
	unsigned v = 0;

	REQUIRE(cudaMemcpy(&v, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
	return v;
}

static inline unsigned *new_word(unsigned v)
{
	void *d = NULL;

	REQUIRE(cudaMalloc(&d, 4) == cudaSuccess && d);
	REQUIRE(cudaMemcpy(d, &v, 4, cudaMemcpyHostToDevice) == cudaSuccess);
	return d;
}

static const dim3 one = {1, 1, 1};

static inline cudaError_t launch(unsigned char a, unsigned *p, unsigned b)
{
	void *args[] = {&a, &p, &b};

	return cudaLaunchKernel(&stub, one, one, args, 0, NULL);
}

/* The parent's side */

struct result {
	int code;
	char err[4096];
};

static inline struct result in_child(int (*scenario)(void))
{
	struct result r = {-1, ""};
	size_t n = 0;
	ssize_t got;
	int fd[2], status;
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	fflush(NULL);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		dup2(fd[1], STDERR_FILENO);
		close(fd[0]);
		close(fd[1]);
		exit(scenario());
	}
	close(fd[1]);
	while (n < sizeof(r.err) - 1 && (got = read(fd[0], r.err + n, sizeof(r.err) - 1 - n)) > 0)
		n += (size_t)got;
	close(fd[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	r.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
	return r;
}

static inline void works(int (*scenario)(void))
{
	struct result r = in_child(scenario);

	if (r.code)
		fail_msg("exit code %d: %s", r.code, r.err);
}

/* Exit code 2 and exactly one line, which says what. */
static inline void refused(int (*scenario)(void), const char *what)
{
	struct result r = in_child(scenario);

	if (r.code != 2 || strncmp(r.err, "photofinish: ", 13) != 0 || !strstr(r.err, what) ||
	    strchr(r.err, '\n') != r.err + strlen(r.err) - 1)
		fail_msg("exit code %d, wanted 2 and '%s': %s", r.code, what, r.err);
}

#endif
