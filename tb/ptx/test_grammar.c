/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Directives, declarations, scopes, labels, calls and the line table.
 */
#include "ptx_test.h"

static void head(void **state)
{
	struct ptx_module *m;

	(void)state;
	m = parse(".version 8.10 // c\n/* two\nlines */.target sm_90a, debug\n.address_size 64");
	assert_int_equal(m->version_major, 8);
	assert_int_equal(m->version_minor, 10);
	assert_int_equal(m->target, 90);
	assert_int_equal(m->address_size, 64);
	assert_int_equal(m->n_funcs + m->n_vars + m->n_locs + m->n_files, 0);
	assert_string_equal(m->name, "t.ptx");
	ptx_free(m);
	m = parse(HEAD "@@DWARF .byte 1, 2\n.pragma \"nounroll\";\n");
	ptx_free(m);
}

static void trailing_nul_and_unterminated_text(void **state)
{
	char *text = strdup(HEAD); /* exact size, so that reading past the end is seen */
	size_t n = strlen(text);
	char *exact = malloc(n);
	struct diag diag;
	struct ptx_module *m;

	(void)state;
	memcpy(exact, text, n);
	m = ptx_parse(exact, n, "t.ptx", &diag);
	assert_non_null(m);
	ptx_free(m);
	m = ptx_parse(text, n + 1, "t.ptx", &diag);
	assert_non_null(m);
	ptx_free(m);
	free(exact);
	free(text);
}

static void variables(void **state)
{
	struct ptx_module *m =
		parse(HEAD ".visible .global .align 8 .b8 a[16];\n.weak .const .u32 b, c[2][3];\n"
			   ".extern .shared .align 16 .b8 dyn[];\n.shared .v4 .f32 v[2];\n"
			   ".common .global .attribute(.managed) .f64 x;\n"
			   ".extern .global .u32 later;\n.visible .global .u32 later = 7;\n"
			   ".global .align 2 .v2 .u16 w;\n");
	const struct ptx_var *v;

	(void)state;
	assert_int_equal(m->n_vars, 8);
	v = var(m, "a");
	assert_int_equal(v->space, PTX_SPACE_GLOBAL);
	assert_int_equal(v->align, 8);
	assert_int_equal(v->size, 16);
	assert_int_equal(v->type, PTX_T_B8);
	assert_int_equal(v->line, 4);
	assert_int_equal(v->func, PTX_NONE);
	assert_int_equal(v->id, 0);
	assert_null(v->init);
	assert_int_equal(var(m, "b")->size, 4);
	v = var(m, "c");
	assert_int_equal(v->space, PTX_SPACE_CONST);
	assert_int_equal(v->size, 24);
	assert_int_equal(v->id, 2);
	v = var(m, "dyn");
	assert_true(v->is_extern && v->is_unsized);
	assert_int_equal(v->size, 0);
	assert_int_equal(v->align, 16);
	v = var(m, "v");
	assert_int_equal(v->size, 32);
	assert_int_equal(v->align, 16);
	assert_int_equal(var(m, "x")->align, 8);
	v = var(m, "later");
	assert_false(v->is_extern);
	assert_int_equal(v->init[0], 7);
	assert_int_equal(v->id, 6);
	assert_int_equal(var(m, "w")->align, 2);
	assert_int_equal(var(m, "w")->size, 4);
	assert_null(ptx_find_var(m, "none"));
	ptx_free(m);
}

