# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Opening subjects: the implementation meant when none is named, and another that says what the tags should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from wirerate.authenticators.kernels import forced_kernel
from wirerate.authenticators.subjects import Subject, is_library_path
from wirerate.errors import Error, MissingError
from wirerate.host.meter import Ahead, OpenSubject, Wanted
from wirerate.host.request import Request

# Who is asked for the expected tags, in this order: none of our own code where another's is present.
_REFERENCES = ("openssl", "nettle", "wirerate", "ipsec-mb")


@dataclass(frozen=True)
class Opened:
    """A subject as it was found: `name` says implementation and kernel."""

    name: Subject
    code: OpenSubject


class Opener:
    """Opens each subject once for all requests: known answers and the choice of a kernel take tens of milliseconds."""

    def __init__(self) -> None:
        self._known: dict[Wanted, Opened | Error] = {}
        self._ahead = Ahead(())

    def foresee(self, requests: Iterable[Request]) -> None:
        """Begins to compute the known answers of what these will have opened, and of what says their tags. Returns at
        once; the first to be opened waits for all."""
        told: dict[Wanted, int | None] = {}
        for each in requests:
            subject = _named(each.subject)
            pairs = [(subject, each.keyed, each.batch), *((other, keyed, 1) for other, keyed in _others(subject)[:1])]
            for whose, keyed, batch in pairs:
                sends = Wanted(whose, subject.facts.operation, keyed, batch)
                told.setdefault(sends, None)
                told.setdefault(replace(sends, operation=each.does), _like(told, sends))
        self._ahead = Ahead([*told.items()])

    def open(self, subject: Subject, operation: str, keyed: str, batch: int) -> Opened:
        """Raises what was wrong with it, each time that it is asked for. A receiver runs the sender's code: whose, and
        which kernel, is chosen once for both."""
        sends = subject.facts.operation
        told = None
        if operation != sends and operation in subject.facts.operations:
            told = Wanted(_named(subject), operation, keyed, batch)
            subject = self.open(subject, sends, keyed, batch).name
        wanted = Wanted(subject, operation, keyed, batch)
        if wanted not in self._known:
            try:
                self._known[wanted] = self._open(wanted, told)
            except Error as error:
                self._known[wanted] = error
        found = self._known[wanted]
        if isinstance(found, Error):
            raise found
        return found

    def reference(self, subject: Subject, operation: str) -> Opened:
        """Another's code for the same tags, keyed anew for each message; the subject's own where no other has it."""
        for other, keyed in _others(subject):
            try:
                return self.open(other, operation, keyed, 1)
            except Error:
                continue
        raise MissingError(f"nothing on this machine can check {subject.name}", fix="type: wirerate doctor")

    def _open(self, wanted: Wanted, told: Wanted | None) -> Opened:
        if wanted.subject.implementation:
            return self._found(wanted, told)
        reasons = []
        for implementation in wanted.subject.facts.implementations:
            try:
                return self._found(replace(wanted, subject=replace(wanted.subject, implementation=implementation)))
            except MissingError as error:
                reasons.append(str(error))
        raise MissingError("; ".join(reasons), fix="type: wirerate doctor")

    def _found(self, wanted: Wanted, told: Wanted | None = None) -> Opened:
        """`told` is what was foreseen of it, where that is another thing: a receiver whose kernel was not known yet."""
        wanted = replace(wanted, subject=_named(wanted.subject))
        code = OpenSubject(wanted, self._ahead.open(told or wanted))
        subject = wanted.subject
        if not is_library_path(subject.implementation or ""):  # a path's slashes leave no place for a kernel
            subject = replace(subject, kernel=code.kernel or None)
        return Opened(subject, code)


def _named(subject: Subject) -> Subject:
    """With the implementation that it means first, and the kernel that is forced."""
    named = replace(subject, implementation=subject.implementation or subject.facts.implementations[0])
    return replace(named, kernel=named.kernel or forced_kernel()) if named.implementation == "wirerate" else named


def _others(subject: Subject) -> list[tuple[Subject, str]]:
    """Who may be asked for the expected tags, the best first, and how it is keyed."""
    facts = subject.facts
    keyed = facts.keyed[-1] if facts.keyed else ""
    return [
        (replace(subject, implementation=each, kernel="portable" if each == "wirerate" else None), keyed)
        for each in _REFERENCES
        if each in facts.implementations
    ]


def _like(told: Mapping[Wanted, int | None], sender: Wanted) -> int | None:
    """Where the sender stands, whose kernel a receiver takes. A library by its path chooses by itself."""
    return None if is_library_path(sender.subject.implementation or "") else list(told).index(sender)
