/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-composer-template.h"

#include <string.h>

#include "mcp-json-writer.h"
#include "spyglass-config.h"

#define OLDEST "2024-11-05"
#define LAST_LEGACY "2025-11-25"
#define META "io.modelcontextprotocol/"
/* Longer names, and names of more words, were not meant to be a method. */
#define MAX_METHOD_BYTES 200u
#define MAX_WORDS 8

static const AppComposerTemplate table[] = {
  { "ping", OLDEST, LAST_LEGACY, NULL, FALSE, FALSE },
  { "server/discover", APP_COMPOSER_MODERN, NULL, "{}", FALSE, FALSE },
  { "tools/list", OLDEST, NULL, "{}", FALSE, FALSE },
  { "tools/call", OLDEST, NULL, "{\"name\":\"\",\"arguments\":{}}", FALSE, FALSE },
  { "resources/list", OLDEST, NULL, "{}", FALSE, FALSE },
  { "resources/templates/list", OLDEST, NULL, "{}", FALSE, FALSE },
  { "resources/read", OLDEST, NULL, "{\"uri\":\"\"}", FALSE, FALSE },
  { "resources/subscribe", OLDEST, LAST_LEGACY, "{\"uri\":\"\"}", FALSE, FALSE },
  { "resources/unsubscribe", OLDEST, LAST_LEGACY, "{\"uri\":\"\"}", FALSE, FALSE },
  { "subscriptions/listen", APP_COMPOSER_MODERN, NULL,
    "{\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,"
    "\"resourcesListChanged\":true}}",
    FALSE, FALSE },
  { "prompts/list", OLDEST, NULL, "{}", FALSE, FALSE },
  { "prompts/get", OLDEST, NULL, "{\"name\":\"\",\"arguments\":{}}", FALSE, FALSE },
  { "completion/complete", OLDEST, NULL,
    "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"\"},\"argument\":{\"name\":\"\",\"value\":\"\"}}",
    FALSE, FALSE },
  { "logging/setLevel", OLDEST, LAST_LEGACY, "{\"level\":\"debug\"}", FALSE, FALSE },
  { "tasks/get", LAST_LEGACY, NULL, "{\"taskId\":\"\"}", FALSE, FALSE },
  { "tasks/result", LAST_LEGACY, LAST_LEGACY, "{\"taskId\":\"\"}", FALSE, FALSE },
  { "tasks/list", LAST_LEGACY, LAST_LEGACY, "{}", FALSE, FALSE },
  { "tasks/update", APP_COMPOSER_MODERN, NULL, "{\"taskId\":\"\",\"inputResponses\":{}}", FALSE,
    FALSE },
  { "tasks/cancel", LAST_LEGACY, NULL, "{\"taskId\":\"\"}", FALSE, FALSE },
  { "initialize", OLDEST, LAST_LEGACY,
    "{\"protocolVersion\":\"" LAST_LEGACY "\",\"capabilities\":{},"
    "\"clientInfo\":{\"name\":\"spyglass\",\"version\":\"" SPYGLASS_VERSION "\"}}",
    FALSE, FALSE },
  { "notifications/initialized", OLDEST, LAST_LEGACY, NULL, TRUE, FALSE },
  { "notifications/cancelled", OLDEST, NULL, "{\"requestId\":0,\"reason\":\"\"}", TRUE, FALSE },
  { "notifications/progress", OLDEST, LAST_LEGACY, "{\"progressToken\":0,\"progress\":0}", TRUE,
    FALSE },
  { "notifications/roots/list_changed", OLDEST, LAST_LEGACY, NULL, TRUE, FALSE },
  { "notifications/tasks/status", LAST_LEGACY, LAST_LEGACY,
    "{\"taskId\":\"\",\"status\":\"working\"}", TRUE, FALSE },
  { "roots/list", OLDEST, LAST_LEGACY, NULL, FALSE, TRUE },
  { "sampling/createMessage", OLDEST, LAST_LEGACY, NULL, FALSE, TRUE },
  { "elicitation/create", "2025-06-18", LAST_LEGACY, NULL, FALSE, TRUE },
  { "notifications/message", OLDEST, NULL, NULL, TRUE, TRUE },
  { "notifications/tools/list_changed", OLDEST, NULL, NULL, TRUE, TRUE },
  { "notifications/prompts/list_changed", OLDEST, NULL, NULL, TRUE, TRUE },
  { "notifications/resources/list_changed", OLDEST, NULL, NULL, TRUE, TRUE },
  { "notifications/resources/updated", OLDEST, NULL, NULL, TRUE, TRUE },
};

const AppComposerTemplate *
app_composer_template_list (guint *n)
{
  *n = G_N_ELEMENTS (table);
  return table;
}

