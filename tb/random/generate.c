/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * generate: prints a random CUDA program that runs the same functions on the modelled GPU and on
 * the host and compares every bit. One seed, one program, on every machine.
 *
 *   usage: generate SEED >program.cu     (compile it with -I of the folder of prelude.h)
 *
 * Whatever a program does is defined in C++: expressions are free of side effects, calls and
 * atomics are statements, arithmetic goes through prelude.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "generate.h"

static const char *const type_name[TYPES] = {"i8",  "u8",  "i16", "u16",   "i32",
					     "u32", "i64", "u64", "float", "double"};

__attribute__((format(printf, 2, 3))) static void line(const struct gen *g, const char *fmt, ...)
{
	va_list ap;

	for (unsigned i = 0; i < g->depth; i++)
		putchar('\t');
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
}

static void expr(struct gen *g, unsigned type, unsigned depth);

/* An index within a power of two of elements. */
static void element(struct gen *g, unsigned n, unsigned depth)
{
	if (one_in(g, 3)) {
		printf("[%u]", below(g, n));
		return;
	}
	printf("[");
	expr(g, 5, depth);
	printf(" & %u]", n - 1);
}

static void literal(struct gen *g, unsigned type)
{
	static const char *const real[] = {"0.0",  "-0.0",  "1.0",        "-1.5",    "0.1",
					   "1e30", "1e-39", "16777217.0", "-3.25e9", "1e-3"};
	uint64_t n = rng_next(&g->rng) >> below(g, 64);

	if (one_in(g, 2)) /* around a power of two */
		n = ((uint64_t)1 << below(g, 64)) - below(g, 3);
	if (type >= FIRST_FLOAT)
		printf("(%s)%s", type_name[type], real[below(g, sizeof(real) / sizeof(*real))]);
	else
		printf("(%s)0x%llxull", type_name[type], (unsigned long long)n);
}

/* What a function can read: type of an element, or OF_ARRAY; elements 0: no array. */
static const struct place {
	const char *text;
	unsigned elements, type;
} places[] = {
	{"la", 8, OF_ARRAY},
	{"lw", 8, 5},
	{"*p", 0, 5},
	{"r.b", 0, 2},
	{"r.e", 0, 1},
	{"r.d", 0, 9},
	{"r.f", 4, 8},
	{"c->w[0]", 8, 5},
	{"c->w[1]", 8, 5},
	{"c->q[0]", 8, 7},
	{"c->q[1]", 8, 7},
	{"((u8 *)lw)", 32, 1},
	{"((u16 *)c->q[1])", 32, 3},
	{"((i8 *)c->q[0])", 64, 0},
	{"((i16 *)c->w[0])", 16, 2},
	/* only read from here on */
	{"r.a", 0, 5},
	{"r.c", 0, 7},
	{"c->lane", 0, 5},
	{"((const float *)c->w[1])", 8, 8},
	{"table()", TABLE, OF_ARRAY},
};
enum { PLACES = sizeof(places) / sizeof(*places), READ_ONLY = 5 };

/* A place of the first n; its type. */
static unsigned place(struct gen *g, unsigned n, unsigned depth)
{
	const struct place *x = &places[below(g, n)];

	printf("%s", x->text);
	if (x->elements)
		element(g, x->elements, depth);
	return x->type == OF_ARRAY ? g->array : x->type;
}

/* Something that can be read, converted to the type. */
static void leaf(struct gen *g, unsigned type, unsigned depth)
{
	printf("to<%s>(", type_name[type]);
	if (one_in(g, 3))
		printf("v%u", below(g, VARS));
	else
		(void)place(g, PLACES, depth);
	printf(")");
}

static void condition(struct gen *g, unsigned depth)
{
	static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="};
	unsigned type = below(g, TYPES);

	if (depth && one_in(g, 4)) {
		printf("%s(", one_in(g, 3) ? "!" : "");
		condition(g, depth - 1);
		printf(" %s ", one_in(g, 2) ? "&&" : "||");
		condition(g, depth - 1);
		printf(")");
		return;
	}
	if (one_in(g, 4)) { /* true often and false often */
		printf("(");
		expr(g, below(g, FIRST_FLOAT), depth);
		printf(" & %u) %s", 1 + below(g, 7), one_in(g, 2) ? "!= 0" : "== 1");
		return;
	}
	expr(g, type, depth);
	printf(" %s ", compare[below(g, 6)]);
	expr(g, type, depth);
}

