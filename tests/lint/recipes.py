#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is in packaging/ and debian/ says the version of meson.build and brings what that needs, and
flatpak-builder reads its manifest without a complaint (it warns of an unknown key, and goes on)."""

import json
import os
import re
import shutil
import subprocess
import tempfile

import lint

MANIFEST = "packaging/flatpak/io.github.spyglass_mcp.Spyglass.yml"
MAX_LINES = 40
# A module of pkg-config, and what Arch and Nix call what has it.
NAMES = {
    "gdk-pixbuf-2.0": ("gdk-pixbuf2", "gdk-pixbuf"),
    "glib-2.0": ("glib2", "glib"),
    "gnutls": ("gnutls", "gnutls"),
    "gtk4": ("gtk4", "gtk4"),
    "gtksourceview-5": ("gtksourceview5", "gtksourceview5"),
    "hiredis": ("hiredis", "hiredis"),
    "json-glib-1.0": ("json-glib", "json-glib"),
    "libadwaita-1": ("libadwaita", "libadwaita"),
    "libarchive": ("libarchive", "libarchive"),
    "libseccomp": ("libseccomp", "libseccomp"),
    "libsecret-1": ("libsecret", "libsecret"),
    "libsoup-3.0": ("libsoup3", "libsoup_3"),
    "md4c": ("md4c", "md4c"),
    "sqlite3": ("sqlite", "sqlite"),
    "yaml-0.1": ("libyaml", "libyaml"),
}
PARTS_OF_GLIB = ("gio-2.0", "gio-unix-2.0", "gobject-2.0")
# What runs without being linked: themes, loaders of images, TLS.
UNLINKED = {"adwaita-icon-theme", "glib-networking", "hicolor-icon-theme", "librsvg",
            "webp-pixbuf-loader"}
NOT_IN_RUNTIME = {"yaml-0.1": "libyaml", "hiredis": "hiredis", "md4c": "md4c"}
# The recipe; which of NAMES it has; where its version and its dependencies are.
RECIPES = (
    ("packaging/aur/PKGBUILD", 0, r"^pkgver=(\S+)", r"^depends=\(([^)]*)\)"),
    ("packaging/nix/package.nix", 1, r'version = "([^"]*)"', r"(?<!native)buildInputs = \[([^\]]*)\]"),
)
WORKFLOW = "packaging/github/mcp-server.yml"


def found(pattern, text):
    match = re.search(pattern, text, re.M | re.I)
    return match.group(1) if match else ""


def check_recipe(tree, recipe, version, modules):
    path, column, version_place, needs_place = recipe
    text = tree.read(path)
    have = set(found(needs_place, text).split())
    needed = {NAMES[module][column] for module in modules if module in NAMES}
    if found(version_place, text) != version:
        yield f"{path}: the version is {version} in meson.build"
    for name in sorted(needed - have):
        yield f"{path}: {name} is missing"
    for name in sorted(have - needed - UNLINKED):
        yield f"{path}: nothing needs {name}"
    if text.count("\n") > MAX_LINES:
        yield f"{path}: more than {MAX_LINES} lines"


def check_debian(tree, version, build):
    control, table = tree.read("debian/control"), tree.read("dev")
    if not tree.read("debian/changelog").startswith(f"spyglass ({version}-"):
        yield f"debian/changelog: the version is {version} in meson.build"
    for module, floor in re.findall(r"\bdependency\('([^']+)', version: '(>= [^']+)'", build):
        package = found(rf"^build pkg:{re.escape(module)} (\S+)", table)
        if package and f" {package} ({floor})" not in control:
            yield f"debian/control: {package} ({floor}) is missing"


def check_manifest(tree, app_id, modules):
    if shutil.which("flatpak-builder") is None:
        raise lint.Skip("flatpak-builder is not installed")
    # It leaves its cache in the folder in which it is started.
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(["flatpak-builder", "--show-manifest",
                              os.path.abspath(tree.absolute(MANIFEST))],
                             cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode != 0 or run.stderr:
        yield f"{MANIFEST}: {run.stderr.strip() or run.returncode}"
        return
    manifest = json.loads(run.stdout)
    built = {module["name"] for module in manifest["modules"]}
    if manifest["id"] != app_id:
        yield f"{MANIFEST}: the program is {app_id}"
    for module in sorted(set(NOT_IN_RUNTIME) & modules):
        if NOT_IN_RUNTIME[module] not in built:
            yield f"{MANIFEST}: {module} is missing, which the runtime does not have"
    for module in manifest["modules"]:
        for source in module["sources"]:
            if source["type"] != "dir" and not re.fullmatch("[0-9a-f]{64}", source.get("sha256", "")):
                yield f"{MANIFEST}: a source of {module['name']} has no sum"


def check(tree):
    build = tree.read("meson.build")
    version = found(r"^  version: '([^']*)'", build)
    modules = {module for path in tree.select("meson.build") if not path.startswith("tests/")
               for module in re.findall(r"\bdependency\('([^']+)'", tree.read(path))}
    modules -= set(PARTS_OF_GLIB)
    for module in sorted(modules - set(NAMES)):
        yield f"{module}: say in recipes.py what Arch and Nix call it, and whether the runtime has it"
    for recipe in RECIPES:
        yield from check_recipe(tree, recipe, version, modules)
    if f"/v{version}/spyglass-cli_{version}-" not in tree.read(WORKFLOW):
        yield f"{WORKFLOW}: the version is {version} in meson.build"
    yield from check_debian(tree, version, build)
    yield from check_manifest(tree, found(r"^app_id = '([^']*)'", build), modules)


def example(build="dependency('md4c')", arch="md4c", module="md4c", key="command"):
    return {
        "meson.build": f"project('a',\n  version: '1.2',\n)\napp_id = 'a.b.C'\n{build}\n",
        "packaging/aur/PKGBUILD": f"pkgver=1.2\ndepends=({arch})\n",
        "packaging/nix/package.nix":
            'version = "1.2"; nativeBuildInputs = [ meson ]; buildInputs = [ md4c librsvg ];',
        WORKFLOW: "/v1.2/spyglass-cli_1.2-1",
        "dev": "build pkg:md4c libmd4c-dev md4c md4c\n",
        "debian/changelog": "spyglass (1.2-1) unstable",
        "debian/control": "Build-Depends:\n libmd4c-dev (>= 0.4),\n",
        MANIFEST: f"id: a.b.C\n{key}: c\nfinish-args: [--share=ipc]\nmodules:\n"
                  f"  - name: {module}\n    sources:\n      - {{type: dir, path: .}}\n",
    }


PROOFS = [
    (example(), None),
    (example(arch="md4c librsvg"), None),
    (example(arch="librsvg"), "PKGBUILD: md4c is missing"),
    (example(arch="md4c ruby"), "nothing needs ruby"),
    (example(build="dependency('md4c') dependency('new-1')"), "new-1: say in recipes.py"),
    (example(build="dependency('md4c', version: '>= 0.4')"), None),
    (example(build="dependency('md4c', version: '>= 0.5')"), "libmd4c-dev (>= 0.5) is missing"),
    (dict(example(), **{"debian/changelog": "spyglass (1.1-1)"}), "debian/changelog: the version is 1.2"),
    (example(module="other"), "md4c is missing, which the runtime"),
    (example(key="commando"), "commando"),
    (dict(example(), **{"packaging/aur/PKGBUILD": "pkgver=1.1\ndepends=(md4c)\n"}), "version is 1.2"),
    (dict(example(), **{WORKFLOW: "/v1.1/spyglass-cli_1.1-1"}), "version is 1.2"),
    (dict(example(), **{MANIFEST: "id: a.b.C\nmodules:\n  - name: md4c\n    sources:\n"
                                  "      - {type: archive, url: 'https://a/b.tar.gz'}\n"}), "no sum"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
