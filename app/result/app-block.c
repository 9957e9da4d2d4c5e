/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-block-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-visible-text.h"
#include "mcp-property.h"

/* A name or a type of a server's in a title. */
#define TITLE_CHARACTERS 60u
/* Bytes of a text that tell whether it is JSON or a card. */
#define SNIFF_BYTES 2048u

enum {
  PROP_KIND = 1,
  PROP_TITLE,
  PROP_MEDIA_TYPE,
  PROP_URI,
  PROP_NAME,
  PROP_DESCRIPTION,
  PROP_ROLE,
  PROP_SIZE,
  PROP_LOOKS_LIKE_JSON,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (AppBlock, app_block, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (AppBlockKind,
                    app_block_kind,
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_TEXT, "text"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_IMAGE, "image"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_AUDIO, "audio"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_RESOURCE_TEXT, "resource-text"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_RESOURCE_BLOB, "resource-blob"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_RESOURCE_LINK, "resource-link"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_STRUCTURED, "structured"),
                    G_DEFINE_ENUM_VALUE (APP_BLOCK_UNKNOWN, "unknown"))

static void
app_block_finalize (GObject *object)
{
  AppBlock *self = APP_BLOCK (object);

  mcp_json_slot_clear (&self->slot);
  g_clear_object (&self->card);
  g_free (self->title);
  g_free (self->media_type);
  g_free (self->uri);
  g_free (self->name);
  g_free (self->description);
  g_free (self->role);
  G_OBJECT_CLASS (app_block_parent_class)->finalize (object);
}

static void
app_block_class_init (AppBlockClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const McpProperty rows[N_PROPS] = {
    [PROP_KIND] = { "kind", APP_TYPE_BLOCK_KIND, .offset = G_STRUCT_OFFSET (AppBlock, kind) },
    [PROP_TITLE] = { "title", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppBlock, title) },
    [PROP_MEDIA_TYPE] = { "media-type", G_TYPE_STRING,
                          .offset = G_STRUCT_OFFSET (AppBlock, media_type) },
    [PROP_URI] = { "uri", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppBlock, uri) },
    [PROP_NAME] = { "name", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppBlock, name) },
    [PROP_DESCRIPTION] = { "description", G_TYPE_STRING,
                           .offset = G_STRUCT_OFFSET (AppBlock, description) },
    [PROP_ROLE] = { "role", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppBlock, role) },
    [PROP_SIZE] = { "size", G_TYPE_UINT64, .offset = G_STRUCT_OFFSET (AppBlock, size) },
    [PROP_LOOKS_LIKE_JSON] = { "looks-like-json", G_TYPE_BOOLEAN,
                               .offset = G_STRUCT_OFFSET (AppBlock, looks_like_json) },
  };

  object_class->finalize = app_block_finalize;

  mcp_property_install (object_class, rows, properties, N_PROPS);
}

static void
app_block_init (AppBlock *self)
{
}

/* The data of an image, "image/png", is "PNG" to a person. */
static char *
dup_type_name (const char *media_type)
{
  const char      *slash = media_type ? strrchr (media_type, '/') : NULL;
  g_autofree char *name = slash ? g_strndup (slash + 1, strcspn (slash + 1, ";")) : NULL;
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
  const char      *p;

  if (!mcp_json_value_exists (self->text))
    return;
  text = mcp_json_value_dup_string_prefix (self->text, SNIFF_BYTES, NULL);
  p = text;
  while (g_ascii_isspace (*p))
    p++;
  self->looks_like_json = *p == '{' || *p == '[';
  self->maybe_card = app_object_card_detect (text, -1);
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
  self->text = mcp_resource_contents_get_text (contents);
  self->data = mcp_resource_contents_get_blob (contents);
  self->uri = g_strdup (mcp_resource_contents_get_uri (contents));
  self->media_type = g_strdup (mcp_resource_contents_get_mime_type (contents));
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

  mcp_json_slot_set (&self->slot, mcp_resource_contents_get_value (contents));
  read_resource (self, contents);
  return finish (self, NULL);
}

AppBlock *
app_block_new_for_content (McpContent *content, const char *role)
{
  AppBlock *self = g_object_new (APP_TYPE_BLOCK, NULL);

  mcp_json_slot_set (&self->slot, mcp_content_get_value (content));
  self->role = g_strdup (role);
  self->text = mcp_content_get_text (content);
  self->data = mcp_content_get_data (content);
  switch (mcp_content_get_kind (content))
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
      self->name = g_strdup (mcp_content_get_display_name (content));
      self->description = g_strdup (mcp_content_get_description (content));
      break;
    case MCP_CONTENT_RESOURCE:
      self->kind = APP_BLOCK_UNKNOWN;
      if (mcp_content_get_resource (content) != NULL)
        read_resource (self, mcp_content_get_resource (content));
      break;
    case MCP_CONTENT_UNKNOWN:
    default:
      self->kind = APP_BLOCK_UNKNOWN;
      break;
    }
  if (self->media_type == NULL)
    self->media_type = g_strdup (mcp_content_get_mime_type (content));
  if (self->uri == NULL)
    self->uri = g_strdup (mcp_content_get_uri (content));
  return finish (self, mcp_content_get_type_name (content));
}

AppBlock *
app_block_new_content (McpJsonValue content, const char *role)
{
  g_autoptr (McpContent) read = mcp_content_new (content);

  return app_block_new_for_content (read, role);
}

AppBlock *
app_block_new_resource (McpJsonValue contents)
{
  g_autoptr (McpResourceContents) read = mcp_resource_contents_new (contents);

  return app_block_new_for_contents (read);
}

AppBlock *
app_block_new_structured (McpJsonValue value)
{
  AppBlock *self = g_object_new (APP_TYPE_BLOCK, NULL);

  self->kind = APP_BLOCK_STRUCTURED;
  mcp_json_slot_set (&self->slot, value);
  return finish (self, NULL);
}

AppBlockKind
app_block_get_kind (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), APP_BLOCK_UNKNOWN);
  return self->kind;
}

const char *
app_block_get_title (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);
  return self->title;
}

const char *
app_block_get_media_type (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);
  return self->media_type;
}

const char *
app_block_get_uri (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);
  return self->uri;
}

const char *
app_block_get_name (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);
  return self->name;
}

const char *
app_block_get_description (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);
  return self->description;
}

const char *
app_block_get_role (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), NULL);
  return self->role;
}

guint64
app_block_get_size (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), 0);
  return self->size;
}

gboolean
app_block_looks_like_json (AppBlock *self)
{
  g_return_val_if_fail (APP_IS_BLOCK (self), FALSE);
  return self->looks_like_json;
}

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
