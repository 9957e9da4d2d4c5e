/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-diff-line.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define CONTEXT_LINES 2
/* A schema that changed more than that is another schema. */
#define MAX_JSON_LINES 400
/* Bytes of a line: broken at a space behind the first, in any place at the second. */
#define WIDE_LINE 100
#define WIDEST_LINE 400
#define CONTINUATION "    "

struct _AppDiffLine
{
  GObject parent_instance;

  AppDiffKind kind;
  guint       old_number;
  guint       new_number;
  char       *text;
};

G_DEFINE_FINAL_TYPE (AppDiffLine, app_diff_line, G_TYPE_OBJECT)

static void
app_diff_line_finalize (GObject *object)
{
  g_free (APP_DIFF_LINE (object)->text);
  G_OBJECT_CLASS (app_diff_line_parent_class)->finalize (object);
}

static void
app_diff_line_class_init (AppDiffLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_diff_line_finalize;
}

static void
app_diff_line_init (AppDiffLine *self)
{
}

/* Takes over @text. */
static void
add_remark (GPtrArray *lines, char *text)
{
  AppDiffLine *line = g_object_new (APP_TYPE_DIFF_LINE, NULL);

  line->kind = APP_DIFF_REMARK;
  line->text = text;
  g_ptr_array_add (lines, line);
}

static void
add_line (GPtrArray *lines, const StoreDiffLine *source, AppRedactor *redactor)
{
  AppDiffLine *line = g_object_new (APP_TYPE_DIFF_LINE, NULL);

  line->kind = source->kind == STORE_DIFF_ADDED     ? APP_DIFF_ADDED
               : source->kind == STORE_DIFF_REMOVED ? APP_DIFF_REMOVED
                                                    : APP_DIFF_CONTEXT;
  line->old_number = source->old_line;
  line->new_number = source->new_line;
  line->text = redactor != NULL ? app_redactor_redact_text (redactor, source->text)
                                : g_strdup (source->text);
  g_ptr_array_add (lines, line);
}

/* Where a text gains or loses the line end behind its last line, nothing else would show it. */
static gboolean
tells_end (StoreDiffHunk *hunk, guint index)
{
  const StoreDiffLine *line = g_ptr_array_index (hunk->lines, index);

  return !line->ended && line->kind == STORE_DIFF_REMOVED;
}

static guint
count_lines (GPtrArray *hunks)
{
  guint n = 0;

  for (guint i = 0; i < hunks->len; i++)
    n += ((StoreDiffHunk *)g_ptr_array_index (hunks, i))->lines->len;
  return n;
}

GPtrArray *
app_diff_line_new_all (StoreTextDiff *diff, guint max_lines, AppRedactor *redactor)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *hunks = store_text_diff_get_hunks (diff);
  guint      all = count_lines (hunks);
  guint      shown = 0;
  guint      next = 1;

  for (guint i = 0; i < hunks->len && shown < max_lines; i++)
    {
      StoreDiffHunk *hunk = g_ptr_array_index (hunks, i);
      guint          skipped = hunk->old_start > next ? hunk->old_start - next : 0;

      if (skipped > 0)
        add_remark (lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u unchanged line",
                                                         "%u unchanged lines", skipped),
                                            skipped));
      next = hunk->old_start + hunk->old_count;
      for (guint j = 0; j < hunk->lines->len && shown < max_lines; j++, shown++)
        {
          add_line (lines, g_ptr_array_index (hunk->lines, j), redactor);
          if (tells_end (hunk, j))
            add_remark (lines, g_strdup (_ ("The last line had no line end.")));
        }
    }
  if (shown < all)
    add_remark (lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more line",
                                                     "%u more lines", all - shown),
                                        all - shown));
  return lines;
}

static void
begin_line (GString *out, const char *indent, gsize n_indent)
{
  g_string_append_c (out, '\n');
  g_string_append_len (out, indent, (gssize)n_indent);
  g_string_append (out, CONTINUATION);
}

/* Only strings are long, and they end with a quote: where a line is broken, one is not yet over. */
static void
append_broken (GString *out, const char *line, gsize length)
{
  const char *end = line + length;
  gsize       n_indent = strspn (line, " ");
  const char *start = line + n_indent;

  g_string_append_len (out, line, (gssize)n_indent);
  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    {
      gsize    width = (gsize)(p - start);
      gboolean escape = *p == '\\' && p + 2 < end;

      if (width >= WIDEST_LINE || (width >= WIDE_LINE && p[-1] == ' '))
        {
          begin_line (out, line, n_indent);
          start = p;
        }
      g_string_append_len (out, p, g_utf8_next_char (p) - p);
      if (!escape)
        continue;
      g_string_append_c (out, *++p);
      if (*p == 'n' && p[1] != '"')
        {
          begin_line (out, line, n_indent);
          start = p + 1;
        }
    }
  g_string_append_c (out, '\n');
}

static GBytes *
to_lines (const char *text)
{
  GString *out = g_string_sized_new (strlen (text) + 1);

  for (const char *line = text; *line != '\0';)
    {
      gsize length = strcspn (line, "\n");

      append_broken (out, line, length);
      line += length + (line[length] == '\n' ? 1 : 0);
    }
  return g_string_free_to_bytes (out);
}

GListModel *
app_diff_line_list_json (const char *before, const char *after)
{
  GListStore *model = g_list_store_new (APP_TYPE_DIFF_LINE);
  g_autoptr (GBytes) old_bytes = NULL;
  g_autoptr (GBytes) new_bytes = NULL;
  g_autoptr (StoreTextDiff) diff = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  old_bytes = to_lines (before);
  new_bytes = to_lines (after);
  diff = store_text_diff_new (old_bytes, new_bytes, CONTEXT_LINES);
  lines = app_diff_line_new_all (diff, MAX_JSON_LINES, NULL);
  g_list_store_splice (model, 0, 0, lines->pdata, lines->len);
  return G_LIST_MODEL (model);
}

AppDiffKind
app_diff_line_get_kind (AppDiffLine *self)
{
  g_return_val_if_fail (APP_IS_DIFF_LINE (self), APP_DIFF_REMARK);
  return self->kind;
}

guint
app_diff_line_get_old_number (AppDiffLine *self)
{
  g_return_val_if_fail (APP_IS_DIFF_LINE (self), 0);
  return self->old_number;
}

guint
app_diff_line_get_new_number (AppDiffLine *self)
{
  g_return_val_if_fail (APP_IS_DIFF_LINE (self), 0);
  return self->new_number;
}

const char *
app_diff_line_get_text (AppDiffLine *self)
{
  g_return_val_if_fail (APP_IS_DIFF_LINE (self), NULL);
  return self->text;
}
