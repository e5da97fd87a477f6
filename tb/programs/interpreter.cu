// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A bytecode interpreter per thread: a switch in a loop, goto, labels, nested loops with break and continue,
// small integer types and their overflow, short-circuit conditions, comma and ternary chains.
// expect: interpreter ok
// arch: sm_60
#include <cstdio>
#include <cstdint>

enum Op : uint8_t { HALT, PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, SHR, NOTB, ADD8, CMP };

__host__ __device__ long run(const uint8_t *code, int size, int16_t input)
{
	int32_t stack[16];
	int sp = 0, pc = 0, steps = 0;
	int8_t small = 100;
	stack[sp++] = input;
	for (;;) {
		if (++steps > 500)
			goto fail;
		if (pc >= size)
			break;
		switch ((Op)code[pc++]) {
		case HALT: goto done;
		case PUSH: stack[sp++] = (int8_t)code[pc++]; continue;
		case ADD: sp--; stack[sp - 1] += stack[sp]; break;
		case SUB: sp--; stack[sp - 1] -= stack[sp]; break;
		case MUL: sp--; stack[sp - 1] = (int32_t)((uint32_t)stack[sp - 1] * (uint32_t)stack[sp]); break;
		case DUP: stack[sp] = stack[sp - 1]; sp++; break;
		case SWAP: { int32_t t = stack[sp - 1]; stack[sp - 1] = stack[sp - 2]; stack[sp - 2] = t; break; }
		case JNZ: pc++; if (stack[--sp] != 0) pc += (int8_t)code[pc - 1]; break;
		case SHR: stack[sp - 1] >>= 1; break;
		case NOTB: stack[sp - 1] = ~stack[sp - 1]; break;
		case ADD8: small = (int8_t)(small + stack[--sp]); stack[sp++] = small; break;
		case CMP: sp--; stack[sp - 1] = stack[sp - 1] < stack[sp] ? -1 : stack[sp - 1] > stack[sp] ? 1 : 0; break;
		default: goto fail;
		}
		if (sp < 1 || sp > 14)
			goto fail;
	}
done:
	return ((long)stack[sp - 1] << 16) + steps;
fail:
	return -pc;
}

__constant__ uint8_t program[32];

__global__ void all(long *out, int n, int size)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = run(program, size, (int16_t)(i * 5 - 200));
}

int main()
{
	// x -> loop: acc = acc * 3 + x, x = x >> 1 while x is not 0 or -1
	const uint8_t code[] = {PUSH, 1, SWAP, /* 3: */ DUP, PUSH, 3, MUL, SHR, NOTB, PUSH, 7, ADD8, ADD, SWAP, DUP, ADD, ADD, PUSH, 9,
				SWAP, SHR, DUP, SHR, JNZ, (uint8_t)-22, SWAP, CMP};
	const int n = 150, size = sizeof code;
	long *d, h[n];
	cudaMalloc(&d, sizeof h);
	cudaMemcpyToSymbol(program, code, size);
	all<<<3, 64>>>(d, n, size);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++) {
		long want = run(code, size, (int16_t)(i * 5 - 200));
		if (h[i] != want) {
			printf("%d: %ld not %ld\n", i, h[i], want);
			return 1;
		}
	}
	puts("interpreter ok");
	return 0;
}
