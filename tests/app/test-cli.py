#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives spyglass-cli as a script would: output, errors, exit statuses.

Usage: test-cli.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import time

from cli_sandbox import (AUTHORIZATION, CLI, DEMO, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED,
                         TIMEOUT, TOOL_ERROR, UNREACHABLE, USAGE, HttpDemo, Skip, check,
                         find_processes, read_error, run_tests, wait_until)

NODE_MODULES = os.path.join(os.environ.get("SPYGLASS_TOOLS", ""), "node_modules")


def test_lists(sandbox):
    for command, member in (("tools", "tools"), ("resources", "resources"),
                            ("templates", "resourceTemplates"), ("prompts", "prompts")):
        verbatim = check(sandbox.run(command, "--json", "--", DEMO), DONE).stdout
        assert len(json.loads(verbatim)[member]) > 0, command
        human = check(sandbox.run(command, "--", DEMO), DONE).stdout
        first = json.loads(verbatim)[member][0]
        key = first.get("uriTemplate") or first.get("uri") or first["name"]
        assert human.startswith(key), human[:200]


def test_export(sandbox):
    result = check(sandbox.run("export", "openai-strict", "make_table", "echo", "--", DEMO), DONE)
    tools = json.loads(result.stdout)
    assert [tool["function"]["name"] for tool in tools] == ["make_table", "echo"], tools
    assert tools[1]["function"]["strict"] is True and "2 tools cost about " in result.stderr
    whole = check(sandbox.run("export", "gemini", "--compact", "-q", "--", DEMO), DONE)
    assert len(json.loads(whole.stdout)[0]["functionDeclarations"]) > 10 and whole.stderr == ""
    check(sandbox.run("export", "anthropic", "no_such_tool", "--", DEMO), USAGE)
    refused = check(sandbox.run("export", "morse", "--", DEMO), USAGE)
    assert "gemini-openapi" in refused.stderr


def test_lint(sandbox):
    result = sandbox.run("lint", "--json", "--", DEMO)
    found = json.loads(result.stdout)
    errors = [finding for finding in found["findings"] if finding["level"] == "error"]
    assert result.returncode == (TOOL_ERROR if errors else DONE), result
    assert all(finding["reason"] for finding in found["findings"])
    assert found["tokens"] == sum(tool["tokens"] for tool in found["tools"]) > 1000
    human = sandbox.run("lint", "--full", "--", DEMO)
    assert human.returncode == result.returncode
    assert f"Errors: {len(errors)}, warnings: " in human.stdout, human.stdout
    check(sandbox.run("lint", "echo", "--", DEMO), USAGE)


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


def test_references(sandbox):
    """They are strings for the server, whatever the schema says and whatever they look like."""
    result = check(sandbox.run("call", "every_field", "--ref", "guests=@obj_001.n", "--ref",
                               "notes=@1", "--arg", "title=x", "--args", '{"notes":1,"a":2}',
                               "--force", "--json", "--", DEMO), DONE)
    echoed = json.loads(json.loads(result.stdout)["content"][0]["text"])
    assert echoed == {"a": 2, "title": "x", "guests": "@obj_001.n", "notes": "@1"}, echoed
    result = check(sandbox.run("call", "run_component", "--arg", "component_type=ranker", "--ref",
                               "documents=@obj_001.data", "--", DEMO), TOOL_ERROR)
    assert "Object @obj_001 not found or expired" in result.stdout, result.stdout
    result = sandbox.run("call", "run_component", "--arg", "component_type=x", "--ref",
                         "documents=@obj_001._x", "--", DEMO)
    assert "Access to attribute '_x' is not permitted" in result.stderr, result.stderr
    for wrong in ("documents", "documents=obj_001", "=@obj_001", "documents=@",
                  "documents=object:memory/obj_001"):
        result = sandbox.run("call", "run_component", "--ref", wrong, "--", DEMO)
        assert "is not of the form" in result.stderr, result.stderr
        assert result.returncode != 0
    result = sandbox.run("call", "run_component", "--ref", "debug=@a", "--arg", "debug=1", "--", DEMO)
    assert "appears twice" in result.stderr, result.stderr


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
    check(sandbox.run("prompt", "compare_products", "--json", "--", DEMO), REFUSED)
    check(sandbox.run("prompt", "compare_products", "--json", "--force", "--", DEMO), PROTOCOL)
    result = check(sandbox.run("prompt", "plan_launch", "--json", "--", DEMO), DONE)
    assert json.loads(result.stdout)["messages"]


