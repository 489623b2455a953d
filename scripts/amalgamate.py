"""Write the library as a few files for other projects to compile: `python scripts/amalgamate.py [FOLDER]`.

    dist/wirerate.h, wirerate.c   the whole library, with MD5's assembly for AVX2 and AVX-512 in wirerate_steps.S
    dist/umac.h, umac.c           UMAC only, with the interface of OpenSSH's umac.h

The files of core/ become one translation unit. Declarations are copied, with these changes:

  - Code that no exported function needs is left out. Functions that only the library calls become static.
  - If files use one static name for different things, or a local variable has that name, macros rename it in each
    file. A file's macros are undefined at its end.
  - The result also compiles as C++17: constants are defined where their header declares them, assembly functions have C
    linkage, a macro takes the address of compound literals, and names that are C++ keywords are replaced.
  - A kernel's code stands between pragmas that enable its instructions.
  - Conditions with a fixed value (EVERYTHING, UMAC_ALONE) are resolved and disappear.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from c_items import Item, items

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "core"
PUBLIC = [ROOT / "include" / name for name in ("wirerate.h", "wirerate_ah.h", "wirerate_experimental.h")]
OPENSSH = ROOT / "scripts" / "openssh"

PARTS = ("WR_NO_MD5", "WR_NO_UMAC", "WR_NO_AH", "WR_NO_CHECKSUM")
EVERYTHING = dict.fromkeys([*PARTS, "__cplusplus"], False) | {"WR_NO_ENVIRONMENT": True}
UMAC_ALONE = EVERYTHING | {"WR_NO_MD5": True, "WR_NO_AH": True, "WR_NO_CHECKSUM": True}

# The instructions to enable for every kernel. A kernel comes after those it uses.
TARGETS = {
    "portable": "",
    "sse2": "",  # every x86-64 has it
    "aesni": "aes",
    "avx2": "avx2",
    "avx512": "avx512f,avx512bw,avx512dq,avx512vl,bmi2",
    "neon": "",  # every AArch64 has it
    "armv8": "+crypto",
}
CLANG = {"+crypto": "aes"}  # clang's name for it
CPP = {
    "catch",
    "class",
    "delete",
    "new",
    "operator",
    "private",
    "public",
    "template",
    "this",
    "try",
}  # C++ keywords that are names in C

X86_64 = "defined(__x86_64__) && defined(__ELF__) && !defined(__ILP32__)"
COMPILERS = "defined(__GNUC__) && !defined(WR_PORTABLE_ONLY)"
CHOICE = f"""\
/* The kernels to build. gcc and clang can compile one function for AVX2 and the next for any x86-64; the processor
 * decides at run time which one is called. Other compilers and -DWR_PORTABLE_ONLY build the portable kernel only. */
#if {COMPILERS}
#if {X86_64}
#define WR_KERNEL_SSE2
#define WR_KERNEL_AESNI
#define WR_KERNEL_AVX2
#define WR_KERNEL_AVX512
#define WR_ASSEMBLY
#elif defined(__AARCH64EL__)
#define WR_KERNEL_NEON
#if !defined(__clang__) || __clang_major__ >= 16 || defined(__ARM_FEATURE_CRYPTO) || defined(__ARM_FEATURE_AES)
#define WR_KERNEL_ARMV8 /* older clangs have its intrinsics only if the whole build enables them */
#endif
#endif
#endif

/* In C++, assembly functions need C linkage. Missing initialisers are 0 as in C, so the warnings are disabled. */
#ifdef __cplusplus
#define WR_ASSEMBLED extern "C"
template <class T> static inline const T *wr_address_of(const T &value) {{
    return &value; /* valid until the end of the call whose argument it is */
}}
#define WR_ADDRESS_OF(...) wr_address_of(__VA_ARGS__)
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wmissing-field-initializers"
#pragma clang diagnostic ignored "-Wc99-designator"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* false positives (https://gcc.gnu.org/PR105593) */
#endif
#else
#define WR_ASSEMBLED
#define WR_ADDRESS_OF(...) (&__VA_ARGS__)
#endif

