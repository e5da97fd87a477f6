/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand: cuRAND's library for the host. The numbers are drawn here, in one sequence, and copied to
 * where the program wants them, in its stream. The generators are those of curand_kernel.h, with
 * the same seeds: number i of a generator is what sequence 0 gives at offset i.
 */
#include "../include/curand.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/mem.h"

enum { WEYL = 362437, MOST_STEPS = 1 << 30 };
static const uint32_t m1 = 4294967087U, m2 = 4294944443U;

struct curandGenerator_st {
	curandRngType_t type;
	bool host, seeded; /* seeded: the state is of seed and offset */
	uint64_t seed, offset;
	cudaStream_t stream;
	uint32_t x[6], d; /* xorwow: x[0] to x[4], d; MRG32k3a: s1, s2 */
	uint64_t at;      /* Philox: the next number */
};

/* Philox4x32-10's number i of sequence 0 */
static uint32_t philox(const struct curandGenerator_st *g)
{
	const uint64_t block = g->at / 4;
	uint32_t c[4] = {(uint32_t)block, (uint32_t)(block >> 32), 0, 0};
	uint32_t key[2] = {(uint32_t)g->seed, (uint32_t)(g->seed >> 32)};

	for (int i = 0; i < 10; i++) {
		const uint64_t a = 0xd2511f53ULL * c[0], b = 0xcd9e8d57ULL * c[2];

		c[0] = (uint32_t)(b >> 32) ^ c[1] ^ key[0];
		c[1] = (uint32_t)b;
		c[2] = (uint32_t)(a >> 32) ^ c[3] ^ key[1];
		c[3] = (uint32_t)a;
		key[0] += 0x9e3779b9U;
		key[1] += 0xbb67ae85U;
	}
	return c[g->at % 4];
}

static uint32_t xorwow(struct curandGenerator_st *g)
{
	const uint32_t t = g->x[0] ^ (g->x[0] >> 2);

	memmove(g->x, g->x + 1, 4 * sizeof(*g->x));
	g->x[4] = (g->x[4] ^ (g->x[4] << 4)) ^ (t ^ (t << 1));
	return g->x[4] + (g->d += WEYL);
}

/* 1 to m1 */
static uint32_t mrg(struct curandGenerator_st *g)
{
	const uint32_t a = (uint32_t)((1403580ULL * g->x[1] + 810728ULL * (m1 - g->x[0])) % m1);
	const uint32_t b = (uint32_t)((527612ULL * g->x[5] + 1370589ULL * (m2 - g->x[3])) % m2);

	g->x[0] = g->x[1];
	g->x[1] = g->x[2];
	g->x[2] = a;
	g->x[3] = g->x[4];
	g->x[4] = g->x[5];
	g->x[5] = b;
	return a > b ? a - b : a + (m1 - b);
}

static uint64_t mix(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

static uint32_t bits(struct curandGenerator_st *g)
{
	uint32_t n;

	switch (g->type) {
	case CURAND_RNG_PSEUDO_MRG32K3A: return (uint32_t)(((uint64_t)(mrg(g) - 1) << 32) / m1);
	case CURAND_RNG_PSEUDO_PHILOX4_32_10:
		n = philox(g);
		g->at++;
		return n;
	default: return xorwow(g);
	}
}

static void seed(struct curandGenerator_st *g)
{
	uint64_t s = g->seed, a;

	if (g->seeded)
		return;
	g->seeded = true;
	g->at = g->offset;
	if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
		return;
	for (int i = 0; i < 3; i++) {
		a = mix(&s);
		if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
			g->x[i] = 1 + (uint32_t)(a % (m1 - 1));
			g->x[3 + i] = 1 + (uint32_t)(mix(&s) % (m2 - 1));
			continue;
		}
		g->x[2 * i] = (uint32_t)a;
		g->x[2 * i + 1] = (uint32_t)(a >> 32);
	}
	g->d = g->x[5];
	if (g->type != CURAND_RNG_PSEUDO_MRG32K3A)
		g->x[4] |= 1;
	for (uint64_t i = 0; i < g->offset; i++)
		bits(g);
}

static float uniform(struct curandGenerator_st *g)
{
	const float scale = 2.3283064365386963e-10F;

	if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
		return (float)(mrg(g) * 2.328306549295727688e-10);
	return (float)bits(g) * scale + scale / 2;
}

static double uniform_double(struct curandGenerator_st *g)
{
	uint32_t x;

	if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
		return mrg(g) * 2.328306549295727688e-10;
	x = bits(g);
	return (double)(x ^ (uint64_t)bits(g) << 21) * 1.1102230246251565e-16 +
	       5.551115123125783e-17;
}

/* Box and Muller's two */
static void normal(struct curandGenerator_st *g, bool single, double two[2])
{
	const double pi = 3.14159265358979323846;
	const double u = single ? (double)uniform(g) : uniform_double(g);
	const double v = single ? (double)uniform(g) : uniform_double(g);

	two[0] = sqrt(-2 * log(u)) * sin(2 * pi * v);
	two[1] = sqrt(-2 * log(u)) * cos(2 * pi * v);
}

/* Products of uniform numbers (Knuth); from 16 on Hoermann's transformed rejection, as in
 * photofinish/curand_draw.h */
