#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers of one application in the files of all others: each is equal in its command, arguments,
environment, folder, URL and headers once the other application has replaced its variables, or what
is not is named, with the server's name.

Usage: test-cli-sync.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os
import re

from cli_sandbox import DONE, LONG, REFUSED, check, run_tests

ENVIRONMENT = {"API_KEY": "k-1", "TENANT": "blue", "API_HOST": "h.example", "API_PORT": "8443",
               "PORT": "1234", "HOME": "/home/me"}
# What an application replaces: n is the name of a variable, d the text for an unset one.
BRACES = r"\$\{(?P<n>[A-Za-z_]\w*)\}"
DEFAULT = r"\$\{(?P<n>[A-Za-z_]\w*)(?::-(?P<d>[^}]*))?\}"
DOLLAR = DEFAULT + r"|\$(?P<n2>[A-Za-z_]\w*)"
ENV = r"\$\{env:(?P<n>\w+)\}"
CURLY = r"\{env:(?P<n>\w+)\}"
ALL = ("program", "env", "url", "headers")
BACK = ("env", "headers")
# The members' names where they are not those that most have; "spell" is how the sources of this
# test write a variable, and "default" how one with a text for an unset one.
CLIENTS = {
    "claude-code": {"pattern": DEFAULT, "parts": ALL, "spell": "${%s}", "default": "${%s:-%s}"},
    "claude-desktop": {"remote": False},
    "cursor": {"pattern": ENV, "parts": ALL, "spell": "${env:%s}"},
    "vscode": {"pattern": ENV, "parts": ALL, "spell": "${env:%s}", "root": "servers", "cwd": "cwd"},
    "vscode-insiders": {"pattern": ENV, "parts": ALL, "spell": "${env:%s}", "root": "servers", "cwd": "cwd"},
    "vscodium": {"pattern": ENV, "parts": ALL, "spell": "${env:%s}", "root": "servers", "cwd": "cwd"},
    "windsurf": {"pattern": ENV, "parts": ALL, "spell": "${env:%s}", "url": "serverUrl"},
    "devin": {},
    "zed": {"root": "context_servers"},
    "junie": {},
    "jetbrains-ai": {},
    "kiro": {"pattern": BRACES, "parts": ALL, "spell": "${%s}"},
    "cline": {"pattern": ENV, "parts": BACK, "spell": "${env:%s}", "type": "streamableHttp", "cwd": "cwd"},
    "goose": {"pattern": BRACES + r"|\$(?P<n2>\w+)", "parts": ("url", "headers"), "root": "extensions",
              "command": "cmd", "env": "envs", "url": "uri", "cwd": "cwd", "type": "streamable_http"},
    "codex": {"root": "mcp_servers", "headers": "http_headers", "cwd": "cwd", "token": "bearer_token_env_var"},
    "gemini-cli": {"pattern": DOLLAR, "parts": ALL, "spell": "${%s}", "default": "${%s:-%s}", "cwd": "cwd"},
    "copilot-cli": {"pattern": DOLLAR, "parts": BACK, "spell": "${%s}", "default": "${%s:-%s}", "cwd": "cwd"},
    "opencode": {"pattern": CURLY, "parts": ALL, "spell": "{env:%s}", "root": "mcp", "joined": True,
                 "env": "environment", "cwd": "cwd", "type": "remote"},
    "factory": {"pattern": DEFAULT, "parts": BACK, "spell": "${%s}", "default": "${%s:-%s}"},
    "crush": {"pattern": DOLLAR, "parts": ALL, "spell": "$%s", "default": "${%s:-%s}", "root": "mcp"},
    "warp": {"cwd": "working_directory"},
    "lmstudio": {},
    "anythingllm": {"type": "streamable"},
    "jan": {},
    "qwen-code": {"pattern": BRACES + r"|\$(?P<n2>\w+)", "parts": ALL, "spell": "$%s", "url": "httpUrl",
                  "cwd": "cwd"},
    "antigravity": {"url": "serverUrl"},
    "kilo": {"pattern": CURLY, "parts": ALL, "spell": "{env:%s}", "root": "mcp", "joined": True,
             "env": "environment", "type": "remote"},
    "kilo-extension": {"type": "streamable-http"},
    "grok-build": {"pattern": DEFAULT, "parts": ALL, "spell": "${%s}", "root": "mcp_servers",
                   "token": "bearer_token_env_var"},
    "amp": {"pattern": BRACES, "parts": ALL, "spell": "${%s}", "root": "amp.mcpServers"},
    "augment": {"pattern": DEFAULT, "parts": ALL, "spell": "${%s}"},
    "mcporter": {"pattern": DEFAULT, "parts": ALL, "spell": "${%s}", "url": "baseUrl", "cwd": "cwd",
                 "token": "bearerTokenEnv"},
}
SOURCES = ("claude-code", "claude-desktop", "cursor", "vscode", "windsurf", "zed", "kiro", "cline", "goose",
           "codex", "gemini-cli", "copilot-cli", "opencode", "factory", "crush", "warp", "lmstudio", "qwen-code")
