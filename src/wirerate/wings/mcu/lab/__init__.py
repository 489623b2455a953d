# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The laboratory: firmware fetched, built, run on an emulated core, counted and held against the host. An answer from
the store loads nothing of it."""
