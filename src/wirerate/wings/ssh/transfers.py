# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh`: what holds a connection back, which cipher and MAC it should have, and the lines for the configuration."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
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
from wirerate.progress import Progress
from wirerate.records import Comparison, Problem
from wirerate.running.cautions import finished
from wirerate.system import check_measures
from wirerate.wings.ssh import advice, posted
from wirerate.wings.ssh.algorithms import Candidate, need_use, parse_names
from wirerate.wings.ssh.bottleneck import CPUS
from wirerate.wings.ssh.contest import Question, Seen, measure
from wirerate.wings.ssh.peer import Peer, supported, zeros
from wirerate.wings.ssh.plan import FEWEST_ROUNDS, SMALLEST
from wirerate.wings.ssh.results import Results
from wirerate.wings.ssh.rows import Direction, SshAdvice, SshRun, Transfer
from wirerate.wings.ssh.server import PrivateServer
from wirerate.wings.ssh.sftp import FILE_THERE
from wirerate.wings.ssh.verdict import Contender, answered, judge_transfers, status

DIRECTIONS: dict[str, tuple[Direction, ...]] = {"up": ("up",), "down": ("down",), "both": ("up", "down")}
_FIXES = {  # of cautions, in the options that `ssh` has
    "stolen": "measure when both ends are quieter, or longer with --rounds 20",
    "shared-cpu": "stop other programs at both ends",
    "wide": "measure longer with --rounds 20, or type: wirerate doctor",
}


def ssh(
    host: str | None = None,
    *,
    ciphers: str | None = None,
    macs: str | None = None,
    rounds: int | None = None,
    size: int | None = None,
    file: str | os.PathLike[str] | None = None,
    direction: str = "up",
    links: Sequence[str] = (),
    progress: Progress | None = None,
) -> SshRun:
    """Transfers to `host`, or to a private sshd on this machine, in shuffled rounds.

    At most two minutes and 8 GiB, unless rounds or size are given. Zeros from memory are sent (direction "up"), or
    `file`; or they come from there ("down"), or one after the other ("both"). The run's `findings` name the
    bottleneck, and if that is a CPU, what is proposed and the `config` to paste.
    """
    check_measures()
    if rounds is not None and rounds < FEWEST_ROUNDS:
        raise UsageError(f"{rounds} rounds give no interval", fix=f"type --rounds {FEWEST_ROUNDS} or more")
    if size is not None and size < SMALLEST:
        raise UsageError(f"{size} bytes are less than a connection's own traffic", fix="type --size 1Mi or more")
    if direction not in DIRECTIONS:
        raise unknown("direction", direction, DIRECTIONS)
    if file is not None and direction != "up":
        raise UsageError("a file is sent, and nothing is sent in a download", fix="leave out --file or --direction")
    question = Question(
        parse_names("cipher", ciphers, supported("cipher")) if ciphers is not None else (),
        parse_names("MAC", macs, supported("mac")) if macs is not None else (),
        rounds,
        _file_size(file) if file else size,
        DIRECTIONS[direction],
    )
    need_use(question.ciphers, question.macs)
    lines = [parse_link(word) for word in links]
    source = _opening(Path(file)) if file else zeros
    if host is None:
        with PrivateServer(question.ciphers, question.macs) as server:
            return _answer(Peer(None, server), question, source, lines, progress)
    return _answer(Peer(host), question, source, lines, progress)


def _answer(
    peer: Peer, question: Question, source: Callable[[int], IO[bytes]], lines: Sequence[Link], progress: Progress | None
) -> SshRun:
    found = measure(peer, question, source, progress)
    if found[0].error and not found[0].trials:
        raise found[0].error
    run = SshRun(command="ssh", environment=environment())
    each = [Results(seen) for seen in found]
    for results in each:
        _add(run, results, lines)
    run.findings = _findings(run, [results for results in each if results.ranked], peer.name)
    _warn(run, peer, each)
    unsure = EXIT_CANNOT_TELL if run.findings and run.findings.noise else EXIT_OK
    return finished(run, worst((status(run.verdicts, answered(run)), unsure, *_statuses(run, found))), _FIXES)


