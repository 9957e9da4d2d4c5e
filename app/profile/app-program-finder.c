/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-program-finder.h"

#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A login shell that reads slow start files takes about a second; one that waits for input never
 * ends. */
#define SHELL_TIMEOUT_MS 4000
/* Start files that print more than this are not waited for. */
#define SHELL_OUTPUT_LIMIT (256u * 1024u)
#define SHELL_CHUNK 4096
#define PATH_MARK "__spyglass_path__="

typedef struct
{
  char         *name;
  char         *path;
  GSubprocess  *shell;
  GString      *output;
  GCancellable *reading;
  guint         timeout;
} Search;

void
app_program_free (AppProgram *self)
{
  if (self == NULL)
    return;
  g_free (self->program);
  g_free (self->path);
  g_free (self->explanation);
  g_free (self);
}

/* It leads a session of its own, so that what its start files left running goes with it. */
static void
end_shell (Search *search)
{
  const char *id = search->shell != NULL ? g_subprocess_get_identifier (search->shell) : NULL;

  if (id == NULL)
    return;
  kill (-(pid_t)g_ascii_strtoll (id, NULL, 10), SIGKILL);
  g_subprocess_force_exit (search->shell);
}

static void
search_free (Search *search)
{
  g_clear_handle_id (&search->timeout, g_source_remove);
  end_shell (search);
  g_clear_object (&search->shell);
  g_clear_object (&search->reading);
  g_string_free (search->output, TRUE);
  g_free (search->name);
  g_free (search->path);
  g_free (search);
}

static gboolean
is_program (const char *file)
{
  return g_file_test (file, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (file, G_FILE_TEST_IS_DIR);
}

static char *
find_on_path (const char *name, const char *path)
{
  if (path == NULL || name[0] == '\0')
    return NULL;
  g_auto (GStrv) folders = g_strsplit (path, G_SEARCHPATH_SEPARATOR_S, -1);
  for (guint i = 0; folders[i] != NULL; i++)
    {
      if (!g_path_is_absolute (folders[i]))
        continue;
      g_autofree char *file = g_build_filename (folders[i], name, NULL);
      if (is_program (file))
        return g_steal_pointer (&file);
    }
  return NULL;
}

/* The newest Node that nvm installed: versions are folders such as v22.3.0. */
static char *
find_in_nvm (const char *name)
{
  const char      *nvm = g_getenv ("NVM_DIR");
  g_autofree char *versions = NULL;
  g_autofree char *newest = NULL;
  g_autofree char *found = NULL;
  const char      *entry;

  versions = nvm != NULL ? g_build_filename (nvm, "versions", "node", NULL)
                         : g_build_filename (g_get_home_dir (), ".nvm", "versions", "node", NULL);
  g_autoptr (GDir) dir = g_dir_open (versions, 0, NULL);
  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (versions, entry, "bin", name, NULL);
      g_autofree char *key = g_utf8_collate_key_for_filename (entry, -1);

      if (is_program (file) && (newest == NULL || strcmp (key, newest) > 0))
        {
          g_free (newest);
          newest = g_steal_pointer (&key);
          g_free (found);
          found = g_steal_pointer (&file);
        }
    }
  return g_steal_pointer (&found);
}

static char *
find_where_tools_install (const char *name)
{
  static const char *const below_home[] = {
    ".local/bin",
    ".cargo/bin",
    ".volta/bin",
    ".bun/bin",
    ".deno/bin",
    ".pyenv/shims",
    ".asdf/shims",
    ".local/share/mise/shims",
    ".local/share/pnpm",
    ".npm-global/bin",
    "go/bin",
    "bin",
  };
  static const char *const absolute[] = {
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/snap/bin",
    "/opt/node/bin",
  };
  char *found = find_in_nvm (name);

  for (guint i = 0; found == NULL && i < G_N_ELEMENTS (below_home); i++)
    {
      g_autofree char *file = g_build_filename (g_get_home_dir (), below_home[i], name, NULL);

      if (is_program (file))
        found = g_steal_pointer (&file);
    }
  for (guint i = 0; found == NULL && i < G_N_ELEMENTS (absolute); i++)
    {
      g_autofree char *file = g_build_filename (absolute[i], name, NULL);

      if (is_program (file))
        found = g_steal_pointer (&file);
    }
  return found;
}

static AppProgram *
program_new (const char *program, const char *path, const char *explanation)
{
  AppProgram *self = g_new0 (AppProgram, 1);

  self->program = g_strdup (program);
  self->path = g_strdup (path);
  self->explanation = g_strdup (explanation);
  return self;
}

static void
return_program (GTask *task, const char *program, const char *path, const char *explanation)
{
  g_task_return_pointer (task, program_new (program, path, explanation),
                         (GDestroyNotify)app_program_free);
}

static void
return_not_found (GTask *task)
{
  Search          *search = g_task_get_task_data (task);
  g_autofree char *text = NULL;

  /* Translators: %s is a program's name, then a list of folders */
  text = g_strdup_printf (_ ("Command “%s” not found. Searched PATH (%s), the folders of "
                             "version managers, and your login shell."),
                          search->name != NULL ? search->name : "",
                          search->path != NULL ? search->path : "");
  return_program (task, NULL, NULL, text);
}

