#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is typed reaches the server, and what the server sent reaches a file, byte for byte.

Usage: test-cli-bytes.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import subprocess

from cli_sandbox import (CLI, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED, SERVERS, check, read_error,
                         run_tests)

STUB = os.path.join(SERVERS, "stub-server.py")


def stub(**plan):
    """Methods with / written as __."""
    return ("--", *PYTHON, STUB,
            json.dumps({method.replace("__", "/"): result for method, result in plan.items()}))



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


def answer(blocks):
    """A server whose tool, resource and prompt answer with @blocks."""
    contents = [dict(block.get("resource") or {"uri": "x://a", "text": block.get("text")} if "data" not in block
                     else {"uri": "x://a", "blob": block["data"]}) for block in blocks]
    return stub(tools__call={"content": blocks}, resources__read={"contents": contents},
                prompts__get={"messages": [{"role": "user", "content": block} for block in blocks]})


WAYS = (("call", "t"), ("read", "x://a"), ("prompt", "p"))


def test_many_blocks(sandbox):
    """Each block is printed once, however many there are. The plan goes through a file: a command line is
    too short for it."""
    server = sandbox.write(MANY, "many.py")
    for n in (1, 999, 1000, 1001, 5000, 20000):
        for way in WAYS:
            expected = "".join(("[user]\n" if way[0] == "prompt" and n > 1 else "") + f"line{i}\n" for i in range(n))
            if way[0] == "read" and n == 1:
                expected = "line0"
            words = (*way, "--", *PYTHON, server, str(n))
            assert check(sandbox.run(*words), DONE).stdout == expected, (n, way)
            check(sandbox.run(*way, "-o", sandbox.path("out"), *words[2:]), DONE)
            assert sandbox.read("out") == expected, (n, way)
            print(f"# {n} {way[0]}: {len(expected.splitlines())} lines in a pipe and with -o")


MANY = '''
import json, sys
texts = [f"line{i}" for i in range(int(sys.argv[1]))]
blocks = [{"type": "text", "text": text} for text in texts]
results = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {},
                          "serverInfo": {"name": "m", "version": "1"}},
           "tools/list": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]},
           "tools/call": {"content": blocks},
           "resources/read": {"contents": [{"uri": "x://a", "text": text} for text in texts]},
           "prompts/get": {"messages": [{"role": "user", "content": block} for block in blocks]}}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        found = results.get(message["method"])
        answer = {"result": found} if found else {"error": {"code": -32601, "message": "not found"}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
'''


def test_data_that_is_no_base64(sandbox):
    """It is written to no file as if it were the data; among others it is named."""
    for text in ("!!!notbase64", "AAAAA"):
        for block in ({"type": "image", "data": text, "mimeType": "image/png"},
                      {"type": "audio", "data": text, "mimeType": "audio/wav"},
                      {"type": "resource", "resource": {"uri": "x://a", "blob": text}}):
            for way in WAYS:
                result = check(sandbox.run(*way, "-o", sandbox.path("none"), *answer([block])), PROTOCOL)
                assert "is not Base64" in read_error(result)["message"], result.stderr
                assert not os.path.exists(sandbox.path("none"))
                assert check(sandbox.run(*way, *answer([block])), PROTOCOL).stdout == ""
                if way[0] == "read":
                    check(sandbox.run(*way, *answer([{"text": "one"}, block])), PROTOCOL)
                    continue
                result = check(sandbox.run(*way, *answer([{"type": "text", "text": "one"}, block])), DONE)
                assert "/1/" in result.stderr and "is not Base64" in result.stderr, result.stderr
                assert "not Base64]" in result.stdout and text not in result.stdout, result.stdout
    for text, data in (("AAEC", b"\0\1\2"), ("AA EC", b"\0\1\2"), ("AAE", b"\0\1"), ("", b"")):
        block = {"type": "image", "data": text, "mimeType": "image/png"}
        for way in WAYS:
            result = check(sandbox.run(*way, "-o", sandbox.path("some"), *answer([block])), DONE)
            assert "Base64" not in result.stderr, result.stderr
            with open(sandbox.path("some"), "rb") as file:
                assert file.read() == data, (way, text)


def test_objects_byte_for_byte(sandbox):
    """What is put is what is saved, with its last newline, and all other white space."""
    inputs = (b'{"a": 1.10}\n', b"\n\n [1,2]\r\n\t ", b"[1]", b"text\n\n", b"\xff\0\n", b"", b"\n",
              b'\xef\xbb\xbf{"a":1}\n', b'"s"\n', b"5\n", b"[%s]\n" % b",\n".join([b"1"] * 99999))
    for number, data in enumerate(inputs):
        path = sandbox.path(f"in{number}")
        with open(path, "wb") as file:
            file.write(data)
        for words, stdin in ((("objects", "put", path), None), (("objects", "put", "-"), path)):
            with open(stdin or os.devnull, "rb") as source:
                put = subprocess.run([CLI, *words], stdin=source, capture_output=True, timeout=PATIENCE, check=True,
                                     env=sandbox.env, cwd=sandbox.home)
            name = put.stdout.decode().strip()
            check(sandbox.run("objects", "save", name, sandbox.path("out")), DONE)
            with open(sandbox.path("out"), "rb") as file:
                assert file.read() == data, (words, data[:40])


if __name__ == "__main__":
    run_tests(globals())
