#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-cli as a person uses it: on a terminal, with questions and Ctrl+C.

Usage: test-cli-terminal.py SPYGLASS-CLI SPYGLASS-DEMO. Prints TAP.
"""

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

from cli_sandbox import (AUTHORIZATION, CLI, DEMO, DONE, PATIENCE, PROTOCOL, PYTHON, REFUSED,
                         TOOL_ERROR, USAGE, HttpDemo, check, find_processes, run_tests, wait_until)

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
ATTRIBUTES = re.compile(r"\x1b\[(?:0|1)m")


def take_terminal():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program on a pseudo-terminal of its own. What it prints comes with line ends as written."""

    def __init__(self, sandbox, *words, stdin=None, stdout=None, stderr=None, **more):
        self.master, slave = pty.openpty()
        mode = termios.tcgetattr(slave)
        mode[1] &= ~termios.OPOST
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, mode)
        env = {**sandbox.env, "TERM": "xterm", **more}
        env.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [CLI, *words], stdin=slave if stdin is None else stdin,
            stdout=slave if stdout is None else stdout, stderr=slave if stderr is None else stderr,
            env={**env, **more}, cwd=sandbox.home,
            preexec_fn=take_terminal if stdin is None else os.setsid)
        os.close(slave)
        self.output = b""

    def read(self, patience):
        ready, _, _ = select.select([self.master], [], [], patience)
        if not ready:
            return False
        try:
            chunk = os.read(self.master, 65536)
        except OSError:  # nobody has it open any more
            return False
        self.output += chunk
        return bool(chunk)

    def wait_for(self, text):
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.output:
            assert time.monotonic() < end and (self.read(1) or self.process.poll() is None), (
                f"no “{text}” in {self.text()}")

    def type(self, text):
        os.write(self.master, text.encode())

    def text(self):
        return self.output.decode("utf-8", "replace")

    def finish(self, patience=PATIENCE):
        """Returns the exit status, negative for a signal; everything is read then."""
        end = time.monotonic() + patience
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end: {self.text()}"
            self.read(0.05)
        while self.read(0.1):
            pass
        os.close(self.master)
        return self.process.returncode


def run(sandbox, *words, status=DONE, **more):
    terminal = Terminal(sandbox, *words, **more)
    found = terminal.finish()
    assert found == status, f"exit status {found}, not {status}\n{terminal.text()}"
    return terminal.text()


def test_attributes(sandbox):
    assert "\x1b[1mecho\x1b[0m\n" in run(sandbox, "tools", "--", DEMO)
    assert "\x1b" not in run(sandbox, "tools", "--", DEMO, NO_COLOR="1")
    assert "\x1b" not in run(sandbox, "tools", "--", DEMO, TERM="dumb")
    # What goes into a pipe or a file has none.
    result = check(sandbox.run("tools", "--", DEMO), DONE)
    assert "\x1b" not in result.stdout


def test_truncation_marks(sandbox):
    text = run(sandbox, "call", "large_json", "--", DEMO)
    assert text.startswith("object · 1 · ") and "… 42 more" in text, text[:300]
    text = run(sandbox, "call", "large_json", "--items", "3", "--", DEMO)
    assert "… 64 more" in text, text[-300:]
    assert "… " not in run(sandbox, "call", "large_json", "--full", "--quiet", "--", DEMO)


HUGE = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    tool = {"name": "n" * 1000000, "title": "t" * 1000000, "inputSchema": {"type": "object"}}
    results = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                              "serverInfo": {"name": "s" * 1000000, "version": "1"}},
               "tools/list": {"tools": [tool, {"name": "", "inputSchema": {"type": "object"}}]}}
    if message["method"] in results:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"],
                          "result": results[message["method"]]}), flush=True)
    elif "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {
            "code": -1, "message": "e" * 1000000, "data": "d" * 1000000}}), flush=True)
