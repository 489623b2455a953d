"""A question is checked once, and its errors name the fields as each kind of user spells them."""

from __future__ import annotations

import pickle
from dataclasses import KW_ONLY, dataclass

import click
import pytest

from wirerate.cli import rules
from wirerate.errors import MissingError, UsageError
from wirerate.question import Question, asks


@dataclass(frozen=True)
class Walk(Question):
    where: str
    _: KW_ONLY
    steps: int = 0
    shoes: bool | None = None
    far: bool = False
    ways: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.needs("steps", "far=True", "ways")
        self.excludes("shoes", "ways")
        if self.where == "home":
            self.refuses("far", because="it is near")
        if self.where == "moon":
            raise UsageError("nobody walks there", fix="type ‹where=park›, ‹steps=10k› or ‹ways=[up,2]›")


@asks(Walk)
def walk(asked: Walk) -> str:
    if asked.where == "sea":
        raise MissingError("no boat", fix="‹far=True›")
    return f"{asked.where} {asked.steps}"


@click.command("walk", cls=rules.Command)
@click.argument("where", metavar="[WHERE]")
@click.option("-n", "--steps", type=int, default=0)
@click.option("--shoes/--no-shoes", default=None)
@click.option("--far", is_flag=True)
@click.option("--way", "ways", multiple=True)
def command(**given: object) -> str:
    return walk(**given)  # type: ignore[arg-type]


CASES = (
    (("park", "-n", "2"), {"where": "park", "steps": 2},
     "--steps has no meaning without --far or --way", "add --far, or leave out --steps",
     "steps has no meaning without far or ways", "add far=True, or leave out steps"),
    (("park", "--no-shoes", "--way", "up"), {"where": "park", "shoes": False, "ways": ("up",)},
     "--way has no meaning with --shoes", "leave out --shoes or --way",
     "ways has no meaning with shoes", "leave out shoes or ways"),
    (("home", "--far"), {"where": "home", "far": True},
     "--far has no meaning here: it is near", "leave out --far",
     "far has no meaning here: it is near", "leave out far"),
    (("moon",), {"where": "moon"},
     "nobody walks there", "type park, --steps 10k or --way up,2",
     "nobody walks there", 'type where="park", steps=10000 or ways=["up", 2]'),
)  # fmt: skip


@pytest.mark.parametrize(("words", "given", "typed", "fix", "called", "python"), CASES)
def test_a_refusal_names_fields_as_its_reader_types_them(
    words: tuple[str, ...], given: dict[str, object], typed: str, fix: str, called: str, python: str
) -> None:
    with pytest.raises(UsageError) as refused:
        walk(**given)  # type: ignore[arg-type]
    assert (str(refused.value), refused.value.fix) == (called, python)
    with pytest.raises(UsageError) as refused:
        command.main(args=list(words), prog_name="walk", standalone_mode=False)
    assert (str(refused.value), refused.value.fix) == (typed, fix)


def test_later_errors_are_spelled_too() -> None:
    with pytest.raises(MissingError) as failed:
        command.main(args=["sea"], prog_name="walk", standalone_mode=False)
    assert failed.value.fix == "--far"


def test_a_question_that_holds_is_answered() -> None:
    assert walk("park", steps=3, far=True) == "park 3"


def test_an_error_survives_a_pickle() -> None:
    with pytest.raises(UsageError) as refused:
        walk("moon")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.fix) == (str(refused.value), refused.value.fix)
