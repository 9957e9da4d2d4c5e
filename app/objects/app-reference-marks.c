/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-reference-marks.h"

#include <string.h>

typedef struct
{
  char         *pointer;
  AppReference *reference;
} Mark;

struct _AppReferenceMarks
{
  gatomicrefcount ref_count;
  GArray         *marks; /* Mark, sorted by pointer */
};

static void
mark_clear (gpointer data)
{
  Mark *mark = data;

  g_free (mark->pointer);
  app_reference_unref (mark->reference);
}

AppReferenceMarks *
app_reference_marks_new (void)
{
  AppReferenceMarks *self = g_new0 (AppReferenceMarks, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_array_set_clear_func (self->marks, mark_clear);
  return self;
}

AppReferenceMarks *
app_reference_marks_ref (AppReferenceMarks *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
app_reference_marks_unref (AppReferenceMarks *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->marks);
  g_free (self);
}

guint
app_reference_marks_get_n (AppReferenceMarks *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->marks->len;
}

static const Mark *
get_mark (AppReferenceMarks *self, guint index)
{
  return &g_array_index (self->marks, Mark, index);
}

AppReference *
app_reference_marks_get (AppReferenceMarks *self, const char *pointer)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (pointer != NULL, NULL);

  for (guint i = 0; i < self->marks->len; i++)
    if (strcmp (get_mark (self, i)->pointer, pointer) == 0)
      return get_mark (self, i)->reference;
  return NULL;
}

const char *
app_reference_marks_get_pointer (AppReferenceMarks *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->marks->len, NULL);
  return get_mark (self, index)->pointer;
}

/* @pointer: (transfer full) */
static void
add (AppReferenceMarks *self, char *pointer, AppReference *reference)
{
  Mark  mark = { pointer, app_reference_ref (reference) };
  guint place = 0;

  if (self->marks->len >= APP_REFERENCE_MARKS_MAX)
    {
      mark_clear (&mark);
      return;
    }
  while (place < self->marks->len && strcmp (get_mark (self, place)->pointer, pointer) < 0)
    place++;
  g_array_insert_val (self->marks, place, mark);
}

AppReferenceMarks *
app_reference_marks_set (AppReferenceMarks *self, const char *pointer, AppReference *reference)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (pointer != NULL, NULL);

  AppReferenceMarks *changed = app_reference_marks_new ();
  for (guint i = 0; i < self->marks->len; i++)
    if (strcmp (get_mark (self, i)->pointer, pointer) != 0)
      add (changed, g_strdup (get_mark (self, i)->pointer), get_mark (self, i)->reference);
  if (reference != NULL)
    add (changed, g_strdup (pointer), reference);
  return changed;
}

/* What follows @pointer in one of a place at or below it; NULL for other places. */
static const char *
get_rest (const char *place, const char *pointer)
{
  gsize length = strlen (pointer);

  if (strncmp (place, pointer, length) != 0 || (place[length] != '/' && place[length] != '\0'))
    return NULL;
  return place + length;
}

/* Where the item at @index is after the move; G_MAXUINT where it is gone. */
static guint
moved_to (guint index, guint from, guint to)
{
  if (index == from)
    return to;
  if (from != G_MAXUINT && index > from)
    index--;
  if (to != G_MAXUINT && index >= to)
    index++;
  return index;
}

AppReferenceMarks *
app_reference_marks_move_item (AppReferenceMarks *self, const char *array, guint from, guint to)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (array != NULL, NULL);

  AppReferenceMarks *changed = app_reference_marks_new ();
  for (guint i = 0; i < self->marks->len; i++)
    {
      const Mark *mark = get_mark (self, i);
      const char *rest = get_rest (mark->pointer, array);
      char       *end = NULL;

      if (rest == NULL || rest[0] != '/' || !g_ascii_isdigit (rest[1]))
        {
          add (changed, g_strdup (mark->pointer), mark->reference);
          continue;
        }
      guint64 index = g_ascii_strtoull (rest + 1, &end, 10);
      index = moved_to ((guint)MIN (index, G_MAXUINT - 1), from, to);
      if (index != G_MAXUINT)
        add (changed, g_strdup_printf ("%s/%u%s", array, (guint)index, end), mark->reference);
    }
  return changed;
}

AppReferenceMarks *
app_reference_marks_rename (AppReferenceMarks *self, const char *from, const char *to)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (from != NULL && to != NULL, NULL);

  AppReferenceMarks *changed = app_reference_marks_new ();
  for (guint i = 0; i < self->marks->len; i++)
    {
      const Mark *mark = get_mark (self, i);
      const char *rest = get_rest (mark->pointer, from);

      add (changed, rest != NULL ? g_strconcat (to, rest, NULL) : g_strdup (mark->pointer),
           mark->reference);
    }
  return changed;
}

