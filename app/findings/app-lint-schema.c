/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One schema of a tool: every sub-schema in it, in the order of the text. */

#include "app-lint-target.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "app-export-format.h"
#include "app-json-pointer.h"
#include "mcp-json-writer.h"
#include "mcp-schema-format.h"
#include "mcp-schema-node.h"

/* Sub-schemas inside each other that are looked at; real ones have 11. */
#define MAX_DEPTH 200u
/* Integers that every reader of JSON reads as the same number: ±(2^53 − 1). */
#define MAX_SAFE G_GINT64_CONSTANT (9007199254740991)

/* Different characters of a pattern that texts are made of. */
#define MAX_CHARACTERS 12u
/* 2^40 attempts, where a pattern is exponential. */
#define REPEATED 40u
/* Bounded by the match limit; a busy machine makes no pattern slow. */
#define MAX_MILLISECONDS 5000u
/* Values of a list that are tried. */
#define MAX_VALUES 1000u
/* Longer ones are no patterns that a person wrote. */
#define MAX_BYTES 2000u

typedef struct
{
  AppLintTarget *target;
  McpSchema     *schema;
  McpJsonValue   root;
  GString       *pointer; /* in the schema */
  const char    *member;  /* of the tool */
  gboolean       is_input;
  guint          depth;
  guint          n_schemas;
  GHashTable    *counts; /* of alternatives: node index + 1 → gdouble, owned */
} Linter;

static void lint_schema (Linter *self, McpJsonValue schema);

/* The place in the definition. @keyword: (nullable). Returns: (transfer full) */
static char *
dup_place (Linter *self, const char *keyword)
{
  return g_strconcat ("/", self->member, self->pointer->str, keyword != NULL ? "/" : NULL, keyword,
                      NULL);
}

/* What is found at a keyword of the sub-schema, or in it as a whole. @keyword: (nullable) */
static void G_GNUC_PRINTF (4, 5)
    add_finding (Linter *self, AppLintRule rule, const char *keyword, const char *format, ...)
{
  g_autofree char *place = dup_place (self, keyword);
  va_list          arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  app_lint_add (self->target, rule, place, "%s", text);
}

static McpJsonValue
get (McpJsonValue schema, McpSchemaKeyword keyword)
{
  return mcp_json_value_get_member (schema, mcp_schema_keyword_get_name (keyword));
}

/* What the index knows already, under our rules. */
static void
report_check (Linter *self)
{
  static const struct
  {
    const char *code;
    AppLintRule rule;
  } rules[] = {
    { "schema-reference-unresolved", APP_LINT_REFERENCE_UNRESOLVED },
    { "schema-reference-outside", APP_LINT_REFERENCE_EXTERNAL },
    { "schema-reference-circle", APP_LINT_REFERENCE_CIRCLE },
    { "schema-dialect-unknown", APP_LINT_DIALECT },
    { "schema-pattern-invalid", APP_LINT_PATTERN_INVALID },
    { "schema-too-large", APP_LINT_SCHEMA_LARGE },
    { "schema-keyword-invalid", APP_LINT_SCHEMA_INVALID },
  };
  g_autoptr (GPtrArray) findings = mcp_schema_check (self->schema);
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const McpFinding *finding = findings->pdata[i];
      const char       *pointer = mcp_finding_get_pointer (finding);
      AppLintRule       rule = APP_LINT_SCHEMA_INVALID;
      g_autofree char  *place =
          g_strconcat ("/", self->member, pointer != NULL ? pointer : "", NULL);

      for (guint j = 0; j < G_N_ELEMENTS (rules); j++)
        if (g_str_equal (rules[j].code, mcp_finding_get_code (finding)))
          rule = rules[j].rule;
      /* The index and the metaschema say the same of one keyword. */
      if (pointer != NULL && rule == APP_LINT_SCHEMA_INVALID &&
          !g_hash_table_add (told, (char *)pointer))
        continue;
      app_lint_add (self->target, rule, place, "%s", mcp_finding_get_text (finding));
    }
}

