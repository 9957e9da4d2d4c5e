/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects that are kept: listing, showing, saving, adding and deleting them. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "app-cli-input.h"
#include "app-cli-print.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "store-path.h"
#include "store-value-diff.h"

/* Opening */

gboolean
app_cli_open_objects (AppCli *self, GError **error)
{
  const AppCliInvocation *invocation = self->invocation;
  const char             *redis = invocation->object.redis;

  self->objects =
      app_objects_new (NULL, redis != NULL ? redis : g_getenv ("SPYGLASS_REDIS"), error);
  if (self->objects == NULL)
    return FALSE;
  app_objects_load_async (self->objects, NULL, app_cli_done, self);
  app_objects_load_finish (self->objects, app_cli_await (self));
  for (guint i = 0; i < app_objects_get_backends (self->objects)->len; i++)
    {
      StoreBackend *backend = app_objects_get_backends (self->objects)->pdata[i];

      if (store_backend_get_state (backend) == STORE_BACKEND_READ_ONLY)
        app_cli_note (invocation, "%s: %s", store_backend_get_name (backend),
                      store_backend_get_problem (backend)->message);
    }
  return TRUE;
}

StoreObject *
app_cli_get_object (AppCli *self, const char *name, GError **error)
{
  StoreObjectEntry *entry;
  StoreBackend     *backend = app_objects_locate (self->objects, name, &entry, error);

  if (backend == NULL)
    return NULL;
  store_backend_get_async (backend, store_object_entry_get_facts (entry)->id, NULL, app_cli_done,
                           self);
  return app_objects_finish_get (backend, app_cli_await (self), error);
}

/* List */

static void
write_facts (McpJsonWriter *writer, StoreBackend *backend, const StoreObjectFacts *facts)
{
  g_autofree char *name = g_strdup_printf ("%s/%s", store_backend_get_name (backend), facts->id);

  mcp_json_writer_add (
      writer,
      "{'object': %s, 'type': %s, 'length': ?%x, 'size': %x, 'time': ?%x, 'expires': ?%x, "
      "'pinned': ?%b, 'name': ?%s, 'server': ?%s, 'tool': ?%s}",
      name, app_objects_get_type_name (facts), facts->length, (gint64)facts->size,
      facts->time != 0 ? facts->time / 1000 : (gint64)-1,
      facts->expires != 0 ? facts->expires / 1000 : (gint64)-1, facts->pinned, facts->name,
      facts->server, facts->tool);
}

/* "in 9 minutes"; a countdown would have moved on before it is read. */
static char *
dup_expiry (const StoreObjectFacts *facts)
{
  gint64 seconds = (facts->expires - g_get_real_time ()) / G_USEC_PER_SEC;

  if (facts->expires == 0)
    return g_strdup (facts->pinned ? _ ("pinned") : "");
  if (seconds < 120)
    return g_strdup_printf (_ ("expires in %d s"), (int)MAX (seconds, 0));
  return g_strdup_printf (_ ("expires in %d min"), (int)(seconds / 60));
}

static void
print_facts (StoreBackend *backend, const StoreObjectFacts *facts)
{
  g_autofree char *object = g_strdup_printf ("%s/%s", store_backend_get_name (backend), facts->id);
  g_autofree char *bold = app_cli_bold (object);
  g_autofree char *size = g_format_size (facts->size);
  g_autofree char *expiry = dup_expiry (facts);
  g_autofree char *name = app_cli_line (facts->name);
  g_autofree char *tool = app_cli_line (facts->tool);

  app_cli_print ("%s  %s · %s", bold, app_objects_get_type_name (facts),
                 size);
  if (expiry[0] != '\0')
    app_cli_print (" · %s", expiry);
  if (facts->tool != NULL)
    app_cli_print (" · %s", tool);
  if (facts->name != NULL)
    app_cli_print (" · %s", name);
  app_cli_print ("\n");
}

static void
visit (AppObjects *objects, McpJsonWriter *writer)
{
  GPtrArray *backends = app_objects_get_backends (objects);

  for (guint i = 0; i < backends->len; i++)
    {
      GListModel *entries = G_LIST_MODEL (store_backend_get_entries (backends->pdata[i]));

      for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
        {
          g_autoptr (StoreObjectEntry) entry = g_list_model_get_item (entries, k);
          const StoreObjectFacts *facts = store_object_entry_get_facts (entry);

          if (writer != NULL)
            write_facts (writer, backends->pdata[i], facts);
          else
            print_facts (backends->pdata[i], facts);
        }
    }
}

/* How full each store is, for a person. */
static void
note_sizes (AppCli *cli)
{
  GPtrArray *backends = app_objects_get_backends (cli->objects);

  for (guint i = 0; i < backends->len && isatty (STDOUT_FILENO); i++)
    {
      StoreEntryList  *entries = store_backend_get_entries (backends->pdata[i]);
      guint            n = g_list_model_get_n_items (G_LIST_MODEL (entries));
      g_autofree char *size = g_format_size (store_entry_list_get_size (entries));

      /* Translators: a store, such as "sqlite", and the size of what is in it */
      app_cli_note (cli->invocation,
                    ngettext ("%s: %u object, %s", "%s: %u objects, %s", n),
                    store_backend_get_name (backends->pdata[i]), n, size);
    }
}

