# SPDX-License-Identifier: GPL-3.0-or-later
"""The real client applications: where they are, how they are asked in an empty home without a network, and
what they say of each server.

`./dev setup` puts each into a folder of its own in $SPYGLASS_TOOLS/clients, two beside the other Node
programs."""

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from mistakes import GOOD, URL

TOOLS = os.environ.get("SPYGLASS_TOOLS") or os.path.expanduser("~/.cache/spyglass/tools")
NODE = os.path.join(TOOLS, "node_modules", "node", "bin", "node")
SERVER_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "server.py")
NOBODY = "http://127.0.0.1:1"
PATIENCE = 20  # seconds a start may take
UNTOLD = re.compile("  connecting  ")  # of a server that may still come

TAKES, WARNS, FAILS, SKIPS, REFUSES, DIES = ("takes", "warns", "fails", "skips", "refuses-file", "does-not-start")
ALONE = (REFUSES, DIES)  # such a mistake says nothing of others in the same file


def can_unshare():
    try:
        return subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


# Without a network of its own the programs get a proxy that nobody answers, and share the loopback device.
UNSHARE = ["unshare", "-rn"] if can_unshare() else []
AT_ONCE = 3 if UNSHARE else 1  # starts; they wait more than they compute


def find_address():
    """Where the server answers: as files say where the network is ours, else where nobody else does."""
    address = URL.split("/")[2]
    if UNSHARE:
        return address
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


ADDRESS = find_address()


class Answer:
    """What a start said: @statements, and of each server that it lists @listed: the statement about it and
    whether it works, None where the program does not try."""

    def __init__(self, status, statements, listed):
        self.status, self.statements, self.listed = status, statements, listed


class Program:
    """A client application. @read: from what it prints to its statements and the servers that it lists.
    @starts: its list starts the servers. @cuts: what it says of a file names all entries that are at fault.
    @most: of how many at once it says all that it has to say."""

    def __init__(self, package, program, words, read, folder=None, env=None, starts=True, cuts=False, most=200):
        self.package, self.words, self.read, self.env = package, words, read, env or {}
        self.modules = os.path.join(TOOLS, *(("clients", folder) if folder else ()), "node_modules")
        self.pattern = os.path.join(self.modules, program)
        self.starts, self.cuts, self.most = starts, cuts, most

    def find(self):
        """How it is started; nothing where it is not installed."""
        found = sorted(glob.glob(self.pattern))
        return ([NODE] if found and found[0].endswith(".js") else []) + found[:1]

    def version(self):
        with open(os.path.join(self.modules, self.package, "package.json"), encoding="utf-8") as file:
            return json.load(file)["version"]

    def run(self, home, *words, **env):
        """Returns its status and all that it printed, with what differs from run to run taken out."""
        env = {"HOME": home, "PATH": os.path.dirname(NODE) + ":/usr/bin:/bin", "NO_COLOR": "1", "TERM": "dumb",
               "LANG": "C.UTF-8", "http_proxy": NOBODY, "https_proxy": NOBODY, "HTTP_PROXY": NOBODY,
               "HTTPS_PROXY": NOBODY, "no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1", **self.env, **env}
        folder = os.path.join(home, "work")
        os.makedirs(folder, exist_ok=True)
        command = [*UNSHARE, sys.executable, "-IS", SERVER_SOURCE, "--http", ADDRESS.split(":")[1],
                   "--note", home + "/asked", *self.find(), *words]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env=env, cwd=folder, start_new_session=True)
        try:
            said = process.communicate(timeout=PATIENCE)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            said = "(no end)"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # the servers that it left, too
            except ProcessLookupError:
                pass
            process.wait()
        said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.replace(home, "HOME").replace(TOOLS, "TOOLS"))
        said = said.replace(ADDRESS, URL.split("/")[2])
        said = re.sub(r"\b\d{13}\b", "TIME", said)
        return process.returncode, said

    def ask(self, dialect, text):
        """What it says of its configuration file @text."""
        home = tempfile.mkdtemp(prefix="spyglass-client-", dir=os.environ.get("XDG_RUNTIME_DIR"))
        try:
            make_home(home)
            write_file(home, dialect.path, text)
            status, said = self.run(home, *self.words)
        finally:
            shutil.rmtree(home, ignore_errors=True)
        return Answer(status, *self.read(said))


def make_home(home):
    """The server that files name."""
    os.makedirs(os.path.join(home, "bin"))
    with open(SERVER_SOURCE, encoding="utf-8") as source, open(home + "/bin/server", "w", encoding="utf-8") as file:
        file.write(f"#!{sys.executable} -IS\n" + source.read())
    os.chmod(home + "/bin/server", 0o755)


def write_file(home, path, text):
    path = os.path.join(home, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text.replace("HOME", home).replace(URL.split("/")[2], ADDRESS))


# What is said whatever stands in the file
FRAME = re.compile(r"\W*MCP Servers|Configured MCP servers:|Checking MCP server health…|\W*\d+ server\(s\)"
                   r"|Connecting to configured MCP servers to check status\.\.\."
                   r"|MCP config diagnostics .|For help configuring.*")


