#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A floor links alone: whatever it refers to, it has itself, or a floor below it or a library that
it may use has it. An archive as such would hide what is missing until a program needs it.

usage: links-alone.py ARCHIVE [ARCHIVE-BELOW...] -- PKG-CONFIG-MODULE..."""

import os
import re
import subprocess
import sys
import tempfile

# GNU ld, gold; lld says "undefined symbol: name"
MISSING = re.compile(r"undefined (?:reference to [`']|symbol: )([^'\s]+)")


def link(archive, below, libraries):
    """The symbols that nobody has."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            ["cc", "-pie", "-o", os.path.join(scratch, "alone"), "-x", "c", "-", "-x", "none",
             "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive"] + below + libraries + ["-lm"],
            input="int main (void) { return 0; }", capture_output=True, text=True, check=False)
    missing = sorted(set(MISSING.findall(done.stderr)))
    return missing or ([done.stderr] if done.returncode else [])


def self_test():
    with tempfile.TemporaryDirectory() as scratch:
        def archive(name, code):
            source = os.path.join(scratch, f"{name}.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(code)
            subprocess.run(["cc", "-fPIE", "-c", "-o", f"{source}.o", source], check=True)
            subprocess.run(["ar", "rcs", os.path.join(scratch, f"{name}.a"), f"{source}.o"],
                           check=True)
            return os.path.join(scratch, f"{name}.a")

        upper = archive("upper", "int below (void); int f (void) { return below (); }")
        lower = archive("lower", "int below (void) { return 1; }")
        assert link(upper, [lower], []) == []
        assert link(upper, [], []) == ["below"]
    print("a missing symbol is found")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    cut = sys.argv.index("--")
    archives, modules = sys.argv[1:cut], sys.argv[cut + 1:]
    libraries = subprocess.run(["pkg-config", "--libs"] + modules, capture_output=True, text=True,
                               check=True).stdout.split()
    missing = link(archives[0], archives[1:], libraries)
    print("\n".join(f"nobody has {symbol}" for symbol in missing) or "nothing is missing")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
