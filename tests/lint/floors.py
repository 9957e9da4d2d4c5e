#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrows run down only: which headers each floor may include.

ui shows, app decides, store keeps, mcp speaks. What ui may see of the floors below app, immutable
values, is listed in ui-includes.txt beside this script."""

import os
import re

import lint

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
TOOLKIT = ("gtk/", "gdk/", "gsk/", "adwaita", "gtksourceview/", "graphene", "pango")
CONFIG = "spyglass-config.h"

# folder: (prefixes of our headers, beginnings of foreign headers that it must not use); the first
# folder that a path begins with counts. The demo server has an HTTP side of its own.
FLOORS = {
    "mcp/json": (("mcp-json-",),
                 TOOLKIT + ("gio/", "libsoup/", "json-glib/", "yaml", "libsecret/", "gnutls/")),
    # A room that could be a library: values, and findings about them.
    "mcp/schema": (("mcp-schema", "mcp-json-", "mcp-finding"),
                   TOOLKIT + ("libsoup/", "json-glib/", "yaml", "libsecret/", "gnutls/")),
    # The one room that signs; it loads GnuTLS, and is not linked to it (symbols.py).
    "mcp/auth": (("mcp-",), TOOLKIT + ("json-glib/", "yaml", "libsecret/", "sqlite3", "hiredis")),
    "mcp": (("mcp-",), TOOLKIT + ("yaml", "libsecret/", "sqlite3", "hiredis", "gnutls/")),
    "store": (("store-", "mcp-json-"), TOOLKIT + ("libsoup/", "gnutls/")),
    # A program on its own: it serves HTTP, and shares no protocol code with the client's side; what a
    # scripted model says is no protocol.
    "app/demo": (("app-demo-", "store-", "mcp-json-", "mcp-model-script."),
                 TOOLKIT + ("json-glib/", "yaml", "libsecret/")),
    "app": (("app-", "store-", "mcp-"),
            TOOLKIT + ("libsoup/", "json-glib/", "yaml", "libsecret/", "gnutls/")),
    "ui": (("ui-", "app-"), ("libsoup/", "json-glib/", "yaml", "libsecret/", "sqlite3", "gnutls/")),
}


def values_for_ui():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ui-includes.txt")
    with open(path, encoding="utf-8") as listed:
        names = [line.split("#")[0].strip() for line in listed]
    return {name for name in names if name}


def floor_of(path):
    for folder in FLOORS:
        if path.startswith(folder + "/"):
            return folder
    return None


def check(tree):
    values = values_for_ui()
    for path in tree.select(".c", ".h", under=["mcp", "store", "app", "ui"]):
        floor = floor_of(path)
        ours, foreign = FLOORS[floor]
        generated = (CONFIG,) if floor in ("mcp", "app/demo", "app", "ui") else ()
        for quote, name in INCLUDE.findall(tree.read(path)):
            if quote == "<":
                if name.startswith(foreign):
                    yield f"{path}: {floor} must not include <{name}>"
            elif "/" in name:
                yield f"{path}: include \"{name}\" by its plain name"
            elif floor == "ui" and name in values:
                continue
            elif not name.startswith(ours) and name not in generated:
                why = "; tests/lint/ui-includes.txt lists what it may" if floor == "ui" else ""
                yield f"{path}: {floor} must not include \"{name}\"{why}"


PROOFS = [
    ({"mcp/json/mcp-json-a.c": '#include "mcp-json-b.h"\n#include <glib-object.h>\n'}, None),
    ({"mcp/json/mcp-json-a.c": '#include "mcp-error.h"\n'},
     'mcp/json must not include "mcp-error.h"'),
    ({"mcp/json/mcp-json-a.c": "#include <gio/gio.h>\n"}, "must not include <gio/gio.h>"),
    ({"mcp/schema/mcp-schema-a.c": '#include "mcp-json-value.h"\n#include <gio/gio.h>\n'}, None),
    ({"mcp/schema/mcp-schema-a.c": '#include "mcp-message.h"\n'},
     'mcp/schema must not include "mcp-message.h"'),
    ({"mcp/mcp-a.c": '#include "store-profile.h"\n'}, 'mcp must not include "store-profile.h"'),
    ({"mcp/auth/mcp-auth-a.c": "#include <gnutls/gnutls.h>\n"}, None),
    ({"mcp/mcp-a.c": "#include <gnutls/gnutls.h>\n"}, "must not include <gnutls/gnutls.h>"),
    ({"mcp/mcp-a.c": '# include <gtk/gtk.h>\n'}, "mcp must not include <gtk/gtk.h>"),
    ({"store/store-a.c": '#include "mcp-client.h"\n'}, 'store must not include "mcp-client.h"'),
    ({"store/store-a.c": "#include <libsoup/soup.h>\n"}, "store must not include <libsoup/soup.h>"),
    ({"store/store-a.c": "#include <json-glib/json-glib.h>\n"}, None),
    ({"app/app-a.c": "#include <json-glib/json-glib.h>\n"}, "app must not include <json-glib"),
    ({"app/app-a.c": '#include "ui-window.h"\n'}, 'app must not include "ui-window.h"'),
    ({"app/app-a.c": '#include "mcp-client.h"\n#include "store-profile.h"\n'}, None),
    ({"app/demo/app-demo-a.c": '#include "mcp-json-value.h"\n#include <libsoup/soup.h>\n'}, None),
    ({"app/demo/app-demo-a.c": '#include "mcp-client.h"\n'},
     'app/demo must not include "mcp-client.h"'),
    ({"app/demo/app-demo-a.c": '#include "mcp-client.h"\n'}, "app/demo must not include"),
    ({"app/demo/app-demo-a.c": "#include <libsoup/soup.h>\n"}, None),
    ({"ui/ui-a.c": '#include "mcp-client.h"\n'}, 'ui must not include "mcp-client.h"'),
    ({"ui/ui-a.c": '#include "mcp-json-value.h"\n#include <gtk/gtk.h>\n'}, None),
    ({"ui/ui-a.c": '#include "../app/app-call.h"\n'}, "by its plain name"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
