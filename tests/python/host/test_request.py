from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.authenticators.subjects import Subject
from wirerate.errors import UsageError
from wirerate.host.request import CACHES, Request, working_set
from wirerate.records import CpuCache

SERVER = {"L1d": 48 << 10, "L2": 1 << 20, "L3": 32 << 20}
IMIX = (40, 40, 40, 40, 40, 40, 40, 576, 576, 576, 576, 1500)


def caches_of(sizes: dict[str, int]) -> list[CpuCache]:
    return [CpuCache(name=name, bytes=size) for name, size in sizes.items()]


def request(lengths: tuple[int, ...] = (64,), cache: str = "warm", **more: object) -> Request:
    return Request(Subject("md5"), lengths, cache=cache, **more)  # type: ignore[arg-type]


def test_states_of_a_server() -> None:
    sizes = {cache: working_set(request(cache=cache), caches_of(SERVER)) for cache in CACHES[:3]}
    assert sizes == {"warm": 256 << 10, "llc": 8 << 20, "cold": 256 << 20}


@given(
    l2=st.integers(128 << 10, 4 << 20),
    last=st.integers(2 << 20, 512 << 20),
    threads=st.integers(1, 8),
)
def test_states_lie_where_they_say(l2: int, last: int, threads: int) -> None:
    caches = {"L1d": 32 << 10, "L2": l2, "L3": max(last, 8 * l2 * threads)}
    warm, llc, cold = (working_set(request(cache=cache, threads=threads), caches_of(caches)) for cache in CACHES[:3])
    assert warm <= l2 * threads / 4
    assert 2 * l2 * threads <= llc <= caches["L3"] / 2
    assert cold >= 4 * caches["L3"]
    assert cold >= 256 << 20


def test_a_small_board_without_a_third_level_has_all_states() -> None:
    caches = {"L1d": 32 << 10, "L2": 512 << 10}
    warm, llc, cold = (working_set(request(cache=cache), caches_of(caches)) for cache in CACHES[:3])
    assert warm <= llc < caches["L2"] < cold


def test_a_sweep_takes_its_size_and_an_unknown_state_is_refused() -> None:
    assert working_set(request(cache="sweep", working_set=4096), caches_of(SERVER)) == 4096
    with pytest.raises(UsageError, match="unknown cache state 'hot'"):
        working_set(request(cache="hot"), caches_of(SERVER))


@given(st.sampled_from([(64,), (9000,), IMIX]), st.integers(4096, 256 << 20))
def test_templates_keep_the_proportions_and_fit_where_they_can(lengths: tuple[int, ...], size: int) -> None:
    templates = request(lengths).templates(size)
    assert templates == list(lengths) * (len(templates) // len(lengths))
    assert len(templates) <= 256
    if len(templates) > len(lengths):
        assert sum(-(-length // 64) * 64 for length in templates) <= size
