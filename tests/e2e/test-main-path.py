#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's whole way, against servers that people use: connect, see what there is, fill, call,
read the result; and what happens where it cannot be gone."""

import contextlib
import os
import re
import socket
import subprocess
import time

from cases import DEMO, PROGRAM, need_node_program, run
from driver import Desktop, NotFound, Program, stop, wait_for
from person import Person


@contextlib.contextmanager
def window(desktop):
    """A fresh window of somebody who has no servers yet."""
    profiles = os.path.join(desktop.env["XDG_CONFIG_HOME"], "spyglass")
    subprocess.run(["rm", "-rf", profiles], check=True)
    with Program(desktop, [PROGRAM]) as program:
        try:
            yield Person(program)
        except Exception:
            desktop.screenshot(os.path.join(os.environ.get("SPYGLASS_E2E_PICTURES", desktop.home),
                                            "failed.png"))
            raise


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


def demo_server_from_the_first_page(desktop):
    with window(desktop) as person:
        person.try_the_demo()
        person.choose("Tools", "echo")
        person.fill(message="seen through a spyglass")
        person.call(approve=True)
        person.wait_for_result("seen through a spyglass")


def everything_over_stdio(desktop):
    with window(desktop) as person:
        person.add_server(f"{need_node_program('mcp-server-everything')} stdio", "everything")
        person.wait_until_connected("everything")
        assert person.count("Tools") >= 10
        person.choose("Tools", "Get Sum Tool")
        person.fill(a=2, b=40)
        person.call()
        person.wait_for_result("The sum of 2 and 40 is 42.")


def everything_over_http(desktop):
    port = free_port()
    with http_server(desktop, port) as address, window(desktop) as person:
        person.add_server(address, "remote")
        person.wait_until_connected("remote")
        person.choose("Tools", "Echo Tool")
        person.write_arguments(message="over HTTP")
        person.call()
        person.wait_for_result("Echo: over HTTP")


def files_of_a_folder(desktop):
    folder = os.path.join(desktop.home, "shown")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "a name with spaces.txt"), "w", encoding="utf-8") as file:
        file.write("content")
    with window(desktop) as person:
        person.add_server(f"{need_node_program('mcp-server-filesystem')} {folder}", "files")
        person.wait_until_connected("files")
        person.choose("Tools", "List Directory")
        person.fill(path=folder)
        person.call()
        person.wait_for_result("a name with spaces.txt")


def missing_program_is_explained(desktop):
    with window(desktop) as person:
        person.add_server("there-is-no-such-program --at-all", "nothing")
        person.wait_for_result("there-is-no-such-program")
        person.program.find("list item", re.compile("^nothing, .*(failed|could not|not found)"))


def nothing_runs_after_the_window(desktop):
    with window(desktop) as person:
        person.add_server(DEMO, "demo")
        person.wait_until_connected("demo")
        pid = person.program.process.pid
        started = desktop.children_of(pid)
        assert any("spyglass-demo" in command for command in started.values()), started
        person.program.click(person.program.find("push button", "Close"))
        wait_for("the end of the program", lambda: person.program.process.poll() is not None)
        end = time.monotonic() + 5
        while any(os.path.exists(f"/proc/{child}") for child in started):
            if time.monotonic() > end:
                raise NotFound(f"still running: {started}")
            time.sleep(0.1)


if __name__ == "__main__":
    with Desktop() as private:
        run([demo_server_from_the_first_page, everything_over_stdio, everything_over_http,
             files_of_a_folder, missing_program_is_explained, nothing_runs_after_the_window],
            private)
