/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_runtime_abi: the runtime as generated host code sees it: registration by hand, both
 * launch interfaces, nvcc's container whole and broken, what is refused and how.
 *
 * A context is the process's, so every scenario runs in a child of its own; its exit code and
 * standard error are the result.
 */
#include <jansson.h>
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
#include "session/options.h"

/* In a child: ends it with the line that failed. */
#define REQUIRE(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "line %d: %s\n", __LINE__, #x); \
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

static const char ptx70[] = HEAD(70) BODY, ptx60[] = HEAD(60) BODY;

/* Stand-ins for the host stub and the shadow variables: only their addresses count. */
static char stub, stub2, shadow_counter, shadow_table, shadow_none;

static void **register_image(const void *image)
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

static unsigned read_word(const void *device)
{
	unsigned v = 0;

	REQUIRE(cudaMemcpy(&v, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
	return v;
}

static unsigned *new_word(unsigned v)
{
	void *d = NULL;

	REQUIRE(cudaMalloc(&d, 4) == cudaSuccess && d);
	REQUIRE(cudaMemcpy(d, &v, 4, cudaMemcpyHostToDevice) == cudaSuccess);
	return d;
}

static const dim3 one = {1, 1, 1};

static cudaError_t launch(unsigned char a, unsigned *p, unsigned b)
{
	void *args[] = {&a, &p, &b};

	return cudaLaunchKernel(&stub, one, one, args, 0, NULL);
}

/* Scenarios: run in a child, which exits with what they return */

static int launches(void)
{
	unsigned *d;
	void **h = register_image(ptx70);

	REQUIRE(__cudaInitModule(h) == 1);
	d = new_word(100);
	REQUIRE(launch(7, d, 30) == cudaSuccess);
	REQUIRE(read_word(d) == 137);
	REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
	REQUIRE(cudaFree(d) == cudaSuccess);
	__cudaUnregisterFatBinary(h);
	REQUIRE(launch(7, d, 30) == cudaErrorInvalidDeviceFunction);
	return 0;
}

static int launches_by_stub(void)
{
	dim3 grid = {3, 1, 1}, g, b;
	size_t shared = 0;
	cudaStream_t s = cudaStreamPerThread;

	register_image(ptx70);
	REQUIRE(__cudaPushCallConfiguration(grid, one, 16, cudaStreamLegacy) == 0);
	REQUIRE(__cudaPushCallConfiguration(one, grid, 8, NULL) == 0); /* nested */
	REQUIRE(__cudaPopCallConfiguration(&g, &b, &shared, &s) == cudaSuccess);
	REQUIRE(g.x == 1 && b.x == 3 && shared == 8 && !s);
	REQUIRE(__cudaPopCallConfiguration(&g, &b, &shared, &s) == cudaSuccess);
	REQUIRE(g.x == 3 && b.x == 1 && shared == 16 && s == cudaStreamLegacy);
	REQUIRE(__cudaPopCallConfiguration(&g, &b, &shared, &s) == cudaErrorMissingConfiguration);
	REQUIRE(cudaGetLastError() == cudaErrorMissingConfiguration);
	REQUIRE(cudaGetLastError() == cudaSuccess);
	return 0;
}

static int launches_the_old_way(void)
{
	unsigned char a = 1;
	unsigned b = 2, *d;
	static const char big[32765]; /* a byte more than a kernel takes */

	register_image(ptx60);
	d = new_word(10);
	REQUIRE(cudaLaunch(&stub) == cudaErrorMissingConfiguration);
	REQUIRE(cudaSetupArgument(&a, 1, 0) == cudaErrorMissingConfiguration);
	REQUIRE(cudaConfigureCall(one, one, 0, NULL) == cudaSuccess);
	REQUIRE(cudaSetupArgument(&a, 1, 0) == cudaSuccess);
	REQUIRE(cudaSetupArgument(&d, 8, 8) == cudaSuccess);
	REQUIRE(cudaSetupArgument(&b, 4, 16) == cudaSuccess);
	REQUIRE(cudaSetupArgument(big, sizeof(big), 0) == cudaErrorInvalidValue);
	REQUIRE(cudaSetupArgument(NULL, 4, 0) == cudaErrorInvalidValue);
	REQUIRE(cudaSetupArgument(&b, 4, SIZE_MAX - 1) == cudaErrorInvalidValue);
	REQUIRE(cudaLaunch(&stub) == cudaSuccess);
	REQUIRE(read_word(d) == 13);
	REQUIRE(cudaConfigureCall(one, one, 0, NULL) == cudaSuccess);
	REQUIRE(cudaLaunch(&stub2) == cudaErrorInvalidDeviceFunction);
	REQUIRE(cudaLaunch(&stub) == cudaErrorMissingConfiguration);
	return 0;
}

static int launches_by_handle(void)
{
	unsigned char a = 1;
	unsigned b = 2, *d;
	void *kernel = NULL, *args[] = {&a, &d, &b};
	cudaLaunchConfig_t c = {one, one, 0, NULL, NULL, 0};
	cudaLaunchAttribute unknown = {.id = cudaLaunchAttributeProgrammaticEvent};

	register_image(ptx70);
	d = new_word(10);
	REQUIRE(__cudaGetKernel(&kernel, &stub2) == cudaErrorInvalidDeviceFunction);
	REQUIRE(__cudaGetKernel(&kernel, &stub) == cudaSuccess);
	REQUIRE(__cudaLaunchKernel(kernel, one, one, args, 0, NULL) == cudaSuccess);
	REQUIRE(read_word(d) == 13);
	REQUIRE(cudaLaunchKernelExC(&c, &stub, args) == cudaSuccess);
	REQUIRE(read_word(d) == 16);
	REQUIRE(cudaLaunchKernelExC(NULL, &stub, args) == cudaErrorInvalidValue);
	c.numAttrs = 1;
	REQUIRE(cudaLaunchKernelExC(&c, &stub, args) == cudaErrorInvalidValue);
	c.attrs = &unknown;
	REQUIRE(cudaLaunchKernelExC(&c, &stub, args) == cudaErrorNotSupported);
	REQUIRE(cudaLaunchCooperativeKernel(&stub, one, one, args, 0, NULL) == cudaSuccess);
	REQUIRE(read_word(d) == 19);
	return 0;
}

static int wrong_launches(void)
{
	unsigned char a = 1;
	unsigned b = 2, *d;
	void *args[] = {&a, &d, &b}, *null_arg[] = {&a, NULL, &b};
	const dim3 none = {0, 1, 1}, wide = {1025, 1, 1}, deep = {1, 1, 65}, flat = {32, 33, 1},
		   tall = {1, 65536, 1};
	void **h = register_image(ptx70);

	__cudaRegisterFunction(h, &stub2, &stub2, "absent", -1, NULL, NULL, NULL, NULL, NULL);
	d = new_word(10);
	REQUIRE(cudaLaunchKernel(NULL, one, one, args, 0, NULL) == cudaErrorInvalidDeviceFunction);
	REQUIRE(cudaLaunchKernel(&stub2, one, one, args, 0, NULL) ==
		cudaErrorInvalidDeviceFunction);
	REQUIRE(cudaLaunchKernel(&stub, none, one, args, 0, NULL) == cudaErrorInvalidConfiguration);
	REQUIRE(cudaLaunchKernel(&stub, one, none, args, 0, NULL) == cudaErrorInvalidConfiguration);
	REQUIRE(cudaLaunchKernel(&stub, one, wide, args, 0, NULL) == cudaErrorInvalidConfiguration);
	REQUIRE(cudaLaunchKernel(&stub, one, deep, args, 0, NULL) == cudaErrorInvalidConfiguration);
	REQUIRE(cudaLaunchKernel(&stub, one, flat, args, 0, NULL) == cudaErrorInvalidConfiguration);
	REQUIRE(cudaLaunchKernel(&stub, tall, one, args, 0, NULL) == cudaErrorInvalidConfiguration);
	REQUIRE(cudaLaunchKernel(&stub, one, one, args, 1 << 20, NULL) == cudaErrorInvalidValue);
	REQUIRE(cudaLaunchKernel(&stub, one, one, NULL, 0, NULL) == cudaErrorInvalidValue);
	REQUIRE(cudaLaunchKernel(&stub, one, one, null_arg, 0, NULL) == cudaErrorInvalidValue);
	REQUIRE(cudaLaunchKernel(&stub, one, one, args, 0, (cudaStream_t)&a) ==
		cudaErrorInvalidResourceHandle);
	REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidResourceHandle);
	REQUIRE(cudaGetLastError() == cudaErrorInvalidResourceHandle);
	REQUIRE(cudaGetLastError() == cudaSuccess);
	REQUIRE(cudaDeviceSynchronize() == cudaSuccess); /* none of them sticks */
	REQUIRE(read_word(d) == 10);
	return 0;
}

static int faults_stick(void)
{
	unsigned *d;

	register_image(ptx70);
	d = new_word(10);
	REQUIRE(launch(1, NULL, 2) == cudaSuccess); /* told later */
	REQUIRE(cudaGetLastError() == cudaSuccess);
	REQUIRE(launch(1, d, 2) == cudaSuccess); /* does not run */
	REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
	REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
	REQUIRE(cudaGetLastError() == cudaErrorIllegalAddress);
	REQUIRE(launch(1, d, 2) == cudaErrorIllegalAddress);
	REQUIRE(cudaFree(d) == cudaErrorIllegalAddress);
	REQUIRE(cudaDeviceReset() == cudaSuccess);
	REQUIRE(cudaGetLastError() == cudaSuccess);
	REQUIRE(cudaFree(d) == cudaErrorInvalidValue); /* went with the context */
	d = new_word(10);
	REQUIRE(launch(1, d, 2) == cudaSuccess);
	REQUIRE(read_word(d) == 13);
	return 0;
}

static int symbols(void)
{
	unsigned v = 0, four[4] = {1, 2, 3, 4}, back[4] = {0}, *d;
	void *p = NULL;
	size_t n = 0;
	void **h = register_image(ptx70);

	__cudaRegisterVar(h, &shadow_none, &shadow_none, "absent", 0, 4, 0, 0);
	REQUIRE(cudaMemcpyFromSymbol(&v, &shadow_counter, 4, 0, cudaMemcpyDeviceToHost) ==
		cudaSuccess);
	REQUIRE(v == 5);
	d = new_word(0);
	REQUIRE(launch(0, d, 0) == cudaSuccess);
	REQUIRE(cudaGetSymbolAddress(&p, &shadow_counter) == cudaSuccess);
	REQUIRE(read_word(p) == 6);
	REQUIRE(cudaGetSymbolSize(&n, &shadow_table) == cudaSuccess && n == 16);
	REQUIRE(cudaMemcpyToSymbol(&shadow_table, four, 16, 0, cudaMemcpyHostToDevice) ==
		cudaSuccess);
	REQUIRE(cudaMemcpyFromSymbol(back, &shadow_table, 8, 8, cudaMemcpyDeviceToHost) ==
		cudaSuccess);
	REQUIRE(back[0] == 3 && back[1] == 4 && !back[2]);
	REQUIRE(cudaMemcpyToSymbol(&shadow_table, four, 16, 4, cudaMemcpyHostToDevice) ==
		cudaErrorInvalidValue);
	REQUIRE(cudaMemcpyToSymbol(&shadow_table, four, 4, SIZE_MAX, cudaMemcpyHostToDevice) ==
		cudaErrorInvalidValue);
	REQUIRE(cudaMemcpyToSymbol(&shadow_table, four, 4, 0, cudaMemcpyDeviceToHost) ==
		cudaErrorInvalidMemcpyDirection);
	REQUIRE(cudaMemcpyToSymbol(&shadow_none, four, 4, 0, cudaMemcpyHostToDevice) ==
		cudaErrorInvalidSymbol);
	REQUIRE(cudaGetSymbolAddress(&p, &v) == cudaErrorInvalidSymbol);
	REQUIRE(cudaGetSymbolSize(NULL, &shadow_table) == cudaErrorInvalidValue);
	/* A reset gives variables their initial values again. */
	REQUIRE(cudaDeviceReset() == cudaSuccess);
	REQUIRE(cudaMemcpyFromSymbol(&v, &shadow_counter, 4, 0, cudaMemcpyDeviceToHost) ==
		cudaSuccess);
	REQUIRE(v == 5);
	return 0;
}

static int registers_late(void)
{
	unsigned *d = new_word(1); /* the context is there before any code */

	register_image(ptx60);
	REQUIRE(launch(1, d, 2) == cudaSuccess);
	REQUIRE(read_word(d) == 4);
	return 0;
}

static int late_and_other_mode(void)
{
	register_image(ptx70);
	new_word(1);
	register_image(ptx60);
	return (int)cudaDeviceSynchronize();
}

static int two_targets(void)
{
	register_image(ptx70);
	register_image(ptx60);
	return (int)cudaDeviceSynchronize();
}

static int two_targets_one_mode(void)
{
	setenv("PHOTOFINISH_MODE", "its", 1);
	return two_targets();
}

/* nvcc's container */

static uint8_t *put(uint8_t *p, uint64_t v, unsigned bytes)
{
	memcpy(p, &v, bytes);
	return p + bytes;
}

enum { HEADER = 16, IMAGE = 64 };

/* One image: header, then n bytes. flags: 0x2000 for compressed. */
static uint8_t *put_image(uint8_t *p, unsigned kind, unsigned arch, const void *data, size_t n,
			  unsigned flags)
{
	uint8_t *end = p + IMAGE + n;

	memset(p, 0, IMAGE);
	put(p, kind, 2);
	put(p + 2, 0x101, 2);
	put(p + 4, IMAGE, 4);
	put(p + 8, n, 8);
	put(p + 28, arch, 4);
	put(p + 40, flags, 8);
	memcpy(p + IMAGE, data, n);
	return end;
}

static uint8_t *put_header(uint8_t *p, size_t total)
{
	p = put(p, 0xba55ed50, 4);
	p = put(p, 1, 2);
	p = put(p, HEADER, 2);
	return put(p, total, 8);
}

static uint8_t container[16384];

static size_t finish(const uint8_t *end)
{
	const size_t total = (size_t)(end - container) - HEADER;

	put_header(container, total);
	return total;
}

static int use(void)
{
	unsigned *d;

	register_image(container);
	d = new_word(100);
	REQUIRE(launch(7, d, 30) == cudaSuccess);
	REQUIRE(read_word(d) == 137);
	return 0;
}

static int fatbin(void)
{
	char padded[sizeof(ptx70) + 5] = {0};
	uint8_t *p = container + HEADER;

	memcpy(padded, ptx70, sizeof(ptx70));
	p = put_image(p, 2, 75, "\177ELF", 4, 0);
	p = put_image(p, 1, 60, "not PTX", 7, 0);           /* the higher architecture is taken */
	p = put_image(p, 1, 70, padded, sizeof(padded), 0); /* images are padded */
	finish(p);
	return use();
}

static int cubin_only(void)
{
	finish(put_image(container + HEADER, 2, 75, "\177ELF", 4, 0));
	return use();
}

static int compressed(void)
{
	finish(put_image(container + HEADER, 1, 75, "\001\002\003\004", 4, 0x2000));
	return use();
}

static int empty_container(void)
{
	finish(container + HEADER);
	return use();
}

static int other_version(void)
{
	finish(put_image(container + HEADER, 1, 70, ptx70, sizeof(ptx70), 0));
	put(container + 4, 2, 2);
	return use();
}

static int short_header(void)
{
	finish(put_image(container + HEADER, 1, 70, ptx70, sizeof(ptx70), 0));
	put(container + 6, 8, 2);
	return use();
}

static int endless(void)
{
	finish(put_image(container + HEADER, 1, 70, ptx70, sizeof(ptx70), 0));
	put(container + 8, UINT64_MAX, 8);
	return use();
}

static int huge_image(void)
{
	finish(put_image(container + HEADER, 1, 70, ptx70, sizeof(ptx70), 0));
	put(container + HEADER + 8, UINT64_MAX - 8, 8);
	return use();
}

static int elf(void)
{
	memcpy(container, "\177ELF", 4);
	return use();
}

static int no_ptx(void)
{
	strcpy((char *)container, "hello");
	return use();
}

static int bad_magic(void)
{
	struct rt_wrapper w = {0x48495046, 1, ptx70, NULL};

	__cudaRegisterFatBinary(&w);
	return (int)cudaDeviceSynchronize();
}

static int bad_magic_unused(void)
{
	struct rt_wrapper w = {0x48495046, 1, NULL, NULL};
	int n = 0;

	__cudaRegisterFatBinary(&w);
	REQUIRE(cudaGetDeviceCount(&n) == cudaSuccess && n == 1);
	return 0;
}

/* References that the PTX has not, or as something else: not bound. */
static int texture(void)
{
	struct cudaChannelFormatDesc d =
		cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
	struct textureReference none = {0}, counter = {0};
	struct surfaceReference surface;
	void **handle = register_image(ptx70), *p;
	cudaArray_t array;

	__cudaRegisterTexture(handle, &none, NULL, "my_texture", 2, 0, 0);
	__cudaRegisterTexture(handle, &counter, NULL, "counter", 2, 0, 0);
	__cudaRegisterSurface(handle, &surface, NULL, "my_surface", 2, 0);
	REQUIRE(cudaMalloc(&p, 64) == cudaSuccess);
	REQUIRE(cudaMallocArray(&array, &d, 4, 4, 0) == cudaSuccess);
	REQUIRE(cudaBindTexture(NULL, &none, p, &d, 64) == cudaErrorInvalidTexture);
	REQUIRE(cudaBindTexture(NULL, &counter, p, &d, 64) == cudaErrorInvalidTexture);
	REQUIRE(cudaBindTexture(NULL, (struct textureReference *)(void *)&stub2, p, &d, 64) ==
		cudaErrorInvalidTexture);
	REQUIRE(cudaBindSurfaceToArray(&surface, array, &d) == cudaErrorInvalidTexture);
	return (int)cudaDeviceSynchronize();
}

static int managed(void)
{
	int *counter = NULL;
	void **handle = register_image(ptx70);

	__cudaRegisterManagedVar(handle, (void **)&counter, NULL, "counter", 0, 4, 0, 0);
	__cudaRegisterFatBinaryEnd(handle);
	REQUIRE(counter && *counter == 5);
	return 0;
}

static int managed_elsewhere(void)
{
	void *none = NULL, **handle = register_image(ptx70);

	__cudaRegisterManagedVar(handle, &none, NULL, "my_variable", 0, 4, 0, 0);
	__cudaRegisterFatBinaryEnd(handle);
	return 0;
}

static int wrong_size(void)
{
	__cudaRegisterVar(register_image(ptx70), &stub2, &stub2, "counter", 0, 8, 0, 0);
	return (int)cudaDeviceSynchronize();
}

static int bad_ptx(void)
{
	register_image(HEAD(70) ".visible .entry k()\n{\n\tfrobnicate.u32 %r1;\n\tret;\n}\n"
				".file 1 \"/some/where/my app.cu\"\n");
	return (int)cudaDeviceSynchronize();
}

static int bad_option(void)
{
	setenv("PHOTOFINISH_SEED", "twelve", 1);
	register_image(ptx70);
	return (int)cudaDeviceSynchronize();
}

/* The parent's side */

struct result {
	int code;
	char err[4096];
};

static struct result in_child(int (*scenario)(void))
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

static void works(int (*scenario)(void))
{
	struct result r = in_child(scenario);

	if (r.code)
		fail_msg("exit code %d: %s", r.code, r.err);
}

/* Exit code 2 and exactly one line, which says what. */
static void refused(int (*scenario)(void), const char *what)
{
	struct result r = in_child(scenario);

	if (r.code != 2 || strncmp(r.err, "photofinish: ", 13) != 0 || !strstr(r.err, what) ||
	    strchr(r.err, '\n') != r.err + strlen(r.err) - 1)
		fail_msg("exit code %d, wanted 2 and '%s': %s", r.code, what, r.err);
}

static void test_launch(void **state)
{
	(void)state;
	works(launches);
	works(launches_by_stub);
	works(launches_the_old_way);
	works(launches_by_handle);
	works(wrong_launches);
}

static void test_faults(void **state)
{
	struct result r = in_child(faults_stick);

	(void)state;
	if (r.code != OPTIONS_EXIT_FAULT)
		fail_msg("exit code %d: %s", r.code, r.err);
	assert_non_null(strstr(r.err, "photofinish: "));
	assert_non_null(strstr(r.err, "null pointer"));
}

static void test_symbols(void **state)
{
	(void)state;
	works(symbols);
}

static void test_targets(void **state)
{
	(void)state;
	works(registers_late);
	works(two_targets_one_mode);
	refused(two_targets, "for sm_70 and device code 2 for sm_60");
	refused(late_and_other_mode, "--mode");
}

static void test_fatbin(void **state)
{
	(void)state;
	works(fatbin);
	refused(cubin_only, "cubin for sm_75");
	refused(compressed, "--no-compress");
	refused(empty_container, "empty");
	refused(other_version, "version 2");
	refused(short_header, "broken");
	refused(endless, "broken");
	refused(huge_image, "truncated or broken at byte 16");
	refused(elf, "cubin");
}

/* Cut anywhere, with the header telling the truth: one line, never a read past the end. */
static size_t cut_at;

static int cut(void)
{
	uint8_t *exact = malloc(HEADER + cut_at);

	REQUIRE(exact);
	put_image(container + HEADER, 1, 70, ptx70, sizeof(ptx70), 0);
	put_header(container, cut_at);
	memcpy(exact, container, HEADER + cut_at);
	register_image(exact);
	return (int)cudaDeviceSynchronize();
}

static void test_cut_fatbin(void **state)
{
	static const size_t at[] = {1, 8, 63, 64, 65, IMAGE + sizeof(ptx70) - 1};

	(void)state;
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		cut_at = at[i];
		refused(cut, "truncated");
	}
	cut_at = IMAGE + sizeof(ptx70);
	works(cut);
}

