"""Apportion's C library (libapportion.so) for Python, with nothing but ctypes.

An Allocator owns an instance and destroys it when it is closed. Each method does
what the C function of its name does: apportion.h (docs/abi.md) says what that is,
and its rules hold here, too. A host is an event loop (examples/scheduler.py is a
whole one):

    with Allocator(interval_nanos=SECOND) as a:
        cpus = a.declare_kind(Kind("cpus"))
        web = a.declare_role("web")
        a.add_agent(AgentInfo("m1", total=[scalar(cpus, 8)]))
        a.add_framework(FrameworkInfo("f1", roles=[web]))
        while running:
            now_nanos = wait_until(a.next_deadline_nanos())  # or an event: for that alone at None
            a.advance(now_nanos)
            if a.pending():
                for offer in a.allocate(now_nanos):
                    send(offer.framework, offer.agent, offer.resources)

LIBRARY. It is the one that Allocator or load is given the path of, else the one
that the environment's APPORTION_LIBRARY names, else libapportion.so.0 where the
system's loader finds it.

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
import ctypes
import enum
import functools
import inspect
import json
import os
from ctypes import POINTER, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, get_origin

SECOND = 1_000_000_000

Amount = Union[int, float, Decimal, Fraction]
Quantities = Mapping[str, Amount]  # by resource name
Labels = Sequence[Tuple[str, Optional[str]]]  # keys and values

# --------------------------------------------------------------------- handles


class AgentHandle(int):
    """An agent, from when it is added; it never comes to mean another one."""

    __slots__ = ()

    def __repr__(self):
        return f"AgentHandle({int(self):#x})"


class FrameworkHandle(int):
    """A framework, from when it is added; it never comes to mean another one."""

    __slots__ = ()

    def __repr__(self):
        return f"FrameworkHandle({int(self):#x})"


NO_FRAMEWORK = FrameworkHandle(0)

# ------------------------------------------------------------------ structs of C

_BOUNDS = {
    c_int32: (-(2**31), 2**31 - 1),
    c_uint32: (0, 2**32 - 1),
    c_int64: (-(2**63), 2**63 - 1),
    c_uint64: (0, 2**64 - 1),
    c_size_t: (0, 2**64 - 1),
}


def _check_bounds(what, ctype, value):
    """ctypes would cut off what does not fit."""
    bounds = _BOUNDS.get(ctype)
    if bounds and not hasattr(value, "__index__"):
        raise TypeError(f"{value!r} is {_a(type(value))}, not an int")
    if bounds and not bounds[0] <= value <= bounds[1]:
        raise OverflowError(f"{what}: {value} is not within {bounds[0]} and {bounds[1]}")


class _Struct(ctypes.Structure):
    """A struct of apportion.h: _KindInfo is apportion_kind_info."""

    def __init__(self, *values, **named):
        named.update(zip((f[0] for f in self._fields_), values))
        for name, ctype in self._fields_:
            if ctype in _BOUNDS and name in named:
                _check_bounds(name, ctype, named[name])
        super().__init__(**named)


class _Record(_Struct):
    """One that starts with its size."""

    def __init__(self, **fields):
        super().__init__(struct_size=ctypes.sizeof(self), **fields)


# What ctypes would pass as a C int if it were not told: i, q are int32_t, int64_t;
# I, Q their unsigned ones; N is size_t; s a string; * any other pointer.
_TYPES = {
    "i": c_int32, "I": c_uint32, "q": c_int64, "Q": c_uint64, "N": c_size_t, "s": ctypes.c_char_p, "*": c_void_p,
}

# ---- begin: generated by capi/tools/bindgen from apportion.h; do not edit


class Sorter(enum.IntEnum):
    """How roles, or the frameworks in them, are ordered."""

    DRF = 0
    RANDOM = 1


class OrderedBy(enum.IntEnum):
    """A policy without its parameters, in metrics."""

    DRF = 0
    RANDOM = 1
    HDRF = 2
    RANKED = 3
    DECAYED = 4
    MAX_MIN = 5
    ASSET = 6
    OTHER = 255


class PolicyOf(enum.IntEnum):
    """What Allocator.set_policy sets the policy of: the roles below a role and their
    frameworks, or one of the two."""

    ALL = 0
    ROLES = 1
    FRAMEWORKS = 2


class Order(enum.IntEnum):
    """In which order a cycle visits agents."""

    RANDOM = 0
    BY_ID = 1
    PACK = 2
    SPREAD = 3


class Capability(enum.IntFlag):
    """Of a framework, an agent, or both; see apportion.h. MODERN_AGENT has those of
    every agent of today's Mesos."""

    MULTI_ROLE = 1
    HIERARCHICAL_ROLE = 2
    RESERVATION_REFINEMENT = 4
    GPU_RESOURCES = 8
    REGION_AWARE = 16
    REVOCABLE_RESOURCES = 32
    SHARED_RESOURCES = 64
    MODERN_AGENT = 7


class Type(enum.IntEnum):
    """Of a kind: an amount, intervals of numbers, or of numbers of items."""

    SCALAR = 0
    RANGES = 1
    SET = 2


class ReservationType(enum.IntEnum):
    """Of the agent's operator, or made by a call."""

    STATIC = 1
    DYNAMIC = 2


class DiskSource(enum.IntEnum):
    """Of which sort of disk a resource is a part."""

    NO_SOURCE = 0
    PATH = 1
    MOUNT = 2
    BLOCK = 3
    RAW = 4


class InverseAnswer(enum.IntEnum):
    """To an inverse offer. NONE: it was rescinded or timed out."""

    NONE = 0
    ACCEPT = 1
    DECLINE = 2


class Lend(enum.IntFlag):
    """What a role lends of: its guarantee, its reservations."""

    GUARANTEE = 1
    RESERVATIONS = 2


class RecallStage(enum.IntEnum):
    """What becomes of a recall."""

    BEGINS = 0
    OVERDUE = 1
    ENDS = 2


class Operation(enum.IntEnum):
    """What a Batch is made of, by the name of the method."""

    RECOVER_RESOURCES = 1
    TRANSITION = 2
    UPDATE_ALLOCATION = 3
    UPDATE_AVAILABLE = 4
    ADD_FRAMEWORK = 20
    UPDATE_FRAMEWORK = 21
    REMOVE_FRAMEWORK = 22
    ACTIVATE_FRAMEWORK = 23
    DEACTIVATE_FRAMEWORK = 24
    SUPPRESS_OFFERS = 25
    REVIVE_OFFERS = 26
    REQUEST_RESOURCES = 27
    EXCLUDE_AGENTS = 28
    EXCLUDE_AGENT = 29
    ADD_AGENT = 40
    UPDATE_AGENT = 41
    REMOVE_AGENT = 42
    ACTIVATE_AGENT = 43
    DEACTIVATE_AGENT = 44
    ADD_RESOURCE_PROVIDER = 45
    SET_WHITELIST = 46
    CLEAR_WHITELIST = 47
    UPDATE_UNAVAILABILITY = 60
    UPDATE_INVERSE_OFFER = 61
    SET_QUOTA = 80
    SET_WEIGHTS = 81
    SET_POLICY = 82
    SET_RANKS = 83
    SET_LENDING = 84
    DECLARE_ROLE = 100
    DECLARE_KIND = 101
    DECLARE_ITEM = 102
    RELEASE_ROLES = 103
    RELEASE_KINDS = 104
    RELEASE_ITEMS = 105
    RECOVER = 120
    ADVANCE = 121
    REQUEST_ALLOCATION = 122
    PAUSE = 123
    RESUME = 124


class _C:
    """The header's other constants."""

    ABI_VERSION = 6
    OK = 0
    E_NULL = -1
    E_ALIGN = -2
    E_COUNT = -3
    E_STRUCT_SIZE = -4
    E_RESERVED = -5
    E_TOO_SMALL = -6
    E_HANDLE = -20
    E_BUSY = -21
    E_VERSION = -22
    E_PANIC = -40
    E_PARTIAL = -60
    E_INVALID = -100
    E_NAME = -101
    E_AMOUNT = -102
    E_UNKNOWN_AGENT = -200
    E_UNKNOWN_FRAMEWORK = -201
    E_UNKNOWN_ROLE = -202
    E_UNKNOWN_KIND = -203
    E_STALE = -204
    E_UNKNOWN_ITEM = -205
    E_EXISTS = -300
    E_NOT_SUBSCRIBED = -301
    E_STATE = -302
    E_NOT_ALLOCATED = -400
    E_NOT_AVAILABLE = -401
    E_CONVERSION = -402
    E_LIMIT = -500
    MAX_COUNT = 1048576
    MAX_LIST = 65536
    MAX_QUANTITIES = 65536
    MAX_STRING = 1048576
    MAX_SNAPSHOT = 1099511627776
    MAX_ERROR = 4096
    MAX_SIMILAR = 5
    MAX_STRUCT = 4096
    MAX_INSTANCES = 1024
    MAX_ID = 255
    MAX_ROLE_DEPTH = 4096
    MAX_ROLES = 4194304
    MAX_KINDS = 7340032
    MAX_AMOUNT = 9223372036854775807
    OFFER_GPUS_TO_ALL = 1
    NESTED_QUOTA = 2
    KIND_REVOCABLE = 1
    KIND_SHARED = 2
    KIND_DISK = 4
    AGENT_UNAVAILABLE = 1
    UPDATE_CAPABILITIES = 1
    UPDATE_TOTAL = 2
    UPDATE_ATTRIBUTES = 4
    UPDATE_INFO = 8
    CONVERSION_EXHAUST = 1
    LOAN_RESERVED = 1
    LOAN_RECALLED = 2
    ROLE_QUOTA = 1
    QUANTITY_LIMITED = 1
    SUBSCRIPTION_SUPPRESSED = 1
    RECORDING_ON = 1
    RECORDING_GAP = 2
    QUESTION_RESTRICTED = 1
    NO_ROLE = 4294967295
    ALL_ROLES = 4294967295
    NO_FILTER = -(2**63)
    NEVER = 2**63 - 1


class _Str(_Struct):
    _fields_ = [
        ("data", ctypes.c_char_p), ("size", c_size_t),
    ]


class _Resource(_Struct):
    _fields_ = [
        ("kind", c_uint32), ("reserved", c_uint32), ("amount", c_int64), ("begin", c_uint64), ("end", c_uint64),
    ]


class _Quantity(_Struct):
    _fields_ = [
        ("name", _Str), ("amount", c_int64),
    ]


class _Quantities(_Struct):
    _fields_ = [
        ("items", POINTER(_Quantity)), ("count", c_size_t),
    ]


class _Label(_Struct):
    _fields_ = [
        ("key", _Str), ("value", _Str),
    ]


class _Reservation(_Struct):
    _fields_ = [
        ("type", c_uint32), ("reserved", c_uint32), ("role", _Str), ("principal", _Str),
        ("labels", POINTER(_Label)), ("label_count", c_size_t),
    ]


class _Usage(_Struct):
    _fields_ = [
        ("id", _Str), ("resources", POINTER(_Resource)), ("resource_count", c_size_t), ("role", c_uint32),
        ("reserved", c_uint32),
    ]


class _RoleMinimum(_Struct):
    _fields_ = [
        ("lists", POINTER(_Quantities)), ("list_count", c_size_t), ("role", c_uint32), ("reserved", c_uint32),
    ]


class _RoleQuota(_Struct):
    _fields_ = [
        ("guarantees", _Quantities), ("limits", _Quantities), ("role", c_uint32), ("reserved", c_uint32),
    ]


class _RoleWeight(_Struct):
    _fields_ = [
        ("role", c_uint32), ("reserved", c_uint32), ("weight", c_double),
    ]


class _RoleRank(_Struct):
    _fields_ = [
        ("role", c_uint32), ("reserved", c_uint32), ("rank", c_double),
    ]


class _FrameworkRank(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("rank", c_double),
    ]


