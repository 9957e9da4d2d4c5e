/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Providers of language models: listing, adding, removing and checking them. */

#include "app-cli-commands.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "app-cli-input.h"
#include "app-cli-interrupt.h"
#include "app-cli-print.h"
#include "app-cli-provider.h"
#include "app-error.h"
#include "mcp-json-writer.h"

static gboolean
finish (AppCli *cli, AppModelProviders *list, GError **error)
{
  return app_model_providers_finish (list, app_cli_await (cli), error);
}

/* All of them */

static void
print_entry (AppModelEntry *entry, gboolean is_default)
{
  McpModelProvider *provider = app_model_entry_get_provider (entry);
  g_autofree char  *bold = app_cli_bold (app_model_entry_get_id (entry));
  g_autofree char  *model = app_cli_line (app_model_entry_get_model (entry));

  if (provider == NULL)
    {
      /* Translators: what a provider is called, then why it cannot be used */
      app_cli_print (_ ("%s  cannot be used: %s\n"), bold,
                     app_model_entry_get_error (entry)->message);
      return;
    }
  app_cli_print ("%s  %s · %s%s%s%s\n", bold, provider->dialect->id, provider->base,
                 *model != '\0' ? " · " : "", model, is_default ? _ (" · default") : "");
}

static void
write_entry (McpJsonWriter *writer, AppModelEntry *entry, gboolean is_default)
{
  McpModelProvider *provider = app_model_entry_get_provider (entry);
  const GError     *error = app_model_entry_get_error (entry);
  g_autofree char  *json = provider != NULL ? mcp_model_provider_to_json (provider) : NULL;

  mcp_json_writer_add (writer,
                       "{'id': %s, 'model': ?%s, 'default': %b, 'local': %b, 'provider': ?%r, "
                       "'error': ?%s}",
                       app_model_entry_get_id (entry), app_model_entry_get_model (entry),
                       is_default, app_model_entry_is_local (entry), json,
                       error != NULL ? error->message : NULL);
}

AppCliStatus
app_cli_models_list (AppCli *cli, GError **error)
{
  g_autoptr (AppModelProviders) list = app_cli_provider_read_list (cli, error);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint n = list != NULL ? g_list_model_get_n_items (G_LIST_MODEL (list)) : 0;

  if (list == NULL)
    return APP_CLI_REFUSED;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (AppModelEntry) entry = g_list_model_get_item (G_LIST_MODEL (list), i);
      gboolean is_default = app_model_providers_get_default (list) == entry;

      if (cli->invocation->output.as_json)
        write_entry (writer, entry, is_default);
      else
        print_entry (entry, is_default);
    }
  app_cli_print_list (cli->invocation, writer, n,
                      _ ("There is no provider yet. “models add NAME --provider KIND” adds one."));
  return APP_CLI_DONE;
}

/* Changing the list */

/* Of what the command line names; else a person types it, where it is wanted. */
static gboolean
find_key (AppCli *cli, AppCliProvider *target, GError **error)
{
  const AppCliModel *model = &cli->invocation->model;
  gboolean           is_local;

  app_model_target_is_usable (target->provider, &is_local);
  if (model->key_fd != 0 || model->key_variable != NULL)
    return app_cli_provider_find_key (cli, target, error);
  if (!is_local && target->provider->key_place != MCP_MODEL_KEY_NONE && app_cli_input_can_ask ())
    target->key =
        app_cli_input_read_line (_ ("Its key, which goes to the keyring: "), TRUE, NULL, NULL);
  return TRUE;
}

static gboolean
store_key (AppCli *cli, AppCliProvider *target, GError **error)
{
  StoreVaultPlace place;

  if (target->key == NULL || *target->key == '\0')
    return TRUE;
  app_model_providers_store_key_async (target->list, target->provider->id, target->key, NULL,
                                       app_cli_done, cli);
  if (!app_model_providers_store_key_finish (target->list, app_cli_await (cli), &place, error))
    return FALSE;
  if (place == STORE_VAULT_PLACE_FILE)
    app_cli_note (cli->invocation, "%s",
                  _ ("There is no keyring: the key is in a file that only you can read."));
  return TRUE;
}

