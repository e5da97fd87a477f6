// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// main: for any compiler of C++
#include <cstdio>

int use();

int main()
{
	const int wrong = use() != 15 + 16 + 110;
	printf("separate: %d wrong\n", wrong);
	return wrong;
}
