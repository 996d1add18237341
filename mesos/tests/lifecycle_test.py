#!/usr/bin/env python3
"""The module through what happens in a cluster: a real mesos-master on a
replicated log, two real agents and two frameworks. All of it is recorded, and
replayed with the command-line tool.

Usage: lifecycle_test.py MESOS_PREFIX MODULE.so APPORTION [NAME=VALUE...]

APPORTION is the tool; the last are environment variables of the master.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlencode

from cluster import Agent, Failed, Master, await_that
from framework import Framework, amount, scalar

PREFIX, MODULE, TOOL = sys.argv[1], *map(os.path.abspath, sys.argv[2:4])
ENVIRONMENT = [pair.split("=", 1) for pair in sys.argv[4:]]
RESOURCES = "cpus:4;mem:1024;disk:2048;ports:[31000-31099]"
FLAGS = ["--registry=replicated_log", "--quorum=1", "--allocation_interval=50ms",
         "--agent_ping_timeout=1secs", "--max_agent_ping_timeouts=2",
         "--allocator_recovery_timeout=20secs"]
LIMIT = 1e12  # the most that a master takes of cpus
A_CYCLE = 0.5  # seconds, in which several cycles have run


class Cluster:
    """What all steps share."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="apportion-recording-")
        self.master = Master(PREFIX, MODULE, flags=FLAGS, environment=ENVIRONMENT,
                             parameters=[{"key": "record", "value": self.folder.name},
                                         {"key": "record_limit", "value": "64MB"},
                                         {"key": "record_seconds", "value": "3"}])
        self.master.await_ready()
        self.agents = [Agent(self.master, RESOURCES) for _ in range(2)]
        self.one = Framework(self.master, "one", ["eng"])
        self.two = Framework(self.master, "two", ["ops"])
        self.await_agents(2)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        for agent in self.agents:
            agent.__exit__()
        self.master.__exit__()
        self.folder.cleanup()

    def metric(self, name):
        return self.master.metrics().get("allocator/" + name)

    def await_metric(self, name, value):
        await_that(f"{name} is {value}", lambda: self.metric(name) == value)

    def await_agents(self, count):
        self.await_metric("mesos/resources/cpus/total", 4 * count)

    def await_cpus(self, cpus, *frameworks):
        """Waits until these frameworks are offered so many cpus together."""
        def offered():
            return sum(amount(offer, "cpus") for framework in frameworks
                       for offer in framework.held())
        await_that(f"{cpus} cpus are offered, not {offered()}",
                   lambda: offered() == cpus)

    def await_all_free(self, framework):
        """Has the last framework that has offers return them."""
        def all_free():
            if framework.held():
                framework.decline(framework.held())
            return self.metric("mesos/resources/cpus/offered_or_allocated") == 0
        await_that("nothing is offered", all_free)

    def await_whole_agents(self, count, framework):
        """Waits until the framework is offered so many agents in one piece each."""
        def offered_whole():
            pieces = [o for o in framework.held() if amount(o, "cpus") != 4]
            if pieces:
                framework.decline(pieces)
            return not pieces and len(framework.held()) == count
        await_that(f"{count} whole agents are offered", offered_whole)

    def explain(self, **query):
        status, body = self.master.get("/allocator/explain?" + urlencode(query))
        expect_equal(status, 200, f"an explanation ({body})")
        return json.loads(body)

    def headroom(self):
        return json.loads(self.master.get("/allocator/cycle")[1])["headroom"]

    def set_quota(self, role, guarantees, limits):
        def values(amounts):
            return {name: {"value": value} for name, value in amounts.items()}
        status, body = self.master.call("UPDATE_QUOTA", force=True, quota_configs=[{
            "role": role, "guarantees": values(guarantees),
            "limits": values(limits)}])
        expect_equal(status, 200, f"quota is taken ({body})")


    def recording(self, switch=None):
        status, body = (self.master.get("/allocator/recording") if switch is None else
                        self.master.request("POST", "/allocator/recording/" + switch))
        expect_equal(status, 200, f"the recording ({body})")
        return json.loads(body)

    def replay(self):
        """What a replay of all that was recorded comes to: calls and cycles. Masters
        end without saying so: where their recording stops is told as well."""
        done = subprocess.run([TOOL, "replay", "--check", self.folder.name],
                              capture_output=True, text=True)
        found = re.fullmatch(r"identical: (\d+) calls, (\d+) cycles\n"
                             r"(?:\S+\.journal: not ended at offset \d+, .*\n)*", done.stdout)
        if done.returncode != 0 or found is None:
            raise Failed(f"replayed differently: {done.stdout}{done.stderr}")
        return tuple(map(int, found.groups()))


