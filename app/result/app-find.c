/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-find.h"

#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Looking through this much takes no time that is seen; more goes to a worker. */
#define FIND_IN_PLACE (256u * 1024u)
/* How often a worker looks whether it is still wanted: nodes, and bytes of a text. */
#define NODES_A_LOOK 4096u
#define BYTES_A_LOOK (1024u * 1024u)

struct _AppFind
{
  GObject parent_instance;

  McpJsonSlot   slot; /* what is searched: this, */
  GBytes       *text; /* or this */
  char         *needle;
  GArray       *matches; /* gsize, ascending */
  guint         current; /* into @matches */
  gsize         last;    /* where the last current match was */
  GCancellable *searching;
};

/* What a worker gets: nothing in it changes. */
typedef struct
{
  McpJsonSlot slot;
  GBytes     *text;
  char       *needle;
} Search;

static guint changed;

G_DEFINE_FINAL_TYPE (AppFind, app_find, G_TYPE_OBJECT)

static void
search_free (gpointer data)
{
  Search *search = data;

  mcp_json_slot_clear (&search->slot);
  g_clear_pointer (&search->text, g_bytes_unref);
  g_free (search->needle);
  g_free (search);
}

static void
stop (AppFind *self)
{
  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
}

MCP_DEFINE_DISPOSE (AppFind, app_find)
{
  stop (self);
}

MCP_DEFINE_FINALIZE (AppFind, app_find)
{
  mcp_json_slot_clear (&self->slot);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self->needle);
  g_array_unref (self->matches);
}

static void
app_find_class_init (AppFindClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_find_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_find_finalize;
  changed = mcp_signal_new (klass, "changed", 0);
}

static void
app_find_init (AppFind *self)
{
  self->needle = g_strdup ("");
  self->matches = g_array_new (FALSE, FALSE, sizeof (gsize));
}

AppFind *
app_find_new_for_value (McpJsonValue value)
{
  AppFind *self = g_object_new (APP_TYPE_FIND, NULL);

  mcp_json_slot_set (&self->slot, value);
  return self;
}

AppFind *
app_find_new_for_text (GBytes *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  AppFind *self = g_object_new (APP_TYPE_FIND, NULL);
  self->text = g_bytes_ref (text);
  return self;
}

/* Matching */

/* Letters beyond ASCII are compared by their own lower case, one to one: a match is where it is
 * seen, and as long. Returns: the bytes that match; 0 for none */
static gsize
match_here (const char *text, gsize left, const char *needle)
{
  const char *at = text;
  const char *end = text + left;

  while (*needle != '\0')
    {
      gunichar wanted = g_utf8_get_char (needle);

      if (at >= end)
        return 0;
      gunichar there = (guchar)*at < 0x80 ? (guchar)*at : g_utf8_get_char_validated (at, end - at);
      if (there == (gunichar)-1 || there == (gunichar)-2 ||
          g_unichar_tolower (there) != g_unichar_tolower (wanted))
        return 0;
      at += g_utf8_skip[(guchar)*at];
      needle = g_utf8_next_char (needle);
    }
  return (gsize)(at - text);
}

gboolean
app_find_match (const char *text,
                gsize       length,
                const char *needle,
                gsize       from,
                gsize      *start,
                gsize      *end)
{
  g_return_val_if_fail (needle != NULL, FALSE);

  gboolean plain = (guchar)needle[0] < 0x80;
  char     first = g_ascii_tolower (needle[0]);
  if (needle[0] == '\0')
    return FALSE;
  for (gsize at = from; at < length; at++)
    {
      if (plain ? g_ascii_tolower (text[at]) != first : ((guchar)text[at] & 0xc0) != 0xc0)
        continue;
      gsize matched = match_here (text + at, length - at, needle);
      if (matched == 0)
        continue;
      *start = at;
      *end = at + matched;
      return TRUE;
    }
  return FALSE;
}

/* Searching; in a worker too */

static gboolean
has_text (McpJsonValue value, const char *needle)
{
  gsize       length = 0;
  gsize       start, end;
  const char *text = mcp_json_value_get_text (value, &length);

  if (mcp_json_value_get_kind (value) != MCP_JSON_STRING)
    return app_find_match (text, length, needle, 0, &start, &end);
  /* Without its quotes; what is written with escapes is looked at as it is read. */
  if (memchr (text, '\\', length) == NULL)
    return app_find_match (text + 1, length - 2, needle, 0, &start, &end);
  g_autofree char *decoded = mcp_json_value_dup_string (value, &length);

  return app_find_match (decoded, length, needle, 0, &start, &end);
}

static gboolean
is_container (McpJsonValue value)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  return kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY;
}

static void
add_match (GArray *matches, gsize offset)
{
  g_array_append_val (matches, offset);
}

/* Without recursion: values may be nested as deeply as their text is long. */
static void
search_value (Search *search, GArray *matches, GCancellable *cancellable)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (McpJsonIter));
  McpJsonIter  iter;
  McpJsonValue name, value = search->slot.value;

  if (!is_container (value) && has_text (value, search->needle))
    add_match (matches, mcp_json_value_get_start (value));
  mcp_json_iter_init (&iter, value);
  for (guint n = 1; matches->len < APP_FIND_MAX_MATCHES; n++)
    {
      if (n % NODES_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (!mcp_json_iter_next (&iter, &name, &value))
        {
          if (open->len == 0)
            return;
          iter = g_array_index (open, McpJsonIter, open->len - 1);
          g_array_set_size (open, open->len - 1);
          continue;
        }
      if ((mcp_json_value_exists (name) && has_text (name, search->needle)) ||
          (!is_container (value) && has_text (value, search->needle)))
        add_match (matches, mcp_json_value_get_start (value));
      if (is_container (value))
        {
          g_array_append_val (open, iter);
          mcp_json_iter_init (&iter, value);
        }
    }
}

