// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// atm: N transfers between N / 2 + 2 bank accounts. A thread does SHARE of them, each under the locks of both accounts.
//
//   enough in `from`?   yes: from -= amount, to += amount      done[transfer] = 1
//                       no:  refused                           done[transfer] = 0     (bytes)
//
// Which are refused depends on the order: so do the balances.
// Exercises: two locks for each item, contention, byte stores.
// Check: no balance is negative, and each is what the transfers done make of it: an update lost or done twice shows.
//
// usage: atm [ci|paper|N] [SEED]
#include "locks.cuh"
#include "gpudet.cuh"

constexpr unsigned SHARE = 2, THREADS = 64;
constexpr int MOST = 100;	// first balance, and largest amount

struct transfer {
	unsigned from, to;
	int amount;
};

__global__ void pay(const transfer *order, unsigned char *done, volatile int *balance, int *lock, unsigned n)
{
	for (unsigned i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
		const transfer t = order[i];

		under_locks(lock, t.from, t.to, [&] {
			const int have = balance[t.from];
			if (have >= t.amount) {
				balance[t.from] = have - t.amount;
				balance[t.to] = balance[t.to] + t.amount;
			}
			done[i] = have >= t.amount;
		});
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned n = size_argument(argc, argv, "transfers", 7680, 122880, 1u << 24, &seed);
	const unsigned accounts = n / 2 + 2;
	std::vector<transfer> order(n);
	std::vector<unsigned char> done(n, 0xff);
	std::vector<int> want(accounts, MOST), balance(want);
	numbers random(seed);
	unsigned refused = 0;
	fnv1a hash;

	for (transfer &t : order) {
		t.from = random.below(accounts);
		t.to = (t.from + 1 + random.below(accounts - 1)) % accounts;
		t.amount = 1 + (int)random.below(MOST);
	}
	transfer *d_order = to_device(order);
	unsigned char *d_done = to_device(done);
	int *d_balance = to_device(balance), *d_lock = to_device(std::vector<int>(accounts));
	pay<<<(n + SHARE * THREADS - 1) / (SHARE * THREADS), THREADS>>>(d_order, d_done, d_balance, d_lock, n);
	CHECK(cudaGetLastError());
	from_device(done, d_done);
	from_device(balance, d_balance);
	CHECK(cudaFree(d_order));
	CHECK(cudaFree(d_done));
	CHECK(cudaFree(d_balance));
	CHECK(cudaFree(d_lock));

	for (unsigned i = 0; i < n; i++) {
		if (done[i] > 1) {
			printf("atm: FAILED, transfer %u was not tried\n", i);
			return 1;
		}
		refused += !done[i];
		want[order[i].from] -= done[i] ? order[i].amount : 0;
		want[order[i].to] += done[i] ? order[i].amount : 0;
	}
	for (unsigned a = 0; a < accounts; a++)
		if (balance[a] != want[a] || balance[a] < 0) {
			printf("atm: FAILED, account %u has %d, not %d\n", a, balance[a], want[a]);
			return 1;
		}
	hash.add(balance);
	hash.add(done);
	printf("atm: ok, %u accounts, %u of %u transfers refused, hash=%016llx\n", accounts, refused, n, hash.state);
	return 0;
}
