"""Prints what pip must install for the named extras of pyproject.toml, the build's own requirements included.

`pip install .[test]` would build the package to learn this, and the package is built once, as a stage of the tests.
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())
extras = project["project"]["optional-dependencies"]
requirements = project["build-system"]["requires"] + project["project"]["dependencies"] + ["cmake>=3.26", "ninja"]
for extra in sys.argv[1:]:
    requirements += extras[extra]
print("\n".join(requirements))
