"""Split C source into items at file scope, with the names that every item declares and uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/)
    |(?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<name>[A-Za-z_]\w*)
    |(?P<number>\d[\w.]*)
    |(?P<space>\s+)
    |(?P<mark>.)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
NOT_FUNCTIONS = {"__attribute__", "WR_ALIGNED", "WR_ATOMIC"}  # take parentheses in a declaration
KINDS_OF_TYPE = ("struct", "enum", "union")
INTERNAL = ("static", "WR_INLINE", "WR_APART")  # first words of a declaration with internal linkage


@dataclass(frozen=True)
class Item:
    """A declaration, definition, directive or standalone comment."""

    kind: str  # function, object, type, assert; define, include, condition, directive; comment
    lead: str  # the comment above it
    code: str
    names: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    apart: bool = False  # a blank line comes before it

    @property
    def is_own(self) -> bool:
        """Return whether only the declaring source file sees the item: a type, a macro, or internal linkage."""
        return self.kind in ("type", "define") or self.code.startswith(INTERNAL)


Tokens = list[tuple[str, str]]


def tokens(text: str) -> Iterator[tuple[str, str]]:
    for match in TOKEN.finditer(text):
        yield match.lastgroup or "", match[0]


def identifiers(text: str) -> frozenset[str]:
    """Return all identifiers in a text, including those in its directives."""
    names = set()
    for kind, token in tokens(text):
        if kind == "name":
            names.add(token)
        elif kind == "directive":
            code = re.sub(r"/\*.*?\*/|\"[^\"]*\"", " ", token, flags=re.DOTALL)
            names |= set(re.findall(r"[A-Za-z_]\w*", code))
    return frozenset(names)


def items(text: str) -> list[Item]:
    """Split a text into its items, in order."""
    parsed: list[Item] = []
    code: Tokens = []
    lead, depth, apart, line_is_open = "", 0, False, False

    def add(item: Item) -> None:
        nonlocal lead, apart
        parsed.append(replace(item, apart=apart))
        lead, apart = "", False

    for kind, token in tokens(text):
        if code or kind not in ("space", "comment", "directive"):
            code.append((kind, token))
            depth += nesting(kind, token)
            if depth == 0 and (token == ";" or (token == "}" and is_function(code))):
                add(declaration(lead, code))
                code, line_is_open = [], True
        elif kind == "space":
            line_is_open = line_is_open and "\n" not in token
            if lead and token.count("\n") > 1:
                add(Item("comment", "", f"{lead}\n"))
            apart = apart or token.count("\n") > 1
            lead += token if lead else ""
        elif kind == "comment" and line_is_open:
            parsed[-1] = replace(parsed[-1], code=f"{parsed[-1].code.rstrip()} {token}\n")
        elif kind == "comment":
            lead += token
        else:
            add(directive(lead, f"{token}\n"))
    if lead:
        add(Item("comment", "", f"{lead.rstrip()}\n"))
    if code:
        raise ValueError(f"unfinished: {''.join(token for _, token in code)[:80]}")
    return parsed


def nesting(kind: str, token: str) -> int:
    return (token in ("{", "(", "[")) - (token in ("}", ")", "]")) if kind == "mark" else 0


def directive(lead: str, text: str) -> Item:
    word = re.match(r"\s*#\s*(\w+)\s*(\w*)", text)
    if word and word[1] == "define":
        return Item("define", lead, text, frozenset([word[2]]), identifiers(text) - {word[2]})
    if word and word[1] == "include":
        return Item("include", lead, text)
    conditional = word and word[1] in ("if", "ifdef", "ifndef", "elif", "else", "endif")
    return Item("condition" if conditional else "directive", lead, text, uses=identifiers(text))


def significant(code: Tokens) -> Tokens:
    return [(kind, token) for kind, token in code if kind not in ("comment", "space", "directive")]


def is_function(code: Tokens) -> bool:
    """Return whether the braces that just closed are a function body, which follows a parenthesis."""
    depth = 0
    before = ""
    for kind, token in significant(code):
        if token == "{" and depth == 0:
            return before == ")"
        depth += nesting(kind, token)
        before = token
    return False


def declaration(lead: str, code: Tokens) -> Item:
    text = "".join(token for _, token in code) + "\n"
    meant = significant(code)
    first, uses = meant[0][1], identifiers(text)
    if first == "WR_STATIC_ASSERT":
        return Item("assert", lead, text, uses=uses)
    function = frozenset(filter(None, [function_name(meant)]))
    if function and first != "typedef":
        return Item("function", lead, text, function, uses)
    is_type = first == "typedef" or (first in KINDS_OF_TYPE and ("mark", "=") not in outer(meant))
    names = function | type_names(meant) | declared_names(meant)
    return Item("type" if is_type else "object", lead, text, names, uses)


def function_name(meant: Tokens) -> str:
    """Return the name before the first parenthesis at file scope, or "" if braces, `=` or `;` come first."""
    depth = 0
    for (kind, token), (_, after) in pairwise(meant):
        if depth == 0 and kind == "name" and after == "(" and token not in NOT_FUNCTIONS:
            return token
        if depth == 0 and token in ("{", "=", ";"):
            break
        depth += nesting(kind, token)
    return ""


def outer(meant: Tokens) -> Tokens:
    """Return the tokens outside braces, parentheses and brackets, including the opening ones."""
    kept, depth = [], 0
    for kind, token in meant:
        if depth == 0:
            kept.append((kind, token))
        depth += nesting(kind, token)
    return kept


def type_names(meant: Tokens) -> set[str]:
    """Return the tags and enumerators that a declaration defines."""
    names, depth, enumeration = set(), 0, -1
    row = [("", ""), ("", ""), *meant]
    for (_, second), (_, before), (kind, token), (_, after) in zip(row, row[1:], row[2:], row[3:], strict=False):
        if kind == "name" and before in KINDS_OF_TYPE and after == "{":
            names.add(token)
        if token == "{" and "enum" in (second, before):
            enumeration = depth + 1
        if kind == "name" and depth == enumeration and before in ("{", ","):
            names.add(token)
        depth += nesting(kind, token)
        if depth < enumeration:
            enumeration = -1
    return names


def declared_names(meant: Tokens) -> set[str]:
    """Return the names of objects, or the name that a typedef defines."""
    names, is_value = set(), False
    for (kind, token), (_, after) in pairwise(outer(meant)):
        if kind == "mark":
            is_value = token == "=" or (is_value and token != ",")
        elif kind == "name" and not is_value and after in ("[", "=", ",", ";"):
            names.add(token)
    return names
