#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli bench: cases that models are asked, against the tests' model server.

Usage: test-cli-bench.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import sys
import xml.etree.ElementTree as ElementTree

from cli_sandbox import (AUTHORIZATION, DEMO, DONE, REFUSED, TIMEOUT, TOOL_ERROR, UNREACHABLE,
                         USAGE, check, read_error, run_tests)
from model_demo import ModelDemo

DATA = os.path.join(sys.argv[3], "tests", "data", "cases")
NOBODY = "http://127.0.0.1:9"  # the port of “discard”: nothing listens there


def call(tool, **arguments):
    return {"when": {"turn": 1}, "call": [{"tool": tool, "arguments": arguments}],
            "usage": {"input": 100, "output": 20}}


def say(text, **more):
    return {"say": text, "usage": {"input": 100, "output": 20}, **more}


FINDS = [call("find_products", query="Blue Monitor"), say("The blue monitor.")]
DELETES = [call("delete_product", id="p1"), say("It is gone.")]
CASES = """\
title: Shop
repeat: 2
cases:
- id: monitor
  title: Finds the monitor
  prompt: Which monitors are there?
  expect:
    calls:
    - tool: find_products
      arguments: {query: {$contains: monitor}}
    never: [delete_product]
    answer: {contains: monitor}
"""


def name(demo, kind="openai-chat"):
    return f"{kind}:m@{demo.url}/v1"


def bench(sandbox, cases, *words, server=True, **more):
    file = sandbox.write(cases, "cases.yaml")
    behind = ("--", DEMO) if server else ()
    return sandbox.run("bench", file, *words, "--yes", *behind, **more)


def read(result):
    return json.loads(result.stdout)


def find(report, case=0, variant=0):
    return report["cases"][case]["results"][variant]


def test_pass(sandbox):
    with ModelDemo(DEMO, FINDS) as demo:
        result = check(bench(sandbox, CASES, "--model", name(demo)), DONE)
        assert "2 of 2 right, 100 % (34…100 %)" in result.stdout, result.stdout
        assert "1 of 1 cases passed" in result.stdout, result.stdout
        assert "About 4 requests will be sent, 22 at most." in result.stderr, result.stderr
        report = read(check(bench(sandbox, CASES, "--model", name(demo), "--json", "--repeat", "3"),
                            DONE))
    row = find(report)
    assert row["verdict"] == "passed" and row["runs"] == row["right"] == 3, row
    assert row["requests"] == 6 and row["tokens"] == 6 * 120, row
    assert row["tools"] == {"find_products": 3} and row["problems"] == [], row


def test_same_report(sandbox):
    with ModelDemo(DEMO, FINDS) as demo:
        said = [check(bench(sandbox, CASES, "--model", name(demo), "--tool-order", "shuffled:7",
                            "--junit", sandbox.path(f"{i}.xml")), DONE).stdout for i in range(2)]
        orders = [[tool["function"]["name"] for tool in json.loads(line["body"])["tools"]]
                  if isinstance(line.get("body"), str) else
                  [tool["function"]["name"] for tool in line["body"]["tools"]]
                  for line in demo.read_record() if "body" in line]
    assert said[0] == said[1]
    assert sandbox.read("0.xml") == sandbox.read("1.xml")
    half = len(orders) // 2
    assert orders and orders[:half] == orders[half:]
    assert orders[0] != orders[2], "each run has an order of its own"


def test_fail(sandbox):
    with ModelDemo(DEMO, DELETES) as demo:
        result = check(bench(sandbox, CASES, "--model", name(demo), "--junit",
                             sandbox.path("out.xml")), TOOL_ERROR)
        assert "0 of 2 right" in result.stdout, result.stdout
        assert "2× “find_products” was not called." in result.stdout, result.stdout
        assert "“delete_product” was called, which it should not be." in result.stdout
        assert "Called: delete_product 2" in result.stdout, result.stdout
    suite = ElementTree.parse(sandbox.path("out.xml")).getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "1", "0")
    case = suite.find("testcase")
    assert case.get("name") == "monitor" and case.get("classname") == name(demo), case.attrib
    assert "was not called" in case.find("failure").text


def test_other_arguments(sandbox):
    steps = [call("find_products", query="chair"), say("A chair, not a monitor.")]
    with ModelDemo(DEMO, steps) as demo:
        report = read(check(bench(sandbox, CASES, "--model", name(demo), "--json"), TOOL_ERROR))
    (problem,) = find(report)["problems"]
    assert problem["kind"] == "arguments" and problem["runs"] == 2, problem
    assert "query" in problem["text"] and "chair" in problem["text"], problem


