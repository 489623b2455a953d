"""Print rows for src/wirerate/catalogue/cores.toml from LLVM's scheduling models.

    python from_mca.py --mca llvm-mca-19 > rows.toml

For every core, unit and kind of operation, llvm-mca analyses one instruction. Its latency is the cycles per link of a
chain of it, which includes forwarding. `-instruction-tables` gives its pipes and how many cycles it occupies them.
Kinds with the same figures share a row.
"""

from __future__ import annotations

import argparse
import re
import subprocess

SCALAR_X86 = {
    "add": "addl %ebx, %eax", "sub": "subl %ebx, %eax", "and": "andl %ebx, %eax", "or": "orl %ebx, %eax",
    "xor": "xorl %ebx, %eax", "andn": "andnl %ebx, %eax, %eax", "rotl": "roll $7, %eax", "shl": "shll $7, %eax",
    "shr": "shrl $7, %eax", "add3": "leal 305419896(%rbx,%rax), %eax", "addc": "adcq %rbx, %rax",
    "mul": "imulq %rbx, %rax",
}  # fmt: skip


def x86_vector(r: str, *, avx512: bool) -> dict[str, str]:
    d = "d" if avx512 else ""
    rows = {
        "add": f"vpaddd %{r}1, %{r}0, %{r}0", "sub": f"vpsubd %{r}1, %{r}0, %{r}0",
        "and": f"vpand{d} %{r}1, %{r}0, %{r}0", "or": f"vpor{d} %{r}1, %{r}0, %{r}0",
        "xor": f"vpxor{d} %{r}1, %{r}0, %{r}0", "andn": f"vpandn{d} %{r}1, %{r}0, %{r}0",
        "shl": f"vpslld $7, %{r}0, %{r}0", "shr": f"vpsrld $7, %{r}0, %{r}0",
        "mul": f"vpmuludq %{r}1, %{r}0, %{r}0", "shuffle": f"vpunpckldq %{r}1, %{r}0, %{r}0",
    }  # fmt: skip
    if avx512:
        rows |= {"rotl": f"vprold $7, %{r}0, %{r}0", "logic3": f"vpternlogd $202, %{r}1, %{r}2, %{r}0"}
    return rows


SCALAR_ARM = {
    "add": "add w0, w0, w1", "sub": "sub w0, w0, w1", "and": "and w0, w0, w1", "or": "orr w0, w0, w1",
    "xor": "eor w0, w0, w1", "andn": "bic w0, w0, w1", "orn": "orn w0, w0, w1", "xnor": "eon w0, w0, w1",
    "not": "mvn w0, w0", "rotl": "ror w0, w0, #25", "shl": "lsl w0, w0, #7", "shr": "lsr w0, w0, #7",
    "addc": "adcs x0, x0, x1", "mul": "umull x0, w0, w1",
}  # fmt: skip
NEON = {
    "add": "add v0.4s, v0.4s, v1.4s", "sub": "sub v0.4s, v0.4s, v1.4s", "and": "and v0.16b, v0.16b, v1.16b",
    "or": "orr v0.16b, v0.16b, v1.16b", "xor": "eor v0.16b, v0.16b, v1.16b", "andn": "bic v0.16b, v0.16b, v1.16b",
    "orn": "orn v0.16b, v0.16b, v1.16b", "not": "mvn v0.16b, v0.16b", "shl": "shl v0.4s, v0.4s, #7",
    "shr": "ushr v0.4s, v0.4s, #7", "insert": "sri v0.4s, v1.4s, #25", "select": "bsl v0.16b, v1.16b, v2.16b",
    "mul": "umull v0.2d, v0.2s, v1.2s", "shuffle": "zip1 v0.4s, v0.4s, v1.4s",
}  # fmt: skip

