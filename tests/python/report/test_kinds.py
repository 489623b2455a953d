"""Every kind of run exports what it shows, and `report` makes a page of it or names the kinds that have one."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import asdict
from tests.python.wings.history.test_openssh_2007 import made as history_run
from tests.python.wings.mcu.test_view import function, library
from tests.python.wings.path.made import run as path_run

from wirerate import registry
from wirerate.cli.main import run as command_line
from wirerate.commands.list.names import list_names
from wirerate.records import RUNS, AnyRun, Conditions, DoctorRun, Problem, read, store, write
from wirerate.report import kinds, labels, numbers
from wirerate.report.table import to_text, width_of
from wirerate.report.terminal import Paper
from wirerate.wings.ah.rows import AhPackets, AhRun
from wirerate.wings.fleet.hosts import Answer, merge
from wirerate.wings.hw import hardware
from wirerate.wings.mcu import boards, budget, handshakes, operations
from wirerate.wings.mcu.rows import GridRun
from wirerate.wings.model import model
from wirerate.wings.ssh.rows import (
    EndCost,
    Flow,
    MilledPacket,
    MillGain,
    MillRun,
    SshAdvice,
    SshRun,
    Transfer,
    TransferGain,
)

from .conftest import compared, environment, full, interval, measured_only, measurement

WIDE = Paper(width=400)


def doctor() -> AnyRun:
    run = DoctorRun(command="doctor", environment=environment())
    run.problems = [Problem(code=code, message=f"{code} spoils it", fix="mend it") for code in ("noise", "turbo")]
    return run


def ah() -> AnyRun:
    run = AhRun(command="ah speed", environment=environment())
    for operation, batch, ns in (("sign", 1, 700.0), ("sign", 256, 60.0), ("verify", 1, 690.0), ("verify", 256, 61.0)):
        like = measurement("hmac-md5@wirerate/avx2", 376.0, operation=operation, batch=batch, packets="imix6")
        row = AhPackets(
            **asdict(like) | {"subject": "hmac-md5-96@wirerate/avx2", "ns": interval(ns), "ip_bytes": 352.0}
        )
        run.rows.append(row)
    return run


def transfers() -> AnyRun:
    run = SshRun(command="ssh", environment=environment())
    names = (("aes128-gcm", ""), ("aes128-ctr", "umac-64-etm"), ("aes128-ctr", "hmac-sha2-256-etm"))
    for number, (cipher, mac) in enumerate(names):
        cost = 1.0 + number
        row = Transfer(
            subject=f"{cipher}+{mac}" if mac else cipher, operation="transfer", ns=interval(1e9),
            cipher=cipher, mac=mac, peer="peer", one_machine=False, cpu_ns_per_byte=cost,
            cpu=interval(cost) if number < 2 else None, look=None if number < 2 else 2.0,
            here=EndCost(user_ns_per_byte=cost / 2, system_ns_per_byte=cost / 2), set_up_ms=100.0, start_ms=120.0,
            start_cpu_ms=50.0, round_trip_ms=0.1, window=2 << 20, mbps=500.0 / cost,
        )  # fmt: skip
        run.rows.append(row)
    run.comparisons.append(
        TransferGain(subject=run.rows[1].subject, reference=run.rows[0].subject, ratio=interval(0.5),
                   change="", noise=0.02, peer="peer")
    )  # fmt: skip
    run.findings = SshAdvice(
        bottleneck="network",
        flow=Flow(here=0.3, there=None, waited=0.0, mbps=500.0, window_mbps=None, source_mbps=5000.0),
    )
    return run


def mill() -> AnyRun:
    """Return one MAC of two implementations, with two payloads and all three key schedules."""
    run = MillRun(command="ssh mill", environment=environment())
    for subject in ("hmac-md5@wirerate/avx2", "hmac-md5@openssl"):
        for size in (64, 1024):
            for keyed, ns in (("reuse", 500.0), ("rekey", 700.0), ("fresh", 900.0)):
                run.rows.append(
                    MilledPacket(subject=subject, operation="packet", bytes=size, keyed=keyed,
                                 ns=interval(ns + size + len(subject)), cipher="arcfour", order="encrypt-and-MAC",
                                 packet_bytes=size + 16, mac_share=0.4)
                )  # fmt: skip
            run.comparisons.append(
                MillGain(subject=subject, reference=subject, ratio=interval(1.4), change="",
                           conditions=Conditions(bytes=size, keyed="reuse"),
                           cipher="arcfour", order="encrypt-and-MAC", against_keyed="rekey")
            )  # fmt: skip
    return run


def grid() -> AnyRun:
    run = operations.mcu("f401re", curves=["secp256r1", "secp384r1"])
    return GridRun(command="mcu grid", environment=run.environment, rows=run.rows)


def speed() -> AnyRun:
    """Return each row once; the builder has MACs twice that can only be rekeyed."""
    run = measured_only()
    run.rows = list({(m.subject, m.bytes, m.cache, m.working_set, m.keyed, m.batch, m.status): m
                             for m in run.rows}.values())  # fmt: skip
    return run


def fleet() -> AnyRun:
    answers = []
    for host in ("a", "b"):
        run = speed()
        answers.append(Answer(host, run.to_json().encode()))
    return merge(answers)


BUILDERS: dict[str, Callable[[], AnyRun]] = {
    "check": lambda: full(("1G", "10G")),
    "speed": speed,
    "compare": compared,
    "doctor": doctor,
    "list": lambda: list_names("protocols"),
    "model": lambda: model.model("md5", cpu="zen4"),
    "hw": lambda: hardware.hw("md5"),
    "ah": ah,
    "ssh": transfers,
    "mill": mill,
    "mcu": lambda: operations.mcu("lpc1768", curves=["secp256r1", "brainpoolP256r1"]),
    "budget": lambda: budget.mcu_budget({"time": 1e9, "ram": 8192}, "nrf52840"),
    "handshake": lambda: handshakes.mcu_handshake("nrf52840"),
    "composed": lambda: handshakes.mcu_handshake("nrf52840", quantum="safe"),
    "whole": lambda: handshakes.mcu_handshake("nrf52840", quantum="safe", whose="wolfssl"),
    "library": library,
    "function": function,
    "grid": grid,
    "boards": boards.mcu_boards,
    "history": history_run,
    "fleet": fleet,
    "path": lambda: path_run(["esp-gcm", "esp-cbc-hmac-sha256", "esp-null-hmac-md5", "wireguard"]),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty store without placements of this machine."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture(params=BUILDERS)
def run(request: pytest.FixtureRequest, home: Path) -> AnyRun:
    return BUILDERS[request.param]()


def on_one_line(text: str, *words: str) -> bool:
    return any(all(word in line for word in words) for line in text.splitlines())


def check_is_shown(run: AnyRun, text: str) -> None:
    """Check for a matrix of subjects and links, or paragraphs: each verdict with its headroom."""
    for verdict in run.verdicts:
        assert on_one_line(text, labels.algorithm(verdict.subject))
        assert numbers.times(verdict.headroom.median if verdict.headroom else 0) in text


def speed_is_shown(run: AnyRun, text: str) -> None:
    """Check for a sweep in a separate table by working set."""
    for group in kinds.kind_of(run).table(run).groups:
        swept = "working set" in group.heading
        for name, *figures in group.rows:
            shown = [cell.text for cell in figures if not swept and cell.text != numbers.NONE]
            assert on_one_line(text, name.text, *shown), (group.heading, name.text)


def doctor_is_shown(run: AnyRun, text: str) -> None:
    for problem in run.problems:
        assert problem.message in text
        assert problem.fix in text


def fleet_is_shown(run: AnyRun, text: str) -> None:
    """Check for a column per host, and a row for each question."""
    for m in run.rows:
        assert on_one_line(text, labels.algorithm(m.subject)), m.subject
    for host in run.hosts:
        assert on_one_line(text, host.host, host.cpu)


def list_is_shown(run: AnyRun, text: str) -> None:
    for row in run.findings.names:
        assert on_one_line(text, row.name, row.summary)


def history_is_shown(run: AnyRun, text: str) -> None:
    """Check that the export stacks the tables in the order of the screen."""
    for group in kinds.kind_of(run).table(run).groups:
        for row in group.rows:
            assert on_one_line(text, *(cell.text for cell in row if cell.text))


OTHERWISE = {
    "history": history_is_shown,
    "check": check_is_shown,
    "speed": speed_is_shown,
    "fleet": fleet_is_shown,
    "doctor": doctor_is_shown,
    "list": list_is_shown,
}


def exported(run: AnyRun) -> list[tuple[str, ...]]:
    return [tuple(row) for row in csv.reader(io.StringIO(kinds.csv(run)))][1:]


def test_every_kind_is_built_here() -> None:
    assert set(BUILDERS) == set(kinds.shown())
    assert {run.__struct_config__.tag for run in (*RUNS, *registry.runs())} == {*BUILDERS, "failure"}


def test_exports_equal_the_screen(run: AnyRun) -> None:
    """For many kinds, the default answer shows a part of the table; --explain shows all of it."""
    text, table = (
        kinds.text(run, WIDE, explain=run.kind not in OTHERWISE or run.kind == "speed"),
        kinds.kind_of(run).table(run),
    )
    if run.kind in OTHERWISE:
        OTHERWISE[run.kind](run, text)
    else:
        assert to_text(table, width=WIDE.width) in text
    assert len(exported(run)) == sum(len(group.rows) for group in table.groups) > 0


# For kinds that measure: a row's conditions have one column each, beside the heading that has all of them.
_BOARD = {"board", "core", "clock_hz"}
_HOST = {"packets", "cache", "batch", "threads"}
_CONDITIONS = {
    "check": _HOST | {"link", "protocol", "over", "policy", "operation", "direction", "keyed", "ip_bytes"},
    "speed": _HOST | {"working_set", "bytes", "operation", "keyed"},
    "compare": _HOST | {"working_set", "bytes", "operation", "keyed", "relative_to"},
    "fleet": _HOST | {"host", "bytes", "operation", "keyed"},
    "ah": _HOST | {"operation"},
    "model": {"algorithm", "cpu"},
    "ssh": {"operation", "peer", "bytes", "rounds"},
    "mill": {"subject", "cipher", "order", "bytes"},
    "mcu": _BOARD | {"curve", "operation", "version", "level", "window"},
    "grid": _BOARD | {"curve", "operation", "version", "level", "window"},
    "budget": _BOARD | {"purpose"},
    "handshake": _BOARD | {"setup", "side", "datagrams"},
    "composed": _BOARD | {"setup", "side", "protocol", "mutual"},
    "whole": _BOARD | {"setup", "side", "protocol", "mutual"},
    "library": _BOARD,
    "function": _BOARD,
}


def test_an_export_has_a_column_for_each_condition(run: AnyRun) -> None:
    head, *rows = csv.reader(io.StringIO(kinds.csv(run)))
    assert len(set(head)) == len(head)
    assert set(head) >= _CONDITIONS.get(run.kind, set())
    own = len({"condition", "question"} & set(head[:1]))
    assert len({tuple(row[own:]) for row in rows}) == len(rows), "rows that only the heading tells apart"


_EXPLAINED = {
    "cold": "from memory",
    "headroom": "time available( per packet)? (÷|/) time needed",
    "units (of time|a word)": "A unit of time is the time of one operation",
    "list schedule": "those with the longest dependency chain to the end first",
}


def unexplained(said: str) -> list[str]:
    text = " ".join(said.split())
    return [
        word
        for word, told in _EXPLAINED.items()
        if re.search(rf"(?i)\b{word}\b", text) and not re.search(f"(?i){told}", text)
    ]


def test_words_are_explained_where_they_stand(run: AnyRun) -> None:
    for text in (kinds.text(run, Paper(80), explain=True), kinds.markdown(run)):
        assert not unexplained(text), text


def test_an_exported_verdict_has_its_security_and_what_to_use_instead() -> None:
    run = full(("1G", "10G"))
    for row, verdict in zip(csv.DictReader(io.StringIO(kinds.csv(run))), run.verdicts, strict=True):
        assert (row["link"], row["packets"], row["subject"]) == (verdict.link, verdict.packets, verdict.subject)
        assert (row["security"], row["security_source"]) == (verdict.security.standing, verdict.security.source)
        assert row["alternatives"] == "; ".join(each.subject for each in verdict.alternatives)
        for each in ("cores", "headrooms", "brings"):
            assert len(row[f"alternative_{each}"].split("; ")) == len(row["alternatives"].split("; "))
        assert row["alternatives_equal_to"] == "; ".join(", ".join(each.equal_to) for each in verdict.alternatives)
    assert any(verdict.alternatives for verdict in run.verdicts)


def test_it_keeps_to_the_width_and_cuts_no_name_off(run: AnyRun) -> None:
    rows = [row for group in kinds.kind_of(run).table(run).groups for row in group.rows]
    for width in (40, 60, 80):
        text = kinds.text(run, Paper(width))
        assert max(map(width_of, text.splitlines())) <= width
        said = " ".join(text.split())
        assert all(row[0].text.partition("@")[0].split()[0] in said for row in rows)
    colored, plain = kinds.text(run, Paper(60, color=True)), kinds.text(run, Paper(58, ascii=True))
    assert max(map(width_of, (colored + plain).splitlines())) <= 60
    assert not {char for char in plain if not char.isascii()} - set("öé")  # in names


def test_no_two_rows_are_equal(run: AnyRun) -> None:
    rows = exported(run)
    assert len(set(rows)) == len(rows)
    lines = [line for line in kinds.markdown(run).splitlines() if line.startswith("| ")]
    assert len(lines) >= len(rows)


def test_it_has_a_page_or_says_which_have_one(run: AnyRun, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(run, tmp_path / "run.jsonl")
    status = command_line(["report", str(tmp_path / "run.jsonl"), "--no-measure", "-o", str(tmp_path / "page.html")])
    told = capsys.readouterr()
    if run.kind in kinds.PAGELESS:
        assert status == 2
        assert f"a run of {run.kind} has no page; use a run of: check, path, ssh" in told.err
        assert not (tmp_path / "page.html").exists()
    else:
        assert status == 0, told.err
        page = (tmp_path / "page.html").read_text()
        assert "</html>" in page
        shown = re.sub(r"(?s)<(script|style|svg)\b.*?</\1>", "", page)
        assert not unexplained(re.sub(r"<[^>]+>", " ", shown))


def test_the_last_run_is_the_newest_whatever_its_kind(home: Path) -> None:
    for kind, build in BUILDERS.items():
        if kind not in kinds.PAGELESS:
            path = store.keep(build())
            assert store.last() == path
            assert read(store.last()).kind == kind
    assert read(store.last("check", "speed")).kind == "speed"
    assert read(store.last("budget")).kind == "budget"


def test_a_failure_has_nothing_to_show(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line(["check", "nosuchalgo", "-J"]) == 2
    (home / "failed.json").write_text(capsys.readouterr().out)
    assert command_line(["report", str(home / "failed.json")]) == 2
    told = capsys.readouterr().err
    assert "runs of kind failure cannot be shown; name a run that has measurements" in told
    assert "Traceback" not in told


def test_a_page_that_measures_nothing_has_no_time(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(mill(), home / "run.jsonl")
    assert command_line(["report", str(home / "run.jsonl"), "--time", "3"]) == 2
    assert "--time has no effect: a page of mill needs no measurements" in capsys.readouterr().err