static void
lint_default (Linter *self, McpJsonValue schema)
{
  McpJsonValue value = get (schema, MCP_SCHEMA_DEFAULT);
  g_autoptr (McpSchemaReport) report = NULL;
  GPtrArray *errors;

  if (!mcp_json_value_exists (value))
    return;
  McpSchemaNode node = mcp_schema_find_node (self->schema, self->pointer->str);
  report = mcp_schema_node_validate (node, value, MCP_SCHEMA_PLAIN, NULL);
  errors = report->errors;
  if (report->outcome != MCP_SCHEMA_INVALID || errors->len == 0)
    return;
  add_finding (self, APP_LINT_DEFAULT, "default", _ ("Invalid default. %s"),
               ((const McpSchemaError *)errors->pdata[0])->text);
}

static gboolean
has_properties_elsewhere (McpJsonValue schema)
{
  static const McpSchemaKeyword keywords[] = {
    MCP_SCHEMA_REF,
    MCP_SCHEMA_DYNAMIC_REF,
    MCP_SCHEMA_ALL_OF,
    MCP_SCHEMA_ANY_OF,
    MCP_SCHEMA_ONE_OF,
    MCP_SCHEMA_PATTERN_PROPERTIES,
  };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (mcp_json_value_exists (get (schema, keywords[i])))
      return TRUE;
  return mcp_json_value_get_kind (get (schema, MCP_SCHEMA_ADDITIONAL_PROPERTIES)) ==
         MCP_JSON_OBJECT;
}

/* Only where the object says what it has; a branch that names what its parent has does not. */
static void
lint_required (Linter *self, McpJsonValue schema)
{
  McpJsonValue properties = get (schema, MCP_SCHEMA_PROPERTIES);
  McpJsonValue more = get (schema, MCP_SCHEMA_ADDITIONAL_PROPERTIES);
  gboolean     is_closed = mcp_json_value_get_kind (more) == MCP_JSON_BOOLEAN &&
                       !mcp_json_value_get_boolean (more, TRUE);

  if (has_properties_elsewhere (schema) ||
      (!mcp_json_value_exists (properties) && self->depth > 1))
    return;
  for (McpJsonWalk each = mcp_json_walk (get (schema, MCP_SCHEMA_REQUIRED));
       mcp_json_walk_next (&each);)
    {
      g_autofree char *key = mcp_json_value_dup_string (each.value, NULL);

      if (key == NULL || mcp_json_value_exists (mcp_json_value_get_member (properties, key)))
        continue;
      g_autofree char *place = dup_place (self, "required");
      app_lint_add_as (self->target, APP_LINT_REQUIRED,
                       is_closed ? MCP_FINDING_ERROR : MCP_FINDING_WARNING, place,
                       is_closed ? _ ("“%s” is required but not allowed: no value is valid.")
                                 : _ ("“%s” is required but not in “properties”."),
                       key);
    }
}

static void
lint_enum (Linter *self, McpJsonValue schema)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (McpJsonWalk each = mcp_json_walk (get (schema, MCP_SCHEMA_ENUM));
       mcp_json_walk_next (&each);)
    {
      char *text = mcp_json_value_print_compact (each.value);

      if (g_hash_table_add (seen, text))
        continue;
      g_autofree char *quoted = mcp_json_value_print_compact (each.value);
      add_finding (self, APP_LINT_ENUM_DUPLICATE, "enum",
                   _ ("Duplicate enum value %.80s."),
                   quoted);
    }
}

/* Values that are listed and cannot be sent. */
static void
lint_enum_values (Linter *self, McpSchemaNode node, McpJsonValue schema)
{
  guint n = 0;

  for (McpJsonWalk each = mcp_json_walk (get (schema, MCP_SCHEMA_ENUM));
       mcp_json_walk_next (&each) && n < MAX_VALUES;)
    {
      n++;
      if (mcp_schema_node_test (node, each.value, MCP_SCHEMA_PLAIN, NULL) != MCP_SCHEMA_INVALID)
        continue;
      g_autofree char *quoted = mcp_json_value_print_compact (each.value);
      add_finding (self, APP_LINT_ENUM_VALUE, "enum",
                   _ ("The enum value %.80s breaks another rule."), quoted);
    }
}

