"""Run OpenSSH's own tests with the UMAC written by scripts/amalgamate.py: `make openssh`.

OpenSSH is built once from Debian's source package in the user's cache. Nothing is installed and no port is opened,
because its tests use pipes. For each check, umac.c and umac.h are replaced, the programs that depend on them are
rebuilt, and OpenSSH's Makefile runs its unchanged tests. Two ends with the same wrong UMAC agree with each other, so
one check keeps OpenSSH's own UMAC in the server. The controls show that the tests detect a wrong UMAC.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from wirerate import folders
from wirerate.cleanup import spawn, stop
from wirerate.errors import Error, MissingError
from wirerate.wings.mcu.lab.source import atomic_folder

from .suites import source, source_folder

ROOT = Path(__file__).parents[2]
SUITE = "trixie"

# The commands of docs/guides/openssh-umac.md, typed in the folder of OpenSSH's sources.
AMALGAMATE = "python3 ../wirerate/scripts/amalgamate.py ../dist"
REPLACE = "cp ../dist/umac.c ../dist/umac.h ."
CONFIGURE = (
    "touch configure",
    "mkdir -p -m 755 empty",
    './configure --with-privsep-path="$PWD/empty" --with-privsep-user=nobody \\\n'
    "    --without-zlib --disable-pkcs11 --disable-security-key",
)
BUILD = "make -j2"
TEST = 'make t-exec LTESTS="try-ciphers integrity"'

UMAC = tuple(f"umac-{bits}{etm}@openssh.com" for etm in ("", "-etm") for bits in (64, 128))
_TITLES = {"try-ciphers": "try ciphers", "integrity": "integrity"}  # the names that the tests print
_SERVERS = ("sshd", "sshd-session", "sshd-auth")  # one program before 9.8, two from 9.8 on, three from 10.0 on
_PATIENCE_S = 1200


@dataclass(frozen=True)
class Check:
    name: str
    tests: tuple[str, ...]
    own_server: bool = False  # whether the server keeps OpenSSH's UMAC
    spoilt: tuple[str, str] | None = None  # a text in umac.c and a wrong replacement: the tests must fail


@dataclass(frozen=True)
class Outcome:
    as_expected: bool
    connections: int  # number of connections with UMAC
    complaints: tuple[str, ...]
    log: Path


BOTH_ENDS = Check("this UMAC at both ends", ("try-ciphers", "integrity"))
ONE_END = Check("this UMAC against OpenSSH's", ("try-ciphers",), own_server=True)
# Only the tags of -etm are wrong, because these MACs cover four more bytes. After a wrong tag of another MAC with a CBC
# cipher, OpenSSH keeps reading to hide the failure, and the test would hang.
WITHOUT_END = Check(
    "control: bytes after the last whole group of eight are ignored",
    ("try-ciphers",),
    own_server=True,
    spoilt=("&ctx->key, input, (size_t)len);", "&ctx->key, input, (size_t)len & ~(size_t)7);"),
)
BLIND = Check(
    "control: a tag that does not depend on the packet",
    ("integrity",),
    spoilt=("&ctx->key, input, (size_t)len);", "&ctx->key, input, (size_t)len * 0);"),
)
CHECKS = (BOTH_ENDS, ONE_END, WITHOUT_END, BLIND)


@dataclass(frozen=True)
class Build:
    """A configured and compiled OpenSSH in `openssh/`, with the original programs and their own UMAC in `theirs/`."""

    folder: Path

    @property
    def tree(self) -> Path:
        return self.folder / "openssh"

    @property
    def theirs(self) -> Path:
        return self.folder / "theirs"

    @property
    def is_made(self) -> bool:
        return self.theirs.is_dir()

    @contextmanager
    def terminal(self, name: str) -> Iterator[Terminal]:
        """Lock the build for one user at a time, and open a log with this name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            log = self.folder / f"{name}.log"
            log.unlink(missing_ok=True)
            yield Terminal(self.tree, log, lock.fileno())