def test_two_models(sandbox):
    with ModelDemo(DEMO, FINDS) as good, ModelDemo(DEMO, DELETES) as bad:
        words = ("--model", name(good), "--model", name(bad, "ollama").replace("/v1", ""),
                 "--repeat", "5")
        report = read(check(bench(sandbox, CASES, *words, "--json"), TOOL_ERROR))
        text = check(bench(sandbox, CASES, *words), TOOL_ERROR).stdout
    assert find(report, 0, 0)["right"] == 5 and find(report, 0, 1)["right"] == 0, report
    (compared,) = report["cases"][0]["comparisons"]
    assert compared["difference"] == -1 and compared["differs"], compared
    assert "they differ." in text, text
    assert [row["passed"] for row in report["variants"]] == [1, 0], report["variants"]


def test_left(sandbox):
    """What is no longer there is known, and says so."""
    file = sandbox.write(CASES, "cases.yaml")
    foo = sandbox.write("prompts: [a]\ntests: [{vars: {}}]\n", "foo.yaml")
    table = sandbox.write("TASK,PROMPT,ENABLED_TOOLS\n1,a,b\n", "atlas.csv")
    os.mkdir(sandbox.path("tasks"))
    words = ("--model", f"openai-chat:m@{NOBODY}", "--yes", "--", DEMO)
    for row, word in [((file, "--stop-early"), "--repeat"), ((file, "--export", "promptfoo"), "mcpjam"),
                      ((file, "--export", "pytest"), "pytest"), ((file, "--export", "curl"), "curl"),
                      ((foo,), "promptfoo"), ((table,), "MCP-Atlas"),
                      ((sandbox.path("tasks"),), "MCPMark")]:
        result = check(sandbox.run("bench", *row, *words), USAGE)
        message = read_error(result)["message"]
        assert "no longer" in message and word in message, message


def test_export(sandbox):
    """What was written for another program is read again as what it was; what does not fit in is
    said."""
    cases = CASES.replace("never:", "order: strict\n    never:")
    file = sandbox.write(cases, "cases.yaml")
    for form in ("spyglass", "mcpjam"):
        written = check(sandbox.run("bench", file, "--export", form), DONE)
        assert ("order" in written.stderr) == (form == "mcpjam"), written.stderr
        sandbox.write(written.stdout, f"{form}.json")
        with ModelDemo(DEMO, FINDS) as demo:
            report = read(check(sandbox.run("bench", sandbox.path(f"{form}.json"), "--model",
                                            name(demo), "--json", "--yes", "--", DEMO), DONE))
        assert report["title"] == "Shop" and find(report)["right"] == 2, report
    suite = json.loads(sandbox.read("mcpjam.json"))
    assert suite["cases"][0]["repetitions"] == 2 and suite["target"]["servers"], suite
    check(sandbox.run("bench", file, "--export", "xml"), USAGE)


def test_two_servers(sandbox):
    """The same questions, with the tools of another server in place of the first one's."""
    for server in ("before", "now"):
        check(sandbox.run("servers", "add", server, "--", DEMO), DONE)
    with ModelDemo(DEMO, FINDS) as demo:
        file = sandbox.write(CASES, "cases.yaml")
        report = read(check(sandbox.run("bench", file, "--model", name(demo), "--server", "before",
                                        "--against", "now", "--yes", "--json"), DONE))
    names = [row["name"] for row in report["variants"]]
    assert names[1] == f"{names[0]}, now", names
    assert [find(report, 0, i)["runs"] for i in range(2)] == [2, 2], report
    assert report["cases"][0]["comparisons"][0]["a"] == names[0], report


def test_as_approved(sandbox):
    """What a tool said when it was approved, which is told in place of what it says now."""
    check(sandbox.run("servers", "add", "shop", "--", DEMO), DONE)
    server = read(check(sandbox.run("servers", "--json"), DONE))[0]
    memory = (".config", "spyglass", "memory", f"{server['id']}.json")
    with ModelDemo(DEMO, FINDS) as demo:
        file = sandbox.write(CASES, "cases.yaml")
        words = ("bench", file, "--model", name(demo), "--server", "shop", "--as-approved", "--yes")
        nothing = sandbox.run(*words)
        text = {"description": "OLD WORDS", "inputSchema": {"type": "object"}}
        sandbox.write(json.dumps({"approved": {"find_products": json.dumps(text),
                                               "echo": '"sha256:0"'}}), *memory)
        result = check(sandbox.run(*words, "--json"), DONE)
        bodies = [json.dumps(line) for line in demo.read_record()]
    assert nothing.returncode not in (DONE, TOOL_ERROR), nothing
    assert "No tool was different" in nothing.stderr, nothing.stderr
    assert "1 tool was different" in result.stderr, result.stderr
    assert "have no approved text" in result.stderr and ": echo." in result.stderr, result.stderr
    report = read(result)
    names = [row["name"] for row in report["variants"]]
    assert names[1] == f"{names[0]}, as approved", names
    assert [find(report, 0, i)["runs"] for i in range(2)] == [2, 2], report
    told = ["OLD WORDS" in body for body in bodies if "find_products" in body]
    assert told == [False, False, True, True] * 2, told