static void arithmetic(struct gen *g, unsigned type, unsigned depth)
{
	static const char *const two[] = {"add",  "sub", "mul",  "and_",  "or_",  "xor_",
					  "shl",  "shr", "rot",  "div",   "rem",  "least",
					  "most", "sad", "mean", "carry", "over", "high"};
	static const char *const one[] = {"neg",   "not_", "ones",   "lead",
					  "trail", "swap", "mirror", "field"};
	static const char op[] = "+-*/";

	if (type >= FIRST_FLOAT) {
		if (one_in(g, 6)) {
			printf("root<%s>(", type_name[type]);
			expr(g, type, depth);
			printf(")");
			return;
		}
		printf("(");
		expr(g, type, depth);
		printf(" %c ", op[below(g, 4)]);
		expr(g, type, depth);
		printf(")");
		return;
	}
	if (one_in(g, 4)) {
		printf("%s<%s>(", one[below(g, sizeof(one) / sizeof(*one))], type_name[type]);
		expr(g, type, depth);
		printf(")");
		return;
	}
	printf("%s<%s>(", two[below(g, sizeof(two) / sizeof(*two))], type_name[type]);
	expr(g, type, depth);
	printf(", ");
	expr(g, type, depth);
	printf(")");
}

static void expr(struct gen *g, unsigned type, unsigned depth)
{
	if (!depth || one_in(g, 6)) {
		if (one_in(g, 4))
			literal(g, type);
		else
			leaf(g, type, depth ? depth - 1 : 0);
		return;
	}
	switch (below(g, 6)) {
	case 0: /* through another type */
		printf("to<%s>(", type_name[type]);
		expr(g, below(g, TYPES), depth - 1);
		printf(")");
		break;
	case 1:
		printf("(");
		condition(g, depth - 1);
		printf(" ? ");
		expr(g, type, depth - 1);
		printf(" : ");
		expr(g, type, depth - 1);
		printf(")");
		break;
	case 2:
		if (one_in(g, 3)) {
			if (type >= FIRST_FLOAT)
				printf("from_bits(%s(), ", type_name[type]);
			else
				printf("(%s)bits(", type_name[type]);
			expr(g, type >= FIRST_FLOAT ? 7 : FIRST_FLOAT + below(g, 2), depth - 1);
			printf(")");
			break;
		}
		/* fall through */
	default: arithmetic(g, type, depth - 1);
	}
}

static void block(struct gen *g, unsigned statements);

static void assign(struct gen *g)
{
	unsigned v = below(g, VARS);

	line(g, "v%u = ", v);
	expr(g, g->var[v], DEPTH);
	printf(";\n");
}

static void store(struct gen *g)
{
	unsigned type;

	line(g, "%s", "");
	type = place(g, PLACES - READ_ONLY, 1);
	printf(" = ");
	expr(g, type, 2);
	printf(";\n");
}

/* p: one of the words of this function or of the thread; r: a record as a whole. */
static void move(struct gen *g)
{
	if (one_in(g, 3)) {
		line(g, "s = r;\n");
		line(g, "r.%s ^= (u8)v0;\n", one_in(g, 2) ? "a" : "e");
		line(g, "if (");
		condition(g, 1);
		printf(")\n");
		line(g, "\tr = s;\n");
		return;
	}
	line(g, "p = ");
	condition(g, 1);
	printf(" ? &%s", one_in(g, 2) ? "lw" : "c->w[1]");
	element(g, 8, 1);
	printf(" : &c->w[%u]", below(g, 2));
	element(g, 8, 1);
	printf(";\n");
}

static void call(struct gen *g, unsigned f, const char *depth)
{
	const struct func *callee = &g->func[f];
	unsigned v = below(g, VARS);

	if (callee->returns_record)
		line(g, "r = f%u(c", f);
	else
		line(g, "v%u = to<%s>(f%u(c", v, type_name[g->var[v]], f);
	if (callee->recursive)
		printf(", %s", depth);
	for (unsigned i = 0; i < callee->params; i++) {
		printf(", ");
		expr(g, callee->type[i], 2);
	}
	if (callee->takes_record)
		printf(", %s", one_in(g, 2) ? "r" : "s");
	if (callee->takes_pointer)
		printf(", %s", one_in(g, 2) ? "p" : "&lw[3]");
	printf("%s;\n", callee->returns_record ? ")" : "))");
}

static void any_call(struct gen *g)
{
	unsigned f;

	if (!g->funcs) {
		assign(g);
		return;
	}
	f = below(g, g->funcs);
	call(g, f, one_in(g, 2) ? "4" : "(v0 > 0 ? 2u : 3u)");
}

