/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-object-card.h"

#include <string.h>

#include "store-path.h"
#include "mcp-object.h"

/* A header is an id, a path and a type. */
#define HEADER_BYTES 2000u

struct _AppObjectCard
{
  GObject parent_instance;

  AppCardKind kind;
  char       *object_id;
  char       *path;
  char       *type_name;
  char       *header;
  char       *body;
  gint64      length;
  guint64     first; /* item or character of a slice, as it was asked for */
  gint64      start; /* of a slice, as the header says it */
  gint64      end;
  gint64      n_sliced;
};

G_DEFINE_FINAL_TYPE (AppObjectCard, app_object_card, G_TYPE_OBJECT)
MCP_DEFINE_CLASS_INIT (AppObjectCard, app_object_card)

MCP_DEFINE_FINALIZE (AppObjectCard, app_object_card)
{
  g_free (self->object_id);
  g_free (self->path);
  g_free (self->type_name);
  g_free (self->header);
  g_free (self->body);
}

static void
app_object_card_init (AppObjectCard *self)
{
  self->length = -1;
}

/* The first line, where an empty one follows it. */
static char *
dup_header (const char *text, gsize length)
{
  const char *end = memchr (text, '\n', MIN (length, HEADER_BYTES));

  if (end == NULL || (gsize)(end - text) + 1 >= length || end[1] != '\n')
    return NULL;
  if (!g_utf8_validate (text, end - text, NULL))
    return NULL;
  return g_strndup (text, (gsize)(end - text));
}

static gboolean
match (const char *pattern, const char *text, GMatchInfo **info)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);

  g_clear_pointer (info, g_match_info_unref);
  return g_regex_match (regex, text, 0, info);
}

static gint64
fetch_number (GMatchInfo *info, int group)
{
  g_autofree char *text = g_match_info_fetch (info, group);

  if (text == NULL || text[0] == '\0')
    return -1;
  return g_ascii_strtoll (text, NULL, 10);
}

/* "." and "[]" are the whole object too. */
static char *
dup_path (GMatchInfo *info)
{
  g_autofree char *path = g_match_info_fetch (info, 2);

  if (path == NULL || path[strspn (path, ".[]")] == '\0')
    return g_strdup ("");
  return g_strdup (path);
}

static void
read_slice (AppObjectCard *self, GMatchInfo *info)
{
  self->start = fetch_number (info, 1);
  self->end = fetch_number (info, 2);
  self->n_sliced = fetch_number (info, 3);
}

static gboolean
read_header (AppObjectCard *self, const char *header)
{
  g_autoptr (GMatchInfo) info = NULL;

  if (match ("^@([^\\s.]\\S*?)(?:\\.(.*))? → ([A-Za-z_][\\w.]*)(?: \\(length: (\\d+)\\))?$",
             header,
             &info))
    {
      self->kind = APP_CARD_VALUE;
      self->object_id = g_match_info_fetch (info, 1);
      self->path = dup_path (info);
      self->type_name = g_match_info_fetch (info, 3);
      self->length = fetch_number (info, 4);
      return TRUE;
    }
  if (match ("^String slice \\[(-?\\d+):(-?\\d+)\\] of length (\\d+):$", header, &info))
    {
      self->kind = APP_CARD_STRING_SLICE;
      self->type_name = g_strdup ("str");
      read_slice (self, info);
      return TRUE;
    }
  if (match ("^List slice \\[(-?\\d+):(-?\\d+)\\] \\(showing (\\d+) of (\\d+) items\\):$", header,
             &info))
    {
      self->kind = APP_CARD_LIST_SLICE;
      self->type_name = g_strdup ("list");
      self->length = fetch_number (info, 4);
      read_slice (self, info);
      return TRUE;
    }
  return FALSE;
}

AppObjectCard *
app_object_card_new_for_answer (const char *text,
                                gssize      length,
                                const char *object_id,
                                const char *path,
                                guint64     start)
{
  g_return_val_if_fail (text != NULL, NULL);

  gsize            size = length < 0 ? strlen (text) : (gsize)length;
  g_autofree char *header = dup_header (text, size);
  if (header == NULL)
    return NULL;
  g_autoptr (AppObjectCard) self = g_object_new (APP_TYPE_OBJECT_CARD, NULL);
  if (!read_header (self, header))
    return NULL;
  size -= strlen (header) + 2;
  self->body = g_strndup (text + strlen (header) + 2, size);
  self->header = g_steal_pointer (&header);
  self->first = self->kind != APP_CARD_VALUE ? start : 0;
  if (self->object_id == NULL)
    self->object_id = g_strdup (object_id ? object_id : "");
  if (self->path == NULL)
    self->path = g_strdup (path ? path : "");
  return g_steal_pointer (&self);
}

