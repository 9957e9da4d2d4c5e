#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What servers on the official SDKs ask and log, over each transport that these have: as part of a
call, and beside it, on the stream of a GET where there is one.

Usage: test-cli-sdk.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP. Needs what ./dev setup
installs.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from cli_sandbox import DONE, Skip, check, run_tests

TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
NODE = os.path.join(TOOLS, "node_modules", "node", "bin", "node")
SCRIPT = os.path.join(sys.argv[3], "tests", "mcp", "servers", "sdk-asking.mjs")
ANSWERS = {"elicitation": {"action": "accept", "content": {"name": "Ada"}},
           "sampling": {"text": "Blue.", "model": "m"}}

# A tool, what its result has to say, and what a line on standard error.
QUESTIONS = (("echo", "here", None), ("ask", "Ada", "Asking needs your input"),
             ("ask_model", "Blue.", "Sampling request from Asking"),
             ("ask_in_call", "Ada", "Asking needs your input"),
             ("ask_model_in_call", "Blue.", "Sampling request from Asking"),
             ("list_roots", "file:///", None), ("log", "logged", "sdk: beside"),
             ("log_in_call", "logged", "sdk: within"))
# A server that answers a POST in JSON has nowhere to ask as part of a call.
BESIDE = tuple(row for row in QUESTIONS if not row[0].endswith("_in_call"))


class Server:
    """A server on SDK @sdk that speaks HTTP in one of its @ways."""

    def __init__(self, sdk, way):
        self.process = subprocess.Popen([NODE, SCRIPT, sdk, way], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            match = re.match(r"Listening on (\S+)", line)
            if match:
                self.url = match.group(1)
                return
        raise AssertionError("the server does not listen")

    def __enter__(self):
        return ("--server", self.url)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def ask_everything(sandbox, server, questions=QUESTIONS):
    answers = sandbox.write(json.dumps(ANSWERS), "answers.json")

    def ask(row):
        tool, result, told = row
        done = check(sandbox.run("call", tool, "--answer", answers, "--root", sandbox.home,
                                 "--level", "debug", "--timeout", "10", *server), DONE)
        assert result in done.stdout, (tool, done.stdout, done.stderr)
        assert told is None or told in done.stderr, (tool, done.stderr)

    with ThreadPoolExecutor(max_workers=2) as pool:
        list(pool.map(ask, questions))


def need_sdks():
    for name in ("sdk", "server", "node"):
        if not os.path.exists(os.path.join(TOOLS, "node_modules", "@modelcontextprotocol", name)):
            raise Skip("not installed: run ./dev setup")


def over_http(sandbox, sdk, way, questions=QUESTIONS):
    need_sdks()
    with Server(sdk, way) as server:
        ask_everything(sandbox, server, questions)


def over_stdio(sandbox, sdk, *options):
    """What is asked, in one run of the server; what it logs is told by “call” alone."""
    need_sdks()
    server = (*options, "--env", f"SPYGLASS_TOOLS={TOOLS}", "--", NODE, SCRIPT, sdk, "stdio")
    logs = [row for row in QUESTIONS if row[0].startswith("log")]
    asked = [row for row in QUESTIONS if row not in logs]
    ask_everything(sandbox, server, logs)
    calls = [{"tool": tool, "expect": [{"matches": result.replace(".", r"\.")}]}
             for tool, result, _ in asked]
    done = check(sandbox.run("run", sandbox.write(json.dumps({"calls": calls}), "calls.json"),
                             "--answer", sandbox.path("answers.json"), "--root", sandbox.home,
                             "--timeout", "10", "--yes", *server), DONE)
    told = [line.removeprefix("· ") for line in done.stderr.splitlines()]
    wanted = [words for _, _, words in asked if words is not None]
    assert len(told) == len(wanted), (told, wanted)
    assert all(line.startswith(words) for line, words in zip(told, wanted)), (told, wanted)


def test_sdk_1_stdio(sandbox):
    over_stdio(sandbox, "1")


def test_sdk_1_streamable_http(sandbox):
    over_http(sandbox, "1", "http")


def test_sdk_1_http_json(sandbox):
    over_http(sandbox, "1", "json", BESIDE)


def test_sdk_1_sse(sandbox):
    over_http(sandbox, "1", "sse")


def test_sdk_2_stdio(sandbox):
    over_stdio(sandbox, "2", "--era", "legacy")


def test_sdk_2_streamable_http(sandbox):
    over_http(sandbox, "2", "http")


def test_sdk_2_http_json(sandbox):
    over_http(sandbox, "2", "json", BESIDE)


if __name__ == "__main__":
    run_tests(globals())