def test_ping(sandbox):
    result = check(sandbox.run("ping", "--json", "--", DEMO), DONE)
    assert 0 < json.loads(result.stdout)["milliseconds"] < 10000


def test_raw(sandbox):
    message = '{"method":"ping","id":"mine","jsonrpc":"2.0"}'
    result = check(sandbox.run("raw", message, "--", DEMO), DONE)
    assert json.loads(result.stdout) == {"jsonrpc": "2.0", "id": "mine", "result": {}}
    assert check(sandbox.run("raw", "-", "--", DEMO, stdin=message + "\n"),
                 DONE).stdout == result.stdout
    assert check(sandbox.run("raw", "--", DEMO, stdin=message), DONE).stdout == result.stdout

    # What is no message is sent too; an error without an id answers it.
    broken = check(sandbox.run("raw", '{"jsonrpc":', "--", DEMO), PROTOCOL)
    assert json.loads(broken.stdout)["error"]["code"] == -32700
    unknown = check(sandbox.run("raw", message.replace("ping", "pong"), "--", DEMO), PROTOCOL)
    assert json.loads(unknown.stdout)["error"]["code"] == -32601

    # Nothing answers a notification; what comes meanwhile is printed.
    quiet = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    assert check(sandbox.run("raw", quiet, "--wait", "0.2", "--", DEMO), DONE).stdout == ""
    error = read_error(check(sandbox.run("raw", message, "--timeout", "0.3", "--", DEMO,
                                         "--hostile", "never-answer", "--hostile-method", "ping"),
                             TIMEOUT))
    assert error["code"] == "timeout", error
    check(sandbox.run("raw", "a", "b", "--", DEMO), USAGE)


def test_truncation(sandbox):
    """A pipe gets everything, unless a part was asked for; a terminal is another test."""
    whole = check(sandbox.run("call", "large_json", "--", DEMO), DONE)
    assert len(json.loads(whole.stdout)["records"]) == 67
    few = check(sandbox.run("call", "large_json", "--items", "3", "--", DEMO), DONE)
    assert "… 64 more" in few.stdout, few.stdout[-200:]
    full = check(sandbox.run("call", "large_json", "--full", "--", DEMO), DONE)
    assert full.stdout == whole.stdout


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
        port = probe.getsockname()[1]  # nobody listens there, and nobody else can
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


def test_cut_answer(sandbox):
    """The end of a server in the middle of an answer is told as that, beside its exit status."""
    for era in ("legacy", "modern"):
        error = read_error(check(sandbox.run("call", "echo", "-a", "message=x", "--era", era, "--", DEMO,
                                             "--hostile", "die-half", "--hostile-status", "7",
                                             "--hostile-method", "tools/call"), UNREACHABLE))
        assert error["code"] == "process_exited", error
        assert "status 7, in the middle of its answer to tools/call" in error["message"], error
        assert '"jsonrpc"' in error["evidence"], error


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


