#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every command of the table, with every failure that it can meet: its exit status, and that the
words go where they belong. On failure nothing is on standard output, and one line of JSON with the
reason on standard error.

Usage: test-cli-table.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import concurrent.futures
import http.server
import json
import os
import re
import sys
import threading

from cli_sandbox import (AUTHORIZATION, DEMO, DONE, PROTOCOL, PYTHON, REFUSED, TIMEOUT, UNREACHABLE,
                         USAGE, check, run_tests)

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv[3], "app", "cli"))
import generate  # noqa: E402

TABLE = generate.Table(os.path.join(sys.argv[3], "app", "cli"))
ROWS = [row for row in TABLE.commands if row["base"] not in ("help", "version")]
TOGETHER = 4  # commands at once

COLLECTION = {"calls": [{"tool": "echo", "arguments": {"message": "x"}}]}
# What stands for an argument where it is not called what it is.
ARGUMENTS = {"export": ["anthropic"], "complete": ["a", "b"], "raw": ["{}"], "chat": ["x"],
             "names": [], "history show": ["1"], "objects show": ["obj_001"]}

# Programs in place of a server, and what a command ends with.
PROGRAMS = {
    "not there": (["/nowhere/server"], UNREACHABLE),
    "ends": ([*PYTHON, "-c", "pass"], UNREACHABLE),
    "silent": ([*PYTHON, "-c", "import sys; sys.stdin.read()"], TIMEOUT),
    "errors": ([*PYTHON, "-c", "import json, sys\nfor line in sys.stdin:\n"
                "  print(json.dumps({'jsonrpc': '2.0', 'id': json.loads(line).get('id'),"
                " 'error': {'code': -32603, 'message': 'no'}}), flush=True)"], PROTOCOL),
}


def title_of(row, failure):
    return f"{row['name']}, {failure}"


def takes(row):
    return set(TABLE.expand(row["takes"]))


def arguments_of(sandbox, row):
    """As many as it needs at least."""
    if row["name"] == "run":
        return [sandbox.write(json.dumps(COLLECTION), "calls.json")]
    if row["name"] in ARGUMENTS:
        return ARGUMENTS[row["name"]]
    return ["x"] * generate.count_arguments(row.get("arguments", ""))[0]


def speaks(row):
    """Whether all that it does is to speak with a server."""
    return "session" in takes(row) and row["base"] not in ("chat", "cases")


def failed(title, result, status):
    """Returns what is wrong with how it ended, or None."""
    lines = result.stderr.splitlines()
    try:
        error = json.loads(lines[-1])["error"] if lines else {}
    except (ValueError, KeyError):
        error = {}
    if result.returncode == status and not result.stdout and error.get("code") and error.get("message"):
        return None
    return f"{title}: {result.returncode}, not {status}: {result.stdout!r} {result.stderr!r}"


def check_all(sandbox, cases):
    """@cases: of (title, words, status)"""
    cases = list(cases)
    assert cases
    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
        results = pool.map(lambda case: sandbox.run(*case[1]), cases)
        wrong = [failed(title, result, status)
                 for (title, _, status), result in zip(cases, results)]
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_options(sandbox):
    """One that it does not take."""
    def cases():
        for row in ROWS:
            for option in TABLE.options:
                if option["takes"] and not takes(row) & set(option["takes"]):
                    value = [] if option["kind"] == "flag" else ["1"]
                    yield (title_of(row, option["name"]),
                           [*row["name"].split(), f"--{option['name']}", *value], USAGE)
                    break
    check_all(sandbox, cases())


def test_arguments(sandbox):
    """Too few of them, or too many."""
    def cases():
        for row in ROWS:
            fewest, most = generate.count_arguments(row.get("arguments", ""))
            if row.get("min", fewest) > 0:
                yield title_of(row, "too few"), row["name"].split(), USAGE
            if most != "G_MAXUINT" and (row["word"] or not has_words(row)):
                yield (title_of(row, "too many"), [*row["name"].split(), *["x"] * (most + 1)], USAGE)
    check_all(sandbox, cases())


