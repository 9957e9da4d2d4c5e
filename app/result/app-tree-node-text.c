/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a row says: the value's beginning, a taste of it, what it hides. */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-tree-node-private.h"
#include "app-visible-text.h"
#include "store-object.h"
#include "store-window.h"

/* A container's taste: members, and characters of each. */
#define TASTE_ITEMS 4u
#define TASTE_CHARACTERS 24u
/* A string that may hold U+0000 made fit to be shown. */
char *
app_tree_node_dup_visible (char *text, gsize length, gboolean lines)
{
  g_autofree char *taken = text;
  g_autoptr (GString) marked = NULL;

  if (text != NULL && strlen (text) < length)
    {
      marked = g_string_sized_new (length);
      for (gsize i = 0; i < length; i++)
        {
          if (text[i] == '\0')
            g_string_append (marked, "␀");
          else
            g_string_append_c (marked, text[i]);
        }
    }
  if (lines)
    return app_visible_text_block (marked ? marked->str : text, 0);
  return app_visible_text_line (marked ? marked->str : text, 0);
}

/* The beginning of a scalar as written. @hidden: (out): whether it is not all */
static char *
dup_beginning (McpJsonValue value, guint characters, gboolean *hidden)
{
  gboolean         string = mcp_json_value_get_kind (value) == MCP_JSON_STRING;
  StoreStringPiece piece = { 0 };
  gsize            length = 0;
  const char      *text = mcp_json_value_get_text (value, &length);
  g_autoptr (GString) shown = NULL;

  *hidden = FALSE;
  if (!store_string_piece_read (value, 0, characters, &piece))
    return g_strndup (text, length);
  shown = g_string_new_len (text, (gssize)(piece.end + (string ? 1 : 0)));
  *hidden = piece.hidden > 0;
  if (string)
    g_string_append (shown, *hidden ? "…\"" : "\"");
  else if (*hidden)
    g_string_append (shown, "…");
  store_string_piece_clear (&piece);
  return app_tree_node_dup_visible (g_strdup (shown->str), shown->len, FALSE);
}

static char *
dup_taste (McpJsonValue container)
{
  gboolean     object = mcp_json_value_get_kind (container) == MCP_JSON_OBJECT;
  GString     *taste = g_string_new (object ? "{" : "[");
  guint        n_items = mcp_json_value_get_n_items (container);
  gboolean     cut = FALSE;
  McpJsonValue name;
  McpJsonValue value;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, container);
  for (guint i = 0; i < TASTE_ITEMS && mcp_json_iter_next (&iter, &name, &value); i++)
    {
      McpJsonKind kind = mcp_json_value_get_kind (value);
      gboolean    empty = mcp_json_value_get_n_items (value) == 0;

      if (i > 0)
        g_string_append (taste, ", ");
      if (object)
        {
          g_autofree char *key = dup_beginning (name, TASTE_CHARACTERS, &cut);

          g_string_append_printf (taste, "%s: ", key);
        }
      if (kind == MCP_JSON_OBJECT)
        g_string_append (taste, empty ? "{}" : "{…}");
      else if (kind == MCP_JSON_ARRAY)
        g_string_append (taste, empty ? "[]" : "[…]");
      else
        {
          g_autofree char *text = dup_beginning (value, TASTE_CHARACTERS, &cut);

          g_string_append (taste, text);
        }
    }
  if (n_items > TASTE_ITEMS)
    g_string_append (taste, ", …");
  g_string_append_c (taste, object ? '}' : ']');
  return g_string_free (taste, FALSE);
}

/* What lies behind @position of a string: "+ 4,102 characters", "+ 2.1 MB". */
static char *
dup_rest (McpJsonValue value, gsize position, guint characters)
{
  StoreStringPiece piece = { 0 };
  char            *text = NULL;

  if (!store_string_piece_read (value, position, characters, &piece))
    return g_strdup ("");
  if (piece.hidden_bytes)
    {
      g_autofree char *size = app_visible_text_size (piece.hidden);

      text = g_strdup_printf ("+ %s", size);
    }
  else if (piece.hidden > 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "+ %'u character",
                                         "+ %'u characters",
                                         piece.hidden),
                            (guint)piece.hidden);
  store_string_piece_clear (&piece);
  return text ? text : g_strdup ("");
}

static char *
dup_piece (AppTreeNode *self)
{
  StoreStringPiece piece = { 0 };
  char            *text;
  gsize            length;

  if (!store_string_piece_read (self->slot.value,
                                self->position,
                                APP_TREE_PIECE_CHARACTERS,
                                &piece))
    return g_strdup ("");
  text = g_steal_pointer (&piece.text);
  length = piece.length;
  store_string_piece_clear (&piece);
  return app_tree_node_dup_visible (text, length, TRUE);
}

gboolean
app_tree_node_is_string_rest (AppTreeNode *self)
{
  McpJsonKind kind = mcp_json_value_get_kind (self->slot.value);

  return self->kind == APP_TREE_MORE && kind != MCP_JSON_OBJECT && kind != MCP_JSON_ARRAY;
}

const char *
app_tree_node_get_preview (AppTreeNode *self)
{
  gboolean hidden;

  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  if (self->preview != NULL)
    return self->preview;
  switch (self->kind)
    {
    case APP_TREE_OBJECT:
    case APP_TREE_ARRAY:
      self->preview = dup_taste (self->slot.value);
      break;
    case APP_TREE_MORE:
      self->preview = app_tree_node_is_string_rest (self)
                          ? dup_rest (self->slot.value, self->position, 0)
                          : g_strdup_printf (_ ("… %'u more"), self->count);
      break;
    case APP_TREE_RANGE:
      self->preview = g_strdup_printf ("[%u … %u]", self->first, self->first + self->count - 1);
      break;
    case APP_TREE_PIECE:
      self->preview = dup_piece (self);
      break;
    case APP_TREE_STRING:
    case APP_TREE_NUMBER:
    case APP_TREE_BOOLEAN:
    case APP_TREE_NULL:
    default:
      self->preview = dup_beginning (self->slot.value, self->limits.characters, &hidden);
      break;
    }
  return self->preview;
}

const char *
app_tree_node_get_note (AppTreeNode *self)
{
  g_return_val_if_fail (APP_IS_TREE_NODE (self), NULL);

  if (self->note != NULL)
    return self->note;
  if (self->kind == APP_TREE_OBJECT || self->kind == APP_TREE_ARRAY)
    self->note = g_strdup_printf ("%s (%'u)",
                                  store_object_type_name_of (self->slot.value),
                                  mcp_json_value_get_n_items (self->slot.value));
  else if (self->kind == APP_TREE_STRING || self->kind == APP_TREE_NUMBER)
    self->note = dup_rest (self->slot.value, 0, self->limits.characters);
  else
    self->note = g_strdup ("");
  return self->note;
}
