"""Sets the ECC slides of 2015 beside the model: `python -m scripts.ecc_slides [--measure] [PAGE]`.

Without PAGE the figures are printed; `make docs` writes docs/reference/ecc-slides.md. With --measure what is not
stored is built and run, which needs the cross-compiler and the extra `mcu`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scripts.ecc_slides.figures import measured, shipped
from scripts.ecc_slides.page import page


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.ecc_slides")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("page", nargs="?", type=Path)
    asked = parser.parse_args()
    text = page(measured if asked.measure else shipped)
    if asked.page:
        asked.page.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