PARTS = ("command", "args", "env", "cwd", "url", "headers")


def member(client, part):
    return CLIENTS[client].get(part, part)


# What stands in the source's file

def make_servers(client):
    """Each has what the application can say of it, in its own spelling."""
    shape = CLIENTS[client]

    def spell(name, part):
        return shape["spell"] % name if part in shape.get("parts", ()) and "spell" in shape else name.lower()

    def program(command, *arguments, env=None, cwd=None, **more):
        entry = {"command": [command, *arguments]} if shape.get("joined") else {
            member(client, "command"): command, "args": list(arguments)}
        if env:
            entry[member(client, "env")] = env
        if cwd and "cwd" in shape:
            entry[shape["cwd"]] = cwd
        return {**entry, **more}

    def remote(url, headers, kind=None):
        kind = kind or shape.get("type", "http")
        return {"type": kind, member(client, "url"): url, member(client, "headers"): headers}

    servers = {
        "files": program("npx", "-y", "@modelcontextprotocol/server-filesystem", "/srv/my files", "/srv/ü"),
        "odd-words": program("/usr/bin/env", "", "it's", '{"k": "v"}', "a\\b", "100%", "--x=y",
                             env={"EMPTY": "", "Q": 'a "b"'}),
        "folder": program("uv", "run", "server.py", cwd="/srv/project", env={"LOG_LEVEL": "debug"}),
        "github": program("docker", "run", "-i", "--rm", "-e", "API_KEY", "ghcr.io/github/github-mcp-server",
                          env={"API_KEY": spell("API_KEY", "env")}),
        "mixed": program("/bin/serve", "--host=" + spell("API_HOST", "program"), env={
            "ADDRESS": "tenant-" + spell("TENANT", "env") + "-x", "OTHER": spell("TENANT", "env")}),
        "text": program("sh", "-c", "exec serve --port ${PORT} $HOME {env:TENANT}"),
        "bridged": program("npx", "-y", "mcp-remote@0.1.5", "https://mcp.example.com/v1/sse", "--header",
                           "X-Key:${AUTH_HEADER}", env={"AUTH_HEADER": "plain", "NODE_EXTRA_CA_CERTS": "/ca.pem"}),
    }
    if "default" in shape:
        defaulted = {"LEVEL": shape["default"] % ("LEVEL", "info"), "TEN": shape["default"] % ("TENANT", "none")}
        servers["defaults"] = program("serve", env=defaulted)
        servers["nested"] = program("serve", env={"DIR": "${DATA:-${HOME}/.data}"})
    if client == "codex":
        servers["named"] = program("serve", env_vars=["API_KEY"])
        servers["by-name"] = {"url": "https://mcp.example.com/mcp", "bearer_token_env_var": "API_KEY",
                              "env_http_headers": {"X-Tenant": "TENANT"}}
    if shape.get("remote", True):
        servers["hosted"] = remote("https://mcp.example.com/mcp", {
            "X-Tenant": spell("TENANT", "headers"), "X-Mixed": "a-" + spell("TENANT", "headers"), "X-Plain": "ü b"})
        servers["bearer"] = remote("https://mcp.example.com/mcp?x=1&y=2", {
            "Authorization": "Bearer " + spell("API_KEY", "headers")})
        servers["address"] = remote("https://%s:%s/mcp" % (spell("API_HOST", "url"), (
            spell("API_PORT", "url") if "spell" in shape and "url" in shape["parts"] else "8443")), {})
        servers["whole"] = remote(spell("API_HOST", "url") + "/mcp" if "spell" in shape and "url" in shape["parts"]
                                  else "https://mcp.example.com/mcp", {"X-A": "${TENANT}"})
    if client in ("claude-code", "cursor", "vscode"):
        servers["stream"] = remote("https://mcp.example.com/sse", {"X-A": "b"}, "sse")
    if client == "goose":
        for name, entry in servers.items():
            entry.update(name=name, enabled=True, type=entry.get("type", "stdio"))
        servers["keyed"] = {**program("serve", env={"A": "b"}), "type": "stdio", "name": "keyed", "enabled": True,
                            "env_keys": ["API_KEY"]}
    return servers