def expect_equal(is_so, should_be, what):
    if is_so != should_be:
        raise Failed(f"{what}: {is_so}, not {should_be}")


def offers(c):
    """Both frameworks together are offered all that there is."""
    c.await_cpus(8, c.one, c.two)
    c.await_metric("mesos/resources/cpus/offered_or_allocated", 8)


def launches(c):
    """What a task uses is not offered, what it leaves of the offer is."""
    offer = c.one.await_offer()
    task = c.one.launch(offer, [scalar("cpus", 1), scalar("mem", 64)])
    c.one.await_state(task, "TASK_RUNNING")
    c.await_cpus(7, c.one, c.two)
    c.one.call("KILL", task_id={"value": task})
    c.one.await_state(task, "TASK_KILLED")
    c.await_cpus(8, c.one, c.two)


def declines_with_filters(c):
    """What a framework declines for long is offered to the other one only."""
    c.two.call("SUPPRESS")
    c.two.decline(c.two.held())
    c.await_whole_agents(2, c.one)
    c.one.decline(c.one.held(), refuse_seconds=3600)
    c.await_metric("mesos/offer_filters/roles/eng/active", 2)
    c.two.call("REVIVE")
    c.await_cpus(8, c.two)
    agent = c.two.held()[0]["agent_id"]["value"]
    c.two.decline(c.two.held(), refuse_seconds=0)
    time.sleep(A_CYCLE)
    expect_equal(c.one.held(), [], "what was refused for an hour")
    c.two.call("SUPPRESS")
    c.await_all_free(c.two)
    expect_equal(c.explain(framework="one", role="eng")["verdict_code"], "refused",
                 "why nothing is offered")
    [of_agent] = c.explain(framework=c.one.id, agent=agent)
    expect_equal((of_agent["agent"], of_agent["role"],
                  [reason["code"] for reason in of_agent["reasons"]]),
                 (agent, "eng", ["refused"]), "why an agent is not offered")
    c.one.call("REVIVE")
    c.await_cpus(8, c.one)
    c.two.call("REVIVE")
    c.await_metric("mesos/offer_filters/roles/eng/active", 0)


def quota_as_large_as_can_be(c):
    """Quota of 1e12 is set, holds back nothing, and is taken away again."""
    c.set_quota("ops", {}, {"cpus": LIMIT, "bandwidth": LIMIT})
    c.await_metric("mesos/quota/roles/ops/resources/cpus/limit", LIMIT)
    c.set_quota("ops", {"cpus": LIMIT}, {"cpus": LIMIT})
    c.await_metric("mesos/quota/roles/ops/resources/cpus/guarantee", LIMIT)
    await_that("a cycle tells the headroom", lambda: "cpus" in c.headroom())
    c.one.decline(c.one.held())
    c.await_cpus(8, c.two)  # which all goes to now
    c.set_quota("ops", {}, {})
    c.await_metric("mesos/quota/roles/ops/resources/cpus/limit", None)
    await_that("a cycle without quota tells none", lambda: not c.headroom())
    c.two.call("SUPPRESS")
    c.two.decline(c.two.held())
    c.await_cpus(8, c.one)