def test_cut_stream(sandbox):
    """What became of a cut answer is told when it is certain, not when patience ends."""
    told = "closed the stream before the answer"
    for options in (("--hostile", "cut-stream"), ("--hostile", "cut-stream", "--no-session"),
                    ("--hostile", "cut-stream", "--json-only"), ("--hostile", "die-half")):
        for era in ("legacy", "modern"):
            with HttpDemo(*options, "--retry", "100") as url:
                begun = time.monotonic()
                error = read_error(check(sandbox.run("call", "echo", "-a", "message=x", "--era", era,
                                                     "--server", url), UNREACHABLE))
                assert time.monotonic() - begun < 10, (options, era)
                assert error["code"] == "connection_lost" and told in error["message"], error
    with HttpDemo("--hostile", "cut-stream") as url:
        error = read_error(check(sandbox.run("call", "echo", "-a", "message=x", "--era", "legacy",
                                             "--timeout", "0.5", "--server", url), TIMEOUT))
        assert told in error["message"], error


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
        result = check(sandbox.run("tools", "--json", "--", DEMO), DONE)
        assert result.stderr == "", result.stderr
        stdio = result.stdout
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


RAW_SERVER = r"""
import json, sys
with open(sys.argv[1], "rb") as file:
    raw = file.read()
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message.get("method") == "initialize":
        answer = json.dumps({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                             "serverInfo": {"name": "raw", "version": "1"}}).encode()
    elif "id" in message:
        answer = raw
    else:
        continue
    sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":%d,"result":' % message["id"] + answer + b"}\n")
    sys.stdout.buffer.flush()
"""


def test_verbatim(sandbox):
    """--json prints the very bytes of the result member."""
    raw = (r'{ "content" : [{"type":"text","text":"\u00e9\ud83d \/ é\u0000"}],'
           r' "n":[1.10, -0, 1e400, 18446744073709551616], "n" : {"a":1,"a":2}, "isError":false }')
    command = [CLI, "call", "x", "--json", "--", *PYTHON, sandbox.write(RAW_SERVER, "server.py"),
               sandbox.write(raw, "raw.json")]
    result = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False,
                            env=sandbox.env)
    assert result.returncode == DONE, result.stderr
    assert result.stdout == raw.encode() + b"\n", result.stdout


def test_duplicate_arguments(sandbox):
    check(sandbox.run("call", "echo", "--arg", "message=a", "--arg", "message=b", "--", DEMO),
          REFUSED)
    # One after --args goes before it.
    result = check(sandbox.run("call", "echo", "--args", '{"message":"a"}', "--arg", "message=b",
                               "--", DEMO), DONE)
    assert result.stdout == "b\n", result.stdout


def test_stray_options(sandbox):
    for words in (("tools", "--arg", "a=b", "--", DEMO), ("json", "--server", "x"),
                  ("json", "--", DEMO), ("ping", "--project", "x", "--", DEMO),
                  ("servers", "--args", "{}"), ("call", "echo", "--rename", "x", "--", DEMO)):
        error = read_error(check(sandbox.run(*words), USAGE))
        assert "does not take" in error["message"], error


def test_numbers_that_mean_nothing(sandbox):
    for option, value in (("--items", "0"), ("--items", "-1"), ("--depth", "0"),
                          ("--characters", "-5"), ("--timeout", "-1"), ("--timeout", "1e30"),
                          ("--connect-timeout", "-0.5"), ("--items", "x")):
        check(sandbox.run("tools", f"{option}={value}", "--", DEMO), USAGE)
    check(sandbox.run("tools", "--timeout", "0", "--total-timeout", "0", "--", DEMO), DONE)


def test_deadline_goes_before_the_profile(sandbox):
    check(sandbox.run("servers", "add", "slow", "--timeout", "60", "--", DEMO, "--hostile",
                      "never-answer", "--hostile-method", "tools/call"), DONE)
    begin = time.monotonic()
    check(sandbox.run("call", "echo", "--arg", "message=x", "--timeout", "0.3", "--server", "slow"),
          TIMEOUT)
    assert time.monotonic() - begin < 10


