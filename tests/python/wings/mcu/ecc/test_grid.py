"""The grid: what it crosses, what it makes once, and that it goes on after whatever stopped it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import product
from pathlib import Path

import msgspec
import pytest

from wirerate.catalogue.libraries import P256M
from wirerate.errors import UsageError
from wirerate.wings.mcu.curve_options import GROUPS
from wirerate.wings.mcu.ecc.points import (
    ALL_CURVES,
    ONE_CURVE,
    Footprint,
    Point,
    Provenance,
    Table,
    stored,
    stored_versions,
)
from wirerate.wings.mcu.lab import grid
from wirerate.wings.mcu.lab.grid import CORES, Grid, run
from wirerate.wings.mcu.trace import Misses, counts_of

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
from tests.python.wings.mcu.ecc.test_grid import SMALL
from wirerate.wings.mcu.lab.grid import run
from wirerate.wings.mcu.ecc.points import Table
if __name__ == "__main__":
    for row in run(SMALL, Table(Path(sys.argv[1])), command="test", workers=2):
        pass
"""


def test_the_whole_grid_has_every_combination_of_the_slides_that_differs() -> None:
    points = Grid().points()
    assert {(point.core, point.curve) for point in points} == set(product(CORES, GROUPS))
    assert len({point.key for point in points}) == len(points)
    count = Counter((point.core, point.curve, point.operation) for point in points if point.level == "-O2")
    # 3.6: signing with constant combs is the same for every window, and there are windows of two to four without.
    assert count["cortex-m3", "secp256r1", "sign"] == 2 * (1 + 3)
    assert count["cortex-m3", "secp256r1", "verify"] == 2 * (3 + 3)
    assert count["cortex-m3", "brainpoolP512r1", "verify"] == 4 + 4
    assert count["cortex-m3", "curve25519", "ecdhe"] == 1
    assert count["cortex-m3", "curve25519", "sign"] == 0
    assert {point.level for point in points if point.curve != "secp256r1"} == {"-O2"}
    assert {point.level for point in points if point.curve == "secp256r1"} == {"-O0", "-O1", "-O2", "-O3", "-Os"}


def test_p256m_is_one_curve_without_options() -> None:
    points = Grid(version=P256M, levels=()).points()
    assert {(point.curve, point.toggles) for point in points} == {("secp256r1", points[0].toggles)}
    assert len(points) == len(CORES) * 4


def test_a_table_drops_a_line_that_was_cut_off(tmp_path: Path) -> None:
    table = Table(tmp_path / "points.jsonl")
    (blank, other, *_) = SMALL.points()
    table.add(blank)
    table.add(other)
    whole = table.path.read_bytes()
    table.path.write_bytes(whole[:-10])
    assert list(Table(table.path).rows()) == [blank]
    Table(table.path).add(other)
    assert table.path.read_bytes() == whole


def test_two_grids_do_not_share_a_file(tmp_path: Path) -> None:
    table = Table(tmp_path / "points.jsonl")
    with table.alone(), pytest.raises(UsageError, match="another grid"), Table(table.path).alone():
        pass
    with Table(table.path).alone():
        pass


def test_a_line_that_is_no_point_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "points.jsonl").write_text('{"type":"other"}\n')
    with pytest.raises(UsageError, match=r"points.jsonl:1: not a point") as caught:
        list(Table(tmp_path / "points.jsonl").rows())
    assert "remove that line" in caught.value.fix


def test_a_killed_grid_goes_on_and_makes_nothing_twice(mbedtls: Path, tmp_path: Path) -> None:
    path = tmp_path / "points.jsonl"
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    root = Path(__file__).parents[5]
    paths = os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])])
    first = subprocess.Popen([sys.executable, str(program), str(path)], env=os.environ | {"PYTHONPATH": paths})
    while not (path.exists() and Table(path).of(Point)) and first.poll() is None:
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = Table(path).of(Point)
    assert before
    with path.open("ab") as file:
        file.write(b'{"type":"point","version":"3.')

    made = list(run(SMALL, Table(path), command="test", workers=1))
    after = Table(path).of(Point)
    assert {point.key for point in after} == {point.key for point in SMALL.points()}
    assert len(after) == len(SMALL.points()) == len(before) + len(made)
    assert after[: len(before)] == before
    assert [row.library[:4] for row in Table(path).of(Provenance)] == ["3.6."] * 2
    assert list(run(SMALL, Table(path), command="test")) == []


def test_rows_of_another_compiler_do_not_count(mbedtls: Path, tmp_path: Path) -> None:
    table = Table(tmp_path / "points.jsonl")
    table.add(
        Provenance(command="test", wirerate="0", library="3.6.0", compiler="other", emulator="other", date="2026-01-01")
    )
    for point in SMALL.points():
        table.add(point)
    rows = run(SMALL, table, command="test", workers=1)
    assert isinstance(next(rows), Point)
    rows.close()


def test_points_of_an_image_of_all_curves_are_made_again(mbedtls: Path, tmp_path: Path) -> None:
    """Their stack and heap are those of another firmware; images' sizes are not."""
    made = grid._provenance("3.6", "test")
    assert made.image == ONE_CURVE
    for image, known in ((ONE_CURVE, True), (ALL_CURVES, False)):
        table = Table(tmp_path / f"{known}.jsonl")
        table.add(msgspec.structs.replace(made, image=image))
        counted = counts_of(dict.fromkeys(grid.buffers_of("cortex-m4"), Misses()))
        point = msgspec.structs.replace(SMALL.points()[0], misses=counted)
        (weighed, *_) = Grid(curves=("secp192r1",)).footprints()
        table.add(point)
        table.add(weighed)
        assert (point.key in grid._known(table, made), weighed.key in grid._known(table, made)) == (known, True)


def test_the_projects_own_results() -> None:
    """Each row once, counted and not blank, and what the slides' figures need is there."""
    rows = [row for version in stored_versions() for row in stored(version) if isinstance(row, Point | Footprint)]
    assert len({row.key for row in rows}) == len(rows)
    for row in rows:
        assert row.total > 1000 if isinstance(row, Footprint) else row.instructions > 10_000
    have = {(row.version, row.core, row.curve, row.operation) for row in rows if isinstance(row, Point)}
    assert set(product(["3.6"], CORES, ["secp256r1"], ["sign", "verify", "ecdh", "ecdhe"])) <= have


def test_what_is_stored_of_the_newest_version_is_its_whole_grid() -> None:
    """Each point in an image of its curve alone."""
    made, alone = "", set()
    for row in stored("3.6"):
        if isinstance(row, Provenance):
            made = row.image
        elif isinstance(row, Point) and made == ONE_CURVE:
            alone.add(row.key)
    assert alone == {point.key for point in Grid(version="3.6").points()}
