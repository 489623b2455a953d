# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`fleet`: a measuring command once on each of many hosts."""

VIEWS = {"fleet": "view"}
RUNS = "hosts"
