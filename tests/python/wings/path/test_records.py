"""`path` for records, from measurements to the run: rows, breakdowns, verdicts, findings and exit status."""

from __future__ import annotations

import pytest
from tests.python.wings.path import made_records as made

import wirerate
from wirerate.errors import UsageError
from wirerate.links import parse_link
from wirerate.records import from_json
from wirerate.wings.path.catalogue import RECORD_PATHS
from wirerate.wings.path.run import PathAccount, PathRun, PathStage, PathVerdict


def verdict(run: PathRun, subject: str, packets: str = "16384-byte records") -> PathVerdict:
    return next(v for v in run.verdicts if (v.subject, v.packets) == (subject, packets))


def test_one_end_is_judged_by_the_packets_of_its_protected_record() -> None:
    """Plain TCP is judged by the same packets, so its headroom is what remains if TLS were free."""
    run = made.run()
    available = 11 * parse_link("10G").wire_ns(1500) + parse_link("10G").wire_ns(386)  # 16,406 bytes by 1,460
    for subject, both in (("tcp", 4200), ("tls-aes-128-gcm", 14900), ("ktls-aes-128-gcm", 8800)):
        found = verdict(run, subject)
        assert found.needs_ns == pytest.approx(available)
        assert found.headroom
        assert found.headroom.median == pytest.approx(available / (both / 2))
        assert (found.role, found.conditions.direction, found.conditions.ip_bytes) == ("end", "one", None)
    assert {v.subject for v in run.verdicts} == {path.name for path in RECORD_PATHS}
    assert {v.packets for v in run.verdicts} == {"1400-byte records", "16384-byte records"}


def test_with_duplex_one_core_does_both() -> None:
    run = made.run(["tls"], duplex=True)
    one = made.run(["tls"])
    assert verdict(run, "tls-aes-128-gcm").conditions.direction == "both"
    rooms = [verdict(each, "tls-aes-128-gcm").headroom for each in (run, one)]
    assert rooms[0]
    assert rooms[1]
    assert rooms[0].median == pytest.approx(rooms[1].median / 2)
    ceilings = [verdict(each, "tls-aes-128-gcm").ceiling for each in (run, one)]
    assert ceilings[0]
    assert ceilings[1]
    assert ceilings[0].median == pytest.approx(ceilings[1].median / 2)


def test_the_ceiling_is_headroom_without_libcrypto_and_the_kernels_is_not_verdict() -> None:
    run = made.run()
    openssl = verdict(run, "tls-aes-128-gcm")
    room = openssl.headroom
    assert openssl.ceiling
    assert openssl.crypto
    assert openssl.gain
    assert room
    assert openssl.gain.median == pytest.approx(14900 / 7900)
    assert openssl.ceiling.median == pytest.approx(room.median * 14900 / 7900)
    assert openssl.crypto.median == pytest.approx(7000 / 14900)
    kernel = verdict(run, "ktls-aes-128-gcm")
    assert (kernel.ceiling, kernel.crypto) == (None, None)
    assert kernel.gain
    assert kernel.gain.median == pytest.approx(8800 / 4200)


def test_a_faster_alternative_comes_with_the_setting_that_selects_it() -> None:
    run = made.run(["tls"], links=["100G"])
    found = verdict(run, "tls-aes-128-gcm")
    assert found.remedy == "crypto"
    kernel = next(a for a in found.alternatives if a.subject == "ktls-aes-128-gcm")
    assert kernel.brings
    assert kernel.brings.median == pytest.approx(14900 / 8800)
    assert [line.text.rpartition(" ")[2] for line in kernel.lines] == ["TLS_AES_128_GCM_SHA256", "KTLS"]
    assert all(a.brings and a.brings.low > 1 for a in found.alternatives)


def test_where_nothing_is_faster_cores_are_the_remedy() -> None:
    run = made.run(["ktls"], links=["100G"])
    assert verdict(run, "ktls-aes-128-gcm").remedy == "unknown"
    alone = made.run(["tls"], links=["100G"], without=["ktls"])
    assert verdict(alone, "tls-aes-128-gcm").remedy == "other"
    assert [a.subject for a in verdict(alone, "tls-aes-128-gcm").alternatives] == ["tls-aes-128-gcm"]


