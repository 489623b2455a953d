"""Bits per cycle of a core, counted by the real Yosys and Icarus Verilog, and compared with the user's figure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wirerate.errors import EXIT_MISSING, EXIT_USAGE, Error, MissingError, UsageError
from wirerate.wings.hw import hardware, sentences, simulation
from wirerate.wings.hw.question import Hw
from wirerate.wings.hw.rows import Brought
from wirerate.wings.hw.toolchain import synthesizer
from wirerate.wings.hw.user_core import load_user_core

CORE = Path(__file__).parent / "cores" / "handshake.v"
needs_iverilog = pytest.mark.skipif(simulation.absent(), reason="iverilog is absent: sudo apt-get install iverilog")


@pytest.fixture(scope="module", autouse=True)
def _yosys() -> None:
    try:
        synthesizer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")


def asked(*files: Path, **fields: Any) -> Hw:
    usual = {"top": "handshake", "clock": "clk", "start": "next", "done": "ready", "reset": "reset_n=0"}
    return Hw(verilog=tuple(map(str, files or (CORE,))), **{**usual, **fields})


def brought(question: Hw, folder: Path) -> Brought:
    core, about = load_user_core(question, folder)
    assert core.clocks == pytest.approx(512 / about.bits_per_cycle)
    return about


@needs_iverilog
def test_a_block_takes_the_clocks_between_two_starts(tmp_path: Path) -> None:
    about = brought(asked(), tmp_path)
    assert (about.pace.source, about.pace.clocks, about.pace.block_bits) == ("simulated", 66, 512)
    assert about.bits_per_cycle == pytest.approx(512 / 66)
    assert sentences.pace(about) == "7.758 bits per cycle (simulated: 66 clocks for 512 bits)"


@needs_iverilog
@pytest.mark.parametrize("last", [1, 16, 63])
def test_it_is_counted_and_not_assumed(last: int, tmp_path: Path) -> None:
    (tmp_path / "core.v").write_text(CORE.read_text().replace("LAST = 64", f"LAST = {last}"))
    assert brought(asked(tmp_path / "core.v"), tmp_path / "work").pace.clocks == last + 2


# A pulse at the end, a clock in which no start is seen after it, an input that must be high, and no reset: registers
# begin as 0, which a simulation of the text itself would not know.
PULSE = """module pulse (input clk, input en, input go, input [31:0] word, output reg done, output idle,
    output reg [31:0] sum);
    reg [7:0] count;
    reg busy, rest;
    assign idle = !busy && !rest && !done;
    always @(posedge clk) if (en) begin
        done <= 0; rest <= done;
        if (busy) begin
            sum <= sum + word; count <= count + 1;
            if (count == 79) begin busy <= 0; done <= 1; count <= 0; end
        end else if (go && !done) busy <= 1;
    end
endmodule
"""


@needs_iverilog
@pytest.mark.parametrize(("ready", "clocks"), [("", 82), ("idle", 83)])
def test_a_pulse_a_pause_and_a_held_input(ready: str, clocks: int, tmp_path: Path) -> None:
    """`done` comes 81 clocks after the start. The core misses a start in that clock, and signals when it is idle."""
    (tmp_path / "pulse.v").write_text(PULSE)
    question = asked(tmp_path / "pulse.v", top="pulse", start="go", done="done", ready=ready, reset="", hold=["en=1"])
    assert brought(question, tmp_path / "work").pace.clocks == clocks


@needs_iverilog
def test_a_typed_figure_that_differs_is_refused_with_both(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"is 512, but in simulation handshake takes 66 clocks .* 7\.758 bits per cycle"
    ):
        load_user_core(asked(bits_per_cycle=512), tmp_path)
    with pytest.raises(UsageError, match="is 8, but"):
        load_user_core(asked(bits_per_cycle=8), tmp_path)
    assert brought(asked(bits_per_cycle=7.76), tmp_path).bits_per_cycle == 512 / 66


WRONG = {
    "a start that is not there": ({"start": "nxt"}, "unknown input of one bit 'nxt'"),
    "a start of many bits": ({"start": "block"}, "unknown input of one bit 'block'"),
    "a done that is an input": ({"done": "init"}, "unknown output of one bit 'init'"),
    "a ready of many bits": ({"ready": "digest"}, "unknown output of one bit 'digest'"),
    "a reset without its level": ({"reset": "reset_n"}, "reset_n needs a value"),
    "a level of two bits": ({"reset": "reset_n=2"}, "reset_n needs a value of 1 bit"),
    "a held input that is not there": ({"hold": ["enable=1"]}, "unknown input 'enable'"),
    "the wrong level of the reset": (
        {"reset": "reset_n=1"},
        "did not raise ready for the first block within 100,000 clocks",
    ),
}  # fmt: skip


@needs_iverilog
@pytest.mark.parametrize("what", WRONG)
def test_errors_say_what_is_wrong(what: str, tmp_path: Path) -> None:
    fields, says = WRONG[what]
    with pytest.raises(Error, match=says) as caught:
        load_user_core(asked(**fields), tmp_path)
    assert caught.value.exit_code == EXIT_USAGE
    assert caught.value.fix


def test_without_iverilog_the_typed_figure_stands_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "absent", lambda: True)
    with pytest.raises(MissingError, match="Icarus Verilog is not installed") as caught:
        load_user_core(asked(), tmp_path)
    assert caught.value.exit_code == EXIT_MISSING
    about = brought(asked(bits_per_cycle=8), tmp_path)
    assert (about.bits_per_cycle, sentences.pace(about)) == (8, "8 bits per cycle as you typed")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"done": ""}, "start has no meaning without done"),
        ({"start": "", "bits_per_cycle": 8}, "done has no meaning without start"),
        ({"start": "", "done": "", "bits_per_cycle": 8}, "reset has no meaning without start"),
        ({"start": "", "done": "", "reset": ""}, "verilog has no meaning without bits_per_cycle or start"),
        ({"lanes": 4}, "lanes has no meaning with start"),
        ({"algorithm": "internet-checksum"}, "a checksum has no blocks"),
    ],
)
def test_arguments_that_must_be_combined(fields: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        asked(**fields)


@needs_iverilog
def test_the_command_refuses_a_figure_that_the_simulation_contradicts(
    wirerate: Callable[..., Any], one_line: Callable[[str], str]
) -> None:
    done = wirerate(
        "hw", "--verilog", str(CORE), "--top", "handshake", "--clock", "clk", "--bits-per-cycle", "512",
        "--start", "next", "--done", "ready", "--reset", "reset_n=0", "--link", "1G",
    )  # fmt: skip
    assert done.returncode == EXIT_USAGE
    assert "--bits-per-cycle is 512, but in simulation handshake takes 66 clocks" in one_line(done.stderr)


def test_a_run_that_could_not_simulate_has_a_problem(tmp_path: Path) -> None:
    _, about = load_user_core(asked(start="", done="", reset="", bits_per_cycle=8), tmp_path)
    assert hardware._not_simulated(asked(bits_per_cycle=8), about)[0].code == "not-simulated"
    assert not hardware._not_simulated(asked(start="", done="", reset="", bits_per_cycle=8), about)