static void
search_text (Search *search, GArray *matches, GCancellable *cancellable)
{
  gsize       length, start, end, from = 0;
  const char *text = g_bytes_get_data (search->text, &length);

  while (from < length && matches->len < APP_FIND_MAX_MATCHES &&
         !g_cancellable_is_cancelled (cancellable))
    {
      /* A match at the border may reach beyond it. */
      gsize border = MIN (length, from + BYTES_A_LOOK);
      gsize look = MIN (length, border + strlen (search->needle) * 4);

      if (app_find_match (text, look, search->needle, from, &start, &end))
        {
          add_match (matches, start);
          from = end;
        }
      else
        from = border;
    }
}

static GArray *
search (Search *what, GCancellable *cancellable)
{
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (gsize));

  if (what->text != NULL)
    search_text (what, matches, cancellable);
  else
    search_value (what, matches, cancellable);
  return matches;
}

static void
search_in_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, search (data, cancellable), (GDestroyNotify)g_array_unref);
}

/* The matches */

/* Returns: the first match from @offset on; all of them where there is none */
static guint
find_position (AppFind *self, gsize offset)
{
  guint low = 0, high = self->matches->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->matches, gsize, middle) < offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Whoever goes on typing stays where the match is. @matches: (transfer full) */
static void
take_matches (AppFind *self, GArray *matches)
{
  g_array_unref (self->matches);
  self->matches = matches;
  self->current = find_position (self, self->last);
  if (self->current == matches->len)
    self->current = 0;
}

static void
on_searched (GObject *object, GAsyncResult *result, gpointer data)
{
  AppFind *self = APP_FIND (object);
  GArray  *matches = g_task_propagate_pointer (G_TASK (result), NULL);

  if (matches == NULL)
    return;
  g_clear_object (&self->searching);
  take_matches (self, matches);
  g_signal_emit (self, changed, 0);
}

void
app_find_set_needle (AppFind *self, const char *needle)
{
  Search *what;

  g_return_if_fail (APP_IS_FIND (self));
  g_return_if_fail (needle != NULL);

  if (g_str_equal (self->needle, needle))
    return;
  stop (self);
  g_free (self->needle);
  self->needle = g_strdup (needle);
  g_array_set_size (self->matches, 0);
  gsize size = self->text != NULL ? g_bytes_get_size (self->text)
                                  : mcp_json_value_get_length (self->slot.value);
  if (needle[0] != '\0')
    {
      g_autoptr (GTask) task = NULL;

      what = g_new0 (Search, 1);
      what->needle = g_strdup (needle);
      what->text = self->text != NULL ? g_bytes_ref (self->text) : NULL;
      mcp_json_slot_set (&what->slot, self->slot.value);
      if (size <= FIND_IN_PLACE)
        {
          take_matches (self, search (what, NULL));
          search_free (what);
        }
      else
        {
          self->searching = g_cancellable_new ();
          task = g_task_new (self, self->searching, on_searched, NULL);
          g_task_set_source_tag (task, app_find_set_needle);
          g_task_set_task_data (task, what, search_free);
          g_task_run_in_thread (task, search_in_worker);
        }
    }
  g_signal_emit (self, changed, 0);
}

MCP_DEFINE_GETTER (const char *, AppFind, app_find, needle)

void
app_find_step (AppFind *self, gboolean forwards)
{
  g_return_if_fail (APP_IS_FIND (self));

  guint n = self->matches->len;
  if (n == 0)
    return;
  self->current = (self->current + (forwards ? 1 : n - 1)) % n;
  self->last = g_array_index (self->matches, gsize, self->current);
  g_signal_emit (self, changed, 0);
}

gboolean
app_find_get_current (AppFind *self, gsize *offset)
{
  g_return_val_if_fail (APP_IS_FIND (self), FALSE);

  if (self->matches->len == 0)
    return FALSE;
  *offset = g_array_index (self->matches, gsize, self->current);
  return TRUE;
}

guint
app_find_count (AppFind *self, gsize start, gsize end)
{
  g_return_val_if_fail (APP_IS_FIND (self), 0);
  return find_position (self, end) - find_position (self, start);
}

char *
app_find_dup_status (AppFind *self)
{
  g_return_val_if_fail (APP_IS_FIND (self), NULL);

  if (self->needle[0] == '\0')
    return g_strdup ("");
  if (self->searching != NULL)
    return g_strdup (_ ("Searching…"));
  if (self->matches->len == 0)
    return g_strdup (_ ("No matches"));
  if (self->matches->len == APP_FIND_MAX_MATCHES)
    /* Translators: which match is shown, and that there are more than so many */
    return g_strdup_printf (_ ("%'u of %'u+"), self->current + 1, self->matches->len);
  /* Translators: which match is shown, of how many */
  return g_strdup_printf (_ ("%'u of %'u"), self->current + 1, self->matches->len);
}
