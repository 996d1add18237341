"""The calls that an allocator carries out and a batch gathers."""
import ctypes
from ctypes import c_uint32, c_uint64
from typing import Any, Iterable, Mapping, Optional

from . import _generated as c
from . import _marshal as to_c
from ._checked_calls import ALWAYS, calls
from ._generated import InverseAnswer, Lend, Operation, PolicyOf
from ._handles import AgentHandle, FrameworkHandle
from ._values import (
    ALL_ROLES, NO_FILTER, AgentInfo, AgentUpdate, Conversion, FrameworkInfo, Kind, Quota, Resource, Resources, Unavailability, Usage,
)


@calls(ALWAYS)
class Operations:
    """The calls that Allocator carries out at once and Batch gathers. An allocator
    returns their value or raises their Error at once; a batch has either in its
    results after submit. Each call lists its errors; besides, WrongTypeError, OverflowError
    and MalformedError are possible wherever there are arguments, and HandleError, BusyError and
    PanicError always."""

    def _perform(self, operation: Operation, *arguments: Any) -> Any:
        """arguments are those of the C function, but the instance."""
        raise NotImplementedError

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

    def release_roles(self, roles: Iterable[int]) -> None:
        """Says that the host does without roles, see NUMBERS; all of them, or none
        if there is an error."""
        self._perform(Operation.RELEASE_ROLES, *to_c.numbers(c_uint32, roles))

    def release_kinds(self, kinds: Iterable[int]) -> None:
        """Says that the host does without kinds, see NUMBERS; all of them, or none
        if there is an error."""
        self._perform(Operation.RELEASE_KINDS, *to_c.numbers(c_uint32, kinds))

    def release_items(self, items: Iterable[int]) -> None:
        """Says that the host does without items of set resources, see NUMBERS; all
        of them, or none if there is an error."""
        self._perform(Operation.RELEASE_ITEMS, *to_c.numbers(c_uint64, items))

    # --- agents

    def add_agent(self, info: AgentInfo) -> AgentHandle:
        """Adds an agent and returns its handle."""
        return self._perform(Operation.ADD_AGENT, ctypes.pointer(to_c.agent_info(info)))

    def update_agent(self, agent: AgentHandle, update: AgentUpdate) -> None:
        """Changes an agent."""
        self._perform(Operation.UPDATE_AGENT, agent, ctypes.pointer(to_c.agent_update(update)))

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
        self._perform(Operation.ADD_RESOURCE_PROVIDER, agent, *to_c.resources(total), *to_c.usages(used))

    def set_whitelist(self, hosts: Iterable[str]) -> None:
        """Restricts offers to agents on these hosts: without any, to no agent."""
        self._perform(Operation.SET_WHITELIST, *to_c.strings(hosts))

    def clear_whitelist(self) -> None:
        """Lifts the restriction of set_whitelist."""
        self._perform(Operation.CLEAR_WHITELIST)

    # --- frameworks

    def add_framework(self, info: FrameworkInfo, active: bool = True, used: Iterable[Usage] = ()) -> FrameworkHandle:
        """Adds a framework and returns its handle. used is what the host believes
        it to use; none says nothing."""
        described = ctypes.pointer(to_c.framework_info(info))
        return self._perform(Operation.ADD_FRAMEWORK, described, int(active), *to_c.usages(used))

    def update_framework(self, framework: FrameworkHandle, info: FrameworkInfo) -> None:
        """Changes all of a framework but its id."""
        self._perform(Operation.UPDATE_FRAMEWORK, framework, ctypes.pointer(to_c.framework_info(info)))

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
        self._perform(Operation.SUPPRESS_OFFERS, framework, *to_c.numbers(c_uint32, roles))

    def revive_offers(self, framework: FrameworkHandle, roles: Iterable[int] = ()) -> None:
        """Ends suppression and filters in these roles, or in all its roles if there
        are none."""
        self._perform(Operation.REVIVE_OFFERS, framework, *to_c.numbers(c_uint32, roles))

    def request_resources(self, framework: FrameworkHandle) -> None:
        """Is accepted and, as in Mesos, changes nothing."""
        self._perform(Operation.REQUEST_RESOURCES, framework)

    def exclude_agents(self, framework: FrameworkHandle, role: int, agents: Iterable[AgentHandle]) -> None:
        """Sets which agents a framework is not offered in a role; the list replaces
        the former one."""
        self._perform(Operation.EXCLUDE_AGENTS, framework, role, *to_c.numbers(c_uint64, agents))

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

    def update_allocation(
        self, framework: FrameworkHandle, agent: AgentHandle, role: int, offered: Resources,
        conversions: Iterable[Conversion],
    ) -> None:
        """Applies conversions to what a framework was offered on an agent."""
        self._perform(
            Operation.UPDATE_ALLOCATION, framework, agent, role, *to_c.resources(offered), *to_c.conversions(conversions))

    def update_available(self, agent: AgentHandle, conversions: Iterable[Conversion]) -> None:
        """Applies conversions to what is free on an agent."""
        self._perform(Operation.UPDATE_AVAILABLE, agent, *to_c.conversions(conversions))

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

    def set_weights(self, weights: Mapping[int, float]) -> None:
        """Sets the weights of roles, by role; those not named keep theirs."""
        w = to_c.array(c.RoleWeight, (c.RoleWeight(role, 0, weight) for role, weight in weights.items()))
        self._perform(Operation.SET_WEIGHTS, *w)

    def set_policy(self, policy: str, role: int = ALL_ROLES, of: PolicyOf = PolicyOf.ALL) -> None:
        """Sets the policy by which all that is below a role is ordered, or all of the
        tree: "drf", "random", "hdrf", "ranked", "asset", "decayed:half_life=24h",
        "max_min:resource=gpus". "" takes back what was set. InvalidError says
        what there is."""
        self._perform(Operation.SET_POLICY, role, of, *to_c.chars(policy))

    def set_ranks(self, roles: Mapping[int, float] = {}, frameworks: Mapping[int, float] = {}) -> None:
        """Sets the ranks of roles and of frameworks, by role and by framework: under
        "ranked" the lowest comes first. Those not named keep theirs."""
        r = to_c.array(c.RoleRank, (c.RoleRank(role, 0, rank) for role, rank in roles.items()))
        f = to_c.array(c.FrameworkRank, (c.FrameworkRank(framework, rank) for framework, rank in frameworks.items()))
        self._perform(Operation.SET_RANKS, *r, *f)

    def set_lending(self, role: int, flags: Lend = Lend(0), most: Iterable[Resource] = ()) -> None:
        """Sets what a role lends of what is kept back for it: at most so many revocable
        scalars of its guarantee, and again of its reservations."""
        self._perform(Operation.SET_LENDING, role, flags, *to_c.resources(most))

    def recover(self, now_nanos: int, expected_agents: int, quotas: Mapping[int, Quota]) -> None:
        """Tells what the former master left: how many agents to expect, and which
        quotas by role."""
        self._perform(Operation.RECOVER, now_nanos, expected_agents, *to_c.role_quotas(quotas))

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
