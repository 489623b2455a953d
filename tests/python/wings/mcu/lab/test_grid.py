"""The grid: its combinations, and that an interrupted run continues without repeating work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from wirerate.catalogue.libraries import P256M
from wirerate.errors import UsageError
from wirerate.wings.mcu.counted_runs import ALL_CURVES, ONE_CURVE, Counted, Made, Point
from wirerate.wings.mcu.curve_options import GROUPS, case_of
from wirerate.wings.mcu.cycles import Misses, Trace
from wirerate.wings.mcu.lab import grid
from wirerate.wings.mcu.lab.emulated_calls import provenance
from wirerate.wings.mcu.lab.grid import CORES, Grid, run
from wirerate.wings.mcu.store import FOLDER, Table, on_curves, stored

SMALL = Grid(
    cores=("cortex-m4",),
    curves=("secp192r1",),
    operations=("sign", "verify"),
    nist=(True,),
    fixed_point=(True,),
    windows=(2, 7),
    levels=(),
    flash=False,
)
PROGRAM = """
import sys
from pathlib import Path
from tests.python.wings.mcu.lab.test_grid import SMALL
from wirerate.wings.mcu.lab.grid import run
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.store import Table
if __name__ == "__main__":
    for row in run(SMALL, Table("points", Point, Path(sys.argv[1])), command="test", workers=2):
        pass
"""


def test_the_whole_grid_has_every_combination_of_the_slides_that_differs() -> None:
    points = Grid().points()
    assert {(point.core, point.case.curve) for point in points} == set(product(CORES, GROUPS))
    assert len({point.key for point in points}) == len(points)
    count = Counter(
        (point.core, point.case.curve, point.case.operation) for point in points if point.case.level == "-O2"
    )
    # In 3.6, signing with constant combs does not depend on the window. Without combs, windows 2 to 4 differ.
    assert count["cortex-m3", "secp256r1", "sign"] == 2 * (1 + 3)
    assert count["cortex-m3", "secp256r1", "verify"] == 2 * (3 + 3)
    assert count["cortex-m3", "brainpoolP512r1", "verify"] == 4 + 4
    assert count["cortex-m3", "curve25519", "ecdhe"] == 1
    assert count["cortex-m3", "curve25519", "sign"] == 0
    assert {point.case.level for point in points if point.case.curve != "secp256r1"} == {"-O2"}
    assert {point.case.level for point in points if point.case.curve == "secp256r1"} == {
        "-O0",
        "-O1",
        "-O2",
        "-O3",
        "-Os",
    }


def test_p256m_is_one_curve_without_options() -> None:
    points = Grid(version=P256M, levels=()).points()
    assert {(point.case.curve, point.case.toggles) for point in points} == {("secp256r1", points[0].case.toggles)}
    assert len(points) == len(CORES) * 4


def rows_of(folder: Path) -> Table[Point]:
    return Table("points", Point, folder)


def blank(wanted: grid.Wanted, made: Made | None = None, *, buffers: bool = True) -> Point:
    missed = {flash.name: Misses() for flash in grid.buffers_of(wanted.core) if buffers}
    counted = Counted(runs={} if wanted.flash else {"": Trace(misses=missed)})
    code, core, level, operation = wanted.key
    return Point(code=code, core=core, level=level, operation=operation, counted=counted, made=made or Made())


def test_a_table_drops_a_line_that_was_cut_off(tmp_path: Path) -> None:
    table = rows_of(tmp_path)
    (one, another, *_) = map(blank, SMALL.points())
    table.add(one)
    table.add(another)
    whole = table.path.read_bytes()
    table.path.write_bytes(whole[:-10])
    assert list(rows_of(tmp_path).rows()) == [one]
    rows_of(tmp_path).add(another)
    assert table.path.read_bytes() == whole


def test_two_grids_do_not_share_a_file(tmp_path: Path) -> None:
    with rows_of(tmp_path).alone(), pytest.raises(UsageError, match="another grid"), rows_of(tmp_path).alone():
        pass
    with rows_of(tmp_path).alone():
        pass


def test_a_line_that_is_no_point_is_an_error_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "points.jsonl").write_text('{"code":1}\n')
    with pytest.raises(UsageError, match=r"points.jsonl:1 is not a stored result") as caught:
        list(rows_of(tmp_path).rows())
    assert "remove that line" in caught.value.fix


def test_a_killed_grid_goes_on_and_makes_nothing_twice(mbedtls: Path, tmp_path: Path) -> None:
    table = rows_of(tmp_path)
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    root = Path(__file__).parents[5]
    paths = os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])
    first = subprocess.Popen([sys.executable, str(program), str(tmp_path)], env=os.environ | {"PYTHONPATH": paths})
    while not list(table.rows()) and first.poll() is None:
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = list(table.rows())
    assert before
    with table.path.open("ab") as file:
        file.write(b'{"code":"secp192r1@3.')

    made = list(run(SMALL, rows_of(tmp_path), command="test", workers=1))
    after = list(rows_of(tmp_path).rows())
    assert {point.key for point in after} == {wanted.key for wanted in SMALL.points()}
    assert len(after) == len(SMALL.points()) == len(before) + len(made)
    assert after[: len(before)] == before
    assert {(row.made.release[:4], row.made.command) for row in after} == {("3.6.", "test")}
    assert list(run(SMALL, rows_of(tmp_path), command="test")) == []


def test_rows_of_another_compiler_do_not_count(mbedtls: Path, tmp_path: Path) -> None:
    table = rows_of(tmp_path)
    for wanted in SMALL.points():
        table.add(blank(wanted, Made(command="test", release="3.6.0", compiler="other")))
    rows = run(SMALL, table, command="test", workers=1)
    assert isinstance(next(rows), Point)
    rows.close()  # type: ignore[attr-defined]


def test_points_of_an_image_of_all_curves_are_made_again(mbedtls: Path, tmp_path: Path) -> None:
    """Their stack and heap figures are obsolete; flash sizes are not."""
    origin = provenance("3.6")
    assert origin.image == ONE_CURVE
    for image, known in ((ONE_CURVE, True), (ALL_CURVES, False)):
        table = Table(f"{known}", Point, tmp_path)
        point = blank(SMALL.points()[0], replace(origin, image=image))
        weighed = blank(Grid(curves=("secp192r1",)).footprints()[0], replace(origin, image=image))
        table.add(point)
        table.add(weighed)
        assert (point.key in grid._known(table, origin), weighed.key in grid._known(table, origin)) == (known, True)


def test_the_projects_own_results() -> None:
    """Stored rows are unique and not empty, and the figures of the 2015 ECC slides can be drawn from them."""
    names = [path.name.removesuffix(".jsonl.xz") for path in FOLDER.glob("mcu-ecc-*.jsonl.xz")]
    rows = [row for name in names for row in Table(name, Point).rows()]
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        assert row.counted.trace.instructions > 10_000 if row.counted.runs else row.counted.flash_bytes > 1000
    have = {(row.core, case_of(row.code, row.level, row.operation)) for row in rows if row.counted.runs}
    present = {(case.version, core, case.curve, case.operation) for core, case in have}
    assert set(product(["3.6"], CORES, ["secp256r1"], ["sign", "verify", "ecdh", "ecdhe"])) <= present


def test_the_newest_versions_whole_grid_is_stored() -> None:
    """Every point was run in an image with a single curve."""
    rows = stored(on_curves("3.6")).values()
    alone = {row.key for row in rows if row.counted.runs and row.made.image == ONE_CURVE}
    assert alone == {wanted.key for wanted in Grid(version="3.6").points()}
