/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-script.h"

#include <glib/gi18n.h>
#include <signal.h>
#include <sys/prctl.h>

#include "app-error.h"
#include "mcp-model-dialect.h"

#define LISTENS "Listening on "
/* It is on this machine, and small. */
#define START_SECONDS 10u
/* Tokens of the model a second: as fast as one reads, so that a person sees them come. */
#define SPEED "--model-speed=60"

struct _AppBenchScript
{
  GObject parent_instance;

  GSubprocess      *process;
  GDataInputStream *errors; /* what it prints: it would stop where nobody reads it */
  GCancellable     *cancellable;
  GSource          *timer;    /* (nullable): as long as it starts */
  McpModelProvider *provider; /* (nullable): once it listens */
};

G_DEFINE_FINAL_TYPE (AppBenchScript, app_bench_script, G_TYPE_OBJECT)

static void
app_bench_script_finalize (GObject *object)
{
  AppBenchScript *self = APP_BENCH_SCRIPT (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (self->process != NULL)
    g_subprocess_send_signal (self->process, SIGTERM);
  g_clear_object (&self->process);
  g_clear_object (&self->errors);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->provider, mcp_model_provider_unref);
  G_OBJECT_CLASS (app_bench_script_parent_class)->finalize (object);
}

static void
app_bench_script_class_init (AppBenchScriptClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_bench_script_finalize;
}

static void
app_bench_script_init (AppBenchScript *self)
{
  self->cancellable = g_cancellable_new ();
}

/* Starting it */

/* The timer holds the task. */
static void
end_start (AppBenchScript *self)
{
  if (self->timer != NULL)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
}

static void
fail (GTask *task)
{
  end_start (g_task_get_task_data (task));
  if (!g_task_get_completed (task))
    g_task_return_new_error (task, APP_ERROR, APP_ERROR_NOT_FOUND, "%s",
                             _ ("The scripted model did not start."));
}

static void
set_address (AppBenchScript *self, const char *url)
{
  self->provider =
      mcp_model_provider_new (APP_BENCH_SCRIPT_ID, mcp_model_dialect_find ("openai-chat"), url);
  g_free (self->provider->title);
  self->provider->title = g_strdup (_ ("Scripted model"));
  self->provider->key_place = MCP_MODEL_KEY_NONE;
}

static void read_line (AppBenchScript *self, GTask *task);

static void
on_line (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  AppBenchScript  *self = g_task_get_task_data (task);
  g_autofree char *line =
      g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (source), result, NULL, NULL);
  g_autofree char *base = NULL;

  if (line == NULL || g_task_get_completed (task))
    {
      fail (task);
      return;
    }
  if (!g_str_has_prefix (line, LISTENS))
    {
      read_line (self, task);
      return;
    }
  base = g_strconcat (line + strlen (LISTENS), "/v1", NULL);
  set_address (self, base);
  end_start (self);
  g_task_return_pointer (task, g_object_ref (self), g_object_unref);
}

static void
read_line (AppBenchScript *self, GTask *task)
{
  g_data_input_stream_read_line_async (self->errors, G_PRIORITY_DEFAULT, self->cancellable, on_line,
                                       g_object_ref (task));
}

static gboolean
on_too_late (gpointer user_data)
{
  GTask          *task = user_data;
  AppBenchScript *self = g_task_get_task_data (task);

  g_cancellable_cancel (self->cancellable);
  fail (task);
  return G_SOURCE_REMOVE;
}

/* It does not outlive this program, however that ends. */
static void
on_forked (gpointer unused)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static GSubprocess *
spawn (const char *program, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);

  g_subprocess_launcher_set_child_setup (launcher, on_forked, NULL, NULL);
  return g_subprocess_launcher_spawn (launcher, error, program, "--model", "--port=0", SPEED, NULL);
}

void
app_bench_script_start_async (const char         *program,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  AppBenchScript *self = g_object_new (APP_TYPE_BENCH_SCRIPT, NULL);
  GError         *error = NULL;

  g_task_set_source_tag (task, app_bench_script_start_async);
  g_task_set_task_data (task, self, g_object_unref);
  self->process = spawn (program, &error);
  if (self->process == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->errors = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  self->timer = g_timeout_source_new_seconds (START_SECONDS);
  g_task_attach_source (task, self->timer, on_too_late);
  read_line (self, task);
}

AppBenchScript *
app_bench_script_start_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

McpModelProvider *
app_bench_script_get_provider (AppBenchScript *self)
{
  g_return_val_if_fail (APP_IS_BENCH_SCRIPT (self), NULL);
  return self->provider;
}

gboolean
app_bench_script_is_running (AppBenchScript *self)
{
  g_return_val_if_fail (APP_IS_BENCH_SCRIPT (self), FALSE);
  return g_subprocess_get_identifier (self->process) != NULL;
}
