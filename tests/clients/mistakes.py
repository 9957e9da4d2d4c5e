# SPDX-License-Identifier: GPL-3.0-or-later
"""Mistakes in configuration files, in the format of each client application that is asked about them.

A mistake in an entry says which parts of a good entry it changes; a dialect knows what these parts are
called, or that they are not there. A mistake in a file is a whole text."""

import json

SERVER = "HOME/bin/server"  # HOME becomes the folder of a run
URL = "http://127.0.0.1:8123/mcp"  # where a server answers meanwhile
GOOD = "good"  # an entry of every file, which has no mistake

TYPES = ("stdio", "local", "http", "streamable-http", "streamableHttp", "streamable_http", "streamable", "remote",
         "sse", "ws", "websocket", "builtin", "HTTP", "")
STDIO, HTTP = "stdio", "http"

# What is wrong: the kind of entry, and what it has instead. A part without value is taken out.
ENTRIES = {
    "command-list": (STDIO, {"command": [SERVER]}),
    "command-empty": (STDIO, {"command": ""}),
    "command-number": (STDIO, {"command": 1}),
    "command-line": (STDIO, {"command": SERVER + " --note HOME/line"}),
    "command-blank": (STDIO, {"command": " " + SERVER}),
    "args-text": (STDIO, {"args": "x"}),
    "args-number": (STDIO, {"args": ["x", 1]}),
    "args-null": (STDIO, {"args": ["x", None]}),
    "args-table": (STDIO, {"args": {"x": "y"}}),
    "env-number": (STDIO, {"env": {"A": 1}}),
    "env-boolean": (STDIO, {"env": {"A": True}}),
    "env-null": (STDIO, {"env": {"A": None}}),
    "env-list": (STDIO, {"env": ["A=1"]}),
    "env-text": (STDIO, {"env": "A=1"}),
    "env-name-equals": (STDIO, {"env": {"A=B": "1"}}),
    "env-name-empty": (STDIO, {"env": {"": "1"}}),
    "env-name-blank": (STDIO, {"env": {"A B": "1"}}),
    "cwd-number": (STDIO, {"cwd": 1}),
    "cwd-missing": (STDIO, {"cwd": "HOME/nowhere"}),
    "timeout-text": (STDIO, {"timeout": "5"}),
    "timeout-negative": (STDIO, {"timeout": -1}),
    "timeout-zero": (STDIO, {"timeout": 0}),
    "timeout-fraction": (STDIO, {"timeout": 2500.5}),
    "timeout-null": (STDIO, {"timeout": None}),
    "switch-text": (STDIO, {"switch": "yes"}),
    "switch-number": (STDIO, {"switch": 1}),
    "headers-on-stdio": (STDIO, {"headers": {"A": "b"}}),
    "both": (STDIO, {"url": URL}),
    "nested-default": (STDIO, {"env": {"A": "${A:-${B}}"}}),
    "unset-variable": (STDIO, {"env": {"A": "${SURELY_NOT_SET}"}}),
    "unknown-member": (STDIO, {"!frobnicate": 1}),
    "headers-number": (HTTP, {"headers": {"A": 1}}),
    "headers-null": (HTTP, {"headers": {"A": None}}),
    "headers-list": (HTTP, {"headers": ["A: b"]}),
    "headers-text": (HTTP, {"headers": "A: b"}),
    "header-line-break": (HTTP, {"headers": {"A": "a\nb"}}),
    "header-umlaut": (HTTP, {"headers": {"A": "Größe"}}),
    "header-blank": (HTTP, {"headers": {"A": " b"}}),
    "header-name-blank": (HTTP, {"headers": {"A B": "b"}}),
    "header-name-empty": (HTTP, {"headers": {"": "b"}}),
    "url-empty": (HTTP, {"url": ""}),
    "url-number": (HTTP, {"url": 1}),
    "url-list": (HTTP, {"url": [URL]}),
    "url-no-scheme": (HTTP, {"url": "127.0.0.1:8123/mcp"}),
    "url-ftp": (HTTP, {"url": "ftp://127.0.0.1/mcp"}),
    "url-file": (HTTP, {"url": "file:///mcp"}),
    "url-blanks": (HTTP, {"url": "http://127.0.0.1:8123/a b"}),
    "url-blank-around": (HTTP, {"url": f" {URL} "}),
    "url-variable": (HTTP, {"url": "${SURELY_NOT_SET}"}),
    "url-variable-host": (HTTP, {"url": "http://${SURELY_NOT_SET}:8123/mcp"}),
    "url-as-serverUrl": (HTTP, {"url": (), "!serverUrl": URL}),
    "url-as-httpUrl": (HTTP, {"url": (), "!httpUrl": URL}),
    "url-as-url": (HTTP, {"url": (), "!url": URL}),
    "url-as-uri": (HTTP, {"url": (), "!uri": URL}),
    "url-as-baseUrl": (HTTP, {"url": (), "!baseUrl": URL}),
    "url-in-command": (STDIO, {"command": URL}),
    "no-type-url": (HTTP, {"type": ()}),
    "no-type-command": (STDIO, {"type": ()}),
    "type-number": (HTTP, {"type": 1}),
    "type-null": (HTTP, {"type": None}),
    "transport-not-type": (HTTP, {"type": (), "!transport": "http"}),
}

