/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every kind of pre-configured input in every way that servers write it. */

#include "app-tests.h"
#include "app-preset-kind.h"
#include "app-form-provider.h"
#include "app-preset.h"
#include "app-presets-form.h"
#include "app-presets.h"
#include "mcp-json-writer.h"
#include "test-data.h"

#include <string.h>

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* The ways. Each makes a tool's schema whose input is at @path. */
typedef struct
{
  const char *name;
  const char *path;
  const char *schema; /* <S> is the input's schema, <P> the same as Python's generator has it */
  const char *model;  /* what is left of it */
  const char *sent;   /* from {}; <S> is what is injected */
} Way;

#define TOOL(inside) "{\"type\":\"object\",\"properties\":" inside "}"

static const Way ways[] = {
  { "plain", "k", TOOL ("{\"k\":<S>}"), TOOL ("{}"), "{\"k\":<S>}" },
  { "referenced", "k",
    "{\"$defs\":{\"Kind\":<P>},\"properties\":{\"k\":{\"$ref\":\"#/$defs/Kind\"}}}",
    "{\"properties\":{}}", "{\"k\":<S>}" },
  { "definitions of draft-07, through one more reference", "k",
    "{\"definitions\":{\"A/b\":<S>,\"B\":{\"$ref\":\"#/definitions/A~1b\"}},\"properties\":{\"k\":{"
    "\"description\":\"d\",\"allOf\":[{\"$ref\":\"#/definitions/B\"}]}}}",
    "{\"properties\":{}}", "{\"k\":<S>}" },
  { "nullable", "k", TOOL ("{\"k\":{\"anyOf\":[<P>,{\"type\":\"null\"}],\"default\":null}}"),
    TOOL ("{}"), "{\"k\":<S>}" },
  { "nullable, null first, oneOf", "k", TOOL ("{\"k\":{\"oneOf\":[{\"type\":\"null\"},<S>]}}"),
    TOOL ("{}"), "{\"k\":<S>}" },
  { "nested", "a.b.k",
    TOOL ("{\"a\":{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"object\","
          "\"properties\":{\"k\":<S>,\"q\":{}},\"required\":[\"k\",\"q\"]}}}}"),
    TOOL ("{\"a\":{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"object\","
          "\"properties\":{\"q\":{}},\"required\":[\"q\"]}}}}"),
    "{\"a\":{\"b\":{\"k\":<S>}}}" },
  { "in a model that may be null", "user.k",
    "{\"$defs\":{\"User\":{\"type\":\"object\",\"properties\":{\"k\":<S>,\"id\":{}},\"required\":["
    "\"k\"]}},\"properties\":{\"user\":{\"anyOf\":[{\"$ref\":\"#/$defs/User\"},{\"type\":\"null\"}]"
    "}}}",
    "{\"$defs\":{\"User\":{\"type\":\"object\",\"properties\":{\"id\":{}},\"required\":[]}},"
    "\"properties\":{\"user\":{\"anyOf\":[{\"$ref\":\"#/$defs/User\"},{\"type\":\"null\"}]}}}",
    "{\"user\":{\"k\":<S>}}" },
  { "in a part of allOf, required beside it", "k",
    "{\"allOf\":[{\"properties\":{\"k\":<S>,\"q\":{}}},{\"required\":[\"k\",\"q\"]}]}",
    "{\"allOf\":[{\"properties\":{\"q\":{}}},{\"required\":[\"q\"]}]}", "{\"k\":<S>}" },
  { "a name that is no identifier", "If-Match.{{x}}",
    TOOL ("{\"If-Match\":{\"properties\":{\"{{x}}\":<S>}}}"),
    TOOL ("{\"If-Match\":{\"properties\":{}}}"), "{\"If-Match\":{\"{{x}}\":<S>}}" },
};

