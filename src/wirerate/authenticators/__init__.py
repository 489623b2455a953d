# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Python interface of the C library, and the names of everything that can be measured."""
