/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * conditional: conditional nodes (if, else, while, switch, within each other, captured), nodes of any kind by one call,
 * nodes that are switched off, user objects, and a graph as text. With an argument: a race in a loop's body.
 */
#include <cstdlib>
#include <cstring>
#include <string>

#include "expect.h"

__device__ int variable;

__global__ void decide(cudaGraphConditionalHandle h, const int *value)
{
	cudaGraphSetConditional(h, *value); /* every thread the same */
}
__global__ void count_down(cudaGraphConditionalHandle h, int *left, int *turns)
{
	*turns += 1;
	*left -= 1;
	cudaGraphSetConditional(h, *left != 0);
}
__global__ void restart(cudaGraphConditionalHandle h, int *left, int n)
{
	*left = n;
	cudaGraphSetConditional(h, n != 0);
}
__global__ void add(int *p, int by)
{
	*p += by;
}
__global__ void racy(cudaGraphConditionalHandle h, int *p)
{
	p[0] = threadIdx.x;
	cudaGraphSetConditional(h, 0);
}

template <class... A>
static cudaGraphNodeParams kernel(void (*k)(A...), dim3 block, void **args)
{
	cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};

	p.kernel.func = (void *)k;
	p.kernel.gridDim = dim3(1);
	p.kernel.blockDim = block;
	p.kernel.kernelParams = args;
	return p;
}

static cudaGraphNode_t adds(cudaGraph_t g, int *p, int by, const cudaGraphNode_t *deps = NULL, size_t n = 0)
{
	void *args[] = {&p, &by};
	cudaGraphNodeParams k = kernel(add, 1, args);
	cudaGraphNode_t node = NULL;

	OK(cudaGraphAddNode(&node, g, deps, n, &k));
	return node;
}

static cudaGraphNode_t decides(cudaGraph_t g, cudaGraphConditionalHandle h, int *value)
{
	void *args[] = {&h, &value};
	cudaGraphNodeParams k = kernel(decide, 32, args);
	cudaGraphNode_t node = NULL;

	OK(cudaGraphAddNode(&node, g, NULL, 0, &k));
	return node;
}

static cudaGraphNodeParams condition(cudaGraphConditionalHandle h, cudaGraphConditionalNodeType type, unsigned size)
{
	cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};

	p.conditional.handle = h;
	p.conditional.type = type;
	p.conditional.size = size;
	return p;
}

static void launch(cudaGraphExec_t x)
{
	OK(cudaGraphLaunch(x, 0));
	OK(cudaDeviceSynchronize());
}

/* if and else, switch: one of the bodies, as the kernel before says */
static void choices(int *value, int *sum)
{
	const cudaGraphConditionalNodeType types[] = {cudaGraphCondTypeIf, cudaGraphCondTypeIf, cudaGraphCondTypeSwitch};
	const unsigned sizes[] = {1, 2, 3};

	for (int t = 0; t < 3; t++) {
		cudaGraph_t g;
		cudaGraphExec_t x;
		cudaGraphConditionalHandle h;
		cudaGraphNode_t first, node;
		cudaGraphNodeType type;
		cudaGraphNodeParams p = {cudaGraphNodeTypeEmpty};

		OK(cudaGraphCreate(&g, 0));
		OK(cudaGraphConditionalHandleCreate(&h, g));
		first = decides(g, h, value);
		p = condition(h, types[t], sizes[t]);
		OK(cudaGraphAddNode(&node, g, &first, 1, &p));
		OK(cudaGraphNodeGetType(node, &type));
		EXPECT(type == cudaGraphNodeTypeConditional);
		for (unsigned i = 0; i < sizes[t]; i++)
			adds(p.conditional.phGraph_out[i], sum, 1 << 4 * i);
		adds(g, sum, 0x1000, &node, 1);
		OK(cudaGraphInstantiate(&x, g, 0));
		for (int v = 0; v < 5; v++) {
			const int want = t == 0 ? v != 0 : t == 1 ? (v ? 1 : 0x10) : v < 3 ? 1 << 4 * v : 0;

			*value = v;
			*sum = 0;
			launch(x);
			EXPECT(*sum == 0x1000 + want);
		}
		GIVES(cudaGraphDestroy(p.conditional.phGraph_out[0]), cudaErrorInvalidValue);
		OK(cudaGraphDestroy(g)); /* what is executable stays */
		*value = 1;
		*sum = 0;
		launch(x);
		EXPECT(*sum == 0x1000 + (t == 2 ? 0x10 : 1));
		OK(cudaGraphExecDestroy(x));
	}
}

