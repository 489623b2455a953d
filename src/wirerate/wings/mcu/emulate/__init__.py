# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An emulated core that calls functions of an image, and what they ran."""