static gboolean
holds (McpJsonValue root, const Mark *mark)
{
  McpJsonValue value = mcp_json_value_resolve_pointer (root, mark->pointer);

  return mcp_json_value_get_kind (value) == MCP_JSON_STRING &&
         mcp_json_value_string_equals (value, mark->reference->text);
}

AppReferenceMarks *
app_reference_marks_prune (AppReferenceMarks *self, McpJsonValue root)
{
  g_return_val_if_fail (self != NULL, NULL);

  AppReferenceMarks *kept = app_reference_marks_new ();
  for (guint i = 0; i < self->marks->len; i++)
    if (holds (root, get_mark (self, i)))
      add (kept, g_strdup (get_mark (self, i)->pointer), get_mark (self, i)->reference);
  return kept;
}

void
app_reference_marks_write (AppReferenceMarks *self, McpJsonWriter *writer)
{
  g_return_if_fail (self != NULL);

  mcp_json_writer_begin_object (writer);
  for (guint i = 0; i < self->marks->len; i++)
    {
      g_autofree char *mode = app_reference_dup_mode (get_mark (self, i)->reference);

      mcp_json_writer_member_string (writer, get_mark (self, i)->pointer, mode);
    }
  mcp_json_writer_end_object (writer);
}

AppReferenceMarks *
app_reference_marks_read (McpJsonValue value, McpJsonValue root)
{
  AppReferenceMarks *self = app_reference_marks_new ();

  for (McpJsonWalk mode = mcp_json_walk (value); mcp_json_walk_next (&mode);)
    {
      g_autofree char *pointer = mcp_json_value_dup_string (mode.name, NULL);
      g_autofree char *text = NULL;

      if (pointer == NULL)
        continue;
      text = mcp_json_value_dup_string (mcp_json_value_resolve_pointer (root, pointer), NULL);
      g_autoptr (AppReference) reference = text != NULL ? app_reference_parse (text) : NULL;
      g_autofree char *said = reference != NULL ? app_reference_dup_mode (reference) : NULL;
      if (said != NULL && mcp_json_value_string_equals (mode.value, said))
        add (self, g_steal_pointer (&pointer), reference);
    }
  return self;
}

typedef struct
{
  gsize start;
  gsize length;
  char *json;
} Piece;

static void
piece_clear (gpointer data)
{
  g_free (((Piece *)data)->json);
}

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const Piece *first = a;
  const Piece *second = b;

  return first->start < second->start ? -1 : first->start > second->start;
}

static GArray *
collect_pieces (AppReferenceMarks    *self,
                McpJsonValue          root,
                AppReferenceMarksFunc func,
                gpointer              user_data,
                GError              **error)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  g_array_set_clear_func (pieces, piece_clear);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const Mark  *mark = get_mark (self, i);
      McpJsonValue value = mcp_json_value_resolve_pointer (root, mark->pointer);
      GError      *problem = NULL;
      Piece        piece;

      if (!holds (root, mark))
        continue;
      piece.json = func (mark->pointer, mark->reference, user_data, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, problem);
          return NULL;
        }
      if (piece.json == NULL)
        continue;
      piece.start = mcp_json_value_get_start (value);
      piece.length = mcp_json_value_get_length (value);
      g_array_append_val (pieces, piece);
    }
  g_array_sort (pieces, compare_pieces);
  return g_steal_pointer (&pieces);
}

char *
app_reference_marks_replace (AppReferenceMarks    *self,
                             McpJsonValue          root,
                             AppReferenceMarksFunc func,
                             gpointer              user_data,
                             GError              **error)
{
  gsize length = 0;
  gsize at = 0;

  g_return_val_if_fail (self != NULL && func != NULL, NULL);
  g_return_val_if_fail (mcp_json_value_exists (root), NULL);

  g_autoptr (GArray) pieces = collect_pieces (self, root, func, user_data, error);
  if (pieces == NULL)
    return NULL;
  const char *text = mcp_json_value_get_text (root, &length);
  gsize       start = mcp_json_value_get_start (root);
  GString    *result = g_string_sized_new (length);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      g_string_append_len (result, text + at, (gssize)(piece->start - start - at));
      g_string_append (result, piece->json);
      at = piece->start - start + piece->length;
    }
  g_string_append_len (result, text + at, (gssize)(length - at));
  return g_string_free (result, FALSE);
}
