/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-block.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-markdown.h"
#include "app-markup.h"
#include "app-visible-text.h"
#include "mcp-object.h"

/* A name or a type of a server's in a title. */
#define TITLE_CHARACTERS 60u
/* Bytes of a text that tell whether it is JSON or a card. */
#define SNIFF_BYTES 2048u

struct _AppBlock
{
  GObject parent_instance;

  McpJsonSlot    slot;
  McpJsonValue   text; /* the string value; in the slot's document */
  gpointer       json; /* McpJsonDocument (nullable) (atomic): what the text says, once asked for */
  McpJsonValue   data; /* Base64; in the slot's document */
  AppObjectCard *card;
  AppBlockKind   kind;
  char          *title;
  char          *media_type;
  char          *uri;
  char          *name;
  char          *description;
  char          *role;
  guint64        size;
  gboolean       looks_like_json;
  gboolean       can_be_rendered;
  gboolean       maybe_card; /* not looked at yet */
};

MCP_DEFINE_OBJECT (AppBlock, app_block)

MCP_DEFINE_FINALIZE (AppBlock, app_block)
{
  mcp_json_slot_clear (&self->slot);
  g_clear_pointer ((McpJsonDocument **)&self->json, mcp_json_document_unref);
  g_clear_object (&self->card);
  g_free (self->title);
  g_free (self->media_type);
  g_free (self->uri);
  g_free (self->name);
  g_free (self->description);
  g_free (self->role);
}

/* The data of an image, "image/png", is "PNG" to a person, and "image/svg+xml" "SVG": the suffix
 * says how it is written (RFC 6838, 4.2.8). */
static char *
dup_type_name (const char *media_type)
{
  const char      *slash = media_type ? strrchr (media_type, '/') : NULL;
  g_autofree char *name = slash ? g_strndup (slash + 1, strcspn (slash + 1, "+;")) : NULL;
  g_autofree char *upper = name ? g_ascii_strup (name, -1) : NULL;

  return app_visible_text_line (upper ? upper : media_type, TITLE_CHARACTERS);
}

static char *
dup_title (AppBlock *self, const char *type_name)
{
  g_autofree char *type = dup_type_name (self->media_type);
  g_autofree char *uri = app_visible_text_line (self->uri, TITLE_CHARACTERS);
  g_autofree char *name = app_visible_text_line (self->name, TITLE_CHARACTERS);
  g_autofree char *unknown = app_visible_text_line (type_name, TITLE_CHARACTERS);

  switch (self->kind)
    {
    case APP_BLOCK_TEXT:
      return g_strdup (_ ("Text"));
    case APP_BLOCK_IMAGE:
      return g_strdup_printf (_ ("Image · %s"), type);
    case APP_BLOCK_AUDIO:
      return g_strdup_printf (_ ("Audio · %s"), type);
    case APP_BLOCK_RESOURCE_TEXT:
    case APP_BLOCK_RESOURCE_BLOB:
      return g_strdup_printf (_ ("Resource · %s"), uri);
    case APP_BLOCK_RESOURCE_LINK:
      return g_strdup_printf (_ ("Link · %s"), name[0] != '\0' ? name : uri);
    case APP_BLOCK_STRUCTURED:
      return g_strdup (_ ("Structured content"));
    case APP_BLOCK_UNKNOWN:
    default:
      if (unknown[0] == '\0')
        return g_strdup (_ ("Unknown block"));
      return g_strdup_printf (_ ("Unknown block “%s”"), unknown);
    }
}

/* Looks at the beginning of the text: what could it be? */
static void
sniff (AppBlock *self)
{
  g_autofree char *text = NULL;

  if (!mcp_json_value_exists (self->text))
    return;
  text = mcp_json_value_dup_string_prefix (self->text, SNIFF_BYTES, NULL);
  const char *p = text;
  while (g_ascii_isspace (*p))
    p++;
  self->looks_like_json = *p == '{' || *p == '[';
  self->maybe_card = app_object_card_detect (text, -1);
  self->can_be_rendered = !self->looks_like_json && (app_markdown_is_likely (text, strlen (text)) ||
                                                     app_markup_is_likely (text, strlen (text)));
}

static guint64
measure (AppBlock *self)
{
  gsize size = mcp_json_value_get_length (self->text);

  if (mcp_json_value_exists (self->data))
    return mcp_content_measure_base64 (self->data);
  if (!mcp_json_value_exists (self->text))
    return mcp_json_value_get_length (self->slot.value);
  if (size <= APP_BLOCK_IN_PLACE)
    {
      g_autofree char *text = mcp_json_value_dup_string (self->text, &size);

      return size;
    }
  return size - 2;
}

