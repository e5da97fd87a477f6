// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// aes: AES-128 of N KiB, each 16 bytes for themselves.
//
//   block    256 threads, 1 KiB: tables and round keys into shared memory -> barrier -> 10 rounds, a barrier each
//   thread   a column (4 bytes) of a state; a round takes the columns that ShiftRows brings together
//
// The state goes from one shared buffer to the other, so one barrier a round is enough.
// -DBYTES=1 (default): the result is written byte by byte, four stores a thread, so a store writes every fourth
// byte of a line; -DBYTES=0: by words. The results are the same.
// What GPUDet meets in it: barriers end nearly every quantum; byte writes, which its paper leaves out.
//
// Check: AES from its definition (FIPS 197), byte by byte, which itself must give that standard's example.
//
// usage: aes [ci|paper|N] [SEED]   N: KiB
#include "gpudet.cuh"

#ifndef BYTES
#define BYTES 1
#endif

typedef unsigned char byte;

constexpr int THREADS = 256, TABLE = 256, ROUNDS = 10, KEY_WORDS = 4 * (ROUNDS + 1);

/* turned[k][x]: S-box of x times column k of MixColumns, row 0 in the low byte. */
__global__ void encrypt(const unsigned *plain, byte *cipher, const unsigned *table, const unsigned *round_keys)
{
	__shared__ unsigned turned[4][TABLE], key[KEY_WORDS], state[2][THREADS];
	const int own = threadIdx.x, column = own % 4, first = own - column;
	const int second = first + (column + 1) % 4, third = first + (column + 2) % 4;
	const int fourth = first + (column + 3) % 4;

	const unsigned entry = table[own];
	turned[0][own] = entry;
	turned[1][own] = entry << 8 | entry >> 24;
	turned[2][own] = entry << 16 | entry >> 16;
	turned[3][own] = entry << 24 | entry >> 8;
	if (own < KEY_WORDS)
		key[own] = round_keys[own];
	state[0][own] = plain[blockIdx.x * THREADS + own] ^ round_keys[column];
	__syncthreads();
	for (int round = 1; round < ROUNDS; round++) {
		const unsigned *old = state[(round - 1) % 2];
		state[round % 2][own] = turned[0][old[own] & 255] ^ turned[1][old[second] >> 8 & 255] ^
					turned[2][old[third] >> 16 & 255] ^ turned[3][old[fourth] >> 24] ^
					key[4 * round + column];
		__syncthreads();
	}
	const unsigned *old = state[(ROUNDS - 1) % 2];		// the last round: S-box only, byte 1 of turned[0]
	const unsigned last = key[4 * ROUNDS + column];
	const byte out[4] = {
		(byte)((turned[0][old[own] & 255] >> 8) ^ last),
		(byte)((turned[0][old[second] >> 8 & 255] >> 8) ^ last >> 8),
		(byte)((turned[0][old[third] >> 16 & 255] >> 8) ^ last >> 16),
		(byte)((turned[0][old[fourth] >> 24] >> 8) ^ last >> 24),
	};
	byte *to = &cipher[4 * (blockIdx.x * THREADS + own)];
#if BYTES
#pragma unroll
	for (int row = 0; row < 4; row++)
		to[row] = out[row];
#else
	*(unsigned *)to = out[0] | out[1] << 8 | out[2] << 16 | (unsigned)out[3] << 24;
#endif
}

/* Product in AES's field of 256 elements. */
static byte product(byte a, byte b)
{
	byte sum = 0;
	for (; b; b >>= 1) {
		if (b & 1)
			sum ^= a;
		a = (byte)(a << 1 ^ (a >> 7) * 0x1b);
	}
	return sum;
}

/* The S-box: inverse in the field, then a sum of five rotations. */
static std::vector<byte> make_sbox()
{
	std::vector<byte> sbox(TABLE);
	for (int x = 0; x < TABLE; x++) {
		int inverse = 0;
		while (x && product((byte)x, (byte)inverse) != 1)
			inverse++;
		const unsigned twice = (unsigned)inverse << 8 | (unsigned)inverse;
		sbox[x] = (byte)(inverse ^ twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4 ^ 0x63);
	}
	return sbox;
}

