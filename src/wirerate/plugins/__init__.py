# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library inside other people's programs. One module per program; each is imported only by who wants it."""