static void functions(void **state)
{
	struct ptx_module *m = parse(
		HEAD
		".extern .func (.param .b32 r) ext (.param .b64 _, .param .b64 _) .noreturn\n;\n"
		".func (.param .align 4 .b8 r[40]) f (.param .b32 a, .param .align 8 .b8 b[24]);\n"
		".visible .entry k (.param .u64 .ptr .global .align 8 a, .param .u64 .ptr b,\n"
		" .param .v4 .f32 c)\n"
		".maxntid 256, 2\n.reqntid 64\n.minnctapersm 2 .maxnreg 32 .maxnctapersm 4\n"
		".pragma \"x\";\n{ ret; }\n"
		".func (.param .align 4 .b8 r[40]) f (.param .b32 a, .param .align 8 .b8 b[24])\n"
		"{ .shared .u32 s; .local .align 8 .b8 l[32]; .param .b32 q; ret; }\n"
		".entry bare { }\n.extern .func ext2;");
	const struct ptx_func *f;

	(void)state;
	assert_int_equal(m->n_funcs, 5);
	f = func(m, "ext");
	assert_true(f->is_decl && f->noreturn && !f->is_entry);
	assert_int_equal(f->n_params, 2);
	assert_int_equal(f->n_rets, 1);
	assert_int_equal(f->n_insns, 0);
	f = func(m, "f");
	assert_int_equal(f->index, 1);
	assert_ptr_equal(f, m->funcs[1]);
	assert_false(f->is_decl);
	assert_int_equal(f->rets[0]->size, 40);
	assert_int_equal(f->rets[0]->align, 4);
	assert_int_equal(f->params[1]->size, 24);
	assert_int_equal(f->n_vars, 6);
	for (unsigned n = 0; n < f->n_vars; n++) {
		assert_int_equal(f->vars[n]->id, n);
		assert_int_equal(f->vars[n]->func, 1);
	}
	assert_string_equal(f->vars[3]->name, "s");
	assert_int_equal(f->vars[3]->space, PTX_SPACE_SHARED);
	assert_int_equal(f->vars[4]->size, 32);
	f = func(m, "k");
	assert_true(f->is_entry);
	assert_int_equal(f->maxntid[0], 256);
	assert_int_equal(f->maxntid[1], 2);
	assert_int_equal(f->maxntid[2], 1);
	assert_int_equal(f->reqntid[0], 64);
	assert_int_equal(f->minnctapersm, 2);
	assert_int_equal(f->maxnreg, 32);
	assert_int_equal(f->params[2]->size, 16);
	assert_int_equal(f->params[0]->space, PTX_SPACE_PARAM);
	f = func(m, "bare");
	assert_int_equal(f->n_insns, 1);
	assert_int_equal(f->insns[0].op, PTX_OP_RET);
	assert_true(func(m, "ext2")->is_decl);
	assert_null(ptx_find_func(m, "none"));
	ptx_free(m);
}

/* Registers that nothing uses cost nothing; inner names hide outer ones. */
static void registers_and_scopes(void **state)
{
	struct ptx_module *m =
		parse(HEAD ".entry k { .reg .b32 %r<1000000>, %x; .reg .f32 %r1<4>;\n"
			   "mov.u32 %r7, 1; mov.f32 %r13, 0f00000000; mov.u32 %r14, 2;\n"
			   "{ .reg .b64 %r<8>; mov.u64 %r7, 3; { .reg .b16 %r7; mov.u16 %r7, 4; }\n"
			   "  mov.u64 %r7, 5; mov.u32 %r9, 6; }\n"
			   "mov.u32 %r7, 7; mov.u32 %x, 8;\n"
			   "{ .reg .b16 t; mov.u16 t, 1; } { .reg .b32 t; mov.u32 t, 1; } }");
	const struct ptx_func *f = func(m, "k");
	static const enum ptx_type type[] = {
		PTX_T_B32, PTX_T_F32, PTX_T_B32, PTX_T_B64, PTX_T_B16, PTX_T_B64,
		PTX_T_B32, PTX_T_B32, PTX_T_B32, PTX_T_B16, PTX_T_B32,
	};

	(void)state;
	assert_int_equal(f->n_regs, 9);
	assert_int_equal(f->n_insns, 12);
	for (unsigned n = 0; n < 11; n++)
		assert_int_equal(f->regs[f->insns[n].opnd[0].reg].type, type[n]);
	assert_int_equal(f->insns[0].opnd[0].reg, f->insns[7].opnd[0].reg);
	assert_int_equal(f->insns[3].opnd[0].reg, f->insns[5].opnd[0].reg);
	assert_int_not_equal(f->insns[9].opnd[0].reg, f->insns[10].opnd[0].reg);
	assert_string_equal(f->regs[f->insns[0].opnd[0].reg].name, "%r7");
	ptx_free(m);
}

