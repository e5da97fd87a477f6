/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_integer: math functions with integer or mixed arguments compute in double, as in C++.
 */
#define PF_INT1(fn, R) \
	template <typename T> \
	PF_DEVICE typename __gnu_cxx::__enable_if<std::__is_integer<T>::__value, R>::__type fn(T x) \
	{ \
		return ::fn((double)x); \
	}
#define PF_INT1_DOUBLE(fn) PF_INT1(fn, double)
#define PF_INT1_BOOL(fn) PF_INT1(fn, bool)
#define PF_INT2(fn, R) \
	template <typename T, typename U> \
	PF_DEVICE typename __gnu_cxx::__enable_if<std::__is_arithmetic<T>::__value && \
						  std::__is_arithmetic<U>::__value, R>::__type \
	fn(T x, U y) \
	{ \
		return ::fn((double)x, (double)y); \
	}
#define PF_INT2_DOUBLE(fn) PF_INT2(fn, double)
#define PF_INT2_BOOL(fn) PF_INT2(fn, bool)

PF_MATH_STD1(PF_INT1_DOUBLE)
PF_MATH_STD2(PF_INT2_DOUBLE)
PF_MATH_TO_INT(PF_INT1)
PF_MATH_CLASS1(PF_INT1_BOOL)
PF_MATH_CLASS2(PF_INT2_BOOL)
PF_INT1(fpclassify, int)
PF_INT1(rsqrt, double)
#undef PF_INT1
#undef PF_INT1_DOUBLE
#undef PF_INT1_BOOL
#undef PF_INT2
#undef PF_INT2_DOUBLE
#undef PF_INT2_BOOL

template <typename T, typename U, typename V>
PF_DEVICE typename __gnu_cxx::__enable_if<std::__is_arithmetic<T>::__value &&
					  std::__is_arithmetic<U>::__value &&
					  std::__is_arithmetic<V>::__value, double>::__type
fma(T x, U y, V z)
{
	return ::fma((double)x, (double)y, (double)z);
}
#define PF_INT_EXP(fn, E) \
	template <typename T> \
	PF_DEVICE typename __gnu_cxx::__enable_if<std::__is_integer<T>::__value, double>::__type \
	fn(T x, E e) \
	{ \
		return ::fn((double)x, e); \
	}
PF_INT_EXP(ldexp, int)
PF_INT_EXP(scalbn, int)
PF_INT_EXP(scalbln, long)
PF_INT_EXP(frexp, int *)
#undef PF_INT_EXP

/* The templates have to be found in std as well, in the library's inline namespace. */
namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
#define PF_USING(fn) using ::fn;
#define PF_USING_TO_INT(fn, R) using ::fn;
PF_MATH_STD1(PF_USING)
PF_MATH_STD2(PF_USING)
PF_MATH_TO_INT(PF_USING_TO_INT)
PF_MATH_CLASS1(PF_USING)
PF_MATH_CLASS2(PF_USING)
PF_USING(fpclassify)
PF_USING(fma)
PF_USING(ldexp)
PF_USING(scalbn)
PF_USING(scalbln)
PF_USING(frexp)
#undef PF_USING
#undef PF_USING_TO_INT
_GLIBCXX_END_NAMESPACE_VERSION
}