class _Conversion(_Struct):
    _fields_ = [
        ("consumed", POINTER(_Resource)), ("consumed_count", c_size_t), ("converted", POINTER(_Resource)),
        ("converted_count", c_size_t), ("flags", c_uint32), ("reserved", c_uint32),
    ]


class _Offer(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agent", c_uint64), ("role", c_uint32), ("first", c_uint32), ("count", c_uint32),
        ("reserved", c_uint32),
    ]


class _InverseOffer(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agent", c_uint64), ("start_nanos", c_int64), ("duration_nanos", c_int64),
    ]


class _Recall(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agent", c_uint64), ("role", c_uint32), ("asks", c_uint32), ("stage", c_uint32),
        ("kind", c_uint32), ("amount", c_int64), ("due_nanos", c_int64),
    ]


class _Loan(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agent", c_uint64), ("role", c_uint32), ("asks", c_uint32), ("flags", c_uint32),
        ("kind", c_uint32), ("original", c_uint32), ("reserved", c_uint32), ("amount", c_int64),
        ("since_nanos", c_int64), ("due_nanos", c_int64),
    ]


class _InverseStatus(_Struct):
    _fields_ = [
        ("agent", c_uint64), ("id_first", c_size_t), ("id_size", c_size_t), ("status", c_uint32),
        ("reserved", c_uint32),
    ]


class _Headroom(_Struct):
    _fields_ = [
        ("resource", c_uint32), ("reserved", c_uint32), ("required_before", c_int64), ("required_after", c_int64),
        ("available_before", c_int64), ("available_after", c_int64), ("held_back", c_int64),
    ]


class _RoleMetrics(_Struct):
    _fields_ = [
        ("share", c_double), ("weight", c_double), ("frameworks", c_size_t), ("active_filters", c_size_t),
        ("role", c_uint32), ("flags", c_uint32),
    ]


class _RoleKey(_Struct):
    _fields_ = [
        ("key", c_double), ("role", c_uint32), ("policy", c_uint32),
    ]


class _QuantityMetrics(_Struct):
    _fields_ = [
        ("role", c_uint32), ("resource", c_uint32), ("flags", c_uint32), ("reserved", c_uint32), ("total", c_int64),
        ("offered_or_allocated", c_int64), ("guarantee", c_int64), ("limit", c_int64), ("consumed_quota", c_int64),
        ("reserved_quantity", c_int64),
    ]


class _LoanMetrics(_Struct):
    _fields_ = [
        ("role", c_uint32), ("resource", c_uint32), ("lent", c_int64), ("borrowed", c_int64), ("recalled", c_int64),
        ("overdue", c_int64),
    ]


class _OverdueBorrower(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("role", c_uint32), ("resource", c_uint32), ("amount", c_int64),
    ]


class _Subscription(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("role", c_uint32), ("flags", c_uint32),
    ]


class _Options(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("abi_version", c_uint32), ("interval_nanos", c_int64), ("start_nanos", c_int64),
        ("seed", c_uint64), ("role_sorter", c_uint32), ("framework_sorter", c_uint32), ("agent_order", c_uint32),
        ("flags", c_uint32), ("region", _Str), ("fairness_exclude", POINTER(_Str)),
        ("fairness_exclude_count", c_size_t), ("min_allocatable", POINTER(_Quantities)),
        ("min_allocatable_count", c_size_t), ("recovery_timeout_nanos", c_int64),
        ("agent_recovery_factor", c_double), ("memory_limit_bytes", c_int64), ("gc_percent", c_int32),
        ("reserved", c_uint32), ("record_dir", _Str), ("record_bytes", c_int64), ("record_seconds", c_int64),
        ("role_policy", _Str), ("framework_policy", _Str), ("policies", POINTER(_Str)), ("policy_count", c_size_t),
        ("lending_grace_nanos", c_int64), ("lending_least_nanos", c_int64),
    ]


class _KindInfo(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("type", c_uint32), ("flags", c_uint32), ("disk_source", c_uint32),
        ("name", _Str), ("provider", _Str), ("reservations", POINTER(_Reservation)),
        ("reservation_count", c_size_t), ("disk_root", _Str), ("disk_vendor", _Str), ("disk_id", _Str),
        ("disk_profile", _Str), ("disk_persistence", _Str), ("disk_metadata", POINTER(_Label)),
        ("disk_metadata_count", c_size_t),
    ]


class _AgentInfo(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("id", _Str), ("hostname", _Str), ("region", _Str),
        ("total", POINTER(_Resource)), ("total_count", c_size_t), ("used", POINTER(_Usage)),
        ("used_count", c_size_t), ("capabilities", c_uint32), ("reserved", c_uint32),
        ("unavailable_start_nanos", c_int64), ("unavailable_duration_nanos", c_int64),
    ]


class _AgentUpdate(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("hostname", _Str), ("region", _Str),
        ("total", POINTER(_Resource)), ("total_count", c_size_t), ("capabilities", c_uint32),
        ("reserved", c_uint32),
    ]


class _FrameworkInfo(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("capabilities", c_uint32), ("id", _Str), ("roles", POINTER(c_uint32)),
        ("role_count", c_size_t), ("suppressed", POINTER(c_uint32)), ("suppressed_count", c_size_t),
        ("minima", POINTER(_RoleMinimum)), ("minimum_count", c_size_t),
    ]


class _Cycle(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("ran", c_uint32), ("offers", c_size_t), ("resources", c_size_t),
        ("inverse_offers", c_size_t), ("candidates", c_size_t), ("visited", c_size_t),
        ("held_back_agents", c_size_t), ("headroom", c_size_t), ("recalls", c_size_t),
    ]


class _Metrics(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("reserved", c_uint32), ("allocation_runs", c_uint64), ("offers_made", c_uint64),
        ("agents", c_size_t), ("frameworks", c_size_t), ("resource_names", c_size_t), ("roles", c_size_t),
        ("quantities", c_size_t), ("subscriptions", c_size_t), ("now_nanos", c_int64), ("gathering", c_uint64),
        ("last_latency_nanos", c_int64), ("total_latency_nanos", c_int64), ("last_run_nanos", c_int64),
        ("total_run_nanos", c_int64), ("loans", c_size_t), ("overdue", c_size_t),
    ]


class _Recording(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("calls", c_uint64), ("cycles", c_uint64),
        ("gaps", c_uint64), ("missing", c_uint64), ("snapshots", c_uint64), ("files", c_uint64),
        ("waiting_bytes", c_int64), ("written_bytes", c_int64), ("folder_bytes", c_int64),
        ("last_pause_nanos", c_int64), ("longest_pause_nanos", c_int64),
    ]


class _Question(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("framework", c_uint64), ("agent", c_uint64),
        ("role", c_uint32), ("reserved", c_uint32), ("visible_roles", POINTER(c_uint32)),
        ("visible_role_count", c_size_t), ("visible_frameworks", POINTER(c_uint64)),
        ("visible_framework_count", c_size_t),
    ]


class _ViewQuestion(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("question", _Str), ("visible_roles", POINTER(c_uint32)),
        ("visible_role_count", c_size_t), ("visible_frameworks", POINTER(c_uint64)),
        ("visible_framework_count", c_size_t),
    ]


class _OpRecoverResources(_Struct):
    _fields_ = [
        ("now", c_int64), ("framework", c_uint64), ("agent", c_uint64), ("resources", POINTER(_Resource)),
        ("resource_count", c_size_t), ("refuse_nanos", c_int64), ("role", c_uint32), ("allocated", c_uint32),
    ]


class _OpTransition(_Struct):
    _fields_ = [
        ("agent", c_uint64), ("resources", POINTER(_Resource)), ("resource_count", c_size_t), ("role", c_uint32),
        ("reserved", c_uint32),
    ]


class _OpUpdateAllocation(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agent", c_uint64), ("offered", POINTER(_Resource)), ("offered_count", c_size_t),
        ("conversions", POINTER(_Conversion)), ("conversion_count", c_size_t), ("role", c_uint32),
        ("reserved", c_uint32),
    ]


class _OpUpdateAvailable(_Struct):
    _fields_ = [
        ("agent", c_uint64), ("conversions", POINTER(_Conversion)), ("conversion_count", c_size_t),
    ]


class _OpAddFramework(_Struct):
    _fields_ = [
        ("info", POINTER(_FrameworkInfo)), ("used", POINTER(_Usage)), ("used_count", c_size_t),
        ("active", c_uint32), ("reserved", c_uint32),
    ]


class _OpUpdateFramework(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("info", POINTER(_FrameworkInfo)),
    ]


class _OpFrameworkRoles(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("roles", POINTER(c_uint32)), ("role_count", c_size_t),
    ]


class _OpExcludeAgents(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agents", POINTER(c_uint64)), ("agent_count", c_size_t), ("role", c_uint32),
        ("reserved", c_uint32),
    ]


class _OpExcludeAgent(_Struct):
    _fields_ = [
        ("framework", c_uint64), ("agent", c_uint64), ("role", c_uint32), ("excluded", c_uint32),
    ]


class _OpUpdateAgent(_Struct):
    _fields_ = [
        ("agent", c_uint64), ("update", POINTER(_AgentUpdate)),
    ]


class _OpAddResourceProvider(_Struct):
    _fields_ = [
        ("agent", c_uint64), ("total", POINTER(_Resource)), ("total_count", c_size_t), ("used", POINTER(_Usage)),
        ("used_count", c_size_t),
    ]


class _OpStrings(_Struct):
    _fields_ = [
        ("items", POINTER(_Str)), ("count", c_size_t),
    ]


class _OpUpdateUnavailability(_Struct):
    _fields_ = [
        ("agent", c_uint64), ("start_nanos", c_int64), ("duration_nanos", c_int64), ("planned", c_uint32),
        ("reserved", c_uint32),
    ]


class _OpUpdateInverseOffer(_Struct):
    _fields_ = [
        ("now", c_int64), ("agent", c_uint64), ("framework", c_uint64), ("refuse_nanos", c_int64),
        ("status", c_uint32), ("reserved", c_uint32),
    ]


class _OpSetQuota(_Struct):
    _fields_ = [
        ("guarantees", _Quantities), ("limits", _Quantities), ("role", c_uint32), ("reserved", c_uint32),
    ]


class _OpSetWeights(_Struct):
    _fields_ = [
        ("weights", POINTER(_RoleWeight)), ("count", c_size_t),
    ]


class _OpSetPolicy(_Struct):
    _fields_ = [
        ("policy", _Str), ("role", c_uint32), ("ordered", c_uint32),
    ]


class _OpSetRanks(_Struct):
    _fields_ = [
        ("roles", POINTER(_RoleRank)), ("role_count", c_size_t), ("frameworks", POINTER(_FrameworkRank)),
        ("framework_count", c_size_t),
    ]


class _OpSetLending(_Struct):
    _fields_ = [
        ("most", POINTER(_Resource)), ("most_count", c_size_t), ("role", c_uint32), ("flags", c_uint32),
    ]


class _OpReleaseRoles(_Struct):
    _fields_ = [
        ("roles", POINTER(c_uint32)), ("count", c_size_t),
    ]


class _OpReleaseKinds(_Struct):
    _fields_ = [
        ("kinds", POINTER(c_uint32)), ("count", c_size_t),
    ]


class _OpReleaseItems(_Struct):
    _fields_ = [
        ("items", POINTER(c_uint64)), ("count", c_size_t),
    ]


class _OpRecover(_Struct):
    _fields_ = [
        ("now", c_int64), ("expected_agents", c_size_t), ("quotas", POINTER(_RoleQuota)), ("quota_count", c_size_t),
    ]


class _OpAdvance(_Struct):
    _fields_ = [
        ("now", c_int64),
    ]