def reservations_and_volumes(c):
    """A framework reserves, makes a volume, and undoes both."""
    reservation = [{"type": "DYNAMIC", "role": "eng", "labels": {"labels": [
        {"key": f"key-{i}", "value": "x" * 100} for i in range(100)]}}]
    allocation = {"allocation_info": {"role": "eng"}}
    reserved = scalar("disk", 512, reservations=reservation, **allocation)
    volume = dict(reserved, disk={
        "persistence": {"id": "a-volume"},
        "volume": {"mode": "RW", "container_path": "data"}})

    def disks(offer):
        return [r for r in offer["resources"] if r.get("reservations")]

    c.one.accept(c.one.await_offer(), [
        {"type": "RESERVE", "reserve": {"resources": [reserved]}},
        {"type": "CREATE", "create": {"volumes": [volume]}}])
    with_volume = c.one.await_offer(
        lambda o: any("disk" in r for r in disks(o)), "a volume")
    expect_equal(amount(with_volume, "disk"), 2048, "disk, with the volume")
    c.one.accept(with_volume, [
        {"type": "DESTROY", "destroy": {"volumes": [volume]}},
        {"type": "UNRESERVE", "unreserve": {"resources": [reserved]}}])
    agent = with_volume["agent_id"]["value"]
    c.one.await_offer(lambda o: o["agent_id"]["value"] == agent and
                      not disks(o), "an offer without a reservation")

    # An operator does the same to what is free.
    c.one.call("SUPPRESS")
    c.one.decline(c.one.held())
    c.await_metric("mesos/resources/cpus/offered_or_allocated", 0)
    del reserved["allocation_info"]
    for kind in ("RESERVE_RESOURCES", "UNRESERVE_RESOURCES"):
        status, body = c.master.call(kind, agent_id={"value": agent},
                                     resources=[reserved])
        expect_equal(status, 202, f"{kind} ({body})")
    status, body = c.master.call("UNRESERVE_RESOURCES", agent_id={"value": agent},
                                 resources=[reserved])
    expect_equal((status, " does not contain disk(" in body), (409, True),
                 f"what is not reserved any more ({body})")
    c.one.call("REVIVE")
    c.await_cpus(8, c.one)
    # One that is killed while it writes of operations may not start again.
    await_that("the agents are through with operations",
               lambda: not any(a.operations() for a in c.agents))


def an_agent_lost_and_back(c):
    """An agent's offers go with it, and come back with it."""
    c.agents[0].end()
    c.await_agents(1)
    c.await_cpus(4, c.one)
    c.agents[0].start()
    c.await_agents(2)
    c.await_cpus(8, c.one)


def a_framework_removed_while_offers_are_out(c):
    c.two.call("REVIVE")
    c.await_cpus(8, c.one)
    three = Framework(c.master, "three", ["eng/nested"])
    c.one.call("SUPPRESS")
    c.one.decline(c.one.held())
    c.await_cpus(8, c.two, three)
    c.two.call("SUPPRESS")
    c.two.decline(c.two.held())
    c.await_cpus(8, three)
    three.call("TEARDOWN")
    await_that("the framework that is torn down is told", lambda: three.ended)
    c.await_metric("mesos/resources/cpus/offered_or_allocated", 0)
    c.one.call("REVIVE")
    c.await_cpus(8, c.one)


