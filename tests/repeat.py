#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs meson tests many times while the processors are busy, and counts how each ended:

    repeat.py [--times N] [--loops K] [--minutes M] BUILD NAME...

Each test runs alone, N times (50), beside K loops that compute for nothing (2); none is run again
because it failed. What is in the environment, such as a display or the options of sanitizers, holds
for the tests. Prints a table, and of each test's first failure the end of its output. Ends with 1 if
anything failed or was skipped, or if M minutes (60) were not enough for a name."""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys

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


def run(build, name, times, minutes):
    """Returns: what meson's log says of each run, and whether there was time for all"""
    log = os.path.join(build, "meson-logs", LOG_NAME + ".json")
    with contextlib.suppress(FileNotFoundError):
        os.remove(log)
    with subprocess.Popen(["meson", "test", "-C", build, "--no-rebuild", "--logbase", LOG_NAME,
                           "--num-processes", "1", "-t", "5", "--repeat", str(times), name],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as meson:
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                meson.wait(minutes * 60)
        finally:
            in_time = meson.poll() is not None
            if not in_time:
                meson.terminate()  # and with it what it runs
    try:
        with open(log, encoding="utf-8", errors="replace") as lines:
            return [json.loads(line) for line in lines], in_time
    except FileNotFoundError:
        return [], in_time


def tail(entry):
    lines = ((entry.get("stdout") or "") + (entry.get("stderr") or "")).rstrip().splitlines()
    return "".join(f"    {line}\n" for line in lines[-TAIL_LINES:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--loops", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("build")
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    status, told = 0, ""
    print(f"{options.times} times beside {options.loops} busy loops: passed/failed", flush=True)
    for name in options.names:
        with busy(options.loops):
            entries, in_time = run(options.build, name, options.times, options.minutes)
        bad = [entry for entry in entries if entry["result"] not in GOOD]
        late = "" if in_time else f"  ended after {options.minutes:g} minutes"
        seconds = sum(entry.get("duration") or 0 for entry in entries) / max(1, len(entries))
        print(f"{name:32} {len(entries) - len(bad)}/{len(bad)}  {seconds:.1f} s each{late}",
              flush=True)
        if bad:
            told += f"\n{name}: {bad[0]['result']}, exit status {bad[0].get('returncode')}\n"
            told += tail(bad[0])
        if bad or not in_time or len(entries) != options.times:
            status = 1
    print(told, end="")
    return status


if __name__ == "__main__":
    sys.exit(main())
