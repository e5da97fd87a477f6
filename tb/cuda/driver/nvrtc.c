/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvrtc: source text to a kernel that runs; what is wrong is in the log. Usage: nvrtc
 */
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

static void is(int line, const char *what, long long got, long long expected)
{
	if (got == expected)
		return;
	printf("line %d: %s: %lld, not %lld\n", line, what, got, expected);
	wrong++;
}
#define IS(call, expected) is(__LINE__, #call, (long long)(call), (long long)(expected))

static const char good[] = "#include \"deep/scale.h\"\n"
			   "#ifndef __CUDACC_RTC__\n#error not run-time compilation\n#endif\n"
			   "static __constant__ int bias;\n"
			   "extern \"C\" __global__ void scale(int *p) { p[threadIdx.x] = SCALE * "
			   "threadIdx.x + bias + EXTRA; }\n";
static const char *const headers[] = {"#define SCALE 3\n"}, *const names[] = {"deep/scale.h"};

/* Compiles, and says whether the log has the text. */
static nvrtcResult compile(const char *source, int n, const char *const *options, const char *text,
			   char **ptx)
{
	nvrtcProgram p;
	nvrtcResult result;
	size_t size;
	char *log;

	IS(nvrtcCreateProgram(&p, source, "some/where/program.cuh", 1, headers, names),
	   NVRTC_SUCCESS);
	IS(nvrtcGetPTXSize(p, &size), NVRTC_ERROR_INVALID_INPUT);
	result = nvrtcCompileProgram(p, n, options);
	IS(nvrtcGetProgramLogSize(p, &size), NVRTC_SUCCESS);
	log = malloc(size);
	IS(nvrtcGetProgramLog(p, log), NVRTC_SUCCESS);
	IS(strlen(log) + 1, size);
	if (!strstr(log, text)) {
		printf("the log lacks '%s': %s\n", text, log);
		wrong++;
	}
	free(log);
	if (ptx) {
		IS(nvrtcGetPTXSize(p, &size), NVRTC_SUCCESS);
		*ptx = malloc(size);
		IS(nvrtcGetCUBIN(p, *ptx), NVRTC_SUCCESS);
	}
	IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
	IS(p == NULL, 1);
	return result;
}

static void run(const char *ptx)
{
	CUcontext ctx;
	CUmodule m;
	CUfunction f;
	CUdeviceptr p, bias;
	void *params[] = {&p};
	int line[32];

	IS(cuInit(0), 0);
	IS(cuCtxCreate(&ctx, 0, 0), 0);
	IS(cuModuleLoadData(&m, ptx), 0);
	IS(cuModuleGetFunction(&f, m, "scale"), 0);
	IS(cuModuleGetGlobal(&bias, NULL, m, "bias"), 0);
	IS(cuMemsetD32(bias, 100, 1), 0);
	IS(cuMemAlloc(&p, sizeof(line)), 0);
	IS(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL), 0);
	IS(cuMemcpyDtoH(line, p, sizeof(line)), 0);
	IS(line[31], 3 * 31 + 107);
	IS(cuMemFree(p), 0);
	IS(cuCtxDestroy(ctx), 0);
}

int main(void)
{
	static const char *const options[] = {"--gpu-architecture=compute_75",
					      "--define-macro=EXTRA=EXTRA_H",
					      "--pre-include=extra.h",
					      "--include-path=headers",
					      "-std=c++17",
					      "--generate-line-info"};
	static const char *const unknown[] = {"--no-such-option"};
	nvrtcProgram p;
	char *ptx;
	int n;

	IS(nvrtcGetNumSupportedArchs(&n), 0);
	IS(n > 0, 1);
	IS(nvrtcCreateProgram(NULL, good, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
	IS(nvrtcCreateProgram(&p, NULL, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
	IS(compile(good, 6, options, "", &ptx), NVRTC_SUCCESS);
	IS(strstr(ptx, ".target sm_75") != NULL, 1);
	run(ptx);
	free(ptx);
	IS(compile("__global__ void k() { nope(); }", 0, NULL, "program.cuh:1:23: error", NULL),
	   NVRTC_ERROR_COMPILATION);
	IS(compile(good, 1, unknown, "--no-such-option", NULL), NVRTC_ERROR_INVALID_OPTION);
	printf("nvrtc: %d wrong\n", wrong);
	return wrong != 0;
}
