/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-bench-result.h"

#include <string.h>

#include "mcp-json-writer.h"

/* Text that is compared, or read as JSON, to be written otherwise. */
#define MAX_READ (1024u * 1024u)

/* What is being written, up to a number of characters; what is beyond is counted. */
typedef struct
{
  GString          *text;
  AppBenchFormatter formatter;
  gsize             left;   /* characters */
  guint64           hidden; /* characters */
} Writing;

static void
count_off (Writing *self, const char *text, gsize length)
{
  gsize characters = mcp_json_count_characters (text, length);
  gsize taken = MIN (characters, self->left);

  g_string_append_len (self->text, text,
                       taken < characters ? g_utf8_offset_to_pointer (text, (glong)taken) - text
                                          : (gssize)length);
  self->left -= taken;
  self->hidden += characters - taken;
}

/* Parts stand on lines of their own. */
static void
begin_part (Writing *self)
{
  if (self->text->len > 0 && self->left > 0)
    count_off (self, "\n", 1);
}

static void
append_text (Writing *self, const char *text)
{
  begin_part (self);
  count_off (self, text, strlen (text));
}

/* Of a long text only what is sent is decoded. */
static void
append_string (Writing *self, McpJsonValue string)
{
  g_autofree char *text = NULL;
  guint64          hidden;
  gsize            left;

  begin_part (self);
  hidden = self->hidden;
  left = self->left;
  text = mcp_json_value_dup_string_prefix (string, left * 4, NULL);
  count_off (self, text, strlen (text));
  self->hidden = hidden + mcp_json_value_count_characters (string) - (left - self->left);
}

/* Returns: (transfer full) (nullable): the value that a text says, where it is an object or an
 * array */
static McpJsonDocument *
read_json (McpJsonValue string)
{
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;
  McpJsonKind kind;

  if (mcp_json_value_get_length (string) > MAX_READ)
    return NULL;
  text = mcp_json_value_dup_string (string, NULL);
  if (text == NULL || strchr ("{[", *g_strchug (text)) == NULL || *text == '\0')
    return NULL;
  document = mcp_json_document_parse_text (text, -1, NULL);
  kind = document != NULL ? mcp_json_value_get_kind (mcp_json_document_get_root (document))
                          : MCP_JSON_NONE;
  return kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY ? g_steal_pointer (&document) : NULL;
}

static void
append_content_text (Writing *self, McpJsonValue string)
{
  g_autoptr (McpJsonDocument) document =
      self->formatter == APP_BENCH_COMPACT ? read_json (string) : NULL;
  g_autofree char *compact = NULL;

  if (document == NULL)
    {
      append_string (self, string);
      return;
    }
  compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
  append_text (self, compact);
}

static void
append_json (Writing *self, McpJsonValue value)
{
  g_autofree char *compact = mcp_json_value_print_compact (value);

  append_text (self, compact);
}

/* "[audio audio/wav, 12.3 kB]" */
static void
append_note (Writing *self, const char *what, const char *type, guint64 size, const char *more)
{
  g_autofree char *bytes = g_format_size (size);
  g_autofree char *note = g_strdup_printf ("[%s%s%s, %s%s]", what, type != NULL ? " " : "",
                                           type != NULL ? type : "", bytes, more);

  append_text (self, note);
}

/* Content that has no words */

static gboolean
is_image_type (const char *type)
{
  static const char *const types[] = { "image/png", "image/jpeg", "image/gif", "image/webp", NULL };

  return type != NULL && g_strv_contains (types, type);
}