def test_protocol_breaches(sandbox):
    for kind in ("not-json-rpc", "result-and-error", "neither", "deep", "refuses-version"):
        result = sandbox.run("call", "echo", "--arg", "message=x", "--timeout", "0.5",
                             "--connect-timeout", "2", "--era", "legacy", "--", DEMO, "--hostile",
                             kind)
        assert result.returncode in (PROTOCOL, TIMEOUT, UNREACHABLE), (kind, result)
        assert read_error(result)["advice"] or result.returncode == PROTOCOL, result.stderr


def test_lost_while_calling(sandbox):
    error = read_error(check(sandbox.run("call", "echo", "--arg", "message=x", "--", DEMO,
                                         "--hostile", "crash-after", "--hostile-count", "2"),
                             UNREACHABLE))
    assert error["code"] in ("process_exited", "connection_lost"), error


def test_error_hides_secrets(sandbox):
    script = 'echo "key is $API_KEY and $1" >&2; exit 3'
    words = ("--env", "API_KEY=hunter2222", "--", "sh", "-c", script, "sh", "--token=opensesame")
    for options in ((), ("--stderr",)):
        result = check(sandbox.run("tools", *options, *words), UNREACHABLE)
        assert "key is" in result.stderr, result.stderr
        assert "hunter2222" not in result.stderr and "opensesame" not in result.stderr, result.stderr
    with HttpDemo("--hostile", "server-error") as url:
        url = url.replace("http://", "http://user:hunter3333@") + "?api_key=hunter2222"
        result = check(sandbox.run("tools", "--server", url, "-H", "X-Auth-Token: opensesame"),
                       UNREACHABLE)
        for secret in ("hunter2222", "hunter3333", "opensesame"):
            assert secret not in result.stderr, result.stderr


CHATTY = r"""
import json, sys, threading, time
def send(message):
    print(json.dumps(dict(message, jsonrpc="2.0")), flush=True)
def chat():
    while True:
        time.sleep(0.02)
        send({"method": "notifications/message", "params": {"level": "info", "data": "tick"}})
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        send({"id": message["id"], "result": {
            "protocolVersion": "2025-06-18", "capabilities": {"logging": {}},
            "serverInfo": {"name": "chatty", "version": "1"}}})
        threading.Thread(target=chat, daemon=True).start()
    elif "id" in message and message["method"] == "server/discover":
        send({"id": message["id"], "error": {"code": -32601, "message": "unknown"}})
    elif "id" in message:
        send({"id": message["id"], "result": {}})
"""


def test_reader_leaves(sandbox):
    """What would go on for ever ends when nobody reads it any more."""
    server = sandbox.write(CHATTY, "chatty.py")
    command = (f"{shlex.quote(CLI)} log -- {shlex.join(PYTHON)} {shlex.quote(server)}"
               " | head -n 1; exit ${PIPESTATUS[0]}")
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True,
                            timeout=PATIENCE, check=False, env=sandbox.env)
    assert result.stderr == "" and result.stdout.count("tick") == 1, result
    assert result.returncode == 128 + signal.SIGPIPE, result


def test_output_is_closed(sandbox):
    result = subprocess.run(["sh", "-c", f"{shlex.quote(CLI)} tools --json -- {shlex.quote(DEMO)} |"
                             " head -c 10"], capture_output=True, text=True, timeout=PATIENCE,
                            check=False, env=sandbox.env)
    assert result.stderr == "", result.stderr
    if not os.path.exists("/dev/full"):
        raise Skip("there is no /dev/full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run([CLI, "tools", "--", DEMO], stdout=full, stderr=subprocess.PIPE,
                                text=True, timeout=PATIENCE, check=False, env=sandbox.env)
    assert result.returncode == REFUSED and "error" in json.loads(result.stderr), result


def test_nothing_is_left_behind(sandbox):
    mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
    script = f"exec -a {mark} sleep 300 & exec {shlex.quote(DEMO)} --hostile ignore-eof"
    check(sandbox.run("tools", "--", "bash", "-c", script), DONE)
    wait_until(lambda: not find_processes(mark), "something is still there")


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


