#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a page of documentation points to is there."""

import os
import re

import lint

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def check(tree):
    for path in tree.select(".md"):
        for number, line in tree.lines(path):
            for target in LINK.findall(line):
                if re.match(r"\w+:|#", target):
                    continue
                place = os.path.normpath(os.path.join(os.path.dirname(path), target.split("#")[0]))
                if not os.path.exists(tree.absolute(place)):
                    yield f"{path}:{number}: there is no {target}"


PROOFS = [
    ({"README.md": "[a](LICENSE) [b](https://example.org/x) ![c](data/c.png)",
      "LICENSE": "", "data/c.png": ""}, None),
    ({"README.md": "![c](data/c.png)"}, "there is no data/c.png"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