/* Lists beside "enum" that name or describe its values, one each. */
static void
lint_enum_names (Linter *self, McpJsonValue schema)
{
  static const char *const members[] = { "enumNames", "x-enumNames",
                                         "x-enum-names", "x-enum-varnames",
                                         "enumDescriptions", "x-enumDescriptions",
                                         "x-enum-descriptions" };
  guint                    n = mcp_json_value_get_n_items (get (schema, MCP_SCHEMA_ENUM));

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      McpJsonValue names = mcp_json_value_get_member (schema, members[i]);
      guint        n_names = mcp_json_value_get_n_items (names);

      if (mcp_json_value_get_kind (names) == MCP_JSON_ARRAY && n_names != n)
        /* Translators: a keyword; numbers of entries */
        add_finding (self, APP_LINT_ENUM_NAMES, members[i],
                     _ ("“%s” and “enum” differ in length: %u and %u."), members[i], n_names, n);
    }
}

static gboolean
is_property (Linter *self)
{
  const char *last = strrchr (self->pointer->str, '/');
  gsize       length = last != NULL ? (gsize)(last - self->pointer->str) : 0;

  return length >= strlen ("/properties") &&
         g_str_has_prefix (last - strlen ("/properties"), "/properties/");
}

/* What no value, no number or no list fits. */
static void
lint_conflict (Linter *self, McpJsonValue schema)
{
  McpSchemaNode    node = mcp_schema_find_node (self->schema, self->pointer->str);
  McpSchemaKeyword keyword;
  g_autofree char *text = NULL;

  if (!mcp_schema_node_exists (node))
    return;
  guint types = mcp_schema_node_find_conflict (node, &keyword, &text);
  if (text != NULL)
    {
      const char *name = mcp_schema_keyword_get_name (keyword);
      gboolean    is_here = mcp_json_value_exists (get (schema, keyword));

      add_finding (self, types == 0 ? APP_LINT_NOTHING_FITS : APP_LINT_LIMITS,
                   is_here ? name : NULL, "%s", text);
    }
  else if (types == MCP_SCHEMA_TYPE_NULL && self->is_input && is_property (self))
    add_finding (self, APP_LINT_ONLY_NULL, NULL, _ ("Only null fits."));
  if (text == NULL)
    lint_enum_values (self, node, schema);
  lint_enum_names (self, schema);
}

static gboolean
is_inexact (McpJsonValue number)
{
  gsize       length;
  const char *text = mcp_json_value_get_text (number, &length);
  gint64      value;

  if (mcp_json_value_get_int64 (number, &value))
    return value > MAX_SAFE || value < -MAX_SAFE;
  /* With a fraction or an exponent the nearest double is meant, if there is one. */
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isdigit (text[i]) && text[i] != '-')
      return isinf (mcp_json_value_get_double (number, 0));
  return TRUE;
}

/* A keyword's value that is no schema: numbers that others read as other ones, and texts. */
static void
lint_value (Linter *self, McpJsonValue value, const char *keyword, guint depth)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (depth > MAX_DEPTH)
    return;
  if (kind == MCP_JSON_STRING)
    {
      g_autofree char *place = dup_place (self, keyword);
      g_autofree char *text = mcp_json_value_dup_string (value, NULL);

      app_lint_text (self->target, text, place);
      return;
    }
  if (kind == MCP_JSON_NUMBER && is_inexact (value))
    {
      g_autofree char *text = mcp_json_value_dup_text (value);

      add_finding (self, APP_LINT_NUMBER, keyword,
                   _ ("The number %.80s is beyond ±(2^53 − 1)."), text);
    }
  for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
    lint_value (self, item.value, keyword, depth + 1);
}

