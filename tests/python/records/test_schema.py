"""The JSON Schemas allow no additional properties, and give every number a unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from wirerate.records import json_schema
from wirerate.records.lines import LINES, line_schema

SCHEMAS = {"run": json_schema(), **{name: line_schema(name) for name in LINES}}


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        yield path, node
        for name, each in node.items():
            yield from nodes(each, f"{path}/{name}")
    elif isinstance(node, list):
        for number, each in enumerate(node):
            yield from nodes(each, f"{path}/{number}")


@pytest.fixture(params=SCHEMAS)
def schema(request: pytest.FixtureRequest) -> list[tuple[str, dict[str, Any]]]:
    return list(nodes(SCHEMAS[request.param]))


def test_nothing_stands_in_an_object_that_is_not_named(schema: list[tuple[str, dict[str, Any]]]) -> None:
    objects = [(path, node) for path, node in schema if node.get("type") == "object"]
    assert objects
    assert [path for path, node in objects if node.get("additionalProperties") is not False] == []


def test_every_number_has_a_unit(schema: list[tuple[str, dict[str, Any]]]) -> None:
    numbers = [(path, node) for path, node in schema if node.get("type") in ("number", "integer")]
    assert numbers
    assert [path for path, node in numbers if not node.get("description")] == []
