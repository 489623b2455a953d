# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh`: what holds a connection back, which cipher and MAC it should have, and the lines for the configuration."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import IO

from msgspec.structs import replace

from wirerate.errors import (
    EXIT_CANNOT_TELL,
    EXIT_INTERRUPTED,
    EXIT_OK,
    Error,
    MissingError,
    UsageError,
    unknown,
    worst,
)
from wirerate.host.machine import environment
from wirerate.links import Link, parse_link
from wirerate.question import Question, asks
from wirerate.records import Comparison, Problem
from wirerate.running.cautions import finished
from wirerate.system import check_measures
from wirerate.verdict.posted_runs import posted_series
from wirerate.wings.ssh import verdict
from wirerate.wings.ssh.algorithms import MAC_OF_2007, Candidate, need_use, parse_names
from wirerate.wings.ssh.contest import FEWEST_ROUNDS, SMALLEST, Seen, Wanted, measure
from wirerate.wings.ssh.peer import Peer, supported, zeros
from wirerate.wings.ssh.results import CPUS, Results
from wirerate.wings.ssh.rows import Direction, SshAdvice, SshRun, Transfer
from wirerate.wings.ssh.server import PrivateServer
from wirerate.wings.ssh.sftp import FILE_THERE

DIRECTIONS: dict[str, tuple[Direction, ...]] = {"up": ("up",), "down": ("down",), "both": ("up", "down")}
_ACCOUNTS = {"sftp only": "has sftp only for this account", "nologin": "has a nologin shell for this account"}
_FIXES = {  # of cautions, in the options that `ssh` has
    "stolen": "measure when both ends are quieter, or longer with --rounds 20",
    "shared-cpu": "stop other programs at both ends",
    "wide": "measure longer with --rounds 20, or type: wirerate doctor",
}


@dataclass(frozen=True)
class Transfers(Question):
    """Zeros from memory are sent to `host`, or to a private sshd on this machine."""

    host: str | None = None
    _: KW_ONLY
    ciphers: str | None = None  # names, with commas
    macs: str | None = None
    rounds: int | None = None
    size: int | None = None  # bytes of one transfer
    file: str | os.PathLike[str] | None = None  # is sent instead
    direction: str = "up"
    links: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.excludes("file", "size")
        if self.rounds is not None and self.rounds < FEWEST_ROUNDS:
            raise UsageError(f"{self.rounds} rounds give no interval", fix=f"type ‹rounds={FEWEST_ROUNDS}› or more")
        if self.size is not None and self.size < SMALLEST:
            raise UsageError(
                f"{self.size} bytes are less than a connection's own traffic", fix="type ‹size=1Mi› or more"
            )
        if self.direction not in DIRECTIONS:
            raise unknown("direction", self.direction, DIRECTIONS)
        if self.file is not None and self.direction != "up":
            raise UsageError("a file is sent, and nothing is sent in a download", fix="leave out ‹file› or ‹direction›")


@asks(Transfers)
def ssh(asked: Transfers) -> SshRun:
    """Transfers to `host`, or to a private sshd on this machine, in shuffled rounds.

    At most two minutes and 8 GiB, unless rounds or size are given. Zeros from memory are sent (direction "up"), or
    `file`; or they come from there ("down"), or one after the other ("both"). The run's `findings` name the
    bottleneck, and if that is a CPU, what is proposed and the `config` to paste.
    """
    check_measures()
    wanted = Wanted(
        parse_names("cipher", asked.ciphers, supported("cipher")) if asked.ciphers is not None else (),
        parse_names("MAC", asked.macs, supported("mac")) if asked.macs is not None else (),
        asked.rounds,
        _file_size(asked.file) if asked.file else asked.size,
        DIRECTIONS[asked.direction],
        (MAC_OF_2007,) if asked.macs is None and MAC_OF_2007 in supported("mac") else (),
    )
    need_use(wanted.ciphers, wanted.macs)
    lines = [parse_link(word) for word in asked.links]
    source = _opening(Path(asked.file)) if asked.file else zeros
    with PrivateServer(wanted.ciphers, wanted.macs or wanted.also) if asked.host is None else nullcontext() as server:
        peer = Peer(asked.host, server)
        return _answer(peer, measure(peer, wanted, source, asked.progress), lines)


def _answer(peer: Peer, found: Sequence[Seen], lines: Sequence[Link]) -> SshRun:
    if found[0].error and not found[0].trials:
        raise found[0].error
    run = SshRun(command="ssh", environment=environment())
    each = [Results(seen) for seen in found]
    for results in each:
        _add(run, results, lines)
    run.findings = _findings(run, [results for results in each if results.ranked], peer.name)
    run.problems += _problems(peer, each, partial=run.partial)
    unsure = EXIT_CANNOT_TELL if run.findings and run.findings.noise else EXIT_OK
    judged = verdict.status(run.verdicts, verdict.answered(run))
    return finished(run, worst((judged, unsure, *_statuses(run, found))), _FIXES)


