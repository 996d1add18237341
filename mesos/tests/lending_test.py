#!/usr/bin/env python3
"""What a role lends in a real cluster: a master, an agent, a framework of the role, and
borrowers, one of which gives back what is recalled and one of which does not.

Usage: lending_test.py MESOS_PREFIX MODULE.so
"""

import json
import os
import sys

from cluster import Agent, Failed, Master, await_that
from framework import Framework, amount, scalar

PREFIX, MODULE = sys.argv[1], os.path.abspath(sys.argv[2])
GRACE = 2  # seconds
PARAMETERS = [{"key": "lend./prod", "value": "cpus:4;mem:1024"},
              {"key": "lend_grace_seconds", "value": str(GRACE)}]
FLAGS = ["--registry=replicated_log", "--quorum=1", "--allocation_interval=50ms",
         "--agent_ping_timeout=1secs", "--max_agent_ping_timeouts=2",
         "--allocator_recovery_timeout=5secs", "--min_allocatable_resources=cpus:0.01"]
QUOTA = {"role": "prod", "guarantees": {"cpus": {"value": 4}, "mem": {"value": 1024}}}


def expect_equal(is_so, should_be, what):
    if is_so != should_be:
        raise Failed(f"{what}: {is_so}, not {should_be}")


class Cluster:
    """A master whose one agent's 4 CPUs are guaranteed to prod, which does not ask."""

    def __init__(self):
        self.master = Master(PREFIX, MODULE, PARAMETERS, FLAGS)
        self.master.await_ready()
        self.prod = Framework(self.master, "prod", ["prod"])
        self.prod.call("SUPPRESS")
        await_that("quota is taken", lambda: self.master.call(
            "UPDATE_QUOTA", force=True, quota_configs=[QUOTA])[0] == 200)
        self.agent = Agent(self.master, "cpus:4;mem:1024;disk:0;ports:[]")
        self.borrower = self.borrows("one")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.agent.__exit__()
        self.master.__exit__()

    def borrows(self, name, **more):
        return Framework(self.master, name, ["batch"], ["REVOCABLE_RESOURCES"], **more)

    def loans(self, framework):
        """Amounts that are lent, and for whom they are recalled, by resource."""
        status, body = self.master.get("/allocator/loans?framework=" + framework.id)
        expect_equal(status, 200, f"loans ({body})")
        return sorted((loan["resource"], loan["amount"], loan.get("recalled_for"))
                      for loan in json.loads(body)["loans"])

    def await_metric(self, role, what, cpus):
        name = f"allocator/apportion/roles/{role}/resources/cpus/{what}"
        await_that(f"{what} of {role} is {cpus}",
                   lambda: self.master.metrics().get(name, 0) == cpus)

    def launches(self, framework, cpus):
        """A task on what is lent, which is running."""
        offer = framework.await_offer(lambda o: amount(o, "cpus") >= cpus)
        expect_equal([("revocable" in r) for r in offer["resources"]], [True, True],
                     "what is lent is revocable")
        lent = {"revocable": {}, "allocation_info": {"role": "batch"}}
        task = framework.launch(offer, [scalar("cpus", cpus, **lent),
                                        scalar("mem", 64 * cpus, **lent)])
        framework.await_state(task, "TASK_RUNNING")
        return task

    def ends(self, framework, task):
        framework.call("KILL", task_id={"value": task})
        framework.await_state(task, "TASK_KILLED")

    def await_offered(self, framework, cpus):
        """Waits until a framework is offered so many CPUs, which are not revocable."""
        def offered():
            return sum(r["scalar"]["value"] for o in framework.held()
                       for r in o["resources"]
                       if r["name"] == "cpus" and "revocable" not in r)
        await_that(f"{cpus} cpus are offered, not {offered()}",
                   lambda: offered() == cpus)


def suppress(framework):
    framework.call("SUPPRESS")
    framework.decline(framework.held())


