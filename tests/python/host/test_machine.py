from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import wirerate
from wirerate.host import doctor, machine, meter
from wirerate.host.cpu_features import MATTER, expected, hidden
from wirerate.host.doctor import Finding, examine
from wirerate.host.machine import environment
from wirerate.records import Peer

HIDING = """processor\t: 0
vendor_id\t: AuthenticAMD
cpu family\t: 25
model\t\t: 17
model name\t: AMD EPYC-Genoa Processor
flags\t\t: fpu sse2 ssse3 sse4_1 sse4_2 avx avx2 bmi2 adx aes pclmulqdq hypervisor

processor\t: 1
vendor_id\t: somebody else
"""


def test_another_machines_cpuinfo_is_read_and_its_hidden_features_named() -> None:
    cpu = machine.cpu(HIDING)
    assert (cpu.name, cpu.vendor, cpu.family, cpu.model) == (
        "AMD EPYC-Genoa Processor (family 25, model 17)",
        "AuthenticAMD",
        25,
        17,
    )
    assert "sha_ni" in cpu.hidden_flags
    assert "avx512f" in cpu.hidden_flags
    assert not {"aes", "avx2"} & set(cpu.hidden_flags)
    assert "fpu" not in cpu.flags


def test_an_emulated_processor_is_not_taken_for_the_one_below_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "emulator", lambda: "qemu-aarch64")
    cpu = machine.cpu()
    assert cpu.name.endswith("emulated by qemu-aarch64")
    assert (cpu.vendor, cpu.flags, cpu.hidden_flags) == ("", (), ())


@pytest.mark.parametrize(
    ("vendor", "family", "model", "has", "lacks"),
    [
        ("AuthenticAMD", 0x17, 0x31, "sha_ni", "vaes"),  # Zen 2
        ("AuthenticAMD", 0x19, 0x01, "vaes", "avx512f"),  # Zen 3
        ("AuthenticAMD", 0x19, 0x11, "avx512ifma", ""),  # Zen 4 server
        ("AuthenticAMD", 0x19, 0x21, "vaes", "avx512f"),  # Zen 3 desktop
        ("AuthenticAMD", 0x1A, 0x02, "avx512vbmi", ""),  # Zen 5
        ("GenuineIntel", 6, 0x55, "avx512f", "sha_ni"),  # Skylake server
        ("GenuineIntel", 6, 0x8F, "sha_ni", ""),  # Sapphire Rapids
    ],
)
def test_generations(vendor: str, family: int, model: int, has: str, lacks: str) -> None:
    features = expected(vendor, family, model)
    assert has in features
    assert lacks not in features
    assert set(features) <= set(MATTER)
    assert hidden(vendor, family, model, features) == ()


@pytest.mark.parametrize(
    ("vendor", "family", "model"), [("AuthenticAMD", 0x15, 1), ("GenuineIntel", 6, 1), ("", -1, -1)]
)
def test_an_unknown_processor_is_not_guessed_at(vendor: str, family: int, model: int) -> None:
    assert expected(vendor, family, model) == ()


def test_caches_are_those_that_hold_data(tmp_path: Path) -> None:
    for i, (kind, level, size) in enumerate([("Data", 1, "48K"), ("Instruction", 1, "32K"), ("Unified", 2, "1024K")]):
        folder = tmp_path / "cache" / f"index{i}"
        folder.mkdir(parents=True)
        for name, content in (("type", kind), ("level", level), ("size", size)):
            (folder / name).write_text(f"{content}\n")
    assert [(cache.name, cache.bytes) for cache in machine.caches(tmp_path)] == [("L1d", 48 << 10), ("L2", 1 << 20)]
    assert machine.caches(tmp_path / "nowhere") == ()


def test_the_environment_says_what_a_measurement_depended_on() -> None:
    recorded = environment()
    assert recorded.wirerate == wirerate.__version__
    assert recorded.kernel in wirerate.kernels()
    assert recorded.cores >= 1
    assert recorded.memory_bytes > 1 << 26
    assert 1e8 < recorded.core_hz < 1e10
    assert recorded.compiler
    versions = {peer.name: peer.version for peer in recorded.peers}
    assert set(versions) == {"wirerate", "openssl", "nettle", "ipsec-mb"}
    assert versions["wirerate"] == wirerate.__version__
    assert all(bool(peer.version) != bool(peer.absent) for peer in recorded.peers)
    assert msgspec.json.decode(msgspec.json.encode(recorded), type=type(recorded)) == recorded


def test_findings_have_a_fact_a_reason_and_a_fix() -> None:
    for finding in examine():
        assert all((finding.code, finding.problem, finding.reason, finding.fix))
        assert finding.severity in ("warning", "note")
        assert finding.problem in finding.message


def find_code(code: str) -> Finding | None:
    return next((finding for finding in examine() if finding.code == code), None)


@pytest.mark.parametrize(
    ("setting", "bad", "good", "code"),
    [
        ("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave", "performance", "governor"),
        ("/sys/devices/system/cpu/smt/active", "1", "0", "smt"),
        ("/sys/devices/system/cpu/cpufreq/boost", "1", "0", "boost"),
        (
            "/sys/kernel/mm/transparent_hugepage/enabled",
            "always madvise [never]",
            "always [madvise] never",
            "huge-pages",
        ),
        ("/proc/sys/kernel/perf_event_paranoid", "4", None, "no-counters"),
    ],
)
def test_a_setting_that_spoils_is_found(
    monkeypatch: pytest.MonkeyPatch, setting: str, bad: str, good: str | None, code: str
) -> None:
    real = machine.setting
    for value in (bad, good):
        monkeypatch.setattr(machine, "setting", lambda path, value=value: value if path == setting else real(path))
        if value is not None:
            assert (find_code(code) is not None) == (value == bad)


@pytest.mark.parametrize(("virtual", "cores", "reported"), [("KVM", 2, True), ("KVM", 1, False), ("", 2, False)])
def test_hidden_cpu_siblings_are_reported(
    monkeypatch: pytest.MonkeyPatch, virtual: str, cores: int, reported: bool
) -> None:
    real = machine.setting
    monkeypatch.setattr(machine, "setting", lambda path: "0" if path.endswith("smt/active") else real(path))
    monkeypatch.setattr(machine, "hypervisor", lambda _: virtual)
    monkeypatch.setattr(machine, "cores", lambda: cores)
    assert (find_code("hidden-siblings") is not None) == reported


def test_hidden_features_load_and_missing_peers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = machine.cpu
    monkeypatch.setattr(machine, "cpu", lambda: real(HIDING))
    monkeypatch.setattr(doctor.os, "getloadavg", lambda: (float(machine.cores()), 0.0, 0.0))
    absent = tuple(Peer(name=p.name, version="", absent="libx.so.1 is not here") for p in meter.peers())
    monkeypatch.setattr(meter, "peers", lambda: absent)
    codes = [finding.code for finding in examine()]
    assert {"hidden-features", "load", "missing-nettle", "missing-openssl", "missing-ipsec-mb"} <= set(codes)
    assert codes.index("hidden-features") < codes.index("missing-nettle")  # warnings come first


def test_stolen_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["cpu  1 0 1 1 0 0 0 0 0 0", "cpu  1 0 1 1 0 0 0 900 0 0"])
    real = machine.setting
    monkeypatch.setattr(machine, "setting", lambda path: next(lines) if path == "/proc/stat" else real(path))
    assert find_code("stolen-time") is not None