/* Start files may print anything; our mark says where the answer begins, a line end that it is
 * whole. */
static char *
extract_path (const char *output)
{
  const char *mark = strstr (output, PATH_MARK);

  if (mark == NULL)
    return NULL;
  mark += strlen (PATH_MARK);
  const char *end = strchr (mark, '\n');
  return end != NULL ? g_strndup (mark, end - mark) : NULL;
}

static void
return_from_shell (GTask *task, const char *path)
{
  Search          *search = g_task_get_task_data (task);
  g_autofree char *file = find_on_path (search->name, path);
  g_autofree char *text = NULL;

  g_clear_handle_id (&search->timeout, g_source_remove);
  end_shell (search);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (file == NULL)
    {
      return_not_found (task);
      return;
    }
  /* Translators: %s is a program's name, then its full path */
  text = g_strdup_printf (_ ("“%s” was found by your login shell: %s"), search->name, file);
  return_program (task, file, path, text);
}

static void on_shell_said (GObject *source, GAsyncResult *result, gpointer user_data);

/* Takes over @task. */
static void
listen_to_shell (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  g_input_stream_read_bytes_async (g_subprocess_get_stdout_pipe (search->shell), SHELL_CHUNK,
                                   G_PRIORITY_DEFAULT, search->reading, on_shell_said, task);
}

/* Its end is not waited for: what a start file left running may hold the pipe open for ever. */
static void
on_shell_said (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search *search = g_task_get_task_data (task);
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result,
                                                               NULL);

  if (bytes != NULL)
    g_string_append_len (search->output, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autofree char *path = extract_path (search->output->str);
  if (path != NULL || bytes == NULL || g_bytes_get_size (bytes) == 0 ||
      search->output->len > SHELL_OUTPUT_LIMIT)
    return_from_shell (task, path);
  else
    listen_to_shell (g_steal_pointer (&task));
}

static gboolean
on_shell_too_slow (gpointer user_data)
{
  Search *search = user_data;

  search->timeout = 0;
  g_cancellable_cancel (search->reading);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *outer, GCancellable *reading)
{
  g_cancellable_cancel (reading);
}

/* An interactive shell would fight with ours for the terminal. */
static void
leave_terminal (gpointer user_data)
{
  setsid ();
}

static void
ask_shell (GTask *task)
{
  Search     *search = g_task_get_task_data (task);
  const char *shell = g_getenv ("SHELL");
  g_autoptr (GSubprocessLauncher) launcher = NULL;

  if (shell == NULL || !is_program (shell))
    shell = "/bin/sh";
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                        G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_subprocess_launcher_set_child_setup (launcher, leave_terminal, NULL, NULL);
  search->shell = g_subprocess_launcher_spawn (launcher, NULL, shell, "-lic",
                                               "printf '\\n" PATH_MARK "%s\\n' \"$PATH\"", NULL);
  if (search->shell == NULL)
    {
      return_not_found (task);
      return;
    }
  search->timeout = g_timeout_add (SHELL_TIMEOUT_MS, on_shell_too_slow, search);
  if (g_task_get_cancellable (task) != NULL)
    g_signal_connect_object (g_task_get_cancellable (task), "cancelled", G_CALLBACK (on_cancelled),
                             search->reading, 0);
  listen_to_shell (g_object_ref (task));
}

static void
return_found (GTask *task, const char *file)
{
  Search          *search = g_task_get_task_data (task);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  /* What a version manager installed starts its neighbours by name: npx starts node. */
  path = search->path != NULL ? g_strconcat (folder, G_SEARCHPATH_SEPARATOR_S, search->path, NULL)
                              : g_strdup (folder);
  /* Translators: %s is a program's name, then its full path */
  text = g_strdup_printf (_ ("“%s” is not in this session's PATH; it was found at %s"),
                          search->name, file);
  return_program (task, file, path, text);
}

void
app_program_find_async (const char         *name,
                        const char         *path_variable,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);

  g_task_set_source_tag (task, app_program_find_async);
  search->name = g_strdup (name);
  search->output = g_string_new (NULL);
  search->reading = g_cancellable_new ();
  search->path = g_strdup (path_variable != NULL ? path_variable : g_getenv ("PATH"));
  g_task_set_task_data (task, search, (GDestroyNotify)search_free);

  /* A path is taken at its word; execution says what is wrong with it. */
  if (strchr (name, G_DIR_SEPARATOR) != NULL)
    {
      return_program (task, name, NULL, NULL);
      return;
    }
  g_autofree char *file = find_on_path (name, search->path);
  if (file != NULL)
    {
      return_program (task, file, NULL, NULL);
      return;
    }
  file = find_where_tools_install (name);
  if (file != NULL)
    {
      return_found (task, file);
      return;
    }
  ask_shell (task);
}

MCP_DEFINE_FINISH_ALONE (app_program_find_finish, AppProgram)
