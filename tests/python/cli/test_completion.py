"""Completion of values with `@`, `/` and commas, requested as bash, zsh and fish do it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[3] / "docs" / "completion"
CASES = [
    ("li", "list"),
    ("list p", "protocols peers"),
    ("check umac-9", "umac-96"),
    ("check md5@op", "md5@openssl md5@openssl/evp"),
    ("check umac-64@nettle", "umac-64@nettle"),
    ("check umac-64@wirerate/avx", "umac-64@wirerate/avx2 umac-64@wirerate/avx512"),
    ("check hmac-md5-96@ne", "hmac-md5-96@nettle"),
    ("check nonsense@", ""),
    ("check --link 1G,10", "1G,10M 1G,100M 1G,10G 1G,100G"),
    ("check --packet 64,im", "64,imix 64,imix6"),
    ("check --protocol esp-gcm/", "esp-gcm/transport esp-gcm/nat-t esp-gcm/esn"),
    ("check --protocol esp-gcm/esn/t", "esp-gcm/esn/transport"),
    ("speed --cache warm,", "warm,llc warm,cold warm,sweep"),
    ("compare hmac-md5,um", "hmac-md5,umac-32 hmac-md5,umac-64 hmac-md5,umac-96 hmac-md5,umac-128"),
    ("compare md5,sha256@ne", "md5,sha256@nettle"),
    ("compare md5 @o", "@openssl"),
]
ids = [line for line, _ in CASES]


def asked(words: str, current: str, shell: str) -> list[str]:
    """Return the values that the program prints for a shell."""
    environment = os.environ | {"COMP_WORDS": words, "COMP_CWORD": current, "_WIRERATE_COMPLETE": f"{shell}_complete"}
    done = subprocess.run(
        [sys.executable, "-m", "wirerate"], env=environment, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    lines = done.stdout.splitlines()
    if shell == "zsh":
        return lines[1::3]  # type, value, description
    return [line.partition(",")[2].partition("\t")[0] for line in lines if line]


@pytest.mark.parametrize(("line", "values"), CASES, ids=ids)
def test_zsh(line: str, values: str) -> None:
    words = f"wirerate {line}"
    assert asked(words, str(len(words.split()) - 1), "zsh") == values.split()


@pytest.mark.parametrize(("line", "values"), CASES, ids=ids)
def test_fish(line: str, values: str) -> None:
    assert asked(f"wirerate {line}", line.split()[-1], "fish") == values.split()


def test_fish_splits_at_the_first_comma_only() -> None:
    assert 'string split --max 1 ","' in (SCRIPTS / "wirerate.fish").read_text()


@pytest.mark.parametrize(("line", "values"), CASES, ids=ids)
@pytest.mark.parametrize("breaks", ["@:=", ""], ids=["usual", "plain"])
def test_bash_replaces_only_the_text_after_a_word_break(line: str, values: str, breaks: str, tmp_path: Path) -> None:
    """By default bash treats the text after `@` as a separate word and replaces only that."""
    program = tmp_path / "wirerate"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m wirerate "$@"\n')
    program.chmod(0o755)
    script = f"""source {SCRIPTS / "wirerate.bash"}
        COMP_LINE='wirerate {line}' COMP_POINT={len(f"wirerate {line}")} COMP_WORDBREAKS=' {breaks}'
        _wirerate_completion {program}
        printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert not done.stderr
    word = line.split()[-1]
    kept = len(word.rpartition("@")[0]) + 1 if breaks and "@" in word else 0
    assert done.stdout.split() == [value[kept:] for value in values.split()]
