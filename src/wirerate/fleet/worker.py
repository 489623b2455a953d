"""What a worker does with a batch: read it and hash it. It returns what went wrong, and never raises."""

from __future__ import annotations

import os
import pickle
from collections.abc import Sequence
from typing import Any

from wirerate.files import hash_files
from wirerate.fleet.comparing import compare
from wirerate.fleet.objects import Object, Result, is_local, open_store, path_in, reason
from wirerate.fleet.reading import Stretch, hash_stretches


def hash_batch(batch: bytes, part: int | None) -> bytes:
    """A pickled list of objects in, a pickled list of results out: bytes that the scheduler need not look into.

    `part` is None for the MD5 of each whole object; else the listed ETag is compared with one of such parts (0: of
    those that it has).
    """
    objects: list[Object] = pickle.loads(batch)
    try:
        store = open_store(objects[0].name)[0]
        results = _digests(store, objects) if part is None else compare(store, objects, part)
    except Exception as error:  # whatever a store's library raises is this batch's result, not the cluster's failure
        results = [Result(each, error=reason(error)) for each in objects]
    return pickle.dumps(results)


def _digests(store: Any, objects: Sequence[Object]) -> list[Result]:
    if is_local(store):
        outcomes = hash_files([path_in(store, each) for each in objects])
        return [
            Result(
                each,
                "" if outcome.error else outcome.digest.hex(),
                error=os.strerror(outcome.error) if outcome.error else "",
                changed=bool(outcome.changed),
            )
            for each, outcome in zip(objects, outcomes, strict=True)
        ]
    stretches = [Stretch(path_in(store, each), 0, each.size or 0) for each in objects]
    hash_stretches(store, stretches)
    return [
        Result(each, "" if stretch.error else stretch.digest().hex(), error=stretch.error)
        for each, stretch in zip(objects, stretches, strict=True)
    ]
