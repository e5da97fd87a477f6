/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvrtc: run-time compilation. The source and the headers that come with it are written to a folder
 * of their own, and `photofinish nvcc -ptx` works there; its text is the log.
 */
#include "../include/nvrtc.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/mem.h"
#include "compile.h"

struct _nvrtcProgram {
	struct nvrtc_source source;
	struct nvrtc_result result; /* no text: not compiled */
	char *log;
	bool compiled;
	char **expressions, **lowered; /* names of PTX for those of C++ */
	int n_expressions;
};

const char *nvrtcGetErrorString(nvrtcResult result)
{
	switch (result) {
#define NAME(name) \
	case NVRTC_##name: return "NVRTC_" #name;
		NAME(SUCCESS)
		NAME(ERROR_OUT_OF_MEMORY)
		NAME(ERROR_PROGRAM_CREATION_FAILURE)
		NAME(ERROR_INVALID_INPUT)
		NAME(ERROR_INVALID_PROGRAM)
		NAME(ERROR_INVALID_OPTION)
		NAME(ERROR_COMPILATION)
		NAME(ERROR_BUILTIN_OPERATION_FAILURE)
		NAME(ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
		NAME(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
		NAME(ERROR_NAME_EXPRESSION_NOT_VALID)
		NAME(ERROR_INTERNAL_ERROR)
#undef NAME
	default: return "NVRTC_ERROR unknown";
	}
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
	if (!major || !minor)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = 12;
	*minor = 4;
	return NVRTC_SUCCESS;
}

static const int archs[] = {60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};

nvrtcResult nvrtcGetNumSupportedArchs(int *n)
{
	if (!n)
		return NVRTC_ERROR_INVALID_INPUT;
	*n = (int)(sizeof(archs) / sizeof(archs[0]));
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *list)
{
	if (!list)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(list, archs, sizeof(archs));
	return NVRTC_SUCCESS;
}

/* Copies of n strings; NULL among them: wrong. */
static char **copies(int n, const char *const *strings)
{
	char **copy = mem_alloc((size_t)n * sizeof(*copy));

	for (int i = 0; i < n; i++)
		copy[i] = strings && strings[i] ? mem_strdup(strings[i]) : NULL;
	return copy;
}

static bool all(int n, char *const *strings)
{
	for (int i = 0; i < n; i++)
		if (!strings[i])
			return false;
	return true;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name,
			       int n_headers, const char *const *headers,
			       const char *const *header_names)
{
	struct _nvrtcProgram *p;

	if (!program || !source || n_headers < 0 || (n_headers && (!headers || !header_names)))
		return NVRTC_ERROR_INVALID_INPUT;
	p = mem_alloc(sizeof(*p));
	p->source.text = mem_strdup(source);
	p->source.name = mem_strdup(name && *name ? name : "default_program");
	p->source.n = n_headers;
	p->source.headers = copies(n_headers, headers);
	p->source.header_names = copies(n_headers, header_names);
	if (!all(n_headers, p->source.headers) || !all(n_headers, p->source.header_names)) {
		nvrtcDestroyProgram(&p);
		return NVRTC_ERROR_INVALID_INPUT;
	}
	*program = p;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
	struct _nvrtcProgram *p = program ? *program : NULL;

	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	for (int i = 0; i < p->source.n; i++) {
		free(p->source.headers[i]);
		free(p->source.header_names[i]);
	}
	free(p->source.headers);
	free(p->source.header_names);
	free(p->source.text);
	free(p->source.name);
	for (int i = 0; i < p->n_expressions; i++) {
		free(p->expressions[i]);
		free(p->lowered[i]);
	}
	free(p->expressions);
	free(p->lowered);
	free(p->result.text);
	free(p->log);
	free(p);
	*program = NULL;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression)
{
	const size_t n = program ? (size_t)program->n_expressions : 0;

	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression)
		return NVRTC_ERROR_INVALID_INPUT;
	if (program->compiled)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	program->expressions =
		mem_realloc(program->expressions, (n + 1) * sizeof(*program->expressions));
	program->lowered = mem_realloc(program->lowered, (n + 1) * sizeof(*program->lowered));
	program->expressions[n] = mem_strdup(expression);
	program->lowered[n] = NULL;
	program->n_expressions++;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name)
{
	int i = 0;

	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !name)
		return NVRTC_ERROR_INVALID_INPUT;
	if (!program->result.text)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	while (i < program->n_expressions && strcmp(program->expressions[i], expression) != 0)
		i++;
	if (i == program->n_expressions || !program->lowered[i])
		return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
	*name = program->lowered[i];
	return NVRTC_SUCCESS;
}

/* Names are told by PTX alone. */
static int compile(nvrtcProgram p, int n_options, char **options)
{
	struct nvrtc_source source = p->source;
	int rc;

	source.text = names_source(source.text, p->expressions, p->n_expressions);
	rc = nvrtc_compile(&source, n_options, options, &p->result, &p->log);
	free(source.text);
	if (!rc && !p->result.object)
		names_lowered(p->result.text, p->lowered, p->n_expressions);
	return rc;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n_options, const char *const *options)
{
	char **copy;
	nvrtcResult result = NVRTC_SUCCESS;

	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (n_options < 0 || (n_options && !options))
		return NVRTC_ERROR_INVALID_INPUT;
	copy = copies(n_options, options);
	free(program->result.text);
	free(program->log);
	program->result = (struct nvrtc_result){0};
	program->log = NULL;
	program->compiled = true;
	if (!all(n_options, copy))
		result = NVRTC_ERROR_INVALID_OPTION;
	else
		switch (compile(program, n_options, copy)) {
		case 0: break;
		case 1: result = NVRTC_ERROR_COMPILATION; break;
		case 2: result = NVRTC_ERROR_INVALID_OPTION; break;
		default: result = NVRTC_ERROR_INTERNAL_ERROR; break;
		}
	for (int i = 0; i < n_options; i++)
		free(copy[i]);
	free(copy);
	return result;
}

static nvrtcResult size_of(nvrtcProgram program, const char *text, size_t *size)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size || !text)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = strlen(text) + 1;
	return NVRTC_SUCCESS;
}

static nvrtcResult give(nvrtcProgram program, const char *text, char *to)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!to || !text)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(to, text, strlen(text) + 1);
	return NVRTC_SUCCESS;
}

/* Text, when it is text that was asked for. */
static const char *text_of(nvrtcProgram program)
{
	return program && !program->result.object ? program->result.text : NULL;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
	return size_of(program, text_of(program), size);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
	return give(program, text_of(program), ptx);
}

/* With -dlto: an object for nvJitLink. */
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *size)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size || !program->result.object || !program->result.text)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = program->result.bytes;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *ir)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!ir || !program->result.object || !program->result.text)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(ir, program->result.text, program->result.bytes);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
	return nvrtcGetPTXSize(program, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
	return nvrtcGetPTX(program, cubin);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
	return size_of(program, program && program->log ? program->log : "", size);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
	return give(program, program && program->log ? program->log : "", log);
}