/* As Pydantic writes a schema: titles everywhere, and an enum of one for a constant. */
static char *
write_as_python (const char *schema)
{
  g_autofree char *titled = replace (schema, "\"properties\":", "\"title\":\"T\",\"properties\":");

  return replace (titled, "\"const\":\"application/vnd.dust",
                  "\"title\":\"Mimetype\",\"enum\":[\"application/vnd.dust");
}

static char *
close_enums (const char *schema)
{
  /* The mark is the last thing in its object. */
  g_autoptr (GRegex) regex = g_regex_new ("(\"enum\":\\[\"application/vnd[^\"]*\")", 0, 0, NULL);

  return g_regex_replace (regex, schema, -1, 0, "\\1]", 0, NULL);
}

static void
assert_json (const char *text, const char *expected)
{
  g_autoptr (McpJsonDocument) a =
      text != NULL ? mcp_json_document_parse_text (text, -1, NULL) : NULL;
  g_autoptr (McpJsonDocument) b = mcp_json_document_parse_text (expected, -1, NULL);

  g_assert_nonnull (b);
  if (a == NULL ||
      !mcp_json_value_equal (mcp_json_document_get_root (a), mcp_json_document_get_root (b)))
    g_error ("%s is not %s", text, expected);
}

static void
check_way (const Way *way, const char *schema, const char *injected, AppPresetKind kind)
{
  g_autofree char *titled = write_as_python (schema);
  g_autofree char *python = close_enums (titled);
  g_autofree char *plain = replace (way->schema, "<S>", schema);
  g_autofree char *text = replace (plain, "<P>", python);
  g_autoptr (McpJsonDocument) document = NULL;
  g_autoptr (AppPresets) presets = NULL;
  g_autoptr (AppPreset) preset = NULL;
  g_autoptr (McpJsonDocument) argument = NULL;
  g_autofree char *model = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *expected = replace (way->sent, "<S>", injected);
  g_autoptr (AppForm) form = NULL;

  document = mcp_json_document_parse_text (text, -1, NULL);
  g_assert_nonnull (document);
  presets = app_presets_new (mcp_json_document_get_root (document));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (presets)), ==, 1);
  preset = g_list_model_get_item (G_LIST_MODEL (presets), 0);
  g_assert_cmpstr (app_preset_get_info (preset)->path, ==, way->path);
  g_assert_cmpint (app_preset_get_info (preset)->kind, ==, kind);
  model = app_presets_dup_model_schema (presets);
  assert_json (model, way->model);

  argument = mcp_json_document_parse_text (injected, -1, NULL);
  app_preset_set_value (preset, mcp_json_document_get_root (argument));
  sent = app_presets_inject (presets, MCP_JSON_NO_VALUE, NULL);
  assert_json (sent, expected);

  /* The panel's form holds what is set, byte for byte. */
  form = app_presets_create_form (presets);
  g_assert_true (app_form_get_text_error (form) == NULL);
  {
    McpJsonValue     shown = mcp_json_value_get_member (app_form_get_value (form), way->path);
    g_autofree char *lexeme = mcp_json_value_dup_text (shown);

    g_assert_cmpstr (lexeme, ==, app_preset_get_info (preset)->lexeme);
  }
}

/* Each value that is needed is marked, a boolean too, and none is set by that. */
static void
test_required_boolean (void)
{
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (
      "{\"type\":\"object\",\"required\":[\"b\"],\"properties\":{\"b\":{\"type\":\"object\","
      "\"properties\":{\"value\":{\"type\":\"boolean\"},\"mimeType\":{\"type\":\"string\",\"const\":"
      "\"application/vnd.dust.tool-input.boolean\"}},\"required\":[\"value\",\"mimeType\"]}}}",
      -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (document));
  g_autoptr (AppForm) form = app_presets_create_form (presets);
  AppField *field = app_form_find_field (form, "/b");

  g_assert_cmpint (app_field_get_info (field)->kind, ==, APP_FIELD_BOOLEAN);
  g_assert_true (app_field_get_place (field)->required);
  g_assert_cmpint (app_field_get_state (field)->presence, ==, APP_PRESENCE_ABSENT);
  app_field_set_active (field, FALSE);
  g_assert_cmpint (app_field_get_state (field)->presence, ==, APP_PRESENCE_VALUE);
  app_field_clear (field);
  g_assert_cmpint (app_field_get_state (field)->presence, ==, APP_PRESENCE_ABSENT);
}

