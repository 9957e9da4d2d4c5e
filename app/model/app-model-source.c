/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-source.h"

#include <string.h>

#include "app-model-server.h"
#include "app-catalogue.h"
#include "mcp-object.h"

struct _AppModelSource
{
  GObject parent_instance;

  AppSession    *session;
  McpDefinition *definition;
};

MCP_DEFINE_OBJECT (AppModelSource, app_model_source)

MCP_DEFINE_FINALIZE (AppModelSource, app_model_source)
{
  g_clear_object (&self->session);
  g_clear_object (&self->definition);
}

static void
add_all (GPtrArray *offers, AppSession *session, McpDefinitionKind kind)
{
  AppCatalogue *catalogue = app_session_get_feature (session, APP_TYPE_CATALOGUE);
  GListModel   *list = catalogue != NULL ? app_catalogue_get_list (catalogue, kind) : NULL;

  for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
    {
      AppModelSource *offer = g_object_new (APP_TYPE_MODEL_SOURCE, NULL);

      offer->session = g_object_ref (session);
      offer->definition = g_list_model_get_item (list, i);
      g_ptr_array_add (offers, offer);
    }
}

GPtrArray *
app_model_source_list (GListModel *servers, gboolean prompts)
{
  GPtrArray *offers = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr (AppModelServer) server = g_list_model_get_item (servers, i);
      AppSession *session = app_model_server_get_session (server);

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
app_model_source_get_title (AppModelSource *self)
{
  g_return_val_if_fail (APP_IS_MODEL_SOURCE (self), NULL);
  return mcp_definition_get_display_name (self->definition);
}

const char *
app_model_source_get_key (AppModelSource *self)
{
  g_return_val_if_fail (APP_IS_MODEL_SOURCE (self), NULL);
  return mcp_definition_get_key (self->definition);
}

const char *
app_model_source_get_description (AppModelSource *self)
{
  g_return_val_if_fail (APP_IS_MODEL_SOURCE (self), NULL);
  return mcp_definition_get_description (self->definition);
}

MCP_DEFINE_GETTER (AppSession *, AppModelSource, app_model_source, session)

static gboolean
has (const char *text, const char *word)
{
  g_autofree char *folded = text != NULL ? g_utf8_casefold (text, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

gboolean
app_model_source_matches (AppModelSource *self, const char *words)
{
  g_autofree char *folded = words != NULL ? g_utf8_casefold (words, -1) : NULL;
  g_auto (GStrv) split = folded != NULL ? g_strsplit (folded, " ", 16) : NULL;

  g_return_val_if_fail (APP_IS_MODEL_SOURCE (self), FALSE);

  for (guint i = 0; split != NULL && split[i] != NULL; i++)
    if (!has (app_model_source_get_title (self), split[i]) &&
        !has (app_model_source_get_key (self), split[i]) &&
        !has (app_model_source_get_description (self), split[i]) &&
        !has (app_session_get_name (self->session), split[i]))
      return FALSE;
  return TRUE;
}

AppDraft *
app_model_source_create_draft (AppModelSource *self)
{
  g_return_val_if_fail (APP_IS_MODEL_SOURCE (self), NULL);
  return app_draft_new (self->session, self->definition);
}

gboolean
app_model_source_asks (AppDraft *draft)
{
  AppForm *form = app_draft_get_form (draft);

  return form != NULL &&
         g_list_model_get_n_items (app_field_get_children (app_form_get_root (form))) > 0;
}