"""


def test_absurdly_long_names(sandbox):
    """A terminal gets the beginning and how much there is; a pipe, and who asks for it, all."""
    server = ("--era", "legacy", "--", *PYTHON, sandbox.write(HUGE, "huge.py"))
    text = run(sandbox, "tools", *server)
    assert len(text) < 2000 and "n … 999800 more" in text and "(no name)" in text, text[:2000]
    assert len(run(sandbox, "tools", "--full", *server)) > 2000000
    assert len(check(sandbox.run("tools", *server), DONE).stdout) > 2000000
    assert len(run(sandbox, "info", *server)) < 10000
    # The message and what came with it.
    assert len(run(sandbox, "call", "x", "--force", *server, status=PROTOCOL)) < 25000


def test_errors_are_sentences(sandbox):
    text = run(sandbox, "tools", "--", "no-such-program-anywhere", status=3)
    assert "no-such-program-anywhere" in text and "Check your settings" in text, text
    assert "{" not in text, text
    text = run(sandbox, "tools", "--json", "--", "no-such-program-anywhere", status=3)
    assert json.loads(text)["error"]["code"] == "command_not_found", text
    text = run(sandbox, status=USAGE)
    assert "spyglass-cli COMMAND" in text, text


def test_tool_error(sandbox):
    assert run(sandbox, "call", "fail", "--", DEMO, status=TOOL_ERROR).strip()


def test_authorization(sandbox):
    with HttpDemo("--require-bearer", "opensesame") as url:
        text = run(sandbox, "tools", "--server", url, status=AUTHORIZATION)
        assert "WWW-Authenticate" in text, text


def test_server_cannot_write_to_the_terminal(sandbox):
    """No control character of a server's, in whatever part, reaches the terminal."""
    for words in (("tools",), ("resources",), ("prompts",), ("templates",)):
        text = run(sandbox, *words, "--", DEMO, "--hostile", "markup-names")
        assert not CONTROL.search(ATTRIBUTES.sub("", text)), repr(text)
        assert "<b>" in text or words != ("tools",), text
    evil = "\x1b]0;owned\x07\x1b[2J\x9b2J"
    script = (f"printf '%s\\n' {json.dumps(evil)} >&2; "
              f"exec {DEMO}")
    text = run(sandbox, "ping", "--stderr", "--", "sh", "-c", script)
    assert not CONTROL.search(text), repr(text)
    path = sandbox.write(json.dumps({"a": evil + "\u202e", "b": 1}, ensure_ascii=False).replace(
        "\x1b", "\\u001b").replace("\x07", "\\u0007"), "evil.json")
    text = run(sandbox, "call", "echo", "--args", json.dumps({"message": evil}), "--", DEMO)
    assert not CONTROL.search(text) and "␛]0;owned" in text, repr(text)
    with open(path, encoding="utf-8") as file:
        text = run(sandbox, "call", "echo", "--args", json.dumps({"message": file.read()}), "--",
                   DEMO)
    assert not CONTROL.search(ATTRIBUTES.sub("", text)), repr(text)


def test_json_on_a_terminal_is_escaped(sandbox):
    """What a terminal obeys, or nobody sees, is escaped; a pipe gets the bytes."""
    message = "A\u009b31m \u202e \u0085 \x7f é"
    words = ("call", "echo", "--json", "--args", json.dumps({"message": message}), "--", DEMO)
    text = run(sandbox, *words)
    assert not CONTROL.search(text) and "\u202e" not in text, repr(text)
    assert json.loads(text)["content"][0]["text"] == message, text
    piped = check(sandbox.run(*words), DONE).stdout
    assert json.loads(piped) == json.loads(text)


def test_descriptions_fit_the_terminal(sandbox):
    for line in run(sandbox, "tools", "--", DEMO).splitlines():
        assert len(ATTRIBUTES.sub("", line)) <= 80 or not line.startswith("    "), line
    assert " more\n" in run(sandbox, "tools", "--", DEMO)


def test_question_before_writing(sandbox):
    words = ("config", "write", "cursor", "--", DEMO)
    terminal = Terminal(sandbox, *words)
    terminal.wait_for("[y/N] ")
    terminal.type("n\n")
    assert terminal.finish() == REFUSED
    assert not os.path.exists(sandbox.path(".cursor", "mcp.json"))
    terminal = Terminal(sandbox, *words)
    terminal.wait_for("[y/N] ")
    terminal.type("y\n")
    assert terminal.finish() == DONE, terminal.text()
    assert json.loads(sandbox.read(".cursor", "mcp.json"))["mcpServers"][os.path.basename(DEMO)]


