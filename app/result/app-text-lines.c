/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-text-lines.h"

#include <string.h>

#include "app-visible-text.h"
#include "mcp-object.h"

/* Rows from one entry of the index to the next: a row is found by walking at most so many. */
#define STRIDE 64u

/* One row */

struct _AppTextLine
{
  GObject parent_instance;

  char    *text;
  gsize    start;
  gsize    end;
  guint    number;
  gboolean is_continued;
};

MCP_DEFINE_OBJECT (AppTextLine, app_text_line)

MCP_DEFINE_FINALIZE (AppTextLine, app_text_line)
{
  g_free (self->text);
}

static AppTextLine *
text_line_new (const char *text, gsize start, gsize end, guint number, gboolean continued)
{
  AppTextLine *self = g_object_new (APP_TYPE_TEXT_LINE, NULL);
  g_autoptr (GString) line = g_string_sized_new (end - start + 1);

  for (gsize i = start; i < end; i++)
    {
      if (text[i] == '\0')
        g_string_append (line, "␀");
      else
        g_string_append_c (line, text[i]);
    }
  self->text = app_visible_text_block (line->str, 0);
  self->start = start;
  self->end = end;
  self->number = number;
  self->is_continued = continued;
  return self;
}

MCP_DEFINE_GETTER (const char *, AppTextLine, app_text_line, text)
MCP_DEFINE_GETTER (guint, AppTextLine, app_text_line, number)

gsize
app_text_line_get_range (AppTextLine *self, gsize *end)
{
  g_return_val_if_fail (APP_IS_TEXT_LINE (self), 0);
  *end = self->end;
  return self->start;
}

MCP_DEFINE_FLAG (AppTextLine, app_text_line, is_continued)

/* The model */

typedef struct
{
  gsize offset;
  guint number; /* of the line, from 1 */
} Mark;

typedef struct
{
  const char *text;
  gsize       length;
  gsize       at;
  guint       number;
  gboolean    continued; /* the row at @at goes on with the line above it */
} Walk;

struct _AppTextLines
{
  GObject parent_instance;

  GBytes *text;
  GArray *marks; /* Mark, one for each STRIDE rows */
  guint   n_rows;
  guint   n_lines;
};

static void app_text_lines_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppTextLines,
                               app_text_lines,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, app_text_lines_list_init))
MCP_DEFINE_CLASS_INIT (AppTextLines, app_text_lines)

/* Goes over one row. @end: (out): behind its text. Returns: FALSE at the end */
static gboolean
walk_row (Walk *self, gsize *end)
{
  gsize       left = self->length - self->at;
  const char *start = self->text + self->at;
  gsize       cut = APP_TEXT_LINE_BYTES;

  if (left == 0)
    return FALSE;
  const char *newline = memchr (start, '\n', MIN (left, APP_TEXT_LINE_BYTES + 1));
  if (newline != NULL)
    {
      *end = (gsize)(newline - self->text);
      self->at = *end + 1;
      self->number++;
      self->continued = FALSE;
      return TRUE;
    }
  if (left <= APP_TEXT_LINE_BYTES)
    cut = left;
  else
    /* Never within a character, as far as these are characters. */
    for (guint i = 0; i < 3 && ((guint8)start[cut] & 0xc0) == 0x80; i++)
      cut--;
  self->at += cut;
  *end = self->at;
  self->continued = TRUE;
  return TRUE;
}

static AppTextLines *
index_text (GBytes *text)
{
  AppTextLines *self = g_object_new (APP_TYPE_TEXT_LINES, NULL);
  Walk          walk = { .number = 1 };
  Mark          mark = { 0, 1 };
  gsize         end;

  self->text = g_bytes_ref (text);
  walk.text = g_bytes_get_data (text, &walk.length);
  do
    {
      if (self->n_rows % STRIDE == 0 && walk.at < walk.length)
        {
          mark.offset = walk.at;
          mark.number = walk.number;
          g_array_append_val (self->marks, mark);
        }
      if (!walk_row (&walk, &end))
        break;
      self->n_rows++;
    }
  while (self->n_rows < G_MAXUINT);
  self->n_lines = walk.continued ? walk.number : walk.number - 1;
  return self;
}

