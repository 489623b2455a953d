"""Measurements compared with bounds, and explanations of the difference."""

from __future__ import annotations

import pytest

from wirerate.graph.algorithms import MD5, SHA256
from wirerate.graph.bounds import best, bound, chain_of
from wirerate.graph.explanation import (
    RESOLUTION,
    bound_row,
    compare_run_with_bounds,
    compare_with_bound,
    inner_algorithm,
    mark_misread,
)
from wirerate.graph.processors import Processor, identified_core, limited_to, processor
from wirerate.graph.rows import (
    Instructions,
    Loads,
    Misread,
    ModelBeside,
    OtherText,
    OwnBlocks,
    OwnCode,
    Registers,
    Shuffles,
)
from wirerate.records import Interval, Measurement, SpeedRun
from wirerate.running.cautions import cautions

ZEN4 = processor("zen4")
HZ = 3.7e9


def measured(subject: str, cycles_per_byte: float, *, size: float = 16384, **fields: object) -> Measurement:
    ns = cycles_per_byte * size / HZ * 1e9
    interval = Interval(ns, ns, ns, 0.99)
    return Measurement(subject=subject, bytes=size, ns=interval, **fields)  # type: ignore[arg-type]


def beside(row: Measurement, about: Processor = ZEN4) -> ModelBeside:
    comparison = compare_with_bound(row, about, HZ)
    assert comparison is not None
    assert isinstance(comparison, ModelBeside)
    return comparison


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("md5@wirerate/avx512", ("md5", 1)),
        ("md5-x16@wirerate", ("md5", 16)),
        ("hmac-md5-96@openssl", ("md5", 1)),
        ("hmac-sha256", ("sha256", 1)),
        ("internet-checksum", ("internet-checksum", 1)),
        ("umac-64@wirerate/avx512", ("umac-64", 1)),
        ("umac-128", ("umac-128", 1)),
        ("aes-128-gmac@openssl", None),
    ],
)
def test_which_graph_is_behind_a_subject(subject: str, expected: tuple[str, int] | None) -> None:
    inner = inner_algorithm(subject)
    assert (inner and (inner[0].name, inner[1])) == expected


def test_openssl_md5_on_zen4_is_limited_by_latency() -> None:
    comparison = beside(measured("md5@openssl", 4.769))
    assert comparison.ratio == pytest.approx(4.769 / 4.0156, rel=1e-3)
    assert comparison.beyond is None
    assert comparison.high.limit == "latency"


def test_a_batch_has_as_many_ways() -> None:
    comparison = beside(measured("md5@wirerate/avx512", 0.227, batch=32))
    assert comparison.low.ways == 32
    assert comparison.ratio == pytest.approx(1.066, abs=1e-3)
    assert comparison.high.limit.startswith("pipes")


def test_the_slope_counts_where_a_fixed_cost_is_known() -> None:
    comparison = beside(measured("md5", 9.0, per_byte_ns=4.6 / HZ * 1e9))
    assert comparison.measured == pytest.approx(4.6)


def test_between_a_bounds_two_ends_is_the_bound() -> None:
    zen5 = processor("zen5")
    for cycles, ratio in ((4.2, 1), (4.5156 * 1.1, 1.1), (4.0156 * 0.9, 0.9)):
        comparison = beside(measured("md5@openssl", cycles), zen5)
        assert comparison.ratio == pytest.approx(ratio, abs=1e-3)


def test_below_the_bound_names_what_is_lacking() -> None:
    comparison = beside(measured("sha256@openssl", 2.0))
    assert comparison.ratio < 1
    assert comparison.beyond == Instructions(bound=2.0)  # cycles per byte, with the SHA extensions


def test_one_chain_far_above_the_bound_is_the_codes_own() -> None:
    assert isinstance(beside(measured("md5@nettle", 9.0)).beyond, OwnCode)


def explained(subject: str, cycles: float, size: float = 65536, **fields: object) -> ModelBeside:
    return beside(measured(subject, cycles, size=size, **fields), processor("zen5"))


def test_the_scalar_units_registers_are_too_few_for_four_chains() -> None:
    registers = explained("md5-x4@wirerate/avx512", 2.08).beyond
    assert isinstance(registers, Registers)
    assert (registers.needed, registers.has) == (20, 16)
    assert registers.roomier is not None
    assert (registers.roomier.unit, round(registers.roomier.cycles_per_byte, 3)) == ("xmm", 2.008)
    registers = explained("md5-x4@wirerate/avx512", 3.0).beyond
    assert isinstance(registers, Registers)
    assert registers.roomier is None


