# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""State charts of Verilog modules, from their source.

    tokens ─> statements of the always blocks ─> for each code of a state register: what is assigned, and when ─> edges

A state register has a reset value that is a localparam, and a case over it. Its next value is followed through
variables of combinational blocks. A condition that the state decides (also through wires) is looked at now: what cannot be
is left out, what always holds is not shown. A condition of other signals stands at the edge as in the source, also one
that other registers never let hold. waves.py compares the charts with traces.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional, Union

from evaluation.inputs import BadInput

TOKEN = re.compile(
    r"\d*'[bdhBDH](?:[0-9a-fA-F_xz?]+|`\w+)|[`$]?\w+|<<<|>>>|<=|>=|===?|!==?|&&|\|\||<<|>>|~[&|^]|\"[^\"]*\"|\S",
)
BASES = {"b": 2, "d": 10, "h": 16}
BINARY = {
    word: rank
    for rank, words in enumerate(
        ["||", "&&", "|", "^", "&", "== != === !==", "< <= > >=", "<< >> <<< >>>", "+ -", "* / %"], start=2
    )
    for word in words.split()
}
UNARY = ["!", "~", "&", "|", "^", "-", "+", "~&", "~|", "~^"]


@dataclass
class Node:
    """An expression: number, name, operator with its operands, or something that is not looked into."""

    kind: str  # an operator, "?", "number", "name" or "other"
    text: str
    parts: list["Node"] = field(default_factory=list)


@dataclass
class Statement:
    """Of an always block: "block", "if", "case", "set" or "other"."""

    kind: str
    node: Optional[Node] = None  # the condition, what a case is over, or the value
    target: str = ""
    parts: list["Statement"] = field(default_factory=list)
    labels: list[list[Node]] = field(default_factory=list)  # of a case, one list for a part; none: default

    def sets(self, target: str) -> bool:
        """Does it assign to this variable anywhere?"""
        return self.target == target or any(part.sets(target) for part in self.parts)


# A condition and whether it holds; all of a path must be so.
Condition = tuple[str, bool]
Way = tuple[Condition, ...]
# A path, and the value that is assigned on it.
Assigned = tuple[Way, Node]


class Parser:
    """Statements and expressions from tokens."""

    def __init__(self, tokens: list[str], at: int = 0):
        self.tokens = tokens
        self.at = at

    def peek(self) -> str:
        """The next token."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        """The next token, which is expected to be this one."""
        token = self.peek()
        if expected and token != expected:
            raise ValueError(f"'{expected}' is expected, not '{token}'")
        self.at += 1
        return token

    def skip(self, opening: str, closing: str) -> str:
        """What is between two brackets, with them."""
        begin, depth = self.at, 0
        while True:
            token = self.take()
            depth += (token == opening) - (token == closing)
            if depth == 0 or not token:
                return joined(self.tokens[begin : self.at])

    def expression(self, least: int = 1) -> Node:
        """An expression of operators that bind at least so much."""
        left = self.operand()
        while BINARY.get(self.peek(), 0) >= max(least, 2):
            word = self.take()
            right = self.expression(BINARY[word] + 1)
            left = Node(word, f"{left.text} {word} {right.text}", [left, right])
        if least <= 1 and self.peek() == "?":
            self.take()
            yes = self.expression()
            self.take(":")
            no = self.expression()
            left = Node("?", f"{left.text} ? {yes.text} : {no.text}", [left, yes, no])
        return left

    def operand(self) -> Node:
        """A name, a number, a bracket, or what a unary operator makes of it."""
        token = self.take()
        if token in UNARY:
            part = self.operand()
            return Node("u" + token, token + part.text, [part])
        if token == "(":
            part = self.expression()
            self.take(")")
            return Node("(", f"({part.text})", [part])
        if token == "{":
            self.at -= 1
            return Node("other", self.skip("{", "}"))
        if token[0].isdigit() or token[0] == "'":
            return Node("number", token)
        node = Node("name", token)
        while self.peek() in ("[", "(", "."):
            inner = self.skip("[", "]") if self.peek() == "[" else self.skip("(", ")") if self.peek() == "(" else ""
            node = Node("other", node.text + (inner or self.take() + self.take()))
        return node

    def statement(self) -> Statement:
        """One statement."""
        word = self.peek()
        if word == "begin":
            return self.block()
        if word == "if":
            return self.branch()
        if word in ("case", "casez"):
            return self.case()
        if word == "for":
            self.take()
            self.skip("(", ")")
            return Statement("other", parts=[self.statement()])
        if word == ";" or word[0] in "`$":
            self.take()
            if self.peek() == "(":
                self.skip("(", ")")
            if self.peek() == ";":
                self.take()
            return Statement("other")
        if word == "@":
            self.take()
            self.skip("(", ")")
            return self.statement()
        target = self.operand() if word != "{" else Node("other", self.skip("{", "}"))
        self.take()
        value = self.expression()
        self.take(";")
        return Statement("set", value, target.text)

    def block(self) -> Statement:
        """begin ... end"""
        self.take("begin")
        if self.peek() == ":":
            self.take()
            self.take()
        parts = []
        while self.peek() not in ("end", ""):
            parts.append(self.statement())
        self.take("end")
        return Statement("block", parts=parts)

    def branch(self) -> Statement:
        """if ... else"""
        self.take("if")
        self.take("(")
        condition = self.expression()
        self.take(")")
        parts = [self.statement()]
        if self.peek() == "else":
            self.take()
            parts.append(self.statement())
        return Statement("if", condition, parts=parts)

    def case(self) -> Statement:
        """case ... endcase"""
        self.take()
        self.take("(")
        statement = Statement("case", self.expression())
        self.take(")")
        while self.peek() not in ("endcase", ""):
            labels: list[Node] = []
            if self.peek() == "default":
                self.take()
                if self.peek() == ":":
                    self.take()
            else:
                while self.take() != ":":
                    self.at -= self.tokens[self.at - 1] != ","
                    labels.append(self.expression())
            statement.labels.append(labels)
            statement.parts.append(self.statement())
        self.take("endcase")
        return statement


def joined(tokens: list[str]) -> str:
    """Tokens as text."""
    text = " ".join(tokens)
    return re.sub(r"\s*([][(){}:~'+*-])\s*", r"\1", text)


def number_of(text: str) -> Optional[int]:
    """A literal's value."""
    size, quote, digits = text.partition("'")
    try:
        return int(digits[1:], BASES[digits[0].lower()]) if quote else int(size)
    except (ValueError, KeyError):
        return None


