/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is proposed while a reference is typed. */

#include "app-references-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-session.h"
#include "app-visible-text.h"
#include "store-path.h"
#include "store-window.h"

#define OBJECT_PREFIX "object:" APP_REFERENCE_STORE_MEMORY "/"
/* Beside a path. */
#define DETAIL_CHARACTERS 60u
/* Members of one container that are looked at. */
#define MAX_SCANNED 20000u

static void
choice_free (gpointer data)
{
  AppReferenceChoice *choice = data;

  g_free (choice->text);
  g_free (choice->detail);
  g_free (choice);
}

/* @detail: (transfer full) */
static void
add_choice (GPtrArray *choices, const char *text, char *detail)
{
  AppReferenceChoice *choice = g_new0 (AppReferenceChoice, 1);

  choice->text = g_strdup (text);
  choice->detail = detail;
  g_ptr_array_add (choices, choice);
}

char *
app_references_dup_type (const char *type_name, gint64 length)
{
  if (length < 0)
    return g_strdup (type_name != NULL ? type_name : "");
  /* As the servers' headers have it. */
  return g_strdup_printf ("%s (%s: %" G_GINT64_FORMAT ")", type_name, _ ("length"), length);
}

static gboolean
begins_with (const char *text, const char *beginning)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *wanted = g_utf8_casefold (beginning, -1);

  return g_str_has_prefix (folded, wanted);
}

/* The container that the last part of a path is in: what stands before its last "." or "[". */
static char *
dup_container (const char *path)
{
  gsize    end = 0;
  gboolean in_brackets = FALSE;

  for (gsize i = 0; path[i] != '\0'; i++)
    {
      if (path[i] == '[' || (path[i] == '.' && !in_brackets))
        end = i;
      if (path[i] == '[' || path[i] == ']')
        in_brackets = path[i] == '[';
    }
  return g_strndup (path, end);
}

/* The server's */

static char *
dup_server_detail (AppServerObject *object, const char *path)
{
  g_auto (AppServerView) view = { .length = -1 };
  g_autofree char *type = NULL;
  g_autofree char *line = NULL;

  app_server_object_look (object, path, &view);
  if (view.place != APP_SERVER_PLACE_FOUND)
    return g_strdup ("");
  type = app_references_dup_type (view.type_name, view.length);
  if (view.length >= 0 && strcmp (view.type_name, "str") != 0)
    return g_steal_pointer (&type);
  line = app_visible_text_line (view.text, DETAIL_CHARACTERS);
  return g_strdup_printf ("%s · %s", type, line);
}

static void
add_server_children (GPtrArray       *choices,
                     AppServerObject *object,
                     const char      *container,
                     const char      *typed)
{
  g_autoptr (GPtrArray) paths =
      app_server_object_list_children (object, container, APP_REFERENCES_MAX_CHOICES);

  for (guint i = 0; i < paths->len && choices->len < APP_REFERENCES_MAX_CHOICES; i++)
    {
      const char      *path = g_ptr_array_index (paths, i);
      g_autofree char *text =
          g_strdup_printf ("@%s.%s", app_server_object_get_id (object), path);

      if (begins_with (path, typed))
        add_choice (choices, text, dup_server_detail (object, path));
    }
}

static void
add_server_objects (GPtrArray *choices, AppServerObjects *objects, const char *typed)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (objects)); i++)
    {
      g_autoptr (AppServerObject) object = g_list_model_get_item (G_LIST_MODEL (objects), i);
      const char      *tool = app_server_object_get_tool (object);
      g_autofree char *text = g_strconcat ("@", app_server_object_get_id (object), NULL);
      g_autofree char *detail = NULL;

      if (choices->len >= APP_REFERENCES_MAX_CHOICES)
        return;
      if (!begins_with (text + 1, typed) ||
          app_server_object_get_state (object) == APP_SERVER_OBJECT_GONE)
        continue;
      detail = dup_server_detail (object, "");
      add_choice (choices, text,
                  g_strjoin (detail[0] != '\0' && tool != NULL ? " · " : "", detail,
                             tool != NULL ? tool : "", NULL));
    }
}

static void
complete_server (AppReferences *self, GPtrArray *choices, const char *typed)
{
  AppServerObjects *objects = app_references_get_server_objects (self);
  const char       *dot = strchr (typed, '.');
  g_autofree char  *id = dot != NULL ? g_strndup (typed, (gsize)(dot - typed)) : g_strdup (typed);
  AppServerObject  *object = objects != NULL ? app_server_objects_find (objects, id) : NULL;
  const char       *path = dot != NULL ? dot + 1 : "";
  g_autofree char  *container = dup_container (path);

  if (objects == NULL)
    return;
  if (dot == NULL)
    add_server_objects (choices, objects, typed);
  if (object == NULL)
    return;
  if (path[0] != '\0')
    add_server_children (choices, object, container, path);
  /* And what the place itself leads to. */
  if (path[0] == '\0' || strcmp (container, path) != 0)
    add_server_children (choices, object, path, path);
}

