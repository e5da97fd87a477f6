// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 of many short messages, one thread each: rotations (funnel shift), tables in constant memory,
// big arrays in local memory, byte order conversion with __byte_perm; known test vectors.
// expect: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
// expect: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
// expect: 96 digests equal the host's
// arch: sm_60
#include <cstdint>
#include <cstdio>
#include <cstring>

static const uint32_t K_host[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
	0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
	0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
	0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
__constant__ uint32_t K_device[64];

__host__ __device__ inline uint32_t rotr(uint32_t x, int n)
{
#ifdef __CUDA_ARCH__
	return __funnelshift_r(x, x, n);
#else
	return x >> n | x << (32 - n);
#endif
}

__host__ __device__ inline uint32_t swap(uint32_t x)
{
#ifdef __CUDA_ARCH__
	return __byte_perm(x, 0, 0x0123);
#else
	return __builtin_bswap32(x);
#endif
}

// One block of at most 55 message bytes.
__host__ __device__ void sha256(const uint8_t *msg, int len, uint32_t *digest)
{
#ifdef __CUDA_ARCH__
	const uint32_t *K = K_device;
#else
	const uint32_t *K = K_host;
#endif
	uint32_t w[64], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, v[8];
	uint8_t block[64];
	for (int i = 0; i < 64; i++)
		block[i] = i < len ? msg[i] : i == len ? 0x80 : i == 63 ? (len * 8) & 255 : i == 62 ? len * 8 >> 8 : 0;
	for (int i = 0; i < 16; i++) {
		uint32_t x;
		memcpy(&x, block + 4 * i, 4);
		w[i] = swap(x);
	}
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + w[i - 7] + (rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(v, h, sizeof v);
	for (int i = 0; i < 64; i++) {
		uint32_t t1 = v[7] + (rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
		uint32_t t2 = (rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
		for (int k = 7; k > 0; k--)
			v[k] = v[k - 1];
		v[4] += t1;
		v[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		digest[i] = h[i] + v[i];
}

__global__ void hashAll(const uint8_t *text, const int *lens, uint32_t *digests, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sha256(text, lens[i], digests + 8 * i);
}

int main()
{
	const char text[] = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	enum { N = 96 };
	int lens[N], *dl;
	uint8_t *dt;
	uint32_t *dd, got[N][8], want[8];
	for (int i = 0; i < N; i++)
		lens[i] = i == 0 ? 3 : i == 1 ? 0 : i * 5 % 56;
	cudaMalloc(&dt, sizeof text);
	cudaMalloc(&dl, sizeof lens);
	cudaMalloc(&dd, sizeof got);
	cudaMemcpy(dt, text, sizeof text, cudaMemcpyHostToDevice);
	cudaMemcpy(dl, lens, sizeof lens, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(K_device, K_host, sizeof K_host);
	hashAll<<<3, 32>>>(dt, dl, dd, N);
	cudaMemcpy(got, dd, sizeof got, cudaMemcpyDeviceToHost);
	for (int m = 0; m < 2; m++) {
		for (int i = 0; i < 8; i++)
			printf("%08x", got[m][i]);
		printf("\n");
	}
	for (int m = 0; m < N; m++) {
		sha256((const uint8_t *)text, lens[m], want);
		if (memcmp(want, got[m], sizeof want))
			return 1;
	}
	printf("%d digests equal the host's\n", N);
	return 0;
}
