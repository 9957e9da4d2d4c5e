/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store-server-template.h"

#include "mcp-object.h"
#include "store-error.h"
#include "store-template-reader.h"

#include <string.h>

#define MAX_NAME 200u
#define MAX_URL 2000u
/* Nothing that describes a server is nested deeper. */
#define MAX_DEPTH 100u
/* As many names as anybody reads. */
#define MAX_TOOLS 50u

struct _StoreServerTemplate
{
  StoreTemplateKind  kind;
  StoreTemplateAbout about;
  GPtrArray         *options;
};

/* Texts of the publisher */

char *
store_template_dup_text (McpJsonValue object, const char *name, gsize max)
{
  g_autofree char *text = mcp_json_value_dup_string_prefix (
      mcp_json_value_get_member (object, name), max, NULL);

  if (text == NULL || *text == '\0')
    return NULL;
  g_strdelimit (text, "\r\n\t", ' ');
  return g_strdup (g_strstrip (text));
}

char *
store_template_dup_scalar (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_value_dup_string (value, NULL);
    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      return mcp_json_value_dup_text (value);
    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      return NULL;
    }
}

static char *
dup_url (McpJsonValue object, const char *name)
{
  g_autofree char *text = NULL;

  if (mcp_json_value_get_kind (object) == MCP_JSON_STRING)
    text = mcp_json_value_dup_string_prefix (object, MAX_URL, NULL);
  else
    text = store_template_dup_text (object, name, MAX_URL);
  if (text != NULL && (g_str_has_prefix (text, "https://") || g_str_has_prefix (text, "http://")) &&
      g_uri_is_valid (text, G_URI_FLAGS_PARSE_RELAXED, NULL))
    return g_steal_pointer (&text);
  return NULL;
}

static gboolean
is_manifest (McpJsonValue value)
{
  return mcp_json_value_exists (mcp_json_value_get_member (value, "manifest_version")) ||
         mcp_json_value_exists (mcp_json_value_get_member (value, "dxt_version"));
}

/* A list item of a registry has it one level deeper. */
static McpJsonValue
unwrap (McpJsonValue value)
{
  McpJsonValue server = mcp_json_value_get_member (value, "server");

  if (!is_manifest (value) && mcp_json_value_get_kind (server) == MCP_JSON_OBJECT &&
      mcp_json_value_exists (mcp_json_value_get_member (server, "name")))
    return server;
  return value;
}

static gboolean
has_array (McpJsonValue value, const char *name)
{
  return mcp_json_value_get_kind (mcp_json_value_get_member (value, name)) == MCP_JSON_ARRAY;
}

gboolean
store_server_template_is_one (McpJsonValue value)
{
  value = unwrap (value);
  if (is_manifest (value))
    return mcp_json_value_exists (mcp_json_value_get_member (value, "server"));
  return mcp_json_value_get_kind (mcp_json_value_get_member (value, "name")) == MCP_JSON_STRING &&
         (has_array (value, "packages") || has_array (value, "remotes"));
}

static StoreTemplateKind
find_kind (McpJsonValue value)
{
  g_autofree char *schema = mcp_json_value_dup_member_string (value, "$schema");

  if (is_manifest (value))
    return STORE_TEMPLATE_BUNDLE;
  if (schema != NULL && strstr (schema, "server-card") != NULL)
    return STORE_TEMPLATE_CARD;
  return STORE_TEMPLATE_REGISTRY;
}

/* Returns: (transfer full) (nullable) */
static char *
dup_icon (McpJsonValue value)
{
  McpJsonValue     first = mcp_json_value_get_item (mcp_json_value_get_member (value, "icons"), 0);
  g_autofree char *source = store_template_dup_text (first, "src", MAX_URL);

  if (source == NULL)
    source = store_template_dup_text (value, "icon", MAX_URL);
  return source != NULL && (is_manifest (value) || g_str_has_prefix (source, "https://"))
             ? g_steal_pointer (&source)
             : NULL;
}

/* Returns: (transfer full) */
static GStrv
dup_tools (McpJsonValue tools)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonIter  iter;
  McpJsonValue each;

  if (mcp_json_value_get_kind (tools) == MCP_JSON_ARRAY)
    {
      mcp_json_iter_init (&iter, tools);
      for (guint i = 0; i < MAX_TOOLS && mcp_json_iter_next (&iter, NULL, &each); i++)
        {
          g_autofree char *name = store_template_dup_text (each, "name", MAX_NAME);

          if (name != NULL)
            g_strv_builder_add (builder, name);
        }
    }
  return g_strv_builder_end (builder);
}

