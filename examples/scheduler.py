"""The scheduler loop of scheduler.c in Python, with nothing but ctypes.

    python3 scheduler.py [libapportion.so.0]
"""
import ctypes
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_int64, c_size_t, c_uint32, c_uint64

LIB = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libapportion.so.0")
SECOND = 1_000_000_000
NO_FILTER = -(2**63)


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
    _fields_ = [
        ("struct_size", c_uint32), ("flags", c_uint32), ("id", Str),
        ("hostname", Str), ("region", Str),
        ("total", POINTER(Resource)), ("total_count", c_size_t),
    ]


class Cycle(Record):
    _fields_ = [
        ("struct_size", c_uint32), ("ran", c_uint32),
        ("offers", c_size_t), ("resources", c_size_t),
    ]


class Offer(Structure):
    _fields_ = [("framework", c_uint64), ("agent", c_uint64), ("role", c_uint32),
                ("first", c_uint32), ("count", c_uint32), ("reserved", c_uint32)]


# Without these, ctypes would pass every number as a C int.
U32, U64, I64, SIZE, PTR = c_uint32, c_uint64, c_int64, c_size_t, ctypes.c_void_p
for name, arguments in {
    "create": (PTR, PTR), "destroy": (U64,), "last_error": (U64, PTR, SIZE, PTR),
    "declare_role": (U64, c_char_p, SIZE, PTR), "declare_kind": (U64, PTR, PTR),
    "add_framework": (U64, PTR, U32, PTR, SIZE, PTR), "add_agent": (U64, PTR, PTR),
    "request_allocation": (U64,), "allocate": (U64, I64, PTR),
    "cycle_offers": (U64, PTR, SIZE, PTR), "cycle_resources": (U64, PTR, SIZE, PTR),
    "transition": (U64, U64, U32, PTR, SIZE),
    "recover_resources": (U64, I64, U64, U64, U32, PTR, SIZE, I64, U32),
}.items():
    getattr(LIB, "apportion_" + name).argtypes = arguments


class Allocator:
    def __init__(self):
        self.handle = c_uint64(0)
        self.call("create", byref(Options(abi_version=1)), byref(self.handle), on=())

    def call(self, function, *arguments, on=None):
        on = (self.handle,) if on is None else on
        code = getattr(LIB, "apportion_" + function)(*on, *arguments)
        if code != 0:
            text, size = ctypes.create_string_buffer(4096), c_size_t(0)
            LIB.apportion_last_error(self.handle, text, len(text), byref(size))
            raise RuntimeError(f"apportion: {code}: {text.raw[:size.value].decode()}")

    def make(self, function, *arguments, kind=c_uint64):
        out = kind(0)
        self.call(function, *arguments, byref(out))
        return out.value

    def offers(self, now):
        """Runs a cycle and returns (offer, its resources) pairs."""
        cycle, count = Cycle(), c_size_t(0)
        self.call("request_allocation")
        self.call("allocate", now, byref(cycle))
        offers, resources = (Offer * cycle.offers)(), (Resource * cycle.resources)()
        self.call("cycle_offers", offers, len(offers), byref(count))
        self.call("cycle_resources", resources, len(resources), byref(count))
        return [(o, resources[o.first:o.first + o.count]) for o in offers]


def main():
    allocator = Allocator()
    cpus, mem = (allocator.make("declare_kind", byref(KindInfo(name=Str.of(name))), kind=c_uint32)
                 for name in ("cpus", "mem"))
    tasks = {}
    for name, task in {"analytics": {cpus: 1000, mem: 4000}, "web": {cpus: 3000, mem: 1000}}.items():
        role = c_uint32(allocator.make("declare_role", name.encode(), len(name), kind=c_uint32))
        info = FrameworkInfo(id=Str.of(name), roles=ctypes.pointer(role), role_count=1)
        tasks[allocator.make("add_framework", byref(info), 1, None, 0)] = name, task
    total = (Resource * 2)(Resource(cpus, 0, 9000), Resource(mem, 0, 18000))
    allocator.make("add_agent", byref(AgentInfo(id=Str.of("machine-1"), hostname=Str.of("machine-1"),
                                                total=total, total_count=2)))
    for second in range(1, 6):
        for offer, resources in allocator.offers(second * SECOND):
            name, task = tasks[offer.framework]
            n = len(resources)
            used = (Resource * n)(*(Resource(r.kind, 0, task[r.kind]) for r in resources))
            rest = (Resource * n)(*(Resource(r.kind, 0, r.amount - task[r.kind]) for r in resources))
            allocator.call("transition", offer.agent, offer.role, used, n)
            allocator.call("recover_resources", second * SECOND, offer.framework, offer.agent,
                           offer.role, rest, n, NO_FILTER, 0)
            print(f"{second} s: {name} starts a task")
    allocator.call("destroy")


if __name__ == "__main__":
    main()