class _OpMembers(ctypes.Union):
    _fields_ = [
        ("zero", c_uint64 * 8), ("recover_resources", _OpRecoverResources), ("transition", _OpTransition),
        ("update_allocation", _OpUpdateAllocation), ("update_available", _OpUpdateAvailable),
        ("add_framework", _OpAddFramework), ("update_framework", _OpUpdateFramework), ("framework", c_uint64),
        ("framework_roles", _OpFrameworkRoles), ("exclude_agents", _OpExcludeAgents),
        ("exclude_agent", _OpExcludeAgent), ("add_agent", POINTER(_AgentInfo)), ("update_agent", _OpUpdateAgent),
        ("agent", c_uint64), ("add_resource_provider", _OpAddResourceProvider), ("strings", _OpStrings),
        ("update_unavailability", _OpUpdateUnavailability), ("update_inverse_offer", _OpUpdateInverseOffer),
        ("set_quota", _OpSetQuota), ("set_weights", _OpSetWeights), ("set_policy", _OpSetPolicy),
        ("set_ranks", _OpSetRanks), ("set_lending", _OpSetLending), ("string", _Str), ("kind", POINTER(_KindInfo)),
        ("release_roles", _OpReleaseRoles), ("release_kinds", _OpReleaseKinds), ("release_items", _OpReleaseItems),
        ("recover", _OpRecover), ("advance", _OpAdvance),
    ]


class _Op(_Record):
    _fields_ = [
        ("struct_size", c_uint32), ("type", c_uint32), ("u", _OpMembers),
    ]


class _Result(_Struct):
    _fields_ = [
        ("code", c_int32), ("reserved", c_uint32), ("value", c_uint64),
    ]


# A letter for each parameter, see _TYPES.
_SIGNATURES = {
    "abi_version": "", "version": "*N*", "code_name": "i*N*", "similar_names": "sN*N*N*", "create": "**",
    "destroy": "Q", "last_error": "Q*N*", "snapshot": "Q*N*", "restore": "*sN*", "declare_role": "QsN*",
    "declare_kind": "Q**", "declare_item": "QsN*", "release_roles": "Q*N", "release_kinds": "Q*N",
    "release_items": "Q*N", "find_agent": "QsN*", "find_framework": "QsN*", "agent_name": "QQ*N*",
    "framework_name": "QQ*N*", "role_name": "QI*N*", "item_name": "QQ*N*", "resource_name": "QI*N*",
    "describe_kind": "QI*N*", "add_agent": "Q**", "update_agent": "QQ*", "remove_agent": "QQ",
    "activate_agent": "QQ", "deactivate_agent": "QQ", "add_resource_provider": "QQ*N*N", "set_whitelist": "Q*N",
    "clear_whitelist": "Q", "add_framework": "Q*I*N*", "update_framework": "QQ*", "remove_framework": "QQ",
    "activate_framework": "QQ", "deactivate_framework": "QQ", "suppress_offers": "QQ*N", "revive_offers": "QQ*N",
    "request_resources": "QQ", "exclude_agents": "QQI*N", "exclude_agent": "QQIQI",
    "recover_resources": "QqQQI*NqI", "transition": "QQI*N", "update_allocation": "QQQI*N*N",
    "update_available": "QQ*N", "agent_total": "QQ*N*", "agent_free": "QQ*N*", "agent_held": "QQQI*N*",
    "agent_allocated": "QQI*N*", "update_unavailability": "QQIqq", "update_inverse_offer": "QqQQIq",
    "inverse_statuses": "Q*N**N**N*", "set_quota": "QI*N*N", "set_weights": "Q*N", "set_policy": "QIIsN",
    "set_ranks": "Q*N*N", "set_lending": "QII*N", "loans": "Q*N*", "recover": "QqN*N", "advance": "Qq",
    "next_deadline": "Q*", "now": "Q*", "pending": "Q*", "request_allocation": "Q", "pause": "Q", "resume": "Q",
    "paused": "Q*", "allocate": "Qq*", "cycle_offers": "Q*N*", "cycle_resources": "Q*N*",
    "cycle_inverse_offers": "Q*N*", "cycle_recalls": "Q*N*", "cycle_headroom": "Q*N*", "submit": "Q*N*",
    "digest": "Q*", "gather_metrics": "Q*", "gathered_metrics": "Q*", "metrics_roles": "Q*N*",
    "metrics_keys": "Q*N*", "metrics_quantities": "Q*N*", "metrics_subscriptions": "Q*N*", "metrics_loans": "Q*N*",
    "metrics_overdue": "Q*N*", "state_json": "Q*N*", "gather_state": "Q*", "gathered_state": "Q*N*",
    "explain": "Q*", "explained_text": "Q*N*", "explained_json": "Q*N*", "view_file": "sN*N*",
    "view_headers": "sN*N*", "gather_view": "Q**", "gathered_view": "QQ*N*", "start_recording": "QsNqq",
    "stop_recording": "Q", "recording_status": "Q*", "recording_gap": "Q*N*",
}

# The errors of each function beside those that are always possible.
_RAISES = {
    "code_name": "INVALID",
    "create": "VERSION INVALID NAME AMOUNT STATE LIMIT",
    "restore": "VERSION INVALID STATE LIMIT",
    "declare_role": "NAME LIMIT",
    "declare_kind": "INVALID NAME LIMIT",
    "declare_item": "LIMIT",
    "release_roles": "UNKNOWN_ROLE",
    "release_kinds": "UNKNOWN_KIND",
    "release_items": "UNKNOWN_ITEM",
    "find_agent": "UNKNOWN_AGENT",
    "find_framework": "UNKNOWN_FRAMEWORK",
    "agent_name": "UNKNOWN_AGENT STALE",
    "framework_name": "UNKNOWN_FRAMEWORK STALE",
    "role_name": "UNKNOWN_ROLE",
    "item_name": "UNKNOWN_ITEM",
    "resource_name": "INVALID",
    "describe_kind": "UNKNOWN_KIND",
    "add_agent": "INVALID NAME AMOUNT UNKNOWN_ROLE UNKNOWN_KIND UNKNOWN_ITEM EXISTS STATE LIMIT",
    "update_agent": "INVALID AMOUNT UNKNOWN_AGENT UNKNOWN_KIND STALE UNKNOWN_ITEM LIMIT",
    "remove_agent": "UNKNOWN_AGENT STALE",
    "activate_agent": "UNKNOWN_AGENT STALE",
    "deactivate_agent": "UNKNOWN_AGENT STALE",
    "add_resource_provider": "INVALID NAME AMOUNT UNKNOWN_AGENT UNKNOWN_ROLE UNKNOWN_KIND STALE UNKNOWN_ITEM LIMIT",
    "add_framework": "INVALID NAME AMOUNT UNKNOWN_ROLE UNKNOWN_KIND UNKNOWN_ITEM EXISTS NOT_SUBSCRIBED NOT_ALLOCATED LIMIT",
    "update_framework": "INVALID NAME AMOUNT UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED LIMIT",
    "remove_framework": "UNKNOWN_FRAMEWORK STALE",
    "activate_framework": "UNKNOWN_FRAMEWORK STALE",
    "deactivate_framework": "UNKNOWN_FRAMEWORK STALE",
    "suppress_offers": "UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED",
    "revive_offers": "UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED",
    "request_resources": "UNKNOWN_FRAMEWORK STALE",
    "exclude_agents": "UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED",
    "exclude_agent": "INVALID UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED",
    "recover_resources": "INVALID AMOUNT UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE UNKNOWN_KIND STALE UNKNOWN_ITEM NOT_ALLOCATED LIMIT",
    "transition": "INVALID AMOUNT UNKNOWN_AGENT UNKNOWN_ROLE UNKNOWN_KIND STALE UNKNOWN_ITEM NOT_ALLOCATED LIMIT",
    "update_allocation": "INVALID AMOUNT UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE UNKNOWN_KIND STALE UNKNOWN_ITEM NOT_ALLOCATED NOT_AVAILABLE CONVERSION LIMIT",
    "update_available": "INVALID AMOUNT UNKNOWN_AGENT UNKNOWN_KIND STALE UNKNOWN_ITEM NOT_AVAILABLE CONVERSION LIMIT",
    "agent_total": "UNKNOWN_AGENT STALE",
    "agent_free": "UNKNOWN_AGENT STALE",
    "agent_held": "UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE",
    "agent_allocated": "UNKNOWN_AGENT UNKNOWN_ROLE STALE",
    "update_unavailability": "INVALID UNKNOWN_AGENT STALE",
    "update_inverse_offer": "INVALID UNKNOWN_AGENT UNKNOWN_FRAMEWORK STALE STATE",
    "set_quota": "INVALID NAME AMOUNT UNKNOWN_ROLE LIMIT",
    "set_weights": "INVALID UNKNOWN_ROLE",
    "set_policy": "INVALID UNKNOWN_ROLE",
    "set_ranks": "INVALID UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE",
    "set_lending": "INVALID AMOUNT UNKNOWN_ROLE UNKNOWN_KIND UNKNOWN_ITEM LIMIT",
    "recover": "INVALID NAME AMOUNT UNKNOWN_ROLE STATE LIMIT",
    "advance": "INVALID",
    "submit": "STRUCT_SIZE PARTIAL",
    "explain": "INVALID UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED",
    "view_file": "NAME",
    "gather_view": "INVALID UNKNOWN_AGENT UNKNOWN_FRAMEWORK UNKNOWN_ROLE STALE NOT_SUBSCRIBED",
    "gathered_view": "STATE",
    "start_recording": "INVALID STATE",
    "stop_recording": "STATE",
}

