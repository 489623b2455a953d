# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The other end of the transfers: the user's host, or the private sshd."""

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
    """The host to measure; `host` as the user typed it, or None for the private sshd `server`."""

    def __init__(self, host: str | None = None, server: PrivateServer | None = None) -> None:
        if host is not None and (host.startswith("-") or not host.strip()):
            raise UsageError(f"{host!r} is not a host name", fix="type: wirerate ssh HOST")
        if not shutil.which("ssh"):
            raise MissingError(_NO_SSH[0], fix=_NO_SSH[1])
        self.name = host or HOST
        self.private = server is not None
        self.account = ""  # why the account is measured by sftp; "" if it has a shell
        self._connection = Connection(self.name, server)
        self.way: Shell | Sftp = Shell(self._connection)

    @property
    def by_sftp(self) -> bool:
        return isinstance(self.way, Sftp)

    @property
    def writes_file(self) -> bool:
        """Return whether uploads are written to a file at the other end, because the account cannot see /dev/null."""
        return isinstance(self.way, Sftp) and self.way.writes_file

    def meet(
        self, source: IO[bytes], size: int, ciphers: Sequence[str] = (), macs: Sequence[str] = ()
    ) -> tuple[Offer, Sent]:
        """Transfer the source; return the algorithms that both ends offer, and the transfer. `ciphers` and `macs` are
        enabled in addition to the defaults.

        Without a shell, this and all later transfers use sftp. Raises MissingError if the account has neither.
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
        except MissingError as sftp_error:
            raise error from sftp_error
        self.account = error.account
        return way


def zeros(size: int) -> IO[bytes]:
    """Open a sparse file of `size` zeros, in memory if the system can."""
    if hasattr(os, "memfd_create"):
        file: IO[bytes] = os.fdopen(os.memfd_create("wirerate"), "w+b")
    else:
        file = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    file.truncate(size)
    return file


def supported(kind: str) -> tuple[str, ...]:
    """Return the names of `kind` ("cipher" or "mac") that this machine's ssh has."""
    try:
        query = subprocess.run(["ssh", "-Q", kind], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingError(
            "this machine has no OpenSSH client", fix="type: sudo apt-get install openssh-client"
        ) from error
    return tuple(query.stdout.split())
