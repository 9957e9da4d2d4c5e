/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-view.h"

#include <string.h>

#include "app-diff-line.h"
#include "app-json-text.h"

#define CONTEXT_LINES 3u

static char *
lay_out (const char *text)
{
  char *pretty = text != NULL ? app_json_text_dup_pretty (text, -1) : NULL;

  return pretty != NULL ? pretty : g_strdup (text != NULL ? text : "");
}

char *
app_model_view_dup_seen (AppPresets *presets, AppForm *form, AppModelSubject subject)
{
  g_return_val_if_fail (APP_IS_PRESETS (presets), NULL);
  g_return_val_if_fail (APP_IS_FORM (form), NULL);

  g_autofree char *text = subject == APP_MODEL_VIEW_SCHEMA ? app_presets_dup_model_schema (presets)
                                                           : app_form_dup_arguments (form);
  return lay_out (text);
}

static char *
dup_arguments (AppPresets *presets, AppForm *form)
{
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_val_if_fail (presets == NULL || APP_IS_PRESETS (presets), NULL);
  g_return_val_if_fail (APP_IS_FORM (form), NULL);

  /* Where a reference leads nowhere, the call would fail: it is shown as it stands. */
  g_autofree char *sent = app_form_dup_sent (form, NULL);
  if (presets == NULL || app_presets_get_status (presets) == APP_PRESETS_NONE)
    return sent != NULL ? g_steal_pointer (&sent) : app_form_dup_arguments (form);
  document = sent != NULL ? mcp_json_document_parse_text (sent, -1, NULL) : NULL;
  return app_presets_inject_masked (presets, document != NULL
                                                 ? mcp_json_document_get_root (document)
                                                 : app_form_get_value (form));
}

char *
app_model_view_dup_sent (AppPresets *presets, AppForm *form, AppModelSubject subject)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (APP_IS_PRESETS (presets), NULL);
  g_return_val_if_fail (APP_IS_FORM (form), NULL);

  if (subject == APP_MODEL_VIEW_SCHEMA)
    text = mcp_json_value_dup_text (app_presets_get_schema (presets));
  else if (app_form_get_text_error (form) == NULL)
    text = dup_arguments (presets, form);
  return lay_out (text);
}

/* Neither text has a last line without an end, of which the difference would tell. */
static GBytes *
end_line (const char *text)
{
  return g_bytes_new_take (g_strconcat (text, "\n", NULL), strlen (text) + 1);
}

GListModel *
app_model_view_create_difference (AppPresets *presets, AppForm *form, AppModelSubject subject)
{
  g_autofree char *seen = app_model_view_dup_seen (presets, form, subject);
  g_autofree char *sent = app_model_view_dup_sent (presets, form, subject);
  g_autoptr (StoreTextDiff) diff = NULL;
  GListStore *list = g_list_store_new (APP_TYPE_DIFF_LINE);

  if (seen == NULL || sent == NULL)
    return G_LIST_MODEL (list);
  g_autoptr (GBytes) before = end_line (seen);
  g_autoptr (GBytes) after = end_line (sent);
  diff = store_text_diff_new (before, after, (StoreDiffLimits){ .context = CONTEXT_LINES });
  g_autoptr (GPtrArray) lines = app_diff_line_new_all (diff, APP_MODEL_VIEW_MAX_LINES, NULL);
  g_list_store_splice (list, 0, 0, lines->pdata, lines->len);
  return G_LIST_MODEL (list);
}
