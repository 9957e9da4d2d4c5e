#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli chat: how results are told to a model, what it is told of tools, and what it costs.

Usage: test-cli-chat-results.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os

from cli_sandbox import DEMO, DONE, PYTHON, REFUSED, SERVERS, USAGE, check, read_error, run_tests
from model_stub import ModelStub, Reply, call, find_results, say

STUB = os.path.join(SERVERS, "stub-server.py")
KIND = "openai-chat"
OURS = ["get_from_object_store", "get_slice_from_object_store"]
ROWS = [{"id": number, "name": f"row {number}", "price": 1.5} for number in range(1200)]


def chat(sandbox, stub, *words, kind=KIND, **more):
    return sandbox.run("chat", "--provider", kind, "--base-url", stub.url, "--model", "m",
                       "--allow-tools", *words, **more)


def serve(*tools, results=None, text=""):
    """The words that run a server with these tools, each of which answers with @text."""
    plan = {"tools/list": {"tools": [tool if isinstance(tool, dict) else
                                     {"name": tool, "inputSchema": {"type": "object"}}
                                     for tool in tools]},
            "tools/call": results or {"content": [{"type": "text", "text": text}]}}
    return ["--", *PYTHON, STUB, json.dumps(plan)]


def read_events(result, kind):
    return [line for line in map(json.loads, result.stdout.splitlines()) if line["event"] == kind]


def list_tools(request):
    return [tool["function"]["name"] for tool in request[2].get("tools", [])]


def test_large_results_are_kept(sandbox):
    """The model gets a preview and tools to look further; nothing of that reaches the server."""
    with ModelStub(call(KIND, ("list", "{}")),
                   call(KIND, ("get_from_object_store",
                               '{"object_id":"@obj_001","path":"[1199].name"}'),
                        ("get_slice_from_object_store",
                         '{"object_id":"@obj_001","start":-1}'),
                        ("get_from_object_store", '{"object_id":"@obj_009"}'),
                        ("get_from_object_store", "{}")),
                   say(KIND, "I see.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", *serve("list", text=json.dumps(ROWS))),
                       DONE)
        assert [list_tools(request) for request in stub.requests] == \
            [["list"], [*OURS, "list"], [*OURS, "list"]]
        preview, = [text for _, text, _ in find_results(KIND, stub.requests[1][2])]
        _, name, piece, gone, wrong = [text for _, text, _ in
                                       find_results(KIND, stub.requests[2][2])]
    assert preview.startswith("@obj_001 → list (length: 1200)\n\n[\n    {\n"), preview[:200]
    assert preview.endswith("... +1175\n]"), preview[-100:]
    assert name == "@obj_001.[1199].name → str (length: 8)\n\nrow 1199", name
    assert piece == ("List slice [-1:1200] (showing 1 of 1200 items):\n\n"
                     "[{'id': 1199, 'name': 'row 1199', 'price': 1.5}]"), piece
    assert "Object @obj_009 not found or expired." in gone and "object_id" in wrong, (gone, wrong)
    told = read_events(result, "result")
    assert told[0]["object"] == "obj_001" and told[0]["formatter"] == "preview", told[0]
    assert told[0]["tokens"] < 1000 < 10000 < told[0]["whole_tokens"], told[0]
    assert [line.get("server") for line in told[1:]] == ["spyglass"] * 4, told
    talk, = read_events(result, "conversation")
    assert ["sent" in made for made in talk["calls"]] == [True] + [False] * 4, talk["calls"]


def test_tools_as_told(sandbox):
    """With always they are there from the beginning; no schema of theirs is changed on the way."""
    with ModelStub(say("anthropic", "Yes.")) as stub:
        check(chat(sandbox, stub, "Go", "--object-tools", "always", *serve("t"), kind="anthropic"),
              DONE)
        tools = {tool["name"]: tool for tool in stub.requests[0][2]["tools"]}
    assert list(tools) == [*OURS, "t"], tools
    schema = tools["get_slice_from_object_store"]["input_schema"]
    assert list(schema["properties"]) == ["object_id", "start", "end", "path"], schema
    assert schema["properties"]["end"]["anyOf"] == [{"type": "integer"}, {"type": "null"}], schema
    assert tools[OURS[0]]["description"].startswith("Use this tool to fetch an object"), tools
    with ModelStub(say(KIND, "Yes.")) as stub:
        check(chat(sandbox, stub, "Go", "--object-tools", "always"), DONE)
        assert "tools" not in stub.requests[0][2]