# The member of the union that an operation reads, made of its function's arguments.
_MEMBERS = {
    Operation.RECOVER_RESOURCES: (
        "recover_resources", lambda now, framework, agent, role, resources, resource_count, refuse_nanos, allocated:
        _OpRecoverResources(now, framework, agent, resources, resource_count, refuse_nanos, role, allocated)),
    Operation.TRANSITION: (
        "transition", lambda agent, role, resources, resource_count:
        _OpTransition(agent, resources, resource_count, role, 0)),
    Operation.UPDATE_ALLOCATION: (
        "update_allocation", lambda framework, agent, role, offered, offered_count, conversions, conversion_count:
        _OpUpdateAllocation(framework, agent, offered, offered_count, conversions, conversion_count, role, 0)),
    Operation.UPDATE_AVAILABLE: (
        "update_available", lambda agent, conversions, conversion_count:
        _OpUpdateAvailable(agent, conversions, conversion_count)),
    Operation.ADD_FRAMEWORK: (
        "add_framework", lambda info, active, used, used_count:
        _OpAddFramework(info, used, used_count, active, 0)),
    Operation.UPDATE_FRAMEWORK: (
        "update_framework", lambda framework, info:
        _OpUpdateFramework(framework, info)),
    Operation.REMOVE_FRAMEWORK: (
        "framework", lambda framework:
        framework),
    Operation.ACTIVATE_FRAMEWORK: (
        "framework", lambda framework:
        framework),
    Operation.DEACTIVATE_FRAMEWORK: (
        "framework", lambda framework:
        framework),
    Operation.SUPPRESS_OFFERS: (
        "framework_roles", lambda framework, roles, role_count:
        _OpFrameworkRoles(framework, roles, role_count)),
    Operation.REVIVE_OFFERS: (
        "framework_roles", lambda framework, roles, role_count:
        _OpFrameworkRoles(framework, roles, role_count)),
    Operation.REQUEST_RESOURCES: (
        "framework", lambda framework:
        framework),
    Operation.EXCLUDE_AGENTS: (
        "exclude_agents", lambda framework, role, agents, agent_count:
        _OpExcludeAgents(framework, agents, agent_count, role, 0)),
    Operation.EXCLUDE_AGENT: (
        "exclude_agent", lambda framework, role, agent, excluded:
        _OpExcludeAgent(framework, agent, role, excluded)),
    Operation.ADD_AGENT: (
        "add_agent", lambda info:
        info),
    Operation.UPDATE_AGENT: (
        "update_agent", lambda agent, update:
        _OpUpdateAgent(agent, update)),
    Operation.REMOVE_AGENT: (
        "agent", lambda agent:
        agent),
    Operation.ACTIVATE_AGENT: (
        "agent", lambda agent:
        agent),
    Operation.DEACTIVATE_AGENT: (
        "agent", lambda agent:
        agent),
    Operation.ADD_RESOURCE_PROVIDER: (
        "add_resource_provider", lambda agent, total, total_count, used, used_count:
        _OpAddResourceProvider(agent, total, total_count, used, used_count)),
    Operation.SET_WHITELIST: (
        "strings", lambda hosts, host_count:
        _OpStrings(hosts, host_count)),
    Operation.UPDATE_UNAVAILABILITY: (
        "update_unavailability", lambda agent, planned, start_nanos, duration_nanos:
        _OpUpdateUnavailability(agent, start_nanos, duration_nanos, planned, 0)),
    Operation.UPDATE_INVERSE_OFFER: (
        "update_inverse_offer", lambda now, agent, framework, status, refuse_nanos:
        _OpUpdateInverseOffer(now, agent, framework, refuse_nanos, status, 0)),
    Operation.SET_QUOTA: (
        "set_quota", lambda role, guarantees, guarantee_count, limits, limit_count:
        _OpSetQuota(_Quantities(guarantees, guarantee_count), _Quantities(limits, limit_count), role, 0)),
    Operation.SET_WEIGHTS: (
        "set_weights", lambda weights, count:
        _OpSetWeights(weights, count)),
    Operation.SET_POLICY: (
        "set_policy", lambda role, ordered, policy, policy_size:
        _OpSetPolicy(_Str(policy, policy_size), role, ordered)),
    Operation.SET_RANKS: (
        "set_ranks", lambda roles, role_count, frameworks, framework_count:
        _OpSetRanks(roles, role_count, frameworks, framework_count)),
    Operation.SET_LENDING: (
        "set_lending", lambda role, flags, most, most_count:
        _OpSetLending(most, most_count, role, flags)),
    Operation.DECLARE_ROLE: (
        "string", lambda path, path_size:
        _Str(path, path_size)),
    Operation.DECLARE_KIND: (
        "kind", lambda info:
        info),
    Operation.DECLARE_ITEM: (
        "string", lambda name, name_size:
        _Str(name, name_size)),
    Operation.RELEASE_ROLES: (
        "release_roles", lambda roles, role_count:
        _OpReleaseRoles(roles, role_count)),
    Operation.RELEASE_KINDS: (
        "release_kinds", lambda kinds, kind_count:
        _OpReleaseKinds(kinds, kind_count)),
    Operation.RELEASE_ITEMS: (
        "release_items", lambda items, item_count:
        _OpReleaseItems(items, item_count)),
    Operation.RECOVER: (
        "recover", lambda now, expected_agents, quotas, quota_count:
        _OpRecover(now, expected_agents, quotas, quota_count)),
    Operation.ADVANCE: (
        "advance", lambda now:
        _OpAdvance(now)),
}

# What an operation returns.
_VALUES = {
    Operation.ADD_AGENT: (c_uint64, AgentHandle),
    Operation.ADD_FRAMEWORK: (c_uint64, FrameworkHandle),
    Operation.DECLARE_ITEM: (c_uint64, int),
    Operation.DECLARE_KIND: (c_uint32, int),
    Operation.DECLARE_ROLE: (c_uint32, int),
}


# ---- end: generated by capi/tools/bindgen from apportion.h

# ------------------------------------------------------------------- constants

ABI_VERSION = _C.ABI_VERSION  # of the header that this was written after
NO_FILTER = _C.NO_FILTER  # as refuse_nanos, where None is the same
DEFAULT_FILTER = -1  # as refuse_nanos: the protocol's 5 seconds
ALL_ROLES = _C.ALL_ROLES
NO_ROLE = _C.NO_ROLE  # of QuantityMetrics: the whole cluster
MAX_AMOUNT_MILLI = _C.MAX_AMOUNT  # of one resource
MAX_QUANTITY_MILLI = _C.MAX_AMOUNT  # of all that an allocator's agents have of a name

# ---------------------------------------------------------------------- errors


class Error(Exception):
    """What the library refused. code is its number, name its name there, such as
    "STALE", and str() says what was wrong with what."""

    code = 0

    def __init__(self, code, name, text):
        super().__init__(text or name)
        self.code = code
        self.name = name


class MalformedError(Error):
    """A call is malformed. This module does not make such calls, but for lists
    that are too long (COUNT)."""


class InstanceError(Error):
    """The instance cannot serve the call."""


class HandleError(InstanceError):
    """There is no such instance, or no longer: the allocator is closed."""

    code = _C.E_HANDLE


class BusyError(InstanceError):
    """Another thread's call on the allocator is under way."""

    code = _C.E_BUSY


class VersionError(InstanceError):
    """The library is older than this module."""

    code = _C.E_VERSION


class PanicError(Error):
    """Something went wrong inside the library. The allocator can only be closed.
    results is as with PartialError where submit raised it, else empty."""

    code = _C.E_PANIC
    results: "List[Result]" = []


class PartialError(Error):
    """At least one operation of a batch failed: results has a Result for each.
    The text is that of the first that failed; the others were carried out."""

    code = _C.E_PARTIAL
    results: "List[Result]" = []


class ArgumentError(Error, ValueError):
    """An argument breaks the rules."""


class InvalidError(ArgumentError):
    """Malformed; the text says what."""

    code = _C.E_INVALID


class BadNameError(ArgumentError):
    """A name or id breaks the rules for names."""

    code = _C.E_NAME


class AmountError(ArgumentError):
    """An amount is negative."""

    code = _C.E_AMOUNT


class WrongTypeError(ArgumentError, TypeError):
    """An argument is of a type that the call does not take; the text says which.
    Its code is 0: the library was not called."""


class UnknownError(Error, LookupError):
    """An argument refers to something that is not there."""


class UnknownAgentError(UnknownError):
    code = _C.E_UNKNOWN_AGENT


class UnknownFrameworkError(UnknownError):
    code = _C.E_UNKNOWN_FRAMEWORK


class UnknownRoleError(UnknownError):
    code = _C.E_UNKNOWN_ROLE


class UnknownKindError(UnknownError):
    code = _C.E_UNKNOWN_KIND


class StaleError(UnknownError):
    """The agent or framework has been removed."""

    code = _C.E_STALE


class UnknownItemError(UnknownError):
    code = _C.E_UNKNOWN_ITEM


class ConflictError(Error):
    """The call does not fit what there is."""


class ExistsError(ConflictError):
    """That id was added already."""

    code = _C.E_EXISTS


class NotSubscribedError(ConflictError):
    """The framework is not subscribed to the role."""

    code = _C.E_NOT_SUBSCRIBED


class StateError(ConflictError):
    """Not now; the text says why."""

    code = _C.E_STATE


class LedgerError(Error):
    """The ledger does not hold what the call takes from it."""


class NotAllocatedError(LedgerError):
    """More than is held."""

    code = _C.E_NOT_ALLOCATED


class NotAvailableError(LedgerError):
    """In use, or not there."""

    code = _C.E_NOT_AVAILABLE


class ConversionError(LedgerError):
    """Amounts change that must not."""

    code = _C.E_CONVERSION


class LimitError(Error):
    """A fixed limit is reached."""

    code = _C.E_LIMIT


def _classes(base):
    for derived in base.__subclasses__():
        yield derived
        yield from _classes(derived)


_ERRORS = {c.code: c for c in _classes(Error) if c.code}


def _error_class(code):
    if code in _ERRORS:
        return _ERRORS[code]
    return MalformedError if _C.E_HANDLE < code < 0 else Error


def _typed(function):
    """Turns what Python or ctypes say of an argument of a wrong type into a
    WrongTypeError, which names the call."""

    @functools.wraps(function)
    def call(*arguments, **named):
        try:
            return function(*arguments, **named)
        except (TypeError, AttributeError, ctypes.ArgumentError) as e:
            if isinstance(e, WrongTypeError):
                raise
            raise WrongTypeError(0, "TYPE", f"{function.__name__}: {_wrong_type(function, arguments, named, e)}") from e

    return call


def _wrong_type(function, arguments, named, e):
    """Names the argument that is not of the class, one of this module's, or the text
    that it is to be, or says what Python does."""
    try:
        given = inspect.signature(function).bind(*arguments, **named).arguments
    except TypeError as missing:
        return missing
    for name, annotation in function.__annotations__.items():
        cls = get_origin(annotation) or annotation
        if name not in given or not isinstance(cls, type) or cls is float or issubclass(cls, int) and cls is not int:
            continue  # a plain number may be a handle, and a whole one a float
        if not isinstance(given[name], cls):
            return f"{name} is {_a(type(given[name]))}, not {_a(cls)}"
    return e


def _a(cls):
    return f"{'an' if cls.__name__[0] in 'AEIOUaeiou' else 'a'} {cls.__name__}"


def _calls_typed(cls):
    for name, value in vars(cls).copy().items():
        if inspect.isfunction(value) and (name == "__init__" or not name.startswith("_")):
            setattr(cls, name, _typed(value))
            _name_errors(getattr(cls, name), "none" if cls.__name__ == "Library" else "HandleError, BusyError, PanicError, as of every call")
    return cls


def _name_errors(method, without):
    """Adds to what a method says of itself the errors that the header lists; without is for
    one without any of its own."""
    if not method.__doc__ or "Errors:" in method.__doc__:
        return
    codes = _RAISES.get(method.__name__, "").split()
    names = ", ".join(_error_class(getattr(_C, "E_" + code)).__name__ for code in codes)
    method.__doc__ = f"{inspect.cleandoc(method.__doc__)}\n\nErrors: {names or without}."


# --------------------------------------------------------------------- amounts


@_typed
def milli(amount: Amount) -> int:
    """Returns an amount of units in thousandths: milli(1.5) is 1500. A float is
    rounded to the nearest thousandth; what is exact must be whole thousandths, else
    it is a ValueError, and so are infinities and NaN."""
    if isinstance(amount, int):
        return amount * 1000
    if isinstance(amount, float):
        if amount != amount or amount in (float("inf"), float("-inf")):
            raise ValueError(f"{amount} is no amount")
        thousandths = Fraction(amount) * 1000
        magnitude = int(abs(thousandths) + Fraction(1, 2))  # halves away from zero
        return magnitude if thousandths >= 0 else -magnitude
    if isinstance(amount, Decimal) and not amount.is_finite():
        raise ValueError(f"{amount} is no amount")
    thousandths = Fraction(amount) * 1000
    if thousandths.denominator != 1:
        raise ValueError(f"{amount} is not a whole number of thousandths")
    return int(thousandths)


def units(thousandths: int) -> Decimal:
    """Returns what thousandths are in units, exactly: units(1500) is 1.5."""
    return Decimal(thousandths).scaleb(-3)


@_typed
def nanos(seconds: Amount) -> int:
    """Returns seconds in nanoseconds, rounded to the nearest."""
    return round(Fraction(seconds) * SECOND)


# ---------------------------------------------------------------------- values


class Resource(NamedTuple):
    """An amount of a kind: of a scalar kind milli thousandths, of any other the
    closed interval of whole numbers from begin to end. See scalar and span."""

    kind: int
    milli: int = 0
    begin: int = 0
    end: int = 0

    @property
    def amount(self) -> Decimal:
        return units(self.milli)


def scalar(kind: int, amount: Amount) -> Resource:
    """An amount, in units, of a scalar kind."""
    return Resource(kind, milli(amount))


def span(kind: int, begin: int, end: int) -> Resource:
    """The closed interval from begin to end of a kind of ranges or set."""
    return Resource(kind, 0, begin, end)


Resources = Iterable[Resource]


@dataclass(frozen=True)
class Reservation:
    """One level of a stack of reservations. None is absent; labels that are
    absent differ from no labels."""

    type: ReservationType
    role: str
    principal: Optional[str] = None
    labels: Optional[Labels] = None


