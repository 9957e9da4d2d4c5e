# SPDX-License-Identifier: GPL-3.0-or-later
"""What was asked of the authorization server on its command line. What is not listed here is spyglass-demo's,
which is started with it."""

import argparse
import os
import sys

import auth_quirks

CLIENTS = ("dcr", "cimd", "static")
# How a client may prove at an endpoint who it is, with the names of the registry of RFC 7591.
METHODS = {"none": "none", "basic": "client_secret_basic", "post": "client_secret_post",
           "private_key_jwt": "private_key_jwt"}
DOCUMENTS = ("oauth", "openid", "appended")


def words(*known):
    """A type of words by commas; “none” is no word where it is not among the known."""
    def read(text):
        found = [word for word in text.split(",") if word != "none" or "none" in known]
        for word in found:
            if word not in known:
                raise argparse.ArgumentTypeError(f"“{word}” is not one of the words")
        return found
    return read


def step(text):
    tool, _, scope = text.partition("=")
    if not tool or not scope:
        raise argparse.ArgumentTypeError(f"“{text}” is not of the form TOOL=SCOPE")
    return tool, scope


def quirk(text):
    if text != "list" and text not in auth_quirks.DESCRIPTIONS:
        raise argparse.ArgumentTypeError(f"“{text}” is no quirk; “--auth-quirk list” prints them")
    return text


def number(least, most=None):
    def read(text):
        value = int(text)
        if value < least or (most is not None and value > most):
            raise argparse.ArgumentTypeError("times and ports are not negative, and a token lives at "
                                             "least a second")
        return value
    return read


def path(text):
    if not text.startswith("/"):
        raise argparse.ArgumentTypeError("a path begins with “/”")
    return "" if text == "/" else text


def make_parser():
    parser = argparse.ArgumentParser(
        allow_abbrev=False,
        description="An MCP server that lets in only who has a token of the authorization server that "
                    "runs beside it. Other options are those of spyglass-demo.")
    add = parser.add_argument
    add("--demo", default=os.environ.get("SPYGLASS_DEMO"), help="the program spyglass-demo")
    add("--http", action="store_true", help="nothing: it is always so")
    add("--auth", action="store_true", help="nothing: it is always so")
    add("--port", type=number(0, 65535), default=0, help="port of the MCP server; 0: a free one")
    add("--tls", metavar="FILE", help="serve over TLS with this certificate")
    add("--tls-key", metavar="FILE", help="the certificate's key (default: in the same file)")
    add("--auth-port", type=number(0, 65535), default=0,
        help="port of the authorization server; 0: a free one")
    add("--auth-issuer-path", type=path, default="/", help="the issuer has this path")
    add("--auth-metadata", choices=("path", "root", "custom", "none"), default="path",
        help="where the resource's metadata is")
    add("--auth-document", type=words(*DOCUMENTS), default=list(DOCUMENTS),
        help="where the issuer's metadata is: oauth, openid, appended, by commas")
    add("--auth-clients", type=words(*CLIENTS), default=["dcr"],
        help="who may be a client: dcr, cimd, static, by commas, or none")
    add("--auth-method", type=words(*METHODS), default=list(METHODS),
        help="how clients prove who they are: none, basic, post, private_key_jwt, by commas")
    add("--auth-client-id", help="the static client (default: spyglass-static)")
    add("--auth-client-secret", help="the static client's secret (default: none)")
    add("--auth-client-key", metavar="FILE", help="the static client's public key, PEM")
    add("--auth-client-redirect", metavar="URI",
        help="the static client's redirect URI (default: any of this machine)")
    add("--auth-scopes", default="mcp:read mcp:write", help="scopes that there are")
    add("--auth-challenge-scope", metavar="SCOPES", help="scopes that the challenge asks for")
    add("--auth-step-up", type=step, action="append", default=[], metavar="TOOL=SCOPE",
        help="a tool that needs one more scope; may be repeated")
    add("--auth-token-life", type=number(1), default=3600, metavar="SECONDS",
        help="how long an access token lives")
    add("--auth-refresh", action="store_true", help="give out refresh tokens")
    add("--auth-offline", action="store_true",
        help="give out refresh tokens with the scope offline_access only")
    add("--auth-rotate", action="store_true",
        help="a refresh token is good once; the second use ends all that came of it")
    add("--auth-jwt", action="store_true", help="access tokens are JWTs")
    add("--auth-dpop", action="store_true", help="tokens are bound to a key by DPoP")
    add("--auth-dpop-nonce", action="store_true", help="the same, and proofs need a nonce")
    add("--auth-consent", choices=("auto", "page", "deny", "delay", "error"), default="auto",
        help="what a person who is asked does")
    add("--auth-delay", type=number(0), default=3000, metavar="MILLISECONDS",
        help="of “--auth-consent delay”")
    add("--auth-idp", action="store_true",
        help="run an identity provider too, whose ID-JAGs the authorization server takes")
    add("--auth-workload-key", metavar="FILE",
        help="take JWTs that a platform signed with the key whose public half, PEM, is here")
    add("--auth-log", metavar="FILE",
        help="append every request with its headers and parameters, a JSON object a line")
    add("--auth-quirk", type=quirk, action="append", default=[], metavar="NAME",
        help="depart from the rules as real servers do; may be repeated; “list” prints the names")
    return parser


def parse(argv):
    """Returns the options, and those of spyglass-demo."""
    parser = make_parser()
    options, others = parser.parse_known_args(argv)
    unknown = [word for word in others if word.startswith("--auth")]
    if unknown:
        parser.error(f"there is no option {unknown[0]}")
    if "list" in options.auth_quirk:
        print(auth_quirks.describe(), end="")
        sys.exit()
    if options.demo is None:
        parser.error("--demo says where spyglass-demo is")
    for file in (options.auth_client_key, options.auth_workload_key):
        if file is not None and not os.access(file, os.R_OK):
            parser.error(f"{file} cannot be read")
    if (options.auth_client_id, options.auth_client_secret, options.auth_client_key) != (None,) * 3:
        options.auth_clients.append("static")
    options.auth_client_id = options.auth_client_id or "spyglass-static"
    options.auth_refresh |= options.auth_rotate or options.auth_offline
    options.auth_dpop |= options.auth_dpop_nonce
    options.quirks = auth_quirks.Quirks(options.auth_quirk)
    return options, others
