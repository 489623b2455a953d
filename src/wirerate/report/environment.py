# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The host as tables: the environment that travels with every run, and what the doctor found."""

from __future__ import annotations

from wirerate.records import AnyRun, Environment
from wirerate.report import numbers
from wirerate.report.table import Cell, Column, Group, Table

_PAIR = (Column("", ("name",), numeric=False), Column("", ("value",), numeric=False))


def table(environment: Environment) -> Table:
    env = environment
    caches = ", ".join(f"{cache.name} {numbers.size(cache.bytes)}" for cache in env.caches)
    facts = (
        ("CPU", env.cpu),
        ("cores", str(env.cores)),
        ("core clock", f"{env.core_hz / 1e9:.2f} GHz (calibrated)" if env.core_hz else "not calibrated"),
        ("time-stamp counter", f"{env.tick_hz / 1e9:.3f} GHz" if env.tick_hz else "not used"),
        ("caches, per instance", caches or "not shown by this machine"),
        ("memory", f"{env.memory_bytes / (1 << 30):.1f} GiB" if env.memory_bytes else ""),
        ("features used", ", ".join(env.flags) or "none"),
        ("features hidden from this machine", ", ".join(env.hidden_flags) or "none found"),
        ("virtual machine", env.virtual or "no"),
        ("operating system", env.os),
        ("host", env.host),
        ("wirerate", f"{env.wirerate}, kernel {env.kernel}, built with {env.compiler}"),
        *((f"peer {peer.name}", f"absent: {peer.absent}" if peer.absent else peer.version) for peer in env.peers),
        ("measured", env.date),
    )
    rows = tuple((Cell(name), Cell(value)) for name, value in facts if value)
    return Table("environment", _PAIR, (Group("", rows),))


def hosts(run: AnyRun) -> Table:
    """The hosts of a fleet, a row each."""
    columns = tuple(
        Column(name, (name,), numeric=False)
        for name in ("host", "CPU", "cores", "features", "hidden", "os", "wirerate")
    )
    rows = tuple(
        (
            Cell(env.host, "strong"),
            Cell(env.cpu),
            Cell(str(env.cores)),
            Cell(", ".join(env.flags) or "none"),
            Cell(", ".join(env.hidden_flags) or "none found"),
            Cell(env.os),
            Cell(f"{env.wirerate}, kernel {env.kernel}"),
        )
        for env in run.hosts
    )
    return Table("hosts", columns, (Group("", rows),))


def problems(run: AnyRun) -> Table:
    columns = tuple(Column(name, (name,), numeric=False) for name in ("code", "message", "fix"))
    rows = tuple((Cell(p.code, "warn"), Cell(p.message), Cell(p.fix)) for p in run.problems)
    return Table("problems", columns, (Group("", rows),))
