#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said where something fails: each situation is made by a server that fails so, and all that a
person reads on a terminal (what happened, whose fault it is, what to do, the evidence; behind ">" what is
printed) is compared with tests/data/said/terminal.txt, which a person has read. With the exit status.

Usage: test-cli-said.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP, and the table. To write the
table again after a change: SPYGLASS_SAID=write in the environment; then read what git shows of it.
"""

import concurrent.futures
import contextlib
import difflib
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import threading

from cli_sandbox import CLI, PATIENCE, PYTHON, SERVERS, Sandbox, find_port, run_tests

import failing_server

EXPECTED = os.path.join(sys.argv[3], "tests", "data", "said")
TOOLS, CALL, READ, PROMPT = ("tools",), ("call", "t"), ("read", "x://r"), ("prompt", "p")
LEGACY = ("--era", "legacy")
KINDS = {"initialize": TOOLS, "tools/list": TOOLS, "tools/call": CALL, "resources/read": READ,
         "prompts/get": PROMPT, "ping": ("ping",)}
SITUATIONS = []  # titles, and what makes the situation: called with a Terminal


class Terminal:
    """Runs the command line with a terminal for what it says."""

    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.names = {}

    def run(self, *words):
        master, slave = os.openpty()
        env = dict(self.sandbox.env, TERM="dumb", COLUMNS="80", PATH="/usr/bin:/bin", SHELL="/bin/sh")
        with subprocess.Popen([CLI, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave,
                              env=env, cwd=self.sandbox.home) as process:
            os.close(slave)
            said = bytearray()
            timer = threading.Timer(PATIENCE, process.kill)
            timer.start()
            while True:
                try:
                    data = os.read(master, 65536)
                except OSError:  # the other side is closed
                    break
                if not data:
                    break
                said += data
            printed = process.stdout.read()
            process.wait()
            timer.cancel()
        os.close(master)
        return self.write(words, printed.decode(errors="replace"),
                          said.decode(errors="replace").replace("\r\n", "\n"), process.returncode)

    def write(self, words, printed, said, status):
        """The row of the table, without what differs each time."""
        shown = words[:words.index("--")] if "--" in words else words
        shown = [word for word in shown if word not in LEGACY and not word.startswith("http")]
        lines = [f"$ {shlex.join(shown)}", *("> " + line for line in printed.splitlines()),
                 *said.rstrip("\n").splitlines(), f"exit {status}"]
        text = "\n".join("    " + line if line else "" for line in lines)
        for name, value in {**self.names, self.sandbox.home: "HOME"}.items():
            text = text.replace(name, value)
        text = re.sub(r"(?<=127\.0\.0\.1:)\d+|(?<=localhost:)\d+", "PORT", text)
        text = re.sub(r"[\d.]+ ms", "N ms", text)
        text = re.sub(r"within [\d.]+ seconds", "within N seconds", text)
        return re.sub(re.escape(SERVERS) + r"\S*|" + re.escape(PYTHON[0]), "SERVER", text)

    def run_program(self, command, script):
        return self.run(*command, *LEGACY, "-t", "1", "--", *PYTHON,
                        os.path.join(SERVERS, "failing_server.py"), json.dumps(script))

    def run_http(self, command, script):
        with failing_server.Server(script) as url:
            return self.run(*command, *LEGACY, "-t", "1", "--transport", "http", "--server", url)


def situation(title, make):
    SITUATIONS.append((title, make))


def program(title, command, script):
    situation("Program · " + title, lambda terminal: terminal.run_program(command, script))


def web(title, command, script):
    situation("HTTP · " + title, lambda terminal: terminal.run_http(command, script))


def error(code, message):
    return {"error": {"code": code, "message": message}}


# No connection

def run_command(*command):
    return lambda terminal: terminal.run("tools", "--", *command)


def run_closed_port(terminal):
    return terminal.run("tools", *LEGACY, "--server", f"http://127.0.0.1:{find_port()}/mcp")


def answer_once(data):
    """Something else than HTTP listens."""
    def make(terminal):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            def serve():
                while True:
                    try:
                        peer, _ = listener.accept()
                    except OSError:
                        return
                    with peer:
                        peer.recv(65536)
                        peer.sendall(data)
                        # Closing with a part of the request unread would take the answer back.
                        peer.shutdown(socket.SHUT_WR)
                        with contextlib.suppress(ConnectionError):
                            while peer.recv(65536):
                                pass
            threading.Thread(target=serve, daemon=True).start()
            return terminal.run("tools", *LEGACY, "--transport", "http", "--server",
                                f"http://127.0.0.1:{listener.getsockname()[1]}/mcp")
    return make


def run_not_executable(terminal):
    path = terminal.sandbox.write("#!/bin/sh\n", "server.sh")
    return terminal.run("tools", "--", path)


situation("Program · there is none of this name", run_command("spyglass-no-such-program"))
situation("Program · its file may not be run", run_not_executable)
situation("Program · it ends at once", run_command("sh", "-c", "echo KEY is missing >&2; exit 3"))
situation("Program · it ends without an error", run_command("true"))
situation("Program · it closes its standard output and runs on", run_command("sh", "-c", "exec >&-; exec sleep 60"))
program("it ends in the opening", TOOLS, {"initialize": {"exit": 1, "err": "Traceback: no such table\n"}})
program("it is killed in the opening", TOOLS, {"initialize": {"kill": 9}})
program("it ends in a list", TOOLS, {"tools/list": {"exit": 0}})
program("it ends in a call", CALL, {"tools/call": {"exit": 1, "err": "out of luck\n"}})
program("it ends in the middle of an answer", CALL, {"tools/call": {"raw": '{"jsonrpc":"2.0",', "exit": 0}})
program("it does not answer the opening", ("tools", "--connect-timeout", "1"), {"initialize": {"silent": 1}})
program("it does not answer a list", TOOLS, {"tools/list": {"silent": 1}})
program("it does not answer a call", CALL, {"tools/call": {"silent": 1}})
situation("HTTP · nothing listens at the port", run_closed_port)
situation("HTTP · the connection is closed without a word", answer_once(b""))
situation("HTTP · something else listens", answer_once(b"220 mail.example.com ESMTP\r\n"))
situation("HTTP · the head of an answer breaks off", answer_once(b"HTTP/1.1 200 OK\r\nContent-"))
web("it does not answer the opening", ("tools", "--connect-timeout", "1"), {"initialize": {"silent": 1}})
web("it does not answer a call", CALL, {"tools/call": {"silent": 1}})
web("the connection is closed in a call", CALL, {"tools/call": {"close": ""}})

# Statuses

TEXT = {"Content-Type": "text/plain"}
HTML = {"Content-Type": "text/html"}
for STATUS in (400, 401, 403, 404, 405, 406, 408, 410, 413, 415, 418, 421, 429, 431, 500, 501, 502, 503, 504):
    web(f"{STATUS} to the opening", TOOLS, {"initialize": {"status": STATUS, "headers": TEXT, "raw": "No."}})
    web(f"{STATUS} to a call", CALL, {"tools/call": {"status": STATUS, "headers": TEXT}})
for STATUS in (400, 404, 500):
    web(f"{STATUS} with a JSON-RPC error to a call", CALL,
        {"tools/call": {"status": STATUS, **error(-32603, "Boom")}})
for TITLE, VALUE in {"a number": "3", "a day": "86400", "a negative number": "-1", "no number": "soon",
                     "a date": "Fri, 31 Dec 2100 23:59:59 GMT"}.items():
    web(f"429, to be tried again after {TITLE}", CALL,
        {"tools/call": {"status": 429, "headers": {**TEXT, "Retry-After": VALUE}}})
web("401 with a challenge to the opening", TOOLS,
    {"initialize": {"status": 401, "headers": {**TEXT, "WWW-Authenticate": 'Bearer realm="x"'}}})
web("401 with an invalid token to a call", CALL,
    {"tools/call": {"status": 401, "headers": {**TEXT, "WWW-Authenticate": 'Bearer error="invalid_token"'}}})
web("403 with a scope to a call", CALL,
    {"tools/call": {"status": 403, "headers": {
        **TEXT, "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="write"'}}})
web("403 because of the host", TOOLS,
    {"initialize": {"status": 403, "headers": TEXT, "raw": "Invalid Host: 127.0.0.1"}})
web("404 in a session to a call", CALL,
    {"initialize": {"result": failing_server.RESULTS["initialize"], "headers": {"Mcp-Session-Id": "s"}},
     "tools/call": {"status": 404, "headers": TEXT}})
web("a redirect to another host", TOOLS,
    {"initialize": {"status": 307, "headers": {**TEXT, "Location": "http://example.com/mcp"}}})

# What cannot be read

web("a page instead of an answer", TOOLS, {"initialize": {"headers": HTML, "raw": "<html>Sign in</html>"}})
web("nothing instead of an answer", CALL, {"tools/call": {"raw": ""}})
web("202 instead of an answer", CALL, {"tools/call": {"status": 202, "raw": ""}})
web("an answer that is no brotli", CALL, {"tools/call": {"headers": {"Content-Encoding": "br"}, "raw": "abcdef"}})
web("an answer that is no gzip", CALL, {"tools/call": {"headers": {"Content-Encoding": "gzip"}, "raw": "abcdef"}})
web("a stream that ends without an answer", CALL,
    {"tools/call": {"headers": {"Content-Type": "text/event-stream"}, "raw": ": ping\n\n"}})
for TITLE, RAW in {"no JSON": "oops", "JSON that breaks off": '{"jsonrpc":"2.0","id":ID,"result":{',
                   "a byte that is no UTF-8": '{"jsonrpc":"2.0","id":ID,"result":{"x":"\u00f6"}}',
                   "another id": '{"jsonrpc":"2.0","id":77,"result":{}}',
                   "the id null": '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"No"}}',
                   "neither result nor error": '{"jsonrpc":"2.0","id":ID}'}.items():
    if "UTF" not in TITLE:
        program(f"an answer that is {TITLE}" if "JSON" in TITLE else f"an answer with {TITLE}", CALL,
                {"tools/call": {"raw": RAW}})
    web(f"an answer that is {TITLE}" if "JSON" in TITLE else f"an answer with {TITLE}", CALL,
        {"tools/call": {"raw": RAW}})
program("a revision that is not known", TOOLS,
        {"initialize": {"result": {**failing_server.RESULTS["initialize"], "protocolVersion": "2099-01-01"}}})

# JSON-RPC errors, by code and by what was asked

for CODE, MESSAGE in {-32700: "Parse error", -32600: "Invalid Request", -32601: "Method not found",
                      -32602: "Invalid params", -32603: "Internal error", -32000: "Server error",
                      -32001: "Request timed out", -32002: "Resource not found", -32042: "Visit a page",
                      1234: "Own code"}.items():
    for METHOD, COMMAND in KINDS.items():
        program(f"{METHOD} is answered {CODE}", COMMAND, {METHOD: error(CODE, MESSAGE)})
program("tools/call is answered -32602, no such tool", ("call", "u"), {"tools/call": error(-32602, "Unknown tool: u")})
program("tools/call is answered -32602, the list failed", CALL,
        {"tools/list": error(-32603, "Internal error"), "tools/call": error(-32602, "Invalid params")})
program("tools/call is answered with an error that is a text", CALL, {"tools/call": {"error": "boom"}})
for WORDS in ("Unauthorized", "429 Too Many Requests", "connect ECONNREFUSED 127.0.0.1:5432"):
    program(f"tools/call is answered -32000, {WORDS}", CALL, {"tools/call": error(-32000, WORDS)})

# Results that are none, and tools that fail

for TITLE, RESULT in {"{}": {}, "null": None, "an array": [], "a text": "x"}.items():
    program(f"the result of a call is {TITLE}", CALL, {"tools/call": {"result": RESULT}})
    program(f"the result of a read is {TITLE}", READ, {"resources/read": {"result": RESULT}})
    program(f"the result of a prompt is {TITLE}", PROMPT, {"prompts/get": {"result": RESULT}})
    program(f"the result of a list is {TITLE}", TOOLS, {"tools/list": {"result": RESULT}})
program("the cursor of a list comes again", TOOLS,
        {"tools/list": {"result": {**failing_server.RESULTS["tools/list"], "nextCursor": "c"}}})
program("a tool fails", CALL, {"tools/call": {"result": {
    "isError": True, "content": [{"type": "text", "text": "Invalid API key"}]}}})


def describe(pair):
    """One situation. Returns: its part of the table"""
    title, make = pair
    sandbox = Sandbox()
    try:
        return f"{title}\n{make(Terminal(sandbox))}\n"
    finally:
        sandbox.close()


def compare(name, describe_one, rows):
    """Prints the table, and compares it with the file that was read."""
    path = os.path.join(EXPECTED, name)
    with concurrent.futures.ThreadPoolExecutor(4) as workers:
        table = "\n".join(workers.map(describe_one, rows)) + "\n"
    if os.environ.get("SPYGLASS_SAID") == "write":
        with open(path, "w", encoding="utf-8") as file:
            file.write(table)
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    for line in table.splitlines():
        print(f"# {line}")
    differences = list(difflib.unified_diff(expected.splitlines(), table.splitlines(), "expected", "said", n=3,
                                            lineterm=""))
    assert not differences, "What is said is not what was read:\n" + "\n".join(differences)


def test_situations(_):
    compare("terminal.txt", describe, SITUATIONS)


# No answer is taken for a good one: each command with each, as text, as JSON and quiet

GOOD = failing_server.RESULTS
SAVED = '{"calls": [{"name": "saved", "tool": "t", "arguments": {}}]}'
CASES = '{"cases": [{"id": "one", "prompt": "hi", "expect": {"answer": {"contains": "o"}}}]}'
MODELS = ("chat hi --provider scripted", "cases CASES --yes --model scripted:demo")
ANSWERED = {"call t": ("tools/call", "content"), "read x://r": ("resources/read", "contents"),
            "prompt p": ("prompts/get", "messages"), "complete prompt p a": ("completion/complete", "completion"),
            "tools": ("tools/list", "tools"), "resources": ("resources/list", "resources"),
            "prompts": ("prompts/list", "prompts"), "run FILE --yes": ("tools/call", "content")}
CATASTROPHIC = {"name": "t", "inputSchema": {"type": "object", "properties": {
    "a": {"type": "string", "pattern": r"^(\w+\s?)*$"}}}}
MODES = ((), ("--json",), ("-q",), ("--json", "-q"))


def list_verdicts():
    for command, (method, member) in ANSWERED.items():
        for title, result in {"good": GOOD[method], "{}": {}, "null": None, "[]": [], '"x"': "x", "7": 7,
                              "of null": {member: None}, "of {}": {member: {}}, "of 7": {member: 7},
                              "of [null]": {member: [None]}}.items():
            yield command, title, {method: {"result": result}}
    for command, (method, member) in ANSWERED.items():
        if method.endswith("/list"):
            yield command, "the cursor comes again", {method: {"result": {**GOOD[method], "nextCursor": "c"}}}
            yield (command, "the second page is an error",
                   {method: [{"result": {**GOOD[method], "nextCursor": "c"}}, error(-32603, "Boom")]})
    yield "call t", "structured content alone", {"tools/call": {"result": {"structuredContent": {"a": 1}}}}
    yield "prompt p", "a text in the place of a block", {"prompts/get": {"result": {
        "messages": [{"role": "user", "content": "done"}]}}}
    yield "call t", "a tool error", {"tools/call": {"result": {**GOOD["tools/call"], "isError": True}}}
    long = f'call t --args {json.dumps(json.dumps({"a": "a" * 60 + "!"}))}'
    yield long, "a check that takes too long", {"tools/list": {"result": {"tools": [CATASTROPHIC]}}}
    yield "tools", "pages without end", {"tools/list": {"endless": "tools", "result": GOOD["tools/list"]}}
    yield "export openai-chat", "pages without end", {"tools/list": {"endless": "tools", "result": GOOD["tools/list"]}}
    for command in ("lint", "names claude-code", *MODELS):
        yield (command, "the cursor comes again", {"tools/list": {"result": {**GOOD["tools/list"], "nextCursor": "c"}}})
        yield (command, "the second page is an error",
               {"tools/list": [{"result": {**GOOD["tools/list"], "nextCursor": "c"}}, error(-32603, "Boom")]})
    yield "complete prompt p a", "an error", {"completion/complete": error(-32602, "Boom")}
    yield "complete prompt p a", "an unknown method", {"completion/complete": error(-32601, "Boom")}
    many = [{"name": f"t{i}", "inputSchema": {"type": "object"}} for i in range(129)]
    for command in MODELS:
        yield command, "129 tools", {"tools/list": {"result": {"tools": many}}}


def describe_verdict(row):
    """One line for each mode: what is on standard error, but for the advice."""
    command, title, script = row
    sandbox = Sandbox()
    lines = [f"{shlex.split(command)[0]} · {title}"]
    path = sandbox.write(SAVED, "calls.json")
    files = {"FILE": path, "CASES": sandbox.write(CASES, "cases.json")}
    words = [files.get(word, word) for word in shlex.split(command)]
    try:
        for mode in MODES:
            result = sandbox.run(*words, *mode, *LEGACY, "--", *PYTHON,
                                 os.path.join(SERVERS, "failing_server.py"), json.dumps(script))
            said = []
            for line in result.stderr.splitlines():
                told = json.loads(line).get("error") if line.startswith("{") else None
                said.append(f"{told['code']}: {told['message']}" if told else line)
            printed = "" if len(result.stdout) > 200 else "".join(f" > {line}" for line in result.stdout.splitlines())
            if '"incomplete"' in result.stdout:
                printed += " > says incomplete"
            printed = re.sub(r'"milliseconds":[\d.]+', '"milliseconds":N', printed)
            lines.append(f"    {' '.join(mode) or 'plain':9}  exit {result.returncode}  {' | '.join(said)}{printed}")
    finally:
        sandbox.close()
    return "\n".join(line.rstrip() for line in lines)


def test_verdicts(_):
    compare("verdicts.txt", describe_verdict, list_verdicts())


if __name__ == "__main__":
    run_tests(globals())
