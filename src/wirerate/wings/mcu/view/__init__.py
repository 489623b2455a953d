# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `mcu` found, on the terminal, in tables and on pages."""