/* Every kind, every way, each of the three spellings of the mark. */
static void
test_ways (void)
{
  static const char *const categories[] = { "tool-input", "tool_input", "configuration" };
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/dust_preconfigured.json");
  McpJsonValue kind;
  McpJsonIter  iter;
  guint        count = 0;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "kinds"));
  while (mcp_json_iter_next (&iter, NULL, &kind))
    for (guint c = 0; c < G_N_ELEMENTS (categories); c++)
      for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
        {
          g_autofree char *schema =
              mcp_json_value_print_compact (mcp_json_value_get_member (kind, "schema"));
          g_autofree char *injected =
              mcp_json_value_print_compact (mcp_json_value_get_member (kind, "injected"));
          g_autofree char *mime_type = mcp_json_value_dup_member_string (kind, "mimeType");
          g_autofree char *a = replace (schema, "tool-input", categories[c]);
          g_autofree char *b = replace (injected, "tool-input", categories[c]);
          AppPresetKind    expected = APP_PRESET_OTHER;

          g_assert_true (app_preset_kind_from_mime_type (mime_type, &expected));
          g_assert_cmpint (expected, !=, APP_PRESET_OTHER);
          g_test_message ("%s, %s, %s", mime_type, categories[c], ways[w].name);
          check_way (&ways[w], a, b, expected);
          count++;
        }
  g_assert_cmpuint (count, ==, 15 * G_N_ELEMENTS (categories) * G_N_ELEMENTS (ways));
}

#define MARK(kind) \
  "\"mimeType\":{\"type\":\"string\",\"const\":\"application/vnd.dust.tool-input." kind "\"}"
#define FIVE "\"modelId\",\"providerId\",\"temperature\",\"reasoningEffort\",\"mimeType\""
#define MARKED(kind) "\"mimeType\":\"application/vnd.dust.tool-input." kind "\""

static char *
dup_strict (McpJsonValue schema)
{
  g_autoptr (AppPreset) preset = app_preset_new (schema, schema, "x", "x", FALSE);

  return app_preset_dup_strict (preset);
}

/* Dust knows its own; of the other ways, those that are told are the ones that it would not. */
static void
test_strict (void)
{
  g_autoptr (McpJsonDocument) document = test_data_load ("seed-fixtures/dust_preconfigured.json");
  McpJsonValue name;
  McpJsonValue kind;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter,
                      mcp_json_value_get_member (mcp_json_document_get_root (document), "kinds"));
  while (mcp_json_iter_next (&iter, &name, &kind))
    {
      McpJsonValue     schema = mcp_json_value_get_member (kind, "schema");
      g_autofree char *title = mcp_json_value_dup_string (name, NULL);
      g_autofree char *text = mcp_json_value_print_compact (schema);
      g_autofree char *titled = write_as_python (text);
      g_autofree char *python = close_enums (titled);
      g_autofree char *spelled = replace (text, "tool-input", "tool_input");
      g_autoptr (McpJsonDocument) other = mcp_json_document_parse_text (python, -1, NULL);
      g_autoptr (McpJsonDocument) third = mcp_json_document_parse_text (spelled, -1, NULL);
      g_autofree char *own = dup_strict (schema);
      g_autofree char *reason = dup_strict (mcp_json_document_get_root (other));
      g_autofree char *spelling = dup_strict (mcp_json_document_get_root (third));

      g_test_message ("%s: %s", title, reason);
      if (strstr (title, "older") == NULL)
        g_assert_cmpstr (own, ==, NULL);
      if (strstr (title, "JSON_SCHEMA") == NULL)
        g_assert_nonnull (reason);
      g_assert_nonnull (spelling);
    }
}

