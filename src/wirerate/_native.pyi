# The extension that CMake builds from include/*.h and host/wirerate_host.h: cffi knows the C types, mypy need not.
from typing import Any

ffi: Any
lib: Any
