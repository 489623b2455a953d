# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The other end: a host of the user's, or the private sshd. One transfer is one ssh process, measured at both ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from typing import IO

from wirerate.errors import MissingError, UsageError
from wirerate.remote.ssh import NoShellError
from wirerate.wings.ssh.algorithms import Offer, read_offer
from wirerate.wings.ssh.connection import Connection, Sent, Shell
from wirerate.wings.ssh.server import HOST, PrivateServer
from wirerate.wings.ssh.sftp import Sftp

_NO_SSH = ("this machine has no ssh", "type: sudo apt-get install openssh-client")


class Peer:
    """`host` as the user wrote it, or None for the private sshd, which `server` then is."""

    def __init__(self, host: str | None = None, server: PrivateServer | None = None) -> None:
        if host is not None and (host.startswith("-") or not host.strip()):
            raise UsageError(f"{host!r} is not a host name", fix="type: wirerate ssh HOST")
        if not shutil.which("ssh"):
            raise MissingError(_NO_SSH[0], fix=_NO_SSH[1])
        self.name = host or HOST
        self.private = server is not None
        self.account = ""  # why it is measured by sftp; "": it has a shell
        self._connection = Connection(self.name, server)
        self.way: Shell | Sftp = Shell(self._connection)

    @property
    def by_sftp(self) -> bool:
        return isinstance(self.way, Sftp)

    @property
    def writes_file(self) -> bool:
        """Whether uploads go into a file there, for want of anything else."""
        return isinstance(self.way, Sftp) and self.way.writes_file

    def meet(
        self, source: IO[bytes], size: int, ciphers: Sequence[str] = (), macs: Sequence[str] = ()
    ) -> tuple[Offer, Sent]:
        """A transfer during which both ends say who they are and what they offer, these names among it.

        An account without a shell is measured by sftp from here on, if it has that.
        """
        wanted = (("Ciphers", ciphers), ("MACs", macs))
        options = [word for name, names in wanted if names for word in ("-o", f"{name}=+{','.join(names)}")]
        try:
            sent = self.way.upload(None, source, size, ["-vv", *options])
        except NoShellError as error:
            self.way = self._sftp(error)
            sent = self.way.upload(None, source, size, ["-vv", *options])
        return read_offer(sent.log), sent

    def _sftp(self, error: NoShellError) -> Sftp:
        way = Sftp(self._connection)
        try:
            way.look()
        except MissingError as also:
            raise error from also
        self.account = error.account
        return way


def zeros(size: int) -> IO[bytes]:
    """A file of that many zeros that takes no room, in memory where the system has such files."""
    if hasattr(os, "memfd_create"):
        file: IO[bytes] = os.fdopen(os.memfd_create("wirerate"), "w+b")
    else:
        file = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    file.truncate(size)
    return file


def supported(kind: str) -> tuple[str, ...]:
    """The `cipher` or `mac` names that this machine's ssh has."""
    try:
        found = subprocess.run(["ssh", "-Q", kind], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingError(
            "this machine has no OpenSSH client", fix="type: sudo apt-get install openssh-client"
        ) from error
    return tuple(found.stdout.split())
