# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum`: a fast md5sum for files and for objects in stores such as S3."""

CALLS = {"hash_files": "engine", "hash_ranges": "engine"}
