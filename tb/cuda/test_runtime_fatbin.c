/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_runtime_fatbin: device code as host code registers it: nvcc's container whole and broken,
 * what else of a registration is refused and how.
 */
#include "scenario.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fatbin),
		cmocka_unit_test(test_cut_fatbin),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("runtime_fatbin", tests, NULL, NULL);
}
