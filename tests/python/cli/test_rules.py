"""What options say of each other is declared beside them, and holds before a command runs."""

from __future__ import annotations

from typing import Any

import click
import pytest

from wirerate.cli import rules
from wirerate.cli.groups import Family, FirstWord
from wirerate.errors import UsageError


@click.command("walk", cls=Family, help="Walk.")
@click.argument("where", cls=FirstWord, metavar="[WHERE]", required=False)
@click.option("--far", is_flag=True)
@click.option("--steps", type=int)
@rules.needs("--pace", "--steps 10", "--far")
@click.option("--pace", type=int, default=3)
@rules.excludes("--no-shoes", "--far", "[WHERE]")
@click.option("--shoes/--no-shoes", default=None)
@rules.excluded("--steps", when=lambda given: given["where"] == "home", because="home is one step away")
def walk(**given: Any) -> str:
    return "walked"


@walk.command("back")
@click.option("--slowly", is_flag=True)
def back(slowly: bool) -> str:
    return f"back {slowly}"


def run(*words: str) -> Any:
    return walk.main(args=list(words), prog_name="walk", standalone_mode=False)


@pytest.mark.parametrize("words", [(), ("--pace", "2", "--far"), ("home", "--shoes"), ("park", "--steps", "1")])
def test_what_applies_is_taken(words: tuple[str, ...]) -> None:
    assert run(*words) == "walked"


@pytest.mark.parametrize(
    ("words", "said", "fix"),
    [
        (("--pace", "2"), "--pace has no meaning without --steps or --far", "add --steps 10, or leave out --pace"),
        (("--pace", "3"), "--pace has no meaning without --steps or --far", "add --steps 10, or leave out --pace"),
        (("--far", "--no-shoes"), "--far has no meaning with --no-shoes", "leave out --far or --no-shoes"),
        (("park", "--no-shoes"), "[WHERE] has no meaning with --no-shoes", "leave out [WHERE] or --no-shoes"),
        (("home", "--steps", "2"), "--steps has no meaning here: home is one step away", "leave out --steps"),
    ],
)
def test_what_would_be_dropped_is_refused(words: tuple[str, ...], said: str, fix: str) -> None:
    with pytest.raises(UsageError) as refused:
        run(*words)
    assert (str(refused.value), refused.value.fix) == (said, fix)


def test_a_member_has_its_own_options_and_path() -> None:
    assert run("back", "--slowly") == "back True"
    with walk.make_context("walk", ["back"]) as outer:
        assert back.make_context("back", [], parent=outer).command_path == "walk back"


def test_a_rule_about_an_option_that_is_not_there_is_a_defect() -> None:
    with pytest.raises(AssertionError, match="--left"):
        click.command(cls=rules.Command)(rules.needs("--left", "--right")(lambda: None))
