/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-difference.h"

#include "app-tree-node.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>

#define MAX_PATH 300
/* What a row has room for; the rest is opened. */
#define MAX_PREVIEW 200
/* A character has up to four bytes. */
#define MAX_PREVIEW_BYTES (MAX_PREVIEW * 4 + 4)

struct _AppDifference
{
  GObject parent_instance;

  const char  *part; /* (nullable) */
  char        *path;
  StoreObject *before; /* (nullable) */
  StoreObject *after;  /* (nullable) */
};

MCP_DEFINE_OBJECT (AppDifference, app_difference)

MCP_DEFINE_FINALIZE (AppDifference, app_difference)
{
  g_free (self->path);
  g_clear_object (&self->before);
  g_clear_object (&self->after);
}

AppDifference *
app_difference_new (const char *part, const char *path, StoreObject *before, StoreObject *after)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (before != NULL || after != NULL, NULL);

  AppDifference *self = g_object_new (APP_TYPE_DIFFERENCE, NULL);

  self->part = part;
  self->path = g_strdup (path);
  g_set_object (&self->before, before);
  g_set_object (&self->after, after);
  return self;
}

MCP_DEFINE_GETTER (StoreObject *, AppDifference, app_difference, before)
MCP_DEFINE_GETTER (StoreObject *, AppDifference, app_difference, after)

char *
app_difference_dup_place (AppDifference *self)
{
  g_return_val_if_fail (APP_IS_DIFFERENCE (self), NULL);

  g_autofree char *path = app_visible_text_line (self->path, MAX_PATH);
  const char      *where = path[0] != '\0' ? path : _ ("the whole value");

  if (self->part == NULL)
    return g_strdup (where);
  return path[0] != '\0' ? g_strjoin (" · ", self->part, path, NULL) : g_strdup (self->part);
}

static char *
dup_beginning (StoreObject *object)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  gsize            length;
  const char      *data = g_bytes_get_data (bytes, &length);
  g_autofree char *text =
      g_utf8_make_valid (data != NULL ? data : "", (gssize)MIN (length, MAX_PREVIEW_BYTES));

  return app_visible_text_line (text, MAX_PREVIEW);
}

char *
app_difference_dup_preview (StoreObject *object)
{
  static const AppTreeLimits limits = { 25, MAX_PREVIEW, 1 };

  if (object == NULL)
    return g_strdup ("");
  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    return dup_beginning (object);
  if (store_object_get_kind (object) == STORE_OBJECT_BLOB)
    {
      g_autofree char *size = app_visible_text_size (store_object_get_size (object));

      /* Translators: bytes that are no text; %s is a size */
      return g_strdup_printf (_ ("data · %s"), size);
    }
  g_autoptr (AppTreeNode) node =
      app_tree_node_new_root (store_object_get_value (object), NULL, &limits);

  return g_strdup (app_tree_item_get_preview (APP_TREE_ITEM (node)));
}

char *
app_difference_dup_text (AppDifference *self)
{
  g_return_val_if_fail (APP_IS_DIFFERENCE (self), NULL);

  g_autofree char *place = app_difference_dup_place (self);
  g_autofree char *before = app_difference_dup_preview (self->before);
  g_autofree char *after = app_difference_dup_preview (self->after);

  if (self->before == NULL)
    /* Translators: a difference, read aloud: where it is, and the value */
    return g_strdup_printf (_ ("Added, %s: %s"), place, after);
  if (self->after == NULL)
    /* Translators: a difference, read aloud: where it is, and the value */
    return g_strdup_printf (_ ("Removed, %s: %s"), place, before);
  /* Translators: a difference, read aloud: where it is, and both values */
  return g_strdup_printf (_ ("Changed, %s: %s, now %s"), place, before, after);
}