/* A loop of 3 turns within one of n, the inner one set again in each. */
static void loops(int *left, int *turns, int *left_in, int *turns_in)
{
	cudaGraph_t g, body, inner;
	cudaGraphExec_t x;
	cudaGraphConditionalHandle h, h_in;
	cudaGraphNode_t node, again;
	cudaGraphNodeParams p = {cudaGraphNodeTypeEmpty}, k = p;
	int three = 3;

	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault));
	p = condition(h, cudaGraphCondTypeWhile, 1);
	OK(cudaGraphAddNode(&node, g, NULL, 0, &p));
	body = p.conditional.phGraph_out[0];
	OK(cudaGraphConditionalHandleCreate(&h_in, body));
	{
		void *args[] = {&h_in, &left_in, &three};

		k = kernel(restart, 1, args);
		OK(cudaGraphAddNode(&again, body, NULL, 0, &k));
	}
	p = condition(h_in, cudaGraphCondTypeWhile, 1);
	OK(cudaGraphAddNode(&node, body, &again, 1, &p));
	inner = p.conditional.phGraph_out[0];
	{
		void *args[] = {&h_in, &left_in, &turns_in};

		k = kernel(count_down, 1, args);
		OK(cudaGraphAddNode(&again, inner, NULL, 0, &k));
	}
	{
		void *args[] = {&h, &left, &turns};

		k = kernel(count_down, 1, args);
		OK(cudaGraphAddNode(&again, body, &node, 1, &k));
	}
	OK(cudaGraphInstantiate(&x, g, 0));
	for (int n = 1; n < 4; n++) { /* the default begins each launch, whatever the last one left */
		*left = n;
		*turns = *turns_in = 0;
		launch(x);
		EXPECT(*turns == n);
		EXPECT(*turns_in == 3 * n);
	}
	OK(cudaGraphExecDestroy(x));
	OK(cudaGraphDestroy(g));
}

/* A body that a stream fills. */
static void captured(int *left, int *turns)
{
	cudaGraph_t g, body, same = NULL;
	cudaGraphExec_t x;
	cudaGraphConditionalHandle h;
	cudaGraphNode_t node;
	cudaStream_t s;
	cudaGraphNodeParams p = {cudaGraphNodeTypeEmpty};
	size_t n;

	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault));
	p = condition(h, cudaGraphCondTypeWhile, 1);
	OK(cudaGraphAddNode(&node, g, NULL, 0, &p));
	body = p.conditional.phGraph_out[0];
	OK(cudaStreamCreate(&s));
	OK(cudaStreamBeginCaptureToGraph(s, body, NULL, NULL, 0, cudaStreamCaptureModeRelaxed));
	GIVES(cudaStreamBeginCaptureToGraph(s, body, NULL, NULL, 0, cudaStreamCaptureModeRelaxed),
	      cudaErrorInvalidValue);
	count_down<<<1, 1, 0, s>>>(h, left, turns);
	add<<<1, 1, 0, s>>>(turns, 10);
	OK(cudaStreamEndCapture(s, &same));
	EXPECT(same == body);
	OK(cudaGraphGetNodes(body, NULL, &n));
	EXPECT(n == 2);
	/* behind a node of the program's own */
	node = adds(g, turns, 1000, &node, 1);
	OK(cudaStreamBeginCaptureToGraph(s, g, &node, NULL, 1, cudaStreamCaptureModeRelaxed));
	add<<<1, 1, 0, s>>>(turns, 10000);
	GIVES(cudaGraphDestroy(g), cudaErrorInvalidValue);
	OK(cudaStreamEndCapture(s, NULL));
	OK(cudaGraphNodeGetDependentNodes(node, NULL, &n));
	EXPECT(n == 1);
	OK(cudaGraphInstantiate(&x, g, 0));
	*left = 4;
	*turns = 0;
	launch(x);
	EXPECT(*turns == 11044);
	OK(cudaGraphExecDestroy(x));
	OK(cudaGraphDestroy(g));
	OK(cudaStreamDestroy(s));
}

static void hosts(void *)
{
}

