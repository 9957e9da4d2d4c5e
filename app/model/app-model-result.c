/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-model-result.h"

#include <string.h>

#include "app-model-preview.h"
#include "app-model-template.h"
#include "app-object-card.h"
#include "app-token-classes.h"
#include "mcp-json-writer.h"
#include "store-path.h"

/* Text that is compared, or read as JSON, to be written otherwise. */
#define MAX_READ (1024u * 1024u)
/* Text that is read as the JSON that it is, for an object or a formatter; a longer one is text. */
#define MAX_VALUE (64u * 1024u * 1024u)
/* Characters of the text beside structured content that go before its preview. */
#define MAX_LEAD 2000u

/* What is being written, up to a number of characters; what is beyond is counted. */
typedef struct
{
  GString          *text;
  AppModelFormatter formatter;
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
  guint64 hidden;
  gsize   left;

  begin_part (self);
  hidden = self->hidden;
  left = self->left;
  g_autofree char *text = mcp_json_value_dup_string_prefix (string, left * 4, NULL);
  count_off (self, text, strlen (text));
  self->hidden = hidden + mcp_json_value_count_characters (string) - (left - self->left);
}

/* Returns: (transfer full) (nullable): the value that a text says, where it is an object or an
 * array */
static McpJsonDocument *
read_json (McpJsonValue string, gsize max_length)
{
  McpJsonKind kind;

  if (mcp_json_value_get_length (string) > max_length)
    return NULL;
  g_autofree char *text = mcp_json_value_dup_string (string, NULL);
  if (text == NULL || strchr ("{[", *g_strchug (text)) == NULL || *text == '\0')
    return NULL;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
  kind = document != NULL ? mcp_json_value_get_kind (mcp_json_document_get_root (document))
                          : MCP_JSON_NONE;
  return kind == MCP_JSON_OBJECT || kind == MCP_JSON_ARRAY ? g_steal_pointer (&document) : NULL;
}

static void
append_content_text (Writing *self, McpJsonValue string)
{
  g_autoptr (McpJsonDocument) document =
      self->formatter == APP_MODEL_COMPACT ? read_json (string, MAX_READ) : NULL;

  if (document == NULL)
    {
      append_string (self, string);
      return;
    }
  g_autofree char *compact = mcp_json_value_print_compact (mcp_json_document_get_root (document));
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

gboolean
app_model_result_takes_image (const char *type, gsize size)
{
  return is_image_type (type) && size <= APP_MODEL_RESULT_MAX_IMAGE;
}

/* @self: (nullable): whose it becomes. Returns: why it is not sent, "" where it is */
static const char *
add_image (AppModelResult *self, McpJsonValue data, const char *type, gsize *size)
{
  *size = mcp_content_measure_base64 (data);
  if (!is_image_type (type))
    return ": unsupported format, omitted";
  if (*size > APP_MODEL_RESULT_MAX_IMAGE)
    return ": too large, not sent";
  if (self == NULL)
    return "";
  if (self->images != NULL && self->images->len >= APP_MODEL_RESULT_MAX_IMAGES)
    return ": too many images, not sent";
  g_autoptr (GBytes) bytes = mcp_content_decode_base64 (data, NULL);
  if (bytes == NULL)
    return ": not Base64, not sent";
  if (self->images == NULL)
    self->images = g_ptr_array_new_with_free_func ((GDestroyNotify)mcp_model_block_unref);
  *size = g_bytes_get_size (bytes);
  g_ptr_array_add (self->images, mcp_model_block_new_image (type, bytes));
  return "";
}

static void
append_image (AppModelResult *self, Writing *writing, McpJsonValue data, const char *type)
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
append_resource (AppModelResult *self, Writing *writing, const McpResourceContents *resource)
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
append_content (AppModelResult *self, Writing *writing, const McpContent *content)
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
  guint        n = 0;

  for (McpJsonWalk role = mcp_json_walk (audience); mcp_json_walk_next (&role);)
    {
      if (!mcp_json_value_string_equals (role.value, "user"))
        return FALSE;
      n++;
    }
  return n > 0;
}

/* Structured content beside text */

static gboolean
says (McpJsonValue string, McpJsonValue value)
{
  if (mcp_json_value_get_length (string) > MAX_READ)
    return FALSE;
  g_autofree char *text = mcp_json_value_dup_string (string, NULL);
  if (mcp_json_value_string_equals (value, text))
    return TRUE;
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);
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

/* @self: (nullable): whose images and counts they become */
static void
append_parts (AppModelResult *self, Writing *writing, const McpResult *result)
{
  guint n_content;

  for (guint i = 0; i < result->parts->len; i++)
    {
      const McpContent *content = result->parts->pdata[i];

      if (!is_withheld (content))
        append_content (self, writing, content);
      else if (self != NULL)
        self->withheld++;
    }
  n_content =
      mcp_json_value_get_n_items (mcp_json_value_get_member (result->slot.value, "content"));
  if (n_content > result->parts->len)
    {
      g_autofree char *note =
          g_strdup_printf ("[%u more blocks, not sent]", n_content - result->parts->len);

      append_text (writing, note);
    }
}

