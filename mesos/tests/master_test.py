#!/usr/bin/env python3
"""The module in a real mesos-master: who may see its endpoints and the page, what it
publishes, and that wrong parameters keep the master from starting.

Usage: master_test.py MESOS_PREFIX MODULE.so
"""

import base64
import json
import os
import re
import signal
import sys
import tempfile

from cluster import Master, await_that, connection_to
from framework import Framework

PREFIX, MODULE = sys.argv[1], os.path.abspath(sys.argv[2])
ENDPOINTS = ["/allocator/offer_constraints_debug", "/allocator/state",
             "/allocator/cycle", "/allocator/refused", "/allocator/recording"]
SECRET = "a secret"

# "viewer" may see all frameworks and roles, "engineer" all frameworks and the role
# "eng", everybody else none; "viewer" may set the log level.
ACLS = {
    "view_frameworks": [
        {"principals": {"values": ["viewer", "engineer"]}, "users": {"type": "ANY"}},
        {"principals": {"type": "ANY"}, "users": {"type": "NONE"}}],
    "view_roles": [
        {"principals": {"values": ["viewer"]}, "roles": {"type": "ANY"}},
        {"principals": {"values": ["engineer"]}, "roles": {"values": ["eng"]}},
        {"principals": {"type": "ANY"}, "roles": {"type": "NONE"}}],
    "set_log_level": [
        {"principals": {"values": ["viewer"]}, "level": {"type": "ANY"}},
        {"principals": {"type": "ANY"}, "level": {"type": "NONE"}}],
}
CREDENTIALS = {"credentials": [
    {"principal": who, "secret": SECRET}
    for who in ("viewer", "engineer", "stranger")]}
GUARDED = [lambda m: "--authenticate_http_readonly",
           lambda m: "--authenticate_http_readwrite",
           lambda m: "--credentials=file://" + m.write("c.json", CREDENTIALS),
           lambda m: "--acls=file://" + m.write("acls.json", ACLS)]

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
    with start([{"key": "memory_limit", "value": "512MB"}], GUARDED) as master:
        master.await_ready("viewer", SECRET)
        one = Framework(master, "one", ["eng"])

        for path in [*ENDPOINTS, "/allocator/loans"]:
            expect(get(master, path)[0] == 401, path + " asks who one is")
            expect(get(master, path, "viewer", "wrong")[0] == 401,
                   path + " refuses a wrong secret")
            expect(get(master, path, "viewer")[0] == 200,
                   path + " is open to who may see all")

        constraints, *others = ENDPOINTS
        state = others[0]
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
        for path in others:
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


def explain(master, query, who, headers=()):
    pair = base64.b64encode(f"{who}:{SECRET}".encode()).decode()
    return master.request("GET", "/allocator/explain" + query, headers={
        "Authorization": "Basic " + pair, **dict(headers)})


def explanations_are_guarded():
    with start([], GUARDED) as master:
        master.await_ready("viewer", SECRET)
        expect(get(master, "/allocator/explain")[0] == 401, "explain asks who one is")
        one = Framework(master, "one", ["eng", "eng/web", "ops"])
        two = Framework(master, "two", ["ops"])
        by_id = "?framework=" + one.id

        status, body = explain(master, by_id + "&role=eng", "viewer")
        answer = json.loads(body)
        expect((status, answer["framework"], answer["role"], answer["agents"]) ==
               (200, one.id, "eng", 0), "a framework is explained in a role")
        expect(isinstance(answer["verdict"], str), "there is a verdict")
        roles = [x["role"] for x in
                 json.loads(explain(master, "?framework=one", "viewer")[1])]
        expect(roles == ["eng", "eng/web", "ops"],
               "a framework is found by its name, and explained in all its roles")
        expect(json.loads(explain(master, "?role=eng", "viewer")[1])["role"] == "eng",
               "a role is explained")

        seen = json.loads(explain(master, by_id, "engineer")[1])
        expect([x.get("role") for x in seen] == ["eng", None],
               "roles that one must not view are left out")
        expect(seen[-1]["hidden"] == 2, "and counted")
        for query in (by_id + "&role=ops", "?role=ops"):
            status, body = explain(master, query, "engineer")
            expect(status == 404 and "'eng'" in body and "web" not in body,
                   query + " is not known to who may not view it")
        status, body = explain(master, by_id, "stranger")
        expect(status == 404 and one.id not in body.replace(f"'{one.id}'", "", 1)
               and "eng" not in body, "strangers know no framework")

        for query, code, says in [
                ("?framework=onne", 404, "similar are: 'one'"),
                (by_id + "&role=egn", 404, "similar are: 'eng'"),
                (by_id + "&agent=nowhere", 404, "no agent 'nowhere'"),
                ("", 400, "framework= is missing"),
                ("?agent=x", 400, "framework= is missing"),
                (by_id + "&rolle=eng", 400, "'rolle'"),
                (by_id + "&format=xml", 400, "'xml'")]:
            status, body = explain(master, query, "viewer")
            expect((status, says in body) == (code, True),
                   f"{query} is answered with {code} and {says}, not {status}: {body}")
        again = Framework(master, "two", ["ops"])
        status, body = explain(master, "?framework=two", "viewer")
        expect(status == 400 and two.id in body and again.id in body,
               "of frameworks of one name, the ids are told")

        query = by_id + "&role=eng"
        for headers, as_text in [
                ([], False), ([("User-Agent", "curl/7.88")], True),
                ([("User-Agent", "curl/7.88"), ("Accept", "*/*")], True),
                ([("User-Agent", "curl/7.88"), ("Accept", "application/json")], False),
                ([("Accept", "text/plain")], True), ([("Accept", "*/*")], False)]:
            body = explain(master, query, "viewer", headers)[1]
            expect(body.startswith("{") != as_text, f"{headers} get what they accept")
        for form, as_text in (("json", False), ("text", True)):
            body = explain(master, f"{query}&format={form}", "viewer")[1]
            expect(body.startswith("{") != as_text and one.id in body,
                   f"format={form} is answered with it")