static void variables_shadow(void **state)
{
	struct ptx_module *m =
		parse(HEAD ".global .u32 a; .entry k { .reg .b64 d; .reg .b32 r; mov.u64 d, a;\n"
			   "{ .local .u32 a; mov.u64 d, a; { .reg .b64 a; mov.u64 d, a; } }\n"
			   "{ .param .b32 a; st.param.b32 [a], r; } { .param .b64 a; st.param.b64 "
			   "[a], d; } }");
	const struct ptx_func *f = func(m, "k");

	(void)state;
	assert_int_equal(f->insns[0].opnd[1].var->space, PTX_SPACE_GLOBAL);
	assert_int_equal(f->insns[1].opnd[1].var->space, PTX_SPACE_LOCAL);
	assert_int_equal(f->insns[2].opnd[1].kind, PTX_OPND_REG);
	assert_int_equal(f->insns[3].opnd[0].var->size, 4);
	assert_int_equal(f->insns[4].opnd[0].var->size, 8);
	assert_int_equal(f->n_vars, 3);
	ptx_free(m);
}

static void labels(void **state)
{
	struct ptx_module *m = parse(
		KERNEL("bra out; in: @p1 bra in; { in: bra in; bra out; } { in: bra.uni in; }\n"
		       "@!p2 bra in; $L__x1: out:"));
	const struct ptx_func *f = func(m, "k");
	static const int target[] = {6, 1, 2, 6, 4, 1};

	(void)state;
	assert_int_equal(f->n_insns, 7); /* out: needs something to stand before */
	for (unsigned n = 0; n < 6; n++) {
		assert_int_equal(f->insns[n].opnd[0].kind, PTX_OPND_LABEL);
		assert_int_equal(f->insns[n].opnd[0].imm, target[n]);
	}
	assert_int_equal(f->insns[6].op, PTX_OP_RET);
	assert_true(f->insns[4].uni);
	assert_true(f->insns[5].guard_neg && !f->insns[1].guard_neg);
	assert_string_equal(reg_name(f, f->insns[5].guard), "p2");
	assert_int_equal(f->insns[0].guard, PTX_NONE);
	ptx_free(m);
}

/* A return is added only where control would run off the end. */
static void implicit_return(void **state)
{
	static const struct {
		const char *body;
		unsigned n;
	} table[] = {
		{KERNEL("ret;"), 1},
		{KERNEL("exit; end:"), 1},
		{KERNEL("@p1 ret;"), 2},
		{KERNEL("a: bra a;"), 1},
		{KERNEL("a: @p1 bra a;"), 2},
		{KERNEL("bra a; a:"), 2},
		{KERNEL("trap;"), 2},
		{KERNEL("{ ret; }"), 1},
		{KERNEL(""), 1},
		{KERNEL("bra a; a: ret; end:"), 2},
	};

	(void)state;
	for (unsigned n = 0; n < sizeof(table) / sizeof(table[0]); n++) {
		struct ptx_module *m = parse(table[n].body);

		assert_int_equal(func(m, "k")->n_insns, table[n].n);
		ptx_free(m);
	}
}

static void indexed_branch(void **state)
{
	struct ptx_module *m =
		parse(KERNEL("list: .branchtargets a, b, a;\n@p0 brx.idx r1, list; a: ret;\n"
			     "{ b: list: .branchtargets b; brx.idx.uni r2, list; } b: ret;"));
	const struct ptx_func *f = func(m, "k");
	const struct ptx_insn *i = &f->insns[0];

	(void)state;
	assert_int_equal(i->op, PTX_OP_BRX);
	assert_int_equal(i->n_opnds, 1);
	assert_int_equal(i->opnd[0].kind, PTX_OPND_REG);
	assert_int_equal(i->n_targets, 3);
	assert_int_equal(i->targets[0], 1);
	assert_int_equal(i->targets[1], 3);
	assert_int_equal(i->targets[2], 1);
	assert_int_equal(f->insns[2].n_targets, 1);
	assert_int_equal(f->insns[2].targets[0], 2);
	assert_true(f->insns[2].uni);
	ptx_free(m);
}