def synthesized(text: str) -> str:
    """What is left of a source for synthesis: proofs and checks are not."""
    lines = []
    wanted = [True]  # a condition in the other
    for line in text.splitlines():
        words = line.split() or [""]
        if words[0] in ("`ifdef", "`ifndef"):
            wanted.append((words[1] == "SYNTHESIS") == (words[0] == "`ifdef"))
        elif words[0] == "`else":
            wanted[-1] = not wanted[-1]
        elif words[0] == "`endif":
            wanted.pop()
        elif all(wanted) and words[0] not in ("`include", "`resetall", "`timescale", "`default_nettype", "`define"):
            lines.append(line)
    return "\n".join(lines)


@dataclass
class Chart:
    """A state register: names of its codes, and the edges between them with what leads there."""

    register: str
    first: str
    names: dict[str, int]  # how many codes in a row each has
    edges: list[tuple[str, str, str]]
    codes: dict[int, set[int]]  # what may follow each code; itself always may

    def lines(self) -> list[str]:
        """As Mermaid draws it."""
        lines = [f"{name} : {name}, {count} cycles" for name, count in self.names.items() if count > 1]
        lines.append(f"[*] --> {self.first}")
        for begin, end, when in self.edges:
            lines.append(f"{begin} --> {end}" + (f" : {when}" if when else ""))
        return lines


