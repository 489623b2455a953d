# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One capability each: its question, its measuring, its rows, its view and its command. A wing imports the trunk, never
another wing; the trunk finds it by its line in `registry`."""
