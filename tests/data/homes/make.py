#!/usr/bin/python3 -Wignore
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a home of this folder: what a person has after a while of work with the programs of one
commit, and what these say is in it.

Usage: make.py SPYGLASS-CLI SPYGLASS-DEMO SPYGLASS TARGET

The programs are those of that commit, built; TARGET is a new folder, by custom the first eight digits
of the commit in this one:

    git worktree add ../old aaa133bc
    (cd ../old && meson setup build && ninja -C build)
    tests/data/homes/make.py ../old/build/app/cli/spyglass-cli \\
        ../old/build/app/demo/spyglass-demo ../old/build/ui/spyglass tests/data/homes/aaa133bc

It works in /home/person, which it makes and takes away again: a folder under that very name, and no
namespace in which something else is called so, because that needs nothing but the right to make it
(root's, as in a container) and shows at once what a program leaves elsewhere. It refuses where there
is such a folder already. What only the window writes is written by the window, on a display of its
own (window.py). The keyring is outside of the home and is not kept: secrets are gone, as when a
person takes the files to another computer. Times and random ids differ from run to run; nothing else
does."""

import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile

import window
from homes import DATABASE, HISTORY, HOME, PROGRAMS, SAVED, SECRETS, SPYGLASS, read_facts, walk

PATIENCE = 60  # seconds
# Fixed, because the files say them; nothing has to listen there later.
SIGN_IN_PORT, MODEL_PORT, REMOTE_PORT = 47201, 47202, 47203
MODEL_SERVER = os.path.join(os.path.dirname(__file__), "../../servers/model_server.py")
# Longer than what a person sees of it is what a file says of it.
LONGEST = 20000

# Files of other applications, as their owner wrote them. An entry of ours in them says no path of
# the home: the list of changes has their hashes.
CURSOR, CLAUDE, CODEX = (".cursor/mcp.json", ".config/Claude/claude_desktop_config.json",
                         ".codex/config.toml")
GOOSE, ZED, VSCODE = (".config/goose/config.yaml", ".config/zed/settings.json",
                      ".config/Code/User/mcp.json")
APPLICATIONS = {
    CURSOR: '{\n  "mcpServers": {\n    "old": {"command": "old-server", "n": 1.10}\n  }\n}\n',
    CLAUDE: '{\n    "preferences": {"zoom": 1.10},\n    "mcpServers": {\n'
            '        "files": {"command": "/usr/bin/env", "args": ["files-server"]}\n    }\n}\n',
    CODEX: '# mine\nmodel = "o"\n\n[mcp_servers.old]\ncommand = "old-server" # stays\n',
    GOOSE: "# mine\nGOOSE_MODEL: local\nextensions:\n  old:\n    enabled: true\n    type: stdio\n"
           "    name: old\n    cmd: old-server\n    args: []\n",
    ZED: '{\n  // mine\n  "theme": "One",\n  "context_servers": {},\n}\n',
    VSCODE: None,
}
FILES = {
    ".config/spyglass/prices.yaml":
        "# what the scripted model would cost\n"
        "scripted: {input: 1.25, cached_input: 0.125, output: 10, currency: EUR, "
        "as_of: 2026-11-01}\n",
    "cases.yaml":
        "title: Numbers\ncases:\n- id: mean\n  title: Finds the mean\n"
        "  prompt: What is the mean of 1, 2, 3 and 4?\n  expect:\n    calls:\n"
        "    - tool: describe_numbers\n      arguments: {numbers: [1, 2, 3, 4]}\n"
        "    never: [delete_product]\n    answer: {contains: '2.5'}\n",
    "notes/today.txt": "Buy bread.\n",
    "imported.json": json.dumps({"mcpServers": {"imported": {
        "command": "spyglass-demo", "args": ["--stdio"], "env": {"LEVEL": "3"}}}}, indent=2),
}
COMMENT = "# The ones above were there first.\n"
BUNDLE = {"manifest_version": "0.3", "name": "bundled", "display_name": "Bundled", "version": "1.0.0",
          "description": "The demo, started by a script", "author": {"name": "Person"},
          "server": {"type": "binary", "entry_point": "start",
                     "mcp_config": {"command": "${__dirname}/start", "args": []}}}
ANSWERS = {"elicitation": {"action": "accept", "content": {"name": "Ada"}}}
OBJECT = '{"rows": [{"id": 1, "price": 1.10}, {"id": 18446744073709551616, "price": 2e2}],\n' \
         ' "name": "caf\\u00e9"}'
SCRIPT = [
    {"when": {"after_tool": "describe_numbers"}, "say": "The mean is 2.5.",
     "usage": {"input": 1200, "output": 20}},
    {"when": {"user_matches": "mean"}, "say": "I ask the server.",
     "call": [{"tool": "describe_numbers", "arguments": {"numbers": [1, 2, 3, 4]}}],
     "usage": {"input": 1000, "output": 50}},
    {"when": {"user_matches": "thanks"}, "say": "You are welcome.", "usage": {"input": 900, "output": 9}},
    {"when": {"user_matches": "otherwise"}, "say": "As you like.", "usage": {"input": 800, "output": 8}},
]


class Person:
    """Who works in /home/person, with the programs of the commit."""

    def __init__(self, cli, demo, keyring):
        self.cli = cli
        self.demo = demo
        self.env = {"HOME": HOME, "PATH": f"{HOME}/{PROGRAMS}:/usr/bin:/bin", "TZ": "UTC",
                    "LC_ALL": "C.UTF-8", "SECRET_BACKEND": "file",
                    "SECRET_FILE_TEST_PATH": os.path.join(keyring, "secrets"),
                    "SECRET_FILE_TEST_PASSWORD": "test", "GSETTINGS_BACKEND": "keyfile"}

    def run(self, *words, stdin=None, status=0, **more):
        """Returns what is printed. @status: how it ends; None: however. @more: variables"""
        done = subprocess.run([self.cli, *words], input=stdin, capture_output=True, text=True,
                              timeout=PATIENCE, env={**self.env, **more}, cwd=HOME, check=False)
        if status is not None and done.returncode != status:
            sys.exit(f"{words}: {done.returncode}, not {status}\n{done.stdout}\n{done.stderr}")
        return done.stdout if status is not None else done

    def read_json(self, *words):
        return json.loads(self.run(*words, "--json"))

    @contextlib.contextmanager
    def serve(self, port, *options, program=()):
        """The demo, or another program, on a port. Yields what it printed until it listened."""
        server = subprocess.Popen([*(program or (self.demo,)), *options, "--port", str(port)],
                                  env=self.env, stderr=subprocess.PIPE, text=True)
        said = ""
        try:
            for line in server.stderr:
                said += line
                if line.startswith("Listening on"):
                    break
            yield said
        finally:
            server.terminate()
            server.wait(PATIENCE)
            server.stderr.close()


def write(path, text):
    whole = os.path.join(HOME, path)
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    with open(whole, "w", encoding="utf-8") as file:
        file.write(text)
    return whole


def fill_home(demo):
    os.makedirs(os.path.join(HOME, PROGRAMS))
    os.symlink(os.path.abspath(demo), os.path.join(HOME, PROGRAMS, "spyglass-demo"))
    for path, text in {**APPLICATIONS, **FILES}.items():
        if text is not None:
            write(path, text)


def add_servers(person):
    run = person.run
    run("servers", "add", "demo", "--", "spyglass-demo")
    run("servers", "add", "notes", "--cwd", f"{HOME}/notes", "--env", "LEVEL=2", "--approval", "auto",
        "--timeout", "90", "--", "spyglass-demo")
    run("servers", "add", "private", "--env", f"API_KEY={SECRETS['variable']}", "--secret",
        "API_KEY", "--", "spyglass-demo")
    run("servers", "add", "remote", "--url", f"http://127.0.0.1:{REMOTE_PORT}/mcp", "--era",
        "legacy", "--header", "X-Trace: 7", "--bearer", "env:TOKEN", TOKEN=SECRETS["bearer"])
    run("servers", "add", "signed", "--url", f"http://127.0.0.1:{SIGN_IN_PORT}/mcp")
    with open(os.path.join(HOME, ".config/spyglass/servers.yaml"), "a", encoding="utf-8") as file:
        file.write(COMMENT)
    run("servers", "import", "imported.json")
    # The hash of what was confirmed is of the whole command, which says no path of the home either.
    run("servers", "confirm", "imported", "--yes")
    add_bundle(run)
    run("servers", "disable", "demo", "fail", "slow_task")
    run("servers", "preset", "notes", "channel=news", "max_words=50")
    run("servers", "preset", "private", f"door_password={SECRETS['preset']}", "--secret",
        "door_password")


def add_bundle(run):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bundled.mcpb")
        with zipfile.ZipFile(path, "w") as bundle:
            bundle.writestr("manifest.json", json.dumps(BUNDLE, indent=2))
            start = zipfile.ZipInfo("start")
            start.external_attr = 0o100755 << 16
            bundle.writestr(start, "#!/bin/sh\nexec spyglass-demo\n")
        run("servers", "import", path)


def make_calls(person):
    """The history: results, errors, what was read, what a server asked, what went over HTTP, what was
    masked, and what came from a file."""
    run = person.run
    numbers = ("--args", '{"numbers": [1, 2.50, 3]}')
    run("call", "describe_numbers", *numbers, "--server", "demo")
    run("call", "echo", "--arg", "message=from notes", "--server", "notes", "--yes")
    run("call", "fail", "--args", '{"how": "tool", "message": "No luck."}', "--server", "demo",
        "--yes", status=1)
    run("raw", '{"jsonrpc": "2.0", "id": 1e0, "method": "no/such", "params": {"n": 1.10}}',
        "--server", "demo", "--yes", status=None)
    run("raw", "no JSON at all", "--timeout", "0.3", "--server", "demo", "--yes", status=None)
    run("read", "product://guide", "--server", "demo")
    run("call", "ask_person", "--server", "demo", "--yes", "--answer",
        write("answers.json", json.dumps(ANSWERS)))
    run("call", "echo", "--arg", f"message=so: {SECRETS['variable']}", "--server", "private",
        "--yes")
    with person.serve(REMOTE_PORT, "--http"):
        run("read", "product://guide", "--server", "remote")
    run("history", "export", f"{HOME}/session.ndjson", "--method", "tools/call")
    run("history", "import", f"{HOME}/session.ndjson")


def keep_objects(person):
    run = person.run
    run("objects", "put", "-", "--name", "prices", stdin=OBJECT)
    run("objects", "put", "-", stdin="To be deleted.\n")
    run("objects", "put", "-", "--name", "words", stdin="caf\u00e9 au lait\njust words\n")
    path = write("bytes.bin", "")
    with open(path, "wb") as file:
        file.write(bytes(range(256)))
    run("objects", "put", "bytes.bin")
    run("objects", "edit", "obj_003", "--pin")
    run("objects", "delete", "obj_002")


def write_to_applications(person):
    """Each kind of change."""
    def config(action, *words):
        person.run("config", action, "--yes", *words)

    command = ("--", "spyglass-demo")
    config("write", "cursor", "--server", "demo")
    config("write", "claude-desktop", "--name", "demo", "--", "/usr/bin/env", "spyglass-demo")
    config("write", "codex", "--server", "demo")
    config("write", "goose", "--name", "demo", *command)
    config("write", "zed", "--name", "demo", *command)
    config("write", "vscode", "--name", "demo", *command)
    config("write", "cursor", "--name", "demo", "--env", "LEVEL=2", *command)
    config("remove", "codex", "--name", "old")
    config("disable", "claude-desktop", "--name", "files")
    config("disable", "zed", "--name", "demo")
    config("enable", "zed", "--name", "demo")
    config("write", "goose", "--name", "second", *command)
    config("undo")
    config("remove", "goose", "--name", "demo")
    backups = person.read_json("config", "backups", "goose")
    config("restore", backups[0]["path"])


def talk(person):
    """Two conversations, one with a branch; a provider here and one elsewhere."""
    run = person.run
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as script:
        json.dump({"model": "scripted", "steps": SCRIPT}, script)
        script.flush()
        with person.serve(MODEL_PORT, "--model", script.name,
                          program=(sys.executable, MODEL_SERVER)):
            run("models", "add", "here", "--provider", "openai-chat", "--base-url",
                f"http://127.0.0.1:{MODEL_PORT}/v1", "--model", "scripted", "--key-variable", "KEY",
                KEY=SECRETS["key"])
            run("models", "add", "elsewhere", "--provider", "anthropic", "--model", "claude-sonnet-5",
                "--key-variable", "KEY", KEY=SECRETS["key"])
            run("models", "default", "here")
            run("chat", "What is the mean?", "--save", "--server", "demo")
            identity = person.read_json("chats")[0]["id"]
            run("chat", "Many thanks", "--continue", identity, "--server", "demo")
            run("chat", "Say it otherwise", "--continue", identity, "--from", "5", "--server", "demo")
            run("chats", "rename", identity, "The mean of “four” numbers")
            run("chat", f"thanks, {SECRETS['key']}", "--save")


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def browse(url):
    """Where a person who agrees at once is led."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), StayHere)
    try:
        opener.open(url, timeout=PATIENCE).close()
    except urllib.error.HTTPError as answer:
        return answer.headers["Location"]
    return sys.exit(f"{url} is a page")


def sign_in(person):
    """Returns what was secret in what the servers saw."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        with person.serve(SIGN_IN_PORT, "--http", "--auth", "--auth-refresh", "--auth-log", log):
            login = subprocess.Popen([person.cli, "auth", "login", "--browser", "none", "--server",
                                      "signed"], env=person.env, cwd=HOME, text=True,
                                     stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                     stdout=subprocess.DEVNULL)
            for line in login.stderr:
                if line.startswith("http"):
                    login.stdin.write("\n" + browse(line.strip()) + "\n")
                    login.stdin.flush()
                    break
            login.communicate(timeout=PATIENCE)
            person.run("ping", "--server", "signed")
        with open(log, encoding="utf-8") as file:
            text = file.read()
    return set(re.findall(r'"(?:code|code_verifier|refresh_token|access_token|token)": '
                          r'"([^"]{16,})"', text)) | set(re.findall(r"Bearer ([\w.~+/=-]{16,})", text))


# What is in it

def show(person, *words):
    """What a command says, as expected.json has it."""
    done = person.run(*words, status=None)
    entry = {"words": list(words), "status": done.returncode}
    text = done.stdout
    if len(text) > LONGEST:
        entry["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    elif "--json" in words and text:
        entry["json"] = json.loads(text)
    else:
        entry["text"] = text.splitlines(keepends=True)
    if done.returncode != 0:
        entry["code"] = json.loads(done.stderr.splitlines()[-1])["error"]["code"]
    return entry


def show_all(person):
    chats = [chat["id"] for chat in person.read_json("chats")]
    calls = [str(row["id"]) for imported in ((), ("--imported",))
             for row in person.read_json(*HISTORY, *imported)
             if not row["method"].endswith(("/list", "/discover", "/listen"))]
    as_json = [("servers",), ("models",), ("auth", "list"), ("objects",),
               HISTORY, (*HISTORY, "--imported"),
               *(("history", "show", call) for call in calls),
               ("chats",), *(("chats", "show", chat) for chat in chats),
               ("config", "history"), ("config", "list"), ("config", "backups", "goose"),
               # That cannot be done without the keyring.
               ("call", "echo", "--server", "private", "--private")]
    as_text = [("servers", "preset", "notes"), ("servers", "preset", "private"),
               ("objects", "save", "obj_001", "-"), ("objects", "show", "obj_003"),
               ("show", "obj_001"), ("history", "export", "-", "--quiet"),
               *(("chats", "script", chat) for chat in chats),
               *(("chats", "show", chat) for chat in chats),
               ("config", "show", "cursor"), ("config", "show", "codex"),
               ("config", "show", "goose")]
    return ([show(person, *words, "--json") for words in as_json] +
            [show(person, *words) for words in as_text])


def end_database():
    """All of it in the one file, as it was written."""
    with contextlib.closing(sqlite3.connect(os.path.join(HOME, DATABASE))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not glob.glob(os.path.join(HOME, DATABASE + "-*"))


def check(secrets):
    """No secret, nothing of this machine, and no path where it could not be changed."""
    for path in walk(HOME):
        with open(os.path.join(HOME, path), "rb") as file:
            data = file.read()
        for secret in secrets:
            assert secret.encode() not in data, f"{secret} in {path}"
        if path == DATABASE or path in APPLICATIONS or path.endswith(".bak"):
            assert HOME.encode() not in data, path
        for place in re.findall(rb"/(?:work|root|build|tmp|var)/[\w./-]+", data):
            sys.exit(f"{place} in {path}")


def is_kept(path):
    return (path.startswith(tuple(f"{folder}/" for folder in SPYGLASS))
            or path.startswith((".cache/spyglass/", ".config/glib-2.0/"))
            or any(path == name or path.startswith(f"{name}.") for name in APPLICATIONS)
            or path in FILES or path in ("session.ndjson", "bytes.bin", "answers.json"))


def work(person, program):
    """Returns what was secret in all of it."""
    fill_home(person.demo)
    add_servers(person)
    make_calls(person)
    keep_objects(person)
    write_to_applications(person)
    secrets = sign_in(person)
    talk(person)
    window.work(program, person.env)
    return secrets | set(SECRETS.values())


def tidy():
    """Leaves only what is of the home: no program, nothing of what else the desktop keeps there."""
    os.unlink(os.path.join(HOME, PROGRAMS, "spyglass-demo"))
    for path in [path for path in walk(HOME) if not is_kept(path)]:
        print(f"not kept: {path}")
        os.unlink(os.path.join(HOME, path))
    for folder, _, _ in os.walk(HOME, topdown=False):
        if not os.listdir(folder):
            os.rmdir(folder)


def read_saved():
    with open(os.path.join(HOME, SAVED), encoding="utf-8") as file:
        return [call["name"] for call in json.load(file)["calls"]]


def main():
    cli, demo, program, target = map(os.path.abspath, sys.argv[1:])
    os.makedirs(target)
    os.makedirs(HOME)  # fails where it exists
    try:
        with tempfile.TemporaryDirectory() as keyring:
            person = Person(cli, demo, keyring)
            person.env["GSETTINGS_SCHEMA_DIR"] = os.path.join(os.path.dirname(program), "..", "data")
            secrets = work(person, program)
        end_database()
        shown = show_all(person)
        end_database()
        tidy()
        check(secrets)
        expected = {"made": os.path.basename(target), "files": read_facts(HOME),
                    "applications": APPLICATIONS, "saved": read_saved(),
                    "window": window.EXPECTED, "shown": shown}
        shutil.copytree(HOME, os.path.join(target, "person"))
        with open(os.path.join(target, "expected.json"), "w", encoding="utf-8") as file:
            json.dump(expected, file, indent=1, ensure_ascii=False)
            file.write("\n")
    finally:
        shutil.rmtree(HOME)


if __name__ == "__main__":
    main()
