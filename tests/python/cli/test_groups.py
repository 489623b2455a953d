"""Families of commands: an option of another member is refused with the name of that member."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click
import pytest

from wirerate.cli.groups import Family, options_of
from wirerate.cli.main import COMMANDS, run, wirerate
from wirerate.errors import UsageError
from wirerate.records import AnyRun


def _command(name: str) -> click.Command:
    found = wirerate.get_command(click.Context(wirerate), name)
    assert found is not None
    return found


FAMILIES = {name: command for name in COMMANDS if isinstance(command := _command(name), Family)}


def _siblings() -> Iterator[tuple[str, str, str]]:
    """Return each member of a family with each option that only another member has, and that member."""
    for name, family in FAMILIES.items():
        everyone = {name: family, **{f"{name} {inner}": each for inner, each in family.commands.items()}}
        for here, command in everyone.items():
            for there, other in everyone.items():
                for option in sorted(options_of(other) - options_of(command) - {"-h", "--help"}):
                    yield here, option, there


MISPLACED = list(_siblings())


@pytest.mark.parametrize(("here", "option", "there"), MISPLACED, ids=[" ".join(each) for each in MISPLACED])
def test_an_option_of_a_sibling_is_refused_with_its_name(
    capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str], here: str, option: str, there: str
) -> None:
    assert run([*here.split(), option, "1"]) == 2
    said = one_line(capsys.readouterr().err)
    assert said.startswith(f"wirerate {here}: {option} is for wirerate ")
    assert f"wirerate {there}" in said.split(", not for ")[0]


@pytest.mark.parametrize("name", FAMILIES)
def test_the_help_of_a_family_lists_its_members(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run([name, "--help"]) == 0
    listed = capsys.readouterr().out.partition("\nCommands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines() if line[2:3].strip()] == [
        member for member, command in FAMILIES[name].commands.items() if not command.hidden
    ]


MEMBERS = [f"{name} {inner}" for name, family in FAMILIES.items() for inner in family.commands]


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_is_no_option(capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str], name: str) -> None:
    family, inner = name.split()
    assert run([family, f"--{inner}"]) == 2
    said = one_line(capsys.readouterr().err)
    assert said.endswith(f"type: wirerate {name}") or f"--{inner} is for wirerate {name}," in said


def test_a_misspelt_member_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str]
) -> None:
    assert run(["ah", "sgin"]) == 2
    assert one_line(capsys.readouterr().err).endswith("did you mean sign?")


def test_a_sibling_s_option_that_is_nearly_one_of_its_own(
    capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str]
) -> None:
    assert run(["ssh", "mill", "--ciphers", "aes128-ctr"]) == 2
    assert one_line(capsys.readouterr().err).endswith("type --cipher")


@pytest.mark.parametrize("words", [["--", "mill"], ["--rounds", "6", "--", "mill"], ["ssh://mill"]], ids=" ".join)
def test_a_host_may_be_called_as_a_member_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    asked = []

    def ssh(host: str | None, **given: object) -> AnyRun:
        asked.append(host)
        raise UsageError("not today")

    monkeypatch.setattr("wirerate.wings.ssh.transfers.ssh", ssh)
    assert run(["ssh", *words]) == 2
    assert "not today" in capsys.readouterr().err
    assert asked == [words[-1]]


def test_a_member_s_word_comes_first(capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str]) -> None:
    assert run(["ssh", "--rounds", "6", "mill"]) == 2
    assert one_line(capsys.readouterr().err).endswith("mill must come first; type: wirerate ssh mill")


def test_an_option_that_no_sibling_has_is_unknown(
    capsys: pytest.CaptureFixture[str], one_line: Callable[[str], str]
) -> None:
    assert run(["ah", "sign", "--colour", "red"]) == 2
    assert "No such option" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize("name", [*FAMILIES, *MEMBERS])
def test_the_help_fits_one_screen(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run([*name.split(), "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
