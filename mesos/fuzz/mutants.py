#!/usr/bin/env python3
"""Proves that make module-fuzz can fail: faults go into a copy of the module, all into one
build, each behind a switch, and the fuzzer looks for one after the other.

    mutants.py copy FOLDER          copies the module's sources, with the faults
    mutants.py run SECONDS FUZZER   runs the fuzzer that was built of those

It is what make module-mutants does."""

import os
import pathlib
import shutil
import subprocess
import sys

MODULE = pathlib.Path(__file__).parent.parent

# In a file: what is wrong, where that is, which is there once, the expression in it, and
# what takes its place.
FAULTS = [
    ("resource_translation.cpp", "shared volumes count once, however many copies there are",
     "one.has_shared() ? all.count(one) : 1", "all.count(one)", "std::size_t{1}"),
    ("resource_translation.cpp", "the last item of a row is left out",
     "item <= row.end", "item <= row.end", "item < row.end"),
    ("resource_translation.cpp", "what is cached is of any amount",
     "rows.size() * sizeof(apportion::resource)", "rows.size()", "std::size_t{0}"),
    ("resource_kind.cpp", "revocable resources are as others",
     "= resource.has_revocable()", "resource.has_revocable()", "false"),
    ("resource_kind.cpp", "principals are not looked at",
     "if (r.has_principal())", "r.has_principal()", "false"),
    ("resource_kind.cpp", "a disk's source may be of any profile",
     "if (s.has_profile())", "s.has_profile()", "false"),
    ("resource_conversions.cpp", "a volume on a disk with a source is made of a volume",
     "disk.mutable_disk()->clear_persistence();", "disk.mutable_disk()->clear_persistence()", "void()"),
    ("resource_conversions.cpp", "a volume that shrinks stays as large",
     "*rest.mutable_scalar() -= shrink.subtract();", "*rest.mutable_scalar() -= shrink.subtract()",
     "*rest.mutable_scalar()"),
    ("allocator_process_resources.cpp", "the core does not learn of an operator's conversions",
     ") rows.add(c, &overrides);", "rows.add(c, &overrides)", "void()"),
]

SWITCH = """#pragma once
#include <cstdlib>
inline bool hasFault(int number) {
  static const char* const chosen = std::getenv("APPORTION_MUTANT");
  return chosen != nullptr && std::atoi(chosen) == number;
}
#define FAULTY(number, wrong, right) (hasFault(number) ? (wrong) : (right))
"""


def copy(folder):
    folder.mkdir(parents=True, exist_ok=True)
    sources = {p.name: p.read_text() for p in MODULE.glob("*.[ch]pp")}
    for number, (file, name, place, right, wrong) in enumerate(FAULTS, 1):
        if sources[file].count(place) != 1 or place.count(right) != 1:
            sys.exit(f"{name}: {file} has {place!r} {sources[file].count(place)} times, not once")
        faulty = place.replace(right, f"FAULTY({number}, {wrong}, {right})")
        sources[file] = sources[file].replace(place, faulty)
    for file in {fault[0] for fault in FAULTS}:
        sources[file] = '#include "fault_switch.hpp"\n' + sources[file]
    sources["fault_switch.hpp"] = SWITCH
    for name, text in sources.items():
        (folder / name).write_text(text)
    for name in ("fuzz", "tests"):
        shutil.copytree(MODULE / name, folder / name)


def run(seconds, fuzzer):
    missed = []
    for number, (file, name, *_) in enumerate([("", "no fault"), *FAULTS]):
        environment = dict(os.environ, APPORTION_MUTANT=str(number))
        done = subprocess.run([fuzzer, seconds, "1"], env=environment, capture_output=True, text=True, errors="replace")
        found = [line for line in done.stderr.splitlines() if "not so:" in line or "Check failed" in line]
        caught = done.returncode != 0
        print("caught  " if caught else "SURVIVED" if number else "sound   ", name, *found[:1], flush=True)
        if caught != (number > 0):
            missed.append(name)
    sys.exit(f"not as it has to be: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    if sys.argv[1] == "copy":
        copy(pathlib.Path(sys.argv[2]))
    else:
        run(*sys.argv[2:])
