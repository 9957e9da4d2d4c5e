#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives spyglass-cli as a script would: output, errors, exit statuses, files.

Usage: test-cli.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time

CLI, DEMO = (os.path.abspath(program) for program in sys.argv[1:3])
PATIENCE = 30  # seconds; a hang must fail one test, not the run
NODE_MODULES = os.path.join(os.environ.get("SPYGLASS_TOOLS", ""), "node_modules")

DONE, TOOL_ERROR, USAGE, UNREACHABLE, PROTOCOL, TIMEOUT, REFUSED, AUTHORIZATION = range(8)


class Skip(Exception):
    """The test cannot run here; the text says why."""


class Sandbox:
    """A home of its own, so that nothing of the person's is read or written."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="spyglass-cli-")
        self.env = dict(os.environ, HOME=self.home, XDG_CONFIG_HOME=self.home + "/.config",
                        XDG_DATA_HOME=self.home + "/.local/share", SECRET_BACKEND="file",
                        SECRET_FILE_TEST_PATH=self.home + "/secrets",
                        SECRET_FILE_TEST_PASSWORD="test")

    def run(self, *words, stdin=None):
        return subprocess.run([CLI, *words], input=stdin, capture_output=True, text=True,
                              timeout=PATIENCE, env=self.env, check=False, cwd=self.home)

    def path(self, *parts):
        return os.path.join(self.home, *parts)

    def close(self):
        shutil.rmtree(self.home)


class HttpDemo:
    """The demo server on a port of its own."""

    def __init__(self, *options):
        self.process = subprocess.Popen([DEMO, "--http", *options], stderr=subprocess.PIPE,
                                        text=True)
        for line in self.process.stderr:
            match = re.match(r"Listening on (\S+)", line)
            if match:
                self.url = match.group(1)
                return
        raise AssertionError("the demo does not listen")

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def check(result, status):
    assert result.returncode == status, (
        f"exit status {result.returncode}, not {status}\n{result.stdout}\n{result.stderr}")
    return result


def read_error(result):
    lines = result.stderr.strip().splitlines()
    return json.loads(lines[-1])["error"]


def test_lists(sandbox):
    for command, member in (("tools", "tools"), ("resources", "resources"),
                            ("templates", "resourceTemplates"), ("prompts", "prompts")):
        verbatim = check(sandbox.run(command, "--json", "--", DEMO), DONE).stdout
        assert len(json.loads(verbatim)[member]) > 0, command
        human = check(sandbox.run(command, "--", DEMO), DONE).stdout
        first = json.loads(verbatim)[member][0]
        key = first.get("uriTemplate") or first.get("uri") or first["name"]
        assert human.startswith(key), human[:200]


def test_several_pages(sandbox):
    whole = check(sandbox.run("resources", "--json", "--", DEMO), DONE).stdout
    paged = check(sandbox.run("resources", "--json", "--", DEMO, "--page-size", "5"), DONE).stdout
    assert json.loads(whole)["resources"] == json.loads(paged)["resources"]


def test_call(sandbox):
    result = check(sandbox.run("call", "echo", "--arg", "message=hi", "--json", "--", DEMO), DONE)
    assert json.loads(result.stdout)["content"][0]["text"] == "hi"
    result = check(sandbox.run("call", "echo", "--args", '{"message":"h\\u00e9"}', "--", DEMO), DONE)
    assert result.stdout == "hé\n", result.stdout


def test_types_come_from_the_schema(sandbox):
    result = check(sandbox.run("call", "echo", "--arg", "message=42", "--json", "--", DEMO), DONE)
    assert json.loads(result.stdout)["content"][0]["text"] == "42"
    result = check(sandbox.run("call", "make_table", "--arg", "rows=2", "--json", "--", DEMO), DONE)
    assert "isError" not in json.loads(result.stdout) or not json.loads(result.stdout)["isError"]


def test_numbers_survive(sandbox):
    result = check(sandbox.run("call", "lossless", "--json", "--", DEMO), DONE)
    assert "18446744073709551616" in result.stdout or "1e400" in result.stdout, result.stdout


def test_arguments_from_standard_input(sandbox):
    result = check(sandbox.run("call", "echo", "--args", "-", "--", DEMO,
                               stdin='{"message":"from stdin"}'), DONE)
    assert result.stdout == "from stdin\n"


def test_tool_error(sandbox):
    result = check(sandbox.run("call", "fail", "--json", "--", DEMO), TOOL_ERROR)
    assert json.loads(result.stdout)["isError"] is True


def test_protocol_error(sandbox):
    error = read_error(check(sandbox.run("call", "no-such-tool", "--", DEMO), PROTOCOL))
    assert error["code"] == "protocol_error" and error["answer"]["code"] == -32602, error


def test_read_and_prompt(sandbox):
    uri = json.loads(sandbox.run("resources", "--json", "--", DEMO).stdout)["resources"][0]["uri"]
    result = check(sandbox.run("read", uri, "--json", "--", DEMO), DONE)
    assert json.loads(result.stdout)["contents"][0]["uri"] == uri
    result = check(sandbox.run("prompt", "compare_products", "--json", "--", DEMO), PROTOCOL)
    result = check(sandbox.run("prompt", "plan_launch", "--json", "--", DEMO), DONE)
    assert json.loads(result.stdout)["messages"]


def test_ping(sandbox):
    result = check(sandbox.run("ping", "--json", "--", DEMO), DONE)
    assert 0 < json.loads(result.stdout)["milliseconds"] < 10000


def test_truncation(sandbox):
    result = check(sandbox.run("call", "large_json", "--", DEMO), DONE)
    assert "… 42 more" in result.stdout, result.stdout[-200:]
    few = check(sandbox.run("call", "large_json", "--items", "3", "--", DEMO), DONE)
    assert "… 64 more" in few.stdout, few.stdout[-200:]
    full = check(sandbox.run("call", "large_json", "--full", "--", DEMO), DONE)
    assert len(json.loads(full.stdout)["records"]) == 67


def test_usage(sandbox):
    for words in ((), ("no-such-command",), ("call",), ("tools", "too-much", "--", DEMO),
                  ("tools", "--no-such-option"), ("tools",), ("tools", "--"),
                  ("tools", "--server", "http://127.0.0.1:1/", "--", DEMO),
                  ("tools", "--server", "nobody")):
        check(sandbox.run(*words), USAGE)
    assert "tools" in check(sandbox.run("--help"), DONE).stdout
    assert re.match(r"spyglass-cli \d", check(sandbox.run("--version"), DONE).stdout)


def test_unreachable(sandbox):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    cases = (
        (("--server", f"http://127.0.0.1:{port}/mcp"), "unreachable"),
        (("--", "no-such-program-anywhere"), "command_not_found"),
        (("--", "/etc/passwd"), "command_not_executable"),
        (("--", DEMO, "--hostile", "exit-at-once"), "process_exited"),
    )
    for words, code in cases:
        error = read_error(check(sandbox.run("tools", *words), UNREACHABLE))
        assert error["code"] == code, error
        assert error["message"] and error["advice"], error
    assert error["evidence"], error


def test_http_failures(sandbox):
    for kind, status in (("not-found", UNREACHABLE), ("server-error", UNREACHABLE),
                         ("unauthorized", AUTHORIZATION), ("redirect", UNREACHABLE),
                         ("cut-stream", UNREACHABLE), ("wrong-content-type", PROTOCOL)):
        options = ["--hostile", kind]
        if kind in ("cut-stream", "wrong-content-type"):
            options += ["--hostile-method", "all"]
        with HttpDemo(*options) as url:
            result = check(sandbox.run("tools", "--server", url), status)
            assert read_error(result)["advice"], result.stderr


def test_authorization(sandbox):
    with HttpDemo("--require-bearer", "opensesame") as url:
        error = read_error(check(sandbox.run("tools", "--server", url), AUTHORIZATION))
        assert error["code"] == "authorization_required", error
        check(sandbox.run("tools", "--server", url, "--bearer", "wrong"), AUTHORIZATION)
        check(sandbox.run("tools", "--server", url, "--bearer", "opensesame"), DONE)
        check(sandbox.run("tools", "--server", url, "-H", "Authorization: Bearer opensesame"), DONE)
    with HttpDemo("--require-basic", "ada:pass:word") as url:
        check(sandbox.run("tools", "--server", url, "--basic", "ada:pass:word"), DONE)


def test_http(sandbox):
    with HttpDemo() as url:
        stdio = check(sandbox.run("tools", "--json", "--", DEMO), DONE).stdout
        http = check(sandbox.run("tools", "--json", "--server", url), DONE).stdout
        assert json.loads(stdio) == json.loads(http)
        check(sandbox.run("call", "echo", "--arg", "message=hi", "--server", url), DONE)


def test_timeout(sandbox):
    check(sandbox.run("tools", "--connect-timeout", "0.3", "--", DEMO, "--hostile", "never-answer"),
          TIMEOUT)
    check(sandbox.run("call", "echo", "--arg", "message=x", "--timeout", "0.3", "--", DEMO,
                      "--hostile", "never-answer", "--hostile-method", "tools/call"), TIMEOUT)


def test_refused_input(sandbox):
    error = read_error(check(sandbox.run("call", "echo", "--args", "{", "--", DEMO), REFUSED))
    assert "line 1" in error["message"], error
    check(sandbox.run("call", "echo", "--args", "[1]", "--", DEMO), REFUSED)
    check(sandbox.run("call", "echo", "--arg", "novalue", "--", DEMO), REFUSED)


def test_nothing_is_left_behind(sandbox):
    mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
    script = f"exec -a {mark} sleep 300 & exec {shlex.quote(DEMO)} --hostile ignore-eof"
    check(sandbox.run("tools", "--", "bash", "-c", script), DONE)
    for _ in range(100):
        found = subprocess.run(["pgrep", "-f", mark], capture_output=True, text=True, check=False)
        if not found.stdout:
            return
        time.sleep(0.05)
    raise AssertionError(f"still there: {found.stdout}")


def test_json(sandbox):
    text = '{"a":1.10,"a":[1e400,-0,"\\u0000\\ud800"],"n":18446744073709551616}'
    result = check(sandbox.run("json", "--compact", stdin=text), DONE)
    assert result.stdout == text + "\n", result.stdout
    assert len(result.stderr.splitlines()) == 5, result.stderr
    result = check(sandbox.run("json", stdin=text), DONE)
    assert '  "a": 1.10,' in result.stdout
    error = read_error(check(sandbox.run("json", stdin='{"a":\n [1,]}'), REFUSED))
    assert re.match(r"stdin:2:5: ", error["message"]), error
    with open(sandbox.path("x.json"), "w", encoding="utf-8") as file:
        file.write(text)
    assert check(sandbox.run("json", "x.json", "--json", "-q"), DONE).stdout == text + "\n"
    check(sandbox.run("json", "missing.json"), REFUSED)


def test_servers(sandbox):
    check(sandbox.run("servers", "add", "demo", "--", DEMO), DONE)
    check(sandbox.run("servers", "add", "demo", "--", DEMO), USAGE)
    book = sandbox.path(".config", "spyglass", "servers.yaml")
    with open(book, "a", encoding="utf-8") as file:
        file.write("# a person's own words\n")
    listed = json.loads(check(sandbox.run("servers", "--json"), DONE).stdout)
    assert [server["name"] for server in listed] == ["demo"]
    check(sandbox.run("tools", "--server", "demo"), DONE)
    check(sandbox.run("servers", "edit", "demo", "--env", "A=b", "--rename", "Renamed"), DONE)
    listed = json.loads(check(sandbox.run("servers", "--json"), DONE).stdout)
    assert listed[0]["env"] == {"A": "b"} and listed[0]["name"] == "Renamed", listed
    check(sandbox.run("tools", "--server", "renamed"), DONE)
    with open(book, encoding="utf-8") as file:
        assert "# a person's own words" in file.read()
    check(sandbox.run("servers", "remove", "Renamed"), DONE)
    assert json.loads(check(sandbox.run("servers", "--json"), DONE).stdout) == []


def test_secrets(sandbox):
    check(sandbox.run("servers", "add", "s", "--env", "API_KEY=hunter2222", "--secret", "API_KEY",
                      "--", DEMO), DONE)
    with open(sandbox.path(".config", "spyglass", "servers.yaml"), encoding="utf-8") as file:
        text = file.read()
    assert "hunter2222" not in text and "secret:" in text, text
    check(sandbox.run("tools", "--server", "s"), DONE)
    shown = check(sandbox.run("config", "show", "cursor", "--server", "s"), DONE).stdout
    assert "hunter2222" not in shown, shown
    shown = check(sandbox.run("config", "show", "cursor", "--server", "s", "--with-secrets"),
                  DONE).stdout
    assert "hunter2222" in shown, shown


def test_broken_book(sandbox):
    os.makedirs(sandbox.path(".config", "spyglass"))
    book = sandbox.path(".config", "spyglass", "servers.yaml")
    with open(book, "w", encoding="utf-8") as file:
        file.write("servers:\n  a: [1,\n b: {\n")
    error = read_error(check(sandbox.run("servers"), REFUSED))
    assert "line" in error["message"], error
    check(sandbox.run("servers", "add", "x", "--", DEMO), REFUSED)
    with open(book, encoding="utf-8") as file:
        assert file.read() == "servers:\n  a: [1,\n b: {\n"


def test_config(sandbox):
    path = sandbox.path(".config", "Claude", "claude_desktop_config.json")
    os.makedirs(os.path.dirname(path))
    before = '{\n    "preferences": {"zoom": 1.10},\n    "mcpServers": {}\n}\n'
    with open(path, "w", encoding="utf-8") as file:
        file.write(before)
    shown = check(sandbox.run("config", "write", "claude-desktop", "--name", "demo", "--dry-run",
                              "--", DEMO), DONE)
    assert "+" in shown.stdout and '"demo"' in shown.stdout
    check(sandbox.run("config", "write", "claude-desktop", "--name", "demo", "--", DEMO), REFUSED)
    with open(path, encoding="utf-8") as file:
        assert file.read() == before
    check(sandbox.run("config", "write", "claude-desktop", "--name", "demo", "--yes", "--", DEMO),
          DONE)
    with open(path, encoding="utf-8") as file:
        after = file.read()
    assert '"preferences": {"zoom": 1.10}' in after
    entry = json.loads(after)["mcpServers"]["demo"]
    backups = [name for name in os.listdir(os.path.dirname(path)) if name.endswith(".bak")]
    assert len(backups) == 1, backups

    # The written entry is started as the client would, and answers.
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
               "params": {"protocolVersion": "2025-11-25", "capabilities": {},
                          "clientInfo": {"name": "t", "version": "1"}}}
    server = subprocess.run([entry["command"], *entry.get("args", [])],
                            input=json.dumps(request) + "\n", capture_output=True, text=True,
                            timeout=PATIENCE, check=False,
                            env={"PATH": os.environ["PATH"], **entry.get("env", {})})
    assert json.loads(server.stdout.splitlines()[0])["result"]["serverInfo"], server.stdout

    check(sandbox.run("config", "remove", "claude-desktop", "--name", "demo", "--yes"), DONE)
    with open(path, encoding="utf-8") as file:
        assert json.loads(file.read()) == json.loads(before)


def test_config_refuses_what_is_not_json(sandbox):
    path = sandbox.path(".cursor", "mcp.json")
    os.makedirs(os.path.dirname(path))
    for text in ('{ // a comment\n "mcpServers": {} }', "not json", "[]"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        check(sandbox.run("config", "write", "cursor", "--name", "x", "--yes", "--", DEMO), REFUSED)
        with open(path, encoding="utf-8") as file:
            assert file.read() == text


def test_project(sandbox):
    project = sandbox.path("project")
    os.mkdir(project)
    check(sandbox.run("config", "write", "cursor", "--project", project, "--name", "demo", "--yes",
                      "--", DEMO), DONE)
    with open(os.path.join(project, ".cursor", "mcp.json"), encoding="utf-8") as file:
        assert json.load(file)["mcpServers"]["demo"]["command"] == DEMO


def test_real_servers(sandbox):
    server = os.path.join(NODE_MODULES, ".bin", "mcp-server-filesystem")
    if not os.path.exists(server):
        raise Skip("server-filesystem is not installed")
    with open(sandbox.path("hello.txt"), "w", encoding="utf-8") as file:
        file.write("hello from a file\n")
    result = check(sandbox.run("call", "read_text_file", "--arg", "path=" + sandbox.path("hello.txt"),
                               "--json", "--", server, sandbox.home), DONE)
    assert "hello from a file" in json.loads(result.stdout)["content"][0]["text"]


def main():
    tests = [(name, function) for name, function in sorted(globals().items())
             if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = False
    for number, (name, function) in enumerate(tests, 1):
        sandbox = Sandbox()
        title = name[5:].replace("_", "-")
        try:
            function(sandbox)
            print(f"ok {number} {title}")
        except Skip as reason:
            print(f"ok {number} {title} # SKIP {reason}")
        except (AssertionError, OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
            failed = True
            print(f"not ok {number} {title}")
            for line in str(error).splitlines():
                print(f"# {line[:2000]}")
        finally:
            sandbox.close()
        sys.stdout.flush()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
