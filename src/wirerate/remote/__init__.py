# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Past one machine: objects hashed by a Dask cluster, and the measuring commands run once on each of many hosts.

dask, distributed, fsspec and s3fs are in the extra [fleet] and are imported where they are first needed.
"""