@dataclass(frozen=True)
class Terminal:
    tree: Path
    log: Path
    lock: int  # inherited, so that processes left by a killed program end before another program starts

    def typed(self, line: str, **environment: str) -> int:
        """Run a shell command without environment variables that affect a build or OpenSSH's tests."""
        environment |= {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        line = line.replace("python3 ../wirerate", f"{shlex.quote(sys.executable)} -B {shlex.quote(str(ROOT))}")
        with self.log.open("a") as out:
            out.write(f"$ {line}\n")
            out.flush()
            command = ["sh", "-c", line]
            streams = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": out}
            child = spawn(command, cwd=self.tree, env=environment | {"LC_ALL": "C"}, pass_fds=[self.lock], **streams)
            try:
                return child.wait(_PATIENCE_S)
            except subprocess.TimeoutExpired as error:
                raise MissingError(f"{line} took more than {_PATIENCE_S} s, see {self.log}") from error
            finally:
                stop(child)


def version(suite: str) -> str:
    """Return the version of the suite's OpenSSH package, from its Debian changelog."""
    changes = (source_folder(suite, "openssh") / "debian" / "changelog").read_text(errors="replace")
    found = re.match(r"openssh \((?:\d+:)?([^)]+)\)", changes)
    return found[1] if found else "of unknown version"


def build_of(suite: str) -> Build:
    """Return where the build is or will be. It depends on the source, the compiler and OpenSSL's version."""
    command = "cc -E -dM -include openssl/opensslv.h -x c /dev/null".split()  # compiler, target, OpenSSL
    if not shutil.which("make") or not shutil.which(command[0]):
        raise MissingError("make and cc are needed to build OpenSSH", fix="apt-get install make gcc")
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode:
        raise MissingError("OpenSSL's headers are needed to build OpenSSH", fix="apt-get install libssl-dev")
    key = hashlib.sha256("\0".join([version(suite), *CONFIGURE, BUILD, said.stdout]).encode()).hexdigest()
    return Build(folders.cache_folder("interop") / f"{suite}-openssh-built-{key[:12]}")


def make(suite: str) -> Build:
    """Return unmodified OpenSSH, built or from the cache."""
    fetched = source(suite, "openssh")
    build = build_of(suite)
    with build.terminal("build") as terminal:
        if build.is_made:
            return build
        shutil.rmtree(build.tree, ignore_errors=True)
        shutil.copytree(fetched, build.tree, symlinks=True)
        for line in (*CONFIGURE, BUILD):
            if terminal.typed(line):
                what = f"OpenSSH {version(suite)} could not be built"
                raise MissingError(f"{what}: {line.split()[0]} failed", fix=f"read {terminal.log}")
        with atomic_folder(build.theirs) as new:
            for name in _SERVERS:
                if (build.tree / name).exists():
                    shutil.copy2(build.tree / name, new)
    return build


def outcome(check: Check, build: Build) -> Outcome:
    """Run OpenSSH's tests with this tree's UMAC and return the result."""
    with build.terminal(re.sub(r"[^a-z]+", "-", check.name.lower())) as terminal:
        for line in (AMALGAMATE, REPLACE, BUILD):
            if line == REPLACE and check.spoilt:
                _spoil(build.folder / "dist" / "umac.c", *check.spoilt)
            if terminal.typed(line):
                return Outcome(False, 0, (f"failed: {line}",), terminal.log)
        for program in build.theirs.iterdir() if check.own_server else ():
            shutil.copy(program, build.tree)  # newer than its sources, so that make does not rebuild it
        test = re.sub('"(.*)"', f'"{" ".join(check.tests)}"', TEST)
        status = terminal.typed(test, **{"TEST_SSH_FAIL_FATAL": "yes"} if check.spoilt else {})
        return judged(check, status, terminal.log)


def _spoil(source: Path, there: str, instead: str) -> None:
    text = source.read_text()
    if text.count(there) != 1:
        raise Error(f"{source} has {there!r} {text.count(there)} times, not once, so it cannot be spoiled")
    source.write_text(text.replace(there, instead))


def judged(check: Check, status: int, log: Path) -> Outcome:
    lines = log.read_text(errors="replace").partition("$ make t-exec")[2].splitlines()
    titles = [_TITLES[test] for test in check.tests]
    tried = [line for line in lines if line.startswith(tuple(f"test {title}: " for title in titles))]
    with_umac = [line for line in tried if "umac-" in line]
    complaints = tuple(
        line for line in lines if re.search(r"@openssh\.com|hmac-", line) and not line.startswith("test ")
    )
    if check.spoilt:  # only up to the first failure, that of UMAC: earlier MACs are correct
        right = status != 0 and bool(complaints) and all("umac-" in line for line in complaints) and tried != with_umac
    else:
        ended = all(f"ok {title}" in lines for title in titles)
        every = all(any(title in line and f" {mac}" in line for line in with_umac) for title in titles for mac in UMAC)
        right = status == 0 and ended and every and not complaints
    return Outcome(right, len(with_umac), complaints, log)


def main(suites: Sequence[str]) -> int:
    worst = 0
    for suite in suites:
        build = make(suite)
        print(f"OpenSSH {version(suite)} of {suite}, built in {build.tree}", flush=True)
        for check in CHECKS:
            start = time.monotonic()
            found = outcome(check, build)
            word = ("fails, as it must" if check.spoilt else "passes") if found.as_expected else "NOT AS EXPECTED"
            took = f"connections with UMAC: {found.connections}; {time.monotonic() - start:.0f} s"
            print(f"  {check.name}: {', '.join(check.tests)}: {word} ({took})", flush=True)
            if not found.as_expected:
                print(*(f"    {line}" for line in found.complaints), f"    the whole log: {found.log}", sep="\n")
                worst = 1
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:] or [SUITE]))
    except Error as error:
        print(f"{error}" + (f"; {error.fix}" if error.fix else ""), file=sys.stderr)
        sys.exit(error.exit_code)
