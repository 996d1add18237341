"""The calls that an allocator carries out and a batch gathers."""
import ctypes
from ctypes import c_uint32
from typing import Iterable, Mapping, Optional

from . import _marshal as to_c
from ._amounts import Quantities
from ._checked_calls import ALWAYS, calls
from ._generated import InverseAnswer, Lend, Operation, PolicyOf
from ._handles import AgentHandle, FrameworkHandle
from ._generated_operations import PlainOperations
from ._values import (
    ALL_ROLES, NO_FILTER, AgentInfo, AgentUpdate, FrameworkInfo, Kind, Quota, Resource, Resources, Unavailability, Usage,
)


@calls(ALWAYS)
class Operations(PlainOperations):
    """The calls that Allocator carries out at once and Batch gathers. An allocator
    returns their value or raises their Error at once; a batch has either in its
    results after submit. Each call lists its errors; besides, WrongTypeError, OverflowError
    and MalformedError are possible wherever there are arguments, and HandleError, BusyError and
    PanicError always."""

    # --- names

    def declare_role(self, path: str) -> int:
        """Gives a role path such as "eng/web" its number."""
        return self._perform(Operation.DECLARE_ROLE, *to_c.chars(path))

    def declare_kind(self, kind: Kind) -> int:
        """Gives a kind its number, the same for equal kinds."""
        return self._perform(Operation.DECLARE_KIND, ctypes.pointer(to_c.kind_info(kind)))

    def declare_item(self, name: str) -> int:
        """Gives an item of set resources its number."""
        return self._perform(Operation.DECLARE_ITEM, *to_c.chars(name))

    # --- agents

    def add_agent(self, info: AgentInfo) -> AgentHandle:
        """Adds an agent and returns its handle."""
        return self._perform(Operation.ADD_AGENT, ctypes.pointer(to_c.agent_info(info)))

    def update_agent(self, agent: AgentHandle, update: AgentUpdate) -> None:
        """Changes an agent."""
        self._perform(Operation.UPDATE_AGENT, agent, ctypes.pointer(to_c.agent_update(update)))

    def add_resource_provider(self, agent: AgentHandle, total: Resources, used: Iterable[Usage] = ()) -> None:
        """Adds a resource provider's resources to an agent."""
        self._perform(Operation.ADD_RESOURCE_PROVIDER, agent, *to_c.resources(total), *to_c.usages(used))

    def set_whitelist(self, hosts: Iterable[str]) -> None:
        """Restricts offers to agents on these hosts: without any, to no agent."""
        self._perform(Operation.SET_WHITELIST, *to_c.strings(hosts))

    # --- frameworks

    def add_framework(self, info: FrameworkInfo, active: bool = True, used: Iterable[Usage] = ()) -> FrameworkHandle:
        """Adds a framework and returns its handle. used is what the host believes
        it to use; none says nothing."""
        described = ctypes.pointer(to_c.framework_info(info))
        return self._perform(Operation.ADD_FRAMEWORK, described, int(active), *to_c.usages(used))

    def update_framework(self, framework: FrameworkHandle, info: FrameworkInfo) -> None:
        """Changes all of a framework but its id."""
        self._perform(Operation.UPDATE_FRAMEWORK, framework, ctypes.pointer(to_c.framework_info(info)))

    def suppress_offers(self, framework: FrameworkHandle, roles: Iterable[int] = ()) -> None:
        """Stops offers in these roles, or in all its roles if there are none."""
        self._perform(Operation.SUPPRESS_OFFERS, framework, *to_c.numbers(c_uint32, roles))

    def revive_offers(self, framework: FrameworkHandle, roles: Iterable[int] = ()) -> None:
        """Ends suppression and filters in these roles, or in all its roles if there
        are none."""
        self._perform(Operation.REVIVE_OFFERS, framework, *to_c.numbers(c_uint32, roles))

    def exclude_agent(
        self, framework: FrameworkHandle, role: int, agent: AgentHandle, excluded: bool = True
    ) -> None:
        """Excludes one agent, or includes it again."""
        self._perform(Operation.EXCLUDE_AGENT, framework, role, agent, int(excluded))

    # --- resources

    def recover_resources(
        self, now_nanos: int, framework: FrameworkHandle, agent: AgentHandle, role: int, resources: Resources,
        refuse_nanos: int = NO_FILTER, allocated: bool = False,
    ) -> None:
        """Returns resources of one role on an agent: of an offer that was declined,
        or, with allocated, what tasks no longer use. framework may be 0 when it is
        gone. For refuse_nanos the framework is not offered these resources, nor
        less, on this agent; DEFAULT_FILTER is the protocol's time."""
        r = to_c.resources(resources)
        self._perform(Operation.RECOVER_RESOURCES, now_nanos, framework, agent, role, *r, refuse_nanos, int(allocated))

    def transition(self, agent: AgentHandle, role: int, resources: Resources) -> None:
        """Tells that offered resources are now in use by tasks of a role."""
        self._perform(Operation.TRANSITION, agent, role, *to_c.resources(resources))

    # --- maintenance

    def update_unavailability(self, agent: AgentHandle, unavailability: Optional[Unavailability]) -> None:
        """Plans or changes an agent's maintenance; None cancels it."""
        u = unavailability or Unavailability(0)
        planned = int(unavailability is not None)
        self._perform(Operation.UPDATE_UNAVAILABILITY, agent, planned, u.start_nanos, u.duration_nanos)

    def update_inverse_offer(
        self, now_nanos: int, agent: AgentHandle, framework: FrameworkHandle, answer: InverseAnswer,
        refuse_nanos: int = NO_FILTER,
    ) -> None:
        """Enters a framework's answer to an inverse offer. For refuse_nanos it is
        not asked again."""
        self._perform(Operation.UPDATE_INVERSE_OFFER, now_nanos, agent, framework, answer, refuse_nanos)

    # --- policy, time and cycles

    def set_quota(self, role: int, quota: Quota = Quota()) -> None:
        """Sets what a role is guaranteed and limited to."""
        self._perform(Operation.SET_QUOTA, role, *to_c.quantities(quota.guarantees), *to_c.quantities(quota.limits))

    def set_policy(self, policy: str, role: int = ALL_ROLES, of: PolicyOf = PolicyOf.ALL) -> None:
        """Sets the policy by which all that is below a role is ordered, or all of the
        tree: "drf", "random", "hdrf", "ranked", "asset", "decayed:half_life=24h",
        "max_min:resource=gpus". "" takes back what was set. InvalidError says
        what there is."""
        self._perform(Operation.SET_POLICY, role, of, *to_c.chars(policy))

    def set_lending(
        self, role: int, flags: Lend = Lend(0), most: Iterable[Resource] = (), most_recalled: Quantities = {}
    ) -> None:
        """Sets what a role lends of what is kept back for it: at most so many revocable
        scalars of its guarantee, and again of its reservations. Of what its guarantee lacks, at most
        most_recalled is recalled at a time; what that does not name is not bounded."""
        self._perform(Operation.SET_LENDING, role, flags, *to_c.resources(most), *to_c.quantities(most_recalled))

    def set_borrowing(self, role: int, most: Quantities = {}, parts: Quantities = {}) -> None:
        """Sets how much those in a role, and below it, may have borrowed of guarantees at a time: at
        most so much, and at most such parts of what the role deserves by weights, 0.5 for half of it.
        What neither names is not bounded, and 0 is a bound."""
        self._perform(Operation.SET_BORROWING, role, *to_c.quantities(most), *to_c.quantities(parts))

    def recover(self, now_nanos: int, expected_agents: int, quotas: Mapping[int, Quota]) -> None:
        """Tells what the former master left: how many agents to expect, and which
        quotas by role."""
        self._perform(Operation.RECOVER, now_nanos, expected_agents, *to_c.role_quotas(quotas))
