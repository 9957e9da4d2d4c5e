/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-json-place.h"

#include <string.h>

#include "mcp-json-value.h"

typedef enum {
  EXPECT_NAME,
  EXPECT_COLON,
  EXPECT_VALUE,
  EXPECT_COMMA,
} State;

typedef struct
{
  gboolean    array;
  State       state;
  AppJsonStep step;  /* what is being read in it */
  GPtrArray  *names; /* (nullable) */
} Frame;

static void
clear_step (gpointer data)
{
  g_free (((AppJsonStep *)data)->name);
}

static void
clear_frame (gpointer data)
{
  Frame *frame = data;

  clear_step (&frame->step);
  g_clear_pointer (&frame->names, g_ptr_array_unref);
}

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gboolean
is_word (char c)
{
  return c != '\0' && !is_space (c) && strchr ("\",:[]{}", c) == NULL;
}

/* Behind the quote that closes a string, or where its line ends. */
static const char *
skip_string (const char *at, gboolean *closed)
{
  for (at++; *at != '\0' && *at != '\n'; at++)
    if (*at == '\\' && at[1] != '\0' && at[1] != '\n')
      at++;
    else if (*at == '"')
      {
        *closed = TRUE;
        return at + 1;
      }
  *closed = FALSE;
  return at;
}

static const char *
skip_word (const char *at)
{
  while (is_word (*at))
    at++;
  return at;
}

static const char *
skip_spaces (const char *at)
{
  while (is_space (*at))
    at++;
  return at;
}

static char *
dup_name (const char *start, const char *end)
{
  if (end - start < 2 || end[-1] != '"')
    return NULL;
  if (memchr (start, '\\', (gsize)(end - start)) == NULL)
    return g_strndup (start + 1, (gsize)(end - start - 2));
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (start, end - start, NULL);
  return document != NULL
             ? mcp_json_value_dup_string (mcp_json_document_get_root (document), NULL)
             : NULL;
}

static Frame *
get_top (GArray *frames)
{
  return &g_array_index (frames, Frame, frames->len - 1);
}

static void
open_frame (GArray *frames, gboolean array)
{
  Frame frame = { array, array ? EXPECT_VALUE : EXPECT_NAME, { NULL, 0 }, NULL };

  g_array_append_val (frames, frame);
}

/* What was left open in it is closed with it. */
static void
close_frame (GArray *frames, gboolean array)
{
  guint i = frames->len;

  while (i > 1 && g_array_index (frames, Frame, i - 1).array != array)
    i--;
  if (i <= 1)
    return;
  g_array_set_size (frames, i - 1);
  get_top (frames)->state = EXPECT_COMMA;
}

static void
take_string (Frame *frame, const char *start, const char *end)
{
  /* A comma may be missing. */
  if (frame->array || frame->state == EXPECT_VALUE)
    {
      frame->state = EXPECT_COMMA;
      return;
    }
  g_free (frame->step.name);
  frame->step.name = dup_name (start, end);
  frame->state = EXPECT_COLON;
  if (frame->step.name == NULL)
    return;
  if (frame->names == NULL)
    frame->names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (frame->names, g_strdup (frame->step.name));
}

static void
take_sign (GArray *frames, char sign)
{
  Frame *top = get_top (frames);

  if (sign == '{' || sign == '[')
    open_frame (frames, sign == '[');
  else if (sign == '}' || sign == ']')
    close_frame (frames, sign == ']');
  else if (frames->len == 1)
    return;
  else if (sign == ':' && !top->array)
    top->state = EXPECT_VALUE;
  else if (sign == ',')
    {
      top->state = top->array ? EXPECT_VALUE : EXPECT_NAME;
      top->step.index++;
    }
}

/* Reads up to the cursor. Returns: (nullable): the beginning of the string or word that it is in;
 * @end: of a word */
