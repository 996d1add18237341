"""An allocator."""
import ctypes
import json
import os
from ctypes import c_int32, c_int64, c_size_t, c_uint32, c_uint64
from types import TracebackType
from typing import Any, Dict, Iterable, List, Optional, Tuple, Type, TypeVar, Union

from . import _generated as c
from . import _marshal as to_c
from ._amounts import Quantities
from ._batch import Batch
from ._checked_calls import ALWAYS, calls, typed
from ._cycle import Cycle
from ._errors import PanicError, PartialError, StateError
from ._generated import InverseAnswer, Operation, Order, OrderedBy, RecallStage
from ._handles import AgentHandle, FrameworkHandle
from ._library import Library, load
from ._operations import Operations
from ._structs import TYPES
from ._values import (
    ABI_VERSION, ALL_ROLES, NO_FRAMEWORK, Explanation, Headroom, InverseOffer, InverseStatus, Kind, Loan, LoanMetrics,
    Metrics, OverdueBorrower, QuantityMetrics, Recall, Recording, Resource, Result, RoleKey, RoleMetrics, Subscription,
)

Itself = TypeVar("Itself", bound="Allocator")  # a class of a host's own


@calls(ALWAYS)
class Allocator(Operations):
    """An allocator without agents or frameworks, which is the caller's until close,
    or the end of a with. What is not named is Mesos's default, but that periodic
    allocation needs interval_nanos.

    min_allocatable: only what holds all quantities of at least one of the lists is
    offered. memory_limit_bytes and gc_percent are of the whole process's Go
    runtime. record_dir: the folder that the allocator is recorded in from now on, see
    start_recording. role_policy, framework_policy: as set_policy spells them, without
    one weighted DRF. policies: of parts of the tree, as settings such as
    "policy./batch=decayed:half_life=24h"; roles need not be declared.
    lending_grace_nanos: after which what is lent and recalled is due, and not before it
    has been lent for lending_least_nanos. See apportion_options for the rest.

    Errors: OSError (no library), VersionError, ArgumentError, LimitError (too many
    allocators), StateError (it cannot be recorded)."""

    def __init__(
        self, library: Union[Library, str, None] = None, *, interval_nanos: int = 0, start_nanos: int = 0,
        seed: int = 0, agent_order: Order = Order.RANDOM, offer_gpus_to_all: bool = False, nested_quota: bool = False,
        strict_use: bool = False,
        region: str = "", fairness_exclude: Iterable[str] = (),
        min_allocatable: Iterable[Quantities] = (), recovery_timeout_nanos: int = 0,
        agent_recovery_factor: float = 0, memory_limit_bytes: int = 0, gc_percent: int = 0,
        record_dir: Union[str, "os.PathLike[str]"] = "", record_bytes: int = 0, record_seconds: int = 0,
        role_policy: str = "", framework_policy: str = "", policies: Iterable[str] = (),
        lending_grace_nanos: int = 0, lending_least_nanos: int = 0,
    ):
        self._open(library, "create", c.Options(
            abi_version=ABI_VERSION, interval_nanos=interval_nanos, start_nanos=start_nanos, seed=seed,
            agent_order=agent_order,
            flags=c.OFFER_GPUS_TO_ALL * offer_gpus_to_all | c.NESTED_QUOTA * nested_quota | c.STRICT_USE * strict_use, region=to_c.string(region),
            **to_c.pair("fairness_exclude", to_c.strings(fairness_exclude)),
            **to_c.pair("min_allocatable", to_c.quantity_lists(min_allocatable)),
            recovery_timeout_nanos=recovery_timeout_nanos, agent_recovery_factor=agent_recovery_factor,
            memory_limit_bytes=memory_limit_bytes, gc_percent=gc_percent, record_dir=to_c.string(os.fspath(record_dir)),
            record_bytes=record_bytes, record_seconds=record_seconds, role_policy=to_c.string(role_policy),
            framework_policy=to_c.string(framework_policy), **to_c.pair("policies", to_c.strings(policies), "policy_count"),
            lending_grace_nanos=lending_grace_nanos, lending_least_nanos=lending_least_nanos))

    @classmethod
    @typed
    def restore(
        cls: Type[Itself], snapshot: bytes, library: Union[Library, str, None] = None, *, memory_limit_bytes: int = 0,
        gc_percent: int = 0, record_dir: Union[str, "os.PathLike[str]"] = "", record_bytes: int = 0,
        record_seconds: int = 0,
    ) -> Itself:
        """An allocator that goes on where the one of a snapshot was, also in another
        process. Numbers of roles, kinds and items are what they were; find_agent and
        find_framework have the handles, which are new. Errors: OSError (no library),
        VersionError (it is of another release), InvalidError (it is damaged),
        LimitError (too many allocators), StateError (it cannot be recorded)."""
        a = cls.__new__(cls)
        a._open(library, "restore", c.Options(
            abi_version=ABI_VERSION, memory_limit_bytes=memory_limit_bytes, gc_percent=gc_percent,
            record_dir=to_c.string(os.fspath(record_dir)), record_bytes=record_bytes, record_seconds=record_seconds),
            snapshot, len(snapshot))
        return a

    def _open(self, library: Union[Library, str, None], function: str, options: Any, *arguments: Any) -> None:
        self._instance = 0
        self._resource_names: Dict[int, str] = {}  # of the metrics that were gathered last; replaced, never changed
        self.library = library if isinstance(library, Library) else load(library)
        instance = c_uint64()
        self.library._call(function, ctypes.byref(options), *arguments, ctypes.byref(instance))
        self._instance = instance.value

    def close(self) -> None:
        """Destroys the allocator, also after PanicError; again, it does nothing, nor in
        the child of a fork. Errors: BusyError, and then it is still there."""
        if self._instance and not self.library._is_forked():
            self.library._call("destroy", self._instance)
        self._instance = 0

    def __enter__(self: Itself) -> Itself:
        return self

    def __exit__(
        self, of: Optional[Type[BaseException]], raised: Optional[BaseException], traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Allocator {self._instance:#x}>" if self._instance else "<Allocator, closed>"

    def __reduce__(self) -> Tuple[Any, ...]:
        """A copy would destroy the instance while this one uses it."""
        raise TypeError("an Allocator is neither copied nor pickled: Allocator.restore(a.snapshot()) is another one in its state")

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter is going, or a thread is still in it
            pass

    def _call(self, name: str, *arguments: Any) -> None:
        self.library._call(name, self._instance, *arguments)

    def _perform(self, operation: Operation, *arguments: Any) -> Any:
        if operation not in c.VALUES:
            return self._call(operation.name.lower(), *arguments)
        letter, returned = c.VALUES[operation]
        return returned(self._ask(operation.name.lower(), TYPES[letter], *arguments))

    def _ask(self, name: str, ctype: Any, *arguments: Any) -> Any:
        out = ctype()
        self._call(name, *arguments, ctypes.byref(out))
        return out.value

    def _rows(self, name: str, row: Any, *arguments: Any, room: int = 64) -> Any:
        return self.library._read(name, row, self._instance, *arguments, room=room)

    def _name(self, function: str, *arguments: Any) -> str:
        return self.library._text(function, self._instance, *arguments)

    # --- names

    def find_agent(self, id: str) -> AgentHandle:
        """The agent with an id; one that is not there is an UnknownAgentError."""
        return AgentHandle(self._ask("find_agent", c_uint64, *to_c.chars(id)))

    def find_framework(self, id: str) -> FrameworkHandle:
        """The framework with an id; one that is not there is an UnknownFrameworkError."""
        return FrameworkHandle(self._ask("find_framework", c_uint64, *to_c.chars(id)))

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
            if code == c.OK:
                return to_c.from_kind_info(c.KindInfo.from_buffer(buffer))
            if code != c.E_TOO_SMALL:
                raise self.library._error(code, "describe_kind", self._instance)
            room = size.value

    # --- what is held

    def loans(self) -> List[Loan]:
        """All that is lent, by agent."""
        return [
            Loan(FrameworkHandle(x.framework), AgentHandle(x.agent), x.role, Resource(x.kind, x.amount),
                 x.original, bool(x.flags & c.LOAN_RESERVED), x.since_nanos,
                 *((x.asks, x.due_nanos) if x.flags & c.LOAN_RECALLED else (None, None)), x.cost)
            for x in self._rows("loans", c.Loan)]

    def agent_total(self, agent: AgentHandle) -> List[Resource]:
        """What an agent has in all."""
        return to_c.from_resources(self._rows("agent_total", c.Resource, agent))

    def agent_free(self, agent: AgentHandle) -> List[Resource]:
        """What of an agent could be offered."""
        return to_c.from_resources(self._rows("agent_free", c.Resource, agent))

    def agent_held(
        self, agent: AgentHandle, framework: FrameworkHandle = NO_FRAMEWORK, role: int = ALL_ROLES
    ) -> List[Resource]:
        """What a framework (0: all) holds on an agent, offered or in use."""
        return to_c.from_resources(self._rows("agent_held", c.Resource, agent, framework, role))

    def agent_allocated(self, agent: AgentHandle, role: int = ALL_ROLES) -> List[Resource]:
        """What tasks of a role use on an agent."""
        return to_c.from_resources(self._rows("agent_allocated", c.Resource, agent, role))

    def inverse_statuses(self) -> Tuple[List[AgentHandle], List[InverseStatus]]:
        """The agents under maintenance, and the frameworks' answers about them."""
        rows = [(c_uint64, 64), (c.InverseStatus, 64), (ctypes.c_char, 1024)]
        results = self.library._read_all("inverse_statuses", rows, (self._instance,))
        agents, statuses, text = (out[:count] for out, count in results)
        return [AgentHandle(a) for a in agents], [
            InverseStatus(AgentHandle(s.agent), to_c.decode(text[s.id_first : s.id_first + s.id_size]), to_c.named(InverseAnswer, s.status))
            for s in statuses]

    # --- time and cycles

    def next_deadline_nanos(self) -> Optional[int]:
        """When something next happens by itself; None if nothing does."""
        deadline = self._ask("next_deadline", c_int64)
        return None if deadline == c.NEVER else deadline

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
        counts = c.Cycle()
        self._call("allocate", now_nanos, ctypes.byref(counts))
        return self._read_cycle(counts)

    def run_due(self, now_nanos: int) -> Tuple[Cycle, Optional[int]]:
        """Does what advance, allocate and next_deadline_nanos do: runs all that is due at
        a time, and the cycle that is due then. Returns its outcome, and when to call it
        next, None if nothing is due by itself."""
        counts, deadline = c.Cycle(), c_int64()
        self._call("run_due", now_nanos, ctypes.byref(counts), ctypes.byref(deadline))
        return self._read_cycle(counts), None if deadline.value == c.NEVER else deadline.value

    def _read_cycle(self, counts: Any) -> Cycle:
        offers = self._rows("cycle_offers", c.Offer, room=counts.offers)
        resources = self._rows("cycle_resources", c.Resource, room=counts.resources)
        inverse = self._rows("cycle_inverse_offers", c.InverseOffer, room=counts.inverse_offers)
        recalls = self._rows("cycle_recalls", c.Recall, room=counts.recalls)
        headroom = self._rows("cycle_headroom", c.Headroom, room=counts.headroom)
        return Cycle(
            counts, offers, resources,
            [InverseOffer(FrameworkHandle(o.framework), AgentHandle(o.agent), o.start_nanos, o.duration_nanos)
             for o in inverse],
            [Recall(to_c.named(RecallStage, r.stage), FrameworkHandle(r.framework), AgentHandle(r.agent), r.role, r.asks,
                    Resource(r.kind, r.amount), r.due_nanos) for r in recalls],
            [Headroom(self.resource_name(h.resource), h.required_before, h.required_after, h.available_before,
                      h.available_after, h.held_back) for h in headroom])

    def submit(self, batch: Batch) -> List[Result]:
        """Carries out a batch's operations in order, each on its own: one that
        fails changes nothing and keeps none behind it from being carried out. It
        returns a Result for each. Errors: PartialError (some failed; it has the
        results), PanicError."""
        ops, count = to_c.array(c.Op, batch._operations)
        rows = (c.Result * count)()
        code = self.library._code("submit", self._instance, ops, count, rows)
        results = [Result(r.code, r.value) for r in rows]
        if code == c.OK:
            return results
        error = self.library._error(code, "submit", self._instance)
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
        question = c.Question(framework=framework or 0, agent=agent or 0, role=role)
        _restrict(question, visible_roles, visible_frameworks)
        self._call("explain", ctypes.byref(question))
        return Explanation(self._name("explained_text"), self._name("explained_json"))

    def explain_standing(
            self, role: int = ALL_ROLES, framework: Optional[int] = None, other_role: int = ALL_ROLES,
            other_framework: Optional[int] = None, new_role_in: Optional[int] = None,
            new_framework_in: Optional[int] = None, new_weight: float = 1,
            new_minimum: Optional[Quantities] = None, new_request: Optional[Quantities] = None,
            visible_roles: Optional[Iterable[int]] = None,
            visible_frameworks: Optional[Iterable[int]] = None) -> Explanation:
        """Where a role or framework stands, or everybody: what it deserves, asks for,
        holds, lends and borrows, and what would be fair; why another one has more; and
        what somebody new would come to hold, a role below one (ALL_ROLES: at the top) or
        a framework in one. Without a request it asks for all that there is. Asking
        changes nothing."""
        question = c.StandingQuestion(
            framework=framework or 0, other_framework=other_framework or 0, role=role,
            other_role=other_role, new_in=ALL_ROLES, new_weight=new_weight)
        if new_role_in is not None:
            question.flags, question.new_in = c.QUESTION_NEW_ROLE, new_role_in
        if new_framework_in is not None:
            question.flags, question.new_in = question.flags | c.QUESTION_NEW_FRAMEWORK, new_framework_in
        question.new_minimum = c.Quantities(*to_c.quantities(new_minimum or {}))
        question.new_request = c.Quantities(*to_c.quantities(new_request or {}))
        _restrict(question, visible_roles, visible_frameworks)
        self._call("explain_standing", ctypes.byref(question))
        return Explanation(self._name("explained_text"), self._name("explained_json"))

    def gather_metrics(self) -> Metrics:
        """Gathers the figures of the allocator, also for gathered_metrics."""
        counts = c.Metrics()
        self._call("gather_metrics", ctypes.byref(counts))
        _, _, _, quantities, _, loans, overdue = figures = self._read_metrics()
        numbers = {row.resource for rows in (quantities, loans, overdue) for row in rows}
        self._resource_names = {number: self.resource_name(number) for number in numbers}
        return _from_metrics(self._resource_names, *figures)

    def gathered_metrics(self) -> Metrics:
        """The figures gathered last, all 0 if none were. At any time, also while
        another thread's call is under way; never parts of two gatherings. The names of
        roles and frameworks are for the thread that gathers to read: role_name and
        framework_name are calls as any."""
        return _from_metrics(self._resource_names, *self._read_metrics())

    def _read_metrics(self) -> Tuple[Any, ...]:
        before, after = c.Metrics(), c.Metrics()
        while True:
            self._call("gathered_metrics", ctypes.byref(before))
            roles = self._rows("metrics_roles", c.RoleMetrics, room=before.roles)
            keys = self._rows("metrics_keys", c.RoleKey, room=before.roles)
            quantities = self._rows("metrics_quantities", c.QuantityMetrics, room=before.quantities)
            subscriptions = self._rows("metrics_subscriptions", c.Subscription, room=before.subscriptions)
            loans = self._rows("metrics_loans", c.LoanMetrics, room=before.loans)
            overdue = self._rows("metrics_overdue", c.OverdueBorrower, room=before.overdue)
            self._call("gathered_metrics", ctypes.byref(after))
            if before.gathering == after.gathering:
                return after, roles, keys, quantities, subscriptions, loans, overdue

    def snapshot(self) -> bytes:
        """The whole state, of which restore makes an allocator that goes on as this one
        would have. What the last cycle offered is not in it."""
        return self._rows("snapshot", ctypes.c_char, room=65536)

    def state(self) -> Dict[str, Any]:
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
        q = c.ViewQuestion(question=to_c.string(question))
        _restrict(q, visible_roles, visible_frameworks)
        answer = c_uint64()
        self._call("gather_view", ctypes.byref(q), ctypes.byref(answer))
        return answer.value

    def gathered_view(self, answer: int) -> str:
        """Works an answer to the page out and reads it, once: JSON. At any time, also
        while another thread's call is under way. Errors: StateError (it was read, or 64
        others were asked for since)."""
        try:
            return self._name("gathered_view", answer)
        except StateError as e:
            text = f"answer {answer}: there is none; it was read, or 64 others were asked for since, or it cannot be worked out"
            raise StateError(e.code, e.name, text) from None

    # --- recordings

    def start_recording(self, dir: Union[str, "os.PathLike[str]"], bytes: int = 0, seconds: int = 0) -> None:
        """Records all calls from now on, for `apportion replay`, in a folder that is
        made if it is not there. bytes bounds its files together (0: a gibibyte), seconds
        are those between snapshots (0: 600). Errors: InvalidError (bytes that two
        snapshots exceed), StateError (there is a recording already, the folder has
        another, or cannot be written to)."""
        self._call("start_recording", *to_c.chars(os.fspath(dir)), bytes, seconds)

    def stop_recording(self) -> None:
        """Switches the recording off, if there is one, when all is written. Errors:
        StateError (the latest calls are missing; it is off all the same)."""
        self._call("stop_recording")

    def recording_status(self) -> Recording:
        """How far the recording is."""
        r = c.Recording()
        self._call("recording_status", ctypes.byref(r))
        figures = (getattr(r, name) for name in Recording._fields[2:])
        return Recording(bool(r.flags & c.RECORDING_ON), self.recording_gap(), *figures)

    def recording_gap(self) -> str:
        """Why calls cannot be kept at present; empty while they can."""
        return self._name("recording_gap")


def _restrict(question: Any, visible_roles: Optional[Iterable[int]], visible_frameworks: Optional[Iterable[int]]) -> None:
    """Says what may be named in the answer to a question, if it is not everything."""
    if visible_roles is not None or visible_frameworks is not None:
        question.flags |= c.QUESTION_RESTRICTED
        roles, frameworks = to_c.numbers(c_uint32, visible_roles or ()), to_c.numbers(c_uint64, visible_frameworks or ())
        question.visible_roles, question.visible_role_count = roles
        question.visible_frameworks, question.visible_framework_count = frameworks


def _from_metrics(
    names: Dict[int, str], m: Any, roles: Any, keys: Any, quantities: Any, subscriptions: Any, loans: Any, overdue: Any,
) -> Metrics:
    rows = ("roles", "keys", "quantities", "subscriptions", "loans", "overdue")
    single = {n: getattr(m, n) for n in Metrics.__dataclass_fields__ if n not in rows}
    return Metrics(
        **single,
        roles=[RoleMetrics(r.role, r.share, r.weight, r.frameworks, r.active_filters,
                           bool(r.flags & c.ROLE_QUOTA)) for r in roles],
        keys=[RoleKey(k.role, to_c.named(OrderedBy, k.policy, OrderedBy.OTHER), k.key) for k in keys],
        quantities=[QuantityMetrics(
            q.role, q.resource, q.total, q.offered_or_allocated, q.guarantee,
            q.limit if q.flags & c.QUANTITY_LIMITED else None, q.consumed_quota, q.reserved_quantity,
            names.get(q.resource, ""))
            for q in quantities],
        subscriptions=[Subscription(FrameworkHandle(s.framework), s.role, bool(s.flags & c.SUBSCRIPTION_SUPPRESSED))
                       for s in subscriptions],
        loans=[LoanMetrics(x.role, x.resource, x.lent, x.borrowed, x.recalled, x.overdue,
                           names.get(x.resource, "")) for x in loans],
        overdue=[OverdueBorrower(FrameworkHandle(x.framework), x.role, x.resource, x.amount,
                                 names.get(x.resource, "")) for x in overdue])
