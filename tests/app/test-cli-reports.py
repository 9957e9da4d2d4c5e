#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports for CI systems: run and lint as JUnit, JSON and SARIF, also where nothing could be run.

Usage: test-cli-reports.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import xml.etree.ElementTree as ElementTree

from cli_sandbox import (DEMO, DONE, PYTHON, REFUSED, SERVERS, TOOL_ERROR, UNREACHABLE, USAGE, check, read_error,
                         run_tests)

STUB = os.path.join(SERVERS, "stub-server.py")
CALLS = {"calls": [{"name": "good", "group": "g", "tool": "echo", "arguments": {"message": "hi"}},
                   {"name": "bad", "tool": "fail"},
                   {"name": "other", "tool": "echo", "server": "11111111-1111-4111-8111-111111111111"}]}
NOWHERE = ("--", "/no/such")


def run(sandbox, status, *words):
    path = sandbox.write(json.dumps(CALLS), "calls.json")
    return check(sandbox.run("run", path, "--yes", *words), status)


def test_run_as_json(sandbox):
    for words in (("--json",), ("--format", "json")):
        report = json.loads(run(sandbox, TOOL_ERROR, *words, "--", DEMO).stdout)
        good, bad, other = report["calls"]
        assert (good["group"], good["name"], good["outcome"]) == ("g", "good", "passed"), good
        assert good["milliseconds"] >= 0 and "message" not in good, good
        assert bad["outcome"] == "failed" and bad["message"] and "group" not in bad, bad
        assert other["outcome"] in ("passed", "skipped"), other
        assert report["title"] == "calls.json" and report["failed"] == 1 and "error" not in report
        assert report["passed"] + report["failed"] + report["skipped"] == 3, report
    # What is asked for by name goes before --json, which says how errors are written.
    assert run(sandbox, TOOL_ERROR, "--json", "--format", "tap", "--", DEMO).stdout.startswith("TAP")
    error = read_error(run(sandbox, USAGE, "--format", "sarif", "--", DEMO))
    assert "tap, junit or json" in error["message"], error


def test_server_that_cannot_start(sandbox):
    """CI has a report in any case, on standard output and in the file of --output."""
    path = sandbox.path("report")
    for words, status in ((NOWHERE, UNREACHABLE), (("--", "false"), UNREACHABLE),
                          (("--server", "http://127.0.0.1:1/mcp"), UNREACHABLE)):
        for more in ((), ("--output", path)):
            result = run(sandbox, status, "--format", "junit", *more, *words)
            text = sandbox.read("report") if more else result.stdout
            (suite,) = ElementTree.fromstring(text.encode()).findall("testsuite")
            assert (suite.get("tests"), suite.get("errors")) == ("1", "1"), text
            assert suite.find("testcase/error").get("message") == read_error(result)["message"], text
            result = run(sandbox, status, "--json", *more, *words)
            report = json.loads(sandbox.read("report") if more else result.stdout)
            assert report["calls"] == [] and report["error"] == read_error(result)["message"], report
        assert run(sandbox, status, *words).stdout == ""


def test_run_that_is_refused(sandbox):
    path = sandbox.write(json.dumps({"calls": [{"name": "x", "tool": "delete_product"}]}), "calls.json")
    result = check(sandbox.run("run", path, "--format", "junit", "--", DEMO), REFUSED)
    assert ElementTree.fromstring(result.stdout.encode()).find("testsuite/testcase/error") is not None


def lint(sandbox, status, schema, *words):
    tools = [{"name": "fine", "description": "Says how late it is.", "inputSchema": {"type": "object"}},
             {"name": "odd", "description": "Says how <late> & \u200b it is.", "inputSchema": schema}]
    plan = json.dumps({"tools/list": {"tools": tools}})
    return check(sandbox.run("lint", *words, "--", *PYTHON, STUB, plan), status)


def with_property(schema):
    return {"type": "object", "properties": {"a": {"description": "d", **schema}}}


WARNING = with_property({"enum": [1, 1]})
ERROR = with_property({"enum": []})


def test_fail_on(sandbox):
    """Level, schema, exit status; for every form alike."""
    for level, schema, status in (("error", WARNING, DONE), ("warning", WARNING, TOOL_ERROR),
                                  ("error", ERROR, TOOL_ERROR), ("note", WARNING, TOOL_ERROR)):
        for form in ("text", "json", "junit", "sarif"):
            lint(sandbox, status, schema, "--format", form, "--fail-on", level)
    lint(sandbox, DONE, WARNING)
    for words in (("--format", "tap"), ("--fail-on", "all")):
        read_error(lint(sandbox, USAGE, WARNING, *words))
    assert json.loads(lint(sandbox, DONE, WARNING, "--format", "json").stdout) == \
        json.loads(lint(sandbox, DONE, WARNING, "--json").stdout)


def test_lint_as_junit(sandbox):
    for words, status, failed in ((("--fail-on", "warning"), TOOL_ERROR, True), ((), DONE, False)):
        text = lint(sandbox, status, WARNING, "--format", "junit", *words).stdout
        (suite,) = ElementTree.fromstring(text.encode()).findall("testsuite")
        cases = {case.get("name"): case for case in suite.findall("testcase")}
        assert set(cases) == {"server", "fine", "odd"} and suite.get("tests") == "3", text
        assert cases["fine"].find("failure") is None, text
        failure = cases["odd"].find("failure")
        assert (failure is not None) == failed, text
        assert not failed or "[enum-duplicate]" in failure.text, text
        assert not failed or "/inputSchema/properties/a/enum" in failure.text, text


def test_lint_as_sarif(sandbox):
    """The members that the standard requires, and what its readers look at."""
    document = json.loads(lint(sandbox, TOOL_ERROR, ERROR, "--format", "sarif").stdout)
    assert document["version"] == "2.1.0" and document["$schema"].endswith("sarif-2.1.0.json")
    (one,) = document["runs"]
    driver = one["tool"]["driver"]
    assert driver["name"] == "Spyglass" and driver["version"], driver
    rules = {rule["id"]: rule for rule in driver["rules"]}
    assert len(rules) == len(driver["rules"]) and "nothing-fits" in rules
    assert all(rule["shortDescription"]["text"] for rule in rules.values())
    found = [result for result in one["results"] if result["ruleId"] == "nothing-fits"]
    assert len(found) == 1 and found[0]["level"] == "error" and found[0]["message"]["text"], found
    (place,) = found[0]["locations"][0]["logicalLocations"]
    assert place["name"] == "odd", place
    assert place["fullyQualifiedName"] == "tools/odd/inputSchema/properties/a/enum", place
    for result in one["results"]:
        assert result["level"] in ("note", "warning", "error") and result["message"]["text"], result


def test_values_of_format_are_completed(sandbox):
    for command, words in (("run", ["tap", "junit", "json"]), ("lint", ["text", "junit", "json", "sarif"])):
        offered = check(sandbox.run("__complete", command, "--format", ""), DONE).stdout.split()
        assert offered == words, offered
    assert check(sandbox.run("__complete", "lint", "--fail-on", "w"), DONE).stdout.split() == ["warning"]


if __name__ == "__main__":
    run_tests(globals())
