"""A host that serves the page of its allocator with Python's own HTTP server, to this
machine alone. It prints the page's address. An interrupt ends it.

    python3 page.py [libapportion.so.0]
"""
import collections
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Deque, List

from apportion import (
    SECOND, AgentInfo, Allocator, Error, FrameworkInfo, InvalidError, Kind, Offer, UnknownError, scalar,
)


class Page(BaseHTTPRequestHandler):
    allocator: Allocator
    lock = threading.Lock()  # held by whoever calls the allocator

    def do_GET(self):
        if self.headers.get("Host", "").partition(":")[0] not in ("localhost", "127.0.0.1"):
            self.send_error(421)  # a stranger's name that leads here, for a page that would read ours
            return
        path = self.path[1:]
        name = path.partition("?")[0]
        try:
            status, body = 200, self.find(name, path)
        except Error as e:
            status = 400 if isinstance(e, InvalidError) else 404 if isinstance(e, UnknownError) else 503
            name, body = "error", json.dumps({"error": str(e)}).encode()
        headers = self.allocator.library.view_headers(name)
        if "ETag" in headers and headers["ETag"] in self.headers.get("If-None-Match", ""):
            status, body = 304, b""  # the browser has it
        self.send_response(status)
        for header, value in headers.items():
            self.send_header(header, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def find(self, name, question):
        """A file of the page, or the answer to a question of it."""
        file = self.allocator.library.view_file(name)
        if file is not None:
            return file
        with self.lock:
            answer = self.allocator.gather_view(question)
        return self.allocator.gathered_view(answer).encode()  # others call meanwhile

    def log_message(self, *_):
        pass


def play(allocator):
    """Two frameworks use what they are offered for ten seconds."""
    with Page.lock:
        cpus = allocator.declare_kind(Kind("cpus"))
        for i in range(100):
            allocator.add_agent(AgentInfo(f"machine-{i}", total=[scalar(cpus, 8)]))
        for path in ("web", "eng/batch"):
            allocator.add_framework(FrameworkInfo(path.replace("/", "-"), roles=[allocator.declare_role(path)]))
    used: Deque[List[Offer]] = collections.deque(maxlen=10)
    while True:
        now = time.time_ns()
        with Page.lock:
            if len(used) == used.maxlen:
                for o in used.popleft():
                    allocator.recover_resources(now, o.framework, o.agent, o.role, o.resources, allocated=True)
            allocator.advance(now)
            offers = list(allocator.allocate(now))
            for o in offers[:8]:
                allocator.transition(o.agent, o.role, o.resources)
            for o in offers[8:]:
                allocator.recover_resources(now, o.framework, o.agent, o.role, o.resources)
            used.append(offers[:8])
        time.sleep(1)


def main():
    with Allocator(sys.argv[1] if len(sys.argv) > 1 else None, interval_nanos=SECOND) as Page.allocator:
        threading.Thread(target=play, args=(Page.allocator,), daemon=True).start()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        print(f"http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
