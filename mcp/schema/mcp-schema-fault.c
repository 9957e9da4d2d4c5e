/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong, as a sentence that says what to change. What the schema or the value say is
 * quoted, shortened. */

#include "mcp-schema-run.h"

#include <string.h>

#include "mcp-json-writer.h"
#include "mcp-schema-format.h"

/* Of what others wrote: enough to know it by. */
#define QUOTED_BYTES 60
/* Values of an enum that are named. */
#define NAMED_VALUES 8

/* "“text”" for strings, the JSON text for others, shortened. */
static char *
quote (McpJsonValue value)
{
  g_autofree char *text = NULL;
  gboolean         whole = TRUE;
  gsize            length;

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    {
      g_autofree char *prefix = mcp_json_value_dup_string_prefix (value, QUOTED_BYTES, &whole);

      return g_strdup_printf ("“%s%s”", prefix, whole ? "" : "…");
    }
  mcp_json_value_get_text (value, &length);
  if (length > QUOTED_BYTES * 20)
    return g_strdup_printf ("%s of %u", mcp_json_kind_get_name (mcp_json_value_get_kind (value)),
                            mcp_json_value_get_n_items (value));
  text = mcp_json_value_print_compact (value);
  if (strlen (text) > QUOTED_BYTES)
    {
      g_autofree char *valid = g_utf8_make_valid (text, QUOTED_BYTES);

      return g_strconcat (valid, "…", NULL);
    }
  return g_steal_pointer (&text);
}

static char *
quote_name (McpJsonValue name)
{
  return mcp_json_value_exists (name) ? quote (name) : g_strdup ("“”");
}

/* "a", "a or b", "a, b or c" */
static void
append_choice (GString *text, const char *choice, guint i, guint n)
{
  if (i > 0)
    g_string_append (text, i + 1 == n ? " or " : ", ");
  g_string_append (text, choice);
}

static const char *
describe_kind (McpJsonValue value)
{
  switch (mcp_json_value_get_kind (value))
    {
    case MCP_JSON_NULL:
      return "null";
    case MCP_JSON_BOOLEAN:
      return "a boolean";
    case MCP_JSON_NUMBER:
      return "a number";
    case MCP_JSON_STRING:
      return "a string";
    case MCP_JSON_ARRAY:
      return "an array";
    case MCP_JSON_OBJECT:
      return "an object";
    case MCP_JSON_NONE:
    default:
      return "nothing";
    }
}

static char *
describe_type (const McpSchemaCase *item)
{
  static const struct
  {
    guint       bit;
    const char *name;
  } types[] = {
    { MCP_SCHEMA_TYPE_STRING, "a string" },
    { MCP_SCHEMA_TYPE_NUMBER, "a number" },
    { MCP_SCHEMA_TYPE_INTEGER, "a whole number" },
    { MCP_SCHEMA_TYPE_BOOLEAN, "true or false" },
    { MCP_SCHEMA_TYPE_OBJECT, "an object" },
    { MCP_SCHEMA_TYPE_ARRAY, "an array" },
    { MCP_SCHEMA_TYPE_NULL, "null" },
  };
  GString *text = g_string_new ("Must be ");
  guint    wanted = item->op->types;
  guint    n = 0;
  guint    i = 0;

  if (wanted & MCP_SCHEMA_TYPE_NUMBER)
    wanted &= ~(guint)MCP_SCHEMA_TYPE_INTEGER;
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    n += (wanted & types[t].bit) != 0;
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    if (wanted & types[t].bit)
      append_choice (text, types[t].name, i++, n);
  if (mcp_json_value_get_kind (item->instance) == MCP_JSON_NUMBER &&
      wanted == MCP_SCHEMA_TYPE_INTEGER)
    {
      g_autofree char *number = quote (item->instance);

      g_string_append_printf (text, "; it is %s.", number);
    }
  else
    g_string_append_printf (text, "; it is %s.", describe_kind (item->instance));
  return g_string_free (text, FALSE);
}

