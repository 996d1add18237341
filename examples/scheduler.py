"""The event loop of scheduler.c in Python, with nothing but ctypes: the same
story, and the same output.

    python3 scheduler.py [libapportion.so.0]
"""
import ctypes
import heapq
import itertools
import sys
from ctypes import POINTER, Structure, Union, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64
from dataclasses import dataclass

SECOND = 1_000_000_000
NO_FILTER = -(2**63)
ORDER_BY_ID = 1
MODERN_AGENT = 7
OP_RECOVER_RESOURCES, OP_TRANSITION, OP_REVIVE_OFFERS = 1, 2, 26

# ---------------------------------------------------------------- apportion.h


class Str(Structure):
    _fields_ = [("data", c_char_p), ("size", c_size_t)]

    @classmethod
    def of(cls, text):
        data = text.encode()
        return cls(data, len(data))


class Record(Structure):
    """A struct that starts with its size. Its first fields are enough: the
    library takes the rest for zero."""

    def __init__(self, **fields):
        super().__init__(ctypes.sizeof(self), **fields)


class Options(Record):
    _fields_ = [
        ("struct_size", c_uint32), ("abi_version", c_uint32),
        ("interval_nanos", c_int64), ("start_nanos", c_int64), ("seed", c_uint64),
        ("role_sorter", c_uint32), ("framework_sorter", c_uint32),
        ("agent_order", c_uint32), ("flags", c_uint32),
    ]


class Resource(Structure):
    _fields_ = [("kind", c_uint32), ("reserved", c_uint32), ("amount", c_int64),
                ("begin", c_uint64), ("end", c_uint64)]


class Quantity(Structure):
    _fields_ = [("name", Str), ("amount", c_int64)]


class KindInfo(Record):
    _fields_ = [
        ("struct_size", c_uint32), ("type", c_uint32), ("flags", c_uint32),
        ("disk_source", c_uint32), ("name", Str),
    ]


class FrameworkInfo(Record):
    _fields_ = [
        ("struct_size", c_uint32), ("capabilities", c_uint32), ("id", Str),
        ("roles", POINTER(c_uint32)), ("role_count", c_size_t),
    ]


class AgentInfo(Record):
    # To the capabilities, since without them a nested role gets nothing.
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("id", Str),
        ("hostname", Str), ("region", Str),
        ("total", POINTER(Resource)), ("total_count", c_size_t),
        ("used", c_size_t), ("used_count", c_size_t),
        ("capabilities", c_uint32), ("reserved", c_uint32),
    ]


class Cycle(Record):
    _fields_ = [
        ("struct_size", c_uint32), ("ran", c_uint32),
        ("offers", c_size_t), ("resources", c_size_t),
    ]


class Metrics(Record):
    _fields_ = [
        ("struct_size", c_uint32), ("reserved", c_uint32),
        ("allocation_runs", c_uint64), ("offers_made", c_uint64),
        ("agents", c_size_t), ("frameworks", c_size_t),
    ]


class Offer(Structure):
    _fields_ = [("framework", c_uint64), ("agent", c_uint64), ("role", c_uint32),
                ("first", c_uint32), ("count", c_uint32), ("reserved", c_uint32)]


class RecoverResources(Structure):
    _fields_ = [("now", c_int64), ("framework", c_uint64), ("agent", c_uint64),
                ("resources", POINTER(Resource)), ("resource_count", c_size_t),
                ("refuse_nanos", c_int64), ("role", c_uint32), ("allocated", c_uint32)]


class Transition(Structure):
    _fields_ = [("agent", c_uint64), ("resources", POINTER(Resource)),
                ("resource_count", c_size_t), ("role", c_uint32), ("reserved", c_uint32)]


class FrameworkRoles(Structure):
    _fields_ = [("framework", c_uint64), ("roles", POINTER(c_uint32)), ("role_count", c_size_t)]


class Members(Union):
    _fields_ = [("zero", c_uint64 * 8), ("recover_resources", RecoverResources),
                ("transition", Transition), ("framework_roles", FrameworkRoles)]