def test_a_k_way_message_has_blocks_of_its_own() -> None:
    blocks = explained("md5-x32@wirerate/avx512", 0.368).beyond
    assert isinstance(blocks, OwnBlocks)
    assert (blocks.ways, round(blocks.share, 2)) == (32, 0.16)
    slope = explained("md5-x32@wirerate/avx512", 0.4, per_byte_ns=0.368 / HZ * 1e9).beyond
    assert isinstance(slope, Loads)


def test_what_lanes_lack() -> None:
    assert explained("md5-x64@wirerate/avx512", 0.2, size=2**20).beyond == Loads(operands=256, registers=64)
    assert explained("umac-64@wirerate/avx512", 0.064).high.ways == 16, (
        "more parts need more registers, and gain nothing"
    )
    assert isinstance(explained("umac-64@wirerate/avx512", 0.064).beyond, Shuffles)
    assert isinstance(beside(measured("umac-64@wirerate/avx512", 0.096)).beyond, Shuffles)
    assert explained("internet-checksum@wirerate/avx512", 0.0266).beyond == Loads(operands=16, registers=None)


def test_shuffles_are_counted_into_the_bound() -> None:
    """On Zen 5, 16 blocks of 32 bytes take 16 sums of one register, 8 of two, and 8 products of two on only two of four
    pipes. That is 48 operations on four pipes, and a shuffle for each of the 16 registers of sums."""
    comparison = explained("umac-64@wirerate/avx512", 0.064)
    assert isinstance(comparison.beyond, Shuffles)
    assert comparison.high.cycles == pytest.approx(48 / 4)
    assert comparison.beyond.explains == pytest.approx((48 + 16) / 4 / 512 - 48 / 4 / 512)


def test_registers_and_blocks_of_its_own_are_counted() -> None:
    comparison = explained("md5-x4@wirerate/avx512", 2.08)
    assert isinstance(comparison.beyond, Registers)
    assert comparison.beyond.roomier is not None
    assert comparison.beyond.explains == comparison.beyond.roomier.cycles_per_byte - comparison.high.cycles_per_byte
    partly = explained("md5-x4@wirerate/avx512", 3.0).beyond
    assert isinstance(partly, Registers)
    assert partly.explains == comparison.beyond.explains
    blocks = explained("md5-x32@wirerate/avx512", 0.368).beyond
    assert isinstance(blocks, OwnBlocks)
    assert blocks.explains == pytest.approx(blocks.share * 0.368)


def test_code_faster_than_the_graph_is_no_measuring_error() -> None:
    """OpenSSL's Poly1305 uses AVX-512 IFMA: 0.284 cycles per byte on Zen 4, where 26-bit limbs would take 0.336."""
    assert isinstance(beside(measured("poly1305@openssl", 0.284)).beyond, OtherText)
    assert isinstance(beside(measured("md5@openssl", 3.9)).beyond, Misread)


def test_near_is_a_fifth_and_a_quarter_for_16_ways() -> None:
    assert explained("md5-x16@wirerate/avx512", 0.502 * 1.24).beyond is None
    assert explained("md5-x16@wirerate/avx512", 0.502 * 1.26, size=2**20).beyond is not None
    assert isinstance(explained("md5@wirerate/avx512", 4.5156 * 1.21).beyond, OwnCode)


@pytest.mark.parametrize(
    "odd",
    [
        measured("md5", 4.8, size=64),
        measured("md5", 4.8, cache="cold"),
        measured("md5", 4.8, threads=2),
        measured("md5", 4.8, status="wrong"),
        measured("md5", 4.8, basis="modelled"),
        measured("read", 0.1),
    ],
)
def test_rows_that_the_model_cannot_judge(odd: Measurement) -> None:
    assert compare_with_bound(odd, ZEN4, HZ) is None


def test_a_kernel_is_compared_with_its_own_instructions() -> None:
    avx2 = limited_to(ZEN4, "avx2")
    assert set(avx2.units) == {"scalar", "xmm", "ymm"}
    assert best(MD5, avx2, 32).cycles > 1.4 * best(MD5, ZEN4, 32).cycles
    assert limited_to(ZEN4, "") is ZEN4


