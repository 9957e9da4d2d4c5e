#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variables of the environment that an imported server takes: way in × part × confirmed or not.

Usage: test-cli-variables.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import base64
import http.server
import json
import os
import re
import threading

from cli_sandbox import DEMO, DONE, REFUSED, Sandbox, check, read_error, run_tests

SECRET = "Xq7-wonderland-Zt31"
WAYS = {
    "tools": ("tools", "--server", "came"),
    "call": ("call", "echo", "--server", "came", "--arg", "message=a"),
    "info": ("info", "--server", "came"),
    "doctor": ("doctor", "--server", "came"),
    "exec": ("exec", "came"),
    "config test": ("config", "test", "cursor", "--server", "came"),
}
WRITE = ("config", "write", "cursor", "--server", "came", "--yes")
QUICK = ("--connect-timeout", "5")


class Listener:
    """Hears HTTP requests, and refuses them."""

    def __init__(self):
        heard = self.heard = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):  # pylint: disable=invalid-name
                # Closing with a part of the request unread would take the answer back.
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                heard.append(dict(self.headers, path=self.path))
                self.send_error(404)

            do_GET = do_POST

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def make_program(sandbox):
    """A server that writes down what it is given before it begins."""
    path = sandbox.write(f'#!/bin/sh\n{{ printf "%s\\n" "$@"; echo "P=$P"; pwd; }} > {sandbox.home}/given\n'
                         f"exec {DEMO}\n", "bin", "server")
    os.chmod(path, 0o755)
    return path


def import_one(sandbox, entry, *more):
    path = sandbox.write(json.dumps({"mcpServers": {"came": entry}}), "mcp.json")
    check(sandbox.run("servers", "import", path, *more), DONE)


def edit_book(sandbox, old, new):
    text = sandbox.read_book()
    assert old in text, text
    sandbox.write(text.replace(old, new), ".config", "spyglass", "servers.yaml")


def find_in_files(sandbox, value):
    """Of what was kept: the file that has @value, or None."""
    for folder, _, names in os.walk(sandbox.home):
        for name in names:
            if name == "given":
                continue
            with open(os.path.join(folder, name), "rb") as file:
                if value.encode() in file.read():
                    return os.path.join(folder, name)
    return None


# Part: the entry, the variables, and what a person reads of them. %s is the program.
PROGRAMS = {
    "argument": ({"args": ["--key=${V_TOKEN}"]}, "V_TOKEN: argument 1, given to %s"),
    "environment": ({"env": {"P": "${V_TOKEN}"}}, "V_TOKEN: environment variable P, given to %s"),
    "command": ({"command": "${V_FOLDER}/server"}, "V_FOLDER: the name of the program"),
    "folder": ({"args": ["${V_TOKEN}"], "cwd": "${V_FOLDER}"}, "V_FOLDER: the folder of %s"),
}
EXPECTED = {
    "argument": lambda given, folder: given[0] == "--key=" + SECRET,
    "environment": lambda given, folder: "P=" + SECRET in given,
    "command": lambda given, folder: True,
    "folder": lambda given, folder: given[0] == SECRET and folder in given,
}
NETWORK = {
    "header": ({"headers": {"X-Tenant": "${V_TOKEN}"}}, "http://127.0.0.1:%d/mcp",
               "V_TOKEN: header X-Tenant, sent to 127.0.0.1"),
    "authorization": ({"headers": {"Authorization": "Bearer ${V_TOKEN}"}}, "http://127.0.0.1:%d/mcp",
                      "V_TOKEN: header Authorization, sent to 127.0.0.1"),
    "host": ({}, "http://${V_HOST}:%d/mcp", "V_HOST: URL, sent to "),
    "password": ({}, "http://me:${V_TOKEN}@127.0.0.1:%d/mcp", "V_TOKEN: URL, sent to 127.0.0.1"),
    "path": ({}, "http://127.0.0.1:%d/${V_TOKEN}/mcp", "V_TOKEN: URL, sent to 127.0.0.1"),
}
BASIC = "Basic " + base64.b64encode(f"me:{SECRET}".encode()).decode()
HEARD = {
    "header": lambda heard: heard.get("X-Tenant") == SECRET,
    "authorization": lambda heard: heard.get("Authorization") == "Bearer " + SECRET,
    "host": lambda heard: heard["path"] == "/mcp",
    "password": lambda heard: heard.get("Authorization") == BASIC,
    "path": lambda heard: heard["path"] == f"/{SECRET}/mcp",
}


