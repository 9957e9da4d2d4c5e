#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command ends, whatever server, disk and Redis do: within its limits, and soon after a signal.

Usage: test-cli-ending.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import concurrent.futures
import contextlib
import itertools
import os
import signal
import socket
import subprocess
import threading
import time

from cli_sandbox import (CLI, DEMO, DONE, LONG, PATIENCE, PROTOCOL, PYTHON, REFUSED, SERVERS,
                         TIMEOUT, UNREACHABLE, WITH_US, Skip, check, run_tests)

# What a command may take after a signal, and after its result, in seconds.
AFTER_SIGNAL, AFTER_RESULT = 3, 20
# What the commands below are given, and what they may take with it on a machine that has other work.
LIMITS = ("--timeout", "1", "--total-timeout", "2", "--connect-timeout", "1")
WITHIN_LIMITS = 8
# How many run at once: most of them wait.
AT_ONCE = 6
FLOOD_SERVER = os.path.join(SERVERS, "flood_server.py")
TRANSPORTS = {"stdio": None, "socket": "tcp://127.0.0.1:{}", "http": "http://127.0.0.1:{}/mcp",
              "sse": "http://127.0.0.1:{}/mcp", "websocket": "ws://127.0.0.1:{}/"}
STATES = {"opening": ("tools",), "listing": ("tools",), "call": ("call", "t"), "idle": ("log", "--wait", "2"),
          "closing": ("call", "t")}
KINDS = ("notifications", "requests", "responses", "garbage")
SIGNALS = ((), (signal.SIGTERM,), (signal.SIGINT, signal.SIGINT))
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
        send({"id": asked["id"], "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {},
              "logging": {}, "prompts": {}, "resources": {"subscribe": True}, "completions": {},
              "tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}},
              "serverInfo": {"name": "s", "version": "1"}}})
    elif way == "working" and asked.get("method") == "tasks/get":
        send({"id": asked["id"], "result": {"taskId": asked["params"]["taskId"], "status": "working", "ttl": None,
              "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z", "pollInterval": 100}})
    elif way == "working" and asked.get("method") == "tasks/list":
        send({"id": asked["id"], "result": {"tasks": [], "nextCursor": str(time.monotonic_ns())}})
        time.sleep(0.3)
    elif way in ("open", "working") and asked.get("method") != "server/discover":
        continue
    elif way == "leaves" and asked.get("method", "")[:3] not in ("ser", "not"):
        sys.exit(3)
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


def hang_storage(folder):
    """A FIFO stands for a mount that does not respond."""
    os.makedirs(os.path.join(folder, "spyglass"))
    os.mkfifo(os.path.join(folder, "spyglass", "spyglass.db"))


def start(sandbox, words, **more):
    """@more: variables of the environment."""
    return subprocess.Popen([CLI, *words], env={**sandbox.env, **more}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run_at_once(function, rows):
    """Returns: what @function made of each row, in their order."""
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda row: function(*row), rows))


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


def end_by_signal(sandbox, name, words, sent):
    """Half a second after the start, when each of them is at its worst."""
    folder = sandbox.path(f"{name} {sent.name}")
    if "storage" in name:
        hang_storage(folder)
    program = start(sandbox, words, XDG_DATA_HOME=folder)
    time.sleep(0.5)
    ended = program.poll() is not None
    if not ended:
        program.send_signal(sent)
    taken = measure_end(program, AFTER_SIGNAL)
    return (f"{name}, {sent.name}: {taken:.2f} s, status {program.returncode}"
            f"{' by itself' if ended else ''}")


def test_signals(sandbox):
    with HostileRedis() as redis:
        rows = [(sandbox, name, words, sent) for name, words in list_situations(redis).items()
                for sent in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]
        for line in run_at_once(end_by_signal, rows):
            print(f"# {line}", flush=True)


def test_results(sandbox):
    """A command that has its result ends, whatever goes on."""
    for name, words in list_situations("").items():
        if "flood" not in name and "storage" not in name:
            continue
        folder = sandbox.path(name)
        if "storage" in name:
            hang_storage(folder)
        program = start(sandbox, words, XDG_DATA_HOME=folder)
        begun = time.monotonic()
        out, error = program.communicate(timeout=PATIENCE)
        print(f"# {name}: {time.monotonic() - begun:.1f} s", flush=True)
        assert program.returncode == DONE and b"done" in out, (name, program.returncode, out, error)
        assert time.monotonic() - begun < AFTER_RESULT, name
        if "storage" in name:
            assert "Not kept in the history".encode() in error, error


def end_with_redis(sandbox, name, begin, again, pause):
    with HostileRedis(begin or b"", again, pause) as redis:
        program = start(sandbox, ["objects", "list", "--redis", redis], XDG_DATA_HOME=sandbox.path(name))
        begun = time.monotonic()
        _out, error = program.communicate(timeout=PATIENCE)
        print(f"# Redis sends {name}: {time.monotonic() - begun:.1f} s", flush=True)
        assert program.returncode not in (0, -signal.SIGKILL, -signal.SIGABRT, -signal.SIGSEGV), \
            (name, program.returncode, error)
        assert b"Redis" in error and time.monotonic() - begun < AFTER_RESULT, (name, error)