static void
lint_type (Linter *self, McpJsonValue schema)
{
  static const McpSchemaKeyword saying[] = {
    MCP_SCHEMA_ENUM,
    MCP_SCHEMA_CONST,
    MCP_SCHEMA_REF,
    MCP_SCHEMA_DYNAMIC_REF,
    MCP_SCHEMA_ANY_OF,
    MCP_SCHEMA_ONE_OF,
    MCP_SCHEMA_ALL_OF,
    MCP_SCHEMA_RECURSIVE_REF,
  };
  McpJsonValue type = get (schema, MCP_SCHEMA_TYPE);
  guint        n = mcp_json_value_get_n_items (type);
  gboolean     with_null = FALSE;

  if (!mcp_json_value_exists (type))
    {
      for (guint i = 0; i < G_N_ELEMENTS (saying); i++)
        if (mcp_json_value_exists (get (schema, saying[i])))
          return;
      add_finding (self, APP_LINT_UNTYPED, NULL, _ ("Missing type"));
      return;
    }
  for (McpJsonWalk word = mcp_json_walk (type); mcp_json_walk_next (&word);)
    with_null = with_null || mcp_json_value_string_equals (word.value, "null");
  if (n < 2)
    return;
  g_autofree char *place = dup_place (self, "type");
  /* A type or null is what most vendors take. */
  app_lint_add_as (self->target, APP_LINT_TYPE_UNION,
                   with_null && n == 2 ? MCP_FINDING_NOTE : MCP_FINDING_WARNING, place,
                   with_null && n == 2 ? _ ("It may also be null.") : _ ("It has %u types."), n);
}

/* Alternatives of one value: those of unions inside each other add up, those beside each other in
 * "allOf" multiply. What refers to itself counts once. */
static double
count_alternatives (Linter *self, McpSchemaNode node, guint depth)
{
  static const McpSchemaKeyword unions[] = { MCP_SCHEMA_ANY_OF, MCP_SCHEMA_ONE_OF };
  gpointer                      key = GUINT_TO_POINTER (node.index + 1);
  double                       *known = g_hash_table_lookup (self->counts, key);
  double                        count = 1;

  if (!mcp_schema_node_exists (node) || depth > MAX_DEPTH)
    return 1;
  if (known != NULL)
    return *known;
  known = g_new (double, 1);
  *known = 1;
  g_hash_table_insert (self->counts, key, known);
  if (mcp_schema_node_is_reference (node))
    count *= count_alternatives (self, mcp_schema_node_resolve (node), depth + 1);
  for (guint i = 0; i < mcp_schema_node_get_n_children (node, MCP_SCHEMA_ALL_OF); i++)
    count *= count_alternatives (
        self, mcp_schema_node_get_nth_child (node, MCP_SCHEMA_ALL_OF, i, NULL), depth + 1);
  for (guint u = 0; u < G_N_ELEMENTS (unions); u++)
    {
      guint  n = mcp_schema_node_get_n_children (node, unions[u]);
      double sum = 0;

      for (guint i = 0; i < n; i++)
        sum += count_alternatives (
            self, mcp_schema_node_get_nth_child (node, unions[u], i, NULL), depth + 1);
      count *= n > 0 ? sum : 1;
    }
  *known = MIN (count, 1e18);
  return *known;
}

static void
lint_union (Linter *self, McpJsonValue schema)
{
  if (!mcp_json_value_exists (get (schema, MCP_SCHEMA_ANY_OF)) &&
      !mcp_json_value_exists (get (schema, MCP_SCHEMA_ONE_OF)) &&
      !mcp_json_value_exists (get (schema, MCP_SCHEMA_ALL_OF)))
    return;
  double count = count_alternatives (
      self, mcp_schema_find_node (self->schema, self->pointer->str), 0);
  if (count <= APP_LINT_MAX_ALTERNATIVES)
    return;
  add_finding (self, APP_LINT_UNION_EXPONENTIAL, NULL,
               _ ("About %'.0f combinations of alternatives."), count);
}