static std::vector<byte> expand_key(const std::vector<byte> &sbox, const byte *key)
{
	std::vector<byte> keys(key, key + 16);
	byte constant = 1;
	for (int at = 16; at < 4 * KEY_WORDS; at += 4) {
		byte word[4];
		memcpy(word, &keys[at - 4], 4);
		if (at % 16 == 0) {
			const byte turn[4] = {word[1], word[2], word[3], word[0]};
			for (int i = 0; i < 4; i++)
				word[i] = sbox[turn[i]];
			word[0] ^= constant;
			constant = product(constant, 2);
		}
		for (int i = 0; i < 4; i++)
			keys.push_back((byte)(keys[at - 16 + i] ^ word[i]));
	}
	return keys;
}

/* One state of 16 bytes, in place; byte 4 * column + row. */
static void reference(const std::vector<byte> &sbox, const std::vector<byte> &keys, byte *state)
{
	for (int round = 0; round <= ROUNDS; round++) {
		byte moved[16];
		for (int i = 0; i < 16; i++)
			moved[i] = round ? sbox[state[(i + 4 * (i % 4)) % 16]] : state[i];
		for (int i = 0; i < 16; i++) {
			const byte *column = &moved[i & ~3];
			state[i] = moved[i];
			if (round > 0 && round < ROUNDS)
				state[i] = (byte)(product(column[i % 4], 2) ^ product(column[(i + 1) % 4], 3) ^
						  column[(i + 2) % 4] ^ column[(i + 3) % 4]);
			state[i] ^= keys[16 * round + i];
		}
	}
}

/* Does the reference give the example of FIPS 197, appendix B? */
static bool reference_is_right(const std::vector<byte> &sbox)
{
	const byte key[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
			      0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
	const byte want[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb,
			       0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
	byte state[16] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d,
			  0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
	reference(sbox, expand_key(sbox, key), state);
	return memcmp(state, want, 16) == 0;
}

static unsigned word_of(byte b0, byte b1, byte b2, byte b3)
{
	return b0 | (unsigned)b1 << 8 | (unsigned)b2 << 16 | (unsigned)b3 << 24;
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned long blocks = size_argument(argc, argv, "KiB", 360, 6000, 1000000, &seed);
	const std::vector<byte> sbox = make_sbox();
	if (!reference_is_right(sbox)) {
		printf("aes: FAILED, the reference does not give FIPS 197's example\n");
		return 1;
	}
	numbers random(seed);
	byte key[16];
	for (byte &b : key)
		b = (byte)random.below(256);
	std::vector<byte> plain(1024 * blocks), cipher(plain.size());
	for (byte &b : plain)
		b = (byte)random.below(256);
	const std::vector<byte> keys = expand_key(sbox, key);
	std::vector<unsigned> key_words, table;
	for (int i = 0; i < 4 * KEY_WORDS; i += 4)
		key_words.push_back(word_of(keys[i], keys[i + 1], keys[i + 2], keys[i + 3]));
	for (const byte s : sbox)
		table.push_back(word_of(product(s, 2), s, s, product(s, 3)));

	byte *dev_plain = to_device(plain), *dev_cipher = device_array<byte>(cipher.size());
	encrypt<<<(unsigned)blocks, THREADS>>>((const unsigned *)dev_plain, dev_cipher, to_device(table),
					       to_device(key_words));
	CHECK(cudaGetLastError());
	from_device(cipher, dev_cipher);

	for (size_t at = 0; at < plain.size(); at += 16)
		reference(sbox, keys, &plain[at]);
	const size_t wrong = first_difference(cipher, plain);
	if (wrong < cipher.size()) {
		printf("aes: FAILED, byte %zu: got %02x want %02x\n", wrong, cipher[wrong], plain[wrong]);
		return 1;
	}
	fnv1a hash;
	hash.add(cipher);
	printf("aes: ok, %lu KiB, hash=%016llx\n", blocks, hash.state);
	return 0;
}
