/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a reference comes to, and what the server will say of it. */

#include "app-references-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-card-preview.h"
#include "app-session.h"
#include "app-visible-text.h"
#include "store-referenceable.h"
#include "store-window.h"

/* What is shown of a value beside a field: a taste, not the view of it. */
#define SHOWN_CHARACTERS 3000u
/* How long such a server keeps an object, unless it was told otherwise. */
#define SERVER_TTL (600 * G_USEC_PER_SEC)

static const StoreWindowLimits shown_limits = { 12, 3, 300, 4096, 300 };

void
app_reference_view_clear (AppReferenceView *self)
{
  g_clear_pointer (&self->origin, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->note, g_free);
  g_clear_pointer (&self->error, g_free);
}

/* "list_pipelines · 12:40" */
static char *
dup_origin (const char *tool, gint64 time)
{
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (time / G_USEC_PER_SEC);
  g_autofree char *clock = when != NULL ? g_date_time_format (when, "%H:%M") : g_strdup ("");
  g_autofree char *name = app_visible_text_line (tool, 100);

  return g_strjoin (name[0] != '\0' ? " · " : "", name, clock, NULL);
}

static void
add_note (AppReferenceView *view, const char *note)
{
  g_autofree char *before = g_steal_pointer (&view->note);

  view->note = before != NULL ? g_strdup_printf ("%s %s", before, note) : g_strdup (note);
}

/* Of the server */

/* Translators: %s is an error message that a server gives */
#define WILL_ANSWER N_ ("The server will answer: %s")

/* @message: (transfer full) */
static void
take_answer (AppReferenceView *view, AppReferenceState state, char *message)
{
  g_autofree char *line = app_visible_text_line (message, 300);

  view->state = state;
  view->error = g_strdup_printf (_ (WILL_ANSWER), line);
  g_free (message);
}

