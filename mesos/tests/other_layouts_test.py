#!/usr/bin/env python3
"""A module that was compiled for another memory layout than that of the loaded Mesos
says what differs. Plants differences in copies of Mesos's and protobuf's headers.

Usage: other_layouts_test.py COMPILE-COMMAND LINK-OPTIONS, from the repository's root
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

COMPILE, LINK = (shlex.split(argument) for argument in sys.argv[1:])
# The compiler may be more than one word, as with ccache.
FIRST_OPTION = next(i for i, word in enumerate(COMPILE) if word.startswith("-"))
COMPILER, OPTIONS = COMPILE[:FIRST_OPTION], COMPILE[FIRST_OPTION:]
SOURCES = ["mesos/loaded_mesos.cpp", "mesos/memory_layout.cpp",
           "mesos/tests/loaded_mesos_test.cpp"]

# What is changed in which header (the first of several that has it), and what is said.
PLANTED = {
    "a member more": (
        ["process/process.hpp"],
        [(r"(  std::unique_ptr<EventQueue> events;)", r"  std::set<int> planted;\n\1")],
        r"with a process::ProcessBase of (\d+) bytes, and that of \S+ has (?!\1)\d+"),
    "a virtual function more": (
        ["process/process.hpp"],
        [(r"(  virtual void finalize\(\) {})", r"  virtual void planted() {}\n\1")],
        r"with a process::ProcessBase whose virtual function \d+ is finalize\(\), and "
        r"that of \S+ is process::ProcessBase::exited\("),
    "another order": (
        ["mesos/allocator/allocator.hpp"],
        [(r"virtual void pause\(\)", "virtual void planted()"),
         (r"virtual void resume\(\)", "virtual void pause()"),
         (r"virtual void planted\(\)", "virtual void resume()")],
        r"with a mesos::allocator::Allocator whose virtual function \d+ is pause\(\), "
        r"and that of \S+ is mesos::internal::.*::resume\(\)"),
    "another protobuf": (
        ["google/protobuf/port_def.inc", "google/protobuf/stubs/common.h"],
        [(r"(#define GOOGLE_PROTOBUF_MIN_LIBRARY_VERSION) \d+", r"\1 3999000")],
        r"with the headers of protobuf \d\S+, and another is loaded: This program "
        r"requires version 3.999.0 .* but the installed version is \d\S+\n"),
}


def folders():
    """Where the compiler looks for headers, in order."""
    for flag in re.findall(r"(?:-I|-isystem )(\S+)", " ".join(COMPILE)):
        yield flag
    yield from ("/usr/local/include", "/usr/include")


def changed(headers, changes):
    """The header of these that can be changed, and its text with the changes."""
    for header in headers:
        for path in (os.path.join(folder, header) for folder in folders()):
            if not os.path.exists(path):
                continue
            with open(path) as file:
                text = file.read()
            times = []
            for pattern, replacement in changes:
                text, n = re.subn(pattern, replacement, text)
                times.append(n)
            if all(times):
                return header, text
            break
    raise SystemExit(f"other_layouts_test.py: {headers} cannot be changed")


def said(header, text):
    """What the module says that was compiled with a header of this text."""
    with tempfile.TemporaryDirectory(prefix="apportion-layout-") as folder:
        path = os.path.join(folder, header)
        os.makedirs(os.path.dirname(path))
        with open(path, "w") as file:
            file.write(text)
        program = os.path.join(folder, "program")
        subprocess.run([*COMPILER, "-I" + folder, *OPTIONS, *SOURCES, "-o", program,
                        *LINK], check=True)
        return subprocess.run([program], stdout=subprocess.PIPE, text=True).stdout


failures = 0
for name, (headers, changes, sentence) in PLANTED.items():
    answer = said(*changed(headers, changes))
    if not re.search(sentence, answer):
        failures += 1
        print(f"other_layouts_test.py: {name} is not told, but: {answer}")
if failures:
    raise SystemExit(f"other_layouts_test.py: {failures} expectations failed")
print("other_layouts_test.py: ok")
