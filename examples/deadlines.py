"""deadlines.c in Python: the same story, and the same output.

    python3 deadlines.py [libapportion.so.0]
"""
import sys

from apportion import NO_FILTER, AgentInfo, Allocator, FrameworkInfo, Kind, scalar


def main():
    due = {"video": [20, 40], "report": [10, 30, 50], "repair": [99]}
    roles = {"video": "batch", "report": "batch", "repair": "urgent"}
    with Allocator(sys.argv[1] if len(sys.argv) > 1 else None) as a:
        a.set_policy("ranked")
        frameworks = {a.add_framework(FrameworkInfo(f, roles=[a.declare_role(r)])): f for f, r in roles.items()}
        a.set_ranks(roles={a.declare_role("urgent"): -1})
        a.add_agent(AgentInfo("m1", total=[scalar(a.declare_kind(Kind("cpus")), 1)]))
        while True:
            a.set_ranks(frameworks={f: due[name][0] if due[name] else 0 for f, name in frameworks.items()})
            a.request_allocation()
            offers = list(a.allocate(a.now_nanos()))
            if not offers:
                return
            for offer in offers:
                name = frameworks[offer.framework]
                print(f"{name}, due at {due[name].pop(0)}")
                a.recover_resources(
                    a.now_nanos(), offer.framework, offer.agent, offer.role, offer.resources, refuse_nanos=NO_FILTER)
                if not due[name]:
                    a.suppress_offers(offer.framework)


if __name__ == "__main__":
    main()
