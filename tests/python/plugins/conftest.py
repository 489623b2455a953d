"""Real OpenSSH as client and server; without it, these tests are skipped with that reason."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

asyncssh = pytest.importorskip("asyncssh", reason="asyncssh is not installed (pip install asyncssh)")

from wirerate.plugins import asyncssh as plugin  # noqa: E402
from wirerate.wings.ssh.server import PrivateServer  # noqa: E402

UMACS = ("umac-64-etm@openssh.com", "umac-128-etm@openssh.com", "umac-64@openssh.com", "umac-128@openssh.com")
HMACS = (
    "hmac-md5",
    "hmac-md5-etm@openssh.com",
    "hmac-sha1",
    "hmac-sha1-etm@openssh.com",
    "hmac-sha2-256",
    "hmac-sha2-256-etm@openssh.com",
    "hmac-sha2-512",
    "hmac-sha2-512-etm@openssh.com",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    missing = [name for name in ("ssh", "/usr/sbin/sshd") if not shutil.which(name)]
    if missing:
        skip = pytest.mark.skip(reason=f"{', '.join(missing)} not installed (Debian: openssh-client openssh-server)")
        for item in items:
            if folder in item.path.parents and "openssh" in item.fixturenames:
                item.add_marker(skip)


@pytest.fixture
def openssh() -> None:
    """Skip unless the programs that a test needs are installed."""


@pytest.fixture
def installed() -> Iterator[tuple[str, ...]]:
    names = plugin.install()
    yield names
    plugin.uninstall()


@pytest.fixture
def server(openssh: None) -> Iterator[PrivateServer]:
    with PrivateServer(macs=(*UMACS, *HMACS), log_level="INFO") as running:
        yield running
