# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where things are measured. A lab yields Measurements and knows no other lab."""
