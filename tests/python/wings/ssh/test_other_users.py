"""Another user of the machine can connect to the private sshd but cannot log in."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from tests.python.sockets import NOBODY, family, listening, reached_by_another

from wirerate.wings.ssh.server import PrivateServer

from .conftest import needs_openssh

pytestmark = [needs_openssh, pytest.mark.skipif(os.geteuid() != 0, reason="only root can try as another user")]


def test_another_user_is_not_let_in(tmp_path: Path) -> None:
    """That user sees one port on 127.0.0.1, has no key, and cannot read the folder with the keys."""
    before = set(listening(family(os.getpid())))  # sockets of earlier tests in this process
    with PrivateServer() as server:
        port = ("tcp", ("127.0.0.1", server.port))
        new = [each for each in listening(family(os.getpid())) if each not in before]
        assert [each for each in new if reached_by_another([each])] == [port]
        settings = {"BatchMode": "yes", "StrictHostKeyChecking": "no", "UserKnownHostsFile": "/dev/null"}
        command = ["ssh", "-F", "none", "-p", str(server.port), "-i", str(server.identity), "root@127.0.0.1"]
        command += [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        with subprocess.Popen(
            [*command, "id"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd="/", user=NOBODY, group=NOBODY, extra_groups=[],
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        ) as client:  # fmt: skip
            for _ in range(2):  # the first connection is from reached_by_another
                server.accept(timeout=20)
            out, told = client.communicate(timeout=60)
        assert (client.returncode, out) == (255, "")
        assert f"Identity file {server.identity} not accessible: Permission denied" in told
        assert "Permission denied (publickey)" in told
