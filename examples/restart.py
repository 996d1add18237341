"""restart.c in Python: the same story, and the same output.

    python3 restart.py [libapportion.so.0]
"""
import sys

from apportion import SECOND, AgentInfo, Allocator, FrameworkInfo, InvalidError, Kind, scalar

LIBRARY = sys.argv[1] if len(sys.argv) > 1 else None


def run():
    """Web's framework is offered both machines: it starts a task on m1, and wants nothing
    of m2 for an hour. Returns what the host keeps."""
    with Allocator(LIBRARY) as a:
        web = a.declare_role("web")
        all_cpus = [scalar(a.declare_kind(Kind("cpus")), 4)]
        m1, m2 = (a.add_agent(AgentInfo(id, total=all_cpus)) for id in ("m1", "m2"))
        framework = a.add_framework(FrameworkInfo("web", roles=[web]))
        a.allocate(0)
        a.transition(m1, web, all_cpus)
        a.recover_resources(0, framework, m2, web, all_cpus, refuse_nanos=3600 * SECOND)
        print(" 0 s: m1 runs web's task, m2 is refused for an hour")
        return a.snapshot()


def offer(a, seconds):
    a.advance(seconds * SECOND)
    a.request_allocation()
    offers = list(a.allocate(seconds * SECOND))
    print(f"after the restart, {seconds} s: offered {a.agent_name(offers[0].agent) if offers else 'nothing'}")


def main():
    snapshot = run()  # the process ends, and another one begins
    with Allocator.restore(snapshot, LIBRARY) as a:
        a.find_framework("web")  # its new handle
        offer(a, 60)
        offer(a, 3600)
    damaged = bytearray(snapshot)
    damaged[len(damaged) // 2] ^= 1
    try:
        Allocator.restore(bytes(damaged), LIBRARY)
    except InvalidError as e:  # it says where and why
        print(f"damaged: {e.name}")


if __name__ == "__main__":
    main()
