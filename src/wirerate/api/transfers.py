# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ssh`: what holds a connection back, which cipher and MAC it should have, and the lines for the configuration."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from msgspec.structs import replace

from wirerate.api.cautions import finished
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, Error, MissingError, UsageError, worst
from wirerate.lab.host.machine import environment
from wirerate.lab.ssh import advice
from wirerate.lab.ssh.algorithms import parse_names
from wirerate.lab.ssh.bottleneck import CPUS
from wirerate.lab.ssh.contest import Question, Seen, measure
from wirerate.lab.ssh.peer import Peer, supported, zeros
from wirerate.lab.ssh.plan import FEWEST_ROUNDS, SMALLEST
from wirerate.lab.ssh.results import Results
from wirerate.lab.ssh.server import PrivateServer
from wirerate.links import parse_link
from wirerate.progress import Progress
from wirerate.records import Comparison, Problem, Run, SshAdvice
from wirerate.verdict.transfer import Contender, judge_transfers, status

_FIXES = {  # of cautions, in the options that `ssh` has
    "stolen": "measure when both ends are quieter, or longer with --rounds 20",
    "shared-cpu": "stop other programs at both ends",
    "wide": "measure longer with --rounds 20, or type: wirerate doctor",
}


def ssh(
    host: str | None = None,
    *,
    ciphers: str = "",
    macs: str = "",
    rounds: int | None = None,
    size: int | None = None,
    file: str | os.PathLike[str] | None = None,
    links: Sequence[str] = (),
    progress: Progress | None = None,
) -> Run:
    """Transfers to `host`, or to a private sshd on this machine, in shuffled rounds.

    At most two minutes and 8 GiB, unless rounds or size are given. Zeros from memory are sent, or `file`. The run's
    `findings` name the bottleneck, and if that is a CPU, what is proposed and the `config` to paste.
    """
    if rounds is not None and rounds < FEWEST_ROUNDS:
        raise UsageError(f"{rounds} rounds give no interval", fix=f"type --rounds {FEWEST_ROUNDS} or more")
    if size is not None and size < SMALLEST:
        raise UsageError(f"{size} bytes are less than a connection's own traffic", fix="type --size 1Mi or more")
    question = Question(
        parse_names("cipher", ciphers, supported("cipher")) if ciphers else (),
        parse_names("MAC", macs, supported("mac")) if macs else (),
        rounds,
        _file_size(file) if file else size,
    )
    lines = [parse_link(word) for word in links]
    source = _opening(Path(file)) if file else zeros
    if host is None:
        with PrivateServer(question.ciphers, question.macs) as server:
            seen = measure(Peer(None, server), question, source, progress)
    else:
        seen = measure(Peer(host), question, source, progress)
    if seen.error and not seen.trials:
        raise seen.error
    results = Results(seen)
    run = Run(command="ssh", kind="ssh", environment=environment())
    run.measurements, run.comparisons = results.measurements(), results.comparisons()
    run.partial = seen.interrupted or seen.error is not None
    found = results.advice()
    if found:
        contenders = _contenders(run, results)
        run.verdicts = [each for line in lines for each in judge_transfers(line, contenders, found.bottleneck)]
    run.findings = found and _proposed(found, run, results)
    _warn(run, results)
    answer = (run.findings.chosen if run.findings else "") or next((m.subject for m in run.measurements), "")
    return finished(run, worst((status(run.verdicts, answer), *_statuses(run, seen))), _FIXES)


def _contenders(run: Run, results: Results) -> list[Contender]:
    strict = bool(results.seen.offer and results.seen.offer.strict_kex)
    by_name = {str(candidate): candidate for candidate in results.compared}
    return [
        Contender(m, by_name[m.subject].standing, advice.permitted(by_name[m.subject], strict_kex=strict))
        for m in run.measurements
        if m.subject in by_name and by_name[m.subject].standing
    ]


def _proposed(found: SshAdvice, run: Run, results: Results) -> SshAdvice:
    """With the choice and its block, where a CPU is the bottleneck and something may be proposed."""
    choice = advice.choose(results) if found.bottleneck in CPUS else None
    if choice is None:
        return found
    host = _pattern(results.seen)
    try:
        block = advice.validated(advice.block(host, choice), host, choice)
    except Error as error:
        run.problems.append(Problem(code="block", message=str(error), fix=error.fix))
        return found
    return replace(found, chosen=str(choice), config=block)


def _warn(run: Run, results: Results) -> None:
    slow = advice.slow_umac(results)
    if slow:
        run.problems.append(_slow_umac(slow, results))
    if not run.partial and advice.noisy(results):
        run.problems.append(_noisy(results.noise))


def _pattern(seen: Seen) -> str:
    """What stands behind `Host`: the name without the user. The private sshd stands for hosts like this one."""
    return "example.net" if seen.private else seen.peer.removeprefix("ssh://").rpartition("@")[2]


def _noisy(noise: float) -> Problem:
    message = f"a candidate differs from itself by up to {noise:.0%}: other programs are in these figures"
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


def _statuses(run: Run, seen: Seen) -> list[int]:
    if seen.error:
        run.problems.append(Problem(code="stopped", message=str(seen.error), fix=seen.error.fix))
        return [seen.error.exit_code]
    return [EXIT_INTERRUPTED if seen.interrupted else EXIT_OK]


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