def seen_on_the_page(master, who):
    """Roles and framework ids that somebody sees, and all of the text."""
    status, body = get(master, "/allocator/view/data?since=", who)
    expect(status == 200, f"{who} may look at the page's data, not {status}: {body}")
    data = json.loads(body)
    expect(data["cluster"]["frameworks"] == 2, f"{who} sees the sums")
    return ([row[1] for row in data.get("roles", [])],
            {row[0] for row in data.get("members", [])}, body)


def the_page_is_guarded():
    page = "/allocator/view/"
    with start([], GUARDED) as master:
        master.await_ready("viewer", SECRET)
        for path in (page, page + "view.js", page + "data?since="):
            expect(get(master, path)[0] == 401, path + " asks who one is")
        expect(get(master, "/allocator/view", "viewer")[0] == 307,
               "the page's addresses need the slash")
        status, body = get(master, page, "viewer")
        expect((status, "view.js" in body) == (200, True), "there is a page")
        for name in re.findall('(?:src|href)="([^"#]*)"', body):
            expect(get(master, page + name, "viewer")[0] == 200, name + " is served")

        one = Framework(master, "one", ["eng"])
        two = Framework(master, "two", ["ops"])
        roles, frameworks, _ = seen_on_the_page(master, "viewer")
        expect((roles, frameworks) == (["eng", "ops"], {one.id, two.id}),
               f"all is seen, not {roles} and {frameworks}")
        roles, frameworks, body = seen_on_the_page(master, "engineer")
        expect((roles, frameworks, "ops" in body) == (["eng"], {one.id}, False),
               f"what one may view is seen, not {roles} and {frameworks}")
        roles, frameworks, body = seen_on_the_page(master, "stranger")
        expect((roles, frameworks, "eng" in body) == ([], set(), False),
               "others see the sums alone")

        for path, who, code, says in [
                ("explain?framework=" + two.id, "viewer", 200, '"explanations"'),
                ("explain?role=ops", "engineer", 404, "none that may be seen"),
                ("explain?framework=" + two.id, "stranger", 404, "none that may be"),
                ("explain?role=nobody", "viewer", 404, '"error"'),
                ("history?points=x", "viewer", 400, "no such question"),
                ("history?points=9", "stranger", 200, '"t":['),
                ("nothing", "viewer", 400, "no such question")]:
            status, body = get(master, page + path, who)
            expect((status, says in body) == (code, True),
                   f"{path} of {who} is answered with {code}, not {status}: {body}")
        pair = base64.b64encode(f"viewer:{SECRET}".encode()).decode()
        status, _ = master.request("POST", page + "data", headers={
            "Authorization": "Basic " + pair})
        expect(status == 405, "it is for looking alone")
        connection = connection_to(master.port)
        connection.request("GET", page, headers={"Authorization": "Basic " + pair})
        headers = connection.getresponse().headers
        connection.close()
        expect(headers["Content-Type"] == "text/html; charset=utf-8" and
               headers["Content-Security-Policy"].startswith("default-src 'none'"),
               "it comes with a policy that lets nothing else in")


