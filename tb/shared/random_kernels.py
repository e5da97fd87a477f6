# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Random kernels that use shared memory: one CUDA source on standard output.

usage: random_kernels.py SEED COUNT

A kernel is a row of statements of all threads of a block, or of some, on arrays in shared memory: tiles, sums in a tree,
prefix sums, transposes, lanes of a warp that exchange words, halves of a block with named barriers, a producer and a
consumer, bytes, halves and vectors, atomics, and statements of no kind. Barriers are there, or one of them is not.
Its name says what orders its accesses: plain_N (barriers of the block, __syncwarp() of whole warps, atomics), order_N (what
else there is: named barriers, masks, fences, volatile accesses), where an access may be missed.
"""

import random
import sys

TYPES = {"int": 4, "unsigned char": 1, "unsigned short": 2, "int2": 8, "int4": 16}


class Kernel:
    """One kernel: its statements, and what it needs."""

    def __init__(self, number: int, rng: random.Random) -> None:
        self.rng = rng
        self.number = number
        self.threads = rng.choice([32, 64, 96, 100, 128])
        self.lines: list[str] = []
        self.arrays: list[str] = []
        self.order = False

    # What statements are made of

    def barrier(self, always: bool = False) -> None:
        """__syncthreads(), or once in a while none."""
        if always or self.rng.random() < 0.85:
            self.lines.append("__syncthreads();")

    def whole_warp(self) -> None:
        """__syncwarp() of a warp that is alone, or none."""
        if self.rng.random() < 0.85:
            self.lines.append("__syncwarp();")

    def syncwarp(self) -> None:
        """__syncwarp(), of part of the warp, or none."""
        chance = self.rng.random()
        if chance < 0.7:
            self.lines.append("__syncwarp();")
        elif chance < 0.8:
            self.order = True
            self.lines.append("if (lane < 16) __syncwarp(0x0000ffff);")

    def array(self, kind: str) -> str:
        """A fresh array of twice as many elements as there are threads."""
        name = f"a{len(self.arrays)}"
        self.arrays.append(f"__shared__ {kind} {name}[256];")
        return name

    def index(self) -> str:
        """An element, below 256."""
        rng = self.rng
        return rng.choice(
            [
                "t",
                "t",
                "n - 1 - t",
                f"(t + {rng.randrange(1, 40)}) % n",
                f"t ^ {rng.choice([1, 2, 16, 31, 32])}",
                f"t / {rng.choice([2, 4, 32])}",
                f"(t * {rng.choice([2, 3, 5])}) % 256",
                f"{rng.randrange(8)}",
                "warp",
                "lane",
            ]
        )

    def who(self) -> str:
        """Which threads do it."""
        rng = self.rng
        return rng.choice(
            ["", "", "", f"if (t < {rng.choice([1, 16, 32, 48, 64])}) ", f"if (lane {rng.choice(['<', '>='])} {rng.randrange(1, 32)}) ",
             f"if (t & {rng.choice([1, 2, 32])}) ", f"if (warp == {rng.randrange(2)}) "]
        )

    def value(self, kind: str) -> str:
        """Something of that type."""
        if kind == "int2":
            return "make_int2(v, t)"
        return "make_int4(v, t, v, 1)" if kind == "int4" else f"({kind})(v + {self.rng.randrange(9)})"

    def read(self, kind: str, element: str) -> str:
        """What a thread does with what it has read."""
        return f"v += {element}{'.x' if kind.startswith('int') and kind != 'int' else ''};"

    # Kinds of kernels

    def tile(self) -> None:
        """Everybody writes its element, and reads somebody else's."""
        kind = self.rng.choice(list(TYPES))
        name = self.array(kind)
        for _ in range(self.rng.randrange(1, 4)):
            self.lines.append(f"{name}[t] = {self.value(kind)};")
            self.barrier()
            self.lines.append(self.read(kind, f"{name}[{self.index()}]"))
            self.barrier()

    def tree(self) -> None:
        """A sum."""
        name = self.array("int")
        self.lines += [f"{name}[t] = v;", f"{name}[t + 128] = 0;"]
        self.barrier()
        last = self.rng.choice([1, 16, 32])
        self.lines.append(f"for (int s = 64; s >= {last}; s /= 2) {{")
        self.lines.append(f"if (t < s) {name}[t] += {name}[t + s];")
        self.barrier()
        self.lines.append("}")
        if last > 1:
            self.lines += [f"if (t < 32) for (int s = {last // 2}; s; s /= 2) {{", f"int x = {name}[t + s];"]
            self.whole_warp()
            self.lines.append(f"{name}[t] += x;")
            self.whole_warp()
            self.lines.append("}")
        self.barrier()
        self.lines.append(f"v = {name}[0];")

    def scan(self) -> None:
        """Prefix sums, in one array or two."""
        name = self.array("int")
        self.lines.append(f"{name}[t] = v;")
        self.barrier()
        self.lines += ["for (int s = 1; s < n; s *= 2) {", f"int x = t >= s ? {name}[t - s] : 0;"]
        self.barrier()
        self.lines.append(f"{name}[t] += x;")
        self.barrier()
        self.lines.append("}")
        self.lines.append(f"v = {name}[t];")

    def transpose(self) -> None:
        """Rows in, columns out."""
        name = self.array(self.rng.choice(["int", "unsigned short", "unsigned char"]))
        wide = self.rng.choice([4, 8, 16])
        self.lines.append(f"{name}[t % {wide} * {128 // wide} + t / {wide}] = v;")
        self.barrier()
        self.lines.append(f"v += {name}[t];")

    def exchange(self) -> None:
        """Lanes of a warp."""
        name = self.array(self.rng.choice(["int", "unsigned char"]))
        for _ in range(self.rng.randrange(1, 4)):
            self.lines.append(f"{name}[t] = v;")
            self.syncwarp()
            self.lines.append(f"v += {name}[warp * 32 + (lane {self.rng.choice(['^ 1', '^ 16', '+ 1', '* 2'])}) % 32];")
            self.syncwarp()

    def halves(self) -> None:
        """Each half of the block has a barrier of its own."""
        self.threads, self.order = 128, True
        name = self.array("int")
        other = self.rng.choice(["t ^ 63", "t ^ 32", "t ^ 31", "t ^ 64"])
        self.lines.append(f"{name}[t] = v;")
        self.lines.append('asm volatile("bar.sync %0, 64;" ::"r"(t / 64 + 1) : "memory");')
        self.lines.append(f"v += {name}[{other}];")

    def queue(self) -> None:
        """The first warp makes, the others take."""
        self.threads, self.order = self.rng.choice([64, 96, 128]), True
        name = self.array("int")
        lines = [f"if (warp == 0) {{ {name}[lane] = v;"]
        arrives = self.rng.random() < 0.9
        lines.append(f'asm volatile("bar.{"arrive" if arrives else "sync"} 3, {self.threads};" ::: "memory");')
        if self.rng.random() < 0.2:
            lines.append(f"{name}[lane] = 1;")
        lines.append("} else {")
        early = self.rng.random() < 0.2
        take = f"v += {name}[lane];"
        meet = f'asm volatile("bar.sync 3, {self.threads};" ::: "memory");'
        self.lines += lines + ([take, meet] if early else [meet, take]) + ["}"]

    def atomics(self) -> None:
        """Counters."""
        name = self.array("int")
        self.lines.append(f"{name}[t] = 0; {name}[t + 128] = 0;")
        self.barrier()
        self.lines.append(f"atomicAdd(&{name}[{self.index()}], 1);")
        if self.rng.random() < 0.3:
            self.lines.append(f"{self.who()}v += {name}[{self.index()}];")
        self.barrier()
        self.lines.append(f"v += {name}[t];")

    def anything(self) -> None:
        """Statements of no kind."""
        kinds = [self.rng.choice(list(TYPES)) for _ in range(2)]
        names = [self.array(kind) for kind in kinds]
        for _ in range(self.rng.randrange(3, 12)):
            chance, which = self.rng.random(), self.rng.randrange(2)
            kind, name, element = kinds[which], names[which], self.index()
            if chance < 0.3:
                self.lines.append(f"{self.who()}{name}[{element}] = {self.value(kind)};")
            elif chance < 0.65:
                self.lines.append(f"{self.who()}{{ {self.read(kind, f'{name}[{element}]')} }}")
            elif chance < 0.85:
                self.lines.append("__syncthreads();")
            elif chance < 0.93:
                self.syncwarp()
            elif chance < 0.96:
                self.order = True
                self.lines.append(f"{self.who()}__threadfence_block();")
            elif kind == "int":
                self.order = True
                self.lines.append(f"{self.who()}*(volatile int *)&{name}[{element}] = v;")

    def text(self) -> str:
        """The whole kernel."""
        kinds = [self.tile, self.tree, self.scan, self.transpose, self.exchange, self.halves, self.queue, self.atomics, self.anything,
                 self.anything, self.anything]
        self.rng.choice(kinds)()
        body = "\n\t".join(self.arrays + ["const int t = threadIdx.x, n = blockDim.x, lane = t % 32, warp = t / 32;",
                                          "int v = t;", "(void)n, (void)lane, (void)warp;"] + self.lines)
        return f"__global__ void {self.name()}(int *out)\n{{\n\t{body}\n\tout[blockIdx.x * blockDim.x + threadIdx.x] = v;\n}}\n"

    def name(self) -> str:
        """After the text has been made."""
        return f"{'order' if self.order else 'plain'}_{self.number}"


def program(kind: type, usage: str) -> None:
    """Random kernels of a kind, and a program that launches each of them once."""
    if len(sys.argv) != 3 or not all(word.isdecimal() for word in sys.argv[1:]):
        sys.exit(usage)
    seed, count = (int(word) for word in sys.argv[1:])
    rng = random.Random(seed)
    kernels = [kind(number, rng) for number in range(count)]
    for kernel in kernels:
        print(kernel.text())
    print("int main()\n{\n\tint *out;\n\tcudaMalloc(&out, 256 * sizeof(int));")
    for kernel in kernels:
        print(f"\t{kernel.name()}<<<2, {kernel.threads}>>>(out);\n\tcudaDeviceSynchronize();")
    print("\treturn 0;\n}")


if __name__ == "__main__":
    program(Kernel, __doc__)