static gboolean
set_default (AppCli *cli, AppModelProviders *list, const char *id, GError **error)
{
  app_model_providers_set_default_async (list, id, cli->invocation->model.name, NULL,
                                         app_cli_done, cli);
  return finish (cli, list, error);
}

/* The key first: an entry without the key that was given would be half of one. */
static gboolean
keep_entry (AppCli *cli, AppCliProvider *target, GError **error)
{
  gboolean is_first = g_list_model_get_n_items (G_LIST_MODEL (target->list)) == 0;

  if (!store_key (cli, target, error))
    return FALSE;
  app_model_providers_put_async (target->list, target->provider, NULL, app_cli_done, cli);
  if (!finish (cli, target->list, error))
    return FALSE;
  return (!is_first && cli->invocation->model.name == NULL) ||
         set_default (cli, target->list, target->provider->id, error);
}

/* Returns: whether it can be added under that name */
static gboolean
check_new (AppCliProvider *target, GError **error)
{
  const char      *id = target->provider->id;
  g_autofree char *free_id = app_model_providers_dup_free_id (target->list, id);

  if (!app_model_target_is_usable (target->provider, NULL))
    return app_error_advise (error, APP_ERROR_USAGE, NULL,
                             _ ("“models add” takes a --base-url that begins with http: or "
                                "https:, not “%s”."),
                             target->provider->base);
  return g_str_equal (id, free_id) ||
         app_error_advise (error, APP_ERROR_USAGE, NULL,
                           /* Translators: the name of a provider, then a free one */
                           _ ("There is a provider “%s” already. “%s” is free."), id, free_id);
}

AppCliStatus
app_cli_models_add (AppCli *cli, GError **error)
{
  const char   *id = cli->invocation->arguments[1];
  const char   *kind = cli->invocation->model.provider;
  AppModelWords words = app_cli_provider_get_words (cli->invocation);
  g_auto (AppModelTarget) target = { .list = app_cli_provider_read_list (cli, error) };
  g_autofree char *kinds = NULL;

  if (target.list == NULL)
    return APP_CLI_REFUSED;
  target.provider =
      app_model_target_create_provider (&words, kind != NULL ? kind : id, id, error);
  if (target.provider == NULL && *error == NULL)
    {
      kinds = app_model_target_dup_kinds ();
      return app_cli_fail_usage (cli->invocation, _ ("“models add” takes a --provider, one of %s."),
                                 kinds);
    }
  return target.provider != NULL && check_new (&target, error) &&
                 find_key (cli, &target, error) && keep_entry (cli, &target, error)
             ? APP_CLI_DONE
             : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_models_default (AppCli *cli, GError **error)
{
  g_autoptr (AppModelProviders) list = app_cli_provider_read_list (cli, error);

  return list != NULL && set_default (cli, list, cli->invocation->arguments[1], error)
             ? APP_CLI_DONE
             : APP_CLI_REFUSED;
}

AppCliStatus
app_cli_models_remove (AppCli *cli, GError **error)
{
  g_autoptr (AppModelProviders) list = app_cli_provider_read_list (cli, error);

  if (list == NULL)
    return APP_CLI_REFUSED;
  app_model_providers_remove_async (list, cli->invocation->arguments[1], NULL, app_cli_done, cli);
  return finish (cli, list, error) ? APP_CLI_DONE : APP_CLI_REFUSED;
}

/* Asking one */

static void
write_item (McpJsonWriter *writer, const McpModelItem *item)
{
  mcp_json_writer_add (writer,
                       "{'id': %s, 'title': ?%s, 'context': ?%x, 'max_output': ?%x, 'state': %s}",
                       item->id, item->title, item->context > 0 ? item->context : (gint64)-1,
                       item->max_output > 0 ? item->max_output : (gint64)-1,
                       mcp_model_state_to_text (item->state));
}

static char *
dup_items (GPtrArray *models)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  mcp_json_writer_begin_array (writer);
  for (guint i = 0; models != NULL && i < models->len; i++)
    write_item (writer, models->pdata[i]);
  mcp_json_writer_end_array (writer);
  return mcp_json_writer_finish_text (writer);
}