static void calls(void **state)
{
	struct ptx_module *m =
		parse(HEAD ".func none; .func (.param .b32 r) two (.param .b64 a, .param .f32 b);\n"
			   ".func (.param .b32 r) self (.param .b32 a) {\n"
			   " .reg .b32 x; .reg .b64 y; .reg .f32 z; .reg .pred p;\n"
			   " { .param .b32 q; .param .b64 s; .param .b32 t;\n"
			   "   call.uni (q), \n two, \n (\n s, \n t \n)\n; call (q), two, (s, "
			   "0f3F800000), proto; }\n"
			   " @!p call none; call none, (); call none, (); { .param .b32 q; call "
			   "(q), self, (x);\n"
			   " call (q), self, (-1); } proto: .callprototype (.param .b32 _) _ "
			   "(.param .b32 _);\n}");
	const struct ptx_func *f = func(m, "self");
	const struct ptx_insn *i = f->insns;

	(void)state;
	assert_int_equal(i[0].op, PTX_OP_CALL);
	assert_true(i[0].uni);
	assert_ptr_equal(i[0].opnd[0].func, func(m, "two"));
	assert_int_equal(i[0].n_rets, 1);
	assert_string_equal(i[0].call_rets[0]->name, "q");
	assert_int_equal(i[0].n_args, 2);
	assert_string_equal(i[0].call_args[1].var->name, "t");
	assert_int_equal(i[1].call_args[1].kind, PTX_OPND_IMM);
	assert_int_equal(i[1].call_args[1].imm, 0x3f800000);
	assert_int_equal(i[2].n_args + i[2].n_rets, 0);
	assert_true(i[2].guard_neg && i[2].guard != PTX_NONE);
	assert_ptr_equal(i[5].opnd[0].func, f);
	assert_int_equal(i[5].call_args[0].kind, PTX_OPND_REG);
	assert_int_equal(i[6].call_args[0].imm, 0xffffffff);
	assert_int_equal(f->n_insns, 8);
	ptx_free(m);
}

static void line_table(void **state)
{
	struct ptx_module *m = parse(
		HEAD
		".entry k { .reg .b32 r; mov.u32 r, 0;\n.loc 1 10 5\nmov.u32 r, 1; mov.u32 r, 2;\n"
		".loc 2 20 7, function_name $L__info_string0, inlined_at 1 11 3\nmov.u32 r, 3;\n"
		".loc 1 4 58, function_name .debug_str + 8, inlined_at 1 7 3\nmov.u32 r, 4;\n"
		".loc 1 0 3\nmov.u32 r, 5; .loc 7 9\nmov.u32 r, 6; }\n"
		".entry l { ret; }\n"
		".section .debug_str { $L__info_string0: .b8 95, 90, 0 }\n"
		".section .debug_info\n{\n.b32 .debug_abbrev\n.b64 Ltmp1-Ltmp0\n{ }\n}\n"
		".file 1 \"app.cu\"\n.file 2 \"dir/lib.h\", 1234, 56\n");
	const struct ptx_func *f = func(m, "k");
	static const struct {
		const char *file;
		unsigned line, col;
		bool near; /* line 0 in the text: the line before it */
	} want[] = {
		{NULL, 0, 0, false},         {"app.cu", 10, 5, false}, {"app.cu", 10, 5, false},
		{"dir/lib.h", 20, 7, false}, {"app.cu", 4, 58, false}, {"app.cu", 4, 0, true},
		{NULL, 9, 0, false},
	};

	(void)state;
	for (unsigned n = 0; n < 7; n++) {
		struct ptx_where w = ptx_where(m, &f->insns[n]);

		if (want[n].file)
			assert_string_equal(w.file, want[n].file);
		else
			assert_null(w.file);
		assert_int_equal(w.line, want[n].line);
		assert_int_equal(w.col, want[n].col);
		assert_true(w.near == want[n].near);
	}
	assert_int_equal(f->insns[0].line, 4);
	assert_int_equal(f->insns[2].line, 6);
	assert_int_equal(func(m, "l")->insns[0].loc, PTX_NONE);
	assert_int_equal(m->n_locs, 5);
	ptx_free(m);
}

