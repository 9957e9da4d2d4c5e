/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-file-watch.h"

#include <stdlib.h>

struct _StoreFileWatch
{
  GFileMonitor      *monitors[2]; /* (nullable): the path, and where a link leads to */
  guint              settle;
  guint              source;
  StoreFileWatchFunc changed;
  gpointer           data;
};

static gboolean
on_settled (gpointer data)
{
  StoreFileWatch *self = data;

  self->source = 0;
  self->changed (self->data);
  return G_SOURCE_REMOVE;
}

static void
on_changed (StoreFileWatch *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add (self->settle, on_settled, self);
}

static GFileMonitor *
monitor (StoreFileWatch *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileMonitor *result = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (result != NULL)
    g_signal_connect_swapped (result, "changed", G_CALLBACK (on_changed), self);
  return result;
}

StoreFileWatch *
store_file_watch_new (const char *path, guint settle, StoreFileWatchFunc changed, gpointer data)
{
  StoreFileWatch *self = g_new0 (StoreFileWatch, 1);
  char           *real = realpath (path, NULL);

  self->settle = settle;
  self->changed = changed;
  self->data = data;
  self->monitors[0] = monitor (self, path);
  if (real != NULL && !g_str_equal (real, path))
    self->monitors[1] = monitor (self, real);
  free (real);
  return self;
}

void
store_file_watch_free (StoreFileWatch *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->monitors); i++)
    if (self->monitors[i] != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->monitors[i], self);
        g_file_monitor_cancel (self->monitors[i]);
        g_object_unref (self->monitors[i]);
      }
  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}