# Entries that are no entries
VALUES = {"entry-empty": {}, "entry-text": SERVER, "entry-number": 1, "entry-list": [SERVER], "entry-null": None,
          "entry-true": True}

NAMES = {
    "name-blank": "with space",
    "name-umlaut": "ümlaut",
    "name-dot": "with.dot",
    "name-slash": "io.github.x/y",
    "name-underscore": "under_score",
    "name-two-underscores": "two__underscores",
    "name-colon": "with:colon",
    "name-at": "@scope/x",
    "name-quote": 'with"quote',
    "name-brace": "with}brace",
    "name-upper": "UPPER",
    "name-digits": "123",
    "name-tab": "with\ttab",
    "name-line-break": "with\nbreak",
    "name-escape": "with\x1b[1mescape",
    "name-blanks-around": " around ",
    "name-33": "n" * 33,
    "name-65": "m" * 65,
    "name-200": "l" * 200,
    "name-emoji": "rocket🚀",
    "name-reserved-workspace": "workspace",
    "name-reserved-ide": "ide",
    "name-reserved-chrome": "claude-in-chrome",
    "name-reserved-computer": "computer-use",
    "name-reserved-preview": "Claude Preview",
    "name-reserved-proto": "__proto__",
}


class Dialect:
    """A client application's format. @parts: what it calls the parts that mistakes name, None where it
    has none; @types: the words for what kind a server is, @unlike those that mean another kind."""

    def __init__(self, path, root, stdio, remote, types=(), **parts):
        self.path, self.root, self.types = path, root, types
        self.base = {STDIO: stdio, HTTP: remote}
        self.parts = {"command": "command", "args": "args", "env": "env", "cwd": "cwd", "url": "url",
                      "headers": "headers", "timeout": "timeout", "type": "type", "switch": None, **parts}

    def change(self, kind, changes):
        """A good entry with @changes; nothing where the dialect has not what they change."""
        entry = dict(self.base[kind])
        for part, value in changes.items():
            member = part[1:] if part[0] == "!" else self.parts[part]
            if member is None or value == () and member not in entry:
                return None
            entry.pop(member, None)
            if value != ():
                entry[member] = value
        return entry if entry != self.base[kind] else None

    def named(self, mistake):
        """Its marks, by which a line about it is known though the name is not said."""
        return self.change(STDIO, {"args": [mistake]})

    def entries(self):
        """Of each mistake in an entry: its name, the entry's name, the entry."""
        found = [(mistake, mistake, self.change(*how)) for mistake, how in ENTRIES.items()]
        for word in TYPES:
            for kind in (STDIO, HTTP) if self.parts["type"] else ():
                if word not in self.types:
                    mistake = f"type-{word or 'empty'}-{kind}"
                    found.append((mistake, mistake, self.change(kind, {"type": word})))
        found += [(mistake, mistake, value) for mistake, value in VALUES.items()]
        if self.parts["switch"]:
            found.append(("switch-alone", "switch-alone", {self.parts["switch"]: self.parts["switch"] == "disabled"}))
        found += [(mistake, name, self.named(mistake)) for mistake, name in NAMES.items()]
        return [one for one in found if one[2] is not None or one[0] == "entry-null"]

    def write(self, entries):
        return json.dumps({self.root: entries}, ensure_ascii=False, indent=2) + "\n"

    def files(self):
        """Of each mistake in a file: its name and the text; good is in all that can hold it."""
        good = {GOOD: self.base[STDIO]}
        text = self.write(good)
        entry = json.dumps(self.base[STDIO])
        other = json.dumps(self.base[HTTP])
        root = json.dumps(self.root)
        return {
            "file-trailing-comma": f'{{{root}: {{"{GOOD}": {entry},}}}}\n',
            "file-trailing-comma-root": f'{{{root}: {{"{GOOD}": {entry}}},}}\n',
            "file-line-comment": "// mine\n" + text,
            "file-block-comment": text.replace("{", "{ /* mine */", 1),
            "file-hash-comment": "# mine\n" + text,
            "file-byte-order-mark": "\ufeff" + text,
            "file-twice-the-name": f'{{{root}: {{"{GOOD}": {entry}, "twice": {entry}, "twice": {other}}}}}\n',
            "file-twice-the-root": f'{{{root}: {{"other": {entry}}}, {root}: {{"{GOOD}": {entry}}}}}\n',
            "file-twice-the-member": f'{{{root}: {{"{GOOD}": {entry}, "twice": '
                                     f'{entry[:-1]}, {entry[1:]}}}}}\n',
            "file-root-list": f"{{{root}: [{entry}]}}\n",
            "file-root-empty-list": f"{{{root}: []}}\n",
            "file-root-text": f'{{{root}: "x"}}\n',
            "file-root-null": f"{{{root}: null}}\n",
            "file-root-number": f"{{{root}: 1}}\n",
            "file-bare-map": f'{{"{GOOD}": {entry}}}\n',
            "file-other-root": f'{{"servers": {{"{GOOD}": {entry}}}}}\n',
            "file-list": f"[{entry}]\n",
            "file-text": '"x"\n',
            "file-null": "null\n",
            "file-empty": "",
            "file-blank": "\n",
            "file-cut": text[:-6],
            "file-more-behind": text + "x\n",
            "file-single-quotes": text.replace('"', "'"),
            "file-bare-word": text.replace(f'"{GOOD}"', GOOD),
            "file-line-break-in-text": text.replace(SERVER, SERVER + "\n"),
            "file-unknown-member": '{"frobnicate": 1, ' + text[1:],
        }