def test_prefix(sandbox):
    """A server has tools of these names, and objects: ours are called otherwise."""
    with ModelStub(call(KIND, ("list", "{}")),
                   call(KIND, ("spyglass__get_from_object_store",
                               '{"object_id":"@spyglass__obj_001","path":"[0].id"}'),
                        ("get_from_object_store", '{"object_id":"@obj_001"}'),
                        ("list", '{"what":"@obj_001"}')),
                   say(KIND, "I see.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--json",
                            *serve("list", "get_from_object_store", text=json.dumps(ROWS))), DONE)
        assert list_tools(stub.requests[1]) == ["get_from_object_store", "list",
                                                *(f"spyglass__{name}" for name in OURS)]
        texts = [text for _, text, _ in find_results(KIND, stub.requests[2][2])]
    assert texts[0].startswith("@spyglass__obj_001 → list"), texts[0][:100]
    assert texts[1] == "@spyglass__obj_001.[0].id → int\n\n0", texts[1]
    calls = read_events(result, "conversation")[0]["calls"]
    assert calls[2]["server"] != "spyglass" and json.loads(calls[2]["sent"]) == {
        "object_id": "@obj_001"}, calls[2]
    assert json.loads(calls[3]["sent"]) == {"what": "@obj_001"}, calls[3]


def test_references(sandbox):
    """What an object has is sent in the place of its name, as it is written."""
    rows = '[{"price": 1.50, "rest": "' + "x" * 20000 + '"}]'
    with ModelStub(call(KIND, ("t", "{}")),
                   call(KIND, ("t", '{"price":"@obj_001.[0].price","who":"@alice"}'),
                        ("t", '{"price":"@obj_001.nothing"}')),
                   say(KIND, "I see.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", *serve("t", text=rows)), DONE)
        (_, _, failure) = [text for _, text, _ in find_results(KIND, stub.requests[2][2])]
    assert "does not have a value at path 'nothing'" in failure, failure
    made = read_events(result, "conversation")[0]["calls"][1]
    assert made["arguments"] == '{"price":"@obj_001.[0].price","who":"@alice"}', made
    assert made["sent"] == '{"price":1.50,"who":"@alice"}', made
    assert made["changes"] == [{"kind": "reference", "pointer": "/price",
                                "before": '"@obj_001.[0].price"', "after": "1.50"}], made


def test_no_objects(sandbox):
    with ModelStub(call(KIND, ("t", "{}")), say(KIND, "I see.")) as stub:
        check(chat(sandbox, stub, "Go", "--no-objects", *serve("t", text="x " * 60000)), DONE)
        ((_, text, _),) = find_results(KIND, stub.requests[1][2])
        assert list_tools(stub.requests[1]) == ["t"]
    assert text == "x " * 50000 + "… [truncated, 20000 more characters]", text[-100:]


def test_secrets_in_objects(sandbox):
    """No piece of one is told, and none goes out by a reference."""
    token = "tok-4711-abcdef"
    words = serve("t", text=json.dumps({"token": token, "rest": "x" * 20000}))
    check(sandbox.run("servers", "add", "demo", "--secrets-in-file", "-e", f"API_TOKEN={token}",
                      "--secret", "API_TOKEN", *words), DONE)
    with ModelStub(call(KIND, ("t", "{}")),
                   call(KIND, ("get_slice_from_object_store",
                               '{"object_id":"@obj_001","path":"token","start":0,"end":5}'),
                        ("t", '{"a":"@obj_001.token"}')),
                   say(KIND, "I see.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", "--server", "demo"), DONE)
        texts = [text for _, text, _ in find_results(KIND, stub.requests[2][2])]
        assert token[:5] not in json.dumps(stub.requests[2][2])
    assert "•••••" in texts[1] and "stands for a secret" in texts[2], texts[1:]
    assert token not in result.stdout
    for words in (("--results", "template:{{token | first 5}}"),
                  ("--results", "preview:characters=5", "--no-objects")):
        with ModelStub(call(KIND, ("t", "{}")), say(KIND, "I see.")) as stub:
            check(chat(sandbox, stub, "Go", *words, "--server", "demo"), DONE)
            ((_, text, _),) = find_results(KIND, stub.requests[1][2])
        assert "•••••" in text and token[:5] not in text, text