def test_the_longest_messages_of_each_subject_stand_for_it() -> None:
    run = SpeedRun(command="speed", environment=None)
    run.rows = [measured("md5", 6.0, size=2048, core_cycles=6.0), measured("md5", 4.8, core_cycles=4.8)]
    (comparison,) = compare_run_with_bounds(run, ZEN4)
    assert isinstance(comparison, ModelBeside)
    assert comparison.measured == 4.8
    assert compare_run_with_bounds(run, ZEN4, SHA256) == []


def test_the_chain_behind_a_bound() -> None:
    chain = chain_of(MD5, ZEN4, best(MD5, ZEN4, 1))
    assert [(steps.first, steps.last, steps.end) for steps in chain.steps] == [(0, 63, False), (64, 64, True)]
    assert [operation.kind for operation in chain.steps[0].operations] == ["logic3", "add", "shr", "add"]
    assert (chain.cycles, chain.mixed) == (257, False)
    scalar = bound(MD5, ZEN4, "scalar", 1)
    assert scalar is not None
    assert (16, 31) in [(steps.first, steps.last) for steps in chain_of(MD5, ZEN4, scalar).steps]
    assert chain_of(MD5, ZEN4, best(MD5, ZEN4, 16)).mixed


def test_rows_say_that_they_are_modelled() -> None:
    zen5 = processor("zen5")
    low, high = best(MD5, zen5, 16), best(MD5, zen5, 16, worst=True)
    row = bound_row("md5-x16", zen5, low, high, HZ)
    assert row.basis == "modelled"
    assert row.ns is not None
    assert row.ns.confidence is None
    assert row.ns.unknowns
    assert row.ns.high == pytest.approx(2 * row.ns.low)
    row = compare_with_bound(measured("md5", 4.8), zen5, HZ)
    assert row is not None
    assert row.basis == "modelled"
    assert row.ns is not None
    assert row.ns.high == pytest.approx(row.ns.low * 4.5156 / 4.0156, rel=1e-3)


def test_cores_by_cpuid() -> None:
    processors = (
        identified_core("AuthenticAMD", 25, 17),
        identified_core("AuthenticAMD", 26, 2),
        identified_core("AuthenticAMD", 25, 1),
        identified_core("GenuineIntel", 6, 85),
    )
    assert [core and core.name for core in processors] == ["zen4", "zen5", "zen3", "skylake-server"]
    assert identified_core("GenuineIntel", 6, 1) is None


def test_an_impossible_speed_is_a_measuring_error() -> None:
    zen5 = processor("zen5")
    assert beside(measured("md5@openssl", 4.0156 * 0.99), zen5).beyond == Misread(bound=4.015625)
    assert beside(measured("md5@openssl", 4.0156 * (1 - RESOLUTION / 2)), zen5).beyond is None
    assert beside(measured("sha256@openssl", 1.96)).beyond == Misread(bound=2.0)  # by SHA instructions
    several = beside(measured("sha256@openssl", 0.8, batch=16))
    assert isinstance(several.beyond, Misread)
    assert several.beyond.bound < several.low.cycles_per_byte + 1e-9


def test_rows_below_their_bound_are_marked() -> None:
    wrong, right = measured("sha256@openssl", 1.96, core_cycles=1.96), measured("md5", 4.8, core_cycles=4.8)
    other = measured("aes-128-gmac@openssl", 0.1, core_cycles=0.1)
    mark_misread([wrong, right, other], ZEN4)
    assert (wrong.misread, right.misread, other.misread) == (2.0, None, None)
    (caution,) = cautions([wrong, right, other])
    assert caution.code == "below-bound"
    assert "sha256@openssl took 1.960 cycles a byte, below its lower bound of 2.000" in caution.message
    assert "--time" in caution.fix


def test_the_rounds_own_clock_is_the_one_that_counts() -> None:
    """A row is compared in cycles, not by the environment's clock or by rounds at several clocks."""
    row = measured("md5", 4.8, core_cycles=4.5, core_hz=HZ / 2, per_byte_ns=1.0)
    assert beside(row).measured == pytest.approx(HZ / 2 / 1e9)
    row.per_byte_cycles = 4.4
    assert beside(row).measured == 4.4
    run = SpeedRun(command="speed", environment=None, rows=[row])
    assert run.core_hz == HZ / 2