@dataclass(frozen=True)
class Disk:
    """What a kind tells of a disk; None is absent. persistence is a volume's id."""

    source: DiskSource = DiskSource.NO_SOURCE
    root: Optional[str] = None
    vendor: Optional[str] = None
    id: Optional[str] = None
    profile: Optional[str] = None
    persistence: Optional[str] = None
    metadata: Optional[Labels] = None


@dataclass(frozen=True)
class Kind:
    """Everything that tells two resources apart but the amount. reservations go
    from the ancestor's to the most refined; provider is a resource provider's id."""

    name: str
    type: Type = Type.SCALAR
    reservations: Sequence[Reservation] = ()
    disk: Optional[Disk] = None
    revocable: bool = False
    shared: bool = False
    provider: Optional[str] = None


@dataclass(frozen=True)
class Usage:
    """Resources in use for a role. id is the framework's where an agent or a
    resource provider is added, and the agent's where a framework is."""

    id: str
    role: int
    resources: Resources


@dataclass(frozen=True)
class Unavailability:
    """Planned maintenance; a duration of 0 is an open end."""

    start_nanos: int
    duration_nanos: int = 0


@dataclass(frozen=True)
class AgentInfo:
    """An agent to be added. hostname is for the whitelist, region is empty when it
    has no fault domain."""

    id: str
    hostname: str = ""
    region: str = ""
    total: Resources = ()
    used: Iterable[Usage] = ()
    capabilities: Capability = Capability.MODERN_AGENT
    unavailability: Optional[Unavailability] = None


@dataclass(frozen=True)
class AgentUpdate:
    """A change of an agent. hostname and region always replace the former ones;
    of the others None leaves the former alone. attributes_changed drops filters."""

    hostname: str = ""
    region: str = ""
    total: Optional[Resources] = None
    capabilities: Optional[Capability] = None
    attributes_changed: bool = False
    info_changed: bool = False


@dataclass(frozen=True)
class FrameworkInfo:
    """A framework to be added, or what it becomes. minima say, by role, what is
    worth an offer: all quantities of one of the role's lists."""

    id: str
    roles: Iterable[int] = ()
    capabilities: Capability = Capability(0)
    suppressed: Iterable[int] = ()
    minima: Mapping[int, Sequence[Quantities]] = field(default_factory=dict)


@dataclass(frozen=True)
class Quota:
    """What a role is guaranteed and limited to, in units by resource name."""

    guarantees: Quantities = field(default_factory=dict)
    limits: Quantities = field(default_factory=dict)


@dataclass(frozen=True)
class Conversion:
    """Resources turned into others: reserve, unreserve, create or destroy a
    volume, and so on. exhaust: it fails if what was consumed is still there."""

    consumed: Resources = ()
    converted: Resources = ()
    exhaust: bool = False


class Offer(NamedTuple):
    """One agent's resources offered to a framework in a role."""

    framework: FrameworkHandle
    agent: AgentHandle
    role: int
    resources: List[Resource]


class Recall(NamedTuple):
    """A framework is asked to give back a resource on an agent that is lent to it, or
    no longer is. asks is the role whose framework asks for it."""

    stage: RecallStage
    framework: FrameworkHandle
    agent: AgentHandle
    role: int
    asks: int
    lent: Resource
    due_nanos: int


class Loan(NamedTuple):
    """A part of what a framework holds on an agent that is lent to it: there it is of
    the kind original, of guarantees or, if reserved, of the role that original names.
    asks and due_nanos are those of a recall, or None."""

    framework: FrameworkHandle
    agent: AgentHandle
    role: int
    lent: Resource
    original: int
    reserved: bool
    since_nanos: int
    asks: Optional[int]
    due_nanos: Optional[int]


class InverseOffer(NamedTuple):
    """A framework is asked to vacate an agent; a duration of 0 is an open end."""

    framework: FrameworkHandle
    agent: AgentHandle
    start_nanos: int
    duration_nanos: int


class InverseStatus(NamedTuple):
    """What a framework, by its id, last answered about an agent's maintenance."""

    agent: AgentHandle
    framework: str
    answer: InverseAnswer


class Headroom(NamedTuple):
    """What a cycle did for quota, for one resource: see apportion_headroom."""

    resource: str
    required_before_milli: int
    required_after_milli: int
    available_before_milli: int
    available_after_milli: int
    held_back_milli: int


class Result(NamedTuple):
    """How one operation of a batch went: code is 0 or that of an Error; value is
    the handle, for AgentHandle() or FrameworkHandle(), or the number that an
    operation which adds or declares returns."""

    code: int
    value: int


class RoleMetrics(NamedTuple):
    """Figures of one role that is in use; see apportion_role_metrics."""

    role: int
    share: float
    weight: float
    frameworks: int
    active_filters: int
    has_quota: bool


class RoleKey(NamedTuple):
    """What a role's own frameworks, taken together, are ordered by among their
    siblings, the least first; see apportion_role_key."""

    role: int
    policy: OrderedBy
    key: float


class QuantityMetrics(NamedTuple):
    """Amounts of one resource in one role, or with NO_ROLE in the cluster; see
    apportion_quantity_metrics. limit_milli is None if there is none."""

    role: int
    resource: int  # its number: see resource_name
    total_milli: int
    offered_or_allocated_milli: int
    guarantee_milli: int
    limit_milli: Optional[int]
    consumed_quota_milli: int
    reserved_milli: int


class Subscription(NamedTuple):
    """A role that a framework is subscribed to."""

    framework: FrameworkHandle
    role: int
    suppressed: bool


class LoanMetrics(NamedTuple):
    """What is lent of one resource: a role's share of it and what its own frameworks have
    borrowed, or with NO_ROLE all that is; see apportion_loan_metrics."""

    role: int
    resource: int  # its number: see resource_name
    lent_milli: int
    borrowed_milli: int
    recalled_milli: int
    overdue_milli: int


class OverdueBorrower(NamedTuple):
    """How much of one resource a framework in a role should have given back."""

    framework: FrameworkHandle
    role: int
    resource: int  # its number: see resource_name
    amount_milli: int


@dataclass(frozen=True)
class Metrics:
    """Figures of the allocator, all of one gathering; see apportion_metrics."""

    allocation_runs: int
    offers_made: int
    agents: int
    frameworks: int
    resource_names: int
    now_nanos: int
    gathering: int
    last_latency_nanos: int
    total_latency_nanos: int
    last_run_nanos: int
    total_run_nanos: int
    roles: List[RoleMetrics]
    keys: List[RoleKey]
    quantities: List[QuantityMetrics]
    subscriptions: List[Subscription]
    loans: List[LoanMetrics]
    overdue: List[OverdueBorrower]


class Recording(NamedTuple):
    """How far a recording is; all 0 and False without one. gap says why calls cannot
    be kept at present, and is empty while they can; see apportion_recording."""

    on: bool
    gap: str
    calls: int
    cycles: int
    gaps: int
    missing: int
    snapshots: int
    files: int
    waiting_bytes: int
    written_bytes: int
    folder_bytes: int
    last_pause_nanos: int
    longest_pause_nanos: int


@dataclass(frozen=True)
class Explanation:
    """Why frameworks get what they do: str() is a page for people, and data has the
    same for programs; docs/explain.md has its members."""

    text: str
    json: str

    @property
    def data(self):
        """The JSON, read: an object, or a list of them if all roles were asked
        about."""
        return json.loads(self.json)

    def __str__(self) -> str:
        return self.text


class Cycle:
    """The outcome of a cycle: iterating over it gives its offers, of which there
    are len(). ran is False if no cycle was due or allocation is paused."""

    def __init__(self, counts, offers, resources, inverse_offers, recalls, headroom):
        self.ran = bool(counts.ran)
        self.candidates = counts.candidates  # agents that asked for the cycle
        self.visited = counts.visited  # agents that were looked at
        self.held_back_agents = counts.held_back_agents  # of which quota kept something
        self.inverse_offers: List[InverseOffer] = inverse_offers
        self.recalls: List[Recall] = recalls
        self.headroom: List[Headroom] = headroom
        self._offers, self._resources = offers, resources

    def __len__(self) -> int:
        return len(self._offers)

    def __iter__(self) -> Iterator[Offer]:
        for o in self._offers:
            resources = _from_resources(self._resources[o.first : o.first + o.count])
            yield Offer(FrameworkHandle(o.framework), AgentHandle(o.agent), o.role, resources)


# ---------------------------------------------------- values as C's, and back


def _decode(data):
    return data.decode("utf-8", "surrogateescape")


def _chars(text):
    """Returns a text, of which None is absent, and its length, as two fields or arguments."""
    if not isinstance(text, (str, type(None))):
        raise TypeError(f"{text!r} is {_a(type(text))}, not a str")
    try:
        data = None if text is None else text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as e:
        raise BadNameError(BadNameError.code, "NAME", f"{text!r} has half a character, {text[e.start]!r}") from e
    return data, len(data or b"")


def _str(text):
    return _Str(*_chars(text))


def _text(string):
    """None if it is absent."""
    address = c_void_p.from_buffer(string).value
    return None if address is None else _decode(ctypes.string_at(address, string.size))


def _array(row, values):
    """Returns an array and its length, as two fields or arguments."""
    values = list(values)
    return (row * len(values))(*values), len(values)


def _numbers(ctype, values):
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{values!r} is a text, not a list of numbers or handles, as declare_role and add_agent return them")
    values = list(values)
    for value in values:
        _check_bounds("an element", ctype, value)
    return _array(ctype, values)


def _strings(texts):
    if isinstance(texts, str):
        raise TypeError(f"{texts!r} is one text, not a list of texts")
    return _array(_Str, map(_str, texts))


def _resources(resources):
    if isinstance(resources, Resource):
        raise TypeError(f"{resources!r} is one resource, not a list of resources")
    return _array(_Resource, (_Resource(r.kind, 0, r.milli, r.begin, r.end) for r in resources))


def _from_resources(rows):
    return [Resource(r.kind, r.amount, r.begin, r.end) for r in rows]


def _quantities(quantities):
    return _array(_Quantity, (_Quantity(_str(name), _capped(amount)) for name, amount in quantities.items()))


def _capped(amount):
    """milli of what amounts are only compared with."""
    return MAX_QUANTITY_MILLI if amount == float("inf") else min(milli(amount), MAX_QUANTITY_MILLI)


def _labels(labels):
    """None is absent."""
    if labels is None:
        return None, 0
    if not labels:
        return (_Label * 1)(), 0  # not NULL
    return _array(_Label, (_Label(_str(key), _str(value)) for key, value in labels))


def _from_labels(rows, count):
    return tuple((_text(rows[i].key), _text(rows[i].value)) for i in range(count)) if rows else None


def _usages(used):
    return _array(_Usage, (_Usage(_str(u.id), *_resources(u.resources), u.role) for u in used))


def _conversions(conversions):
    return _array(_Conversion, (
        _Conversion(*_resources(c.consumed), *_resources(c.converted), _C.CONVERSION_EXHAUST if c.exhaust else 0)
        for c in conversions))


def _role_quotas(quotas):
    return _array(_RoleQuota, (
        _RoleQuota(_Quantities(*_quantities(q.guarantees)), _Quantities(*_quantities(q.limits)), role)
        for role, q in quotas.items()))


def _quantity_lists(lists):
    return _array(_Quantities, (_Quantities(*_quantities(q)) for q in lists))


def _pair(name, array_and_count, count_name=None):
    """The two fields of a list, by name."""
    return {name: array_and_count[0], count_name or name + "_count": array_and_count[1]}


def _kind_info(kind):
    flags = _C.KIND_REVOCABLE * kind.revocable | _C.KIND_SHARED * kind.shared
    reservations = _array(_Reservation, (
        _Reservation(r.type, 0, _str(r.role), _str(r.principal), *_labels(r.labels)) for r in kind.reservations))
    fields = _pair("reservations", reservations, "reservation_count")
    if kind.disk:
        d, flags = kind.disk, flags | _C.KIND_DISK
        fields.update(_pair("disk_metadata", _labels(d.metadata)), disk_source=d.source, disk_root=_str(d.root))
        fields.update(disk_vendor=_str(d.vendor), disk_id=_str(d.id), disk_profile=_str(d.profile))
        fields.update(disk_persistence=_str(d.persistence))
    return _KindInfo(name=_str(kind.name), type=kind.type, flags=flags, provider=_str(kind.provider), **fields)


