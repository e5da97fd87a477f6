/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math: pf.math.<function>.<f32|f64>, CUDA's math library by way of the host's.
 *
 * The f32 form computes in double and rounds once. Functions are listed by the shape of
 * their operands; a name that no list holds is refused. To add one, add a line.
 */

/* clang-format off */
#include "alu_opt.h"

#include <limits.h>
#include <math.h>

#include "alu.h"
#include "math_special.h"

/* Lists: name and function. nextafter needs the function of its own type. */
static const struct math1 {
	const char *name;
	double (*fn)(double);
} list1[] = {
	{ "sin", sin }, { "cos", cos }, { "tan", tan }, { "asin", asin }, { "acos", acos },
	{ "atan", atan }, { "sinh", sinh }, { "cosh", cosh }, { "tanh", tanh },
	{ "asinh", asinh }, { "acosh", acosh }, { "atanh", atanh }, { "exp", exp },
	{ "exp2", exp2 }, { "exp10", math_exp10 }, { "expm1", expm1 }, { "log", log },
	{ "log2", log2 }, { "log10", log10 }, { "log1p", log1p }, { "logb", logb },
	{ "sqrt", sqrt }, { "rsqrt", math_rsqrt }, { "cbrt", cbrt }, { "rcbrt", math_rcbrt },
	{ "erf", erf }, { "erfc", erfc }, { "erfcx", math_erfcx }, { "erfinv", math_erfinv },
	{ "erfcinv", math_erfcinv }, { "normcdf", math_normcdf },
	{ "normcdfinv", math_normcdfinv }, { "tgamma", tgamma }, { "lgamma", math_lgamma },
	{ "j0", j0 }, { "j1", j1 }, { "y0", y0 }, { "y1", y1 }, { "sinpi", math_sinpi },
	{ "cospi", math_cospi }, { "ceil", ceil }, { "floor", floor }, { "trunc", trunc },
	{ "round", round }, { "rint", rint }, { "nearbyint", nearbyint }, { "fabs", fabs },
};

static const struct math2 {
	const char *name;
	double (*fn)(double, double);
	float (*fn32)(float, float);
} list2[] = {
	{ "atan2", atan2, NULL }, { "pow", pow, NULL }, { "fmod", fmod, NULL },
	{ "remainder", remainder, NULL }, { "hypot", hypot, NULL }, { "rhypot", math_rhypot, NULL },
	{ "nextafter", nextafter, nextafterf }, { "fdim", fdim, NULL },
	{ "copysign", copysign, NULL }, { "fmin", fmin, NULL }, { "fmax", fmax, NULL },
};

static const struct math_scale {	/* T fn(T, int) */
	const char *name;
	double (*fn)(double, int);
} list_scale[] = { { "ldexp", ldexp }, { "scalbn", scalbn } };

static const struct math_order {	/* T fn(int, T) */
	const char *name;
	double (*fn)(int, double);
} list_order[] = { { "jn", jn }, { "yn", yn } };

static int64_t saturate64(double x)
{
	if (x >= -9223372036854775808.0 && x < 9223372036854775808.0)
		return (int64_t)x;
	return x > 0.0 ? INT64_MAX : INT64_MIN;
}

static int64_t to_rint(double x)
{
	return saturate64(rint(x));
}

static int64_t to_round(double x)
{
	return saturate64(round(x));
}

static int64_t to_ilogb(double x)
{
	return x == 0.0 || x != x ? INT_MIN : isinf(x) ? INT_MAX : ilogb(x);
}

static const struct math_int {		/* integer fn(T); bytes of the result */
	const char *name;
	int64_t (*fn)(double);
	unsigned bytes;
} list_int[] = {
	{ "ilogb", to_ilogb, 4 }, { "lrint", to_rint, 8 }, { "llrint", to_rint, 8 },
	{ "lround", to_round, 8 }, { "llround", to_round, 8 },
};

/* Two results: d|e. e is an integer (is_int) or of the function's type. */
static void two_sincos(double x, double y, double *d, double *e)
{
	(void)y;
	*d = sin(x);
	*e = cos(x);
}

static void two_modf(double x, double y, double *d, double *e)
{
	(void)y;
	*d = modf(x, e);
}

static void two_frexp(double x, double y, double *d, double *e)
{
	int n = 0;

	(void)y;
	*d = frexp(x, &n);
	*e = n;
}

static void two_remquo(double x, double y, double *d, double *e)
{
	int n = 0;

	*d = remquo(x, y, &n);
	*e = n;
}