/* @self: (nullable): as above. Returns: (transfer full) */
static char *
write_text (AppModelResult   *self,
            const McpResult  *result,
            AppModelFormatter formatter,
            gsize             characters,
            guint64          *hidden)
{
  Writing writing = { g_string_new (NULL), formatter, characters, 0 };

  append_parts (self, &writing, result);
  if (mcp_json_value_exists (result->structured) && !text_says_structured (result))
    append_json (&writing, result->structured);
  *hidden = writing.hidden;
  return g_string_free (writing.text, FALSE);
}

/* The result as one value */

/* The text that is all that a model may be told; none where there is more, or less. */
static McpJsonValue
find_only_text (const McpResult *result)
{
  McpJsonValue text = MCP_JSON_NO_VALUE;

  for (guint i = 0; i < result->parts->len; i++)
    {
      const McpContent *content = result->parts->pdata[i];

      if (is_withheld (content))
        continue;
      if (mcp_json_value_exists (text) || content->kind != MCP_CONTENT_TEXT)
        return MCP_JSON_NO_VALUE;
      text = content->text;
    }
  return text;
}

static void
set_text (McpJsonSlot *slot, const char *text)
{
  g_autofree char *quoted = mcp_json_quote (text, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (quoted, -1, NULL);

  if (document != NULL)
    mcp_json_slot_set (slot, mcp_json_document_get_root (document));
}

/* What is for the person alone is not in it. */
static void
read_value (const McpResult *result, McpJsonSlot *slot)
{
  McpJsonValue text = find_only_text (result);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autofree char *whole = NULL;
  guint64          hidden;

  if (mcp_json_value_exists (result->structured))
    mcp_json_slot_set (slot, result->structured);
  else if (mcp_json_value_exists (text))
    {
      document = read_json (text, MAX_VALUE);
      mcp_json_slot_set (slot, document != NULL ? mcp_json_document_get_root (document) : text);
    }
  else
    {
      whole = write_text (NULL, result, APP_MODEL_RAW, G_MAXSIZE, &hidden);
      set_text (slot, whole);
    }
}

/* What stands beside structured content and says something else. */
static char *
dup_lead (const McpResult *result)
{
  Writing writing = { NULL, APP_MODEL_RAW, MAX_LEAD, 0 };

  if (!mcp_json_value_exists (result->structured) || text_says_structured (result))
    return NULL;
  writing.text = g_string_new (NULL);
  append_parts (NULL, &writing, result);
  if (writing.hidden > 0)
    g_string_append_printf (writing.text, "… [truncated, %" G_GUINT64_FORMAT " more characters]",
                            writing.hidden);
  return g_string_free (writing.text, writing.text->len == 0);
}

/* Formatters of that value. Returns: (transfer full) (nullable): %NULL where it has no such
 * thing */
static char *
dup_path (McpJsonValue value, const char *expression)
{
  g_autoptr (StorePath) path = store_path_parse (expression, NULL);
  McpJsonValue found = path != NULL ? store_path_resolve (path, value) : MCP_JSON_NO_VALUE;

  if (!mcp_json_value_exists (found))
    return NULL;
  return mcp_json_value_get_kind (found) == MCP_JSON_STRING
             ? mcp_json_value_dup_string (found, NULL)
             : mcp_json_value_print_compact (found);
}

static char *
dup_formatted (McpJsonValue value, const AppModelResultFormat *result_format)
{
  g_autofree char *preview = NULL;
  const char      *type;
  guint64          hidden = 0;

  switch (result_format->formatter)
    {
    case APP_MODEL_PATH:
      return dup_path (value, result_format->expression);
    case APP_MODEL_TEMPLATE:
      return app_model_template_expand (result_format->expression, value,
                                        (gsize)result_format->characters * 4 + 4);
    case APP_MODEL_PREVIEW:
      if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
        return NULL;
      preview = app_model_preview (value, "", "", &result_format->limits, result_format->characters,
                                   &hidden, NULL);
      type = preview != NULL ? strstr (preview, "→ ") : NULL;
      return type != NULL ? g_strdup (type + strlen ("→ ")) : NULL;
    default:
      return NULL;
    }
}

char *
app_model_result_cut (const char *text, guint characters, guint64 *hidden)
{
  gsize       length = mcp_json_count_characters (text, strlen (text));
  const char *end = text + strlen (text);

  if (length > characters)
    {
      *hidden += length - characters;
      end = g_utf8_offset_to_pointer (text, (glong)characters);
    }
  return *hidden == 0 ? g_strdup (text)
                      : g_strdup_printf ("%.*s… [truncated, %" G_GUINT64_FORMAT " more characters]",
                                         (int)(end - text), text, *hidden);
}

/* What is hidden is taken to be like what is not. */
static gint64
estimate (const char *text, guint64 hidden)
{
  gint64 tokens = app_token_classes_count (text, -1);
  gsize  shown = mcp_json_count_characters (text, strlen (text));

  return hidden == 0 || shown == 0
             ? tokens
             : (gint64)((double)tokens * ((double)(shown + hidden) / (double)shown));
}

/* A server's own object store has kept it already. */
static gboolean
is_card (const McpResult *result)
{
  McpJsonValue     text = find_only_text (result);
  g_autofree char *beginning = mcp_json_value_dup_string_prefix (text, 4096, NULL);

  return beginning != NULL && app_object_card_detect (beginning, -1);
}

/* Whether it needs the whole value: for its formatter, or because it is kept. */
static void
format (AppModelResult *self, const McpResult *result, const AppModelResultFormat *result_format)
{
  g_auto (McpJsonSlot) value = { MCP_JSON_NO_VALUE };
  g_autofree char *formatted = NULL;

  if (result_format->formatter == APP_MODEL_COMPACT)
    {
      self->formatter = APP_MODEL_COMPACT;
      g_free (self->text);
      self->text =
          write_text (NULL, result, APP_MODEL_COMPACT, result_format->characters, &self->hidden);
    }
  else if (result_format->formatter != APP_MODEL_RAW)
    {
      read_value (result, &value);
      formatted = dup_formatted (value.value, result_format);
    }
  if (formatted != NULL)
    {
      self->formatter = result_format->formatter;
      g_free (self->text);
      self->text = g_steal_pointer (&formatted);
      self->hidden = 0;
    }
  gboolean is_container = self->formatter == APP_MODEL_PREVIEW;
  if (result_format->target == 0 ||
      (!is_container && self->hidden == 0 && estimate (self->text, 0) <= result_format->target))
    return;
  if (!mcp_json_value_exists (value.value))
    read_value (result, &value);
  if (!mcp_json_value_exists (value.value))
    return;
  mcp_json_slot_set (&self->value, value.value);
  self->lead = dup_lead (result);
}

AppModelResult *
app_model_result_new (const McpResult *result, const AppModelResultFormat *result_format)
{
  AppModelResult *self = g_new0 (AppModelResult, 1);
  guint64         hidden;

  self->is_error = result->is_error;
  self->size = mcp_json_value_get_length (result->slot.value);
  self->text = write_text (self, result, APP_MODEL_RAW, result_format->characters, &self->hidden);
  self->whole_tokens = estimate (self->text, self->hidden);
  if (!self->is_error && !is_card (result))
    format (self, result, result_format);
  /* Models take nothing for a failure of the tool. */
  if (*self->text == '\0' && self->hidden == 0)
    {
      g_free (self->text);
      self->text = g_strdup (self->withheld > 0
                                 ? "[The result was shown to the user and is for them alone.]"
                                 : "[The tool returned no content.]");
    }
  hidden = self->hidden;
  g_autofree char *whole = g_steal_pointer (&self->text);
  app_model_result_take_text (self,
                              app_model_result_cut (whole, result_format->characters, &hidden));
  self->hidden = hidden;
  return self;
}

AppModelResult *
app_model_result_new_text (const char *text)
{
  AppModelResult *self = g_new0 (AppModelResult, 1);

  app_model_result_take_text (self, g_strdup (text));
  self->whole_tokens = self->tokens;
  return self;
}

AppModelResult *
app_model_result_new_failure (const char *text)
{
  AppModelResult *self = app_model_result_new_text (text);

  self->is_error = TRUE;
  return self;
}

AppModelResult *
app_model_result_copy (const AppModelResult *self)
{
  AppModelResult *copy = g_new (AppModelResult, 1);

  *copy = *self;
  copy->text = g_strdup (self->text);
  copy->images = self->images != NULL ? g_ptr_array_ref (self->images) : NULL;
  copy->value = (McpJsonSlot){ MCP_JSON_NO_VALUE };
  mcp_json_slot_set (&copy->value, self->value.value);
  copy->lead = g_strdup (self->lead);
  copy->object = g_strdup (self->object);
  return copy;
}

void
app_model_result_free (AppModelResult *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_clear_pointer (&self->images, g_ptr_array_unref);
  mcp_json_slot_clear (&self->value);
  g_free (self->lead);
  g_free (self->object);
  g_free (self);
}

void
app_model_result_take_text (AppModelResult *self, char *text)
{
  g_free (self->text);
  self->text = text;
  self->tokens = app_token_classes_count (text, -1);
}

void
app_model_result_set_object (AppModelResult *self,
                             const char     *object,
                             const char     *preview,
                             guint64         hidden)
{
  const char *lead = self->lead != NULL ? self->lead : "";

  self->object = g_strdup (object);
  mcp_json_slot_clear (&self->value);
  self->formatter = APP_MODEL_PREVIEW;
  app_model_result_take_text (self, g_strconcat (lead, *lead != '\0' ? "\n" : "", preview, NULL));
  self->hidden = hidden;
}
