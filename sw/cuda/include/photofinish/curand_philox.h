/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand_philox: Philox4x32-10 (Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, 2011): ten
 * rounds of two products, keyed, over a counter. Seed: the key; sequence: the counter's upper half.
 */
struct curandStatePhilox4_32_10 {
	uint4 counter, numbers; /* numbers: of counter */
	uint2 key;
	unsigned int used; /* of the four numbers */
	struct pf_curand_pair pair;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

PF_RAND uint4 pf_philox_round(uint4 c, uint2 key)
{
	unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;

	return make_uint4((unsigned int)(b >> 32) ^ c.y ^ key.x, (unsigned int)b,
			  (unsigned int)(a >> 32) ^ c.w ^ key.y, (unsigned int)a);
}

PF_RAND uint4 curand_Philox4x32_10(uint4 c, uint2 key)
{
	for (int i = 0; i < 10; i++) {
		c = pf_philox_round(c, key);
		key.x += 0x9e3779b9u;
		key.y += 0xbb67ae85u;
	}
	return c;
}

/* The lower half first, with a carry into the upper one. */
PF_RAND uint4 pf_philox_add(uint4 c, unsigned long long n)
{
	unsigned long long low = (unsigned long long)c.y << 32 | c.x, sum = low + n,
			   high = ((unsigned long long)c.w << 32 | c.z) + (sum < low);

	return make_uint4((unsigned int)sum, (unsigned int)(sum >> 32), (unsigned int)high,
			  (unsigned int)(high >> 32));
}

PF_RAND void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state)
{
	unsigned int used = state->used + (unsigned int)(n & 3);
	uint4 counter = pf_philox_add(state->counter, (n >> 2) + (used >> 2));

	state->used = used & 3;
	state->counter = counter;
	state->numbers = curand_Philox4x32_10(counter, state->key);
}

PF_RAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state)
{
	uint4 counter = state->counter;
	unsigned long long high = ((unsigned long long)counter.w << 32 | counter.z) + n;

	counter.z = (unsigned int)high;
	counter.w = (unsigned int)(high >> 32);
	state->counter = counter;
	state->numbers = curand_Philox4x32_10(counter, state->key);
}

PF_RAND void curand_init(unsigned long long seed, unsigned long long sequence,
			 unsigned long long offset, curandStatePhilox4_32_10 *state)
{
	uint2 key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
	uint4 counter = pf_philox_add(make_uint4(0, 0, (unsigned int)sequence,
						 (unsigned int)(sequence >> 32)),
				      offset >> 2);

	state->key = key;
	state->counter = counter;
	state->used = (unsigned int)(offset & 3);
	state->numbers = curand_Philox4x32_10(counter, key);
	state->pair.has = state->pair.has_double = 0;
}

PF_RAND void pf_philox_next(curandStatePhilox4_32_10 *state)
{
	uint4 counter = pf_philox_add(state->counter, 1);

	state->counter = counter;
	state->numbers = curand_Philox4x32_10(counter, state->key);
}

PF_RAND unsigned int curand(curandStatePhilox4_32_10 *state)
{
	unsigned int used = state->used;
	uint4 n = state->numbers;

	state->used = (used + 1) & 3;
	if (used == 3)
		pf_philox_next(state);
	return used == 0 ? n.x : used == 1 ? n.y : used == 2 ? n.z : n.w;
}

/* The next four: what is left of these, and as much of the next ones. */
PF_RAND uint4 curand4(curandStatePhilox4_32_10 *state)
{
	unsigned int used = state->used;
	uint4 a = state->numbers, b;

	pf_philox_next(state);
	b = state->numbers;
	switch (used) {
	case 0: return a;
	case 1: return make_uint4(a.y, a.z, a.w, b.x);
	case 2: return make_uint4(a.z, a.w, b.x, b.y);
	default: return make_uint4(a.w, b.x, b.y, b.z);
	}
}
