/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graph: graphs of work, and streams that are captured into one.
 *
 *   op.c       one piece of work: checked, done, described as CUDA's structures
 *   graph.c    nodes and edges                 node.c  a node of each kind
 *   capture.c  a call on a captured stream becomes a node
 *   graph_memory.c  memory that comes and goes with launches
 *   exec.c     a copy in an order that its edges allow, launched as a whole
 *
 * A launch does its nodes one after another, as streams do their work: what a checker sees is
 * a launch of each kernel node, in that order.
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "rt.h"

/* What a kernel sets and a conditional node asks: 4 bytes of device memory. */
struct rt_condition {
	struct rt_condition *next;
	uint64_t addr;
	cudaGraph_t graph;  /* that it was made for */
	unsigned value;     /* at the start of each launch, when assign says so */
	bool assign, taken; /* taken: a node has it */
};

/* Everything that it points to is its own, but for what the program owns: memory, events. */
struct rt_op {
	enum cudaGraphNodeType type;
	union {
		struct {
			struct cudaKernelNodeParams p; /* kernelParams: of params */
			struct rt_params params;
			bool cooperative;
		} kernel;
		struct cudaMemcpy3DParms copy;
		struct cudaMemsetParams fill;
		struct cudaHostNodeParams host;
		cudaGraph_t child;
		cudaEvent_t event;
		struct cudaMemAllocNodeParams memory; /* a free node's: dptr alone */
		struct {
			struct rt_condition *of;
			enum cudaGraphConditionalNodeType type;
			unsigned n;
			cudaGraph_t *body;
		} condition;
	} u;
};

struct CUgraphNode_st {
	struct CUgraphNode_st *next; /* in order of creation */
	cudaGraph_t graph;
	uint64_t id,
		origin; /* of every node there ever was; the node that it is a clone of, or 0 */
	struct CUgraphNode_st **deps;
	size_t n_deps;
	struct rt_op op;
	bool disabled;               /* in an executable graph: it does nothing */
	struct CUgraphNode_st *twin; /* scratch: its clone, its partner in an update */
	bool seen;                   /* scratch: of a search */
};

struct CUgraph_st {
	struct CUgraph_st *next; /* of all graphs, also those within nodes */
	struct CUgraphNode_st *nodes, **last;
	size_t n_nodes;
	struct rt_held *held; /* user objects */
	bool inner; /* a node's, an executable graph's or a capture's: not the program's to destroy
		     */
};

/* op.c. rt_op_... checks what is asked for and makes an operation of it.
 * packed: the parameters as bytes, or NULL for p->kernelParams. */
cudaError_t rt_op_kernel(struct rt *r, struct rt_op *op, const struct cudaKernelNodeParams *p,
			 const uint8_t *packed);
cudaError_t rt_op_copy(struct rt *r, struct rt_op *op, const struct cudaMemcpy3DParms *p);
cudaError_t rt_op_fill(struct rt *r, struct rt_op *op, const struct cudaMemsetParams *p);
cudaError_t rt_op_host(struct rt_op *op, const struct cudaHostNodeParams *p);
cudaError_t rt_op_alloc(struct rt *r, struct rt_op *op, struct cudaMemAllocNodeParams *p);
cudaError_t rt_op_release(struct rt *r, struct rt_op *op, void *ptr);
bool rt_op_is_memory(const struct rt_op *op);
void rt_op_clone(struct rt *r, struct rt_op *to, const struct rt_op *from);
void rt_op_free(struct rt *r, struct rt_op *op);
/* The graphs within: a child, or the bodies of a conditional node; their number. */
unsigned rt_op_graphs(const struct rt_op *op, const cudaGraph_t **graphs);
/* Host functions run without the lock. */
cudaError_t rt_op_do(struct rt *r, const struct rt_op *op, cudaStream_t stream);
struct cudaMemcpy3DParms rt_copy_1d(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind);

/* graph_memory.c: of a node that allocates or frees */
bool rt_graph_memory_live(const struct rt *r, const struct rt_op *op);
cudaError_t rt_graph_memory_appear(struct rt *r, const struct rt_op *op);
void rt_graph_memory_use(struct rt *r, const struct rt_op *op, bool more);

/* condition.c */
cudaError_t rt_op_condition(struct rt *r, struct rt_op *op, cudaGraph_t graph,
			    const struct cudaConditionalNodeParams *p);
cudaError_t rt_condition_do(struct rt *r, const struct rt_op *op, cudaStream_t stream);
void rt_conditions_begin(cudaGraph_t g);
/* What cannot be within a body, and is; NULL. */
cudaGraphNode_t rt_conditions_wrong(cudaGraph_t g);
void rt_conditions_free(struct rt *r);

/* user_object.c: a graph's copy holds what the graph does; a graph goes */
void rt_held_clone(cudaGraph_t to, cudaGraph_t from);
void rt_held_free(struct rt *r, cudaGraph_t g);

/* op.c: the nodes of a graph, one after another */
cudaError_t rt_graph_do(struct rt *r, cudaGraph_t g, cudaStream_t stream);

/* graph.c */
bool rt_graph_has_memory(cudaGraph_t g);
cudaGraph_t rt_graph_create(struct rt *r, bool inner);
void rt_graph_free(struct rt *r, cudaGraph_t g);
cudaGraph_t rt_graph_clone(struct rt *r, cudaGraph_t g);
bool rt_graph_valid(const struct rt *r, cudaGraph_t g);
bool rt_node_valid(const struct rt *r, cudaGraphNode_t node);
/* op becomes the node's. */
cudaGraphNode_t rt_node_add(struct rt *r, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n,
			    const struct rt_op *op);
/* Marks node and all before it in seen. */
void rt_node_mark(cudaGraphNode_t node);
void rt_node_list(cudaGraphNode_t **list, size_t *n, cudaGraphNode_t add);

/* capture.c. A graph that a capture still writes. */
bool rt_graph_captured(const struct rt *r, cudaGraph_t g);
/* A graph that goes while it is captured into: the capture is worth nothing. */
void rt_capture_orphan(struct rt *r, cudaGraph_t g);

/* exec.c. The node of exec that is a copy of node, or NULL. */
cudaGraphNode_t rt_exec_node(const struct rt *r, cudaGraphExec_t exec, cudaGraphNode_t node);
bool rt_op_may_become(const struct rt_op *was, const struct rt_op *op);
/* Parameters of to become those of g, if they differ in nothing else. */
cudaError_t rt_graph_update(struct rt *r, cudaGraph_t g, cudaGraph_t to, cudaGraphNode_t *wrong,
			    enum cudaGraphExecUpdateResult *why);
void rt_execs_free(struct rt *r);

#endif
