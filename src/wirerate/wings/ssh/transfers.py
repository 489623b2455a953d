# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate.ssh()`: measure transfers to a host and recommend a cipher and MAC."""

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
_ACCOUNTS = {"sftp only": "allows this account only sftp", "nologin": "gives this account nologin as its shell"}
_FIXES = {  # the fixes of general cautions, in terms of `ssh`'s options
    "stolen": "measure when both ends are quieter, or longer with --rounds 20",
    "shared-cpu": "stop other programs at both ends",
    "wide": "measure longer with --rounds 20, or type: wirerate doctor",
}


@dataclass(frozen=True)
class Transfers(Question):
    """The question of `wirerate ssh`; without `host`, a private sshd on this machine is measured."""

    host: str | None = None
    _: KW_ONLY
    ciphers: str | None = None  # names separated by commas
    macs: str | None = None
    rounds: int | None = None
    size: int | None = None  # bytes per transfer
    file: str | os.PathLike[str] | None = None  # a file to send instead of zeros
    direction: str = "up"
    links: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.excludes("file", "size")
        if self.rounds is not None and self.rounds < FEWEST_ROUNDS:
            raise UsageError(
                f"{self.rounds} rounds are too few for an interval", fix=f"type ‹rounds={FEWEST_ROUNDS}› or more"
            )
        if self.size is not None and self.size < SMALLEST:
            raise UsageError(
                f"{self.size} bytes are less than a connection's own traffic", fix="type ‹size=1Mi› or more"
            )
        if self.direction not in DIRECTIONS:
            raise unknown("direction", self.direction, DIRECTIONS)
        if self.file is not None and self.direction != "up":
            raise UsageError("‹file› can only be uploaded", fix="leave out ‹file› or ‹direction›")


@asks(Transfers)
def ssh(question: Transfers) -> SshRun:
    """Measure transfers to `host`, or to a private sshd on this machine, in shuffled rounds.

    Takes at most two minutes and 8 GiB, unless `rounds` or `size` are given. Direction "up" sends zeros from memory, or
    `file`; "down" receives zeros; "both" does one after the other. The run's `findings` name the bottleneck and, if it
    is a CPU, the recommended cipher and MAC with the `config` to paste.
    """
    check_measures()
    wanted = Wanted(
        parse_names("cipher", question.ciphers, supported("cipher")) if question.ciphers is not None else (),
        parse_names("MAC", question.macs, supported("mac")) if question.macs is not None else (),
        question.rounds,
        _file_size(question.file) if question.file else question.size,
        DIRECTIONS[question.direction],
        (MAC_OF_2007,) if question.macs is None and MAC_OF_2007 in supported("mac") else (),
    )
    need_use(wanted.ciphers, wanted.macs)
    lines = [parse_link(word) for word in question.links]
    source = _file_source(Path(question.file)) if question.file else zeros
    private = PrivateServer(wanted.ciphers, wanted.macs or wanted.also) if question.host is None else nullcontext()
    with private as server:
        peer = Peer(question.host, server)
        return _run(peer, measure(peer, wanted, source, question.progress), lines)


def _run(peer: Peer, seen_by_direction: Sequence[Seen], lines: Sequence[Link]) -> SshRun:
    first = seen_by_direction[0]
    if first.error and not first.trials:
        raise first.error
    run = SshRun(command="ssh", environment=environment())
    directions = [Results(seen) for seen in seen_by_direction]
    for results in directions:
        _add(run, results, lines)
    run.findings = _findings(run, [results for results in directions if results.ranked], peer.name)
    run.problems += _problems(peer, directions, partial=run.partial)
    undecided = EXIT_CANNOT_TELL if run.findings and run.findings.noise else EXIT_OK
    judged = verdict.status(run.verdicts, verdict.answered(run))
    return finished(run, worst((judged, undecided, *_statuses(run, seen_by_direction))), _FIXES)


def _add(run: SshRun, results: Results, lines: Sequence[Link]) -> None:
    """Add one direction's rows, comparisons and verdicts to the run."""
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


