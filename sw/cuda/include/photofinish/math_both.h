/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * math_both: min, max for host and device, and host versions of CUDA's own math functions.
 */
PF_HD int min(int a, int b) { return a < b ? a : b; }
PF_HD unsigned int min(unsigned int a, unsigned int b) { return a < b ? a : b; }
PF_HD unsigned int min(int a, unsigned int b) { return min((unsigned int)a, b); }
PF_HD unsigned int min(unsigned int a, int b) { return min(a, (unsigned int)b); }
PF_HD long min(long a, long b) { return a < b ? a : b; }
PF_HD unsigned long min(unsigned long a, unsigned long b) { return a < b ? a : b; }
PF_HD unsigned long min(long a, unsigned long b) { return min((unsigned long)a, b); }
PF_HD unsigned long min(unsigned long a, long b) { return min(a, (unsigned long)b); }
PF_HD long long min(long long a, long long b) { return a < b ? a : b; }
PF_HD unsigned long long min(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
PF_HD unsigned long long min(long long a, unsigned long long b)
{
	return min((unsigned long long)a, b);
}
PF_HD unsigned long long min(unsigned long long a, long long b)
{
	return min(a, (unsigned long long)b);
}
PF_HD float min(float a, float b) { return __builtin_fminf(a, b); }
PF_HD double min(double a, double b) { return __builtin_fmin(a, b); }
PF_HD double min(float a, double b) { return __builtin_fmin(a, b); }
PF_HD double min(double a, float b) { return __builtin_fmin(a, b); }

PF_HD int max(int a, int b) { return a > b ? a : b; }
PF_HD unsigned int max(unsigned int a, unsigned int b) { return a > b ? a : b; }
PF_HD unsigned int max(int a, unsigned int b) { return max((unsigned int)a, b); }
PF_HD unsigned int max(unsigned int a, int b) { return max(a, (unsigned int)b); }
PF_HD long max(long a, long b) { return a > b ? a : b; }
PF_HD unsigned long max(unsigned long a, unsigned long b) { return a > b ? a : b; }
PF_HD unsigned long max(long a, unsigned long b) { return max((unsigned long)a, b); }
PF_HD unsigned long max(unsigned long a, long b) { return max(a, (unsigned long)b); }
PF_HD long long max(long long a, long long b) { return a > b ? a : b; }
PF_HD unsigned long long max(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
PF_HD unsigned long long max(long long a, unsigned long long b)
{
	return max((unsigned long long)a, b);
}
PF_HD unsigned long long max(unsigned long long a, long long b)
{
	return max(a, (unsigned long long)b);
}
PF_HD float max(float a, float b) { return __builtin_fmaxf(a, b); }
PF_HD double max(double a, double b) { return __builtin_fmax(a, b); }
PF_HD double max(float a, double b) { return __builtin_fmax(a, b); }
PF_HD double max(double a, float b) { return __builtin_fmax(a, b); }

PF_DEVICE unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
PF_DEVICE unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
PF_DEVICE long long llmin(long long a, long long b) { return min(a, b); }
PF_DEVICE long long llmax(long long a, long long b) { return max(a, b); }
PF_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
PF_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

PF_HOST double rsqrt(double x) { return 1 / __builtin_sqrt(x); }
PF_HOST float rsqrtf(float x) { return (float)(1 / __builtin_sqrt((double)x)); }
PF_HOST float rsqrt(float x) { return rsqrtf(x); }
PF_HOST double rcbrt(double x) { return 1 / __builtin_cbrt(x); }
PF_HOST float rcbrtf(float x) { return (float)(1 / __builtin_cbrt((double)x)); }
PF_HOST float rcbrt(float x) { return rcbrtf(x); }
PF_HOST double rhypot(double x, double y) { return 1 / __builtin_hypot(x, y); }
PF_HOST float rhypotf(float x, float y) { return 1 / __builtin_hypotf(x, y); }

/* remainder() by 2 is exact, and so are the reflections: arguments end within +-pi/4. */
PF_HOST double sinpi(double x)
{
	double r = __builtin_remainder(x, 2), a = __builtin_fabs(r), pi = 3.14159265358979323846;
	double s = a <= 0.25   ? __builtin_sin(pi * a)
		   : a <= 0.75 ? __builtin_cos(pi * (0.5 - a))
			       : __builtin_sin(pi * (1 - a));

	return __builtin_copysign(s, r == 0 ? x : r);
}
PF_HOST double cospi(double x)
{
	double a = __builtin_fabs(__builtin_remainder(x, 2)), pi = 3.14159265358979323846;

	return a <= 0.25   ? __builtin_cos(pi * a)
	       : a <= 0.75 ? __builtin_sin(pi * (0.5 - a))
			   : -__builtin_cos(pi * (1 - a));
}
PF_HOST float sinpif(float x) { return (float)sinpi((double)x); }
PF_HOST float cospif(float x) { return (float)cospi((double)x); }
PF_HOST float sinpi(float x) { return sinpif(x); }
PF_HOST float cospi(float x) { return cospif(x); }
PF_HOST void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
PF_HOST void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
PF_HOST double normcdf(double x)
{
	return (double)(0.5L * __builtin_erfcl(-0.70710678118654752440084436210485L * x));
}
PF_HOST float normcdff(float x) { return (float)normcdf((double)x); }
PF_HOST double norm3d(double a, double b, double c)
{
	return __builtin_hypot(__builtin_hypot(a, b), c);
}
PF_HOST float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
PF_HOST double norm4d(double a, double b, double c, double d)
{
	return __builtin_hypot(norm3d(a, b, c), d);
}
PF_HOST float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
