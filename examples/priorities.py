"""priorities.c in Python: the same story, and the same output.

    python3 priorities.py [libapportion.so.0]
"""
import sys
from dataclasses import dataclass

from apportion import NO_FILTER, AgentInfo, Allocator, FrameworkInfo, Kind, scalar


@dataclass
class Role:
    name: str
    priority: float
    weight: float
    wants: int  # tasks of a cpu
    runs: int = 0
    id: int = 0
    framework: int = 0  # its only one


class Cluster:
    def __init__(self, a, roles):
        self.a, self.roles = a, roles
        a.set_policy("ranked")
        for r in roles:
            r.id = a.declare_role(r.name)
            r.framework = a.add_framework(FrameworkInfo(r.name, roles=[r.id]))
        a.set_ranks(roles={r.id: r.priority for r in roles})
        a.set_weights({r.id: r.weight for r in roles})
        self.cpus = a.declare_kind(Kind("cpus"))
        self.machine = a.add_agent(AgentInfo("m1", total=[scalar(self.cpus, 12)]))

    def give_back(self, framework, role, cpus, allocated):
        self.a.recover_resources(
            self.a.now_nanos(), framework, self.machine, role, [scalar(self.cpus, cpus)],
            refuse_nanos=NO_FILTER, allocated=allocated)

    def wants(self, r, tasks):
        r.wants = tasks
        (self.a.revive_offers if r.runs < tasks else self.a.suppress_offers)(r.framework)

    def end_task(self, r):
        self.give_back(r.framework, r.id, 1, True)
        r.runs -= 1

    def fill(self):
        """Starts a task on each offer and gives back the rest, of which there is a new offer then."""
        while True:
            self.a.request_allocation()
            offers = list(self.a.allocate(self.a.now_nanos()))
            if not offers:
                break
            offer = offers[0]
            self.a.transition(self.machine, offer.role, [scalar(self.cpus, 1)])
            room = offer.resources[0].amount - 1
            if room:
                self.give_back(offer.framework, offer.role, room, False)
            r = next(r for r in self.roles if r.id == offer.role)
            r.runs += 1
            if r.runs == r.wants:
                self.a.suppress_offers(r.framework)
        print(", ".join(f"{r.name} {r.runs}" for r in self.roles))


def main():
    with Allocator(sys.argv[1] if len(sys.argv) > 1 else None) as a:
        web, db, train, crawl = Role("web", 0, 1, 3), Role("db", 0, 1, 3), Role("train", 1, 2, 99), Role("crawl", 1, 1, 99)
        c = Cluster(a, [web, db, train, crawl])
        c.fill()  # priority 1 shares six cpus two to one
        c.wants(web, 6)
        for r in (train, train, crawl):
            c.end_task(r)
        c.fill()  # what has ended is web's
        c.wants(web, 3)
        while web.runs > web.wants:
            c.end_task(web)
        c.fill()  # and what web no longer needs is shared again, two to one


if __name__ == "__main__":
    main()