static void
read_about (StoreServerTemplate *self, McpJsonValue value)
{
  StoreTemplateAbout *about = &self->about;

  about->name = store_template_dup_text (value, "name", MAX_NAME);
  about->title = store_template_dup_text (
      value, self->kind == STORE_TEMPLATE_BUNDLE ? "display_name" : "title", MAX_NAME);
  if (about->title == NULL)
    about->title = g_strdup (about->name);
  about->description = store_template_dup_text (value, "description", STORE_TEMPLATE_MAX_TEXT);
  about->version = store_template_dup_text (value, "version", MAX_NAME);
  if (about->version == NULL)
    about->version = store_template_dup_text (mcp_json_value_get_member (value, "version_detail"),
                                              "version", MAX_NAME);
  about->website = dup_url (value, "websiteUrl");
  if (about->website == NULL)
    about->website = dup_url (value, "homepage");
  about->repository = dup_url (mcp_json_value_get_member (value, "repository"), "url");
  about->icon = dup_icon (value);
  about->author =
      store_template_dup_text (mcp_json_value_get_member (value, "author"), "name", MAX_NAME);
  about->tools = (const char *const *)dup_tools (mcp_json_value_get_member (value, "tools"));
}

static gboolean
read_options (StoreServerTemplate *self, McpJsonValue value, GError **error)
{
  if (self->kind == STORE_TEMPLATE_BUNDLE)
    {
      StoreTemplateOption *option = store_template_read_manifest (value, error);

      if (option != NULL)
        g_ptr_array_add (self->options, option);
      return option != NULL;
    }
  if (self->about.name == NULL)
    g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                         "This describes no server: it has no name");
  else
    {
      store_template_read_server (value, self->options);
      if (self->options->len > 0)
        return TRUE;
      g_set_error (error, STORE_ERROR, STORE_ERROR_INVALID,
                   "The publisher of “%s” does not say how to run or reach it: there are neither "
                   "packages nor remotes",
                   self->about.title);
    }
  return FALSE;
}

StoreServerTemplate *
store_server_template_new_from_value (McpJsonValue value, GError **error)
{
  value = unwrap (value);
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, STORE_ERROR, STORE_ERROR_INVALID,
                           "This describes no server: a JSON object is expected");
      return NULL;
    }
  g_autoptr (StoreServerTemplate) self = g_atomic_rc_box_new0 (StoreServerTemplate);
  self->kind = find_kind (value);
  self->options = g_ptr_array_new_with_free_func ((GDestroyNotify)store_template_option_free);
  read_about (self, value);
  return read_options (self, value, error) ? g_steal_pointer (&self) : NULL;
}

StoreServerTemplate *
store_server_template_new (GBytes *json, GError **error)
{
  static const McpJsonLimits limits = { STORE_TEMPLATE_MAX_BYTES, MAX_DEPTH };
  McpJsonPlace               place;
  GError                    *problem = NULL;

  g_return_val_if_fail (json != NULL, NULL);

  g_autoptr (McpJsonDocument) document = mcp_json_document_parse (json, &limits, &place, &problem);
  if (document == NULL)
    {
      store_error_propagate_json (error, problem, &place);
      return NULL;
    }
  return store_server_template_new_from_value (mcp_json_document_get_root (document), error);
}

StoreServerTemplate *
store_server_template_ref (StoreServerTemplate *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (StoreServerTemplate *self)
{
  const StoreTemplateAbout *about = &self->about;

  g_free ((char *)about->name);
  g_free ((char *)about->title);
  g_free ((char *)about->description);
  g_free ((char *)about->version);
  g_free ((char *)about->website);
  g_free ((char *)about->repository);
  g_free ((char *)about->icon);
  g_free ((char *)about->author);
  g_strfreev ((char **)about->tools);
  g_ptr_array_unref (self->options);
}

void
store_server_template_unref (StoreServerTemplate *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify)clear);
}

MCP_DEFINE_PLAIN_GETTER (StoreTemplateKind, StoreServerTemplate, store_server_template, kind)

const StoreTemplateAbout *
store_server_template_get_about (StoreServerTemplate *self)
{
  return &self->about;
}

guint
store_server_template_get_n_options (StoreServerTemplate *self)
{
  return self->options->len;
}

const StoreTemplateOption *
store_server_template_get_option (StoreServerTemplate *self, guint index)
{
  g_return_val_if_fail (index < self->options->len, NULL);

  return self->options->pdata[index];
}

guint
store_server_template_get_best_option (StoreServerTemplate *self)
{
  for (guint i = 0; i < self->options->len; i++)
    if (store_template_option_get_problem (self->options->pdata[i]) == NULL)
      return i;
  return 0;
}

/* "io.github.example/files" is called "files" where it has no title. Returns: (transfer none) */
static const char *
get_profile_name (StoreServerTemplate *self)
{
  const char *slash = strrchr (self->about.title, '/');

  return slash != NULL && slash[1] != '\0' && g_str_equal (self->about.title, self->about.name)
             ? slash + 1
             : self->about.title;
}

StoreProfile *
store_server_template_resolve (StoreServerTemplate *self,
                               guint                option,
                               GHashTable          *values,
                               const char          *folder,
                               GStrv               *secrets,
                               GError             **error)
{
  g_return_val_if_fail (option < self->options->len, NULL);

  g_autoptr (StoreProfile) profile = store_profile_new (get_profile_name (self));
  g_object_set (profile, "origin", STORE_ORIGIN_IMPORTED, NULL);
  return store_template_option_resolve (self->options->pdata[option], values, folder, profile,
                                        secrets, error)
             ? g_steal_pointer (&profile)
             : NULL;
}