static void refused(int *sum)
{
	cudaGraph_t g, other;
	cudaGraphExec_t x;
	cudaGraphConditionalHandle h;
	cudaGraphNode_t node;
	cudaGraphNodeParams p = {cudaGraphNodeTypeEmpty}, host = {cudaGraphNodeTypeHost};
	cudaGraphInstantiateParams how = {};

	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphCreate(&other, 0));
	GIVES(cudaGraphConditionalHandleCreate(&h, g, 0, 2), cudaErrorInvalidValue);
	OK(cudaGraphConditionalHandleCreate(&h, g));
	p = condition(h, cudaGraphCondTypeIf, 1);
	GIVES(cudaGraphAddNode(&node, other, NULL, 0, &p), cudaErrorInvalidValue); /* not its graph's */
	p = condition(h + 1, cudaGraphCondTypeIf, 1);
	GIVES(cudaGraphAddNode(&node, g, NULL, 0, &p), cudaErrorInvalidValue);
	p = condition(h, cudaGraphCondTypeWhile, 2);
	GIVES(cudaGraphAddNode(&node, g, NULL, 0, &p), cudaErrorInvalidValue);
	p = condition(h, cudaGraphCondTypeIf, 1);
	OK(cudaGraphAddNode(&node, g, NULL, 0, &p));
	GIVES(cudaGraphAddNode(&node, g, NULL, 0, &p), cudaErrorInvalidValue); /* a second node */
	adds(p.conditional.phGraph_out[0], sum, 1);
	host.host.fn = hosts;
	OK(cudaGraphAddNode(&node, p.conditional.phGraph_out[0], NULL, 0, &host));
	GIVES(cudaGraphInstantiateWithParams(&x, g, &how), cudaErrorNotSupported);
	EXPECT(how.result_out == cudaGraphInstantiateNodeOperationNotSupported);
	OK(cudaGraphDestroyNode(node));
	how.flags = cudaGraphInstantiateFlagUpload;
	OK(cudaGraphInstantiateWithParams(&x, g, &how));
	EXPECT(how.result_out == cudaGraphInstantiateSuccess);
	OK(cudaGraphExecDestroy(x));
	GIVES(cudaGraphInstantiateWithFlags(&x, g, cudaGraphInstantiateFlagDeviceLaunch), cudaErrorNotSupported);
	p.type = cudaGraphNodeTypeExtSemaphoreWait;
	GIVES(cudaGraphAddNode(&node, g, NULL, 0, &p), cudaErrorNotSupported);
	OK(cudaGraphDestroy(g));
	OK(cudaGraphDestroy(other));
}

/* Each kind by the one call; then other parameters, and nodes that do nothing. */
static void any(int *p)
{
	cudaGraph_t g, child;
	cudaGraphExec_t x;
	cudaGraphNode_t fill, copy, k, c, e;
	cudaGraphNodeParams f = {cudaGraphNodeTypeMemset}, m = {cudaGraphNodeTypeMemcpy},
			    sub = {cudaGraphNodeTypeGraph}, empty = {cudaGraphNodeTypeEmpty};
	unsigned on = 7;
	unsigned long long flags = 1;
	int seven = 7, back = 0;

	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphCreate(&child, 0));
	f.memset.dst = p;
	f.memset.value = 5;
	f.memset.elementSize = 4;
	f.memset.width = 2;
	f.memset.height = 1;
	OK(cudaGraphAddNode(&fill, g, NULL, 0, &f));
	m.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(p, 4, 4, 1);
	m.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(p + 1, 4, 4, 1);
	m.memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
	m.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
	k = adds(g, p, 2, &fill, 1);
	OK(cudaGraphAddNode(&copy, g, &k, 1, &m));
	adds(child, p + 1, 100);
	sub.graph.graph = child;
	OK(cudaGraphAddNode(&c, g, &copy, 1, &sub));
	OK(cudaGraphAddNode(&e, g, &c, 1, &empty));
	OK(cudaGraphInstantiateWithFlags(&x, g, 0));
	OK(cudaGraphExecGetFlags(x, &flags));
	EXPECT(flags == 0);
	launch(x);
	EXPECT(p[0] == 7 && p[1] == 107);
	f.memset.value = 50;
	OK(cudaGraphExecNodeSetParams(x, fill, &f));
	launch(x);
	EXPECT(p[0] == 52 && p[1] == 152);
	OK(cudaGraphNodeGetEnabled(x, k, &on));
	EXPECT(on == 1);
	OK(cudaGraphNodeSetEnabled(x, k, 0));
	OK(cudaGraphNodeGetEnabled(x, k, &on));
	EXPECT(on == 0);
	launch(x);
	EXPECT(p[0] == 50 && p[1] == 150);
	GIVES(cudaGraphNodeSetEnabled(x, e, 0), cudaErrorInvalidValue);
	/* a copy node goes over to a variable */
	OK(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, copy, (const void *)&variable, p, 4, 0, cudaMemcpyDeviceToDevice));
	launch(x);
	OK(cudaMemcpyFromSymbol(&back, variable, 4));
	EXPECT(back == 50 && p[1] == 150);
	GIVES(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, copy, (const void *)&variable, p, 4, 4, cudaMemcpyDeviceToDevice),
	      cudaErrorInvalidValue);
	OK(cudaMemcpyToSymbol(variable, &seven, 4));
	OK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, copy, p + 1, (const void *)&variable, 4, 0,
						      cudaMemcpyDeviceToDevice));
	launch(x);
	EXPECT(p[1] == 107);
	OK(cudaGraphMemcpyNodeSetParamsFromSymbol(copy, p, (const void *)&variable, 4, 0, cudaMemcpyDeviceToDevice));
	OK(cudaGraphExecDestroy(x));
	OK(cudaGraphInstantiate(&x, g, 0));
	launch(x);
	EXPECT(p[0] == 7);
	OK(cudaGraphExecDestroy(x));
	OK(cudaGraphDestroy(g));
	OK(cudaGraphDestroy(child));
}

