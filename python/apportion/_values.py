"""What calls take and return."""
import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from . import _generated as c
from ._amounts import Amount, Quantities, in_thousandths, units
from ._checked_calls import typed, value
from ._generated import (
    Capability, DiskSource, InverseAnswer, OrderedBy, RecallStage, ReservationType, Type,
)
from ._handles import AgentHandle, FrameworkHandle

ABI_VERSION = c.ABI_VERSION  # of the header that this was written after
NO_FILTER = c.NO_FILTER  # as refuse_nanos
DEFAULT_FILTER = -1  # as refuse_nanos: the protocol's 5 seconds, as any negative one
ALL_ROLES = c.ALL_ROLES
NO_ROLE = c.NO_ROLE  # of QuantityMetrics: the whole cluster
NO_FRAMEWORK = FrameworkHandle(0)
MAX_AMOUNT_MILLI = c.MAX_AMOUNT  # of one resource
MAX_QUANTITY_MILLI = c.MAX_AMOUNT  # of all that an allocator's agents have of a name

Labels = Sequence[Tuple[str, Optional[str]]]  # keys and values


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


@typed
def scalar(kind: int, amount: Amount) -> Resource:
    """An amount, in units, of a scalar kind."""
    return Resource(kind, in_thousandths(amount, "amount"))


@typed
def span(kind: int, begin: int, end: int) -> Resource:
    """The closed interval from begin to end of a kind of ranges or set."""
    return Resource(kind, 0, begin, end)


Resources = Iterable[Resource]


@value
@dataclass(frozen=True)
class Reservation:
    """One level of a stack of reservations. None is absent; labels that are
    absent differ from no labels."""

    type: ReservationType
    role: str
    principal: Optional[str] = None
    labels: Optional[Labels] = None


@value
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


@value
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


@value
@dataclass(frozen=True)
class Usage:
    """Resources in use for a role. id is the framework's where an agent or a
    resource provider is added, and the agent's where a framework is."""

    id: str
    role: int
    resources: Resources


@value
@dataclass(frozen=True)
class Unavailability:
    """Planned maintenance; a duration of 0 is an open end."""

    start_nanos: int
    duration_nanos: int = 0


@value
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


@value
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


@value
@dataclass(frozen=True)
class FrameworkInfo:
    """A framework to be added, or what it becomes. minima say, by role, what is
    worth an offer: all quantities of one of the role's lists."""

    id: str
    roles: Iterable[int] = ()
    capabilities: Capability = Capability(0)
    suppressed: Iterable[int] = ()
    minima: Mapping[int, Sequence[Quantities]] = field(default_factory=dict)


@value
@dataclass(frozen=True)
class Quota:
    """What a role is guaranteed and limited to, in units by resource name."""

    guarantees: Quantities = field(default_factory=dict)
    limits: Quantities = field(default_factory=dict)


@value
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
    asks and due_nanos are those of a recall, or None; cost is that of set_loan_cost."""

    framework: FrameworkHandle
    agent: AgentHandle
    role: int
    lent: Resource
    original: int
    reserved: bool
    since_nanos: int
    asks: Optional[int]
    due_nanos: Optional[int]
    cost: int


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
    apportion_quantity_metrics. limit_milli is None if there is none. resource_name is
    "" where another thread is just gathering a new resource."""

    role: int
    resource: int  # its number, which stands for it as long as the allocator knows it
    total_milli: int
    offered_or_allocated_milli: int
    guarantee_milli: int
    limit_milli: Optional[int]
    consumed_quota_milli: int
    reserved_milli: int
    resource_name: str = ""


class Subscription(NamedTuple):
    """A role that a framework is subscribed to."""

    framework: FrameworkHandle
    role: int
    suppressed: bool


class LoanMetrics(NamedTuple):
    """What is lent of one resource: a role's share of it and what its own frameworks have
    borrowed, or with NO_ROLE all that is; see apportion_loan_metrics."""

    role: int
    resource: int  # its number, which stands for it as long as the allocator knows it
    lent_milli: int
    borrowed_milli: int
    recalled_milli: int
    overdue_milli: int
    resource_name: str = ""


class OverdueBorrower(NamedTuple):
    """How much of one resource a framework in a role should have given back."""

    framework: FrameworkHandle
    role: int
    resource: int  # its number, which stands for it as long as the allocator knows it
    amount_milli: int
    resource_name: str = ""


@value
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


@value
@dataclass(frozen=True)
class Explanation:
    """Why frameworks get what they do: str() is a page for people, and data has the
    same for programs; docs/explain.md has its members."""

    text: str
    json: str

    @property
    def data(self) -> Any:
        """The JSON, read: an object, or a list of them if all roles were asked
        about."""
        return json.loads(self.json)

    def __str__(self) -> str:
        return self.text