/* Returns: (nullable): why it is not sent, "" where it is */
static const char *
add_image (AppBenchResult *self, McpJsonValue data, const char *type, gsize *size)
{
  g_autoptr (GBytes) bytes = NULL;

  *size = mcp_content_measure_base64 (data);
  if (!is_image_type (type))
    return ": not a format that models take, not sent";
  if (*size > APP_BENCH_RESULT_MAX_IMAGE)
    return ": too large, not sent";
  if (self->images != NULL && self->images->len >= APP_BENCH_RESULT_MAX_IMAGES)
    return ": too many images, not sent";
  bytes = mcp_content_decode_base64 (data, NULL);
  if (bytes == NULL)
    return ": not Base64, not sent";
  if (self->images == NULL)
    self->images = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);
  *size = g_bytes_get_size (bytes);
  g_ptr_array_add (self->images, mcp_model_block_new_image (type, bytes));
  return "";
}

static void
append_image (AppBenchResult *self, Writing *writing, McpJsonValue data, const char *type)
{
  gsize       size;
  const char *more = add_image (self, data, type, &size);

  append_note (writing, "image", type, size, more);
}

static void
append_link (Writing *self, const McpContent *content)
{
  g_autoptr (GString) line = g_string_new ("[resource link]");

  if (content->display_name != NULL)
    g_string_append_printf (line, " %s", content->display_name);
  g_string_append_printf (line, " <%s>", content->uri != NULL ? content->uri : "");
  if (content->mime_type != NULL)
    g_string_append_printf (line, " (%s)", content->mime_type);
  if (content->description != NULL && *content->description != '\0')
    g_string_append_printf (line, ": %s", content->description);
  append_text (self, line->str);
}

static void
append_resource (AppBenchResult *self, Writing *writing, const McpResourceContents *resource)
{
  g_autofree char *header = NULL;
  const char      *type = resource->mime_type;

  header = g_strdup_printf ("[resource] <%s>%s%s%s", resource->uri != NULL ? resource->uri : "",
                            type != NULL ? " (" : "", type != NULL ? type : "",
                            type != NULL ? ")" : "");
  append_text (writing, header);
  if (mcp_json_value_exists (resource->text))
    append_content_text (writing, resource->text);
  else if (is_image_type (type))
    append_image (self, writing, resource->blob, type);
  else
    append_note (writing, "data", type, mcp_content_measure_base64 (resource->blob), ": not sent");
}

static void
append_content (AppBenchResult *self, Writing *writing, const McpContent *content)
{
  switch (content->kind)
    {
    case MCP_CONTENT_TEXT:
      append_content_text (writing, content->text);
      break;
    case MCP_CONTENT_IMAGE:
      append_image (self, writing, content->data, content->mime_type);
      break;
    case MCP_CONTENT_AUDIO:
      append_note (writing, "audio", content->mime_type, mcp_content_measure_base64 (content->data),
                   ": not sent");
      break;
    case MCP_CONTENT_RESOURCE_LINK:
      append_link (writing, content);
      break;
    case MCP_CONTENT_RESOURCE:
      append_resource (self, writing, content->resource);
      break;
    case MCP_CONTENT_UNKNOWN:
    default:
      append_json (writing, content->slot.value);
    }
}

/* For the person alone, as its annotations say. */
static gboolean
is_withheld (const McpContent *content)
{
  McpJsonValue annotations = mcp_json_value_get_member (content->slot.value, "annotations");
  McpJsonValue audience = mcp_json_value_get_member (annotations, "audience");
  McpJsonValue role;
  McpJsonIter  iter;
  guint        n = 0;

  mcp_json_iter_init (&iter, audience);
  while (mcp_json_iter_next (&iter, NULL, &role))
    {
      if (!mcp_json_value_string_equals (role, "user"))
        return FALSE;
      n++;
    }
  return n > 0;
}

/* Structured content beside text */

static gboolean
says (McpJsonValue string, McpJsonValue value)
{
  g_autofree char *text = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  if (mcp_json_value_get_length (string) > MAX_READ)
    return FALSE;
  text = mcp_json_value_dup_string (string, NULL);
  if (mcp_json_value_string_equals (value, text))
    return TRUE;
  document = mcp_json_document_parse_text (text, -1, NULL);
  return document != NULL && mcp_json_value_equal (mcp_json_document_get_root (document), value);
}

