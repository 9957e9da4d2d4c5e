/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-diff-line.h"
#include "app-visible-text.h"
#include "mcp-object.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define CONTEXT_LINES 2
/* A schema that changed more than that is another schema. */
#define MAX_JSON_LINES 400
/* Bytes of a line: broken at a space behind the first, in any place at the second. */
#define WIDE_LINE 100
#define WIDEST_LINE 400
#define CONTINUATION "    "

/* Characters of a line that are shown; it is a paragraph by then. */
#define MAX_SHOWN 2000
/* Bytes that two lines begin with before they are shown from where they differ, and how many of
 * them stay in front of that. */
#define LONG_HEAD 400
#define SHOWN_HEAD 100

struct _AppDiffLine
{
  GObject parent_instance;

  AppDiffKind kind;
  guint       old_number;
  guint       new_number;
  char       *text;
  gsize       mark; /* bytes of the text: what differs from its pair */
  gsize       mark_end;
  gsize       n_before; /* bytes of the line that are left out */
  gsize       n_behind;
};

MCP_DEFINE_OBJECT (AppDiffLine, app_diff_line)

MCP_DEFINE_FINALIZE (AppDiffLine, app_diff_line)
{
  g_free (self->text);
}

AppDiffLine *
app_diff_line_new_remark (char *text)
{
  AppDiffLine *line = g_object_new (APP_TYPE_DIFF_LINE, NULL);

  line->kind = APP_DIFF_REMARK;
  line->text = text;
  return line;
}

/* Takes over @text. */
static void
add_remark (GPtrArray *lines, char *text)
{
  g_ptr_array_add (lines, app_diff_line_new_remark (text));
}

/* What a removed line and the one that took its place have in common. */
typedef struct
{
  gsize    head;
  gsize    tail;
  gboolean similar; /* enough of it for what differs to be marked */
} Likeness;

/* Whether a character goes on at @at. */
static gboolean
is_inside_character (const StoreDiffLine *line, gsize at)
{
  return at < line->length && (line->text[at] & 0xC0) == 0x80;
}

static Likeness
compare (const StoreDiffLine *old, const StoreDiffLine *new)
{
  gsize shorter = MIN (old->length, new->length);
  gsize head = 0, tail = 0;

  while (head < shorter && old->text[head] == new->text[head])
    head++;
  while (tail < shorter - head &&
         old->text[old->length - 1 - tail] == new->text[new->length - 1 - tail])
    tail++;
  while (head > 0 && (is_inside_character (old, head) || is_inside_character (new, head)))
    head--;
  while (tail > 0 && is_inside_character (old, old->length - tail))
    tail--;
  return (Likeness){ head, tail, (head + tail) * 2 >= shorter || head >= LONG_HEAD };
}

/* Takes over as much of a line as is shown. @likeness: to its pair */
static void
take_part (AppDiffLine *self, const StoreDiffLine *source, const Likeness *likeness)
{
  gsize mark = likeness->similar ? likeness->head : 0;
  gsize end = likeness->similar ? source->length - likeness->tail : 0;
  gsize from = source->length > APP_DIFF_LINE_MAX_BYTES && mark >= LONG_HEAD
                   ? mark - SHOWN_HEAD
                   : 0;

  while (is_inside_character (source, from))
    from--;
  gsize to = MIN (source->length, from + APP_DIFF_LINE_MAX_BYTES);
  while (to > from && is_inside_character (source, to))
    to--;
  end = MIN (end, to);
  g_autofree char *head = g_utf8_make_valid (source->text + from, (gssize)(mark - from));
  g_autofree char *middle = g_utf8_make_valid (source->text + mark, (gssize)(end - mark));
  g_autofree char *tail = g_utf8_make_valid (source->text + end, (gssize)(to - end));
  self->mark = strlen (head);
  self->mark_end = self->mark + strlen (middle);
  self->text = g_strconcat (head, middle, tail, NULL);
  self->n_before = from;
  self->n_behind = source->length - to;
}

/* Where nothing but the line end is another, it is shown. */
static void
show_carriage_return (AppDiffLine *self)
{
  char *text = g_strconcat (self->text, "\r", NULL);

  g_free (self->text);
  self->text = text;
  self->mark = strlen (text) - 1;
  self->mark_end = self->mark + 1;
}

/* The lines that are shown, and what bounds them. */
typedef struct
{
  GPtrArray   *lines;
  guint        room;     /* for lines of the texts */
  AppRedactor *redactor; /* (nullable) */
} Listing;

/* @pair: (nullable): what took its place, or whose place it took */
static void
add_line (Listing *listing, const StoreDiffLine *source, const StoreDiffLine *pair)
{
  if (listing->room == 0)
    return;
  listing->room--;
  AppDiffLine *line = g_object_new (APP_TYPE_DIFF_LINE, NULL);
  line->kind = source->kind == STORE_DIFF_ADDED     ? APP_DIFF_ADDED
               : source->kind == STORE_DIFF_REMOVED ? APP_DIFF_REMOVED
                                                    : APP_DIFF_CONTEXT;
  line->old_number = source->old_line;
  line->new_number = source->new_line;
  g_ptr_array_add (listing->lines, line);
  if (listing->redactor != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (source->text, (gssize)source->length);

      line->text = app_redactor_redact_text (listing->redactor, valid);
      return;
    }
  Likeness likeness = pair != NULL ? compare (source, pair) : (Likeness){ 0 };
  take_part (line, source, &likeness);
  if (pair != NULL && likeness.head == source->length && source->length == pair->length &&
      source->carriage_return && !pair->carriage_return)
    show_carriage_return (line);
}

