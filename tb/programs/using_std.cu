// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// `using namespace std;` beside device code: min, max, abs, swap and sort must not be ambiguous.
// expect: sum of clamped: 29180
// expect: sorted: yes
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <vector>
using namespace std;

__device__ int counter;

__global__ void clampAll(int *v, int n, int lo, int hi, float *roots)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	v[i] = max(lo, min(v[i], hi));
	roots[i] = sqrt((float)abs(v[i])) + floor(0.5f) + pow(1.0f, 2.0f) - fabs(-1.0f);
	float a = 1, b = 2, c = a;
	a = b, b = c;
	atomicAdd(&counter, (int)max(a, b) - 1);
}

template <class T> void swapDevice(T *&a, T *&b) { swap(a, b); }

int main()
{
	const int n = 1000;
	vector<int> h(n);
	iota(h.begin(), h.end(), -250);
	int *d, *unused = nullptr;
	float *r;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&r, n * sizeof(float));
	swapDevice(d, unused);
	swapDevice(unused, d);
	cudaMemcpy(d, &h[0], n * sizeof(int), cudaMemcpyHostToDevice);
	clampAll<<<(n + 255) / 256, 256>>>(d, n, 0, 40, r);
	cudaMemcpy(&h[0], d, n * sizeof(int), cudaMemcpyDeviceToHost);
	vector<float> roots(n);
	cudaMemcpy(&roots[0], r, n * sizeof(float), cudaMemcpyDeviceToHost);
	int count = 0;
	cudaMemcpyFromSymbol(&count, counter, sizeof(count));

	long total = accumulate(h.begin(), h.end(), 0L);
	map<string, long> results;
	results["sum of clamped"] = max<long>(total, 2);
	for (auto &kv : results) cout << kv.first << ": " << kv.second << endl;
	cout << "sorted: " << (is_sorted(begin(h), end(h)) ? "yes" : "no") << '\n';
	if (abs(roots[n - 1] - sqrt(40.0f)) > 1e-5f) { cerr << "root is " << roots[n - 1] << endl; return 1; }
	if (count != n) { cerr << "count is " << count << endl; return 1; }
	return min(0, max(-1, 0));
}
