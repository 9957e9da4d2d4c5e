# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes: how they end, how busy they were, and halting one."""

import contextlib
import math
import os
import signal
import subprocess


def stop(process):
    """Ends a process and everything that it started, politely first."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=3)
            if sign == signal.SIGKILL:
                return
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=3)


def busy_time(pid):
    """How long the program's threads have run, and waited for a processor, in nanoseconds; without an end
    while one of them does. On a busy machine it is the waiting that tells that it does not rest."""
    busy = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it may end meanwhile
            with open(f"/proc/{pid}/task/{thread}/schedstat", encoding="ascii") as file:
                busy += sum(map(int, file.read().split()[:2]))
            with open(f"/proc/{pid}/task/{thread}/stat", encoding="ascii") as file:
                if file.read().rpartition(")")[2].split()[0] == "R":
                    return math.inf
    return busy


@contextlib.contextmanager
def halted(process):
    """While it does nothing."""
    process.send_signal(signal.SIGSTOP)
    try:
        while read(process, "stat").rpartition(")")[2].split()[0] not in "TXZ":
            os.sched_yield()
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def read(process, name):
    with open(f"/proc/{process.pid}/{name}", encoding="utf-8") as file:
        return file.read()
