/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simt_uses() against the executor itself. Every instruction runs by itself on two register files
 * that agree in the named reads only: then
 *
 *   - nothing but the named writes may change, and
 *   - what changes, the operation, the next pc, faults and parameter memory must be the same.
 *
 * The other direction, that nothing is named needlessly: test_uses_needless.c. With PTX files as
 * arguments: all their kernels (test_uses_kernels.sh).
 */
#include <stdio.h>

#include "uses_bench.h"
#include "uses_rows.h"

static bool has(const uint16_t *list, unsigned n, uint32_t slot)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == slot)
			return true;
	return false;
}

static bool is_scratch(uint32_t slot)
{
	return slot >= SIMT_REF_SCRATCH / 64 && slot < SIMT_REF_TEMP / 64;
}

/* Registers for x at random; for y others, but for the named reads. */
static void draw_both(struct bench *b, const struct simt_uses *u, struct result *x,
		      struct result *y)
{
	const uint32_t carry = simt_slots(b->k) - 1;

	draw(b, x->before, b->k->reg_bytes);
	draw(b, y->before, b->k->reg_bytes);
	x->carry_before = (uint32_t)rng_next(&b->rng);
	y->carry_before = (uint32_t)rng_next(&b->rng);
	for (unsigned i = 0; i < u->n_reads; i++) {
		if (u->reads[i] == carry)
			y->carry_before = x->carry_before;
		else
			memcpy(y->before + 64 * u->reads[i], x->before + 64 * u->reads[i], 64);
	}
}

static void check_pair(const struct bench *b, uint32_t pc, const struct result *x,
		       const struct result *y)
{
	const struct simt_uses *u = &b->uses[pc];
	const uint32_t carry = simt_slots(b->k) - 1;

	if (!same_outcome(b, x, y))
		complain(b, pc, "another outcome", 0);
	for (uint32_t s = 0; s < carry; s++) {
		const size_t at = (size_t)s * 64;
		const bool same = !memcmp(x->before + at, x->after + at, 64) &&
				  !memcmp(y->before + at, y->after + at, 64);

		if (same || is_scratch(s))
			continue;
		if (!has(u->writes, u->n_writes, s))
			complain(b, pc, "written but not named", s);
		if (slot_differs(x, y, s))
			complain(b, pc, "result depends on a register that is not named", s);
	}
	if (!has(u->writes, u->n_writes, carry) &&
	    (x->carry != x->carry_before || y->carry != y->carry_before))
		complain(b, pc, "carry written but not named", carry);
	if (differ(x->carry_before, x->carry, y->carry_before, y->carry))
		complain(b, pc, "carry depends on a register that is not named", carry);
}

/* Operands of these are not named. */
static bool unnamed(const struct simt_insn *i)
{
	return i->kind == SIMT_K_CALL || i->kind == SIMT_K_SYSCALL;
}

static uint32_t draw_mask(struct bench *b, unsigned trial)
{
	const uint32_t mask = (uint32_t)rng_next(&b->rng) | 1U << rng_below(&b->rng, 32);

	return trial % 3 == 0 ? UINT32_MAX : trial % 3 == 1 ? mask : mask & -mask;
}

static void check_slots(const struct bench *b, uint32_t pc)
{
	const struct simt_uses *u = &b->uses[pc];

	assert_true(u->cls < SIMT_CLASSES);
	assert_true(u->n_reads <= SIMT_MAX_READS && u->n_writes <= SIMT_MAX_WRITES);
	for (unsigned i = 0; i < u->n_reads; i++)
		assert_true(u->reads[i] < simt_slots(b->k) && !has(u->reads, i, u->reads[i]));
	for (unsigned i = 0; i < u->n_writes; i++)
		assert_true(u->writes[i] < simt_slots(b->k) && !has(u->writes, i, u->writes[i]));
}

static void check_kernel(struct bench *b, unsigned trials)
{
	struct result x, y;

	result_alloc(b, &x);
	result_alloc(b, &y);
	for (uint32_t pc = 0; pc < b->k->n_code; pc++) {
		check_slots(b, pc);
		for (unsigned t = 0; t < trials && !unnamed(&b->k->code[pc]); t++) {
			const uint32_t mask = draw_mask(b, t);

			draw_both(b, &b->uses[pc], &x, &y);
			run_one(b, pc, mask, &x);
			run_one(b, pc, mask, &y);
			check_pair(b, pc, &x, &y);
		}
	}
	result_free(&x);
	result_free(&y);
}

static void nothing_unnamed(void **state)
{
	static const char *const guards[] = {"", "@%p7 ", "@!%p6 "};

	(void)state;
	for (unsigned g = 0; g < 3; g++) {
		struct ptx_module *m = rows_module(guards[g]);
		struct bench b;

		bench_open(&b, m, ptx_find_func(m, "k"));
		check_kernel(&b, 60);
		bench_close(&b);
		ptx_free(m);
	}
}