def test_validate(sandbox):
    with open(sandbox.path("schema.json"), "w", encoding="utf-8") as file:
        file.write('{"type":"object","required":["a"],"properties":{"a":{"minimum":5},'
                   '"day":{"format":"date"}}}')
    result = check(sandbox.run("validate", "schema.json", "-", stdin='{"a": 5}'), DONE)
    assert result.stdout == "stdin is valid against schema.json.\n", result.stdout
    result = check(sandbox.run("validate", "schema.json", "-", stdin='{\n "a": 1}'), TOOL_ERROR)
    assert result.stdout == ("stdin:2:7: /a: Must be 5 or more; it is 1.  "
                             "[/properties/a/minimum]\n"), result.stdout
    result = check(sandbox.run("validate", "schema.json", "-", "--json", stdin="{}"), TOOL_ERROR)
    report = json.loads(result.stdout)
    assert report["outcome"] == "invalid" and report["errors"][0]["params"]["property"] == "a"
    result = check(sandbox.run("validate", "--json", "schema.json", "-",
                               stdin='{"a": 5, "day": "soon"}'), DONE)
    assert json.loads(result.stdout)["formats"][0]["instance"] == "/day", result.stdout
    with open(sandbox.path("old.json"), "w", encoding="utf-8") as file:
        file.write('{"$schema":"http://json-schema.org/draft-04/schema#"}')
    result = check(sandbox.run("validate", "old.json", "-", stdin="1"), REFUSED)
    assert "draft-04" in result.stderr, result.stderr
    # A schema that is none itself decides nothing.
    with open(sandbox.path("none.json"), "w", encoding="utf-8") as file:
        file.write('{"type":"strin"}')
    error = read_error(check(sandbox.run("validate", "none.json", "-", stdin="1"), REFUSED))
    assert "none.json" in error["message"], error
    check(sandbox.run("validate", "schema.json"), USAGE)
    check(sandbox.run("validate", "-", "-"), USAGE)
    check(sandbox.run("validate", "missing.json", "schema.json"), REFUSED)


MISFIT = """
import json, sys
tool = {"name": "t", "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object", "properties": {"n": {"maximum": 3}}}}
results = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                          "serverInfo": {"name": "misfit", "version": "1"}},
           "tools/list": {"tools": [tool]},
           "tools/call": {"content": [], "structuredContent": {"n": 4}}}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        answer = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] in results:
            answer["result"] = results[message["method"]]
        else:
            answer["error"] = {"code": -32601, "message": "no"}
        print(json.dumps(answer), flush=True)
"""


def test_misfit(sandbox):
    """What does not fit the tool's output schema, where that is known, is told beside the result."""
    told = ("/structuredContent/n: Must be 3 or less; it is 4. So says the tool’s output schema "
            "(/properties/n/maximum).")
    result = check(sandbox.run("call", "t", "--arg", "a=1", "--", *PYTHON, "-c", MISFIT), DONE)
    assert told in result.stderr.splitlines(), result.stderr
    result = check(sandbox.run("call", "t", "-q", "--arg", "a=1", "--", *PYTHON, "-c",
                               MISFIT), DONE)
    assert told not in result.stderr, result.stderr


def test_real_servers(sandbox):
    server = os.path.join(NODE_MODULES, ".bin", "mcp-server-filesystem")
    if not os.path.exists(server):
        raise Skip("server-filesystem is not installed")
    with open(sandbox.path("hello.txt"), "w", encoding="utf-8") as file:
        file.write("hello from a file\n")
    result = check(sandbox.run("call", "read_text_file", "--arg", "path=" + sandbox.path("hello.txt"),
                               "--json", "--", server, sandbox.home), DONE)
    assert "hello from a file" in json.loads(result.stdout)["content"][0]["text"]


if __name__ == "__main__":
    run_tests(globals())