def _from_kind_info(k):
    disk = None
    if k.flags & _C.KIND_DISK:
        disk = Disk(
            DiskSource(k.disk_source), _text(k.disk_root), _text(k.disk_vendor), _text(k.disk_id),
            _text(k.disk_profile), _text(k.disk_persistence), _from_labels(k.disk_metadata, k.disk_metadata_count))
    reservations = tuple(
        Reservation(ReservationType(r.type), _text(r.role), _text(r.principal), _from_labels(r.labels, r.label_count))
        for r in k.reservations[: k.reservation_count])
    return Kind(
        _text(k.name), Type(k.type), reservations, disk, bool(k.flags & _C.KIND_REVOCABLE),
        bool(k.flags & _C.KIND_SHARED), _text(k.provider))


def _agent_info(a):
    fields = {**_pair("total", _resources(a.total)), **_pair("used", _usages(a.used))}
    if a.unavailability:
        fields.update(
            flags=_C.AGENT_UNAVAILABLE, unavailable_start_nanos=a.unavailability.start_nanos,
            unavailable_duration_nanos=a.unavailability.duration_nanos)
    return _AgentInfo(
        id=_str(a.id), hostname=_str(a.hostname), region=_str(a.region), capabilities=a.capabilities, **fields)


def _agent_update(u):
    flags = _C.UPDATE_ATTRIBUTES * u.attributes_changed | _C.UPDATE_INFO * u.info_changed
    fields = {}
    if u.total is not None:
        flags |= _C.UPDATE_TOTAL
        fields = _pair("total", _resources(u.total))
    if u.capabilities is not None:
        flags |= _C.UPDATE_CAPABILITIES
        fields["capabilities"] = u.capabilities
    return _AgentUpdate(flags=flags, hostname=_str(u.hostname), region=_str(u.region), **fields)


def _framework_info(f):
    minima = _array(_RoleMinimum, (_RoleMinimum(*_quantity_lists(lists), role) for role, lists in f.minima.items()))
    return _FrameworkInfo(
        id=_str(f.id), capabilities=f.capabilities, **_pair("roles", _numbers(c_uint32, f.roles), "role_count"),
        **_pair("suppressed", _numbers(c_uint32, f.suppressed)), **_pair("minima", minima, "minimum_count"))


def _refuse(refuse_nanos):
    return NO_FILTER if refuse_nanos is None else refuse_nanos


# --------------------------------------------------------------------- library

@_calls_typed
class Library:
    """A loaded library: what needs no allocator. It stays loaded; it must not be
    called in the child of a fork, and multiprocessing has to spawn."""

    def __init__(self, path: str):
        dll = ctypes.CDLL(path)
        if dll.apportion_abi_version() < ABI_VERSION:
            raise VersionError(VersionError.code, "VERSION", f"{path} is older than apportion.py")
        self._functions = {}
        for name, signature in _SIGNATURES.items():
            function = getattr(dll, "apportion_" + name)
            function.argtypes = [_TYPES[letter] for letter in signature]
            self._functions[name] = function

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
        known = list(names)
        return [known[i] for i in self._read("similar_names", c_uint32, *_chars(name), *_strings(known))]

    def view_file(self, name: str = "") -> bytes:
        """A file of the page that shows an allocator; the empty name is that of the
        page. Errors: BadNameError (it has none of that name)."""
        return self._read("view_file", ctypes.c_char, *_chars(name), room=65536)

    def view_headers(self, name: str = "") -> Dict[str, str]:
        """The headers of HTTP that go with a file or, for another name, with answers to
        the page."""
        lines = self._text("view_headers", *_chars(name)).splitlines()
        return dict(line.split(": ", 1) for line in lines)

    def _call(self, name, *arguments, instance=0):
        """Calls a function; instance is the one whose text explains an error."""
        code = self._code(name, *arguments)
        if code != _C.OK:
            raise self._error(code, instance)

    def _code(self, name, *arguments):
        function = self._functions[name]
        for ctype, value in zip(function.argtypes, arguments):
            if ctype in _BOUNDS:
                _check_bounds(name, ctype, value)
        return function(*arguments)

    def _error(self, code, instance):
        """A BUSY instance belongs to another thread and has no text for this one;
        without an instance the text is under 0."""
        text = ""
        if code != BusyError.code:
            text = self._last_error(0 if code == HandleError.code else instance)
        return _error_class(code)(code, self.code_name(code), text)

    def _last_error(self, instance):
        buffer, size = ctypes.create_string_buffer(_C.MAX_ERROR), c_size_t()
        if self._code("last_error", instance, buffer, len(buffer), ctypes.byref(size)) != _C.OK:
            return ""
        return _decode(buffer.raw[: size.value])

    def _read(self, name, row, *arguments, instance=0, room=64):
        """Reads a result of unknown size: an array of rows."""
        out, count = self._read_all(name, [(row, room)], arguments, instance)[0]
        return out[:count]

    def _read_all(self, name, rows, arguments, instance):
        """Reads results of unknown size, with room for so many of each row at first:
        returns an array and a length for each."""
        while True:
            results = [((row * room)(), room, c_size_t()) for row, room in rows]
            flat = [x for out, room, count in results for x in (out, room, ctypes.byref(count))]
            code = self._code(name, *arguments, *flat)
            if code == _C.OK:
                return [(out, count.value) for out, _, count in results]
            if code != _C.E_TOO_SMALL:
                raise self._error(code, instance)
            rows = [(row, max(room, count.value)) for (row, room), (_, _, count) in zip(rows, results)]

    def _text(self, name, *arguments, instance=0):
        return _decode(self._read(name, ctypes.c_char, *arguments, instance=instance, room=256))


_libraries = {}


def load(path: Optional[str] = None) -> Library:
    """Returns the library at a path, else that of APPORTION_LIBRARY, else
    libapportion.so.0. Errors: OSError, VersionError."""
    path = path or os.environ.get("APPORTION_LIBRARY") or "libapportion.so.0"
    if path not in _libraries:
        _libraries[path] = Library(path)
    return _libraries[path]


# ----------------------------------------------------------------------- calls

@_calls_typed
class Operations:
    """The calls that Allocator carries out at once and Batch gathers. An allocator
    returns their value or raises their Error at once; a batch has either in its
    results after submit. Each call lists its errors; besides, WrongTypeError, OverflowError
    and MalformedError are possible wherever there are arguments, and HandleError, BusyError and
    PanicError always."""

    def _perform(self, operation, *arguments):
        """arguments are those of the C function, but the instance."""
        raise NotImplementedError

    # --- names

    def declare_role(self, path: str) -> int:
        """Gives a role path such as "eng/web" its number."""
        return self._perform(Operation.DECLARE_ROLE, *_chars(path))

    def declare_kind(self, kind: Kind) -> int:
        """Gives a kind its number, the same for equal kinds."""
        return self._perform(Operation.DECLARE_KIND, ctypes.pointer(_kind_info(kind)))

    def declare_item(self, name: str) -> int:
        """Gives an item of set resources its number."""
        return self._perform(Operation.DECLARE_ITEM, *_chars(name))

    def release_roles(self, roles: Iterable[int]) -> None:
        """Says that the host does without roles, see NUMBERS; all of them, or none
        if there is an error."""
        self._perform(Operation.RELEASE_ROLES, *_numbers(c_uint32, roles))

    def release_kinds(self, kinds: Iterable[int]) -> None:
        """Says that the host does without kinds, see NUMBERS; all of them, or none
        if there is an error."""
        self._perform(Operation.RELEASE_KINDS, *_numbers(c_uint32, kinds))

    def release_items(self, items: Iterable[int]) -> None:
        """Says that the host does without items of set resources, see NUMBERS; all
        of them, or none if there is an error."""
        self._perform(Operation.RELEASE_ITEMS, *_numbers(c_uint64, items))

    # --- agents

    def add_agent(self, info: AgentInfo) -> AgentHandle:
        """Adds an agent and returns its handle."""
        return self._perform(Operation.ADD_AGENT, ctypes.pointer(_agent_info(info)))

    def update_agent(self, agent: AgentHandle, update: AgentUpdate) -> None:
        """Changes an agent."""
        self._perform(Operation.UPDATE_AGENT, agent, ctypes.pointer(_agent_update(update)))

    def remove_agent(self, agent: AgentHandle) -> None:
        """Removes an agent with all that is offered or allocated on it."""
        self._perform(Operation.REMOVE_AGENT, agent)

    def activate_agent(self, agent: AgentHandle) -> None:
        """Lets an agent's resources be offered again."""
        self._perform(Operation.ACTIVATE_AGENT, agent)

    def deactivate_agent(self, agent: AgentHandle) -> None:
        """Stops offers from an agent; what is in use on it stays accounted."""
        self._perform(Operation.DEACTIVATE_AGENT, agent)

    def add_resource_provider(self, agent: AgentHandle, total: Resources, used: Iterable[Usage] = ()) -> None:
        """Adds a resource provider's resources to an agent."""
        self._perform(Operation.ADD_RESOURCE_PROVIDER, agent, *_resources(total), *_usages(used))

    def set_whitelist(self, hosts: Iterable[str]) -> None:
        """Restricts offers to agents on these hosts: without any, to no agent."""
        self._perform(Operation.SET_WHITELIST, *_strings(hosts))

    def clear_whitelist(self) -> None:
        """Lifts the restriction of set_whitelist."""
        self._perform(Operation.CLEAR_WHITELIST)

    # --- frameworks

    def add_framework(self, info: FrameworkInfo, active: bool = True, used: Iterable[Usage] = ()) -> FrameworkHandle:
        """Adds a framework and returns its handle. used is what the host believes
        it to use; none says nothing."""
        c = ctypes.pointer(_framework_info(info))
        return self._perform(Operation.ADD_FRAMEWORK, c, int(active), *_usages(used))

    def update_framework(self, framework: FrameworkHandle, info: FrameworkInfo) -> None:
        """Changes all of a framework but its id."""
        self._perform(Operation.UPDATE_FRAMEWORK, framework, ctypes.pointer(_framework_info(info)))

    def remove_framework(self, framework: FrameworkHandle) -> None:
        """Removes a framework; what it held becomes free."""
        self._perform(Operation.REMOVE_FRAMEWORK, framework)

    def activate_framework(self, framework: FrameworkHandle) -> None:
        """Lets a framework be offered resources."""
        self._perform(Operation.ACTIVATE_FRAMEWORK, framework)

    def deactivate_framework(self, framework: FrameworkHandle) -> None:
        """Stops offers to a framework and drops its filters."""
        self._perform(Operation.DEACTIVATE_FRAMEWORK, framework)

    def suppress_offers(self, framework: FrameworkHandle, roles: Iterable[int] = ()) -> None:
        """Stops offers in these roles, or in all its roles if there are none."""
        self._perform(Operation.SUPPRESS_OFFERS, framework, *_numbers(c_uint32, roles))

    def revive_offers(self, framework: FrameworkHandle, roles: Iterable[int] = ()) -> None:
        """Ends suppression and filters in these roles, or in all its roles if there
        are none."""
        self._perform(Operation.REVIVE_OFFERS, framework, *_numbers(c_uint32, roles))

    def request_resources(self, framework: FrameworkHandle) -> None:
        """Is accepted and, as in Mesos, changes nothing."""
        self._perform(Operation.REQUEST_RESOURCES, framework)

    def exclude_agents(self, framework: FrameworkHandle, role: int, agents: Iterable[AgentHandle]) -> None:
        """Sets which agents a framework is not offered in a role; the list replaces
        the former one."""
        self._perform(Operation.EXCLUDE_AGENTS, framework, role, *_numbers(c_uint64, agents))

    def exclude_agent(
        self, framework: FrameworkHandle, role: int, agent: AgentHandle, excluded: bool = True
    ) -> None:
        """Excludes one agent, or includes it again."""
        self._perform(Operation.EXCLUDE_AGENT, framework, role, agent, int(excluded))

    # --- resources

    def recover_resources(
        self, now_nanos: int, framework: FrameworkHandle, agent: AgentHandle, role: int, resources: Resources,
        refuse_nanos: Optional[int] = None, allocated: bool = False,
    ) -> None:
        """Returns resources of one role on an agent: of an offer that was declined,
        or, with allocated, what tasks no longer use. framework may be 0 when it is
        gone. For refuse_nanos the framework is not offered these resources, nor
        less, on this agent; None: no filter."""
        r, refuse_nanos = _resources(resources), _refuse(refuse_nanos)
        self._perform(Operation.RECOVER_RESOURCES, now_nanos, framework, agent, role, *r, refuse_nanos, int(allocated))

    def transition(self, agent: AgentHandle, role: int, resources: Resources) -> None:
        """Tells that offered resources are now in use by tasks of a role."""
        self._perform(Operation.TRANSITION, agent, role, *_resources(resources))

    def update_allocation(
        self, framework: FrameworkHandle, agent: AgentHandle, role: int, offered: Resources,
        conversions: Iterable[Conversion],
    ) -> None:
        """Applies conversions to what a framework was offered on an agent."""
        self._perform(
            Operation.UPDATE_ALLOCATION, framework, agent, role, *_resources(offered), *_conversions(conversions))

    def update_available(self, agent: AgentHandle, conversions: Iterable[Conversion]) -> None:
        """Applies conversions to what is free on an agent."""
        self._perform(Operation.UPDATE_AVAILABLE, agent, *_conversions(conversions))

    # --- maintenance

    def update_unavailability(self, agent: AgentHandle, unavailability: Optional[Unavailability]) -> None:
        """Plans or changes an agent's maintenance; None cancels it."""
        u = unavailability or Unavailability(0)
        planned = int(unavailability is not None)
        self._perform(Operation.UPDATE_UNAVAILABILITY, agent, planned, u.start_nanos, u.duration_nanos)

    def update_inverse_offer(
        self, now_nanos: int, agent: AgentHandle, framework: FrameworkHandle, answer: InverseAnswer,
        refuse_nanos: Optional[int] = None,
    ) -> None:
        """Enters a framework's answer to an inverse offer. For refuse_nanos it is
        not asked again; None: no filter."""
        self._perform(Operation.UPDATE_INVERSE_OFFER, now_nanos, agent, framework, answer, _refuse(refuse_nanos))

    # --- policy, time and cycles

    def set_quota(self, role: int, quota: Quota = Quota()) -> None:
        """Sets what a role is guaranteed and limited to."""
        self._perform(Operation.SET_QUOTA, role, *_quantities(quota.guarantees), *_quantities(quota.limits))

    def set_weights(self, weights: Mapping[int, float]) -> None:
        """Sets the weights of roles, by role; those not named keep theirs."""
        w = _array(_RoleWeight, (_RoleWeight(role, 0, weight) for role, weight in weights.items()))
        self._perform(Operation.SET_WEIGHTS, *w)

    def set_policy(self, policy: str, role: int = ALL_ROLES, of: PolicyOf = PolicyOf.ALL) -> None:
        """Sets the policy by which all that is below a role is ordered, or all of the
        tree: "drf", "random", "hdrf", "ranked", "asset", "decayed:half_life=24h",
        "max_min:resource=gpus". "" takes back what was set. InvalidError says
        what there is."""
        self._perform(Operation.SET_POLICY, role, of, *_chars(policy))

    def set_ranks(self, roles: Mapping[int, float] = {}, frameworks: Mapping[int, float] = {}) -> None:
        """Sets the ranks of roles and of frameworks, by role and by framework: under
        "ranked" the lowest comes first. Those not named keep theirs."""
        r = _array(_RoleRank, (_RoleRank(role, 0, rank) for role, rank in roles.items()))
        f = _array(_FrameworkRank, (_FrameworkRank(framework, rank) for framework, rank in frameworks.items()))
        self._perform(Operation.SET_RANKS, *r, *f)

    def set_lending(self, role: int, flags: Lend = Lend(0), most: Iterable[Resource] = ()) -> None:
        """Sets what a role lends of what is kept back for it: at most so many revocable
        scalars of its guarantee, and again of its reservations."""
        self._perform(Operation.SET_LENDING, role, flags, *_resources(most))

    def recover(self, now_nanos: int, expected_agents: int, quotas: Mapping[int, Quota]) -> None:
        """Tells what the former master left: how many agents to expect, and which
        quotas by role."""
        self._perform(Operation.RECOVER, now_nanos, expected_agents, *_role_quotas(quotas))

    def advance(self, now_nanos: int) -> None:
        """Tells the time: filters end that are due, and so on."""
        self._perform(Operation.ADVANCE, now_nanos)

    def request_allocation(self) -> None:
        """Makes every agent a candidate of the next cycle."""
        self._perform(Operation.REQUEST_ALLOCATION)

    def pause(self) -> None:
        """Stops allocation until resume."""
        self._perform(Operation.PAUSE)

    def resume(self) -> None:
        """Ends a pause, or the wait in recovery."""
        self._perform(Operation.RESUME)


