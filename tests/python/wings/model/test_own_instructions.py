"""A bound for general instructions says so, and the bound for the SHA extensions is shown beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wirerate.errors import UsageError
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import dedicated_bound
from wirerate.graph.explanation import compare_with_bound
from wirerate.graph.processors import processor, processors
from wirerate.graph.rows import Instructions, ModelBeside, ModelInstructions
from wirerate.records import AnyRun, Interval, Measurement, SpeedRun
from wirerate.report import kinds, limits
from wirerate.report.terminal import Paper
from wirerate.wings.model import model

HZ = 4e9
PLAIN = Paper(width=400)


def said(run: AnyRun) -> str:
    return " ".join(kinds.text(run, PLAIN, explain=True).split())


@pytest.mark.parametrize(
    ("algorithm", "instruction", "cycles_per_byte", "together"),
    [("sha256", "SHA256RNDS2", 2.0, 1.0), ("sha1", "SHA1RNDS4", 1.875, 0.625)],
)
@pytest.mark.parametrize("core", ["zen3", "zen4", "zen5"])
def test_a_block_is_a_chain_of_its_rounds(
    core: str, algorithm: str, instruction: str, cycles_per_byte: float, together: float
) -> None:
    found = dedicated_bound(ALGORITHMS[algorithm], processor(core))
    assert found is not None
    assert (found.instruction, found.cycles_per_byte, found.together) == (instruction, cycles_per_byte, together)
    rounds = {"sha256": 64 / 2, "sha1": 80 / 4}[algorithm]
    assert found.count == rounds
    assert "bench/ports" in found.source or "X86ScheduleZnver" in found.source


@pytest.mark.parametrize("core", [name for name in processors() if not name.startswith("rfc1810")])
@pytest.mark.parametrize("algorithm", ["sha256", "sha1", "md5"])
def test_every_answer_says_which_instructions_its_bounds_are_of(core: str, algorithm: str) -> None:
    run = model.model(algorithm, cpu=core, ways=[1] if algorithm != "md5" else [])
    text, own = said(run), [m for m in run.rows if isinstance(m, ModelInstructions)]
    assert ("with general instructions" in text) == (algorithm != "md5")
    assert "for general instructions (" in text
    if algorithm == "md5":
        assert not own
        assert "SHA instructions" not in text
    elif own and own[0].there:
        assert f"With the SHA instructions the bound is {own[0].core_cycles:.3f} cycles per byte" in text
        assert own[0].source in text
    else:
        assert ("The core has no SHA instructions." in text) != (
            "SHA instructions are not modelled for this core" in text
        )


def measured(subject: str, cycles: float, *, length: float = 65536, cache: str = "warm") -> AnyRun:
    ns = cycles * length / HZ * 1e9
    found = Measurement(subject=subject, cache=cache, bytes=length, ns=Interval(ns, ns, ns, 0.95), core_cycles=cycles)
    return SpeedRun(command="speed", environment=None, rows=[found])


def why(cycles: float, core: str) -> tuple[ModelBeside, str]:
    (found,) = measured("sha256@openssl", cycles).rows
    beside = compare_with_bound(found, processor(core), HZ)
    assert beside is not None
    assert isinstance(beside, ModelBeside)
    return beside, limits.why(beside)


def test_code_faster_than_the_general_bound_is_compared_with_its_own() -> None:
    details, words = why(2.085, "zen5")
    assert details.beyond == Instructions(bound=2.0)
    assert "whose bound is 2.000 cycles per byte; it takes 1.04 times that" in words
    details, words = why(2.085, "icelake-server")
    assert details.beyond == Instructions(bound=None)
    assert "a unit that the model lacks" in words
    assert why(6.0, "zen5")[0].beyond is None


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (measured("sha256@openssl", 2.0), "the run has no md5, so there is nothing"),
        (SpeedRun(command="speed", environment=None), "the run has no md5"),
        (measured("md5@wirerate/avx2", 5.0, length=64), "md5 only with short messages or from memory"),
        (measured("md5@wirerate/avx2", 5.0, cache="cold"), "md5 only with short messages"),
    ],
)
def test_a_run_with_nothing_to_hold_against_the_bounds_is_an_error(run: AnyRun, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        model.model("md5", cpu="zen4", run=run)
    assert "wirerate speed md5 -l 65536" in caught.value.fix


@pytest.mark.parametrize("subjects", [["md5@wirerate/avx2"], ["hmac-md5@openssl"]])
def test_a_run_with_the_algorithm_is_compared_with_the_bounds(subjects: Sequence[str]) -> None:
    run = model.model("md5", cpu="zen4", run=measured(subjects[0], 5.0))
    assert [m.subject for m in run.rows if isinstance(m, ModelBeside)] == subjects
