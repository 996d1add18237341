"""A host as type checkers see it: they complain about the lines that say so, and about no other."""
from decimal import Decimal
from typing import List, Optional

from apportion import (
    AgentHandle, AgentInfo, Allocator, Batch, FrameworkHandle, FrameworkInfo, InverseAnswer, Kind, Offer, Quota, Resource,
    StaleError, scalar,
)


def right(a: Allocator) -> List[Offer]:
    cpus, web = a.declare_kind(Kind("cpus")), a.declare_role("web")
    agent = a.add_agent(AgentInfo("m1", total=[scalar(cpus, Decimal("1.5"))]))
    framework = a.add_framework(FrameworkInfo("f1", roles=[web]))
    a.set_quota(web, Quota({"cpus": 1}))
    a.recover_resources(1, framework, agent, web, [Resource(cpus, 500)])
    try:
        deadline: Optional[int] = a.next_deadline_nanos()
        a.advance(deadline or 0)
    except StaleError as e:
        print(e.code, e.name)
    return list(a.allocate(2))


class OfOnesOwn(Allocator):
    made: int = 0


def subclass() -> int:
    with OfOnesOwn() as a:
        again: OfOnesOwn = OfOnesOwn.restore(a.snapshot())
        return a.made + again.made


def wrong(a: Allocator, agent: AgentHandle, framework: FrameworkHandle, web: int) -> None:
    a.remove_agent(framework)  # mistake
    a.remove_framework(agent)  # mistake
    a.recover_resources(1, agent, agent, web, [])  # mistake
    a.add_agent("m1")  # mistake
    a.add_agent(AgentInfo("m1", totl=[]))  # mistake
    a.add_framework(FrameworkInfo("f1", roles="web"))  # mistake
    a.advance(a.next_deadline_nanos())  # mistake
    a.set_quota(web, {"cpus": 1})  # mistake
    a.update_inverse_offer(1, agent, framework, 2)  # mistake
    a.update_inverse_offer(1, agent, framework, InverseAnswer.DECLINE)
    a.submit([Batch()])  # mistake
    a.snapshot().encode()  # mistake
    a.no_such_call()  # mistake
