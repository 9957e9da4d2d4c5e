/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-history.h"

#include <string.h>

/* What one key press puts in at the most: a character, escaped. */
#define MAX_KEY_BYTES 12u

typedef struct
{
  gsize  offset;
  char  *removed;
  char  *inserted;
  char  *place; /* (nullable) */
  gint64 time;
} Step;

struct _AppFormHistory
{
  GQueue done; /* of Step, the last one at the tail */
  GQueue undone;
  gsize  n_bytes;
};

static gsize
count_bytes (const Step *step)
{
  return sizeof *step + strlen (step->removed) + strlen (step->inserted);
}

static void
free_step (gpointer data)
{
  Step *step = data;

  g_free (step->removed);
  g_free (step->inserted);
  g_free (step->place);
  g_free (step);
}

AppFormHistory *
app_form_history_new (void)
{
  return g_new0 (AppFormHistory, 1);
}

static void
clear (AppFormHistory *self, GQueue *steps)
{
  for (GList *link = steps->head; link != NULL; link = link->next)
    self->n_bytes -= count_bytes (link->data);
  g_queue_clear_full (steps, free_step);
}

void
app_form_history_free (AppFormHistory *self)
{
  clear (self, &self->done);
  clear (self, &self->undone);
  g_free (self);
}

static gboolean
is_inside_character (char c)
{
  return ((guint8)c & 0xc0) == 0x80;
}

/* What differs between two texts, whole characters. */
static Step *
find_difference (const char *before, gsize before_length, const char *after, gsize after_length)
{
  gsize shorter = MIN (before_length, after_length);
  gsize start = 0;
  gsize end = 0;
  Step *step = g_new0 (Step, 1);

  while (start < shorter && before[start] == after[start])
    start++;
  while (start > 0 && ((start < before_length && is_inside_character (before[start])) ||
                       (start < after_length && is_inside_character (after[start]))))
    start--;
  while (end < shorter - start && before[before_length - end - 1] == after[after_length - end - 1])
    end++;
  while (end > 0 && is_inside_character (before[before_length - end]))
    end--;

  step->offset = start;
  step->removed = g_strndup (before + start, before_length - start - end);
  step->inserted = g_strndup (after + start, after_length - start - end);
  return step;
}

static gboolean
is_space (const char *text)
{
  return g_unichar_isspace (g_utf8_get_char (text));
}

/* Whether @step goes on with the word that @last put in. */
static gboolean
goes_on (const Step *last, const Step *step)
{
  gsize length = strlen (last->inserted);
  gsize typed = strlen (step->inserted);

  if (last->place == NULL || g_strcmp0 (last->place, step->place) != 0 ||
      step->time - last->time > APP_FORM_HISTORY_PAUSE)
    return FALSE;
  if (step->removed[0] != '\0' || typed == 0 || typed > MAX_KEY_BYTES ||
      step->offset < last->offset || step->offset > last->offset + length)
    return FALSE;
  return step->offset == last->offset || !is_space (step->inserted) ||
         is_space (g_utf8_prev_char (last->inserted + (step->offset - last->offset)));
}

static void
merge (AppFormHistory *self, Step *last, Step *step)
{
  gsize at = step->offset - last->offset;
  char *joined = g_strdup_printf ("%.*s%s%s", (int)at, last->inserted, step->inserted,
                                  last->inserted + at);

  self->n_bytes += strlen (step->inserted);
  g_free (last->inserted);
  last->inserted = joined;
  last->time = step->time;
  free_step (step);
}

void
app_form_history_add (AppFormHistory *self,
                      gsize           offset,
                      const char     *before,
                      gsize           before_length,
                      const char     *after,
                      gsize           after_length,
                      const char     *place)
{
  Step *last = g_queue_peek_tail (&self->done);
  Step *step = find_difference (before, before_length, after, after_length);

  step->offset += offset;
  step->place = g_strdup (place);
  step->time = g_get_monotonic_time ();
  if (last != NULL && g_queue_is_empty (&self->undone) && goes_on (last, step))
    {
      merge (self, last, step);
      return;
    }
  clear (self, &self->undone);
  g_queue_push_tail (&self->done, step);
  self->n_bytes += count_bytes (step);
  while (self->done.length > APP_FORM_HISTORY_MAX_STEPS ||
         (self->n_bytes > APP_FORM_HISTORY_MAX_BYTES && self->done.length > 0))
    {
      Step *oldest = g_queue_pop_head (&self->done);

      self->n_bytes -= count_bytes (oldest);
      free_step (oldest);
    }
}

/* @text with @out at @offset taken out and @in put there. */
static char *
replace (const char *text, gsize offset, const char *out, const char *in)
{
  GString *result = g_string_new_len (text, (gssize)offset);

  g_string_append (result, in);
  g_string_append (result, text + offset + strlen (out));
  return g_string_free (result, FALSE);
}

char *
app_form_history_undo (AppFormHistory *self, const char *text)
{
  Step *step = g_queue_pop_tail (&self->done);

  if (step == NULL)
    return NULL;
  g_queue_push_tail (&self->undone, step);
  return replace (text, step->offset, step->inserted, step->removed);
}

char *
app_form_history_redo (AppFormHistory *self, const char *text)
{
  Step *step = g_queue_pop_tail (&self->undone);

  if (step == NULL)
    return NULL;
  g_queue_push_tail (&self->done, step);
  /* What is typed from now on is a word of its own. */
  g_clear_pointer (&step->place, g_free);
  return replace (text, step->offset, step->removed, step->inserted);
}
