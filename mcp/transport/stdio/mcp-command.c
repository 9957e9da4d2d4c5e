/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-command.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where a shell looks when nobody says. */
#define FALLBACK_PATH "/usr/local/bin:/usr/bin:/bin"

/* What a server needs to be a program at all; everything else of our environment is none of its
 * business. The same as the official SDKs pass on. */
static const char *const inherited[] = { "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER" };

static char **
build_environment (const char *const *additional, GError **error)
{
  g_auto (GStrv) environment = g_new0 (char *, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (inherited); i++)
    {
      const char *value = g_getenv (inherited[i]);

      /* A function that a shell exported: text to be run. */
      if (value != NULL && !g_str_has_prefix (value, "()"))
        environment = g_environ_setenv (environment, inherited[i], value, TRUE);
    }
  for (; additional != NULL && *additional != NULL; additional++)
    {
      const char *equals = strchr (*additional, '=');

      if (equals == NULL || equals == *additional)
        {
          g_autofree char *valid = g_utf8_make_valid (*additional, -1);
          g_propagate_error (error,
                             mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                            "“%s” is no environment variable: it needs the form "
                                            "NAME=VALUE",
                                            valid));
          return NULL;
        }
      g_autofree char *name = g_strndup (*additional, (gsize)(equals - *additional));
      environment = g_environ_setenv (environment, name, equals + 1, TRUE);
    }
  return g_steal_pointer (&environment);
}

static gboolean
is_file (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 && !S_ISDIR (info.st_mode);
}

/* Relative to where the program starts. */
static char *
resolve (const char *directory, const char *path)
{
  if (directory == NULL || g_path_is_absolute (path))
    return g_strdup (path);
  return g_build_filename (directory, path, NULL);
}

static char *
find_path (const char *command, const char *directory, GError **error)
{
  g_autofree char *path = resolve (directory, command);

  if (is_file (path))
    {
      if (access (path, X_OK) == 0)
        return g_steal_pointer (&path);
      g_propagate_error (error,
                         mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                                        "“%s” may not be executed: its permissions do not allow it",
                                        path));
    }
  else if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                                               "“%s” is a folder, not a program", path));
    }
  else
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND,
                                               "There is no program “%s”.", path));
    }
  return NULL;
}

static char *
find_name (const char *command, const char *search, const char *directory, GError **error)
{
  g_auto (GStrv) folders = g_strsplit (search, ":", -1);
  g_autofree char *not_executable = NULL;
  GError          *failure;

  for (gsize i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *folder = resolve (directory, *folders[i] != '\0' ? folders[i] : ".");
      g_autofree char *path = g_build_filename (folder, command, NULL);

      if (!is_file (path))
        continue;
      if (access (path, X_OK) == 0)
        return g_steal_pointer (&path);
      if (not_executable == NULL)
        not_executable = g_steal_pointer (&path);
    }

  if (not_executable != NULL)
    failure = mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                             "“%s” may not be executed: its permissions do not allow it",
                             not_executable);
  else
    {
      failure = mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND,
                               "The program “%s” was not found in the folders of PATH.", command);
      mcp_error_get_details (failure)->evidence = g_strdelimit (g_strdup (search), ":", '\n');
    }
  g_propagate_error (error, failure);
  return NULL;
}

static gboolean
check_directory (const char *directory, GError **error)
{
  if (directory == NULL || g_file_test (directory, G_FILE_TEST_IS_DIR))
    return TRUE;
  g_propagate_error (error,
                     mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                                    g_file_test (directory, G_FILE_TEST_EXISTS)
                                        ? "The working directory “%s” is not a folder"
                                        : "The working directory “%s” does not exist",
                                    directory));
  return FALSE;
}

static char **
build_arguments (const char *shell, const char *first, const char *const *rest)
{
  GPtrArray *array = g_ptr_array_new ();

  if (shell != NULL)
    g_ptr_array_add (array, g_strdup (shell));
  g_ptr_array_add (array, g_strdup (first));
  for (; rest != NULL && *rest != NULL; rest++)
    g_ptr_array_add (array, g_strdup (*rest));
  g_ptr_array_add (array, NULL);
  return (char **)g_ptr_array_free (array, FALSE);
}

McpCommand *
mcp_command_new (const char        *command,
                 const char *const *arguments,
                 const char *const *environment,
                 const char        *directory,
                 GError           **error)
{
  g_autoptr (McpCommand) self = g_new0 (McpCommand, 1);

  if (command == NULL || *command == '\0')
    {
      g_propagate_error (error, mcp_error_new (MCP_ERROR_INVALID_TARGET,
                                               "There is no command to run"));
      return NULL;
    }
  if (directory != NULL && *directory == '\0')
    directory = NULL;

  self->environment = build_environment (environment, error);
  if (self->environment == NULL || !check_directory (directory, error))
    return NULL;
  const char *search = g_environ_getenv (self->environment, "PATH");
  if (search == NULL || *search == '\0')
    search = FALLBACK_PATH;

  if (strchr (command, '/') != NULL)
    self->program = find_path (command, directory, error);
  else
    self->program = find_name (command, search, directory, error);
  if (self->program == NULL)
    return NULL;

  /* Relative to our directory until the process has entered its own. */
  if (directory != NULL && !g_path_is_absolute (self->program))
    {
      char *absolute = g_canonicalize_filename (self->program, NULL);

      g_free (self->program);
      self->program = absolute;
    }
  self->directory = g_strdup (directory);
  self->arguments = build_arguments (NULL, command, arguments);
  self->shell_arguments = build_arguments ("/bin/sh", self->program, arguments);
  return g_steal_pointer (&self);
}

void
mcp_command_free (McpCommand *self)
{
  if (self == NULL)
    return;
  g_free (self->program);
  g_strfreev (self->arguments);
  g_strfreev (self->shell_arguments);
  g_strfreev (self->environment);
  g_free (self->directory);
  g_free (self);
}

GError *
mcp_command_explain (McpCommand *self, gboolean in_directory, int error_number)
{
  if (in_directory)
    return mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                          "The working directory “%s” cannot be entered: %s", self->directory,
                          g_strerror (error_number));
  if (error_number == ENOENT && is_file (self->program))
    return mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE,
                          "“%s” cannot be run: the interpreter or loader that it names does not "
                          "exist",
                          self->program);
  if (error_number == ENOENT)
    return mcp_error_new (MCP_ERROR_COMMAND_NOT_FOUND, "There is no program “%s”.", self->program);
  return mcp_error_new (MCP_ERROR_COMMAND_NOT_EXECUTABLE, "“%s” cannot be run: %s", self->program,
                        g_strerror (error_number));
}

static gboolean
is_plain (const char *argument)
{
  if (*argument == '\0')
    return FALSE;
  for (; *argument != '\0'; argument++)
    if (!g_ascii_isalnum (*argument) && strchr ("-_./:=@%+,", *argument) == NULL)
      return FALSE;
  return TRUE;
}

char *
mcp_command_describe (McpCommand *self)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; self->arguments[i] != NULL; i++)
    {
      g_autofree char *quoted = is_plain (self->arguments[i]) ? g_strdup (self->arguments[i])
                                                              : g_shell_quote (self->arguments[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", quoted);
    }
  return g_string_free (text, FALSE);
}
