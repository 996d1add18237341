"""Frameworks for tests of the module, which talk to the master's HTTP API (v1, as
JSON)."""

import getpass
import http.client
import json
import socket
import threading

from cluster import PATIENCE, Failed, await_that, connection_to


class Framework:
    """A framework that keeps the offers it has until it is told what to do."""

    def __init__(self, master, name, roles, capabilities=(), framework_id=None):
        self.master = master
        info = {"user": getpass.getuser(), "name": name, "roles": list(roles),
                "failover_timeout": 3600, "checkpoint": True,
                "capabilities": [{"type": kind} for kind in
                                 ("MULTI_ROLE", "RESERVATION_REFINEMENT",
                                  *capabilities)]}
        message = {"type": "SUBSCRIBE", "subscribe": {"framework_info": info}}
        if framework_id is not None:
            info["id"] = message["framework_id"] = {"value": framework_id}
        response = await_that(f"{name} is answered",
                              lambda: self._subscribe(message))
        if response.status != 200:
            raise Failed(f"{name} may not subscribe: {response.read().decode()}")
        self.stream = response.getheader("Mesos-Stream-Id")
        self.lock = threading.Lock()
        self.offers, self.states, self.ended = {}, {}, False
        self.tasks = 0
        first = self._read(response)
        if first is None or first["type"] != "SUBSCRIBED":
            raise Failed(f"{name} was told {first} and not that it is subscribed")
        self.id = first["subscribed"]["framework_id"]["value"]
        self.thread = threading.Thread(target=self._listen, args=(response,),
                                       daemon=True)
        self.thread.start()

    def _subscribe(self, message):
        """The response; None while the master reads its registry."""
        self.connection = connection_to(self.master.port)
        self.connection.request("POST", "/api/v1/scheduler",
                                json.dumps(message), self._json())
        response = self.connection.getresponse()
        if response.status == 503:
            self.connection.close()
            return None
        return response

    @staticmethod
    def _json():
        return {"Content-Type": "application/json", "Accept": "application/json"}

    @staticmethod
    def _read(response):
        """The next event: its length in a line, and then as many bytes."""
        size = response.readline()
        return json.loads(response.read(int(size))) if size else None

    def _listen(self, response):
        try:
            while (event := self._read(response)) is not None:
                self._enter(event)
        except (OSError, ValueError, http.client.HTTPException, Failed):
            pass  # the master is gone, perhaps while it was being answered
        self.ended = True

    def _enter(self, event):
        kind = event["type"]
        with self.lock:
            if kind == "OFFERS":
                for offer in event["offers"]["offers"]:
                    self.offers[offer["id"]["value"]] = offer
            elif kind == "RESCIND":
                self.offers.pop(event["rescind"]["offer_id"]["value"], None)
            elif kind == "UPDATE":
                status = event["update"]["status"]
                self.states[status["task_id"]["value"]] = status["state"]
        if kind == "UPDATE" and "uuid" in status:
            self.call("ACKNOWLEDGE", agent_id=status["agent_id"],
                      task_id=status["task_id"], uuid=status["uuid"])

    def call(self, kind, **content):
        message = {"type": kind, "framework_id": {"value": self.id},
                   **({kind.lower(): content} if content else {})}
        status, body = self.master.request(
            "POST", "/api/v1/scheduler", json.dumps(message),
            {**self._json(), "Mesos-Stream-Id": self.stream})
        if status != 202:
            raise Failed(f"{kind} was answered with {status}: {body}")

    # --- offers

    def held(self, agent=None):
        with self.lock:
            return [offer for offer in self.offers.values()
                    if agent in (None, offer["agent_id"]["value"])]

    def await_offer(self, fits=lambda offer: True, what="an offer"):
        return await_that(what + " of " + self.id, lambda: next(
            (offer for offer in self.held() if fits(offer)), None))

    def _take(self, offers):
        with self.lock:
            for offer in offers:
                self.offers.pop(offer["id"]["value"], None)
        return [offer["id"] for offer in offers]

    def decline(self, offers, refuse_seconds=0.0):
        self.call("DECLINE", offer_ids=self._take(offers),
                  filters={"refuse_seconds": refuse_seconds})

    def accept(self, offer, operations, refuse_seconds=0.0):
        self.call("ACCEPT", offer_ids=self._take([offer]),
                  operations=operations,
                  filters={"refuse_seconds": refuse_seconds})

    def launch(self, offer, resources, command="sleep 1000"):
        """The id of a task that is being launched."""
        self.tasks += 1
        task = f"task-{self.tasks}"
        self.accept(offer, [{"type": "LAUNCH", "launch": {"task_infos": [{
            "name": task, "task_id": {"value": task},
            "agent_id": offer["agent_id"], "command": {"value": command},
            "resources": resources}]}}])
        return task

    def await_state(self, task, state):
        await_that(f"{task} is {state}, not {self.states.get(task)}",
                   lambda: self.states.get(task) == state)

    def close(self):
        """The connection ends, and the master waits for the framework."""
        sock = self.connection.sock
        if sock is not None:
            sock.shutdown(socket.SHUT_RDWR)
        self.thread.join(PATIENCE)
        self.connection.close()


def scalar(name, value, **more):
    return {"name": name, "type": "SCALAR", "scalar": {"value": value}, **more}


def amount(offer, name):
    """How much of a scalar an offer has, in all its parts."""
    return sum(r["scalar"]["value"] for r in offer["resources"]
               if r["name"] == name and r["type"] == "SCALAR")
