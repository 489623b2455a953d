"""The drawings: their content, no overlaps, and well-formed output in both formats."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from wirerate.graph.algorithms import ALGORITHMS, MD5
from wirerate.graph.picture import COLUMN, ROW, Picture, _half_width, overlapped_steps, single_step, to_dot, to_svg

SVG = "{http://www.w3.org/2000/svg}"


def operations(picture: Picture) -> list[str]:
    return sorted(box.text for box in picture.boxes if not box.operand)


def test_the_step_is_rfc_1810s_tree() -> None:
    picture = single_step(MD5)
    assert operations(picture) == ["+", "+", "+", "+", "<<< 7", "and", "and not", "or"]
    assert list(picture.rows.values()) == ["t1", "t2", "t3", "t4", "t5"]
    starred = [box.text for box in picture.boxes if box.operand and box.text.endswith("*")]
    assert starred == ["b*", "b*", "b*"]  # the previous step's result is an input three times, as in the RFC's figure


def test_the_heavy_chain_has_five_operations_and_ends_in_the_result() -> None:
    picture = single_step(MD5)
    chain = sorted((box for box in picture.boxes if box.critical), key=lambda box: box.y)
    assert [box.text for box in chain][1:] == ["or", "+", "<<< 7", "+"]
    assert [box.y for box in chain] == [0, 1, 2, 3, 4]


def test_overlapped_steps_start_three_rows_apart() -> None:
    picture = overlapped_steps(MD5, 0, 4)
    logic = sorted(box.y for box in picture.boxes if box.text == "3-input logic")
    assert [after - before for before, after in pairwise(logic)] == [3, 3, 3]
    assert "3 rows per step" in picture.note


@pytest.mark.parametrize("name", ALGORITHMS)
def test_no_two_boxes_of_a_step_overlap(name: str) -> None:
    picture = single_step(ALGORITHMS[name])
    for first, second in combinations([box for box in picture.boxes if not box.operand], 2):
        apart = abs(first.x - second.x) * COLUMN >= _half_width(first) + _half_width(second) - 1
        assert apart or abs(first.y - second.y) * ROW >= 28


@pytest.mark.parametrize("name", ALGORITHMS)
def test_svg_is_well_formed_and_complete(name: str) -> None:
    pictures = single_step(ALGORITHMS[name]), overlapped_steps(ALGORITHMS[name], 0, 2)
    root = ElementTree.fromstring(to_svg(*pictures))
    boxes = [box for picture in pictures for box in picture.boxes]
    assert len(root.findall(f"{SVG}rect")) == 1 + sum(1 for box in boxes if not box.operand)
    assert len(root.findall(f"{SVG}path")) == sum(len(picture.lines) for picture in pictures)
    texts = {element.text for element in root.findall(f"{SVG}text")}
    assert {box.text for box in boxes} <= texts
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for element in root.findall(f"{SVG}text"):
        assert 0 <= float(element.attrib["x"]) <= width
        assert 0 <= float(element.attrib["y"]) <= height


def test_dot_names_every_box_and_line() -> None:
    picture = single_step(MD5)
    text = to_dot(picture)
    assert text.startswith("digraph")
    assert text.rstrip().endswith("}")
    assert text.count(" -> ") == len(picture.lines)
    assert text.count("shape=") == len(picture.boxes)


def test_the_documentation_has_the_programs_drawings() -> None:
    shown = Path(__file__).parents[3] / "docs" / "images" / "md5-step.svg"
    assert shown.read_text(encoding="utf-8") == to_svg(single_step(MD5), overlapped_steps(MD5))