def write_toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(write_toml(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {write_toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


def holds_null(value):
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return value is None or any(holds_null(item) for item in items)


class Toml(Dialect):
    """Codex: tables; what a wrong entry is differs, and nothing is null."""

    MORE = {
        "bearer-token": (HTTP, {"!bearer_token": "x"}),
        "bearer-token-variable-number": (HTTP, {"!bearer_token_env_var": 1}),
        "headers-of-json": (HTTP, {"!headers": {"A": "b"}}),
        "header-variables-list": (HTTP, {"!env_http_headers": ["A"]}),
        "header-variables-number": (HTTP, {"!env_http_headers": {"A": 1}}),
        "env-on-url": (HTTP, {"env": {"A": "b"}}),
        "args-on-url": (HTTP, {"args": ["x"]}),
        "cwd-on-url": (HTTP, {"cwd": "/"}),
        "env-variables-text": (STDIO, {"!env_vars": "A"}),
        "env-variables-number": (STDIO, {"!env_vars": [1]}),
        "enabled-tools-text": (STDIO, {"!enabled_tools": "x"}),
        "tool-timeout-text": (STDIO, {"!tool_timeout_sec": "5"}),
        "timeout-ms-text": (STDIO, {"!startup_timeout_ms": "5"}),
        "timeout-both": (STDIO, {"!startup_timeout_ms": 5000, "timeout": 5}),
        "approval-unknown": (STDIO, {"!default_tools_approval_mode": "always"}),
        "disabled": (STDIO, {"!disabled": True}),
        "type-stdio": (STDIO, {"!type": "stdio"}),
        "type-http": (HTTP, {"!type": "http"}),
        "type-sse": (HTTP, {"!type": "sse"}),
        "type-number": (HTTP, {"!type": 1}),
    }

    def entries(self):
        found = super().entries() + [(mistake, mistake, self.change(*how)) for mistake, how in self.MORE.items()]
        return [one for one in found if not holds_null(one[2]) and isinstance(one[2], dict)]

    def write(self, entries):
        return "\n".join(f"[{self.root}.{json.dumps(name, ensure_ascii=False)}]\n" +
                         "".join(f"{key} = {write_toml(value)}\n" for key, value in entry.items())
                         for name, entry in entries.items())

    def files(self):
        text = self.write({GOOD: self.base[STDIO]})
        more = {
            "file-comment": "# mine\n" + text,
            "file-byte-order-mark": "\ufeff" + text,
            "file-crlf": text.replace("\n", "\r\n"),
            "file-json": json.dumps({self.root: {GOOD: self.base[STDIO]}}) + "\n",
            "file-other-root": text.replace(self.root, "mcpServers"),
            "file-root-text": f'{self.root} = "x"\n',
            "file-root-list": f"[[{self.root}]]\ncommand = \"{SERVER}\"\n",
            "file-root-empty-list": f"{self.root} = []\n",
            "file-twice-the-name": text + "\n" + text,
            "file-twice-the-member": text + f'command = "{SERVER}"\n',
            "file-entry-text": text + f'\n[{self.root}]\nentry-text = "x"\n',
            "file-entry-list": text + f'\n[[{self.root}.entry-list]]\ncommand = "{SERVER}"\n',
            "file-name-blank-bare": text + f"\n[{self.root}.with space]\ncommand = \"{SERVER}\"\n",
            "file-name-dot-bare": text + f"\n[{self.root}.with.dot]\ncommand = \"{SERVER}\"\n",
            "file-name-umlaut-bare": text + f"\n[{self.root}.ümlaut]\ncommand = \"{SERVER}\"\n",
            "file-trailing-comma-args": text + "args = [\"x\",]\n",
            "file-trailing-comma-env": text + "env = { A = \"b\", }\n",
            "file-colon": text.replace(" =", ":", 1),
            "file-bare-text": text.replace(f'"{SERVER}"', SERVER),
            "file-line-break-in-text": text.replace(SERVER, SERVER + "\n"),
            "file-single-quotes": text.replace('"', "'"),
            "file-empty": "",
            "file-cut": text[:-4],
        }
        return more


class Opencode(Dialect):
    MORE = {
        "args-beside": (STDIO, {"!args": ["x"]}),
        "env-not-environment": (STDIO, {"!env": {"A": "b"}}),
        "command-text": (STDIO, {"command": SERVER}),
        "command-empty-list": (STDIO, {"command": []}),
        "command-number-in-list": (STDIO, {"command": [SERVER, 1]}),
        "oauth-text": (HTTP, {"!oauth": "x"}),
        "oauth-true": (HTTP, {"!oauth": True}),
        "disabled": (STDIO, {"!disabled": True}),
        "variable-of-others": (STDIO, {"env": {"A": "${env:HOME}"}}),
        "file-missing": (STDIO, {"env": {"A": "{file:HOME/file-missing}"}}),
        "variable-unset": (STDIO, {"env": {"A": "{env:SURELY_NOT_SET}"}}),
    }

    def entries(self):
        left_out = {"command-list", "command-line", "command-blank"}
        found = [one for one in super().entries() if one[0] not in left_out]
        return found + [(mistake, mistake, self.change(*how)) for mistake, how in self.MORE.items()]

    def named(self, mistake):
        return self.change(STDIO, {"command": [SERVER, mistake]})


DIALECTS = {
    "claude-code": Dialect(".claude.json", "mcpServers", {"type": "stdio", "command": SERVER, "args": ["x"]},
                           {"type": "http", "url": URL}, ("stdio", "http", "streamable-http", "sse", "ws"),
                           cwd=None),
    "codex": Toml(".codex/config.toml", "mcp_servers", {"command": SERVER, "args": ["x"]}, {"url": URL}, type=None,
                  headers="http_headers", timeout="startup_timeout_sec", switch="enabled"),
    "gemini-cli": Dialect(".gemini/settings.json", "mcpServers", {"command": SERVER, "args": ["x"]},
                          {"type": "http", "url": URL}, ("stdio", "http", "sse")),
    "copilot-cli": Dialect(".copilot/mcp-config.json", "mcpServers",
                           {"type": "local", "command": SERVER, "args": ["x"], "tools": ["*"]},
                           {"type": "http", "url": URL, "tools": ["*"]}, ("local", "stdio", "http", "sse")),
    "opencode": Opencode(".config/opencode/opencode.json", "mcp", {"type": "local", "command": [SERVER, "x"]},
                         {"type": "remote", "url": URL}, ("local", "remote"), args=None, env="environment",
                         switch="enabled"),
    "factory": Dialect(".factory/mcp.json", "mcpServers", {"type": "stdio", "command": SERVER, "args": ["x"]},
                       {"type": "http", "url": URL}, ("stdio", "http", "sse"), switch="disabled"),
    "qwen-code": Dialect(".qwen/settings.json", "mcpServers", {"command": SERVER, "args": ["x"]},
                         {"httpUrl": URL}, url="httpUrl", type=None),
}
