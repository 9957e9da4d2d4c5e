/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-csv.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-error.h"

#define MAX_FIELDS 1000u

struct _AppCaseCsv
{
  GBytes     *text;
  const char *next;
  const char *end;
  guint       line;     /* of @next, from 1 */
  GPtrArray  *fields;   /* GString: kept for the next record */
  guint       n_fields; /* of this one */
};

static void
field_free (gpointer data)
{
  g_string_free (data, TRUE);
}

AppCaseCsv *
app_case_csv_new (GBytes *text)
{
  AppCaseCsv *self = g_new0 (AppCaseCsv, 1);
  gsize       length;

  self->text = g_bytes_ref (text);
  self->next = g_bytes_get_data (text, &length);
  self->end = self->next + length;
  self->line = 1;
  self->fields = g_ptr_array_new_with_free_func (field_free);
  if (length >= 3 && memcmp (self->next, "\xef\xbb\xbf", 3) == 0)
    self->next += 3;
  return self;
}

void
app_case_csv_free (AppCaseCsv *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->text);
  g_ptr_array_unref (self->fields);
  g_free (self);
}

static gboolean
fail (guint line, GError **error)
{
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %u is the number of a line of a file */
               _ ("Line %u: a field in quotes has no end, or more behind it."), line);
  return FALSE;
}

/* Returns: (transfer none): empty */
static GString *
add_field (AppCaseCsv *self)
{
  GString *field;

  if (self->n_fields == self->fields->len)
    g_ptr_array_add (self->fields, g_string_new (NULL));
  field = self->fields->pdata[self->n_fields++];
  return g_string_truncate (field, 0);
}

static gboolean
is_at (AppCaseCsv *self, char c)
{
  return self->next < self->end && *self->next == c;
}

static gboolean
is_at_line_end (AppCaseCsv *self)
{
  return is_at (self, '\n') || (is_at (self, '\r') && self->next + 1 < self->end &&
                                self->next[1] == '\n');
}

static void
skip_line_end (AppCaseCsv *self)
{
  self->next += is_at (self, '\r') ? 2 : 1;
  self->line++;
}

/* Behind its first quote. */
static gboolean
read_quoted (AppCaseCsv *self, GString *field, GError **error)
{
  guint first = self->line;

  for (;;)
    {
      const char *quote = memchr (self->next, '"', (gsize)(self->end - self->next));

      if (quote == NULL)
        return fail (first, error);
      for (const char *c = self->next; c < quote; c++)
        self->line += *c == '\n';
      g_string_append_len (field, self->next, quote - self->next);
      self->next = quote + 1;
      if (!is_at (self, '"'))
        break;
      g_string_append_c (field, '"');
      self->next++;
    }
  return self->next == self->end || is_at (self, ',') || is_at_line_end (self) ||
         fail (self->line, error);
}

static gboolean
read_field (AppCaseCsv *self, GError **error)
{
  GString    *field = add_field (self);
  const char *start = self->next;

  if (is_at (self, '"'))
    {
      self->next++;
      return read_quoted (self, field, error);
    }
  while (self->next < self->end && *self->next != ',' && !is_at_line_end (self))
    self->next++;
  g_string_append_len (field, start, self->next - start);
  return TRUE;
}

gboolean
app_case_csv_next (AppCaseCsv *self, GError **error)
{
  while (is_at_line_end (self))
    skip_line_end (self);
  self->n_fields = 0;
  if (self->next == self->end)
    return FALSE;
  for (;;)
    {
      if (self->n_fields == MAX_FIELDS || !read_field (self, error))
        return self->n_fields == MAX_FIELDS ? fail (self->line, error) : FALSE;
      if (!is_at (self, ','))
        break;
      self->next++;
    }
  if (is_at_line_end (self))
    skip_line_end (self);
  return TRUE;
}

int
app_case_csv_find (AppCaseCsv *self, const char *name)
{
  for (guint i = 0; i < self->n_fields; i++)
    {
      g_autofree char *field = g_strstrip (g_strdup (app_case_csv_get (self, (int)i)));

      if (g_ascii_strcasecmp (field, name) == 0)
        return (int)i;
    }
  return -1;
}

const char *
app_case_csv_get (AppCaseCsv *self, int index)
{
  return index >= 0 && (guint)index < self->n_fields
             ? ((GString *)self->fields->pdata[index])->str
             : "";
}
