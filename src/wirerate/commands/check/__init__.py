# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: does it keep up, and what to use when it does not."""

CALLS = {"check": "check"}
VIEWS = {"check": "view"}
