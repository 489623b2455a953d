"""Hints name what is there, and letters alone make no friends."""

from __future__ import annotations

import re

import pytest

from wirerate.authenticators.subjects import ALGORITHMS, IMPLEMENTATIONS
from wirerate.catalogue import PROTOCOLS
from wirerate.catalogue.curves import OPERATIONS as CURVES
from wirerate.catalogue.schemes import HYBRIDS, SCHEMES
from wirerate.errors import nearest, unknown
from wirerate.links import OVER
from wirerate.meanings import _MEANT

OPERATIONS = {*CURVES, *SCHEMES, *HYBRIDS}
KNOWN = {*ALGORITHMS, *IMPLEMENTATIONS, *PROTOCOLS, *OVER, *OPERATIONS}
WORDS = {
    "protocol": PROTOCOLS, "algorithm": ALGORITHMS, "implementation": IMPLEMENTATIONS, "operation": OPERATIONS
}  # fmt: skip


@pytest.mark.parametrize("what", _MEANT)
def test_a_hint_is_for_a_word_that_is_none_and_names_one_that_is(what: str) -> None:
    words = WORDS.get(what, {})
    for word, hint in _MEANT[what].items():
        assert word not in words
        assert word == word.lower()
        named = set(re.findall(r"[a-z][\w.-]*\w", hint)) & KNOWN
        assert named or "rate:600M" in hint or "none is near" in hint, hint


@pytest.mark.parametrize(
    ("word", "words"), [("wolfssl", IMPLEMENTATIONS), ("ipsec", PROTOCOLS), ("wifi", PROTOCOLS), ("blake2", ALGORITHMS)]
)
def test_letters_in_common_are_no_meaning(word: str, words: tuple[str, ...]) -> None:
    assert nearest(word, words) is None


def test_what_begins_like_it_is_named_where_nothing_is_near() -> None:
    assert unknown("protocol", "tls", ["tls-1.3", "ah"]).fix == "type tls-1.3 or tls-1.2"
    assert unknown("thing", "um", ["umac-64", "umac-128", "md5"]).fix == "one of: umac-64, umac-128"
