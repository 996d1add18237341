"""The library: how it is found, loaded and called."""
import ctypes
import os
from ctypes import c_size_t, c_uint32
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

from . import _generated as c
from . import _marshal as to_c
from ._checked_calls import calls
from ._errors import BadNameError, BusyError, Error, HandleError, InstanceError, VersionError, error_class
from ._structs import TYPES, check_bounds
from ._values import ABI_VERSION


@calls("none")
class Library:
    """A loaded library: what needs no allocator. It stays loaded; it must not be
    called in the child of a fork, and multiprocessing has to spawn: calls are an
    InstanceError there."""

    def __init__(self, path: str):
        dll = ctypes.CDLL(path)
        if dll.apportion_abi_version() < ABI_VERSION:
            raise VersionError(VersionError.code, "VERSION", f"{path} is older than this package")
        self.path = path
        self._process = os.getpid()
        self._functions: Dict[str, Any] = {}
        for name, signature in c.SIGNATURES.items():
            function = getattr(dll, "apportion_" + name)
            function.argtypes = [TYPES[letter] for letter in signature]
            self._functions[name] = function

    def __repr__(self) -> str:
        return f"<Library {self.path!r} of release {self.version()}>"

    def abi_version(self) -> int:
        """The version of the library's ABI."""
        return self._functions["abi_version"]()

    def version(self) -> str:
        """The library's release, such as "0.2.0", for people."""
        return self._text("version")

    def code_name(self, code: int) -> str:
        """The name of a code, such as "STALE". Errors: InvalidError."""
        return self._text("code_name", code)

    def similar_names(self, name: str, names: Iterable[str]) -> List[str]:
        """What may have been meant by a name that nobody has: those of the names
        that are most like it, the most alike first."""
        known = names if isinstance(names, str) else list(names)
        return [known[i] for i in self._read("similar_names", c_uint32, *to_c.chars(name), *to_c.strings(known))]

    def view_file(self, name: str = "") -> Optional[bytes]:
        """A file of the page that shows an allocator, None if it has none of that name;
        the empty name is that of the page. Errors: none."""
        try:
            return self._read("view_file", ctypes.c_char, *to_c.chars(name), room=65536)
        except BadNameError:
            return None

    def view_headers(self, name: str = "") -> Dict[str, str]:
        """The headers of HTTP that go with a file or, for another name, with answers to
        the page."""
        lines = self._text("view_headers", *to_c.chars(name)).splitlines()
        return dict(line.split(": ", 1) for line in lines)

    def _call(self, name: str, *arguments: Any) -> None:
        code = self._code(name, *arguments)
        if code != c.OK:
            raise self._error(code, name, *arguments)

    def _is_forked(self) -> bool:
        """Whether this is the child of a fork, where a call could hang: it has none of the threads of Go's runtime."""
        return os.getpid() != self._process

    def _code(self, name: str, *arguments: Any) -> int:
        if self._is_forked():
            raise InstanceError(0, "FORKED", f"{name}: the library was loaded before this process was forked; "
                                "load it after the fork alone, or have multiprocessing spawn")
        function = self._functions[name]
        for ctype, value in zip(function.argtypes, arguments):
            check_bounds(name, ctype, value)
        return function(*arguments)

    def _error(self, code: int, name: str, *arguments: Any) -> Error:
        """The error of a call. An instance is always a function's first argument. A BUSY one
        belongs to another thread and has no text for this one; without an instance the text
        is under 0."""
        text = ""
        if code != BusyError.code:
            has_instance = c.SIGNATURES[name].startswith("Q") and code != HandleError.code
            text = self._last_error(arguments[0] if has_instance else 0)
        return error_class(code)(code, self.code_name(code), text)

    def _last_error(self, instance: int) -> str:
        buffer, size = ctypes.create_string_buffer(c.MAX_ERROR), c_size_t()
        if self._code("last_error", instance, buffer, len(buffer), ctypes.byref(size)) != c.OK:
            return ""
        return to_c.decode(buffer.raw[: size.value])

    def _read(self, name: str, row: Any, *arguments: Any, room: int = 64) -> Any:
        """Reads a result of unknown size: an array of rows."""
        out, count = self._read_all(name, [(row, room)], arguments)[0]
        return out[:count]

    def _read_all(self, name: str, rows: Sequence[Tuple[Any, int]], arguments: Sequence[Any]) -> List[Tuple[Any, int]]:
        """Reads results of unknown size, with room for so many of each row at first:
        returns an array and a length for each."""
        while True:
            results = [((row * room)(), room, c_size_t()) for row, room in rows]
            flat = [x for out, room, count in results for x in (out, room, ctypes.byref(count))]
            code = self._code(name, *arguments, *flat)
            if code == c.OK:
                return [(out, count.value) for out, _, count in results]
            if code != c.E_TOO_SMALL:
                raise self._error(code, name, *arguments)
            rows = [(row, max(room, count.value)) for (row, room), (_, _, count) in zip(rows, results)]

    def _text(self, name: str, *arguments: Any) -> str:
        return to_c.decode(self._read(name, ctypes.c_char, *arguments, room=256))


_libraries: Dict[str, Library] = {}


def load(path: Optional[str] = None) -> Library:
    """Returns the library at a path, else that of the environment's APPORTION_LIBRARY, else
    the one that came with this package in a wheel, else libapportion.so.0 where the system's
    loader finds it. A path is loaded once, and stays so. Errors: OSError, VersionError."""
    path = path or os.environ.get("APPORTION_LIBRARY") or _of_wheel() or "libapportion.so.0"
    if path not in _libraries:
        _libraries[path] = Library(path)
    return _libraries[path]


def _of_wheel() -> Optional[str]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libapportion.so")
    return path if os.path.exists(path) else None
