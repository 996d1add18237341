"""The binding against apportion.h and the list of exported symbols: layouts as a
C compiler sees them, values of constants, and a counterpart for each function."""
import enum
import inspect
import os
import re
import subprocess
import tempfile
import unittest
from ctypes import sizeof

import apportion
from apportion import _generated
from apportion._errors import error_class
from apportion._structs import Record, Struct

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
INCLUDE = os.path.join(ROOT, "include")

# The macros that each class of constants has.
ENUMS = {
    "ORDER_": apportion.Order, "POLICY_OF_": apportion.PolicyOf, "ORDERED_BY_": apportion.OrderedBy, "CAP_": apportion.Capability,
    "DISK_": apportion.DiskSource, "INVERSE_": apportion.InverseAnswer, "OP_": apportion.Operation,
}
SINGLE = {
    "ABI_VERSION": apportion.ABI_VERSION, "NO_FILTER": apportion.NO_FILTER, "ALL_ROLES": apportion.ALL_ROLES,
    "NO_ROLE": apportion.NO_ROLE, "MAX_AMOUNT": apportion.MAX_AMOUNT_MILLI,
    **{t.name: t for t in (*apportion.Type, *apportion.ReservationType)},
    **{name: value for name, value in vars(_generated).items() if name.isupper() and isinstance(value, int)},
}


def c_name(cls):
    """KindInfo is apportion_kind_info."""
    return "apportion" + re.sub("[A-Z]", lambda m: "_" + m[0].lower(), cls.__name__)


STRUCTS = {c_name(c): c for c in (*Struct.__subclasses__(), *Record.__subclasses__()) if c is not Record}

# Functions without a method or function of their name, and where they are instead.
ELSEWHERE = {
    "create": "Allocator()",
    "destroy": "Allocator.close",
    "last_error": "str() of an Error",
    "next_deadline": "Allocator.next_deadline_nanos",
    "now": "Allocator.now_nanos",
    "cycle_offers": "Allocator.allocate, as are the next four",
    "cycle_resources": "",
    "cycle_inverse_offers": "",
    "cycle_headroom": "",
    "cycle_recalls": "",
    "metrics_roles": "Metrics, as are the next five",
    "metrics_keys": "",
    "metrics_quantities": "",
    "metrics_subscriptions": "",
    "metrics_loans": "",
    "metrics_overdue": "",
    "explained_text": "Explanation, as is the next one",
    "explained_json": "",
}


def header():
    with open(os.path.join(INCLUDE, "apportion.h")) as f:
        return f.read()


