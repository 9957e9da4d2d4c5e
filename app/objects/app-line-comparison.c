/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-line-comparison.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define CONTEXT_LINES 3
/* A text of one line that is not longer than that is seen whole in its row. */
#define SHORT_BYTES 100

typedef struct
{
  StoreObject *texts[2];
  GPtrArray   *lines; /* of AppDiffLine */
  guint        n_removed;
  guint        n_added;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->texts[0]);
  g_object_unref (work->texts[1]);
  g_clear_pointer (&work->lines, g_ptr_array_unref);
  g_free (work);
}

/* @object: (nullable) */
static gboolean
is_text (StoreObject *object)
{
  return object != NULL &&
         (store_object_get_kind (object) == STORE_OBJECT_TEXT ||
          mcp_json_value_get_kind (store_object_get_value (object)) == MCP_JSON_STRING);
}

static gboolean
is_short (StoreObject *text)
{
  g_autoptr (GBytes) bytes = store_object_dup_bytes (text);
  gsize       length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (length > SHORT_BYTES)
    return FALSE;
  if (store_object_get_kind (text) == STORE_OBJECT_TEXT)
    return length == 0 || memchr (data, '\n', length) == NULL;
  g_autofree char *string = mcp_json_value_dup_string (store_object_get_value (text), NULL);
  return strchr (string, '\n') == NULL;
}

gboolean
app_line_comparison_fits (AppDifference *difference)
{
  g_return_val_if_fail (APP_IS_DIFFERENCE (difference), FALSE);

  StoreObject *before = app_difference_get_before (difference);
  StoreObject *after = app_difference_get_after (difference);

  return is_text (before) && is_text (after) && (!is_short (before) || !is_short (after));
}

/* In the thread */

typedef enum {
  ENDS_NONE,
  ENDS_LF,
  ENDS_CRLF,
  ENDS_MIXED,
} Ends;

static GBytes *
read_text (StoreObject *object)
{
  gsize length;

  if (store_object_get_kind (object) == STORE_OBJECT_TEXT)
    return store_object_dup_bytes (object);
  char *text = mcp_json_value_dup_string (store_object_get_value (object), &length);
  return g_bytes_new_take (text, length);
}

static Ends
find_ends (GBytes *bytes)
{
  gsize       length;
  const char *text = g_bytes_get_data (bytes, &length);
  const char *end = text + length;
  Ends        ends = ENDS_NONE;

  for (const char *p = text; p < end && ends != ENDS_MIXED; p++)
    {
      p = memchr (p, '\n', (gsize)(end - p));
      if (p == NULL)
        break;
      Ends own = p > text && p[-1] == '\r' ? ENDS_CRLF : ENDS_LF;
      ends = ends == ENDS_NONE || ends == own ? own : ENDS_MIXED;
    }
  return ends;
}

static void
add_remark (Work *work, const char *text)
{
  g_ptr_array_insert (work->lines, 0, app_diff_line_new_remark (g_strdup (text)));
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  g_autoptr (GBytes) before = read_text (work->texts[0]);
  g_autoptr (GBytes) after = read_text (work->texts[1]);
  Ends            old_ends = find_ends (before), new_ends = find_ends (after);
  gboolean        lost = old_ends == ENDS_CRLF && new_ends == ENDS_LF;
  gboolean        gained = old_ends == ENDS_LF && new_ends == ENDS_CRLF;
  StoreDiffLimits limits = { CONTEXT_LINES, APP_LINE_COMPARISON_MAX, lost || gained, cancellable };
  g_autoptr (StoreTextDiff) diff = store_text_diff_new (before, after, limits);

  work->lines = app_diff_line_new_all (diff, APP_LINE_COMPARISON_MAX, NULL);
  work->n_removed = store_text_diff_get_n_removed (diff);
  work->n_added = store_text_diff_get_n_added (diff);
  if (store_text_diff_is_coarse (diff))
    add_remark (work, _ ("Too much differs to find the fewest changes; lines that did not change "
                         "may be shown as removed and added."));
  if (lost)
    add_remark (work, _ ("Lines end with CR LF in the first text and with LF in the second."));
  if (gained)
    add_remark (work, _ ("Lines end with LF in the first text and with CR LF in the second."));
  g_task_return_boolean (task, TRUE);
}

void
app_line_comparison_run_async (AppDifference      *difference,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_return_if_fail (app_line_comparison_fits (difference));

  g_autoptr (GTask) task = g_task_new (difference, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  work->texts[0] = g_object_ref (app_difference_get_before (difference));
  work->texts[1] = g_object_ref (app_difference_get_after (difference));
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, run);
}

static char *
dup_words (guint n_removed, guint n_added)
{
  g_autofree char *removed =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u line removed", "%'u lines removed",
                                    n_removed),
                       n_removed);
  g_autofree char *added = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u line added", "%'u lines added", n_added), n_added);

  return g_strjoin (" · ", removed, added, NULL);
}

GListModel *
app_line_comparison_run_finish (GAsyncResult *result, char **words, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  Work *work = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  GListStore *list = g_list_store_new (APP_TYPE_DIFF_LINE);
  g_list_store_splice (list, 0, 0, work->lines->pdata, work->lines->len);
  *words = dup_words (work->n_removed, work->n_added);
  return G_LIST_MODEL (list);
}
