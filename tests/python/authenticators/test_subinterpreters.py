"""In a subinterpreter, the package either works or explains in one sentence why not."""

from __future__ import annotations

import subprocess
import sys

import pytest

import wirerate

SENTENCE = "wirerate works only in the main interpreter"
DIGEST = "d41d8cd98f00b204e9800998ecf8427e"
ASKED = """
import wirerate
try:
    print(wirerate.md5(b"").hex(), flush=True)
except wirerate.InterpreterError as error:
    print(error, flush=True)
"""
# The module has another name in almost every version of CPython.
IN_ANOTHER = f"""
import importlib.util, sys
name = "_interpreters" if importlib.util.find_spec("_interpreters") else "_xxsubinterpreters"
interpreters = __import__(name)
made = interpreters.create()
failed = interpreters.run_string(made, {ASKED!r})
interpreters.destroy(made)
import wirerate
sys.exit(failed is not None or wirerate.md5(b"").hex() != {DIGEST!r})
"""
# The error of CPython 3.12 and later.
REFUSED = """
import sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "_cffi_backend":
            raise ImportError("module _cffi_backend does not support loading in subinterpreters")

sys.meta_path.insert(0, Finder())
"""


def printed(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="subinterpreters are CPython's")
def test_another_interpreter_gets_the_digest_or_the_sentence() -> None:
    said = printed(IN_ANOTHER)
    if sys.version_info < (3, 12):
        assert said == f"{DIGEST}\n"
    else:
        assert said == f"{DIGEST}\n" or said.startswith(SENTENCE)


def test_a_module_that_does_not_load_there_is_a_one_sentence_error() -> None:
    assert printed(REFUSED + ASKED).startswith(SENTENCE)


def test_other_import_errors_are_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wirerate.authenticators.md5", None)
    monkeypatch.delitem(vars(wirerate), "md5_batch", raising=False)
    with pytest.raises(ImportError) as raised:
        _ = wirerate.md5_batch
    assert not isinstance(raised.value, wirerate.Error)
