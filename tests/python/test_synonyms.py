"""Hints for unknown words: they name things that exist, and shared letters alone suggest nothing."""

from __future__ import annotations

import re
import tomllib

import pytest

from wirerate.authenticators.subjects import ALGORITHMS, IMPLEMENTATIONS
from wirerate.catalogue import PROTOCOLS
from wirerate.catalogue.curves import OPERATIONS as CURVES
from wirerate.catalogue.schemes import HYBRIDS, SCHEMES
from wirerate.errors import nearest, unknown
from wirerate.links import OVER, link_names
from wirerate.synonyms import SYNONYMS, hint
from wirerate.wings.path.catalogue import ALIASES, PATHS, RECORD_PATHS

HINTS = tomllib.loads(SYNONYMS.read_text())
OPERATIONS = {*CURVES, *SCHEMES, *HYBRIDS}
PACKET_PATHS = {*ALIASES, *(path.base for path in (*PATHS, *RECORD_PATHS))}
KNOWN = {*ALGORITHMS, *IMPLEMENTATIONS, *PROTOCOLS, *OVER, *OPERATIONS, *PACKET_PATHS}
WORDS = {
    "protocol": PROTOCOLS, "algorithm": ALGORITHMS, "implementation": IMPLEMENTATIONS, "operation": OPERATIONS,
    "link": link_names(), "packet path": PACKET_PATHS,
}  # fmt: skip


@pytest.mark.parametrize("kind", HINTS)
def test_a_hint_is_for_an_unknown_word_and_names_a_known_one(kind: str) -> None:
    for word, text in HINTS[kind].items():
        assert word not in WORDS[kind]
        assert word == word.lower()
        named = set(re.findall(r"[a-z][\w.-]*\w", text)) & KNOWN
        assert named or "rate:600M" in text or "nor is any similar one" in text, text


def test_case_and_blanks_do_not_matter() -> None:
    assert hint("protocol", " SSL ") == "type tls-1.3 or tls-1.2"
    assert hint("protocol", "xyz") == hint("board", "ssl") == ""


@pytest.mark.parametrize(
    ("word", "words"), [("wolfssl", IMPLEMENTATIONS), ("ipsec", PROTOCOLS), ("wifi", PROTOCOLS), ("blake2", ALGORITHMS)]
)
def test_shared_letters_alone_suggest_nothing(word: str, words: tuple[str, ...]) -> None:
    assert nearest(word, words) is None


def test_words_with_the_same_beginning_are_listed_where_nothing_is_near() -> None:
    assert unknown("protocol", "tls", ["tls-1.3", "ah"]).fix == "type tls-1.3 or tls-1.2"
    assert unknown("thing", "um", ["umac-64", "umac-128", "md5"]).fix == "one of: umac-64, umac-128"