/* What can be read is listed in any case. */
AppCliStatus
app_cli_objects_list (AppCli *cli, GError **error)
{
  g_autoptr (McpJsonWriter) writer =
      cli->invocation->output.as_json ? mcp_json_writer_new () : NULL;

  if (writer != NULL)
    {
      mcp_json_writer_begin_array (writer);
      visit (cli->objects, writer);
      mcp_json_writer_end_array (writer);
      app_cli_print_json (mcp_json_writer_finish_text (writer));
    }
  else
    {
      visit (cli->objects, NULL);
      note_sizes (cli);
    }
  return app_objects_check_read (cli->objects, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

/* Show */

static AppCliStatus
show_json (AppCli *cli, StoreObject *object, GError **error)
{
  const char *text = cli->invocation->object.path;
  g_autoptr (StorePath) path = store_path_parse (text != NULL ? text : "", error);

  if (path == NULL)
    return APP_CLI_USAGE;
  McpJsonValue value = store_path_resolve (path, store_object_get_value (object));
  if (!mcp_json_value_exists (value))
    {
      g_propagate_error (error, app_failure_new (APP_FAILURE_MISSING,
                                                 _ ("There is no value at “%s”."), text));
      return APP_CLI_REFUSED;
    }
  if (cli->invocation->output.as_json)
    app_cli_print_value (cli->invocation, value);
  else
    app_cli_print_window (cli->invocation, value);
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_objects_show (AppCli *cli, GError **error)
{
  char **names = cli->invocation->arguments + 1;
  g_autoptr (StoreObject) object =
      app_cli_get_object (cli, names[0], error);
  g_autofree char *visible = NULL;
  gsize            length;

  if (object == NULL)
    return APP_CLI_REFUSED;
  if (store_object_get_kind (object) == STORE_OBJECT_JSON)
    return show_json (cli, object, error);
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  const char *data = g_bytes_get_data (bytes, &length);
  if (!isatty (STDOUT_FILENO))
    app_cli_print_bytes (data, length);
  else if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    {
      g_autofree char *text = g_strndup (data, length);

      visible = app_visible_text_block (text, 0);
      app_cli_print ("%s\n", visible);
    }
  else
    app_cli_note (cli->invocation,
                  _ ("These are %zu bytes of data: use “objects save”."), length);
  return APP_CLI_DONE;
}

/* Compare */

/* Differences that a person is shown. */
#define MAX_SHOWN 1000

static void
write_differences (GPtrArray *all)
{
  static const char *const words[] = { "removed", "added", "changed" };
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < all->len; i++)
    {
      const StoreValueDifference *difference = all->pdata[i];

      mcp_json_writer_add (writer, "{'path': %s, 'change': %s, 'before': ?%v, 'after': ?%v}",
                           difference->path, words[difference->change], difference->before,
                           difference->after);
    }
  mcp_json_writer_end_array (writer);
  app_cli_print_json (mcp_json_writer_finish_text (writer));
}

static char *
dup_value_line (McpJsonValue value)
{
  g_autofree char *text =
      mcp_json_value_exists (value) ? mcp_json_value_print_compact (value) : NULL;

  return app_cli_line (text);
}

static void
print_differences (const AppCliInvocation *invocation, StoreValueDiff *diff)
{
  static const char marks[] = { '-', '+', '~' };
  GPtrArray        *all = store_value_diff_get_all (diff);

  for (guint i = 0; i < all->len; i++)
    {
      const StoreValueDifference *difference = all->pdata[i];
      g_autofree char            *path = app_cli_line (difference->path);
      g_autofree char            *before = dup_value_line (difference->before);
      g_autofree char            *after = dup_value_line (difference->after);

      app_cli_print ("%c %s%s%s%s%s\n", marks[difference->change], path,
                     path[0] != '\0' ? ": " : "", before,
                     difference->change == STORE_VALUE_CHANGED ? " → " : "", after);
    }
  if (store_value_diff_has_more (diff))
    app_cli_note (invocation, "… %s", _ ("There are more differences; --full shows all."));
  if (all->len == 0)
    app_cli_note (invocation, "%s", _ ("The objects are equal."));
}

AppCliStatus
app_cli_objects_compare (AppCli *cli, GError **error)
{
  char                  **names = cli->invocation->arguments + 1;
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (StoreObject) first =
      app_cli_get_object (cli, names[0], error);
  g_autoptr (StoreObject) second =
      first != NULL ? app_cli_get_object (cli, names[1], error) : NULL;
  g_auto (McpJsonSlot) before = { MCP_JSON_NO_VALUE };
  g_auto (McpJsonSlot) after = { MCP_JSON_NO_VALUE };
  g_autoptr (StoreValueDiff) diff = NULL;
  gboolean shows_all = invocation->output.full || invocation->output.as_json;

  if (second == NULL)
    return APP_CLI_REFUSED;
  store_object_read (first, &before);
  store_object_read (second, &after);
  if (!mcp_json_value_exists (before.value) || !mcp_json_value_exists (after.value))
    {
      g_propagate_error (error, app_failure_new (APP_FAILURE_TOO_LARGE, "%s",
                                                 _ ("A text of that size cannot be compared.")));
      return APP_CLI_REFUSED;
    }
  diff = store_value_diff_new (before.value, after.value, shows_all ? 0 : MAX_SHOWN, NULL);
  if (invocation->output.as_json)
    write_differences (store_value_diff_get_all (diff));
  else
    print_differences (invocation, diff);
  return store_value_diff_get_all (diff)->len > 0 ? APP_CLI_TOOL_ERROR : APP_CLI_DONE;
}

/* Save, put and delete */

AppCliStatus
app_cli_objects_save (AppCli *cli, GError **error)
{
  char **names = cli->invocation->arguments + 1;
  g_autoptr (StoreObject) object =
      app_cli_get_object (cli, names[0], error);
  gsize length;

  if (object == NULL)
    return APP_CLI_REFUSED;
  g_autoptr (GBytes) bytes = store_object_dup_bytes (object);
  const char *data = g_bytes_get_data (bytes, &length);
  if (g_str_equal (names[1], "-"))
    app_cli_print_bytes (data, length);
  else if (!g_file_set_contents (names[1], data, (gssize)length, error))
    return APP_CLI_REFUSED;
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_objects_put (AppCli *cli, GError **error)
{
  char                  **names = cli->invocation->arguments + 1;
  const AppCliInvocation *invocation = cli->invocation;
  StoreBackend           *backend =
      app_objects_find_backend (cli->objects, invocation->object.store, error);
  double seconds = invocation->object.expires;
  gsize  length = 0;
  char  *data = backend != NULL ? app_cli_input_read (names[0], MCP_JSON_MAX_BYTES, &length, error)
                                : NULL;
  g_autoptr (GBytes) bytes = data != NULL ? g_bytes_new_take (data, length) : NULL;
  g_autoptr (StoreObject) object = bytes != NULL ? app_objects_new_object (bytes) : NULL;
  g_autoptr (StoreObjectEntry) entry = NULL;

  if (object == NULL)
    return APP_CLI_REFUSED;
  store_backend_put_async (backend, object, invocation->keeping.name,
                           isnan (seconds) ? STORE_BACKEND_DEFAULT_TTL : (gint64)ceil (seconds),
                           NULL, app_cli_done, cli);
  entry = store_backend_put_finish (backend, app_cli_await (cli), error);
  if (entry == NULL)
    return APP_CLI_REFUSED;
  app_cli_print ("%s/%s\n", store_backend_get_name (backend),
                 store_object_entry_get_facts (entry)->id);
  return APP_CLI_DONE;
}

static StoreObjectChange
choose_change (const AppCliInvocation *invocation)
{
  StoreObjectChange change = { invocation->keeping.name, invocation->object.pin,
                               invocation->object.unpin };
  double            seconds = invocation->object.expires;

  if (!isnan (seconds) && seconds > 0)
    change.expires = g_get_real_time () + (gint64)(seconds * G_USEC_PER_SEC);
  else if (!isnan (seconds))
    change.expires = STORE_OBJECT_NEVER;
  return change;
}

AppCliStatus
app_cli_objects_edit (AppCli *cli, GError **error)
{
  char            **names = cli->invocation->arguments + 1;
  StoreObjectChange change = choose_change (cli->invocation);
  StoreObjectEntry *entry;
  StoreBackend     *backend =
      app_objects_locate (cli->objects, names[0], &entry, error);

  if (backend == NULL)
    return APP_CLI_REFUSED;
  store_backend_change_async (backend, store_object_entry_get_facts (entry)->id, &change, NULL,
                              app_cli_done, cli);
  return store_backend_change_finish (backend, app_cli_await (cli), error) ? APP_CLI_DONE
                                                                           : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_objects_delete (AppCli *cli, GError **error)
{
  char **names = cli->invocation->arguments + 1;
  for (guint i = 0; names[i] != NULL; i++)
    {
      StoreObjectEntry *entry;
      StoreBackend     *backend = app_objects_locate (cli->objects, names[i], &entry, error);

      if (backend == NULL)
        return APP_CLI_REFUSED;
      const char *const ids[] = { store_object_entry_get_facts (entry)->id, NULL };
      store_backend_remove_async (backend, ids, NULL, app_cli_done, cli);
      if (!store_backend_remove_finish (backend, app_cli_await (cli), error))
        return APP_CLI_REFUSED;
    }
  return APP_CLI_DONE;
}
