/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-reading.h"
#include "mcp-object.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-error.h"
#include "mcp-model-catalogue.h"
#include "mcp-uri.h"

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

/* "POST http://127.0.0.1:11434/api/chat". Returns: (transfer full) (nullable) */
static GUri *
parse_url (const char *request)
{
  const char      *url = strchr (request, ' ');
  g_autofree char *copy = url != NULL ? g_strndup (url + 1, strcspn (url + 1, " \r\n")) : NULL;

  return copy != NULL ? g_uri_parse (copy, G_URI_FLAGS_NONE, NULL) : NULL;
}

/* Whether a request in this dialect was sent below a base. @base: (nullable) */
static gboolean
went_to (GUri *url, const char *base, const McpModelDialect *dialect)
{
  g_autoptr (GUri) uri = base != NULL ? g_uri_parse (base, G_URI_FLAGS_NONE, NULL) : NULL;
  g_autofree char *path = NULL;

  if (uri == NULL || !mcp_uri_is_same_origin (uri, url))
    return FALSE;
  path = g_strconcat (g_uri_get_path (uri), dialect->path, NULL);
  return g_str_has_prefix (g_uri_get_path (url), path);
}

/* A request goes below the provider's base, or its other one where nothing is there.
 * Returns: (transfer full) (nullable): which of them; %NULL for neither */
static char *
dup_place (GUri *url, McpModelProvider *provider)
{
  g_autofree char *other = mcp_model_provider_dup_other_base (provider);

  if (went_to (url, provider->base, provider->dialect))
    return g_strdup (provider->base);
  return went_to (url, other, provider->dialect) ? g_steal_pointer (&other) : NULL;
}

/* Returns: (transfer full) (nullable): the body as it was sent */
static GBytes *
dup_body (AppModelExchange *wire)
{
  const char *body = strstr (app_model_exchange_get_request (wire), "\n\n");

  return body != NULL ? g_bytes_new (body + 2, strlen (body + 2)) : NULL;
}

/* Whether it is the same server, spoken to in another way. @url, @bench: (nullable) */
static gboolean
is_same_server (GUri *url, AppModelConversation *bench)
{
  g_autoptr (GUri) base =
      bench != NULL
          ? g_uri_parse (app_model_conversation_get_provider (bench)->base, G_URI_FLAGS_NONE, NULL)
          : NULL;

  return url != NULL && base != NULL && mcp_uri_is_same_origin (url, base);
}

/* @place: (out) (transfer full) (nullable): below which base it was sent
 * Returns: (nullable): why nobody is asked */
static const char *
find_reason (AppModelConversation *bench, AppModelExchange *wire, char **place)
{
  g_autoptr (GUri) url = parse_url (app_model_exchange_get_request (wire));

  *place = url != NULL && bench != NULL
               ? dup_place (url, app_model_conversation_get_provider (bench))
               : NULL;
  if (*place == NULL)
    return is_same_server (url, bench)
               ? _ ("This request was made in another API of this server. Choose the provider that "
                    "it was made with, and look again.")
               : _ ("This request went to another provider. Choose its model, and look again.");
  if (!mcp_model_catalogue_may_read (app_model_conversation_get_provider (bench)))
    return _ ("Only llama.cpp tells what its model reads. Every other server keeps the text that "
              "the request becomes to itself.");
  return NULL;
}

void
app_model_reading_async (AppModelConversation *bench,
                         AppModelExchange     *wire,
                         GCancellable         *cancellable,
                         GAsyncReadyCallback   callback,
                         gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (McpModelCatalogue) catalogue = NULL;
  g_autofree char *place = NULL;

  g_return_if_fail (APP_IS_MODEL_EXCHANGE (wire));

  g_task_set_source_tag (task, app_model_reading_async);
  g_autoptr (GBytes) body = dup_body (wire);
  const char *reason = find_reason (bench, wire, &place);
  if (reason != NULL || body == NULL)
    {
      g_task_return_new_error (task, APP_ERROR, APP_ERROR_REFUSED, "%s",
                               reason != NULL ? reason : _ ("The request has no body."));
      return;
    }
  catalogue = mcp_model_catalogue_new (app_model_conversation_get_provider (bench), NULL);
  mcp_model_catalogue_read_async (catalogue, place, body, app_model_conversation_get_key (bench),
                                  cancellable, on_read, g_object_ref (task));
}

MCP_DEFINE_FINISH_ALONE (app_model_reading_finish, char)
