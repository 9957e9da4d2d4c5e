/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-call-history.h"

#include "mcp-array-list.h"
#include "mcp-object.h"

struct _AppCallHistory
{
  GObject parent_instance;

  GPtrArray *calls; /* of AppCall */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCallHistory,
                               app_call_history,
                               G_TYPE_OBJECT,
                               MCP_IMPLEMENT_ARRAY_LIST (AppCallHistory, calls, APP_TYPE_CALL))
MCP_DEFINE_CLASS_INIT (AppCallHistory, app_call_history)

MCP_DEFINE_FINALIZE (AppCallHistory, app_call_history)
{
  g_ptr_array_unref (self->calls);
}

static void
app_call_history_init (AppCallHistory *self)
{
  self->calls = g_ptr_array_new_with_free_func (g_object_unref);
}

AppCallHistory *
app_call_history_new (void)
{
  return g_object_new (APP_TYPE_CALL_HISTORY, NULL);
}

/* How many of the oldest are too many, where the newest has come. */
static guint
count_surplus (AppCallHistory *self)
{
  guint64 bytes = 0;
  guint   kept = 0;

  while (kept < MIN (self->calls->len, APP_CALL_HISTORY_CALLS))
    {
      AppCall *call = self->calls->pdata[self->calls->len - 1 - kept];

      bytes += app_call_get_result_size (call);
      if (kept > 0 && bytes > APP_CALL_HISTORY_BYTES)
        break;
      kept++;
    }
  return self->calls->len - kept;
}

static void
on_state (AppCallHistory *self, GParamSpec *pspec, AppCall *call)
{
  AppCallState state = app_call_get_state (call);

  if ((state != APP_CALL_DONE && state != APP_CALL_FAILED) ||
      g_ptr_array_find (self->calls, call, NULL))
    return;
  g_ptr_array_add (self->calls, g_object_ref (call));
  g_list_model_items_changed (G_LIST_MODEL (self), self->calls->len - 1, 0, 1);
  guint surplus = count_surplus (self);
  if (surplus == 0)
    return;
  g_ptr_array_remove_range (self->calls, 0, surplus);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, surplus, 0);
}

void
app_call_history_follow (AppCallHistory *self, AppCall *call)
{
  g_return_if_fail (APP_IS_CALL_HISTORY (self));
  g_return_if_fail (APP_IS_CALL (call));

  mcp_signal_connect (call, "notify::state", on_state, self);
  on_state (self, NULL, call);
}

void
app_call_history_recall (AppCallHistory *self, GPtrArray *calls)
{
  g_return_if_fail (APP_IS_CALL_HISTORY (self));

  for (guint i = 0; i < calls->len; i++)
    g_ptr_array_insert (self->calls, 0, g_object_ref (calls->pdata[i]));
  if (calls->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, calls->len);
}