static const struct math_two {
	const char *name;
	void (*fn)(double x, double y, double *d, double *e);
	unsigned args;
	bool is_int;
} list_two[] = {
	{ "sincos", two_sincos, 1, false }, { "modf", two_modf, 1, false },
	{ "frexp", two_frexp, 1, true }, { "remquo", two_remquo, 2, true },
};

/* Handlers; imm is the index in the list. Only lanes of mask call. */
#define EACH_LANE(m, l) \
	for (uint32_t m = mask, l; m != 0 && (l = (uint32_t)__builtin_ctz(m), true); m &= m - 1)
#define MATH_HEAD(name) \
	static void name(struct simt_warp *w, const struct simt_insn *i, uint32_t mask)

/* Operands as double; quiet NaN only: the C library treats a signalling one apart. */
#define MATH_GET_f32(x) ((double)alu_f32(alu_canon32(alu_f32(x))))
#define MATH_GET_f64(x) alu_f64(alu_canon64(alu_f64(x)))

/* T: f32 or f64, C: float or double */
#define MATH_SET(T, C) \
	MATH_HEAD(run1_##T) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) \
		EACH_LANE(m, l) \
			d[l] = ALU_PUT_##T((C)list1[i->imm].fn(MATH_GET_##T(pa[l]))); \
	} \
	MATH_HEAD(run2_##T) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) ALU_SRC(T, b) \
		EACH_LANE(m, l) \
			d[l] = ALU_PUT_##T((C)list2[i->imm].fn(MATH_GET_##T(pa[l]), \
							       MATH_GET_##T(pb[l]))); \
	} \
	MATH_HEAD(run_scale_##T) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) ALU_SRC(s32, b) \
		EACH_LANE(m, l) \
			d[l] = ALU_PUT_##T((C)list_scale[i->imm].fn(MATH_GET_##T(pa[l]), \
								    ALU_GET_s32(pb[l]))); \
	} \
	MATH_HEAD(run_order_##T) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(s32, a) ALU_SRC(T, b) \
		EACH_LANE(m, l) \
			d[l] = ALU_PUT_##T((C)list_order[i->imm].fn(ALU_GET_s32(pa[l]), \
								    MATH_GET_##T(pb[l]))); \
	} \
	MATH_HEAD(run_norm3d_##T) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) ALU_SRC(T, b) ALU_SRC(T, c) \
		EACH_LANE(m, l) \
			d[l] = ALU_PUT_##T((C)math_norm3d(MATH_GET_##T(pa[l]), \
				MATH_GET_##T(pb[l]), MATH_GET_##T(pc[l]))); \
	} \
	MATH_HEAD(run_norm4d_##T) \
	{ \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) ALU_SRC(T, b) ALU_SRC(T, c) ALU_SRC(T, e) \
		EACH_LANE(m, l) \
			d[l] = ALU_PUT_##T((C)math_norm4d(MATH_GET_##T(pa[l]), \
				MATH_GET_##T(pb[l]), MATH_GET_##T(pc[l]), \
				MATH_GET_##T(pe[l]))); \
	} \
	MATH_HEAD(run_int_##T) \
	{ \
		void *const d = simt_at(w, i->d); \
		ALU_SRC(T, a) \
		EACH_LANE(m, l) { \
			const int64_t r = list_int[i->imm].fn(MATH_GET_##T(pa[l])); \
			if (list_int[i->imm].bytes == 8) \
				((uint64_t *)d)[l] = (uint64_t)r; \
			else \
				((uint32_t *)d)[l] = (uint32_t)r; \
		} \
	} \
	MATH_HEAD(run_two_##T) \
	{ \
		const struct math_two *const f = &list_two[i->imm]; \
		ALU_RAW_##T *const d = simt_at(w, i->d); \
		void *const d2 = simt_at(w, i->d2); \
		ALU_SRC(T, a) ALU_SRC(T, b) \
		EACH_LANE(m, l) { \
			double x = 0.0, y = 0.0; \
			f->fn(MATH_GET_##T(pa[l]), MATH_GET_##T(pb[l]), &x, &y); \
			d[l] = ALU_PUT_##T((C)x); \
			if (f->is_int) \
				((uint32_t *)d2)[l] = (uint32_t)(int32_t)y; \
			else \
				((ALU_RAW_##T *)d2)[l] = ALU_PUT_##T((C)y); \
		} \
	}
MATH_SET(f32, float)
MATH_SET(f64, double)

MATH_HEAD(run2_own_f32)
{
	uint32_t *const d = simt_at(w, i->d);
	ALU_SRC(f32, a) ALU_SRC(f32, b)
	EACH_LANE(m, l)
		d[l] = ALU_PUT_f32(list2[i->imm].fn32(alu_f32(pa[l]), alu_f32(pb[l])));
}

/* Index of name in a list of records that start with their name, or -1 */
static int find(const void *list, size_t n, size_t size, const char *name)
{
	for (size_t k = 0; k < n; k++) {
		const char *const *const entry =
			(const void *)((const unsigned char *)list + k * size);

		if (strcmp(*entry, name) == 0)
			return (int)k;
	}
	return -1;
}
#define FIND(list, name) find(list, sizeof(list) / sizeof((list)[0]), sizeof((list)[0]), name)

/* Destination and sources of the given types */
static int operands(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out,
		    enum ptx_type d, const enum ptx_type *src, unsigned n)
{
	simt_ref *const ref[] = { &out->a, &out->b, &out->c, &out->e };

	if (alu_expect(lw, i, n + 1) || alu_dst(lw, i, 0, d, &out->d))
		return -1;
	for (unsigned k = 0; k < n; k++) {
		if (alu_src(lw, i, k + 1, src[k], ref[k]))
			return -1;
	}
	return 0;
}

static int lower_two(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out, int k)
{
	const enum ptx_type t[] = { i->type, i->type };

	out->fn = i->type == PTX_T_F32 ? run_two_f32 : run_two_f64;
	out->imm = (uint64_t)k;
	if (!alu_has_dst2(i))
		return lower_error(lw, i, "pf.math.%s has two results: d|e", i->math);
	if (operands(lw, i, out, i->type, t, list_two[k].args) ||
	    alu_dst2(lw, i, list_two[k].is_int ? PTX_T_S32 : i->type, &out->d2))
		return -1;
	if (list_two[k].args == 1)
		out->b = out->a;
	return 0;
}

int math_lower(struct simt_lower *lw, const struct ptx_insn *i, struct simt_insn *out)
{
	const enum ptx_type T = i->type;
	const enum ptx_type same[] = { T, T, T, T };
	const enum ptx_type scale[] = { T, PTX_T_S32 }, order[] = { PTX_T_S32, T };
	const bool f32 = T == PTX_T_F32;
	int k;

	if (!i->math || (!f32 && T != PTX_T_F64))
		return alu_refuse(lw, i);
	if ((k = FIND(list_two, i->math)) >= 0)
		return lower_two(lw, i, out, k);
	if (alu_has_dst2(i))
		return lower_error(lw, i, "pf.math.%s has one result", i->math);
	if ((k = FIND(list1, i->math)) >= 0) {
		out->imm = (uint64_t)k;
		out->fn = f32 ? run1_f32 : run1_f64;
		return operands(lw, i, out, T, same, 1);
	}
	if ((k = FIND(list2, i->math)) >= 0) {
		out->imm = (uint64_t)k;
		out->fn = !f32 ? run2_f64 : list2[k].fn32 ? run2_own_f32 : run2_f32;
		return operands(lw, i, out, T, same, 2);
	}
	if ((k = FIND(list_scale, i->math)) >= 0) {
		out->imm = (uint64_t)k;
		out->fn = f32 ? run_scale_f32 : run_scale_f64;
		return operands(lw, i, out, T, scale, 2);
	}
	if ((k = FIND(list_order, i->math)) >= 0) {
		out->imm = (uint64_t)k;
		out->fn = f32 ? run_order_f32 : run_order_f64;
		return operands(lw, i, out, T, order, 2);
	}
	if ((k = FIND(list_int, i->math)) >= 0) {
		out->imm = (uint64_t)k;
		out->fn = f32 ? run_int_f32 : run_int_f64;
		return operands(lw, i, out, list_int[k].bytes == 8 ? PTX_T_S64 : PTX_T_S32, same,
				1);
	}
	if (strcmp(i->math, "norm3d") == 0) {
		out->fn = f32 ? run_norm3d_f32 : run_norm3d_f64;
		return operands(lw, i, out, T, same, 3);
	}
	if (strcmp(i->math, "norm4d") == 0) {
		out->fn = f32 ? run_norm4d_f32 : run_norm4d_f64;
		return operands(lw, i, out, T, same, 4);
	}
	return lower_error(lw, i, "math function '%s' is not supported", i->math);
}