def test_ways(sandbox):
    """One way for all tools, and another for one of them."""
    text = '{ "total": 2, "rows": [ {"n": "a"}, {"n": "b"} ] }'
    for way, expected in (("raw", text), ("compact", text.replace(" ", "")),
                          ("path:rows[1].n", "b"), ("path:none", text),
                          ("template:{{total}}: {{#rows}}{{n}},{{/}}", "2: a,b,"),
                          ("preview:items=1", "@obj_001 → dict (length: 2)\n\n{\n    'total': 2,\n"
                           "    'rows': [\n            {\n                'n': 'a'\n"
                           "            },\n            ... +1\n        ]\n}")):
        with ModelStub(call(KIND, ("one", "{}"), ("two", "{}")), say(KIND, "I see.")) as stub:
            result = check(chat(sandbox, stub, "Go", "--json", "--results", way, "--results-of",
                                "two=path:total", *serve("one", "two", text=text)), DONE)
            texts = [text for _, text, _ in find_results(KIND, stub.requests[1][2])]
        assert texts == [expected, "2"], (way, texts)
        told = {line["tool"]: line for line in read_events(result, "result")}
        name = "raw" if way == "path:none" else way.partition(":")[0]
        assert told["one"]["formatter"] == name and told["two"]["formatter"] == "path", (way, told)
        assert told["two"]["tokens"] < told["two"]["whole_tokens"], told


def test_notes_for_a_person(sandbox):
    with ModelStub(call(KIND, ("t", "{}")), call(KIND, ("t", '{"a":"@obj_001.[0].id"}')),
                   say(KIND, "I see.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--results", "raw",
                            *serve("t", text=json.dumps(ROWS))), DONE)
    assert result.stdout == "I see.\n", result.stdout
    assert "kept as @obj_001" in result.stderr and "tokens" in result.stderr, result.stderr
    assert '/a (reference): "@obj_001.[0].id" ⇒ 0' in result.stderr, result.stderr


def test_overlay(sandbox):
    """The model is told otherwise, the server is not; a default is sent where nothing is said."""
    overlay = sandbox.write(json.dumps({
        "echo": {"description": "Says it again.",
                 "arguments": {"message": {"enum": ["ho", "hi"], "default": "ho"},
                               "loud": {"default": True}}},
        "nobody": {"description": "x"}}), "overlay.json")
    with ModelStub(call(KIND, ("echo", "{}"), ("echo", '{"message":"no"}')),
                   say(KIND, "Yes.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", "--overlay", overlay, "--", DEMO), DONE)
        echo, = [tool["function"] for tool in stub.requests[0][2]["tools"]
                 if tool["function"]["name"] == "echo"]
        said, refused = [text for _, text, _ in find_results(KIND, stub.requests[1][2])]
    message = echo["parameters"]["properties"]["message"]
    assert echo["description"] == "Says it again.", echo
    assert (message["enum"], message["default"]) == (["ho", "hi"], "ho"), message
    assert "loud" not in echo["parameters"]["properties"], echo
    assert "ho" in said and "input schema" in refused, (said, refused)
    made = read_events(result, "conversation")[0]["calls"][0]
    assert json.loads(made["sent"]) == {"message": "ho"} and made["arguments"] == "{}", made
    assert made["changes"] == [{"kind": "default", "pointer": "/message", "after": '"ho"'}], made
    assert "“echo” has no argument “loud”" in result.stderr, result.stderr
    assert "no tool “nobody”" in result.stderr, result.stderr
    for wrong in ("[]", "{", '{"echo":{"arguments":{"message":{"type":"x"}}}}'):
        with ModelStub() as stub:
            result = check(chat(sandbox, stub, "Go", "--overlay", sandbox.write(wrong, "wrong.json"),
                                "--", DEMO), REFUSED)
            assert stub.requests == [] and "wrong.json" in read_error(result)["message"]


def test_repair(sandbox):
    """Off at first; then each change is told."""
    reply = call(KIND, ("describe_numbers", '{"numbers":"[1, 2.50]","what":1}'))
    with ModelStub(reply, say(KIND, "Well.")) as stub:
        check(chat(sandbox, stub, "Go", "--", DEMO), DONE)
        ((_, text, _),) = find_results(KIND, stub.requests[1][2])
    assert "input schema" in text, text
    with ModelStub(reply, say(KIND, "Well.")) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", "--repair", "--", DEMO), DONE)
        ((_, text, _),) = find_results(KIND, stub.requests[1][2])
    assert "input schema" not in text, text
    made = read_events(result, "conversation")[0]["calls"][0]
    assert made["sent"] == '{"numbers":[1,2.50]}', made
    assert [(change["kind"], change["pointer"]) for change in made["changes"]] == [
        ("parsed", "/numbers"), ("dropped", "/what")], made