static const char *
read_frames (GArray *frames, const char *text, const char *cursor, const char **end)
{
  const char *at = text;

  while (at < cursor && frames->len <= APP_JSON_PLACE_MAX_DEPTH)
    if (is_space (*at))
      at++;
    else if (*at == '"')
      {
        gboolean    closed;
        const char *behind = skip_string (at, &closed);

        if (cursor < behind || (cursor == behind && !closed))
          return at;
        take_string (get_top (frames), at, behind);
        at = behind;
      }
    else if (is_word (*at))
      {
        *end = skip_word (at);
        if (cursor <= *end)
          return at;
        if (get_top (frames)->state == EXPECT_VALUE)
          get_top (frames)->state = EXPECT_COMMA;
        at = *end;
      }
    else
      take_sign (frames, *at++);
  return NULL;
}

/* A quote typed before a string that is there opens one of its own: only an odd one closes it. */
static const char *
find_string_end (const char *cursor)
{
  const char *first = NULL;
  guint       n = 0;

  for (const char *at = cursor; *at != '\0' && *at != '\n'; at++)
    if (*at == '\\' && at[1] != '\0' && at[1] != '\n')
      at++;
    else if (*at == '"' && n++ == 0)
      first = at;
  return n % 2 == 1 ? first + 1 : cursor;
}

/* The members behind the cursor. */
static void
add_names_behind (GHashTable *names, const char *at)
{
  guint depth = 0;

  while (*at != '\0')
    if (*at == '"')
      {
        gboolean    closed;
        const char *end = skip_string (at, &closed);

        if (depth == 0 && closed && *skip_spaces (end) == ':')
          {
            char *name = dup_name (at, end);

            if (name != NULL)
              g_hash_table_add (names, name);
          }
        at = end;
      }
    else if ((*at == '}' || *at == ']') && depth == 0)
      return;
    else
      {
        if (*at == '{' || *at == '[')
          depth++;
        else if (*at == '}' || *at == ']')
          depth--;
        at++;
      }
}

static AppJsonPlaceKind
find_kind (const Frame *frame, gboolean typing, gboolean string)
{
  if (frame->state == EXPECT_VALUE)
    return APP_JSON_PLACE_VALUE;
  if (!frame->array && (frame->state == EXPECT_NAME ? string || !typing
                                                    : frame->state == EXPECT_COMMA && string))
    return APP_JSON_PLACE_NAME;
  return APP_JSON_PLACE_NONE;
}

/* The frame around everything has no step. Returns: whether the way is known */
static gboolean
take_path (AppJsonPlace *self, GArray *frames)
{
  guint n = self->kind == APP_JSON_PLACE_NAME ? frames->len - 1 : frames->len;

  for (guint i = 1; i < n; i++)
    {
      const Frame *frame = &g_array_index (frames, Frame, i);
      AppJsonStep  step = { frame->array ? NULL : g_strdup (frame->step.name), frame->step.index };

      if (!frame->array && step.name == NULL)
        return FALSE;
      g_array_append_val (self->path, step);
    }
  return TRUE;
}

void
app_json_place_init (AppJsonPlace *self, const char *text, gsize cursor)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  const Frame around = { TRUE, EXPECT_VALUE, { NULL, 0 }, NULL };
  const char *at = text + cursor;
  const char *end = at;

  g_array_set_clear_func (frames, clear_frame);
  g_array_append_val (frames, around);
  self->path = g_array_new (FALSE, FALSE, sizeof (AppJsonStep));
  g_array_set_clear_func (self->path, clear_step);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char  *token = read_frames (frames, text, at, &end);
  const Frame *top = get_top (frames);
  if (token == NULL)
    token = end = at;
  else if (*token == '"')
    end = find_string_end (at);
  self->start = (gsize)(token - text);
  self->end = (gsize)(end - text);
  self->colon = *skip_spaces (end) == ':';
  self->kind = frames->len > APP_JSON_PLACE_MAX_DEPTH
                   ? APP_JSON_PLACE_NONE
                   : find_kind (top, token < at, *token == '"');
  if (self->kind == APP_JSON_PLACE_NONE || !take_path (self, frames))
    {
      self->kind = APP_JSON_PLACE_NONE;
      return;
    }
  if (self->kind != APP_JSON_PLACE_NAME)
    return;
  for (guint i = 0; top->names != NULL && i < top->names->len; i++)
    g_hash_table_add (self->names, g_strdup (g_ptr_array_index (top->names, i)));
  add_names_behind (self->names, end);
}

void
app_json_place_clear (AppJsonPlace *self)
{
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
}