/* Shapes that the fixture only names, and what is set for them, what that becomes, and what is said
 * against it. */
static const struct
{
  const char *name;
  const char *schema;
  const char *set; /* NULL: nothing */
  const char *sent;
  const char *error; /* a part of it; NULL: none */
} shapes[] = {
  { "an app with its workspace",
    "{\"properties\":{\"appWorkspaceId\":{\"type\":\"string\"},\"appId\":{\"type\":\"string\"}"
    "," MARK ("dust-app") "},\"required\":[\"appWorkspaceId\",\"appId\",\"mimeType\"]}",
    "{\"appWorkspaceId\":\"W\",\"appId\":\"A\"}",
    "{\"appWorkspaceId\":\"W\",\"appId\":\"A\"," MARKED ("dust-app") "}", NULL },
  { "half of that",
    "{\"properties\":{\"appWorkspaceId\":{\"type\":\"string\"},\"appId\":{\"type\":\"string\"}"
    "," MARK ("dust-app") "},\"required\":[\"appWorkspaceId\",\"appId\",\"mimeType\"]}",
    "{\"appId\":\"A\"}", "{\"appId\":\"A\"," MARKED ("dust-app") "}", "appWorkspaceId" },
  { "a schema under its older name",
    "{\"properties\":{\"jsonSchema\":{\"type\":\"object\"}," MARK ("json-schema") "}}",
    "{\"type\":\"object\",\"x\":1.10}",
    "{\"jsonSchema\":{\"type\":\"object\",\"x\":1.10}," MARKED ("json-schema") "}", NULL },
  { "a schema spread beside the mark",
    "{\"properties\":{\"type\":{\"const\":\"object\"},\"properties\":{\"type\":\"object\"},"
    "\"required\":{\"type\":\"array\"}," MARK (
        "json-schema") "},\"required\":[\"type\",\"mimeType\"]}",
    "{\"properties\":{\"a\":{}}}",
    "{\"properties\":{\"a\":{}},\"type\":\"object\"," MARKED ("json-schema") "}", NULL },
  { "any schema beside the mark", "{\"type\":\"object\",\"properties\":{" MARK ("json-schema") "}}",
    "{\"type\":\"object\"}", "{\"type\":\"object\"," MARKED ("json-schema") "}", NULL },
  { "a number whose value is a text",
    "{\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("number") "}}", "\"7\"",
    "{\"value\":\"7\"," MARKED ("number") "}", NULL },
  { "and a number for it", "{\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("number") "}}",
    "7", NULL, "Expected string value for key k, got number" },
  { "a large number", "{\"properties\":{\"value\":{\"type\":\"number\"}," MARK ("number") "}}",
    "1e30", "{\"value\":1e30," MARKED ("number") "}", NULL },
  { "an integer that is none",
    "{\"properties\":{\"value\":{\"type\":\"integer\"}," MARK ("number") "}}", "1.5",
    "{\"value\":1.5," MARKED ("number") "}", "k: " },
  { "no", "{\"properties\":{\"value\":{\"type\":\"boolean\"}," MARK ("boolean") "}}", "false",
    "{\"value\":false," MARKED ("boolean") "}", NULL },
  { "empty text", "{\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("string") "}}", "\"\"",
    "{\"value\":\"\"," MARKED ("string") "}", NULL },
  { "options that are required and never sent",
    "{\"properties\":{\"options\":{\"anyOf\":[{\"properties\":{\"value\":{\"const\":\"A\"}}}]},"
    "\"value\":{\"type\":\"string\"}," MARK ("enum") "},\"required\":[\"options\",\"value\","
                                                     "\"mimeType\"]}",
    "\"A\"", "{\"value\":\"A\"," MARKED ("enum") "}", NULL },
  { "none of the options",
    "{\"properties\":{\"options\":{\"anyOf\":[{\"properties\":{\"value\":{\"const\":\"A\"}}}]},"
    "\"value\":{\"type\":\"string\"}," MARK ("enum") "}}",
    "\"Z\"", "{\"value\":\"Z\"," MARKED ("enum") "}", "k: " },
  { "an agent that is none",
    "{\"properties\":{\"uri\":{\"type\":\"string\",\"pattern\":\"^agent:\\\\/\\\\/\"}," MARK (
        "agent") "}}",
    "\"me\"", "{\"uri\":\"me\"," MARKED ("agent") "}", "k: " },
  { "a list of sources, pasted as one text",
    "{\"type\":\"array\",\"items\":{\"properties\":{\"uri\":{\"type\":\"string\"}," MARK (
        "data-source") "}}}",
    "\"x\"", NULL, "Expected array of string values for key k, got string" },
  { "sources, none of them chosen",
    "{\"type\":\"array\",\"items\":{\"properties\":{\"uri\":{\"type\":\"string\"}," MARK (
        "table") "}}}",
    NULL, "[]", NULL },
  { "sources, one at least",
    "{\"type\":\"array\",\"minItems\":1,\"items\":{\"properties\":{\"uri\":{\"type\":\"string\"}"
    "," MARK ("table") "}}}",
    NULL, NULL, "Expected array of string values for key k, got undefined" },
  { "a model that thinks as it likes",
    "{\"properties\":{\"modelId\":{\"type\":\"string\"},\"providerId\":{\"type\":\"string\"},"
    "\"temperature\":{\"type\":[\"number\",\"null\"]},\"reasoningEffort\":{\"anyOf\":[{\"type\":"
    "\"string\"},{\"type\":\"null\"}]}," MARK ("reasoning-model") "},\"required\":[" FIVE "]}",
    "{\"modelId\":\"m\",\"providerId\":\"p\",\"temperature\":0.10}",
    "{\"modelId\":\"m\",\"providerId\":\"p\",\"temperature\":0.10,\"reasoningEffort\":"
    "null," MARKED ("reasoning-model") "}",
    NULL },
  { "defaults of the members make the whole",
    "{\"properties\":{\"duration\":{\"type\":\"number\",\"default\":7},\"unit\":{\"const\":\"day\"}"
    "," MARK ("time-frame") "},\"required\":[\"duration\",\"unit\",\"mimeType\"]}",
    NULL, "{\"duration\":7,\"unit\":\"day\"," MARKED ("time-frame") "}", NULL },
  { "a default of the older place",
    "{\"properties\":{\"value\":{\"type\":\"string\",\"default\":\"en\"}," MARK ("string") "}}",
    NULL, "{\"value\":\"en\"," MARKED ("string") "}", NULL },
  { "a kind of tomorrow",
    "{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("teapot") "}}",
    "{\"value\":\"v\",\"more\":[1]}", "{\"value\":\"v\",\"more\":[1]," MARKED ("teapot") "}",
    NULL },
  { "and nothing for it",
    "{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("teapot") "}}",
    NULL, NULL, "Expected object value for key k, got undefined" },
  { "a secret has a name",
    "{\"properties\":{\"secretName\":{\"type\":\"string\"}," MARK ("secret") "}}", "\"KEY\"",
    "{\"secretName\":\"KEY\"," MARKED ("secret") "}", NULL },
};

