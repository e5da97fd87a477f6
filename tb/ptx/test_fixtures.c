/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What clang 19 writes: data/<name>.ptx, made from data/<name>.cu by data/generate.sh.
 */
#include "ptx_test.h"

static char *read_file(const char *name, size_t *size)
{
	const char *slash = strrchr(__FILE__, '/');
	char path[1024];
	char *text;
	FILE *f;

	snprintf(path, sizeof(path), "%.*s/data/%s", (int)(slash - __FILE__), __FILE__, name);
	f = fopen(path, "rb");
	if (!f)
		fail_msg("cannot open %s", path);
	text = malloc(1 << 20);
	*size = fread(text, 1, 1 << 20, f);
	fclose(f);
	return text;
}

static struct ptx_module *load(const char *name)
{
	struct diag diag;
	size_t size;
	char *text = read_file(name, &size);
	struct ptx_module *m = ptx_parse(text, size, name, &diag);

	free(text);
	if (!m)
		fail_msg("%s", diag.text);
	return m;
}

/* True of every module that was accepted. */
static void check_sanity(const struct ptx_module *m)
{
	for (unsigned k = 0; k < m->n_funcs; k++) {
		const struct ptx_func *f = m->funcs[k];

		assert_int_equal(f->index, k);
		assert_ptr_equal(ptx_find_func(m, f->name), f);
		if (f->is_decl)
			continue;
		assert_true(f->n_insns > 0 && f->insns[0].leader);
		for (unsigned n = 0; n < f->n_insns; n++) {
			const struct ptx_insn *i = &f->insns[n];

			assert_true(i->reconv >= PTX_NONE && i->reconv < (int)f->n_insns);
			assert_true(i->reconv == PTX_NONE || f->insns[i->reconv].leader);
			assert_true(i->line > f->line);
			assert_true(i->loc < (int)m->n_locs);
		}
		for (unsigned n = 0; n < f->n_vars; n++)
			assert_true(f->vars[n]->id == (int)n && f->vars[n]->func == (int)k);
	}
	for (unsigned n = 0; n < m->n_vars; n++)
		assert_true(m->vars[n]->id == (int)n && m->vars[n]->func == PTX_NONE);
}

static unsigned count(const struct ptx_func *f, enum ptx_op op)
{
	unsigned k = 0;

	for (unsigned n = 0; n < f->n_insns; n++)
		k += f->insns[n].op == op;
	return k;
}

static const struct ptx_insn *find(const struct ptx_func *f, enum ptx_op op)
{
	for (unsigned n = 0; n < f->n_insns; n++)
		if (f->insns[n].op == op)
			return &f->insns[n];
	fail_msg("no %s in %s", ptx_op_name(op), f->name);
	return NULL;
}

static void basics(void **state)
{
	struct ptx_module *m = load("basics_sm70.ptx");
	const struct ptx_func *k = func(m, "_Z1kPiPfPdi3bigs");
	const struct ptx_insn *i;
	struct ptx_where w;

	(void)state;
	check_sanity(m);
	assert_int_equal(m->target, 70);
	assert_true(k->is_entry);
	assert_int_equal(k->n_params, 6);
	assert_int_equal(k->params[4]->size, 40);
	assert_int_equal(k->maxntid[0], 256);
	assert_int_equal(k->minnctapersm, 2);
	assert_memory_equal(var(m, "counters")->init + 12, "\374\377\377\377", 4);
	assert_true(var(m, "dyn")->is_unsized);
	assert_int_equal(count(k, PTX_OP_CALL), 5);
	i = find(k, PTX_OP_CALL);
	assert_string_equal(i->opnd[0].func->name, "_Z3fooid");
	assert_int_equal(i->n_args, 2);
	assert_true(func(m, "vprintf")->is_decl);
	i = find(k, PTX_OP_ATOM);
	w = ptx_where(m, i);
	assert_string_equal(w.file, "basics.cu");
	assert_int_equal(w.line, 47);
	ptx_free(m);
	m = load("basics_sm60_o2.ptx");
	check_sanity(m);
	assert_int_equal(m->target, 60);
	ptx_free(m);
}

static void types(void **state)
{
	struct ptx_module *m = load("types_sm70.ptx");
	const struct ptx_func *fib = func(m, "_Z3fibi");

	(void)state;
	check_sanity(m);
	assert_int_equal(m->n_funcs, 11);
	assert_ptr_equal(find(fib, PTX_OP_CALL)->opnd[0].func, fib);
	ptx_free(m);
	m = load("types_o0_debug.ptx");
	check_sanity(m);
	assert_string_equal(m->files[1], "types.cu");
	ptx_free(m);
}

static void assembly(void **state)
{
	struct ptx_module *m = load("asm_sm70.ptx");
	const struct ptx_func *alu = func(m, "_Z3aluPjPy");
	int first = PTX_NONE, second = PTX_NONE;

	(void)state;
	check_sanity(m);
	for (unsigned n = 0; n < alu->n_insns; n++) {
		if (alu->insns[n].op != PTX_OP_BRA)
			continue;
		assert_true(alu->insns[n].opnd[0].imm < (int64_t)n);
		if (first == PTX_NONE)
			first = (int)alu->insns[n].opnd[0].imm;
		else
			second = (int)alu->insns[n].opnd[0].imm;
	}
	assert_true(first != PTX_NONE && second > first); /* two labels of one name */
	assert_int_equal(count(func(m, "_Z4mathPfPdPi"), PTX_OP_PF_MATH), 3);
	ptx_free(m);
}

/* Text cut anywhere, and single bytes changed, end in a module or in one error line. */
static void damaged(void **state)
{
	size_t size;
	char *text = read_file("asm_sm70.ptx", &size);
	struct diag diag;

	(void)state;
	for (size_t n = 0; n < size; n += 7) {
		char *cut = malloc(n);
		struct ptx_module *m;

		memcpy(cut, text, n);
		m = ptx_parse(cut, n, "cut", &diag);
		assert_true((m != NULL) == (diag.text[0] == '\0'));
		assert_null(strchr(diag.text, '\n'));
		ptx_free(m);
		free(cut);
	}
	for (size_t n = 0; n < size; n += 3) {
		char old = text[n];

		text[n] = "\0;{}\"/.@%x9"[n % 11];
		ptx_free(ptx_parse(text, size, "changed", &diag));
		assert_null(strchr(diag.text, '\n'));
		text[n] = old;
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(basics),
		cmocka_unit_test(types),
		cmocka_unit_test(assembly),
		cmocka_unit_test(damaged),
	};

	return cmocka_run_group_tests_name("ptx of clang", tests, NULL, NULL);
}