def test_redis(sandbox):
    """Whatever it sends, the command ends with an error, and not with all memory."""
    ways = {"nothing": ("", b"", PATIENCE), "a byte a second": (b"$100\r\n", b"a", 1),
            "an endless text": (b"$100000000000\r\n", b"a" * (1 << 20), 0),
            "an endless list": (b"*2147483647\r\n", b":1\r\n" * 100000, 0),
            "lists in lists": (b"*1\r\n" * 100000, b"*1\r\n", 1),
            "lengths that are none": (b"$-5\r\n*-7\r\n", b"$9223372036854775807\r\nx\r\n", 1)}
    if needs_many_addresses():
        # A sanitizer's allocator copies what grows, and looks at each place of a list, for a minute.
        ways = {name: way for name, way in ways.items() if "endless" not in name}
    run_at_once(end_with_redis, [(sandbox, name, *way) for name, way in ways.items()])


# What talks to a server: what it needs beside the limits.
COMMANDS = (("tools",), ("resources",), ("prompts",), ("ping",), ("call", "t"), ("call", "t", "--task"),
            ("read", "x://a"), ("prompt", "p"), ("tasks",), ("tasks", "get", "a"), ("tasks", "result", "a"),
            ("tasks", "cancel", "a"), ("complete", "p", "a", "b"), ("subscribe", "x://a"), ("log",),
            ("raw", '{"jsonrpc": "2.0", "id": 7, "method": "tools/list"}'), ("lint",), ("export", "anthropic"))
# These watch for as long as they are told to.
WATCHES = ("subscribe", "log")


def end_command(sandbox, number, command, way):
    words = [*command, *LIMITS, *(["--wait", "2"] if command[0] in WATCHES else []), *serve(way)]
    program = start(sandbox, words, XDG_DATA_HOME=sandbox.path(str(number)))
    begun = time.monotonic()
    try:
        _out, error = program.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        _out, error = program.communicate()
    return time.monotonic() - begun, program.returncode, error.decode(errors="replace")


def run_commands(sandbox, ways):
    rows = [(sandbox, number, command, way)
            for number, (command, way) in enumerate(itertools.product(COMMANDS, ways))]
    for (_sandbox, _number, command, way), result in zip(rows, run_at_once(end_command, rows)):
        seconds, status, error = result
        print(f"# {' '.join(command)}, {way}: {seconds:.2f} s, status {status}", flush=True)
        yield command, way, seconds, status, error


def test_limits(sandbox):
    """Every command that waits for a server keeps its limits: where nothing is answered, and where a task or a
    list goes on for ever."""
    for command, way, seconds, status, error in run_commands(sandbox, ("open", "working")):
        assert seconds <= WITHIN_LIMITS, (command, way, seconds)
        assert 0 <= status < 128, (command, way, status, error)
        # "get" has its answer, and "lint" reports the lists that do not come.
        assert status == TIMEOUT or "get" in command or command == ("lint",), (command, way, status, error)


def test_server_leaves(sandbox):
    """A server that goes away in the middle is told of as that, and nothing trips over a session that is
    gone."""
    for command, _way, seconds, status, error in run_commands(sandbox, ("leaves",)):
        assert seconds <= WITHIN_LIMITS and 0 < status < 128, (command, seconds, status, error)
        assert "CRITICAL" not in error and "WARNING" not in error, (command, error)
        assert "exit status 3" in error and "not_connected" not in error, (command, error)


@contextlib.contextmanager
def serve_flood(transport, state, kind):
    """Gives the words that name the server on a command line."""
    words = [*PYTHON, FLOOD_SERVER, transport, state, kind]
    if TRANSPORTS[transport] is None:
        yield ["--", *words]
        return
    with subprocess.Popen([*WITH_US, *words], stdout=subprocess.PIPE, text=True) as server:
        url = TRANSPORTS[transport].format(server.stdout.readline().strip())
        try:
            yield ["--server", url, *(["--transport", "sse"] if transport == "sse" else [])]
        finally:
            server.kill()


def end_flood(sandbox, number, situation, sent):
    """Returns: the line that tells of it, and what is wrong with it or None."""
    transport, state, kind = situation
    with serve_flood(*situation) as server:
        # Each has a history of its own: one that all write to would be locked by the others.
        program = start(sandbox, [*STATES[state], *LIMITS, *server], XDG_DATA_HOME=sandbox.path(str(number)))
        begun = time.monotonic()
        if sent:
            time.sleep(0.4)
            begun = time.monotonic()
        for one in sent if program.poll() is None else ():
            program.send_signal(one)
            time.sleep(0.02)
        try:
            _out, error = program.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            program.kill()
            _out, error = program.communicate()
        taken = time.monotonic() - begun
    names = " ".join(one.name for one in sent) or "no signal"
    line = f"flood of {kind}, {transport}, {state}, {names}: {taken:.2f} s, status {program.returncode}"
    limit = AFTER_SIGNAL if sent else WITHIN_LIMITS
    # A slow program may not listen for signals yet, and one that is done does no more: it ends by them.
    statuses = (DONE, TIMEOUT, PROTOCOL, UNREACHABLE, *(128 + one for one in sent), *(-one for one in sent))
    if taken > limit or program.returncode not in statuses:
        return line, f"{line}\n{error.decode(errors='replace')[-500:]}"
    return line, None