def from_c(body):
    """Runs a C program that prints a name and a number a line."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "print.c"), os.path.join(folder, "print")
        with open(source, "w") as f:
            f.write("#include <apportion.h>\n#include <stdio.h>\nint main(void) {\n" + body + "return 0;\n}\n")
        subprocess.run(["cc", "-std=c99", "-I", INCLUDE, source, "-o", program], check=True)
        lines = subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout.decode().splitlines()
    return {name: int(number) for name, number in map(str.split, lines)}


def show(name, value):
    return f'printf("{name} %lld\\n", (long long)({value}));\n'


class Layout(unittest.TestCase):
    def test_every_struct_is_there(self):
        self.assertEqual(set(re.findall(r"typedef struct (\w+) \{\n", header())), set(STRUCTS))

    def test_sizes_and_offsets(self):
        body, expected = "", {}
        for name, cls in STRUCTS.items():
            body += show(name, f"sizeof({name})")
            expected[name] = sizeof(cls)
            for f, _ in cls._fields_:
                body += show(f"{name}.{f}", f"offsetof({name}, {f})") + show(f"{name}.{f}.size", f"sizeof((({name} *)0)->{f})")
                expected[f"{name}.{f}"] = getattr(cls, f).offset
                expected[f"{name}.{f}.size"] = getattr(cls, f).size
        for f, ctype in _generated.OpMembers._fields_:
            body += show(f"u.{f}", f"sizeof(((apportion_op *)0)->u.{f})")
            expected[f"u.{f}"] = sizeof(ctype)
        self.assertEqual(from_c(body), expected)


class Constants(unittest.TestCase):
    def test_values(self):
        expected = dict(SINGLE)
        for prefix, cls in ENUMS.items():
            expected.update({prefix + name: int(member) for name, member in cls.__members__.items()})
        self.assertEqual(from_c("".join(show(n, "APPORTION_" + n) for n in expected)), expected)

    def test_no_operation_or_capability_is_missing(self):
        for prefix in ("OP_", "CAP_", "INVERSE_", "DISK_", "ORDER_", "ORDERED_BY_"):
            names = set(re.findall(rf"#define APPORTION_{prefix}(\w+) \d", header())) - {"MIN_SIZE"}
            self.assertEqual(names, set(ENUMS[prefix].__members__), prefix)

    def test_codes(self):
        library = apportion.load()
        for name, code in re.findall(r"#define APPORTION_E_(\w+) \((-\d+)\)", header()):
            self.assertEqual(library.code_name(int(code)), name)
            cls = error_class(int(code))
            self.assertIsNot(cls, apportion.Error, name)
            self.assertIn(cls.code, (0, int(code)))


class Symbols(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(ROOT, "capi", "symbols.txt")) as f:
            self.names = [line.split()[0][len("apportion_"):] for line in f]

    def test_every_one_is_called(self):
        self.assertEqual(set(self.names), set(_generated.SIGNATURES))

    def test_every_one_has_a_counterpart(self):
        missing = [n for n in self.names if not hasattr(apportion.Allocator, n) and not hasattr(apportion.Library, n)]
        self.assertEqual(sorted(missing), sorted(ELSEWHERE))

    def test_signatures(self):
        prototypes = re.findall(r"\nint32_t apportion_(\w+)\((.*?)\)", re.sub(r"(?s)/\*.*?\*/", "", header()), re.DOTALL)
        widths = {"int32_t": "i", "uint32_t": "I", "int64_t": "q", "uint64_t": "Q", "size_t": "N"}
        handles = {"instance": "Q", "agent": "Q", "framework": "Q", "role": "I", "kind": "I", "name": "I"}
        letters = {**widths, **{"apportion_" + name: letter for name, letter in handles.items()}}
        ctypes_of = {"i": "c_int", "I": "c_uint", "q": "c_long", "Q": "c_ulong", "N": "c_ulong", "*": "c_void_p"}
        for name, parameters in prototypes:
            words = [] if parameters == "void" else [p.split() for p in parameters.split(",")]
            wanted = [ctypes_of["*" if "*" in "".join(w) else letters[w[0]]] for w in words]
            taken = [t.__name__.replace("c_char_p", "c_void_p") for t in apportion.load()._functions[name].argtypes or []]
            self.assertEqual(taken, wanted, name)


class Documentation(unittest.TestCase):
    def test_names_are_listed(self):
        for name, value in vars(apportion).items():
            if not name.startswith("_") and not inspect.ismodule(value) and name != "RELEASE":
                self.assertIn(name, apportion.__all__)
        declared = [value for value in map(apportion.__dict__.get, apportion.__all__) if isinstance(value, type)]
        self.assertEqual({cls.__module__ for cls in declared}, {"apportion"})

    def test_every_public_name_has_one(self):
        for cls in (apportion.Library, apportion.Operations, apportion.Batch, apportion.Allocator):
            for name, member in vars(cls).items():
                if callable(member) and not name.startswith("_"):
                    self.assertTrue(member.__doc__, f"{cls.__name__}.{name}")

    def test_every_call_names_its_errors(self):
        always = (apportion.HandleError, apportion.BusyError, apportion.PanicError, apportion.MalformedError)
        for cls in (apportion.Library, apportion.Operations, apportion.Allocator):
            for name, member in vars(cls).items():
                if not callable(member) or name.startswith("_"):
                    continue
                said = re.findall(r"(\w+Error)\b", member.__doc__.partition("Errors:")[2])
                self.assertTrue(said or member.__doc__.endswith("Errors: none."), f"{cls.__name__}.{name}")
                codes = [] if name == "view_file" else _generated.RAISES.get(name, "").split()  # NAME: it is None
                raised = {error_class(getattr(_generated, "E_" + code)) for code in codes}.difference(always)
                said = {getattr(apportion, c) for c in said}.difference(always)
                for c in raised:
                    self.assertTrue(any(issubclass(c, s) for s in said), f"{name} does not name {c.__name__}")
                for s in said:
                    self.assertTrue(any(issubclass(c, s) for c in raised), f"{name} raises no {s.__name__}")

    def test_every_class_has_one(self):
        for name, cls in vars(apportion).items():
            if isinstance(cls, type) and cls.__module__ == "apportion" and not name.startswith("_"):
                if not issubclass(cls, (apportion.UnknownError, enum.Enum)):
                    self.assertTrue(cls.__doc__, name)


if __name__ == "__main__":
    unittest.main()
