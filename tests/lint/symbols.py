#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the compiled floors use: no archive refers to a symbol of a floor above it or of a library
that it must not know, ui refers below app only to what the headers in ui-includes.txt declare, programs
without widgets are linked to no toolkit, and all programs have what the compiler and the linker can do
against attacks.

usage: symbols.py ROOT FLOOR=ARCHIVE... program=EXECUTABLE... window=EXECUTABLE... | --self-test"""

import os
import re
import subprocess
import sys
import tempfile

import floors
import lint

TOOLKIT = ("gtk_", "gdk_", "gsk_", "adw_")
LOADED = ("gnutls_",)  # when it is needed, by the names of its functions
FORBIDDEN = {
    "mcp-json": TOOLKIT + ("soup_", "json_", "yaml_", "secret_", "store_", "app_", "ui_"),
    "mcp": TOOLKIT + LOADED + ("yaml_", "secret_", "sqlite3_", "store_", "app_", "ui_"),
    "store": TOOLKIT + LOADED + ("soup_", "app_", "ui_"),
    "app": TOOLKIT + LOADED + ("soup_", "json_", "yaml_", "secret_", "ui_"),
    "ui": ("soup_", "json_", "yaml_", "secret_"),
}
TOOLKIT_LIBRARIES = re.compile(r"lib(gtk|adwaita|gtksourceview|gdk|cairo|pango)")


# What mcp/json has: JSON, and the macros of objects, which lead to one function.
GROUND = ("mcp_json_", "mcp_signal_new")


def undefined_symbols(archive):
    done = subprocess.run(["nm", "-u", "-j", archive], capture_output=True, text=True, check=True)
    return sorted({name.strip() for name in done.stdout.splitlines()
                   if name.strip() and not name.strip().endswith(":")})


# Of what `readelf` and `objdump` print of a program. The C library's own startup code has no landing
# pads in Debian 12, so that the linker does not mark a program as having them everywhere.
HARDENED = {
    "is always at the same address": r"Flags:.* PIE",
    "binds functions late": r"Flags:.* NOW",
    "leaves the addresses of functions writable": r"GNU_RELRO",
    "may execute its stack": r"GNU_STACK .* RW +0x",
    "does not guard its stack": r"UND __stack_chk_fail",
    "does not check sizes": r"UND __(?!stack)\w+_chk\b",
}
LANDING = "can be entered anywhere"
LANDING_PAD = re.compile(r"<main>:\n.*\bendbr64\b")


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def values_for_ui(root):
    tree = lint.Tree(root)
    values = floors.values_for_ui()
    headers = [path for path in tree.select(".h", under=["mcp", "store"])
               if os.path.basename(path) in values]
    return "\n".join(tree.read(path) for path in headers)


def check_archive(floor, archive, allowed):
    for symbol in undefined_symbols(archive):
        name = os.path.basename(archive)
        if symbol.startswith(FORBIDDEN[floor]):
            yield f"{name}: refers to {symbol}, which {floor} must not know"
        elif floor == "store" and symbol.startswith("mcp_") and not symbol.startswith(GROUND):
            yield f"{name}: refers to {symbol}; store may use only the ground"
        elif floor == "mcp-json" and symbol.startswith("mcp_") \
                and not symbol.startswith(GROUND):
            yield f"{name}: refers to {symbol}; the ground knows only itself"
        elif floor == "ui" and symbol.startswith(("mcp_", "store_")) \
                and not re.search(rf"\b{symbol}\b", allowed):
            yield f"{name}: refers to {symbol}, which is no value of tests/lint/ui-includes.txt"


def check_program(kind, program):
    name = os.path.basename(program)
    said = printed("readelf", "-Wldh", "--dyn-syms", program)
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", said) if kind == "program" else []:
        if TOOLKIT_LIBRARIES.match(library):
            yield f"{name}: linked to {library}"
    for fault, pattern in HARDENED.items():
        if not re.search(pattern, said):
            yield f"{name}: {fault}"
    if "X86-64" in said and not LANDING_PAD.search(
            printed("objdump", "-d", "--disassemble=main", program)):
        yield f"{name}: {LANDING}"


def check(root, arguments):
    allowed = values_for_ui(root)
    for argument in arguments:
        kind, _, path = argument.partition("=")
        yield from (check_program(kind, path) if kind in ("program", "window")
                    else check_archive(kind, path, allowed))


def compile_archive(folder, floor, code):
    source, compiled = os.path.join(folder, "a.c"), os.path.join(folder, "a.o")
    archive = os.path.join(folder, f"lib{floor}.a")
    with open(source, "w", encoding="utf-8") as file:
        file.write(code)
    subprocess.run(["cc", "-c", "-o", compiled, source], check=True)
    subprocess.run(["ar", "rcs", archive, compiled], check=True)
    return archive


PROOFS = [
    ("mcp", "int g_free (int); int f (void) { return g_free (1); }", None),
    ("mcp", "int gtk_init (int); int f (void) { return gtk_init (1); }", "refers to gtk_init"),
    ("mcp", "int gnutls_a (int); int f (void) { return gnutls_a (1); }", "refers to gnutls_a"),
    ("store", "int mcp_client_a (int); int f (void) { return mcp_client_a (1); }", "mcp_client_a"),
    ("store", "int mcp_json_a (int); int f (void) { return mcp_json_a (1); }", None),
    ("app", "int ui_a (int); int f (void) { return ui_a (1); }", "refers to ui_a"),
    ("ui", "int mcp_client_a (int); int f (void) { return mcp_client_a (1); }", "mcp_client_a"),
    ("ui", "int mcp_json_value_b (int); int f (void) { return mcp_json_value_b (1); }", None),
]


# A program, and what it is compiled with where everything is on, and where nothing is.
PROGRAM = """#include <unistd.h>
int main (int count, char **words) { char text[64]; return (int) read (0, text, count) + text[0]; }
"""
ON = ["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", "-fPIE", "-pie", "-fstack-protector-strong",
      "-fcf-protection=full", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,-z,noexecstack"]
OFF = ["-O2", "-U_FORTIFY_SOURCE", "-fno-pie", "-no-pie", "-fno-stack-protector", "-fcf-protection=none",
       "-Wl,-z,norelro", "-Wl,-z,lazy", "-Wl,-z,execstack"]


def self_test_programs():
    x86 = os.uname().machine == "x86_64"
    for flags, expected in (ON, []), (OFF, list(HARDENED) + [LANDING] * x86):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "a")
            subprocess.run(["cc", "-x", "c", "-", "-o", program]
                           + [flag for flag in flags if x86 or "cf-protection" not in flag],
                           input=PROGRAM, text=True, check=True)
            found = list(check_program("program", program))
        if found != [f"a: {fault}" for fault in expected]:
            yield f"{flags}: expected {expected}, found {found}"


def self_test():
    yield from self_test_programs()
    for floor, code, expected in PROOFS:
        with tempfile.TemporaryDirectory() as folder:
            archive = compile_archive(folder, floor, code)
            found = list(check_archive(floor, archive, "int mcp_json_value_b (int);"))
        if expected is None and found or expected and not any(expected in line for line in found):
            yield f"{floor}: {code}: expected {expected}, found {found}"


def main():
    if sys.argv[1:] == ["--self-test"]:
        findings = list(self_test())
    elif len(sys.argv) > 2:
        findings = list(check(sys.argv[1], sys.argv[2:]))
    else:
        sys.exit(__doc__)
    print("\n".join(findings) or "nothing found")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
