/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-note.h"

#include <glib/gi18n-lib.h>

#include "mcp-object.h"

struct _AppClientNote
{
  GObject parent_instance;

  StoreNoteKind kind;
  char         *text;
};

MCP_DEFINE_OBJECT (AppClientNote, app_client_note)

static void
app_client_note_finalize (GObject *object)
{
  g_free (APP_CLIENT_NOTE (object)->text);
  G_OBJECT_CLASS (app_client_note_parent_class)->finalize (object);
}

AppClientNote *
app_client_note_new (StoreNoteKind kind, const char *text)
{
  AppClientNote *self = g_object_new (APP_TYPE_CLIENT_NOTE, NULL);

  self->kind = kind;
  self->text = g_strdup (text);
  return self;
}

MCP_DEFINE_GETTER (StoreNoteKind, AppClientNote, app_client_note, kind)

const char *
app_client_note_get_kind_name (AppClientNote *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_NOTE (self), NULL);

  switch (self->kind)
    {
    case STORE_NOTE_LOSS:
      return C_ ("kind of note", "Skipped");
    case STORE_NOTE_ATTENTION:
      return C_ ("kind of note", "Warning");
    case STORE_NOTE_INFORMATION:
    default:
      return C_ ("kind of note", "Note");
    }
}

MCP_DEFINE_GETTER (const char *, AppClientNote, app_client_note, text)