/* Stands before the row @position. */
static gboolean
find_row (AppTextLines *self, guint position, Walk *walk)
{
  gsize end;

  if (position >= self->n_rows)
    return FALSE;
  const Mark *mark = &g_array_index (self->marks, Mark, position / STRIDE);
  walk->text = g_bytes_get_data (self->text, &walk->length);
  walk->at = mark->offset;
  walk->number = mark->number;
  walk->continued = mark->offset > 0 && walk->text[mark->offset - 1] != '\n';
  for (guint i = 0; i < position % STRIDE; i++)
    walk_row (walk, &end);
  return TRUE;
}

static GType
app_text_lines_get_item_type (GListModel *list)
{
  return APP_TYPE_TEXT_LINE;
}

static guint
app_text_lines_get_n_items (GListModel *list)
{
  return APP_TEXT_LINES (list)->n_rows;
}

static gpointer
app_text_lines_get_item (GListModel *list, guint position)
{
  Walk     walk;
  gsize    end;
  guint    number;
  gboolean continued;

  if (!find_row (APP_TEXT_LINES (list), position, &walk))
    return NULL;
  gsize start = walk.at;
  number = walk.number;
  continued = walk.continued;
  walk_row (&walk, &end);
  return text_line_new (walk.text, start, end, number, continued);
}

static void
app_text_lines_list_init (GListModelInterface *iface)
{
  iface->get_item_type = app_text_lines_get_item_type;
  iface->get_n_items = app_text_lines_get_n_items;
  iface->get_item = app_text_lines_get_item;
}

MCP_DEFINE_FINALIZE (AppTextLines, app_text_lines)
{
  g_array_unref (self->marks);
  g_clear_pointer (&self->text, g_bytes_unref);
}

static void
app_text_lines_init (AppTextLines *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
}

AppTextLines *
app_text_lines_new (GBytes *text)
{
  g_return_val_if_fail (text != NULL, NULL);
  return index_text (text);
}

static void
index_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, index_text (task_data), g_object_unref);
}

void
app_text_lines_new_async (GBytes             *text,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (text != NULL);

  g_task_set_source_tag (task, app_text_lines_new_async);
  g_task_set_task_data (task, g_bytes_ref (text), (GDestroyNotify)g_bytes_unref);
  if (g_bytes_get_size (text) <= APP_TEXT_IN_PLACE)
    g_task_return_pointer (task, index_text (text), g_object_unref);
  else
    g_task_run_in_thread (task, index_in_worker);
}

MCP_DEFINE_FINISH_ALONE (app_text_lines_new_finish, AppTextLines)

MCP_DEFINE_GETTER (GBytes *, AppTextLines, app_text_lines, text)
MCP_DEFINE_GETTER (guint, AppTextLines, app_text_lines, n_lines)

GBytes *
app_text_lines_dup_rows (AppTextLines *self, guint first, guint count)
{
  Walk  walk;
  gsize end;

  g_return_val_if_fail (APP_IS_TEXT_LINES (self), NULL);

  if (count == 0 || !find_row (self, first, &walk))
    return g_bytes_new (NULL, 0);
  gsize start = walk.at;
  count = MIN (count, self->n_rows - first);
  find_row (self, first + count - 1, &walk);
  walk_row (&walk, &end);
  return g_bytes_new_from_bytes (self->text, start, end - start);
}

guint
app_text_lines_find_row (AppTextLines *self, gsize offset)
{
  guint low = 0;
  Walk  walk;
  gsize end;

  g_return_val_if_fail (APP_IS_TEXT_LINES (self), 0);

  guint high = self->marks->len;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->marks, Mark, middle).offset <= offset)
        low = middle;
      else
        high = middle;
    }
  guint row = low * STRIDE;
  if (!find_row (self, row, &walk))
    return 0;
  while (walk_row (&walk, &end) && walk.at <= offset)
    row++;
  return row;
}
