#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrows run down only: which headers each floor may include.

ui shows, app decides, store keeps, mcp speaks. What ui may see of the floors below app, immutable
values, is listed in ui-includes.txt beside this script.

And which functions decode images: those of spyglass-image alone, whose limits bytes of others need."""

import os
import re

import lint

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
TOOLKIT = ("gtk/", "gdk/", "gsk/", "adwaita", "gtksourceview/", "graphene", "pango")
CONFIG = "spyglass-config.h"

# Names of themed icons and resources of ours are no untrusted bytes. The renderer runs while we build.
DECODING = re.compile(
    r"\b(gdk_pixbuf_(?!get_|read_)\w+|GdkPixbuf(Loader|Animation)|GDK_TYPE_(PIXBUF|TEXTURE)"
    r"|gdk_texture_new_(for_pixbuf|from_(bytes|file|filename))|gdk_clipboard_read_texture\w*"
    r"|gtk_(image|picture)_(new|set)(_from|_for)?_(file|filename|pixbuf)|g_(bytes|file)_icon_new"
    r"|gtk_picture_new_for_file\w*|rsvg_\w+|cairo_image_surface_create_from_png\w*"
    r"|gtk_icon_paintable_new_for_file|gdk_content_deserialize\w*|g_loadable_icon_load\w*)\s*\(?")
DECODERS = ("ui/image/", "ui/icons/")

# The command line parses, drives what app decides, and prints: of the floors below it sees JSON and
# values. Files that are not there yet; the list only gets shorter.
FACE = "app/cli"
FACE_ROOMS = ("mcp/json", "mcp/values")
FACE_EXEMPT = {
    FACE + "/app-cli" + name
    for name in (
        "-call.c", "-json.c", "-objects.c", "-show.c", "-subscribe.c",
    )
}

# The ground: JSON, and the macros that define classes.
GROUND = ("mcp-json-", "mcp-object.")

# folder: (prefixes of our headers, beginnings of foreign headers that it must not use); the first
# folder that a path begins with counts. The demo server has an HTTP side of its own.
FLOORS = {
    "mcp/json": (GROUND,
                 TOOLKIT + ("gio/", "libsoup/", "json-glib/", "yaml", "libsecret/", "gnutls/")),
    # A room that could be a library: values, and findings about them.
    "mcp/schema": (("mcp-schema", "mcp-json-", "mcp-finding"),
                   TOOLKIT + ("libsoup/", "json-glib/", "yaml", "libsecret/", "gnutls/")),
    # The one room that signs; it loads GnuTLS, and is not linked to it (symbols.py).
    "mcp/auth": (("mcp-",), TOOLKIT + ("json-glib/", "yaml", "libsecret/", "sqlite3", "hiredis")),
    "mcp": (("mcp-",), TOOLKIT + ("yaml", "libsecret/", "sqlite3", "hiredis", "gnutls/")),
    "store": (("store-", *GROUND), TOOLKIT + ("libsoup/", "gnutls/")),
    # A program on its own: it serves HTTP, and shares no protocol code with the client's side.
    "app/demo": (("app-demo-", "store-", *GROUND),
                 TOOLKIT + ("json-glib/", "yaml", "libsecret/")),
    "app": (("app-", "store-", "mcp-"),
            TOOLKIT + ("libsoup/", "json-glib/", "yaml", "libsecret/", "gnutls/")),
    # A program on its own, for bytes that nobody trusts.
    "ui/image": (("ui-image-protocol.", "ui-image-sandbox."),
                 TOOLKIT + ("libsoup/", "json-glib/", "yaml", "libsecret/", "sqlite3", "gnutls/")),
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


def check_face(tree):
    """What of the floors below app/cli includes."""
    homes = {os.path.basename(path): os.path.dirname(path)
             for path in tree.select(".h", under=["mcp", "store"])}
    for path in tree.select(".c", ".h", under=[FACE]):
        below = [name for quote, name in INCLUDE.findall(tree.read(path))
                 if quote == '"' and name in homes and homes[name] not in FACE_ROOMS]
        if path in FACE_EXEMPT and not below:
            yield f"{path}: includes nothing that it must not; take it from FACE_EXEMPT"
        elif path not in FACE_EXEMPT:
            for name in below:
                yield f"{path}: {FACE} must not include \"{name}\" of {homes[name]}"


def check(tree):
    values = values_for_ui()
    yield from check_face(tree)
    for path in tree.select(".c", ".h", under=["mcp", "store", "app", "ui"]):
        floor = floor_of(path)
        if not path.startswith(DECODERS):
            for found in DECODING.finditer(tree.read(path)):
                yield f"{path}: {found[1]} decodes images in this process; UiImageDecoder does not"
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
    ({"store/store-a.c": '#include "mcp-object.h"\n'}, None),
    ({"store/store-a.c": "#include <json-glib/json-glib.h>\n"}, None),
    ({"app/app-a.c": "#include <json-glib/json-glib.h>\n"}, "app must not include <json-glib"),
    ({"app/app-a.c": '#include "ui-window.h"\n'}, 'app must not include "ui-window.h"'),
    ({"app/app-a.c": '#include "mcp-client.h"\n#include "store-profile.h"\n'}, None),
    ({"app/demo/app-demo-a.c": '#include "mcp-json-value.h"\n#include <libsoup/soup.h>\n'}, None),
    ({"app/demo/app-demo-a.c": '#include "mcp-client.h"\n'},
     'app/demo must not include "mcp-client.h"'),
    ({"app/demo/app-demo-a.c": '#include "mcp-client.h"\n'}, "app/demo must not include"),
    ({"app/demo/app-demo-a.c": "#include <libsoup/soup.h>\n"}, None),
    ({"app/cli/app-cli-a.c": '#include "mcp-tool.h"\n#include "mcp-json-value.h"\n',
      "mcp/values/mcp-tool.h": "", "mcp/json/mcp-json-value.h": ""}, None),
    ({"app/cli/app-cli-a.c": '#include "mcp-client.h"\n', "mcp/client/mcp-client.h": ""},
     'app/cli must not include "mcp-client.h" of mcp/client'),
    ({"app/cli/app-cli-a.c": '#include "store-path.h"\n', "store/objects/store-path.h": ""},
     'app/cli must not include "store-path.h" of store/objects'),
    ({"app/cli/app-cli-call.c": '#include "app-call.h"\n'}, "take it from FACE_EXEMPT"),
    ({"ui/ui-a.c": '#include "mcp-client.h"\n'}, 'ui must not include "mcp-client.h"'),
    ({"ui/ui-a.c": '#include "mcp-json-value.h"\n#include <gtk/gtk.h>\n'}, None),
    ({"ui/image/ui-image-a.c": '#include "ui-image-decoder.h"\n'},
     'ui/image must not include "ui-image-decoder.h"'),
    ({"ui/image/ui-image-a.c": "gdk_pixbuf_loader_new_with_mime_type (name, NULL);\n"}, None),
    ({"ui/ui-a.c": "gtk_image_new_from_icon_name (name); gdk_texture_new_from_resource (p);\n"}, None),
    ({"ui/ui-a.c": "gdk_texture_new_from_bytes (bytes, NULL);\n"}, "decodes images in this process"),
    ({"ui/ui-a.c": "GdkPixbufLoader *loader;\n"}, "decodes images in this process"),
    ({"ui/ui-a.c": "gdk_pixbuf_new_from_stream (stream);\n"}, "decodes images in this process"),
    ({"ui/ui-a.c": "gtk_picture_new_for_filename (name);\n"}, "decodes images in this process"),
    ({"ui/ui-a.c": "gtk_icon_paintable_new_for_file (file, 16, 1);\n"}, "decodes images in this process"),
    ({"app/app-a.c": "icon = g_bytes_icon_new (bytes);\n"}, "decodes images in this process"),
    ({"ui/ui-a.c": '#include "../app/app-call.h"\n'}, "by its plain name"),
]

if __name__ == "__main__":
    lint.main(check, PROOFS)
