#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each client application carries, as the manual page says it; and every example of their files is
read.

Usage: test-cli-client-table.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import json
import os

from cli_sandbox import CLI, DONE, check, run_tests

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXAMPLES = os.path.join(ROOT, "tests", "data", "client-configs")
# A list of links, and documents that say where servers are described.
NO_SERVERS = {"SOURCES.md", "ai-catalog.json", "deeplinks.json"}
# What a field is called in spyglass-applications(7).
COLUMNS = (("stdio", "stdio"), ("bridge", "HTTP (bridge)"), ("sse", "SSE"), ("cwd", "working folder"),
           ("timeout", "timeout"), ("switch", "on and off"), ("enabled_tools", "allowed tools"),
           ("disabled_tools", "hidden tools"), ("approval", "approval"), ("oauth", "OAuth"),
           ("variables", "variables"))
# What a person has to fill in.
INPUTS = {"mcpb-manifest.json": ["api_key"], "registry-server.json": ["DEEPSET_API_KEY"],
          "server-card.json": ["token"]}


def test_page(sandbox):
    """The manual page has every application, with all that its entries can say."""
    clients = json.loads(check(sandbox.run("config", "clients", "--json"), DONE).stdout)
    with open(os.path.join(os.path.dirname(CLI), "spyglass-applications.7"), encoding="utf-8") as file:
        page = file.read().replace("\\-", "-")
    assert sum(client["writable"] for client in clients) >= 33
    for client in clients:
        words = client["id"] + ("" if client["writable"] else ", read only")
        row = page.split(f'.BR "{client["name"]}" " ({words})"\n')[1].split("\n")[0]
        print(f"# {client['name']} ({words}): {row}")
        said = set(row.split("; "))
        assert ("HTTP" in said) == ("http" in client["fields"] and "bridge" not in client["fields"]), row
        for field, title in COLUMNS:
            assert (title in said) == (field in client["fields"]), (client["name"], field, row)
        variables = client["variables"]
        if not client["writable"]:
            continue
        row = page.split(".SH VARIABLES\n")[1].split(f'.B "{client["name"]}"\n')[1].split("\n")[0]
        print(f"# {client['name']}: {row}")
        assert variables["spellings"] in row, row
        assert ("by name" in row) == bool(variables["by_name"]), row
        assert (row == "none") == (not variables["replaced_in"] and not variables["by_name"]), row


def test_examples(sandbox):
    sandbox.allow_leaks()
    names = sorted(set(os.listdir(EXAMPLES)) - NO_SERVERS)
    assert len(names) > 60
    for name in names:
        inputs = [word for key in INPUTS.get(name, ()) for word in ("--input", f"{key}=x")]
        book = {"XDG_CONFIG_HOME": sandbox.path(name)}
        result = check(sandbox.run("config", "import", os.path.join(EXAMPLES, name), *inputs, **book),
                       DONE)
        listed = json.loads(check(sandbox.run("servers", "--json", **book), DONE).stdout)
        assert listed, (name, result.stderr)