/* Servers wrap what is no object as {"result": …}, and write a list as one text for each item. */
static McpJsonValue
unwrap (McpJsonValue structured)
{
  McpJsonValue inner = mcp_json_value_get_member (structured, "result");

  return mcp_json_value_exists (inner) && mcp_json_value_get_n_items (structured) == 1
             ? inner
             : MCP_JSON_NO_VALUE;
}

static gboolean
text_says_structured (const McpResult *result)
{
  McpJsonValue inner = unwrap (result->structured);
  guint        n_texts = 0;
  McpJsonValue text = MCP_JSON_NO_VALUE;
  McpJsonIter  iter;
  McpJsonValue item;

  for (guint i = 0; i < result->parts->len; i++)
    {
      const McpContent *content = result->parts->pdata[i];

      if (content->kind != MCP_CONTENT_TEXT || is_withheld (content))
        continue;
      text = content->text;
      n_texts++;
    }
  if (n_texts == 1 &&
      (says (text, result->structured) || (mcp_json_value_exists (inner) && says (text, inner))))
    return TRUE;
  if (n_texts == 0 || mcp_json_value_get_kind (inner) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (inner) != n_texts)
    return FALSE;
  mcp_json_iter_init (&iter, inner);
  for (guint i = 0; i < result->parts->len; i++)
    {
      const McpContent *content = result->parts->pdata[i];

      if (content->kind == MCP_CONTENT_TEXT && !is_withheld (content) &&
          (!mcp_json_iter_next (&iter, NULL, &item) || !says (content->text, item)))
        return FALSE;
    }
  return TRUE;
}

static void
append_parts (AppBenchResult *self, Writing *writing, const McpResult *result)
{
  guint n_content;

  for (guint i = 0; i < result->parts->len; i++)
    {
      const McpContent *content = result->parts->pdata[i];

      if (is_withheld (content))
        self->withheld++;
      else
        append_content (self, writing, content);
    }
  n_content =
      mcp_json_value_get_n_items (mcp_json_value_get_member (result->slot.value, "content"));
  if (n_content > result->parts->len)
    {
      g_autofree char *note =
          g_strdup_printf ("[%u more blocks, not sent]", n_content - result->parts->len);

      append_text (writing, note);
    }
  if (mcp_json_value_exists (result->structured) && !text_says_structured (result))
    append_json (writing, result->structured);
}

AppBenchResult *
app_bench_result_new (const McpResult *result, AppBenchFormatter formatter, guint characters)
{
  AppBenchResult *self = g_new0 (AppBenchResult, 1);
  Writing         writing = { g_string_new (NULL), formatter, characters, 0 };

  self->is_error = result->is_error;
  self->size = mcp_json_value_get_length (result->slot.value);
  append_parts (self, &writing, result);
  self->hidden = writing.hidden;
  if (writing.hidden > 0)
    g_string_append_printf (writing.text, "… [truncated, %" G_GUINT64_FORMAT " more characters]",
                            writing.hidden);
  /* Models take nothing for a failure of the tool. */
  if (writing.text->len == 0)
    g_string_append (writing.text, self->withheld > 0
                                       ? "[The result was shown to the user and is for them alone.]"
                                       : "[The tool returned no content.]");
  self->text = g_string_free (writing.text, FALSE);
  return self;
}

AppBenchResult *
app_bench_result_new_failure (const char *text)
{
  AppBenchResult *self = g_new0 (AppBenchResult, 1);

  self->text = g_strdup (text);
  self->is_error = TRUE;
  return self;
}

void
app_bench_result_free (AppBenchResult *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_clear_pointer (&self->images, g_ptr_array_unref);
  g_free (self);
}

gboolean
app_bench_formatter_from_text (const char *name, AppBenchFormatter *formatter)
{
  if (!g_str_equal (name, "raw") && !g_str_equal (name, "compact"))
    return FALSE;
  *formatter = g_str_equal (name, "raw") ? APP_BENCH_RAW : APP_BENCH_COMPACT;
  return TRUE;
}
