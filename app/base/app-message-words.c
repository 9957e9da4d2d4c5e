/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-message-words.h"

#include <string.h>

#include "app-composer-template.h"
#include "app-encodings.h"
#include "mcp-json-value.h"

/* Nothing of ours nests as deep; below it all is masked. */
#define MAX_DEPTH 64u
/* Bytes of a name. */
#define MAX_WORD 256u
/* Before the data of a server-sent event. */
#define EVENT "data:"

/* What the members of an object mean. */
typedef enum {
  OF_DATA,     /* nothing that is known: a person's, or a server's own */
  OF_ENVELOPE, /* JSON-RPC's */
  OF_RESULT,   /* what is answered to any method */
  OF_MESSAGE,  /* the protocol's */
} Meaning;

typedef struct
{
  GArray *spans; /* in order */
  guint   next;  /* the first that ends behind what was walked through */
  gsize   offset;
} Walk;

/* Members whose value is a word of the protocol or of JSON Schema, or the name of a definition. */
static const char *const words[] = { "jsonrpc", "method", "name", "type", "role", "mimeType",
                                     "format", "required", "$ref", "$schema", "level",
                                     "action", "status", "resultType", "protocolVersion", NULL };
/* Members of a result that nobody else's methods have. */
static const char *const results[] = { "tools", "prompts", "resources", "resourceTemplates",
                                       "tasks", "capabilities", "serverInfo", "content",
                                       "messages", NULL };
/* Members whose value is data, though it lies in a message. */
static const char *const data_members[] = { "arguments", "structuredContent", "_meta", "data",
                                            "default", "examples", "const", "enum", NULL };

/* Returns: (nullable): the first span that reaches behind @start and begins before @end */
static AppSpan *
find_span (Walk *walk, gsize start, gsize end)
{
  while (walk->next < walk->spans->len &&
         g_array_index (walk->spans, AppSpan, walk->next).end <= start + walk->offset)
    walk->next++;
  if (walk->next == walk->spans->len)
    return NULL;
  AppSpan *span = &g_array_index (walk->spans, AppSpan, walk->next);
  return span->start < end + walk->offset ? span : NULL;
}

static void
spare (Walk *walk, McpJsonValue value)
{
  gsize    start = mcp_json_value_get_start (value);
  gsize    end = start + mcp_json_value_get_length (value);
  AppSpan *span;

  while ((span = find_span (walk, start, end)) != NULL)
    {
      AppSpan behind = { end + walk->offset, span->end, FALSE };

      /* What reaches over it holds more than it. */
      if (span->start < start + walk->offset)
        {
          span->end = start + walk->offset;
          walk->next++;
          if (behind.end > behind.start)
            g_array_insert_val (walk->spans, walk->next, behind);
        }
      else if (behind.end > behind.start)
        *span = behind;
      else
        *span = (AppSpan){ 0, 0, FALSE };
    }
}

/* In a string it would be a part of it; alone it has to be one. */
static void
take_number (Walk *walk, McpJsonValue number)
{
  gsize    start = mcp_json_value_get_start (number);
  gsize    end = start + mcp_json_value_get_length (number);
  AppSpan *span = find_span (walk, start, end);

  if (span != NULL)
    *span = (AppSpan){ start + walk->offset, MAX (end + walk->offset, span->end), TRUE };
}

/* A word has no blanks, and is no paragraph. */
static gboolean
is_word (McpJsonValue value)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (value, &length);

  return mcp_json_value_get_kind (value) == MCP_JSON_STRING && length <= MAX_WORD &&
         memchr (text, ' ', length) == NULL;
}

/* One, or a list of them, such as what is required. */
static void
spare_words (Walk *walk, McpJsonValue value)
{
  if (is_word (value))
    spare (walk, value);
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    if (is_word (item.value))
      spare (walk, item.value);
}

static gboolean
is_known_method (McpJsonValue value)
{
  g_autofree char *method = mcp_json_value_dup_string (value, NULL);

  return method != NULL && app_composer_template_find (method, NULL) != NULL;
}

/* Whether an object is what the protocol knows: a message by its method, a result as the answer to
 * a form. */
static gboolean
is_known (Meaning meaning, McpJsonValue object)
{
  if (meaning == OF_ENVELOPE)
    return is_known_method (mcp_json_value_get_member (object, "method"));
  return meaning == OF_RESULT &&
         mcp_json_value_exists (mcp_json_value_get_member (object, "content"));
}

/* Whether the value of a member is a word. */
static gboolean
is_spared (Meaning around, gboolean known, const char *name, McpJsonValue value)
{
  if (around == OF_ENVELOPE)
    return g_str_equal (name, "method") && is_known_method (value);
  if (around == OF_RESULT)
    return known && g_str_equal (name, "action");
  return around == OF_MESSAGE && g_strv_contains (words, name);
}