static void
test_shapes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"required\":[\"k\"],\"properties\":{\"k\":%s}}",
                                               shapes[i].schema);
      g_autoptr (McpJsonDocument) schema = mcp_json_document_parse_text (text, -1, NULL);
      g_autoptr (McpJsonDocument) set =
          shapes[i].set != NULL ? mcp_json_document_parse_text (shapes[i].set, -1, NULL) : NULL;
      g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (schema));
      AppPreset       *preset = app_presets_find_path (presets, "k");
      g_autofree char *argument = NULL;

      g_test_message ("%s", shapes[i].name);
      g_assert_nonnull (preset);
      g_assert_false (app_preset_get_info (preset)->secret);
      if (set != NULL)
        app_preset_set_value (preset, mcp_json_document_get_root (set));
      argument = app_preset_dup_argument (preset);
      g_assert_cmpstr (argument, ==, shapes[i].sent);
      if (shapes[i].error == NULL)
        g_assert_cmpstr (app_preset_get_info (preset)->error, ==, NULL);
      else
        {
          g_assert_nonnull (app_preset_get_info (preset)->error);
          if (strstr (app_preset_get_info (preset)->error, shapes[i].error) == NULL)
            g_error ("“%s” does not say “%s”", app_preset_get_info (preset)->error, shapes[i].error);
        }
    }
}

