"""Apportion's C library (libapportion.so) for Python, with nothing but ctypes.

An Allocator owns an instance and destroys it when it is closed. Each method does
what the C function of its name does: apportion.h says what that is,
and its rules hold here, too. A host is an event loop (examples/scheduler.py is a
whole one):

    with Allocator(interval_nanos=SECOND) as a:
        cpus = a.declare_kind(Kind("cpus"))
        web = a.declare_role("web")
        a.add_agent(AgentInfo("m1", total=[scalar(cpus, 8)]))
        a.add_framework(FrameworkInfo("f1", roles=[web]))
        while running:
            cycle, deadline = a.run_due(now_nanos)
            for offer in cycle:
                send(offer.framework, offer.agent, offer.resources)
            now_nanos = wait_until(deadline)  # or an event: for that alone at None

LIBRARY. It is the one that Allocator or load is given the path of, else the one
that the environment's APPORTION_LIBRARY names, else the one that came with this
package in a wheel, else libapportion.so.0 where the system's loader finds it.

HANDLES. Agents and frameworks are known by handles, which are ints of classes of
their own and say what they are of: the library refuses an agent's in the place of
a framework's (UnknownFrameworkError), and type checkers do before. They are to be
passed back to the allocator that gave them, and no longer than it lives. Where a
framework may be absent, it is 0.

NUMBERS. Roles, kinds and items of sets are small numbers of one allocator. A number
stays good until it is released, and then while the allocator refers to what it
stands for; from then on it is an error. Whoever runs for years releases the
numbers that it has no more use for.

AMOUNTS. Where a name says milli they are whole thousandths, as ints: 1500 milli
are 1.5 cpus. Elsewhere they are units, as an int, Decimal, Fraction or float. All
but floats must be whole thousandths, else it is a ValueError; a float is rounded
to the nearest one, as Mesos does. Agents have at most MAX_AMOUNT_MILLI of a name
together; a guarantee, limit or minimum may be any, infinite too: what is more than
MAX_QUANTITY_MILLI is as good as that, since no cluster has more. What is read comes
as milli, which units() turns into a Decimal.

TIME is an int of nanoseconds on the host's clock: every such name ends in _nanos.
SECOND is one second, and nanos(1.5) is 1.5 of them.

ERRORS. What the library refuses is an Error, of a class for each code, below a
class for each family of codes. An int that its C type cannot hold is an
OverflowError, and an argument of another type than is named a WrongTypeError,
which is a TypeError, too. In all cases nothing has changed, except where submit says otherwise.

THREADS. One call at a time for each allocator, from any thread: BusyError
otherwise. gathered_metrics and gathered_state may be called at any time.

MEMORY. Everything that is passed is copied, and everything that is returned is
the caller's.
"""
from ._allocator import Allocator
from ._amounts import SECOND, Amount, Quantities, milli, nanos, units
from ._batch import Batch
from ._cycle import Cycle
from ._errors import (
    AmountError, ArgumentError, BadNameError, BusyError, ConflictError, ConversionError, Error, ExistsError, HandleError,
    InstanceError, InvalidError, LedgerError, LimitError, MalformedError, NotAllocatedError, NotAvailableError,
    NotSubscribedError, PanicError, PartialError, StaleError, StateError, UnknownAgentError, UnknownError,
    UnknownFrameworkError, UnknownItemError, UnknownKindError, UnknownRoleError, VersionError, WrongTypeError,
)
from ._generated import (
    RELEASE, Capability, DiskSource, InverseAnswer, Lend, Operation, Order, OrderedBy, PolicyOf, RecallStage,
    ReservationType, Type,
)
from ._handles import AgentHandle, FrameworkHandle
from ._library import Library, load
from ._operations import Operations
from ._values import (
    ABI_VERSION, ALL_ROLES, DEFAULT_FILTER, MAX_AMOUNT_MILLI, MAX_QUANTITY_MILLI, NO_FILTER, NO_FRAMEWORK, NO_ROLE,
    AgentInfo, AgentUpdate, Conversion, Disk, Explanation, FrameworkInfo, Headroom, InverseOffer, InverseStatus, Kind,
    Labels, Loan, LoanMetrics, Metrics, Offer, OverdueBorrower, QuantityMetrics, Quota, Recall, Recording, Reservation,
    Resource, Resources, Result, RoleKey, RoleMetrics, Subscription, Unavailability, Usage, scalar, span,
)

__version__ = RELEASE

__all__ = [
    # what calls are made of
    "Allocator", "Batch", "Operations", "Library", "load",
    # what they take
    "Kind", "Type", "Disk", "DiskSource", "Reservation", "ReservationType", "Labels", "Resource", "Resources", "scalar",
    "span", "AgentInfo", "AgentUpdate", "Usage", "Unavailability", "FrameworkInfo", "Capability", "Conversion", "Quota",
    "Lend", "PolicyOf", "Order", "InverseAnswer", "AgentHandle", "FrameworkHandle",
    # amounts and times
    "Amount", "Quantities", "milli", "units", "nanos", "SECOND",
    # what they return
    "Cycle", "Offer", "InverseOffer", "InverseStatus", "Recall", "RecallStage", "Loan", "Headroom", "Result", "Operation",
    "Explanation", "Metrics", "RoleMetrics", "RoleKey", "OrderedBy", "QuantityMetrics", "Subscription", "LoanMetrics",
    "OverdueBorrower", "Recording",
    # constants
    "ABI_VERSION", "ALL_ROLES", "NO_ROLE", "NO_FRAMEWORK", "NO_FILTER", "DEFAULT_FILTER", "MAX_AMOUNT_MILLI",
    "MAX_QUANTITY_MILLI",
    # errors
    "Error", "MalformedError", "InstanceError", "HandleError", "BusyError", "VersionError", "PanicError", "PartialError",
    "ArgumentError", "InvalidError", "BadNameError", "AmountError", "WrongTypeError", "UnknownError",
    "UnknownAgentError", "UnknownFrameworkError", "UnknownRoleError", "UnknownKindError", "StaleError",
    "UnknownItemError", "ConflictError", "ExistsError", "NotSubscribedError", "StateError", "LedgerError",
    "NotAllocatedError", "NotAvailableError", "ConversionError", "LimitError",
]

# Where a class is declared is nobody's business: help() and tracebacks say apportion.Kind.
for _name in __all__:
    if getattr(globals()[_name], "__module__", "").startswith("apportion."):
        globals()[_name].__module__ = "apportion"
