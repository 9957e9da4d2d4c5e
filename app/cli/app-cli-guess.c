/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-guess.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app-visible-text.h"

/* Longer words are names that nobody types. */
#define MAX_BYTES 100u

/* Letters that are inserted, left out, replaced, or swapped with the next one (optimal string
 * alignment); bytes will do. Capitals and _ for - count nothing. */
static guint
measure (const char *a, const char *b)
{
  gsize  n = strlen (b);
  guint  rows[3][MAX_BYTES + 2];
  guint *before = rows[0], *last = rows[1], *now = rows[2];

  for (gsize j = 0; j <= n; j++)
    last[j] = (guint)j;
  for (gsize i = 1; a[i - 1] != '\0'; i++)
    {
      guint *spare = before;

      now[0] = (guint)i;
      for (gsize j = 1; j <= n; j++)
        {
          guint change = a[i - 1] != b[j - 1];

          now[j] = MIN (MIN (last[j] + 1, now[j - 1] + 1), last[j - 1] + change);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            now[j] = MIN (now[j], before[j - 2] + 1);
        }
      before = last;
      last = now;
      now = spare;
    }
  return last[n];
}

static char *
fold (const char *word)
{
  return g_strdelimit (g_ascii_strdown (word, -1), "_", '-');
}

void
app_cli_guess_try (AppCliGuess *self, const char *known)
{
  if (known == NULL || strlen (self->typed) > MAX_BYTES || strlen (known) > MAX_BYTES)
    return;
  g_autofree char *a = fold (self->typed);
  g_autofree char *b = fold (known);
  guint            distance = measure (a, b);
  /* A third of the letters may be wrong; a beginning is as good as one wrong letter. */
  if (strlen (a) >= 3 && g_str_has_prefix (b, a))
    distance = MIN (distance, 1);
  if (distance > MAX (1, MIN (strlen (a), strlen (b)) / 3) ||
      (self->nearest != NULL && distance >= self->distance))
    return;
  g_free (self->nearest);
  self->nearest = g_strdup (known);
  self->distance = distance;
}

char *
app_cli_guess_dup_hint (AppCliGuess *self, const char *prefix)
{
  if (self->nearest == NULL)
    return g_strdup ("");
  g_autofree char *visible = app_visible_text_line (self->nearest, 0);
  /* Translators: what is known and near to what was typed; a space stands before it */
  return g_strdup_printf (_ (" Did you mean “%s%s”?"), prefix, visible);
}

void
app_cli_guess_clear (AppCliGuess *self)
{
  g_clear_pointer (&self->nearest, g_free);
}
