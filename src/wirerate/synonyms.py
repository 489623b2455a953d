# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hints for words that wirerate does not know, from catalogue/synonyms.toml. errors.py imports this module."""

from __future__ import annotations

from pathlib import Path

SYNONYMS = Path(__file__).parent / "catalogue" / "synonyms.toml"


def hint(kind: str, word: str) -> str:
    """Return what to type instead of `word`, an unknown name of a `kind` such as "protocol"; "" if there is no hint."""
    import tomllib  # imported here, because only a mistyped word needs it

    return str(tomllib.loads(SYNONYMS.read_text()).get(kind, {}).get(word.strip().lower(), ""))