static guint
count_kind (GArray *lines, guint from, StoreDiffKind kind)
{
  guint n = 0;

  while (from + n < lines->len && g_array_index (lines, StoreDiffLine, from + n).kind == kind)
    n++;
  return n;
}

/* Of lines that went and others that came, the first took the place of the first.
 * Returns: how many they are */
static guint
add_stretch (Listing *listing, GArray *lines, guint from)
{
  const StoreDiffLine *old = &g_array_index (lines, StoreDiffLine, from);
  guint                removed = count_kind (lines, from, STORE_DIFF_REMOVED);
  guint                added = count_kind (lines, from + removed, STORE_DIFF_ADDED);
  const StoreDiffLine *new = old + removed;

  for (guint i = 0; i < removed; i++)
    {
      add_line (listing, old + i, i < added ? new + i : NULL);
      /* Where a text gains a line end behind its last line, nothing else would show it. */
      if (!old[i].ended && listing->room > 0)
        add_remark (listing->lines, g_strdup (_ ("No newline at end of file")));
    }
  for (guint i = 0; i < added; i++)
    add_line (listing, new + i, i < removed ? old + i : NULL);
  return removed + added;
}

/* Returns: the lines that it has */
static guint
add_hunk (Listing *listing, StoreDiffHunk *hunk)
{
  GArray *lines = hunk->lines;

  for (guint i = 0; i < lines->len;)
    if (g_array_index (lines, StoreDiffLine, i).kind != STORE_DIFF_CONTEXT)
      i += add_stretch (listing, lines, i);
    else
      add_line (listing, &g_array_index (lines, StoreDiffLine, i++), NULL);
  return lines->len;
}

static void
add_unchanged (GPtrArray *lines, guint n)
{
  if (n > 0)
    add_remark (lines, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u unchanged line",
                                                     "%'u unchanged lines", n),
                                        n));
}

GPtrArray *
app_diff_line_new_all (StoreTextDiff *diff, guint max_lines, AppRedactor *redactor)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *hunks = store_text_diff_get_hunks (diff);
  guint      all = store_text_diff_get_n_left (diff);
  Listing    listing = { lines, max_lines, redactor };
  guint      next = 1;

  for (guint i = 0; i < hunks->len; i++)
    {
      StoreDiffHunk *hunk = g_ptr_array_index (hunks, i);
      guint          first = hunk->old_start + (hunk->old_count == 0);

      if (listing.room > 0)
        add_unchanged (lines, first - next);
      next = first + hunk->old_count;
      all += add_hunk (&listing, hunk);
    }
  guint left = all - (max_lines - listing.room);
  if (left > 0)
    add_remark (lines, g_strdup_printf (
                           g_dngettext (GETTEXT_PACKAGE, "%'u more line", "%'u more lines", left),
                           left));
  else if (hunks->len > 0)
    add_unchanged (lines, store_text_diff_get_n_behind (diff));
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
  g_autoptr (StoreTextDiff) diff = NULL;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  g_autoptr (GBytes) old_bytes = to_lines (before);
  g_autoptr (GBytes) new_bytes = to_lines (after);
  diff = store_text_diff_new (old_bytes, new_bytes,
                              (StoreDiffLimits){ .context = CONTEXT_LINES });
  g_autoptr (GPtrArray) lines = app_diff_line_new_all (diff, MAX_JSON_LINES, NULL);
  g_list_store_splice (model, 0, 0, lines->pdata, lines->len);
  return G_LIST_MODEL (model);
}

MCP_DEFINE_GETTER (AppDiffKind, AppDiffLine, app_diff_line, kind)
MCP_DEFINE_GETTER (guint, AppDiffLine, app_diff_line, old_number)
MCP_DEFINE_GETTER (guint, AppDiffLine, app_diff_line, new_number)

/* Appends what is between two bytes of the text, as far as @room characters go.
 * Returns: the bytes that are left out */
static gsize
append_visible (GString *out, const char *text, gsize length, glong *room)
{
  gsize used = 0;

  while (used<length && * room> 0)
    {
      used = (gsize)(g_utf8_next_char (text + used) - text);
      (*room)--;
    }
  g_autofree char *part = g_strndup (text, used);
  g_autofree char *visible = app_visible_text_line (part, 0);
  g_string_append (out, visible);
  return length - used;
}

char *
app_diff_line_dup_visible (AppDiffLine *self, guint *mark, guint *mark_end)
{
  g_return_val_if_fail (APP_IS_DIFF_LINE (self), NULL);

  GString *out = g_string_new (NULL);
  gsize    length = strlen (self->text), left = self->n_behind;
  glong    room = MAX_SHOWN;

  if (self->n_before > 0)
    {
      g_autofree char *size = app_visible_text_size (self->n_before);

      /* Translators: the beginning of a long line is left out; %s is its size */
      g_string_append_printf (out, _ ("(%s) … "), size);
    }
  left += append_visible (out, self->text, self->mark, &room);
  if (mark != NULL)
    *mark = (guint)out->len;
  left += append_visible (out, self->text + self->mark, self->mark_end - self->mark, &room);
  if (mark_end != NULL)
    *mark_end = (guint)out->len;
  left += append_visible (out, self->text + self->mark_end, length - self->mark_end, &room);
  if (left > 0)
    {
      g_autofree char *size = app_visible_text_size (left);

      /* Translators: the end of a long line is left out; %s is its size */
      g_string_append_printf (out, _ (" … (%s more)"), size);
    }
  return g_string_free (out, FALSE);
}
