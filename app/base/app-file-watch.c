/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-file-watch.h"

#include "mcp-object.h"

struct _AppFileWatch
{
  GObject parent_instance;

  GPtrArray *folders; /* of Folder */
  char      *first;   /* (nullable): what changed first, until it is said */
  guint      timer;
};

/* One folder, and which of its entries count. */
typedef struct
{
  AppFileWatch *watch;
  GFileMonitor *monitor;
  char         *path;
  GPatternSpec *pattern; /* (nullable): all that is no tool's own */
  guint         depth;   /* how deep folders below are followed; 0 not at all */
} Folder;

static guint changed_signal;

G_DEFINE_FINAL_TYPE (AppFileWatch, app_file_watch, G_TYPE_OBJECT)

/* What tools fetch or make, and change while a server merely runs. */
static const char *const made[] = { "node_modules", "__pycache__", "target", "dist", "build",
                                    "venv", "site-packages", NULL };

static void add_folder (AppFileWatch *self, const char *path, const char *pattern, guint depth);

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  g_signal_handlers_disconnect_by_data (folder->monitor, folder);
  g_file_monitor_cancel (folder->monitor);
  g_object_unref (folder->monitor);
  g_clear_pointer (&folder->pattern, g_pattern_spec_free);
  g_free (folder->path);
  g_free (folder);
}

MCP_DEFINE_DISPOSE (AppFileWatch, app_file_watch)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_ptr_array_set_size (self->folders, 0);
}

MCP_DEFINE_FINALIZE (AppFileWatch, app_file_watch)
{
  g_ptr_array_unref (self->folders);
  g_free (self->first);
}

MCP_DEFINE_CLASS (AppFileWatch, app_file_watch)
{
  object_class->dispose = app_file_watch_dispose;
  object_class->finalize = app_file_watch_finalize;
  changed_signal = mcp_signal_new (klass, "changed", 1, G_TYPE_STRING);
}

static void
app_file_watch_init (AppFileWatch *self)
{
  self->folders = g_ptr_array_new_with_free_func (folder_free);
}

static gboolean
on_settled (gpointer data)
{
  AppFileWatch    *self = data;
  g_autofree char *first = g_steal_pointer (&self->first);

  self->timer = 0;
  g_signal_emit (self, changed_signal, 0, first);
  return G_SOURCE_REMOVE;
}

static void
take_change (AppFileWatch *self, const char *name)
{
  if (self->first == NULL)
    self->first = g_strdup (name);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (APP_FILE_WATCH_SETTLE_MS, on_settled, self);
}

/* Hidden ones, editors' own copies, and what tools make. */
static gboolean
is_passed_over (const char *name)
{
  return name[0] == '.' || g_str_has_suffix (name, "~") || g_str_has_suffix (name, ".swp") ||
         g_str_has_suffix (name, ".tmp") || g_strv_contains (made, name);
}

static gboolean
counts (Folder *folder, const char *name)
{
  if (folder->pattern != NULL)
    return g_pattern_spec_match_string (folder->pattern, name);
  return !is_passed_over (name);
}

static void
on_event (GFileMonitor     *monitor,
          GFile            *file,
          GFile            *other,
          GFileMonitorEvent event,
          Folder           *folder)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *other_name = other != NULL ? g_file_get_basename (other) : NULL;
  const char      *changed = name;

  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED ||
      event == G_FILE_MONITOR_EVENT_PRE_UNMOUNT || event == G_FILE_MONITOR_EVENT_UNMOUNTED)
    return;
  /* Editors write another file and give it the old name. */
  if (event == G_FILE_MONITOR_EVENT_RENAMED && other_name != NULL && counts (folder, other_name))
    changed = other_name;
  if (!counts (folder, changed))
    return;
  if (event == G_FILE_MONITOR_EVENT_CREATED && folder->depth > 0)
    {
      g_autofree char *path = g_file_get_path (file);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        add_folder (folder->watch, path, NULL, folder->depth - 1);
    }
  take_change (folder->watch, changed);
}

static void
add_below (AppFileWatch *self, const char *path, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (path, name, NULL);

      if (!is_passed_over (name) && g_file_test (below, G_FILE_TEST_IS_DIR) &&
          !g_file_test (below, G_FILE_TEST_IS_SYMLINK))
        add_folder (self, below, NULL, depth);
    }
}

/* @pattern: (nullable) */
static void
add_folder (AppFileWatch *self, const char *path, const char *pattern, guint depth)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileMonitor) monitor = NULL;

  if (self->folders->len >= APP_FILE_WATCH_MAX_FOLDERS)
    return;
  monitor = g_file_monitor_directory (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (monitor == NULL)
    return;
  Folder *folder = g_new0 (Folder, 1);
  folder->watch = self;
  folder->monitor = g_steal_pointer (&monitor);
  folder->path = g_strdup (path);
  folder->pattern = pattern != NULL ? g_pattern_spec_new (pattern) : NULL;
  folder->depth = depth;
  g_signal_connect (folder->monitor, "changed", G_CALLBACK (on_event), folder);
  g_ptr_array_add (self->folders, folder);
  if (depth > 0)
    add_below (self, path, depth - 1);
}

static char *
resolve (const char *path, const char *folder)
{
  if (g_str_has_prefix (path, "~/"))
    return g_build_filename (g_get_home_dir (), path + 2, NULL);
  return g_canonicalize_filename (path, folder);
}

AppFileWatch *
app_file_watch_new (const char *const *paths, const char *folder)
{
  AppFileWatch *self = g_object_new (APP_TYPE_FILE_WATCH, NULL);

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      g_autofree char *path = resolve (paths[i], folder);
      g_autofree char *parent = g_path_get_dirname (path);
      g_autofree char *name = g_path_get_basename (path);

      /* A file may be replaced by another one: its folder tells of both. A name without a joker
       * is a pattern that fits itself. */
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        add_folder (self, path, NULL, APP_FILE_WATCH_MAX_DEPTH);
      else
        add_folder (self, parent, name, 0);
    }
  return self;
}

void
app_file_watch_again (AppFileWatch *self)
{
  g_return_if_fail (APP_IS_FILE_WATCH (self));
  take_change (self, self->first);
}