def test_two_descriptions(sandbox):
    """The script looks at nothing but the tools' names, so that both do the same."""
    overlay = json.dumps({"find_products": {"description": "OTHER WORDS"}})
    sandbox.write(overlay, "other.json")
    with ModelDemo(DEMO, FINDS) as demo:
        report = read(check(bench(sandbox, CASES, "--model", name(demo), "--versus",
                                  sandbox.path("other.json"), "--json"), DONE))
        bodies = [json.dumps(line) for line in demo.read_record()]
    assert len(report["variants"]) == 2 and "other.json" in report["variants"][1]["name"], report
    assert not report["cases"][0]["comparisons"][0]["differs"], report
    told = ["OTHER WORDS" in body for body in bodies if "find_products" in body]
    # They take turns, so that what changes meanwhile changes for both.
    assert told == [False, False, True, True] * 2, told


def test_tools_that_change_something(sandbox):
    cases = CASES.replace("never: [delete_product]", "no_errors: true").replace(
        "find_products", "set_stock").replace("{query: {$contains: monitor}}", "{}")
    steps = [call("set_stock", id="chair-1", stock=3), say("Done: monitor.")]
    with ModelDemo(DEMO, steps) as demo:
        kept = read(check(bench(sandbox, cases, "--model", name(demo), "--json"), DONE))
        first = demo.read_record()
        ran = bench(sandbox, cases, "--model", name(demo), "--json", "--allow-tools")
        second = demo.read_record()[len(first):]
    assert find(kept)["not_carried_out"] == 2, kept
    assert any("Not allowed" in json.dumps(line) for line in first), first
    assert not any("Not allowed" in json.dumps(line) for line in second), second
    assert find(read(ran))["not_carried_out"] == 0, ran.stdout


def test_recorded(sandbox):
    cases = json.dumps({"cases": [{
        "id": "gone", "prompt": "Delete p1", "expect": {"calls": [
            {"tool": "delete_product", "arguments": {"id": "p1"}, "match": "exact"}]},
        "recorded": [{"tool": "delete_product", "arguments": {"id": "p1"}, "text": "RECORDED 1"}]}]})
    with ModelDemo(DEMO, DELETES) as demo:
        row = find(read(check(bench(sandbox, cases, "--model", name(demo), "--json"), DONE)))
        assert any("RECORDED 1" in json.dumps(line) for line in demo.read_record())
        missed = find(read(check(bench(sandbox, cases.replace('"arguments": {"id": "p1"}, "text"',
                                                              '"arguments": {"id": "x"}, "text"'),
                                       "--model", name(demo), "--json"), DONE)))
    assert row["not_recorded"] == 0 and row["not_carried_out"] == 0, row
    assert missed["not_recorded"] == 1, missed


def test_replay_of_a_conversation(sandbox):
    with ModelDemo(DEMO, FINDS) as demo:
        check(sandbox.run("chat", "Which monitors?", "--provider", "openai-chat", "--base-url",
                          f"{demo.url}/v1", "--model", "m", "--save", "--", DEMO), DONE)
        (kept,) = json.loads(check(sandbox.run("chats", "--json"), DONE).stdout)
        row = find(read(check(sandbox.run("bench", "--chat", kept["id"], "--model", name(demo),
                                          "--yes", "--json", "--", DEMO), DONE)))
    assert row["right"] == 1 and row["not_recorded"] == 0, row
    with ModelDemo(DEMO, DELETES) as demo:
        row = find(read(check(sandbox.run("bench", "--chat", kept["id"], "--model", name(demo),
                                          "--yes", "--json", "--", DEMO), TOOL_ERROR)))
    assert {problem["kind"] for problem in row["problems"]} == {"missing", "extra"}, row
    with ModelDemo(DEMO, FINDS) as demo:
        result = sandbox.run("cases", "--chat", kept["id"], "--model", name(demo), "--yes")
    assert "the model gets no tools" in result.stderr, result.stderr


def test_spending_limit(sandbox):
    with ModelDemo(DEMO, FINDS) as demo:
        result = check(bench(sandbox, CASES, "--model", name(demo), "--max-tokens", "300",
                             "--json"), REFUSED)
        n = sum("find_products" in json.dumps(line) for line in demo.read_record())
    row = find(read(result))
    assert row["verdict"] == "unfinished" and row["runs"] == 1, row
    assert n == 3, f"{n} requests were sent"
    assert "limit" in read_error(result)["message"], result.stderr