/* Patterns that take too long on some text: tried out, within the limit of mcp/schema */

/* Whether checking @text against the pattern has to be given up. */
static gboolean
is_slow_on (McpSchema *schema, const char *text)
{
  McpSchemaBudget  budget = MCP_SCHEMA_BUDGET_INIT;
  g_autofree char *json = mcp_json_quote (text, -1);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpSchemaReport) report = NULL;

  budget.max_milliseconds = MAX_MILLISECONDS;
  report = mcp_schema_validate (schema, mcp_json_document_get_root (document), MCP_SCHEMA_PLAIN,
                                &budget);
  return report->outcome == MCP_SCHEMA_INCOMPLETE &&
         report->reason == MCP_SCHEMA_REASON_PATTERN;
}

/* Each character many times, and then one that fits nothing. */
static gboolean
is_slow (McpSchema *schema, const char *characters)
{
  for (const char *p = characters; *p != '\0'; p++)
    {
      g_autofree char *same = g_strnfill (REPEATED, *p);
      g_autofree char *text = g_strconcat (same, "\001", NULL);

      if (is_slow_on (schema, text))
        return TRUE;
    }
  return FALSE;
}

/* @pattern: what @text is written as */
static gboolean
try_out (McpJsonValue pattern, const char *text)
{
  g_autoptr (GString) characters = g_string_new ("a0 ");

  for (const char *p = text; *p != '\0' && characters->len < MAX_CHARACTERS; p++)
    if ((guchar)*p > 0x20 && (guchar)*p < 0x7F && strchr (characters->str, *p) == NULL)
      g_string_append_c (characters, *p);
  g_autofree char *json = mcp_json_build ("{'pattern': %v}", pattern);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (McpSchema) schema = mcp_schema_new (mcp_json_document_get_root (document));
  /* One that cannot be read at all is told already. */
  return !is_slow_on (schema, "") && is_slow (schema, characters->str);
}

/* A pattern that may take too long; each is tried out once. @pattern: a string value */
static void
lint_pattern (Linter *self, McpJsonValue pattern, const char *keyword)
{
  g_autofree char *text = mcp_json_value_dup_string (pattern, NULL);
  gpointer         slow = NULL;

  /* Nothing is slow that repeats nothing. */
  if (text == NULL || strlen (text) > MAX_BYTES || strpbrk (text, "*+{") == NULL)
    return;
  if (!g_hash_table_lookup_extended (self->target->patterns, text, NULL, &slow))
    {
      if (g_hash_table_size (self->target->patterns) >= APP_LINT_MAX_PATTERNS)
        return;
      slow = GINT_TO_POINTER (try_out (pattern, text));
      g_hash_table_insert (self->target->patterns, g_steal_pointer (&text), slow);
    }
  if (GPOINTER_TO_INT (slow))
    add_finding (self, APP_LINT_PATTERN_SLOW, keyword,
                 _ ("The pattern is too slow on texts that do not match."));
}

/* A property, as whoever fills it in sees it. */
static void
lint_property (Linter *self, McpJsonValue schema, const char *name)
{
  g_autofree char *place = dup_place (self, NULL);

  app_lint_text (self->target, name, place);
  if (!self->is_input || mcp_json_value_get_kind (schema) != MCP_JSON_OBJECT)
    return;
  lint_type (self, schema);
  if (!app_export_format_takes_property (APP_EXPORT_ANTHROPIC, name))
    {
      g_autofree char *around = g_strndup (place, (gsize)(strrchr (place, '/') - place));

      app_lint_add (self->target, APP_LINT_ARGUMENT_NAME, around,
                    _ ("Anthropic rejects the argument name “%s”."), name);
    }
  if (!mcp_json_value_exists (get (schema, MCP_SCHEMA_DESCRIPTION)) &&
      !mcp_json_value_exists (get (schema, MCP_SCHEMA_TITLE)) &&
      !mcp_json_value_exists (get (schema, MCP_SCHEMA_CONST)) &&
      !mcp_json_value_exists (get (schema, MCP_SCHEMA_REF)))
    app_lint_add (self->target, APP_LINT_ARGUMENT_DESCRIPTION, place,
                  _ ("“%s” has no description."), name);
}

