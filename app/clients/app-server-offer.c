/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-offer.h"

#include "mcp-object.h"

/* Names that a registry takes have 200 at most. */
#define MAX_NAME 300u

struct _AppServerOffer
{
  GObject parent_instance;

  AppServerOfferInfo info; /* its template is owned, and the two below */
  char              *name;
  char              *problem; /* (nullable) */
};

MCP_DEFINE_OBJECT (AppServerOffer, app_server_offer)

MCP_DEFINE_FINALIZE (AppServerOffer, app_server_offer)
{
  g_free (self->name);
  g_free (self->problem);
  g_clear_pointer (&self->info.template, store_server_template_unref);
}

AppServerOffer *
app_server_offer_new (const McpRegistryItem *item)
{
  AppServerOffer *self = g_object_new (APP_TYPE_SERVER_OFFER, NULL);
  g_autoptr (GError) error = NULL;

  self->name = mcp_json_value_dup_string_prefix (mcp_json_value_get_member (item->server, "name"),
                                                 MAX_NAME, NULL);
  if (self->name == NULL)
    self->name = g_strdup ("");
  if (g_str_equal (item->status, "deleted"))
    self->info.state = APP_OFFER_DELETED;
  else if (g_str_equal (item->status, "deprecated"))
    self->info.state = APP_OFFER_DEPRECATED;
  self->info.name = self->info.title = self->name;
  self->info.version = self->info.description = "";
  self->info.template = store_server_template_new_from_value (item->server, &error);
  if (error != NULL)
    self->info.problem = self->problem = g_strdup (error->message);
  if (self->info.template == NULL)
    return self;
  const StoreTemplateAbout *about = store_server_template_get_about (self->info.template);
  self->info.title = about->title;
  if (about->version != NULL)
    self->info.version = about->version;
  if (about->description != NULL)
    self->info.description = about->description;
  return self;
}

const AppServerOfferInfo *
app_server_offer_get_info (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return &self->info;
}

char *
app_server_offer_dup_ways (AppServerOffer *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  StoreServerTemplate *template;

  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);

  template = self->info.template;
  for (guint i = 0; template != NULL && i < store_server_template_get_n_options (template); i++)
    {
      const char *word =
          store_template_option_get_word (store_server_template_get_option (template, i));

      if (!g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
        g_ptr_array_add (words, (gpointer)word);
    }
  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **)words->pdata);
}
