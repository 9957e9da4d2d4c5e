#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is typed reaches the server, and what the server sent reaches a file, byte for byte.

Usage: test-cli-bytes.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os

from cli_sandbox import (DONE, PYTHON, REFUSED, SERVERS, TOOL_ERROR, USAGE, check, read_error,
                         run_tests)

STUB = os.path.join(SERVERS, "stub-server.py")


def stub(**plan):
    """Methods with / written as __."""
    return ("--", *PYTHON, STUB,
            json.dumps({method.replace("__", "/"): result for method, result in plan.items()}))


def read_sent(result, method):
    """The last request of @method in a trace, as it was written."""
    lines = [line for line in result.stderr.splitlines() if f'"{method}"' in line and '"params"' in line]
    return lines[-1]


# Typed, and as JSON: what a schema that takes both, a text only, and a number only gets.
TYPED = [
    ("hello", '"hello"', '"hello"', '"hello"'),
    ('"hello"', '"hello"', '"\\"hello\\""', '"hello"'),
    ("1", "1", '"1"', "1"),
    ('"1"', '"1"', '"\\"1\\""', '"1"'),
    ("1.10", "1.10", '"1.10"', "1.10"),
    ("1e999", "1e999", '"1e999"', "1e999"),
    ("-0", "-0", '"-0"', "-0"),
    ("9007199254740993", "9007199254740993", '"9007199254740993"', "9007199254740993"),
    ("99", "99", '"99"', "99"),
    ("true", "true", '"true"', "true"),
    ('{"a": 1}', '{"a": 1}', '"{\\"a\\": 1}"', '{"a": 1}'),
]


def test_typed_arguments(sandbox):
    """One rule for tools and prompts; what validates is what is sent, and the file says the same."""
    for typed, both, text, number in TYPED:
        for schema, sent in (({}, both), ({"type": "string"}, text), ({"type": "number"}, number)):
            schema = {"type": "object", "properties": {"v": schema}}
            server = stub(tools__list={"tools": [{"name": "t", "inputSchema": schema}]},
                          tools__call={"content": []})
            result = sandbox.run("call", "t", "--trace", "--arg", f"v={typed}", *server)
            value = sandbox.write(f'{{"v":{sent}}}', "value.json")
            valid = sandbox.run("validate", sandbox.write(json.dumps(schema), "schema.json"), value)
            assert (result.returncode == DONE) == (valid.returncode == DONE), (typed, schema, result)
            if result.returncode == REFUSED:
                result = check(sandbox.run("call", "t", "--force", "--trace", "--arg", f"v={typed}", *server), DONE)
            assert f'"arguments":{{"v":{sent}}}' in result.stderr.replace('": ', '":').replace(
                '{"a":1}', '{"a": 1}').replace('\\":1', '\\": 1'), (typed, sent, result.stderr)
            print(f"# call: {json.dumps(schema['properties']['v'])}: {typed} -> {sent}")
        result = check(sandbox.run("prompt", "p", "--trace", "--arg", f"v={typed}",
                                   *stub(prompts__get={"messages": []})), DONE)
        assert text in result.stderr, (typed, result.stderr)
        print(f"# prompt: {typed} -> {text}")


def test_empty_name(sandbox):
    result = check(sandbox.run("call", "t", "--trace", "--arg", "=e", *stub(tools__call={"content": []})), DONE)
    assert '"":"e"' in result.stderr.replace('": ', '":'), result.stderr


def test_text_that_parses(sandbox):
    schema = {"type": "object", "properties": {"o": {"type": "object"}, "l": {"type": "array"}}}
    server = stub(tools__list={"tools": [{"name": "t", "inputSchema": schema}]}, tools__call={"content": []})
    for arguments, hint in (('{"o":"{}"}', "JSON object"), ('{"l":"[1]"}', "JSON array"), ('{"o":"[]"}', None),
                            ('{"o":"x"}', None)):
        error = read_error(check(sandbox.run("call", "t", "--args", arguments, *server), REFUSED))
        assert ("parses as" in error["evidence"]) == (hint is not None), error
        assert hint is None or hint in error["evidence"], error


def test_file_hints(sandbox):
    for option, hint in (("--args", "--args - < 'a file'"), ("--meta", "--meta \"$(cat 'a file')\"")):
        error = read_error(check(sandbox.run("call", "t", option, "@a file", *stub()), REFUSED))
        assert hint in error["message"], error


if __name__ == "__main__":
    run_tests(globals())