def test_cache(sandbox):
    """The same call is sent once: of tools that only read, or of all."""
    tools = [{"name": name, "inputSchema": {"type": "object"}, "annotations": {
        "readOnlyHint": name == "reads"}} for name in ("reads", "writes")]
    for words, sent in (((), 4), (("--cache", "read-only"), 3), (("--cache", "all"), 2)):
        with ModelStub(call(KIND, ("reads", '{"a":1,"b":2}'), ("writes", "{}")),
                       call(KIND, ("reads", '{"b":2, "a":1}'), ("writes", "{ }")),
                       say(KIND, "Yes.")) as stub:
            result = check(chat(sandbox, stub, "Go", "--json", "--yes", *words,
                                *serve(*tools, text="same")), DONE)
            texts = [text for _, text, _ in find_results(KIND, stub.requests[2][2])]
        assert texts == ["same"] * 4, texts
        told = read_events(result, "result")
        calls = read_events(result, "conversation")[0]["calls"]
        assert sum("sent" in made for made in calls) == sent, (words, calls)
        assert sum(line.get("cached", False) for line in told) == 4 - sent, (words, told)


def test_tool_order(sandbox):
    names = ["b", "c", "a", "e", "d", "f"]
    orders = {}
    for order in ("sorted", "server", "shuffled:7", "shuffled:8"):
        with ModelStub(*[say(KIND, "Yes.")] * 2) as stub:
            for _ in range(2):
                check(chat(sandbox, stub, "Go", "--tool-order", order, *serve(*names)), DONE)
            first, second = map(list_tools, stub.requests)
        assert first == second, (order, first, second)
        orders[order] = first
    assert orders["sorted"] == sorted(names) and orders["server"] == names, orders
    assert sorted(orders["shuffled:7"]) == sorted(names), orders
    assert orders["shuffled:7"] != orders["shuffled:8"], orders


def test_prices(sandbox):
    """11 tokens in and 7 out, twice; without a price there is no number."""
    prices = sandbox.write("m: {input: 1000, output: 10000, currency: EUR, as_of: 2026-08-01}\n",
                           "prices.yaml")
    replies = [call(KIND, ("t", "{}")), say(KIND, "Yes.")]
    with ModelStub(*replies) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", "--prices", prices, *serve("t")), DONE)
    talk, = read_events(result, "conversation")
    assert abs(talk["cost"]["amount"] - 2 * 0.081) < 1e-9 and talk["cost"]["currency"] == "EUR", talk
    assert talk["cost"]["as_of"] == "2026-08-01", talk["cost"]
    assert [round(turn["cost"]["amount"], 6) for turn in talk["turns"] if "cost" in turn] == \
        [0.081] * 2, talk["turns"]
    with ModelStub(*replies) as stub:
        result = check(chat(sandbox, stub, "Go", "--prices", prices, *serve("t")), DONE)
    assert "0.1620 EUR (prices of 2026-08-01)" in result.stderr, result.stderr
    with ModelStub(*replies) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", *serve("t")), DONE)
    assert "cost" not in read_events(result, "conversation")[0], result.stdout


def test_count(sandbox):
    """Twice, with the tools and without; the model is not asked, and nothing is invented."""
    prices = [Reply(KIND, body={"input_tokens": number}) for number in (1234, 1234)]
    with ModelStub(*prices) as stub:
        result = check(chat(sandbox, stub, "Go", "--count", "--json", *serve("t")), DONE)
        assert [path for path, _, _ in stub.requests] == ["/v1/chat/completions/input_tokens"] * 2
        assert sorted("tools" in body for _, _, body in stub.requests) == [False, True]
        assert all(body["messages"][-1]["content"] == "Go" for _, _, body in stub.requests)
    told, = read_events(result, "count")
    assert told["tokens"] == 1234 and told["tools"] == 0 and not told["stands_in"], told
    with ModelStub(Reply(KIND, status=404, body={"error": {"message": "no such path"}}),
                   Reply(KIND, status=404, body={"error": {"message": "no such path"}})) as stub:
        result = sandbox.run("chat", "Go", "--count", "--provider", KIND, "--base-url", stub.url,
                             "--model", "m")
        assert result.returncode != DONE, result
        assert "does not count" in read_error(result)["message"], result.stderr


