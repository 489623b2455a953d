"""Rules between options are declared with the options and checked before a command runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from wirerate.cli import rules
from wirerate.cli.groups import Family, FirstWord
from wirerate.cli.main import run, wirerate
from wirerate.errors import UsageError
from wirerate.records import SpeedRun, store


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its path, including members of families."""
    waiting: list[tuple[str, click.Command]] = [("", wirerate)]
    while waiting:
        path, command = waiting.pop()
        yield path, command
        if isinstance(command, click.Group):
            with click.Context(command) as ctx:
                inner = [(name, command.get_command(ctx, name)) for name in command.list_commands(ctx)]
            waiting += [(f"{path} {name}".strip(), each) for name, each in inner if each]


@click.command("walk", cls=Family, help="Walk.")
@click.argument("where", cls=FirstWord, metavar="[WHERE]", required=False)
@click.option("--far", is_flag=True)
@click.option("--steps", type=int)
@rules.needs("--pace", "--steps 10", "--far")
@click.option("--pace", type=int, default=3)
@rules.excludes("--no-shoes", "--far", "[WHERE]")
@click.option("--shoes/--no-shoes", default=None)
@rules.refuses("--steps", when=lambda given: given["where"] == "home", because="home is one step away")
def walk(**given: Any) -> str:
    return "walked"


@walk.command("back")
@click.option("--slowly", is_flag=True)
def back(slowly: bool) -> str:
    return f"back {slowly}"


def walked(*words: str) -> Any:
    return walk.main(args=list(words), prog_name="walk", standalone_mode=False)


@pytest.mark.parametrize("words", [(), ("--pace", "2", "--far"), ("home", "--shoes"), ("park", "--steps", "1")])
def test_applicable_options_are_accepted(words: tuple[str, ...]) -> None:
    assert walked(*words) == "walked"


@pytest.mark.parametrize(
    ("words", "said", "fix"),
    [
        (("--pace", "2"), "--pace has no meaning without --steps or --far", "add --steps 10, or leave out --pace"),
        (("--pace", "3"), "--pace has no meaning without --steps or --far", "add --steps 10, or leave out --pace"),
        (("--far", "--no-shoes"), "--far has no meaning with --no-shoes", "leave out --no-shoes or --far"),
        (("park", "--no-shoes"), "[WHERE] has no meaning with --no-shoes", "leave out --no-shoes or [WHERE]"),
        (("home", "--steps", "2"), "--steps has no meaning here: home is one step away", "leave out --steps"),
    ],
)
def test_options_that_would_be_ignored_are_refused(words: tuple[str, ...], said: str, fix: str) -> None:
    with pytest.raises(UsageError) as refused:
        walked(*words)
    assert (str(refused.value), refused.value.fix) == (said, fix)


def test_a_member_has_its_own_options_and_path() -> None:
    assert walked("back", "--slowly") == "back True"
    with walk.make_context("walk", ["back"]) as outer:
        assert back.make_context("back", [], parent=outer).command_path == "walk back"


def test_a_rule_about_an_option_that_is_not_there_is_a_defect() -> None:
    with pytest.raises(AssertionError, match="--left"):
        click.command(cls=rules.Command)(rules.needs("--left", "--right")(lambda: None))


def test_every_command_holds_its_rules() -> None:
    assert [name for name, command in every_command() if name and not isinstance(command, rules.Command)] == []


DROPPED = [
    "check md5@wirerate/avx2 --kernel sse2",
    "check hmac-sha256 --kernel sse2",
    "speed md5@wirerate/avx2 hmac-sha256@openssl --kernel sse2",
    "speed md5 --keyed rekey",
    "speed poly1305 --keyed rekey,reuse",
    "speed md5 --packet imix --length 64",
    "compare md5 md5 --against md5",
    *(f"compare a.jsonl b.jsonl --{option}" for option in (
        "length 64", "packet imix", "cache cold", "keyed rekey", "batch 2", "time 1", "threads 1", "affinity 0",
        "kernel auto", "operation open",
    )),
    "compare sha256 sha256@nettle --operation verify",
    *(f"model {about} --{option}" for about in ("--cpu zen4", "--run last", "--explain")
      for option in ("mips 3", "op-ns 2", "width 3")),
    "model sha256 --ways 4",
    "hw --lanes 67 --link 10G,25G",
    "hw --lanes 67 --policy any",
    "hw --top md5",
    "hw --verilog a.v --top a --clock c",
    "hw --verilog a.v --top a --clock c --bits-per-cycle 8 --core md5-67",
    "hw --lanes 1 --place --op-ns 5",
    "hw --core md5-67 --lanes 67",
    "hw --core md5-67 --ways 16",
    "report --no-measure --time 3",
    "report --no-measure --affinity 0",
    "fleet check --cluster tls://host:8786 --program there",
    "fleet check --cluster tls://host:8786 --hosts a,b",
    "fleet speed md5",
    *(f"ah {operation} in.pcap -o out.pcap --spi 256 --key-file key --generation 1826 {option}"
      for operation in ("sign", "verify") for option in ("--sequence 3", "--esn")),
    "ah verify in.pcap --spi 256 --key-file key --generation 1826 --window 64",
    "ah speed aes-cmac-96 --kernel sse2",
]  # fmt: skip


@pytest.mark.parametrize("line", DROPPED)
def test_no_option_is_ignored(
    capsys: pytest.CaptureFixture[str], one_line: Any, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the option that would be ignored, and what to type."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    store.keep(SpeedRun(command="speed", environment=None))  # the run that "last" is
    assert run(line.split()) == 2
    said = one_line(capsys.readouterr().err)
    assert "; " in said
    assert "--" in said
