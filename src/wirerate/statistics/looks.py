# SPDX-License-Identifier: Apache-2.0 OR MIT
"""When a measurement may be looked at, and how much of the permitted error each look spends.

Looking after every round and stopping when the answer pleases finds differences that are not there. The counts are
therefore fixed beforehand, and the error is shared out over the looks and over the comparisons (Bonferroni): whatever
ends the rounds, all intervals at all looks hold together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

CONFIDENCE = 0.95  # of everything that one question asks, taken together


@dataclass(frozen=True)
class Looks:
    """Counts of rounds. With `goes_on` the last is doubled again and again for as long as there is time.

    The spending function: counts that end share the error evenly. Where it goes on, all that follows together has the
    share of one look more, of which the next has half, the one after it a quarter, and so on: any number of further
    looks costs the first ones no more than that.
    """

    counts: tuple[int, ...]
    goes_on: bool = False

    def __iter__(self) -> Iterator[int]:
        yield from self.counts
        if self.goes_on:
            yield from (self.counts[-1] << step for step in count(1))

    @property
    def one(self) -> bool:
        """Whether there is no choice of when to stop."""
        return len(self.counts) == 1 and not self.goes_on

    def share(self, rounds: int) -> float:
        """Of the error, for the look at so many rounds, or that on the way to which time ended them."""
        for look in self.counts:
            if rounds <= look:
                return 1 / (len(self.counts) + self.goes_on)
        if not self.goes_on:
            return 1 / len(self.counts)
        further = (-(-rounds // self.counts[-1]) - 1).bit_length()
        return 0.5**further / (len(self.counts) + 1)

    def confidence(self, rounds: int, comparisons: int = 1, of_all: float = CONFIDENCE) -> float:
        """Of one interval at the look at `rounds`, so that all of them at all looks hold together with `of_all`."""
        return 1 - (1 - of_all) * self.share(rounds) / max(1, comparisons)


LOOKS: Final = Looks((16, 32, 64, 128, 256), goes_on=True)
ONE_LOOK: Final = Looks((1,))
