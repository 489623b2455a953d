"""Measurements beside bounds, and both in words."""

from __future__ import annotations

import pytest

from wirerate.graph.against import against, all_against, inner_algorithm
from wirerate.graph.algorithms import MD5, SHA256
from wirerate.graph.bounds import best, bound
from wirerate.graph.costs import core, like, limited_to
from wirerate.graph.explain import chain_in_words, limit_in_words
from wirerate.graph.rows import beside_row, bound_row
from wirerate.records import Interval, Measurement, Run

ZEN4 = core("zen4")
HZ = 3.7e9


def measured(subject: str, cycles_per_byte: float, *, size: float = 16384, **fields: object) -> Measurement:
    ns = cycles_per_byte * size / HZ * 1e9
    interval = Interval(ns, ns, ns, 0.99)
    return Measurement(subject=subject, bytes=size, ns=interval, **fields)  # type: ignore[arg-type]


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
    found = inner_algorithm(subject)
    assert (found and (found[0].name, found[1])) == expected


def test_openssl_md5_on_zen4_is_limited_by_latency() -> None:
    found = against(measured("md5@openssl", 4.769), ZEN4, HZ)
    assert found is not None
    assert found.ratio == pytest.approx(4.769 / 4.0156, rel=1e-3)
    assert found.sentence.startswith("limited by latency")


def test_a_batch_has_as_many_ways() -> None:
    found = against(measured("md5@wirerate/avx512", 0.227, batch=32), ZEN4, HZ)
    assert found is not None
    assert found.ways == 32
    assert found.ratio == pytest.approx(1.066, abs=1e-3)
    assert "full" in found.sentence


def test_the_slope_counts_where_a_fixed_cost_is_known() -> None:
    found = against(measured("md5", 9.0, per_byte_ns=4.6 / HZ * 1e9), ZEN4, HZ)
    assert found is not None
    assert found.measured == pytest.approx(4.6)


def test_between_a_bounds_two_ends_is_the_bound() -> None:
    zen5 = core("zen5")
    for cycles, ratio in ((4.2, 1), (4.5156 * 1.1, 1.1), (4.0156 * 0.9, 0.9)):
        found = against(measured("md5@openssl", cycles), zen5, HZ)
        assert found is not None
        assert found.ratio == pytest.approx(ratio, abs=1e-3)


def test_below_the_bound_names_what_is_lacking() -> None:
    found = against(measured("sha256@openssl", 2.0), ZEN4, HZ)
    assert found is not None
    assert found.ratio < 1
    assert "SHA instructions" in found.sentence


def test_one_chain_far_above_the_bound_is_the_codes_own() -> None:
    found = against(measured("md5@nettle", 9.0), ZEN4, HZ)
    assert found is not None
    assert found.sentence.startswith("not limited by what the model has")
    assert "it is the code" in found.sentence


def sentence(subject: str, cycles: float, size: float = 65536, **fields: object) -> str:
    found = against(measured(subject, cycles, size=size, **fields), core("zen5"), HZ)
    assert found is not None
    return found.sentence


def test_the_scalar_units_registers_are_too_few_for_four_chains() -> None:
    said = sentence("md5-x4@wirerate/avx512", 2.08)
    assert "it lacks the register file: 4 ways keep 20 words at work, and the scalar unit has 16 registers" in said
    assert "in the xmm unit, which holds them, the bound is 2.008" in said
    assert "in the xmm unit" not in sentence("md5-x4@wirerate/avx512", 3.0)


def test_a_k_way_message_has_blocks_of_its_own() -> None:
    said = sentence("md5-x32@wirerate/avx512", 0.368)
    assert said.startswith("limited by latency")
    assert "16 % of the time is the message's own: 32 prefixes and ends" in said
    slope = sentence("md5-x32@wirerate/avx512", 0.4, per_byte_ns=0.368 / HZ * 1e9)
    assert "it lacks the load and store unit" in slope


def test_what_lanes_lack() -> None:
    said = sentence("md5-x64@wirerate/avx512", 0.2, size=2**20)
    assert "it lacks the load and store unit: for 64 blocks 64 registers of words are loaded" in said
    assert "256 times one is loaded again" in said
    assert "it lacks the shuffle unit" in sentence("umac-64@wirerate/avx512", 0.064)
    assert "it lacks the load unit: 128 operands" in sentence("internet-checksum@wirerate/avx512", 0.0266)


def test_near_is_a_fifth_and_a_quarter_for_16_ways() -> None:
    assert sentence("md5-x16@wirerate/avx512", 0.502 * 1.24).startswith("limited by")
    assert sentence("md5-x16@wirerate/avx512", 0.502 * 1.26, size=2**20).startswith("not limited")
    assert sentence("md5@wirerate/avx512", 4.5156 * 1.21).startswith("not limited")


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
def test_what_the_model_cannot_judge(odd: Measurement) -> None:
    assert against(odd, ZEN4, HZ) is None


def test_a_kernel_is_held_against_its_own_instructions() -> None:
    avx2 = limited_to(ZEN4, "avx2")
    assert set(avx2.units) == {"scalar", "xmm", "ymm"}
    assert best(MD5, avx2, 32).cycles > 1.4 * best(MD5, ZEN4, 32).cycles
    assert limited_to(ZEN4, "") is ZEN4


def test_the_longest_messages_of_each_subject_stand_for_it() -> None:
    run = Run(command="speed", kind="speed", environment=None)
    run.measurements = [measured("md5", 6.0, size=2048, core_cycles=6.0), measured("md5", 4.8, core_cycles=4.8)]
    (found,) = all_against(run, ZEN4)
    assert found.measured == 4.8
    assert all_against(run, ZEN4, SHA256) == []


def test_the_chain_in_words() -> None:
    text = "\n".join(chain_in_words(MD5, ZEN4, best(MD5, ZEN4, 1)))
    assert "steps 0 to 63: three-input logic, add, shift right, add = 4 cycles" in text
    assert "together 257 cycles per block, 4.016 cycles per byte" in text
    scalar = bound(MD5, ZEN4, "scalar", 1)
    assert scalar is not None
    text = "\n".join(chain_in_words(MD5, ZEN4, scalar))
    assert "steps 16 to 31" in text


def test_limits_in_words() -> None:
    assert limit_in_words(MD5, ZEN4, best(MD5, ZEN4, 1)).startswith("latency:")
    assert "in balance" in limit_in_words(MD5, ZEN4, best(MD5, ZEN4, 16))
    assert limit_in_words(MD5, ZEN4, best(MD5, ZEN4, 32)).startswith("issue:")


def test_rows_say_that_they_are_modelled() -> None:
    zen5 = core("zen5")
    low, high = best(MD5, zen5, 16), best(MD5, zen5, 16, worst=True)
    row = bound_row("md5-x16", zen5, low, high, HZ)
    assert row.basis == "modelled"
    assert row.ns is not None
    assert row.ns.confidence is None
    assert row.ns.unknowns
    assert row.ns.high == pytest.approx(2 * row.ns.low)
    found = against(measured("md5", 4.8), zen5, HZ)
    assert found is not None
    assert beside_row(found, zen5, HZ).extra["ratio"] == found.ratio


def test_cores_by_cpuid() -> None:
    found = (
        like("AuthenticAMD", 25, 17),
        like("AuthenticAMD", 26, 2),
        like("AuthenticAMD", 25, 1),
        like("GenuineIntel", 6, 85),
    )
    assert [core and core.name for core in found] == ["zen4", "zen5", "zen3", "skylake-server"]
    assert like("GenuineIntel", 6, 1) is None
