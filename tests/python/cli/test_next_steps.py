"""What is suggested after a check can be typed and means something."""

from __future__ import annotations

import wirerate
from wirerate.cli.check import after_check


def test_keyed_state_is_suggested_only_where_there_is_some() -> None:
    keyed = after_check(wirerate.check(["hmac-md5@wirerate"], links=["10M"], time=0.05))
    assert any("--keyed" in command for command, _ in keyed)
    unkeyed = after_check(wirerate.check(["md5@wirerate"], links=["10M"], time=0.05))
    assert not any("--keyed" in command for command, _ in unkeyed)
    assert len(unkeyed) == 3