/* Ours */

static char *
dup_value_detail (McpJsonValue value)
{
  McpJsonKind      kind = mcp_json_value_get_kind (value);
  gboolean         container = kind == MCP_JSON_ARRAY || kind == MCP_JSON_OBJECT;
  gint64           length = container ? (gint64)mcp_json_value_get_n_items (value) : -1;
  const char      *name = store_object_type_name_of (value);
  g_autofree char *type = app_references_dup_type (name, length);
  StoreStringPiece piece;
  g_autofree char *line = NULL;

  if (container)
    return g_steal_pointer (&type);
  if (kind == MCP_JSON_STRING && store_string_piece_read (value, 0, DETAIL_CHARACTERS, &piece))
    {
      line = app_visible_text_line (piece.text, DETAIL_CHARACTERS);
      store_string_piece_clear (&piece);
      return g_strdup_printf ("%s · %s", type, line);
    }
  line = kind != MCP_JSON_STRING ? mcp_json_value_dup_text (value) : g_strdup ("");
  return g_strdup_printf ("%s · %s", type, line);
}

static void
add_value_children (GPtrArray   *choices,
                    StoreObject *object,
                    const char  *container,
                    const char  *typed)
{
  g_autoptr (StorePath) path = store_path_parse (container, NULL);
  McpJsonValue value = path != NULL ? store_path_resolve (path, store_object_get_value (object))
                                    : MCP_JSON_NO_VALUE;
  gboolean     list = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY;
  McpJsonValue name = MCP_JSON_NO_VALUE;
  McpJsonValue child;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, value);
  for (guint i = 0; i < MAX_SCANNED && choices->len < APP_REFERENCES_MAX_CHOICES &&
                    mcp_json_iter_next (&iter, &name, &child);
       i++)
    {
      g_autoptr (GString) way = g_string_new (container);
      g_autoptr (AppReference) reference = NULL;
      gsize            length = 0;
      g_autofree char *key = list ? NULL : mcp_json_value_dup_string (name, &length);

      if (list)
        store_path_append_index (way, i);
      else
        store_path_append_key (way, key, length);
      if (!begins_with (way->str, typed))
        continue;
      reference = app_reference_new_object (APP_REFERENCE_STORE_MEMORY,
                                            store_object_get_id (object), way->str);
      add_choice (choices, app_reference_get_text (reference), dup_value_detail (child));
    }
}

static char *
dup_object_detail (StoreObject *object)
{
  const char      *tool = store_object_get_tool (object);
  const char      *server = store_object_get_server (object);
  g_autofree char *type = app_references_dup_type (store_object_get_type_name (object),
                                                   store_object_get_length (object));
  g_autofree char *whole = g_strjoin (" · ", type, tool != NULL ? tool : server, server, NULL);

  return app_visible_text_line (tool == NULL && server == NULL ? type : whole, 0);
}

static void
add_objects (GPtrArray *choices, GListModel *objects, const char *typed)
{
  for (guint i = g_list_model_get_n_items (objects); i > 0; i--)
    {
      g_autoptr (StoreObject) object = g_list_model_get_item (objects, i - 1);
      g_autofree char *text = g_strconcat (OBJECT_PREFIX, store_object_get_id (object), NULL);

      if (choices->len >= APP_REFERENCES_MAX_CHOICES)
        return;
      if (begins_with (store_object_get_id (object), typed))
        add_choice (choices, text, dup_object_detail (object));
    }
}

static void
complete_object (AppReferences *self, GPtrArray *choices, const char *typed)
{
  g_autoptr (AppSession) session = app_references_dup_session (self);
  StoreObjectStore *store = session != NULL ? app_session_get_objects (session) : NULL;
  gsize             length = strcspn (typed, ".[");
  g_autofree char  *id = g_strndup (typed, length);
  const char       *path = typed[length] == '.' ? typed + length + 1 : typed + length;
  g_autofree char  *container = dup_container (path);
  StoreObject      *object = store != NULL ? store_object_store_find (store, id) : NULL;

  if (store == NULL)
    return;
  if (typed[length] == '\0')
    add_objects (choices, G_LIST_MODEL (store), typed);
  if (object == NULL)
    return;
  if (path[0] != '\0')
    add_value_children (choices, object, container, path);
  if (path[0] == '\0' || strcmp (container, path) != 0)
    add_value_children (choices, object, path, path);
}

GPtrArray *
app_references_complete (AppReferences *self, AppReferenceKind kind, const char *text)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (choice_free);

  g_return_val_if_fail (APP_IS_REFERENCES (self), choices);
  g_return_val_if_fail (text != NULL, choices);

  if (kind == APP_REFERENCE_SERVER)
    complete_server (self, choices, text[0] == '@' ? text + 1 : text);
  else
    complete_object (self, choices,
                     g_str_has_prefix (text, OBJECT_PREFIX) ? text + strlen (OBJECT_PREFIX)
                     : text[0] == '@'                       ? text + 1
                                                            : text);
  return choices;
}
