#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs meson tests many times while the processors are busy, and counts how each ended:

    repeat.py [--times N] [--loops K] [--minutes M] [--wrapper COMMAND] BUILD NAME[=CASE]...

Each test runs alone, N times (50), beside K loops that compute for nothing (2); none is run again
because it failed. The environment, such as the options of sanitizers, holds for the tests, and a
wrapper may give each run a display. Prints a table, and of each test's first failure the end of its
output. Ends with 1 if anything failed or was skipped, or if M minutes (60) were not enough for a
name."""

import argparse
import contextlib
import glob
import json
import os
import signal
import subprocess
import sys
import time

LOG_NAME = "repeat"
TAIL_LINES = 20
GOOD = ("OK", "EXPECTEDFAIL")
# It ends by itself where this script was killed.
BUSY = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    sum(range(100000))
"""


@contextlib.contextmanager
def busy(count):
    loops = [subprocess.Popen([sys.executable, "-c", BUSY, str(os.getpid())])
             for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def run(build, name, wrapper, times, seconds):
    """@name: of the test, and behind “=” the path of one of its cases. Returns: what meson's log says of
    each run; it has none behind one that failed"""
    name, _, case = name.partition("=")
    only = [f"--test-args=-p {case}"] if case else []
    logs = os.path.join(build, "meson-logs", LOG_NAME + "*.json")
    for log in glob.glob(logs):
        os.remove(log)
    with subprocess.Popen(["meson", "test", "-C", build, "--no-rebuild", "--logbase", LOG_NAME,
                           "--num-processes", "1", "--repeat", str(times), "-t", "5", *wrapper,
                           *only, name],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as meson:
        try:
            meson.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if meson.poll() is None:
                meson.terminate()  # and with it what it runs
    for log in glob.glob(logs):
        with open(log, encoding="utf-8", errors="replace") as lines:
            return [json.loads(line) for line in lines]
    return []


def tail(entry):
    lines = ((entry.get("stdout") or "") + (entry.get("stderr") or "")).rstrip().splitlines()
    return "".join(f"    {line}\n" for line in lines[-TAIL_LINES:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--loops", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--wrapper")
    parser.add_argument("build")
    parser.add_argument("names", nargs="+", metavar="NAME[=CASE]")
    options = parser.parse_args()
    wrapper = ["--wrapper", options.wrapper] if options.wrapper else []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    all_good, told = True, ""
    print(f"{options.times} times beside {options.loops} busy loops: passed/failed", flush=True)
    for name in options.names:
        begin, failed, ran = time.monotonic(), [], 0
        end = begin + options.minutes * 60
        with busy(options.loops):
            while ran < options.times and time.monotonic() < end:
                entries = run(options.build, name, wrapper, options.times - ran,
                              end - time.monotonic())
                failed += [entry for entry in entries if entry["result"] not in GOOD]
                ran += len(entries)
                if not entries:
                    break
        late = "" if ran == options.times else ", no more"
        print(f"{name:32} {ran - len(failed)}/{len(failed)}, "
              f"{(time.monotonic() - begin) / max(1, ran):.1f} s each{late}", flush=True)
        if failed:
            told += f"\n{name}: {failed[0]['result']}, exit status {failed[0].get('returncode')}\n"
            told += tail(failed[0])
        all_good = all_good and not failed and ran == options.times
    print(told, end="")
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
