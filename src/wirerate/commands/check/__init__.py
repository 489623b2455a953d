# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: judge whether authenticators keep up with a link, and name what to use instead."""

CALLS = {"check": "check"}
VIEWS = {"check": "view"}
