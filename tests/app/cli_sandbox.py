# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of spyglass-cli share: a home of their own, the demo server on a port, TAP."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLI, DEMO = sys.argv[1:3]
LONG = "--long" in sys.argv  # series are run whole
PATIENCE = 30  # seconds; a hang must fail one test, not the run

DONE, TOOL_ERROR, USAGE, UNREACHABLE, PROTOCOL, TIMEOUT, REFUSED, AUTHORIZATION = range(8)


class Skip(Exception):
    """The test cannot run here; the text says why."""


class Sandbox:
    """A home of its own, so that nothing of the person's is read or written."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="spyglass-cli-")
        self.env = dict(os.environ, HOME=self.home, XDG_CONFIG_HOME=self.home + "/.config",
                        XDG_DATA_HOME=self.home + "/.local/share",
                        XDG_STATE_HOME=self.home + "/.local/state", SECRET_BACKEND="file",
                        SECRET_FILE_TEST_PATH=self.home + "/secrets",
                        SECRET_FILE_TEST_PASSWORD="test")

    def allow_leaks(self):
        """libsecret's keyring in a file leaks an etag of it when a process writes a second time."""
        options = self.env.get("ASAN_OPTIONS", "")
        if "detect_leaks=0" in options:
            return
        self.env["ASAN_OPTIONS"] = f"{options}:detect_leaks=0".lstrip(":")

    def run(self, *words, stdin=None, pass_fds=(), **more):
        """@more: variables of the environment; None takes one away."""
        env = {name: value for name, value in {**self.env, **more}.items() if value is not None}
        return subprocess.run([CLI, *words], input=stdin, capture_output=True, text=True,
                              timeout=PATIENCE, env=env, check=False, cwd=self.home,
                              pass_fds=pass_fds)

    def path(self, *parts):
        return os.path.join(self.home, *parts)

    def write(self, text, *parts):
        """Returns the path of a file that says @text."""
        path = self.path(*parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def read_book(self):
        return self.read(".config", "spyglass", "servers.yaml")

    def close(self):
        # A keyring that is ending takes its own files away.
        shutil.rmtree(self.home, ignore_errors=True)


class HttpDemo:
    """The demo server on a port of its own."""

    def __init__(self, *options):
        self.process = subprocess.Popen([DEMO, "--http", *options], stderr=subprocess.PIPE,
                                        text=True)
        for line in self.process.stderr:
            match = re.match(r"Listening on (\S+)", line)
            if match:
                self.url = match.group(1)
                return
        raise AssertionError("the demo does not listen")

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def check(result, status):
    assert result.returncode == status, (
        f"exit status {result.returncode}, not {status}\n{result.stdout}\n{result.stderr}")
    return result


def read_error(result):
    lines = result.stderr.strip().splitlines()
    return json.loads(lines[-1])["error"]


def find_processes(mark):
    """The numbers of processes whose command line holds @mark, this one's ancestors aside."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(name))
        except OSError:
            pass
    return found


def run_tests(names):
    """Runs every function of @names that is called test_…; prints TAP; exits."""
    tests = [(name, function) for name, function in sorted(names.items())
             if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = False
    for number, (name, function) in enumerate(tests, 1):
        sandbox = Sandbox()
        title = name[5:].replace("_", "-")
        print(f"# running {title}", flush=True)
        try:
            function(sandbox)
            print(f"ok {number} {title}")
        except Skip as reason:
            print(f"ok {number} {title} # SKIP {reason}")
        except (AssertionError, OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
            failed = True
            print(f"not ok {number} {title}")
            for line in str(error).splitlines():
                print(f"# {line[:2000]}")
        finally:
            sandbox.close()
        sys.stdout.flush()
    sys.exit(1 if failed else 0)