gboolean
app_composer_template_fits (const AppComposerTemplate *self, const char *revision)
{
  if (revision == NULL || revision[0] == '\0')
    return TRUE;
  /* Revisions are dates: their order is that of their letters. */
  return strcmp (revision, self->first) >= 0 &&
         (self->last == NULL || strcmp (revision, self->last) <= 0);
}

const AppComposerTemplate *
app_composer_template_find (const char *method, const char *revision)
{
  const AppComposerTemplate *any = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      if (g_strcmp0 (table[i].method, method) != 0)
        continue;
      if (app_composer_template_fits (&table[i], revision))
        return &table[i];
      any = &table[i];
    }
  return any;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* The words of a name in any order, spelling and number: callTool, call_tools and tools.call are
 * the same. Returns: (transfer full) */
static char *
dup_key (const char *method)
{
  g_autoptr (GString) split = g_string_new (NULL);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GString) key = g_string_new (NULL);

  for (const char *p = method; *p != '\0'; p++)
    {
      if (g_ascii_isupper (*p) || !g_ascii_isalnum (*p))
        g_string_append_c (split, ' ');
      if (g_ascii_isalnum (*p))
        g_string_append_c (split, g_ascii_tolower (*p));
    }
  g_auto (GStrv) words = g_strsplit (split->str, " ", MAX_WORDS);
  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize length = strlen (words[i]);

      if (length > 1 && words[i][length - 1] == 's')
        words[i][length - 1] = '\0';
      if (words[i][0] != '\0')
        g_ptr_array_add (sorted, words[i]);
    }
  g_ptr_array_sort (sorted, compare_words);
  for (guint i = 0; i < sorted->len; i++)
    g_string_append_printf (key, "%s ", (const char *)sorted->pdata[i]);
  return g_string_free (g_steal_pointer (&key), FALSE);
}

const char *
app_composer_template_guess (const char *method)
{
  g_return_val_if_fail (method != NULL, NULL);

  if (strlen (method) > MAX_METHOD_BYTES)
    return NULL;
  g_autofree char *key = dup_key (method);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *known = dup_key (table[i].method);

      if (g_str_equal (known, key))
        return table[i].method;
    }
  return NULL;
}

gboolean
app_composer_revision_is_modern (const char *revision)
{
  return revision != NULL && strcmp (revision, APP_COMPOSER_MODERN) >= 0;
}

/* As any request of ours would say it. */
static void
write_meta (McpJsonWriter *writer, const char *revision, const char *capabilities)
{
  mcp_json_writer_name (writer, "_meta");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, META "protocolVersion", revision);
  mcp_json_writer_name (writer, META "clientInfo");
  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "name", "spyglass");
  mcp_json_writer_member_string (writer, "title", "Spyglass");
  mcp_json_writer_member_string (writer, "version", SPYGLASS_VERSION);
  mcp_json_writer_end_object (writer);
  mcp_json_writer_name (writer, META "clientCapabilities");
  mcp_json_writer_raw (writer, capabilities != NULL ? capabilities : "{}", -1);
  mcp_json_writer_end_object (writer);
}

static void
write_params (McpJsonWriter *writer,
              const char    *params,
              const char    *revision,
              const char    *capabilities)
{
  g_autoptr (McpJsonDocument) document =
      mcp_json_document_parse_text (params != NULL ? params : "{}", -1, NULL);

  mcp_json_writer_name (writer, "params");
  mcp_json_writer_begin_object (writer);
  for (McpJsonWalk each = mcp_json_walk (mcp_json_document_get_root (document));
       mcp_json_walk_next (&each);)
    {
      mcp_json_writer_name_value (writer, each.name);
      mcp_json_writer_value (writer, each.value);
    }
  if (revision != NULL)
    write_meta (writer, revision, capabilities);
  mcp_json_writer_end_object (writer);
}

char *
app_composer_template_dup_message (const AppComposerTemplate *self,
                                   const char                *revision,
                                   const char                *id,
                                   const char                *capabilities)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  gboolean modern = app_composer_revision_is_modern (revision) && !self->notification;

  mcp_json_writer_begin_object (writer);
  mcp_json_writer_member_string (writer, "jsonrpc", "2.0");
  if (!self->notification)
    {
      mcp_json_writer_name (writer, "id");
      mcp_json_writer_raw (writer, id, -1);
    }
  mcp_json_writer_member_string (writer, "method", self->method);
  if (self->params != NULL || modern)
    write_params (writer, self->params, modern ? revision : NULL, capabilities);
  mcp_json_writer_end_object (writer);
  return mcp_json_writer_finish_pretty (writer, 2);
}
