"""What the binding does with a library: amounts, errors, calls one by one and in
a batch, results that outgrow their buffers."""
import copy
import json
import os
import pathlib
import pickle
import tempfile
import unittest
from decimal import Decimal
from fractions import Fraction

import apportion
from apportion import _allocator, _marshal
from apportion import (
    SECOND, AgentInfo, AgentUpdate, Allocator, Batch, Capability, Conversion, Disk, DiskSource, FrameworkInfo,
    InverseAnswer, Kind, Quota, Reservation, ReservationType, Type, Unavailability, Usage, milli, nanos, scalar, span,
    units,
)


def crc32c(data):
    """The checksum of a part of a snapshot, as the part has it."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x82F63B78 * (crc & 1)
    return (crc ^ 0xFFFFFFFF).to_bytes(4, "little")


class Amounts(unittest.TestCase):
    def test_exact(self):
        for amount in (Decimal("1.005"), Fraction(201, 200), 1.005):
            self.assertEqual(milli(amount), 1005)
        self.assertEqual(milli(2**43), 2**43 * 1000)  # no float in between
        self.assertEqual(units(milli(Decimal("2251799813685.247"))), Decimal("2251799813685.247"))
        self.assertEqual(units(1500), Decimal("1.5"))

    def test_floats_are_rounded(self):
        self.assertEqual(milli(0.1 + 0.2), 300)
        self.assertEqual([milli(0.0625), milli(-0.0625), milli(0.0005), milli(-0.0)], [63, -63, 1, 0])

    def test_what_is_no_amount(self):
        for amount in (Decimal("0.0001"), Fraction(1, 3), float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity"), 0.0004):
            with self.assertRaises(apportion.ArgumentError):
                milli(amount)
        for amount, error, text in (
            (0.0001, ValueError, "scalar: amount 0.0001 is less than half a thousandth, and not 0"),
            ("x", apportion.WrongTypeError, "scalar: amount 'x' is a str, not a number"),
            ("1", TypeError, "scalar: amount '1' is a str, not a number"),
        ):
            with self.assertRaises(error) as refused:
                scalar(1, amount)
            self.assertEqual(str(refused.exception), text)
        with Allocator() as a, self.assertRaises(apportion.ArgumentError) as refused:
            a.set_quota(a.declare_role("web"), Quota({"cpus": Decimal("0.0001")}))
        self.assertEqual(str(refused.exception), "set_quota: cpus: amount 0.0001 is not a whole number of thousandths")

    def test_bounds(self):
        with Allocator() as a:
            web, mem = a.declare_role("web"), a.declare_kind(Kind("mem"))
            most, least = (apportion.Resource(mem, n) for n in (apportion.MAX_AMOUNT_MILLI, 1))
            with self.assertRaises(apportion.AmountError):
                a.add_agent(AgentInfo("less", total=[apportion.Resource(mem, -1)]))
            for too_many in ([most, least], [most, most]):
                with self.assertRaises(apportion.LimitError):
                    a.add_agent(AgentInfo("more", total=too_many))
            a.add_agent(AgentInfo("all", total=[most]))
            with self.assertRaises(apportion.LimitError):
                a.add_agent(AgentInfo("more", total=[least]))
            a.set_quota(web, Quota({"mem": 10**12, "cpus": float("inf")}, {"mem": 1e300, "cpus": Decimal("Infinity")}))
            figures = {row.resource: row for row in a.gather_metrics().quantities if row.role == web}
            self.assertEqual(sorted(row.guarantee_milli for row in figures.values()), [10**15, 2**63 - 1])
            self.assertEqual({row.limit_milli for row in figures.values()}, {2**63 - 1})

    def test_time(self):
        self.assertEqual([nanos(1.5), nanos(Decimal("0.000000001")), nanos(3)], [1_500_000_000, 1, 3 * SECOND])


class Printed(unittest.TestCase):
    def test_what_there_is_says_what_it_is(self):
        with Allocator() as a:
            n = set_up(a)
            batch = Batch()
            batch.pause()
            self.assertEqual(repr(batch), "<Batch of 1 operations>")
            a.allocate(2)
            self.assertEqual(repr(a.allocate(2)), "<Cycle that was not due>")
            a.add_agent(AgentInfo("m9", total=n.total))
            self.assertEqual(repr(a.allocate(3)), "<Cycle of 1 offers, 0 inverse offers and 0 recalls>")
            self.assertEqual(repr(a), f"<Allocator {a._instance:#x}>")
            self.assertEqual(repr(a.library), f"<Library {a.library.path!r} of release {a.library.version()}>")
        self.assertEqual(repr(a), "<Allocator, closed>")

    def test_releases(self):
        self.assertEqual(apportion.__version__, apportion.load().version())
        self.assertEqual(apportion.ABI_VERSION, apportion.load().abi_version())


class Errors(unittest.TestCase):
    def test_code_name_and_text(self):
        with Allocator() as a:
            agent = a.add_agent(AgentInfo("m1"))
            a.remove_agent(agent)
            with self.assertRaises(apportion.StaleError) as caught:
                a.remove_agent(agent)
            self.assertEqual((caught.exception.code, caught.exception.name), (-204, "STALE"))
            self.assertIn("removed", str(caught.exception))
            for family in (apportion.UnknownError, LookupError, apportion.Error):
                self.assertIsInstance(caught.exception, family)
            with self.assertRaises(apportion.BadNameError):
                a.declare_role("a//b")
            with self.assertRaises(apportion.UnknownAgentError):
                a.find_agent("m2")

    def test_similar_names(self):
        library = apportion.load()
        self.assertEqual(library.similar_names("wbe", iter(["db", "web"])), ["web"])
        self.assertEqual(library.similar_names("wbe", []), [])

    def test_handles_of_something_else(self):
        with Allocator() as a:
            n = set_up(a)
            with self.assertRaises(apportion.UnknownAgentError) as caught:
                a.remove_agent(n.f1)
            self.assertIn("that is a framework's", str(caught.exception))
            with self.assertRaises(apportion.UnknownFrameworkError) as caught:
                a.recover_resources(2, n.m1, n.m2, n.web, n.part)
            self.assertIn("that is an agent's", str(caught.exception))
            batch = Batch()
            batch.remove_framework(n.m1)
            with self.assertRaises(apportion.PartialError) as caught:
                a.submit(batch)
            self.assertEqual([r.code for r in caught.exception.results], [apportion.UnknownFrameworkError.code])
            with self.assertRaises(apportion.HandleError) as caught:
                a.library._call("destroy", n.m1)
            self.assertIn("that is an agent's", str(caught.exception))
            self.assertFalse(a.paused())

    def test_handles_are_of_their_classes(self):
        with Allocator() as a:
            n = set_up(a)
            a.update_unavailability(n.m1, Unavailability(10))
            inverse = a.allocate(2).inverse_offers[0]
            a.update_inverse_offer(3, n.m1, n.f1, InverseAnswer.ACCEPT)
            agents, statuses = a.inverse_statuses()
            for agent in (n.m1, n.offers[0].agent, a.find_agent("m1"), inverse.agent, agents[0], statuses[0].agent):
                self.assertIsInstance(agent, apportion.AgentHandle)
            subscribed = a.gather_metrics().subscriptions[0]
            for framework in (
                n.f1, n.offers[0].framework, a.find_framework("f1"), inverse.framework, subscribed.framework,
            ):
                self.assertIsInstance(framework, apportion.FrameworkHandle)
            self.assertEqual((repr(n.m1), repr(n.f1)), (f"AgentHandle({int(n.m1):#x})", f"FrameworkHandle({int(n.f1):#x})"))

    def test_closed(self):
        a = Allocator()
        instance = a._instance
        a.close()
        a.close()
        with self.assertRaises(apportion.HandleError):
            a.pending()
        a._instance = instance
        with self.assertRaises(apportion.HandleError) as caught:
            a.pending()
        a._instance = 0
        self.assertEqual(caught.exception.name, "HANDLE")

    def test_copies(self):
        """An error goes from one process to another; an allocator has one owner."""
        with Allocator() as a:
            batch = Batch()
            batch.declare_role("a b")
            for fails in (lambda: a.find_agent("m1"), lambda: a.submit(batch), lambda: a.advance("now")):
                with self.assertRaises(apportion.Error) as caught:
                    fails()
                e = caught.exception
                for again in (pickle.loads(pickle.dumps(e)), copy.copy(e)):
                    self.assertIs(type(again), type(e))
                    self.assertEqual((str(again), again.args, vars(again)), (str(e), e.args, vars(e)))
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.assertRaisesRegex(TypeError, "restore"):
                    make(a)
            a.now_nanos()  # no copy has destroyed it

    def test_fork(self):
        """Whatever a child does with what it has of its parent, it does not come to the library."""
        with Allocator() as a:
            child = os.fork()
            if child == 0:
                failed = 1
                try:
                    with a:
                        self.assertRaisesRegex(apportion.InstanceError, "now: .*forked", a.now_nanos)
                        self.assertRaisesRegex(apportion.InstanceError, "create: ", Allocator)
                    failed = 0
                finally:
                    os._exit(failed)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            a.now_nanos()

    def test_create(self):
        with self.assertRaises(apportion.InvalidError) as caught:
            Allocator(interval_nanos=-1)
        self.assertIn("interval", str(caught.exception))
        with self.assertRaises(OSError):
            Allocator("/nowhere/libapportion.so")

    def test_never_is_no_time(self):
        with Allocator() as a:
            self.assertIsNone(a.next_deadline_nanos())
            with self.assertRaisesRegex(apportion.InvalidError, "is no time"):
                a.advance(2**63 - 1)
            a.advance(7)
            self.assertEqual(a.now_nanos(), 7)

    def test_wrong_types(self):
        with Allocator() as a:
            web, before = a.declare_role("web"), a.digest()
            for wrong, text in (
                (lambda: a.add_agent("m1"), "add_agent: info is a str, not an AgentInfo"),
                (lambda: a.declare_role(7), "declare_role: path is an int, not a str"),
                (lambda: a.declare_kind("cpus"), "declare_kind: kind is a str, not a Kind"),
                (lambda: a.advance(1.5), "advance: now_nanos is a float, not an int"),
                (lambda: a.set_weights([1]), "set_weights: weights is a list, not a Mapping"),
                (lambda: a.role_name("web"), "role_name: "),
                (lambda: a.remove_agent(None), "remove_agent: None is a NoneType, not an int"),
                (lambda: a.set_weights({"web": 2}), "set_weights: 'web' is a str, not an int"),
                (lambda: a.add_framework(FrameworkInfo(b"f")), "add_framework: b'f' is a bytes, not a str"),
                (lambda: a.add_agent(AgentInfo("m", total=scalar(0, 1))), "add_agent: Resource(kind=0, milli=1000, begin=0, end=0) is one resource, not a list"),
                (lambda: a.advance(1.5), "advance: "),
                (lambda: a.transition(7, web, [("cpus", 1)]), "transition: ('cpus', 1) is a tuple, not a resource"),
                (lambda: a.set_lending(web, most={"cpus": 5}), "set_lending: 'cpus' is a str, not a resource, as scalar(kind, 8) is one"),
                (lambda: a.add_framework(FrameworkInfo("f", roles=["web"])), "add_framework: 'web' is a str, not an int"),
                (lambda: a.add_framework(FrameworkInfo("f", roles="web")), "add_framework: 'web' is a text, not a list of numbers"),
                (lambda: a.release_roles(b"web"), "release_roles: b'web' is a text, not a list of numbers"),
                (lambda: a.set_whitelist("host"), "set_whitelist: 'host' is one text"),
                (lambda: a.set_quota(web, {"cpus": 1}), "set_quota: quota is a dict, not a Quota"),
                (lambda: a.set_weights([web]), "set_weights: "),
                (lambda: a.submit([]), "submit: batch is a list, not a Batch"),
                (lambda: Batch().add_agent(None), "add_agent: info is a NoneType, not an AgentInfo"),
                (lambda: a.add_agent(AgentInfo("m", totl=[])), "AgentInfo: there is no argument totl; did you mean total?"),
                (lambda: Allocator(intervall_nanos=1), "Allocator: there is no argument intervall_nanos; did you mean interval_nanos?"),
                (lambda: a.add_framework(FrameworkInfo("f"), activ=True), "add_framework: there is no argument activ; did you mean active?"),
                (lambda: Quota(zzz=1), "Quota: there is no argument zzz"),
                (lambda: a.set_whitelist(b"host"), "set_whitelist: b'host' is one text"),
                (lambda: a.library.similar_names("wbe", "web"), "similar_names: 'web' is one text"),
                (lambda: a.add_framework(FrameworkInfo("f", [web], minima={web: {"cpus": 1}})), "add_framework: 'cpus' is a str, not amounts by resource name"),
                (lambda: Allocator(min_allocatable={"cpus": 1}), "Allocator: 'cpus' is a str, not amounts by resource name"),
                (lambda: a.declare_kind(Kind("cpus", disk=Disk(metadata=["ab"]))), "declare_kind: ['ab'] is not a list of pairs"),
                (lambda: a.declare_kind(Kind("cpus", disk=Disk(metadata="ab"))), "declare_kind: 'ab' is not a list of pairs"),
                (lambda: a.remove_agent(), "remove_agent: missing a required argument"),
                (lambda: Allocator(interval_nanos="1s"), "Allocator: "),
                (lambda: scalar(1, None), "scalar: amount None is a NoneType, not a number"),
                (lambda: scalar(1, amont=1), "scalar: there is no argument amont; did you mean amount?"),
                (lambda: nanos(None), "nanos: "),
                (lambda: a.set_weights({web: "2"}), "set_weights: weight '2' is a str, not a number"),
                (lambda: a.explain_standing(new_role_in=web, new_weight=None), "explain_standing: new_weight None is a NoneType, not a number"),
                (lambda: a.set_policy(None), "set_policy: policy is a NoneType, not a str"),
                (lambda: a.declare_item(None), "declare_item: name is a NoneType, not a str"),
                (lambda: a.find_agent(None), "find_agent: id is a NoneType, not a str"),
                (lambda: a.set_whitelist([None]), "set_whitelist: None is a NoneType, not a str"),
                (lambda: a.add_agent(AgentInfo("m", hostname=None)), "add_agent: None is a NoneType, not a str"),
                (lambda: a.set_quota(web, Quota({None: 1})), "set_quota: None is a NoneType, not a str"),
                (lambda: a.set_resource_weights({None: 1}), "set_resource_weights: None is a NoneType, not a str"),
                (lambda: Allocator(role_policy=None), "Allocator: role_policy is a NoneType, not a str"),
                (lambda: a.declare_kind(Kind("disk", disk=Disk(metadata=[(None, "v")]))), "declare_kind: None is a NoneType, not a str"),
            ):
                with self.assertRaises(apportion.WrongTypeError, msg=text) as caught:
                    wrong()
                self.assertTrue(str(caught.exception).startswith(text), str(caught.exception))
                for family in (apportion.ArgumentError, TypeError):
                    self.assertIsInstance(caught.exception, family)
            with self.assertRaisesRegex(apportion.BadNameError, "half a character"):
                a.add_framework(FrameworkInfo("half of \ud83d"))
            self.assertEqual(a.digest(), before)

    def test_nothing_is_cut_off(self):
        with Allocator() as a:
            cpus, web = a.declare_kind(Kind("cpus")), a.declare_role("web")
            for wrong in (
                lambda: a.remove_agent(2**64 + 1), lambda: a.advance(2**63), lambda: a.role_name(-1),
                lambda: a.add_agent(AgentInfo("m", total=[scalar(cpus, 2**61)])),
                lambda: a.add_framework(FrameworkInfo("f", roles=[web + 2**32])), lambda: Batch().remove_agent(-1),
            ):
                self.assertRaises(OverflowError, wrong)
            with self.assertRaises(apportion.AmountError):
                a.add_agent(AgentInfo("m", total=[scalar(cpus, -1)]))

    def test_partial(self):
        with Allocator() as a:
            batch = Batch()
            batch.declare_role("web")
            batch.declare_role("//")
            batch.declare_role("eng")
            with self.assertRaises(apportion.PartialError) as caught:
                a.submit(batch)
            self.assertEqual([r.code for r in caught.exception.results], [0, -101, 0])
            self.assertEqual(a.role_name(caught.exception.results[2].value), "eng")
            self.assertEqual(a.submit(Batch()), [])


def tell(calls, names):
    """Makes each call that both Allocator and Batch have, on things that set_up has
    made."""
    n = names
    calls.declare_role("eng/web")
    calls.declare_kind(Kind("mem"))
    calls.declare_item("blue")
    calls.add_agent(AgentInfo("m3", "h3", total=n.total, used=[Usage("later", n.web, n.part)]))
    calls.update_agent(n.m1, AgentUpdate("h1", total=[*n.total, span(n.ports, 7, 9)], attributes_changed=True))
    calls.update_agent(n.m1, AgentUpdate("h1", capabilities=Capability.MULTI_ROLE, info_changed=True))
    calls.deactivate_agent(n.m2)
    calls.activate_agent(n.m2)
    calls.add_resource_provider(n.m2, n.total, [Usage("f1", n.web, n.part)])
    calls.set_whitelist(["h1", "h3"])
    calls.clear_whitelist()
    calls.add_framework(FrameworkInfo("f2", [n.web], Capability.MULTI_ROLE, minima={n.web: [{"cpus": 1}]}), False)
    calls.update_framework(n.f1, FrameworkInfo("f1", [n.web, n.batch], Capability.MULTI_ROLE, suppressed=[n.batch]))
    calls.deactivate_framework(n.f1)
    calls.activate_framework(n.f1)
    calls.suppress_offers(n.f1, [n.web])
    calls.revive_offers(n.f1)
    calls.request_resources(n.f1)
    calls.exclude_agents(n.f1, n.web, [n.m1])
    calls.exclude_agent(n.f1, n.web, n.m2)
    calls.exclude_agent(n.f1, n.web, n.m1, False)
    calls.transition(n.m1, n.web, n.part)
    calls.recover_resources(5, n.f1, n.m1, n.web, n.part, 7 * SECOND, allocated=True)
    calls.update_allocation(n.f1, n.m1, n.web, n.part, [Conversion(n.part, [scalar(n.reserved, 1)])])
    calls.update_available(n.m2, [Conversion([scalar(n.cpus, 1)], [scalar(n.reserved, 1)])])
    calls.update_unavailability(n.m1, Unavailability(10, 20))
    calls.update_inverse_offer(6, n.m1, n.f1, InverseAnswer.DECLINE, SECOND)
    calls.update_unavailability(n.m2, None)
    calls.set_quota(n.web, Quota({"cpus": Decimal("0.5")}, {"cpus": 4}))
    calls.set_weights({n.web: 2.5})
    calls.set_policy("hdrf", n.web)
    calls.set_policy("ranked", of=apportion.PolicyOf.FRAMEWORKS)
    calls.set_ranks({n.web: 1.5}, {n.f1: -2.0})
    calls.set_resource_weights({"gpus,cpus": 8.0})
    calls.set_lending(n.web, apportion.Lend.GUARANTEE, [scalar(n.revocable, 1)], {"cpus": Decimal("0.5")})
    calls.set_borrowing(n.web, {"cpus": Decimal("0.5")}, {"mem": 2})
    calls.set_loan_cost(n.f1, n.web, n.m1, -7)
    calls.release_roles([n.batch])
    calls.release_kinds([n.ports, n.cpus])
    calls.release_items([0])
    calls.advance(9)
    calls.request_allocation()
    calls.pause()
    calls.resume()
    calls.remove_framework(n.gone)
    calls.remove_agent(n.m4)


class Names:
    pass


def set_up(a):
    n = Names()
    n.cpus, n.ports = a.declare_kind(Kind("cpus")), a.declare_kind(Kind("ports", Type.RANGES))
    n.web, n.batch = a.declare_role("web"), a.declare_role("batch")
    n.reserved = a.declare_kind(Kind("cpus", reservations=[Reservation(ReservationType.DYNAMIC, "web")]))
    n.revocable = a.declare_kind(Kind("cpus", revocable=True))
    n.total, n.part = [scalar(n.cpus, 8)], [scalar(n.cpus, 1)]
    n.f1 = a.add_framework(FrameworkInfo("f1", [n.web], Capability.MULTI_ROLE | Capability.RESERVATION_REFINEMENT))
    n.m1, n.m2, n.m4 = (a.add_agent(AgentInfo(m, total=n.total)) for m in ("m1", "m2", "m4"))
    n.offers = list(a.allocate(1))
    n.gone = a.add_framework(FrameworkInfo("gone", [n.batch]))
    return n


class Calls(unittest.TestCase):
    def test_policies_and_ranks(self):
        with Allocator() as a:
            n = set_up(a)
            a.set_policy("ranked")
            a.set_policy("max_min:resource=cpus", n.web, apportion.PolicyOf.FRAMEWORKS)
            a.set_ranks({n.web: 1.5}, {n.f1: -2.0})
            ranked = a.digest()
            keys = {k.role: (k.policy, k.key) for k in a.gather_metrics().keys}
            self.assertEqual(keys, {n.web: (apportion.OrderedBy.RANKED, 1.5), n.batch: (apportion.OrderedBy.RANKED, 0.0)})
            policies = ["drf", "random", "hdrf", "ranked", "decayed:half_life=1h", "max_min:resource=cpus", "asset"]
            for policy, by in zip(policies, apportion.OrderedBy):
                a.set_policy(policy)
                self.assertEqual({k.policy for k in a.gather_metrics().keys}, {by}, policy)
            a.set_policy("ranked")
            a.set_ranks(frameworks={n.f1: float("inf")})
            self.assertNotEqual(ranked, a.digest())
            with self.assertRaisesRegex(apportion.InvalidError, 'no such policy: "fifo" is none of'):
                a.set_policy("fifo")
            with self.assertRaises(apportion.InvalidError):
                a.set_ranks({n.web: float("nan")})
            before = a.digest()
            a.set_resource_weights({"cpus,gpus": 8, "mem": 0.5})
            self.assertNotEqual(before, a.digest())
            with self.assertRaisesRegex(apportion.InvalidError, '"cpus" is named twice'):
                a.set_resource_weights({"cpus,gpus": 8, "cpus": 0.5})
            a.set_resource_weights({})
            self.assertEqual(before, a.digest())

    def test_policies_at_creation(self):
        with Allocator(role_policy="ranked", framework_policy="asset") as one, Allocator() as other:
            self.assertNotEqual(one.digest(), other.digest())
            other.set_policy("ranked", of=apportion.PolicyOf.ROLES)
            other.set_policy("asset", of=apportion.PolicyOf.FRAMEWORKS)
            self.assertEqual(one.digest(), other.digest())
        with self.assertRaisesRegex(apportion.InvalidError, 'no such policy: "fifo" is none of'):
            Allocator(role_policy="fifo")

    def test_policies_of_parts_wait_for_their_roles(self):
        settings = ["policy=asset", "policy./batch=decayed:half_life=24h", "framework_policy./eng/web=ranked"]
        with Allocator(policies=settings) as one, Allocator(role_policy="asset", framework_policy="asset") as other:
            self.assertNotEqual(one.digest(), other.digest())
            other.set_policy("decayed:half_life=24h", other.declare_role("batch"))
            other.set_policy("ranked", other.declare_role("eng/web"), apportion.PolicyOf.FRAMEWORKS)
            self.assertEqual(one.digest(), other.digest())
        for setting, text in (
                ("policy./gpu=max-min", 'policy of role "gpu": no such policy: "max-min" is none of'),
                ("policy.gpu=drf", 'none of .*"framework_policy"'), ("policy./a//b=drf", 'role "a//b"')):
            with self.assertRaisesRegex(apportion.ArgumentError, text):
                Allocator(policies=[setting])

    def test_a_batch_does_what_the_calls_do(self):
        with Allocator(seed=1) as one, Allocator(seed=1) as other:
            tell(one, set_up(one))
            batch = Batch()
            tell(batch, set_up(other))
            results = other.submit(batch)
            self.assertEqual({r.code for r in results}, {0})
            self.assertEqual(other.role_name(results[0].value), "eng/web")
            self.assertEqual(other.agent_name(results[3].value), "m3")
            self.assertEqual(one.digest(), other.digest())
            # recover, which has to come first, is the only one not told.
            told = {apportion.Operation(op.type) for op in batch._operations}
            self.assertEqual(set(apportion.Operation) - told, {apportion.Operation.RECOVER})

    def test_recover(self):
        with Allocator() as a, Allocator() as b:
            batch = Batch()
            for calls in (a, b):
                web = calls.declare_role("web")
            a.recover(0, 2, {web: Quota({"cpus": 1})})
            batch.recover(0, 2, {web: Quota({"cpus": 1})})
            b.submit(batch)
            self.assertTrue(a.paused() and b.paused())
            self.assertEqual(a.next_deadline_nanos(), 600 * SECOND)
            self.assertEqual(a.digest(), b.digest())

    def test_cycle(self):
        with Allocator(min_allocatable=[{"cpus": 0.5}], fairness_exclude=["gpus"]) as a:
            self.assertIsNone(a.next_deadline_nanos())
            n = set_up(a)
            self.assertEqual([(o.framework, o.role, o.resources) for o in n.offers], 3 * [(n.f1, n.web, n.total)])
            self.assertEqual({o.agent for o in n.offers}, {n.m1, n.m2, n.m4})
            self.assertEqual(a.agent_held(n.m1, n.f1), n.total)
            self.assertEqual((a.agent_total(n.m1), a.agent_free(n.m1), a.agent_allocated(n.m1)), (n.total, [], []))
            a.transition(n.m1, n.web, n.part)
            self.assertEqual(a.agent_allocated(n.m1), n.part)
            self.assertEqual(n.part[0].amount, 1)
            self.assertEqual((a.now_nanos(), a.pending(), a.paused()), (1, True, False))
            cycle = a.allocate(2)
            self.assertTrue(cycle.ran)
            self.assertEqual((len(cycle), list(cycle), cycle.inverse_offers, cycle.headroom), (0, [], [], []))
            self.assertFalse(a.allocate(3).ran)

    def test_maintenance_and_headroom(self):
        with Allocator() as a:
            n = set_up(a)
            a.set_quota(n.batch, Quota({"cpus": 3}))
            a.update_unavailability(n.m1, Unavailability(10, 20))
            cycle = a.allocate(2)
            self.assertEqual(cycle.inverse_offers, [apportion.InverseOffer(n.f1, n.m1, 10, 20)])
            self.assertEqual([(h.resource, h.required_before_milli) for h in cycle.headroom], [("cpus", 3000)])
            a.update_inverse_offer(3, n.m1, n.f1, InverseAnswer.ACCEPT)
            self.assertEqual(
                a.inverse_statuses(), ([n.m1], [apportion.InverseStatus(n.m1, "f1", InverseAnswer.ACCEPT)]))

    def test_kinds(self):
        kinds = [
            Kind("ports", Type.RANGES), Kind("gpus", revocable=True, provider="p"),
            Kind("disk", reservations=(
                Reservation(ReservationType.STATIC, "a", None, None),
                Reservation(ReservationType.DYNAMIC, "a/b", "me", (("k", None), ("l", ""))),
                Reservation(ReservationType.DYNAMIC, "a/b/c", "", ())), shared=True,
                disk=Disk(DiskSource.MOUNT, "/x", "v", "i", "p", "volume", (("é" * 1000, "\udcff"),))),
            Kind("disk", disk=Disk(metadata=())), Kind("disk", disk=Disk()),
        ]
        with Allocator() as a:
            numbers = [a.declare_kind(k) for k in kinds]
            self.assertEqual([a.describe_kind(n) for n in numbers], kinds)
            self.assertEqual(len(set(numbers)), len(kinds))
            item = a.declare_item("blue")
            self.assertEqual(a.item_name(item), "blue")

    def test_released_numbers(self):
        with Allocator() as a:
            cpus, item, role = a.declare_kind(Kind("cpus")), a.declare_item("blue"), a.declare_role("web")
            m = a.add_agent(AgentInfo("m", total=[scalar(cpus, 8)]))
            a.release_kinds([cpus])
            a.release_items([item])
            a.release_roles([role])
            self.assertEqual(a.describe_kind(cpus), Kind("cpus"))
            a.remove_agent(m)
            with self.assertRaisesRegex(apportion.UnknownKindError, f"kind {cpus} was released"):
                a.describe_kind(cpus)
            with self.assertRaisesRegex(apportion.UnknownItemError, f"set item {item} was released"):
                a.item_name(item)
            with self.assertRaises(apportion.UnknownKindError):
                a.release_kinds([cpus])
            with self.assertRaises(apportion.UnknownItemError):
                a.release_items([item])
            with self.assertRaises(apportion.UnknownRoleError):
                a.release_roles([role])
            self.assertNotEqual(a.declare_kind(Kind("cpus")), cpus)

    def test_texts_are_passed_whole(self):
        with Allocator() as a:
            self.assertEqual(a.item_name(a.declare_item("a\0b")), "a\0b")

    def test_results_outgrow_their_buffers(self):
        with Allocator() as a:
            ports = a.declare_kind(Kind("ports", Type.RANGES))
            total = [span(ports, 10 * i, 10 * i + 5) for i in range(1000)]
            m = a.add_agent(AgentInfo("m", total=total))
            self.assertEqual(a.agent_total(m), total)
            self.assertEqual(a.find_agent("m"), m)
            self.assertEqual(a.item_name(a.declare_item("i" * 5000)), "i" * 5000)
            agents = [a.add_agent(AgentInfo(f"a{i}", unavailability=Unavailability(5))) for i in range(100)]
            self.assertEqual(sorted(a.inverse_statuses()[0]), sorted(agents))

    def test_metrics_and_state(self):
        with Allocator() as a:
            self.assertEqual((a.gathered_metrics().gathering, a.gathered_state()), (0, ""))
            n = set_up(a)
            a.set_quota(n.web, Quota(limits={"cpus": 9}))
            m = a.gather_metrics()
            self.assertEqual((m.agents, m.frameworks, m.offers_made, m.now_nanos, m.gathering), (3, 2, 3, 1, 1))
            web = next(r for r in m.roles if r.role == n.web)
            self.assertEqual((web.frameworks, web.weight, web.has_quota), (1, 1.0, True))
            limits = {(q.role, q.resource_name): q.limit_milli for q in m.quantities}
            self.assertEqual(limits, {(apportion.NO_ROLE, "cpus"): None, (n.web, "cpus"): 9000})
            self.assertIn(apportion.Subscription(n.f1, n.web, False), m.subscriptions)
            self.assertEqual(a.gathered_metrics(), m)
            size = a.gather_state()
            self.assertEqual(len(a.gathered_state().encode()), size)
            self.assertEqual(a.gathered_state(), a.state_json())
            self.assertIsInstance(a.state(), dict)
            self.assertEqual(a.framework_name(a.find_framework("gone")), "gone")

    def test_lending(self):
        with Allocator(lending_grace_nanos=SECOND) as a:
            prod, batch = a.declare_role("prod"), a.declare_role("batch")
            cpus, revocable = a.declare_kind(Kind("cpus")), a.declare_kind(Kind("cpus", revocable=True))
            m = a.add_agent(AgentInfo("m", total=[scalar(cpus, 8)]))
            a.set_quota(prod, Quota({"cpus": 8}))
            a.set_lending(prod, apportion.Lend.GUARANTEE, [scalar(revocable, 8)])
            borrower = a.add_framework(FrameworkInfo("f1", [batch], Capability.MULTI_ROLE | Capability.REVOCABLE_RESOURCES))
            self.assertEqual((a.gather_metrics().loans, a.gather_metrics().overdue), ([], []))
            lent = scalar(revocable, 8)
            self.assertEqual([o.resources for o in a.allocate(SECOND)], [[lent]])
            self.assertEqual(a.loans(), [apportion.Loan(borrower, m, batch, lent, cpus, False, SECOND, None, None, 0)])
            a.add_framework(FrameworkInfo("f2", [prod], Capability.MULTI_ROLE))
            a.request_allocation()
            self.assertEqual(a.allocate(2 * SECOND).recalls, [apportion.Recall(
                apportion.RecallStage.BEGINS, borrower, m, batch, prod, lent, 3 * SECOND)])
            a.advance(4 * SECOND)
            metrics = a.gather_metrics()
            name = metrics.loans[0].resource
            self.assertEqual(a.resource_name(name), "cpus")
            rows = [apportion.LoanMetrics(apportion.NO_ROLE, name, 8000, 8000, 8000, 8000, "cpus"),
                    apportion.LoanMetrics(batch, name, 0, 8000, 8000, 8000, "cpus"),
                    apportion.LoanMetrics(prod, name, 8000, 0, 0, 0, "cpus")]
            self.assertEqual(metrics.loans, rows)
            self.assertEqual(metrics.overdue, [apportion.OverdueBorrower(borrower, batch, name, 8000, "cpus")])
            self.assertEqual(a.gathered_metrics(), metrics)

    def test_numbers_of_later_libraries(self):
        with Allocator() as a:
            set_up(a)
            a.gather_metrics()
            figures = list(a._read_metrics())
            figures[2][0].policy = 77
            keys = _allocator._from_metrics({}, *figures).keys
            self.assertEqual([k.policy for k in keys], [apportion.OrderedBy.OTHER, apportion.OrderedBy.DRF])
        self.assertEqual(_marshal.named(apportion.RecallStage, 77), 77)
        self.assertIs(_marshal.named(apportion.RecallStage, 0), apportion.RecallStage.BEGINS)

    def test_view(self):
        library = apportion.load()
        self.assertIn(b"view.js", library.view_file())
        self.assertEqual(library.view_headers("view.css")["Content-Type"], "text/css; charset=utf-8")
        self.assertIsNone(library.view_file("view.py"))
        with Allocator() as a:
            n = set_up(a)
            before = a.digest()
            answer = a.gather_view("data?since=")
            data = json.loads(a.gathered_view(answer))
            self.assertEqual(data["cluster"]["agents"], 3)
            self.assertIn("f1", [m[0] for m in data["members"]])
            with self.assertRaises(apportion.UnknownAgentError):
                a.find_agent("gone")  # its text is no reader's
            with self.assertRaisesRegex(apportion.StateError, f"^answer {answer}: there is none; it was read, or"):
                a.gathered_view(answer)
            some = json.loads(a.gathered_view(a.gather_view("data", visible_roles=[n.web], visible_frameworks=[])))
            self.assertEqual([r[1] for r in some["roles"]], ["web"])
            self.assertNotIn("members", some)
            with self.assertRaises(apportion.InvalidError):
                a.gather_view("nothing")
            with self.assertRaises(apportion.UnknownFrameworkError):
                a.gather_view("explain?framework=f1", visible_roles=[n.web])
            self.assertEqual(a.digest(), before)

    def test_explain(self):
        with Allocator() as a:
            n = set_up(a)
            before = a.digest()
            e = a.explain(n.f1, n.web)
            self.assertEqual(a.digest(), before)
            self.assertIn("Nothing is offered to", str(e))
            web = e.data
            self.assertEqual((web["version"], web["framework"], web["role"], web["agents"]), (1, "f1", "web", 3))
            self.assertEqual(sum(r["agents"] for r in web["reasons"]), 3)
            self.assertEqual((web["verdict_code"], web["reasons"][0]["code"]), ("unanswered", "unanswered"))
            self.assertEqual(web["remedies"][0][0]["change"], "answer")
            self.assertEqual([r["role"] for r in a.explain(n.f1).data], ["web"])
            nothing = a.explain(n.f1, visible_roles=[])
            self.assertEqual(nothing.data, [{"version": 1, "framework": "f1", "hidden": 1}])
            nowhere = a.explain(a.add_framework(FrameworkInfo("nowhere", [])))
            self.assertEqual((nowhere.data, str(nowhere)), ([], "Nothing is offered to nowhere: it is in no role.\n"))
            nearest = a.find_agent(web["reasons"][0]["nearest_agent"])
            self.assertEqual([r["code"] for r in a.explain(n.f1, n.web, nearest).data["reasons"]], ["unanswered"])
            self.assertEqual(a.explain(role=n.web).data["role"], "web")
            alone = a.explain(n.gone, n.batch, visible_roles=[n.batch], visible_frameworks=[n.gone])
            self.assertEqual(alone.data["reasons"][0]["holders"], [{"hidden": 1}])

    def test_standing(self):
        with Allocator() as a:
            n = set_up(a)
            before = a.digest()
            everybody = a.explain_standing().data
            self.assertEqual(everybody["version"], 1)
            self.assertIn("web", [x["role"] for x in everybody["standings"]])
            both = a.explain_standing(n.web, other_role=n.web, new_role_in=apportion.ALL_ROLES, new_request={"cpus": 1})
            self.assertIn(both.data["comparison"]["sentence"], str(both))
            self.assertEqual(both.data["newcomer"]["asks"], {"cpus": 1})
            self.assertIn("In the next cycle it would be offered", both.data["newcomer"]["now"]["sentence"])
            self.assertEqual(a.explain_standing(n.web, visible_roles=[]).data["standings"], [])
            for error, arguments in (
                (apportion.UnknownRoleError, {"role": 99}),
                (apportion.InvalidError, {"other_role": n.web}),
                (apportion.InvalidError, {"new_framework_in": apportion.ALL_ROLES}),
                (apportion.InvalidError, {"new_framework_in": n.web, "new_role_in": n.web}),
                (apportion.InvalidError, {"new_role_in": n.web, "new_weight": float("inf")}),
            ):
                with self.subTest(arguments=arguments), self.assertRaises(error):
                    a.explain_standing(**arguments)
            self.assertEqual(a.digest(), before)

    def test_odd_questions(self):
        """Each error names what is wrong, and nothing changes."""
        with Allocator() as a, Allocator() as other:
            n = set_up(a)
            set_up(other)
            stranger = other.add_agent(AgentInfo("m5"))
            left, lost = a.find_framework("gone"), n.m4
            a.remove_framework(left)
            a.remove_agent(lost)
            before = a.digest()
            never, removed = "handle {:#x}: never given out", "handle {:#x}: that {} was removed"
            for error, words, arguments in (
                (apportion.UnknownFrameworkError, "framework " + never.format(12345), (12345, n.web)),
                (apportion.UnknownFrameworkError, "framework " + never.format(12345), (12345,)),
                (apportion.UnknownFrameworkError, f"framework handle {n.m1:#x}: that is an agent's", (n.m1, n.web)),
                (apportion.StaleError, removed.format(left, "framework"), (left, n.batch)),
                (apportion.NotSubscribedError, 'framework "f1": is not subscribed to role "batch"', (n.f1, n.batch)),
                (apportion.UnknownRoleError, 'framework "f1": role 99 ', (n.f1, 99)),
                (apportion.UnknownRoleError, "role 99 ", (None, 99)),
                (apportion.StaleError, removed.format(lost, "agent"), (n.f1, n.web, lost)),
                (apportion.UnknownAgentError, f"agent handle {stranger:#x}: that is of another instance", (n.f1, n.web, stranger)),
                (apportion.UnknownAgentError, f"agent handle {n.f1:#x}: that is a framework's", (n.f1, n.web, n.f1)),
                (apportion.InvalidError, "is about neither a framework nor a role", ()),
                (apportion.InvalidError, f"agent handle {n.m1:#x}, and no framework", (None, n.web, n.m1)),
                (apportion.InvalidError, f"framework handle {n.f1:#x}, and no role", (n.f1, apportion.ALL_ROLES, n.m1)),
                (OverflowError, "", (n.f1, n.web + 2**32)),
                (OverflowError, "", (n.f1 + 2**64, n.web)),
                (OverflowError, "", (n.f1, n.web, -1)),
            ):
                with self.subTest(words=words, arguments=arguments):
                    with self.assertRaises(error) as caught:
                        a.explain(*arguments)
                    self.assertIn(words, str(caught.exception))
                    self.assertEqual(a.digest(), before)

    def test_snapshot(self):
        with Allocator(seed=3) as a:
            n = set_up(a)
            a.allocate(2)
            snapshot = a.snapshot()
            with Allocator.restore(snapshot, gc_percent=100) as again:
                self.assertEqual((again.digest(), again.snapshot()), (a.digest(), snapshot))
                self.assertEqual(again.declare_role("web"), n.web)
                with self.assertRaises(apportion.UnknownFrameworkError):
                    again.suppress_offers(n.f1)
                again.suppress_offers(again.find_framework("f1"))
                a.suppress_offers(n.f1)
                self.assertEqual(again.digest(), a.digest())
        for damaged in (b"", snapshot[:-1], snapshot + b"x", snapshot[:100] + b"x" + snapshot[101:]):
            with self.assertRaisesRegex(apportion.InvalidError, "^snapshot: "):
                Allocator.restore(damaged)
        another = b"\x89APSN\r\n\x1a\x02\x01\x00\x00"  # release's, with its checksum
        with self.assertRaisesRegex(apportion.VersionError, "of version 258, and this release reads version 1"):
            Allocator.restore(another + crc32c(another) + snapshot[16:])
        with self.assertRaisesRegex(apportion.WrongTypeError, "restore: snapshot is a str, not a bytes"):
            Allocator.restore("snapshot")

    def test_recording(self):
        with tempfile.TemporaryDirectory() as folder:
            dir = pathlib.Path(folder, "recorded")
            with Allocator(seed=1, record_dir=dir, record_bytes=1 << 20, record_seconds=60) as a:
                set_up(a)
                r = a.recording_status()
                self.assertEqual((r.on, r.gap, r.gaps, r.missing, r.files), (True, "", 0, 0, 1))
                self.assertGreater(r.calls, r.cycles)
                self.assertGreater(r.cycles, 0)
                with self.assertRaisesRegex(apportion.StateError, "a recording is being made already"):
                    a.start_recording(dir)
                with self.assertRaisesRegex(apportion.StateError, "another recording is being made in the folder"):
                    Allocator(record_dir=dir)
                a.stop_recording()
                self.assertEqual(a.recording_status(), apportion.Recording(False, "", *[0] * 11))
                with self.assertRaisesRegex(apportion.InvalidError, "below two snapshots"):
                    a.start_recording(dir, bytes=1000)
                a.start_recording(str(dir), seconds=1)
                self.assertEqual(a.recording_status().files, 2)
            with self.assertRaisesRegex(apportion.InvalidError, "without record_dir"):
                Allocator(record_bytes=1 << 20)
            for file in dir.glob("*"):
                self.assertEqual(file.stat().st_mode & 0o77, 0, file)

    def test_roles_of_thousands_of_levels(self):
        with Allocator() as a:
            deep = a.declare_role("/".join(["r"] * 4096))
            a.set_weights({deep: 2.0})
            roles = a.state()["roles"]
            self.assertEqual([r["id"] for r in roles], list(range(deep + 1)))
            self.assertEqual(len(a.gather_metrics().roles), deep + 1)
            with self.assertRaises(apportion.BadNameError):
                a.declare_role("/".join(["r"] * 4097))


if __name__ == "__main__":
    unittest.main()
