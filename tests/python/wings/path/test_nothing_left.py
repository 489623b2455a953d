"""No namespace remains and the host's own is unchanged: after a normal end, Ctrl-C and kill -9."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from .permitted import absent

pytestmark = pytest.mark.skipif(bool(absent()), reason=absent())
PATIENCE_S = 60
OWN = str(Path("/proc/self/ns/net").readlink())
SETTINGS = re.compile(r"/(ip_forward|forwarding|rp_filter|disable_ipv6|addr_gen_mode)$")
OTHERS = re.compile(r"/wr\d+[ab]\b")  # interfaces of the AH demonstration, whose tests may run at the same time

MEASURES = """
from wirerate.wings.path.catalogue import parse_path
from wirerate.wings.path.measure import measure
from wirerate.links import parse_packets
said = []
def tell(share, label):
    if label.endswith("packets") and not said:
        said.append(print("measuring", flush=True))
measure([parse_path("plain"), parse_path("plain/ip6")], [parse_packets("64")], budget_s=%s, progress=tell)
"""


def host() -> dict[str, object]:
    """Return devices, addresses, routes, settings and filters of this process's namespace."""
    files = ("net/route", "net/ipv6_route", "net/if_inet6", "net/fib_trie", "net/ip_tables_names", "net/arp")
    found: dict[str, object] = {name: _lines(Path("/proc/self") / name) for name in files}
    found["devices"] = sorted(path.name for path in Path("/sys/class/net").iterdir() if not OTHERS.search(str(path)))
    found["settings"] = {
        str(path): path.read_text() for path in sorted(Path("/proc/sys/net").rglob("*"))
        if SETTINGS.search(str(path)) and not OTHERS.search(str(path))
    }  # fmt: skip
    for command in (["nft", "-s", "list", "ruleset"], ["ip", "xfrm", "policy"], ["ip", "rule"]):
        try:
            found[" ".join(command)] = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        except FileNotFoundError:
            continue
    return found


def _lines(path: Path) -> list[str]:
    """Return the lines of a file without counters, which other programs' traffic changes."""
    if not path.exists():
        return []
    lines = path.read_text().splitlines()
    return [line.rsplit(None, 4)[0] if path.name == "ipv6_route" else line for line in lines if path.name != "arp"]


def namespaces_of(session: int) -> set[str]:
    """Return the namespaces other than our own to which processes of a session hold descriptors."""
    found = set()
    for process in processes_of(session):
        for descriptor in Path(f"/proc/{process}/fd").glob("*"):
            with suppress(OSError):  # the descriptor was closed meanwhile
                found.add(str(descriptor.readlink()))
    found = {link for link in found if link.startswith("net:")}
    return found - {OWN}


def processes_of(parent: int) -> list[int]:
    """Return a process and its children that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        if fields[0] not in (b"Z", b"X") and (int(folder.name) == parent or int(fields[1]) == parent):
            found.append(int(folder.name))
    return found


def holders(spaces: set[str]) -> list[str]:
    """Return processes that hold one of these namespaces, by a descriptor or by being in it."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            links = [str(link.readlink()) for link in [folder / "ns/net", *(folder / "fd").iterdir()]]
        except OSError:
            continue
        found += [f"{folder.name} {link}" for link in links if link in spaces]
    return found


def started(budget_s: int) -> subprocess.Popen[str]:
    child = subprocess.Popen([sys.executable, "-c", MEASURES % budget_s], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    assert child.stdout.readline() == "measuring\n"
    return child


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, None], ids=["kill -9", "Ctrl-C", "its own end"])
def test_nothing_is_left_and_the_host_is_unchanged(how: signal.Signals | None) -> None:
    before = host()
    child = started(budget_s=600 if how else 0)
    spaces, processes = namespaces_of(child.pid), processes_of(child.pid)
    try:
        if how:
            assert len(spaces) >= 8  # a sender's and three gateways' of each IP version
            assert len(processes) == 2
            assert host() == before
            child.send_signal(how)
        assert child.wait(PATIENCE_S) == (-signal.SIGKILL if how == signal.SIGKILL else 0)
    finally:
        child.kill()
        child.wait()
    until = time.monotonic() + PATIENCE_S
    while (left := [pid for pid in processes if pid in processes_of(pid)] or holders(spaces)) and (
        time.monotonic() < until
    ):
        time.sleep(0.05)
    assert not left
    assert host() == before
