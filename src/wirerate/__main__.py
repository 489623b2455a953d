# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes `python -m wirerate` run the program `wirerate`."""

from wirerate.cli import main

if __name__ == "__main__":
    main()
