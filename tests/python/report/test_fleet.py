"""The answer of a fleet: one table of all hosts, the slowest usable result, and each silent host with its cause."""

from __future__ import annotations

import csv
import io
import json

import pytest

from wirerate.errors import MissingError
from wirerate.records import Alternative, AnyRun, CheckRun, FailedRun, Interval, Problem, Verdict, from_json
from wirerate.report import kinds, numbers
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.wings.fleet.hosts import Answer, merge, stopped

from .conftest import environment, full, measured_only
from .test_verdicts import verdict

WIDE = Paper(width=400)


def answer(host: str, *found: Verdict) -> Answer:
    run = CheckRun(command="check", environment=environment(), verdicts=list(found))
    return Answer(host, run.to_json().encode())


def fleet(*answers: Answer) -> AnyRun:
    run = merge(answers)
    run.command = "fleet check"
    return run


def whole(run: AnyRun, host: str, slower: float = 1.0) -> Answer:
    """Return the run as from a host where everything takes `slower` times as long."""

    def of(ns: Interval | None, times: float) -> Interval | None:
        return ns and Interval(ns.median * times, ns.low * times, ns.high * times, ns.confidence)

    for m in run.rows:
        m.ns = of(m.ns, slower)
    for v in run.verdicts:
        v.measured_ns, v.headroom = of(v.measured_ns, slower), of(v.headroom, 1 / slower)
    return Answer(host, run.to_json().encode())


def silent(host: str) -> Answer:
    return Answer(host, failure=MissingError(f"{host} has no address", fix="check the name"))


def told(run: AnyRun) -> str:
    return " ".join(kinds.text(run).split())


def test_one_table_of_all_hosts() -> None:
    """There is no table per subject and link: each name occurs once, and a row has all hosts' answers."""
    links = ("1G", "10G", "100G")
    run = fleet(whole(full(links), "alpha"), whole(full(links), "beta", 1.7))
    lines = kinds.text(run, WIDE).splitlines()
    assert sum(line.split() == ["alpha", "beta"] for line in lines) == 1
    for v in run.verdicts:
        room, other = v.headroom, next(
            o.headroom for o in run.verdicts if o.host != v.host
            and (o.subject, o.role, o.link, o.packets) == (v.subject, v.role, v.link, v.packets)
        )  # fmt: skip
        assert room
        assert other
        figures = [f"{numbers.significant(each.median, 3 if each.median >= 0.1 else 2)} (" for each in (room, other)]
        assert any(all(figure in line for figure in figures) and v.link in line for line in lines)


def test_verdicts_have_their_intervals_beside_them() -> None:
    keeps, unsure = verdict("hmac-sha256", 3.0, spread=1.1), verdict("hmac-sha256", 1.0, spread=1.3)
    run = fleet(answer("alpha", keeps), answer("beta", unsure))
    text = kinds.text(run, WIDE)
    assert "3.00 (2.73–3.30) ✓" in text
    assert "1.00 (0.769–1.30) ?" in text
    page = document(run)
    assert "3.00 (2.73–3.30) ✓" in page
    assert "1.00 (0.769–1.30) ?" in page


def test_the_longer_list_becomes_the_rows() -> None:
    few = fleet(*(answer(host, verdict("hmac-sha256", 3.0)) for host in "abc"))
    (header,) = (line for line in kinds.text(few).splitlines() if line.strip() == "hmac-sha256")
    assert header
    many = fleet(*(answer(host, verdict("hmac-sha256", 3.0), verdict("hmac-sha1", 3.0), verdict("umac-64", 3.0),
                          verdict("aes-128-gmac", 3.0)) for host in "abc"))  # fmt: skip
    assert any(line.split() == ["a", "b", "c"] for line in kinds.text(many).splitlines())


@pytest.mark.parametrize("width", [60, 80, 120])
def test_it_is_continued_below_itself_where_it_is_wider(width: int) -> None:
    names = ("alpha.example.net", "beta.example.net", "gamma.example.net", "delta.example.net", "epsilon.example.net")
    run = fleet(*(whole(full(("1G", "100G")), name, 1 + at) for at, name in enumerate(names)), silent("zeta.example"))
    text = kinds.text(run, Paper(width=width))
    assert max(map(len, text.splitlines())) <= width
    assert all(name in text for name in (*names, "zeta.example"))


def test_the_slowest_host_is_that_of_a_usable_subject() -> None:
    """hmac-md5 is slowest by far, and on the other host, but does not count."""
    run = fleet(
        answer("alpha", verdict("hmac-sha256", 2.0), verdict("umac-64", 9.0), verdict("hmac-md5", 5.0, "ah")),
        answer("beta", verdict("hmac-sha256", 3.0), verdict("umac-64", 9.0), verdict("hmac-md5", 0.01, "ah")),
    )
    assert not all(v.permitted for v in run.verdicts)
    assert "slowest: alpha (Synthetic CPU 1): ×1.50 the time of beta for hmac-sha256, per packet, cold" in told(run)
    assert "headroom ×2.00 (2.00) on 10G, 1500; it lacks" in told(run)
    assert "<h1>Slowest: alpha" in document(run)


def test_a_refused_subject_makes_no_host_the_slowest() -> None:
    run = fleet(*(answer(host, verdict("hmac-md5", room, "ah")) for host, room in (("alpha", 5.0), ("beta", 0.1))))
    assert "slowest:" not in told(run)
    assert "no slowest host: the policy permits none of the subjects (hmac-md5)" in told(run)
    assert "⊘ hmac-md5" in told(run)