class Op(Record):
    _fields_ = [("struct_size", c_uint32), ("type", c_uint32), ("u", Members)]


class Result(Structure):
    _fields_ = [("code", c_int32), ("reserved", c_uint32), ("value", c_uint64)]


# Without these, ctypes would pass every number as a C int.
I32, U32, U64, I64, SIZE, PTR = c_int32, c_uint32, c_uint64, c_int64, c_size_t, ctypes.c_void_p
SIGNATURES = {
    "create": (PTR, PTR), "destroy": (U64,), "last_error": (U64, PTR, SIZE, PTR),
    "code_name": (I32, PTR, SIZE, PTR),
    "declare_role": (U64, c_char_p, SIZE, PTR), "declare_kind": (U64, PTR, PTR),
    "add_framework": (U64, PTR, U32, PTR, SIZE, PTR), "remove_framework": (U64, U64),
    "add_agent": (U64, PTR, PTR), "set_quota": (U64, U32, PTR, SIZE, PTR, SIZE),
    "next_deadline": (U64, PTR), "advance": (U64, I64), "pending": (U64, PTR),
    "allocate": (U64, I64, PTR), "cycle_offers": (U64, PTR, SIZE, PTR),
    "cycle_resources": (U64, PTR, SIZE, PTR), "submit": (U64, PTR, SIZE, PTR),
    "gather_metrics": (U64, PTR),
}


class Allocator:
    """An instance, which with leaves destroyed."""

    def __init__(self, library, **options):
        self.library = ctypes.CDLL(library)
        for name, arguments in SIGNATURES.items():
            getattr(self.library, "apportion_" + name).argtypes = arguments
        self.handle = c_uint64(0)
        self.invoke("create", byref(Options(abi_version=2, **options)), byref(self.handle))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.call("destroy")

    def invoke(self, function, *arguments):
        code = getattr(self.library, "apportion_" + function)(*arguments)
        if code != 0:
            name = self.text(self.library.apportion_code_name, code)
            text = self.text(self.library.apportion_last_error, self.handle)
            raise RuntimeError(f"{name}: {text}")

    def call(self, function, *arguments):
        self.invoke(function, self.handle, *arguments)

    def ask(self, function, *arguments, answer=c_uint64):
        out = answer(0)
        self.call(function, *arguments, byref(out))
        return out.value

    def rows(self, function, row, count):
        out = (row * count)()
        self.call(function, out, count, byref(c_size_t(0)))
        return out

    @staticmethod
    def text(function, subject):
        text, size = ctypes.create_string_buffer(4096), c_size_t(0)
        function(subject, text, len(text), byref(size))
        return text.raw[:size.value].decode()


# ------------------------------------------------------------------ the story


@dataclass
class Framework:
    name: str
    path: str  # of its role
    cpus: int  # of a task, in thousandths
    mem: int
    lasts: int  # nanoseconds
    waiting: int  # tasks to start
    id: int = 0
    role: int = 0
    task: object = None  # what one uses


