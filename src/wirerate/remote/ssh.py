# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs commands on a host through the user's ssh, and turns ssh's failures into errors that say what to type."""

from __future__ import annotations

import re
import shlex

from wirerate.errors import MissingError

# Options that keep the user's configuration from changing how a command runs; only its output matters.
PLAIN = (
    "BatchMode=yes",
    "ConnectTimeout=10",
    "ServerAliveInterval=15",
    "ControlMaster=no",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    "PermitLocalCommand=no",
    "RemoteCommand=none",
    "RequestTTY=no",
)
QUIET = ("-o", "LogLevel=ERROR")


def plain(host: str, line: str) -> list[str]:
    """Return the command that runs a shell line on a host through the user's ssh configuration."""
    return ["ssh", *words(*PLAIN), *QUIET, "--", host, line]


def words(*settings: str) -> list[str]:
    return [word for setting in settings for word in ("-o", setting)]


# A login shell may print anything, so a command's output is put between two marker words.
BEGIN, DONE = "wirerate-begin", "wirerate-done"
_FRAME = re.compile(rf"^{BEGIN}\n(.*?)^{DONE}$", re.DOTALL | re.MULTILINE)


def between(command: str) -> str:
    """Return POSIX shell code that prints the command's output between the markers and puts its status in $s."""
    return f"echo; echo {BEGIN}; {command}; s=$?; echo; echo {DONE}"


def framed(command: str) -> str:
    """Return a line for any login shell that runs the command in a POSIX shell and exits with its status."""
    return f"exec sh -c {shlex.quote(f'{between(command)}; exit $s')}"


def begun(output: str) -> bool:
    """Return whether the output has the first marker, which proves that the shell ran."""
    return re.search(rf"^{BEGIN}$", output, re.MULTILINE) is not None


def inside(output: str) -> str | None:
    """Return the text between the markers; None if one of them is missing."""
    match = _FRAME.search(output)
    return match[1] if match else None


# Text in ssh's standard error, its meaning, and what to do. The first match wins.
_MEANINGS = (
    (
        "unshare:",
        "sshd started by root needs /run/sshd, which is missing, and this user may not mount it",
        "run as another user, or type: mkdir /run/sshd",
    ),
    ("Could not resolve hostname", "{host} has no address", "check the name, or use an address"),
    ("Connection refused", "{host} refuses the connection: no sshd listens there", "check host and port"),
    ("timed out", "{host} does not answer", "check that it is up and that no firewall blocks it"),
    ("No route to host", "there is no route to {host}", "check the network"),
    (
        "HOST IDENTIFICATION HAS CHANGED",
        "{host} has a different host key than before: it was reinstalled, or someone intercepts the connection",
        "ask its owner for the fingerprint; if the new key is right, type: {forget}",
    ),
    (
        "REVOKED HOST KEY",
        "{host} has a host key that is marked as revoked: whoever holds it may impersonate this host",
        "do not connect; ask its owner for a new key",
    ),
    (
        "Host key verification failed",
        "{host}'s host key is unknown to this account",
        "connect once by hand and check the fingerprint with the host's owner: ssh {host}",
    ),
    ("Too many authentication failures", "{host} refused too many keys before yours", "type: ssh -i KEY {host}"),
    ("Permission denied", "{host} refuses the key", "make this work without a password first: ssh {host} true"),
    ("no matching cipher", "{host} offers none of the ciphers named", "leave out --ciphers"),
    ("no matching MAC", "{host} offers none of the MACs named", "leave out --macs"),
    ("no matching", "{host} and this ssh share no algorithm", "type: ssh -vv {host}, and compare both sides' lists"),
    ("Corrupted MAC", "{host} and this ssh compute different tags for a packet", "report it; use another MAC"),
    ("Connection reset", "{host} dropped the connection", "look in its log"),
    ("Broken pipe", "{host} dropped the connection during a transfer", "look in its log"),
    ("onnection closed", "{host} closed the connection", "look in its log"),
    ("Connection to", "{host} closed the connection", "look in its log"),
)


_LOG_PREFIXES = ("debug", "OpenSSH_", "Authenticated to", "Transferred:", "Bytes per second:")  # lines of ssh -v


def explain(host: str, status: int, stderr: str) -> MissingError:
    """Return the error for an ssh that ended with `status` and wrote `stderr`."""
    for text, meaning, fix in _MEANINGS:
        if text in stderr:
            return MissingError(meaning.format(host=host), fix=fix.format(host=host, forget=_forget(stderr, host)))
    message = last_message(stderr) or "no message"
    return MissingError(f"ssh to {host} failed with status {status}: {message}", fix=f"type: ssh {host} true")


def _forget(stderr: str, host: str) -> str:
    """Return the command that removes a host's old key: the one that ssh suggested in `stderr`, if any."""
    match = re.search(r"^\s*(ssh-keygen -f .* -R .*?)\s*$", stderr, re.MULTILINE)
    return match[1] if match else f"ssh-keygen -R {host}"


class NoShellError(MissingError):
    """The host accepts the login but runs no commands; `account` is "sftp only", "nologin" or "no shell"."""

    def __init__(self, account: str, message: str, fix: str) -> None:
        super().__init__(message, fix=fix)
        self.account = account


def no_shell(host: str, output: str) -> NoShellError:
    """Return the error for a host that sent `output` instead of running a shell."""
    fix = f"name an account with a shell: USER@{host.rpartition('@')[2]}"
    if "sftp connections only" in output:  # printed by sshd for ForceCommand internal-sftp
        return NoShellError("sftp only", f"{host} allows this account only sftp", fix)
    if "account is currently not available" in output:  # printed by nologin(8)
        return NoShellError("nologin", f"{host} gives this account nologin as its shell", fix)
    message = last_message(output)
    answer = f"; it answered {message!r}" if message else " and answered nothing"
    return NoShellError("no shell", f"{host} ran no shell{answer}", f"check: ssh {host} 'echo done'")


def last_message(stderr: str) -> str:
    """Return the last line that is not part of ssh's verbose log."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip() and not line.startswith(_LOG_PREFIXES)]
    return lines[-1] if lines else ""
