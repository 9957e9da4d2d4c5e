/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-saved-item.h"

#include "mcp-object.h"
#include "mcp-property.h"

#include <glib/gi18n.h>

struct _AppSavedItem
{
  GObject parent_instance;

  AppCollection *collection; /* holds the call */
  AppSavedCall  *call;
  AppSavedState  state;
  char          *failure; /* (nullable) */
  gint64         duration;
};

enum {
  PROP_STATE = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint       changed_signal;

MCP_DEFINE_ZEROED_TYPE (AppSavedItem, app_saved_item, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppSavedItem, app_saved_item)
{
  app_collection_unref (self->collection);
  g_free (self->failure);
}

MCP_DEFINE_CLASS (AppSavedItem, app_saved_item)
{
  const McpProperty rows[N_PROPS] = {
    [PROP_STATE] = { "state", G_TYPE_UINT, .offset = G_STRUCT_OFFSET (AppSavedItem, state) },
  };

  object_class->finalize = app_saved_item_finalize;
  mcp_property_install (object_class, rows, properties, N_PROPS);
  changed_signal = mcp_signal_new (klass, "changed", 0);
}

AppSavedItem *
app_saved_item_new (AppCollection *collection, guint position)
{
  AppSavedItem *self = g_object_new (APP_TYPE_SAVED_ITEM, NULL);

  self->collection = app_collection_ref (collection);
  self->call = app_collection_get_calls (collection)->pdata[position];
  return self;
}

void
app_saved_item_set_collection (AppSavedItem *self, AppCollection *collection)
{
  g_return_if_fail (APP_IS_SAVED_ITEM (self));

  app_collection_ref (collection);
  app_collection_unref (self->collection);
  self->collection = collection;
  self->call = app_collection_get_calls (collection)->pdata[0];
  g_signal_emit (self, changed_signal, 0);
  app_saved_item_set_state (self, APP_SAVED_NOT_RUN, NULL);
}

MCP_DEFINE_GETTER (const AppSavedCall *, AppSavedItem, app_saved_item, call)
MCP_DEFINE_GETTER (AppSavedState, AppSavedItem, app_saved_item, state)

const char *
app_saved_item_get_state_name (AppSavedItem *self)
{
  static const char *const names[] = {
    [APP_SAVED_NOT_RUN] = N_ ("Not Run"),
    [APP_SAVED_WAITING] = N_ ("Waiting"),
    [APP_SAVED_RUNNING] = N_ ("Running"),
    [APP_SAVED_PASSED] = N_ ("Passed"),
    [APP_SAVED_FAILED] = N_ ("Failed"),
  };

  g_return_val_if_fail (APP_IS_SAVED_ITEM (self), NULL);
  return _ (names[self->state]);
}

MCP_DEFINE_GETTER (const char *, AppSavedItem, app_saved_item, failure)
MCP_DEFINE_GETTER (gint64, AppSavedItem, app_saved_item, duration)

void
app_saved_item_set_state (AppSavedItem          *self,
                          AppSavedState          state,
                          const AppSavedOutcome *outcome)
{
  g_return_if_fail (APP_IS_SAVED_ITEM (self));

  self->state = state;
  g_free (self->failure);
  self->failure = outcome != NULL ? g_strdup (outcome->failure) : NULL;
  self->duration = outcome != NULL ? outcome->duration : 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}
