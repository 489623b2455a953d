"""The output of `-J` has the documented form, for every command."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest

from wirerate.cli.main import wirerate as program

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
CAPTURE = Path(__file__).parents[3] / "vectors" / "linux-ah" / "hmac-md5-96-transport.pcap"
AH = f"{CAPTURE} --spi 0x1001 --algorithm hmac-md5-96 --key-file key"

# Quick arguments for each command. If a tool is missing, the answer has the same form.
ANSWERS = {
    "check": "hmac-md5@wirerate --link 1G -t 0.2",
    "speed": "md5-x16 hmac-md5 --against md5@wirerate -l 64 -t 0.2",
    "compare": "md5@wirerate md5@wirerate -l 64 -t 0.2",
    "doctor": "",
    "list": "peers",
    "history": "rfc1810",
    "report": "run.jsonl --no-measure",
    "model": "md5 --cpu zen4 --run run.jsonl",
    "hw": "md5 --lanes 67 --link 10G",
    "sum": "key no-such-file",
    "ssh": "--rounds 6 --size 64Ki --ciphers aes128-gcm --link 1G",
    "ssh mill": "--macs hmac-md5@wirerate --size 64 -t 0.2",
    "ah sign": f"{AH} -o signed.pcap",
    "ah verify": AH,
    "ah speed": "keyed-md5 --cache warm -t 0.2",
    "path": "plain --link 10M -t 0.5",
    "mcu": "lpc1768 --curve secp256r1",
    "mcu budget": "nrf52840 time=1s,ram=8Ki,flash=40Ki",
    "mcu handshake": "nrf52840",
    "mcu library": "lpc1768",
    "mcu function": "lpc1768 --elf double.elf --function twice --arguments 21",
    "mcu grid": "--version 0.0",
    "mcu boards": "",
    "fleet check": "--hosts nowhere.invalid",
    "fleet speed": "--hosts nowhere.invalid",
}
MEASURED_BEFORE = ("report", "model")  # commands that read a run file
LINES = {"sum": "sum.schema.json", "ah sign": "ah.schema.json", "ah verify": "ah.schema.json"}


def commands(path: str = "", command: click.Command = program) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands that take -J, including members of families."""
    if any("--json" in each.opts for each in command.params):
        yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(f"{path} {name}".strip(), inner)


COMMANDS = dict(commands())


def schema(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((REFERENCE / name).read_text()))


def test_no_command_is_left_out() -> None:
    assert set(ANSWERS) == set(COMMANDS)


@pytest.fixture
def files(wirerate: Callable[..., Any], tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Create the files that the commands read."""
    (tmp_path / "key").write_text("000102030405060708090a0b0c0d0e0f\n")
    if compiler := shutil.which("arm-none-eabi-gcc"):
        (tmp_path / "double.c").write_text("int twice(int n) { return n + n; }\n")
        options = ["-mcpu=cortex-m3", "-mthumb", "-O1", "-nostdlib", "-Wl,-e,twice,-Ttext=0x100"]
        subprocess.run([compiler, *options, "-o", "double.elf", "double.c"], cwd=tmp_path, check=True)
    if request.node.callspec.params["path"] in MEASURED_BEFORE:
        wirerate("speed", "md5@wirerate", "-l", "65536", "-t", "0.1", "--export-json", "run.jsonl")


@pytest.mark.parametrize("path", ANSWERS)
@pytest.mark.usefixtures("files")
def test_answer(wirerate: Callable[..., Any], path: str) -> None:
    done = wirerate(*path.split(), *ANSWERS[path].split(), "-J")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if path in LINES:
        assert lines[-1]["summary"]["exit"] == done.returncode
        for line in lines:
            schema(LINES[path]).validate(line)
        return
    (answer,) = lines
    schema("run.schema.json").validate(answer)
    assert answer["exit"] == done.returncode
    assert answer["command"] == (f"history {ANSWERS[path]}" if path == "history" else path)


@pytest.mark.parametrize("path", ANSWERS)
def test_error(wirerate: Callable[..., Any], path: str) -> None:
    done = wirerate(*path.split(), "--no-such-option", "-J")
    (answer,) = [json.loads(line) for line in done.stdout.splitlines()]
    schema("run.schema.json").validate(answer)
    assert answer["exit"] == done.returncode != 0
    assert answer["kind"] == "failure"
    assert answer["problems"]
