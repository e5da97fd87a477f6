/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory operations: widths, vectors, operands of atomics, order and scope, generic
 * addresses, parameters through registers.
 */
#include "core_machine.h"

#define ENTRY(vars) \
	CM_HEAD vars \
		".visible .entry k(.param .u64 out, .param .u32 n, .param .align 4 .b8 s[8])\n{\n" \
		"\t.reg .pred %p<4>;\n\t.reg .b16 %rs<8>;\n\t.reg .b32 %r<16>;\n\t.reg .b64 " \
		"%rd<16>;\n" \
		"\t.reg .f32 %f<4>;\n\t.reg .f64 %fd<4>;\n" \
		"\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %tid.x;\n" \
		"\tmad.wide.u32 %rd2, %r1, 8, %rd1;\n"

static void sub_word(void **state)
{
	static const char ptx[] =
		ENTRY("") "\tmov.u32 %r2, 0x12345687;\n\tst.u32 [%rd2], %r2;\n"
			  "\tld.s8 %r3, [%rd2];\n\tld.u8 %r4, [%rd2];\n\tld.s16 %r5, [%rd2];\n"
			  "\tld.s8 %rs1, [%rd2];\n\tld.u8 %rs2, [%rd2+1];\n\tld.s32 %rd3, [%rd2];\n"
			  "\tld.s8 %rd4, [%rd2];\n\tld.u32 %rd5, [%rd2];\n"
			  "\tst.u32 [%rd2+1024], %r3;\n\tst.u32 [%rd2+1028], %r4;\n\tst.u32 "
			  "[%rd2+2048], %r5;\n"
			  "\tst.u16 [%rd2+2052], %rs1;\n\tst.u16 [%rd2+2054], %rs2;\n"
			  "\tst.u64 [%rd2+3072], %rd3;\n\tst.u64 [%rd2+4096], %rd4;\n\tst.u64 "
			  "[%rd2+5120], %rd5;\n"
			  "\tmov.u64 %rd6, 0xaabbccddeeff1122;\n\tmov.u32 %r6, 0xffffffff;\n"
			  "\tst.u64 [%rd2+6144], %rd6;\n\tst.u8 [%rd2+6145], %r6;\n\tst.u8 "
			  "[%rd2+6146], %rd6;\n"
			  "\tst.u16 [%rd2+6148], %r6;\n\tst.b8 [%rd2+6151], 0;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	for (unsigned t = 0; t < 32; t++) {
		const uint64_t *g = c->global + t;

		assert_int_equal((uint32_t)g[128], 0xffffff87);
		assert_int_equal(g[128] >> 32, 0x87);
		assert_int_equal((uint32_t)g[256], 0x5687);
		assert_int_equal(g[256] >> 32, 0x0056ff87);
		assert_int_equal(g[384], 0x12345687);
		assert_int_equal(g[512], 0xffffffffffffff87U);
		assert_int_equal(g[640], 0x12345687);
		assert_int_equal(g[768], 0x00bbffffee22ff22U);
	}
	cm_free(c);
}

static void vectors(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tmul.wide.u32 %rd3, %r1, 16;\n\tadd.u64 %rd3, %rd3, %rd1;\n"
		    "\tmov.u32 %r2, 5;\n\tst.v4.u32 [%rd3], {%r1, %r2, 7, %r1};\n"
		    "\tld.v4.u32 {%r3, _, %r4, %r5}, [%rd3];\n\tld.v2.u64 {%rd4, %rd5}, [%rd3];\n"
		    "\tadd.u32 %r3, %r3, %r4;\n\tadd.u32 %r3, %r3, %r5;\n\tst.u32 [%rd3+4096], "
		    "%r3;\n"
		    "\tst.v2.f64 [%rd3+8192], {%rd5, %rd4};\n\tld.v4.u8 {%rs1, %rs2, %rs3, %rs4}, "
		    "[%rd3+8];\n"
		    "\tst.v2.u16 [%rd3+4100], {%rs1, %rs2};\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	assert_int_equal(cm_run(c, SIMT_LOCKSTEP, 32), SIMT_RUN_DONE);
	for (unsigned t = 0; t < 32; t++) {
		assert_int_equal(cm_u32(c)[4 * t + 1], 5);
		assert_int_equal(cm_u32(c)[4 * t + 2], 7);
		assert_int_equal(cm_u32(c)[1024 + 4 * t], 2 * t + 7);
		assert_int_equal(cm_u32(c)[1024 + 4 * t + 1], 7);
		assert_memory_equal(c->global + 2 * t, c->global + 1024 + 2 * t + 1, 8);
		assert_memory_equal(c->global + 2 * t + 1, c->global + 1024 + 2 * t, 8);
	}
	cm_free(c);
}