def what_roles_are_ordered_by_is_published():
    with start([{"key": "policy./late", "value": "ranked"},
                {"key": "rank./late/a", "value": "2.5"},
                {"key": "role_policy./drawn", "value": "random"}]) as master:
        master.await_ready()
        with_one = Framework(master, "one", ["web", "late/a", "drawn/a"])

        def published():
            return {name for name in master.metrics()
                    if "/shares/" in name or "/keys/" in name}
        await_that("what roles are ordered by", lambda: published() == {
            "allocator/mesos/roles/web/shares/dominant",
            "allocator/apportion/roles/late/a/keys/ranked"})
        expect(master.metrics()["allocator/apportion/roles/late/a/keys/ranked"] == 2.5,
               "the rank is the parameter's")
        with_one.call("TEARDOWN")
        await_that("nothing is ordered any more", lambda: not published())


def switch(master, on, who=None, method="POST", headers=()):
    headers = dict(headers)
    if who is not None:
        pair = base64.b64encode(f"{who}:{SECRET}".encode()).decode()
        headers["Authorization"] = "Basic " + pair
    return master.request(
        method, "/allocator/recording/" + ("start" if on else "stop"), headers=headers)


def recordings_are_guarded():
    with tempfile.TemporaryDirectory() as folder:
        inside = os.path.join(folder, "of-a-master")
        parameters = [{"key": "record", "value": inside},
                      {"key": "record_at_start", "value": "false"}]
        with start(parameters, GUARDED) as master:
            master.await_ready("viewer", SECRET)
            expect(not os.path.exists(inside), "nothing is recorded at first")
            for on in (True, False):
                expect(switch(master, on)[0] == 401, "a switch asks who one is")
                expect(switch(master, on, "engineer")[0] == 403,
                       "it is not everybody's")
                expect(switch(master, on, "viewer", "GET")[0] == 405,
                       "and not for looking")
                expect(switch(master, on, "viewer", headers={
                    "Origin": "http://elsewhere"})[0] == 403,
                       "and not for pages of other sites")
            expect(not os.path.exists(inside), "nothing is recorded still")
            status, body = switch(master, True, "viewer")
            expect((status, json.loads(body)["on"]) == (200, True), "it is switched on")
            expect(os.stat(inside).st_mode & 0o077 == 0, "for its owner alone")
            with start(parameters) as other:
                other.await_ready()
                status, body = switch(other, True)
                expect(status == 409 and "another recording" in body,
                       "two masters do not record into one folder")
                expect("another recording" in get(other, "/allocator/recording")[1],
                       "which is told afterwards, too")
            status, body = switch(master, False, "viewer")
            expect((status, json.loads(body)["on"]) == (200, False), "and off")
    with start([{"key": "record", "value": "/dev/null/folder"}]) as master:
        master.await_ready()
        seen = json.loads(get(master, "/allocator/recording")[1])
        expect(not seen["on"] and "/dev/null/folder" in seen["fault"],
               "what cannot be recorded does not keep a master from leading")
    with start([]) as master:
        master.await_ready()
        status, body = switch(master, True)
        expect(status == 409 and "'record'" in body, "without a folder there is none")
        for headers in ({"Origin": "http://elsewhere"}, {"Origin": "null"},
                        {"Sec-Fetch-Site": "cross-site"}):
            expect(switch(master, False, headers=headers)[0] == 403,
                   f"where nobody is asked who one is, {headers} is refused")
        own = {"Origin": f"http://127.0.0.1:{master.port}"}
        expect(switch(master, False, headers=own)[0] == 200, "and the master's is not")


def wrong_parameters_are_refused():
    for key, value, says in [
            ("record", "here", "parameter 'record' is 'here', but takes the absolute"),
            ("no_such", "1", "unknown parameter 'no_such'; known are"),
            ("rank./prod", "first", "'rank./prod' is 'first', but takes a number"),
            ("lend./prod", "cpus", "'lend./prod' is 'cpus', but takes amounts"),
            ("gc_percent", "0", "parameter 'gc_percent' is '0', but takes")]:
        with start([{"key": key, "value": value}]) as master:
            expect(master.process.wait(30) != 0, key + " ends the master")
            expect(says in master.text(), key + " is told of in the log")


def open_without_authentication():
    with start([]) as master:
        master.await_ready()
        for path in [*ENDPOINTS, "/allocator/loans", "/allocator/view/", "/allocator/view/data"]:
            expect(get(master, path)[0] == 200, path + " is open")


endpoints_are_guarded()
explanations_are_guarded()
the_page_is_guarded()
open_without_authentication()
what_roles_are_ordered_by_is_published()
recordings_are_guarded()
wrong_parameters_are_refused()
if failures:
    raise SystemExit(f"master_test.py: {failures} expectations failed")
print("master_test.py: ok")