/* The sub-schemas of a keyword that has several: a list or a map. */
static void
lint_children (Linter *self, McpSchemaKeyword keyword, McpJsonValue value)
{
  gboolean is_map = mcp_json_value_get_kind (value) == MCP_JSON_OBJECT;
  guint    i = 0;

  for (McpJsonWalk child = mcp_json_walk (value); mcp_json_walk_next (&child);)
    {
      g_autofree char *token =
          is_map ? mcp_json_value_dup_string (child.name, NULL) : g_strdup_printf ("%u", i++);
      gsize length = self->pointer->len;

      /* "dependencies" may be lists of names. */
      if (mcp_json_value_get_kind (child.value) == MCP_JSON_ARRAY)
        continue;
      app_json_pointer_append (self->pointer, token);
      if (keyword == MCP_SCHEMA_PROPERTIES)
        lint_property (self, child.value, token);
      if (keyword == MCP_SCHEMA_PATTERN_PROPERTIES)
        lint_pattern (self, child.name, NULL);
      lint_schema (self, child.value);
      g_string_truncate (self->pointer, length);
    }
}

/* What OpenAPI and others add to the formats of JSON Schema. */
static void
lint_format (Linter *self, McpJsonValue format)
{
  static const char *const usual[] = { "int32", "int64", "float", "double", "byte",
                                       "binary", "password", "data-url", "color", NULL };
  g_autofree char         *name = mcp_json_value_dup_string (format, NULL);

  if (name == NULL || mcp_schema_format_find (format) != MCP_SCHEMA_FORMAT_UNKNOWN ||
      g_strv_contains (usual, name))
    return;
  add_finding (self, APP_LINT_FORMAT, "format", _ ("Unknown format “%.80s”."), name);
}

/* Keywords that hold schemas are gone into; the values of the others are looked at. */
static void
lint_keyword (Linter *self, McpSchemaKeyword keyword, const char *text, McpJsonValue value)
{
  gsize length = self->pointer->len;

  switch (keyword)
    {
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
    case MCP_SCHEMA_ADDITIONAL_ITEMS:
      /* As booleans these are usual. */
      if (mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN)
        break;
      g_string_append_printf (self->pointer, "/%s", text);
      lint_schema (self, value);
      break;
    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_NOT:
    case MCP_SCHEMA_IF:
    case MCP_SCHEMA_THEN:
    case MCP_SCHEMA_ELSE:
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_PROPERTY_NAMES:
    case MCP_SCHEMA_CONTENT_SCHEMA:
      g_string_append_printf (self->pointer, "/%s", text);
      if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
        lint_children (self, keyword, value);
      else
        lint_schema (self, value);
      break;
    case MCP_SCHEMA_PROPERTIES:
    case MCP_SCHEMA_PATTERN_PROPERTIES:
    case MCP_SCHEMA_DEPENDENT_SCHEMAS:
    case MCP_SCHEMA_DEPENDENCIES:
    case MCP_SCHEMA_DEFS:
    case MCP_SCHEMA_DEFINITIONS:
    case MCP_SCHEMA_ALL_OF:
    case MCP_SCHEMA_ANY_OF:
    case MCP_SCHEMA_ONE_OF:
    case MCP_SCHEMA_PREFIX_ITEMS:
      g_string_append_printf (self->pointer, "/%s", text);
      lint_children (self, keyword, value);
      break;
    case MCP_SCHEMA_PATTERN:
      lint_pattern (self, value, text);
      break;
    case MCP_SCHEMA_FORMAT:
      lint_format (self, value);
      break;
    default:
      lint_value (self, value, text, 0);
    }
  g_string_truncate (self->pointer, length);
}