def no_operation_on_what_is_lent(c):
    """The master refuses to reserve what is revocable."""
    lent = scalar("cpus", 1, revocable={}, allocation_info={"role": "batch"})
    reserved = dict(lent, reservations=[{"type": "DYNAMIC", "role": "batch"}])
    for source in ([], [lent]):
        c.borrower.accept(c.borrower.await_offer(), [{
            "type": "RESERVE", "reserve": {"source": source, "resources": [reserved]}}])
    await_that("both are refused", lambda: c.master.text().count(
        "Dropping RESERVE operation") == 2)


def whose_loans(c):
    """A framework is known by its id or its name; of one that is not known, or by what
    else one may ask, no list is empty or whole."""
    for known in (c.borrower.id, "one"):
        expect_equal(c.master.get("/allocator/loans?framework=" + known)[0], 200, known)
    for query, status, says in (("framework=ones", 404, "similar are: 'one'"),
                                ("framework=", 404, "There is no framework ''"),
                                ("framework_id=" + c.borrower.id, 400, "there is framework=")):
        got = c.master.get("/allocator/loans?" + query)
        expect_equal((got[0], says in got[1]), (status, True), f"{query} ({got[1]})")


def lent_and_given_back_to_the_next_master(c):
    """A master that restarts learns from the agent what is lent, and recalls it once
    prod asks; it is prod's then."""
    task = c.launches(c.borrower, 3)
    lent = [("cpus", 3, None), ("mem", 192, None)]
    expect_equal([l for l in c.loans(c.borrower) if l[1] in (3, 192)], lent, "loans")
    c.master.end()
    await_that("the frameworks see the master's end",
               lambda: c.prod.ended and c.borrower.ended)
    c.master.start()
    c.master.await_ready()
    c.borrower = c.borrows("one", framework_id=c.borrower.id)
    c.borrower.tasks = 1  # their names go on
    await_that("the new master knows of the loans",
               lambda: [l for l in c.loans(c.borrower) if l[1] in (3, 192)] == lent)
    suppress(c.borrower)
    c.prod = Framework(c.master, "prod", ["prod"], framework_id=c.prod.id)
    c.await_offered(c.prod, 1)
    await_that("it is recalled", lambda: c.loans(c.borrower) ==
               [("cpus", 3, "prod"), ("mem", 192, "prod")])
    for role, what in (("prod", "lent"), ("batch", "borrowed"), ("batch", "recalled")):
        c.await_metric(role, what, 3)
    if "Recalling cpus{REV}:3 on agent" not in c.master.text():
        raise Failed("no recall in the log:\n" + c.master.text())
    c.ends(c.borrower, task)
    expect_equal(c.loans(c.borrower), [], "loans that were given back")
    c.await_offered(c.prod, 4)


def kept_beyond_the_deadline(c):
    """A borrower that does not give back is lent nothing until it has."""
    suppress(c.prod)
    keeps = c.borrows("two")
    task = c.launches(keeps, 3)
    suppress(keeps)
    c.prod.call("REVIVE")
    c.await_offered(c.prod, 1)
    keeps.call("REVIVE")
    await_that("it is overdue", lambda: "recalled for role prod, overdue for" in
               c.master.get(f"/allocator/explain?framework={keeps.id}&format=text")[1])
    c.await_metric("batch", "overdue", 3)
    c.ends(keeps, task)
    c.await_metric("batch", "overdue", 0)
    c.await_offered(c.prod, 4)
    keeps.call("TEARDOWN")


STEPS = [no_operation_on_what_is_lent, whose_loans, lent_and_given_back_to_the_next_master,
         kept_beyond_the_deadline]

with Cluster() as cluster:
    for step in STEPS:
        try:
            step(cluster)
        except Failed as failed:
            raise SystemExit(f"lending_test.py: {step.__name__}: {failed}")
print("lending_test.py: ok")