static void atomic(struct gen *g)
{
	static const char *const name[] = {"add", "and",  "or",  "xor", "min",
					   "max", "exch", "cas", "inc", "dec"};
	unsigned n = below(g, 10), v = below(g, VARS);
	bool word = n >= 8 || one_in(g, 2);
	unsigned type = word ? 5 : 7;

	line(g, "v%u = to<%s>(own_%s<%s>(", v, type_name[g->var[v]], name[n], type_name[type]);
	if (word && one_in(g, 4)) {
		printf("&lw[0] == p ? &c->w[1][0] : &c->w[0]");
		element(g, 8, 1);
	} else {
		printf("&c->%c[%u]", word ? 'w' : 'q', below(g, 2));
		element(g, 8, 1);
	}
	for (int i = n == 7 ? 2 : 1; i > 0; i--) {
		printf(", ");
		expr(g, type, 2);
	}
	printf("));\n");
}

static void branch(struct gen *g)
{
	line(g, "if (");
	condition(g, 2);
	printf(") {\n");
	block(g, 1 + below(g, 3));
	if (one_in(g, 2)) {
		line(g, "} else {\n");
		block(g, 1 + below(g, 3));
	}
	line(g, "}\n");
}

static void loop(struct gen *g)
{
	unsigned i = g->loops, label = one_in(g, 6) ? ++g->labels : 0, kind = below(g, 3);

	if (label) { /* into the middle of the loop */
		line(g, "if (");
		condition(g, 1);
		printf(")\n");
		line(g, "\tgoto l%u;\n", label);
	}
	if (kind == 0) {
		line(g, "for (i%u = 0, n%u = ", i, i);
		expr(g, 5, 2);
		printf(" & 7; i%u < n%u && burn(c); i%u++) {\n", i, i, i);
	} else if (kind == 1) {
		line(g, "while (burn(c) && (");
		condition(g, 2);
		printf(")) {\n");
	} else {
		line(g, "do {\n");
	}
	g->loops++;
	block(g, 1 + below(g, 3));
	if (label) {
		line(g, "l%u:;\n", label);
		block(g, 1 + below(g, 2));
	}
	g->loops--;
	if (kind == 2) {
		line(g, "} while (burn(c) && (");
		condition(g, 2);
		printf("));\n");
	} else {
		line(g, "}\n");
	}
}

static void choose(struct gen *g)
{
	unsigned n = 2 + below(g, 9), step = one_in(g, 3) ? 1 + below(g, 100) : 1, v = below(g, 3);
	bool values = one_in(g, 3); /* a table of constants after optimisation */

	line(g, "switch (");
	expr(g, 4, 2);
	printf(" & %u) {\n", step > 1 ? 0x3ff : 15);
	for (unsigned i = 0; i < n; i++) {
		line(g, "case %u:;\n", i * step);
		if (values) {
			line(g, "\tv%u = ", v);
			literal(g, g->var[v]);
			printf(";\n");
		} else if (!one_in(g, 4)) {
			block(g, 1 + below(g, 2));
		}
		if (values || !one_in(g, 4))
			line(g, "\tbreak;\n");
	}
	if (one_in(g, 2)) {
		line(g, "default:;\n");
		block(g, 1);
	}
	line(g, "}\n");
}

static void leave(struct gen *g)
{
	line(g, "if (");
	condition(g, 1);
	printf(")\n");
	if (g->loops && !one_in(g, 4)) {
		line(g, "\t%s;\n", one_in(g, 2) ? "break" : "continue");
		return;
	}
	line(g, "\treturn ");
	if (g->here->returns_record)
		printf("%s", one_in(g, 2) ? "r" : "s");
	else
		expr(g, g->here->ret, 1);
	printf(";\n");
}

static void statement(struct gen *g)
{
	static void (*const kind[])(struct gen *) = {
		assign,   assign,   assign, store,  store, store, move,   atomic,
		any_call, any_call, branch, branch, loop,  loop,  choose, leave};

	kind[below(g, g->depth > 4 ? 10 : 16)](g);
}

static void block(struct gen *g, unsigned statements)
{
	g->depth++;
	while (statements--)
		statement(g);
	g->depth--;
}

/* Everything is declared first, so that a jump passes no initialisation. */
static void locals(struct gen *g)
{
	g->array = below(g, TYPES);
	g->depth = 1;
	for (unsigned v = 0; v < VARS; v++)
		g->var[v] = v < 3 ? below(g, FIRST_FLOAT) : below(g, TYPES);
	for (unsigned v = 0; v < VARS; v++) {
		line(g, "%s%s v%u = ", one_in(g, 8) ? "volatile " : "", type_name[g->var[v]], v);
		if (v < g->here->params)
			printf("to<%s>(a%u);\n", type_name[g->var[v]], v);
		else
			printf("to<%s>(c->w[1][%u]);\n", type_name[g->var[v]], v);
	}
	line(g, "%s la[8] = {", type_name[g->array]);
	for (unsigned i = 0; i < 8; i++) {
		literal(g, g->array);
		printf("%s", i < 7 ? ", " : "};\n");
	}
	line(g, "u32 lw[8] = {c->lane, 1, 2, 3, 4, 5}, *p = %s;\n",
	     g->here->takes_pointer ? "pa" : "&lw[1]");
	line(g, "record r = %s, s = {};\n",
	     g->here->takes_record ? "ra" : "{1, -2, 3, 4, 5, {.5f}}");
	for (unsigned i = 0; i <= 6; i++)
		line(g, "u32 i%u = 0, n%u = 0;\n", i, i);
}

