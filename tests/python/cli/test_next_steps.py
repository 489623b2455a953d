"""The commands suggested after a check can be typed, and apply."""

from __future__ import annotations

import wirerate
from wirerate.commands.check.command import after_check


def test_keyed_state_is_suggested_only_where_there_is_some() -> None:
    keyed = after_check(wirerate.check(["hmac-md5@wirerate"], links=["10M"], time=0.05))
    assert any("--keyed" in command for command, _ in keyed)
    unkeyed = after_check(wirerate.check(["md5@wirerate"], links=["10M"], time=0.05))
    assert not any("--keyed" in command for command, _ in unkeyed)
    assert len(unkeyed) == 3


def test_k_way_md5_is_asked_about_by_message_size() -> None:
    chained = [command for command, _ in after_check(wirerate.check(["md5-x4"], links=["10M"], time=0.05))]
    assert "wirerate check md5 md5-x4 --link 10M --packet 64,512,1500,9000" in chained
