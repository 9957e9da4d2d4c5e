#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli exec: a saved server in the place of the program.

Usage: test-cli-exec.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import signal
import subprocess
import sys
import time

from cli_sandbox import (AUTHORIZATION, CLI, DEMO, DONE, PATIENCE, REFUSED, UNREACHABLE, USAGE,
                         Demo, HttpDemo, check, find_processes, read_error, run_tests)

SECRET = "hunter2222-in-the-keyring"

# A server that tells what it was started with.
TELLER = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {
        "pid": os.getpid(), "args": sys.argv[1:], "cwd": os.getcwd(),
        "env": dict(os.environ)}}), flush=True)
"""


def initialize(number=1, version="2025-11-25"):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "initialize",
                       "params": {"protocolVersion": version, "capabilities": {},
                                  "clientInfo": {"name": "t", "version": "1"}}}) + "\n"


def request(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'


def give_up(*_):
    raise TimeoutError("nothing comes")


signal.signal(signal.SIGALRM, give_up)


class Session:
    """One run of exec, spoken with line by line."""

    def __init__(self, sandbox, name, **more):
        self.process = subprocess.Popen([CLI, "exec", name], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**sandbox.env, **more})

    def send(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def read(self):
        signal.alarm(PATIENCE)
        line = self.process.stdout.readline()
        signal.alarm(0)
        assert line, self.process.stderr.read()
        return json.loads(line)

    def wait_for(self, number):
        while True:
            message = self.read()
            if message.get("id") == number and "method" not in message:
                return message

    def open(self):
        self.send(initialize())
        answer = self.wait_for(1)
        self.send(INITIALIZED)
        return answer["result"]

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        output, error = self.process.stdout.read(), self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status, output, error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def test_program(sandbox):
    script = sandbox.write(TELLER, "teller.py")
    folder = sandbox.path("some folder")
    os.mkdir(folder)
    check(sandbox.run("servers", "add", "teller", "--env", f"API_KEY={SECRET}", "--secret",
                      "API_KEY", "--env", "PLAIN=a b", "--cwd", folder, "--", sys.executable,
                      script, "one two", "${LEFT}", ""), DONE)
    with Session(sandbox, "teller", OF_THE_CALLER="kept") as session:
        session.send(request(7, "tell"))
        answer = session.read()["result"]
        # It is the process that was started, and no other one is left.
        assert answer["pid"] == session.process.pid, answer
        assert answer["args"] == ["one two", "${LEFT}", ""], answer
        assert os.path.samefile(answer["cwd"], folder), answer
        assert answer["env"]["API_KEY"] == SECRET and answer["env"]["PLAIN"] == "a b"
        assert answer["env"]["OF_THE_CALLER"] == "kept"
        with open(f"/proc/{session.process.pid}/cmdline", "rb") as file:
            assert SECRET.encode() not in file.read()
        with open(f"/proc/{session.process.pid}/status", encoding="ascii") as file:
            ignored = [line for line in file if line.startswith("SigIgn")][0]
        assert int(ignored.split()[1], 16) & (1 << (signal.SIGPIPE - 1)) == 0 or \
            signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN, ignored
        status, output, error = session.end()
        assert status == 0 and output == "" and error == "", (status, output, error)


def test_demo(sandbox):
    check(sandbox.run("servers", "add", "The Demo", "--", DEMO), DONE)
    with Session(sandbox, "the demo") as session:
        opened = session.open()
        assert opened["serverInfo"]["name"], opened
        session.send(request(2, "tools/list"))
        assert session.wait_for(2)["result"]["tools"]
        assert session.end()[0] == 0


def test_exit_status(sandbox):
    check(sandbox.run("servers", "add", "seven", "--", "/bin/sh", "-c", "exit 7"), DONE)
    result = sandbox.run("exec", "seven")
    assert result.returncode == 7 and result.stdout == "" and result.stderr == "", result


def test_refusals(sandbox):
    result = check(sandbox.run("exec", "nobody"), USAGE)
    assert result.stdout == "" and "nobody" in read_error(result)["message"]
    check(sandbox.run("exec"), USAGE)
    check(sandbox.run("servers", "add", "gone", "--", "/nowhere/program"), DONE)
    result = check(sandbox.run("exec", "gone"), UNREACHABLE)
    assert result.stdout == "" and read_error(result)["code"] == "command_not_found"
    check(sandbox.run("servers", "add", "lost", "--env", "KEY=hunter2222", "--secret", "KEY", "--",
                      DEMO), DONE)
    os.remove(sandbox.path("secrets"))
    result = check(sandbox.run("exec", "lost"), AUTHORIZATION)
    assert result.stdout == "" and read_error(result)["code"] == "secret", result.stderr


def test_unconfirmed(sandbox):
    trace = sandbox.path("ran")
    path = sandbox.write(json.dumps({"mcpServers": {"evil": {
        "command": "/bin/sh", "args": ["-c", f"touch {trace}"]}}}), "mcp.json")
    check(sandbox.run("servers", "import", path, "--yes"), DONE)
    result = check(sandbox.run("exec", "evil"), REFUSED)
    assert "spyglass-cli servers confirm evil" in read_error(result)["message"], result.stderr
    assert result.stdout == "" and not os.path.exists(trace)
    check(sandbox.run("servers", "confirm", "evil", "--yes"), DONE)
    check(sandbox.run("exec", "evil"), DONE)
    assert os.path.exists(trace)


def test_variables(sandbox):
    """Of what came from another application they are replaced; what was typed stays."""
    script = sandbox.write(TELLER, "teller.py")
    words = [script, "${WORD}", "${UNSET:-else}", "${UNSET}", "${input:asked}"]
    path = sandbox.write(json.dumps({"mcpServers": {"came": {
        "command": "${PYTHON}", "args": words, "env": {"KEY": "x-${WORD}"}}}}), "mcp.json")
    check(sandbox.run("servers", "import", path, "--yes"), DONE)
    check(sandbox.run("servers", "confirm", "came", "--yes"), DONE)
    check(sandbox.run("servers", "add", "typed", "--", sys.executable, *words), DONE)
    more = {"WORD": "a ${UNSET} word", "PYTHON": sys.executable}
    with Session(sandbox, "came", **more) as session:
        session.send(request(1, "tell"))
        answer = session.read()["result"]
        assert answer["args"] == [more["WORD"], "else", "${UNSET}", "${input:asked}"], answer
        assert answer["env"]["KEY"] == "x-" + more["WORD"]
        error = session.end()[2]
        assert "UNSET is not set" in error and "asked" in error, error
    with Session(sandbox, "typed", **more) as session:
        session.send(request(1, "tell"))
        assert session.read()["result"]["args"] == words[1:]


def test_bridge(sandbox):
    with HttpDemo("--require-bearer", SECRET) as url:
        check(sandbox.run("servers", "add", "remote", "--url", url, "--bearer", SECRET), DONE)
        assert SECRET not in sandbox.read_book()
        with Session(sandbox, "remote") as session:
            opened = session.open()
            assert opened["protocolVersion"] == "2025-11-25", opened
            session.send(request(2, "tools/list"))
            session.send(request("three", "tools/call", name="echo", arguments={"text": "1.10"}))
            tools = session.wait_for(2)["result"]["tools"]
            assert tools
            session.send(request(4, "no/such/method"))
            assert session.wait_for(4)["error"]["code"] == -32601
            # Of those that were started from this home, as other tests may have the same secret.
            seen = find_processes(f"HOME={sandbox.home}", "environ")
            assert session.process.pid in seen, seen
            assert not set(seen) & set(find_processes(SECRET))
            status, output, error = session.end()
            assert status == 0 and SECRET not in output + error, (status, output, error)


def test_bridge_of_a_script(sandbox):
    """All that is asked at once is answered, in one session, though the input has ended."""
    url = HttpDemo.share()
    check(sandbox.run("servers", "add", "remote", "--url", url), DONE)
    asked = initialize() + INITIALIZED + "".join(
        request(number, "ping") for number in range(2, 30))
    result = check(sandbox.run("exec", "remote", stdin=asked), DONE)
    messages = [json.loads(line) for line in result.stdout.splitlines()]
    answered = {message["id"] for message in messages if "result" in message}
    assert answered == set(range(1, 30)), result.stdout


def test_bridge_of_other_transports(sandbox):
    with Demo("--sse") as url:
        for kind in ("sse", "auto"):
            check(sandbox.run("servers", "add", kind, "--url", url, "--transport", kind), DONE)
            with Session(sandbox, kind) as session:
                assert session.open()["serverInfo"]
                session.send(request(2, "tools/list"))
                assert session.wait_for(2)["result"]["tools"]
                assert session.end()[0] == 0


def test_bridge_of_the_modern_era(sandbox):
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {}}
    url = HttpDemo.share()
    check(sandbox.run("servers", "add", "remote", "--url", url), DONE)
    asked = request(1, "server/discover", _meta=meta) + request(2, "tools/list", _meta=meta)
    result = check(sandbox.run("exec", "remote", stdin=asked), DONE)
    answers = {json.loads(line)["id"]: json.loads(line) for line in result.stdout.splitlines()}
    assert "2026-07-28" in answers[1]["result"]["supportedVersions"], result.stdout
    assert answers[2]["result"]["tools"], result.stdout


def test_bridge_without_a_server(sandbox):
    """Who asks hears why there is no answer, with the id as it was spelled."""
    check(sandbox.run("servers", "add", "dead", "--url", "http://127.0.0.1:9/mcp", "--bearer",
                      SECRET), DONE)
    result = sandbox.run("exec", "dead", stdin=initialize("a\u00e9"))
    answer = json.loads(result.stdout)
    assert answer["id"] == "a\u00e9" and answer["error"]["code"] == -32000, answer
    assert answer["error"]["message"] and SECRET not in result.stdout + result.stderr


def test_bridge_ends_with_its_caller(sandbox):
    url = HttpDemo.share()
    check(sandbox.run("servers", "add", "remote", "--url", url), DONE)
    with Session(sandbox, "remote") as session:
        session.open()
        session.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        session.process.wait(PATIENCE)
        assert time.monotonic() - begun < 5
        assert session.process.returncode == 128 + signal.SIGTERM


run_tests(globals())
