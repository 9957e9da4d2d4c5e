#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collections of saved calls, run by spyglass-cli.

Usage: test-cli-run.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree

from cli_sandbox import (DEMO, DONE, PAGE, PYTHON, REFUSED, TIMEOUT, TOOL_ERROR, UNREACHABLE, USAGE,
                         check, read_error, run_tests)

STATISTICS = {"name": "figures", "group": "numbers", "tool": "describe_numbers",
              "arguments": {"numbers": [1, 2, 3, 4]}}


def run(sandbox, calls, *words, status=DONE, server=(DEMO,)):
    file = sandbox.write(json.dumps({"calls": calls}), "calls.json")
    return check(sandbox.run("run", file, *words, "--", *server), status)


def failures(result):
    """The sentences beside what failed."""
    return [line[2:] for line in result.stdout.splitlines() if line.startswith("# ")]


def expecting(*expectations, **more):
    return {**STATISTICS, **more, "expect": list(expectations)}


def test_what_is_expected(sandbox):
    result = run(sandbox, [
        expecting({"path": "count", "equals": 4.0}, {"path": "mean", "matches": r"^2\.5$"},
                  {"schema": {"type": "object", "required": ["median"]}},
                  {"path": "median"}, {"duration": 20}, {"error": False}),
        {"tool": "show_text"},
    ])
    assert result.stdout == ("TAP version 13\n1..2\nok 1 - numbers / figures\n"
                             "ok 2 - show_text\n"), result.stdout


def test_what_was_not_expected(sandbox):
    result = run(sandbox, [
        expecting({"path": "count", "equals": 5}),
        expecting({"path": "mean", "matches": "x"}),
        expecting({"path": "count", "schema": {"type": "string"}}),
        expecting({"path": "no.such"}),
        expecting({"duration": 0}),
        expecting({"error": True}),
        expecting({"equals": "z" * 500}),
        {"tool": "fail"},
        {"tool": "fail", "expect": [{"error": True}]},
        {"tool": "no_such_tool"},
    ], "--yes", status=TOOL_ERROR)
    lines = [line for line in result.stdout.splitlines() if line.startswith(("ok", "not"))]
    assert [line.startswith("ok") for line in lines] == [False] * 8 + [True, False], lines
    said = failures(result)
    assert said[0] == "“count” is 4; 5 was expected.", said
    assert "which does not match /x/" in said[1], said
    assert "“count” does not match the schema" in said[2], said
    assert said[3] == "“no.such” does not exist.", said
    assert "at most 0 s were expected" in said[4], said
    assert "expected to report an error" in said[5], said
    assert len(said[6]) < 400 and "…" in said[6], said
    assert said[7] == "The tool reported an error.", said
    assert "Unknown tool" in said[8], said


def test_chains(sandbox):
    """Values of earlier calls keep their type and spelling; inside of text they become text."""
    result = run(sandbox, [
        STATISTICS,
        {"name": "all", "tool": "echo", "arguments": {
            "message": "{{last.count}} of {{ figures.mean }}: {{figures.no"}},
        {"tool": "describe_numbers", "arguments": {"numbers": ["{{figures.count}}", 8]},
         "expect": [{"path": "mean", "equals": 6}]},
        {"tool": "echo", "arguments": {"message": "{{figures.nothing}}"}},
        {"tool": "echo", "arguments": {"message": "{{other}}"}},
        {"tool": "echo", "arguments": {"message": "{{all}}!"},
         "expect": [{"matches": r"4 of 2\.5: \{\{figures\.no!$"}]},
    ], "--yes", status=TOOL_ERROR)
    verdicts = [line.split(" - ")[0] for line in result.stdout.splitlines() if " - " in line]
    assert verdicts == ["ok 1", "ok 2", "ok 3", "not ok 4", "not ok 5", "ok 6"], result.stdout
    assert failures(result) == [
        "“{{figures.nothing}}” stands for nothing: the result has no such value.",
        "No earlier call has a result for “{{other}}”."], result.stdout


