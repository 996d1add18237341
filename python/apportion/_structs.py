"""What structs of C are made of, and what keeps ctypes from cutting a number off."""
import ctypes
from ctypes import c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Dict, Tuple

_BOUNDS: Dict[Any, Tuple[int, int]] = {
    c_int32: (-(2**31), 2**31 - 1),
    c_uint32: (0, 2**32 - 1),
    c_int64: (-(2**63), 2**63 - 1),
    c_uint64: (0, 2**64 - 1),
    c_size_t: (0, 2**64 - 1),
}


def check_bounds(what: str, ctype: Any, value: Any) -> None:
    """ctypes would cut off what does not fit; it checks what is no whole number itself."""
    if ctype is c_double and not hasattr(value, "__float__"):
        raise TypeError(f"{what} {value!r} is {with_article(type(value))}, not a number")
    bounds = _BOUNDS.get(ctype)
    if bounds and not hasattr(value, "__index__"):
        raise TypeError(f"{value!r} is {with_article(type(value))}, not an int")
    if bounds and not bounds[0] <= value <= bounds[1]:
        raise OverflowError(f"{what}: {value} is not within {bounds[0]} and {bounds[1]}")


def with_article(cls: type) -> str:
    return f"{'an' if cls.__name__[0] in 'AEIOUaeiou' else 'a'} {cls.__name__}"


class Struct(ctypes.Structure):
    """A struct of apportion.h: _generated.KindInfo is apportion_kind_info."""

    def __init__(self, *values: Any, **named: Any):
        named.update(zip((f[0] for f in self._fields_), values))
        for f in self._fields_:
            if f[0] in named:
                check_bounds(f[0], f[1], named[f[0]])
        super().__init__(**named)


class Record(Struct):
    """One that starts with its size."""

    def __init__(self, **fields: Any):
        super().__init__(struct_size=ctypes.sizeof(self), **fields)


# What ctypes would pass as a C int if it were not told: i, q are int32_t, int64_t;
# I, Q their unsigned ones; N is size_t; d double; s a string; * any other pointer; 8Q eight
# of Q. Structs are here by their names.
TYPES: Dict[str, Any] = {
    "i": c_int32, "I": c_uint32, "q": c_int64, "Q": c_uint64, "N": c_size_t, "d": c_double, "s": ctypes.c_char_p,
    "*": c_void_p, "8Q": c_uint64 * 8,
}


def struct(name: str, base: Any, fields: str) -> Any:
    """Makes a struct, whose fields are each name:type: one of TYPES, or * and what it points to."""
    pairs = [field.split(":") for field in fields.split()]
    types = [(field, ctypes.POINTER(TYPES[of[1:]]) if of[0] == "*" else TYPES[of]) for field, of in pairs]
    TYPES[name] = type(name, (base,), {"_fields_": types})
    return TYPES[name]