def test_the_run_equals_its_json() -> None:
    run = made.run()
    again = from_json(run.to_json().encode(), "the run")
    assert isinstance(again, PathRun)
    assert again.verdicts == run.verdicts
    assert again.rows == run.rows
    assert again.findings == run.findings
    assert again.findings
    assert (again.findings.unit, again.findings.kernel) == ("record", "6.12.0-made")


def test_rows_have_their_records_and_the_bytes_that_tls_adds() -> None:
    run = made.run(["tls"])
    stages = {(m.subject, m.operation): m for m in run.rows if isinstance(m, PathStage)}
    assert stages["tcp", "tcp"].role == "reference"
    assert {operation for subject, operation in stages if subject == "tls-aes-128-gcm"} == {"record", "crypto"}
    assert all(m.sent == m.arrived for m in stages.values())
    added = {m.subject: [(a.ip_bytes, a.counted, a.catalogue) for a in m.added]
             for m in run.rows if isinstance(m, PathAccount) and m.bytes == 1400}  # fmt: skip
    assert added["tcp"] == []
    assert added["tls-aes-128-gcm"] == added["ktls-chacha20-poly1305"] == [(1400, 22, 22)]


def test_a_named_path_that_is_missing_is_a_problem_with_its_remedy() -> None:
    run = made.run(["ktls"], without=["ktls"])
    assert [v.subject for v in run.verdicts] == ["tcp", "tcp"]
    assert [(p.code, p.fix) for p in run.problems] == [
        ("absent", "type: sudo modprobe tls, or boot a kernel that has it")
    ]
    assert run.exit == 4
    unasked = made.run(["tls"], without=["ktls"], links=["1G"])
    assert unasked.findings
    assert (unasked.exit, unasked.problems, unasked.findings.absent) == (0, [], ())


def test_an_overview_names_missing_paths_and_is_judged_by_the_rest() -> None:
    run = made.run(without=["ktls"], links=["1G"])
    assert run.findings
    assert {each.path for each in run.findings.absent} == {p.name for p in RECORD_PATHS if p.kind == "ktls"}
    assert (run.exit, run.problems) == (0, [])


def test_changed_records_make_a_row_wrong_not_fast() -> None:
    run = made.run(["tls"], faults={"tls-aes-128-gcm": "1 records came back otherwise"})
    assert {v.subject for v in run.verdicts} == {"tcp"}
    assert {m.status for m in run.rows if m.subject == "tls-aes-128-gcm"} == {"wrong"}
    assert [p.code for p in run.problems] == ["wrong"]
    assert "records" in run.problems[0].fix
    assert run.exit == 4


def test_a_driver_that_does_not_use_the_cpu_is_a_finding_with_its_remedy() -> None:
    run = made.run(["ktls"], slow=True)
    assert [(p.code, p.fix) for p in run.problems] == [("slow-driver", "modprobe -a aesni_intel")]


def test_an_interrupted_run_keeps_what_was_measured() -> None:
    run = made.run(["tls"], interrupted=True)
    assert (run.exit, run.partial) == (130, True)
    assert run.verdicts


def test_the_policy_holds_for_suites_too() -> None:
    run = made.run(["tls-chacha20-poly1305"], policy="fips")
    found = verdict(run, "tls-chacha20-poly1305")
    assert not found.permitted
    assert found.objection
    assert found.alternatives
    assert not any("chacha20" in a.subject for a in found.alternatives)


@pytest.mark.parametrize(
    ("paths", "given", "says", "fix"),
    [
        (
            ["esp-gcm", "tls"],
            {},
            "which takes two runs",
            "wirerate path tls-aes-128-gcm, then wirerate path esp-aes-128-gcm",
        ),
        (["tls"], {"packet": "imix"}, "packet has no meaning here", 'record="1400,16Ki"'),
        (["esp-gcm"], {"record": "1400"}, "record has no meaning here", 'packet="imix,1400"'),
        ([], {"packet": "imix", "record": "1400"}, "which takes two runs", "leave out one"),
        (["tls"], {"record": "17000"}, "1 to 16384 bytes", "from 1 to 16384"),
        (["tls/ip6"], {}, "has no variants", "type tls-aes-128-gcm"),
    ],
)
def test_an_invalid_question_is_refused_before_anything_is_measured(
    paths: list[str], given: dict[str, str], says: str, fix: str
) -> None:
    with pytest.raises(UsageError, match=says) as error:
        wirerate.path(paths, links=["10G"], **given)
    assert fix in error.value.fix
