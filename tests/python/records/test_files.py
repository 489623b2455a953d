from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate import records
from wirerate.errors import OutputError, UsageError
from wirerate.records import BreakEven, CheckRun, SpeedRun


def environment() -> records.Environment:
    return records.Environment(
        wirerate="0.1.0",
        date="2026-01-02T03:04:05Z",
        host="box",
        cpu="A CPU",
        cores=2,
        memory_bytes=1 << 30,
        caches=(records.CpuCache(name="L1d", bytes=49152),),
        flags=("avx2",),
        hidden_flags=(),
        virtual="",
        os="Linux",
        compiler="cc",
        kernel="avx2",
        core_hz=3e9,
        tick_hz=2e9,
        peers=(records.Peer(name="openssl", version="OpenSSL 3.0"),),
    )


def interval(median: float = 2.0) -> records.Interval:
    return records.Interval(median, median - 1, median + 1, 0.99)


def whole_run() -> records.Run:
    security = records.Security(claim="c", attack="a", standing="s", source="RFC", date="2011")
    return CheckRun(
        command="check",
        environment=environment(),
        exit=1,
        partial=True,
        rows=[
            records.Measurement(
                subject="md5@wirerate/avx2",
                ns=interval(),
                samples_ns=(1.0, 2.5),
                break_even=BreakEven(over="md5", bytes=None),
            ),
            records.Measurement(subject="umac-64@nettle", status="absent", note="no libnettle"),
        ],
        comparisons=[records.Comparison(subject="a", reference="b", ratio=interval(), change="NO CHANGE")],
        verdicts=[
            records.Verdict(
                subject="md5",
                link="10G",
                packets="imix",
                verdict="FALLS SHORT",
                needs_ns=1.5,
                measured_ns=interval(),
                headroom=None,
                cores=2,
                security=security,
                alternatives=(records.Alternative(subject="x", headroom=interval(), security=security),),
            )
        ],
        problems=[records.Problem(code="c", message="m — “ü”", fix="f")],
    )


def test_a_run_file_comes_back_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    records.write(whole_run(), path)
    assert records.read(path) == whole_run()
    kinds = [next(iter(json.loads(line))) for line in path.read_text().splitlines()]
    assert kinds == ["run", "environment", "row", "row", "comparison", "verdict", "problem", "end"]


def test_the_object_of_dash_j_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(whole_run().to_json() + "\n")
    assert records.read(path) == whole_run()


@given(cut=st.integers(min_value=0, max_value=10_000))
def test_every_truncation_is_noticed_with_its_line(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "run.jsonl"
    records.write(whole_run(), path)
    content = path.read_bytes()
    kept = content[: cut % (len(content) - 1)]  # without the final newline, which carries no data
    path.write_bytes(kept)
    with pytest.raises(UsageError) as caught:
        records.read(path)
    line = int(str(caught.value).removeprefix(f"{path}:").split(":")[0])
    assert line == max(1, len(kept.splitlines()))
    assert caught.value.exit_code == 2
    assert caught.value.fix


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (lambda lines: ['{"hello": 1}', *lines[1:]], 1, "not a wirerate run file"),
        (lambda lines: ["\x00\udcff", *lines[1:]], 1, "not a wirerate run file"),
        (lambda lines: ['{"run": {"schema": 99, "command": "check", "new": {}}}', *lines[1:]], 1, "newer wirerate"),
        (lambda lines: [*lines[:2], lines[2][:-5], *lines[3:]], 3, "Input data was truncated"),
        (lambda lines: [*lines[:2], lines[2].replace("[1.0,2.5]", '"soon"'), *lines[3:]], 3, "samples_ns"),
        (lambda lines: [*lines[:3], "{}", *lines[3:]], 4, "unknown kind of line"),
        (lambda lines: [*lines[:2], *lines[3:]], 7, "7 lines precede it"),
        (lambda lines: [*lines, lines[2]], 8, "7 lines precede it"),
    ],
)
def test_a_spoiled_file_names_its_line(tmp_path: Path, change: object, line: int, words: str) -> None:
    path = tmp_path / "run.jsonl"
    records.write(whole_run(), path)
    lines = path.read_text().splitlines()
    path.write_bytes("\n".join(change(lines)).encode(errors="surrogateescape") + b"\n")  # type: ignore[operator]
    with pytest.raises(UsageError, match=words) as caught:
        records.read(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_a_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        records.read(tmp_path / "nowhere")


def test_a_full_disk_is_an_output_error_with_the_path() -> None:
    with pytest.raises(OutputError, match="cannot write /dev/full: No space left") as caught:
        records.write(whole_run(), "/dev/full")
    assert caught.value.exit_code == 5


def test_an_unwritable_place_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        records.write(whole_run(), tmp_path / "no" / "such" / "folder")
    (tmp_path / "taken").mkdir()
    with pytest.raises(OutputError, match="taken"):
        records.write(whole_run(), tmp_path / "taken")
    assert [entry.name for entry in tmp_path.iterdir()] == ["taken"]


def test_an_earlier_file_survives_a_failed_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    records.write(whole_run(), path)
    before = path.read_bytes()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", refuse)
    with pytest.raises(OutputError):
        records.write(whole_run(), path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["run.jsonl"]


def test_permissions_follow_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        records.write(whole_run(), tmp_path / "run.jsonl")
    finally:
        os.umask(before)
    assert (tmp_path / "run.jsonl").stat().st_mode & 0o777 == 0o640


def test_to_json_satisfies_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(json.loads(whole_run().to_json()), records.json_schema())


def test_the_reference_holds_the_schema() -> None:
    reference = Path(__file__).parents[3] / "docs" / "reference" / "run.schema.json"
    assert json.loads(reference.read_text()) == records.json_schema()


def test_every_field_is_printed() -> None:
    """Fields with default values are written, too, because scripts look for "ok" and "subject"."""
    run = SpeedRun(command="speed", environment=None, rows=[records.Measurement(subject="md5")])
    (printed,) = json.loads(run.to_json())["rows"]
    assert set(printed) == {"row", *records.Measurement.__struct_fields__}
    assert (printed["role"], printed["status"], printed["basis"]) == ("subject", "ok", "measured")
