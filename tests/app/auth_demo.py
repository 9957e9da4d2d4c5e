# SPDX-License-Identifier: GPL-3.0-or-later
"""The demo server behind the authorization server of the tests, and a client of it in the fewest lines: no
part of Spyglass' own client takes part."""

import base64
import hashlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

PATIENCE = 30  # seconds
AUTH_SERVER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "servers",
                           "auth_server.py")
REDIRECT = "http://127.0.0.1:47111/callback"
PROTOCOL = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": PROTOCOL,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode(errors="replace")

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def challenge(self):
        return self.headers.get("WWW-Authenticate")

    @property
    def location(self):
        return self.headers.get("Location", "")

    @property
    def callback(self):
        """The parameters that a redirect leads back with; of one that comes twice, all."""
        return urllib.parse.parse_qs(urllib.parse.urlsplit(self.location).query)

    def __repr__(self):
        return f"{self.status} {list(self.headers.items())} {self.text[:500]}"


def request(method, url, body=None, **headers):
    """One request; no redirect is followed. @headers: with _ for -"""
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target, body,
                           {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def get(url, **headers):
    return request("GET", url, **headers)


def post_form(url, form, **headers):
    """@form: a mapping or pairs; what is None is left out"""
    pairs = form.items() if isinstance(form, dict) else form
    body = urllib.parse.urlencode([pair for pair in pairs if pair[1] is not None])
    return request("POST", url, body, Content_Type="application/x-www-form-urlencoded", **headers)


def post_json(url, value, **headers):
    return request("POST", url, json.dumps(value), Content_Type="application/json", **headers)


def basic(name, secret):
    pair = f"{urllib.parse.quote_plus(name)}:{urllib.parse.quote_plus(secret)}"
    return "Basic " + base64.b64encode(pair.encode()).decode()


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_pkce():
    """Returns a verifier and its challenge."""
    verifier = encode(os.urandom(32))
    return verifier, encode(hashlib.sha256(verifier.encode()).digest())


def expect(answer, status, error=None):
    assert answer.status == status, answer
    if error is not None:
        assert answer.json["error"] == error, answer
    return answer


def command(demo):
    """How the demo is started behind an authorization server: without what a site adds to Python."""
    return [sys.executable, "-IS", AUTH_SERVER, "--demo", demo]


class AuthDemo:
    """The demo behind an authorization server, and a log of all that both were asked."""

    def __init__(self, demo, *options):
        handle, self.log_path = tempfile.mkstemp(prefix="spyglass-auth-")
        os.close(handle)
        self.start(*command(demo), "--auth-log", self.log_path, *options)

    def start(self, *words):
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        self.servers = {}
        for line in self.process.stderr:
            match = re.match(r"(.+?) (?:at|on) (\S+)$", line)
            if match:
                self.servers[match.group(1)] = match.group(2)
            if line.startswith("Listening on"):
                break
        else:
            raise AssertionError("the demo does not listen")
        self.url = self.servers["Listening"]
        self.origin = self.url.rsplit("/mcp", 1)[0]
        self.issuer = self.servers["Authorization server"]
        self.clients = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        os.unlink(self.log_path)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def read_log(self):
        with open(self.log_path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def call(self, method="tools/list", token=None, scheme="Bearer", url=None, **more):
        """One MCP request of 2026-07-28. @more: parameters, and headers in “headers”"""
        headers = more.pop("headers", {})
        if token is not None:
            headers["Authorization"] = f"{scheme} {token}"
        if "name" in more:
            headers["Mcp-Name"] = more["name"]
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**more, "_meta": META}}
        return post_json(url or self.url, message, Accept="application/json, text/event-stream",
                         MCP_Protocol_Version=PROTOCOL, Mcp_Method=method, **headers)

    def metadata(self):
        """The authorization server's document, at the address that comes first."""
        parts = urllib.parse.urlsplit(self.issuer)
        return get(f"{parts.scheme}://{parts.netloc}/.well-known/oauth-authorization-server"
                   f"{parts.path}")

    def resource_metadata(self):
        return get(f"{self.origin}/.well-known/oauth-protected-resource/mcp")

    def register(self, **metadata):
        return post_json(f"{self.issuer}/register", {
            "client_name": "Test", "redirect_uris": [REDIRECT], "application_type": "native",
            "grant_types": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_method": "none", **metadata})

    def authorize(self, client, challenge, issuer=None, **parameters):
        """@parameters: beside those that every request has; None leaves one out"""
        query = {"response_type": "code", "client_id": client, "redirect_uri": REDIRECT,
                 "state": "s+ä", "code_challenge": challenge, "code_challenge_method": "S256",
                 "resource": self.url, **parameters}
        query = {name: value for name, value in query.items() if value is not None}
        return get(f"{issuer or self.issuer}/authorize?{urllib.parse.urlencode(query)}")

    def redeem(self, client, code, code_verifier, issuer=None, headers=None, **parameters):
        return post_form(f"{issuer or self.issuer}/token", {
            "grant_type": "authorization_code", "client_id": client, "code": code,
            "redirect_uri": REDIRECT, "code_verifier": code_verifier, "resource": self.url,
            **parameters}, **(headers or {}))

    def refresh(self, client, token, **parameters):
        return post_form(f"{self.issuer}/token", {
            "grant_type": "refresh_token", "client_id": client, "refresh_token": token,
            "resource": self.url, **parameters})

    def sign_in(self, client=None, issuer=None, resource=None, **parameters):
        """The whole flow of a public client. Returns its id and the token endpoint's answer."""
        if client is None:
            client = self.register().json["client_id"]
        verifier, challenge = make_pkce()
        resource = resource or self.url
        back = self.authorize(client, challenge, issuer, **{"resource": resource, **parameters})
        assert "code" in back.callback, back
        return client, self.redeem(client, back.callback["code"][0], verifier, issuer,
                                   resource=resource)
