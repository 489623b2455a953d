"""Print the requirements of the named extras in pyproject.toml, with those of the build.

`pip install .[test]` would build the package to find them, but the package is built as a separate stage of the tests.
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
