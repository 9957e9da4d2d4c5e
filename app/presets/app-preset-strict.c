/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset-strict.h"

#include <glib/gi18n-lib.h>

#include "app-preset-match.h"

/* A reference to a reference is more than Dust's generator writes. */
#define MAX_HOPS 4u

#define MARK "\"mimeType\":{\"type\":\"string\",\"const\":\"@\"}"
#define ONE(member, schema)                                              \
  "{\"type\":\"object\",\"properties\":{\"" member "\":" schema "," MARK \
  "},\"required\":[\"" member "\",\"mimeType\"]}"
#define TEXT "{\"type\":\"string\"}"
#define URIS(pattern)                                                              \
  "{\"type\":\"array\",\"items\":" ONE ("uri", "{\"type\":\"string\",\"pattern\":" \
                                               "\"" pattern "\"}") "}"
#define SOURCE                                                                \
  "^data_source_configuration:\\\\/\\\\/dust\\\\/w\\\\/(\\\\w+)\\\\/"         \
  "(?:data_source_configurations\\\\/(\\\\w+)|data_source_views\\\\/(\\\\w+)" \
  "\\\\/filter\\\\/(.+))$"
#define TABLE                                                           \
  "^table_configuration:\\\\/\\\\/dust\\\\/w\\\\/(\\\\w+)\\\\/"         \
  "(?:table_configurations\\\\/(\\\\w+)|data_source_views\\\\/(\\\\w+)" \
  "\\\\/tables\\\\/(.+))$"
#define OR_NULL(type) "{\"type\":[\"" type "\",\"null\"]}"

/* As the generator writes them; what has options is looked at in another way. */
static const struct
{
  AppPresetKind kind;
  const char   *schema;
} generated[] = {
  { APP_PRESET_STRING, ONE ("value", TEXT) },
  { APP_PRESET_NUMBER, ONE ("value", "{\"type\":\"number\"}") },
  { APP_PRESET_BOOLEAN, ONE ("value", "{\"type\":\"boolean\"}") },
  { APP_PRESET_DATA_SOURCE, URIS (SOURCE) },
  { APP_PRESET_DATA_WAREHOUSE, URIS (SOURCE) },
  { APP_PRESET_TABLE, URIS (TABLE) },
  { APP_PRESET_AGENT,
    ONE ("uri", "{\"type\":\"string\",\"pattern\":\"^agent:\\\\/\\\\/dust\\\\/w\\\\/(\\\\w+)\\\\/"
                "agents\\\\/([\\\\w-]+)$\"}") },
  { APP_PRESET_REASONING_MODEL,
    "{\"type\":\"object\",\"properties\":{\"modelId\":" TEXT ",\"providerId\":" TEXT
    ",\"temperature\":" OR_NULL ("number") ",\"reasoningEffort\":" OR_NULL (
        "string") "," MARK "},\"required\":[\"modelId\",\"providerId\",\"temperature\","
                  "\"reasoningEffort\",\"mimeType\"]}" },
  { APP_PRESET_DUST_APP, ONE ("appId", TEXT) },
  { APP_PRESET_TIME_FRAME,
    "{\"type\":\"object\",\"properties\":{\"duration\":{\"type\":\"number\"},\"unit\":{\"type\":"
    "\"string\",\"enum\":[\"hour\",\"day\",\"week\",\"month\",\"year\"]}," MARK
    "},\"required\":[\"duration\",\"unit\",\"mimeType\"]}" },
  { APP_PRESET_SECRET, ONE ("secretName", TEXT) },
};

/* Of what differs, the keyword; NULL where nothing does. Other keywords are not compared. */
static const char *
find_difference (McpJsonValue wanted, McpJsonValue schema)
{
  static const char *const keywords[] = { "type", "required", "anyOf", "properties" };
  McpJsonValue             items = mcp_json_value_get_member (wanted, "items");

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      McpJsonValue a = mcp_json_value_get_member (wanted, keywords[i]);
      McpJsonValue b = mcp_json_value_get_member (schema, keywords[i]);

      if (mcp_json_value_exists (a) != mcp_json_value_exists (b) ||
          (mcp_json_value_exists (a) && !mcp_json_value_equal (a, b)))
        return keywords[i];
    }
  if (!mcp_json_value_exists (items))
    return mcp_json_value_exists (mcp_json_value_get_member (schema, "items")) ? "items" : NULL;
  return find_difference (items, mcp_json_value_get_member (schema, "items"));
}

/* What has options needs no more than them, the value and the mark. */
static const char *
find_in_options (const AppPresetMatch *match)
{
  McpJsonValue inside = mcp_json_value_get_member (match->object, "properties");
  McpJsonValue mark = mcp_json_value_get_member (inside, "mimeType");
  const char  *value = match->kind == APP_PRESET_LIST ? "values" : "value";

  if (!mcp_json_value_exists (mcp_json_value_get_member (inside, "options")) ||
      !mcp_json_value_exists (mcp_json_value_get_member (inside, value)) ||
      !mcp_json_value_string_equals (mcp_json_value_get_member (mark, "type"), "string") ||
      !mcp_json_value_exists (mcp_json_value_get_member (mark, "const")))
    return "properties";
  return NULL;
}

static const char *
compare (const AppPresetMatch *match, McpJsonValue schema, const char *mime_type)
{
  if (match->kind == APP_PRESET_ENUM || match->kind == APP_PRESET_LIST)
    return find_in_options (match);
  for (guint i = 0; i < G_N_ELEMENTS (generated); i++)
    if (generated[i].kind == match->kind)
      {
        g_auto (GStrv) parts = g_strsplit (generated[i].schema, "@", -1);
        g_autofree char *text = g_strjoinv (mime_type, parts);
        g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (text, -1, NULL);

        return find_difference (mcp_json_document_get_root (document), schema);
      }
  return NULL;
}

char *
app_preset_dup_strict_reason (McpJsonValue root, McpJsonValue schema)
{
  g_autofree char *mime_type = NULL;
  const char      *keyword;
  AppPresetMatch   match;

  if (!app_preset_match_read (&match, root, schema))
    return NULL;
  mime_type = mcp_json_value_dup_string (match.mark, NULL);
  if (!app_preset_kind_is_current (mime_type))
    return g_strdup_printf (_ ("it does not know “%s”"), mime_type);
  for (guint hop = 0; hop < MAX_HOPS; hop++)
    {
      g_autofree char *reference = mcp_json_value_dup_member_string (schema, "$ref");

      if (reference == NULL)
        break;
      if (!g_str_has_prefix (reference, "#/properties/"))
        return g_strdup_printf (_ ("it does not follow “%s”"), reference);
      schema = mcp_json_value_resolve_pointer (root, reference + 1);
    }
  keyword = compare (&match, schema, mime_type);
  /* Translators: %s is a keyword of JSON Schema, such as "properties" */
  return keyword != NULL ? g_strdup_printf (_ ("it expects another “%s”"), keyword) : NULL;
}
