# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of spyglass-cli share: a home of their own, the demo server on a port, TAP.

After their other arguments they take --case TITLE, which may be repeated, to run these cases alone."""

import argparse
import atexit
import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

import auth_demo

CLI, DEMO = sys.argv[1:3]
PAGE = os.path.join(os.path.dirname(CLI), "spyglass-cli.1")  # the manual page, made with the program
LONG = "--long" in sys.argv  # series are run whole

# The servers that tests start, or import
SERVERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "servers")
sys.path.insert(0, SERVERS)
PATIENCE = 60  # seconds; a hang must fail one test, not the run

# How a program is started that the system ends when we end, even by being killed. It counts from
# the thread that starts it.
WITH_US = ("setpriv", "--pdeathsig", "KILL") if shutil.which("setpriv") else ()

# How a server of a few lines is started: without what a site adds, which takes longer than all else.
PYTHON = (sys.executable, "-IS")

# None of those that the system gives to whoever asks for any.
PORTS = iter(random.sample(range(20000, 30000), 1000))

DONE, TOOL_ERROR, USAGE, UNREACHABLE, PROTOCOL, TIMEOUT, REFUSED, AUTHORIZATION = range(8)


class Skip(Exception):
    """The test cannot run here; the text says why."""


def need_openssl():
    if shutil.which("openssl") is None:
        raise Skip("openssl is not installed")


def create_certificate(sandbox, *names):
    """One that signs itself. Returns: the paths of the key and of the certificate"""
    need_openssl()
    key, certificate = sandbox.path("key.pem"), sandbox.path("certificate.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-days", "90", "-subj", "/CN=test", "-addext", "subjectAltName=" + ",".join(names),
                    "-keyout", key, "-out", certificate], capture_output=True, check=True, timeout=PATIENCE)
    return key, certificate


class Sandbox:
    """A home of its own, so that nothing of the person's is read or written."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="spyglass-cli-")
        # What GLib complains of is a bug of ours, also where a case is run by hand.
        self.env = dict(os.environ, G_DEBUG="fatal-warnings", HOME=self.home, XDG_CONFIG_HOME=self.home + "/.config",
                        XDG_CACHE_HOME=self.home + "/.cache",
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


class Demo:
    """The demo server with @options, at an address of its own."""

    shared = {}
    command = [DEMO]

    def __init__(self, *options):
        self.process = subprocess.Popen([*WITH_US, *self.command, *options], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            match = re.match(r"Listening on (\S+)", line)
            if match:
                self.url = match.group(1)
                return
        self.stop()
        raise AssertionError("the demo does not listen")

    @classmethod
    def share(cls, *options):
        """The address of one that all cases use: for those which neither change it nor mind what
        others asked of it. It ends with the tests."""
        if (cls, options) not in cls.shared:
            cls.shared[cls, options] = cls(*options)
            atexit.register(cls.shared[cls, options].stop)
        return cls.shared[cls, options].url

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def __enter__(self):
        return self.url

    def __exit__(self, *_):
        self.stop()


class HttpDemo(Demo):
    def __init__(self, *options):
        super().__init__("--http", *options)


class GuardedDemo(Demo):
    """The demo behind an authorization server of its own."""

    command = auth_demo.command(DEMO)


def check(result, status):
    assert result.returncode == status, (
        f"exit status {result.returncode}, not {status}\n{result.stdout}\n{result.stderr}")
    return result


def read_error(result):
    lines = result.stderr.strip().splitlines()
    return json.loads(lines[-1])["error"]


def find_processes(mark, place="cmdline"):
    """The numbers of processes whose command line, or environ, holds @mark, but this one's."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/{place}", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(name))
        except OSError:
            pass
    return found


def wait_until(condition, what):
    """For what can only be looked at: nobody tells when it is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def find_port():
    """One of 127.0.0.1 where nobody listens, another each time."""
    for port in PORTS:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise Skip("no port is free")


def choose_tests(names):
    """Pairs of title and function: all that are called test_…, or those that --case names."""
    tests = {name[5:].replace("_", "-"): function for name, function in sorted(names.items())
             if name.startswith("test_")}
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--case", action="append", choices=tests, default=[])
    asked = parser.parse_known_args()[0].case
    return [(title, function) for title, function in tests.items() if not asked or title in asked]


def run_tests(names):
    """Runs every function of @names that is called test_…; prints TAP; exits."""
    # Whatever started the tests may ignore these (nohup, a job in the background).
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    tests = choose_tests(names)
    print(f"1..{len(tests)}")
    failed = False
    for number, (title, function) in enumerate(tests, 1):
        sandbox = Sandbox()
        print(f"# running {title}", flush=True)
        begun = time.monotonic()
        try:
            function(sandbox)
            print(f"ok {number} {title}")
        except Skip as reason:
            print(f"ok {number} {title} # SKIP {reason}")
        except Exception as error:  # pylint: disable=broad-except
            failed = True
            if not isinstance(error, AssertionError) or not str(error):
                error = traceback.format_exc()
            # Before the verdict: what follows one belongs to the next case.
            for line in str(error).splitlines():
                print(f"# {line[:2000]}")
            print(f"not ok {number} {title}")
        finally:
            sandbox.close()
        print(f"# took {time.monotonic() - begun:.2f} {title}", flush=True)
    sys.exit(1 if failed else 0)
