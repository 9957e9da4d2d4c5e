/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is wrong, as a sentence that says what to change. What the schema or the value say is
 * quoted, shortened. */

#include "mcp-schema-run.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json-writer.h"
#include "mcp-schema-format-rules.h"

/* Of what others wrote: enough to know it by. */
#define QUOTED_BYTES 60
/* Values of an enum that are named. */
#define NAMED_VALUES 8

/* "“text”" for strings, the JSON text for others, shortened. */
static char *
quote (McpJsonValue value)
{
  gboolean whole = TRUE;
  gsize    length;

  if (mcp_json_value_get_kind (value) == MCP_JSON_STRING)
    {
      g_autofree char *prefix = mcp_json_value_dup_string_prefix (value, QUOTED_BYTES, &whole);

      return g_strdup_printf ("“%s%s”", prefix, whole ? "" : "…");
    }
  mcp_json_value_get_text (value, &length);
  if (length > QUOTED_BYTES * 20)
    return g_strdup_printf ("%s of %u", mcp_json_kind_get_name (mcp_json_value_get_kind (value)),
                            mcp_json_value_get_n_items (value));
  g_autofree char *text = mcp_json_value_print_compact (value);
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
    /* Translators: between the last two of several: "a string or null", "1, 2 or 3" */
    g_string_append (text, i + 1 == n ? _ (" or ") : _ (", "));
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
      return _ ("a boolean");
    case MCP_JSON_NUMBER:
      return _ ("a number");
    case MCP_JSON_STRING:
      return _ ("a string");
    case MCP_JSON_ARRAY:
      return _ ("an array");
    case MCP_JSON_OBJECT:
      return _ ("an object");
    case MCP_JSON_NONE:
    default:
      return _ ("nothing");
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
    { MCP_SCHEMA_TYPE_STRING, N_ ("a string") },
    { MCP_SCHEMA_TYPE_NUMBER, N_ ("a number") },
    { MCP_SCHEMA_TYPE_INTEGER, N_ ("a whole number") },
    { MCP_SCHEMA_TYPE_BOOLEAN, N_ ("true or false") },
    { MCP_SCHEMA_TYPE_OBJECT, N_ ("an object") },
    { MCP_SCHEMA_TYPE_ARRAY, N_ ("an array") },
    { MCP_SCHEMA_TYPE_NULL, "null" },
  };
  g_autoptr (GString) choice = g_string_new (NULL);
  g_autofree char *number = NULL;
  guint            wanted = item->op->types;
  guint            n = 0;
  guint            i = 0;

  if (wanted & MCP_SCHEMA_TYPE_NUMBER)
    wanted &= ~(guint)MCP_SCHEMA_TYPE_INTEGER;
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    n += (wanted & types[t].bit) != 0;
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    if (wanted & types[t].bit)
      append_choice (choice, _ (types[t].name), i++, n);
  if (mcp_json_value_get_kind (item->instance) == MCP_JSON_NUMBER &&
      wanted == MCP_SCHEMA_TYPE_INTEGER)
    number = quote (item->instance);
  /* Translators: the first is one or several kinds of values, "a string or null"; the second the
   * kind of the value that is there, or a number */
  return g_strdup_printf (_ ("Must be %s; it is %s."), choice->str,
                          number != NULL ? number : describe_kind (item->instance));
}

static char *
describe_enum (McpJsonValue values)
{
  g_autoptr (GString) choice = g_string_new (NULL);
  guint        n = mcp_json_value_get_n_items (values);
  guint        shown = n > NAMED_VALUES + 1 ? NAMED_VALUES : n;
  guint        i = 0;
  McpJsonValue value;
  McpJsonIter  iter;

  if (n == 0)
    return g_strdup (_ ("Must be one of no values: nothing fits."));
  mcp_json_iter_init (&iter, values);
  for (; i < shown && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      g_autofree char *quoted = quote (value);

      append_choice (choice, quoted, i, n);
    }
  if (shown < n)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Must be one of %s or %u other.",
                                         "Must be one of %s or %u others.", n - shown),
                            choice->str, n - shown);
  return g_strdup_printf (n > 1 ? _ ("Must be one of %s.") : _ ("Must be %s."), choice->str);
}