static Meaning
get_meaning (Meaning around, gboolean known, const char *name, McpJsonValue value)
{
  if (around == OF_ENVELOPE && g_str_equal (name, "result"))
    return OF_RESULT;
  if ((around == OF_ENVELOPE && !(known && g_str_equal (name, "params"))) ||
      (around == OF_RESULT && !g_strv_contains (results, name)))
    return OF_DATA;
  /* The arguments of a prompt's definition are a list. */
  if (around == OF_DATA || (g_strv_contains (data_members, name) &&
                            !(g_str_equal (name, "arguments") &&
                              mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)))
    return OF_DATA;
  /* What was typed into a form; a model's and a tool's content have a type. */
  if (g_str_equal (name, "content") && mcp_json_value_get_kind (value) == MCP_JSON_OBJECT &&
      !mcp_json_value_exists (mcp_json_value_get_member (value, "type")))
    return OF_DATA;
  return OF_MESSAGE;
}

static void
walk_through (Walk *walk, McpJsonValue value, Meaning meaning, guint depth)
{
  gsize       start = mcp_json_value_get_start (value);
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (depth > MAX_DEPTH ||
      find_span (walk, start, start + mcp_json_value_get_length (value)) == NULL)
    return;
  if (kind == MCP_JSON_NUMBER)
    take_number (walk, value);
  gboolean known = is_known (meaning, value);
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *key = mcp_json_value_dup_string (member.name, NULL);

      if (key != NULL)
        spare (walk, member.name);
      if (key != NULL && is_spared (meaning, known, key, member.value) &&
          mcp_json_value_get_kind (member.value) != MCP_JSON_OBJECT)
        spare_words (walk, member.value);
      else
        walk_through (walk, member.value,
                      key != NULL ? get_meaning (meaning, known, key, member.value) : meaning,
                      depth + 1);
    }
}

/* A number or text alone is no message. Returns: whether it is JSON */
static gboolean
read_part (Walk *walk, const char *data, gsize start, gsize end)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data + start, end - start);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (bytes, NULL, NULL, NULL);
  McpJsonValue root = MCP_JSON_NO_VALUE;
  McpJsonValue first;

  if (document != NULL)
    root = mcp_json_document_get_root (document);
  if (mcp_json_value_get_kind (root) != MCP_JSON_OBJECT &&
      mcp_json_value_get_kind (root) != MCP_JSON_ARRAY)
    return FALSE;
  first = mcp_json_value_get_kind (root) == MCP_JSON_ARRAY ? mcp_json_value_get_item (root, 0)
                                                           : root;
  walk->offset = start;
  walk_through (walk, root,
                mcp_json_value_exists (mcp_json_value_get_member (first, "jsonrpc")) ? OF_ENVELOPE
                                                                                     : OF_DATA,
                0);
  return TRUE;
}

void
app_message_words_spare (const char *data, gsize length, GArray *spans)
{
  Walk  walk = { spans, 0, 0 };
  gsize next;
  guint n = 0;

  g_return_if_fail (data != NULL && spans != NULL);

  for (gsize at = read_part (&walk, data, 0, length) ? length : 0; at < length; at = next)
    {
      const char *end = memchr (data + at, '\n', length - at);

      next = end != NULL ? (gsize)(end - data) + 1 : length;
      walk.offset = 0;
      if (find_span (&walk, at, next) == NULL)
        continue;
      if (next - at > strlen (EVENT) && memcmp (data + at, EVENT, strlen (EVENT)) == 0)
        at += strlen (EVENT);
      read_part (&walk, data, at, next);
    }
  for (guint i = 0; i < spans->len; i++)
    if (g_array_index (spans, AppSpan, i).end > 0)
      g_array_index (spans, AppSpan, n++) = g_array_index (spans, AppSpan, i);
  g_array_set_size (spans, n);
}

gboolean
app_message_words_is_message (const char *data, gsize length)
{
  static const char *const beginnings[] = { "data:", "event:", "id:" };

  while (length > 0 && g_ascii_isspace (*data))
    {
      data++;
      length--;
    }
  while (length > 0 && g_ascii_isspace (data[length - 1]))
    length--;
  /* Lines of a log begin with brackets too. */
  if (length > 1 && (*data == '{' || *data == '['))
    return data[length - 1] == (*data == '{' ? '}' : ']');
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (length >= strlen (beginnings[i]) &&
        memcmp (data, beginnings[i], strlen (beginnings[i])) == 0)
      return TRUE;
  return FALSE;
}
