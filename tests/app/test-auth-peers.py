#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Signing in to servers that others wrote: oidc-provider, and the example server of the official SDK. This
test is the browser.

Usage: test-auth-peers.py SPYGLASS-CLI SPYGLASS-DEMO SOURCE-ROOT. Prints TAP. Needs what ./dev setup
installs.
"""

import contextlib
import http.client
import http.cookiejar
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

import jose
from auth_browser import outlive
from cli_sandbox import (AUTHORIZATION, CLI, DONE, PATIENCE, Skip, check, find_port, read_error,
                         run_tests)

TOOLS = os.environ.get("SPYGLASS_TOOLS", "")
MODULES = os.path.join(TOOLS, "node_modules")
NODE = os.path.join(MODULES, "node", "bin", "node")
EXAMPLE = os.path.join(MODULES, "@modelcontextprotocol", "sdk", "dist", "esm", "examples", "server",
                       "simpleStreamableHttp.js")
SCRIPT = os.path.join(sys.argv[3], "tests", "servers", "oidc-server.mjs")
# The example listens to the whole network; here it is made to listen to this machine alone.
LOOPBACK = """data:text/javascript,
import net from "node:net";
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (port, done) {
  return listen.call(this, { port: Number(port), host: "127.0.0.1" }, done);
};"""


def need(*paths):
    for path in (NODE, *(os.path.join(MODULES, path) for path in paths)):
        if not os.path.exists(path):
            raise Skip("not installed: run ./dev setup")


class Server:
    """A node program that is up when it has said so, on either stream."""

    def __init__(self, words, wanted, **env):
        # What is said beyond that goes nowhere: nobody reads it.
        self.process = subprocess.Popen([NODE, *words], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True,
                                        env={**os.environ, **env})
        said = []
        for line in self.process.stdout:
            said.append(line)
            wanted = [pattern for pattern in wanted if not re.search(pattern, line)]
            if not wanted:
                self.said = "".join(said)
                return
        self.stop()
        raise AssertionError("the server does not listen: " + "".join(said))

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Guarded(Server):
    """oidc-server.mjs"""

    def __init__(self, *options):
        need("oidc-provider/lib/index.js", "jose/dist/webapi/index.js",
             "@modelcontextprotocol/sdk/dist/esm/server/mcp.js")
        super().__init__([SCRIPT, *options], ["^Listening on"])
        self.url = re.search(r"^Listening on (\S+)", self.said, re.MULTILINE).group(1)
        self.issuer = re.search(r"^Authorization server at (\S+)", self.said, re.MULTILINE).group(1)

    def read_log(self, path=None):
        status, text = post(urllib.parse.urljoin(self.url, "/log"))
        assert status == 200, text
        return [one for one in json.loads(text) if path is None or one["path"] == path]

    def get_grants(self):
        return [one["asked"]["grant_type"] for one in self.read_log("/token")]

    def get_last_token(self):
        """What the server at the end was shown last."""
        return [one["token"] for one in self.read_log("/mcp") if "token" in one][-1]

    def call(self, token):
        """The status of one request, made without Spyglass."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        return post(self.url, json.dumps(message), Authorization=f"Bearer {token}",
                    Content_Type="application/json", Accept="application/json, text/event-stream")[0]

    def refresh(self, client, token):
        """A refresh made without Spyglass."""
        status, text = post(f"{self.issuer}/token", urllib.parse.urlencode(
            {"grant_type": "refresh_token", "client_id": client, "refresh_token": token}))
        return status, json.loads(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def post(url, body=None, **headers):
    """A GET where there is no @body. Returns status and text."""
    request = urllib.request.Request(url, body.encode() if body is not None else None,
                                     {name.replace("_", "-"): value for name, value in
                                      headers.items()})
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
                request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """One person's, who is known again by cookies."""

    def __init__(self):
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), StayHere,
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def step(self, url):
        try:
            with self.opener.open(url, timeout=PATIENCE) as page:
                raise AssertionError(f"{url} is a page: {page.read()[:500]}")
        except urllib.error.HTTPError as answer:
            where = answer.headers["Location"]
            assert where, f"{url}: {answer.code} {answer.read()[:500]}"
            return urllib.parse.urljoin(url, where)

    def sign_in(self, url):
        """Follows from page to page until the address is another server's."""
        start = urllib.parse.urlsplit(url)
        for _ in range(10):
            url = self.step(url)
            if urllib.parse.urlsplit(url).netloc != start.netloc:
                return url
        raise AssertionError(f"no way out: {url}")