def print_toml(servers, root):
    def value(item):
        if isinstance(item, dict):
            return "{ " + ", ".join(f"{json.dumps(key)} = {value(one)}" for key, one in item.items()) + " }"
        return json.dumps(item, ensure_ascii=False)
    lines = []
    for name, entry in servers.items():
        lines.append(f"[{root}.{json.dumps(name)}]")
        lines += [f"{key} = {value(item)}" for key, item in entry.items()]
    return "\n".join(lines) + "\n"


def write_source(client, language, path):
    servers = make_servers(client)
    root = CLIENTS[client].get("root", "mcpServers")
    if client == "codex":
        for entry in servers.values():
            entry.pop("type", None)
    # What is JSON is YAML, too.
    text = print_toml(servers, root) if language == "toml" else json.dumps({root: servers}, ensure_ascii=False)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


# What an application makes of an entry

def expand(client, part, text):
    shape = CLIENTS[client]
    if part not in shape.get("parts", ()):
        return text

    def replace(match):
        groups = match.groupdict()
        name = groups["n"] or groups.get("n2")
        return ENVIRONMENT.get(name, groups.get("d") or match[0])
    return re.sub(shape["pattern"], replace, text)


def read_bridge(server):
    """The URL that mcp-remote is given, with headers that it fills in itself."""
    arguments = server["args"]
    headers = [arguments[i + 1] for i, word in enumerate(arguments) if word == "--header"]
    headers = dict(re.sub(r"\$\{([^}]+)\}", lambda match: server["env"].get(match[1], ""), one).split(":", 1)
                   for one in headers)
    return {"url": arguments[2], "headers": headers}


def read_entry(client, entry):
    shape = CLIENTS[client]
    url = next((entry[name] for name in (member(client, "url"), "url") if name in entry), None)
    if url is not None:
        headers = {name: expand(client, "headers", str(value))
                   for name, value in entry.get(member(client, "headers"), {}).items()}
        headers.update({name: ENVIRONMENT.get(variable)
                        for name, variable in entry.get("env_http_headers", {}).items()})
        if entry.get(shape.get("token")):
            headers["Authorization"] = "Bearer " + ENVIRONMENT.get(entry[shape["token"]], "")
        return {"url": expand(client, "url", url), "headers": headers}
    words = entry["command"] if shape.get("joined") else [entry[member(client, "command")], *entry.get("args", [])]
    words = [expand(client, "program", word) for word in words]
    environment = {name: expand(client, "env", str(value))
                   for name, value in entry.get(member(client, "env"), {}).items()}
    environment.update({name: ENVIRONMENT.get(name)
                        for name in entry.get("env_vars", []) + entry.get("env_keys", [])})
    return {"command": words[0], "args": words[1:], "env": environment,
            "cwd": expand(client, "program", entry.get(shape.get("cwd", "cwd"), "")) or None}


def read_servers(sandbox, home, *clients):
    """Of each application, its entries by their names."""
    shown = check(sandbox.run("config", "show", *clients, "--json", "--with-secrets", "--home", home), DONE).stdout
    found = {client: {} for client in clients}
    for one in json.loads(shown):
        found[one["client"]][one["name"]] = one["entry"]
    return found