def test_end_of_input_is_no(sandbox):
    terminal = Terminal(sandbox, "config", "write", "cursor", "--", DEMO)
    terminal.wait_for("[y/N] ")
    terminal.type("\x04")
    assert terminal.finish() == REFUSED


def add_imported(sandbox):
    snippet = json.dumps({"mcpServers": {"elsewhere": {"command": DEMO, "env": {"A": "b"}}}})
    check(sandbox.run("servers", "import", sandbox.write(snippet, "mcp.json")), DONE)


def test_unconfirmed_asks(sandbox):
    add_imported(sandbox)
    terminal = Terminal(sandbox, "tools", "--server", "elsewhere")
    terminal.wait_for("[y/N] ")
    assert DEMO in terminal.text() and "A=b" in terminal.text(), terminal.text()
    terminal.type("\n")
    assert terminal.finish() == REFUSED
    terminal = Terminal(sandbox, "tools", "--server", "elsewhere")
    terminal.wait_for("[y/N] ")
    terminal.type("y\n")
    assert terminal.finish() == DONE and "echo" in terminal.text(), terminal.text()
    # And never again, as long as it stays the same.
    check(sandbox.run("tools", "--server", "elsewhere"), DONE)


def test_confirm(sandbox):
    add_imported(sandbox)
    terminal = Terminal(sandbox, "servers", "confirm", "elsewhere")
    terminal.wait_for("[y/N] ")
    assert DEMO in terminal.text(), terminal.text()
    terminal.type("y\n")
    assert terminal.finish() == DONE
    check(sandbox.run("ping", "--server", "elsewhere"), DONE)


def test_filled_in_asks(sandbox):
    """What earlier results put into a call is shown before it is sent, its secrets are not."""
    calls = [{"name": "f", "tool": "describe_numbers", "arguments": {"numbers": [1, 2, 3]}},
             {"tool": "delete_product", "arguments": {"id": "no-{{f.count}}", "password": "argsecret4711"}}]
    file = sandbox.write(json.dumps({"calls": calls}), "calls.json")
    for answer, said in (("y", "ok 2"), ("n", "It was not called.")):
        terminal = Terminal(sandbox, "run", file, "--", DEMO)
        terminal.wait_for('Call delete_product {"id":"no-{{f.count}}",')
        terminal.type("y\n")
        terminal.wait_for('Call delete_product {"id":"no-3",')
        terminal.type(answer + "\n")
        assert terminal.finish() == TOOL_ERROR, terminal.text()
        assert said in terminal.text() and "argsecret" not in terminal.text(), terminal.text()
        assert (answer == "n") == ("not called" in terminal.text()), terminal.text()
    file = sandbox.write(json.dumps({"calls": [{"tool": "delete_product", "arguments": {"id": "x" * 5000}}]}), "c.json")
    terminal = Terminal(sandbox, "run", file, "--", DEMO)
    terminal.wait_for("[y/N] ")
    assert len(terminal.text()) < 1000, terminal.text()
    terminal.type("n\n")
    assert terminal.finish() == REFUSED and "xxx" not in terminal.text().split("[y/N] ")[1], terminal.text()


def test_named_file_asks(sandbox):
    """A file that takes variables is asked about each time."""
    path = sandbox.write(json.dumps({"mcpServers": {"came": {"command": DEMO, "env": {"A": "${V_A}"}}}}), "mcp.json")
    for answer, status in (("n", REFUSED), ("y", DONE)):
        terminal = Terminal(sandbox, "tools", "--config", path, V_A="x")
        terminal.wait_for("[y/N] ")
        assert f"V_A: environment variable A, given to {DEMO}" in terminal.text(), terminal.text()
        terminal.type(answer + "\n")
        assert terminal.finish() == status, terminal.text()


