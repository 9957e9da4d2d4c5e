/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-preset.h"

#include <glib/gi18n-lib.h>

#include "app-field.h"
#include "app-preset-payload.h"
#include "mcp-object.h"
#include "mcp-property.h"
#include "mcp-schema.h"

struct _AppPreset
{
  GObject parent_instance;

  AppPresetInfo    info;
  McpJsonSlot      root; /* holds what the match borrows from */
  AppPresetMatch   match;
  GListModel      *options;
  McpJsonDocument *payload;   /* the schema of what is set */
  McpSchema       *validator; /* (nullable): until something is set */
  gboolean         required;
  gboolean         refused; /* what is set is of another type: it is not sent */
};

enum {
  PROP_LEXEME = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

MCP_DEFINE_ZEROED_TYPE (AppPreset, app_preset, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppPreset, app_preset)
{
  g_free (self->info.path);
  g_free (self->info.label);
  g_free (self->info.description);
  g_free (self->info.users);
  g_free (self->info.default_lexeme);
  g_free (self->info.lexeme);
  g_free (self->info.error);
  g_clear_object (&self->options);
  g_clear_pointer (&self->payload, mcp_json_document_unref);
  g_clear_pointer (&self->validator, mcp_schema_unref);
  mcp_json_slot_clear (&self->root);
}

static void
app_preset_class_init (AppPresetClass *klass)
{
  static const McpProperty rows[N_PROPS] = {
    [PROP_LEXEME] = { "lexeme", G_TYPE_STRING, .offset = G_STRUCT_OFFSET (AppPreset, info.lexeme) },
  };

  G_OBJECT_CLASS (klass)->finalize = app_preset_finalize;
  mcp_property_install (G_OBJECT_CLASS (klass), rows, properties, N_PROPS);
}

gboolean
app_preset_detect (McpJsonValue root, McpJsonValue schema)
{
  AppPresetMatch match;

  return app_preset_match_read (&match, root, schema);
}

/* The title of a referenced definition names a type, not this input: it is left out. */
static char *
dup_label (McpJsonValue schema, const char *key)
{
  g_autofree char *title = mcp_json_value_dup_member_string (schema, "title");

  return title != NULL && title[0] != '\0' ? g_steal_pointer (&title) : g_strdup (key);
}

static char *
dup_description (AppPreset *self, McpJsonValue schema)
{
  McpJsonValue inside = app_preset_match_resolve (self->root.value, schema, NULL);
  char        *text = mcp_json_value_dup_member_string (schema, "description");

  return text != NULL ? text : mcp_json_value_dup_member_string (inside, "description");
}

static McpSchema *
get_validator (AppPreset *self)
{
  if (self->validator == NULL)
    self->validator = mcp_schema_new (app_preset_get_payload_schema (self));
  return self->validator;
}

/* A secret is a text; what only names one is none. */
static gboolean
looks_secret (AppPreset *self, McpJsonValue schema, const char *key)
{
  McpJsonValue format = mcp_json_value_get_member (schema, "format");
  gboolean     declared = mcp_json_value_get_member_boolean (schema, "writeOnly", FALSE) ||
                      mcp_json_value_string_equals (format, "password");

  if (self->info.kind == APP_PRESET_SECRET || self->options != NULL)
    return FALSE;
  return app_field_takes_secret (get_validator (self), key, declared);
}

static void
read_schema (AppPreset *self, McpJsonValue schema)
{
  g_autofree char *payload = NULL;

  if (app_preset_match_read (&self->match, self->root.value, schema))
    {
      self->info.kind = self->match.kind;
      self->options = app_preset_payload_create_options (&self->match);
      self->info.default_lexeme = app_preset_payload_dup_default (&self->match);
      payload = app_preset_payload_dup_schema (&self->match);
    }
  else
    {
      self->info.kind = APP_PRESET_PINNED;
      self->match.nullable = app_preset_match_admits_null (self->root.value, schema);
      payload = app_preset_payload_inline_schema (self->root.value, schema);
    }
  self->payload = mcp_json_document_parse_text (payload, -1, NULL);
  if (self->payload == NULL)
    self->payload = mcp_json_document_parse_text ("{}", -1, NULL);
}

AppPreset *
app_preset_new (McpJsonValue root,
                McpJsonValue schema,
                const char  *path,
                const char  *key,
                gboolean     required)
{
  AppPreset *self = g_object_new (APP_TYPE_PRESET, NULL);

  mcp_json_slot_set (&self->root, root);
  self->info.path = g_strdup (path);
  self->required = required;
  self->info.label = dup_label (schema, key);
  self->info.description = dup_description (self, schema);
  read_schema (self, schema);
  self->info.secret = looks_secret (self, schema, key);
  app_preset_set_value (self, MCP_JSON_NO_VALUE);
  return self;
}

/* As JavaScript names it, since the messages come from there: "undefined" for no value. */
static const char *
get_type_name (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NONE:
      return "undefined";
    case MCP_JSON_BOOLEAN:
      return "boolean";
    case MCP_JSON_NUMBER:
      return "number";
    case MCP_JSON_STRING:
      return "string";
    case MCP_JSON_NULL:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      return "object";
    }
}

