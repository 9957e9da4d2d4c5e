/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-server.h"

#include <string.h>

#define LISTENS "Listening on "

ModelServer *
model_server_start (const char *key)
{
  ModelServer     *self = g_new0 (ModelServer, 1);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "servers", "model_server.py", NULL);
  g_autofree char *option = key != NULL ? g_strconcat ("--model-key=", key, NULL) : NULL;
  g_autoptr (GError) error = NULL;

  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, "python3", path, "--model", option, NULL);
  g_assert_no_error (error);
  self->said = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  while (self->base == NULL)
    {
      g_autofree char *line = g_data_input_stream_read_line (self->said, NULL, NULL, &error);

      g_assert_no_error (error);
      if (line == NULL)
        g_error ("The server of models ended before it listened");
      g_test_message ("%s", line);
      if (g_str_has_prefix (line, LISTENS))
        self->base = g_strconcat (line + strlen (LISTENS), "/v1", NULL);
    }
  return self;
}

void
model_server_free (ModelServer *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_object_unref (self->said);
  g_object_unref (self->process);
  g_free (self->base);
  g_free (self);
}