static AppBlock *
finish (AppBlock *self, const char *type_name)
{
  sniff (self);
  self->size = measure (self);
  self->title = dup_title (self, type_name);
  return self;
}

static void
read_resource (AppBlock *self, McpResourceContents *contents)
{
  self->text = contents->text;
  self->data = contents->blob;
  self->uri = g_strdup (contents->uri);
  self->media_type = g_strdup (contents->mime_type);
  if (mcp_json_value_exists (self->text))
    self->kind = APP_BLOCK_RESOURCE_TEXT;
  else if (mcp_json_value_exists (self->data))
    self->kind = APP_BLOCK_RESOURCE_BLOB;
  else
    self->kind = APP_BLOCK_UNKNOWN;
}

AppBlock *
app_block_new_for_contents (McpResourceContents *contents)
{
  AppBlock *self = g_object_new (APP_TYPE_BLOCK, NULL);

  mcp_json_slot_set (&self->slot, contents->slot.value);
  read_resource (self, contents);
  return finish (self, NULL);
}

AppBlock *
app_block_new_for_content (McpContent *content, const char *role)
{
  AppBlock *self = g_object_new (APP_TYPE_BLOCK, NULL);

  mcp_json_slot_set (&self->slot, content->slot.value);
  self->role = g_strdup (role);
  self->text = content->text;
  self->data = content->data;
  switch (content->kind)
    {
    case MCP_CONTENT_TEXT:
      self->kind = mcp_json_value_exists (self->text) ? APP_BLOCK_TEXT : APP_BLOCK_UNKNOWN;
      break;
    case MCP_CONTENT_IMAGE:
      self->kind = mcp_json_value_exists (self->data) ? APP_BLOCK_IMAGE : APP_BLOCK_UNKNOWN;
      break;
    case MCP_CONTENT_AUDIO:
      self->kind = mcp_json_value_exists (self->data) ? APP_BLOCK_AUDIO : APP_BLOCK_UNKNOWN;
      break;
    case MCP_CONTENT_RESOURCE_LINK:
      self->kind = APP_BLOCK_RESOURCE_LINK;
      self->name = g_strdup (content->display_name);
      self->description = g_strdup (content->description);
      break;
    case MCP_CONTENT_RESOURCE:
      self->kind = APP_BLOCK_UNKNOWN;
      if (content->resource != NULL)
        read_resource (self, content->resource);
      break;
    case MCP_CONTENT_UNKNOWN:
    default:
      self->kind = APP_BLOCK_UNKNOWN;
      break;
    }
  if (self->media_type == NULL)
    self->media_type = g_strdup (content->mime_type);
  if (self->uri == NULL)
    self->uri = g_strdup (content->uri);
  return finish (self, content->type_name);
}

AppBlock *
app_block_new_content (McpJsonValue content, const char *role)
{
  g_autoptr (McpContent) read = mcp_content_new (content);

  return app_block_new_for_content (read, role);
}

AppBlock *
app_block_new_structured (McpJsonValue value)
{
  AppBlock *self = g_object_new (APP_TYPE_BLOCK, NULL);

  self->kind = APP_BLOCK_STRUCTURED;
  mcp_json_slot_set (&self->slot, value);
  return finish (self, NULL);
}

MCP_DEFINE_GETTER (AppBlockKind, AppBlock, app_block, kind)
MCP_DEFINE_GETTER (const char *, AppBlock, app_block, title)
MCP_DEFINE_GETTER (const char *, AppBlock, app_block, media_type)
MCP_DEFINE_GETTER (const char *, AppBlock, app_block, uri)
MCP_DEFINE_GETTER (const char *, AppBlock, app_block, name)
MCP_DEFINE_GETTER (const char *, AppBlock, app_block, description)
MCP_DEFINE_GETTER (const char *, AppBlock, app_block, role)

McpJsonValue
app_block_get_text (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), MCP_JSON_NO_VALUE);
  return self->text;
}

MCP_DEFINE_GETTER (guint64, AppBlock, app_block, size)
MCP_DEFINE_FLAG (AppBlock, app_block, looks_like_json)
MCP_DEFINE_FLAG (AppBlock, app_block, can_be_rendered)

McpJsonValue
app_block_get_value (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), MCP_JSON_NO_VALUE);
  return self->slot.value;
}