def _add(run: SshRun, results: Results, lines: Sequence[Link]) -> None:
    """One direction's rows and verdicts."""
    measured, course = results.rows(), results.course()
    run.rows += measured
    run.comparisons += results.comparisons()
    run.partial |= results.seen.interrupted or results.seen.error is not None
    if course:
        noise = results.noise if advice.noisy(results) else 0.0
        contenders = _contenders(measured, results)
        for line in lines:
            run.verdicts += judge_transfers(line, contenders, course.bottleneck, noise)


def _contenders(measured: Sequence[Transfer], results: Results) -> list[Contender]:
    strict = bool(results.seen.offer and results.seen.offer.strict_kex)
    by_name = {str(candidate): candidate for candidate in results.compared}
    return [
        Contender(m, by_name[m.subject].standing, advice.objection(by_name[m.subject], strict_kex=strict))
        for m in measured
        if m.subject in by_name and by_name[m.subject].standing
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
        posted=posted.runs(),
    )
    held = [results for results, course in zip(each, courses, strict=True) if course.bottleneck in CPUS]
    if not held:
        return found
    deciding = max(held, key=lambda results: results.least)
    if advice.noisy(deciding):
        return replace(found, noise=deciding.noise)
    choice = advice.choose(deciding)
    return _proposed(found, run, choice, deciding.seen, target) if choice else found


def _proposed(found: SshAdvice, run: SshRun, choice: Candidate, seen: Seen, peer: str) -> SshAdvice:
    target = "example.net" if seen.private else peer  # the private sshd stands for hosts like this one
    try:
        block = advice.validated(advice.block(advice.pattern(target), choice), target, choice)
    except Error as error:
        run.problems.append(Problem(code="block", message=str(error), fix=error.fix))
        return found
    return replace(found, chosen=str(choice), config=block)


def _warn(run: SshRun, peer: Peer, each: Sequence[Results]) -> None:
    if each[0].seen.dropped:
        run.problems.append(_not_offered(peer.name, each[0].seen.dropped))
    if peer.by_sftp:
        run.problems.append(_by_sftp(peer))
    for results in each:
        slow = advice.slow_umac(results)
        if slow:
            run.problems.append(_slow_umac(slow, results))
    loudest = max(each, key=lambda results: results.noise)
    if not run.partial and advice.noisy(loudest):
        run.problems.append(_noisy(loudest.noise))


def _not_offered(host: str, names: Sequence[str]) -> Problem:
    message = f"{host} does not offer all that was asked for; not measured: {', '.join(names)}"
    return Problem(code="not-offered", message=message, fix="leave them out, or enable them there: sshd_config(5)")


def _by_sftp(peer: Peer) -> Problem:
    why = {"sftp only": "has sftp only for this account", "nologin": "has a nologin shell for this account"}
    where = f", uploads into a file that is removed after each ({FILE_THERE}-…)" if peer.writes_file else ""
    reason = why.get(peer.account, "ran no shell")
    message = f"{peer.name} {reason}: measured by sftp{where}; the other end's CPU time is not told"
    return Problem(code="by-sftp", message=message, fix="name an account with a shell to see both ends")


def _noisy(noise: float) -> Problem:
    message = f"a candidate differs from itself by up to {noise * 100:.0f} %: other programs are in these figures"
    return Problem(code="noise", message=message, fix="repeat when both ends are idle, or type --rounds 20")


def _slow_umac(found: Comparison, results: Results) -> Problem:
    version = results.seen.offer.local_version if results.seen.offer else "OpenSSH"
    times = 1 / found.ratio.median
    message = (
        f"in this {version}, {found.subject} takes {times:.2f} times the CPU of {found.reference} "
        f"({1 / found.ratio.high:.2f} to {1 / found.ratio.low:.2f}): its build makes UMAC slow, not the algorithm"
    )
    return Problem(
        code="slow-umac", message=message, fix="prefer AES-GCM or a SHA-based MAC here; 9.6 and later are better"
    )


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
        raise UsageError(f"{path} is no file of 1 MiB or more", fix="leave out --file to send zeros from memory")
    return size


def _opening(path: Path) -> Callable[[int], IO[bytes]]:
    """The file for the rounds; zeros of another size for what is only tried."""
    whole = _file_size(path)

    def source(size: int) -> IO[bytes]:
        return path.open("rb") if size == whole else zeros(size)

    return source
