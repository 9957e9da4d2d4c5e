# SPDX-License-Identifier: GPL-3.0-or-later
"""Signing in with spyglass-cli where the test is the browser, and what the servers saw of it."""

import http.client
import json
import signal
import subprocess
import time
import urllib.parse

from auth_demo import AuthDemo, get, request
from cli_sandbox import CLI, DEMO, PATIENCE

# What a browser does not follow any further.
MAX_HOPS = 5


class Seen(AuthDemo):
    """The demo, and what it saw by what it is about."""

    def __init__(self, *options):
        super().__init__(DEMO, *options)

    def at(self, path, method=None):
        """Requests whose path ends so."""
        return [one for one in self.read_log()
                if one["path"].endswith(path) and method in (None, one["method"])]

    def signed(self):
        """Requests that carry a token, by their host."""
        return [one for one in self.read_log() if "authorization" in one["headers"]]


def start(sandbox, *words, **more):
    return subprocess.Popen([CLI, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**sandbox.env, **more},
                            cwd=sandbox.home)


def follow(url):
    """Goes where a browser would. Returns the answers; the last one is the page that stays."""
    answers = []
    for _ in range(MAX_HOPS):
        try:
            answers.append(get(url))
        except (OSError, http.client.HTTPException):
            # Who waited has what it waited for, and is gone.
            break
        if not 300 <= answers[-1].status < 400:
            break
        url = urllib.parse.urljoin(url, answers[-1].location)
    return answers


def outlive(sandbox, url, more=0):
    """Waits until the token that is kept has ended, and @more seconds."""
    status = json.loads(sandbox.run("auth", "status", "--json", "--server", url).stdout)
    time.sleep(max(0, status["expires"] + more - time.time()))


def read_address(process):
    """The address that a browser is to open. Returns it or None, and what was said before."""
    said = []
    for line in process.stderr:
        said.append(line)
        if line.startswith("http"):
            return line.strip(), said
    return None, said


class Flow:
    """One run of “auth steps”, or of another action, in which the test is the browser."""

    def __init__(self, sandbox, url, *options, browse=follow, action=("steps",)):
        words = ("auth", *action, "--json", "--browser", "none", "--server", url, *options)
        sandbox.allow_leaks()  # what is kept of a sign-in is written again and again
        process = start(sandbox, *words)
        self.answers, self.later = [], {}
        address, said = read_address(process)
        self.opened = address
        if address is not None:
            self.answers = browse(address)
            if not self.came_back():
                # Nothing comes back any more: the person gives up.
                process.send_signal(signal.SIGINT)
        out, rest = process.communicate(timeout=PATIENCE)
        self.said = "".join(said) + rest
        self.status = process.returncode
        shown = json.loads(out) if out.strip() else []
        self.steps = shown if isinstance(shown, list) else []
        self.findings = {finding["id"]: finding for step in self.steps if "findings" in step
                         for finding in step["findings"]}

    def came_back(self):
        """Whether the callback was taken, which leads the browser away."""
        return any(answer.location == "/done" for answer in self.answers)

    @property
    def done(self):
        return self.status == 0

    @property
    def failed_step(self):
        return next((step["step"] for step in self.steps if step["state"] == "failed"), None)

    def __repr__(self):
        found = [f"{one['id']} ({one['severity']}, {one['fault']}): {one['seen']}"
                 for one in self.findings.values()]
        return (f"status {self.status}, failed at {self.failed_step}, found {found}, "
                f"browser {self.answers}, said {self.said[:600]}")


class Callback:
    """The browser, which brings what it likes to the page that waits."""

    def __init__(self, act):
        self.act = act

    def __call__(self, url):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
        self.redirect, self.state = query["redirect_uri"][0], query["state"][0]
        self.url = url
        return self.act(self) or []

    def bring(self, **parameters):
        pairs = [(name, value) for name, value in parameters.items() if value is not None]
        return get(f"{self.redirect}?{urllib.parse.urlencode(pairs)}")

    def come_back(self, **parameters):
        """Brings them, and goes where a browser is led then, which the program waits for."""
        answer = self.bring(**parameters)
        return [answer, *follow(urllib.parse.urljoin(self.redirect, answer.location))]

    def send(self, method="GET", path=None, host=None):
        parts = urllib.parse.urlsplit(self.redirect)
        headers = {} if host is None else {"Host": host}
        return request(method, f"http://{parts.netloc}{path or parts.path + '?code=x'}", **headers)

    def fetch_back(self):
        """Where the authorization server leads to."""
        return get(self.url).location
