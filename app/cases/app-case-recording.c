/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-recording.h"

#include <glib/gi18n-lib.h>

#include "app-case-members.h"
#include "app-error.h"

#define MAX_RESULTS 100000u

typedef struct
{
  char         *tool;
  McpJsonSlot   arguments; /* an object; none where there are none */
  AppCaseResult result;
  gboolean      was_taken;
} Recorded;

struct _AppCaseRecording
{
  GPtrArray *results; /* Recorded */
};

static void
recorded_free (gpointer data)
{
  Recorded *self = data;

  g_free (self->tool);
  mcp_json_slot_clear (&self->arguments);
  g_free (self->result.text);
  g_free (self);
}

static void
recording_clear (gpointer data)
{
  g_ptr_array_unref (((AppCaseRecording *)data)->results);
}

AppCaseRecording *
app_case_recording_ref (AppCaseRecording *self)
{
  return g_rc_box_acquire (self);
}

void
app_case_recording_unref (AppCaseRecording *self)
{
  if (self != NULL)
    g_rc_box_release_full (self, recording_clear);
}

static gboolean
read_result (AppCaseRecording *self, McpJsonValue value, GError **error)
{
  static const char *const members[] = { "tool", "arguments", "text", "is_error", NULL };
  Recorded                *recorded = g_new0 (Recorded, 1);

  g_ptr_array_add (self->results, recorded);
  recorded->tool = mcp_json_value_dup_member_string (value, "tool");
  recorded->result.text = mcp_json_value_dup_member_string (value, "text");
  recorded->result.is_error = mcp_json_value_get_member_boolean (value, "is_error", FALSE);
  mcp_json_slot_set (&recorded->arguments, mcp_json_value_get_member (value, "arguments"));
  if (recorded->tool != NULL && recorded->result.text != NULL && self->results->len <= MAX_RESULTS)
    return app_case_check_members (value, members, error);
  g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                       _ ("A recorded result has a “tool” and a “text”."));
  return FALSE;
}

AppCaseRecording *
app_case_recording_new (McpJsonValue value, GError **error)
{
  g_autoptr (AppCaseRecording) self = g_rc_box_new0 (AppCaseRecording);

  self->results = g_ptr_array_new_with_free_func (recorded_free);
  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("Recorded results are a list."));
      return NULL;
    }
  for (McpJsonWalk result = mcp_json_walk (value); mcp_json_walk_next (&result);)
    if (!read_result (self, result.value, error))
      return NULL;
  return g_steal_pointer (&self);
}

void
app_case_recording_rewind (AppCaseRecording *self)
{
  for (guint i = 0; i < self->results->len; i++)
    ((Recorded *)self->results->pdata[i])->was_taken = FALSE;
}

static gboolean
is_answer (const Recorded *recorded, const AppCaseCall *call)
{
  McpJsonValue arguments = recorded->arguments.value;

  if (!app_case_call_is_of (call, recorded->tool))
    return FALSE;
  if (!mcp_json_value_exists (arguments))
    return mcp_json_value_get_n_items (call->arguments.value) == 0;
  return mcp_json_value_equal (arguments, call->arguments.value);
}

const AppCaseResult *
app_case_recording_take (AppCaseRecording *self, const AppCaseCall *call)
{
  const AppCaseResult *last = NULL;

  for (guint i = 0; i < self->results->len; i++)
    {
      Recorded *recorded = self->results->pdata[i];

      if (!is_answer (recorded, call))
        continue;
      last = &recorded->result;
      if (recorded->was_taken)
        continue;
      recorded->was_taken = TRUE;
      break;
    }
  return last;
}
