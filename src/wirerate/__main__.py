# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`python -m wirerate` is `wirerate`."""

from wirerate.cli import main

if __name__ == "__main__":
    main()