class Scheduler:
    def __init__(self, allocator):
        self.allocator = allocator
        self.now = 0
        self.events, self.serial = [], itertools.count()  # a heap by time
        self.operations = []  # gathered, to cross into the library together
        self.cpus, self.mem = (allocator.ask("declare_kind", byref(KindInfo(name=Str.of(name))), answer=c_uint32)
                               for name in ("cpus", "mem"))
        self.web = self.add(Framework("web", "web", 2000, 4000, 30 * SECOND, 2))
        self.batch = self.add(Framework("batch", "eng/batch", 1000, 4000, 15 * SECOND // 2, 60))
        guarantee = Quantity(Str.of("cpus"), 8000)
        allocator.call("set_quota", self.web.role, byref(guarantee), 1, None, 0)
        total = (Resource * 2)(Resource(self.cpus, 0, 8000), Resource(self.mem, 0, 32000))
        for name in ("m1", "m2", "m3"):
            allocator.ask("add_agent", byref(AgentInfo(
                id=Str.of(name), hostname=Str.of(name), total=total, total_count=2, capabilities=MODERN_AGENT)))
        self.at(20 * SECOND, self.grow_traffic)

    def add(self, f):
        path = f.path.encode()
        f.role = self.allocator.ask("declare_role", path, len(path), answer=c_uint32)
        f.task = (Resource * 2)(Resource(self.cpus, 0, f.cpus), Resource(self.mem, 0, f.mem))
        info = FrameworkInfo(id=Str.of(f.name), roles=ctypes.pointer(c_uint32(f.role)), role_count=1)
        f.id = self.allocator.ask("add_framework", byref(info), 1, None, 0)
        return f

    def at(self, time, what, *arguments):
        heapq.heappush(self.events, (time, next(self.serial), what, arguments))

    def grow_traffic(self):
        self.web.waiting += 2
        self.operations.append(Op(type=OP_REVIVE_OFFERS, u=Members(framework_roles=FrameworkRoles(self.web.id))))

    def start_task(self, f, machine):
        self.operations.append(Op(type=OP_TRANSITION, u=Members(transition=Transition(machine, f.task, 2, f.role))))
        self.at(self.now + f.lasts, self.give_back, f, machine, f.task, NO_FILTER, 1)

    def give_back(self, f, machine, resources, refuse_nanos, allocated):
        self.operations.append(Op(type=OP_RECOVER_RESOURCES, u=Members(recover_resources=RecoverResources(
            self.now, f.id, machine, resources, len(resources), refuse_nanos, f.role, allocated))))

    def submit(self):
        ops, results = (Op * len(self.operations))(*self.operations), (Result * len(self.operations))()
        self.allocator.call("submit", ops, len(ops), results)
        self.operations.clear()

    def answer(self, offer, offered):
        """Starts the waiting tasks that fit into an offer and declines the rest."""
        f = self.web if offer.framework == self.web.id else self.batch
        left = {self.cpus: 0, self.mem: 0} | {r.kind: r.amount for r in offered}
        while f.waiting > 0 and left[self.cpus] >= f.cpus and left[self.mem] >= f.mem:
            left[self.cpus] -= f.cpus
            left[self.mem] -= f.mem
            f.waiting -= 1
            self.start_task(f, offer.agent)
        rest = (Resource * len(left))(*(Resource(kind, 0, amount) for kind, amount in left.items()))
        self.give_back(f, offer.agent, rest, NO_FILTER if f.waiting > 0 else 60 * SECOND, 0)

    def run_cycle(self):
        webs, batches = self.web.waiting, self.batch.waiting
        cycle = Cycle()
        self.allocator.call("allocate", self.now, byref(cycle))
        offers = self.allocator.rows("cycle_offers", Offer, cycle.offers)
        resources = self.allocator.rows("cycle_resources", Resource, cycle.resources)
        for offer in offers:
            self.answer(offer, resources[offer.first:offer.first + offer.count])
        self.submit()
        webs, batches = webs - self.web.waiting, batches - self.batch.waiting
        if webs + batches > 0:
            print(f"{self.now // SECOND:2} s: starts {webs} of web, {batches} of batch")

    def run(self):
        while True:
            if self.allocator.ask("pending", answer=c_int32):
                self.run_cycle()
            if not self.events:
                break
            self.now = min(self.events[0][0], self.allocator.ask("next_deadline", answer=c_int64))  # it waits here
            self.allocator.call("advance", self.now)
            while self.events and self.events[0][0] <= self.now:
                _, _, what, arguments = heapq.heappop(self.events)
                what(*arguments)
            self.submit()
        metrics = Metrics()
        self.allocator.call("gather_metrics", byref(metrics))
        print(f"{metrics.allocation_runs} cycles made {metrics.offers_made} offers")
        for f in (self.web, self.batch):
            self.allocator.call("remove_framework", f.id)


def main():
    library = sys.argv[1] if len(sys.argv) > 1 else "libapportion.so.0"
    with Allocator(library, interval_nanos=SECOND, agent_order=ORDER_BY_ID) as allocator:
        Scheduler(allocator).run()


if __name__ == "__main__":
    main()
