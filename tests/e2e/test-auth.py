#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Signing in from the real window: a browser that GIO starts, one that is cancelled, an address that
is brought by hand, two servers at a time. Whatever is left of a run, files, logs and what the
program printed, is searched for the secrets that the servers saw."""

import base64
import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

from cases import DEMO, run
from driver import Desktop, wait_for
from person import first_day, next_day

AUTH_SERVER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "servers",
                           "auth_server.py")
# Follows where it is led, as a person who agrees at once; or stays where it is.
BROWSER = """#!/usr/bin/python3
import sys, urllib.request
with open({mode!r}, encoding="utf-8") as mode:
    go = mode.read() == "go"
with open({log!r}, "a", encoding="utf-8") as log:
    log.write(sys.argv[1] + "\\n")
if go:
    urllib.request.urlopen(sys.argv[1], timeout=30).read()
"""
DESKTOP_FILE = """[Desktop Entry]
Type=Application
Name=Test Browser
Exec={script} %u
MimeType=x-scheme-handler/http;x-scheme-handler/https;
"""
MIME_APPS = """[Default Applications]
x-scheme-handler/http=test-browser.desktop
x-scheme-handler/https=test-browser.desktop
"""
# Parameters and headers of the servers' logs that hold a secret.
SECRET = re.compile(r"^(code|code_verifier|client_secret|refresh_token|access_token|token)$")
SHORTEST = 16


def write(path, text, mode=0o600):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


class Browser:
    """What GIO starts for http: in this home."""

    def __init__(self, desktop):
        folder = os.path.join(desktop.home, "test-browser")
        self.log = os.path.join(folder, "opened")
        self.mode = os.path.join(folder, "mode")
        script = os.path.join(folder, "browser")
        self.set(True)
        write(script, BROWSER.format(log=self.log, mode=self.mode), 0o700)
        write(os.path.join(desktop.env["XDG_DATA_HOME"], "applications", "test-browser.desktop"),
              DESKTOP_FILE.format(script=script))
        write(os.path.join(desktop.env["XDG_CONFIG_HOME"], "mimeapps.list"), MIME_APPS)

    def set(self, goes):
        write(self.mode, "go" if goes else "stay")

    def _read(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as log:
            return log.read().split()

    def count(self):
        """How many addresses were opened."""
        return len(self._read())

    def wait_for_url(self, before):
        """The address that was opened after the first so many."""
        wait_for("the browser", lambda: self.count() > before)
        return self._read()[before]


class Server:
    """The demo server behind an authorization server."""

    def __init__(self, folder, name, *options):
        self.log = os.path.join(folder, f"{name}.jsonl")
        self.process = subprocess.Popen(
            [sys.executable, "-IS", AUTH_SERVER, "--demo", DEMO, "--auth-refresh", "--auth-log",
             self.log, *options],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.url = None
        for line in self.process.stderr:
            found = re.search(r"Listening on (https?://\S+)", line)
            if found:
                self.url = found.group(1)
                break

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.process.terminate()
        self.process.wait(timeout=10)
        self.process.stderr.close()

    def secrets(self):
        """All that was secret in the requests that it saw."""
        found = set()

        def visit(value, name):
            if isinstance(value, dict):
                for key, member in value.items():
                    visit(member, key)
            elif isinstance(value, list):
                for member in value:
                    visit(member, name)
            elif isinstance(value, str):
                if SECRET.match(name or "") and len(value) >= SHORTEST:
                    found.add(value)
                bearer = re.match(r"Bearer (\S{16,})", value)
                if bearer:
                    found.add(bearer.group(1))
        if os.path.exists(self.log):
            with open(self.log, encoding="utf-8") as log:
                for line in log:
                    visit(json.loads(line), None)
        return found


def spellings(secret):
    data = secret.encode()
    yield data
    yield urllib.parse.quote(secret, safe="").encode()
    yield json.dumps(secret)[1:-1].encode()
    for shift in range(3):
        # In the middle of something longer its base64 depends on where it begins.
        whole = base64.b64encode(b"\0" * shift + data)
        yield whole[4 if shift else 0:-4]


def search(folder, secrets, passed_over):
    """Fails where a file has one of the secrets in it, however it is spelled."""
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            if not os.path.isfile(path) or any(part in path for part in passed_over):
                continue
            with open(path, "rb") as file:
                data = file.read()
            for secret in secrets:
                for spelling in spellings(secret):
                    assert spelling not in data, f"a secret is in {path}"


def unlock_keyring(desktop):
    """A keyring with a password that is known: there is no one to be asked for one."""
    daemon = subprocess.Popen(
        ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
        env=desktop.env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True)
    daemon.stdin.write(b"test\n")
    daemon.stdin.close()
    desktop.processes.append(daemon)
    wait_for("the keyring", lambda: "org.freedesktop.secrets" in subprocess.run(
        ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
         "org.freedesktop.DBus.ListNames"], env=desktop.env, capture_output=True, text=True,
        check=False).stdout)


def sign_in_button(program):
    return program.find("push button", re.compile("Sign In"))


@contextlib.contextmanager
def with_browser(desktop):
    """A home with a browser and a keyring, in which case after case begins a window of its own."""
    unlock_keyring(desktop)
    yield desktop, Browser(desktop)


@contextlib.contextmanager
def a_later_window(home):
    """What the cases before signed in to is no matter: their servers have ended."""
    desktop, browser = home
    with first_day(desktop) as person:
        yield person, browser


def signs_in_and_is_signed_in_next_time(home):
    """The keyring has it then: no one is asked again."""
    desktop, browser = home
    with Server(desktop.home, "one") as server:
        browser.set(True)
        with first_day(desktop) as person:
            person.add_server(server.url, "Files")
            person.program.click(sign_in_button(person.program))
            person.wait_until_connected("Files")
            output = person.program.output()
        secrets = server.secrets()
        assert secrets, "the servers saw no secret"
        for secret in secrets:
            assert secret not in output
        # What the servers and the browser wrote themselves, and the encrypted keyring, aside
        search(desktop.home, secrets, [".jsonl", "test-browser", "keyrings"])
        browser.set(False)
        with next_day(desktop) as person:
            program = person.program
            program.click(program.find("list item", re.compile("^Files")))
            # What was open the last time may be on its way already.
            button = program.find("push button", re.compile("^(Connect|Cancel|Disconnect)$"))
            if button.name() == "Connect":
                program.click(button)
            person.wait_until_connected("Files")


def is_cancelled(sitting):
    person, browser = sitting
    program = person.program
    with Server(program.desktop.home, "cancelled") as server:
        browser.set(False)
        person.add_server(server.url, "Cancelled")
        program.click(sign_in_button(program))
        program.find("push button", "Copy Link")
        program.click(program.find("push button", "Cancel"))
        program.wait_gone("push button", "Copy Link")
        sign_in_button(program)
        assert not server.secrets(), "a token was asked for"


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments):
        return None


def follow_by_hand(url):
    """Returns: where the authorization server leads to."""
    try:
        urllib.request.build_opener(Stay).open(url, timeout=30)
    except urllib.error.HTTPError as response:
        return response.headers["Location"]
    raise AssertionError("the authorization server led nowhere")


def takes_a_pasted_address(sitting):
    person, browser = sitting
    program = person.program
    with Server(program.desktop.home, "pasted") as server:
        browser.set(False)
        before = browser.count()
        person.add_server(server.url, "Pasted")
        program.click(sign_in_button(program))
        program.click(program.find("push button", re.compile("Paste Address")))
        led_to = follow_by_hand(browser.wait_for_url(before))
        entry = program.find("text", "Address that the browser was led to")
        program.fill(entry, "http://127.0.0.1/callback?code=x&state=y")
        program.key("Return")
        program.find("label", re.compile("another sign-in"))
        program.fill(entry, led_to)
        program.key("Return")
        person.wait_until_connected("Pasted")


def gets_access_and_calls_again(sitting):
    """A call that needs more than the token has: the way to it is on its card."""
    person, browser = sitting
    program = person.program
    with Server(program.desktop.home, "access", "--auth-challenge-scope", "mcp:read",
                "--auth-step-up", "find_products=mcp:write") as server:
        browser.set(True)
        person.add_server(server.url, "Access")
        program.click(sign_in_button(program))
        person.wait_until_connected("Access")
        person.choose("tools", "Find products")
        person.fill(query="headphones")
        person.call()
        program.find("label", "Additional permission required: mcp:write")
        program.click(program.find("push button", "Request Access…"))
        person.wait_for_result("OK")
        program.wait_gone("push button", "Request Access…")
        program.find("label", re.compile("Access granted"))
        program.click(person.wait_until_connected("Access"))
        program.find("label", re.compile("Signed in · mcp:read mcp:write · expires in"))


def signs_in_to_two_at_a_time(sitting):
    person, browser = sitting
    program = person.program
    home = program.desktop.home
    with Server(home, "first") as first, Server(home, "second") as second:
        browser.set(False)
        for server, name in ((first, "First"), (second, "Second")):
            person.add_server(server.url, name)
            before = browser.count()
            program.click(sign_in_button(program))
            program.find("push button", "Copy Link")
            browser.wait_for_url(before)  # or it would still go on by itself, below
        browser.set(True)
        for name in ("First", "Second"):
            program.click(program.find("list item", re.compile(f"^{name}")))
            program.click(program.find("push button", "Open Again"))
            person.wait_until_connected(name)
        # Neither saw what belongs to the other.
        assert not first.secrets() & second.secrets()


if __name__ == "__main__":
    with Desktop() as private, with_browser(private) as HOME:
        run(private,
            (lambda _desktop: contextlib.nullcontext(HOME), [signs_in_and_is_signed_in_next_time]),
            (lambda _desktop: a_later_window(HOME),
             [gets_access_and_calls_again, is_cancelled, takes_a_pasted_address,
              signs_in_to_two_at_a_time]))