def refuse_all(sandbox, where, happened, line, **more):
    """No way in uses it, and each says what would be taken."""
    for way, words in WAYS.items():
        result = sandbox.run(*words, **more)
        assert result.returncode != DONE, (where, way, result.stdout)
        assert "never confirmed" in result.stdout + result.stderr, (where, way, result)
        assert SECRET not in result.stdout + result.stderr, (where, way, result)
        assert not happened(), (where, way)
        if way in ("tools", "call", "info"):
            error = read_error(result)
            assert error["code"] == "unconfirmed", (where, way, error)
            # A log of this would say too much: what it gets stands in the confirmation alone.
            assert "servers confirm came" in error["message"] and "\n" not in error["message"], (where, way, error)
            assert "${" not in error["message"], (where, way, error)
    shown = check(sandbox.run("servers", "confirm", "came", **more), REFUSED)
    assert line in shown.stdout and SECRET not in shown.stdout + shown.stderr, (where, shown)
    error = read_error(check(sandbox.run(*WRITE, **more), REFUSED))
    assert error["code"] == "unconfirmed", (where, error)


def confirm(sandbox, line, **more):
    shown = check(sandbox.run("servers", "confirm", "came", "--yes", **more), DONE).stdout
    assert line in shown and SECRET not in shown, shown


def test_programs(sandbox):
    for part, (entry, line) in PROGRAMS.items():
        box = Sandbox()
        try:
            program = make_program(box)
            folder = os.path.dirname(program)
            more = {"V_TOKEN": SECRET, "V_FOLDER": folder}
            line = line.replace("%s", program)
            given = box.path("given")
            import_one(box, {"command": program, **entry}, "--yes")
            refuse_all(box, part, lambda: os.path.exists(given), line, **more)
            confirm(box, line, **more)
            for way, words in WAYS.items():
                check(box.run(*words, **more), DONE)
                words = box.read("given").splitlines()
                # Cursor has no word for a folder.
                if (part, way) != ("folder", "config test"):
                    assert EXPECTED[part](words, folder), (part, way, words)
                os.remove(given)
            check(box.run(*WRITE, "--with-secrets", **more), DONE)
            written = box.read(".cursor", "mcp.json")
            assert "V_TOKEN" in written or "V_FOLDER" in written, written
            assert find_in_files(box, SECRET) is None, part
            # Another variable is another question.
            edit_book(box, "V_TOKEN" if "V_TOKEN" in line else "V_FOLDER", "V_OTHER")
            refuse_all(box, part + " changed", lambda: os.path.exists(given), "V_OTHER: ", V_OTHER="x")
        finally:
            box.close()
    print("#", len(PROGRAMS), "parts of a program ×", len(WAYS) + 1, "ways × 3 states")
    assert not os.path.exists(sandbox.path("given"))


def test_network(sandbox):
    for part, (entry, url, line) in NETWORK.items():
        box = Sandbox()
        more = {"V_TOKEN": SECRET, "V_HOST": "127.0.0.1"}
        with Listener() as listener, Listener() as elsewhere:
            import_one(box, {"type": "http", "url": url % listener.port, **entry})
            refuse_all(box, part, lambda: listener.heard, line, **more)
            confirm(box, line, **more)
            for way, words in WAYS.items():
                stdin = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' if way == "exec" else None
                quick = () if way in ("exec", "config test") else QUICK
                result = box.run(*words, *quick, stdin=stdin, **more)
                assert any(HEARD[part](heard) for heard in listener.heard), (part, way, listener.heard, result)
                assert part == "path" or SECRET not in result.stdout + result.stderr, (part, way, result)
                listener.heard.clear()
            check(box.run(*WRITE, "--with-secrets", **more), DONE)
            assert find_in_files(box, SECRET) is None, part
            # The same variables for another host are another question; for another path they are not.
            if part in ("header", "authorization"):
                edit_book(box, "/mcp", "/other")
                box.run(*WAYS["tools"], *QUICK, **more)
                assert listener.heard, part
                listener.heard.clear()
            edit_book(box, str(listener.port), str(elsewhere.port))
            refuse_all(box, part + " changed", lambda: elsewhere.heard, line, **more)
        box.close()
    print("#", len(NETWORK), "parts of a request ×", len(WAYS) + 1, "ways × 3 states")
    assert not os.path.exists(sandbox.path(".cursor"))


def test_import_agrees(sandbox):
    """--yes of an import agrees to what a server on the network gets, and says what that is."""
    with Listener() as listener:
        entry = {"url": f"http://127.0.0.1:{listener.port}/mcp", "headers": {"X-A": "${V_A}", "X-B": "b"}}
        path = sandbox.write(json.dumps({"mcpServers": {"came": entry}}), "mcp.json")
        told = check(sandbox.run("servers", "import", path, "--yes"), DONE)
        assert "V_A: header X-A, sent to 127.0.0.1" in told.stderr, told.stderr
        assert "not confirmed" not in told.stdout, told.stdout
        sandbox.run(*WAYS["tools"], *QUICK, V_A="1")
        assert listener.heard[0]["X-A"] == "1", listener.heard
        # A header more that takes nothing is no question.
        edit_book(sandbox, "X-B: b", "X-B: c")
        listener.heard.clear()
        sandbox.run(*WAYS["tools"], *QUICK, V_A="1")
        assert listener.heard[0]["X-B"] == "c", listener.heard
        edit_book(sandbox, "X-B: c", "X-B: ${HOME}")
        assert read_error(check(sandbox.run(*WAYS["tools"], V_A="1"), REFUSED))["code"] == "unconfirmed"


