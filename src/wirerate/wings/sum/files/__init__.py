# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MD5 of many files, of pieces of files, and of listed files against their check files, in the lanes of the kernel.

What lies in memory whole goes to `wirerate.md5_batch`.
"""

from __future__ import annotations

from wirerate.wings.sum.files.engine import Engine, Job, Outcome, Usage, hash_files, hash_ranges

__all__ = ["Engine", "Job", "Outcome", "Usage", "hash_files", "hash_ranges"]
