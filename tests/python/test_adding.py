"""Adding a board, scheme, protocol or command to a copy of the package as CONTRIBUTING says takes few files.

Afterwards the command line, Python and the JSON Schema all know it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import wirerate

PACKAGE = Path(wirerate.__file__).parent
INVENTED = Path(__file__).parent / "adding"
REFUSED = """
import wirerate
try:
    wirerate.carry(links=["10G"], size=0)
except wirerate.UsageError as error:
    print(error.fix)
"""
LINE = '    "carry": Entry("wings.carry", "How long a link takes for so many bytes."),\n}'


CODE = """def _toy(implementation: Implementation, scheme: Scheme) -> _Code:
    return _Code(
        parts=((scheme.name, (INSTRUMENT / "toy_scheme.c",)),),
        include=(),
        functions={operation: f"toy_{operation}" for operation in scheme.operations},
        random="toy_random",
        defines=("SCHEME_FIXED_SIZE",),
    )


_CODE = {
    "toylib": _toy,
"""
CHECKS = {
    "_PACKAGES = {\n": '_PACKAGES = {\n    "toy": ("toy", "math"),\n',
    '    if scheme.family == "ml-kem":\n        public': """    if scheme.family == "toy":
        return seed[:32], seed[:32]
    if scheme.family == "ml-kem":
        public""",
    "    module = package(scheme)\n    peer_key": """    if scheme.family == "toy":
        return bytes(a ^ b for a, b in zip(secret, peer, strict=True))
    module = package(scheme)
    peer_key""",
}  # edits of mcu/lab/reference.py, which then computes the toy scheme's results as well


def with_toy(text: str) -> str:
    for old, new in CHECKS.items():
        assert old in text
        text = text.replace(old, new, 1)
    return text


KIND = '''

class Toll(Row, kw_only=True, tag="toll"):
    """A link's price."""

    price: Number


class TollRun(Run[Toll, None, Comparison, Verdict], kw_only=True, tag="carry toll"):
    """What links cost."""


RUNS = (CarryRun, TollRun)
'''

TOLL_VIEW = (INVENTED / "carry" / "view.py").read_text()
for _old, _new in (("carry`", "carry toll`"), ("CarryRun", "TollRun"), ("Carriage", "Toll"), ("takes", "price")):
    TOLL_VIEW = TOLL_VIEW.replace(_old, _new)


class Tree:
    """A copy of the package that records which files were changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = folder / "wirerate"
        shutil.copytree(PACKAGE, self.package)
        self.touched: set[str] = set()

    def write(self, name: str, text: str) -> None:
        path = self.package / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        self.touched.add(name)

    def edit(self, name: str, change: Callable[[str], str]) -> None:
        before = (self.package / name).read_text()
        after = change(before)
        assert after != before
        self.write(name, after)

    def add_wing(self) -> None:
        for file in sorted((INVENTED / "carry").glob("*.py")):
            self.write(f"wings/carry/{file.name}", file.read_text())
        self.edit("registry.py", lambda text: text.replace("\n}", "\n" + LINE, 1))

    def run(self, *words: str, status: int = 0) -> str:
        environment = os.environ | {"PYTHONPATH": str(self.folder), "XDG_STATE_HOME": str(self.folder / "state")}
        done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_a_wing_is_four_files_and_a_line(tree: Tree) -> None:
    tree.add_wing()
    assert len(tree.touched - {"registry.py"}) <= 4
    command = ("-m", "wirerate", "carry", "--link", "1G,10G")
    assert "How long a link takes" in tree.run("-m", "wirerate", "--help")
    answered = json.loads(tree.run(*command, "-J"))
    assert [row["takes"] for row in answered["rows"]] == [8.0, 0.8]
    page, table = tree.folder / "page.html", tree.folder / "table.csv"
    assert "0.8" in tree.run(*command, "-o", str(page), "--export-csv", str(table))
    assert "How long links take" in page.read_text()
    assert table.read_text().splitlines()[0] == "subject,takes"
    assert "type --size 1G" in tree.run(*command, "--size", "0", status=2)
    assert "0.8" in tree.run("-c", "import wirerate; print(wirerate.carry(links=['10G']).rows[0].takes)")
    assert "type size=1000000000" in tree.run("-c", REFUSED)
    schema = tree.run("-c", "import json; from wirerate import records; print(json.dumps(records.json_schema()))")
    assert "Carriage" in schema


def test_a_kind_of_run_is_at_most_four_files(tree: Tree) -> None:
    tree.add_wing()
    tree.touched.clear()
    tree.edit(
        "wings/carry/carrying.py",
        lambda text: text.replace("\n\nRUNS = (CarryRun,)\n", KIND).replace("import Seconds", "import Number, Seconds"),
    )
    tree.edit("wings/carry/__init__.py", lambda text: text.replace('"view"}', '"view", "carry toll": "toll_view"}'))
    tree.write("wings/carry/toll_view.py", TOLL_VIEW)
    assert len(tree.touched) <= 4
    shown = """
from wirerate import records
from wirerate.report import kinds
from wirerate.wings.carry.carrying import Toll, TollRun
run = TollRun(command="carry toll", environment=None, rows=[Toll(subject="10G", price=3.5)])
again = records.file.from_json(run.to_json().encode(), 'the run')
assert again == run, again
print(kinds.text(again), kinds.csv(again), kinds.page(again).title)
"""
    assert "3.5" in tree.run("-c", shown)


def test_a_board_is_one_table(tree: Tree) -> None:
    tree.edit("catalogue/boards.toml", lambda text: text + "\n" + (INVENTED / "board.toml").read_text())
    assert len(tree.touched) == 1
    assert "Invented M4" in tree.run("-m", "wirerate", "mcu", "boards")
    assert "sign" in tree.run("-m", "wirerate", "mcu", "inv32", "--op", "sign", "--curve", "secp256r1")


def test_a_protocol_is_one_table(tree: Tree) -> None:
    tree.edit("catalogue/protocols.toml", lambda text: text + "\n" + (INVENTED / "protocol.toml").read_text())
    assert len(tree.touched) == 1
    question = ("check", "hmac-sha256", "--protocol", "invented", "--link", "10M", "--packet", "1500", "-t", "0.2")
    judged = json.loads(tree.run("-m", "wirerate", *question, "-J"))
    assert judged["verdicts"][0]["conditions"]["protocol"] == "invented"


@pytest.mark.skipif(not shutil.which("arm-none-eabi-gcc"), reason="no arm-none-eabi-gcc (Debian: gcc-arm-none-eabi)")
def test_a_scheme_is_at_most_six_files(tree: Tree) -> None:
    """They are its table, its code, the harness's interface to it, and another implementation that checks it."""
    tree.edit("catalogue/schemes.toml", lambda text: text + "\n" + (INVENTED / "scheme.toml").read_text())
    tree.write("wings/mcu/firmware/toy_scheme.c", (INVENTED / "toy_scheme.c").read_text())
    tree.edit("wings/mcu/lab/scheme_images.py", lambda text: text.replace("_CODE = {\n", CODE))
    tree.edit("wings/mcu/lab/reference.py", with_toy)
    assert len(tree.touched) <= 6
    told = json.loads(tree.run("-m", "wirerate", "mcu", "lpc1768", "--op", "toy", "--measure", "-J"))
    assert [(row["scheme"], row["operation"]) for row in told["rows"] if row["scheme"] == "toy"] == [
        ("toy", "keygen"), ("toy", "agree"),
    ]  # fmt: skip