class Source:
    """The statements of a module."""

    def __init__(self, text: str):
        text = re.sub(r"//[^\n]*|/\*.*?\*/|\(\*.*?\*\)", " ", text.partition("`resetall")[2], flags=re.S)
        text = synthesized(text)
        self.tokens = TOKEN.findall(text)
        self.constants = self.find_constants(text)
        self.wires = self.find_wires()
        self.always = self.find_always()
        self.state: tuple[str, int] = ("", 0)
        self.reset = 1
        self.busy: set[str] = set()  # wires whose value is being asked for

    def find_constants(self, text: str) -> dict[str, int]:
        """localparam NAME = literal"""
        constants = {}
        for match in re.finditer(r"localparam\s+\[[^]]*\]\s*([^;]*);", text):
            for part in match[1].split(","):
                name, _, value = part.partition("=")
                number = number_of(value.strip())
                if number is not None:
                    constants[name.strip()] = number
        return constants

    def find_wires(self) -> dict[str, Node]:
        """What each wire is."""
        wires = {}
        for at, token in enumerate(self.tokens):
            if token not in ("wire", "assign"):
                continue
            parser = Parser(self.tokens, at + 1)
            if parser.peek() == "[":
                parser.skip("[", "]")
            name = parser.take()
            if parser.peek() == "=":
                parser.take()
                wires[name] = parser.expression()
        return wires

    def find_always(self) -> list[Statement]:
        """The always blocks."""
        blocks = []
        for at, token in enumerate(self.tokens):
            if token == "always" and self.tokens[at + 1] == "@":
                parser = Parser(self.tokens, at + 2)
                if parser.peek() == "(":
                    parser.skip("(", ")")
                else:
                    parser.take("*")
                blocks.append(parser.statement())
        return blocks

    def registers(self) -> list[str]:
        """State registers."""
        names = []
        for at in range(len(self.tokens) - 3):
            word, bracket, name, closing = self.tokens[at : at + 4]
            if word == "case" and bracket == "(" and closing == ")" and name.endswith("_q") and name not in names:
                self.reset = 0
                _, values = self.assigned(name)
                if len(values) == 1 and values[0][1].text in self.constants:
                    names.append(name)
        return names

    def assigned(self, target: str) -> tuple[list[Way], list[Assigned]]:
        """Paths that leave it as it is, and others."""
        for block in self.always:
            if block.sets(target):
                return self.follow(block, target, [()])
        return [()], []

    def follow(self, code: Statement, target: str, paths: list[Way]) -> tuple[list[Way], list[Assigned]]:
        """Backwards through a statement, with paths on which nothing behind it assigns."""
        if not code.sets(target):
            return paths, []
        found: list[Assigned] = []
        if code.kind == "set":
            return [], [(path, code.node) for path in paths]
        if code.kind == "block":
            for part in reversed(code.parts):
                paths, more = self.follow(part, target, paths)
                found += more
            return paths, found
        if code.kind == "if":
            return self.follow_if(code, target, paths)
        if code.kind == "case":
            value = self.value(code.node)
            for labels, part in zip(code.labels, code.parts):
                if value is not None and (not labels or value in [self.value(label) for label in labels]):
                    return self.follow(part, target, paths)
            if value is not None:
                return paths, []
        raise ValueError(f"{target} is assigned in a way that is not understood")

    def follow_if(self, code: Statement, target: str, paths: list[Way]) -> tuple[list[Way], list[Assigned]]:
        """Through the branches of an if."""
        value = self.value(code.node)
        rest: list[Way] = []
        found: list[Assigned] = []
        for holds in (True, False):
            if value is not None and bool(value) != holds:
                continue
            inner = paths if value is not None else [path + self.condition(code.node, holds) for path in paths]
            part = code.parts[0] if holds else code.parts[1] if len(code.parts) > 1 else Statement("other")
            left, more = self.follow(part, target, inner)
            rest += left
            found += more
        return rest, found

    def value(self, node: Node) -> Optional[int]:
        """What the state makes of an expression; None: other signals decide."""
        if node.kind == "number":
            return number_of(node.text)
        if node.kind == "name":
            return self.value_of_name(node.text)
        if node.kind == "other":
            return None
        values = [self.value(part) for part in node.parts]
        if node.kind == "?":
            if values[0] is None:
                return values[1] if values[1] == values[2] else None
            return values[1] if values[0] else values[2]
        return calculate(node.kind, values)

    def value_of_name(self, name: str) -> Optional[int]:
        """The state's, a constant's, a wire's."""
        if name == self.state[0]:
            return self.state[1]
        if name == "rst_ni":
            return self.reset
        if name in self.constants:
            return self.constants[name]
        if name not in self.wires or name in self.busy:
            return None
        self.busy.add(name)
        value = self.value(self.wires[name])
        self.busy.remove(name)
        return value

    def condition(self, node: Node, holds: bool) -> Way:
        """As a path of one or more conditions, without what the state decides."""
        if node.kind == "(":
            return self.condition(node.parts[0], holds)
        if node.kind == "u!":
            return self.condition(node.parts[0], not holds)
        if node.kind in ("&&", "||"):
            open_ones = [part for part in node.parts if self.value(part) is None]
            if len(open_ones) == 1:
                return self.condition(open_ones[0], holds)
            if node.kind == ("&&" if holds else "||"):
                return self.condition(node.parts[0], holds) + self.condition(node.parts[1], holds)
        return ((node.text, holds),)

    def targets(self, path: Way, node: Node) -> list[tuple[Way, int, str]]:
        """The codes that an expression may be, and the names that it gives them."""
        if node.kind == "(":
            return self.targets(path, node.parts[0])
        if node.kind == "?" and self.value(node.parts[0]) is None:
            yes, no = (path + self.condition(node.parts[0], holds) for holds in (True, False))
            return self.targets(yes, node.parts[1]) + self.targets(no, node.parts[2])
        if node.kind == "?":
            return self.targets(path, node.parts[1 if self.value(node.parts[0]) else 2])
        value = self.value(node)
        if value is not None:
            return [(path, value, node.text if node.text in self.constants else "")]
        rest, values = self.assigned(node.text)
        if node.kind != "name" or rest or not values:
            raise ValueError(f"the next state {node.text} is not understood")
        return [found for more, inner in values for found in self.targets(path + more, inner)]

    def chart(self, register: str) -> Chart:
        """Of a state register."""
        self.state, self.reset = ("", 0), 0
        first = self.constants[self.assigned(register)[1][0][1].text]
        self.reset = 1
        names = {self.constants[name]: name for name in self.named(register)}
        edges: dict[int, dict[int, list[Way]]] = {}
        todo = [first]
        while todo:
            code = todo.pop(0)
            if code in edges:
                continue
            self.state = (register, code)
            edges[code] = {}
            for path, node in self.assigned(register)[1]:
                for conditions, end, name in self.targets(path, node):
                    edges[code].setdefault(end, []).append(conditions)
                    names.setdefault(end, name) if name else None
                    todo.append(end)
        return draw(register, first, {code: names.get(code, "") for code in sorted(edges)}, edges)

    def named(self, register: str) -> list[str]:
        """Constants that the register is compared with, or that label a case over it."""
        found = []
        for at in range(len(self.tokens) - 2):
            name, sign, other = self.tokens[at : at + 3]
            if name == register and sign in ("==", "!=") and other in self.constants:
                found.append(other)

        def look(code: Statement) -> None:
            if code.kind == "case" and code.node.text == register:
                found.extend(label.text for labels in code.labels for label in labels if label.text in self.constants)
            for part in code.parts:
                look(part)

        for block in self.always:
            look(block)
        return found