/* Keep functions from separate files of core/ separate. The tests of wiped memory and of stack use rely on it. */
#if !defined(__GNUC__)
#define WR_EDGE
#elif defined(__clang__) || __GNUC__ < 8
#define WR_EDGE __attribute__((noinline))
#else
#define WR_EDGE __attribute__((noipa))
#endif
"""


# ---- reading ----


@dataclass
class File:
    """A file's items. In a kernel's file, included headers are replaced by their items."""

    path: Path
    items: list[Item] = field(default_factory=list)
    system: list[str] = field(default_factory=list)  # #include directives for the C library's headers
    headers: list[Path] = field(default_factory=list)  # the library's headers that it includes

    @property
    def is_header(self) -> bool:
        return self.path.suffix == ".h"

    @property
    def is_kernel(self) -> bool:
        return self.path.parent.name == "kernels"

    @property
    def kernel(self) -> str:
        """The kernel whose instructions must be enabled for this file, or an empty string."""
        return self.path.stem if self.is_kernel and self.path.stem != "portable" else ""

    def is_shared(self, item: Item) -> bool:
        """Return whether other files see the item's declaration."""
        return self.is_header or not item.is_own


def resolved(text: str, fixed: dict[str, bool]) -> str:
    """Return the text with the conditions on these macros resolved, and without the include of the configuration."""
    text = text.replace("#include <wirerate_config.h>\n", "")
    lines: list[str] = []
    taken: list[bool | None] = []  # for each enclosing condition; None means that the compiler decides
    for line in text.splitlines(keepends=True):
        match = re.match(r"\s*#\s*(ifdef|ifndef|if|else|endif)\b\s*(\w*)", line)
        word, name = (match[1], match[2]) if match else ("", "")
        if word in ("ifdef", "ifndef", "if"):
            taken.append((word == "ifdef") == fixed[name] if word != "if" and name in fixed else None)
        decided = bool(word) and taken[-1] is not None
        if decided and word == "else":
            taken[-1] = not taken[-1]
        if not decided and False not in taken:
            lines.append(line)
        if word == "endif":
            taken.pop()
    return "".join(lines)


def bare(path: Path) -> str:
    """Return a file's text without its licence line and its include guard."""
    text = re.sub(r"/\* SPDX[^\n]*\*/\n", "", path.read_text())
    guard = re.search(r"#ifndef (\w+_H)\n#define \1\n(.*)\n#endif[^\n]*\s*\Z", text, re.DOTALL)
    return text[: guard.start()] + guard[2] + "\n" if guard else text


def read(path: Path, fixed: dict[str, bool]) -> File:
    file = File(path)
    depth = 0  # nesting depth of conditions
    for item in items(resolved(bare(path), fixed)):
        word = item.code.split()[0]
        depth += word.startswith("#if") - (word == "#endif")
        if item.kind != "include":
            file.items.append(item)
            continue
        if item.lead:
            file.items.append(Item("comment", "", f"{item.lead.rstrip()}\n", apart=True))
        if "<" in item.code and depth:
            file.items.append(Item("directive", "", item.code))
        elif "<" in item.code:
            file.system.append(re.sub(r"\s*/\*.*", "\n", item.code))
        else:
            include(file, path_of(item.code.split('"')[1], path.parent), fixed)
    return file


def path_of(name: str, folder: Path) -> Path:
    places = (folder, CORE, ROOT / "include")
    return next((place / name).resolve() for place in places if (place / name).exists())


def include(file: File, path: Path, fixed: dict[str, bool]) -> None:
    if path.parent.name != "kernels":
        file.headers.append(path)
        return
    pasted = read(path, fixed)
    file.items += [replace(pasted.items[0], apart=True), *pasted.items[1:]]
    file.system += pasted.system
    file.headers += pasted.headers


def sources(fixed: dict[str, bool]) -> list[Path]:
    """Return the sources in core/ that are not excluded. Kernels come first, so that they need no declarations."""
    kernels = [path for name in TARGETS for path in sorted(CORE.glob(f"*/kernels/{name}.c"))]
    if unknown := set(CORE.glob("*/kernels/*.c")) - set(kernels):
        raise SystemExit(f"TARGETS has no entry for {min(unknown)}")
    every = [*kernels, *sorted(CORE.glob("*/*.c"))]
    return [path for path in every if not fixed.get(f"WR_NO_{path.relative_to(CORE).parts[0].upper()}", False)]


