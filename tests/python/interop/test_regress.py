"""OpenSSH built with the UMAC of scripts/amalgamate.py, under OpenSSH's own tests; `make openssh` has more checks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.interop import regress
from tests.interop.suites import source_folder

from wirerate.errors import MissingError

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "guides" / "openssh-umac.md"


@pytest.fixture(scope="module")
def build() -> regress.Build:
    """Return the stored build; skip without one, since building takes a network and two minutes."""
    reason = "OpenSSH is not built for its own tests on this UMAC, once: make openssh"
    if not source_folder(regress.SUITE, "openssh").is_dir():
        pytest.skip(reason)
    try:
        found = regress.build_of(regress.SUITE)
    except MissingError as error:
        pytest.skip(str(error))
    if not found.is_made:
        pytest.skip(reason)
    return found


@pytest.mark.parametrize("check", [regress.BOTH_ENDS, regress.WITHOUT_END], ids=lambda check: check.name)
def test_openssh_s_own_tests_pass_and_notice_a_wrong_umac(check: regress.Check, build: regress.Build) -> None:
    found = regress.outcome(check, build)
    assert found.as_expected, found
    assert found.connections >= (4 if check.spoilt is None else 1)


def test_the_guide_s_commands_are_those_that_are_run() -> None:
    typed = [regress.AMALGAMATE, regress.REPLACE, *regress.CONFIGURE, regress.BUILD, regress.TEST]
    assert "\n".join(typed) in re.findall(r"```sh\n(.*?)\n```", GUIDE.read_text(), re.DOTALL)


LOG = """\
test try ciphers: cipher aes128-ctr mac hmac-sha1
test try ciphers: cipher aes128-ctr mac umac-64@openssh.com
test try ciphers: cipher aes128-ctr mac umac-128@openssh.com
test try ciphers: cipher aes128-ctr mac umac-64-etm@openssh.com
test try ciphers: cipher aes128-ctr mac umac-128-etm@openssh.com
ok try ciphers
"""
FAILED = "ssh failed with mac {} cipher aes128-ctr\n"


@pytest.mark.parametrize(
    ("check", "status", "log", "right"),
    [
        (regress.ONE_END, 0, LOG, True),
        (regress.ONE_END, 2, LOG, False),
        (regress.ONE_END, 0, LOG.replace("ok try ciphers", ""), False),
        (regress.ONE_END, 0, LOG.replace("umac-128-etm", "umac-64-etm"), False),
        (regress.ONE_END, 0, LOG + FAILED.format("umac-64@openssh.com"), False),
        (regress.BOTH_ENDS, 0, LOG, False),
        (regress.WITHOUT_END, 2, LOG + FAILED.format("umac-64@openssh.com"), True),
        (regress.WITHOUT_END, 2, LOG + FAILED.format("hmac-sha1"), False),
        (regress.WITHOUT_END, 2, LOG, False),
        (regress.WITHOUT_END, 0, LOG, False),
    ],
    ids=["all", "status", "not ended", "one MAC not tried", "one failed", "one test only", "control", "other MAC's",
         "no reason", "not noticed"],
)  # fmt: skip
def test_what_counts_as_passed(tmp_path: Path, check: regress.Check, status: int, log: str, right: bool) -> None:
    file = tmp_path / "log"
    file.write_text(f"$ make -j2\nwarning: hmac-sha1\n$ {regress.TEST}\n{log}")
    assert regress.judged(check, status, file).as_expected == right
