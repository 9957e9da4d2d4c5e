#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""spyglass-applications(7): what an entry of each application's file can say.

Usage: applications.py SPYGLASS-CLI VERSION OUTPUT"""

import json
import subprocess
import sys
import tempfile

COLUMNS = (("stdio", "stdio"), ("http", "HTTP"), ("sse", "SSE"), ("cwd", "working folder"),
           ("timeout", "timeout"), ("switch", "on and off"), ("enabled_tools", "allowed tools"),
           ("disabled_tools", "hidden tools"), ("approval", "approval"), ("oauth", "OAuth"),
           ("variables", "variables"))
PAGE = """\
.\\" SPDX-License-Identifier: GPL-3.0-or-later
.TH SPYGLASS\\-APPLICATIONS 7 "" "Spyglass {version}" "Spyglass"
.SH NAME
spyglass\\-applications \\- what the files of other applications can hold
.SH DESCRIPTION
What an entry of each application can say. Spyglass carries what the application has a member for,
and names what it leaves out. The word is what
.BR spyglass\\-cli (1)
calls the application by;
.B spyglass\\-cli config clients \\-\\-json
says where its file is on Linux, macOS and Windows, and in Flatpak and Snap packages.
.TP
.I bridge
Remote servers are reached through
.BR "npx \\-y mcp\\-remote" .
.TP
.I read only
Its servers can be imported; nothing is written.
.SH APPLICATIONS
{rows}
.SH SEE ALSO
.BR spyglass (1),
.BR spyglass\\-cli (1)
"""


def list_clients(cli):
    with tempfile.TemporaryDirectory() as home:
        words = [cli, "config", "clients", "--json", "--home", home]
        return json.loads(subprocess.run(words, check=True, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE).stdout)


def list_abilities(client):
    return ["HTTP (bridge)" if field == "http" and "bridge" in client["fields"] else title
            for field, title in COLUMNS
            if field in client["fields"] or (field == "http" and "bridge" in client["fields"])]


def escape(text):
    return text.replace("\\", "\\e").replace("-", "\\-")


def make_row(client):
    words = client["id"] + ("" if client["writable"] else ", read only")
    return (f".TP\n.BR \"{escape(client['name'])}\" \" ({escape(words)})\"\n"
            f"{escape('; '.join(list_abilities(client)))}")


def main():
    cli, version, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        file.write(PAGE.format(version=version, rows="\n".join(map(make_row, list_clients(cli)))))


if __name__ == "__main__":
    main()