def test_parts_of_an_application(sandbox):
    """Goose's own extensions are listed as what they are, in a list as in a map, and are not broken."""
    for text in ("extensions:\n  developer: {type: builtin, name: developer, enabled: true}\n",
                 "extensions:\n- {type: platform, name: developer, enabled: true}\n"):
        os.makedirs(sandbox.path(".config", "goose"), exist_ok=True)
        with open(sandbox.path(".config", "goose", "config.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        listed = check(sandbox.run("config", "list", "goose"), DONE).stdout
        assert "developer  a part of the application\n" in listed, listed
        assert "0, warnings: 0" in check(sandbox.run("config", "lint", "goose"), DONE).stdout, text


def test_filled_in_secrets_stay(sandbox):
    """What was changed in the file since is not taken back, in any application's."""
    words = ("servers", "add", "box", "-e", "API_KEY=tok-live-12345", "--secret", "API_KEY",
             "--secrets-in-file", "--", "/bin/true")
    check(sandbox.run(*words), DONE)
    clients = json.loads(check(sandbox.run("config", "clients", "--json"), DONE).stdout)
    kept = 0
    for client in clients:
        if not client["writable"] or "stdio" not in client["fields"] or "path" not in client:
            continue  # or its file is a project's only
        check(sandbox.run("config", "write", client["id"], "--server", "box", "--with-secrets", "--yes"),
              DONE)
        with open(client["path"], encoding="utf-8") as file:
            text = file.read()
        assert "tok-live-12345" in text, (client["id"], text)
        os.chmod(client["path"], 0o644)
        result = check(sandbox.run("config", "write", client["id"], "--server", "box", "--with-secrets",
                                   "--dry-run", "--yes"), DONE)
        assert "Others on this computer may read" in result.stderr, (client["id"], result.stderr)
        os.chmod(client["path"], 0o600)
        with open(client["path"], "w", encoding="utf-8") as file:
            file.write(text.replace("tok-live-12345", "tok-rotated-6789"))
        result = check(sandbox.run("config", "write", client["id"], "--server", "box", "--yes"), DONE)
        with open(client["path"], encoding="utf-8") as file:
            text = file.read()
        assert "tok-rotated-6789" in text, (client["id"], text, result.stderr)
        assert "tok-rotated-6789" not in result.stdout + result.stderr, client["id"]
        assert "Others on this computer" not in result.stderr, (client["id"], result.stderr)
        kept += 1
    print(f"# {kept} applications")
    assert kept >= 31


URL_PASSWORD = "pa55word-in-url"
TOKENS = ("ghp_abcdefghijklmnopqrstuvwxyz0123", "sk-ant-api03-abcdefghijklmnop", "glpat-abcdefghijklmnopqrst",
          "xoxb-123456789012-abcdefghijkl", "AKIAIOSFODNN7EXAMPLE", "hf_abcdefghijklmnopqrstuvwx",
          "github_pat_11ABCDEFG0abcdefghijkl", "AIzaSyA1234567890abcdefghijklmnopqrstuv", "sk_live_abcdefghijklmnop",
          "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", "header-value-4711", "bearer-value-4712",
          URL_PASSWORD)
REFERENCES = ("${API_TOKEN}", "${env:API_TOKEN}", "${input:api-token}")
PLAIN = ("/home/ada/data", "db.example.com", "8765")


def test_secrets_are_masked(sandbox):
    """By name and by shape, in every place of every application's file; references are shown whole."""
    clients = json.loads(check(sandbox.run("config", "clients", "--json"), DONE).stdout)
    masked = whole = 0
    for client in clients:
        if not client["writable"] or "path" not in client:
            continue
        programs = [("--env", f"DATABASE_URL=postgres://app:{URL_PASSWORD}@h/db", "--env", f"FOO={TOKENS[1]}",
                     "--env", "DATA=/home/ada/data", "--env", "DB_HOST=db.example.com", "--env", "DB_PORT=8765",
                     "--", "/bin/true", "--header", "x-api-key: header-value-4711", "--header",
                     "Authorization: Bearer bearer-value-4712", TOKENS[0], f"--k={TOKENS[2]}", *TOKENS[3:10],
                     *(f"--key={reference}" for reference in REFERENCES), "Authorization:${AUTH_HEADER}")]
        if "stdio" not in client["fields"]:
            programs = []
        if "http" in client["fields"]:
            programs.append(("--url", f"https://h.example/s/{TOKENS[5]}/mcp?sig={TOKENS[10]}",
                             "--header", f"X-Foo: {TOKENS[3]}"))
        for number, words in enumerate(programs):
            write = ("config", "write", client["id"], "--name", f"box{number}", "--with-secrets", "--yes")
            result = sandbox.run(*write, *words)
            if result.returncode != DONE:
                assert client["fields"] and number == 1, (client["id"], result.stderr)
                continue
            texts = [check(sandbox.run("config", *line), DONE).stdout for line in
                     (("show", client["id"]), ("show", client["id"], "--json"), ("list", client["id"]),
                      ("list", client["id"], "--json"))]
            remove = ("config", "remove", client["id"], "--name", f"box{number}", "--dry-run")
            texts.append(check(sandbox.run(*remove), DONE).stdout)
            for text in texts:
                left = [token for token in TOKENS if token in text]
                assert not left, (client["id"], left, text)
                masked += text.count("••••••")
                whole += sum(text.count(reference) for reference in REFERENCES)
            assert "••••••" in texts[0] and "••••{" not in "".join(texts), (client["id"], texts)
            if number == 0:
                assert all(word in texts[0] for word in PLAIN), (client["id"], texts[0])
                assert texts[0].count("--key=") == 3 and "--key=••" not in "".join(texts), texts
    print(f"# {masked} masks, {whole} references")
    assert masked > 500 and whole > 100


def test_large_files_are_masked(sandbox):
    """What is shown of a file is masked by shape however large the file is."""
    text = '{\n  "history": ["%s"],\n  "note": "%s",\n  "mcpServers": {\n  }\n}\n'
    for size in (10, 3_000_000):
        with open(sandbox.path(".claude.json"), "w", encoding="utf-8") as file:
            file.write(text % ("x" * size, TOKENS[0]))
        words = ("claude-code", "--name", "new", "--dry-run", "--", "/bin/true")
        shown = check(sandbox.run("config", "write", *words), DONE).stdout
        assert '"note": "••' in shown and TOKENS[0] not in shown, (size, shown[-2000:])


def test_references_are_no_secrets(sandbox):
    """They are written without a question, and are not cut in the middle."""
    for reference in REFERENCES:
        check(sandbox.run("config", "write", "claude-code", "--name", "m", "--yes", "--", "/bin/true",
                          f"--key={reference}", f"Authorization:{reference}"), DONE)
    os.makedirs(sandbox.path(".codex"))
    with open(sandbox.path(".codex", "config.toml"), "w", encoding="utf-8") as file:
        file.write('[mcp_servers.c]\nurl = "https://h/mcp"\nbearer_token_env_var = "MY_TOKEN"\n'
                   'env_http_headers = { Authorization = "AUTH", X-Api-Key = "TOKEN" }\n\n'
                   '[mcp_servers.d]\nurl = "https://h/mcp"\n[mcp_servers.d.env_http_headers]\n'
                   'Authorization = "SECRET_NAME"\n')
    for words in (("show", "codex"), ("disable", "codex", "--name", "c", "--dry-run"),
                  ("remove", "codex", "--name", "c", "--dry-run"),
                  ("remove", "codex", "--name", "d", "--dry-run")):
        text = check(sandbox.run("config", *words), DONE).stdout
        assert "•" not in text, text


if __name__ == "__main__":
    run_tests(globals())