def gather(said, goes_on):
    """The statements of a text; a line where @goes_on belongs to the one before."""
    statements = []
    for line in said.splitlines():
        bare = line.strip(" ├└│\t")
        if statements and goes_on(line, statements[-1]):
            statements[-1] += f" | {bare}" if bare else ""
        elif bare and not FRAME.fullmatch(bare):
            statements.append(bare)
    return [re.sub(r"(\s*\| at [^|]*)+", "", statement) for statement in statements]  # without stacks


def read_lines(said, pattern, goes_on=lambda line, before: False, works="onnected", off="disabled"):
    """@pattern finds the name in a statement that lists a server."""
    statements = gather(said, goes_on)
    listed = {}
    for statement in statements:
        match = re.match(pattern, statement)
        if match:
            rest = statement[match.end():]
            listed.setdefault(match.group("name"), []).append(
                (statement, bool(re.search(rf"\b[cC]{works}|{off}", rest))))
    return statements, listed


def read_claude(said):
    return read_lines(said, r"(?!\w*\[|Location|For help)(?P<name>[^├└]*?): (?=.* - )")


def read_gemini(said):
    return read_lines(said, r"[✓✗○●⛔…] (?P<name>.*?): ",
                      lambda line, before: line.startswith(("    ", "Expected: ")) or
                      before[0] in "✓✗○●" and line[:1] not in "✓✗○●⛔" and not line.startswith("An "))


def read_opencode(said):
    return read_lines(said, r"●  [✓✗○⚠] (?P<name>.*?) (\| .* )?(?=connected|failed|disabled|needs)",
                      lambda line, before: line.startswith("│   ") or
                      before[0] == "●" and line[:1] not in "●│└")


def read_factory(said):
    """It prints what is so when all have ended their attempts, or after about four seconds."""
    return read_lines(said, r"(?P<name>\S+)  (?=\S*  .*\[user\]$)", works="onnected ")


def read_json(said, pattern, members):
    """JSON, and lines around it."""
    match = re.search(pattern, said, re.S | re.M)
    listed = {}
    if match:
        for name, entry in members(json.loads(match.group(0))):
            listed[name] = [(json.dumps({name: entry}, ensure_ascii=False), None)]
        said = said[:match.start()] + said[match.end():]
    return [line.strip() for line in said.splitlines() if line.strip()], listed


def read_codex(said):
    said = re.sub(r"WARNING: proceeding, even though .*\n", "", said)
    statements, listed = read_json(said, r"^\[\n.*^\]$|^\[\]$", lambda found: [(one.pop("name"), one) for one in found])
    return [" | ".join(statements)] if statements else [], listed


def read_copilot(said):
    return read_json(re.sub(r"Package extraction took .*\n", "", said), r"^\{\n.*^\}$|^\{\}$",
                     lambda found: found["mcpServers"].items())


PROGRAMS = {
    "claude-code": Program("@anthropic-ai/claude-code", "@anthropic-ai/claude-code-*/claude", ["mcp", "list"],
                           read_claude, folder="claude-code"),
    "codex": Program("@openai/codex", "@openai/codex/bin/codex.js", ["mcp", "list", "--json"], read_codex,
                     starts=False),
    # It would start itself once more, for more memory, and trusts no folder.
    "gemini-cli": Program("@google/gemini-cli", "@google/gemini-cli/bundle/gemini.js", ["mcp", "list"], read_gemini,
                          most=5, env={"GEMINI_CLI_NO_RELAUNCH": "true", "GEMINI_CLI_TRUST_WORKSPACE": "true"}),
    # It unpacks itself, which takes longer than all else.
    "copilot-cli": Program("@github/copilot", "@github/copilot-*/copilot", ["mcp", "list", "--json"], read_copilot,
                           folder="copilot", starts=False,
                           env={"XDG_CACHE_HOME": os.path.join(TOOLS, "clients", "copilot", "cache")}),
    "opencode": Program("opencode-ai", "opencode-*/bin/opencode", ["mcp", "list"], read_opencode,
                        folder="opencode-ai", cuts=True),
    "factory": Program("droid", "@factory/cli-*/bin/droid", ["mcp", "list"], read_factory, folder="droid",
                       most=10),
    "qwen-code": Program("@qwen-code/qwen-code", "@qwen-code/qwen-code/cli.js", ["mcp", "list"], read_gemini,
                         folder="qwen-code"),
}


def speaks_of(statement, name, mistake):
    """Whether a statement is about the entry; its mark in the arguments tells, too."""
    shown = {name, mistake, json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    return any(re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", statement) for one in shown if one.strip())


def is_good(answer):
    return GOOD in answer.listed


def judge(answer, mistake, name):
    """What @answer, which lists the good entry, says of another: lines, and what comes of it."""
    names = (name, re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:32])
    lists = [one for listed, found in answer.listed.items() for one in found
             if listed in names or f" {mistake} " in one[0] + " " or f'"{mistake}"' in one[0]]
    lines = [line for line, _ in lists]
    said = [one for one in answer.statements if one not in lines and speaks_of(one, name, mistake)]
    if not lists:
        consequence = SKIPS
    elif any(works is False for _, works in lists):
        consequence = FAILS
    else:
        consequence = WARNS if said else TAKES
    return said + lines, consequence


def judge_alone(answer):
    """The same where the good entry is not listed, so that the whole file is at fault."""
    lines = [line for found in answer.listed.values() for line, _ in found]
    return answer.statements + [line for line in lines if line not in answer.statements], \
        DIES if answer.status else REFUSES