/* The only type that is not null. Returns: (transfer full) (nullable) */
static char *
dup_type (McpJsonValue schema)
{
  McpJsonValue     type = mcp_json_value_get_member (schema, "type");
  g_autofree char *only = NULL;
  guint            count = 0;

  if (mcp_json_value_get_kind (type) == MCP_JSON_STRING)
    return mcp_json_value_dup_string (type, NULL);
  for (McpJsonWalk item = mcp_json_walk (type); mcp_json_walk_next (&item);)
    if (!mcp_json_value_string_equals (item.value, "null"))
      {
        g_free (only);
        only = mcp_json_value_dup_string (item.value, NULL);
        count++;
      }
  return count == 1 ? g_steal_pointer (&only) : NULL;
}

static gboolean
has_texts (AppPresetKind preset, McpJsonValue payload)
{
  McpJsonValue items = mcp_json_value_get_member (payload, "items");

  return preset == APP_PRESET_LIST ||
         mcp_json_value_string_equals (mcp_json_value_get_member (items, "type"), "string");
}

/* What is to be set, in the words of the reference implementation.
 * @kind: (out): MCP_JSON_NONE where anything will do. Returns: (nullable) */
static const char *
get_wanted (AppPresetKind preset, McpJsonValue payload, McpJsonKind *kind)
{
  g_autofree char *type = dup_type (payload);

  if (preset == APP_PRESET_ENUM || g_strcmp0 (type, "string") == 0)
    {
      *kind = MCP_JSON_STRING;
      return _ ("string value");
    }
  if (g_strcmp0 (type, "number") == 0 || g_strcmp0 (type, "integer") == 0)
    {
      *kind = MCP_JSON_NUMBER;
      return _ ("number value");
    }
  if (g_strcmp0 (type, "boolean") == 0)
    {
      *kind = MCP_JSON_BOOLEAN;
      return _ ("boolean value");
    }
  if (g_strcmp0 (type, "array") == 0)
    {
      *kind = MCP_JSON_ARRAY;
      return has_texts (preset, payload) ? _ ("array of string values") : _ ("array value");
    }
  if (g_strcmp0 (type, "object") == 0)
    {
      *kind = MCP_JSON_OBJECT;
      return _ ("object value");
    }
  *kind = MCP_JSON_NONE;
  return NULL;
}

static gboolean
fits (AppPreset *self, McpJsonValue value, McpJsonKind wanted)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (kind == MCP_JSON_NULL && self->match.nullable)
    return TRUE;
  if (wanted != MCP_JSON_NONE && kind != wanted)
    return FALSE;
  if (self->info.kind != APP_PRESET_LIST)
    return TRUE;
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    if (mcp_json_value_get_kind (item.value) != MCP_JSON_STRING)
      return FALSE;
  return TRUE;
}

/* What the schema has against it. Returns: (nullable) */
static char *
check (AppPreset *self, McpJsonValue value)
{
  if (mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return NULL;
  if (mcp_schema_test (get_validator (self), value, 0, NULL) != MCP_SCHEMA_INVALID)
    return NULL;
  g_autoptr (McpSchemaReport) report = mcp_schema_validate (self->validator, value, 0, NULL);
  if (report->errors->len == 0)
    return NULL;
  McpSchemaError *first = g_ptr_array_index (report->errors, 0);
  return g_strdup_printf ("%s: %s", self->info.path, first->text);
}

static char *
dup_error (AppPreset *self, McpJsonValue value)
{
  McpJsonKind kind = MCP_JSON_NONE;

  self->refused = FALSE;
  if (!mcp_json_value_exists (value) && !app_preset_needs_value (self))
    return NULL;
  const char *wanted = get_wanted (self->info.kind, app_preset_get_payload_schema (self), &kind);
  if (mcp_json_value_exists (value) && fits (self, value, kind))
    return check (self, value);
  self->refused = TRUE;
  return g_strdup_printf (_ ("Expected %s for key %s, got %s"),
                          wanted != NULL ? wanted : _ ("value"),
                          self->info.path,
                          get_type_name (value));
}

void
app_preset_set_value (AppPreset *self, McpJsonValue value)
{
  g_autofree char *lexeme = NULL;
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_if_fail (APP_IS_PRESET (self));

  if (self->info.kind != APP_PRESET_PINNED)
    {
      lexeme = app_preset_payload_unwrap (&self->match, value);
      document = lexeme != NULL ? mcp_json_document_parse_text (lexeme, -1, NULL) : NULL;
      value = mcp_json_document_get_root (document);
    }
  else
    lexeme = mcp_json_value_dup_text (value);
  /* An empty selection is none. */
  if (self->info.kind == APP_PRESET_LIST && mcp_json_value_get_kind (value) == MCP_JSON_ARRAY &&
      mcp_json_value_get_n_items (value) == 0)
    {
      value = MCP_JSON_NO_VALUE;
      g_clear_pointer (&lexeme, g_free);
    }
  g_autofree char *error = dup_error (self, value);
  if (g_strcmp0 (lexeme, self->info.lexeme) != 0)
    {
      g_free (self->info.lexeme);
      self->info.lexeme = g_steal_pointer (&lexeme);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LEXEME]);
    }
  g_free (self->info.error);
  self->info.error = g_steal_pointer (&error);
}

