/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-registry.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-cli-commands.h"
#include "app-cli-print.h"
#include "app-server-catalogue.h"
#include "mcp-json-writer.h"

#define DEFAULT_LIMIT 50u

static AppServerCatalogue *
new_catalogue (const AppCliInvocation *invocation)
{
  return app_server_catalogue_new (invocation->keeping.registry);
}

AppServerOffer *
app_cli_registry_fetch (AppCli *cli, const char *word, GError **error)
{
  g_autoptr (AppServerCatalogue) catalogue = new_catalogue (cli->invocation);
  const char      *at = strrchr (word, '@');
  g_autofree char *name = at != NULL ? g_strndup (word, at - word) : g_strdup (word);

  app_server_catalogue_get_async (catalogue, name, at != NULL && at[1] != '\0' ? at + 1 : NULL,
                                  NULL, app_cli_done, cli);
  return app_server_catalogue_get_finish (catalogue, app_cli_await (cli), error);
}

/* For people */

static void
list_input (const StoreTemplateInput *input)
{
  g_autofree char *key = app_cli_bold (input->key);
  g_autofree char *title = app_cli_line (input->title);
  g_autofree char *description = app_cli_line (input->description);

  app_cli_print ("    %s  %s%s%s%s\n", key, title, input->required ? _ (" (required)") : "",
                 *description != '\0' ? ": " : "", description);
}

void
app_cli_registry_list_options (StoreServerTemplate *template)
{
  for (guint i = 0; i < store_server_template_get_n_options (template); i++)
    {
      const StoreTemplateOption *option = store_server_template_get_option (template, i);
      GPtrArray                 *inputs = store_template_option_get_inputs (option);
      g_autofree char           *label = app_cli_line (store_template_option_get_label (option));
      const char                *problem = store_template_option_get_problem (option);

      app_cli_print ("  %u  %s  %s%s%s\n", i + 1, store_template_option_get_word (option), label,
                     problem != NULL ? "  ✕ " : "", problem != NULL ? problem : "");
      for (guint j = 0; j < inputs->len; j++)
        list_input (inputs->pdata[j]);
    }
}

static void
print_offer (AppServerOffer *offer)
{
  const AppServerOfferInfo *info = app_server_offer_get_info (offer);
  g_autofree char          *name = app_cli_line (info->name);
  g_autofree char          *bold = app_cli_bold (name);
  g_autofree char          *title = app_cli_line (info->title);
  g_autofree char          *version = app_cli_line (info->version);
  g_autofree char          *about = app_cli_line (info->description);
  g_autofree char          *ways = app_server_offer_dup_ways (offer);

  app_cli_print ("%s  %s%s%s%s%s\n", bold, version, *ways != '\0' ? " · " : "", ways,
                 g_str_equal (title, name) ? "" : " · ", g_str_equal (title, name) ? "" : title);
  if (info->state != APP_OFFER_ACTIVE)
    app_cli_print ("%s\n", info->state == APP_OFFER_DELETED ? _ ("  [deleted]")
                                                            : _ ("  [deprecated]"));
  if (*about != '\0')
    app_cli_print ("  %s\n", about);
  if (info->problem != NULL)
    app_cli_print ("  ✕ %s\n", info->problem);
}

/* For programs */

static void
write_input (McpJsonWriter *writer, const StoreTemplateInput *input)
{
  mcp_json_writer_add (writer, "{'key': %s, 'title': %s, 'description': ?%s, 'required': %b, "
                               "'secret': %b, 'multiple': %b, 'defaults': %a, 'choices': %a}",
                       input->key, input->title, input->description, input->required,
                       input->secret, input->multiple, input->defaults, input->choices);
}

static void
write_options (McpJsonWriter *writer, StoreServerTemplate *template)
{
  for (guint i = 0; i < store_server_template_get_n_options (template); i++)
    {
      const StoreTemplateOption *option = store_server_template_get_option (template, i);
      GPtrArray                 *inputs = store_template_option_get_inputs (option);

      mcp_json_writer_add (writer, "{'kind': %s, 'label': %s, 'problem': ?%s, 'inputs': [",
                           store_template_option_get_word (option),
                           store_template_option_get_label (option),
                           store_template_option_get_problem (option));
      for (guint j = 0; j < inputs->len; j++)
        write_input (writer, inputs->pdata[j]);
      mcp_json_writer_add (writer, "]}");
    }
}

