# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The user's own ssh: its command line, what marks off the answer of a command at the other end, and what ssh says when
it fails, as one line of ours with what to type next."""

from __future__ import annotations

import re
import shlex

from wirerate.errors import MissingError

# What the user's configuration is not to add to a command of ours: its other end is a program, for its output only.
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
    """The command for ssh to run a line there, once, with the user's own configuration: its standing connection too."""
    return ["ssh", *words(*PLAIN), *QUIET, "--", host, line]


def words(*settings: str) -> list[str]:
    return [word for setting in settings for word in ("-o", setting)]


# A login shell may print what it likes: what our command says stands between two words of our own.
BEGIN, DONE = "wirerate-begin", "wirerate-done"
_FRAME = re.compile(rf"^{BEGIN}\n(.*?)^{DONE}$", re.DOTALL | re.MULTILINE)


def between(command: str) -> str:
    """For a POSIX shell: the command's output between the words; its status is then in $s."""
    return f"echo; echo {BEGIN}; {command}; s=$?; echo; echo {DONE}"


def framed(command: str) -> str:
    """For a login shell of any kind: a POSIX shell runs the command, and ends with its status."""
    return f"exec sh -c {shlex.quote(f'{between(command)}; exit $s')}"


def begun(said: str) -> bool:
    """Whether our shell ran at all."""
    return re.search(rf"^{BEGIN}$", said, re.MULTILINE) is not None


def inside(said: str) -> str | None:
    """What stands between the two words; None where one of them is missing."""
    found = _FRAME.search(said)
    return found[1] if found else None


# What stands in ssh's standard error, what that means, what to do. The first that is found counts.
_MEANINGS = (
    (
        "unshare:",
        "sshd as root needs /run/sshd, which is missing, and this root may not mount one of its own",
        "run as another user, or type: mkdir /run/sshd",
    ),
    ("Could not resolve hostname", "{host} has no address", "check the name, or write an address"),
    ("Connection refused", "{host} refuses the connection: no sshd answers there", "check host and port"),
    ("timed out", "{host} does not answer", "check that it is up, and that no firewall is in between"),
    ("No route to host", "there is no way to {host}", "check the network"),
    (
        "HOST IDENTIFICATION HAS CHANGED",
        "{host} shows another key than the one known here: it was set up anew, or somebody stands in between and would "
        "read all that is sent",
        "ask its owner for the fingerprint; if the new key is right, type: {forget}",
    ),
    (
        "REVOKED HOST KEY",
        "{host} shows a key that is marked as revoked here: whoever has it may pose as this host",
        "do not connect; ask its owner for a new key",
    ),
    (
        "Host key verification failed",
        "{host}'s key is not known here: this would be the first contact from this account",
        "type once by hand, and compare the fingerprint with its owner's: ssh {host}",
    ),
    ("Too many authentication failures", "{host} refuses the key after too many others", "type: ssh -i KEY {host}"),
    ("Permission denied", "{host} refuses the key", "make this work without a password first: ssh {host} true"),
    ("no matching cipher", "{host} offers none of the ciphers asked for", "leave out --ciphers"),
    ("no matching MAC", "{host} offers none of the MACs asked for", "leave out --macs"),
    ("no matching", "{host} and this ssh share no algorithm", "type: ssh -vv {host}, and compare"),
    ("Corrupted MAC", "{host} computes another tag than this ssh for the same packet", "report it; use another MAC"),
    ("Connection reset", "{host} dropped the connection", "look into its log"),
    ("Broken pipe", "{host} dropped the connection in the middle of a transfer", "look into its log"),
    ("onnection closed", "{host} closed the connection", "look into its log"),
    ("Connection to", "{host} closed the connection", "look into its log"),
)


_OWN_WORDS = ("debug", "OpenSSH_", "Authenticated to", "Transferred:", "Bytes per second:")  # of ssh -v


def explain(host: str, status: int, stderr: str) -> MissingError:
    """The error for an ssh that ended with `status` and wrote `stderr`."""
    for words, what, fix in _MEANINGS:
        if words in stderr:
            return MissingError(what.format(host=host), fix=fix.format(host=host, forget=_forget(stderr, host)))
    last = told(stderr) or "without a word"
    return MissingError(f"ssh to {host} failed with status {status}: {last}", fix=f"type: ssh {host} true")


def _forget(stderr: str, host: str) -> str:
    """The command that removes a host's old key: ssh's own, which knows the file and the port, where it gives one."""
    found = re.search(r"^\s*(ssh-keygen -f .* -R .*?)\s*$", stderr, re.MULTILINE)
    return found[1] if found else f"ssh-keygen -R {host}"


class NoShellError(MissingError):
    """The account is let in, and no command of ours runs; `account` says what it is for, as far as it tells."""

    def __init__(self, account: str, message: str, fix: str) -> None:
        super().__init__(message, fix=fix)
        self.account = account


def no_shell(host: str, said: str) -> NoShellError:
    """From what came in place of a shell's answer."""
    fix = f"name an account with a shell: USER@{host.rpartition('@')[2]}"
    if "sftp connections only" in said:  # sshd, for ForceCommand internal-sftp
        return NoShellError("sftp only", f"{host} has sftp only for this account", fix)
    if "account is currently not available" in said:  # nologin(8)
        return NoShellError("nologin", f"{host}'s account is not for logging in: its shell is nologin", fix)
    words = told(said)
    heard = f": it says {words!r}" if words else ", and says nothing"
    return NoShellError("no shell", f"{host} ran no shell{heard}", f"check: ssh {host} 'echo done'")


def told(stderr: str) -> str:
    """The last line that is not ssh's own talk about its work."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip() and not line.startswith(_OWN_WORDS)]
    return lines[-1] if lines else ""