def sign_in(sandbox, url, *options, browser=None):
    """Returns the address that the sign-in page was opened at, taken apart."""
    process = subprocess.Popen([CLI, "auth", "login", "--browser", "none", "--server", url, *options],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=sandbox.env, cwd=sandbox.home)
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith("http"):
            # The browser comes back by itself, and stays at a page without the code.
            back = (browser or Browser()).sign_in(line.strip())
            done = Browser().step(back)
            assert urllib.parse.urlsplit(done).path == "/done", back
            # The program waits for that as well, but not for ever.
            with contextlib.suppress(OSError, http.client.HTTPException):
                post(done)
            break
    out, rest = process.communicate(timeout=PATIENCE)
    assert process.returncode == DONE, f"{process.returncode}\n{out}\n{''.join(said)}{rest}"
    assert "signed in" in out and said[-1].startswith("http"), (out, said)
    return urllib.parse.parse_qs(urllib.parse.urlsplit(said[-1].strip()).query)


def get_status(sandbox, url):
    return json.loads(sandbox.run("auth", "status", "--json", "--server", url).stdout)


def test_oidc_sign_in_and_step_up(sandbox):
    with Guarded() as server:
        error = read_error(check(sandbox.run("tools", "--server", server.url), AUTHORIZATION))
        assert error["code"] == "authorization_required", error
        browser = Browser()
        asked = sign_in(sandbox, server.url, browser=browser)
        assert asked["resource"] == [server.url] and asked["code_challenge_method"] == ["S256"], asked
        assert "look" in check(sandbox.run("tools", "--server", server.url), DONE).stdout
        result = check(sandbox.run("call", "look", "--server", server.url), DONE)
        assert "looked" in result.stdout, result
        status = get_status(sandbox, server.url)
        assert status["signedIn"] and status["issuer"] == server.issuer, status
        # The token is the one that this issuer signs for this server alone.
        header, claims = jose.read(server.get_last_token())
        assert header["typ"] == "at+jwt" and claims["aud"] == server.url, (header, claims)
        # What it does not open is named, and can be asked for.
        call = ("call", "change", "--force", "--server", server.url)
        error = read_error(check(sandbox.run(*call), AUTHORIZATION))
        assert "mcp:write" in error["advice"] and "--scopes" in error["advice"], error
        check(sandbox.run("call", "look", "--server", server.url), DONE)
        sign_in(sandbox, server.url, "--scopes", "mcp:read mcp:write", browser=browser)
        assert "changed" in check(sandbox.run(*call), DONE).stdout
        held = jose.read(server.get_last_token())[1]["scope"].split()
        assert sorted(held) == ["mcp:read", "mcp:write"], held
        assert len(server.read_log("/reg")) == 1


def test_oidc_refresh(sandbox):
    """Past the end of each token, with a refresh token that is good once."""
    with Guarded("--life", "2") as server:
        sign_in(sandbox, server.url)
        for _ in range(2):
            outlive(sandbox, server.url)
            check(sandbox.run("ping", "--server", server.url), DONE)
        check(sandbox.run("auth", "refresh", "--server", server.url), DONE)
        assert server.get_grants() == ["authorization_code"] + ["refresh_token"] * 3
        used = [one["asked"]["refresh_token"] for one in server.read_log("/token")[1:]]
        assert len(set(used)) == len(used), "one was used twice"
        client = server.read_log("/token")[0]["asked"]["client_id"]
        # Whoever uses one twice is a thief, and ends the sign-in: that is told, and mended.
        status, answer = server.refresh(client, used[0])
        assert (status, answer["error"]) == (400, "invalid_grant"), answer
        outlive(sandbox, server.url)
        error = read_error(check(sandbox.run("ping", "--server", server.url), AUTHORIZATION))
        assert "auth login" in error["advice"], error
        sign_in(sandbox, server.url)
        check(sandbox.run("ping", "--server", server.url), DONE)
        assert len(server.read_log("/reg")) == 1


