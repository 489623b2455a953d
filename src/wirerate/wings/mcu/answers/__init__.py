# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu`: what firmware costs on a microcontroller. A file per kind of question."""
