# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Random arithmetic for indices in shared memory: one CUDA source on standard output.

usage: random_indices.py SEED COUNT

A kernel accesses one array of bytes a few times, at indices that are made of the thread's number, of loops' counters
and of constants, by all that integers of C can do: what wraps, what is negative, what is divided; in loops of all kinds,
under conditions, with barriers between or not. All of it is known before the program runs, so that all of it can be proved
(test_static.sh).
"""

import random

from random_kernels import program

INTS = ["int", "unsigned", "short", "unsigned char", "long long"]


class Kernel:
    """One kernel."""

    def __init__(self, number: int, rng: random.Random) -> None:
        self.rng = rng
        self.number = number
        self.threads = rng.choice([32, 64, 96, 100, 128])
        self.names = ["t"]
        self.loops = 0

    def constant(self) -> int:
        """A number, large ones now and then."""
        rng = self.rng
        return rng.choice([rng.randrange(1, 9), rng.randrange(1, 64), 1 << rng.randrange(0, 9), rng.randrange(1, 300), rng.randrange(1, 1 << 31)])

    def number_of(self, depth: int) -> str:
        """An expression."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return rng.choice(self.names + self.names + [str(self.constant())])
        a, kind = self.number_of(depth - 1), rng.randrange(15)
        if kind < 5:
            return f"({a} {rng.choice('+-')} {self.number_of(depth - 1)})"
        if kind < 7:
            return f"({a} * {rng.randrange(1, 40) if rng.random() < 0.8 else self.constant()})"
        if kind == 7:
            return f"({a} {rng.choice('/%')} {rng.randrange(1, 40)})"
        if kind == 8:
            return f"((unsigned){a} {rng.choice('/%')} {rng.randrange(1, 40)}u)"
        if kind == 9:
            return f"({a} {rng.choice('&|^')} {rng.choice([1, 3, 4, 7, 8, 15, 24, 31, 64])})"
        if kind == 10:
            return f"((unsigned){a} {rng.choice(['<<', '>>'])} {rng.randrange(0, 8)})"
        if kind == 11:
            return f"((int){a} >> {rng.randrange(0, 8)})"
        if kind == 12:
            return f"(({rng.choice(INTS)}){a})"
        if kind == 13:
            return f"({self.condition(depth - 1)} ? {a} : {self.number_of(depth - 1)})"
        return f"{rng.choice(['min', 'max'])}((int){a}, (int){self.number_of(depth - 1)})"

    def condition(self, depth: int) -> str:
        """One that threads may answer differently."""
        rng = self.rng
        a = f"({rng.choice(['int', 'unsigned'])})({self.number_of(depth)})"
        one = f"{a} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {rng.choice([rng.randrange(0, 130), self.constant()])}"
        return f"({one})" if rng.random() < 0.8 else f"({one} {rng.choice(['&&', '||'])} t % 2 == {rng.randrange(2)})"

    def access(self) -> str:
        """A read or a write of a byte."""
        value = f"({self.number_of(self.rng.randrange(0, 4))})"
        index = self.rng.choice([f"{value} & 255", f"(unsigned){value} % 251u", f"min(max((int){value}, 0), 255)"])
        return f"s[{index}] = (unsigned char)v;" if self.rng.random() < 0.6 else f"v += s[{index}];"

    def loop(self, depth: int, uniform: bool) -> list[str]:
        """A loop of some kind."""
        rng, name = self.rng, f"i{self.loops}"
        self.loops += 1
        step, last = rng.randrange(7, 40), rng.randrange(2, 100)
        first = rng.choice(["0", "0", "t", "t", str(rng.randrange(0, 20)), "t / 4"])
        head = rng.choice([
            f"for (int {name} = {first}; {name} < {last}; {name} += {step})",
            f"for (unsigned {name} = {first}; {name} < {last}u; {name} += {step}u)",
            f"for (int {name} = {last}; {name} > {first}; {name} -= {step})",
            f"for (int {name} = {last}; {name} > 0; {name} /= 2)",
            f"for (unsigned {name} = {last}u; {name}; {name} >>= 1)",
            f"for (int {name} = 1; {name} < {last * 3}; {name} *= {rng.choice([2, 3])})",
            f"for (int {name} = 0; {name} != {step * rng.randrange(1, 8)}; {name} += {step})",
        ])
        self.names.append(name)
        body = self.statements(depth + 1, uniform=uniform and "t" not in head.split(";")[0].split("=")[1] and "> t" not in head)
        self.names.remove(name)
        return [head, "{"] + ["\t" + line for line in body] + ["}"]

    def statements(self, depth: int, uniform: bool) -> list[str]:
        """Some; uniform: all threads come here."""
        rng, lines = self.rng, []
        for _ in range(rng.randrange(1, 4)):
            chance = rng.random()
            if chance < 0.35:
                lines.append(self.access())
            elif chance < 0.5:
                lines.append(f"if {self.condition(2)} {self.access()}")
            elif chance < 0.6 and depth == 0:
                lines.append(f"if {self.condition(1)} return;" if rng.random() < 0.2 else f"w = {self.number_of(2)};")
                if lines[-1][0] == "w":
                    self.names.append("w")
            elif chance < 0.75 and uniform:
                lines.append("__syncthreads();")
            elif depth < 2 and self.loops < 3:
                lines += self.loop(depth, uniform)
        return lines

    def text(self) -> str:
        """The whole kernel."""
        body = self.statements(0, True) + [self.access()]
        lines = "\n\t".join(["__shared__ unsigned char s[256];", "const int t = threadIdx.x;", "int v = t, w = t;", "(void)w;"] + body)
        return f"__global__ void {self.name()}(int *out)\n{{\n\t{lines}\n\tout[blockIdx.x * blockDim.x + t] = v;\n}}\n"

    def name(self) -> str:
        """Its name."""
        return f"index_{self.number}"


if __name__ == "__main__":
    program(Kernel, __doc__)
