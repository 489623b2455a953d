"""Verilog from the graph: expressions, pipelining, and folding into one step."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from wirerate.graph.algorithm import FREE, Int, Node
from wirerate.graph.algorithms import MD5, SHA256
from wirerate.graph.verilog.cores import CORES, LANES, core, lanes_of
from wirerate.graph.verilog.iterative import CONSTANT, WORD, Folded, fold
from wirerate.graph.verilog.nodes import _reordered, as_written, constant, logic3, optimised, prepared, rotated
from wirerate.graph.verilog.pipeline import _ROOM, CUTS, LOAD, WEIGHT, pipeline

MASK = 0xFFFFFFFF


@pytest.mark.parametrize("table", range(256))
def test_every_truth_table_has_its_expression(table: int) -> None:
    text = logic3(table).replace("32'h0", "0")
    for row, (x, y, z) in enumerate(product((0, 1), repeat=3)):
        value = eval(text.format(x, y, z)) & 1
        assert value == table >> row & 1, text


@pytest.mark.parametrize(("table", "form"), [(0xCA, "({0} & {1}) | (~{0} & {2})"), (0x96, "{0} ^ {1} ^ {2}")])
def test_known_functions_read_as_the_rfc_writes_them(table: int, form: str) -> None:
    assert logic3(table) == form


@pytest.mark.parametrize("count", range(1, 32))
def test_a_rotation_is_the_two_parts_of_the_word(count: int) -> None:
    match = re.fullmatch(r"\{x\[(\d+):0\], x\[31:(\d+)\]\}", rotated("x", count))
    assert match
    word = 0x89ABCDEF
    low, high = word & (1 << int(match[1]) + 1) - 1, word >> int(match[2])
    assert (low << 32 - int(match[2]) | high) == (word << count | word >> 32 - count) & MASK


def test_constants_have_their_width() -> None:
    assert constant(0x0A304501) == "32'h0a304501"
    assert constant(5, 4) == "4'h5"


# ---- pipelines ----


def test_the_lanes_are_those_that_the_cuts_give() -> None:
    assert LANES == (19, 35, 67, 131, 195)
    assert [lanes_of(cuts) for cuts in CUTS] == [pipeline(MD5, cuts).lanes for cuts in CUTS]


@pytest.mark.parametrize("cuts", CUTS, ids=str)
def test_nothing_is_used_before_it_is_there(cuts: Fraction) -> None:
    pipe = pipeline(MD5, cuts)
    for i, node in pipe.graph.operations():
        for arg in node.args:
            other = pipe.graph.nodes[arg]
            assert other.kind == "const" or pipe.clock[arg] <= pipe.clock[i], (node.name, other.name)
    assert min(pipe.clock[i] for i, _ in pipe.graph.operations()) >= -LOAD


@pytest.mark.parametrize("cuts", CUTS, ids=str)
def test_no_clock_holds_more_than_fits_between_two_registers(cuts: Fraction) -> None:
    pipe = pipeline(MD5, cuts)
    depth: list[int] = []
    for i, node in enumerate(pipe.graph.nodes):
        same = [depth[arg] for arg in node.args if pipe.clock[arg] == pipe.clock[i]]
        depth.append(0 if node.kind in FREE else max(same, default=0) + WEIGHT[node.kind])
    assert max(depth) == _ROOM[cuts]


@pytest.mark.parametrize("cuts", CUTS, ids=str)
def test_the_names_are_the_graphs(cuts: Fraction) -> None:
    pipe = pipeline(MD5, cuts)
    text = core(f"md5-{pipe.lanes}").verilog
    wires = set(re.findall(r"wire \[31:0\] (\w+)(?: =|;)", text))
    inside = set(re.findall(r"logic_add #\(\.TABLE\(8'h\w\w\)\) (\w+) ", text))  # logic merged into an addition
    assert {node.name for _, node in pipe.graph.operations()} <= wires | inside


@pytest.mark.parametrize("lanes", LANES)
def test_every_delay_is_as_long_as_its_name_says(lanes: int) -> None:
    text = core(f"md5-{lanes}").verilog
    rings = re.findall(r"delay #\(\.CLOCKS\((\d+)\)\) \w+ \(\.clk\(clk\), \.in\((\w+)\), \.out\((\w+)\)\)", text)
    assert rings
    for clocks, source, target in rings:
        before = int(source.partition("_")[2] or 0)
        assert int(target.partition("_")[2]) - before == int(clocks)
        assert 4 <= int(clocks) <= 17


# ---- logic inside additions ----


@pytest.mark.parametrize("name", ["md5-67", "md5-131"])
def test_one_or_two_clocks_a_step_put_every_steps_logic_into_its_addition(name: str) -> None:
    tables = [int(digits, 16) for digits in re.findall(r"logic_add #\(\.TABLE\(8'h(\w\w)\)\) ", core(name).verilog)]
    assert len(tables) == 64
    # Where the last two inputs are 0 the table must give 0, as the carry assumes.
    assert not any(table & 0b10001 for table in tables)


def test_other_cores_have_logic_of_its_own() -> None:
    assert [name for name in CORES if core(name).macro] == ["md5-67", "md5-131"]
    pipelines = (name for name in CORES if name.startswith("md5-"))
    assert [name for name in pipelines if "logic_add" in core(name).verilog] == ["md5-67", "md5-131"]


@pytest.mark.parametrize("lanes", LANES)
def test_two_additions_in_a_clock_are_not_made_one_of_three_words(lanes: int) -> None:
    addition = re.compile(r"^    (\(\* keep \*\) )?wire \[31:0\] (\w+) = (\S+) \+ (\S+);$", re.MULTILINE)
    kept = 0
    for section in core(f"md5-{lanes}").verilog.split("    // clock ")[1:]:
        additions = addition.findall(section)
        added = {word for _, _, *words in additions for word in words}
        for keep, name, *_ in additions:
            only_there = name in added and len(re.findall(rf"\b{name}\b", section)) == 2
            assert bool(keep) == only_there, name
            kept += only_there
    assert kept == {19: 112, 35: 96}.get(lanes, 0)


def test_the_prepared_graph_is_md5() -> None:
    graph = prepared(optimised(MD5))
    values = dict(zip(MD5.state, MD5.initial, strict=True)) | {f"x{i}": i * 0x9E3779B9 & MASK for i in range(16)}
    assert graph.run(values) == optimised(MD5).run(values)
    extra = graph.counts() - optimised(MD5).counts()
    assert extra == {"xor": 32, "not": 16}  # H is a three-input exclusive or, in two parts; I needs a complement


def test_the_freshest_word_is_never_complemented() -> None:
    graph = prepared(optimised(MD5))
    for node in (node for node in graph.nodes if node.kind == "not"):
        assert graph.nodes[node.args[0]].step < node.step - 1


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
@pytest.mark.parametrize("inverted", [(), (1,), (0, 2)])
def test_a_table_in_another_order_is_the_same_function(order: tuple[int, ...], inverted: tuple[int, ...]) -> None:
    table = 0b11010010
    changed = _reordered(table, order, inverted)
    for bits in product((0, 1), repeat=3):
        inputs = [bits[k] ^ (k in inverted) for k in order]
        assert (
            changed >> (4 * inputs[0] + 2 * inputs[1] + inputs[2]) & 1
            == table >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1
        )


# ---- folding ----


def folded_digest(folded: Folded, state: tuple[str, ...], block: list[int]) -> tuple[int, ...]:
    """Run the step's template 64 times on integers."""
    now = dict(zip(state, MD5.initial, strict=True))
    for step in folded.steps:
        values = now | {WORD: block[step.word], CONSTANT: step.constant}
        for operation in folded.operations:
            words = [Int(values[name], 32) for name in operation.operands]
            amount = step.rotation if operation.kind == "rotl" else step.table
            values[operation.name] = words[0]._apply(operation.kind, tuple(words), amount).value  # type: ignore[attr-defined]
        result = values[folded.operations[-1].name]
        now = {"a": now["d"], "b": result, "c": now["b"], "d": now["c"]}
    return tuple(now[name] + seed & MASK for name, seed in zip(state, MD5.initial, strict=True))