def with_headers(paths: Iterable[Path], fixed: dict[str, bool]) -> list[File]:
    """Read files, and return headers first, each after the headers it includes."""
    files: dict[Path, File] = {}

    def add(path: Path) -> None:
        if path not in files:
            file = read(path, fixed)
            for header in file.headers:
                add(header)
            files[path] = file

    for path in paths:
        add(path)
    return sorted(files.values(), key=lambda file: not file.is_header)


# ---- choosing ----


def needed(files: list[File], exported: set[str]) -> dict[Path, set[Item]]:
    """Return, by file, the items that exported functions and kernel tables need (macros compose the tables' names)."""
    shared: dict[str, list[tuple[File, Item]]] = {}
    static: dict[tuple[Path, str], list[tuple[File, Item]]] = {}
    for file in files:
        for item in file.items:
            for name in item.names:
                rows = shared.setdefault(name, []) if file.is_shared(item) else static.setdefault((file.path, name), [])
                rows.append((file, item))
    taken: dict[Path, set[Item]] = {}
    waiting = [row for name in exported for row in shared[name]]
    waiting += [row for rows in shared.values() for row in rows if row[0].is_kernel and row[1].kind == "object"]
    while waiting:
        file, item = waiting.pop()
        if item in taken.setdefault(file.path, set()):
            continue
        taken[file.path].add(item)
        conditions = [condition.uses for condition in file.items if condition.kind in ("condition", "directive")]
        for name in item.uses.union(*conditions) - {"WR_API"}:  # only public headers need it
            waiting += static.get((file.path, name), shared.get(name, []))
    known = {name for kept in taken.values() for item in kept for name in item.names}
    for file in files:  # static assertions whose names are all kept
        for item in file.items:
            if item.kind == "assert" and file.path in taken and not item.uses & (set(shared) - known):
                taken[file.path].add(item)
    return taken


def chosen(file: File, taken: set[Item]) -> list[Item]:
    """Return a file's needed items. A comment stays with the item after it; the file's first comment always stays."""
    stays = [item in taken or item.kind in ("condition", "directive") for item in file.items]
    for i in reversed(range(len(stays) - 1)):
        if file.items[i].kind == "comment":
            first = i == 0 and file.path not in PUBLIC
            stays[i] = first or (stays[i + 1] and file.items[i + 1].kind != "condition")
    left: list[Item] = []
    apart = False
    for item, stay in zip(file.items, stays, strict=True):
        apart = apart or item.apart
        if stay:
            left.append(replace(item, apart=apart))
            apart = False
    return left


# ---- writing ----