/* What only speaks of such types is none. */
static void
test_others (void)
{
  static const char *const schemas[] = {
    "{\"properties\":{\"mimeType\":{\"type\":\"string\"},\"data\":{\"type\":\"string\"}}}",
    "{\"properties\":{\"k\":{\"properties\":{\"mimeType\":{\"const\":\"image/png\"}}}}}",
    "{\"properties\":{\"k\":{\"properties\":{\"mimeType\":{\"enum\":["
    "\"application/vnd.dust.tool-input.string\",\"application/vnd.dust.tool-input.number\"]}}}}}",
    "{\"properties\":{\"k\":{\"properties\":{\"mimeType\":{\"default\":"
    "\"application/vnd.dust.tool-input.string\"}}}}}",
    "{\"properties\":{\"k\":{\"properties\":{\"mimeType\":{\"const\":"
    "\"application/vnd.dust.tool-input.\"}}}}}",
    "{\"properties\":{\"k\":{\"properties\":{\"mimeType\":{\"const\":"
    "\"application/vnd.dust.tool-output.file\"}}}}}",
    "{\"properties\":{\"k\":{\"const\":{\"mimeType\":\"application/"
    "vnd.dust.tool-input.string\"}}}}",
    "{\"properties\":{\"k\":{\"type\":\"string\",\"description\":\"an object whose mimeType is "
    "application/vnd.dust.tool-input.string\"}}}",
    "{\"properties\":{\"k\":{\"anyOf\":[{\"properties\":{\"mimeType\":{\"const\":"
    "\"application/vnd.dust.tool-input.string\"}}},{\"type\":\"string\"}]}}}",
    "{\"properties\":{\"mimeType\":{\"const\":\"application/vnd.dust.tool-input.string\"}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (schemas[i], -1, NULL);
      g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (document));
      g_autofree char *model = app_presets_dup_model_schema (presets);

      g_test_message ("%s", schemas[i]);
      g_assert_cmpint (app_presets_get_status (presets), ==, APP_PRESETS_NONE);
      g_assert_cmpstr (model, ==, schemas[i]);
    }
}

static gboolean
provides (AppPresets *presets, const char *pointer)
{
  AppFormProvider *provider = APP_FORM_PROVIDER (presets);

  return APP_FORM_PROVIDER_GET_IFACE (provider)->provides (provider, pointer);
}