def test_other_methods(sandbox):
    """Resources and prompts, checked and filled in as calls of tools are; nothing is asked about them."""
    result = run(sandbox, [
        {"name": "word", "tool": "show_text"},
        {"method": "tools/call", **STATISTICS},
        {"method": "resources/read", "uri": "product://guide", "expect": [{"matches": "Buying guide"}]},
        {"name": "again", "method": "resources/read", "uri": "product://{{figures.no}}"},
        {"method": "prompts/get", "prompt": "describe_product", "arguments": {"id": "headphones-7"},
         "expect": [{"path": "messages[0].role", "equals": "user"}]},
    ], status=TOOL_ERROR)
    verdicts = [line.split(" - ")[0] for line in result.stdout.splitlines() if " - " in line]
    assert verdicts == ["ok 1", "ok 2", "ok 3", "not ok 4", "ok 5"], result.stdout
    assert "{{figures.no}}" in failures(result)[0], result.stdout


def test_some_of_them(sandbox):
    calls = [STATISTICS, {"name": "say", "tool": "show_text"}, {**STATISTICS, "name": "again"}]
    assert "1..2\n" in run(sandbox, calls, "numbers").stdout
    assert "ok 1 - say\n" in run(sandbox, calls, "say").stdout
    read_error(run(sandbox, calls, "sya", status=USAGE))


def test_consent(sandbox):
    """What may destroy something is not run by a script that nobody watches, unless it is told
    so; nothing before it is run either."""
    calls = [STATISTICS, {"tool": "delete_product", "arguments": {"id": "x"}}]
    refused = run(sandbox, calls, status=REFUSED)
    assert refused.stdout == "" and "--yes" in read_error(refused)["message"], refused
    assert "not ok 2" in run(sandbox, calls, "--yes", status=TOOL_ERROR).stdout


def test_filled_in(sandbox):
    """What a server answers becomes no argument of what destroys, unless that is agreed to."""
    calls = [{**STATISTICS, "name": "f"},
             {"tool": "delete_product", "arguments": {"id": "no-{{f.count}}", "password": "argsecret4711"}}]
    refused = run(sandbox, calls, status=REFUSED)
    message = read_error(refused)["message"]
    assert message.startswith("delete_product: ") and refused.stdout == "", refused
    assert "argsecret" not in refused.stderr, refused
    result = run(sandbox, calls, "--yes", status=TOOL_ERROR)
    assert "not called" not in result.stdout, result.stdout


def test_sent_by_hand(sandbox):
    """What was called before by hand runs, in another process too; what is private, other arguments and
    a server that is not kept are asked about. A tool's own rule asks each time."""
    check(sandbox.run("servers", "add", "kept", "--", DEMO), DONE)
    collection = sandbox.write(json.dumps({"calls": [{"tool": "echo", "arguments": {"message": "a"}}]}),
                               "calls.json")
    words = ("run", collection, "--server", "kept")
    check(sandbox.run(*words), REFUSED)
    check(sandbox.run("call", "echo", "--server", "kept", "--arg", "message=a", "--private"), DONE)
    check(sandbox.run("call", "echo", "--server", "kept", "--arg", "message=b"), DONE)
    check(sandbox.run(*words), REFUSED)
    check(sandbox.run("call", "echo", "--server", "kept", "--arg", "message=a"), DONE)
    check(sandbox.run(*words), DONE)
    check(sandbox.run("servers", "edit", "kept", "--approval", "echo=ask"), DONE)
    error = read_error(check(sandbox.run(*words), REFUSED))
    assert error["message"].startswith("echo: ") and "message\"" not in error["message"], error
    check(sandbox.run(*words, "--yes"), DONE)


def test_junit(sandbox):
    result = run(sandbox, [STATISTICS, expecting({"path": "count", "equals": "<&\"\x01>"})],
                 "--format", "junit", status=TOOL_ERROR)
    suite = ElementTree.fromstring(result.stdout).find("testsuite")
    assert (suite.get("name"), suite.get("tests"), suite.get("failures"),
            suite.get("skipped")) == ("calls.json", "2", "1", "0"), result.stdout
    good, bad = suite.findall("testcase")
    assert good.get("classname") == "numbers" and good.get("name") == "figures"
    assert good.find("failure") is None and float(good.get("time")) >= 0
    assert "“count” is 4" in bad.find("failure").get("message"), result.stdout
    check(sandbox.run("run", "x.json", "--format", "html", "--", DEMO), USAGE)