AppObjectCard *
app_block_get_card (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);

  if (self->maybe_card)
    {
      gboolean         complete = FALSE;
      g_autofree char *text =
          mcp_json_value_dup_string_prefix (self->text, APP_OBJECT_CARD_MAX_BYTES, &complete);

      self->maybe_card = FALSE;
      if (complete)
        self->card = app_object_card_new_for_text (text, -1);
    }
  return self->card;
}

/* What a block holds, decoded: small things in place, large ones in a worker */

char *
app_block_dup_text (AppBlock *self, gsize max_bytes, gboolean *complete)
{
  gboolean whole = FALSE;
  char    *text;

  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);

  text = mcp_json_value_dup_string_prefix (self->text, max_bytes, &whole);
  if (complete != NULL)
    *complete = text != NULL && whole;
  return text;
}

static GBytes *
decode_text (AppBlock *self)
{
  gsize length = 0;
  char *text = mcp_json_value_dup_string (self->text, &length);

  return text ? g_bytes_new_take (text, length) : NULL;
}

static void
decode_text_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, decode_text (source), (GDestroyNotify)g_bytes_unref);
}

void
app_block_load_text_async (AppBlock           *self,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (APP_IS_BLOCK (self));

  g_task_set_source_tag (task, app_block_load_text_async);
  if (!mcp_json_value_exists (self->text))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "This block has no text");
  else if (mcp_json_value_get_length (self->text) <= APP_BLOCK_IN_PLACE)
    g_task_return_pointer (task, decode_text (self), (GDestroyNotify)g_bytes_unref);
  else
    g_task_run_in_thread (task, decode_text_in_worker);
}

MCP_DEFINE_FINISH_POINTER (app_block_load_text_finish, AppBlock, GBytes)

static void
decode_data_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  AppBlock *self = source;
  GError   *error = NULL;
  GBytes   *data = mcp_content_decode_base64 (self->data, &error);

  if (data != NULL)
    g_task_return_pointer (task, data, (GDestroyNotify)g_bytes_unref);
  else
    {
      g_task_return_new_error (task,
                               G_IO_ERROR,
                               G_IO_ERROR_INVALID_DATA,
                               "%s",
                               error ? error->message : "The data is not Base64");
      g_clear_error (&error);
    }
}

void
app_block_load_data_async (AppBlock           *self,
                           gsize               max_bytes,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (APP_IS_BLOCK (self));

  g_task_set_source_tag (task, app_block_load_data_async);
  if (!mcp_json_value_exists (self->data))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "This block has no data");
  else if (max_bytes > 0 && self->size > max_bytes)
    g_task_return_new_error (task,
                             G_IO_ERROR,
                             G_IO_ERROR_NO_SPACE,
                             "The data has %" G_GUINT64_FORMAT " bytes: too many to be shown",
                             self->size);
  else
    g_task_run_in_thread (task, decode_data_in_worker);
}

MCP_DEFINE_FINISH_POINTER (app_block_load_data_finish, AppBlock, GBytes)

/* The text of a block, read as JSON. */
static McpJsonDocument *
parse_text (AppBlock *self, GError **error)
{
  McpJsonDocument *known = g_atomic_pointer_get (&self->json);
  g_autoptr (GBytes) text = known == NULL ? decode_text (self) : NULL;

  return known != NULL ? mcp_json_document_ref (known)
                       : mcp_json_document_parse (text, NULL, NULL, error);
}

McpJsonDocument *
app_block_dup_json (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);

  McpJsonDocument *document = self->looks_like_json ? parse_text (self, NULL) : NULL;

  if (document != NULL && g_atomic_pointer_compare_and_exchange (&self->json, NULL, document))
    mcp_json_document_ref (document);
  return document;
}

static void
parse_in_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError          *error = NULL;
  McpJsonDocument *document = parse_text (source, &error);

  if (document != NULL)
    g_task_return_pointer (task, document, (GDestroyNotify)mcp_json_document_unref);
  else
    g_task_return_error (task, error);
}

void
app_block_load_tree_async (AppBlock            *self,
                           const AppTreeLimits *limits,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (APP_IS_BLOCK (self));

  g_task_set_source_tag (task, app_block_load_tree_async);
  if (limits != NULL)
    g_task_set_task_data (task, g_memdup2 (limits, sizeof *limits), g_free);
  if (!mcp_json_value_exists (self->text))
    g_task_return_pointer (task,
                           mcp_json_document_ref (self->slot.value.document),
                           (GDestroyNotify)mcp_json_document_unref);
  else if (mcp_json_value_get_length (self->text) <= APP_BLOCK_IN_PLACE)
    parse_in_worker (task, self, NULL, cancellable);
  else
    g_task_run_in_thread (task, parse_in_worker);
}