@dataclass
class Unit:
    """A translation unit that exports the declarations of the headers `public`."""

    files: list[File]
    public: list[Path]
    assembled: set[str] = field(default_factory=set)  # functions defined in assembly

    def __post_init__(self) -> None:
        declared = [item for file in self.files if file.path in self.public for item in file.items]
        self.exported = {name for item in declared if item.kind == "function" for name in item.names}
        self.taken = needed(self.files, self.exported)
        self.kept = [file for file in self.files if file.path in self.taken and file.path not in self.public]
        static = Counter(name for file in self.kept for name in self.static_names(file))
        used = Counter(name for file in self.kept for name in self.used_names(file))
        shadowed = {name for file in self.kept for name in self.variables(file) if used[name] > 1}
        self.ambiguous = {name for name, count in static.items() if count > 1} | shadowed

    def static_names(self, file: File) -> set[str]:
        items = [item for item in self.taken[file.path] if item.kind != "define" and not file.is_shared(item)]
        return {name for item in items for name in item.names}

    def used_names(self, file: File) -> set[str]:
        """Return all identifiers in a file's needed items, including parameters and local variables."""
        return {name for item in self.taken[file.path] for name in item.uses | item.names}

    def variables(self, file: File) -> set[str]:
        """Return a file's static functions, objects and types, except names that structures also use for members."""
        taken = self.taken[file.path]
        items = [item for item in taken if item.kind in ("function", "object") or item.code.startswith("typedef")]
        members = {name for item in items for name in re.findall(r"(?:\.|->)([a-z]\w*)", item.code)}
        return {name for item in items if not file.is_shared(item) for name in item.names} - members

    def text(self) -> str:
        system = {line for file in self.kept if not file.kernel for line in file.system}
        return "".join(sorted(system)) + "".join(self.section(file, system) for file in self.kept)

    def section(self, file: File, known: set[str]) -> str:
        """Return a file's code with its macros and, for a kernel, its pragmas."""
        stays = chosen(file, self.taken[file.path])
        text = "".join("\n" * item.apart + self.item(file, item) for item in stays)
        text = addressed(without_empty(text)).strip("\n")
        macros = [] if file.is_header else [name for item in stays if item.kind == "define" for name in item.names]
        names = [] if file.is_header else sorted(self.static_names(file) & self.ambiguous | self.used_names(file) & CPP)
        label = "_".join(part for part in file.path.with_suffix("").parts[-3:] if part not in ("core", "kernels"))
        parts = [
            "".join(f"#define {name} {label}_{name}\n" for name in names),
            text + "\n",
            "".join(f"#undef {name}\n" for name in dict.fromkeys(names + macros)),
        ]
        body = "\n".join(filter(str.strip, parts))
        title = f"\n/* ==== {file.path.relative_to(ROOT)} ==== */\n\n"
        system = [line for line in dict.fromkeys(file.system) if line not in known]
        return title + (for_kernel(file.kernel, "".join(system), body) if file.kernel else body)

    def item(self, file: File, item: Item) -> str:
        if item.kind not in ("function", "object") or item.is_own:
            return item.lead + item.code
        if item.kind == "object" and file.is_header:
            return self.definition(item)
        if item.kind == "object" and not file.is_kernel and self.declared_before(item):
            return ""
        begin = "" if item.names & (self.exported | self.assembled) else "static "
        if item.names & self.assembled:
            begin = "WR_ASSEMBLED "
        if item.kind == "function" and item.code.endswith("}\n"):
            begin += "WR_EDGE "
        code = item.code.removeprefix("extern ").removeprefix("WR_API ")
        head = code[: re.search(r"[{;]", code).start()]  # type: ignore[union-attr]
        return item.lead + begin + head.replace("\n", "\n" + " " * len(begin)) + code[len(head) :]

    def definition(self, item: Item) -> str:
        """Return the definition of a constant that a header declares, as C++ has no static declaration without a value.

        Kernels' tables need none: they are defined before their first use.
        """
        sources = (file for file in self.kept if not file.is_header and not file.is_kernel)
        definitions = (
            other for file in sources for other in file.items if other.kind == "object" and other.names & item.names
        )
        return next((f"{item.lead}static {other.code}" for other in definitions), "")

    def declared_before(self, item: Item) -> bool:
        headers = (file for file in self.kept if file.is_header)
        return any(other.kind == "object" and other.names & item.names for file in headers for other in file.items)


def addressed(text: str) -> str:
    """Take addresses of compound literals by a macro: in C++ they are temporaries, which have no address."""
    for match in reversed(list(re.finditer(r"&(?=\([\w ]+\)\{)", text))):
        end = match.end()
        end = text.index("{", end) + 1
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        text = f"{text[: match.start()]}WR_ADDRESS_OF({text[match.end() : end]}){text[end:]}"
    return text


def without_empty(text: str) -> str:
    """Remove empty conditions and the comments before them."""
    condition = r"#if(?:\\\n|[^\n])*\n(?:\s*#\s*el(?:\\\n|[^\n])*\n)*\s*#endif[^\n]*\n"
    empty = re.compile(rf"^(?:/\*(?:(?!\*/).)*\*/\n)?{condition}", re.MULTILINE | re.DOTALL)
    while empty.search(text):
        text = empty.sub("", text)
    return re.sub(r"\n{3,}", "\n\n", text)


def for_kernel(name: str, system: str, text: str) -> str:
    """Wrap a kernel's code in pragmas that enable its instructions. The C library's headers stay outside them."""
    target = TARGETS[name]
    if target:
        text = f"""\
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("{CLANG.get(target, target)}"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("{target}")
#endif

{text}
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
"""
    return f"#ifdef WR_KERNEL_{name.upper()}\n" + "\n".join(filter(None, (system, text))) + "#endif\n"


