"""The page's sections on SSH: the bottleneck, cipher by MAC, the ranked table, the block; and those of the mill."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report.page import html
from wirerate.report.views import mill, ssh


def is_ssh(run: Run) -> bool:
    """Whether the run is `ssh`'s: its subjects are connections or packets, not authenticators."""
    return ssh.is_transfers(run) or mill.is_mill(run)


def strip(run: Run) -> str:
    """The page's head."""
    if mill.is_mill(run):
        title = "What keeping the MAC's keyed state is worth, by packet size"
        return f'<header><p class="eyebrow">SSH packets in one process</p><h1>{title}</h1></header>'
    peer = next((str(m.extra["peer"]) for m in run.measurements), "")
    asked = f"Which cipher and MAC for ssh to {peer}?"
    partial = (
        '<p class="note">Partial: stopped before its end; what had finished is counted.</p>' if run.partial else ""
    )
    title, reason = map(html.text, ssh.bottleneck(run))
    return f'<header><p class="eyebrow">{html.text(asked)}</p><h1>{title}</h1><p>{reason}.</p>{partial}</header>'


def sections(run: Run) -> list[str]:
    return (
        [_claims(run), _mill_table(run)]
        if mill.is_mill(run)
        else [_block(run), _matrix(run), _table(run), _standings(run)]
    )


def _block(run: Run) -> str:
    choice = ssh.choice(run)
    if choice is None:
        return ""
    tied = ssh.ties(run)
    also = f"<p>Not to be told apart: {html.text(', '.join(tied))}.</p>" if tied else ""
    block = f"<pre><code>{html.text(choice.extra['config'])}</code></pre>"
    note = '<p class="note">For ~/.ssh/config; ^ puts a name in front of the default list, whose others stay.</p>'
    return html.section("config", "To paste", f"{choice.subject} is proposed", block + also + note)


def _matrix(run: Run) -> str:
    table = ssh.matrix(run)
    body = html.scrolled(table, f"{table.note}; an AEAD cipher has its own MAC", "heat") + html.csv_link(table)
    return html.section("ssh-matrix", "Cipher by MAC", "CPU time per GiB", body)


def _table(run: Run) -> str:
    table = ssh.table(run)
    body = html.scrolled(table, table.note) + html.csv_link(table)
    return html.section("ssh-table", "Ranked", "Which differences are real", body)


def _standings(run: Run) -> str:
    rows = "".join(
        f"<div><dt>{html.text(name)}</dt><dd>{html.text(words)}</dd></div>" for name, words in ssh.security(run)
    )
    return html.section("ssh-security", "Security", "What each of them promises", f'<dl class="facts">{rows}</dl>')


def _claims(run: Run) -> str:
    items = "".join(f"<li>{html.text(each)}</li>" for each in mill.claims(run))
    if not items:
        return ""
    return html.section("claims", "OpenSSH, June 2007", "Where its figures appear here", f"<ul>{items}</ul>")


def _mill_table(run: Run) -> str:
    table = mill.table(run)
    body = html.scrolled(table, table.note) + html.csv_link(table)
    return html.section("mill", "Every size", "Measured beside predicted", body)