AppTreeNode *
app_block_load_tree_finish (AppBlock *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  const AppTreeLimits *limits = g_task_get_task_data (G_TASK (result));
  g_autoptr (McpJsonDocument) document = g_task_propagate_pointer (G_TASK (result), error);
  if (document == NULL)
    return NULL;
  if (!mcp_json_value_exists (self->text))
    return app_tree_node_new_root (self->slot.value, NULL, limits);
  return app_tree_node_new_root (mcp_json_document_get_root (document), NULL, limits);
}

char *
app_block_dup_annotations (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);

  McpJsonValue annotations = mcp_json_value_get_member (self->slot.value, "annotations");
  if (mcp_json_value_get_n_items (annotations) == 0)
    return NULL;
  GString *text = g_string_new (NULL);
  for (McpJsonWalk each = mcp_json_walk (annotations);
       text->len < APP_BLOCK_MAX_ANNOTATIONS && mcp_json_walk_next (&each);)
    {
      gboolean         list = mcp_json_value_get_kind (each.value) == MCP_JSON_ARRAY;
      g_autofree char *key = mcp_json_value_dup_string_prefix (each.name, 80, NULL);
      McpJsonValue     item = each.value;
      McpJsonIter      items;

      g_string_append_printf (text, "%s%s:", text->len > 0 ? " · " : "", key);
      mcp_json_iter_init (&items, each.value);
      while (text->len < APP_BLOCK_MAX_ANNOTATIONS &&
             (list ? mcp_json_iter_next (&items, NULL, &item) : mcp_json_value_exists (item)))
        {
          g_autofree char *word = mcp_json_value_dup_string_prefix (item, 80, NULL);

          if (word == NULL && mcp_json_value_get_length (item) <= 80)
            word = mcp_json_value_dup_text (item);
          g_string_append_printf (text, " %s", word ? word : "…");
          if (!list)
            break;
        }
    }
  return g_string_free (text, FALSE);
}

/* A name for a file */

#define FILE_NAME_CHARACTERS 80

/* Nothing of a server's text becomes a path. */
static void
make_harmless (char *name)
{
  for (char *at = name; *at != '\0'; at++)
    if (*at == '/' || *at == '\\' || g_ascii_iscntrl (*at))
      *at = '_';
  if (name[0] == '.')
    name[0] = '_';
}

const char *
app_block_find_suffix (const char *media_type)
{
  static const struct
  {
    const char *type;
    const char *suffix;
  } known[] = {
    { "image/png", ".png" },
    { "image/jpeg", ".jpg" },
    { "image/gif", ".gif" },
    { "image/webp", ".webp" },
    { "image/svg+xml", ".svg" },
    { "audio/wav", ".wav" },
    { "audio/x-wav", ".wav" },
    { "audio/flac", ".flac" },
    { "audio/mp4", ".m4a" },
    { "audio/mpeg", ".mp3" },
    { "audio/ogg", ".ogg" },
    { "application/json", ".json" },
    { "application/pdf", ".pdf" },
    { "application/gzip", ".gz" },
    { "text/plain", ".txt" },
    { "text/html", ".html" },
    { "text/markdown", ".md" },
  };

  for (guint i = 0; media_type != NULL && i < G_N_ELEMENTS (known); i++)
    if (g_ascii_strcasecmp (media_type, known[i].type) == 0)
      return known[i].suffix;
  return "";
}

char *
app_block_dup_file_name (AppBlock *block)
{
  g_return_val_if_fail (APP_IS_BLOCK (block), NULL);

  const char      *uri = app_block_get_uri (block);
  const char      *from = app_block_get_name (block);
  g_autofree char *last = NULL;

  if ((from == NULL || from[0] == '\0') && uri != NULL)
    {
      const char *slash = strrchr (uri, '/');
      from = slash != NULL ? slash + 1 : uri;
    }
  if (from == NULL || from[0] == '\0')
    from = _ ("result");
  g_autofree char *valid = g_utf8_make_valid (from, -1);
  last = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), FILE_NAME_CHARACTERS));
  make_harmless (last);
  if (strchr (last, '.') != NULL)
    return g_steal_pointer (&last);
  return g_strconcat (last, app_block_find_suffix (app_block_get_media_type (block)), NULL);
}