static void dot(int *p)
{
	cudaGraph_t g;
	cudaGraphConditionalHandle h;
	cudaGraphNode_t node, first;
	cudaGraphNodeParams c = {cudaGraphNodeTypeEmpty};
	char name[] = "/tmp/dotXXXXXX", text[4096];
	FILE *f;

	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphConditionalHandleCreate(&h, g));
	c = condition(h, cudaGraphCondTypeWhile, 1);
	first = adds(g, p, 1);
	OK(cudaGraphAddNode(&node, g, &first, 1, &c));
	adds(c.conditional.phGraph_out[0], p, 2);
	EXPECT(mkstemp(name) >= 0);
	OK(cudaGraphDebugDotPrint(g, name, cudaGraphDebugDotFlagsVerbose));
	f = fopen(name, "r");
	text[fread(text, 1, sizeof(text) - 1, f)] = 0;
	fclose(f);
	remove(name);
	EXPECT(strstr(text, "digraph") && strstr(text, "add(int*, int)") && strstr(text, "CONDITIONAL") &&
	       strstr(text, "while") && strstr(text, " -> "));
	GIVES(cudaGraphDebugDotPrint(g, "/nowhere/at/all", 0), cudaErrorOperatingSystem);
	OK(cudaGraphDestroy(g));
}

static int destroyed;

static void destroy(void *data)
{
	destroyed += *(int *)data;
}

static void user_objects()
{
	cudaGraph_t g, copy;
	cudaGraphExec_t x;
	cudaUserObject_t o;
	int one = 1;

	GIVES(cudaUserObjectCreate(&o, &one, destroy, 1, 0), cudaErrorInvalidValue);
	OK(cudaUserObjectCreate(&o, &one, destroy, 1, cudaUserObjectNoDestructorSync));
	OK(cudaUserObjectRetain(o, 2));
	OK(cudaUserObjectRelease(o, 2));
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphRetainUserObject(g, o, 1, cudaGraphUserObjectMove));
	OK(cudaGraphClone(&copy, g));
	OK(cudaGraphInstantiate(&x, g, 0));
	OK(cudaGraphDestroy(g));
	OK(cudaGraphDestroy(copy));
	EXPECT(destroyed == 0);
	OK(cudaGraphExecDestroy(x));
	EXPECT(destroyed == 1);
	OK(cudaUserObjectCreate(&o, &one, destroy, 1, cudaUserObjectNoDestructorSync));
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphRetainUserObject(g, o));
	GIVES(cudaGraphReleaseUserObject(g, o, 2), cudaErrorInvalidValue);
	OK(cudaGraphReleaseUserObject(g, o));
	OK(cudaUserObjectRelease(o));
	EXPECT(destroyed == 2);
	OK(cudaGraphDestroy(g));
}

static int race(int *p)
{
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaGraphConditionalHandle h;
	cudaGraphNode_t node;
	cudaGraphNodeParams c = {cudaGraphNodeTypeEmpty}, k = c;

	cudaGraphCreate(&g, 0);
	cudaGraphConditionalHandleCreate(&h, g, 1, cudaGraphCondAssignDefault);
	c = condition(h, cudaGraphCondTypeWhile, 1);
	cudaGraphAddNode(&node, g, NULL, 0, &c);
	void *args[] = {&h, &p};
	k = kernel(racy, 64, args);
	cudaGraphAddNode(&node, c.conditional.phGraph_out[0], NULL, 0, &k);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, 0);
	return cudaDeviceSynchronize() != cudaSuccess;
}

int main(int argc, char **)
{
	int *p;

	OK(cudaMallocManaged(&p, 64));
	memset(p, 0, 64);
	if (argc > 1)
		return race(p);
	choices(p, p + 1);
	loops(p, p + 1, p + 2, p + 3);
	captured(p, p + 1);
	refused(p);
	any(p);
	dot(p);
	user_objects();
	OK(cudaFree(p));
	return expect_result();
}
