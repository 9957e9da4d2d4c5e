#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli beside the Inspector's command line and the server alone, in one run.

Every row is the median of interleaved rounds: the time from start to the whole output, the time to
the process's end, and the peak resident memory of the client's own process (VmHWM).
"""

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time

# A call over HTTP costs what one over stdio does.
AIM_MIB = 10

INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {},
               "clientInfo": {"name": "bench", "version": "1"}},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}
CALL = {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "echo", "arguments": {"message": "hi"}}}


class Peak(threading.Thread):
    """Reads a process's VmHWM until it is gone."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path = f"/proc/{pid}/status"
        self.kib = 0
        self.start()

    def run(self):
        while True:
            try:
                with open(self.path, encoding="ascii") as status:
                    for line in status:
                        if line.startswith("VmHWM:"):
                            self.kib = max(self.kib, int(line.split()[1]))
            except OSError:
                return
            time.sleep(0.002)


def run_client(command, env):
    """Returns (seconds to the output's end, seconds to the exit, KiB)."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=env)
    peak = Peak(process.pid)
    output = b""
    last = start
    while True:
        chunk = os.read(process.stdout.fileno(), 65536)
        if not chunk:
            break
        output += chunk
        last = time.monotonic()
    process.wait(timeout=60)
    end = time.monotonic()
    process.stdout.close()
    if process.returncode != 0 or not output:
        sys.exit(f"{' '.join(command)}: exit status {process.returncode}, {len(output)} bytes")
    return last - start, end - start, peak.kib


def ask_stdio(server, question, env):
    """The server alone: from its start to its answer."""
    start = time.monotonic()
    process = subprocess.Popen(server, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=env)

    def send(message):
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()

    def wait_for(number):
        while True:
            message = json.loads(process.stdout.readline())
            if message.get("id") == number and "method" not in message:
                return

    send(INITIALIZE)
    wait_for(1)
    send(INITIALIZED)
    send(question)
    wait_for(2)
    took = time.monotonic() - start
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    return took


def ask_http(port, question):
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json",
               "Accept": "application/json, text/event-stream"}

    def post(message):
        connection.request("POST", "/mcp", json.dumps(message), headers)
        reply = connection.getresponse()
        reply.read()
        return reply

    reply = post(INITIALIZE)
    headers["Mcp-Session-Id"] = reply.getheader("mcp-session-id")
    headers["MCP-Protocol-Version"] = "2025-11-25"
    post(INITIALIZED)
    post(question)
    took = time.monotonic() - start
    connection.request("DELETE", "/mcp", headers=headers)
    connection.getresponse().read()
    connection.close()
    return took


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("the server did not open its port")


def median(rows, column):
    return statistics.median(row[column] for row in rows)


def judge(rows):
    peaks = [row[2] / 1024 for row in rows]
    verdict = "reached" if statistics.median(peaks) <= AIM_MIB else "MISSED"
    return f" [{min(peaks):.1f}–{max(peaks):.1f}], aim {AIM_MIB}: {verdict}"


def report(name, alone, ours, peer):
    base = statistics.median(alone)
    print(f"{name:<18} {'to output':>10} {'over server':>12} {'to exit':>9} {'peak':>10}")
    print(f"  {'server alone':<16} {base * 1000:>7.0f} ms")
    for label, rows in (("spyglass-cli", ours), ("Inspector --cli", peer)):
        if not rows:
            print(f"  {label:<16} not installed")
            continue
        print(f"  {label:<16} {median(rows, 0) * 1000:>7.0f} ms "
              f"{(median(rows, 0) - base) * 1000:>9.0f} ms {median(rows, 1) * 1000:>6.0f} ms "
              f"{median(rows, 2) / 1024:>6.1f} MiB{judge(rows) if rows is ours else ''}")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    parser.add_argument("--cli", help="the spyglass-cli to measure",
                        default=os.path.join(root, "build-bench", "app", "cli", "spyglass-cli"))
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    parser.add_argument("--tools", default=os.environ.get("SPYGLASS_TOOLS")
                        or os.path.join(cache, "spyglass", "tools"))
    parser.add_argument("--quick", action="store_true", help="three rounds")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.rounds = 3

    modules = os.path.join(arguments.tools or "", "node_modules")
    node = os.path.join(modules, "node", "bin", "node")
    entry = os.path.join(modules, "@modelcontextprotocol", "server-everything", "dist", "index.js")
    inspector = os.path.join(modules, ".bin", "mcp-inspector")
    if not os.path.exists(node) or not os.path.exists(entry):
        print("skipped: the Node programs are not installed (./dev setup)")
        return
    env = dict(os.environ, PATH=os.path.dirname(node) + ":" + os.environ["PATH"])
    server = [node, entry, "stdio"]
    port = free_port()
    url = f"http://127.0.0.1:{port}/mcp"
    http_server = subprocess.Popen([node, entry, "streamableHttp"], env=dict(env, PORT=str(port)),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
    has_peer = os.path.exists(inspector)
    echo = ["--tool-name", "echo", "--tool-arg", "message=hi"]
    cases = [
        ("stdio tools", lambda: ask_stdio(server, LIST, env),
         [arguments.cli, "tools", "--json", "--", *server],
         [inspector, "--cli", *server, "--method", "tools/list", "--format", "json"]),
        ("stdio call echo", lambda: ask_stdio(server, CALL, env),
         [arguments.cli, "call", "echo", "--arg", "message=hi", "--json", "--", *server],
         [inspector, "--cli", *server, "--method", "tools/call", *echo, "--format", "json"]),
        ("HTTP tools", lambda: ask_http(port, LIST),
         [arguments.cli, "tools", "--json", "--server", url],
         [inspector, "--cli", url, "--transport", "http", "--method", "tools/list", "--format",
          "json"]),
        ("HTTP call echo", lambda: ask_http(port, CALL),
         [arguments.cli, "call", "echo", "--arg", "message=hi", "--json", "--server", url],
         [inspector, "--cli", url, "--transport", "http", "--method", "tools/call", *echo,
          "--format", "json"]),
    ]
    try:
        wait_for_port(port)
        for name, alone, ours, peer in cases:
            rows = ([], [], [])
            for _ in range(arguments.rounds):
                rows[0].append(alone())
                rows[1].append(run_client(ours, env))
                if has_peer:
                    rows[2].append(run_client(peer, env))
            report(name, *rows)
    finally:
        http_server.kill()
        http_server.wait()


if __name__ == "__main__":
    main()
