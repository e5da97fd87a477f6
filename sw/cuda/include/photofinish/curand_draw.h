/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand_draw: distributions. S is any of the three states; four at once are Philox's.
 */
#define PF_CURAND_2POW32_INV 2.3283064365386963e-10 /* 2^-32 */
#define PF_CURAND_MRG_INV 2.328306549295727688e-10  /* 1 / (m1 + 1) */
#define PF_CURAND_2PI 6.283185307179586

/* Of a number of half turns. A .cpp file may include this for the types of states: its host compiler has no sincospi(). */
PF_RAND void pf_sine_cosine(double x, double *sine, double *cosine)
{
#ifdef __CUDA__
	sincospi(x, sine, cosine);
#else
	*sine = sin(PF_CURAND_2PI / 2 * x);
	*cosine = cos(PF_CURAND_2PI / 2 * x);
#endif
}

/* Above 0, and 1 at most */
PF_RAND float pf_uniform(unsigned int x)
{
	return x * (float)PF_CURAND_2POW32_INV + (float)(PF_CURAND_2POW32_INV / 2);
}

/* 53 bits of two numbers */
PF_RAND double pf_uniform_double(unsigned int x, unsigned int y)
{
	return (x ^ (unsigned long long)y << 21) * 1.1102230246251565e-16 + 5.551115123125783e-17;
}

template <class S> PF_RAND float curand_uniform(S *state)
{
	return pf_uniform(curand(state));
}

PF_RAND float curand_uniform(curandStateMRG32k3a *state)
{
	return (float)(pf_mrg_next(state) * PF_CURAND_MRG_INV);
}

template <class S> PF_RAND double curand_uniform_double(S *state)
{
	unsigned int x = curand(state), y = curand(state);

	return pf_uniform_double(x, y);
}

/* The generator as its author gives it: 32 bits */
PF_RAND double curand_uniform_double(curandStateMRG32k3a *state)
{
	return pf_mrg_next(state) * PF_CURAND_MRG_INV;
}

PF_RAND double2 curand_uniform2_double(curandStatePhilox4_32_10 *state)
{
	uint4 n = curand4(state);

	return make_double2(pf_uniform_double(n.x, n.y), pf_uniform_double(n.z, n.w));
}

PF_RAND float4 curand_uniform4(curandStatePhilox4_32_10 *state)
{
	uint4 n = curand4(state);

	return make_float4(pf_uniform(n.x), pf_uniform(n.y), pf_uniform(n.z), pf_uniform(n.w));
}

/* Box and Muller's two normal numbers of two uniform ones */
PF_RAND float2 pf_box_muller(float u, float v)
{
	float r = sqrtf(-2.0f * logf(u)), sine, cosine;

	sincosf((float)PF_CURAND_2PI * v, &sine, &cosine);
	return make_float2(r * sine, r * cosine);
}

PF_RAND double2 pf_box_muller(double u, double v)
{
	double r = sqrt(-2.0 * log(u)), sine, cosine;

	pf_sine_cosine(2 * v, &sine, &cosine);
	return make_double2(r * sine, r * cosine);
}

template <class S> PF_RAND float2 curand_normal2(S *state)
{
	float u = curand_uniform(state), v = curand_uniform(state);

	return pf_box_muller(u, v);
}

template <class S> PF_RAND double2 curand_normal2_double(S *state)
{
	double u = curand_uniform_double(state), v = curand_uniform_double(state);

	return pf_box_muller(u, v);
}

template <class S> PF_RAND float curand_normal(S *state)
{
	float2 n;

	if (state->pair.has) {
		state->pair.has = 0;
		return state->pair.other;
	}
	n = curand_normal2(state);
	state->pair.other = n.y;
	state->pair.has = 1;
	return n.x;
}

template <class S> PF_RAND double curand_normal_double(S *state)
{
	double2 n;

	if (state->pair.has_double) {
		state->pair.has_double = 0;
		return state->pair.other_double;
	}
	n = curand_normal2_double(state);
	state->pair.other_double = n.y;
	state->pair.has_double = 1;
	return n.x;
}

PF_RAND float4 curand_normal4(curandStatePhilox4_32_10 *state)
{
	float4 u = curand_uniform4(state);
	float2 a = pf_box_muller(u.x, u.y), b = pf_box_muller(u.z, u.w);

	return make_float4(a.x, a.y, b.x, b.y);
}

template <class S> PF_RAND float curand_log_normal(S *state, float mean, float stddev)
{
	return expf(mean + stddev * curand_normal(state));
}

template <class S> PF_RAND float2 curand_log_normal2(S *state, float mean, float stddev)
{
	float2 n = curand_normal2(state);

	return make_float2(expf(mean + stddev * n.x), expf(mean + stddev * n.y));
}

template <class S> PF_RAND double curand_log_normal_double(S *state, double mean, double stddev)
{
	return exp(mean + stddev * curand_normal_double(state));
}

template <class S> PF_RAND double2 curand_log_normal2_double(S *state, double mean, double stddev)
{
	double2 n = curand_normal2_double(state);

	return make_double2(exp(mean + stddev * n.x), exp(mean + stddev * n.y));
}

PF_RAND float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float stddev)
{
	float4 n = curand_normal4(state);

	return make_float4(expf(mean + stddev * n.x), expf(mean + stddev * n.y),
			   expf(mean + stddev * n.z), expf(mean + stddev * n.w));
}

/* Knuth's: uniform numbers until their product is below exp(-lambda) */
template <class S> PF_RAND unsigned int pf_poisson_small(S *state, double lambda)
{
	const double least = exp(-lambda);
	unsigned int k = 0;

	for (double p = curand_uniform_double(state); p > least; k++)
		p *= curand_uniform_double(state);
	return k;
}

/* Transformed rejection with squeeze (Hoermann, The transformed rejection method for generating
 * Poisson random variables, 1993) */
template <class S> PF_RAND unsigned int pf_poisson_large(S *state, double lambda)
{
	const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b,
		     inverse = 1.1239 + 1.1328 / (b - 3.4), accept = 0.9277 - 3.6224 / (b - 2);

	for (;;) {
		double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state);
		double us = 0.5 - fabs(u), k = floor((2 * a / us + b) * u + lambda + 0.43);

		if (us >= 0.07 && v <= accept)
			return (unsigned int)k;
		if (k < 0 || us <= 0 || (us < 0.013 && v > us))
			continue;
		if (log(v * inverse / (a / (us * us) + b)) <=
		    k * log(lambda) - lambda - lgamma(k + 1))
			return (unsigned int)k;
	}
}

template <class S> PF_RAND unsigned int curand_poisson(S *state, double lambda)
{
	return lambda < 16 ? pf_poisson_small(state, lambda) : pf_poisson_large(state, lambda);
}

PF_RAND uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double lambda)
{
	unsigned int a = curand_poisson(state, lambda), b = curand_poisson(state, lambda),
		     c = curand_poisson(state, lambda), d = curand_poisson(state, lambda);

	return make_uint4(a, b, c, d);
}

#undef PF_CURAND_2POW32_INV
#undef PF_CURAND_MRG_INV
#undef PF_CURAND_2PI