/* What JSON Schema calls a type of Python's. */
static const char *
get_schema_type (const char *type_name)
{
  static const char *const names[][2] = {
    { "dict", "object" },
    { "list", "array" },
    { "str", "string" },
    { "int", "integer" },
    { "float", "number" },
    { "bool", "boolean" },
    { "NoneType", "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (names[i][0], type_name) == 0)
      return names[i][1];
  return NULL;
}

/* The servers put in what a reference leads to, whatever its type. */
static void
check_type (AppField *field, AppReferenceView *view)
{
  const char *type = get_schema_type (view->type_name);
  gboolean    added;

  if (type == NULL)
    return;
  if (!app_references_takes_type (app_references_get_root_schema (field),
                                  app_field_get_info (field)->schema, type, &added))
    /* Translators: %s is a type such as dict or str */
    view->error = g_strdup_printf (_ ("This is a %s, which the argument does not take; the server "
                                      "does not check it."),
                                   view->type_name);
  else if (added)
    add_note (view, _ ("This is a text. The argument seems to take texts only as references; the "
                       "server does not check it."));
}

static void
check_field (AppReferences *self, AppField *field, AppReferenceView *view)
{
  if (field == NULL)
    return;
  if (app_references_takes_field (self, field))
    {
      if (view->state == APP_REFERENCE_FOUND && self->referenceable)
        check_type (field, view);
    }
  else if (self->referenceable && app_field_get_place (field)->depth > 1)
    view->error = g_strdup (_ ("This server looks for references in the arguments themselves, not "
                               "inside of them: it will take this for a text."));
  else
    add_note (view, _ ("The tool does not say that it takes references. It gets this text."));
}

static void
note_age (AppServerObject *object, AppReferenceView *view)
{
  gint64 age = g_get_real_time () - app_server_object_get_time (object);

  if (app_server_object_get_state (object) == APP_SERVER_OBJECT_EARLIER)
    add_note (view, _ ("Seen before the connection was opened again: the server may not have it "
                       "any more."));
  else if (age > SERVER_TTL)
    add_note (view, _ ("Such servers forget an object after ten minutes, unless they were told "
                       "otherwise."));
}

static void
look_at_place (AppServerObject *object, const char *path, AppReferenceView *view)
{
  g_auto (AppServerView) seen = { .length = -1 };

  app_server_object_look (object, path, &seen);
  view->type_name = seen.type_name;
  view->length = seen.length;
  view->whole = seen.whole;
  if (seen.place == APP_SERVER_PLACE_FOUND)
    {
      view->state = APP_REFERENCE_FOUND;
      view->text = app_visible_text_block (seen.text, SHOWN_CHARACTERS);
    }
  else if (seen.place == APP_SERVER_PLACE_NOWHERE)
    take_answer (view, APP_REFERENCE_NOWHERE, store_referenceable_dup_nowhere (path));
  else
    {
      view->state = APP_REFERENCE_UNKNOWN;
      add_note (view, _ ("No preview has shown this place yet."));
    }
}

static void
look_at_server (AppReferences    *self,
                AppReference     *reference,
                AppField         *field,
                AppReferenceView *view)
{
  AppServerObjects *objects = app_references_get_server_objects (self);
  const char       *id = app_reference_get_id (reference);
  const char       *path = app_reference_get_path (reference);
  AppServerObject  *object = objects != NULL ? app_server_objects_find (objects, id) : NULL;
  char             *forbidden = store_referenceable_dup_forbidden (path);

  view->state = APP_REFERENCE_UNKNOWN;
  if (object != NULL)
    view->origin = dup_origin (app_server_object_get_tool (object),
                               app_server_object_get_time (object));
  if (object != NULL && app_server_object_get_state (object) == APP_SERVER_OBJECT_GONE)
    {
      take_answer (view, APP_REFERENCE_GONE, store_referenceable_dup_unknown (id));
      g_free (forbidden);
      return;
    }
  if (strpbrk (id, "[]") != NULL)
    {
      take_answer (view, APP_REFERENCE_GONE, store_referenceable_dup_unknown (id));
      add_note (view, _ ("Between an id and an index there is a dot: “@obj_001.[0]”."));
    }
  else if (forbidden != NULL)
    take_answer (view, APP_REFERENCE_FORBIDDEN, g_steal_pointer (&forbidden));
  else if (object == NULL)
    add_note (view, _ ("No result of this server has shown such an object."));
  else
    {
      look_at_place (object, path, view);
      note_age (object, view);
    }
  g_free (forbidden);
  if (view->error == NULL)
    check_field (self, field, view);
}

/* Ours */

static char *
dup_shown (StoreObject *object, McpJsonValue value)
{
  g_autofree char *window = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *beginning = NULL;
  gsize            length;
  const char      *data;

  if (mcp_json_value_exists (value))
    {
      window = store_window_print (value, &shown_limits);
      return app_visible_text_block (window, SHOWN_CHARACTERS);
    }
  if (store_object_get_kind (object) != STORE_OBJECT_TEXT)
    return NULL;
  bytes = store_object_dup_bytes (object);
  data = g_bytes_get_data (bytes, &length);
  beginning = g_strndup (data != NULL ? data : "", MIN (length, 4 * SHOWN_CHARACTERS));
  return app_visible_text_block (beginning, SHOWN_CHARACTERS);
}

static gboolean
is_container (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT;
}

static void
show_value (StoreObject *object, McpJsonValue value, AppReferenceView *view)
{
  gboolean         json = mcp_json_value_exists (value);
  guint64          size = json ? mcp_json_value_get_length (value) : store_object_get_size (object);
  g_autofree char *amount = app_visible_text_size (size);
  g_autofree char *note = NULL;

  view->state = APP_REFERENCE_FOUND;
  view->text = dup_shown (object, value);
  if (json)
    {
      view->type_name = store_object_type_name_of (value);
      view->length = is_container (value) ? (gint64)mcp_json_value_get_n_items (value) : -1;
    }
  else
    {
      view->type_name = store_object_get_type_name (object);
      view->length = store_object_get_length (object);
    }
  /* Translators: %s is an amount such as 1.2 kB */
  note = g_strdup_printf (store_object_get_kind (object) == STORE_OBJECT_BLOB
                              ? _ ("Its data, %s, is put in as base64.")
                              : _ ("Its value is put in: %s."),
                          amount);
  add_note (view, note);
  if (size > APP_REFERENCES_MAX_CHECKED)
    add_note (view, _ ("It is too large to be held against the schema while you type."));
}

static void
look_at_object (AppReferences *self, AppReference *reference, AppReferenceView *view)
{
  g_autoptr (AppSession) session = app_references_dup_session (self);
  g_autoptr (StoreObject) object = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonValue value = app_references_find_value (session, reference, &object, &error);

  if (object != NULL)
    {
      view->origin = dup_origin (store_object_get_tool (object), store_object_get_time (object));
      show_value (object, value, view);
      return;
    }
  view->error = g_strdup (error->message);
  if (error->code == APP_ERROR_INVALID_INPUT)
    view->state = APP_REFERENCE_FORBIDDEN;
  else if (app_references_has_object (session, reference))
    view->state = APP_REFERENCE_NOWHERE;
  else
    view->state = APP_REFERENCE_GONE;
}

void
app_references_look (AppReferences    *self,
                     AppReference     *reference,
                     AppField         *field,
                     AppReferenceView *view)
{
  g_return_if_fail (APP_IS_REFERENCES (self));
  g_return_if_fail (reference != NULL && view != NULL);

  *view = (AppReferenceView){ .length = -1 };
  if (app_reference_get_kind (reference) == APP_REFERENCE_SERVER)
    look_at_server (self, reference, field, view);
  else
    look_at_object (self, reference, view);
}
