/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_crash: clang's text, passed on; of a clang that crashed only the line that says why.
 */
#include <stdio.h>
#include <string.h>

#include "cc.h"

static const char backend[] = "error in backend: ";

/* Does a crash report begin in this line? */
static bool begins_report(const char *line)
{
	static const char *const marks[] = {"PLEASE submit a bug report",
					    "LLVM ERROR: ", "Stack dump:", ": Assertion `",
					    "UNREACHABLE executed"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (strstr(line, marks[i]))
			return true;
	return strstr(line, backend) != NULL;
}

/* Line of the report that tells a person most: the backend's own message, else the innermost
 * thing clang was at ("4.<tab>Running pass ..."), which the stack dump lists last. */
static const char *cause_of(char *report)
{
	const char *cause = NULL;
	char *save = NULL;

	for (char *s = strtok_r(report, "\n", &save); s; s = strtok_r(NULL, "\n", &save)) {
		const char *told = strstr(s, backend);
		size_t digits = strspn(s, "0123456789");

		if (told)
			return told + strlen(backend);
		if (strstr(s, "LLVM ERROR: ") || strstr(s, ": Assertion `") ||
		    strstr(s, "UNREACHABLE executed"))
			return s;
		if (digits && s[digits] == '.' && s[digits + 1] == '\t' && s[0] != '0')
			cause = s + digits + 2;
	}
	return cause ? cause : "it does not say why";
}

int cc_crash_report(char *text, const char *source, bool failed, struct diag *diag)
{
	char *line = text;

	while (failed && *line) {
		char *end = strchr(line, '\n'), old;
		bool found;

		end = end ? end + 1 : line + strlen(line);
		old = *end;
		*end = '\0';
		found = begins_report(line);
		*end = old;
		if (found)
			break;
		line = end;
	}
	if (!failed || !*line) {
		fputs(text, stderr);
		return 0;
	}
	fwrite(text, 1, (size_t)(line - text), stderr);
	return diag_set(diag, source, 0, "clang crashed on this source: %s", cause_of(line));
}