/* Each item of an array has its own, and so has each place of a tuple. */
static void
test_arrays (void)
{
#define TEXT "{\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("string") "}}"
#define SAID(text) "{\"value\":\"" text "\"," MARKED ("string") "}"
  g_autoptr (McpJsonDocument) schema = mcp_json_document_parse_text (
      "{\"properties\":{\"l\":{\"items\":{\"properties\":{\"k\":" TEXT "}}},\"t\":{\"prefixItems\":"
      "[{},{\"properties\":{\"k\":" TEXT "}}],\"items\":{\"properties\":{\"r\":" TEXT "}}},\"o\":{"
      "\"items\":[{\"properties\":{\"k\":" TEXT "}}]}}}",
      -1, NULL);
  g_autoptr (McpJsonDocument) values = mcp_json_document_parse_text (
      "{\"l.items.k\":\"L\",\"t.items.1.k\":\"T\",\"t.items.r\":\"R\",\"o.items[0].k\":\"O\"}", -1,
      NULL);
  g_autoptr (McpJsonDocument) arguments = mcp_json_document_parse_text (
      "{\"l\":[{},{\"k\":1},7],\"t\":[{},{},{},{}],\"o\":[{},{}]}", -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (schema));
  g_autofree char *model = app_presets_dup_model_schema (presets);
  g_autofree char *sent = NULL;

  app_presets_set_values (presets, mcp_json_document_get_root (values));
  sent = app_presets_inject (presets, mcp_json_document_get_root (arguments), NULL);
  g_assert_cmpstr (
      sent, ==,
      "{\"l\":[{\"k\":" SAID ("L") "},{\"k\":1},7],\"t\":[{},{\"k\":" SAID ("T") "},{\"r\":" SAID (
          "R") "},{\"r\":" SAID ("R") "}],\"o\":[{\"k\":" SAID ("O") "},{}]}");
  g_assert_cmpstr (model, ==,
                   "{\"properties\":{\"l\":{\"items\":{\"properties\":{}}},\"t\":{\"prefixItems\":["
                   "{},{\"properties\":{}}],\"items\":{\"properties\":{}}},\"o\":{\"items\":[{"
                   "\"properties\":{}}]}}}");
  g_assert_true (provides (presets, ""));
  g_assert_true (provides (presets, "/t/1"));
  g_assert_true (provides (presets, "/t/1/k"));
  g_assert_true (provides (presets, "/t/5/r"));
  g_assert_false (provides (presets, "/t/1/r"));
  g_assert_false (provides (presets, "/t/1/k/value"));
  g_assert_false (provides (presets, "/x"));
}

/* Parameters that the person pinned. */
static void
test_pins (void)
{
  g_autoptr (McpJsonDocument) schema = mcp_json_document_parse_text (
      "{\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"n\":{"
      "\"type\":\"integer\"}},\"required\":[\"id\",\"n\"]}},\"properties\":{\"workspace\":{"
      "\"type\":"
      "\"string\"},\"a\":{\"$ref\":\"#/$defs/P\"},\"b\":{\"$ref\":\"#/$defs/P\"},"
      "\"c\":{\"$ref\":\"#/$defs/P\"},\"api_key\":{"
      "\"type\":\"string\"},\"q\":{}},\"required\":[\"workspace\",\"a\",\"q\"]}",
      -1, NULL);
  g_autoptr (McpJsonDocument) pins = mcp_json_document_parse_text (
      "{\"workspace\":\"w\",\"a.id\":\"i\",\"api_key\":\"hush\",\"gone\":1,\"b.n\":1.5}", -1, NULL);
  g_autoptr (McpJsonDocument) arguments = mcp_json_document_parse_text (
      "{\"q\":1,\"workspace\":\"\",\"a\":{\"n\":2}}", -1, NULL);
  g_autoptr (AppPresets) presets = app_presets_new_with_pins (
      mcp_json_document_get_root (schema), mcp_json_document_get_root (pins));
  g_autofree char *model = app_presets_dup_model_schema (presets);
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *sent =
      app_presets_inject (presets, mcp_json_document_get_root (arguments), &problems);
  g_autofree char *plain = app_presets_inject (presets, MCP_JSON_NO_VALUE, NULL);
  g_autofree char *masked = app_presets_inject_masked (presets, MCP_JSON_NO_VALUE);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (presets)), ==, 4);
  g_assert_cmpint (app_presets_get_status (presets), ==, APP_PRESETS_OPTIONAL);
  g_assert_true (app_preset_get_info (app_presets_find_path (presets, "api_key"))->secret);
  /* Where nothing is pinned, the definition is as it was. */
  g_assert_cmpstr (
      model, ==,
      "{\"$defs\":{\"P\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"},\"n\":{"
      "\"type\":\"integer\"}},\"required\":[\"id\",\"n\"]}},\"properties\":{\"a\":{\"type\":"
      "\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]},\"b\":{"
      "\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"string\"}},\"required\":[\"id\"]},"
      "\"c\":{\"$ref\":\"#/$defs/P\"},\"q\":{}},\"required\":[\"a\",\"q\"]}");
  g_assert_cmpstr (sent, ==,
                   "{\"q\":1,\"workspace\":\"\",\"a\":{\"n\":2,\"id\":\"i\"},\"b\":{\"n\":1.5},"
                   "\"api_key\":\"hush\"}");
  g_assert_cmpstr (plain, ==,
                   "{\"workspace\":\"w\",\"a\":{\"id\":\"i\"},\"b\":{\"n\":1.5},\"api_key\":"
                   "\"hush\"}");
  g_assert_cmpstr (masked, ==,
                   "{\"workspace\":\"w\",\"a\":{\"id\":\"i\"},\"b\":{\"n\":1.5},\"api_key\":"
                   "\"" APP_PRESET_MASK "\"}");
  /* It does not fit, and is sent all the same. */
  g_assert_cmpuint (problems->len, ==, 1);
  g_assert_true (g_str_has_prefix (g_ptr_array_index (problems, 0), "b.n: "));
}