static char *
describe_limit (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  g_autofree char *limit = quote (fault->expected);
  g_autofree char *value = quote (item->instance);

  switch (fault->keyword)
    {
    case MCP_SCHEMA_MINIMUM:
      return g_strdup_printf (_ ("Must be %s or more; it is %s."), limit, value);
    case MCP_SCHEMA_EXCLUSIVE_MINIMUM:
      return g_strdup_printf (_ ("Must be more than %s; it is %s."), limit, value);
    case MCP_SCHEMA_MAXIMUM:
      return g_strdup_printf (_ ("Must be %s or less; it is %s."), limit, value);
    case MCP_SCHEMA_EXCLUSIVE_MAXIMUM:
      return g_strdup_printf (_ ("Must be less than %s; it is %s."), limit, value);
    default:
      return g_strdup_printf (_ ("Must be a multiple of %s; it is %s."), limit, value);
    }
}

/* Of characters, items or members; %s is how many are demanded, the number how many there are. */
static const struct
{
  McpSchemaKeyword keyword;
  const char      *one;
  const char      *many;
} counts[] = {
  { MCP_SCHEMA_MIN_LENGTH, N_ ("Must have %s character or more; it has %s."),
    N_ ("Must have %s characters or more; it has %s.") },
  { MCP_SCHEMA_MAX_LENGTH, N_ ("Must have %s character or fewer; it has %s."),
    N_ ("Must have %s characters or fewer; it has %s.") },
  { MCP_SCHEMA_MIN_ITEMS, N_ ("Must have %s item or more; it has %s."),
    N_ ("Must have %s items or more; it has %s.") },
  { MCP_SCHEMA_MAX_ITEMS, N_ ("Must have %s item or fewer; it has %s."),
    N_ ("Must have %s items or fewer; it has %s.") },
  { MCP_SCHEMA_MIN_PROPERTIES, N_ ("Must have %s member or more; it has %s."),
    N_ ("Must have %s members or more; it has %s.") },
  { MCP_SCHEMA_MAX_PROPERTIES, N_ ("Must have %s member or fewer; it has %s."),
    N_ ("Must have %s members or fewer; it has %s.") },
  { MCP_SCHEMA_MIN_CONTAINS, N_ ("Must have %s item or more that fits “contains”; it has %s."),
    N_ ("Must have %s items or more that fit “contains”; it has %s.") },
  { MCP_SCHEMA_MAX_CONTAINS, N_ ("Must have %s item or fewer that fits “contains”; it has %s."),
    N_ ("Must have %s items or fewer that fit “contains”; it has %s.") },
};

static char *
describe_count (const McpSchemaFault *fault)
{
  g_autofree char *limit = quote (fault->expected);
  g_autofree char *count = fault->count > 0
                               ? g_strdup_printf ("%" G_GUINT64_FORMAT, fault->count)
                               /* Translators: in "Must have 2 items or more; it has none." */
                               : g_strdup (_ ("none"));

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    if (counts[i].keyword == fault->keyword)
      {
        const char *format = g_str_equal (limit, "1") ? _ (counts[i].one) : _ (counts[i].many);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        return g_strdup_printf (format, limit, count);
#pragma GCC diagnostic pop
      }
  return g_strdup (_ ("Add an item that fits “contains”; it has none."));
}

static char *
describe_items (const McpSchemaFault *fault)
{
  g_autofree char *most = g_strdup_printf ("%" G_GUINT64_FORMAT, fault->count);

  if (fault->count == 0)
    return g_strdup (_ ("Remove this item; the array must be empty."));
  /* Translators: %s is a number */
  return g_strdup_printf (_ ("Remove this item; %s at most are allowed."), most);
}

/* A form counts items from 1, a pointer from 0: both say which are meant. */
static char *
describe_twins (const McpSchemaFault *fault)
{
  /* Translators: two numbers that count from 1, then the same two as JSON Pointers: /0 and /2 */
  return g_strdup_printf (_ ("Items %u and %u (/%u and /%u) are equal; each may be there once."),
                          fault->first + 1, fault->second + 1, fault->first, fault->second);
}

