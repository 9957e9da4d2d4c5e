/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-offer.h"

#include "app-visible-text.h"
#include "mcp-model-catalogue.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>

#define MAX_TITLE 80

struct _AppModelOffer
{
  GObject parent_instance;

  char *id;
  char *detail;
};

MCP_DEFINE_OBJECT (AppModelOffer, app_model_offer)

MCP_DEFINE_FINALIZE (AppModelOffer, app_model_offer)
{
  g_free (self->id);
  g_free (self->detail);
}

static const char *
find_state_name (McpModelState state)
{
  switch (state)
    {
    case MCP_MODEL_STATE_LOADED:
      return _ ("loaded");
    case MCP_MODEL_STATE_LOADING:
      return _ ("loading");
    case MCP_MODEL_STATE_UNLOADED:
      return _ ("not loaded");
    case MCP_MODEL_STATE_UNKNOWN:
    default:
      return NULL;
    }
}

/* "Qwen 3 · 32,768 tokens · loaded" */
static char *
dup_detail (const McpModelItem *item)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  const char *state = find_state_name (item->state);

  if (item->title != NULL && !g_str_equal (item->title, item->id))
    {
      g_autofree char *title = app_visible_text_line (item->title, MAX_TITLE);

      g_strv_builder_add (parts, title);
    }
  if (item->context > 0)
    {
      /* Translators: how much a model takes; %s is a number */
      g_autofree char *number = g_strdup_printf ("%'" G_GINT64_FORMAT, item->context);
      g_autofree char *context = g_strdup_printf (_ ("%s tokens"), number);

      g_strv_builder_add (parts, context);
    }
  if (state != NULL)
    g_strv_builder_add (parts, state);
  g_auto (GStrv) all = g_strv_builder_end (parts);
  return g_strjoinv (" · ", all);
}

MCP_DEFINE_GETTER (const char *, AppModelOffer, app_model_offer, id)
MCP_DEFINE_GETTER (const char *, AppModelOffer, app_model_offer, detail)

GListModel *
app_model_offer_list_new (GPtrArray *models)
{
  GListStore *list = g_list_store_new (APP_TYPE_MODEL_OFFER);

  for (guint i = 0; models != NULL && i < models->len; i++)
    {
      const McpModelItem *item = models->pdata[i];
      g_autoptr (AppModelOffer) offer = g_object_new (APP_TYPE_MODEL_OFFER, NULL);

      offer->id = g_strdup (item->id);
      offer->detail = dup_detail (item);
      g_list_store_append (list, offer);
    }
  return G_LIST_MODEL (list);
}
