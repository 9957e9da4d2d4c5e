/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-client-note.h"

/* More to say about one file is for nobody. */
#define MAX_NOTES 200

void
store_note_free (StoreNote *note)
{
  g_free (note->field);
  g_free (note->text);
  g_free (note);
}

void
store_note_add (GPtrArray *notes, StoreNoteKind kind, const char *field, const char *format, ...)
{
  va_list args;

  if (notes->len >= MAX_NOTES)
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  /* Each of many arguments may be a reason to say the same. */
  for (guint i = 0; i < notes->len; i++)
    if (g_str_equal (((StoreNote *)notes->pdata[i])->text, text))
      return;
  StoreNote *note = g_new0 (StoreNote, 1);
  note->kind = kind;
  note->text = g_steal_pointer (&text);
  note->field = g_strdup (field);
  g_ptr_array_add (notes, note);
}