def test_cost_limit(sandbox):
    prices = sandbox.path("prices.yaml")
    sandbox.write("m: {input: 1000, output: 1000}\n", "prices.yaml")
    with ModelDemo(DEMO, FINDS) as demo:
        result = check(bench(sandbox, CASES, "--model", name(demo), "--max-cost", "0.3", "--prices",
                             prices, "--json"), REFUSED)
    row = find(read(result))
    assert row["runs"] == 1 and abs(row["cost"] - 0.24) < 1e-9 and row["currency"] == "USD", row


def test_asks_first(sandbox):
    sandbox.write(CASES, "cases.yaml")
    with ModelDemo(DEMO, FINDS) as demo:
        result = check(sandbox.run("bench", sandbox.path("cases.yaml"), "--model", name(demo), "--",
                                   DEMO), REFUSED)
        assert "About 4 requests" in read_error(result)["message"], result.stderr
        assert "--yes" in read_error(result)["advice"]
        assert not any("find_products" in json.dumps(line) for line in demo.read_record())


def test_unreachable(sandbox):
    with ModelDemo(DEMO, FINDS) as demo:
        result = check(bench(sandbox, CASES, "--model", f"openai-chat:m@{NOBODY}", "--model",
                             name(demo), "--json", "--junit", sandbox.path("out.xml")), UNREACHABLE)
    report = read(result)
    assert find(report, 0, 0)["verdict"] == "error" and find(report, 0, 1)["verdict"] == "passed"
    first, second = ElementTree.parse(sandbox.path("out.xml")).getroot().findall("testsuite")
    assert first.get("errors") == "1" and first.find("testcase/error") is not None
    assert second.get("errors") == "0"


def test_key_missing(sandbox):
    result = check(bench(sandbox, CASES, "--model", "anthropic:claude", OPENAI_API_KEY="",
                         ANTHROPIC_API_KEY=""), AUTHORIZATION)
    assert "ANTHROPIC_API_KEY" in read_error(result)["message"], result.stderr


def test_deadline(sandbox):
    with ModelDemo(DEMO, [say("Late", delay_ms=20000)]) as demo:
        check(bench(sandbox, CASES, "--model", name(demo), "--timeout", "0.3", "--repeat", "1"),
              TIMEOUT)


def test_wrong_files(sandbox):
    for text, word in [("cases: []", "cases"), ("cases:\n- id: a\n  prompt: x\n  promt: y", "promt"),
                       ("cases:\n- id: a\n  prompt: x\n  expect: {calls: [{tool: t, arguments: "
                        "{a: {$containz: 1}}}]}", "$containz"), ("[", "")]:
        result = check(bench(sandbox, text, "--model", f"openai-chat:m@{NOBODY}", server=False),
                       REFUSED)
        assert word in read_error(result)["message"], result.stderr
    check(sandbox.run("bench", "--model", f"openai-chat:m@{NOBODY}"), USAGE)
    check(bench(sandbox, CASES, server=False), USAGE)
    check(bench(sandbox, CASES, "--model", f"openai-chat:m@{NOBODY}", "--results", "nonsense"), USAGE)


def test_bfcl(sandbox):
    """Its tools are of no server, and nothing answers a call of them."""
    steps = [{"when": {"user_matches": "triangle"}, "call": [
                 {"tool": "math_triangle_area", "arguments": {"base": 10, "height": 5.0}}]},
             {"when": {"user_matches": "weather"}, "call": [
                 {"tool": "math_triangle_area", "arguments": {}}]}, say("Nothing to call.")]
    file = os.path.join(DATA, "BFCL_v4_some.json")
    with ModelDemo(DEMO, steps) as demo:
        result = check(sandbox.run("bench", file, "--model", name(demo), "--yes", "--json"),
                       TOOL_ERROR)
        bodies = [json.dumps(line) for line in demo.read_record()]
    report = read(result)
    verdicts = {case["id"]: case["results"][0]["verdict"] for case in report["cases"]}
    assert verdicts == {"simple_python_0": "passed", "irrelevance_0": "failed",
                        "irrelevance_1": "passed"}, verdicts
    assert sum("math_triangle_area" in body for body in bodies) == 3, bodies
    assert "several turns" in result.stderr, result.stderr


def test_mcpjam(sandbox):
    file = os.path.join(DATA, "mcpjam-suite.json")
    with ModelDemo(DEMO, FINDS) as demo:
        result = check(sandbox.run("bench", file, "--model", name(demo), "--yes", "--json", "--",
                                   DEMO), DONE)
    report = read(result)
    assert report["title"] == "Shop" and report["cases"][0]["results"][0]["runs"] == 2, report
    assert "left out" in result.stderr, result.stderr


run_tests(globals())