def calculate(kind: str, values: list[Optional[int]]) -> Optional[int]:
    """What an operator makes of values, some of which may be unknown."""
    left, right = values[0], values[-1]
    if kind == "(":
        return left
    if kind == "u!":
        return None if left is None else int(not left)
    if kind in ("&&", "&") and 0 in values:
        return 0
    if kind == "||" and any(values):
        return 1
    if None in values or kind[0] == "u":
        return None
    known: dict[str, Union[int, bool]] = {
        "&&": bool(left and right),
        "||": bool(left or right),
        "&": left & right,
        "|": left | right,
        "==": left == right,
        "!=": left != right,
        "+": left + right,
        "-": left - right,
    }
    return int(known[kind]) if kind in known else None


def shorter(paths: list[Way]) -> list[Way]:
    """Fewer and shorter paths for the same: a condition goes if the others lead there without it, too."""
    ways = [frozenset(path) for path in paths if not any((text, not holds) in path for text, holds in path)]
    changed = True
    while changed:
        changed = False
        for at, way in enumerate(ways):
            for text, holds in sorted(way):
                less = way - {(text, holds)}
                if any(other <= less | {(text, not holds)} for i, other in enumerate(ways) if i != at):
                    ways[at] = less
                    changed = True
                    break
    order = {item: at for at, item in reversed(list(enumerate(item for path in paths for item in path)))}
    least = [
        way
        for at, way in enumerate(ways)
        if not any(other < way or (other == way and i < at) for i, other in enumerate(ways))
    ]
    return [tuple(sorted(way, key=lambda item: order[item])) for way in least]


def written(path: Way) -> str:
    """A path as a text."""
    words = []
    for text, holds in path:
        text = re.sub(r"\[[^]]*:[^]]*\]", "", text)
        text = re.sub(r"\{\w+\{1'b0\}\}", "0", text)
        plain = re.fullmatch(r"\w+(\[\w+\])?", text)
        compared = re.fullmatch(r"([^|&=!<>]*) == ([^|&=!<>]*)", text)
        if holds:
            words.append(f"({text})" if " || " in text and len(path) > 1 else text)
        elif compared:
            words.append(f"{compared[1]} != {compared[2]}")
        else:
            words.append(f"!{text}" if plain else f"!({text})")
    return " && ".join(words)


def draw(register: str, first: int, names: dict[int, str], edges: dict[int, dict[int, list[Way]]]) -> Chart:
    """Codes without a name that only count on belong to the name before them."""
    owner: dict[int, str] = {}
    last = ""
    for code, name in names.items():
        steps = edges.get(code - 1, {})
        if not name and list(steps) == [code] and () in steps[code]:
            name = last
        last = name or f"code {code}"
        owner[code] = last
    drawn = []
    for begin, ends in edges.items():
        for end, paths in ends.items():
            if owner[begin] != owner[end]:
                text = " or ".join(written(path) for path in shorter(paths))
                drawn.append((owner[begin], owner[end], text.replace(":", " ").replace(";", " ")))
    counts = {name: list(owner.values()).count(name) for name in owner.values()}
    return Chart(register, owner[first], counts, drawn, {code: set(ends) for code, ends in edges.items()})


def charts_of(path: Path) -> list[Chart]:
    """The charts of a module's state registers."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"\bcase \(\w+_q\)", text):
        return []
    try:
        source = Source(text)
        return [source.chart(register) for register in source.registers()]
    except (ValueError, IndexError) as error:
        raise BadInput(path, f"its states: {error}") from error