static void signature(const struct gen *g, unsigned f)
{
	const struct func *x = &g->func[f];

	printf("CALLED %s f%u(ctx *c", x->returns_record ? "record" : type_name[x->ret], f);
	if (x->recursive)
		printf(", u32 deep");
	for (unsigned i = 0; i < x->params; i++)
		printf(", %s a%u", type_name[x->type[i]], i);
	if (x->takes_record)
		printf(", record ra");
	if (x->takes_pointer)
		printf(", u32 *pa");
	printf(")");
}

static void function(struct gen *g, unsigned f)
{
	struct func *x = &g->func[f];
	bool last = f == FUNCS - 1;

	x->ret = last ? 7 : below(g, TYPES);
	x->params = last ? 1 : below(g, PARAMS + 1);
	for (unsigned i = 0; i < PARAMS; i++)
		x->type[i] = last ? 7 : below(g, TYPES);
	x->takes_record = !last && one_in(g, 3);
	x->takes_pointer = !last && one_in(g, 2);
	x->returns_record = !last && one_in(g, 4);
	x->recursive = !last && one_in(g, 3);
	g->here = x;
	signature(g, f);
	printf("\n{\n");
	locals(g);
	if (x->recursive) {
		line(g, "if (deep == 0 || !burn(c))\n");
		line(g, "\treturn %s;\n", x->returns_record ? "s" : "(u8)v0");
	} else if (!last) {
		line(g, "if (!burn(c))\n");
		line(g, "\treturn %s;\n", x->returns_record ? "s" : "(i8)v1");
	}
	g->depth = 0;
	block(g, 2 + below(g, 4));
	g->depth = 1;
	if (x->recursive)
		call(g, f, "deep - 1");
	g->depth = 0;
	block(g, 1 + below(g, 3));
	if (x->returns_record)
		printf("\treturn r;\n}\n\n");
	else
		printf("\treturn to<%s>(mix(mix(bits(v0) + bits(v1), bits(v2) + bits(v3)), "
		       "mix(bits(v4) + bits(v5) + bits(v6), bits(la[2]) + lw[1] + r.c)));\n"
		       "}\n\n",
		       type_name[x->ret]);
	g->funcs = f + 1;
}

static void prologue(struct gen *g, uint64_t seed)
{
	g->blocks = 2 + below(g, 4);
	g->threads = one_in(g, 3) ? 33 + below(g, 90) : 32 * (1 + below(g, 4));
	printf("// Seed %llu.\n", (unsigned long long)seed);
	printf("enum { BLOCKS = %u, THREADS = %u, ROUNDS = %u };\n", g->blocks, g->threads,
	       1 + below(g, 3));
	printf("#include \"prelude.h\"\n\n");
	printf("struct%s record {\n\tu32 a;\n\ti16 b;\n\tu64 c;\n\tdouble d;\n\tu8 e;\n\tfloat "
	       "f[4];\n};\n\n",
	       one_in(g, 3) ? " alignas(16)" : "");
	for (int device = 1; device >= 0; device--) {
		struct rng again = g->rng;
		unsigned type = below(g, TYPES);

		printf("%s const %s %s_table[%d] = {", device ? "__constant__" : "static",
		       type_name[type], device ? "device" : "host", TABLE);
		for (unsigned i = 0; i < TABLE; i++) {
			literal(g, type);
			printf("%s", i < TABLE - 1 ? ", " : "};\n");
		}
		if (device)
			g->rng = again;
		else
			printf("HD inline const %s *table()\n{\n#ifdef __CUDA_ARCH__\n"
			       "\treturn device_table;\n#else\n\treturn host_table;\n#endif\n}\n\n",
			       type_name[type]);
	}
}

int main(int argc, char **argv)
{
	struct gen g = {0};
	uint64_t seed = argc == 2 ? strtoull(argv[1], NULL, 0) : 0;

	if (argc != 2) {
		fprintf(stderr, "usage: generate SEED >program.cu\n");
		return 2;
	}
	rng_seed(&g.rng, seed);
	prologue(&g, seed);
	for (unsigned f = 0; f < FUNCS; f++)
		function(&g, f);
	meet_print(&g);
	return ferror(stdout) != 0 || fflush(stdout) != 0;
}
