/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-saved-item.h"

#include "app-server-objects.h"
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
  AppCall       *last_call; /* (nullable) */
  char          *draft;     /* (nullable) */
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
  g_free (self->draft);
  g_clear_object (&self->last_call);
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

static gboolean
sends_the_same (const AppSavedCall *a, const AppSavedCall *b)
{
  gboolean has_arguments = mcp_json_value_exists (a->arguments);

  return a->kind == b->kind && g_str_equal (a->target, b->target) &&
         g_strcmp0 (a->server, b->server) == 0 &&
         has_arguments == mcp_json_value_exists (b->arguments) &&
         (!has_arguments || mcp_json_value_equal (a->arguments, b->arguments));
}

void
app_saved_item_set_collection (AppSavedItem *self, AppCollection *collection)
{
  AppSavedOutcome outcome = { NULL, NULL, 0 };

  g_return_if_fail (APP_IS_SAVED_ITEM (self));

  AppSavedCall *call = app_collection_get_calls (collection)->pdata[0];
  gboolean      has_result = self->last_call != NULL && self->state >= APP_SAVED_PASSED &&
                        app_call_get_state (self->last_call) == APP_CALL_DONE &&
                        sends_the_same (self->call, call);
  app_collection_ref (collection);
  app_collection_unref (self->collection);
  self->collection = collection;
  self->call = call;
  app_saved_item_set_draft (self, NULL);
  g_signal_emit (self, changed_signal, 0);
  if (!has_result)
    {
      app_saved_item_set_state (self, APP_SAVED_NOT_RUN, NULL);
      return;
    }
  g_autofree char *failure = app_saved_run_check (call, self->last_call);
  outcome.failure = failure;
  outcome.duration = self->duration;
  app_saved_item_set_state (self, failure != NULL ? APP_SAVED_FAILED : APP_SAVED_PASSED, &outcome);
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
MCP_DEFINE_GETTER (AppCall *, AppSavedItem, app_saved_item, last_call)

void
app_saved_item_set_last_call (AppSavedItem *self, AppCall *call)
{
  g_return_if_fail (APP_IS_SAVED_ITEM (self));
  g_set_object (&self->last_call, call);
}

gboolean
app_saved_item_get_outcome (AppSavedItem *self, McpJsonSlot *slot, AppOutcome *outcome)
{
  g_return_val_if_fail (APP_IS_SAVED_ITEM (self), FALSE);

  AppCall *call = self->last_call;
  if (call == NULL || app_call_get_state (call) != APP_CALL_DONE)
    return FALSE;
  StoreObject *object = app_call_get_object (call);
  if (object != NULL)
    store_object_read (object, slot);
  *outcome = (AppOutcome){ slot->value, app_call_is_error (call), app_call_get_elapsed (call) };
  return TRUE;
}

void
app_saved_item_add_values (AppSavedItem *self, AppExpectationList *values, const char *name)
{
  g_auto (McpJsonSlot) slot = { MCP_JSON_NO_VALUE };
  g_autoptr (AppExpectationRow) row = NULL;
  g_autofree char *object = NULL;
  g_autofree char *path = *name != '\0' ? g_strconcat (name, ".object", NULL) : NULL;
  AppOutcome       outcome;

  if (app_saved_item_get_outcome (self, &slot, &outcome))
    object = app_server_objects_dup_reference (app_call_get_blocks (self->last_call));
  if (mcp_json_value_exists (slot.value))
    app_expectation_list_add_values (values, slot.value, name);
  else if (path != NULL)
    object = g_strdup ("");
  if (object == NULL || path == NULL)
    return;
  row = app_expectation_row_new (*object != '\0' ? path : name, object);
  app_expectation_list_add (values, row);
}

char *
app_saved_item_dup_text (AppSavedItem *self)
{
  g_autoptr (McpJsonWriter) writer = mcp_json_writer_new ();

  g_return_val_if_fail (APP_IS_SAVED_ITEM (self), NULL);

  if (self->draft != NULL)
    return g_strdup (self->draft);
  app_saved_call_write (self->call, writer);
  return mcp_json_writer_finish_pretty (writer, 2);
}

void
app_saved_item_set_draft (AppSavedItem *self, const char *draft)
{
  g_return_if_fail (APP_IS_SAVED_ITEM (self));

  g_free (self->draft);
  self->draft = g_strdup (draft);
}

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