@_calls_typed
class Batch(Operations):
    """Operations for Allocator.submit, which carries them out in one crossing. The
    methods append and return None. A batch can be submitted again."""

    def __init__(self):
        self._operations = []

    def __len__(self) -> int:
        return len(self._operations)

    def clear(self) -> None:
        self._operations.clear()

    def _perform(self, operation, *arguments):
        op = _Op(type=operation)
        if operation in _MEMBERS:
            name, member_of = _MEMBERS[operation]
            member = member_of(*arguments)
            if isinstance(member, int):
                _check_bounds(name, c_uint64, member)
            setattr(op.u, name, member)
        self._operations.append(op)


@_calls_typed
class Allocator(Operations):
    """An allocator without agents or frameworks, which is the caller's until close,
    or the end of a with. What is not named is Mesos's default, but that periodic
    allocation needs interval_nanos.

    min_allocatable: only what holds all quantities of at least one of the lists is
    offered. memory_limit_bytes and gc_percent are of the whole process's Go
    runtime. record_dir: the folder that the allocator is recorded in from now on, see
    start_recording. role_policy, framework_policy: as set_policy spells them, in the
    place of the sorters. policies: of parts of the tree, as settings such as
    "policy./batch=decayed:half_life=24h"; roles need not be declared.
    lending_grace_nanos: after which what is lent and recalled is due, and not before it
    has been lent for lending_least_nanos. See apportion_options for the rest.

    Errors: OSError (no library), VersionError, ArgumentError, LimitError (too many
    allocators), StateError (it cannot be recorded)."""

    def __init__(
        self, library: Union[Library, str, None] = None, *, interval_nanos: int = 0, start_nanos: int = 0,
        seed: int = 0, role_sorter: Sorter = Sorter.DRF, framework_sorter: Sorter = Sorter.DRF,
        agent_order: Order = Order.RANDOM, offer_gpus_to_all: bool = False, nested_quota: bool = False,
        region: str = "", fairness_exclude: Iterable[str] = (),
        min_allocatable: Iterable[Quantities] = (), recovery_timeout_nanos: int = 0,
        agent_recovery_factor: float = 0, memory_limit_bytes: int = 0, gc_percent: int = 0,
        record_dir: Union[str, "os.PathLike[str]"] = "", record_bytes: int = 0, record_seconds: int = 0,
        role_policy: str = "", framework_policy: str = "", policies: Iterable[str] = (),
        lending_grace_nanos: int = 0, lending_least_nanos: int = 0,
    ):
        self._open(library, "create", _Options(
            abi_version=ABI_VERSION, interval_nanos=interval_nanos, start_nanos=start_nanos, seed=seed,
            role_sorter=role_sorter, framework_sorter=framework_sorter, agent_order=agent_order,
            flags=_C.OFFER_GPUS_TO_ALL * offer_gpus_to_all | _C.NESTED_QUOTA * nested_quota, region=_str(region),
            **_pair("fairness_exclude", _strings(fairness_exclude)),
            **_pair("min_allocatable", _quantity_lists(min_allocatable)),
            recovery_timeout_nanos=recovery_timeout_nanos, agent_recovery_factor=agent_recovery_factor,
            memory_limit_bytes=memory_limit_bytes, gc_percent=gc_percent, record_dir=_str(os.fspath(record_dir)),
            record_bytes=record_bytes, record_seconds=record_seconds, role_policy=_str(role_policy),
            framework_policy=_str(framework_policy), **_pair("policies", _strings(policies), "policy_count"),
            lending_grace_nanos=lending_grace_nanos, lending_least_nanos=lending_least_nanos))

    @classmethod
    @_typed
    def restore(
        cls, snapshot: bytes, library: Union[Library, str, None] = None, *, memory_limit_bytes: int = 0,
        gc_percent: int = 0, record_dir: Union[str, "os.PathLike[str]"] = "", record_bytes: int = 0,
        record_seconds: int = 0,
    ) -> "Allocator":
        """An allocator that goes on where the one of a snapshot was, also in another
        process. Numbers of roles, kinds and items are what they were; find_agent and
        find_framework have the handles, which are new. Errors: OSError (no library),
        VersionError (it is of another release), InvalidError (it is damaged),
        LimitError (too many allocators), StateError (it cannot be recorded)."""
        a = cls.__new__(cls)
        a._open(library, "restore", _Options(
            abi_version=ABI_VERSION, memory_limit_bytes=memory_limit_bytes, gc_percent=gc_percent,
            record_dir=_str(os.fspath(record_dir)), record_bytes=record_bytes, record_seconds=record_seconds),
            snapshot, len(snapshot))
        return a

    def _open(self, library, function, options, *arguments):
        self._instance = 0
        self.library = library if isinstance(library, Library) else load(library)
        instance = c_uint64()
        self.library._call(function, ctypes.byref(options), *arguments, ctypes.byref(instance))
        self._instance = instance.value

    def close(self) -> None:
        """Destroys the allocator, also after PanicError; again, it does nothing.
        Errors: BusyError, and then it is still there."""
        if self._instance:
            self.library._call("destroy", self._instance)
            self._instance = 0

    def __enter__(self) -> "Allocator":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:  # the interpreter is going, or a thread is still in it
            pass

    def _call(self, name, *arguments):
        self.library._call(name, self._instance, *arguments, instance=self._instance)

    def _perform(self, operation, *arguments):
        if operation not in _VALUES:
            return self._call(operation.name.lower(), *arguments)
        ctype, returned = _VALUES[operation]
        return returned(self._ask(operation.name.lower(), ctype, *arguments))

    def _ask(self, name, ctype, *arguments):
        out = ctype()
        self._call(name, *arguments, ctypes.byref(out))
        return out.value

    def _rows(self, name, row, *arguments, room=64):
        return self.library._read(name, row, self._instance, *arguments, instance=self._instance, room=room)

    def _name(self, function, *arguments):
        return self.library._text(function, self._instance, *arguments, instance=self._instance)

    # --- names

    def find_agent(self, id: str) -> AgentHandle:
        """Finds the agent with an id."""
        return AgentHandle(self._ask("find_agent", c_uint64, *_chars(id)))

    def find_framework(self, id: str) -> FrameworkHandle:
        """Finds the framework with an id."""
        return FrameworkHandle(self._ask("find_framework", c_uint64, *_chars(id)))

    def agent_name(self, agent: AgentHandle) -> str:
        """The id that an agent was added with."""
        return self._name("agent_name", agent)

    def framework_name(self, framework: FrameworkHandle) -> str:
        """The id that a framework was added with."""
        return self._name("framework_name", framework)

    def role_name(self, role: int) -> str:
        """The path of a role."""
        return self._name("role_name", role)

    def item_name(self, item: int) -> str:
        """The name of an item of set resources."""
        return self._name("item_name", item)

    def resource_name(self, resource: int) -> str:
        """The name of a resource of QuantityMetrics."""
        return self._name("resource_name", resource)

    def describe_kind(self, kind: int) -> Kind:
        """What a kind was declared with."""
        size, room = c_size_t(), 512
        while True:
            buffer = (c_uint64 * (room // 8 + 1))()
            code = self.library._code("describe_kind", self._instance, kind, buffer, room, ctypes.byref(size))
            if code == _C.OK:
                return _from_kind_info(_KindInfo.from_buffer(buffer))
            if code != _C.E_TOO_SMALL:
                raise self.library._error(code, self._instance)
            room = size.value

    # --- what is held

    def loans(self) -> List[Loan]:
        """All that is lent, by agent."""
        return [
            Loan(FrameworkHandle(x.framework), AgentHandle(x.agent), x.role, Resource(x.kind, x.amount),
                 x.original, bool(x.flags & _C.LOAN_RESERVED), x.since_nanos,
                 *((x.asks, x.due_nanos) if x.flags & _C.LOAN_RECALLED else (None, None)))
            for x in self._rows("loans", _Loan)]

    def agent_total(self, agent: AgentHandle) -> List[Resource]:
        """What an agent has in all."""
        return _from_resources(self._rows("agent_total", _Resource, agent))

    def agent_free(self, agent: AgentHandle) -> List[Resource]:
        """What of an agent could be offered."""
        return _from_resources(self._rows("agent_free", _Resource, agent))

    def agent_held(
        self, agent: AgentHandle, framework: FrameworkHandle = NO_FRAMEWORK, role: int = ALL_ROLES
    ) -> List[Resource]:
        """What a framework (0: all) holds on an agent, offered or in use."""
        return _from_resources(self._rows("agent_held", _Resource, agent, framework, role))

    def agent_allocated(self, agent: AgentHandle, role: int = ALL_ROLES) -> List[Resource]:
        """What tasks of a role use on an agent."""
        return _from_resources(self._rows("agent_allocated", _Resource, agent, role))

    def inverse_statuses(self) -> Tuple[List[AgentHandle], List[InverseStatus]]:
        """The agents under maintenance, and the frameworks' answers about them."""
        rows = [(c_uint64, 64), (_InverseStatus, 64), (ctypes.c_char, 1024)]
        results = self.library._read_all("inverse_statuses", rows, (self._instance,), self._instance)
        agents, statuses, text = (out[:count] for out, count in results)
        return [AgentHandle(a) for a in agents], [
            InverseStatus(AgentHandle(s.agent), _decode(text[s.id_first : s.id_first + s.id_size]), InverseAnswer(s.status))
            for s in statuses]

    # --- time and cycles

    def next_deadline_nanos(self) -> Optional[int]:
        """When something next happens by itself; None if nothing does."""
        deadline = self._ask("next_deadline", c_int64)
        return None if deadline == _C.NEVER else deadline

    def now_nanos(self) -> int:
        """The latest time that any call has named."""
        return self._ask("now", c_int64)

    def pending(self) -> bool:
        """Whether a cycle has been asked for: then call allocate soon."""
        return bool(self._ask("pending", c_int32))

    def paused(self) -> bool:
        """Whether allocation is paused."""
        return bool(self._ask("paused", c_int32))

    def allocate(self, now_nanos: int) -> Cycle:
        """Runs the cycle that is due, if one is, and reads its outcome. The
        framework holds what it is offered until that is recovered."""
        counts = _Cycle()
        self._call("allocate", now_nanos, ctypes.byref(counts))
        offers = self._rows("cycle_offers", _Offer, room=counts.offers)
        resources = self._rows("cycle_resources", _Resource, room=counts.resources)
        inverse = self._rows("cycle_inverse_offers", _InverseOffer, room=counts.inverse_offers)
        recalls = self._rows("cycle_recalls", _Recall, room=counts.recalls)
        headroom = self._rows("cycle_headroom", _Headroom, room=counts.headroom)
        return Cycle(
            counts, offers, resources,
            [InverseOffer(FrameworkHandle(o.framework), AgentHandle(o.agent), o.start_nanos, o.duration_nanos)
             for o in inverse],
            [Recall(RecallStage(r.stage), FrameworkHandle(r.framework), AgentHandle(r.agent), r.role, r.asks,
                    Resource(r.kind, r.amount), r.due_nanos) for r in recalls],
            [Headroom(self.resource_name(h.resource), h.required_before, h.required_after, h.available_before,
                      h.available_after, h.held_back) for h in headroom])

    def submit(self, batch: Batch) -> List[Result]:
        """Carries out a batch's operations in order, each on its own: one that
        fails changes nothing and keeps none behind it from being carried out. It
        returns a Result for each. Errors: PartialError (some failed; it has the
        results), PanicError."""
        ops, count = _array(_Op, batch._operations)
        rows = (_Result * count)()
        code = self.library._code("submit", self._instance, ops, count, rows)
        results = [Result(r.code, r.value) for r in rows]
        if code == _C.OK:
            return results
        error = self.library._error(code, self._instance)
        if isinstance(error, (PartialError, PanicError)):
            error.results = results
        raise error

    # --- inspection

    def digest(self) -> int:
        """A hash of the whole state: equal states have equal digests."""
        return self._ask("digest", c_uint64)

    def explain(
            self, framework: Optional[int] = None, role: int = ALL_ROLES, agent: Optional[int] = None,
            visible_roles: Optional[Iterable[int]] = None,
            visible_frameworks: Optional[Iterable[int]] = None) -> Explanation:
        """Why is a framework offered what it is in a role, and nothing more? Every
        agent counts for the first thing that keeps it from the framework; of one
        agent, all of it is said. Without a framework it is about the role itself.
        If what may be named is given, all else becomes numbers. Asking changes
        nothing."""
        question = _Question(framework=framework or 0, agent=agent or 0, role=role)
        if visible_roles is not None or visible_frameworks is not None:
            question.flags = _C.QUESTION_RESTRICTED
            roles, frameworks = _numbers(c_uint32, visible_roles or ()), _numbers(c_uint64, visible_frameworks or ())
            question.visible_roles, question.visible_role_count = roles
            question.visible_frameworks, question.visible_framework_count = frameworks
        self._call("explain", ctypes.byref(question))
        return Explanation(self._name("explained_text"), self._name("explained_json"))

    def gather_metrics(self) -> Metrics:
        """Gathers the figures of the allocator, also for gathered_metrics."""
        counts = _Metrics()
        self._call("gather_metrics", ctypes.byref(counts))
        return self.gathered_metrics()

    def gathered_metrics(self) -> Metrics:
        """The figures gathered last, all 0 if none were. At any time, also while
        another thread's call is under way; never parts of two gatherings."""
        before, after = _Metrics(), _Metrics()
        while True:
            self._call("gathered_metrics", ctypes.byref(before))
            roles = self._rows("metrics_roles", _RoleMetrics, room=before.roles)
            keys = self._rows("metrics_keys", _RoleKey, room=before.roles)
            quantities = self._rows("metrics_quantities", _QuantityMetrics, room=before.quantities)
            subscriptions = self._rows("metrics_subscriptions", _Subscription, room=before.subscriptions)
            loans = self._rows("metrics_loans", _LoanMetrics, room=before.loans)
            overdue = self._rows("metrics_overdue", _OverdueBorrower, room=before.overdue)
            self._call("gathered_metrics", ctypes.byref(after))
            if before.gathering == after.gathering:
                return _from_metrics(after, roles, keys, quantities, subscriptions, loans, overdue)

    def snapshot(self) -> bytes:
        """The whole state, of which restore makes an allocator that goes on as this one
        would have. What the last cycle offered is not in it."""
        return self._rows("snapshot", ctypes.c_char, room=65536)

    def state(self) -> dict:
        """The state as JSON, read; the members may differ between releases."""
        return json.loads(self.state_json())

    def state_json(self) -> str:
        """The state as one JSON object, for people who look for a fault."""
        return self._name("state_json")

    def gather_state(self) -> int:
        """Gathers the state for gathered_state and returns its bytes."""
        return self._ask("gather_state", c_size_t)

    def gathered_state(self) -> str:
        """The JSON gathered last, empty if none was. At any time, also while
        another thread's call is under way."""
        return self._name("gathered_state")

    # --- the page

    def gather_view(
            self, question: str, visible_roles: Optional[Iterable[int]] = None,
            visible_frameworks: Optional[Iterable[int]] = None) -> int:
        """Takes a question of the page, such as "data?since=", to the allocator, and
        returns the number of the answer for gathered_view. If what whoever looks may
        see is given, all else is sums. Errors: InvalidError (no such question),
        UnknownError (not there, or not to be seen), NotSubscribedError."""
        q = _ViewQuestion(question=_str(question))
        if visible_roles is not None or visible_frameworks is not None:
            q.flags = _C.QUESTION_RESTRICTED
            q.visible_roles, q.visible_role_count = _numbers(c_uint32, visible_roles or ())
            q.visible_frameworks, q.visible_framework_count = _numbers(c_uint64, visible_frameworks or ())
        answer = c_uint64()
        self._call("gather_view", ctypes.byref(q), ctypes.byref(answer))
        return answer.value

    def gathered_view(self, answer: int) -> str:
        """Works an answer to the page out and reads it, once: JSON. At any time, also
        while another thread's call is under way. Errors: StateError (it was read, or 64
        others were asked for since)."""
        return self._name("gathered_view", answer)

    # --- recordings

    def start_recording(self, dir: Union[str, "os.PathLike[str]"], bytes: int = 0, seconds: int = 0) -> None:
        """Records all calls from now on, for `apportion replay`, in a folder that is
        made if it is not there. bytes bounds its files together (0: a gibibyte), seconds
        are those between snapshots (0: 600). Errors: InvalidError (bytes that two
        snapshots exceed), StateError (there is a recording already, the folder has
        another, or cannot be written to)."""
        self._call("start_recording", *_chars(os.fspath(dir)), bytes, seconds)

    def stop_recording(self) -> None:
        """Switches the recording off, if there is one, when all is written. Errors:
        StateError (the latest calls are missing; it is off all the same)."""
        self._call("stop_recording")

    def recording_status(self) -> Recording:
        """How far the recording is."""
        r = _Recording()
        self._call("recording_status", ctypes.byref(r))
        figures = (getattr(r, name) for name in Recording._fields[2:])
        return Recording(bool(r.flags & _C.RECORDING_ON), self.recording_gap(), *figures)

    def recording_gap(self) -> str:
        """Why calls cannot be kept at present; empty while they can."""
        return self._name("recording_gap")


def _from_metrics(m, roles, keys, quantities, subscriptions, loans, overdue):
    rows = ("roles", "keys", "quantities", "subscriptions", "loans", "overdue")
    single = {n: getattr(m, n) for n in Metrics.__dataclass_fields__ if n not in rows}
    return Metrics(
        **single,
        roles=[RoleMetrics(r.role, r.share, r.weight, r.frameworks, r.active_filters,
                           bool(r.flags & _C.ROLE_QUOTA)) for r in roles],
        keys=[RoleKey(k.role, OrderedBy(k.policy), k.key) for k in keys],
        quantities=[QuantityMetrics(
            q.role, q.resource, q.total, q.offered_or_allocated, q.guarantee,
            q.limit if q.flags & _C.QUANTITY_LIMITED else None, q.consumed_quota, q.reserved_quantity)
            for q in quantities],
        subscriptions=[Subscription(FrameworkHandle(s.framework), s.role, bool(s.flags & _C.SUBSCRIPTION_SUPPRESSED))
                       for s in subscriptions],
        loans=[LoanMetrics(x.role, x.resource, x.lent, x.borrowed, x.recalled, x.overdue) for x in loans],
        overdue=[OverdueBorrower(FrameworkHandle(x.framework), x.role, x.resource, x.amount) for x in overdue])