def test_floods(sandbox):
    """On each transport, in each state, with each kind, and whatever signal comes: here each of these once
    and the signals in turn, with --long all of them with each."""
    situations = list(itertools.product(TRANSPORTS, STATES, KINDS))
    rows = [(sandbox, 3 * number + turn, situation, sent)
            for number, situation in enumerate(situations) for turn, sent in enumerate(SIGNALS)
            if LONG or turn == (number + number // len(KINDS)) % len(SIGNALS)]
    begun = time.monotonic()
    results = run_at_once(end_flood, rows)
    for line, _wrong in results:
        print(f"# {line}", flush=True)
    print(f"# {len(rows)} floods, {time.monotonic() - begun:.0f} s in all", flush=True)
    wrong = [text for _line, text in results if text]
    assert not wrong, "\n".join(wrong)


# KiB of addresses: a command needs some 270 000 of them, and 150 MiB of an answer do not fit.
FEW_ADDRESSES = "400000"
LARGE_BYTES = 150 * 1024 * 1024


def limit(option, most):
    """What a command line begins with whose program may have so many of them."""
    return ["/bin/sh", "-c", f'ulimit -{option} "$0" && exec "$@"', str(most)]


def needs_many_addresses():
    """A sanitizer needs terabytes of them."""
    return subprocess.run([*limit("v", FEW_ADDRESSES), CLI, "version"], check=False, capture_output=True).returncode


def check_addresses():
    if needs_many_addresses():
        raise Skip("the program needs more addresses by itself")


def end_large(sandbox, number, transport, kind):
    with serve_flood(transport, "call", kind) as server, \
         subprocess.Popen([*limit("v", FEW_ADDRESSES), CLI, "call", "t", "--timeout", "20", *server],
                          env={**sandbox.env, "XDG_DATA_HOME": sandbox.path(str(number))},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        _out, error = program.communicate(timeout=PATIENCE)
        return program.returncode, error.decode(errors="replace")


def test_memory(sandbox):
    """What does not fit into memory is one answer, file or object that fails, with that as its reason."""
    check_addresses()
    rows = [(sandbox, number, transport, kind) for number, (transport, kind) in
            enumerate([*((transport, "large") for transport in TRANSPORTS), ("http", "body")])]
    for row, (status, error) in zip(rows, run_at_once(end_large, rows)):
        print(f"# a large answer, {row[2]} ({row[3]}): status {status}", flush=True)
        assert status == PROTOCOL and "message_too_large" in error and "memory" in error, (row[2:], status, error)
    large = sandbox.write('{"a": "' + "x" * LARGE_BYTES + '"}\n', "large.json")
    check(sandbox.run("objects", "put", large), DONE)
    for words in (("call", "t", "--args", "-", *serve("silent")), ("raw", "-", *serve("silent")),
                  ("history", "import", large), ("objects", "put", large), ("objects", "show", "obj_001"),
                  ("objects", "save", "obj_001", sandbox.path("saved"))):
        with open(large, encoding="utf-8") as file:
            ended = subprocess.run([*limit("v", FEW_ADDRESSES), CLI, *words], stdin=file, capture_output=True,
                                   text=True, timeout=PATIENCE, check=False, env=sandbox.env)
        print(f"# {' '.join(words[:2])}: status {ended.returncode}", flush=True)
        assert ended.returncode == REFUSED, (words, ended.returncode, ended.stderr)
        assert "memory" in ended.stderr or "allocate" in ended.stderr, (words, ended.stderr)


def test_memory_of_redis(sandbox):
    """The same of what Redis sends: one text, or many in a list."""
    check_addresses()
    text = b"$1000000\r\n" + b"b" * 1000000 + b"\r\n"
    for begin, again in ((b"$500000000\r\n", b"a" * (1 << 20)), (b"*1000\r\n", text), (b"", text)):
        with HostileRedis(begin, again, 0) as redis:
            ended = subprocess.run([*limit("v", FEW_ADDRESSES), CLI, "objects", "list", "--redis", redis],
                                   env=sandbox.env, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert ended.returncode > 0 and "Redis" in ended.stderr, (begin, ended.returncode, ended.stderr)


def test_descriptors(sandbox):
    """With too few of them a command says so; nothing aborts."""
    for most in range(4, 30):
        ended = subprocess.run([*limit("n", most), CLI, "call", "echo", "--arg", "message=hi", "--", DEMO],
                               env=sandbox.env, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert ended.returncode in (DONE, UNREACHABLE, REFUSED), (most, ended.returncode, ended.stderr)
        assert ended.returncode == DONE or '"error"' in ended.stderr, (most, ended.stderr)
    assert ended.returncode == DONE, ended.stderr


run_tests(globals())
