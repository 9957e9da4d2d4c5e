/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-script.h"

#include <glib/gi18n-lib.h>

#include "app-model-resources.h"
#include "app-error.h"
#include "mcp-error.h"
#include "mcp-model-scripted.h"
#include "mcp-uri.h"

/* What the model was called while spyglass-demo served it. */
#define FORMER_MODEL "spyglass-demo"
#define PATH "/io/github/spyglass_mcp/Spyglass/model/app-model-script.json"

static McpModelProvider *
create (GBytes *text, GError **error)
{
  McpModelScript *script = mcp_model_script_parse (text, error);

  if (script == NULL)
    return NULL;
  McpModelProvider *provider = mcp_model_scripted_provider_new (APP_MODEL_SCRIPT_ID, script);
  g_free (provider->title);
  provider->title = g_strdup (_ ("Scripted model"));
  return provider;
}

McpModelProvider *
app_model_script_new_provider (guint speed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) text = g_resource_lookup_data (app_model_get_resource (), PATH,
                                                    G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  McpModelProvider *provider = text != NULL ? create (text, &error) : NULL;

  g_assert_no_error (error);
  provider->speed = speed;
  return provider;
}

McpModelProvider *
app_model_script_read_provider (const char *path, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  char *contents;
  gsize size;

  if (!g_file_get_contents (path, &contents, &size, error))
    return NULL;
  g_autoptr (GBytes) text = g_bytes_new_take (contents, size);
  McpModelProvider *provider = create (text, &wrong);
  if (provider == NULL)
    app_error_advise (error, APP_ERROR_INVALID_INPUT, NULL, "%s: %s", path, wrong->message);
  return provider;
}

void
app_model_script_explain (McpModelProvider *provider, const char *model, GError *error)
{
  const char *scripted = mcp_model_scripted_dialect.id;
  g_autoptr (GUri) uri = g_uri_parse (provider->base, G_URI_FLAGS_NONE, NULL);
  char *message;

  if (!g_error_matches (error, MCP_ERROR, MCP_ERROR_CONNECTION_FAILED) || uri == NULL ||
      !mcp_uri_is_loopback (uri) ||
      (!g_str_equal (model, FORMER_MODEL) && !g_str_equal (model, scripted)))
    return;
  /* The first of its names may be this provider's own. */
  if (g_str_equal (provider->id, scripted))
    scripted = APP_MODEL_SCRIPT_ID;
  /* Translators: what went wrong, without a dot at its end, then the name of a provider */
  message =
      g_strdup_printf (_ ("%s. The scripted model is no longer served by spyglass-demo: choose "
                          "“Scripted model”, or “--provider %s”, in place of this "
                          "provider"),
                       error->message, scripted);
  g_free (error->message);
  error->message = message;
}