def test_oidc_revocation(sandbox):
    """What was taken back opens nothing, whoever shows it."""
    with Guarded("--opaque") as server:
        sign_in(sandbox, server.url)
        check(sandbox.run("ping", "--server", server.url), DONE)
        token = server.get_last_token()
        assert server.call(token) == 200
        issued = server.read_log("/token")[0]
        check(sandbox.run("auth", "revoke", "--server", server.url), DONE)
        assert server.read_log("/token/revocation"), server.read_log()
        assert server.call(token) == 401
        status, answer = server.refresh(issued["asked"]["client_id"],
                                        issued["answered"]["refresh_token"])
        assert (status, answer["error"]) == (400, "invalid_grant"), answer
        assert not get_status(sandbox, server.url)["signedIn"]
        check(sandbox.run("tools", "--server", server.url), AUTHORIZATION)


def test_oidc_private_key(sandbox):
    """A client that proves itself with a key, and asks nobody."""
    key = jose.Key()
    with open(key.private, encoding="utf-8") as file:
        pem = file.read()
    options = ("--set", "grant=client-credentials", "--set", "client-id=machine", "--set",
               "method=private_key_jwt", "--set", "algorithm=ES256", "--private-key-env", "KEY")
    with Guarded("--jwk", json.dumps({**key.jwk, "alg": "ES256"})) as server:
        check(sandbox.run("tools", *options, "--server", server.url, KEY=pem), DONE)
        assert set(server.get_grants()) == {"client_credentials"}
        asked = server.read_log("/token")[0]["asked"]
        assert "client_secret" not in asked, asked
        assert jose.read(server.get_last_token())[1]["client_id"] == "machine"
        # Another key is not it.
        other = jose.Key()
        with open(other.private, encoding="utf-8") as file:
            wrong = file.read()
        check(sandbox.run("auth", "forget", "--server", server.url), DONE)
        check(sandbox.run("tools", *options, "--server", server.url, KEY=wrong), AUTHORIZATION)
        assert not server.read_log("/reg")


def test_sdk_example(sandbox):
    need(EXAMPLE)
    port, auth_port = str(find_port()), str(find_port())
    server = Server(["--import", LOOPBACK, EXAMPLE, "--oauth", "--oauth-strict"],
                    [rf"listening on port {port}", rf"listening on port {auth_port}"],
                    MCP_PORT=port, MCP_AUTH_PORT=auth_port)
    url = f"http://localhost:{port}/mcp"
    try:
        check(sandbox.run("tools", "--server", url), AUTHORIZATION)
        asked = sign_in(sandbox, url)
        assert asked["resource"] == [url] and asked["code_challenge_method"] == ["S256"], asked
        assert "greet" in check(sandbox.run("tools", "--server", url), DONE).stdout
        result = check(sandbox.run("call", "greet", "--arg", "name=Ada", "--server", url), DONE)
        assert "Hello, Ada" in result.stdout, result
        status = get_status(sandbox, url)
        assert status["signedIn"] and status["issuer"] == f"http://localhost:{auth_port}/", status
        # Its sign-ins cannot be renewed or taken back: both are told, and nothing breaks.
        for action in ("refresh", "revoke"):
            error = read_error(sandbox.run("auth", action, "--server", url))
            assert error["code"] == "not_offered", (action, error)
        check(sandbox.run("call", "greet", "--arg", "name=Bo", "--server", url), DONE)
        check(sandbox.run("auth", "forget", "--server", url), DONE)
        check(sandbox.run("tools", "--server", url), AUTHORIZATION)
    finally:
        server.stop()


if __name__ == "__main__":
    run_tests(globals())
