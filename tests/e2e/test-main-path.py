#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's whole way, against servers that people use: connect, see what there is, fill, call,
read the result; and what happens where it cannot be gone."""

import contextlib
import json
import os
import re
import select
import socket
import subprocess

import places

from cases import need_node_program, run
from driver import Desktop, wait_for
from processes import stop
from keyboard import Keyboard
from person import first_day


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def http_server(desktop, port):
    command = [need_node_program("mcp-server-everything"), "streamableHttp"]
    server = subprocess.Popen(command, env=dict(desktop.env, PORT=str(port)),
                              start_new_session=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        def listens():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return True
            return False
        wait_for(f"a server on port {port}", listens)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        stop(server)


def demo_server_from_the_first_page(person):
    person.try_the_demo()
    person.choose("tools", "echo")
    person.fill(message="seen through a spyglass")
    person.call()
    person.wait_for_result("seen through a spyglass")


def inputs_set_in_advance(person):
    """Once in the window of all of them, a parameter pinned; the tool returns what arrived."""
    program = person.program
    person.try_the_demo()
    person.choose("tools", "Publish report")
    program.click(program.find("push button", "All Preset Values…"))
    dialog = program.find("dialog", "Preset Values")
    program.fill(program.find("text", "channel", within=dialog), "news room")
    program.click(program.find("check box", "Sales", within=dialog))
    program.key("Escape")
    program.wait_gone("dialog", "Preset Values")
    person.fill(headline="Seen in advance", text="Every word")
    program.click(program.find("push button", "More for headline"))
    wait_for("the menu", lambda: program.find_all("menu item", showing=False))
    program.key("a")
    program.find("push button", "Stop using headline")
    person.call()
    person.wait_for_result("news room")
    person.wait_for_result("Seen in advance")
    person.wait_for_result("tool-input.list")


def a_question_answered_by_keyboard(person):
    program = person.program
    person.try_the_demo()
    person.choose("tools", "Ask the person")
    person.call()
    # It is asked where the result will be. The focus is in the first field; what is missing is said
    # before it is sent.
    wait_for("the focus", lambda: "Name" in program.focused())
    program.key("ctrl+Return")
    program.find("push button", "Send Anyway")
    program.type("Ada Lovelace")
    program.find("push button", "Send")
    program.key("ctrl+Return")
    person.wait_for_result("OK · ")
    person.wait_for_result("Ada Lovelace")


def a_model_drafts_for_a_server(person):
    """Without a key: the scripted model writes, the person adds to it and sends. Elsewhere than at the
    call, a banner leads to the question, and there is a way back."""
    program = person.program
    person.try_the_demo()
    person.choose("tools", "Ask the model")
    person.call()
    program.find("push button", "Draft with Scripted Model")
    assert not program.find_all("push button", "Answer"), "a banner repeats the card"
    person.go("objects")
    program.find("list item", "All Inboxes, 1 waiting")
    person.go("resources")
    program.click(program.find("push button", "Answer"))
    program.click(program.find("push button", "Draft with Scripted Model"))
    program.find("label", re.compile("^Draft by Scripted model"))
    program.click(program.find("text", "Response as text"))
    program.key("ctrl+End")
    program.type(" Sky blue.")
    program.key("ctrl+Return")
    program.find("push button", "Show Result")
    program.key("Return")
    person.wait_for_result("Sky blue.")


def truncated_places_open(person):
    """What is hidden says how much, and opens by keyboard: in a tree of ours, and in a card of the
    server's own object store, by the server's tools."""
    program = person.program
    person.try_the_demo()
    person.choose("tools", "Large JSON")
    # By its key: the tooltip of the button would lie over the next one.
    program.find("push button", "Call")
    program.key("ctrl+Return")
    program.click(program.find("push button", "View"))
    person.choose_item("Tree")
    program.click(program.find("list item", re.compile(r"^records: array · 67")))
    program.key("Right", "End")
    program.find("list item", "… 42 more")
    program.key("Return", "End")
    program.find("list item", re.compile(r"^66: object"))
    person.clear_filter()
    person.choose("tools", "list_pipelines")
    person.call()
    preview = program.find("list", "Preview of the object")
    program.click(program.find("list item", re.compile("^data: array · 30"), preview))
    program.key("End", "Up", "Up", "Up")
    program.find("list item", "… 5 more", preview)
    program.key("Return")
    # The server does not say that this tool only reads.
    program.click(program.find("push button", "Allow"))
    program.find("list item", re.compile("^25: object"), preview)


def every_page_by_keyboard(person):
    """To every place of a server and across servers, without a mouse."""
    program = person.program
    person.try_the_demo()
    keys = Keyboard(program)
    keys.go_to("list item", places.any_of(places.OF_SERVER), "F6")
    # Tab leads to the other list, and to no other page.
    keys.go_to("list item", places.any_of(places.OF_NONE), "Tab")
    program.find("label", re.compile(f"connected · {places.title('tools')}$"))
    keys.go_to("list item", places.any_of(places.OF_SERVER), "shift+Tab")
    keys.press("Home")
    for place in places.OF_SERVER:
        keys.go_to("list item", places.pattern(place), "Down")
        program.find("label", re.compile(f"connected · {places.title(place)}$"))
    for place in places.OF_NONE:
        keys.go_to("list item", places.pattern(place), "Down")
        wait_for(f"the page “{place}”",
                 lambda name=places.title(place): len(program.find_all("label", name)) > 1)


def nothing_runs_after_the_window(person):
    program = person.program
    person.try_the_demo()
    pid = program.process.pid
    started = program.desktop.children_of(pid)
    assert any("spyglass-demo" in command for command in started.values()), started
    program.close()
    wait_for(f"the end of {started}",
             lambda: not any(os.path.exists(f"/proc/{child}") for child in started), 5)


def missing_program_is_explained(person):
    person.add_server("there-is-no-such-program --at-all", "nothing")
    person.wait_for_result("there-is-no-such-program")
    person.program.find("list item", re.compile("^nothing, .*(failed|could not|not found)"))


def add_everything(person):
    if not person.has_server("every thing"):
        person.add_server(f"{need_node_program('mcp-server-everything')} stdio", "every thing")
    person.wait_until_connected("every thing")


def everything_over_stdio(person):
    add_everything(person)
    assert person.count("tools", "every thing") >= 10
    person.choose("tools", "Get Sum Tool", "every thing")
    person.fill(a=2, b=40)
    person.call()
    person.wait_for_result("The sum of 2 and 40 is 42.")


def everything_over_http(person):
    with http_server(person.program.desktop, free_port()) as address:
        person.add_server(address, "remote")
        person.wait_until_connected("remote")
        person.choose("tools", "Echo Tool", "remote")
        person.write_arguments(message="over HTTP")
        person.call()
        person.wait_for_result("Echo: over HTTP")


def files_of_a_folder(person):
    folder = os.path.join(person.program.desktop.home, "shown")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "a name with spaces.txt"), "w", encoding="utf-8") as file:
        file.write("content")
    person.add_server(f"{need_node_program('mcp-server-filesystem')} {folder}", "files")
    person.wait_until_connected("files")
    person.choose("tools", "List Directory", "files")
    person.fill(path=folder)
    person.call()
    person.wait_for_result("a name with spaces.txt")


def answers_initialize(entry, desktop):
    """Whether a client that starts this entry, with the environment that clients give, gets an
    answer."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "client", "version": "1"}}}
    env = {name: desktop.env[name] for name in ("HOME", "PATH", "USER", "SHELL", "TERM", "LOGNAME")
           if name in desktop.env}
    server = subprocess.Popen([entry["command"], *entry.get("args", [])],
                              env={**env, **entry.get("env", {})}, start_new_session=True, text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
    try:
        server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        ready, _, _ = select.select([server.stdout], [], [], 20)
        return bool(ready) and "serverInfo" in json.loads(server.stdout.readline())["result"]
    finally:
        stop(server)


def an_entry_in_other_applications(person):
    """The written entries work, and what was in the file stays as it was."""
    desktop = person.program.desktop
    cursor = os.path.join(desktop.home, ".cursor", "mcp.json")
    claude = os.path.join(desktop.env["XDG_CONFIG_HOME"], "Claude", "claude_desktop_config.json")
    before = '{\n    "mcpServers": {\n        "other": {"command": "x", "n": 1.10}\n    }\n}\n'
    os.makedirs(os.path.dirname(cursor), exist_ok=True)
    with open(cursor, "w", encoding="utf-8") as file:
        file.write(before)
    add_everything(person)
    person.write_to_clients("every thing", "Claude Desktop", "Cursor")
    for path in (claude, cursor):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        servers = json.loads(text)["mcpServers"]
        (name,) = set(servers) - {"other"}
        assert answers_initialize(servers[name], desktop), text
    assert '"other": {"command": "x", "n": 1.10}' in text, text
    backups = [name for name in os.listdir(os.path.dirname(cursor)) if name.endswith(".bak")]
    assert len(backups) == 1, backups
    with open(os.path.join(os.path.dirname(cursor), backups[0]), encoding="utf-8") as file:
        assert file.read() == before


if __name__ == "__main__":
    with Desktop() as private:
        run(private,
            (first_day, [demo_server_from_the_first_page, inputs_set_in_advance,
                         a_question_answered_by_keyboard, a_model_drafts_for_a_server,
                         truncated_places_open, every_page_by_keyboard,
                         nothing_runs_after_the_window]),
            (first_day, [missing_program_is_explained, everything_over_stdio, everything_over_http,
                         files_of_a_folder, an_entry_in_other_applications]))