static void test_refused(void **state)
{
	(void)state;
	refused(no_ptx, "device code 1:1:");
	refused(bad_magic, "magic 0x48495046");
	works(bad_magic_unused);
	works(texture);
	works(managed);
	refused(managed_elsewhere, "no __managed__ variable 'my_variable'");
	refused(wrong_size, "'counter' has 4 bytes in PTX and 8 in host code");
	refused(bad_ptx, "PTX of my app.cu:6:");
	refused(bad_option, "PHOTOFINISH_SEED");
}

/* Reports */

static char json_path[64];

static int reported(void)
{
	unsigned *d;

	setenv("PHOTOFINISH_JSON", json_path, 1);
	setenv("PHOTOFINISH_SEED", "42", 1);
	register_image(ptx70);
	d = new_word(0);
	launch(1, d, 2);
	launch(1, NULL, 2);
	return chdir("/") ? 1 : 0; /* and no call that would tell the fault */
}

static uint64_t integer(const json_t *o, const char *key)
{
	const json_t *v = json_object_get(o, key);

	if (!json_is_integer(v))
		fail_msg("no integer '%s'", key);
	return (uint64_t)json_integer_value(v);
}

static void check_json(void)
{
	json_error_t e;
	json_t *j = json_load_file(json_path, 0, &e), *l, *t;

	if (!j)
		fail_msg("line %d: %s", e.line, e.text);
	assert_int_equal(integer(j, "format"), 1);
	assert_true(json_is_array(json_object_get(j, "command")));
	assert_int_equal(integer(json_object_get(j, "options"), "seed"), 42);
	l = json_object_get(j, "launches");
	assert_int_equal(json_array_size(l), 2);
	assert_string_equal(json_string_value(json_object_get(json_array_get(l, 0), "kernel")),
			    "k");
	assert_string_equal(json_string_value(json_object_get(json_array_get(l, 0), "status")),
			    "ok");
	assert_int_equal(integer(json_array_get(l, 0), "warp_insns"), 11);
	assert_string_equal(json_string_value(json_object_get(json_array_get(l, 1), "status")),
			    "fault");
	assert_int_equal(integer(json_array_get(l, 1), "cuda_error"), 700);
	t = json_object_get(j, "totals");
	assert_int_equal(integer(t, "launches"), 2);
	assert_int_equal(integer(t, "warp_insns"),
			 integer(json_array_get(l, 0), "warp_insns") +
				 integer(json_array_get(l, 1), "warp_insns"));
	assert_int_equal(integer(t, "stores"), 2);
	assert_int_equal(integer(t, "faults"), 1);
	assert_int_equal(integer(json_array_get(json_object_get(j, "faults"), 0), "launch"), 2);
	json_decref(j);
}

