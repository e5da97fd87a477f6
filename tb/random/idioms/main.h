/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * main: of a file of generated programs. As plain C++ it writes every program's results to a file
 * (a.out FILE), as CUDA it compares its own with them (a.out FILE [SEED]) and prints a line for
 * each program that differs and one at the end.
 */
#ifdef __CUDA__

template <class T> static T *on_device(const T *from, size_t n)
{
	T *p;

	cudaMalloc((void **)&p, n * sizeof(T));
	if (from)
		cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice);
	else
		cudaMemset(p, 0, n * sizeof(T));
	return p;
}

static void run_program(const program *p, u64 *result)
{
	static u64 in[1 << 12], m[WORDS];
	static u32 w[WORDS];
	args a;

	fill(&a, p, in, m);
	a.in = on_device(in, p->lanes);
	a.out = on_device<u64>(nullptr, p->lanes);
	a.w = on_device<u32>(nullptr, WORDS);
	a.q = on_device<u64>(nullptr, WORDS);
	a.m = on_device(m, WORDS);
	p->run(a);
	cudaMemcpy(result, a.out, p->lanes * sizeof(u64), cudaMemcpyDeviceToHost);
	cudaMemcpy(w, a.w, sizeof(w), cudaMemcpyDeviceToHost);
	cudaMemcpy(result + p->lanes + WORDS, a.q, sizeof(m), cudaMemcpyDeviceToHost);
	cudaMemcpy(result + p->lanes + 2 * WORDS, a.m, sizeof(m), cudaMemcpyDeviceToHost);
	for (unsigned i = 0; i < WORDS; i++)
		result[p->lanes + i] = w[i];
	cudaFree((void *)a.in);
	cudaFree(a.out);
	cudaFree(a.w);
	cudaFree(a.q);
	cudaFree(a.m);
}

static bool same(const program *p, const u64 *got, const u64 *want)
{
	static const char *const name[] = {"w", "q", "m"};
	size_t n = result_words(p), k, other;

	for (k = 0; k < n && got[k] == want[k]; k++)
		;
	if (k == n)
		return true;
	other = k < p->lanes ? 0 : (k - p->lanes) / WORDS;
	printf("program %u: %s[%zu] is %llx, the host says %llx\n", p->seed,
	       k < p->lanes ? "out" : name[other], k < p->lanes ? k : (k - p->lanes) % WORDS,
	       got[k], want[k]);
	return false;
}

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "rb") : nullptr;
	unsigned ran = 0, differ = 0;

	if (!f)
		return 2;
	for (const program &p : programs) {
		size_t n = result_words(&p);
		u64 *want = (u64 *)malloc(2 * n * sizeof(u64)), *got = want + n;

		if (fread(want, sizeof(u64), n, f) != n)
			return 2;
		if (argc < 3 || strtoul(argv[2], nullptr, 10) == p.seed) {
			cudaError_t e;

			run_program(&p, got);
			e = cudaDeviceSynchronize();
			if (e != cudaSuccess) {
				printf("program %u: %s\n", p.seed, cudaGetErrorString(e));
				return 1;
			}
			ran++;
			differ += !same(&p, got, want);
		}
		free(want);
	}
	fclose(f);
	printf("%u programs, %u differ\n", ran, differ);
	return differ != 0;
}

#else

int main(int argc, char **argv)
{
	static u64 in[1 << 12], m[WORDS], q[WORDS], out[1 << 12];
	static u32 w[WORDS];
	FILE *f = argc > 1 ? fopen(argv[1], "wb") : nullptr;

	if (!f)
		return 2;
	for (const program &p : programs) {
		args a;

		fill(&a, &p, in, m);
		a.in = in;
		a.out = out;
		a.w = w;
		a.q = q;
		a.m = m;
		memset(w, 0, sizeof(w));
		memset(q, 0, sizeof(q));
		memset(out, 0, sizeof(out));
		p.run(a);
		fwrite(out, sizeof(u64), p.lanes, f);
		for (u64 word : w)
			fwrite(&word, sizeof(word), 1, f);
		fwrite(q, sizeof(q), 1, f);
		fwrite(m, sizeof(m), 1, f);
	}
	return fclose(f) != 0;
}

#endif