def test_max_cost(sandbox):
    prices = sandbox.write("m: {input: 1000, output: 10000}\n", "prices.yaml")
    replies = [call(KIND, ("t", json.dumps({"n": number}))) for number in range(4)]
    with ModelStub(*replies) as stub:
        result = check(chat(sandbox, stub, "Go", "--json", "--prices", prices, "--max-cost", "0.1",
                            *serve("t")), REFUSED)
        assert len(stub.requests) == 2
    assert read_events(result, "conversation")[0]["stop"] == "out-of-money"
    assert "--max-cost" in read_error(result)["message"]
    # Of a model that is not named on the command line as well.
    with ModelStub(say(KIND, "Yes.")) as stub:
        check(sandbox.run("models", "add", "mine", "--provider", KIND, "--base-url", stub.url,
                          "--model", "m"), DONE)
        result = check(sandbox.run("chat", "Go", "--json", "--prices", prices, "--max-cost", "0.1"),
                       DONE)
        assert read_events(result, "conversation")[0]["model"] == "m", result.stdout
        result = check(sandbox.run("chat", "Go", "--max-cost", "0.1"), USAGE)
        assert "“m”" in read_error(result)["message"]
    # A price for a part of it is none.
    partly = sandbox.write("m: {input: 1000}\n", "partly.yaml")
    with ModelStub(*replies) as stub:
        result = check(chat(sandbox, stub, "Go", "--prices", partly, "--max-cost", "9", *serve("t")),
                       REFUSED)
        assert len(stub.requests) == 1
    assert "not known" in read_error(result)["message"], result.stderr
    # What has no price cannot be held to a limit.
    with ModelStub() as stub:
        result = check(chat(sandbox, stub, "Go", "--max-cost", "0.1"), USAGE)
        assert stub.requests == [] and "“m”" in read_error(result)["message"]
        for amount in ("0", "-1", "much", "inf", ""):
            check(chat(sandbox, stub, "Go", "--prices", prices, "--max-cost", amount), USAGE)
        wrong = sandbox.write("m: {inputt: 1}\n", "wrong.yaml")
        result = check(chat(sandbox, stub, "Go", "--prices", wrong), REFUSED)
        assert "inputt" in read_error(result)["message"], result.stderr


def test_meter(sandbox):
    """Part by part, and corrected by what was told of requests before, also in earlier runs."""
    factors = []
    for _ in range(2):
        with ModelStub(call(KIND, ("echo", '{"message":"hé"}')), say(KIND, "Done.")) as stub:
            result = check(chat(sandbox, stub, "Go on", "--system", "Be brief.", "--json", "--",
                                DEMO), DONE)
        meter = read_events(result, "conversation")[0]["meter"]
        parts = [meter[name] for name in ("system", "tools", "history", "results", "answer")]
        assert all(part >= 1 for part in parts) and sum(parts) == meter["total"], meter
        server, = meter["servers"]
        assert server["tokens"] == meter["tools"] and server["tools"] > 20, meter
        factors.append((meter["fitted_from"], meter["factor"]))
    # The stub says 11 of some thousands: that is as far as a factor goes.
    assert factors == [(2, 0.25), (4, 0.25)], factors


def test_what_is_said_of_failures(sandbox):
    """What comes in an old form is told, how long a provider wants to be left alone, and each is a sentence."""
    old = {"choices": [{"index": 0, "delta": {"role": "assistant",
                                              "function_call": {"name": "echo", "arguments": "{}"}},
                        "finish_reason": "function_call"}]}
    with ModelStub(Reply(KIND, [old])) as stub:
        result = chat(sandbox, stub, "Hello")
    assert "function_call" in result.stderr, result.stderr
    for apart in (True, False):
        answers = [{"index": 0, "delta": {"role": "assistant", "content": "one"}, "finish_reason": "stop"},
                   {"index": 1, "delta": {"role": "assistant", "content": "two"}, "finish_reason": "stop"}]
        events = [{"choices": [answer]} for answer in answers] if apart else [{"choices": answers}]
        with ModelStub(Reply(KIND, events)) as stub:
            result = check(chat(sandbox, stub, "Hello"), DONE)
        assert result.stdout == "one\n" and "more than one answer" in result.stderr, result
    limited = {"error": {"message": "Rate limit reached", "code": "rate_limit_exceeded"}}
    with ModelStub(Reply(KIND, body=limited, status=429, headers=(("Retry-After", "86400"),))) as stub:
        error = read_error(chat(sandbox, stub, "Hello"))
    assert "86400 seconds" in error["advice"], error


def test_usage(sandbox):
    for words in (("--results", "nope"), ("--results", "path"), ("--results", "template:{{#a}}"),
                  ("--results-of", "t"), ("--results-of", "=raw"), ("--results-of", "t=nope"),
                  ("--object-tools", "never"), ("--cache", "some"), ("--tool-order", "random"),
                  ("--tool-order", "shuffled:x")):
        with ModelStub() as stub:
            result = check(chat(sandbox, stub, "Hi", *words), USAGE)
        assert read_error(result)["code"] == "usage", words


run_tests(globals())
