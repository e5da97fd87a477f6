// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Managed memory: a linked list and an array that host and device change in turn, no copies; new and
// delete overloaded onto managed memory.
// expect: managed ok: 5050 and 10100
#include <cstdio>
#include <new>

struct Managed {
	void *operator new(size_t n)
	{
		void *p;
		if (cudaMallocManaged(&p, n) != cudaSuccess)
			throw std::bad_alloc();
		cudaDeviceSynchronize();
		return p;
	}
	void operator delete(void *p)
	{
		cudaDeviceSynchronize();
		cudaFree(p);
	}
};

struct Node : Managed {
	int value;
	Node *next;
	Node(int v, Node *n) : value(v), next(n) {}
};

__global__ void sumList(Node *head, int *sum)
{
	int s = 0;
	for (Node *n = head; n; n = n->next) {
		s += n->value;
		n->value *= 2;
	}
	*sum = s;
}

int main()
{
	Node *head = nullptr;
	for (int i = 1; i <= 100; i++)
		head = new Node(i, head);
	int *sum;
	cudaMallocManaged(&sum, 2 * sizeof(int));
	sumList<<<1, 1>>>(head, &sum[0]);
	cudaDeviceSynchronize();
	head->value += 0;
	sumList<<<1, 1>>>(head, &sum[1]);
	cudaDeviceSynchronize();
	bool ok = sum[0] == 5050 && sum[1] == 10100 && head->value == 400;
	printf("managed %s: %d and %d\n", ok ? "ok" : "wrong", sum[0], sum[1]);
	while (head) {
		Node *next = head->next;
		delete head;
		head = next;
	}
	cudaFree(sum);
	return !ok;
}
