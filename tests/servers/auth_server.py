#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An MCP server that lets in only who has a token, and the authorization servers beside it, on this machine:
for tests of how Spyglass signs in. They do all that the rules of MCP authorization know, and depart from these
as real servers do. The MCP server behind it is spyglass-demo, which is started and ended with this.

Usage: auth_server.py --demo SPYGLASS-DEMO [OPTION...]; --help lists the options. Prints to its error stream
where the authorization servers are, and at last "Listening on URL". Ends with whoever has started it.
Source: MCP 2026-07-28, basic/authorization; RFC 6750, RFC 9449 §7.1, RFC 9728.
"""

import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
# Python adds the first by itself only where it is not isolated.
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "app")]

import auth_options  # noqa: E402
import auth_quirks  # noqa: E402
from auth_clients import ProofFault, check_proof  # noqa: E402
from auth_http import (Log, Reply, Server, redirect, refuse_message, reply_json,  # noqa: E402
                       show)
from auth_issuer import Issuer  # noqa: E402
from auth_tickets import ACCESS  # noqa: E402

ENDPOINT = "/mcp"
WELL_KNOWN = "/.well-known/oauth-protected-resource"
CUSTOM_PATH = "/custom/metadata/location.json"
FOREIGN_PATH = "/metadata-of-another.json"
OTHER_PATH, NOWHERE = "/metadata-of-something-else.json", "/nowhere"
PRIVATE_ADDRESS = "http://169.254.169.254/latest/meta-data"
UNAUTHORIZED = -32001
# Of one connection: they say nothing of the message.
HOP_HEADERS = {"connection", "keep-alive", "content-length", "transfer-encoding", "expect"}
BLOCK = 64 * 1024


class Demo:
    """spyglass-demo, to which is passed on what may come in."""

    def __init__(self, program, options):
        # It ends with this, even where this is killed.
        with_us = ("setpriv", "--pdeathsig", "KILL") if shutil.which("setpriv") else ()
        self.process = subprocess.Popen([*with_us, program, "--http", *options],
                                        stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            match = re.match(r"Listening on http://127\.0\.0\.1:(\d+)", line)
            if match:
                self.port = int(match.group(1))
                break
            sys.stderr.write(line)
        else:
            sys.exit(self.process.wait())
        self.words = threading.Thread(target=shutil.copyfileobj,
                                      args=(self.process.stderr, sys.stderr), daemon=True)
        self.words.start()

    def stop(self):
        """Returns: the status that it ends with, which says whether it leaked"""
        self.process.terminate()
        status = self.process.wait()
        self.words.join()
        sys.stderr.flush()
        return status

    def pass_on(self, request, target):
        """Sends a request there, and what comes back to who sent it, byte by byte: its connection ends
        with that, so that nothing of it has to be understood."""
        head = [f"{request.method} {target} HTTP/1.1", "Connection: close"]
        head += [f"{name}: {value}" for name, value in request.headers.items()
                 if name.lower() not in HOP_HEADERS]
        if request.body or "Content-Length" in request.headers:
            head.append(f"Content-Length: {len(request.body)}")
        request.handler.close_connection = True
        with socket.create_connection(("127.0.0.1", self.port)) as upstream:
            upstream.sendall("\r\n".join([*head, "", ""]).encode("latin-1") + request.body)
            relay(upstream, request.handler.connection)


def relay(upstream, client):
    """Until either of them ends, which the client is told: the demo does not say so."""
    begin = b""
    poll = select.poll()
    poll.register(upstream, select.POLLIN)
    # What comes over TLS cannot be looked at from here.
    if isinstance(client, socket.socket) and not hasattr(client, "cipher"):
        poll.register(client, select.POLLIN)
    while True:
        ready = [fd for fd, _ in poll.poll()]
        if upstream.fileno() in ready:
            data = upstream.recv(BLOCK)
            if not data:
                return
            if begin is not None:
                begin += data
                if b"\r\n" not in begin:
                    continue
                data, begin = begin.replace(b"\r\n", b"\r\nConnection: close\r\n", 1), None
            client.sendall(data)
        elif client.recv(1, socket.MSG_PEEK):
            # The next request: it says nothing of whether this one is still wanted.
            poll.unregister(client)
        else:
            return


class Resource:
    """The MCP endpoint as a protected resource."""

    def __init__(self, options, origin, demo):
        self.options, self.quirks, self.origin, self.demo = options, options.quirks, origin, demo
        self.url = origin + ENDPOINT
        # Before 2025-06-18 a server was its own authorization server and had no metadata.
        self.is_of_old = self.quirks.has("no-prm") or self.quirks.has("no-documents")
        self.issuer = self.second = self.current = None  # current: whose tokens are taken
        self.published = None  # its name as its metadata has it, right or wrong

    def open(self, issuer, second):
        self.issuer = self.current = issuer
        self.second = second
        self.published = self.write_metadata()["resource"]

    # The metadata of the resource, RFC 9728 §2

    def write_metadata(self):
        options = self.options
        document = {"resource": self.origin if options.auth_metadata == "root" else self.url,
                    "authorization_servers": [self.current.name],
                    "scopes_supported": options.auth_scopes.split(),
                    "bearer_methods_supported": ["header"], "resource_name": "Spyglass demo"}
        if options.auth_dpop:
            document |= {"dpop_bound_access_tokens_required": True,
                         "dpop_signing_alg_values_supported": ["ES256"]}
        return self.quirks.edit(
            auth_quirks.RESOURCE, document, resource=self.url, issuer=self.current.name,
            plain_resource=self.url.replace("https:", "http:", 1),
            other=self.second.name if self.second is not None else "")

    @property
    def metadata_path(self):
        """Where the metadata is by the rules."""
        return {"root": WELL_KNOWN, "custom": CUSTOM_PATH}.get(self.options.auth_metadata,
                                                               WELL_KNOWN + ENDPOINT)

    @property
    def metadata_address(self):
        """What the challenge says of where the metadata is, or None."""
        if self.quirks.has("prm-foreign"):
            return self.issuer.origin + FOREIGN_PATH
        if self.quirks.has("metadata-absent"):
            return self.origin + NOWHERE
        if self.quirks.has("challenge-basic"):
            return None
        if self.options.auth_metadata in ("root", "none") or self.is_of_old or \
                self.quirks.has("forbidden-wellknown") or self.quirks.has("html-wellknown"):
            return None
        return self.origin + self.metadata_path

    def has_metadata(self, path):
        """Whether @path is one that metadata may be at."""
        if self.options.auth_metadata == "none" or self.is_of_old or \
                self.quirks.has("no-challenge") or self.quirks.has("challenge-basic"):
            return False
        return path in (CUSTOM_PATH, OTHER_PATH) or path == WELL_KNOWN or path.startswith(WELL_KNOWN + "/")

    def describe(self, path):
        html, forbidden = (self.quirks.has("html-wellknown"), self.quirks.has("forbidden-wellknown"))
        # The second address that a client tries is good.
        if (html or forbidden) and path == WELL_KNOWN:
            return self.send_metadata()
        if html:
            return show(200, "Welcome", "This is a single page.")
        if forbidden:
            return refuse_message(401, UNAUTHORIZED, "Unauthorized")
        if path == OTHER_PATH and self.quirks.has("metadata-twice-foreign"):
            return reply_json(self.write_metadata() | {"resource": "https://api.example.com/mcp"})
        if path not in (self.metadata_path, FOREIGN_PATH):
            return Reply(404)
        if self.quirks.has("metadata-500"):
            return Reply(500)
        if self.quirks.has("metadata-loop"):
            return redirect(self.origin + path)
        if self.quirks.has("redirect-to-private"):
            return redirect(PRIVATE_ADDRESS)
        return self.send_metadata()

    def send_metadata(self):
        reply = reply_json(self.write_metadata())
        if self.quirks.has("utf8-bom"):
            reply.body = b"\xef\xbb\xbf" + reply.body
        return reply if self.quirks.has("no-cors") else reply.add("Access-Control-Allow-Origin", "*")

    # What is before the endpoint

    def write_challenge(self, error, description, scope):
        """RFC 6750 §3, RFC 9449 §7.1, RFC 9728 §5.1"""
        unquoted = self.quirks.has("challenge-unquoted")
        scheme = "DPoP" if self.options.auth_dpop else "Bearer"
        if self.quirks.has("challenge-lower-case"):
            scheme = scheme.lower()
        first = {"metadata-twice": NOWHERE, "metadata-twice-foreign": OTHER_PATH}
        parameters = {"realm": "spyglass-demo", "error": error,
                      # Nothing that holds spaces can go without quotes.
                      "error_description": None if unquoted else description,
                      "scope": scope, "resource_metadata": self.metadata_address,
                      "algs": "ES256" if self.options.auth_dpop else None}
        quote = "" if unquoted else '"'
        text = ", ".join(f"{name}={quote}{value}{quote}" for name, value in parameters.items()
                         if value is not None)
        for name, path in first.items():
            if self.quirks.has(name):
                text = f'resource_metadata="{self.origin}{path}", {text}'
        before = 'Basic realm="a, b", charset="UTF-8", '
        if self.quirks.has("challenge-basic"):
            return before.rstrip(", ")
        return f"{before if self.quirks.has('challenge-basic-first') else ''}{scheme} {text}"

    def challenge(self, status, error=None, description=None, scope=None):
        reply = refuse_message(status, UNAUTHORIZED, description or "Unauthorized")
        if self.quirks.has("challenge-twice"):
            reply.add("WWW-Authenticate", 'Negotiate, Basic realm="another"')
        if not self.quirks.has("no-challenge"):
            reply.add("WWW-Authenticate", self.write_challenge(error, description, scope))
        return reply

    def refuse_token(self, description):
        """Real servers answer a wrong token in many ways; 401 with a challenge is the right one."""
        for status, code in ((400, -32600), (403, UNAUTHORIZED), (500, -32603)):
            if self.quirks.has(f"bad-token-{status}"):
                return refuse_message(status, code, description)
        if self.quirks.has("bad-token-307"):
            return redirect(self.issuer.origin + "/login", 307)
        if self.quirks.has("bad-token-200"):
            return reply_json({"jsonrpc": "2.0", "id": 1, "result": {
                "isError": True, "content": [{"type": "text", "text": "Invalid token"}]}})
        return self.challenge(401, "invalid_token", description, self.options.auth_challenge_scope)

    def redirect_elsewhere(self, request):
        """Some servers send a client elsewhere before they look at its token."""
        if self.quirks.has("slash-307") and request.path == ENDPOINT:
            return redirect(self.url + "/", 307)
        if self.quirks.has("redirect-other-origin") and "Authorization" in request.headers and \
                not request.headers.get("Host", "").startswith("localhost"):
            # The same place by another name: to a client another origin.
            return redirect(self.url.replace("127.0.0.1", "localhost", 1), 307)
        return None

    def refuse(self, request):
        """What is sent in place of letting a request in, or None."""
        reply = self.redirect_elsewhere(request)
        header = request.headers.get("Authorization")
        if reply is not None:
            return reply
        if header is None:
            return self.challenge(401, scope=self.options.auth_challenge_scope)
        scheme, _, text = header.partition(" ")
        tickets = self.current.tickets
        wanted = "dpop" if self.options.auth_dpop else "bearer"
        token = tickets.find(text, ACCESS) if scheme.lower() == wanted else None
        if token is None or not tickets.is_good(token):
            return self.refuse_token("The token is unknown, expired or revoked")
        if token.audience not in (self.url, self.published):
            return self.refuse_token("The token was issued for another audience")
        return self.refuse_proof(request, token) or self.refuse_scope(request, token)

    def refuse_proof(self, request, token):
        """Whether the token's owner has its key."""
        if token.key is None:
            return None
        try:
            if check_proof(self.current, request, self.url, token.text) == token.key:
                return None
            return self.challenge(401, "invalid_token", "The token is bound to another key")
        except ProofFault as fault:
            reply = self.challenge(401, fault.error, fault.description)
            return reply if fault.nonce is None else reply.add("DPoP-Nonce", fault.nonce)

    def refuse_scope(self, request, token):
        """Whether the token is enough for what the request is about. It is in order so far."""
        scopes = token.scope.split()
        if self.second is not None and self.quirks.has("migration"):
            self.current = self.second
        message = request.json if self.options.auth_step_up else None
        if not isinstance(message, dict) or message.get("method") != "tools/call":
            return None
        for tool, scope in self.options.auth_step_up:
            if tool == (message.get("params") or {}).get("name") and \
                    (scope not in scopes or self.quirks.has("step-up-loop")):
                return self.challenge(403, "insufficient_scope", "The tool needs one more scope",
                                      scope)
        return None

    def is_endpoint(self, path):
        return path == ENDPOINT or (self.quirks.has("slash-307") and path == ENDPOINT + "/")

    def respond(self, request):
        if self.has_metadata(request.path):
            with self.issuer.lock:
                return self.describe(request.path)
        if self.is_of_old and request.path in self.issuer.endpoints:
            return self.issuer.respond(request)
        if self.is_endpoint(request.path):
            with self.current.lock:
                reply = self.refuse(request)
            if reply is not None:
                return reply
            request.target = request.target.replace(ENDPOINT + "/", ENDPOINT, 1)
        return self.demo.pass_on(request, request.target)