static void
write_offer (McpJsonWriter *writer, AppServerOffer *offer)
{
  static const char *const  states[] = { "active", "deprecated", "deleted" };
  const AppServerOfferInfo *info = app_server_offer_get_info (offer);

  mcp_json_writer_add (writer, "{'name': %s, 'title': %s, 'version': %s, 'description': %s, "
                               "'status': %s, 'problem': ?%s, 'options': [",
                       info->name, info->title, info->version, info->description,
                       states[info->state], info->problem);
  if (info->template != NULL)
    write_options (writer, info->template);
  mcp_json_writer_add (writer, "]}");
}

/* The command */

/* Returns: %FALSE where the catalogue has a problem instead */
static gboolean
load (AppServerCatalogue *catalogue, const char *search, guint limit)
{
  app_server_catalogue_search (catalogue, search);
  for (;;)
    {
      while (app_server_catalogue_get_loading (catalogue))
        g_main_context_iteration (NULL, TRUE);
      if (app_server_catalogue_get_problem (catalogue) != NULL)
        return FALSE;
      if (!app_server_catalogue_get_has_more (catalogue) ||
          g_list_model_get_n_items (G_LIST_MODEL (catalogue)) >= limit)
        return TRUE;
      app_server_catalogue_load_more (catalogue);
    }
}

AppCliStatus
app_cli_registry_search (AppCli *cli, GError **error)
{
  const AppCliInvocation *invocation = cli->invocation;
  g_autoptr (AppServerCatalogue) catalogue = new_catalogue (invocation);
  g_autofree char *search = g_strjoinv (" ", invocation->arguments);
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();
  guint limit = invocation->past.limit > 0 ? (guint)invocation->past.limit : DEFAULT_LIMIT;

  if (!load (catalogue, search, limit))
    {
      g_propagate_error (error, g_error_copy (app_server_catalogue_get_error (catalogue)));
      return APP_CLI_REFUSED;
    }
  guint    n = g_list_model_get_n_items (G_LIST_MODEL (catalogue));
  gboolean more = n > limit || app_server_catalogue_get_has_more (catalogue);
  mcp_json_writer_add (writer, "{'servers': [");
  for (guint i = 0; i < MIN (n, limit); i++)
    {
      g_autoptr (AppServerOffer) offer = g_list_model_get_item (G_LIST_MODEL (catalogue), i);

      if (invocation->output.as_json)
        write_offer (writer, offer);
      else
        print_offer (offer);
    }
  mcp_json_writer_add (writer, "], 'more': %b}", more);
  if (invocation->output.as_json)
    app_cli_print_json (mcp_json_writer_finish_text (writer));
  else if (n == 0)
    app_cli_note (invocation, _ ("The registry has no such server.\n"));
  else if (more)
    app_cli_note (invocation, _ ("There are more: search for something, or use --limit.\n"));
  return APP_CLI_DONE;
}

AppCliStatus
app_cli_registry_show (AppCli *cli, GError **error)
{
  g_autoptr (AppServerOffer) offer =
      app_cli_registry_fetch (cli, cli->invocation->arguments[1], error);
  StoreServerTemplate *template;

  if (offer == NULL)
    return APP_CLI_REFUSED;
  if (cli->invocation->output.as_json)
    {
      g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

      write_offer (writer, offer);
      app_cli_print_json (mcp_json_writer_finish_text (writer));
      return APP_CLI_DONE;
    }
  print_offer (offer);
  template = app_server_offer_get_info (offer)->template;
  if (template == NULL)
    return APP_CLI_DONE;
  const StoreTemplateAbout *about = store_server_template_get_about (template);
  if (about->website != NULL)
    app_cli_print ("  %s\n", about->website);
  if (about->repository != NULL)
    app_cli_print ("  %s\n", about->repository);
  app_cli_registry_list_options (template);
  return APP_CLI_DONE;
}