@pytest.mark.parametrize("graph", [as_written(MD5), optimised(MD5)], ids=["as written", "optimised"])
def test_the_folded_step_computes_md5(graph: object) -> None:
    block = [0x01234567 * i & MASK for i in range(16)]
    folded = fold(graph, MD5.state)  # type: ignore[arg-type]
    assert folded_digest(folded, MD5.state, block) == MD5.compress(MD5.initial, block)


def test_operations_that_can_be_done_ahead_are_found() -> None:
    folded = fold(optimised(MD5), MD5.state)
    assert len(folded.only_from(WORD, CONSTANT)) == 1
    assert len(folded.only_from(WORD, CONSTANT, "a")) == 2
    assert not fold(as_written(MD5), MD5.state).only_from(WORD, CONSTANT)


def test_steps_of_different_shapes_are_refused() -> None:
    with pytest.raises((ValueError, KeyError)):
        fold(optimised(SHA256), SHA256.state)


# ---- cores ----


@pytest.mark.parametrize("name", CORES)
def test_the_harness_connects_every_port(name: str) -> None:
    one = core(name)
    ports = re.search(rf"module {one.module} \((.*?)\);", one.verilog, re.DOTALL)
    assert ports
    declared = set(re.findall(r"(?:input|output)\s+(?:wire|reg)\s+(?:\[\S+\] )?\s*(\w+)", ports[1]))
    assert declared == {"clk", *one.inputs, *one.outputs}
    for port in declared - {"clk"}:
        assert f".{port}(" in one.harness


def test_comments_and_blanks_do_not_affect_placement() -> None:
    from dataclasses import replace

    one = core("bench-add")
    assert replace(one, verilog="// words\n" + one.verilog.replace("\n", "\n\n")).sha256 == one.sha256
    assert replace(one, verilog=one.verilog.replace("+", "-")).sha256 != one.sha256


def test_unknown_operations_are_not_written_silently() -> None:
    from wirerate.graph.verilog.nodes import expression

    with pytest.raises(KeyError):
        expression(Node("mul", (0, 1)), ["x", "y"])
