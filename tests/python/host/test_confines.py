"""Limits by control groups of both versions, as files and with a real group where possible; emulators."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import uuid
from collections.abc import Mapping
from pathlib import Path

import pytest

import wirerate
from wirerate.host import doctor, machine

HALF = {"cpu.cfs_quota_us": "50000", "cpu.cfs_period_us": "100000"}


def groups(tmp_path: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text + "\n")
    return tmp_path


@pytest.mark.parametrize(
    ("files", "group", "quota"),
    [
        ({"cpu.max": "50000 100000"}, "0::/", 0.5),  # a container with cgroup version 2
        ({"a/b/cpu.max": "max 100000", "a/cpu.max": "150000 100000"}, "0::/a/b", 1.5),  # the parent group has the limit
        ({"a/b/cpu.max": "20000 100000", "a/cpu.max": "150000 100000"}, "0::/a/b", 0.2),
        ({"cpu.max": "50000 100000"}, "0::/docker/of-the-machine", 0.5),  # a path that is not mounted in the container
        ({f"cpu/{name}": text for name, text in HALF.items()}, "3:cpu:/\n0::/", 0.5),  # version 1
        ({f"cpu,cpuacct/x/{name}": text for name, text in HALF.items()}, "3:cpu,cpuacct:/x", 0.5),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, "3:cpu:/", None),
        ({"cpu.max": "max 100000"}, "0::/", None),
        ({}, "", None),
    ],
)
def test_the_least_quota_on_the_way_up_counts(
    tmp_path: Path, files: Mapping[str, str], group: str, quota: float | None
) -> None:
    assert machine.cpu_quota(groups(tmp_path, files), group) == quota


def test_memory_has_its_limit_likewise(tmp_path: Path) -> None:
    files = {"a/memory.max": "536870912", "memory.max": "max", "memory/memory.limit_in_bytes": "9223372036854771712"}
    assert machine.memory_limit(groups(tmp_path, files), "0::/a\n4:memory:/") == 512 << 20


def test_a_quota_is_reported_by_doctor_and_beside_figures() -> None:
    """Run in a new control group limited to half a CPU, if this machine allows creating one."""
    mounted = Path("/sys/fs/cgroup")
    folder = next((f for f in (mounted / "cpu", mounted) if (f / "cgroup.procs").exists()), mounted)
    group = folder / f"wirerate-{uuid.uuid4().hex}"
    try:
        group.mkdir()
    except OSError:
        pytest.skip("no control group can be created here")
    try:
        if (group / "cpu.cfs_quota_us").exists():
            (group / "cpu.cfs_quota_us").write_text("50000")
        elif (group / "cpu.max").exists():
            (group / "cpu.max").write_text("50000 100000")
        else:
            pytest.skip("control groups here do not limit CPU time")
        code = (
            f"import os; open({str(group / 'cgroup.procs')!r}, 'w').write(str(os.getpid()))\n"
            "import wirerate\n"
            "run = wirerate.speed(['md5'], lengths=[64], time=0.05)\n"
            "print(*(p.code for p in [*run.problems, *wirerate.doctor().problems]))\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.split().count("quota") == 2
    finally:
        group.rmdir()


@pytest.mark.skipif(not shutil.which("qemu-x86_64"), reason="no qemu-x86_64 (Debian: qemu-user)")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="emulates this Python, which is for another processor")
def test_an_emulator_is_found_from_within() -> None:
    code = "from wirerate.host.machine import emulator; print(emulator())"
    program = str(Path(sys.executable).resolve())
    path = os.pathsep.join(sys.path)
    done = subprocess.run(
        ["qemu-x86_64", program, "-S", "-c", code],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "qemu-x86_64", done.stderr
    assert machine.emulator() == ""


@pytest.mark.parametrize(
    ("confinement", "code"), [({"emulator": "qemu-aarch64"}, "emulated"), ({"cpu_quota": 0.5}, "quota")]
)
def test_limits_are_reported_by_doctor_and_beside_figures(
    monkeypatch: pytest.MonkeyPatch, confinement: dict[str, str | float], code: str
) -> None:
    for name, value in confinement.items():
        monkeypatch.setattr(machine, name, lambda value=value: value)
    assert code in [finding.code for finding in doctor.examine()]
    assert code in [problem.code for problem in wirerate.speed(["md5"], lengths=[64], time=0.05).problems]