/* Every atomic passes type, size, operands and destination; the sequence checks values. */
static void atomics(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tmov.u32 %r2, 100;\n\tst.u32 [%rd2], %r2;\n"
		    "\tatom.global.add.u32 %r3, [%rd2], %r1;\n\tatom.and.b32 %r4, [%rd2], 0xfe;\n"
		    "\tatom.or.b32 %r5, [%rd2], 1;\n\tatom.xor.b32 %r6, [%rd2], 0x300;\n"
		    "\tatom.exch.b32 %r7, [%rd2], %r6;\n\tatom.cta.cas.b32 %r8, [%rd2], %r6, %r2;\n"
		    "\tatom.sys.inc.u32 %r9, [%rd2], 100;\n\tatom.gpu.dec.u32 %r10, [%rd2], 9;\n"
		    "\tatom.acq_rel.gpu.global.min.s32 %r11, [%rd2], 3;\n"
		    "\tatom.max.u64 %rd4, [%rd2], 70;\n\tatom.add.f32 %f1, [%rd2], 0f00000000;\n"
		    "\tatom.add.f64 _, [%rd2], 0d0000000000000000;\n\tred.release.cta.add.u32 "
		    "[%rd2], %r5;\n"
		    "\tatom.cas.b16 %rs1, [%rd2], %rs2, %rs3;\n\tret;\n}\n";
	static const struct {
		enum ptx_atom atom;
		enum ptx_type type;
		unsigned size;
		enum ptx_sem sem;
		enum ptx_scope scope;
		uint64_t a, b, old; /* of lane 5; b only for cas */
	} want[] = {
		{PTX_ATOM_ADD, PTX_T_U32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 5, 0, 100},
		{PTX_ATOM_AND, PTX_T_B32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 0xfe, 0, 105},
		{PTX_ATOM_OR, PTX_T_B32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 1, 0, 104},
		{PTX_ATOM_XOR, PTX_T_B32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 0x300, 0, 105},
		{PTX_ATOM_EXCH, PTX_T_B32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 105, 0, 0x369},
		{PTX_ATOM_CAS, PTX_T_B32, 4, PTX_SEM_RELAXED, PTX_SCOPE_CTA, 105, 100, 105},
		{PTX_ATOM_INC, PTX_T_U32, 4, PTX_SEM_RELAXED, PTX_SCOPE_SYS, 100, 0, 100},
		{PTX_ATOM_DEC, PTX_T_U32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 9, 0, 0},
		{PTX_ATOM_MIN, PTX_T_S32, 4, PTX_SEM_ACQ_REL, PTX_SCOPE_GPU, 3, 0, 9},
		{PTX_ATOM_MAX, PTX_T_U64, 8, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 70, 0, 3},
		{PTX_ATOM_ADD, PTX_T_F32, 4, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 0, 0, 70},
		{PTX_ATOM_ADD, PTX_T_F64, 8, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 0, 0, 70},
		{PTX_ATOM_ADD, PTX_T_U32, 4, PTX_SEM_RELEASE, PTX_SCOPE_CTA, 104, 0, 70},
		{PTX_ATOM_CAS, PTX_T_B16, 2, PTX_SEM_RELAXED, PTX_SCOPE_GPU, 0, 0, 174},
	};
	struct cm *c = cm_load(ptx);
	unsigned n = 0;

	(void)state;
	c->log_on = true;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	for (unsigned k = 0; k < c->n_log; k++) {
		const struct simt_op *op = &c->log[k];

		if (op->kind != SIMT_OP_ATOM && op->kind != SIMT_OP_RED)
			continue;
		assert_true(n < sizeof(want) / sizeof(want[0]));
		assert_int_equal(op->kind, n == 12 ? SIMT_OP_RED : SIMT_OP_ATOM);
		assert_int_equal(op->atom, want[n].atom);
		assert_int_equal(op->type, want[n].type);
		assert_int_equal(op->size, want[n].size);
		assert_int_equal(op->vec, 1);
		assert_int_equal(op->sem, want[n].sem);
		assert_int_equal(op->scope, want[n].scope);
		assert_int_equal(op->space, PTX_SPACE_GLOBAL);
		assert_int_equal(op->addr[5], CM_BASE + 40);
		assert_int_equal(op->data[0][5], want[n].a);
		if (op->atom == PTX_ATOM_CAS)
			assert_int_equal(op->data2[5], want[n].b);
		n++;
	}
	assert_int_equal(n, sizeof(want) / sizeof(want[0]));
	assert_int_equal(c->global[5], 174);
	cm_free(c);
}