static const char functions[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".extern .func (.param .b64 rv) malloc(.param .b64 n);\n"
	".func (.param .b32 rv) twice(.param .b32 x, .param .align 8 .b8 s[16])\n{\n"
	".reg .pred %p<40>;\n.reg .b16 %rs<3>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
	".local .align 8 .b8 l[8];\nld.param.u32 %r1, [x];\nld.param.v2.u64 {%rd1, %rd2}, [s];\n"
	"mov.b64 %rd3, s;\nadd.u32 %r2, %r1, %r1;\nsetp.eq.u32 %p39, %r2, 4;\n"
	"@%p39 st.local.u32 [l], %r2;\ncvt.u16.u32 %rs1, %r2;\nst.param.b32 [rv], %r2;\nret;\n}\n"
	".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<3>;\n.reg .b32 %r<4>;\n"
	".reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\nld.global.u32 %r1, [%rd1];\n"
	"{\n.param .b32 a;\n.param .align 8 .b8 b[16];\n.param .b32 r;\nst.param.b32 [a], %r1;\n"
	"st.param.v2.b64 [b], {%rd1, %rd2};\ncall.uni (r), twice, (a, b);\nld.param.b32 %r2, "
	"[r];\n}\n"
	"{\n.param .b64 a;\n.param .b64 r;\nst.param.b64 [a], %rd1;\ncall.uni (r), malloc, (a);\n"
	"ld.param.b64 %rd2, [r];\n}\nst.global.u32 [%rd1], %r2;\nret;\n}\n";

static void functions_too(void **state)
{
	struct diag d = {""};
	struct ptx_module *m = ptx_parse(functions, sizeof(functions), "functions.ptx", &d);
	struct bench b;

	(void)state;
	if (!m)
		fail_msg("%s", d.text);
	bench_open(&b, m, ptx_find_func(m, "k"));
	check_kernel(&b, 60);
	for (uint32_t pc = 0; pc < b.k->n_code; pc++) {
		const struct ptx_insn *i = b.k->src[pc];
		const bool kernel_param = i->op == PTX_OP_LD && b.k->code[pc].u.mem->off == 0 &&
					  i->space == PTX_SPACE_PARAM;

		if (i->op == PTX_OP_CALL || (i->space == PTX_SPACE_PARAM && !kernel_param &&
					     (i->op == PTX_OP_LD || i->op == PTX_OP_ST)))
			assert_int_equal(b.uses[pc].cls, SIMT_CLASS_CONTROL);
	}
	bench_close(&b);
	ptx_free(m);
}

/* More registers than names: slots are shared, nothing is lost. */
static void many_registers(void **state)
{
	enum { REGS = 17000 };
	char *text = malloc(REGS * 40 + 400);
	struct diag d = {""};
	struct ptx_module *m;
	struct simt_kernel *k;
	struct simt_uses *u;
	uint32_t end;
	size_t n = (size_t)sprintf(text,
				   ".version 7.0\n.target sm_70\n.address_size 64\n"
				   ".visible .entry k()\n{\n.reg .b64 %%rd<%d>;\n",
				   REGS);

	(void)state;
	for (int i = 1; i < REGS; i++)
		n += (size_t)sprintf(text + n, "add.cc.u64 %%rd%d, %%rd%d, 1;\n", i, i - 1);
	n += (size_t)sprintf(text + n, "ret;\n}\n");
	m = ptx_parse(text, n, "many.ptx", &d);
	if (!m)
		fail_msg("%s", d.text);
	k = simt_lower(m, ptx_find_func(m, "k"), var_addr, NULL, &d);
	if (!k)
		fail_msg("%s", d.text);
	u = simt_uses(k);
	end = k->reg_bytes / 64;
	assert_true(end > 65536);
	assert_int_equal(simt_slots(k), 65536);
	assert_int_equal(u[REGS - 2].n_reads, 4);
	assert_int_equal(u[REGS - 2].n_writes, 5);
	assert_int_equal(u[REGS - 2].reads[0], (end - 8) % 65536);
	assert_int_equal(u[REGS - 2].writes[3], (end - 1) % 65536);
	assert_int_equal(u[0].writes[4], end % 65536);
	free(u);
	simt_kernel_free(k);
	ptx_free(m);
	free(text);
}

static void check_file(const char *name)
{
	struct diag d = {""};
	struct ptx_module *m;
	size_t n = 0, cap = 1 << 24;
	char *text = malloc(cap);
	FILE *f = fopen(name, "rb");

	if (!f)
		fail_msg("cannot read %s", name);
	n = fread(text, 1, cap, f);
	fclose(f);
	m = ptx_parse(text, n, name, &d);
	if (!m)
		fail_msg("%s", d.text);
	for (unsigned i = 0; i < m->n_funcs; i++) {
		struct bench b;

		if (!m->funcs[i]->is_entry || m->funcs[i]->is_decl)
			continue;
		bench_open(&b, m, m->funcs[i]);
		check_kernel(&b, 3);
		bench_close(&b);
	}
	ptx_free(m);
	free(text);
}

static const char *const *files;

static void in_files(void **state)
{
	(void)state;
	for (unsigned i = 0; files[i]; i++)
		check_file(files[i]);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_unnamed),
		cmocka_unit_test(functions_too),
		cmocka_unit_test(many_registers),
	};
	const struct CMUnitTest on_files[] = {cmocka_unit_test(in_files)};

	if (argc < 2)
		return cmocka_run_group_tests(tests, NULL, NULL);
	files = (const char *const *)&argv[1];
	return cmocka_run_group_tests(on_files, NULL, NULL);
}
