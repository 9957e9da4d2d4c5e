#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli and a registry of servers: listing, searching, showing, importing.

Usage: test-cli-registry.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json

from cli_sandbox import DONE, PROTOCOL, REFUSED, UNREACHABLE, USAGE, check, read_error, run_tests
from registry_stub import ENTRIES, RegistryStub

LATEST = sum(item["_meta"]["io.modelcontextprotocol.registry/official"]["isLatest"]
             for item in ENTRIES)


def list_json(sandbox, stub, *words):
    result = check(sandbox.run("registry", *words, "--registry", stub.url, "--json"), DONE)
    return json.loads(result.stdout)


def test_list_is_paged(sandbox):
    with RegistryStub() as stub:
        some = list_json(sandbox, stub, "--limit", "5")
        assert len(some["servers"]) == 5 and some["more"], some
        assert len(stub.asked) == 1, stub.asked
        everything = list_json(sandbox, stub, "--limit", "1000")
        assert not everything["more"]
        names = [server["name"] for server in everything["servers"]]
        assert len(names) == len(set(names)) == LATEST, len(names)
        assert len(stub.asked) == 3, [path for path, _ in stub.asked]
        assert "cursor=" in stub.asked[2][0]


def test_nobody_is_told_who_asks(sandbox):
    with RegistryStub() as stub:
        list_json(sandbox, stub)
        headers = {name.lower() for name in stub.asked[0][1]}
        assert not headers & {"authorization", "cookie", "referer"}, headers


def test_search(sandbox):
    with RegistryStub() as stub:
        found = list_json(sandbox, stub, "Weather")["servers"]
        assert [server["version"] for server in found] == ["1.4.0"], found
        assert [option["kind"] for option in found[0]["options"]] == [
            "npm", "oci", "streamable-http"]
        key = found[0]["options"][0]["inputs"][0]
        assert key["key"] == "WEATHER_API_KEY" and key["required"] and key["secret"], key
        odd = list_json(sandbox, stub, "no such", "& thing=1#?")
        assert odd == {"servers": [], "more": False}, odd


def test_states_are_told(sandbox):
    with RegistryStub() as stub:
        states = {server["name"]: server["status"]
                  for server in list_json(sandbox, stub)["servers"]}
        assert states["io.github.old/abandoned"] == "deprecated"
        assert states["io.github.spam/free-tokens"] == "deleted"
        text = check(sandbox.run("registry", "free-tokens", "--registry", stub.url), DONE).stdout
        assert "[deleted]" in text, text


def test_show(sandbox):
    with RegistryStub() as stub:
        text = check(sandbox.run("registry", "show", "com.example/weather", "--registry",
                                 stub.url), DONE).stdout
        for part in ("1.4.0", "https://github.com/example/weather-mcp", "WEATHER_API_KEY"):
            assert part in text, text
        assert "%2F" in stub.asked[0][0], stub.asked
        old = check(sandbox.run("registry", "show", "com.example/weather@1.3.2", "--registry",
                                stub.url), DONE).stdout
        assert "1.3.2" in old, old
        missing = check(sandbox.run("registry", "show", "no/such", "--registry", stub.url),
                        UNREACHABLE)
        assert "no such server" in read_error(missing)["message"]


def test_failures(sandbox):
    with RegistryStub() as stub:
        for mode, status, word in (("fail", UNREACHABLE, "HTTP 500"),
                                   ("broken", PROTOCOL, "JSON"),
                                   ("odd", PROTOCOL, "no list of servers"),
                                   ("oversize", PROTOCOL, "16 MiB"),
                                   ("away", UNREACHABLE, "not followed"),
                                   ("loop", UNREACHABLE, "not followed")):
            result = check(sandbox.run("registry", "--registry", f"{stub.url}/{mode}"), status)
            assert word in read_error(result)["message"], (mode, result.stderr)
        assert len([path for path, _ in stub.asked if path.startswith("/loop")]) == 4
    result = check(sandbox.run("registry", "--registry", stub.url), UNREACHABLE)
    assert "cannot be reached" in read_error(result)["message"]


def test_addresses(sandbox):
    for url in ("http://example.com", "ftp://127.0.0.1", "nonsense", "https://x.example/?q=1",
                "https://x.example/#here", "https://me:secret@x.example"):
        result = check(sandbox.run("registry", "--registry", url), USAGE)
        assert "no address of a registry" in read_error(result)["message"], result.stderr


def test_import(sandbox):
    with RegistryStub() as stub:
        words = ("servers", "import", "registry:com.example/weather", "--registry", stub.url)
        refused = check(sandbox.run(*words), REFUSED)
        assert "WEATHER_API_KEY" in read_error(refused)["message"]
        assert "WEATHER_CACHE" in refused.stdout
        unknown = check(sandbox.run(*words, "--input", "nonsense=1"), REFUSED)
        assert "nonsense" in read_error(unknown)["message"]
        check(sandbox.run(*words, "--input", "WEATHER_API_KEY=s3cr3t-value", "--input", "days=3",
                          "--secrets-in-file"), DONE)
        book = sandbox.read_book()
        assert "@example/weather-mcp@1.4.0" in book and "--days" in book, book
        assert "s3cr3t-value" not in book and "WEATHER_API_KEY: {secret:" in book, book
        assert "origin: imported" in book, book


def test_import_of_a_version_and_a_remote(sandbox):
    with RegistryStub() as stub:
        check(sandbox.run("servers", "import", "registry:com.example/weather@1.3.2", "--name",
                          "old", "--registry", stub.url), DONE)
        check(sandbox.run("servers", "import", "registry:com.example/weather", "--option", "3",
                          "--name", "remote", "--input", "region=us", "--input", "token=t0k3n",
                          "--secrets-in-file", "--registry", stub.url), DONE)
        book = sandbox.read_book()
        assert "@example/weather-mcp@1.3.2" in book, book
        assert "https://weather.example.com/us/mcp" in book and "t0k3n" not in book, book


def test_what_cannot_be_imported(sandbox):
    with RegistryStub() as stub:
        for name, word in (("io.github.acme/says-nothing", "neither packages nor remotes"),
                           ("io.github.acme/bundle-only", "bundle"),
                           ("no/such", "no such server")):
            result = sandbox.run("servers", "import", f"registry:{name}", "--registry", stub.url)
            assert result.returncode != DONE and word in result.stderr, result.stderr


if __name__ == "__main__":
    run_tests(globals())