static void order_and_scope(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tld.u32 %r2, [%rd2];\n\tld.volatile.global.u32 %r2, [%rd2];\n"
		    "\tld.relaxed.gpu.u32 %r2, [%rd2];\n\tld.acquire.cta.u32 %r2, [%rd2];\n"
		    "\tst.release.sys.u32 [%rd2], %r2;\n\tst.weak.u32 [%rd2], %r2;\n\tmembar.cta;\n"
		    "\tmembar.gl;\n\tmembar.sys;\n\tfence.sc.gpu;\n\tfence.acq_rel.cta;\n\tret;\n}"
		    "\n";
	static const struct {
		enum simt_op_kind kind;
		enum ptx_sem sem;
		enum ptx_scope scope;
	} want[] = {
		{SIMT_OP_LD, PTX_SEM_WEAK, PTX_SCOPE_NONE},
		{SIMT_OP_LD, PTX_SEM_VOLATILE, PTX_SCOPE_SYS},
		{SIMT_OP_LD, PTX_SEM_RELAXED, PTX_SCOPE_GPU},
		{SIMT_OP_LD, PTX_SEM_ACQUIRE, PTX_SCOPE_CTA},
		{SIMT_OP_ST, PTX_SEM_RELEASE, PTX_SCOPE_SYS},
		{SIMT_OP_ST, PTX_SEM_WEAK, PTX_SCOPE_NONE},
		{SIMT_OP_FENCE, PTX_SEM_SC, PTX_SCOPE_CTA},
		{SIMT_OP_FENCE, PTX_SEM_SC, PTX_SCOPE_GPU},
		{SIMT_OP_FENCE, PTX_SEM_SC, PTX_SCOPE_SYS},
		{SIMT_OP_FENCE, PTX_SEM_SC, PTX_SCOPE_GPU},
		{SIMT_OP_FENCE, PTX_SEM_ACQ_REL, PTX_SCOPE_CTA},
	};
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	assert_int_equal(cm_run(c, SIMT_ITS, 7), SIMT_RUN_DONE);
	assert_int_equal(c->n_log, sizeof(want) / sizeof(want[0]));
	for (unsigned n = 0; n < c->n_log; n++) {
		assert_int_equal(c->log[n].kind, want[n].kind);
		assert_int_equal(c->log[n].sem, want[n].sem);
		assert_int_equal(c->log[n].scope, want[n].scope);
		assert_int_equal(c->log[n].mask, 0x7f);
	}
	assert_int_equal(c->stats.ops[SIMT_OP_LD], 4);
	assert_int_equal(c->stats.ops[SIMT_OP_FENCE], 5);
	cm_free(c);
}