AppObjectCard *
app_object_card_new_for_text (const char *text, gssize length)
{
  return app_object_card_new_for_answer (text, length, NULL, NULL, 0);
}

gboolean
app_object_card_detect (const char *text, gssize length)
{
  g_return_val_if_fail (text != NULL, FALSE);

  if (text[0] != '@' && text[0] != 'S' && text[0] != 'L')
    return FALSE;
  gsize            size = length < 0 ? strlen (text) : (gsize)length;
  g_autofree char *header = dup_header (text, size);
  if (header == NULL)
    return FALSE;
  g_autoptr (AppObjectCard) probe = g_object_new (APP_TYPE_OBJECT_CARD, NULL);
  return read_header (probe, header);
}

/* However it is spelled. */
static gboolean
is_same_path (const char *a, const char *b)
{
  g_autoptr (StorePath) first = store_path_parse (a, NULL);
  g_autoptr (StorePath) second = store_path_parse (b, NULL);
  g_autofree char *first_text = first != NULL ? store_path_to_text (first) : NULL;
  g_autofree char *second_text = second != NULL ? store_path_to_text (second) : NULL;

  return first_text != NULL && g_strcmp0 (first_text, second_text) == 0;
}

gboolean
app_object_card_answers (AppObjectCard *self, const AppCardQuestion *question)
{
  g_return_val_if_fail (APP_IS_OBJECT_CARD (self), FALSE);
  g_return_val_if_fail (question != NULL, FALSE);

  if ((self->kind != APP_CARD_VALUE) != question->slice)
    return FALSE;
  if (!question->slice)
    return strcmp (self->object_id, question->object_id) == 0 &&
           (strcmp (self->path, question->path) == 0 ||
            is_same_path (self->path, question->path));
  return self->start == (gint64)question->start && self->end <= (gint64)question->end &&
         self->n_sliced <= (gint64)(question->end - question->start);
}

MCP_DEFINE_GETTER (AppCardKind, AppObjectCard, app_object_card, kind)
MCP_DEFINE_GETTER (const char *, AppObjectCard, app_object_card, object_id)
MCP_DEFINE_GETTER (const char *, AppObjectCard, app_object_card, path)
MCP_DEFINE_GETTER (const char *, AppObjectCard, app_object_card, type_name)

MCP_DEFINE_GETTER (gint64, AppObjectCard, app_object_card, length)
MCP_DEFINE_GETTER (gint64, AppObjectCard, app_object_card, n_sliced)

MCP_DEFINE_GETTER (const char *, AppObjectCard, app_object_card, header)
MCP_DEFINE_GETTER (const char *, AppObjectCard, app_object_card, body)

gboolean
app_object_card_is_container (AppObjectCard *self)
{
  g_return_val_if_fail (APP_IS_OBJECT_CARD (self), FALSE);
  return (strcmp (self->type_name, "dict") == 0 || strcmp (self->type_name, "list") == 0) &&
         strlen (self->body) <= APP_OBJECT_CARD_MAX_BYTES;
}

guint64
app_object_card_get_start (AppObjectCard *self)
{
  g_return_val_if_fail (APP_IS_OBJECT_CARD (self), 0);
  return self->first;
}

guint64
app_object_card_get_end (AppObjectCard *self)
{
  g_return_val_if_fail (APP_IS_OBJECT_CARD (self), 0);
  return self->kind != APP_CARD_VALUE ? (guint64)MAX (self->end, 0) : 0;
}

gboolean
app_object_card_goes_on (AppObjectCard *self)
{
  g_return_val_if_fail (APP_IS_OBJECT_CARD (self), FALSE);

  if (self->kind == APP_CARD_LIST_SLICE)
    return self->end < self->length;
  /* Of a string only the length of the slice is told. */
  return self->kind == APP_CARD_STRING_SLICE && self->n_sliced == self->end - self->start;
}
