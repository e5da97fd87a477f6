/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * graph: graphs of the driver API: the runtime's, whose nodes are described in other words.
 */
#include <string.h>

#include "../runtime/texture.h"
#include "drv.h"

/* Calls the runtime when there is a context. */
#define CALL(call) (drv_ready() ? drv_ready() : DRV(call))

CUresult cuGraphCreate(CUgraph *graph, unsigned int flags)
{
	return CALL(cudaGraphCreate(graph, flags));
}

CUresult cuGraphDestroy(CUgraph graph)
{
	return CALL(cudaGraphDestroy(graph));
}

CUresult cuGraphClone(CUgraph *clone, CUgraph graph)
{
	return CALL(cudaGraphClone(clone, graph));
}

CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone)
{
	return CALL(cudaGraphNodeFindInClone(node, original, clone));
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *n)
{
	return CALL(cudaGraphGetNodes(graph, nodes, n));
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *n)
{
	return CALL(cudaGraphGetRootNodes(graph, nodes, n));
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n)
{
	return CALL(cudaGraphGetEdges(graph, from, to, n));
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
				size_t n)
{
	return CALL(cudaGraphAddDependencies(graph, from, to, n));
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
				   size_t n)
{
	return CALL(cudaGraphRemoveDependencies(graph, from, to, n));
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
	enum cudaGraphNodeType t = cudaGraphNodeTypeEmpty;
	const CUresult e = CALL(cudaGraphNodeGetType(node, type ? &t : NULL));

	if (!e)
		*type = (CUgraphNodeType)t;
	return e;
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *n)
{
	return CALL(cudaGraphNodeGetDependencies(node, nodes, n));
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *n)
{
	return CALL(cudaGraphNodeGetDependentNodes(node, nodes, n));
}

CUresult cuGraphDestroyNode(CUgraphNode node)
{
	return CALL(cudaGraphDestroyNode(node));
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
	return CALL(cudaGraphDebugDotPrint(graph, path, flags));
}

/* Kernels */

static struct cudaKernelNodeParams kernel_of(const CUDA_KERNEL_NODE_PARAMS *p)
{
	return (struct cudaKernelNodeParams){
		.func = p->func ? (void *)p->func : (void *)p->kern,
		.gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
		.blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
		.sharedMemBytes = p->sharedMemBytes,
		.kernelParams = p->kernelParams,
		.extra = p->extra,
	};
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n,
			      const CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;

	if (params)
		p = kernel_of(params);
	return CALL(cudaGraphAddKernelNode(node, graph, deps, n, params ? &p : NULL));
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;
	const CUresult e = CALL(cudaGraphKernelNodeGetParams(node, params ? &p : NULL));

	if (!e)
		*params = (CUDA_KERNEL_NODE_PARAMS){
			.func = (CUfunction)p.func,
			.gridDimX = p.gridDim.x,
			.gridDimY = p.gridDim.y,
			.gridDimZ = p.gridDim.z,
			.blockDimX = p.blockDim.x,
			.blockDimY = p.blockDim.y,
			.blockDimZ = p.blockDim.z,
			.sharedMemBytes = p.sharedMemBytes,
			.kernelParams = p.kernelParams,
			.kern = (CUkernel)p.func,
			.ctx = drv_current(),
		};
	return e;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;

	if (params)
		p = kernel_of(params);
	return CALL(cudaGraphKernelNodeSetParams(node, params ? &p : NULL));
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
					const CUDA_KERNEL_NODE_PARAMS *params)
{
	struct cudaKernelNodeParams p;

	if (params)
		p = kernel_of(params);
	return CALL(cudaGraphExecKernelNodeSetParams(exec, node, params ? &p : NULL));
}

/* Copies */

static CUresult copy_of(const CUDA_MEMCPY3D *c, struct cudaMemcpy3DParms *p)
{
	const CUresult e = drv_ready();

	return e ? e : c ? drv_copy_3d(c, p) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n,
			      const CUDA_MEMCPY3D *copy, CUcontext ctx)
{
	struct cudaMemcpy3DParms p;
	const CUresult e = copy_of(copy, &p);

	(void)ctx; /* all contexts share one memory */
	return e ? e : DRV(cudaGraphAddMemcpyNode(node, graph, deps, n, &p));
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *copy)
{
	struct cudaMemcpy3DParms p;
	const CUresult e = copy_of(copy, &p);

	return e ? e : DRV(cudaGraphMemcpyNodeSetParams(node, &p));
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
					const CUDA_MEMCPY3D *copy, CUcontext ctx)
{
	struct cudaMemcpy3DParms p;
	const CUresult e = copy_of(copy, &p);

	(void)ctx;
	return e ? e : DRV(cudaGraphExecMemcpyNodeSetParams(exec, node, &p));
}