def test_nothing_is_taken(sandbox):
    """A server on the network that takes nothing needs no question."""
    import_one(sandbox, {"url": "http://127.0.0.1:9/mcp", "headers": {"X-A": "plain"}})
    assert json.loads(check(sandbox.run("servers", "--json"), DONE).stdout)[0]["confirmed"]


def test_typed(sandbox):
    """What a person typed is meant as it is."""
    program = make_program(sandbox)
    check(sandbox.run("servers", "add", "typed", "--env", "P=${V_A}", "--", program, "${V_A}"), DONE)
    check(sandbox.run("tools", "--server", "typed", V_A="x"), DONE)
    assert sandbox.read("given").splitlines()[:2] == ["${V_A}", "P=${V_A}"], sandbox.read("given")


def test_named_file(sandbox):
    """A file that the command line names is used without a question, unless it takes variables."""
    program = make_program(sandbox)
    with Listener() as listener:
        entries = {
            "program": ({"command": program, "args": ["${V_A}"]}, f"V_A: argument 1, given to {program}"),
            "network": ({"url": f"http://127.0.0.1:{listener.port}/mcp", "headers": {"Authorization": "Bearer ${V_A}"}},
                        "V_A: header Authorization, sent to 127.0.0.1"),
        }
        path = sandbox.write(json.dumps({"mcpServers": {name: entry for name, (entry, _) in entries.items()}}),
                             "mcp.json")
        for name, (_, line) in entries.items():
            for words in (("tools",), ("ping",), ("call", "echo", "--arg", "message=a")):
                command = (*words, "--config", path, "--server", name)
                for quiet in ((), ("--quiet",)):
                    result = sandbox.run(*command, *quiet, V_A=SECRET)
                    assert result.returncode != DONE, (words, result)
                    said = result.stdout + result.stderr
                    assert line in said and "--yes" in said and SECRET not in said, (words, result)
                    assert not listener.heard and not os.path.exists(sandbox.path("given")), (words, listener.heard)
                result = sandbox.run(*command, "--yes", "--quiet", *QUICK, V_A=SECRET)
                assert line in result.stderr and SECRET not in result.stdout + result.stderr, (words, result)
                if name == "program":
                    assert sandbox.read("given").splitlines()[0] == SECRET
                    os.remove(sandbox.path("given"))
                else:
                    assert listener.heard[0]["Authorization"] == "Bearer " + SECRET, (words, listener.heard)
                    listener.heard.clear()
    plain = sandbox.write(json.dumps({"mcpServers": {"came": {"command": program, "args": ["${input:a}"]}}}), "b.json")
    check(sandbox.run("tools", "--config", plain), DONE)


def test_what_is_kept(sandbox):
    """Values that are secret by name or place are masked in what is kept; what is in every text is not."""
    program = make_program(sandbox)
    values = {"V_PLAIN": "ordinary-text-9", "V_API_KEY": "k1-wonder-9131", "V_PLACED": "p2-wonder-9131",
              "V_OPTION": "o3-wonder-9131", "V_ADDRESS": "https://me:u4-wonder-9131@example.com/x",
              "V_PORT": "8712345", "V_HOST": "host.example", "V_DIR": sandbox.home}
    import_one(sandbox, {"command": program, "args": [
        "${V_PLAIN}", "${V_API_KEY}", "--token", "${V_OPTION}", "${V_ADDRESS}", "${HOME}"], "env": {
            "P": "${V_PLAIN}", "API_KEY": "${V_PLACED}", "A_TOKEN": "${V_PORT}", "B_TOKEN": "${V_HOST}",
            "C_TOKEN": "${V_DIR}", "D_TOKEN": "${HOME}"}})
    check(sandbox.run("servers", "confirm", "came", "--yes", **values), DONE)
    text = " | ".join([*values.values(), sandbox.home])
    check(sandbox.run("call", "echo", "--server", "came", "--arg", f"message={text}", **values), DONE)
    for secret in ("k1-wonder", "p2-wonder", "o3-wonder", "u4-wonder"):
        assert find_in_files(sandbox, secret) is None, secret
    history = check(sandbox.run("history", "--json"), DONE).stdout
    entry = re.findall(r'"id": ?"?(\w+)', history)
    assert entry, history
    shown = check(sandbox.run("history", "show", entry[0], "--json"), DONE).stdout
    for name in ("V_PLAIN", "V_PORT", "V_HOST", "V_DIR"):
        assert values[name] in shown, (name, shown)


run_tests(globals())