def test_deadline(sandbox):
    calls = [{"tool": "slow_task", "arguments": {"seconds": 20}}, STATISTICS]
    result = run(sandbox, calls, "--yes", "--timeout", "1", status=TIMEOUT)
    assert "not ok 1" in result.stdout and "ok 2" in result.stdout, result.stdout


def test_lost(sandbox):
    """A server that ends: what is left is not run, and told."""
    program = ("import json, sys\n"
               "for line in sys.stdin:\n"
               "  m = json.loads(line)\n"
               "  if m.get('method') == 'tools/call': sys.exit(3)\n"
               "  if 'id' not in m: continue\n"
               "  r = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},\n"
               "       'serverInfo': {'name': 'x', 'version': '1'}}\n"
               "  if m['method'] == 'tools/list': r = {'tools': []}\n"
               "  print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)\n")
    server = (*PYTHON, sandbox.write(program, "server.py"))
    result = run(sandbox, [{"tool": "a"}, {"tool": "b"}], "--yes", status=UNREACHABLE,
                 server=server)
    assert "not ok 1 - a\n" in result.stdout and "ok 2 - b # SKIP" in result.stdout, result.stdout
    result = run(sandbox, [{"tool": "a"}], status=UNREACHABLE, server=("/no/such",))
    assert result.stdout == "", result


def test_manual(sandbox):
    """What the manual shows can be run."""
    with open(PAGE, encoding="utf-8") as file:
        text = re.search(r"^\{ \"calls\".*?(?=^\.RE)", file.read(), re.DOTALL | re.MULTILINE)[0]
    calls = json.loads(text.replace("\\-", "-"))["calls"]
    assert "ok 2 - echo\n" in run(sandbox, calls, "--yes").stdout


def test_output(sandbox):
    """A report is there above all where something failed."""
    path = sandbox.path("report.xml")
    result = run(sandbox, [{"tool": "slow_task", "arguments": {"seconds": 20}}], "--format",
                 "junit", "--timeout", "0.5", "--output", path, status=TIMEOUT)
    assert result.stdout == "" and ElementTree.parse(path).getroot().tag == "testsuites"


def test_bad_collections(sandbox):
    for text, said in [
            ("{", "line 1"), ("[]", "“calls”"), ('{"calls": []}', "no calls"),
            ('{"calls": [{"tool": "a"}], "more": 1}', "“more”"),
            ('{"calls": [{"tool": "a"}, {"name": "b"}]}', "Call 2: “tool”"),
            ('{"calls": [{"tool": "a", "arguments": []}]}', "“arguments”"),
            ('{"calls": [{"method": "tools/list", "tool": "a"}]}', "“method”"),
            ('{"calls": [{"method": "prompts/get", "tool": "a"}]}', "“tool”"),
            ('{"calls": [{"method": "resources/read"}]}', "“uri”"),
            ('{"calls": [{"method": "resources/read", "uri": "a", "arguments": {}}]}', "“arguments”"),
            ('{"calls": [{"tool": "a", "expect": {}}]}', "“expect”"),
            ('{"calls": [{"tool": "a", "expect": [1]}]}', "An expectation is"),
            ('{"calls": [{"tool": "a", "expect": [{"eqals": 1}]}]}', "“eqals”"),
            ('{"calls": [{"tool": "a", "expect": [{"matches": "("}]}]}', "“matches”"),
            ('{"calls": [{"tool": "a", "expect": [{"path": "a["}]}]}', "“path”"),
            ('{"calls": [{"tool": "a", "expect": [{"duration": "x"}]}]}', "“duration”")]:
        file = sandbox.write(text, "bad.json")
        error = read_error(check(sandbox.run("run", file, "--", DEMO), REFUSED))
        assert said in error["message"], (text, error)
    check(sandbox.run("run", sandbox.path("missing.json"), "--", DEMO), REFUSED)
    deep = '{"a":' * 300 + '"{{last}}"' + "}" * 300
    result = run(sandbox, [STATISTICS, {"tool": "show_text", "arguments": json.loads(deep)}],
                 status=TOOL_ERROR)
    assert "nested" in failures(result)[0], result.stdout


if __name__ == "__main__":
    run_tests(globals())
