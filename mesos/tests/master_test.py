#!/usr/bin/env python3
"""The module in a real mesos-master: who may see its endpoints, what it
publishes, and that wrong parameters keep the master from starting.

Usage: master_test.py MESOS_PREFIX MODULE.so
"""

import json
import os
import signal
import sys

from cluster import Master
from framework import Framework

PREFIX, MODULE = sys.argv[1], os.path.abspath(sys.argv[2])
ENDPOINTS = ["/allocator/offer_constraints_debug", "/allocator/state",
             "/allocator/cycle", "/allocator/refused"]
SECRET = "a secret"

# "viewer" may see all frameworks and roles, everybody else none.
ACLS = {
    "view_frameworks": [
        {"principals": {"values": ["viewer"]}, "users": {"type": "ANY"}},
        {"principals": {"type": "ANY"}, "users": {"type": "NONE"}}],
    "view_roles": [
        {"principals": {"values": ["viewer"]}, "roles": {"type": "ANY"}},
        {"principals": {"type": "ANY"}, "roles": {"type": "NONE"}}],
}
CREDENTIALS = {"credentials": [
    {"principal": who, "secret": SECRET} for who in ("viewer", "stranger")]}

failures = 0


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print("master_test.py: not so:", what)


def start(parameters, flags=()):
    return Master(PREFIX, MODULE, parameters, ["--registry=in_memory", *flags])


def get(master, path, who=None, secret=SECRET):
    return master.get(path, who, secret)


def endpoints_are_guarded():
    flags = [lambda m: "--authenticate_http_readonly",
             lambda m: "--credentials=file://" + m.write("c.json", CREDENTIALS),
             lambda m: "--acls=file://" + m.write("acls.json", ACLS)]
    with start([{"key": "memory_limit", "value": "512MB"}], flags) as master:
        master.await_ready("viewer", SECRET)
        one = Framework(master, "one", ["eng"])

        for path in ENDPOINTS:
            expect(get(master, path)[0] == 401, path + " asks who one is")
            expect(get(master, path, "viewer", "wrong")[0] == 401,
                   path + " refuses a wrong secret")
            expect(get(master, path, "viewer")[0] == 200,
                   path + " is open to who may see all")

        constraints, state, cycle, refused = ENDPOINTS
        seen = json.loads(get(master, constraints, "viewer")[1])["frameworks"]
        expect(list(seen) == [one.id], "the framework is shown")
        expect(seen[one.id] == {
            "suppressed_roles": [],
            "excluded_by_attribute_constraints": {"eng": []}},
               "the framework's roles are shown")
        status, body = get(master, constraints, "stranger")
        expect((status, json.loads(body)) == (200, {"frameworks": {}}),
               "frameworks that one must not view are left out")
        expect(one.id in get(master, state, "viewer")[1],
               "the state holds the framework")
        for path in (state, cycle, refused):
            status, body = get(master, path, "stranger")
            expect(status == 403, path + " is for who may see all")
            expect("eng" not in body, path + " tells strangers nothing")

        metrics = json.loads(get(master, "/metrics/snapshot", "viewer")[1])
        for name in ("allocator/event_queue_dispatches",
                     "allocator/apportion/refused/agents",
                     "allocator/mesos/allocation_runs",
                     "allocator/mesos/allocation_run_ms",
                     "allocator/mesos/resources/cpus/total",
                     "allocator/mesos/roles/eng/shares/dominant",
                     "allocator/mesos/offer_filters/roles/eng/active"):
            expect(name in metrics, name + " is published")
        one.close()
        expect(master.end(signal.SIGTERM) in (143, -15),
               "SIGTERM ends the master")


def wrong_parameters_are_refused():
    for key, value, says in [
            ("no_such", "1", "unknown parameter 'no_such'; known are"),
            ("gc_percent", "0", "parameter 'gc_percent' is '0', but takes")]:
        with start([{"key": key, "value": value}]) as master:
            expect(master.process.wait(30) != 0, key + " ends the master")
            expect(says in master.text(), key + " is told of in the log")


def open_without_authentication():
    with start([]) as master:
        master.await_ready()
        for path in ENDPOINTS:
            expect(get(master, path)[0] == 200, path + " is open")


endpoints_are_guarded()
open_without_authentication()
wrong_parameters_are_refused()
if failures:
    raise SystemExit(f"master_test.py: {failures} expectations failed")
print("master_test.py: ok")
