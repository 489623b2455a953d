# The extension module that CMake builds from include/*.h and host/*.h. cffi knows the C types; mypy treats them as Any.
from typing import Any

ffi: Any
lib: Any
