"""A user's own core: read by the real Yosys, placed by the real nextpnr, with clear errors."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from wirerate.errors import EXIT_MISSING, EXIT_USAGE, Error, Interrupted, MissingError, UsageError
from wirerate.graph.algorithms import pad
from wirerate.graph.verilog.core import harness
from wirerate.records import AnyRun
from wirerate.report import document, kinds
from wirerate.report.terminal import Paper
from wirerate.wings.hw import hardware, user_core
from wirerate.wings.hw.question import Hw
from wirerate.wings.hw.rows import CoreRate
from wirerate.wings.hw.toolchain import placer, synthesizer
from wirerate.wings.hw.user_core import load_user_core

CORE = Path(__file__).parent / "cores" / "md5_iterative.v"
MESSAGES = [b"", b"abc", bytes(range(200)), b"x" * 55, b"y" * 56, b"z" * 64]

needs_iverilog = pytest.mark.skipif(not shutil.which("iverilog"), reason="iverilog is absent: apt-get install iverilog")


@pytest.fixture(scope="module")
def _yosys() -> None:
    try:
        synthesizer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")


@pytest.fixture(scope="module")
def _nextpnr(_yosys: None) -> None:
    try:
        placer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")


BENCH = """
module bench;
    reg clock = 0;
    reg [11:0] fed [0:CLOCKS - 1];
    wire [127:0] digest;
    wire done;
    integer i = 0;
    wire [11:0] now = fed[i];
    md5_iterative core (.clock(clock), .first(now[8]), .data(now[7:0]), .digest(digest), .done(done));
    initial begin
        $readmemh("fed.hex", fed);
        for (i = 0; i < CLOCKS; i = i + 1) begin
            #1 clock = 1;
            #1 clock = 0;
            if (done) $display("%h", digest);
        end
    end
endmodule
"""


@needs_iverilog
def test_the_core_of_these_tests_is_md5(tmp_path: Path) -> None:
    """It reads a byte per clock, so a block takes 64; its digest is ready once the next block is read."""
    fed, last, blocks = [], [], 0
    for message in MESSAGES:
        padded = pad(message, "little")
        fed += [f"{int(at < 64)}{byte:02x}" for at, byte in enumerate(padded)]
        blocks += len(padded) // 64
        last.append(blocks)  # the digest is ready at the end of the next block
    fed += ["000"] * 64
    (tmp_path / "fed.hex").write_text("\n".join(fed) + "\n")
    (tmp_path / "bench.v").write_text(BENCH.replace("CLOCKS", str(len(fed))))
    subprocess.run(["iverilog", "-g2005", "-o", "bench.vvp", "bench.v", str(CORE)], cwd=tmp_path, check=True)
    done = subprocess.run(["vvp", "-n", "bench.vvp"], cwd=tmp_path, check=True, capture_output=True, text=True)
    said = done.stdout.split()
    assert [bytes.fromhex(said[at])[::-1] for at in last] == [hashlib.md5(message).digest() for message in MESSAGES]


def at_home(patch: pytest.MonkeyPatch, home: Path) -> None:
    """Use an empty store of placements, but keep YoWASP's compiled programs, which take a minute to make."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    patch.setenv("YOWASP_CACHE_DIR", os.environ.get("YOWASP_CACHE_DIR", str(cache / "YoWASP")))
    patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    patch.setenv("XDG_STATE_HOME", str(home / "state"))


def wanted(*files: Path | str, top: str = "md5_iterative", clock: str = "clock", bits: float = 8) -> Hw:
    return Hw(verilog=tuple(map(str, files)), top=top, clock=clock, bits_per_cycle=bits)


# ---- reading ----


@pytest.mark.usefixtures("_yosys")
def test_ports_and_pace_are_found(tmp_path: Path) -> None:
    core, about = load_user_core(wanted(CORE), tmp_path)
    assert (core.inputs, core.outputs) == ({"first": 1, "data": 8}, {"digest": 128, "done": 1})
    assert (about.input_bits, about.output_bits, core.clocks, core.lanes) == (9, 129, 64, 1)
    assert core.chain_mbps(100) == 800
    assert ".clock(clk)" in core.harness
    assert "hierarchy -check -top md5_iterative" in about.command


