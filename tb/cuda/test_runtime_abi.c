/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_runtime_abi: the runtime as generated host code sees it: registration by hand, both
 * launch interfaces, errors, symbols, what is left behind. Device code that is refused, nvcc's
 * container whole and broken: test_runtime_fatbin.c.
 */
#include <jansson.h>

#include "scenario.h"
#include "session/options.h"

static const char ptx60[] = HEAD(60) BODY;

static char shadow_none;

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
		cmocka_unit_test(test_launch),  cmocka_unit_test(test_faults),
		cmocka_unit_test(test_symbols), cmocka_unit_test(test_targets),
		cmocka_unit_test(test_json),    cmocka_unit_test(test_error_names),
	};

	return cmocka_run_group_tests_name("runtime_abi", tests, NULL, NULL);
}
