#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The version is in meson.build; the news, the metainfo, the manual pages and Debian's changelog say the
same. What is in packaging/ is for recipes.py."""

import datetime
import re

import lint

MESON = re.compile(r"project\([^)]*?version:\s*'([^']+)'")
DAY = re.compile(r"^release_date = '([^']+)'", re.MULTILINE)
NEWS = re.compile(r"^# Spyglass (\S+?), (.*)$", re.MULTILINE)
RELEASE = re.compile(r'<release version="([^"]+)" date="([^"]+)"')
METAINFO = "data/io.github.spyglass_mcp.Spyglass.metainfo.xml.in"
# Where else it is: a pattern for each, and every match is compared.
PLACES = [
    (METAINFO, r"spyglass/v(\d[^/]*)/"),
    ("debian/changelog", r"\A\S+ \((?:\d+:)?([^)~-]+)"),
]
MANUAL = r'^\.TH \S+ \d "[^"]*" "Spyglass ([^"]+)"'


def get_date(text):
    for form in ("%d %B %Y", "%Y-%m-%d"):
        try:
            return datetime.datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def check_releases(tree):
    """News and metainfo have the same releases, of the same days, the newest first."""
    news = [(version, get_date(date)) for version, date in NEWS.findall(tree.read("NEWS.md"))]
    releases = [(version, get_date(date)) for version, date in RELEASE.findall(tree.read(METAINFO))]
    if news != releases:
        yield f"NEWS.md has {news}, and the metainfo {releases}"
    if any(date is None for _, date in news + releases):
        yield "NEWS.md: a release has no day, such as 29 November 2026"
    if [date for _, date in releases] != sorted((date for _, date in releases), reverse=True):
        yield f"{METAINFO}: the newest release is not the first"


def get_versions(tree):
    for path, pattern in PLACES:
        if path in tree.paths:
            yield path, re.findall(pattern, tree.read(path))
    for path in tree.select(".1", ".7", under=["data"]):
        yield path, re.findall(MANUAL, tree.read(path), re.MULTILINE)


def check(tree):
    if "NEWS.md" not in tree.paths or METAINFO not in tree.paths:
        yield "there is no NEWS.md, or no metainfo"
        return
    version = MESON.search(tree.read("meson.build")).group(1)
    news = NEWS.search(tree.read("NEWS.md"))
    if news is None or news.group(1) != version:
        yield f"NEWS.md does not begin with “# Spyglass {version}, ” and a day"
        return
    day = DAY.search(tree.read("meson.build"))
    if day is None or get_date(day.group(1)) != get_date(news.group(2)):
        yield "meson.build: the release_date is not that of NEWS.md"
    yield from check_releases(tree)
    for path, versions in get_versions(tree):
        if not versions:
            yield f"{path}: no version is found"
        for found in versions:
            if found != version:
                yield f"{path}: {found}, and meson.build has {version}"


GOOD = {
    "meson.build": "project('spyglass', 'c',\n  version: '0.2.0')\nrelease_date = '2026-11-29'\n",
    "NEWS.md": "# Spyglass 0.2.0, 29 November 2026\n\n# Spyglass 0.1.0, 20 November 2026\n",
    METAINFO: ('<image>https://x/spyglass/v0.2.0/data/a.png</image>\n'
               '<release version="0.2.0" date="2026-11-29"><release version="0.1.0" date="2026-11-20">'),
    "data/spyglass.1": '.TH SPYGLASS 1 "2026-11-29" "Spyglass 0.2.0" "User Commands"',
    "debian/changelog": "spyglass (0.2.0-1) unstable; urgency=medium\n\nspyglass (0.1.0-1) unstable\n",
}

PROOFS = [
    (GOOD, None),
    (GOOD | {"meson.build": "project('spyglass', 'c', version: '0.3.0')"}, "does not begin with"),
    (GOOD | {"meson.build": GOOD["meson.build"].replace("-29", "-28")}, "the release_date is not"),
    (GOOD | {"NEWS.md": "# Spyglass 0.2.0, unreleased\n"}, "has no day"),
    (GOOD | {"NEWS.md": "# Spyglass 0.2.0, 28 November 2026\n\n# Spyglass 0.1.0, 20 November 2026\n"},
     "and the metainfo"),
    (GOOD | {METAINFO: GOOD[METAINFO].replace("/v0.2.0/", "/v0.1.0/")}, "Spyglass.metainfo.xml.in: 0.1.0"),
    (GOOD | {"data/spyglass.1": GOOD["data/spyglass.1"].replace("0.2", "0.1")}, "spyglass.1: 0.1.0"),
    (GOOD | {"debian/changelog": "spyglass (0.1.0-1) unstable\n"}, "debian/changelog: 0.1.0"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
