"""The event loop of scheduler.c in Python: the same story, and the same output.

    python3 scheduler.py [libapportion.so.0]
"""
import heapq
import itertools
import sys
from dataclasses import dataclass, field

from apportion import (
    NO_FILTER, NO_FRAMEWORK, SECOND, AgentInfo, Allocator, Batch, FrameworkHandle, FrameworkInfo, Kind, Order, Quota,
    Resource, scalar,
)


@dataclass
class Framework:
    name: str
    path: str  # of its role
    cpus: int  # of a task
    mem: int
    lasts: int  # nanoseconds
    waiting: int  # tasks to start
    id: FrameworkHandle = NO_FRAMEWORK
    role: int = 0
    task: list = field(default_factory=list)  # what one uses


class Scheduler:
    def __init__(self, allocator):
        self.allocator = allocator
        self.now = 0
        self.events, self.serial = [], itertools.count()  # a heap by time
        self.calls = Batch()  # gathered, to cross into the library together
        self.cpus, self.mem = (allocator.declare_kind(Kind(name)) for name in ("cpus", "mem"))
        self.web = self.add(Framework("web", "web", 2, 4, 30 * SECOND, 2))
        self.batch = self.add(Framework("batch", "eng/batch", 1, 4, 15 * SECOND // 2, 60))
        allocator.set_quota(self.web.role, Quota(guarantees={"cpus": 8}))
        for name in ("m1", "m2", "m3"):
            allocator.add_agent(AgentInfo(name, hostname=name, total=[scalar(self.cpus, 8), scalar(self.mem, 32)]))
        self.at(20 * SECOND, self.grow_traffic)

    def add(self, f):
        f.role = self.allocator.declare_role(f.path)
        f.task = [scalar(self.cpus, f.cpus), scalar(self.mem, f.mem)]
        f.id = self.allocator.add_framework(FrameworkInfo(f.name, roles=[f.role]))
        return f

    def at(self, time, what, *arguments):
        heapq.heappush(self.events, (time, next(self.serial), what, arguments))

    def grow_traffic(self):
        self.web.waiting += 2
        self.calls.revive_offers(self.web.id)

    def start_task(self, f, machine):
        self.calls.transition(machine, f.role, f.task)
        self.at(self.now + f.lasts, self.end_task, f, machine)

    def end_task(self, f, machine):
        self.calls.recover_resources(self.now, f.id, machine, f.role, f.task, allocated=True)

    def submit(self):
        self.allocator.submit(self.calls)
        self.calls.clear()

    def answer(self, offer):
        """Starts the waiting tasks that fit into an offer and declines the rest."""
        f = self.web if offer.framework == self.web.id else self.batch
        left = {self.cpus: 0, self.mem: 0, **{r.kind: r.milli for r in offer.resources}}
        while f.waiting > 0 and all(left[r.kind] >= r.milli for r in f.task):
            for r in f.task:
                left[r.kind] -= r.milli
            f.waiting -= 1
            self.start_task(f, offer.agent)
        rest = [Resource(kind, milli) for kind, milli in left.items()]
        self.calls.recover_resources(
            self.now, f.id, offer.agent, f.role, rest, refuse_nanos=NO_FILTER if f.waiting > 0 else 60 * SECOND)

    def answer_offers(self, cycle):
        webs, batches = self.web.waiting, self.batch.waiting
        for offer in cycle:
            self.answer(offer)
        self.submit()
        webs, batches = webs - self.web.waiting, batches - self.batch.waiting
        if webs + batches > 0:
            print(f"{self.now // SECOND:2} s: starts {webs} of web, {batches} of batch")

    def run_due(self):
        # The answers to offers are calls, after which something may be due at another time.
        while True:
            cycle, deadline = self.allocator.run_due(self.now)
            self.answer_offers(cycle)
            if len(cycle) == 0:
                return deadline

    def run(self):
        while True:
            deadline = self.run_due()  # None: only events happen
            if not self.events:
                break
            self.now = self.events[0][0] if deadline is None else min(self.events[0][0], deadline)  # it waits here
            while self.events and self.events[0][0] <= self.now:
                _, _, what, arguments = heapq.heappop(self.events)
                what(*arguments)
            self.submit()
        metrics = self.allocator.gather_metrics()
        print(f"{metrics.allocation_runs} cycles made {metrics.offers_made} offers")
        for f in (self.web, self.batch):
            self.allocator.remove_framework(f.id)


def main():
    library = sys.argv[1] if len(sys.argv) > 1 else None
    with Allocator(library, interval_nanos=SECOND, agent_order=Order.BY_ID) as allocator:
        Scheduler(allocator).run()


if __name__ == "__main__":
    main()
