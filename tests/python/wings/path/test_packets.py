"""`path` from a kernel's answers to the run: rows, breakdowns, verdicts, findings and exit status."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.python.wings.path import made

import wirerate
from wirerate.errors import UsageError
from wirerate.records import from_json
from wirerate.wings.path import answer as api_paths
from wirerate.wings.path.catalogue import PATHS, PLAIN, Path, parse_path
from wirerate.wings.path.question import PathQuestion, added_bytes
from wirerate.wings.path.run import PathAccount, PathRun, PathStage, PathVerdict
from wirerate.wings.path.stages import PathMeasurement

Asked = Callable[..., PathRun]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Return a function that runs the command with a simulated kernel."""

    def ask(paths: Sequence[str] = (), kernel: dict[str, Any] | None = None, **given: Any) -> PathRun:
        def measure(wanted: Sequence[Any], mixes: Sequence[Any], **_: Any) -> PathMeasurement:
            here = [path for path in wanted if path in made.HERE]
            return made.answer(here, mixes[0].name, **(kernel or {}))

        monkeypatch.setattr(api_paths, "measure", measure)
        return wirerate.path(paths, **{"links": ["10G"], **given})

    return ask


def of(run: PathRun, subject: str) -> PathVerdict:
    return next(v for v in run.verdicts if v.subject == subject)


def accounts(run: PathRun, subject: str) -> dict[str, PathAccount]:
    return {m.operation: m for m in run.rows
            if m.subject == subject and isinstance(m, PathAccount)}  # fmt: skip


def test_each_path_is_judged_by_the_slower_end_with_its_ceiling(asked: Asked) -> None:
    run = asked()
    gcm = next(v for v in run.verdicts if v.subject == "esp-aes-128-gcm")
    assert gcm.headroom
    assert round(gcm.headroom.median, 2) == 0.17
    told = of(run, "esp-aes-128-gcm")
    assert told.ceiling
    assert told.crypto
    assert (round(told.ceiling.median, 2), round(told.crypto.median, 2)) == (0.19, 0.11)
    assert told.remedy == "other"
    assert of(run, "esp-null-hmac-md5").remedy == "crypto"
    assert of(run, "wireguard").remedy == "unknown"
    assert {v.subject for v in run.verdicts} == {"plain", *(path.name for path in made.HERE)}
    assert run.exit == 1


def test_the_run_equals_its_json(asked: Asked) -> None:
    run = asked()
    again = from_json(run.to_json().encode(), "the run")
    assert again.verdicts == run.verdicts
    assert again.rows == run.rows
    assert again.findings == run.findings


def test_a_cbc_path_is_divided_by_its_twin_and_an_aead_is_not(asked: Asked) -> None:
    run = asked()
    names = {path: [part.name for part in accounts(run, path)["protect"].parts]
             for path in ("esp-cbc-hmac-sha256", "esp-aes-128-gcm", "esp-aes-128-gmac")}  # fmt: skip
    assert names == {
        "esp-cbc-hmac-sha256": ["forwarding", "path", "cipher", "authenticator"],
        "esp-aes-128-gcm": ["forwarding", "path", "crypto"],
        "esp-aes-128-gmac": ["forwarding", "path", "authenticator"],
    }


def test_stages_have_their_packets_and_the_twins_are_floors(asked: Asked) -> None:
    run = asked(["esp-gcm"])
    stages = [m for m in run.rows if isinstance(m, PathStage)]
    roles = {(m.subject, m.operation): m.role for m in stages}
    assert roles["plain", "hop"] == "reference"
    assert roles["esp-null-null", "protect"] == "floor"
    assert roles["esp-aes-128-gcm", "both"] == "subject"
    assert all(m.sent == m.arrived for m in stages)


