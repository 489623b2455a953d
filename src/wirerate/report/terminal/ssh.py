"""The answer to `ssh`: the bottleneck first, then the table, the security of each, and the block to paste."""

from __future__ import annotations

from wirerate.lab.ssh.bottleneck import NETWORK, SOURCE, WINDOW
from wirerate.records import Run
from wirerate.report.naming import judged
from wirerate.report.paper import Paper, paper
from wirerate.report.table import to_text, wrap
from wirerate.report.views import ssh

_NOT_CPU = {
    WINDOW: "No cipher makes this faster: use several connections at once, or an OpenSSH with a larger channel window.",
    NETWORK: "No cipher makes this faster than the network is.",
    SOURCE: "No cipher makes this faster than the file is read: compress it, or read it from somewhere faster.",
}


def ssh_text(run: Run, on: Paper | None = None) -> str:
    on = on or paper()
    parts = [first_line(run, on), to_text(ssh.table(run), width=on.width, color=on.color)]
    parts += [_verdicts(run, on), _advice(run, on), _security(run, on)]
    return on.fit("\n".join(part for part in parts if part))


def first_line(run: Run, on: Paper) -> str:
    first, *rest = wrap("{}; {}.".format(*ssh.bottleneck(run)), on.width)
    return "\n".join([on.ink(first, "strong"), *rest]) + "\n"


def _advice(run: Run, on: Paper) -> str:
    kind = ssh.bottleneck_kind(run)
    if kind in _NOT_CPU:
        return "\n".join(wrap(_NOT_CPU[kind], on.width)) + "\n"
    if not kind:
        return ""
    choice = ssh.choice(run)
    if choice is None:
        return "Nothing that was compared may be recommended: leave the configuration as it is.\n"
    same = [name for name in ssh.ties(run) if name != choice.subject]
    tied = (
        f" {choice.subject} cannot be told from {', '.join(same)}."
        if same and choice.subject not in ssh.ties(run)
        else ""
    )
    lines = wrap(f"For ~/.ssh/config, with the default lists behind it:{tied}", on.width)
    block = str(choice.extra["config"]).splitlines()
    return "\n".join([*lines, "", *(f"    {line}" for line in block)]) + "\n"


def _verdicts(run: Run, on: Paper) -> str:
    """One line per link, on what is proposed, else on the cheapest."""
    about = ssh.choice(run) or run.measurements[0] if run.measurements else None
    lines = []
    for verdict in run.verdicts:
        if about and verdict.subject == about.subject:
            shown = judged(verdict)
            room = f"{verdict.headroom.median:.3g} times the speed needed" if verdict.headroom else ""
            lines.append(
                f"{on.ink(f'{shown.glyph} {shown.words}', shown.tone)}: {verdict.link}, {about.subject}, {room}"
            )
    if lines:
        lines += wrap(run.verdicts[0].note, on.width)
    return "\n".join(lines) + "\n" if lines else ""


def _security(run: Run, on: Paper) -> str:
    lines = []
    for name, text in ssh.security(run):
        first, *rest = wrap(f"{name}: {text}", on.width - 2)
        lines += [first, *(f"  {line}" for line in rest)]
    return "\n".join(lines) + "\n" if lines else ""