def test_rule_asks(sandbox):
    check(sandbox.run("servers", "add", "careful", "--", DEMO), DONE)
    with open(sandbox.path(".config", "spyglass", "servers.yaml"), "a", encoding="utf-8") as file:
        file.write("    tools: {echo: ask, large_json: never}\n")
    call = ("call", "echo", "--arg", "message=hi", "--server", "careful")
    # Nobody is there to be asked: no waiting, no call.
    result = check(sandbox.run(*call), REFUSED)
    assert "--yes" in result.stderr, result.stderr
    assert check(sandbox.run(*call, "--yes"), DONE).stdout == "hi\n"
    check(sandbox.run("call", "large_json", "--yes", "--server", "careful"), REFUSED)
    terminal = Terminal(sandbox, *call)
    terminal.wait_for("[y/N] ")
    terminal.type("y\n")
    assert terminal.finish() == DONE and "hi" in terminal.text(), terminal.text()
    terminal = Terminal(sandbox, *call)
    terminal.wait_for("[y/N] ")
    terminal.type("\n")
    assert terminal.finish() == REFUSED
    terminal = Terminal(sandbox, *call)
    terminal.wait_for("[y/N] ")
    terminal.type("\x03")
    assert terminal.finish() == 130, terminal.text()


RECORDER = r"""
import json, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is to see the end of its input, however late
log = open(sys.argv[1], "a", buffering=1)
for line in sys.stdin:
    message = json.loads(line)
    log.write(line)
    if message.get("method") == "initialize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {
            "protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
            "serverInfo": {"name": "recorder", "version": "1"}}}), flush=True)
    elif message.get("method") == "server/discover":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {
            "code": -32601, "message": "Method not found"}}), flush=True)
    elif message.get("method") == "tools/list" and sys.argv[2:]:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"tools": []}}),
              flush=True)
log.write("end of input\n")
"""


def at_once(sandbox):
    """Seconds in which this machine does what takes no time: less than any grace where it is idle."""
    begin = time.monotonic()
    check(sandbox.run("--version"), DONE)
    return 1 + 10 * (time.monotonic() - begin)


def start_call(sandbox, *words):
    """A call that is never answered, once it is under way. Returns (terminal, log, mark)."""
    log = sandbox.write("", "log")
    mark = sandbox.write(RECORDER, f"recorder-{os.getpid()}.py")
    terminal = Terminal(sandbox, *words, "--", *PYTHON, mark, log,
                        *["lists"] * (words[0] == "call"))
    wait_until(lambda: terminal.process.poll() is not None or
               any(method in sandbox.read("log") for method in
                   ("tools/call" if words[0] == "call" else "tools/", '"ping"')),
               "nothing was asked")
    return terminal, log, mark


def test_interrupt(sandbox):
    for words in (("call", "x"), ("tools",), ("ping",)):
        terminal, _, mark = start_call(sandbox, *words)
        limit, begin = at_once(sandbox), time.monotonic()
        terminal.type("\x03")
        assert terminal.finish() == 128 + signal.SIGINT, terminal.text()
        assert time.monotonic() - begin < limit, "it takes too long"
        wait_until(lambda mark=mark: not find_processes(mark), "the server is still there")
        messages = sandbox.read("log").splitlines()
        assert messages[-1] == "end of input", messages
        if words[0] == "call":
            assert any('"notifications/cancelled"' in line for line in messages), messages