def test_only_named_paths_have_a_verdict_and_their_alternatives_are_measured(asked: Asked) -> None:
    run = asked(["esp-null-hmac-md5"])
    assert [v.subject for v in run.verdicts] == ["plain", "esp-null-hmac-md5"]
    subjects = [a.subject for a in run.verdicts[1].alternatives]
    assert subjects
    assert set(subjects) <= {"esp-null-hmac-sha256", "esp-aes-128-gmac", "esp-aes-128-gcm", "esp-aes-256-gcm",
                             "esp-chacha20-poly1305"}  # fmt: skip
    assert all(a.brings and a.brings.low > 1 for a in run.verdicts[1].alternatives)


def test_time_spent_on_other_cpus_is_counted_and_reported(asked: Asked) -> None:
    share = accounts(asked(["wireguard"]), "wireguard")["either"].elsewhere
    assert share == pytest.approx(750 / (581 + 5461 / 2))


def test_packets_that_do_not_arrive_as_sent_make_a_path_wrong_not_fast(asked: Asked) -> None:
    run = asked(["esp-gcm"], kernel={"faults": {"esp-aes-128-gcm": "of 1,000 packets 10 were lost"}})
    assert [v.subject for v in run.verdicts] == ["plain"]
    assert [m.status for m in run.rows if m.subject == "esp-aes-128-gcm"] == ["wrong", "wrong"]
    assert [p.code for p in run.problems] == ["wrong"]
    assert "10 were lost" in run.problems[0].message
    assert run.exit == 4


def test_a_fault_of_plain_forwarding_leaves_no_verdict_at_all(asked: Asked) -> None:
    run = asked(kernel={"faults": {"plain": "10 were lost"}})
    assert run.verdicts == []
    assert run.exit == 4


def test_added_bytes_are_compared_with_the_catalogue(asked: Asked) -> None:
    run = asked(["ah-hmac-sha256", "esp-gcm", "wireguard"])
    added = {m.subject: {a.ip_bytes: (a.counted, a.catalogue) for a in m.added}
             for m in run.rows if isinstance(m, PathAccount)}  # fmt: skip
    assert added["esp-aes-128-gcm"] == {40: (56, 56), 576: (56, 56), 1500: (56, 56)}
    assert added["ah-hmac-sha256"][576] == (52, 48)
    assert added["wireguard"][576] == (60, 60)


@pytest.mark.parametrize("path", [path for path in PATHS if path != PLAIN], ids=lambda path: path.name)
def test_every_path_has_its_row_in_the_catalogue(path: Path) -> None:
    """The row is needed for the verdict, the security status, and the expected number of bytes."""
    about = PathQuestion([path.name], links=["10G"]).subjects()[path]
    assert about.load
    assert about.load.permission
    assert list(added_bytes(path, [40, 576, 1400])) == [40, 576, 1400]


@pytest.mark.parametrize(
    ("path", "added"),
    [
        ("esp-aes-128-gcm", (56, 56, 56)),
        ("esp-aes-128-gcm/transport", (56, 56, 56)),
        ("esp-aes-128-gcm/ip6", (76, 76, 76)),
        ("esp-aes-128-gcm/udp", (64, 64, 64)),
        ("esp-aes-128-gmac", (56, 56, 56)),
        ("esp-cbc-hmac-sha256", (68, 76, 68)),
        ("esp-cbc-hmac-sha1", (64, 72, 64)),
        ("esp-null-hmac-md5", (44, 44, 44)),
        ("esp-null-hmac-sha256", (48, 48, 48)),
        ("ah-hmac-md5", (44, 44, 44)),
        ("macsec-gcm", (32, 32, 32)),
        ("wireguard", (68, 60, 68)),
    ],
)
def test_the_catalogue_s_bytes_equal_those_that_linux_adds(path: str, added: tuple[int, ...]) -> None:
    """Counted on Linux 6.12 for IPv4; IPv6 and UDP add their larger headers. AH with SHA-256 is padded there."""
    assert tuple(added_bytes(parse_path(path), [40, 576, 1400]).values()) == added


def test_the_sender_s_share_of_its_cpu_is_no_caution_where_others_work_for_it(asked: Asked) -> None:
    run = asked(["wireguard", "esp-gcm"])
    shares = {m.subject: m.cpu_share for m in run.rows if isinstance(m, PathStage)}
    assert shares["wireguard"] is None
    assert shares["plain"] == shares["esp-aes-128-gcm"] == 1
    assert run.problems == []


