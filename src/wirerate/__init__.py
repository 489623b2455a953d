"""wirerate: does your authentication keep up with your link, and what should you use when it does not?"""

from __future__ import annotations

__version__ = "0.1.0"