static uint32_t poisson(struct curandGenerator_st *g, double lambda)
{
	const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
	const double inverse = 1.1239 + 1.1328 / (b - 3.4), accept = 0.9277 - 3.6224 / (b - 2);
	uint32_t n = 0;

	if (lambda < 16) {
		for (double p = uniform_double(g); p > exp(-lambda); n++)
			p *= uniform_double(g);
		return n;
	}
	for (;;) {
		const double u = uniform_double(g) - 0.5, v = uniform_double(g);
		const double us = 0.5 - fabs(u);
		const double k = floor((2 * a / us + b) * u + lambda + 0.43);

		if (us >= 0.07 && v <= accept)
			return (uint32_t)k;
		if (k < 0 || us <= 0 || (us < 0.013 && v > us))
			continue;
		if (log(v * inverse / (a / (us * us) + b)) <=
		    k * log(lambda) - lambda - lgamma(k + 1))
			return (uint32_t)k;
	}
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool host)
{
	curandGenerator_t g;

	if (type == CURAND_RNG_PSEUDO_DEFAULT)
		type = CURAND_RNG_PSEUDO_XORWOW;
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
	    type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
		fprintf(stderr,
			"photofinish: note: curandCreateGenerator: only XORWOW, MRG32K3A and "
			"PHILOX4_32_10 are supported\n");
		return CURAND_STATUS_TYPE_ERROR;
	}
	g = mem_alloc(sizeof(*g));
	g->type = type;
	g->host = host;
	*generator = g;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
	return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
	return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	free(generator);
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
	if (!version)
		return CURAND_STATUS_OUT_OF_RANGE;
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	generator->stream = stream;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
						  unsigned long long value)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	generator->seed = value;
	generator->seeded = false;
	return CURAND_STATUS_SUCCESS;
}

/* XORWOW and MRG32k3a go there step by step. */
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (generator->type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && offset > MOST_STEPS)
		return CURAND_STATUS_OUT_OF_RANGE;
	generator->offset = offset;
	generator->seeded = false;
	return CURAND_STATUS_SUCCESS;
}

/* There is one order. */
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	return order >= CURAND_ORDERING_PSEUDO_BEST && order <= CURAND_ORDERING_PSEUDO_LEGACY
		       ? CURAND_STATUS_SUCCESS
		       : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	seed(generator);
	return CURAND_STATUS_SUCCESS;
}

enum kind { BITS, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, POISSON };

struct what {
	enum kind kind;
	bool log;
	double mean, stddev;
};

static void draw_normal(curandGenerator_t g, const struct what *w, void *to, size_t n)
{
	double two[2];

	for (size_t i = 0; i < n; i++) {
		double z;

		if (i % 2 == 0)
			normal(g, w->kind == NORMAL, two);
		z = w->mean + w->stddev * two[i % 2];
		if (w->log)
			z = exp(z);
		if (w->kind == NORMAL)
			((float *)to)[i] = (float)z;
		else
			((double *)to)[i] = z;
	}
}

static void draw(curandGenerator_t g, const struct what *w, void *to, size_t n)
{
	if (w->kind == NORMAL || w->kind == NORMAL_DOUBLE) {
		draw_normal(g, w, to, n);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		switch (w->kind) {
		case UNIFORM: ((float *)to)[i] = uniform(g); break;
		case UNIFORM_DOUBLE: ((double *)to)[i] = uniform_double(g); break;
		case POISSON: ((uint32_t *)to)[i] = poisson(g, w->mean); break;
		default: ((uint32_t *)to)[i] = bits(g); break;
		}
	}
}

/* The numbers are gone when a graph would copy them. */
static bool captured(cudaStream_t stream)
{
	enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;

	return cudaStreamIsCapturing(stream, &status) || status != cudaStreamCaptureStatusNone;
}

static curandStatus_t generate(curandGenerator_t g, void *out, size_t n, const struct what *w)
{
	const size_t size =
		w->kind == UNIFORM_DOUBLE || w->kind == NORMAL_DOUBLE ? sizeof(double) : 4;
	cudaError_t e;
	void *to;

	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (n > SIZE_MAX / size || (n && !out))
		return CURAND_STATUS_OUT_OF_RANGE;
	if ((w->kind == NORMAL || w->kind == NORMAL_DOUBLE) && n % 2)
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	if (w->kind == POISSON && !(w->mean > 0 && w->mean <= 400000)) /* cuRAND's limit */
		return CURAND_STATUS_OUT_OF_RANGE;
	if (!g->host && captured(g->stream))
		return CURAND_STATUS_LAUNCH_FAILURE;
	seed(g);
	if (g->host) {
		draw(g, w, out, n);
		return CURAND_STATUS_SUCCESS;
	}
	to = mem_alloc(n * size);
	draw(g, w, to, n);
	e = cudaMemcpyAsync(out, to, n * size, cudaMemcpyHostToDevice, g->stream);
	free(to);
	return e ? CURAND_STATUS_LAUNCH_FAILURE : CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *out, size_t n)
{
	return generate(generator, out, n, &(struct what){.kind = BITS});
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t n)
{
	return generate(generator, out, n, &(struct what){.kind = UNIFORM});
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out, size_t n)
{
	return generate(generator, out, n, &(struct what){.kind = UNIFORM_DOUBLE});
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t n, float mean,
				    float stddev)
{
	return generate(generator, out, n, &(struct what){NORMAL, false, mean, stddev});
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out, size_t n,
					  double mean, double stddev)
{
	return generate(generator, out, n, &(struct what){NORMAL_DOUBLE, false, mean, stddev});
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t n,
				       float mean, float stddev)
{
	return generate(generator, out, n, &(struct what){NORMAL, true, mean, stddev});
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *out, size_t n,
					     double mean, double stddev)
{
	return generate(generator, out, n, &(struct what){NORMAL_DOUBLE, true, mean, stddev});
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *out, size_t n,
				     double lambda)
{
	return generate(generator, out, n, &(struct what){.kind = POISSON, .mean = lambda});
}
