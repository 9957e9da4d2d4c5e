# SPDX-License-Identifier: GPL-3.0-or-later
"""What all lint scripts share: the files of a tree, and a main function.

A script gives main() a check, which yields findings for a tree, and its proofs: small trees as
{path: text}, each with a part of the finding that it must lead to, or None where it must lead to
none. `SCRIPT ROOT` prints the findings and fails if there are any; `SCRIPT --self-test` shows that
the check can fail at all."""

import os
import subprocess
import sys
import tempfile

SKIPPED = 77  # meson: the test was skipped


class Skip(Exception):
    """The check cannot be made on this machine."""


class Tree:
    def __init__(self, root):
        self.root = root
        self.paths = sorted(self._list())

    def _list(self):
        if os.path.exists(os.path.join(self.root, ".git")):
            listed = subprocess.run(
                ["git", "-c", "safe.directory=*", "-C", self.root, "ls-files", "-z", "--cached",
                 "--others", "--exclude-standard"],
                capture_output=True, check=True).stdout.decode().split("\0")
            return [path for path in listed if path and os.path.exists(self.absolute(path))]
        found = []
        for folder, names, files in os.walk(self.root):
            names[:] = [name for name in names
                        if not name.startswith("build") and name not in (".git", "__pycache__")]
            found += [os.path.relpath(os.path.join(folder, name), self.root) for name in files]
        return found

    def absolute(self, path):
        return os.path.join(self.root, path)

    def select(self, *endings, under=None):
        """The paths with one of the endings, in one of the folders if any are named."""
        folders = tuple(folder + "/" for folder in under) if under else ("",)
        return [path for path in self.paths if path.endswith(endings) and path.startswith(folders)]

    def read(self, path):
        with open(self.absolute(path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def lines(self, path):
        """Its lines with their numbers, from 1."""
        return enumerate(self.read(path).splitlines(), 1)


def make_tree(root, files):
    for path, text in files.items():
        target = os.path.join(root, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
    return Tree(root)


def prove(check, proofs):
    """Runs the check over the proofs; yields what does not come out as it must."""
    for files, expected in proofs:
        with tempfile.TemporaryDirectory() as root:
            findings = list(check(make_tree(root, files)))
        if expected is None and findings:
            yield f"{list(files)}: should be clean, but: {findings}"
        elif expected is not None and not any(expected in finding for finding in findings):
            yield f"{list(files)}: should be found as “{expected}”, but: {findings}"


def main(check, proofs):
    arguments = sys.argv[1:]
    try:
        if arguments == ["--self-test"]:
            findings = list(prove(check, proofs))
            done = f"{len(proofs)} proofs came out as they must"
        elif len(arguments) == 1:
            findings = list(check(Tree(arguments[0])))
            done = "nothing found"
        else:
            sys.exit(f"usage: {sys.argv[0]} ROOT | --self-test")
    except Skip as skip:
        print(skip)
        sys.exit(SKIPPED)
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings" if findings else done)
    sys.exit(1 if findings else 0)