XMM, YMM = x86_vector("xmm", avx512=False), x86_vector("ymm", avx512=False)
AVX512 = {f"{r}mm": x86_vector(f"{r}mm", avx512=True) for r in "xyz"}
CORES = {
    "haswell": ("x86-64", {"scalar": SCALAR_X86, "xmm": XMM, "ymm": YMM}),
    "skylake-avx512": ("x86-64", {"scalar": SCALAR_X86, **AVX512}),
    "icelake-server": ("x86-64", {"scalar": SCALAR_X86, **AVX512}),
    "znver3": ("x86-64", {"scalar": SCALAR_X86, "xmm": XMM, "ymm": YMM}),
    "znver4": ("x86-64", {"scalar": SCALAR_X86, **AVX512}),
    "cortex-a55": ("aarch64", {"scalar": SCALAR_ARM, "neon": NEON}),
    "cortex-a57": ("aarch64", {"scalar": SCALAR_ARM, "neon": NEON}),
    "neoverse-n1": ("aarch64", {"scalar": SCALAR_ARM, "neon": NEON}),
    "neoverse-v2": ("aarch64", {"scalar": SCALAR_ARM, "neon": NEON}),
}


LINKS = 200


def mca(tool: str, march: str, core: str, text: str, *options: str) -> str:
    command = [tool, f"-march={march}", f"-mcpu={core}", *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def chain(tool: str, march: str, core: str, instruction: str) -> tuple[int, int]:
    """Return the cycles per link of a chain of one instruction, and the core's dispatch width."""
    out = mca(tool, march, core, instruction, f"-iterations={LINKS}")
    cycles = int(re.search(r"Total Cycles: +(\d+)", out).group(1))  # type: ignore[union-attr]
    width = int(re.search(r"Dispatch Width: +(\d+)", out).group(1))  # type: ignore[union-attr]
    return round(cycles / LINKS), width


def pipes(tool: str, march: str, core: str, instruction: str) -> str:
    """Return the pipes of an instruction, and how long it occupies one, as the end of a TOML row."""
    out = mca(tool, march, core, instruction, "-instruction-tables").split("Resources:")[1]
    names = dict(re.findall(r"^\[([\d.]+)\] +- (\S+)", out, re.M))
    table = out.split("Resource pressure by instruction:")[1].strip().splitlines()
    order = re.findall(r"\[([\d.]+)\]", table[0])
    cells = table[1].split()[: len(order)]
    used = [(short(names[n], n, order), float(c)) for n, c in zip(order, cells, strict=True) if c not in ("-", "0.00")]
    total = round(sum(value for _, value in used), 1)
    keeps = f", cycles = {total:g}" if abs(total - 1) > 0.06 else ""
    return f'pipes = "{" ".join(name for name, _ in used)}"{keeps}'


def short(name: str, number: str, order: list[str]) -> str:
    """Return a pipe's name without the core's name; copies of one resource are numbered."""
    name = re.sub(r"^[A-Z0-9]+?(?=Port|Unit)|^Zn\d|^CortexA55|^(HW|SKX|ICX|N1|V2|A57)", "", name)
    name = re.sub(r"^(Port|Unit)", "p" if name.startswith("Port") else "", name)
    copies = number.split(".")
    several = len(copies) == 2 and sum(n.split(".")[0] == copies[0] for n in order) > 1
    return name + (copies[1] if several else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mca", default="llvm-mca-19")
    tool = parser.parse_args().mca
    for core, (march, units) in CORES.items():
        print(f"\n[{core}]  # dispatch = {chain(tool, march, core, units['scalar']['add'])[1]}")
        for unit, rows in units.items():
            print(f"[{core}.units.{unit}]")
            shared: dict[str, list[str]] = {}
            for kind, text in rows.items():
                row = f"latency = {chain(tool, march, core, text)[0]}, {pipes(tool, march, core, text)}"
                shared.setdefault(row, []).append(kind)
            for row, kinds in shared.items():
                print(f'"{" ".join(kinds)}" = {{ {row} }}')


if __name__ == "__main__":
    main()
