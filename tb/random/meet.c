/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * meet: the kernel and its model. Each step is printed twice: for one thread, and as a loop over
 * all.
 */
#include <stdlib.h>

#include "generate.h"

/* One step in which threads meet: the kernel's text, and the model's loop over all threads. */
static void step(struct gen *g)
{
	static const char *const op[] = {"Add", "Xor", "Or", "And", "Max", "Min"};
	static const char *const lower[] = {"add", "xor", "or", "and", "max", "min"};
	unsigned n, k;

	switch (below(g, 6)) {
	case 0:
		n = 1 + below(g, 40);
		k = below(g, 200);
		fprintf(g->dev, "\t\tMEET_EXCHANGE(%u, %u)\n", n, k);
		fprintf(g->host, "\t\tMODEL_EXCHANGE(%u, %u)\n", n, k);
		break;
	case 1:
		n = below(g, 4);
		k = n == 0 ? 1 + below(g, 31) : below(g, 32);
		if (g->threads % 32)
			k = 0;
		fprintf(g->dev, "\t\tMEET_SHUFFLE%u(%s, %u)\n", n,
			g->threads % 32 ? "warp_mask(t)" : "~0u", k);
		fprintf(g->host, "\t\tMODEL_SHUFFLE%u(%u)\n", n, k);
		break;
	default:
		n = below(g, 8);
		k = below(g, 6);
		if (n < 5) {
			static const char *const vote[] = {"BALLOT", "ANY", "ALL", "COUNT", "HALF"};

			if (n == 4 && g->threads % 32)
				n = 3;
			fprintf(g->dev, "\t\tMEET_%s(%u)\n", vote[n], k);
			fprintf(g->host, "\t\tMODEL_%s(%u)\n", vote[n], k);
			break;
		}
		fprintf(g->dev,
			"\t\tif (CHOICE(r, %u))\n\t\t\tatomic%s(&a.acc%s[COUNTERS * %u + r %% "
			"COUNTERS], (%s)(r >> 9));\n",
			k, op[k],
			n == 5   ? "32"
			: n == 6 ? "s"
				 : "64",
			k,
			n == 5   ? "u32"
			: n == 6 ? "i32"
				 : "u64");
		fprintf(g->host, "\t\tMODEL_ATOMIC(%u, %s, acc%s, %s)\n", k, lower[k],
			n == 5   ? "32"
			: n == 6 ? "s"
				 : "64",
			n == 5   ? "u32"
			: n == 6 ? "i32"
				 : "u64");
		break;
	}
}

void meet_print(struct gen *g)
{
	char *dev, *host;
	size_t size;
	unsigned last = FUNCS - 1;

	g->dev = open_memstream(&dev, &size);
	g->host = open_memstream(&host, &size);
	if (!g->dev || !g->host)
		exit(2);
	for (unsigned i = 1 + below(g, 3); i > 0; i--) {
		fprintf(g->dev, "\tfor (u32 round = 0; round < a.rounds; round++) {\n");
		fprintf(g->host, "\tfor (u32 round = 0; round < a.rounds; round++) {\n");
		fprintf(g->dev, "\t\tc.fuel = FUEL;\n\t\tr = f%u(&c, r);\n", last);
		fprintf(g->host, "\t\tEACH(c[i].fuel = FUEL; r[i] = f%u(&c[i], r[i]));\n", last);
		for (unsigned k = below(g, 5); k > 0; k--)
			step(g);
		fprintf(g->dev, "\t}\n");
		fprintf(g->host, "\t}\n");
	}
	fclose(g->dev);
	fclose(g->host);
	printf("__global__ void kernel(arrays a)\n{\n\tKERNEL_BEGIN\n%s\tKERNEL_END\n}\n\n", dev);
	printf("void model(arrays a)\n{\n\tMODEL_BEGIN\n%s\tMODEL_END\n}\n", host);
	free(dev);
	free(host);
}
