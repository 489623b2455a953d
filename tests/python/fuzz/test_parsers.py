"""Run the parsers on the fuzzer's seeds and on random bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.parsers import PARSERS, run_input
from hypothesis import given, settings
from hypothesis import strategies as st

SEEDS = sorted((Path(__file__).parents[3] / "fuzz" / "seeds" / "parsers").iterdir())


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.name)
def test_seed_whole_and_cut(seed: Path) -> None:
    data = seed.read_bytes()
    for end in range(0, len(data) + 1, max(1, len(data) // 60)):
        run_input(data[:end])
    run_input(data)


def test_every_parser_has_a_seed() -> None:
    assert {seed.read_bytes()[0] % len(PARSERS) for seed in SEEDS} == set(range(len(PARSERS)))


@settings(max_examples=600, deadline=None)
@given(st.integers(0, len(PARSERS) - 1), st.binary(max_size=200))
def test_any_bytes(parser: int, data: bytes) -> None:
    run_input(bytes([parser]) + data)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SEEDS), st.data())
def test_changed_seeds(seed: Path, data: st.DataObject) -> None:
    changed = bytearray(seed.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(1, len(changed) - 1))] = data.draw(st.integers(0, 255))
    run_input(bytes(changed))