/* One generic load whose lanes point to global, shared and local memory. */
static void generic(void **state)
{
	static const char ptx[] = ENTRY(
		".shared .align 8 .b8 sh[256];\n") "\t.local .align 8 .b8 lo[16];\n"
						   "\tmov.u64 %rd3, sh;\n\tcvta.shared.u64 %rd4, "
						   "%rd3;\n\tmad.wide.u32 %rd4, %r1, 8, %rd4;\n"
						   "\tmov.u64 %rd5, lo;\n\tcvta.local.u64 %rd6, "
						   "%rd5;\n\tadd.u64 %rd6, %rd6, 8;\n"
						   "\tcvta.to.shared.u64 %rd7, %rd4;\n\tadd.u32 "
						   "%r2, %r1, 1000;\n"
						   "\tst.shared.u32 [%rd7], %r2;\n\tadd.u32 %r2, "
						   "%r1, 2000;\n\tst.local.u32 [lo+8], %r2;\n"
						   "\tadd.u32 %r2, %r1, 3000;\n\tst.global.u32 "
						   "[%rd2], %r2;\n\trem.u32 %r3, %r1, 3;\n"
						   "\tsetp.eq.u32 %p1, %r3, 0;\n\tsetp.eq.u32 %p2, "
						   "%r3, 1;\n"
						   "\tselp.b64 %rd8, %rd4, %rd2, %p1;\n\tselp.b64 "
						   "%rd8, %rd6, %rd8, %p2;\n"
						   "\tmov.u64 %rd9, %rd8;\n\tsetp.ne.u32 %p3, %r1, "
						   "9;\n"
						   "\t@%p3 ld.u32 %r4, [%rd8];\n\t@%p3 ld.u64 "
						   "%rd8, [%rd8];\n\t@!%p3 mov.u32 %r4, 0;\n"
						   "\tst.u32 [%rd2+1024], %r4;\n\tst.u32 "
						   "[%rd2+1028], %rd8;\n"
						   "\tisspacep.shared %p1, %rd9;\n\tselp.u32 %r5, "
						   "1, 0, %p1;\n"
						   "\tisspacep.local %p1, %rd9;\n\tselp.u32 %r6, "
						   "2, 0, %p1;\n\tadd.u32 %r5, %r5, %r6;\n"
						   "\tisspacep.global %p1, %rd9;\n\tselp.u32 %r6, "
						   "4, 0, %p1;\n\tadd.u32 %r5, %r5, %r6;\n"
						   "\tst.u32 [%rd2+2048], %r5;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		unsigned loads = 0;

		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		for (uint32_t t = 0; t < 32; t++) {
			uint32_t v = t + 1000 * (t % 3 == 2 ? 3 : t % 3 + 1);

			assert_int_equal((uint32_t)c->global[128 + t], t == 9 ? 0 : v);
			if (t != 9)
				assert_int_equal(c->global[128 + t] >> 32, v);
			assert_int_equal((uint32_t)c->global[256 + t], 1 << t % 3);
		}
		for (unsigned n = 0; n < c->n_log; n++)
			loads += c->log[n].kind == SIMT_OP_LD;
		assert_int_equal(loads, 6);
		/* the pieces of one instruction count as one */
		assert_int_equal(c->stats.warp_insns, c->warp[0].insns);
		assert_int_equal(c->stats.ops[SIMT_OP_LD], 6);
	}
	cm_free(c);
}

static void parameters(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tld.param.u32 %r2, [n];\n\tmov.b64 %rd3, s;\n\tld.param.u32 %r3, [%rd3+4];\n"
		    "\tand.b32 %r4, %r1, 1;\n\tmul.wide.u32 %rd4, %r4, 4;\n\tadd.u64 %rd4, %rd3, "
		    "%rd4;\n"
		    "\tld.param.s16 %r5, [%rd4];\n\tld.param.v2.u32 {%r6, %r7}, [s];\n"
		    "\tst.u32 [%rd2], %r2;\n\tst.u32 [%rd2+4], %r3;\n\tst.u32 [%rd2+1024], %r5;\n"
		    "\tst.u32 [%rd2+1028], %r6;\n\tsetp.eq.u32 %p1, %r2, 99;\n"
		    "\t@%p1 ld.param.u32 %r3, [%rd3+8];\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	uint32_t *p = (uint32_t *)c->params;

	(void)state;
	assert_int_equal(c->k->param_bytes, 20);
	p[2] = 98;
	p[3] = 0x1234fff0;
	p[4] = 77;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_DONE);
	for (unsigned t = 0; t < 32; t++) {
		assert_int_equal((uint32_t)c->global[t], 98);
		assert_int_equal(c->global[t] >> 32, 77);
		assert_int_equal((uint32_t)c->global[128 + t], t & 1 ? 77 : 0xfffffff0);
		assert_int_equal(c->global[128 + t] >> 32, 0x1234fff0);
	}
	p[2] = 99;
	assert_int_equal(cm_run(c, SIMT_ITS, 32), SIMT_RUN_FAULT);
	assert_int_equal(c->warp[0].fault, SIMT_FAULT_BAD_PARAM);
	cm_free(c);
}