def has_words(row):
    return any(other["word"] for other in ROWS if other["base"] == row["base"])


def test_words(sandbox):
    """One that the command does not have."""
    bases = {row["base"] for row in ROWS if row["word"]} - {row["base"] for row in ROWS if not row["word"]}
    check_all(sandbox, ((base, [base, "nonsense"], USAGE) for base in sorted(bases)))


def test_no_server(sandbox):
    check_all(sandbox, ((title_of(row, "no server"), [*row["name"].split(), *arguments_of(sandbox, row)], USAGE)
                        for row in ROWS if speaks(row)))


def test_programs(sandbox):
    def cases():
        for row in filter(speaks, ROWS):
            for kind, (program, status) in PROGRAMS.items():
                yield (title_of(row, kind), [*row["name"].split(), *arguments_of(sandbox, row),
                                             "--connect-timeout", "1", "--timeout", "1", "--", *program],
                       status)
    check_all(sandbox, cases())


class Refusing(http.server.BaseHTTPRequestHandler):
    """Answers every request with the status in its path."""

    def do_POST(self):  # pylint: disable=invalid-name
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(int(re.search(r"\d+", self.path)[0]))
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *_):
        pass


def test_http(sandbox):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    try:
        check_all(sandbox, ((title_of(row, status),
                             [*row["name"].split(), *arguments_of(sandbox, row), "--server", f"{url}/{status}"],
                             ends)
                            for row in ROWS if speaks(row)
                            for status, ends in ((401, AUTHORIZATION), (404, UNREACHABLE), (503, UNREACHABLE))))
    finally:
        server.shutdown()
        server.server_close()


def test_list_of_servers(sandbox):
    """It is broken, or does not have the one that is named."""
    rows = [row for row in ROWS if row["needs"] in ("book", "profile")]
    check_all(sandbox, ((title_of(row, "unknown"), [*row["name"].split(), *arguments_of(sandbox, row)], USAGE)
                        for row in rows if row["needs"] == "profile"))
    sandbox.write("servers: [\n", ".config", "spyglass", "servers.yaml")
    check_all(sandbox, ((title_of(row, "broken list"),
                         [*row["name"].split(), *arguments_of(sandbox, row)], REFUSED) for row in rows))


def test_database(sandbox):
    """What is in its place is no database."""
    check(sandbox.run("call", "echo", "--arg", "message=x", "--", DEMO), DONE)
    check(sandbox.run("history", "export", "x"), DONE)
    for name in os.listdir(sandbox.path(".local", "share", "spyglass")):
        os.remove(sandbox.path(".local", "share", "spyglass", name))
    sandbox.write("not a database " * 1000, ".local", "share", "spyglass", "spyglass.db")
    check_all(sandbox, ((title_of(row, "no database"), [*row["name"].split(), *arguments_of(sandbox, row)], REFUSED)
                        for row in ROWS if row["base"] in ("history", "objects")
                        and row["name"] != "history export"))


def test_completion(sandbox):
    """What a shell proposes is what the table has: of each command its options, and no other's."""
    for row in ROWS:
        found = check(sandbox.run("__complete", *row["name"].split(), "--"), DONE).stdout.splitlines()
        wanted = {f"--{option['name']}" for option in TABLE.options
                  if not option["takes"] or takes(row) & set(option["takes"])}
        assert {line.split("\t")[0] for line in found} == wanted, (row["name"], wanted, found)


def test_help(sandbox):
    """Whoever asks for help gets it on standard output, whatever else is on the line."""
    for base in sorted({row["base"] for row in TABLE.commands}):
        result = check(sandbox.run(base, "--help", "--", DEMO), DONE)
        assert result.stdout.startswith("Usage:") and not result.stderr, (base, result)


if __name__ == "__main__":
    run_tests(globals())