/* @self: with no model where none is named: any will do here */
static AppCliStatus
choose (AppCli *cli, AppCliProvider *self, GError **error)
{
  const char  *name = cli->invocation->model.name;
  AppCliStatus status = app_cli_provider_choose (cli, cli->invocation->arguments[1],
                                                 name != NULL ? name : "", self, error);

  if (status != APP_CLI_DONE || self->provider->script == NULL)
    return status;
  return app_cli_fail_usage (cli->invocation, "%s",
                             _ ("The scripted model is in this program: there is no server to "
                                "ask. “chat --provider scripted” talks to it."));
}

AppCliStatus
app_cli_models_show (AppCli *cli, GError **error)
{
  g_auto (AppModelTarget) provider = { NULL };
  AppCliStatus status = choose (cli, &provider, error);
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) failed = NULL;
  g_autoptr (GPtrArray) models = NULL;

  if (status != APP_CLI_DONE)
    return status;
  app_cli_interrupt_begin ();
  g_autoptr (McpModelCatalogue) catalogue = mcp_model_catalogue_new (provider.provider, NULL);
  mcp_model_catalogue_list_async (catalogue, provider.key, app_cli_interrupt_get_cancellable (),
                                  app_cli_done, cli);
  models = mcp_model_catalogue_list_finish (catalogue, app_cli_await (cli), &failure, &failed);
  if (models == NULL)
    return app_cli_provider_fail (cli->invocation, failure, failed);
  if (cli->invocation->output.as_json)
    {
      app_cli_print_json (dup_items (models));
      return APP_CLI_DONE;
    }
  for (guint i = 0; i < models->len; i++)
    {
      const McpModelItem *item = models->pdata[i];
      g_autofree char    *name = app_cli_line (item->id);
      g_autofree char    *title = app_cli_line (item->title);

      app_cli_print ("%s%s%s\n", name, *title != '\0' ? "  " : "", title);
    }
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_models_test (AppCli *cli, GError **error)
{
  g_auto (AppModelTarget) provider = { NULL };
  AppCliStatus status = choose (cli, &provider, error);
  g_autoptr (McpModelFailure) failure = NULL;
  g_autoptr (GError) failed = NULL;
  g_autofree char *model = NULL;

  if (status != APP_CLI_DONE)
    return status;
  app_cli_interrupt_begin ();
  app_model_check_async (provider.provider, provider.key,
                         provider.model != NULL && *provider.model != '\0' ? provider.model : NULL,
                         app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  g_autoptr (AppModelCheck) check = app_model_check_finish (app_cli_await (cli), &failure, &failed);
  if (check == NULL)
    return app_cli_provider_fail (cli->invocation, failure, failed);
  double seconds = (double)check->elapsed / G_USEC_PER_SEC;
  model = app_cli_line (check->model);
  if (cli->invocation->output.as_json)
    app_cli_print_json (mcp_json_build ("{'model': ?%s, 'seconds': %d, 'models': ?%i}",
                                        check->model, seconds,
                                        check->models != NULL ? (int)check->models->len : -1));
  else
    /* Translators: the name of a model, then a number of seconds */
    app_cli_print (_ ("%s answered in %.2f s.\n"), model, seconds);
  return APP_CLI_DONE;
}

/* Looking around */

AppCliStatus
app_cli_models_find (AppCli *cli, GError **error)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  app_cli_interrupt_begin ();
  app_model_search_async (app_cli_interrupt_get_cancellable (), app_cli_done, cli);
  g_autoptr (GPtrArray) found = app_model_search_finish (app_cli_await (cli), error);
  if (found == NULL)
    return APP_CLI_SIGNAL;
  mcp_json_writer_begin_array (writer);
  for (guint i = 0; i < found->len; i++)
    {
      const AppModelFound *each = found->pdata[i];
      g_autofree char     *items = dup_items (each->models);

      if (cli->invocation->output.as_json)
        mcp_json_writer_add (writer, "{'kind': %s, 'base': %s, 'models': %r}", each->provider->id,
                             each->provider->base, items);
      else
        app_cli_print (ngettext ("%s  %s · %u model\n", "%s  %s · %u models\n", each->models->len),
                       each->provider->id, each->provider->base, each->models->len);
    }
  app_cli_print_list (cli->invocation, writer, found->len,
                      _ ("No model server answers on this machine."));
  return APP_CLI_DONE;
}
