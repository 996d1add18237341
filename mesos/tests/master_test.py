#!/usr/bin/env python3
"""The module in a real mesos-master: who may see its endpoints, what it
publishes, and that wrong parameters keep the master from starting.

Usage: master_test.py MESOS_PREFIX MODULE.so
"""

import base64
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time

PREFIX, MODULE = sys.argv[1], os.path.abspath(sys.argv[2])
NAME = "org_apportion_Allocator"
ENDPOINTS = ["/allocator/offer_constraints_debug", "/allocator/state",
             "/allocator/cycle"]
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


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Master:
    def __init__(self, parameters, flags=()):
        self.dir = tempfile.TemporaryDirectory()
        self.port = free_port()
        modules = self.write("modules.json", {"libraries": [{
            "file": MODULE,
            "modules": [{"name": NAME, "parameters": parameters}]}]})
        self.log = open(os.path.join(self.dir.name, "log"), "w+")
        env = dict(os.environ)
        env["LD_LIBRARY_PATH"] = (os.path.join(PREFIX, "lib") + ":" +
                                  env.get("LD_LIBRARY_PATH", ""))
        self.process = subprocess.Popen(
            [os.path.join(PREFIX, "sbin", "mesos-master"), "--ip=127.0.0.1",
             f"--port={self.port}", "--hostname=localhost",
             f"--work_dir={self.dir.name}/work", "--registry=in_memory",
             f"--modules=file://{modules}", f"--allocator={NAME}",
             *(flag(self) for flag in flags)],
            stdout=self.log, stderr=subprocess.STDOUT, env=env)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()
        self.dir.cleanup()

    def write(self, name, content):
        path = os.path.join(self.dir.name, name)
        with open(path, "w") as file:
            json.dump(content, file)
        return path

    def text(self):
        self.log.seek(0)
        return self.log.read()

    def get(self, path, who=None, secret=SECRET):
        """Status and body."""
        headers = {}
        if who is not None:
            pair = base64.b64encode(f"{who}:{secret}".encode()).decode()
            headers["Authorization"] = "Basic " + pair
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=10)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()

    def await_ready(self):
        for _ in range(300):
            if self.process.poll() is not None:
                raise SystemExit("the master ended:\n" + self.text())
            try:
                if self.get("/allocator/cycle", "viewer")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit("the master does not answer:\n" + self.text())

    def subscribe(self, name, role):
        """The id of a framework that lasts as long as the connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port,
                                                timeout=10)
        connection.request("POST", "/api/v1/scheduler", json.dumps({
            "type": "SUBSCRIBE",
            "subscribe": {"framework_info": {
                "user": "nobody", "name": name, "roles": [role],
                "capabilities": [{"type": "MULTI_ROLE"}]}}}),
            {"Content-Type": "application/json", "Accept": "application/json"})
        response = connection.getresponse()
        size = int(response.fp.readline() if not response.chunked
                   else response.readline())
        event = json.loads(response.read(size))
        return connection, event["subscribed"]["framework_id"]["value"]


def endpoints_are_guarded():
    flags = [lambda m: "--authenticate_http_readonly",
             lambda m: "--credentials=file://" + m.write("c.json", CREDENTIALS),
             lambda m: "--acls=file://" + m.write("acls.json", ACLS)]
    with Master([{"key": "memory_limit", "value": "512MB"}], flags) as master:
        master.await_ready()
        connection, framework = master.subscribe("one", "eng")

        for path in ENDPOINTS:
            expect(master.get(path)[0] == 401, path + " asks who one is")
            expect(master.get(path, "viewer", "wrong")[0] == 401,
                   path + " refuses a wrong secret")
            expect(master.get(path, "viewer")[0] == 200,
                   path + " is open to who may see all")

        constraints, state, cycle = ENDPOINTS
        seen = json.loads(master.get(constraints, "viewer")[1])["frameworks"]
        expect(list(seen) == [framework], "the framework is shown")
        expect(seen[framework] == {
            "suppressed_roles": [],
            "excluded_by_attribute_constraints": {"eng": []}},
               "the framework's roles are shown")
        status, body = master.get(constraints, "stranger")
        expect((status, json.loads(body)) == (200, {"frameworks": {}}),
               "frameworks that one must not view are left out")
        expect(framework in master.get(state, "viewer")[1],
               "the state holds the framework")
        for path in (state, cycle):
            status, body = master.get(path, "stranger")
            expect(status == 403, path + " is for who may see all")
            expect("eng" not in body, path + " tells strangers nothing")

        metrics = json.loads(master.get("/metrics/snapshot", "viewer")[1])
        for name in ("allocator/event_queue_dispatches",
                     "allocator/mesos/allocation_runs",
                     "allocator/mesos/allocation_run_ms",
                     "allocator/mesos/resources/cpus/total",
                     "allocator/mesos/roles/eng/shares/dominant",
                     "allocator/mesos/offer_filters/roles/eng/active"):
            expect(name in metrics, name + " is published")
        connection.close()
        master.process.terminate()
        expect(master.process.wait(30) in (143, -15), "SIGTERM ends the master")


def wrong_parameters_are_refused():
    for key, value, says in [
            ("no_such", "1", "unknown parameter 'no_such'; known are"),
            ("gc_percent", "0", "parameter 'gc_percent' is '0', but takes")]:
        with Master([{"key": key, "value": value}]) as master:
            expect(master.process.wait(30) != 0, key + " ends the master")
            expect(says in master.text(), key + " is told of in the log")


def open_without_authentication():
    with Master([]) as master:
        master.await_ready()
        for path in ENDPOINTS:
            expect(master.get(path)[0] == 200, path + " is open")


endpoints_are_guarded()
open_without_authentication()
wrong_parameters_are_refused()
if failures:
    raise SystemExit(f"master_test.py: {failures} expectations failed")
print("master_test.py: ok")