def _findings(run: SshRun, directions: Sequence[Results], target: str) -> SshAdvice | None:
    """Return the bottlenecks and, if one of them is a CPU, the recommendation with its Host block.

    The configuration is the same for both directions, so the direction that needs more CPU time per byte at its busier
    end decides.
    """
    courses = [course for results in directions if (course := results.course())]
    if not courses:
        return None
    first, *second = courses
    advice = SshAdvice(
        bottleneck=first.bottleneck,
        flow=first.flow,
        direction=first.direction,
        also=second[0] if second else None,
        umac_over_md5=tuple(gain for results in directions if (gain := results.umac_over_md5())),
        posted=posted_series(),
    )
    cpu_bound = [results for results, course in zip(directions, courses, strict=True) if course.bottleneck in CPUS]
    if not cpu_bound:
        return advice
    deciding = max(cpu_bound, key=lambda results: results.least)
    if verdict.noisy(deciding):
        return replace(advice, noise=deciding.noise)
    choice = verdict.choose(deciding)
    return _recommend(advice, run, choice, deciding.seen, target) if choice else advice


def _recommend(advice: SshAdvice, run: SshRun, choice: Candidate, seen: Seen, peer: str) -> SshAdvice:
    target = "example.net" if seen.private else peer  # the private sshd is a stand-in for any host
    try:
        block = verdict.validated(verdict.block(verdict.pattern(target), choice), target, choice)
    except Error as error:
        run.problems.append(Problem(code="block", message=str(error), fix=error.fix))
        return advice
    return replace(advice, chosen=str(choice), config=block)


def _problems(peer: Peer, directions: Sequence[Results], *, partial: bool) -> Iterator[Problem]:
    if names := directions[0].seen.dropped:
        message = f"{peer.name} does not offer {', '.join(names)}, so they were not measured"
        yield Problem(code="not-offered", message=message, fix="leave them out, or enable them there: sshd_config(5)")
    if peer.by_sftp:
        yield _sftp_problem(peer)
    for results in directions:
        if slow := verdict.slow_umac(results):
            yield _slow_umac(slow, results)
    noisiest = max(directions, key=lambda results: results.noise)
    if not partial and verdict.noisy(noisiest):
        noise = f"{noisiest.noise * 100:.0f} %"
        message = f"two measurements of one candidate differ by up to {noise}, because other programs were running"
        yield Problem(code="noise", message=message, fix="repeat when both ends are idle, or type --rounds 20")


def _sftp_problem(peer: Peer) -> Problem:
    file = f", with uploads to a file that is removed each time ({FILE_THERE}-…)" if peer.writes_file else ""
    reason = _ACCOUNTS.get(peer.account, "ran no shell")
    message = f"{peer.name} {reason}: measured by sftp{file}, so the other end's CPU time is unknown"
    return Problem(code="by-sftp", message=message, fix="name an account with a shell to see both ends")


def _slow_umac(comparison: Comparison, results: Results) -> Problem:
    version = results.seen.offer.local_version if results.seen.offer else "OpenSSH"
    ratio = comparison.ratio
    times = [1 / value for value in (ratio.median, ratio.high, ratio.low)]
    message = (
        f"in this {version}, {comparison.subject} takes {times[0]:.2f} times the CPU of {comparison.reference} "
        f"({times[1]:.2f} to {times[2]:.2f}): its build makes UMAC slow, not the algorithm"
    )
    fix = "prefer AES-GCM or a SHA-based MAC here; OpenSSH 9.6 and later are better"
    return Problem(code="slow-umac", message=message, fix=fix)


def _statuses(run: SshRun, seen_by_direction: Sequence[Seen]) -> list[int]:
    for seen in seen_by_direction:
        if seen.error:
            run.problems.append(Problem(code="stopped", message=str(seen.error), fix=seen.error.fix))
            return [seen.error.exit_code]
    return [EXIT_INTERRUPTED if any(seen.interrupted for seen in seen_by_direction) else EXIT_OK]


def _file_size(path: str | os.PathLike[str]) -> int:
    try:
        size = Path(path).stat().st_size
    except OSError as error:
        raise MissingError(f"cannot read {path}: {error.strerror}", fix="name a file to send") from error
    if not Path(path).is_file() or size < 1 << 20:
        raise UsageError(f"{path} is not a file of 1 MiB or more", fix="leave out ‹file› to send zeros from memory")
    return size


def _file_source(path: Path) -> Callable[[int], IO[bytes]]:
    """Return a function of a size in bytes: it opens the file for the file's own size, and zeros for other sizes (the
    trials)."""
    whole = _file_size(path)

    def source(size: int) -> IO[bytes]:
        return path.open("rb") if size == whole else zeros(size)

    return source