def _add(run: SshRun, results: Results, lines: Sequence[Link]) -> None:
    """One direction's rows and verdicts."""
    measured, course = results.rows(), results.course()
    run.rows += measured
    run.comparisons += results.comparisons()
    run.partial |= results.seen.interrupted or results.seen.error is not None
    if course:
        noise = results.noise if verdict.noisy(results) else 0.0
        contenders = _contenders(measured, results)
        for line in lines:
            run.verdicts += verdict.judge_transfers(line, contenders, course.bottleneck, noise)


def _contenders(measured: Sequence[Transfer], results: Results) -> list[verdict.Contender]:
    named = {str(candidate): candidate for candidate in results.compared if candidate.standing}
    return [
        verdict.Contender(m, named[m.subject].standing, verdict.objection(named[m.subject], results.strict_kex))
        for m in measured
        if m.subject in named
    ]


def _findings(run: SshRun, each: Sequence[Results], target: str) -> SshAdvice | None:
    """The bottlenecks; and where a CPU is one and something may be proposed, the choice and its block.

    Of two directions the one whose busier end has more to do decides: the configuration is one for both.
    """
    courses = [course for results in each if (course := results.course())]
    if not courses:
        return None
    first, *others = courses
    found = SshAdvice(
        bottleneck=first.bottleneck,
        flow=first.flow,
        direction=first.direction,
        also=others[0] if others else None,
        umac_over_md5=tuple(gain for results in each if (gain := results.umac_over_md5())),
        posted=posted_series(),
    )
    held = [results for results, course in zip(each, courses, strict=True) if course.bottleneck in CPUS]
    if not held:
        return found
    deciding = max(held, key=lambda results: results.least)
    if verdict.noisy(deciding):
        return replace(found, noise=deciding.noise)
    choice = verdict.choose(deciding)
    return _proposed(found, run, choice, deciding.seen, target) if choice else found


def _proposed(found: SshAdvice, run: SshRun, choice: Candidate, seen: Seen, peer: str) -> SshAdvice:
    target = "example.net" if seen.private else peer  # the private sshd stands for hosts like this one
    try:
        block = verdict.validated(verdict.block(verdict.pattern(target), choice), target, choice)
    except Error as error:
        run.problems.append(Problem(code="block", message=str(error), fix=error.fix))
        return found
    return replace(found, chosen=str(choice), config=block)


def _problems(peer: Peer, each: Sequence[Results], *, partial: bool) -> Iterator[Problem]:
    if names := each[0].seen.dropped:
        message = f"{peer.name} does not offer all that was asked for; not measured: {', '.join(names)}"
        yield Problem(code="not-offered", message=message, fix="leave them out, or enable them there: sshd_config(5)")
    if peer.by_sftp:
        yield _by_sftp(peer)
    for results in each:
        if slow := verdict.slow_umac(results):
            yield _slow_umac(slow, results)
    loudest = max(each, key=lambda results: results.noise)
    if not partial and verdict.noisy(loudest):
        noise = f"{loudest.noise * 100:.0f} %"
        message = f"a candidate differs from itself by up to {noise}: other programs are in these figures"
        yield Problem(code="noise", message=message, fix="repeat when both ends are idle, or type --rounds 20")


def _by_sftp(peer: Peer) -> Problem:
    where = f", uploads into a file that is removed after each ({FILE_THERE}-…)" if peer.writes_file else ""
    reason = _ACCOUNTS.get(peer.account, "ran no shell")
    message = f"{peer.name} {reason}: measured by sftp{where}; the other end's CPU time is not told"
    return Problem(code="by-sftp", message=message, fix="name an account with a shell to see both ends")


def _slow_umac(found: Comparison, results: Results) -> Problem:
    version = results.seen.offer.local_version if results.seen.offer else "OpenSSH"
    times = [1 / each for each in (found.ratio.median, found.ratio.high, found.ratio.low)]
    message = (
        f"in this {version}, {found.subject} takes {times[0]:.2f} times the CPU of {found.reference} "
        f"({times[1]:.2f} to {times[2]:.2f}): its build makes UMAC slow, not the algorithm"
    )
    fix = "prefer AES-GCM or a SHA-based MAC here; 9.6 and later are better"
    return Problem(code="slow-umac", message=message, fix=fix)


def _statuses(run: SshRun, found: Sequence[Seen]) -> list[int]:
    for seen in found:
        if seen.error:
            run.problems.append(Problem(code="stopped", message=str(seen.error), fix=seen.error.fix))
            return [seen.error.exit_code]
    return [EXIT_INTERRUPTED if any(seen.interrupted for seen in found) else EXIT_OK]


def _file_size(path: str | os.PathLike[str]) -> int:
    try:
        size = Path(path).stat().st_size
    except OSError as error:
        raise MissingError(f"cannot read {path}: {error.strerror}", fix="name a file to send") from error
    if not Path(path).is_file() or size < 1 << 20:
        raise UsageError(f"{path} is no file of 1 MiB or more", fix="leave out ‹file› to send zeros from memory")
    return size


def _opening(path: Path) -> Callable[[int], IO[bytes]]:
    """The file for the rounds; zeros of another size for what is only tried."""
    whole = _file_size(path)

    def source(size: int) -> IO[bytes]:
        return path.open("rb") if size == whole else zeros(size)

    return source