@pytest.mark.usefixtures("_yosys")
def test_a_core_may_be_several_files_with_parameters_and_includes(tmp_path: Path) -> None:
    here = tmp_path / "a folder"
    here.mkdir()
    (here / "width.vh").write_text("`define WIDTH 5\n")
    (here / "part.v").write_text(
        "module part #(parameter N = 1) (input c, input [N-1:0] x, output reg [N-1:0] y);\n"
        "    always @(posedge c) y <= x;\nendmodule\n"
    )
    (here / "whole.sv").write_text(
        '`include "width.vh"\nmodule whole (input c, input [`WIDTH-1:0] x, output logic [`WIDTH-1:0] y);\n'
        "    part #(.N(`WIDTH)) u (.c(c), .x(x), .y(y));\nendmodule\n"
    )
    files = (here / "whole.sv", here / "part.v")
    core, _ = load_user_core(wanted(*files, top="whole", clock="c", bits=2.5), tmp_path / "work")
    assert (core.inputs, core.outputs) == ({"x": 5}, {"y": 5})
    (here / "width.vh").write_text("`define WIDTH 6\n")
    again, _ = load_user_core(wanted(*files, top="whole", clock="c", bits=2.5), tmp_path / "work")
    assert again.sha256 != core.sha256, "what a file includes is part of the core"


def test_a_port_of_any_name_is_written_as_verilog_takes_it() -> None:
    text = harness("m", {"a[0]": 1, "plain": 2}, {"y": 1}, "clk.in")
    assert "m core (.\\clk.in (clk), .\\a[0] (source[0:0]), .plain(source[2:1])" in text


# ---- errors ----

SIMPLE = "module simple (input c, input [7:0] x, output reg [7:0] y); always @(posedge c) y <= x + y; endmodule\n"
WRONG = {
    "a file that is not there": ({}, ("none.v",), "simple", "c", 8, EXIT_USAGE, "cannot read none.v: No such file"),
    "a folder": ({}, (".",), "simple", "c", 8, EXIT_USAGE, "cannot read .: Is a directory"),
    "a top that is not there": ({"a.v": SIMPLE}, ("a.v",), "simpel", "c", 8, EXIT_USAGE, "unknown module 'simpel'"),
    "a clock that is not there": ({"a.v": SIMPLE}, ("a.v",), "simple", "clk", 8, EXIT_USAGE, "unknown input 'clk'"),
    "a clock that is an output": ({"a.v": SIMPLE}, ("a.v",), "simple", "y", 8, EXIT_USAGE, "unknown input 'y'"),
    "a clock of many bits": ({"a.v": SIMPLE}, ("a.v",), "simple", "x", 8, EXIT_USAGE, "x has 8 bits"),
    "more bits than inputs": ({"a.v": SIMPLE}, ("a.v",), "simple", "c", 9, EXIT_USAGE, "has 8 input bits"),
    "a name that is none": ({"a.v": SIMPLE}, ("a.v",), "a; ls", "c", 8, EXIT_USAGE, "is not a module name"),
    "wrong Verilog": (
        {"a.v": "module simple (input c);\n  assign y = ;\nendmodule\n"}, ("a.v",), "simple", "c", 8, EXIT_MISSING,
        "a.v:2: ERROR: syntax error, unexpected ';'",
    ),
    "a part that is not there": (
        {"a.v": "module simple (input c, input x, output y); other u (c, x, y); endmodule\n"}, ("a.v",), "simple", "c",
        1, EXIT_MISSING, "ERROR: Module `\\other' referenced in module `\\simple'",
    ),
    "a port that goes both ways": (
        {"a.v": "module simple (input c, input x, output y, inout z); assign y = x; endmodule\n"}, ("a.v",), "simple",
        "c", 1, EXIT_USAGE, "inout port z",
    ),
    "nothing comes out": (
        {"a.v": "module simple (input c, input x); endmodule\n"}, ("a.v",), "simple",
        "c", 1, EXIT_USAGE, "has no output",
    ),
    "nothing goes in": (
        {"a.v": "module simple (input c, output reg y); always @(posedge c) y <= ~y; endmodule\n"}, ("a.v",), "simple",
        "c", 1, EXIT_USAGE, "has no input except the clock",
    ),
}  # fmt: skip


