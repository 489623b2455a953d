# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The whole page: the order of its sections, the host, the policy that forbids requests, and the size limit."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os

from wirerate.records import AnyRun, Environment, Problem, write_file
from wirerate.report import html, kinds, labels, numbers
from wirerate.report.columns import words
from wirerate.report.method import method
from wirerate.report.table import Filled, Table, listed

MOST_BYTES = 3 << 19  # 1.5 MiB
_EMBEDDED = 300 << 10  # bytes of the compressed run


def write(run: AnyRun, path: str | os.PathLike[str], *, source: str = "") -> int:
    """Write the page and return its size in bytes. `source` is the address of the run file, which is linked when the
    run is too large to be embedded. Raises OutputError when the file cannot be written."""
    content = document(run, source=source).encode()
    write_file(path, content)
    return len(content)


def document(run: AnyRun, *, source: str = "") -> str:
    """Return the page as HTML. `source` is linked where the run is too large to be embedded."""
    parts = kinds.page(run)
    common = [
        _problems(run),
        html.section("method", "Method", "How this was measured", parts.method or method()),
        _environment(run),
    ]
    body = parts.head + "<main>" + "".join([*parts.sections, *common]) + "</main>"
    whole = _page(parts.title, body + _footer(run, _embedded(run) or _linked(source)))
    return whole if len(whole.encode()) <= MOST_BYTES else _page(parts.title, body + _footer(run, _linked(source)))


def _page(title: str, body: str) -> str:
    style = html.style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="generator" content="wirerate">'
        f'<link rel="icon" href="data:,"><title>{html.text(title)}</title>'
        f"<style>{style}</style></head><body>{body}</body></html>\n"
    )


def _problems(run: AnyRun) -> str:
    if not run.problems:
        return ""
    table = html.scrolled(problems_table(run), "Problems noticed while measuring, and how to fix them", "prose")
    count = numbers.count(len(run.problems), "warning")
    return html.section("problems", "Warnings", f"{count} about this run", table)


def _environment(run: AnyRun) -> str:
    if run.hosts:
        table = html.scrolled(hosts_table(run), "The hosts on which the figures were measured", "prose")
        return html.section("environment", "Environment", labels.hardware(run), table)
    if run.environment is None:
        body = '<p class="empty">The run file does not say on which machine it was measured.</p>'
        return html.section("environment", "Environment", "Environment not recorded", body)
    table = html.scrolled(environment_table(run.environment), "The machine on which the figures were measured", "prose")
    return html.section("environment", "Environment", run.environment.cpu, table)


def _embedded(run: AnyRun) -> str:
    """Return a link that saves the run itself, '' when it is too large."""
    packed = gzip.compress(run.to_json().encode(), 9, mtime=0)
    if len(packed) > _EMBEDDED:
        return ""
    label = f"Save the run file ({numbers.size(len(packed))})"
    return html.download(packed, "run.json.gz", "application/gzip", label)


def _linked(source: str) -> str:
    if not source:
        return "The run is too large to be embedded in this page."
    return f'The run is too large to be embedded in this page: <a href="{html.text(source)}">{html.text(source)}</a>'


def _footer(run: AnyRun, saved: str) -> str:
    env = run.environment
    version = f"wirerate {env.wirerate}, {env.date}" if env else "wirerate"
    return f"<footer><p>{html.text(version)}</p><p>{html.text(labels.hardware(run))}</p><p>{saved}</p></footer>"


_FACTS: tuple[Filled[tuple[str, str]], ...] = (
    words("", "name", lambda fact: fact[0]),
    words("", "value", lambda fact: fact[1]),
)


def environment_table(environment: Environment) -> Table:
    env = environment
    caches = ", ".join(f"{cache.name} {numbers.size(cache.bytes)}" for cache in env.caches)
    facts = (
        ("CPU", env.cpu),
        ("cores", str(env.cores)),
        ("core clock", f"{env.core_hz / 1e9:.2f} GHz" if env.core_hz else "unknown"),
        ("time-stamp counter", f"{env.tick_hz / 1e9:.3f} GHz" if env.tick_hz else "not used"),
        ("caches, per instance", caches or "not reported by this machine"),
        ("memory", f"{env.memory_bytes / (1 << 30):.1f} GiB" if env.memory_bytes else ""),
        ("features used", ", ".join(env.flags) or "none"),
        ("features hidden by the hypervisor", ", ".join(env.hidden_flags) or "none"),
        ("virtual machine", env.virtual or "no"),
        ("operating system", env.os),
        ("host", env.host),
        ("wirerate", f"{env.wirerate}, kernel {env.kernel}, built with {env.compiler}"),
        *((f"peer {peer.name}", f"absent: {peer.absent}" if peer.absent else peer.version) for peer in env.peers),
        ("measured", env.date),
    )
    return listed("environment", _FACTS, (fact for fact in facts if fact[1]))


_HOSTS: tuple[Filled[Environment], ...] = (
    words("host", "host", lambda env: env.host, "strong"),
    words("CPU", "CPU", lambda env: env.cpu),
    words("cores", "cores", lambda env: str(env.cores)),
    words("features", "features", lambda env: ", ".join(env.flags) or "none"),
    words("hidden", "hidden", lambda env: ", ".join(env.hidden_flags) or "none"),
    words("os", "os", lambda env: env.os),
    words("wirerate", "wirerate", lambda env: f"{env.wirerate}, kernel {env.kernel}"),
)


def hosts_table(run: AnyRun) -> Table:
    """Return a table with a row for each host of a fleet."""
    return listed("hosts", _HOSTS, run.hosts)


_PROBLEMS: tuple[Filled[Problem], ...] = (
    words("code", "code", lambda problem: problem.code, "warn"),
    words("message", "message", lambda problem: problem.message),
    words("fix", "fix", lambda problem: problem.fix),
)


def problems_table(run: AnyRun) -> Table:
    """Return the problems that the doctor found, or that were noticed while measuring."""
    return listed("problems", _PROBLEMS, run.problems)