def version() -> str:
    match = re.search(r'#define WR_VERSION +"([^"]+)"', PUBLIC[0].read_text())
    if not match:
        raise SystemExit(f"{PUBLIC[0]} does not define WR_VERSION")
    return match[1]


def banner(description: str) -> str:
    return f"""\
/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Written by scripts/amalgamate.py of wirerate {version()}: edit the files named below, not this one.
 *
{description} */
"""


WIRERATE = """\
 * All of libwirerate: `cc -O2 -c wirerate.c wirerate_steps.S`. The assembly is for gcc and clang on x86-64; elsewhere
 * its file is empty and not needed. C99 is enough. -DWR_PORTABLE_ONLY, for both files, builds only portable C.
 *
 * This version does not read WIRERATE_KERNEL from the environment: only wr_use_kernel() overrides the kernel. The
 * choice is one pointer. gcc, clang and C11 compilers access it atomically; other compilers do not."""

UMAC = """\
 * UMAC for OpenSSH: this file and umac.h replace OpenSSH's files of the same names. umac.c defines every function in
 * umac.h; when umac128.c includes it again, it adds nothing. C99 is enough. gcc and clang build kernels for x86-64 and
 * AArch64; a new context takes the best one that the processor has, according to CPUID or getauxval. That result is
 * stored in one word, which gcc, clang and C11 compilers access atomically; with other compilers it is a plain word.
 * Contexts share nothing else. -DWR_PORTABLE_ONLY builds only portable C."""

ONCE = """\
#if defined(UMAC_OUTPUT_LEN) && UMAC_OUTPUT_LEN == 16 /* umac128.c */
extern int umac128_is_in_umac_c; /* for compilers that reject an empty file */
#else
"""

STACK = """
#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
"""


def header(path: Path) -> str:
    """Return a public header's text for the single header file."""
    kept = {name: value for name, value in EVERYTHING.items() if name != "__cplusplus"}
    text = resolved(path.read_text(), kept)
    return re.sub(r'/\* SPDX[^\n]*\*/\n|#include "wirerate\.h"\n\n', "", text)


def library() -> dict[str, str]:
    assembly = "\n".join(assembled(path) for path in sorted(CORE.glob("*/kernels/*.S")))
    files = with_headers([*PUBLIC, *sources(EVERYTHING)], EVERYTHING)
    unit = Unit(files, PUBLIC, set(re.findall(r"\.globl (\w+)", assembly)))
    return {
        "wirerate.h": banner(WIRERATE) + "\n" + "\n".join(header(path) for path in PUBLIC),
        "wirerate.c": f'{banner(WIRERATE)}\n{CHOICE}\n#include "wirerate.h"\n\n{unit.text()}',
        "wirerate_steps.S": f"{banner(WIRERATE)}\n#if {COMPILERS} && {X86_64}\n{assembly}#endif\n{STACK}",
    }


def assembled(path: Path) -> str:
    """Return an assembly file's text, with macros that make its local labels unique."""
    text = path.read_text()
    labels = sorted(set(re.findall(r"^([a-z_]+):$", text, re.MULTILINE)) - set(re.findall(r"\.globl (\w+)", text)))
    before = "".join(f"#define {name} {path.stem}_{name}\n" for name in labels)
    after = "".join(f"#undef {name}\n" for name in labels)
    return f"\n/* ==== {path.relative_to(ROOT)} ==== */\n\n{before}\n{text}\n{after}"


def umac() -> dict[str, str]:
    public, source = OPENSSH / "umac.h", OPENSSH / "umac.c"
    unit = Unit(with_headers([public, *sources(UMAC_ALONE), source], UMAC_ALONE), [public])
    return {
        "umac.h": public.read_text(),
        "umac.c": f'{banner(UMAC)}\n{ONCE}\n{CHOICE}\n#include "umac.h"\n\n{unit.text()}\n#endif\n',
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", help="where to write (default: dist)")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**library(), **umac()}.items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
