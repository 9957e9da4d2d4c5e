/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-offer.h"

#include <string.h>

#include "app-bench-server.h"
#include "app-catalogue.h"
#include "mcp-object.h"

struct _AppBenchOffer
{
  GObject parent_instance;

  AppSession    *session;
  McpDefinition *definition;
};

MCP_DEFINE_OBJECT (AppBenchOffer, app_bench_offer)

static void
app_bench_offer_finalize (GObject *object)
{
  AppBenchOffer *self = APP_BENCH_OFFER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->definition);
  G_OBJECT_CLASS (app_bench_offer_parent_class)->finalize (object);
}

static void
add_all (GPtrArray *offers, AppSession *session, McpDefinitionKind kind)
{
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  GListModel   *list = catalogue != NULL ? app_catalogue_get_list (catalogue, kind) : NULL;

  for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
    {
      AppBenchOffer *offer = g_object_new (APP_TYPE_BENCH_OFFER, NULL);

      offer->session = g_object_ref (session);
      offer->definition = g_list_model_get_item (list, i);
      g_ptr_array_add (offers, offer);
    }
}

GPtrArray *
app_bench_offer_list (GListModel *servers, gboolean prompts)
{
  GPtrArray *offers = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr (AppBenchServer) server = g_list_model_get_item (servers, i);
      AppSession *session = app_bench_server_get_session (server);

      if (prompts)
        {
          add_all (offers, session, MCP_DEFINITION_PROMPT);
          continue;
        }
      add_all (offers, session, MCP_DEFINITION_RESOURCE);
      add_all (offers, session, MCP_DEFINITION_RESOURCE_TEMPLATE);
    }
  return offers;
}

const char *
app_bench_offer_get_title (AppBenchOffer *self)
{
  g_return_val_if_fail (APP_IS_BENCH_OFFER (self), NULL);
  return mcp_definition_get_display_name (self->definition);
}

const char *
app_bench_offer_get_key (AppBenchOffer *self)
{
  g_return_val_if_fail (APP_IS_BENCH_OFFER (self), NULL);
  return mcp_definition_get_key (self->definition);
}

const char *
app_bench_offer_get_description (AppBenchOffer *self)
{
  g_return_val_if_fail (APP_IS_BENCH_OFFER (self), NULL);
  return mcp_definition_get_description (self->definition);
}

AppSession *
app_bench_offer_get_session (AppBenchOffer *self)
{
  g_return_val_if_fail (APP_IS_BENCH_OFFER (self), NULL);
  return self->session;
}

static gboolean
has (const char *text, const char *word)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

gboolean
app_bench_offer_matches (AppBenchOffer *self, const char *words)
{
  g_autofree char *folded = words != NULL ? g_utf8_casefold (words, -1) : NULL;
  g_auto (GStrv) split = folded != NULL ? g_strsplit (folded, " ", 16) : NULL;

  g_return_val_if_fail (APP_IS_BENCH_OFFER (self), FALSE);

  for (guint i = 0; split != NULL && split[i] != NULL; i++)
    if (!has (app_bench_offer_get_title (self), split[i]) &&
        !has (app_bench_offer_get_key (self), split[i]) &&
        !has (app_bench_offer_get_description (self), split[i]) &&
        !has (app_session_get_name (self->session), split[i]))
      return FALSE;
  return TRUE;
}

AppDraft *
app_bench_offer_create_draft (AppBenchOffer *self)
{
  g_return_val_if_fail (APP_IS_BENCH_OFFER (self), NULL);
  return app_draft_new (self->session, self->definition);
}

gboolean
app_bench_offer_asks (AppDraft *draft)
{
  AppForm *form = app_draft_get_form (draft);

  return form != NULL &&
         g_list_model_get_n_items (app_field_get_children (app_form_get_root (form))) > 0;
}
