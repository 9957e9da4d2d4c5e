# SPDX-License-Identifier: GPL-3.0-or-later
"""The homes of this folder, and copies of them that a test can use.

NAME/person is what the state of commit NAME left in /home/person; NAME/expected.json says what is
in it. make.py made both, and says how. Every issue that changes a format keeps these homes as they
are and adds one of its own."""

import json
import os
import shutil

FOLDER = os.path.dirname(os.path.abspath(__file__))
HOME = "/home/person"
SPYGLASS = (".config/spyglass", ".local/share/spyglass", ".local/state/spyglass")
DATABASE = ".local/share/spyglass/spyglass.db"
SAVED = ".config/spyglass/saved-calls.json"
HISTORY = ("history", "--limit", "999")  # all of it
# Where a server's command is found, which is “spyglass-demo” in each home.
PROGRAMS = ".local/bin"
# What was a secret when a home was made: none of it may be in there.
SECRETS = {"variable": "kept-s3cret-of-a-variable", "bearer": "b3arer-token-of-a-header",
           "key": "sk-made-up-0123456789abcdef", "client": "s3cret-of-a-client",
           "preset": "Pr3set-door-password"}


def list_names():
    return sorted(name for name in os.listdir(FOLDER)
                  if os.path.exists(os.path.join(FOLDER, name, "expected.json")))


def read_expected(name):
    with open(os.path.join(FOLDER, name, "expected.json"), encoding="utf-8") as file:
        return json.load(file)


def walk(home):
    """The paths of all files, below @home."""
    return sorted(os.path.relpath(os.path.join(folder, name), home)
                  for folder, _, names in os.walk(home) for name in names)


def read_facts(home):
    """Of all files and folders the mode, as a person writes it, and of files also when they were
    changed, in nanoseconds."""
    facts = {}
    for folder, folders, files in os.walk(home):
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            status = os.stat(path)
            facts[os.path.relpath(path, home)] = [f"{status.st_mode & 0o777:o}"] + (
                [status.st_mtime_ns] if name in files else [])
    return facts


def copy(name, home, demo):
    """Makes @home a copy of a home, as if it had been there from the beginning.

    Git keeps of a mode only whether a file is a program, and no times, so that expected.json has
    them. Where files say /home/person, they say @home. The database does not say it, and is not
    touched: what it keeps is found by its hash. What was written to applications does not say it
    either, for the same reason."""
    shutil.copytree(os.path.join(FOLDER, name, "person"), home, dirs_exist_ok=True)
    for path, (mode, *changed) in read_expected(name)["files"].items():
        whole = os.path.join(home, path)
        if changed and path != DATABASE:
            with open(whole, "rb") as file:
                text = file.read()
            with open(whole, "wb") as file:
                file.write(text.replace(HOME.encode(), os.fsencode(home)))
        os.chmod(whole, int(mode, 8))
        if changed:
            os.utime(whole, ns=(changed[0], changed[0]))
    os.makedirs(os.path.join(home, PROGRAMS))
    os.symlink(os.path.abspath(demo), os.path.join(home, PROGRAMS, "spyglass-demo"))


def environment(home):
    """What programs find it by, over the variables that a test has."""
    return {"HOME": home, "XDG_CONFIG_HOME": f"{home}/.config",
            "XDG_DATA_HOME": f"{home}/.local/share", "XDG_STATE_HOME": f"{home}/.local/state",
            "XDG_CACHE_HOME": f"{home}/.cache", "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "PATH": f"{home}/{PROGRAMS}:{os.environ['PATH']}"}