/* One side, in the driver's words: a pointer's type is left to its address. */
static void describe(const struct cudaArray *a, const struct cudaPos *at,
		     const struct cudaPitchedPtr *ptr, CUmemorytype *type, CUdeviceptr *device,
		     CUarray *array, size_t at_bytes[3], size_t *pitch, size_t *height)
{
	*type = a ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_UNIFIED;
	*array = (CUarray)(uintptr_t)a;
	*device = (uintptr_t)ptr->ptr;
	at_bytes[0] = a ? at->x * a->bytes : at->x;
	at_bytes[1] = at->y;
	at_bytes[2] = at->z;
	*pitch = ptr->pitch;
	*height = ptr->ysize;
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *c)
{
	struct cudaMemcpy3DParms p;
	const CUresult e = CALL(cudaGraphMemcpyNodeGetParams(node, c ? &p : NULL));
	const struct cudaArray *a;
	size_t s[3], d[3];

	if (e)
		return e;
	a = p.dstArray ? p.dstArray : p.srcArray;
	memset(c, 0, sizeof(*c));
	describe(p.srcArray, &p.srcPos, &p.srcPtr, &c->srcMemoryType, &c->srcDevice, &c->srcArray,
		 s, &c->srcPitch, &c->srcHeight);
	describe(p.dstArray, &p.dstPos, &p.dstPtr, &c->dstMemoryType, &c->dstDevice, &c->dstArray,
		 d, &c->dstPitch, &c->dstHeight);
	c->srcXInBytes = s[0];
	c->srcY = s[1];
	c->srcZ = s[2];
	c->dstXInBytes = d[0];
	c->dstY = d[1];
	c->dstZ = d[2];
	c->WidthInBytes = p.extent.width * (a ? a->bytes : 1);
	c->Height = p.extent.height;
	c->Depth = p.extent.depth;
	return CUDA_SUCCESS;
}

/* Fills: the same fields */

_Static_assert(sizeof(CUDA_MEMSET_NODE_PARAMS) == sizeof(struct cudaMemsetParams),
	       "the driver's fill is the runtime's");

CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n,
			      const CUDA_MEMSET_NODE_PARAMS *params, CUcontext ctx)
{
	(void)ctx;
	return CALL(cudaGraphAddMemsetNode(node, graph, deps, n, (const void *)params));
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params)
{
	return CALL(cudaGraphMemsetNodeGetParams(node, (void *)params));
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)
{
	return CALL(cudaGraphMemsetNodeSetParams(node, (const void *)params));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
					const CUDA_MEMSET_NODE_PARAMS *params, CUcontext ctx)
{
	(void)ctx;
	return CALL(cudaGraphExecMemsetNodeSetParams(exec, node, (const void *)params));
}

/* Host functions: the same structure */

CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n,
			    const CUDA_HOST_NODE_PARAMS *params)
{
	return CALL(cudaGraphAddHostNode(node, graph, deps, n, params));
}

CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params)
{
	return CALL(cudaGraphHostNodeGetParams(node, params));
}

CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)
{
	return CALL(cudaGraphHostNodeSetParams(node, params));
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
				      const CUDA_HOST_NODE_PARAMS *params)
{
	return CALL(cudaGraphExecHostNodeSetParams(exec, node, params));
}

/* Graphs, events, nothing, memory */

CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps,
				  size_t n, CUgraph child)
{
	return CALL(cudaGraphAddChildGraphNode(node, graph, deps, n, child));
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
	return CALL(cudaGraphChildGraphNodeGetGraph(node, graph));
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child)
{
	return CALL(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
}

CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n)
{
	return CALL(cudaGraphAddEmptyNode(node, graph, deps, n));
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps,
				   size_t n, CUevent event)
{
	return CALL(cudaGraphAddEventRecordNode(node, graph, deps, n, event));
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event)
{
	return CALL(cudaGraphEventRecordNodeGetEvent(node, event));
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
	return CALL(cudaGraphEventRecordNodeSetEvent(node, event));
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps,
				 size_t n, CUevent event)
{
	return CALL(cudaGraphAddEventWaitNode(node, graph, deps, n, event));
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event)
{
	return CALL(cudaGraphEventWaitNodeGetEvent(node, event));
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
	return CALL(cudaGraphEventWaitNodeSetEvent(node, event));
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
	return CALL(cudaGraphExecEventRecordNodeSetEvent(exec, node, event));
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
	return CALL(cudaGraphExecEventWaitNodeSetEvent(exec, node, event));
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n,
			       CUdeviceptr ptr)
{
	return CALL(cudaGraphAddMemFreeNode(node, graph, deps, n, (void *)(uintptr_t)ptr));
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *ptr)
{
	return CALL(cudaGraphMemFreeNodeGetParams(node, ptr));
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph,
					CUcontext ctx, unsigned int value, unsigned int flags)
{
	(void)ctx;
	return CALL(cudaGraphConditionalHandleCreate(handle, graph, value, flags));
}

/* Executable graphs */

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
	return CALL(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream)
{
	return CALL(cudaGraphUpload(exec, stream));
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
	return CALL(cudaGraphLaunch(exec, stream));
}

CUresult cuGraphExecDestroy(CUgraphExec exec)
{
	return CALL(cudaGraphExecDestroy(exec));
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, unsigned long long *flags)
{
	return CALL(cudaGraphExecGetFlags(exec, flags));
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
	enum cudaGraphExecUpdateResult why = cudaGraphExecUpdateError;
	cudaGraphNode_t wrong = NULL;
	const CUresult e = CALL(cudaGraphExecUpdate(exec, graph, &wrong, &why));

	if (info)
		*info = (CUgraphExecUpdateResultInfo){(CUgraphExecUpdateResult)why, wrong, NULL};
	return e;
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled)
{
	return CALL(cudaGraphNodeSetEnabled(exec, node, enabled));
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled)
{
	return CALL(cudaGraphNodeGetEnabled(exec, node, enabled));
}

CUresult cuUserObjectCreate(CUuserObject *object, void *ptr, CUhostFn destroy, unsigned int count,
			    unsigned int flags)
{
	return CALL(cudaUserObjectCreate(object, ptr, destroy, count, flags));
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
	return CALL(cudaUserObjectRetain(object, count));
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
	return CALL(cudaUserObjectRelease(object, count));
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
				 unsigned int flags)
{
	return CALL(cudaGraphRetainUserObject(graph, object, count, flags));
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
	return CALL(cudaGraphReleaseUserObject(graph, object, count));
}
