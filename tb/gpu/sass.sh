#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# sass: what nvcc makes of fences, barriers, releases and acquires: of each kernel of sass.cu, in each architecture, the machine
# instructions that access memory, order or synchronise, in their order. No GPU is needed.
#
#   NVCC (nvcc)   CUOBJDUMP (cuobjdump)   ARCHS ("75 80 90 100")   OUT folder for what is built   CSV file
set -eu
: "${OUT:?}" "${CSV:?}"
here=$(cd "$(dirname "$0")" && pwd)
NVCC=${NVCC:-nvcc} CUOBJDUMP=${CUOBJDUMP:-cuobjdump} ARCHS=${ARCHS:-75 80 90 100}

# From the text between 'Function : NAME' and the next one: opcodes without operands, but for masks of WARPSYNC.
pick='
/Function :/ { name = $3; order[++n] = name; next }
/^ *\/\*[0-9a-f]+\*\/ / {
	line = $0
	sub(/^ *\/\*[0-9a-f]+\*\/ */, "", line)
	sub(/ *;.*/, "", line)
	at = $0
	sub(/^ *\/\*0*/, "", at)
	sub(/\*\/.*/, "", at)
	if (line == "BRA 0x" at) done[name] = 1 # what comes after it is padding
	guard = ""
	if (line ~ /^@/) { guard = line; sub(/ .*/, " ", guard); sub(/^@[^ ]* */, "", line); guard = "?" }
	split(line, word, /[ ,]+/)
	op = word[1]
	if (op ~ /^(LD|LDG|ST|STG|LDS|STS|ATOM|ATOMG|ATOMS|RED|REDG|MEMBAR|ERRBAR|CGAERRBAR|CCTL|FENCE|BAR|B2R|WARPSYNC|BSSY|BSYNC|BREAK|CALL|SHFL|VOTE|VOTEU|YIELD|DEPBAR|LDGDEPBAR|NOP)([.]|$)/ && !done[name])
		text[name] = text[name] " " guard op (op ~ /^WARPSYNC$/ ? "(" (word[2] ~ /^0x/ ? word[2] : "register") ")" : "")
}
END { for (i = n; i; i--) printf "%s,%s,%s,%s\n", arch, nvcc, order[i], substr(text[order[i]], 2) }'

version=$("$NVCC" --version | sed -n 's/.*release [0-9.]*, V\([0-9.]*\).*/\1/p')
{
	echo "# What nvcc $version makes of tb/gpu/sass.cu (-O3): tb/gpu/sass.sh. ? before an instruction: under a condition"
	echo "arch,nvcc,kernel,instructions"
	for arch in $ARCHS; do
		"$NVCC" -w -O3 "-arch=sm_$arch" -cubin "$here/sass.cu" -o "$OUT/sass.$arch.cubin"
		"$CUOBJDUMP" -sass "$OUT/sass.$arch.cubin" | awk -v "arch=sm_$arch" -v "nvcc=$version" "$pick" | LC_ALL=C sort
	done
} >"$CSV.new"
mv "$CSV.new" "$CSV"
