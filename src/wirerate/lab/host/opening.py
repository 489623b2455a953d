# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Opening subjects: the implementation meant when none is named, and another that says what the tags should be."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wirerate.authenticators.kernels import forced_kernel
from wirerate.authenticators.subjects import Subject, is_library_path
from wirerate.errors import Error, MissingError
from wirerate.lab.host.meter import OpenSubject

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
        self._known: dict[tuple[Subject, str, str, int], Opened | Error] = {}

    def open(self, subject: Subject, operation: str, keyed: str, batch: int) -> Opened:
        """Raises what was wrong with it, each time that it is asked for. A receiver runs the sender's code: whose, and
        which kernel, is chosen once for both."""
        sends = subject.facts.operation
        if operation != sends and operation in subject.facts.operations:
            subject = self.open(subject, sends, keyed, batch).name
        key = (subject, operation, keyed, batch)
        if key not in self._known:
            try:
                self._known[key] = _open(*key)
            except Error as error:
                self._known[key] = error
        found = self._known[key]
        if isinstance(found, Error):
            raise found
        return found

    def reference(self, subject: Subject, operation: str) -> Opened:
        """Another's code for the same tags, keyed anew for each message; the subject's own where no other has it."""
        facts = subject.facts
        keyed = facts.keyed[-1] if facts.keyed else ""
        for implementation in _REFERENCES:
            if implementation in facts.implementations:
                kernel = "portable" if implementation == "wirerate" else None
                try:
                    other = replace(subject, implementation=implementation, kernel=kernel)
                    return self.open(other, operation, keyed, 1)
                except Error:
                    continue
        raise MissingError(f"nothing on this machine can check {subject.name}", fix="type: wirerate doctor")


def _open(subject: Subject, operation: str, keyed: str, batch: int) -> Opened:
    if subject.implementation:
        return _found(subject, operation, keyed, batch)
    reasons = []
    for implementation in subject.facts.implementations:
        try:
            return _found(replace(subject, implementation=implementation), operation, keyed, batch)
        except MissingError as error:
            reasons.append(str(error))
    raise MissingError("; ".join(reasons), fix="type: wirerate doctor")


def _found(subject: Subject, operation: str, keyed: str, batch: int) -> Opened:
    if subject.implementation == "wirerate" and subject.kernel is None:
        subject = replace(subject, kernel=forced_kernel())
    code = OpenSubject(subject, operation, keyed, batch)
    if not is_library_path(subject.implementation or ""):  # a path's slashes leave no place for a kernel
        subject = replace(subject, kernel=code.kernel or None)
    return Opened(subject, code)