gboolean
app_preset_needs_value (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), FALSE);

  if (!self->required || self->info.default_lexeme != NULL || self->match.nullable)
    return FALSE;
  /* No items are a value too. */
  McpJsonValue least = mcp_json_value_get_member (self->match.array, "minItems");
  return !mcp_json_value_exists (self->match.array) || mcp_json_value_get_double (least, 0) > 0;
}

void
app_preset_mark_secret (AppPreset *self)
{
  g_return_if_fail (APP_IS_PRESET (self));
  self->info.secret = TRUE;
}

void
app_preset_require (AppPreset *self)
{
  g_autoptr (McpJsonDocument) document = NULL;

  g_return_if_fail (APP_IS_PRESET (self));

  self->required = TRUE;
  if (self->info.lexeme != NULL)
    document = mcp_json_document_parse_text (self->info.lexeme, -1, NULL);
  app_preset_set_value (self, document != NULL ? mcp_json_document_get_root (document)
                                               : MCP_JSON_NO_VALUE);
}

gboolean
app_preset_has_value (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), FALSE);
  return (self->info.lexeme != NULL || self->info.default_lexeme != NULL) && !self->refused;
}

gboolean
app_preset_is_missing (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), FALSE);
  return self->info.lexeme == NULL && app_preset_needs_value (self);
}

/* What is sent where nothing is set: a list of sources is empty, and what must be there is null
 * where that is admitted. */
static char *
dup_nothing (AppPreset *self)
{
  gboolean listed = mcp_json_value_exists (self->match.array);

  if (self->match.nullable)
    return self->required ? g_strdup ("null") : NULL;
  if (listed && !app_preset_needs_value (self) &&
      (self->required || self->info.kind == APP_PRESET_DATA_SOURCE ||
       self->info.kind == APP_PRESET_DATA_WAREHOUSE || self->info.kind == APP_PRESET_TABLE))
    return g_strdup ("[]");
  return NULL;
}

static char *
dup_wrapped (AppPreset *self, const char *lexeme)
{
  if (self->info.kind == APP_PRESET_PINNED)
    return g_strdup (lexeme);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (lexeme, -1, NULL);
  return app_preset_payload_wrap (&self->match, mcp_json_document_get_root (document));
}

char *
app_preset_dup_argument (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);

  if (self->refused)
    return NULL;
  if (!app_preset_has_value (self))
    return self->info.kind == APP_PRESET_PINNED ? NULL : dup_nothing (self);
  return dup_wrapped (self,
                      self->info.lexeme != NULL ? self->info.lexeme : self->info.default_lexeme);
}

char *
app_preset_dup_masked_argument (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);

  if (self->info.secret && app_preset_has_value (self))
    return dup_wrapped (self, "\"" APP_PRESET_MASK "\"");
  return app_preset_dup_argument (self);
}

McpJsonValue
app_preset_get_payload_schema (AppPreset *self)
{
  return mcp_json_document_get_root (self->payload);
}

void
app_preset_add_user (AppPreset *self, const char *tool)
{
  g_return_if_fail (APP_IS_PRESET (self));

  g_autofree char *old = g_steal_pointer (&self->info.users);
  self->info.users = old != NULL ? g_strconcat (old, ", ", tool, NULL) : g_strdup (tool);
}

const AppPresetInfo *
app_preset_get_info (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);
  return &self->info;
}

/* Whether Dust itself would know a pre-configured input. It compares schemas as they are written by
 * its own generator: type, required (in order), anyOf, items and properties have to be equal;
 * references are followed only within properties. We take more: see app-preset-match.h.
 *
 * Source: Dust, input_configuration.ts. */

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
app_preset_dup_strict (AppPreset *self)
{
  g_return_val_if_fail (APP_IS_PRESET (self), NULL);

  if (self->info.kind == APP_PRESET_PINNED)
    return NULL;
  McpJsonValue     schema = self->match.outer;
  g_autofree char *mime_type = mcp_json_value_dup_string (self->match.mark, NULL);
  if (!app_preset_kind_is_current (mime_type))
    return g_strdup_printf (_ ("it does not know “%s”"), mime_type);
  for (guint hop = 0; hop < MAX_HOPS; hop++)
    {
      g_autofree char *reference = mcp_json_value_dup_member_string (schema, "$ref");

      if (reference == NULL)
        break;
      if (!g_str_has_prefix (reference, "#/properties/"))
        return g_strdup_printf (_ ("it does not follow “%s”"), reference);
      schema = mcp_json_value_resolve_pointer (self->root.value, reference + 1);
    }
  const char *keyword = compare (&self->match, schema, mime_type);
  /* Translators: %s is a keyword of JSON Schema, such as "properties" */
  return keyword != NULL ? g_strdup_printf (_ ("it expects another “%s”"), keyword) : NULL;
}