class Servers:
    """All that listen."""

    def __init__(self, options, demo):
        self.options, self.log = options, Log(options.auth_log)
        self.front = self.make_server("resource", options.port)
        self.resource = Resource(options, self.front.origin, demo)
        issuer, starts = self.make_issuer("issuer", options.auth_port)
        starts = [starts] if starts is not None else []
        second = None
        if any(options.quirks.has(name) for name in ("two-as", "migration", "mix-up")):
            second, start = self.make_issuer("second")
            starts.append(start)
            issuer.other, second.other = second, issuer
        provider = None
        if options.auth_idp:
            provider, start = self.make_issuer("idp")
            starts.append(start)
            provider.other, issuer.provider = issuer, provider
        self.resource.open(issuer, second)
        for start in starts:
            start()
        self.front.start(self.resource.respond)
        self.say("Identity provider", provider)
        self.say("Authorization server", issuer)
        self.say("Second authorization server", second)
        print(f"Listening on {self.resource.url}", file=sys.stderr, flush=True)

    def make_server(self, role, port):
        return Server(role, port, self.log, self.options.tls, self.options.tls_key)

    def make_issuer(self, role, port=0):
        """Returns it, and what starts its server; nothing where it has none of its own."""
        if self.resource.is_of_old and role == "issuer":
            return Issuer(self.options, self.resource, role, self.front.origin), None
        server = self.make_server(role, port)
        issuer = Issuer(self.options, self.resource, role, server.origin)
        server.clock_shift = issuer.clock_shift

        def respond(request):
            if self.options.quirks.has("prm-foreign") and request.path == FOREIGN_PATH:
                return self.resource.describe(request.path)
            return issuer.respond(request)
        return issuer, lambda: server.start(respond)

    def say(self, what, issuer):
        if issuer is not None:
            print(f"{what} at {issuer.name}", file=sys.stderr, flush=True)


def watch_parent():
    """Returns: what becomes readable when whoever has started this ends; None where that was so before"""
    parent = os.getppid()
    try:
        watched = os.pidfd_open(parent)
    except ProcessLookupError:
        return None
    return watched if parent != 1 and os.getppid() == parent else None


def wait_for_the_end(parent):
    """Until this is told to end, or whoever has started it is no more."""
    told, tell = os.pipe()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os.write(tell, b"x"))
    poll = select.poll()
    poll.register(told, select.POLLIN)
    poll.register(parent, select.POLLIN)
    poll.poll()


def main():
    parent = watch_parent()
    if parent is None:
        sys.exit(1)
    options, others = auth_options.parse(sys.argv[1:])
    demo = Demo(options.demo, others)
    Servers(options, demo)
    wait_for_the_end(parent)
    # Threads that answer nobody any more are not waited for.
    os._exit(demo.stop() and 1)


if __name__ == "__main__":
    main()
