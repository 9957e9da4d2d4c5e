/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a form's value looks from one field. */

#include "app-field-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-json-pointer.h"
#include "app-visible-text.h"

/* A collapsed value on one line. */
#define SUMMARY_CHARACTERS 80u
/* Members that are found fast enough one after the other. */
#define FEW_MEMBERS 16u

char *
app_field_dup_pointer (AppField *self)
{
  g_autofree char *before = NULL;
  GString         *pointer;

  g_return_val_if_fail (APP_IS_FIELD (self), NULL);

  if (self->parent == NULL)
    return g_strdup ("");
  if (self->branch)
    return app_field_dup_pointer (self->parent);
  before = app_field_dup_pointer (self->parent);
  pointer = g_string_new (before);
  if (self->position != G_MAXUINT)
    g_string_append_printf (pointer, "/%u", self->position);
  else
    app_json_pointer_append (pointer, self->key);
  return g_string_free (pointer, FALSE);
}

McpJsonValue
app_field_find_child_value (AppField *self, AppField *child, McpJsonValue value)
{
  if (child->position != G_MAXUINT)
    return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY
               ? mcp_json_value_get_item (value, child->position)
               : MCP_JSON_NO_VALUE;
  return mcp_json_value_get_member (value, child->key);
}

McpJsonValue
app_field_get_value (AppField *self)
{
  g_return_val_if_fail (APP_IS_FIELD (self), MCP_JSON_NO_VALUE);

  if (self->form == NULL)
    return MCP_JSON_NO_VALUE;
  if (self->parent == NULL)
    return self->position == G_MAXUINT && self->depth == 0 ? app_form_get_value (self->form)
                                                           : MCP_JSON_NO_VALUE;
  if (self->branch)
    return app_field_get_value (self->parent);
  return app_field_find_child_value (self->parent, self, app_field_get_value (self->parent));
}

void
app_field_forget_draft (AppField *self)
{
  g_clear_pointer (&self->draft, g_free);
  g_clear_pointer (&self->draft_lexeme, g_free);
  g_clear_pointer (&self->draft_error, g_free);
}

/* A string for an entry: what an entry cannot hold is replaced by a mark. */
static char *
dup_entry_text (McpJsonValue value, gboolean *exact)
{
  gsize       length = 0;
  gsize       written_length = 0;
  const char *written = mcp_json_value_get_text (value, &written_length);
  char       *text = mcp_json_value_dup_string (value, &length);
  GString    *marked;

  if (strlen (text) == length)
    {
      *exact = strstr (text, "\357\277\275") == NULL ||
               (g_strstr_len (written, (gssize)written_length, "\\ud") == NULL &&
                g_strstr_len (written, (gssize)written_length, "\\uD") == NULL);
      return text;
    }
  *exact = FALSE;
  marked = g_string_sized_new (length);
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '\0')
        g_string_append (marked, "␀");
      else
        g_string_append_c (marked, text[i]);
    }
  g_free (text);
  return g_string_free (marked, FALSE);
}

static char *
dup_text (AppField *self, McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  self->exact = TRUE;
  if (self->draft != NULL)
    return g_strdup (self->draft);
  if (kind == MCP_JSON_NONE || kind == MCP_JSON_NULL)
    return g_strdup ("");
  if (kind == MCP_JSON_STRING &&
      (self->schema.kind == APP_FIELD_STRING || self->schema.kind == APP_FIELD_TEXT))
    return dup_entry_text (value, &self->exact);
  return g_strdup (self->lexeme);
}

gboolean
app_field_is_loose_item (AppField *self)
{
  return self->position != G_MAXUINT && !self->fixed;
}

static guint
find_option (AppField *self, McpJsonValue value)
{
  guint n_options = self->options ? g_list_model_get_n_items (self->options) : 0;

  if (!mcp_json_value_exists (value))
    return G_MAXUINT;
  for (guint i = 0; i < n_options; i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (self->options, i);
      const char *lexeme = app_field_option_get_lexeme (option);
      g_autoptr (McpJsonDocument) document = NULL;

      if (strcmp (lexeme, self->lexeme) == 0)
        return i;
      /* The same value may be spelled in another way. */
      document = mcp_json_document_parse_text (lexeme, -1, NULL);
      if (document != NULL && mcp_json_value_equal (mcp_json_document_get_root (document), value))
        return i;
    }
  return G_MAXUINT;
}

static char *
dup_summary (AppField *self, McpJsonValue value)
{
  guint count = mcp_json_value_get_n_items (value);

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      return g_strdup ("");
    case MCP_JSON_ARRAY:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u item", "%u items", count), count);
    case MCP_JSON_OBJECT:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u member", "%u members", count),
                              count);
    case MCP_JSON_NULL:
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_NUMBER:
    case MCP_JSON_STRING:
    default:
      if (self->secret)
        return g_strdup ("••••");
      return app_visible_text_line (self->lexeme, SUMMARY_CHARACTERS);
    }
}

