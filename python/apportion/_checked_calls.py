"""What Python and ctypes say of wrong arguments, as errors that name the call, the argument
and what is meant; and the errors of each call, in its documentation."""
import ctypes
import difflib
import functools
import inspect
from typing import Any, Callable, Dict, Tuple, TypeVar, Union, get_origin

from . import _generated as c
from ._errors import ArgumentError, WrongTypeError, error_class
from ._structs import with_article

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)


def typed(function: F) -> F:
    """Turns what Python or ctypes say of an argument of a wrong type into a
    WrongTypeError, which names the call, and of a wrong value into an ArgumentError."""
    name = function.__name__
    if name == "__init__":
        name = function.__qualname__.split(".")[-2]

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except (TypeError, AttributeError, ctypes.ArgumentError) as e:
            if isinstance(e, WrongTypeError):
                raise
            raise WrongTypeError(0, "TYPE", f"{name}: {_wrong_type(function, arguments, named, e)}") from e
        except ValueError as e:
            if isinstance(e, ArgumentError):
                raise
            raise ArgumentError(0, "VALUE", f"{name}: {e}") from e

    return call  # type: ignore[return-value]


def _wrong_type(
    function: Callable[..., Any], arguments: Tuple[Any, ...], named: Dict[str, Any], e: Exception,
) -> Union[str, Exception]:
    """Names the argument that there is not, or that is not of the class, one of this
    module's, or the text that it is to be, or says what Python does."""
    signature = inspect.signature(function)
    for name in named:
        if name not in signature.parameters:
            alike = difflib.get_close_matches(name, signature.parameters, 1)
            return f"there is no argument {name}" + "".join(f"; did you mean {other}?" for other in alike)
    try:
        given = signature.bind(*arguments, **named).arguments
    except TypeError as missing:
        return missing
    for name, annotation in function.__annotations__.items():
        cls = get_origin(annotation) or annotation
        if name not in given or not isinstance(cls, type) or cls is float or issubclass(cls, int) and cls is not int:
            continue  # a plain number may be a handle, and a whole one a float
        if not isinstance(given[name], cls):
            return f"{name} is {with_article(type(given[name]))}, not {with_article(cls)}"
    return e


def value(cls: C) -> C:
    """Makes typed of how a dataclass is made."""
    cls.__init__ = typed(cls.__init__)  # type: ignore[misc]
    return cls


def calls(without: str) -> Callable[[C], C]:
    """Makes typed of a class's methods, and adds the errors that the header lists to what they
    say of themselves; without is for one without any of its own."""

    def decorate(cls: C) -> C:
        for name, member in vars(cls).copy().items():
            if inspect.isfunction(member) and (name == "__init__" or not name.startswith("_")):
                setattr(cls, name, typed(member))
                _name_errors(getattr(cls, name), without)
        return cls

    return decorate


ALWAYS = "HandleError, BusyError, PanicError, as of every call"


def _name_errors(method: Callable[..., Any], without: str) -> None:
    if not method.__doc__ or "Errors:" in method.__doc__:
        return
    codes = c.RAISES.get(method.__name__, "").split()
    names = ", ".join(error_class(getattr(c, "E_" + code)).__name__ for code in codes)
    method.__doc__ = f"{inspect.cleandoc(method.__doc__)}\n\nErrors: {names or without}."