static void test_json(void **state)
{
	FILE *f;
	char text[32] = "";
	struct result r;

	(void)state;
	snprintf(json_path, sizeof(json_path), "runtime-abi-%d.json", (int)getpid());
	for (int i = 0; i < 2; i++) { /* the second replaces the first */
		r = in_child(reported);
		if (r.code != OPTIONS_EXIT_FAULT)
			fail_msg("exit code %d: %s", r.code, r.err);
		check_json();
	}
	f = fopen(json_path, "w");
	assert_non_null(f);
	fputs("my thesis", f);
	fclose(f);
	refused(reported, "not replaced");
	f = fopen(json_path, "r");
	assert_non_null(f);
	assert_non_null(fgets(text, sizeof(text), f));
	fclose(f);
	assert_string_equal(text, "my thesis");
	unlink(json_path);
	snprintf(json_path, sizeof(json_path), "/no/such/folder/x.json");
	refused(reported, "/no/such/folder/x.json: No such file or directory");
}

static void test_error_names(void **state)
{
	(void)state;
	assert_string_equal(cudaGetErrorName(cudaSuccess), "cudaSuccess");
	assert_string_equal(cudaGetErrorString(cudaSuccess), "no error");
	assert_string_equal(cudaGetErrorName((cudaError_t)700), "cudaErrorIllegalAddress");
	assert_string_equal(cudaGetErrorString((cudaError_t)700),
			    "an illegal memory access was encountered");
	assert_string_equal(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
	assert_string_equal(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
	assert_string_equal(cudaGetErrorString((cudaError_t)12345), "unrecognized error code");
#define CHECK(name, value, text) \
	assert_int_equal(name, value); \
	assert_string_equal(cudaGetErrorName(name), #name); \
	assert_string_equal(cudaGetErrorString(name), text);
	PF_CUDA_ERRORS(CHECK)
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_launch),      cmocka_unit_test(test_faults),
		cmocka_unit_test(test_symbols),     cmocka_unit_test(test_targets),
		cmocka_unit_test(test_fatbin),      cmocka_unit_test(test_cut_fatbin),
		cmocka_unit_test(test_refused),     cmocka_unit_test(test_json),
		cmocka_unit_test(test_error_names),
	};

	return cmocka_run_group_tests_name("runtime_abi", tests, NULL, NULL);
}
