/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-client-matrix.h"
#include "mcp-array-list.h"
#include "mcp-object.h"

/* One server */

struct _AppClientMatrixRow
{
  GObject parent_instance;

  StoreProfile    *profile;
  AppClientTarget *source; /* (nullable) */
  char            *names;  /* (nullable): of the sources */
};

MCP_DEFINE_OBJECT (AppClientMatrixRow, app_client_matrix_row)

MCP_DEFINE_FINALIZE (AppClientMatrixRow, app_client_matrix_row)
{
  g_object_unref (self->profile);
  g_clear_object (&self->source);
  g_free (self->names);
}

static AppClientMatrixRow *
row_new (StoreProfile *profile, AppClientTarget *source)
{
  AppClientMatrixRow *self = g_object_new (APP_TYPE_CLIENT_MATRIX_ROW, NULL);

  self->profile = g_object_ref (profile);
  self->source = source != NULL ? g_object_ref (source) : NULL;
  self->names = source != NULL ? app_client_target_dup_title (source) : NULL;
  return self;
}

MCP_DEFINE_GETTER (StoreProfile *, AppClientMatrixRow, app_client_matrix_row, profile)
MCP_DEFINE_GETTER (AppClientTarget *, AppClientMatrixRow, app_client_matrix_row, source)

const char *
app_client_matrix_row_get_source_names (AppClientMatrixRow *self)
{
  g_return_val_if_fail (APP_IS_CLIENT_MATRIX_ROW (self), NULL);
  return self->names;
}

/* All of them */

struct _AppClientMatrix
{
  GObject parent_instance;

  StoreProfileList *book;
  AppClientList    *clients;
  GPtrArray        *rows; /* of AppClientMatrixRow: the book's, then the others */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppClientMatrix,
                               app_client_matrix,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppClientMatrix,
                                                         rows,
                                                         APP_TYPE_CLIENT_MATRIX_ROW))
MCP_DEFINE_CLASS_INIT (AppClientMatrix, app_client_matrix)

/* Which of the target's entries the rows stand for already. One that no row finds is a server of
 * its own, be it like another of the same file.
 * Returns: (transfer full): StoreProfile → AppClientMatrixRow, both borrowed */
static GHashTable *
find_rows (GPtrArray *rows, AppClientTarget *target)
{
  GHashTable *found = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      AppClientMatrixRow *row = g_ptr_array_index (rows, i);
      StoreProfile       *entry;

      app_client_target_find (target, row->profile, &entry);
      if (entry != NULL)
        g_hash_table_insert (found, entry, row);
    }
  return found;
}

static void
add_source (AppClientMatrixRow *row, AppClientTarget *target)
{
  g_autofree char *title = app_client_target_dup_title (target);
  g_autofree char *before = g_steal_pointer (&row->names);

  row->names = g_strdup_printf ("%s, %s", before, title);
}

static void
add_entries (GPtrArray *rows, AppClientTarget *target)
{
  GPtrArray *entries = app_client_target_get_entries (target);
  g_autoptr (GHashTable) found = find_rows (rows, target);

  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      AppClientMatrixRow *row = g_hash_table_lookup (found, entries->pdata[i]);

      if (row == NULL)
        g_ptr_array_add (rows, row_new (entries->pdata[i], target));
      else if (row->source != NULL)
        add_source (row, target);
    }
}

/* Returns: (transfer full) (element-type AppClientMatrixRow) */
static GPtrArray *
make_rows (AppClientMatrix *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->book)); i++)
    {
      g_autoptr (StoreProfile) profile = g_list_model_get_item (G_LIST_MODEL (self->book), i);

      g_ptr_array_add (rows, row_new (profile, NULL));
    }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->clients)); i++)
    {
      g_autoptr (AppClientTarget) target = g_list_model_get_item (G_LIST_MODEL (self->clients), i);

      add_entries (rows, target);
    }
  return rows;
}

/* The file is read again with each change to it: what it says is compared, not which object says
 * it. */
static gboolean
is_same (AppClientMatrixRow *a, AppClientMatrixRow *b)
{
  return a->source == b->source && g_strcmp0 (a->names, b->names) == 0 &&
         (a->profile == b->profile ||
          (a->source != NULL && store_profile_equal (a->profile, b->profile)));
}

static void
keep (gpointer *place, AppClientMatrixRow *row)
{
  g_object_unref (*place);
  *place = g_object_ref (row);
}

static void refresh (AppClientMatrix *self);

/* Another name or command may make it what an application has. */
static void
follow (AppClientMatrix *self, AppClientMatrixRow *row)
{
  if (row->source != NULL)
    return;
  g_signal_handlers_disconnect_by_func (row->profile, refresh, self);
  mcp_signal_connect (row->profile, "notify", refresh, self);
}

static void
refresh (AppClientMatrix *self)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->rows);
  guint head = 0;
  guint tail = 0;

  self->rows = make_rows (self);
  guint shorter = MIN (before->len, self->rows->len);
  while (head < shorter && is_same (before->pdata[head], self->rows->pdata[head]))
    head++;
  while (tail < shorter - head && is_same (before->pdata[before->len - 1 - tail],
                                           self->rows->pdata[self->rows->len - 1 - tail]))
    tail++;
  for (guint i = 0; i < head; i++)
    keep (&self->rows->pdata[i], before->pdata[i]);
  for (guint i = 1; i <= tail; i++)
    keep (&self->rows->pdata[self->rows->len - i], before->pdata[before->len - i]);
  for (guint i = head; i < self->rows->len - tail; i++)
    follow (self, self->rows->pdata[i]);
  if (before->len != self->rows->len || head < shorter)
    g_list_model_items_changed (G_LIST_MODEL (self), head, before->len - head - tail,
                                self->rows->len - head - tail);
}

MCP_DEFINE_FINALIZE (AppClientMatrix, app_client_matrix)
{
  g_object_unref (self->book);
  g_object_unref (self->clients);
  g_ptr_array_unref (self->rows);
}

static void
app_client_matrix_init (AppClientMatrix *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
}

AppClientMatrix *
app_client_matrix_new (AppWorkspace *workspace, AppClientList *clients)
{
  g_return_val_if_fail (APP_IS_WORKSPACE (workspace), NULL);
  g_return_val_if_fail (APP_IS_CLIENT_LIST (clients), NULL);

  AppClientMatrix *self = g_object_new (APP_TYPE_CLIENT_MATRIX, NULL);

  self->book = g_object_ref (app_workspace_get_book (workspace));
  self->clients = g_object_ref (clients);
  mcp_signal_connect (self->book, "items-changed", refresh, self);
  mcp_signal_connect (clients, "items-changed", refresh, self);
  mcp_signal_connect (clients, "changed", refresh, self);
  refresh (self);
  return self;
}