@pytest.mark.usefixtures("_yosys")
@pytest.mark.parametrize("what", WRONG)
def test_errors_say_what_is_wrong(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts, files, top, clock, bits, status, says = WRONG[what]
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Error) as caught:
        load_user_core(wanted(*files, top=top, clock=clock, bits=bits), tmp_path / "work")
    assert caught.value.exit_code == status
    assert says in str(caught.value)
    assert caught.value.fix


@pytest.mark.parametrize(
    ("bits", "says"), [(0, "without bits_per_cycle"), (-1, "more than 0"), (float("nan"), "more than 0")]
)
def test_no_bits_per_cycle_are_refused_before_anything_is_read(bits: float, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        wanted("nowhere.v", bits=bits)


def test_a_core_is_all_four_and_none_of_ours() -> None:
    with pytest.raises(UsageError, match="verilog has no meaning without clock"):
        hardware.hw("md5", verilog=["a.v"], top="a")
    with pytest.raises(UsageError, match="core has no meaning with verilog"):
        hardware.hw("md5", verilog=["a.v"], top="a", clock="c", bits_per_cycle=8, core="md5-67")
    with pytest.raises(UsageError, match="cannot read"):
        hardware.hw("md5", verilog=["none.v"], top="a", clock="c", bits_per_cycle=8)


def test_an_interruption_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(user_core, "synthesizer", interrupted)
    with pytest.raises(Interrupted) as caught:
        hardware.hw("md5", verilog=[str(CORE)], top="md5_iterative", clock="clock", bits_per_cycle=8)
    assert "repeat the command" in caught.value.fix


@pytest.mark.usefixtures("_nextpnr")
def test_a_core_with_two_clocks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home(monkeypatch, tmp_path)
    (tmp_path / "two.v").write_text(
        "module two (input c, input d, input x, output reg y, output reg z);\n"
        "    always @(posedge c) y <= x;\n    always @(posedge d) z <= ~x ^ z;\nendmodule\n"
    )
    with pytest.raises(MissingError, match="2 clocks in two"):
        hardware.hw("md5", verilog=[str(tmp_path / "two.v")], top="two", clock="c", bits_per_cycle=1, seeds=[1])


@pytest.mark.usefixtures("_nextpnr")
def test_a_clock_that_is_not_the_cores_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another input as the clock, no path between registers is left in the chains' clock domain."""
    at_home(monkeypatch, tmp_path)
    (tmp_path / "one.v").write_text(
        "module one (input c, input x, output reg y); always @(posedge c) y <= x ^ y; endmodule\n"
    )
    with pytest.raises(MissingError, match="2 clocks in one") as caught:
        hardware.hw("md5", verilog=[str(tmp_path / "one.v")], top="one", clock="x", bits_per_cycle=1, seeds=[1])
    assert "the port x" in caught.value.fix


# ---- answers ----

# Takes 8 bits a clock, is larger than the smallest of ours, and is placed in a quarter of their time: registers only,
# and a reset, so that no RAM can stand for them.
DELAY = """module delay (input clock, input first, input [7:0] data, output reg [7:0] digest);
    reg [1599:0] held;
    always @(posedge clock) {digest, held} <= first ? 0 : {held, data};
endmodule
"""


@pytest.fixture(scope="module")
def run(_nextpnr: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyRun]:
    """Return the core placed once, against a link that it cannot carry."""
    home = tmp_path_factory.mktemp("home")
    (home / "delay.v").write_text(DELAY)
    with pytest.MonkeyPatch.context() as patch:
        at_home(patch, home)
        about = {"verilog": [str(home / "delay.v")], "top": "delay", "clock": "clock", "bits_per_cycle": 8}
        yield hardware.hw("md5", **about, link="10G", packet="1500", policy="any", seeds=[1])  # type: ignore[arg-type]


def rate(run: AnyRun, at: int = 0) -> CoreRate:
    details = run.rows[at]
    assert isinstance(details, CoreRate)
    return details


def test_its_rate_is_eight_bits_of_its_placed_clock(run: AnyRun) -> None:
    theirs = rate(run)
    assert (theirs.core, theirs.source, theirs.clocks, theirs.lanes) == ("delay", "placed", 64, 1)
    assert theirs.mbps == pytest.approx(8 * theirs.fmax_mhz.median)
    assert 250 < theirs.fmax_mhz.median < 900
    assert theirs.placed is not None
    assert 1608 <= theirs.placed.ffs < 1700, "its own, and those of the chains around it"
    assert theirs.brought is not None
    assert [Path(file).name for file in theirs.brought.files] == ["delay.v"]
    assert run.rows[0].basis == "placed"


def test_a_figure_that_was_not_simulated_is_marked(run: AnyRun) -> None:
    """The run itself says so, on the core and on each verdict."""
    stored = json.loads(msgspec.json.encode(run))
    said = {"source": "as you said", "clocks": None, "block_bits": None}
    assert stored["rows"][0]["brought"]["pace"] == said
    assert all(v["bits_per_cycle"] == 8 and v["pace"] == said for v in stored["verdicts"])


def test_our_cores_are_listed_beside_it_with_their_rate_on_its_area(run: AnyRun) -> None:
    theirs, ours = rate(run), [rate(run, at) for at in range(1, len(run.rows))]
    assert {"md5-overlapped", "md5-67", "md5-131"} <= {each.core for each in ours}
    for each in ours:
        assert each.placed is not None
        assert theirs.placed is not None
        room = each.on_area
        assert room is not None
        assert room.size == pytest.approx(each.placed.area / theirs.placed.area)
        assert room.copies == int(1 / room.size)
        assert room.mbps == room.copies * each.mbps
        assert room.per_area_mbps == pytest.approx(each.mbps / room.size)


def test_it_is_judged_as_ours_are_and_ours_are_not(run: AnyRun) -> None:
    assert [v.subject for v in run.verdicts] == ["md5", "keyed-md5", "hmac-md5"]
    first = run.verdicts[0]
    assert first.verdict == "FALLS SHORT"
    assert first.measured_ns is not None
    assert first.measured_ns.median == pytest.approx(24 * 64 * 1000 / rate(run).fmax_mhz.median)
    assert run.exit == 1


def test_text_page_and_tables_name_it(run: AnyRun) -> None:
    text = " ".join(kinds.text(run, Paper(80), explain=True).split())
    for said in ("delay.v, 8 bits per cycle as you typed, 1 lane",
                 "placed and routed here, 8 bits per cycle as you typed",
                 "The verdict relies on your 8 bits per cycle", "placed here: 1 seed", "On the area of delay",
                 "blocks of 64 clocks", "FALLS SHORT", "md5-overlapped fit"):  # fmt: skip
        assert said in text
    page = document.document(run)
    assert "delay is too slow for 10G with 1,500 B packets" in page
    assert "of the speed needed (8 bits per cycle as you typed)" in page
    for said in ("Compared with wirerate&#x27;s cores", "hierarchy -check -top delay", "per size", "md5-overlapped"):
        assert said.replace("&#x27;", "'") in page.replace("&#x27;", "'")
    head, first = next(zip(*[iter(csv.reader(io.StringIO(kinds.csv(run))))] * 2, strict=False))
    told = dict(zip(head, first, strict=True))
    assert (told["brought"], told["bits_per_cycle"], told["bits_per_cycle_from"]) == ("delay", "8", "as you said")
    assert "delay: 8 bits per cycle as you typed." in kinds.markdown(run)
