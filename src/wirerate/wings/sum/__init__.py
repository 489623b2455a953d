# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`sum`: md5sum at the speed of the memory, of files and of objects."""

CALLS = {"hash_files": "engine", "hash_ranges": "engine"}