# What is said

def is_named(output, pair, server, words):
    """A line that calls for attention has the server, what it is about, and one of both applications."""
    return any(line.startswith(("⚠", "✕")) and re.search(rf"(?<![\w-]){re.escape(server)}(?![\w-])", line)
               and any(word in line for word in words) and any(NAMES[one] in line for one in pair)
               for line in output.splitlines())


def find_losses(before, after):
    """Each difference, with what a note on it may call it."""
    if ("url" in before) != ("url" in after):
        yield "kind", ("URL", "command")
        return
    for part in ("command", "args", "cwd", "url"):
        if before.get(part) != after.get(part):
            yield part, {"cwd": ("working directory", "working-directory")}.get(part, (part,))
    for part in ("env", "headers"):
        one, two = before.get(part, {}), after.get(part, {})
        for name in sorted({*one, *two}):
            if one.get(name) != two.get(name):
                yield f"{part}/{name}", (f"“{name}”", f"{name}")


def compare(pair, before, written, output, counts):
    """Returns: what is lost without a word."""
    wrong = []
    for name, entry in before.items():
        mine = read_entry(pair[0], entry)
        if name not in written:
            counts["refused"] += 1
            wrong += [] if is_named(output, pair, name, ("cannot use",)) else [f"{pair}, {name}: is gone"]
            continue
        theirs = read_entry(pair[1], written[name])
        if "url" in mine and not CLIENTS[pair[1]].get("remote", True):
            theirs = read_bridge(theirs)
        losses = list(find_losses(mine, theirs))
        wrong += [f"{pair}, {name}, {part}: {mine} became {theirs}" for part, words in losses
                  if not is_named(output, pair, name, words)]
        counts["named" if losses else "equal"] += 1
    return wrong


def copy_from(sandbox, source, targets):
    """Into the others of a home in which nothing else is. Returns: how it went, and what is wrong."""
    home = sandbox.path("homes", source)
    counts, wrong = {"equal": 0, "named": 0, "refused": 0}, []
    write_source(source, LANGUAGES[source], PATHS[source].replace(PATHS["home"], home))
    result = sandbox.run("config", "sync", source, *targets, "--yes", "--home", home, **ENVIRONMENT)
    assert result.returncode in (DONE, REFUSED), (source, result.stderr[-2000:])
    found = read_servers(sandbox, home, source, *targets)
    for target in targets:
        wrong += compare((source, target), found[source], found[target], result.stderr, counts)
    print(f"# {source}: {counts}")
    return counts, wrong


NAMES, LANGUAGES, PATHS = {}, {}, {}


def read_clients(sandbox):
    home = PATHS["home"] = sandbox.path("none")
    for client in json.loads(check(sandbox.run("config", "clients", "--json", "--home", home), DONE).stdout):
        if client["writable"] and "path" in client:
            NAMES[client["id"]], LANGUAGES[client["id"]] = client["name"], client["format"]
            PATHS[client["id"]] = client["path"]
    # The command of Mistral Vibe is a line of words, which is read elsewhere.
    assert {*LANGUAGES} - {"mistral-vibe"} == {*CLIENTS}, {*LANGUAGES} ^ {*CLIENTS}


def test_every_pair(sandbox):
    """Each with three others; in a long run with all of them."""
    read_clients(sandbox)
    wrong, whole = [], []
    for source in SOURCES:
        at = SOURCES.index(source)
        targets = [target for target in CLIENTS if target != source] if LONG else [
            *SOURCES[at + 1:], *SOURCES[:at]][:3]
        counts, more = copy_from(sandbox, source, targets)
        whole.append(counts)
        wrong += more
    total = {key: sum(counts[key] for counts in whole) for key in whole[0]}
    print(f"# {len(SOURCES)} sources: {total}")
    assert not wrong, "\n".join([f"{len(wrong)} without a word:", *wrong[:40]])
    assert total["equal"] > total["named"], total


if __name__ == "__main__":
    run_tests(globals())
