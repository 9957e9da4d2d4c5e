/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the way to a model and back costs. One line a figure. */

#include "bench-model.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *
read_url (BenchProgram *self)
{
  static const char start[] = "Listening on ";
  char             *line;

  while ((line = g_data_input_stream_read_line (self->lines, NULL, NULL, NULL)) != NULL)
    {
      g_autofree char *held = line;

      if (g_str_has_prefix (line, start))
        return g_strdup (line + strlen (start));
    }
  return NULL;
}

char *
bench_program_start_model (BenchProgram *self, const char *script)
{
  g_autofree char *path = NULL;
  g_autofree char *option = NULL;
  char            *url;
  int              file = g_file_open_tmp ("bench-model-XXXXXX.json", &path, NULL);

  if (file < 0)
    return NULL;
  g_close (file, NULL);
  option = g_strconcat ("--model=", path, NULL);
  if (g_file_set_contents (path, script, -1, NULL))
    self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, NULL, "python3",
                                      BENCH_MODEL_SERVER, option, "--model-stamps", NULL);
  if (self->process != NULL)
    self->lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  url = self->process != NULL ? read_url (self) : NULL;
  g_unlink (path);
  return url;
}

gboolean
bench_program_start_node (BenchProgram *self, const char *script)
{
  static const char *const parts[] = { "node/bin/node", "openai/index.mjs",
                                       "@anthropic-ai/sdk/index.mjs",
                                       "@google/genai/dist/node/index.mjs" };
  const char              *tools = g_getenv ("SPYGLASS_TOOLS");
  g_autofree char         *node = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *path =
          g_build_filename (tools != NULL ? tools : "/", "node_modules", parts[i], NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return FALSE;
      if (i == 0)
        node = g_steal_pointer (&path);
    }
  self->process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, node,
                        script, NULL);
  if (self->process != NULL)
    self->lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  return self->process != NULL;
}

void
bench_program_end (BenchProgram *self)
{
  /* The signal is sent by GLib's worker, which ends with this program. */
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  g_clear_object (&self->process);
  g_clear_object (&self->lines);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double one = *(const double *)a;
  double other = *(const double *)b;

  return (one > other) - (one < other);
}

double
bench_get_quantile (double *values, guint n, double part)
{
  qsort (values, n, sizeof values[0], compare_doubles);
  return values[(guint)((double)(n - 1) * part)];
}

int
main (void)
{
  signal (SIGPIPE, SIG_IGN); /* as all of our programs do */
  setvbuf (stdout, NULL, _IOLBF, 0);
  bench_model_requests ();
  bench_model_readers ();
  bench_model_stop ();
  bench_model_compare ();
  bench_model_first_token ();
  return 0;
}
