/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand_mrg: MRG32k3a (L'Ecuyer, Good parameters and implementations for combined multiple recursive
 * random number generators, 1999): two recurrences of order 3, one modulo m1, one modulo m2.
 */
struct curandStateMRG32k3a {
	unsigned int s1[3], s2[3]; /* the oldest first */
	struct pf_curand_pair pair;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define PF_MRG_M1 4294967087u
#define PF_MRG_M2 4294944443u

/* Their difference, 1 to m1 */
PF_RAND unsigned int pf_mrg_next(curandStateMRG32k3a *state)
{
	unsigned int a0 = state->s1[0], a1 = state->s1[1], a2 = state->s1[2], b0 = state->s2[0],
		     b1 = state->s2[1], b2 = state->s2[2];
	unsigned int a = (unsigned int)((1403580ull * a1 + 810728ull * (PF_MRG_M1 - a0)) %
					PF_MRG_M1),
		     b = (unsigned int)((527612ull * b2 + 1370589ull * (PF_MRG_M2 - b0)) %
					PF_MRG_M2);

	state->s1[0] = a1;
	state->s1[1] = a2;
	state->s1[2] = a;
	state->s2[0] = b1;
	state->s2[1] = b2;
	state->s2[2] = b;
	return a > b ? a - b : a + (PF_MRG_M1 - b);
}

/* 32 bits, of m1 values */
PF_RAND unsigned int curand(curandStateMRG32k3a *state)
{
	return (unsigned int)(((unsigned long long)(pf_mrg_next(state) - 1) << 32) / PF_MRG_M1);
}

/* The matrices that one step is, 2^76 of them and 2^127; L'Ecuyer, Simard, Chen and Kelton have published
 * them; tb/cuda/device/random.cu works them out again. */
static __device__ const unsigned int pf_mrg_steps[3][2][9] = {
	{{0, 1, 0, 0, 0, 1, 4294156359u, 1403580, 0}, {0, 1, 0, 0, 0, 1, 4293573854u, 0, 527612}},
	{{82758667, 1871391091, 4127413238u, 3672831523u, 69195019, 1871391091, 3672091415u,
	  3528743235u, 69195019},
	 {1511326704, 3759209742u, 1610795712, 4292754251u, 1511326704, 3889917532u, 3859662829u,
	  4292754251u, 3708466080u}},
	{{2427906178u, 3580155704u, 949770784, 226153695, 1230515664, 3580155704u, 1988835001,
	  986791581, 1230515664},
	 {1464411153, 277697599, 1610723613, 32183930, 1464411153, 1022607788, 2824425944u, 32183930,
	  2093834863}},
};

/* to = a b, of n columns */
PF_RAND void pf_mrg_times(unsigned int *to, const unsigned int *a, const unsigned int *b, int n,
			  unsigned int m)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < n; j++) {
			unsigned long long sum = 0;

			for (int k = 0; k < 3; k++)
				sum = (sum + (unsigned long long)a[3 * i + k] * b[n * k + j] % m) % m;
			to[n * i + j] = (unsigned int)sum;
		}
}

PF_RAND_CALL void pf_mrg_power(unsigned int s[3], unsigned long long n, const unsigned int *step,
			       unsigned int m)
{
	unsigned int a[9], square[9], next[3];

	for (int i = 0; i < 9; i++)
		a[i] = step[i];
	for (; n; n >>= 1) {
		if (n & 1) {
			pf_mrg_times(next, a, s, 1, m);
			for (int i = 0; i < 3; i++)
				s[i] = next[i];
		}
		pf_mrg_times(square, a, a, 3, m);
		for (int i = 0; i < 9; i++)
			a[i] = square[i];
	}
}

PF_RAND void pf_mrg_skip(unsigned long long n, int which, curandStateMRG32k3a *state)
{
	unsigned int a[3] = {state->s1[0], state->s1[1], state->s1[2]},
		     b[3] = {state->s2[0], state->s2[1], state->s2[2]};

	pf_mrg_power(a, n, pf_mrg_steps[which][0], PF_MRG_M1);
	pf_mrg_power(b, n, pf_mrg_steps[which][1], PF_MRG_M2);
	for (int i = 0; i < 3; i++) {
		state->s1[i] = a[i];
		state->s2[i] = b[i];
	}
}

PF_RAND void skipahead(unsigned long long n, curandStateMRG32k3a *state)
{
	pf_mrg_skip(n, 0, state);
}

PF_RAND void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state)
{
	pf_mrg_skip(n, 1, state);
}

PF_RAND void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state)
{
	pf_mrg_skip(n, 2, state);
}

PF_RAND void curand_init(unsigned long long seed, unsigned long long subsequence,
			 unsigned long long offset, curandStateMRG32k3a *state)
{
	for (int i = 0; i < 3; i++) { /* 1 to m - 1 */
		state->s1[i] = 1 + (unsigned int)(pf_curand_mix(&seed) % (PF_MRG_M1 - 1));
		state->s2[i] = 1 + (unsigned int)(pf_curand_mix(&seed) % (PF_MRG_M2 - 1));
	}
	pf_mrg_skip(subsequence, 1, state);
	pf_mrg_skip(offset, 0, state);
	state->pair.has = state->pair.has_double = 0;
}
