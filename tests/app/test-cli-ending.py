#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command ends, whatever server, disk and Redis do: within its limits, and soon after a signal.

Usage: test-cli-ending.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time

from cli_sandbox import CLI, DEMO, DONE, PATIENCE, PYTHON, run_tests

# What a command may take after a signal, and after its result, in seconds.
AFTER_SIGNAL, AFTER_RESULT = 3, 20
ANSWERS = """
import json, sys, threading, time
def send(value):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **value}) + "\\n"); sys.stdout.flush()
def flood(method):
    while True:
        send({"method": method, "params": {"level": "info", "data": "x" * 200}} if method != "ping" else
             {"method": "ping", "id": time.monotonic_ns()})
way = sys.argv[1]
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        if way == "mute":
            continue
        send({"id": asked["id"], "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {},
              "logging": {}}, "serverInfo": {"name": "s", "version": "1"}}})
    elif asked.get("method") == "tools/list":
        send({"id": asked["id"], "result": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}})
    elif asked.get("method") == "tools/call":
        if way in ("notifications/message", "ping"):
            threading.Thread(target=flood, args=[way], daemon=True).start()
        if way != "silent":
            send({"id": asked["id"], "result": {"content": [{"type": "text", "text": "done"}]}})
        if way == "deaf":
            flood("ping")
    elif "id" in asked and "method" in asked:
        send({"id": asked["id"], "error": {"code": -32601, "message": "no"}})
"""


def serve(way):
    return ["--", *PYTHON, "-c", ANSWERS, way]


class HostileRedis:
    """Takes a connection, and writes this again and again, after so many seconds."""
    def __init__(self, begin=b"", again=b"", pause=PATIENCE):
        self.begin, self.again, self.pause = begin, again, pause

    def __enter__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()
        return f"redis://127.0.0.1:{self.socket.getsockname()[1]}"

    def accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.speak, args=[connection], daemon=True).start()

    def speak(self, connection):
        with contextlib.suppress(OSError):
            connection.sendall(self.begin)
            while True:
                time.sleep(self.pause)
                connection.sendall(self.again)

    def __exit__(self, *_exception):
        self.socket.close()


def hang_storage(sandbox):
    """A FIFO stands for a mount that does not respond."""
    folder = sandbox.path(".local", "share", "spyglass")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.mkfifo(os.path.join(folder, "spyglass.db"))


def start(sandbox, words):
    return subprocess.Popen([CLI, *words], env=sandbox.env, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def measure_end(program, limit):
    begun = time.monotonic()
    try:
        program.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        program.communicate()
    taken = time.monotonic() - begun
    assert taken <= limit, f"{program.args[1:4]}: {taken:.1f} s"
    return taken


def list_situations(redis):
    return {"a server that never opens": ["tools", *serve("mute")],
            "a call that is not answered": ["call", "t", *serve("silent")],
            "a flood of notifications": ["call", "t", *serve("notifications/message")],
            "a flood of pings": ["call", "t", *serve("ping")],
            "pings, and nothing is read": ["call", "t", *serve("deaf")],
            "storage that hangs": ["call", "echo", "--arg", "message=done", "--", DEMO],
            "Redis that is silent": ["objects", "list", "--redis", redis]}


def test_signals(sandbox):
    """Half a second after the start, when each of them is at its worst."""
    with HostileRedis() as redis:
        for name, words in list_situations(redis).items():
            for sent in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                if "storage" in name:
                    hang_storage(sandbox)
                program = start(sandbox, words)
                time.sleep(0.5)
                ended = program.poll() is not None
                if not ended:
                    program.send_signal(sent)
                taken = measure_end(program, AFTER_SIGNAL)
                print(f"# {name}, {sent.name}: {taken:.2f} s, status {program.returncode}"
                      f"{' by itself' if ended else ''}", flush=True)
                shutil.rmtree(sandbox.path(".local", "share", "spyglass"), ignore_errors=True)


def test_results(sandbox):
    """A command that has its result ends, whatever goes on."""
    for name, words in list_situations("").items():
        if "flood" not in name and "storage" not in name:
            continue
        if "storage" in name:
            hang_storage(sandbox)
        program = start(sandbox, words)
        begun = time.monotonic()
        out, error = program.communicate(timeout=PATIENCE)
        print(f"# {name}: {time.monotonic() - begun:.1f} s", flush=True)
        assert program.returncode == DONE and b"done" in out, (name, program.returncode, out, error)
        assert time.monotonic() - begun < AFTER_RESULT, name
        if "storage" in name:
            assert "Not kept in the history".encode() in error, error
        shutil.rmtree(sandbox.path(".local", "share", "spyglass"), ignore_errors=True)


def test_redis(sandbox):
    """Whatever it sends, the command ends with an error, and not with all memory."""
    ways = {"nothing": ("", b"", PATIENCE), "a byte a second": (b"$100\r\n", b"a", 1),
            "an endless text": (b"$100000000000\r\n", b"a" * (1 << 20), 0),
            "an endless list": (b"*2147483647\r\n", b":1\r\n" * 100000, 0),
            "lists in lists": (b"*1\r\n" * 100000, b"*1\r\n", 1),
            "lengths that are none": (b"$-5\r\n*-7\r\n", b"$9223372036854775807\r\nx\r\n", 1)}
    for name, (begin, again, pause) in ways.items():
        with HostileRedis(begin or b"", again, pause) as redis:
            program = start(sandbox, ["objects", "list", "--redis", redis])
            begun = time.monotonic()
            _out, error = program.communicate(timeout=PATIENCE)
            print(f"# Redis sends {name}: {time.monotonic() - begun:.1f} s", flush=True)
            assert program.returncode not in (0, -signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV), \
                (name, program.returncode, error)
            assert b"Redis" in error and time.monotonic() - begun < AFTER_RESULT, (name, error)


run_tests(globals())
