#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is typed reaches the server, and what the server sent reaches a file, byte for byte.

Usage: test-cli-bytes.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib

from cli_sandbox import (CLI, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED, SERVERS, TIMEOUT, USAGE, check, read_error,
                         run_tests)

ROOT = sys.argv[3]

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


LATIN = "de_DE.ISO-8859-1"
LOCALES = ({"LC_ALL": None, "LANG": None}, {"LC_ALL": "C", "LANG": "C"}, {"LC_ALL": "C.UTF-8"}, {"LC_ALL": LATIN})


def make_latin(sandbox):
    """Where there is no such locale, and none can be made, it is that of C."""
    if shutil.which("localedef"):
        subprocess.run(["localedef", "-i", "de_DE", "-f", "ISO-8859-1", sandbox.path(LATIN)], check=False,
                       capture_output=True, timeout=PATIENCE)
        sandbox.env["LOCPATH"] = sandbox.home


def read_table(name):
    with open(os.path.join(ROOT, "app", "cli", name), "rb") as file:
        return tomllib.load(file)


def test_options_are_utf8(sandbox):
    """In every locale, each option that takes a text, of a command that takes it."""
    make_latin(sandbox)
    table = read_table("commands.toml")
    count = 0
    for group in read_table("options.toml")["group"]:
        for option in group["option"]:
            if option["kind"] not in ("text", "texts"):
                continue
            takes = set(option.get("takes", group.get("takes", [])))
            command = next(command["name"] for command in table["command"]
                           if not takes or takes & {word for name in command.get("takes", [])
                                                    for word in [name, *table["sets"].get(name, [])]})
            for names in LOCALES:
                # How it is read is shown without a server: the help is printed after that.
                words = (*command.split(), "--help", f"--{option['name']}".encode() + b"=caf\xc3\xa9")
                check(sandbox.run(*words, **names), DONE)
                error = read_error(check(sandbox.run(*words[:-1], words[-1][:-2] + b"\xe9", **names), USAGE))
                assert error["message"] == f"The value of --{option['name']} is not UTF-8: byte 4 is 0xE9.", error
                count += 2
            print(f"# --{option['name']} of {command}: in {len(LOCALES)} locales")
    assert count > 200, count


def test_values_in_every_locale(sandbox):
    """What is typed arrives as it is."""
    make_latin(sandbox)
    server = stub(tools__call={"content": []}, prompts__get={"messages": []}, ping={})
    for names in LOCALES:
        for words in (("call", "t", "-a", "k=caf\u00e9"), ("call", "t", "--args", '{"k":"caf\u00e9"}'),
                      ("call", "caf\u00e9"), ("prompt", "p", "--arg", "k=caf\u00e9"),
                      ("call", "t", "--meta", '{"k":"caf\u00e9"}'),
                      ("raw", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"k":"caf\u00e9"}}}')):
            result = check(sandbox.run(*words, "--trace", *server, **names), DONE)
            assert "caf\u00e9" in result.stderr, (names, words, result.stderr)
        check(sandbox.run("servers", "add", "caf\u00e9", "--header", "X: \u00e9", "-y", "--url", "https://example.com/mcp",
                          **names), DONE)
        assert "caf\u00e9" in check(sandbox.run("servers", "show", "caf\u00e9", **names), DONE).stdout
        check(sandbox.run("servers", "remove", "caf\u00e9", **names), DONE)
        for words, name in ((("call", b"caf\xe9"), "TOOL"), (("read", b"x://\xe9"), "URI"),
                            (("servers", "show", b"caf\xe9"), "NAME")):
            error = read_error(check(sandbox.run(*words, **names), USAGE))
            assert f"The value of {name} is not UTF-8" in error["message"], error


def test_numbers_of_options(sandbox):
    for seconds in ("1", "1.5", "90s", "250ms", "2m", "2min", "1h", "0"):
        check(sandbox.run("call", "--help", "--timeout", seconds), DONE)
        check(sandbox.run("call", "--help", "-t", seconds), DONE)
    result = check(sandbox.run("read", "c://silent", "-t", "300ms", "--", *PYTHON,
                               os.path.join(SERVERS, "contents-server.py")), TIMEOUT)
    assert " 0.3" in read_error(result)["message"], result.stderr
    for words, message in ((("-t", "x"), "-t takes seconds, such as 30, 0.5 or 2m, not “x”."),
                           (("--timeout", "1d"), "--timeout takes seconds, such as 30, 0.5 or 2m, not “1d”."),
                           (("--timeout", "nan"), "--timeout takes seconds, such as 30, 0.5 or 2m, not “nan”."),
                           (("--timeout", "-1s"), "--timeout takes seconds from 0 to 3456000."),
                           (("--items", "x"), "--items takes a number, not “x”."),
                           (("--items", "99999999999"), "--items takes a number, not “99999999999”."),
                           (("--items", "0"), "--items takes a number from 1.")):
        error = read_error(check(sandbox.run("call", "t", *words), USAGE))
        assert error["message"] == message, error


if __name__ == "__main__":
    run_tests(globals())