/* A load whose guard is off for all lanes is issued but makes no operation. */
static void guarded_off(void **state)
{
	static const char ptx[] = ENTRY(
		"") "\tsetp.gt.u32 %p1, %r1, 99;\n\t@%p1 ld.u32 %r2, [%rd2];\n\t@%p1 membar.gl;\n"
		    "\t@%p1 bar.sync 0;\n\t@%p1 bar.warp.sync 0;\n\t@%p1 st.u32 [%rd2], %r2;\n"
		    "\t@%p1 atom.add.u32 %r2, [%rd2], 1;\n\t@%p1 trap;\n\t@%p1 exit;\n\t@%p1 ret;\n"
		    "\tsetp.eq.u32 %p1, %r1, 3;\n\t@%p1 st.u32 [%rd2], %r1;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);

	(void)state;
	c->log_on = true;
	for (int mode = SIMT_LOCKSTEP; mode <= SIMT_ITS; mode++) {
		assert_int_equal(cm_run(c, (enum simt_mode)mode, 32), SIMT_RUN_DONE);
		assert_int_equal(c->n_log, 1);
		assert_int_equal(c->log[0].mask, 8);
		assert_int_equal(c->stats.warp_insns, 3 + 13);
	}
	cm_free(c);
}

/* Constant and shared variables by name; 32-bit addresses; negative offsets. */
static void symbols(void **state)
{
	static const char ptx[] = ENTRY(
		".const .align 4 .b8 tab[16];\n.shared .align 4 .b8 pad[8];\n"
		".shared .align 16 .b8 sh[32];\n") "\tld.const.u32 %r2, [tab+4];\n\tmov.u32 %r3, "
						   "sh;\n\tst.shared.u32 [%r3+8], %r1;\n"
						   "\tadd.u32 %r3, %r3, 16;\n\tld.shared.u32 %r4, "
						   "[%r3+-8];\n\tld.shared.u32 %r5, [sh+8];\n"
						   "\tmov.u64 %rd3, tab;\n\tcvta.const.u64 %rd3, "
						   "%rd3;\n\tld.u32 %r6, [%rd3+4];\n"
						   "\tst.shared.u32 [pad], %r1;\n\tret;\n}\n";
	struct cm *c = cm_load(ptx);
	const struct simt_op *l = c->log;

	(void)state;
	c->log_on = true;
	assert_int_equal(cm_run(c, SIMT_ITS, 1), SIMT_RUN_DONE);
	assert_int_equal(c->k->static_shared, 48);
	assert_int_equal(c->n_log, 6);
	assert_int_equal(l[0].space, PTX_SPACE_CONST);
	assert_int_equal(l[0].addr[0], CM_BASE + CM_VARS + 4);
	assert_int_equal(l[1].addr[0], 24);
	assert_int_equal(l[2].addr[0], 24);
	assert_int_equal(l[3].space, PTX_SPACE_SHARED);
	assert_int_equal(l[3].addr[0], 24);
	assert_int_equal(l[4].space, PTX_SPACE_GLOBAL);
	assert_int_equal(l[4].addr[0], CM_BASE + CM_VARS + 4);
	assert_int_equal(l[5].addr[0], 0);
	cm_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sub_word),    cmocka_unit_test(vectors),
		cmocka_unit_test(atomics),     cmocka_unit_test(order_and_scope),
		cmocka_unit_test(generic),     cmocka_unit_test(parameters),
		cmocka_unit_test(guarded_off), cmocka_unit_test(symbols)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