def test_a_missing_path_is_a_finding_and_if_named_a_problem(asked: Asked) -> None:
    lacking = {"refusals": made.LACKING}
    run = asked(kernel=lacking)
    assert run.findings
    assert [a.path for a in run.findings.absent] == ["esp-aes-128-gcm", "esp-null-hmac-md5"]
    assert run.findings.absent[0].said == "Requested type not found"
    assert run.problems == []
    named = asked(["esp-gcm"], kernel=lacking)
    assert [(p.code, p.fix) for p in named.problems] == [("absent", "modprobe esp4")]
    assert named.exit == 4


def test_a_driver_that_ignores_cpu_instructions_is_reported_with_its_remedy(asked: Asked) -> None:
    run = asked(kernel={"slow": True})
    assert run.findings
    assert [(s.feature, s.remedy) for s in run.findings.slow] == [("aes", "modprobe aesni_intel")]
    assert [(p.code, p.fix) for p in run.problems] == [("slow-driver", "modprobe aesni_intel")]
    assert "aes-generic" in run.problems[0].message
    assert asked(kernel={"slow": False}).problems == []


def test_an_interrupted_run_keeps_its_rounds(asked: Asked) -> None:
    run = asked(kernel={"interrupted": True})
    assert (run.exit, run.partial) == (130, True)
    assert run.verdicts


def test_forwarding_is_shown_beside_named_paths_and_decides_nothing(asked: Asked) -> None:
    run = asked(["esp-gcm"], links=["25G"], kernel={"refusals": made.LACKING})
    assert {v.subject for v in run.verdicts} == {"plain", "esp-aes-128-gcm"}
    assert asked(["wireguard"], links=["100M"]).exit == 0
    assert asked(["plain"], links=["10G"]).exit == 1


def test_alternatives_to_a_path_have_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[Any] = []

    def measure(paths: Sequence[Any], *_: Any, **__: Any) -> PathMeasurement:
        wanted.extend(paths)
        return made.answer([])

    monkeypatch.setattr(api_paths, "measure", measure)
    wirerate.path(["esp-null-hmac-md5/transport/ip6/udp"], links=["10G"], packet="1400")
    names = {path.name for path in wanted}
    assert names >= {"plain/ip6", "esp-null-hmac-md5/transport/ip6/udp", "esp-aes-128-gcm/transport/ip6/udp"}
    assert all("/ip6" in name for name in names)


def test_an_interruption_while_rounds_are_accounted_for_costs_none_of_them(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, calls = api_paths.stage_rows, []

    def interrupted(found: Any) -> Any:
        calls.append(found)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return rows(found)

    monkeypatch.setattr(api_paths, "stage_rows", interrupted)
    run = asked(["esp-gcm"])
    assert (run.exit, run.partial) == (130, True)
    assert {v.subject for v in run.verdicts} == {"plain", "esp-aes-128-gcm"}
    keys = [(m.subject, m.operation, type(m)) for m in run.rows]
    assert len(keys) == len(set(keys))


def test_history_is_shown_and_decides_only_where_it_was_named(asked: Asked) -> None:
    assert asked(links=["10M"]).exit == 0
    assert asked(["esp-null-hmac-md5"], links=["10M"]).exit == 1
    assert asked(["esp-null-hmac-md5"], links=["10M"], policy="any").exit == 0


@pytest.mark.parametrize(
    ("paths", "given", "told"),
    [
        (["esp-gmc"], {}, "unknown packet path 'esp-gmc'"),
        (["esp-gcm/tunnel"], {}, "unknown variant of esp-aes-128-gcm"),
        (["macsec"], {"links": ["oc-3c"]}, "MACsec"),
        ([], {"links": ["0"]}, "0"),
        ([], {"packet": "imux"}, "unknown packet mix"),
    ],
)
def test_an_invalid_question_is_refused_before_anything_is_measured(
    asked: Asked, paths: list[str], given: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        asked(paths, **given)