/* Forms that NVIDIA's compiler writes. */
static void nvcc_style(void **state)
{
	struct ptx_module *m =
		parse("//\n// Generated by a compiler\n//\n\n.version 7.8\n.target "
		      "sm_50\n.address_size 64\n\n"
		      "\t// .globl\tk\n.visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n"
		      "\t.reg .pred \t%p<3>;\n\t.reg .b16 \t%rs<4>;\n\t.reg .f32 \t%f<5>;\n"
		      "\t.reg .b32 \t%r<9>;\n\t.reg .f64 \t%fd<3>;\n\t.reg .b64 \t%rd<9>;\n"
		      "\t// demoted variable\n\t.shared .align 4 .b8 sm[128];\n"
		      "\tld.param.u64 \t%rd1, [k_param_0];\n\tcvta.to.global.u64 \t%rd2, %rd1;\n"
		      "\tmov.u32 \t%r1, sm;\n\tld.shared.f32 \t%f1, [%r1+4];\n"
		      "\tmov.b64 \t%rd5, k_param_0;\n\tld.param.u32 %r6, [%rd5+4];\n"
		      "\tld.global.nc.u32 \t%r2, [%rd2+-8];\n\tand.b16  \t%rs2, %rs1, -32768;\n"
		      "\tsetp.gtu.f32 \t%p1, %f1, 0f7F800000;\n\t@%p1 bra \t$L__BB0_2;\n\n"
		      "\t{\n\t.reg .b32 %temp; \n\tmov.b64 \t{%r3, %temp}, %fd1;\n\t}\n"
		      "\t{\n\t.reg .b32 %temp; \n\tmov.b64 \t{%temp, %r4}, %fd1;\n\t}\n"
		      "\tmov.b64 \t%fd2, {%r3, %r4};\n"
		      "\t// begin inline asm\n\t{ mov.b32 %f2, {0,%rs2};}\n\n\t// end inline asm\n"
		      "\t{  cvt.f32.f16 %f3, %rs2;}\n\tbarrier.sync \t0;\n"
		      "\tatom.global.add.u32 \t%r5, [%rd2], 1;\n\tatom.shared.cta.inc.u32 %r5, "
		      "[%r1], 31;\n"
		      "$L__BB0_2:\n\tret;\n\n}\n");
	const struct ptx_func *f = func(m, "k");
	const struct ptx_insn *i = f->insns;

	(void)state;
	assert_int_equal(f->n_insns, 19);
	assert_int_equal(i[6].opnd[1].imm, -8);
	assert_true(i[6].nc);
	assert_int_equal(i[7].opnd[2].imm, 0x8000);
	assert_int_equal(i[8].opnd[2].imm, 0x7f800000);
	assert_int_equal(i[10].opnd[0].n, 2);
	assert_int_equal(i[13].opnd[1].vec[0].kind, PTX_OPND_IMM);
	assert_int_equal(i[13].opnd[1].vec[1].kind, PTX_OPND_REG);
	ptx_free(m);
}

static void prototype_then_body(void **state)
{
	struct ptx_module *m =
		parse(HEAD ".func (.param .b32 r) later (.param .b32 a);\n"
			   ".entry k { .param .b32 x; .param .b32 y; call (x), later, (y); }\n"
			   ".global .u64 ptr = later;\n"
			   ".func (.param .b32 r) later (.param .b32 b) { .reg .b32 t;\n"
			   " ld.param.b32 t, [b]; st.param.b32 [r+0], t; ret; }\n"
			   ".extern .func (.param .b32 r) later (.param .b32 a);\n");
	const struct ptx_func *f = func(m, "later");

	(void)state;
	assert_int_equal(m->n_funcs, 2);
	assert_false(f->is_decl);
	assert_int_equal(f->n_insns, 3);
	assert_string_equal(f->params[0]->name, "b");
	assert_ptr_equal(func(m, "k")->insns[0].opnd[0].func, f);
	assert_ptr_equal(var(m, "ptr")->relocs[0].func, f);
	ptx_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(head),
		cmocka_unit_test(trailing_nul_and_unterminated_text),
		cmocka_unit_test(variables),
		cmocka_unit_test(functions),
		cmocka_unit_test(registers_and_scopes),
		cmocka_unit_test(variables_shadow),
		cmocka_unit_test(labels),
		cmocka_unit_test(implicit_return),
		cmocka_unit_test(indexed_branch),
		cmocka_unit_test(calls),
		cmocka_unit_test(line_table),
		cmocka_unit_test(nvcc_style),
		cmocka_unit_test(prototype_then_body),
	};

	return cmocka_run_group_tests_name("ptx grammar", tests, NULL, NULL);
}
