# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Work on other machines: connections to a Dask cluster, and commands run through ssh on many hosts.

dask, distributed, fsspec and s3fs belong to the extra [fleet] and are imported on first use.
"""