def test_alternatives_are_listed_for_every_host() -> None:
    """One row has an alternative for several hosts, with its least and greatest headroom; none if all keep up."""
    hosts = {host: (verdict("hmac-md5", 0.5, "ah"), verdict("aes-128-gmac", room, "ah"))
             for host, room in (("a", 2.0), ("b", 4.0), ("c", 3.0))}  # fmt: skip
    for asked, also in hosts.values():
        best = Alternative(subject="aes-128-gmac", headroom=also.headroom, security=also.security)
        asked.alternatives = [best]
    run = fleet(*(answer(host, *asked) for host, asked in hosts.items()))
    line = "hmac-md5, 10G, 1500, ah aes-128-gmac ×2.00 to ×4.00 a, b, c"
    assert line in told(run)
    assert "×2.00 to ×4.00" in document(run)
    assert "×2.00 to ×4.00 4 hosts" in told(fleet(*(answer(h, *hosts[h[0]]) for h in ("a", "b", "c", "a2"))))
    keeps = fleet(*(answer(host, verdict("hmac-sha256", 3.0)) for host in "ab"))
    assert "instead of" not in told(keeps)
    assert "instead of" not in document(keeps)


def test_more_cores_are_named_where_nothing_else_is_offered() -> None:
    run = fleet(answer("a", verdict("hmac-sha256", 0.4)), answer("b", verdict("hmac-sha256", 0.45)))
    for each in run.verdicts:
        assert each.alternatives
    assert "hmac-sha256, 10G, 1500 spread the flows over" in told(run)


def test_no_host_is_the_slowest_where_intervals_meet() -> None:
    run = fleet(*(answer(host, verdict("hmac-sha256", room, spread=1.3)) for host, room in (("a", 3.0), ("b", 2.9))))
    assert "no slowest host: all their intervals overlap" in told(run)


def test_hosts_with_other_links_are_compared_by_the_same_work() -> None:
    """By default, each host is checked against its own network cards."""
    slow, quick = verdict("hmac-sha256", 2.0), verdict("hmac-sha256", 4.0)
    quick.link, quick.headroom = "100G", Interval(0.4, 0.4, 0.4, 0.95)
    run = fleet(answer("alpha", slow), answer("beta", quick))
    assert "slowest: alpha (Synthetic CPU 1): ×2.00 the time of beta for hmac-sha256" in told(run)


def test_a_silent_host_is_a_row_with_its_cause() -> None:
    run = fleet(answer("alpha", verdict("hmac-sha256", 3.0)), silent("down"), stopped("late"))
    assert (run.exit, run.partial) == (130, True)
    text = kinds.text(run)
    assert "  down   ✗ down has no address; check the name\n" in text
    assert "  late   ✗ late was stopped before it answered\n" in text
    rows = {row["host"]: row["problem"] for row in csv.DictReader(io.StringIO(kinds.csv(run)))}
    assert rows == {
        "alpha": "",
        "down": "down has no address; check the name",
        "late": "late was stopped before it answered",
    }
    assert "| down |" in kinds.markdown(run)
    assert "down has no address; check the name" in document(run)
    problems = json.loads(run.to_json())["problems"]
    assert [(each["host"], each["code"]) for each in problems if each["code"] != "version"] == [
        ("down", "missing"),
        ("late", "interrupted"),
    ]


def test_no_host_at_all() -> None:
    run = fleet(silent("down"))
    assert kinds.text(run).startswith("No host answered.\n")
    assert "down has no address; check the name" in told(run)
    assert "down has no address" in document(run)
    assert kinds.csv(run).splitlines()[1].startswith("down,")


def test_the_missing_features_of_a_host_are_in_its_row() -> None:
    run = FailedRun(command="check", environment=None, exit=2)
    run.problems.append(Problem(code="usage", message="unknown option", fix="leave it out"))
    found = fleet(answer("alpha", verdict("umac-64", 3.0)), Answer("old", run.to_json().encode()))
    assert "✗ old: unknown option; install the same version there" in told(found)
    assert found.exit == 2


@pytest.mark.parametrize("made", [lambda: full(("1G", "10G")), measured_only])
def test_an_export_holds_each_hosts_own(made: object) -> None:
    """The export has what each host's run exports, with a column for the host."""
    assert callable(made)
    here, there = made(), made()
    first = whole(here, "alpha")
    own = list(csv.reader(io.StringIO(kinds.csv(from_json(first.output, "alpha")))))
    run = merge([first, whole(there, "beta", 2.0), silent("down")])
    head, *rows = list(csv.reader(io.StringIO(kinds.csv(run))))
    assert head == ["host", *own[0], "problem"]
    assert sorted(row[1:-1] for row in rows if row[0] == "alpha") == sorted(own[1:])
    assert [row[0] for row in rows if row[-1]] == ["down"]
    assert len(rows) == 2 * (len(own) - 1) + 1
    assert kinds.markdown(run).count("| host |") == 1


def test_speeds_stand_beside_each_other() -> None:
    run = merge([whole(measured_only(), "alpha"), whole(measured_only(), "beta", 2.0)])
    text = kinds.text(run, WIDE)
    assert sum(line.split() == ["alpha", "beta"] for line in text.splitlines()) == 1
    for m in run.rows:
        if m.ns and m.bytes and m.host == "alpha":
            rate = numbers.gbits(m.bytes, m.ns.median)
            both = [f"{numbers.significant(each, 3 if each >= 0.1 else 2)} (" for each in (rate, rate / 2)]
            assert any(all(each in line for each in both) for line in text.splitlines())
    assert "slowest: beta" in text
