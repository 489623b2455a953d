"""x86-64 on emulated processors without the newer instructions: a leak into an older kernel is SIGILL."""

from __future__ import annotations

import shutil
import signal
from dataclasses import replace

import build
from targets import PROCESSORS, TARGETS

EMULATOR = "qemu-x86_64"
TARGET = next(target for target in TARGETS if target.name == "x86-64")
FLAGS = ("-O2",)
# QEMU 7.2 faults on what AVX2's masked loads leave out; the manual (VPMASKMOV) and processors do not. There the pages
# around buffers may be read.
LENIENT = {"avx2": ("-E", "WR_GUARD=readable")}


def problem(row: build.Result, command: list[str], best: str, lacks: str) -> str:
    """What is wrong with a run; empty if the processor was what it should be and every test passed on it."""
    if row.failure:
        return row.failure
    if row.kernels.split()[-1:] != [best]:
        return f"kernels {row.kernels}, but {best} is the last that this processor has"
    status, said = build.execute([*command, "instruction", lacks])
    return "" if status == -signal.SIGILL else f"control: {lacks} is not refused here: {status}: {said}"


def on(processor: str, best: str, lacks: str, native: build.Result) -> build.Result:
    """The native program once more; `native` is what it said without an emulator."""
    program = str(build.build(TARGET, "gcc", FLAGS))
    command = [EMULATOR, *LENIENT.get(best, ()), "-cpu", processor, program]
    status, said = build.execute([*command, "quick"])
    failure = "" if status == 0 else f"exit status {status}\n{said}"
    fields = build.parsed(said)
    row = replace(native, target=f"x86-64 {processor}", mode="quick", failure=failure, strict=lacks, **fields)  # type: ignore[arg-type]
    return replace(row, failure=problem(row, command, best, lacks))


def examine(results: build.Results, sources: str) -> list[build.Result]:
    """A row for each processor, from the last time or new. `strict` holds the instructions that are refused there."""
    if not shutil.which(EMULATOR):
        print(f"skipped: x86-64 on emulated processors: no {EMULATOR} (Debian: qemu-user)")
        return []
    compiler = build.version(TARGET.gcc)
    rows = []
    for processor, best, lacks in PROCESSORS:
        row = results.find(f"x86-64 {processor}", compiler, " ".join(FLAGS), "quick")
        if not row:
            native = build.Result("", compiler, " ".join(FLAGS), "", sources, "", "", "", 0, 0, "")
            row = on(processor, best, lacks, native)
            results.add(row)
            print(f"  {'FAIL' if row.failure else 'pass'}  {row.target}: {row.kernels} {row.failure}", flush=True)
        rows.append(row)
    return rows
