# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes: how they end, how busy they were, and halting one where it waits."""

import contextlib
import math
import os
import signal
import subprocess

# The calls in which GLib waits for events, by number: poll, ppoll, and either of them gone on with.
POLLS = {"x86_64": {"7", "271", "219"}, "aarch64": {"73", "128"}}.get(os.uname().machine, set())


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


def halt_waiting(process):
    """Halts it. Returns: whether it was waiting for events, or cannot be asked; else it goes on."""
    process.send_signal(signal.SIGSTOP)
    while read(process, "stat").split(")")[-1].split()[0] not in "TXZ":
        os.sched_yield()
    waits = not POLLS or read(process, "syscall").split()[0] in POLLS
    if not waits:
        process.send_signal(signal.SIGCONT)
    return waits


def read(process, name):
    with open(f"/proc/{process.pid}/{name}", encoding="utf-8") as file:
        return file.read()