static char *
describe_enum (McpJsonValue values)
{
  GString     *text = g_string_new ("Must be ");
  guint        n = mcp_json_value_get_n_items (values);
  guint        shown = n > NAMED_VALUES + 1 ? NAMED_VALUES : n;
  guint        i = 0;
  McpJsonValue value;
  McpJsonIter  iter;

  if (n == 0)
    g_string_append (text, "one of no values: nothing fits");
  else if (n > 1)
    g_string_append (text, "one of ");
  mcp_json_iter_init (&iter, values);
  for (; i < shown && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      g_autofree char *quoted = quote (value);

      append_choice (text, quoted, i, n);
    }
  if (shown < n)
    g_string_append_printf (text, " or %u others", n - shown);
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

static char *
describe_limit (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  g_autofree char *limit = quote (fault->expected);
  g_autofree char *value = quote (item->instance);

  switch (fault->keyword)
    {
    case MCP_SCHEMA_MINIMUM:
      return g_strdup_printf ("Must be %s or more; it is %s.", limit, value);
    case MCP_SCHEMA_EXCLUSIVE_MINIMUM:
      return g_strdup_printf ("Must be more than %s; it is %s.", limit, value);
    case MCP_SCHEMA_MAXIMUM:
      return g_strdup_printf ("Must be %s or less; it is %s.", limit, value);
    case MCP_SCHEMA_EXCLUSIVE_MAXIMUM:
      return g_strdup_printf ("Must be less than %s; it is %s.", limit, value);
    default:
      return g_strdup_printf ("Must be a multiple of %s; it is %s.", limit, value);
    }
}

static char *
describe_count (const McpSchemaFault *fault, const char *one, const char *many)
{
  g_autofree char *limit = quote (fault->expected);
  gboolean         at_least = fault->keyword == MCP_SCHEMA_MIN_LENGTH ||
                      fault->keyword == MCP_SCHEMA_MIN_ITEMS ||
                      fault->keyword == MCP_SCHEMA_MIN_PROPERTIES;
  gboolean is_one = g_str_equal (limit, "1");

  if (fault->count == 0)
    return g_strdup_printf ("Must have %s %s or more; it is empty.", limit, is_one ? one : many);
  return g_strdup_printf ("Must have %s %s or %s; it has %" G_GUINT64_FORMAT ".", limit,
                          is_one ? one : many, at_least ? "more" : "fewer", fault->count);
}

static char *
describe_contains (const McpSchemaFault *fault)
{
  g_autofree char *limit = NULL;

  if (fault->keyword == MCP_SCHEMA_CONTAINS)
    return g_strdup ("Add an item that fits “contains”; it has none.");
  limit = quote (fault->expected);
  return g_strdup_printf ("Must have %s or %s items that fit “contains”; it has %" G_GUINT64_FORMAT
                          ".",
                          limit, fault->keyword == MCP_SCHEMA_MIN_CONTAINS ? "more" : "fewer",
                          fault->count);
}

static char *
describe_items (const McpSchemaFault *fault)
{
  if (fault->count == 0)
    return g_strdup ("Remove this item; the array must be empty.");
  return g_strdup_printf ("Remove this item; %" G_GUINT64_FORMAT " at most are allowed.",
                          fault->count);
}

static char *
describe_union (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  const McpSchemaError *cause;
  g_autofree char      *place = NULL;

  if (fault->causes == NULL || fault->causes->len == 0)
    return g_strdup_printf ("Must fit one of %" G_GUINT64_FORMAT " alternatives; it fits none.",
                            fault->count);
  cause = fault->causes->pdata[0];
  place = mcp_schema_dup_pointer_from (item->instance, mcp_schema_error_get_instance (cause));
  if (fault->count == 1 && *place == '\0')
    return g_strdup (mcp_schema_error_get_text (cause));
  return g_strdup_printf ("Must fit one of %" G_GUINT64_FORMAT
                          " alternatives; it fits none. Number %u comes closest: %s%s%s",
                          fault->count, fault->first + 1, place, *place != '\0' ? ": " : "",
                          mcp_schema_error_get_text (cause));
}

static char *
describe_one (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  if (fault->causes != NULL || fault->first == fault->second)
    return describe_union (item, fault);
  return g_strdup_printf ("Must fit exactly one of %" G_GUINT64_FORMAT
                          " alternatives; it fits number %u and number %u.",
                          fault->count, fault->first + 1, fault->second + 1);
}

static char *
describe_member (const McpSchemaFault *fault)
{
  g_autofree char *name = quote_name (fault->property);
  g_autofree char *other = quote_name (fault->other);

  switch (fault->keyword)
    {
    case MCP_SCHEMA_REQUIRED:
      return g_strdup_printf ("Add %s; it is required.", name);
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
      return g_strdup_printf ("Remove %s; no such member is allowed here.", name);
    default:
      return g_strdup_printf ("Add %s; it is required where %s is.", name, other);
    }
}

static char *
describe_text (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  g_autofree char *quoted = quote (fault->expected);

  switch (fault->keyword)
    {
    case MCP_SCHEMA_PATTERN:
      return g_strdup_printf ("Must match the pattern %s.", quoted);
    case MCP_SCHEMA_FORMAT:
      return g_strdup_printf (
          "Must be %s.", mcp_schema_format_get_description ((McpSchemaFormat)item->op->child));
    case MCP_SCHEMA_CONTENT_ENCODING:
      return g_strdup ("Must be base64.");
    case MCP_SCHEMA_CONTENT_MEDIA_TYPE:
      return g_strdup ("Must be JSON text.");
    default:
      return g_strdup_printf ("Must be %s.", quoted);
    }
}

char *
mcp_schema_fault_dup_text (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  switch (fault->keyword)
    {
    case MCP_SCHEMA_TYPE:
      return describe_type (item);
    case MCP_SCHEMA_ENUM:
      return describe_enum (fault->expected);
    case MCP_SCHEMA_MINIMUM:
    case MCP_SCHEMA_EXCLUSIVE_MINIMUM:
    case MCP_SCHEMA_MAXIMUM:
    case MCP_SCHEMA_EXCLUSIVE_MAXIMUM:
    case MCP_SCHEMA_MULTIPLE_OF:
      return describe_limit (item, fault);
    case MCP_SCHEMA_MIN_LENGTH:
    case MCP_SCHEMA_MAX_LENGTH:
      return describe_count (fault, "character", "characters");
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_ITEMS:
      return describe_count (fault, "item", "items");
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_MAX_PROPERTIES:
      return describe_count (fault, "member", "members");
    case MCP_SCHEMA_UNIQUE_ITEMS:
      return g_strdup_printf ("Items %u and %u are equal; each may be there once.", fault->first,
                              fault->second);
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_MIN_CONTAINS:
    case MCP_SCHEMA_MAX_CONTAINS:
      return describe_contains (fault);
    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_ADDITIONAL_ITEMS:
      return describe_items (fault);
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
      return g_strdup ("Remove this item; no such item is allowed here.");
    case MCP_SCHEMA_REQUIRED:
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
    case MCP_SCHEMA_DEPENDENT_REQUIRED:
    case MCP_SCHEMA_DEPENDENCIES:
      return describe_member (fault);
    case MCP_SCHEMA_ANY_OF:
      return describe_union (item, fault);
    case MCP_SCHEMA_ONE_OF:
      return describe_one (item, fault);
    case MCP_SCHEMA_NOT:
      return g_strdup ("Must be something else: what it is now is ruled out by “not”.");
    case MCP_SCHEMA_UNKNOWN_KEYWORD:
      return g_strdup ("Remove this; nothing is allowed here.");
    default:
      return describe_text (item, fault);
    }
}