void
app_field_read_value (AppField *self, McpJsonValue value)
{
  gsize       length = 0;
  const char *written = mcp_json_value_get_text (value, &length);

  if (written == NULL ? self->lexeme == NULL
                      : self->lexeme != NULL && strlen (self->lexeme) == length &&
                            memcmp (self->lexeme, written, length) == 0)
    {
      if (self->draft == NULL || g_strcmp0 (self->text, self->draft) == 0)
        return;
    }

  g_free (self->lexeme);
  self->lexeme = mcp_json_value_dup_text (value);
  if (g_strcmp0 (self->draft_lexeme, self->lexeme) != 0)
    app_field_forget_draft (self);

  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      self->presence = APP_PRESENCE_ABSENT;
      break;
    case MCP_JSON_NULL:
      self->presence = APP_PRESENCE_NULL;
      break;
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_NUMBER:
    case MCP_JSON_STRING:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      self->presence = APP_PRESENCE_VALUE;
      break;
    }
  g_free (self->text);
  self->text = dup_text (self, value);
  self->active = mcp_json_value_get_boolean (value, FALSE);
  if (self->variant != NULL)
    app_field_infer_branch (self, value);
  else
    self->selected = find_option (self, value);
  g_free (self->summary);
  self->summary = dup_summary (self, value);
}

static void
drop_child (AppField *self, guint position)
{
  g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->children), position);

  app_field_detach (child);
  g_list_store_remove (self->children, position);
}

static void
refresh_items (AppField *self, McpJsonValue value)
{
  guint n_places = MIN (app_field_schema_get_n_places (&self->schema), APP_FIELD_MAX_PLACES);
  guint n_values = mcp_json_value_get_kind (value) == MCP_JSON_ARRAY
                       ? MIN (mcp_json_value_get_n_items (value), APP_FIELD_MAX_ITEMS)
                       : 0;
  guint wanted = MAX (n_values, n_places);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->children));

  for (; n_items > wanted; n_items--)
    drop_child (self, n_items - 1);
  for (; n_items < wanted; n_items++)
    {
      g_autoptr (AppField) item = app_field_new_item (self, n_items);

      g_list_store_append (self->children, item);
    }
}

/* The values of an object's members by name, so that many of them cost no more than few. */
typedef struct
{
  McpJsonValue object;
  GHashTable  *indexes; /* (nullable): name → index + 1 into values */
  GArray      *values;
} Members;

static void
init_members (Members *self, McpJsonValue object)
{
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  *self = (Members){ object, NULL, NULL };
  if (mcp_json_value_get_n_items (object) <= FEW_MEMBERS ||
      mcp_json_value_get_kind (object) != MCP_JSON_OBJECT)
    return;
  self->indexes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->values = g_array_new (FALSE, FALSE, sizeof (McpJsonValue));
  mcp_json_iter_init (&iter, object);
  while (mcp_json_iter_next (&iter, &name, &value))
    {
      g_array_append_val (self->values, value);
      g_hash_table_insert (self->indexes, mcp_json_value_dup_string (name, NULL),
                           GUINT_TO_POINTER (self->values->len));
    }
}

static McpJsonValue
find_member (const Members *self, const char *name)
{
  guint index;

  if (self->indexes == NULL)
    return mcp_json_value_get_member (self->object, name);
  index = GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes, name));
  return index > 0 ? g_array_index (self->values, McpJsonValue, index - 1) : MCP_JSON_NO_VALUE;
}

static void
clear_members (Members *self)
{
  g_clear_pointer (&self->indexes, g_hash_table_unref);
  g_clear_pointer (&self->values, g_array_unref);
}

static void
refresh_members (AppField *self, McpJsonValue value, GString *pointer)
{
  gsize   length = pointer->len;
  Members members;

  app_field_sync_members (self, value);
  init_members (&members, value);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->children)); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      if (child->selector)
        {
          app_field_refresh (child, value, pointer);
          continue;
        }
      app_field_set_required (child, app_field_requires (self, value, child->key));
      app_json_pointer_append (pointer, child->key);
      app_field_refresh (child, find_member (&members, child->key), pointer);
      g_string_truncate (pointer, length);
    }
  clear_members (&members);
}

void
app_field_refresh_children (AppField *self, McpJsonValue value, GString *pointer)
{
  gsize        length = pointer->len;
  McpJsonValue item;
  McpJsonIter  iter;

  if (self->schema.kind == APP_FIELD_OBJECT)
    {
      refresh_members (self, value, pointer);
      return;
    }
  refresh_items (self, value);
  mcp_json_iter_init (&iter, mcp_json_value_get_kind (value) == MCP_JSON_ARRAY ? value
                                                                               : MCP_JSON_NO_VALUE);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->children)); i++)
    {
      g_autoptr (AppField) child = g_list_model_get_item (G_LIST_MODEL (self->children), i);

      if (!mcp_json_iter_next (&iter, NULL, &item))
        item = MCP_JSON_NO_VALUE;
      if (child->position != i)
        {
          child->position = i;
          g_object_notify (G_OBJECT (child), "position");
        }
      g_string_append_printf (pointer, "/%u", i);
      app_field_refresh (child, item, pointer);
      g_string_truncate (pointer, length);
    }
}