static char *
describe_union (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  guint n = (guint)MIN (fault->count, G_MAXUINT);

  if (fault->causes == NULL || fault->causes->len == 0)
    return g_strdup_printf (_ ("Matches none of %u alternatives."), n);
  const McpSchemaError *cause = fault->causes->pdata[0];
  g_autofree char      *place = mcp_schema_dup_pointer_from (item->instance, cause->instance.value);
  if (fault->count == 1 && *place == '\0')
    return g_strdup (cause->text);
  if (*place == '\0')
    return g_strdup_printf (_ ("Matches none of %u alternatives; the closest is number %u: %s"),
                            n, fault->first + 1, cause->text);
  /* Translators: two numbers, a JSON Pointer such as /0, and what is wrong there */
  return g_strdup_printf (_ ("Matches none of %u alternatives; the closest is number %u. At %s: "
                             "%s"),
                          n, fault->first + 1, place, cause->text);
}

static char *
describe_one (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  if (fault->causes != NULL || fault->first == fault->second)
    return describe_union (item, fault);
  return g_strdup_printf (_ ("Matches more than one of %u alternatives: number %u and number %u."),
                          (guint)MIN (fault->count, G_MAXUINT), fault->first + 1,
                          fault->second + 1);
}

static char *
describe_member (const McpSchemaFault *fault)
{
  g_autofree char *name = quote_name (fault->property);
  g_autofree char *other = quote_name (fault->other);

  switch (fault->keyword)
    {
    case MCP_SCHEMA_REQUIRED:
      return g_strdup_printf (_ ("Add %s; it is required."), name);
    case MCP_SCHEMA_ADDITIONAL_PROPERTIES:
    case MCP_SCHEMA_UNEVALUATED_PROPERTIES:
      return g_strdup_printf (_ ("Remove %s; no such member is allowed here."), name);
    default:
      return g_strdup_printf (_ ("Add %s; it is required where %s is."), name, other);
    }
}

static char *
describe_text (const McpSchemaCase *item, const McpSchemaFault *fault)
{
  g_autofree char *quoted = quote (fault->expected);

  switch (fault->keyword)
    {
    case MCP_SCHEMA_PATTERN:
      return g_strdup_printf (_ ("Must match the pattern %s."), quoted);
    case MCP_SCHEMA_FORMAT:
      return g_strdup_printf (
          _ ("Must be %s."),
          _ (mcp_schema_format_get_description ((McpSchemaFormat)item->op->child)));
    case MCP_SCHEMA_CONTENT_ENCODING:
      return g_strdup (_ ("Must be base64."));
    case MCP_SCHEMA_CONTENT_MEDIA_TYPE:
      return g_strdup (_ ("Must be JSON text."));
    default:
      return g_strdup_printf (_ ("Must be %s."), quoted);
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
    case MCP_SCHEMA_MIN_ITEMS:
    case MCP_SCHEMA_MAX_ITEMS:
    case MCP_SCHEMA_MIN_PROPERTIES:
    case MCP_SCHEMA_MAX_PROPERTIES:
    case MCP_SCHEMA_CONTAINS:
    case MCP_SCHEMA_MIN_CONTAINS:
    case MCP_SCHEMA_MAX_CONTAINS:
      return describe_count (fault);
    case MCP_SCHEMA_UNIQUE_ITEMS:
      return describe_twins (fault);
    case MCP_SCHEMA_ITEMS:
    case MCP_SCHEMA_ADDITIONAL_ITEMS:
      return describe_items (fault);
    case MCP_SCHEMA_UNEVALUATED_ITEMS:
      return g_strdup (_ ("Remove this item; no such item is allowed here."));
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
      return g_strdup (_ ("Must be something else: what it is now is ruled out by “not”."));
    case MCP_SCHEMA_UNKNOWN_KEYWORD:
      return g_strdup (_ ("Remove this; nothing is allowed here."));
    default:
      return describe_text (item, fault);
    }
}
