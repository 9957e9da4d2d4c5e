/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-reading.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-error.h"
#include "mcp-model-catalogue.h"

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char   *text =
      mcp_model_catalogue_read_finish (MCP_MODEL_CATALOGUE (source), result, NULL, &error);

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

/* "POST http://127.0.0.1:11434/api/chat" */
static gboolean
went_to (const char *request, McpModelProvider *provider)
{
  const char *url = strchr (request, ' ');
  gsize       length = strlen (provider->base);

  /* A port that begins with the same digits is another server. */
  return url != NULL && g_str_has_prefix (url + 1, provider->base) &&
         (g_str_has_suffix (provider->base, "/") || url[1 + length] == '/');
}

/* Returns: (transfer full) (nullable): the body as it was sent */
static GBytes *
dup_body (AppBenchWire *wire)
{
  const char *body = strstr (app_bench_wire_get_request (wire), "\n\n");

  return body != NULL ? g_bytes_new (body + 2, strlen (body + 2)) : NULL;
}

/* Returns: (nullable): why nobody is asked */
static const char *
find_reason (AppBench *bench, AppBenchWire *wire)
{
  if (bench == NULL ||
      !went_to (app_bench_wire_get_request (wire), app_bench_get_provider (bench)))
    return _ ("This request went to another provider. Choose its model, and look again.");
  if (!mcp_model_catalogue_may_read (app_bench_get_provider (bench)))
    return _ ("Only local servers tell what their model reads: Ollama and llama.cpp. Everybody "
              "else keeps the text that the request becomes to themselves.");
  return NULL;
}

void
app_bench_reading_async (AppBench           *bench,
                         AppBenchWire       *wire,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (McpModelCatalogue) catalogue = NULL;
  g_autoptr (GBytes) body = NULL;
  const char *reason;

  g_return_if_fail (APP_IS_BENCH_WIRE (wire));

  g_task_set_source_tag (task, app_bench_reading_async);
  body = dup_body (wire);
  reason = find_reason (bench, wire);
  if (reason != NULL || body == NULL)
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_REFUSED, "%s",
                               reason != NULL ? reason : _ ("The request has no body."));
      return;
    }
  catalogue = mcp_model_catalogue_new (app_bench_get_provider (bench), NULL);
  mcp_model_catalogue_read_async (catalogue, body, app_bench_get_key (bench), cancellable, on_read,
                                  g_object_ref (task));
}

char *
app_bench_reading_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
