"""A Mesos cluster of this machine's own, for tests of the module: a master and its
agents. framework.py has the frameworks."""

import atexit
import base64
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import tempfile
import time

MODULE_NAME = "org_apportion_Allocator"
PATIENCE = 60  # seconds, for what happens soon on a machine that is not busy


class Failed(Exception):
    """Something did not come about."""


def await_that(what, condition, patience=PATIENCE):
    """The first value of condition() that is true."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise Failed("waited in vain: " + what)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def connection_to(port, timeout=None):
    """To a program of Mesos: encrypted, and only to it, where the environment has its
    certificate (with_ssl.py)."""
    certificate = os.environ.get("LIBPROCESS_SSL_CERT_FILE")
    if certificate is None:
        return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    return http.client.HTTPSConnection(
        "127.0.0.1", port, timeout=timeout,
        context=ssl.create_default_context(cafile=certificate))


def program(prefix, name):
    """Where a program is installed: automake has those of the cluster in sbin, CMake in
    bin."""
    places = [os.path.join(prefix, folder, name) for folder in ("sbin", "bin")]
    for place in places:
        if os.access(place, os.X_OK):
            return place
    raise Failed("there is neither " + " nor ".join(places))


class Process:
    """A program of Mesos with its log, in a folder of its own."""

    def __init__(self, prefix, name):
        self.prefix, self.name = prefix, name
        self.dir = tempfile.TemporaryDirectory(prefix=f"apportion-{name}-")
        self.port = free_port()
        self.log = open(self.path("log"), "w+")
        self.process = None
        # Where a test fails before its with has begun, nobody else would end it.
        atexit.register(lambda: self.running() and self.end())

    def path(self, name):
        return os.path.join(self.dir.name, name)

    def write(self, name, content):
        with open(self.path(name), "w") as file:
            json.dump(content, file)
        return self.path(name)

    def run(self, flags, environment=()):
        lib = os.path.join(self.prefix, "lib")
        env = dict(os.environ, **dict(environment))
        env["LD_LIBRARY_PATH"] = lib + ":" + env.get("LD_LIBRARY_PATH", "")
        self.logged_before = len(self.text())
        self.process = subprocess.Popen(
            [program(self.prefix, self.name), "--ip=127.0.0.1",
             f"--port={self.port}", "--hostname=localhost",
             f"--work_dir={self.path('work')}", *flags],
            stdout=self.log, stderr=subprocess.STDOUT, env=env)

    def running(self):
        return self.process is not None and self.process.poll() is None

    def end(self, how=signal.SIGKILL):
        """Ends the process, and returns how it ended."""
        if self.running():
            self.process.send_signal(how)
        return self.process.wait(30)

    def text(self):
        with open(self.path("log")) as file:
            return file.read()

    def request(self, method, path, body=None, headers=(), timeout=PATIENCE):
        """Status and body."""
        connection = connection_to(self.port, timeout)
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            return response.status, response.read().decode()
        except OSError as error:
            if self.running():
                raise
            raise Failed(f"{self.name} ended:\n" + self.text()) from error
        finally:
            connection.close()

    def get(self, path, who=None, secret="", timeout=PATIENCE):
        headers = {}
        if who is not None:
            pair = base64.b64encode(f"{who}:{secret}".encode()).decode()
            headers["Authorization"] = "Basic " + pair
        return self.request("GET", path, headers=headers, timeout=timeout)

    def call(self, kind, **content):
        """A call of the operator's API: status, and what was answered."""
        message = {"type": kind, **({kind.lower(): content} if content else {})}
        status, body = self.request(
            "POST", "/api/v1", json.dumps(message),
            {"Content-Type": "application/json", "Accept": "application/json"})
        return status, json.loads(body) if body.startswith("{") else body

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.running():
            self.end()
        self.log.close()
        self.dir.cleanup()


class Master(Process):
    """A master with the module as its allocator. Its folder and its port stay the
    same when it is started again."""

    def __init__(self, prefix, module, parameters=(), flags=(), environment=()):
        super().__init__(prefix, "mesos-master")
        modules = self.write("modules.json", {"libraries": [{
            "file": module,
            "modules": [{"name": MODULE_NAME,
                         "parameters": list(parameters)}]}]})
        self.flags = [f"--modules=file://{modules}",
                      f"--allocator={MODULE_NAME}",
                      *(f(self) if callable(f) else f for f in flags)]
        self.environment = environment
        self.start()

    def start(self):
        self.run(self.flags, self.environment)

    def metrics(self):
        return json.loads(self.get("/metrics/snapshot")[1])

    def is_locked_out(self):
        """libprocess may wait for itself for good where connections wait when it starts
        (docs/mesos.md), whatever the allocator. The master gets no further then."""
        return " started on " not in self.text()[self.logged_before:]

    def await_ready(self, who=None, secret=""):
        def ready():
            if not self.running():
                raise Failed("the master ended:\n" + self.text())
            try:
                return self.get("/allocator/cycle", who, secret, 20)[0] == 200
            except TimeoutError:
                if self.is_locked_out():
                    self.end()
                    self.start()
                return False
            except OSError:
                return False
        await_that("the master answers", ready)


class Agent(Process):
    """An agent; its folder stays the same when it is started again."""

    def __init__(self, master, resources, attributes=""):
        super().__init__(master.prefix, "mesos-agent")
        self.flags = [
            f"--master=127.0.0.1:{master.port}", f"--resources={resources}",
            f"--attributes={attributes}", f"--runtime_dir={self.path('run')}",
            f"--launcher_dir={os.path.join(self.prefix, 'libexec', 'mesos')}",
            "--launcher=posix", "--isolation=posix/cpu,posix/mem",
            "--systemd_enable_support=false", "--registration_backoff_factor=10ms",
            "--authentication_backoff_factor=10ms"]
        # Executors get nothing of the agent's environment.
        encrypted = {name: value for name, value in os.environ.items()
                     if name.startswith("LIBPROCESS_SSL_")}
        if encrypted:
            self.flags.append("--executor_environment_variables=" +
                              json.dumps(encrypted))
        self.start()

    def start(self):
        self.run(self.flags)

    def operations(self):
        """Those on its resources that it has not been told are known of."""
        status, answer = self.call("GET_OPERATIONS")
        if status != 200:
            raise Failed(f"operations of an agent: {status}, {answer}")
        return answer["get_operations"].get("operations", [])
