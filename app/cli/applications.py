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
PARTS = {"command": "command", "args": "arguments", "cwd": "working folder",
         "env": "environment", "url": "URL", "headers": "headers"}
PAGE = """\
.\\" SPDX-License-Identifier: GPL-3.0-or-later
.TH SPYGLASS\\-APPLICATIONS 7 "{date}" "Spyglass {version}" "Spyglass"
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
.SH VARIABLES
A variable of the environment, such as
.BR ${{API_KEY}} ,
is translated into the spelling of each application, in the parts that it replaces it in. In all
other parts it is written as it is and named; so is what an application has no spelling for, such
as the text for a variable that is not set, or a variable inside that text.
.I By name
means that the application takes the value of a variable or a header from its own environment, and
that its file has the name of that variable alone.
{variables}
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


def make_variables_row(client):
    """In which parts which spellings are replaced."""
    said = client["variables"]
    texts = [f"{', '.join(PARTS[part] for part in said[key])}: {how}"
             for key, how in (("replaced_in", said["spellings"]), ("by_name", "by name"))
             if said[key]]
    return (f".TP\n.B \"{escape(client['name'])}\"\n"
            f"{escape('; '.join(texts) or 'none')}")


def main():
    cli, version, date, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        clients = list_clients(cli)
        file.write(PAGE.format(version=version, date=date, rows="\n".join(map(make_row, clients)),
                               variables="\n".join(make_variables_row(client)
                                                   for client in clients if client["writable"])))


if __name__ == "__main__":
    main()
