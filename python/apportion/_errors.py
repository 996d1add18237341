"""What the library refuses, as exceptions: a class for each code of apportion.h, below a class
for each family of codes."""
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Tuple, Type

from . import _generated as c

if TYPE_CHECKING:
    from ._values import Result


class Error(Exception):
    """What the library refused. code is its number, name its name there, such as
    "STALE", and str() says what was wrong with what."""

    code: int = 0
    name: str = ""

    def __init__(self, code: int, name: str, text: str):
        super().__init__(text or name)
        self.code = code
        self.name = name

    def __reduce__(self) -> Tuple[Any, ...]:
        """How it is copied and pickled: exceptions are made anew of their args, the text alone."""
        return type(self), (self.code, self.name, self.args[0]), vars(self)


class MalformedError(Error):
    """A call is malformed. This package does not make such calls, but for lists
    that are too long (COUNT)."""


class InstanceError(Error):
    """The instance cannot serve the call. Its code is 0 in the child of a fork: the library was
    not called."""


class HandleError(InstanceError):
    """There is no such instance, or no longer: the allocator is closed."""

    code = c.E_HANDLE


class BusyError(InstanceError):
    """Another thread's call on the allocator is under way."""

    code = c.E_BUSY


class VersionError(InstanceError):
    """The library is older than this package."""

    code = c.E_VERSION


class PanicError(Error):
    """Something went wrong inside the library. The allocator can only be closed.
    results is as with PartialError where submit raised it, else empty."""

    code = c.E_PANIC
    results: "List[Result]" = []


class PartialError(Error):
    """At least one operation of a batch failed: results has a Result for each.
    The text is that of the first that failed; the others were carried out."""

    code = c.E_PARTIAL
    results: "List[Result]" = []


class ArgumentError(Error, ValueError):
    """An argument breaks the rules."""


class InvalidError(ArgumentError):
    """Malformed; the text says what."""

    code = c.E_INVALID


class BadNameError(ArgumentError):
    """A name or id breaks the rules for names."""

    code = c.E_NAME


class AmountError(ArgumentError):
    """An amount is negative."""

    code = c.E_AMOUNT


class WrongTypeError(ArgumentError, TypeError):
    """An argument is of a type that the call does not take; the text says which.
    Its code is 0: the library was not called."""


class UnknownError(Error, LookupError):
    """An argument refers to something that is not there."""


class UnknownAgentError(UnknownError):
    """There is no such agent, or it is something else's handle."""

    code = c.E_UNKNOWN_AGENT


class UnknownFrameworkError(UnknownError):
    """There is no such framework, or it is something else's handle."""

    code = c.E_UNKNOWN_FRAMEWORK


class UnknownRoleError(UnknownError):
    """No role has the number."""

    code = c.E_UNKNOWN_ROLE


class UnknownKindError(UnknownError):
    """No kind has the number."""

    code = c.E_UNKNOWN_KIND


class StaleError(UnknownError):
    """The agent or framework has been removed."""

    code = c.E_STALE


class UnknownItemError(UnknownError):
    """No item of set resources has the number."""

    code = c.E_UNKNOWN_ITEM


class ConflictError(Error):
    """The call does not fit what there is."""


class ExistsError(ConflictError):
    """That id was added already."""

    code = c.E_EXISTS


class NotSubscribedError(ConflictError):
    """The framework is not subscribed to the role."""

    code = c.E_NOT_SUBSCRIBED


class StateError(ConflictError):
    """Not now; the text says why."""

    code = c.E_STATE


class LedgerError(Error):
    """The ledger does not hold what the call takes from it."""


class NotAllocatedError(LedgerError):
    """More than is held."""

    code = c.E_NOT_ALLOCATED


class NotAvailableError(LedgerError):
    """In use, or not there."""

    code = c.E_NOT_AVAILABLE


class ConversionError(LedgerError):
    """Amounts change that must not."""

    code = c.E_CONVERSION


class LimitError(Error):
    """A fixed limit is reached."""

    code = c.E_LIMIT


def _classes(base: Type[Error]) -> Iterator[Type[Error]]:
    for derived in base.__subclasses__():
        yield derived
        yield from _classes(derived)


_BY_CODE: Dict[int, Type[Error]] = {cls.code: cls for cls in _classes(Error) if cls.code}


def error_class(code: int) -> Type[Error]:
    if code in _BY_CODE:
        return _BY_CODE[code]
    return MalformedError if c.E_HANDLE < code < 0 else Error