static void
test_secrets (void)
{
  static const struct
  {
    const char *key;
    const char *schema;
    gboolean    secret;
  } inputs[] = {
    { "api_key", TEXT, TRUE },
    { "page_token", TEXT, FALSE },
    { "channel", TEXT, FALSE },
    { "channel",
      "{\"properties\":{\"value\":{\"type\":\"string\",\"format\":\"password\"}," MARK (
          "string") "}}",
      TRUE },
    { "channel",
      "{\"writeOnly\":true,\"properties\":{\"value\":{\"type\":\"string\"}," MARK ("string") "}}",
      TRUE },
    { "password", "{\"properties\":{\"value\":{\"type\":\"number\"}," MARK ("number") "}}", FALSE },
    { "api_key", "{\"properties\":{\"secretName\":{\"type\":\"string\"}," MARK ("secret") "}}",
      FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"properties\":{\"%s\":%s}}", inputs[i].key, inputs[i].schema);
      g_autoptr (McpJsonDocument) schema = mcp_json_document_parse_text (text, -1, NULL);
      g_autoptr (AppPresets) presets = app_presets_new (mcp_json_document_get_root (schema));
      AppPreset *preset = app_presets_find_path (presets, inputs[i].key);

      g_test_message ("%s %s", inputs[i].key, inputs[i].schema);
      g_assert_cmpint (app_preset_get_info (preset)->secret, ==, inputs[i].secret);
      if (inputs[i].secret)
        {
          g_autoptr (McpJsonDocument) value = mcp_json_document_parse_text ("\"hush\"", -1, NULL);
          g_autofree char *masked = NULL;

          app_preset_set_value (preset, mcp_json_document_get_root (value));
          masked = app_preset_dup_masked_argument (preset);
          g_assert_null (strstr (masked, "hush"));
          g_assert_nonnull (strstr (masked, "\"mimeType\""));
        }
    }
}

void
add_preset_kinds_tests (void)
{
  g_test_add_func ("/preset-kinds/ways", test_ways);
  g_test_add_func ("/preset-kinds/required-boolean", test_required_boolean);
  g_test_add_func ("/preset-kinds/strict", test_strict);
  g_test_add_func ("/preset-kinds/shapes", test_shapes);
  g_test_add_func ("/preset-kinds/others", test_others);
  g_test_add_func ("/preset-kinds/arrays", test_arrays);
  g_test_add_func ("/preset-kinds/pins", test_pins);
  g_test_add_func ("/preset-kinds/secrets", test_secrets);
}
