"""Run the tests on emulated x86-64 processors without newer instructions, where using one is a SIGILL."""

from __future__ import annotations

import shutil
import signal
from dataclasses import replace

import build
from targets import PROCESSORS, TARGETS

EMULATOR = "qemu-x86_64"
TARGET = next(target for target in TARGETS if target.name == "x86-64")
FLAGS = ("-O2",)
# QEMU 7.2 faults on masked-out elements of AVX2 loads; processors do not (see VPMASKMOV in the manual). So allow reads
# of the pages around buffers.
LENIENT = {"avx2": ("-E", "WR_GUARD=readable")}


def problem(row: build.Result, command: list[str], best: str, lacks: str) -> str:
    """Return why a run failed, or an empty string if all tests passed and the processor lacked the instructions."""
    if row.failure:
        return row.failure
    if row.kernels.split()[-1:] != [best]:
        return f"the kernels are {row.kernels}, but the last should be {best}"
    status, output = build.execute([*command, "instruction", lacks])
    return "" if status == -signal.SIGILL else f"control: the processor executes {lacks}: {status}: {output}"


def examine_processor(processor: str, best: str, lacks: str, native: build.Result) -> build.Result:
    """Run the native program on an emulated processor. `native` is its result without an emulator."""
    program = str(build.build(TARGET, "gcc", FLAGS))
    command = [EMULATOR, *LENIENT.get(best, ()), "-cpu", processor, program]
    status, output = build.execute([*command, "quick"])
    failure = "" if status == 0 else f"exit status {status}\n{output}"
    fields = build.parsed(output)
    row = replace(native, target=f"x86-64 {processor}", mode="quick", failure=failure, strict=lacks, **fields)  # type: ignore[arg-type]
    return replace(row, failure=problem(row, command, best, lacks))


def examine(results: build.Results, sources: str) -> list[build.Result]:
    """Return a result for every processor; its field `strict` holds the instruction set that the processor lacks."""
    if not shutil.which(EMULATOR):
        print(f"skipped: x86-64 on emulated processors: no {EMULATOR} (Debian: qemu-user)")
        return []
    compiler = build.version(TARGET.gcc)
    rows = []
    for processor, best, lacks in PROCESSORS:
        row = results.find(f"x86-64 {processor}", compiler, " ".join(FLAGS), "quick")
        if not row:
            native = build.Result("", compiler, " ".join(FLAGS), "", sources, "", "", "", 0, 0, "")
            row = examine_processor(processor, best, lacks, native)
            results.add(row)
            print(f"  {'FAIL' if row.failure else 'pass'}  {row.target}: {row.kernels} {row.failure}", flush=True)
        rows.append(row)
    return rows