/* Whether a keyword means something in the dialect; pointers into either kind of definitions do. */
static gboolean
is_ignored (Linter *self, McpSchemaKeyword keyword, McpJsonValue name)
{
  McpSchemaDialect dialect = mcp_schema_get_dialect (self->schema);

  if (keyword == MCP_SCHEMA_UNKNOWN_KEYWORD)
    return mcp_json_value_string_equals (name, "nullable");
  return dialect != MCP_SCHEMA_DIALECT_UNKNOWN && keyword != MCP_SCHEMA_DEFS &&
         keyword != MCP_SCHEMA_DEFINITIONS && !mcp_schema_keyword_is_in (keyword, dialect);
}

/* A schema where keywords are, beside the type “object”: it was meant for “properties”. */
static void
lint_misplaced (Linter *self, McpJsonValue schema, const char *key, McpJsonValue value)
{
  static const char *const types[] = { "string", "number", "integer", "boolean",
                                       "object", "array", "null", NULL };
  g_autofree char         *type = mcp_json_value_dup_member_string (value, "type");

  if (type != NULL && g_strv_contains (types, type) && !g_str_has_prefix (key, "x-") &&
      mcp_json_value_string_equals (get (schema, MCP_SCHEMA_TYPE), "object"))
    add_finding (self, APP_LINT_MISPLACED, key,
                 _ ("“%s” is no keyword, and looks like an argument: it belongs under "
                    "“properties”."),
                 key);
}

static void
lint_object (Linter *self, McpJsonValue schema)
{
  lint_default (self, schema);
  lint_required (self, schema);
  lint_enum (self, schema);
  lint_conflict (self, schema);
  lint_union (self, schema);
  for (McpJsonWalk each = mcp_json_walk (schema); mcp_json_walk_next (&each);)
    {
      McpSchemaKeyword keyword = mcp_schema_keyword_find (each.name);
      g_autofree char *key = mcp_json_value_dup_string (each.name, NULL);

      if (is_ignored (self, keyword, each.name))
        {
          add_finding (self, APP_LINT_DIALECT_KEYWORD, key,
                       _ ("“%s” is not a keyword of this dialect."), key);
        }
      if (keyword == MCP_SCHEMA_UNKNOWN_KEYWORD)
        lint_misplaced (self, schema, key, each.value);
      lint_keyword (self, keyword, key, each.value);
    }
}

static void
lint_schema (Linter *self, McpJsonValue schema)
{
  McpJsonKind kind = mcp_json_value_get_kind (schema);

  if (kind == MCP_JSON_BOOLEAN)
    {
      add_finding (self, APP_LINT_BOOLEAN, NULL, _ ("Boolean schema (%s)"),
                   mcp_json_value_get_boolean (schema, FALSE) ? "true" : "false");
    }
  if (kind != MCP_JSON_OBJECT)
    return;
  self->n_schemas++;
  if (self->depth >= MAX_DEPTH || self->n_schemas >= APP_LINT_MAX_SCHEMAS)
    {
      if (self->n_schemas == APP_LINT_MAX_SCHEMAS || self->depth >= MAX_DEPTH)
        {
          add_finding (self, APP_LINT_SCHEMA_LARGE, NULL,
                       _ ("The schema is too deep or too large to check completely."));
        }
      return;
    }
  self->depth++;
  lint_object (self, schema);
  self->depth--;
}

void
app_lint_schema (AppLintTarget *self, McpJsonValue schema, const char *member)
{
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Linter linter = { .target = self, .root = schema, .pointer = pointer, .member = member };

  if (!mcp_json_value_exists (schema))
    return;
  g_autoptr (McpSchema) indexed = mcp_schema_new (schema);
  linter.schema = indexed;
  linter.counts = counts;
  linter.is_input = g_str_equal (member, "inputSchema");
  report_check (&linter);
  lint_schema (&linter, schema);
}
