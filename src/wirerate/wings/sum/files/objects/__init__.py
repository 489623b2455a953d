# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects of an S3-like store and their ETags: what a listing says of them, and whether the bytes agree."""
