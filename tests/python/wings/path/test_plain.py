"""Plain forwarding on this kernel: packets counted, time measured, interrupted; and paths that the kernel lacks."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from wirerate.errors import UsageError
from wirerate.links import parse_packets
from wirerate.records import Measurement
from wirerate.rounds.row import Rows
from wirerate.statistics import Looks
from wirerate.wings.path.catalogue import PATHS, PLAIN, Cell, parse_path
from wirerate.wings.path.measure import measure

from .permitted import absent, ask

pytestmark = pytest.mark.skipif(bool(absent()), reason=absent())
FEW = Looks((2,))


@pytest.mark.parametrize("word", ["plain", "plain/ip6"])
def test_every_packet_of_every_stage_is_counted_and_charged(word: str) -> None:
    path = parse_path(word)
    answer = measure([path], [parse_packets("64"), parse_packets("60:2,1400:1")], a_round=30, looks=FEW)
    assert [found.mix.name for found in answer.mixes] == ["64", "60:2,1400:1"]
    for found in answer.mixes:
        stages = found.stages(path)
        assert list(stages) == ["generate", "hop", "plain"]
        assert len(found.series.control) == 2
        assert all(len(costs) == 2 and min(costs) > 0 for costs in stages.values())
        assert not found.faults
        for cell, traffic in found.traffic.items():
            rounds = 2 * (1 + (cell.stage == "plain"))  # plain forwarding is also the control
            assert traffic.sent == traffic.arrived == 30 * rounds
    assert not answer.refusals
    assert not answer.interrupted
    assert answer.host.release in Path("/proc/version").read_text()


def test_rounds_become_rows_like_all_others() -> None:
    (found,) = measure([PLAIN], [parse_packets("576")], a_round=30, looks=FEW).mixes
    rows = Rows(found.series, [Measurement(subject=str(cell)) for cell in found.cells])
    for row, cell in zip(rows.rows(), found.cells, strict=True):
        assert row.status == "ok"
        assert row.rounds == 2
        assert len(row.samples_ns or ()) == 2
        assert row.bytes == 576, cell
    assert rows.noise is not None


def test_a_path_that_the_kernel_lacks_is_refused_in_its_own_words_and_the_rest_goes_on() -> None:
    has, refusals = ask(PATHS)
    assert PLAIN in has
    assert {path.name for path in has} | {each.path for each in refusals} == {p.name for p in PATHS}
    for refusal in refusals:
        assert refusal.cause in ("module", "algorithm", "macsec-root")
        assert refusal.quote
        assert refusal.fix.startswith("type: sudo ")
    if refusals:
        lacking = parse_path(refusals[0].path)
        answer = measure([PLAIN, lacking], [parse_packets("64")], a_round=30, looks=FEW)
        assert refusals[0] in answer.refusals
        assert Cell("plain", PLAIN) in answer.mixes[0].cells
        assert all(cell.path != lacking for cell in answer.mixes[0].cells)


def test_ctrl_c_while_chains_are_set_up_leaves_an_answer_without_rounds() -> None:
    def interrupt(_share: float, label: str) -> None:
        if label.startswith("setting up"):
            raise KeyboardInterrupt

    answer = measure([PLAIN], [parse_packets("64")], a_round=30, looks=FEW, progress=interrupt)
    assert answer.interrupted
    assert answer.mixes == []


def test_ctrl_c_in_the_rounds_keeps_those_that_finished() -> None:
    calls = []

    def interrupt(_share: float, label: str) -> None:
        calls.append(label)
        if calls.count("64 packets") == 2:
            raise KeyboardInterrupt

    answer = measure([PLAIN], [parse_packets("64")], a_round=400, looks=Looks((1000,)), progress=interrupt)
    assert answer.interrupted
    (found,) = answer.mixes
    assert 0 < found.series.rounds < 1000
    assert {len(costs) for costs in found.stages(PLAIN).values()} == {found.series.rounds}
    assert not found.elsewhere


def test_a_shells_usual_limit_of_open_files_is_no_limit_of_paths() -> None:
    """A chain takes a dozen descriptors, and a kernel with all features has about seventy chains."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(each.name) for each in Path("/proc/self/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 12, hard))
    try:
        answer = measure([PLAIN, parse_path("plain/ip6")], [parse_packets("64")], a_round=30, looks=FEW)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert len(answer.mixes) == 2


def test_a_mix_that_the_ip_version_cannot_carry_is_refused_before_anything_is_set_up() -> None:
    with pytest.raises(UsageError):
        measure([parse_path("plain/ip6")], [parse_packets("39")])
