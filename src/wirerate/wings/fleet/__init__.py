# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate fleet`: run a measurement on many hosts and compare them."""

VIEWS = {"fleet": "view"}
RUNS = "hosts"