def a_restart_with_such_quota(c):
    """The registry's quota of 1e12 is recovered; agents and frameworks that
    come back are known, and so are their tasks."""
    expect_equal(c.recording()["snapshots"] > 1, True, "a snapshot each three seconds")
    task = c.one.launch(c.one.await_offer(), [scalar("cpus", 1), scalar("mem", 64)])
    c.one.await_state(task, "TASK_RUNNING")
    c.set_quota("eng", {"cpus": LIMIT}, {"cpus": LIMIT, "mem": LIMIT})
    c.master.end()
    await_that("the frameworks see the master's end",
               lambda: c.one.ended and c.two.ended)
    c.master.start()
    c.master.await_ready()
    c.await_metric("mesos/quota/roles/eng/resources/mem/limit", LIMIT)
    c.one = Framework(c.master, "one", ["eng"], framework_id=c.one.id)
    c.two = Framework(c.master, "two", ["ops"], framework_id=c.two.id)
    c.await_agents(2)
    c.await_cpus(7, c.one)
    c.one.call("KILL", task_id={"value": task})
    c.await_cpus(8, c.one)
    c.set_quota("eng", {}, {})


def what_cannot_be_taken_is_refused(c):
    """A refused agent or framework ends nothing, and goes as it came."""
    c.one.call("REVIVE")
    # The two have more than can be counted, so that one of them is refused.
    huge = "cpus:4;mem:1024;huge:9000000000000000"
    with Agent(c.master, huge) as agent, Agent(c.master, huge) as another:
        c.await_metric("apportion/refused/agents", 1)
        _, text = c.master.get("/allocator/refused")
        expect_equal("huge" in text, True, "why it is refused is told")
        deep = "/".join(["r"] * 5000)
        deepest = Framework(c.master, "deep", [deep])
        c.await_metric("apportion/refused/frameworks", 1)
        deepest.call("SUPPRESS")
        deepest.call("REVIVE")
        agent.end()
        another.end()
        deepest.call("TEARDOWN")
        await_that("nothing is refused any more", lambda: not any(
            name in c.master.get("/allocator/refused")[1]
            for name in ("huge", deepest.id)))
    c.await_agents(2)
    c.await_cpus(8, c.one, c.two)


def recorded_and_replayed(c):
    """All of it was recorded, by both masters, and replays as identical; it is
    switched off and on again."""
    seen = c.recording("stop")
    expect_equal((seen["on"], seen["fault"], seen["calls"]), (False, "", 0),
                 "the recording is switched off")
    calls, cycles = c.replay()
    expect_equal(calls > 100 and cycles > 10, True, f"{calls} calls, {cycles} cycles")
    c.one.decline(c.one.held())
    c.await_cpus(8, c.one, c.two)
    expect_equal(c.replay(), (calls, cycles), "what was replayed without recording")
    expect_equal(c.recording("start")["on"], True, "the recording is switched on")
    expect_equal(c.recording("start")["snapshots"], 1, "and stays as it is")
    c.one.decline(c.one.held())
    c.await_cpus(8, c.one, c.two)
    seen = c.recording()
    expect_equal((seen["gap"], seen["gaps"], seen["missing"]), ("", 0, 0), "gaps")
    expect_equal(seen["folder"], c.folder.name, "the folder")
    c.recording("stop")
    expect_equal(c.replay()[0] >= calls + seen["calls"] > calls, True,
                 "calls that are replayed then")


STEPS = [offers, launches, declines_with_filters, quota_as_large_as_can_be,
         reservations_and_volumes, an_agent_lost_and_back,
         a_framework_removed_while_offers_are_out, a_restart_with_such_quota,
         what_cannot_be_taken_is_refused, recorded_and_replayed]


def main():
    with Cluster() as c:
        for step in STEPS:
            start = time.monotonic()
            try:
                step(c)
                if not c.master.running():
                    raise Failed("the master ended")
            except (Failed, OSError) as error:
                for process in (*c.agents, c.master):
                    print(process.text()[-20000:])
                raise SystemExit(f"lifecycle_test.py: {step.__name__}: {error}")
            print(f"  {step.__name__}: {time.monotonic() - start:.1f} s",
                  flush=True)
        expect_equal(c.master.end(signal.SIGTERM) in (143, -15), True,
                     "SIGTERM ends the master")
    print("lifecycle_test.py: ok")


main()
