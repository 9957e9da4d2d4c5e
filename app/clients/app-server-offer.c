/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-server-offer.h"

#include "mcp-object.h"

/* Names that a registry takes have 200 at most. */
#define MAX_NAME 300u

struct _AppServerOffer
{
  GObject parent_instance;

  char         *name;
  AppOfferState state;
  StoreServerTemplate *template; /* (nullable) */
  char *problem;                 /* (nullable) */
};

MCP_DEFINE_OBJECT (AppServerOffer, app_server_offer)

static void
app_server_offer_finalize (GObject *object)
{
  AppServerOffer *self = APP_SERVER_OFFER (object);

  g_free (self->name);
  g_free (self->problem);
  g_clear_pointer (&self->template, store_server_template_unref);
  G_OBJECT_CLASS (app_server_offer_parent_class)->finalize (object);
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
    self->state = APP_OFFER_DELETED;
  else if (g_str_equal (item->status, "deprecated"))
    self->state = APP_OFFER_DEPRECATED;
  self->template = store_server_template_new_from_value (item->server, &error);
  if (error != NULL)
    self->problem = g_strdup (error->message);
  return self;
}

static const StoreTemplateAbout *
get_about (AppServerOffer *self)
{
  return self->template != NULL ? store_server_template_get_about (self->template) : NULL;
}

const char *
app_server_offer_get_name (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return self->name;
}

const char *
app_server_offer_get_title (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return self->template != NULL ? get_about (self)->title : self->name;
}

const char *
app_server_offer_get_version (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return self->template != NULL && get_about (self)->version != NULL ? get_about (self)->version
                                                                     : "";
}

const char *
app_server_offer_get_description (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return self->template != NULL && get_about (self)->description != NULL
             ? get_about (self)->description
             : "";
}

AppOfferState
app_server_offer_get_state (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), APP_OFFER_ACTIVE);
  return self->state;
}

char *
app_server_offer_dup_ways (AppServerOffer *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);

  for (guint i = 0;
       self->template != NULL && i < store_server_template_get_n_options (self->template); i++)
    {
      const char *word =
          store_template_option_get_word (store_server_template_get_option (self->template, i));

      if (!g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
        g_ptr_array_add (words, (gpointer)word);
    }
  g_ptr_array_add (words, NULL);
  return g_strjoinv (", ", (char **)words->pdata);
}

StoreServerTemplate *
app_server_offer_get_template (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return self->template;
}

const char *
app_server_offer_get_problem (AppServerOffer *self)
{
  g_return_val_if_fail (APP_IS_SERVER_OFFER (self), NULL);
  return self->problem;
}