def test_interrupt_without_terminal(sandbox):
    """As a script's time limit does."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        terminal, _, mark = start_call(sandbox, "call", "x", "--json")
        terminal.process.send_signal(number)
        assert terminal.finish() == 128 + number
        assert json.loads(terminal.text().splitlines()[-1])["error"]["code"] == "cancelled", terminal.text()
        wait_until(lambda mark=mark: not find_processes(mark), "the server is still there")


def test_second_interrupt_ends_at_once(sandbox):
    terminal, _, mark = start_call(sandbox, "tools")
    limit, begin = at_once(sandbox), time.monotonic()
    terminal.process.send_signal(signal.SIGINT)
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.finish() in (128 + signal.SIGINT, 128 + signal.SIGTERM)
    assert time.monotonic() - begin < limit
    wait_until(lambda: not find_processes(mark), "the server is still there")


def test_interrupt_while_connecting(sandbox):
    for options in (("--hostile", "never-answer"), ("--hostile", "slow-start"),
                    ("--hostile", "never-answer", "--hostile", "ignore-eof", "--hostile",
                     "ignore-term")):
        mark = f"token-{os.getpid()}-{time.monotonic_ns()}"
        terminal = Terminal(sandbox, "tools", "--trace", "--env", f"MARK={mark}", "--", "sh", "-c",
                            f": {mark}; exec {DEMO} \"$@\" --require-bearer {mark}", "sh", *options)
        terminal.wait_for("→ ")
        if "ignore-term" in options:
            wait_until(lambda mark=mark: any(map(ignores_term, find_processes(mark))),
                       "the server does not ignore the signal")
        limit, begin = at_once(sandbox), time.monotonic()
        terminal.type("\x03")
        assert terminal.finish() == 130, terminal.text()
        assert time.monotonic() - begin < limit, "it takes too long"
        wait_until(lambda mark=mark: not find_processes(mark), "the server is still there")


def ignores_term(number):
    with contextlib.suppress(OSError), open(f"/proc/{number}/status", encoding="ascii") as file:
        ignored = re.search(r"^SigIgn:\s*(\w+)", file.read(), re.M)
        return bool(int(ignored[1], 16) >> (signal.SIGTERM - 1) & 1)
    return False


def test_interrupt_over_http(sandbox):
    with HttpDemo("--hostile", "never-answer", "--hostile-method", "tools/call") as url:
        terminal = Terminal(sandbox, "call", "echo", "--arg", "message=x", "--trace", "--server", url)
        terminal.wait_for('"tools/call"')
        limit, begin = at_once(sandbox), time.monotonic()
        terminal.type("\x03")
        assert terminal.finish() == 130, terminal.text()
        assert time.monotonic() - begin < limit, "it takes too long"


def test_ignored_signals_stay_ignored(sandbox):
    log = sandbox.write("", "log")
    command = [CLI, "call", "x", "--timeout", "1", "--", *PYTHON,
               sandbox.write(RECORDER, "recorder.py"), log, "lists"]
    process = subprocess.Popen(["nohup", *command], env=sandbox.env, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: "tools/call" in sandbox.read("log"), "nothing was asked")
    process.send_signal(signal.SIGHUP)
    assert process.wait(PATIENCE) == 5  # its deadline


def test_progress(sandbox):
    call = ("call", "slow_task", "--args", '{"seconds":0.4,"steps":4}', "--", DEMO)
    text = run(sandbox, *call)
    assert re.search(r"\r\d+ / \d+  ", text) and "\r\x1b[K" in text, repr(text)
    assert "\r" not in run(sandbox, *call[:-2], "--quiet", *call[-2:])
    assert check(sandbox.run(*call), DONE).stderr == ""
    saved = sandbox.write(json.dumps({"calls": [{"name": "a", "tool": "slow_task",
                                                 "arguments": {"seconds": 0.4, "steps": 4}}]}), "saved.json")
    text = run(sandbox, "run", saved, "--yes", "--", DEMO)
    assert re.search(r"\r\d+ / \d+  [^\n]*\r\x1b\[Kok 1 - a", text), repr(text)
    assert check(sandbox.run("run", saved, "--yes", "--", DEMO), DONE).stderr == ""


def answer(sandbox, dialogue, *words, status=DONE):
    """@dialogue: what is waited for, and then typed."""
    terminal = Terminal(sandbox, *words)
    for expected, typed in dialogue:
        terminal.wait_for(expected)
        terminal.output = b""
        terminal.type(typed)
    found = terminal.finish()
    assert found == status, f"exit status {found}, not {status}\n{terminal.text()}"
    return terminal.text()


def test_form_field_by_field(sandbox):
    for era in ("modern", "legacy"):
        text = answer(sandbox, (
            ("Answer? ", "y\n"), ("Name\x1b[0m*", "\n"), ("required", "Ada\n"), ("E-mail", "\n"),
            ("[0]", "seventy\n"), ("Not a number", "61\n"), ("at most 60", "60\n"),
            ("1  front", "side\n"), ("not one of the allowed values", "2\n"), ("neighbour", "n\n"),
            ("Send it? ", "y\n"),
        ), "call", "ask_person", "--era", era, "--full", "--", DEMO)
        result = json.loads(text[text.index("\n{"):])
        assert result == {"action": "accept", "content": {
            "name": "Ada", "floor": 60, "door": "back", "neighbour": False}}, result


def test_form_is_declined_or_put_away(sandbox):
    for typed, action in (("n\n", "decline"), ("c\n", "cancel"), ("what\nn\n", "decline"),
                          ("\x04", "cancel"), ("y\n\x04", "cancel")):
        text = answer(sandbox, (("Answer? ", typed),), "call", "ask_person", "--", DEMO)
        assert f'"action": "{action}"' in text, text


def test_page_is_shown_and_not_opened(sandbox):
    for era in ("modern", "legacy"):
        terminal = Terminal(sandbox, "call", "visit_page", "--era", era, "--", DEMO,
                            BROWSER="/bin/false", PATH="/nowhere")
        terminal.wait_for("Will you open it?")
        assert re.search(r"│ https?://\S+\n", terminal.text()), terminal.text()
        terminal.type("n\n")
        assert terminal.finish() == DONE and '"decline"' in terminal.text(), terminal.text()


def test_reply_in_a_models_place(sandbox):
    text = answer(sandbox, (("> ", "Blue\n"), ("> ", "or green\n"), ("> ", "\n")),
                  "call", "ask_model", "--", DEMO)
    assert '"Blue\\nor green"' in text and '"human"' in text, text
    answer(sandbox, (("> ", "\n"),), "call", "ask_model", "--", DEMO, status=REFUSED)


def test_interrupt_ends_a_question(sandbox):
    terminal = Terminal(sandbox, "call", "ask_person", "--", DEMO)
    terminal.wait_for("Answer? ")
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.finish() == 128 + signal.SIGINT, terminal.text()


def test_question_ends_with_its_call(sandbox):
    """A deadline that does not wait for ever ends the question too."""
    terminal = Terminal(sandbox, "call", "ask_person", "--timeout", "1", "--total-timeout", "1",
                        "--", DEMO)
    terminal.wait_for("Answer? ")
    status = terminal.finish()
    assert status == 5, f"{status}\n{terminal.text()}"


def write_while_asked(sandbox, rewrites, *words):
    """Another program writes the file while the question waits, @rewrites times: it is worked out
    again, shown, and asked about again, up to ten times."""
    question = f"Write this to {sandbox.path('.cursor', 'mcp.json')}?"
    terminal = Terminal(sandbox, *words)
    for i in range(rewrites + 1):
        end = time.monotonic() + PATIENCE
        while terminal.text().count(question) <= i:
            assert time.monotonic() < end and (terminal.read(1) or terminal.process.poll() is None)
        if i < rewrites:
            servers = json.loads(sandbox.read(".cursor", "mcp.json"))
            servers["count"] = i
            sandbox.write(json.dumps(servers), ".cursor", "mcp.json")
        terminal.type("y\n")
        if i == 9:
            break
    status = terminal.finish()
    return status, terminal.text(), json.loads(sandbox.read(".cursor", "mcp.json"))


def test_changed_while_asked(sandbox):
    sandbox.write('{"mcpServers": {}}', ".cursor", "mcp.json")
    write = ("config", "write", "cursor", "--name", "new", "--", "/bin/true")
    status, text, now = write_while_asked(sandbox, 2, *write)
    assert status == DONE and text.count("in the meantime") == 2, text
    assert now["count"] == 1 and "new" in now["mcpServers"], now
    status, text, now = write_while_asked(sandbox, 1, "config", "undo")
    assert status == DONE and "The file was changed since" in text, text
    assert now == {"count": 0, "mcpServers": {}}, now
    status, text, now = write_while_asked(sandbox, 99, *write)
    assert status == REFUSED and "changed by another program" in text, text
    assert now == {"count": 9, "mcpServers": {}}, now


if __name__ == "__main__":
    run_tests(globals())
