/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-matcher.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "app-case-members.h"
#include "app-error.h"
#include "app-visible-text.h"
#include "mcp-json-writer.h"
#include "mcp-schema.h"

/* Nobody writes deeper ones by hand. */
#define MAX_DEPTH 64u
/* Characters of a value that is quoted. */
#define QUOTED 80
/* Bytes of a text that are looked at. */
#define MAX_TEXT (1024u * 1024u)

/* Returns: (transfer full) (nullable): why it does not match */
typedef char *(*CheckFunc) (const AppCaseMatcher *self, McpJsonValue value, const char *path);

struct _AppCaseMatcher
{
  CheckFunc   check;
  gboolean    exact;
  McpJsonSlot value;    /* as it was written */
  char       *name;     /* (nullable): of a member */
  GPtrArray  *children; /* (nullable): AppCaseMatcher */
  char       *text;     /* (nullable) */
  char       *last;     /* (nullable): of "$between" */
  GRegex     *regex;    /* (nullable) */
  McpSchema  *schema;   /* (nullable) */
  double      low;
  double      high;
};

void
app_case_matcher_free (AppCaseMatcher *self)
{
  if (self == NULL)
    return;
  mcp_json_slot_clear (&self->value);
  g_free (self->name);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self->text);
  g_free (self->last);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->schema, mcp_schema_unref);
  g_free (self);
}

/* Checking */

/* Returns: (transfer full): as it is quoted to a person */
static char *
quote (McpJsonValue value)
{
  g_autofree char *text = NULL;

  if (!mcp_json_value_exists (value))
    return g_strdup (_ ("nothing"));
  text = mcp_json_value_print_compact (value);
  return app_visible_text_line (text, QUOTED);
}

/* @expected: (transfer full): a clause. Returns: (transfer full) */
static char *
fail (const char *path, char *expected, McpJsonValue value)
{
  g_autofree char *clause = expected;
  g_autofree char *quoted = quote (value);
  g_autofree char *place = app_visible_text_line (path, QUOTED);

  if (*place == '\0')
    /* Translators: what should be there, then what is there */
    return g_strdup_printf (_ ("expected %s, not %s"), clause, quoted);
  /* Translators: the place in the arguments, what should be there, then what is there */
  return g_strdup_printf (_ ("%s: expected %s, not %s"), place, clause, quoted);
}

static char *
join_path (const char *path, const char *name)
{
  return path != NULL && *path != '\0' ? g_strconcat (path, ".", name, NULL) : g_strdup (name);
}

static const AppCaseMatcher *
get_child (const AppCaseMatcher *self, guint index)
{
  return self->children->pdata[index];
}

/* The first child that does not match, of those that all have to. */
static char *
check_all (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      char *problem = app_case_matcher_check (get_child (self, i), value, path);

      if (problem != NULL)
        return problem;
    }
  return NULL;
}

static gboolean
has_child (const AppCaseMatcher *self, const char *name)
{
  for (guint i = 0; i < self->children->len; i++)
    if (g_str_equal (get_child (self, i)->name, name))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): a member that should not be there */
static char *
check_others (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    {
      g_autofree char *text = mcp_json_value_dup_string (member.name, NULL);
      g_autofree char *place = NULL;

      if (has_child (self, text))
        continue;
      place = join_path (path, text);
      return fail (place, g_strdup (_ ("nothing")), member.value);
    }
  return NULL;
}

static char *
check_object (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    return fail (path, g_strdup (_ ("an object")), value);
  for (guint i = 0; i < self->children->len; i++)
    {
      const AppCaseMatcher *child = get_child (self, i);
      g_autofree char      *place = join_path (path, child->name);
      char                 *problem =
          app_case_matcher_check (child, mcp_json_value_get_member (value, child->name), place);

      if (problem != NULL)
        return problem;
    }
  return self->exact ? check_others (self, value, path) : NULL;
}

static char *
check_array (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  McpJsonIter  iter;
  McpJsonValue item;

  if (mcp_json_value_get_kind (value) != MCP_JSON_ARRAY ||
      mcp_json_value_get_n_items (value) != self->children->len)
    return fail (path,
                 g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "an array of %'u element",
                                               "an array of %'u elements", self->children->len),
                                  self->children->len),
                 value);
  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      g_autofree char *place = g_strdup_printf ("%s[%u]", path != NULL ? path : "", i);
      char            *problem = app_case_matcher_check (get_child (self, i), item, place);

      if (problem != NULL)
        return problem;
    }
  return NULL;
}

static char *
check_one_of (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      g_autofree char *problem = app_case_matcher_check (get_child (self, i), value, path);

      if (problem == NULL)
        return NULL;
    }
  g_autofree char *quoted = quote (self->value.value);
  /* Translators: %s is a list */
  return fail (path, g_strdup_printf (_ ("one of %s"), quoted), value);
}

/* Returns: (transfer full) (nullable): %NULL where it is no text */
static char *
dup_text (McpJsonValue value)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING
             ? mcp_json_value_dup_string_prefix (value, MAX_TEXT, NULL)
             : NULL;
}

gboolean
app_case_text_holds (const char *text, const char *part)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  return strstr (folded, folded_part) != NULL;
}

static char *
check_contains (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  g_autofree char *text = dup_text (value);

  if (text != NULL && self->text != NULL && app_case_text_holds (text, self->text))
    return NULL;
  if (mcp_json_value_get_kind (value) == MCP_JSON_ARRAY)
    {
      for (McpJsonWalk item = mcp_json_walk (value); mcp_json_walk_next (&item);)
        {
          g_autofree char *problem = NULL;

          if (self->children == NULL)
            {
              if (mcp_json_value_equal (self->value.value, item.value))
                return NULL;
              continue;
            }
          problem = app_case_matcher_check (get_child (self, 0), item.value, NULL);
          if (problem == NULL)
            return NULL;
        }
    }
  g_autofree char *quoted = quote (self->value.value);
  /* Translators: %s is a text, or another value */
  return fail (path, g_strdup_printf (_ ("something with %s in it"), quoted), value);
}

/* Letters and digits alone, all of one case. */
static char *
dup_words (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  GString         *words = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)) || g_unichar_ismark (g_utf8_get_char (p)))
      g_string_append_unichar (words, g_utf8_get_char (p));
  return g_string_free (words, FALSE);
}

static char *
check_words (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  g_autofree char *text = dup_text (value);
  g_autofree char *words = text != NULL ? dup_words (text) : NULL;
  g_autofree char *expected = dup_words (self->text);

  return words != NULL && g_str_equal (words, expected)
             ? NULL
             /* Translators: %s is a text */
             : fail (path, g_strdup_printf (_ ("the words “%s”"), self->text), value);
}

static char *
check_regex (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  g_autofree char *text = dup_text (value);

  return text != NULL && g_regex_match (self->regex, text, 0, NULL)
             ? NULL
             /* Translators: %s is a regular expression */
             : fail (path, g_strdup_printf (_ ("text that matches “%s”"), self->text), value);
}

/* Returns: (transfer full) (nullable): a day is its first moment; where no zone is named, UTC */
static GDateTime *
read_time (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autofree char *day = strlen (text) == strlen ("2026-01-01")
                             ? g_strconcat (text, "T00:00:00", NULL)
                             : g_strdup (text);

  return g_date_time_new_from_iso8601 (day, utc);
}

/* A day that is the last one counts to its end. */
static char *
check_between (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  g_autofree char *text = dup_text (value);
  g_autoptr (GDateTime) time = text != NULL ? read_time (text) : NULL;
  g_autoptr (GDateTime) first = read_time (self->text);
  g_autoptr (GDateTime) last = read_time (self->last);

  if (strlen (self->last) == strlen ("2026-01-01"))
    {
      g_autoptr (GDateTime) day = g_steal_pointer (&last);

      last = g_date_time_add (day, G_TIME_SPAN_DAY - 1);
    }
  if (time != NULL && g_date_time_compare (time, first) >= 0 &&
      g_date_time_compare (time, last) <= 0)
    return NULL;
  /* Translators: two times */
  return fail (path, g_strdup_printf (_ ("a time from %s to %s"), self->text, self->last), value);
}

static char *
check_type (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  double   number = mcp_json_value_get_double (value, NAN);
  gboolean is_integer = isfinite (number) && number == floor (number);

  if (g_str_equal (self->text, "integer")
          ? is_integer
          : g_str_equal (self->text, mcp_json_kind_get_name (mcp_json_value_get_kind (value))))
    return NULL;
  /* Translators: %s is a type: "string", say */
  return fail (path, g_strdup_printf (_ ("a value of type %s"), self->text), value);
}

static char *
check_schema (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  g_autoptr (McpSchemaReport) report = NULL;
  const McpSchemaError *problem;
  g_autofree char      *place = NULL;
  g_autofree char      *text = NULL;

  if (!mcp_json_value_exists (value))
    return fail (path, g_strdup (_ ("something")), value);
  report = mcp_schema_validate (self->schema, value, MCP_SCHEMA_PLAIN, NULL);
  if (report->outcome == MCP_SCHEMA_VALID)
    return NULL;
  if (report->errors->len == 0)
    return fail (path,
                 g_strdup (report->reason_text != NULL ? report->reason_text
                                                       : _ ("what the schema allows")),
                 value);
  problem = report->errors->pdata[0];
  place = g_strconcat (path != NULL ? path : "", problem->instance_pointer, NULL);
  text = app_visible_text_line (problem->text, 2 * QUOTED);
  return *place != '\0' ? g_strdup_printf ("%s: %s", place, text) : g_steal_pointer (&text);
}

static char *
check_range (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  double number = mcp_json_value_get_double (value, NAN);

  if (number >= self->low && number <= self->high)
    return NULL;
  if (isinf (self->low))
    /* Translators: %s is a number, as the next ones */
    return fail (path, g_strdup_printf (_ ("a number up to %.15g"), self->high), value);
  if (isinf (self->high))
    return fail (path, g_strdup_printf (_ ("a number from %.15g"), self->low), value);
  return fail (path, g_strdup_printf (_ ("a number from %.15g to %.15g"), self->low, self->high),
               value);
}

static char *
check_equals (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  return mcp_json_value_exists (value) && mcp_json_value_equal (self->value.value, value)
             ? NULL
             : fail (path, quote (self->value.value), value);
}

static char *
check_any (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  return mcp_json_value_exists (value) ? NULL : fail (path, g_strdup (_ ("something")), value);
}

static char *
check_absent (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  return mcp_json_value_exists (value) ? fail (path, g_strdup (_ ("nothing")), value) : NULL;
}

static char *
check_optional (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  return mcp_json_value_exists (value)
             ? app_case_matcher_check (get_child (self, 0), value, path)
             : NULL;
}

char *
app_case_matcher_check (const AppCaseMatcher *self, McpJsonValue value, const char *path)
{
  return self->check (self, value, path);
}

/* Reading */

static AppCaseMatcher *read_matcher (McpJsonValue value,
                                     gboolean     exact,
                                     guint        depth,
                                     GError     **error);

static AppCaseMatcher *
matcher_new (CheckFunc check, McpJsonValue value)
{
  AppCaseMatcher *self = g_new0 (AppCaseMatcher, 1);

  self->check = check;
  mcp_json_slot_set (&self->value, value);
  self->low = -INFINITY;
  self->high = INFINITY;
  return self;
}

static gboolean
add_child (
    AppCaseMatcher *self, const char *name, McpJsonValue value, guint depth, GError **error)
{
  AppCaseMatcher *child = read_matcher (value, self->exact, depth + 1, error);

  if (child == NULL)
    return FALSE;
  child->name = g_strdup (name);
  if (self->children == NULL)
    self->children = g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_matcher_free);
  g_ptr_array_add (self->children, child);
  return TRUE;
}

static gboolean
add_children (AppCaseMatcher *self, McpJsonValue container, guint depth, GError **error)
{
  for (McpJsonWalk each = mcp_json_walk (container); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);

      if (!add_child (self, text, each.value, depth, error))
        return FALSE;
    }
  return TRUE;
}

/* Operators: each reads its operand. */

static gboolean
read_list (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY &&
         mcp_json_value_get_n_items (value) > 0 && add_children (self, value, depth, error);
}

static gboolean
read_child (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  return add_child (self, NULL, value, depth, error);
}

static gboolean
read_regex (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  self->text = mcp_json_value_dup_string (value, NULL);
  self->regex = self->text != NULL ? g_regex_new (self->text, 0, 0, error) : NULL;
  return self->regex != NULL;
}

static gboolean
read_text (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  self->text = mcp_json_value_dup_string (value, NULL);
  return self->text != NULL;
}

static gboolean
read_contents (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  return mcp_json_value_get_kind (value) == MCP_JSON_STRING
             ? read_text (self, value, depth, error)
             : read_child (self, value, depth, error);
}

/* Returns: whether @value is two numbers */
static gboolean
read_pair (McpJsonValue value, double *first, double *second)
{
  *first = mcp_json_value_get_double (mcp_json_value_get_item (value, 0), NAN);
  *second = mcp_json_value_get_double (mcp_json_value_get_item (value, 1), NAN);
  return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY &&
         mcp_json_value_get_n_items (value) == 2 && !isnan (*first) && !isnan (*second);
}

static gboolean
read_range (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  return read_pair (value, &self->low, &self->high) && self->low <= self->high;
}

static gboolean
read_near (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  double middle;
  double distance;

  if (!read_pair (value, &middle, &distance) || distance < 0)
    return FALSE;
  self->low = middle - distance;
  self->high = middle + distance;
  return TRUE;
}

static gboolean
read_min (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  self->low = mcp_json_value_get_double (value, NAN);
  return !isnan (self->low);
}

static gboolean
read_max (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  self->high = mcp_json_value_get_double (value, NAN);
  return !isnan (self->high);
}

static gboolean
read_between (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  g_autoptr (GDateTime) last = NULL;

  self->text = mcp_json_value_dup_string (mcp_json_value_get_item (value, 0), NULL);
  self->last = mcp_json_value_dup_string (mcp_json_value_get_item (value, 1), NULL);
  g_autoptr (GDateTime) first = self->text != NULL ? read_time (self->text) : NULL;
  last = self->last != NULL ? read_time (self->last) : NULL;
  return mcp_json_value_get_n_items (value) == 2 && first != NULL && last != NULL &&
         g_date_time_compare (first, last) <= 0;
}

static gboolean
read_type (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  static const char *const types[] = { "string", "number", "integer", "boolean",
                                       "array", "object", "null", NULL };

  self->text = mcp_json_value_dup_string (value, NULL);
  return self->text != NULL && g_strv_contains (types, self->text);
}

static gboolean
read_schema (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT &&
      mcp_json_value_get_kind (value) != MCP_JSON_BOOLEAN)
    return FALSE;
  self->schema = mcp_schema_new (value);
  return TRUE;
}

static gboolean
read_true (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  return mcp_json_value_get_boolean (value, FALSE);
}

static gboolean
read_anything (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error)
{
  return TRUE;
}

static const struct
{
  const char *name;
  CheckFunc   check;
  gboolean (*read) (AppCaseMatcher *self, McpJsonValue value, guint depth, GError **error);
} operators[] = {
  { "$equals", check_equals, read_anything },
  { "$one_of", check_one_of, read_list },
  { "$matches", check_regex, read_regex },
  { "$contains", check_contains, read_contents },
  { "$text", check_words, read_text },
  { "$range", check_range, read_range },
  { "$near", check_range, read_near },
  { "$min", check_range, read_min },
  { "$max", check_range, read_max },
  { "$between", check_between, read_between },
  { "$type", check_type, read_type },
  { "$schema", check_schema, read_schema },
  { "$any", check_any, read_true },
  { "$absent", check_absent, read_true },
  { "$optional", check_optional, read_child },
};

/* Returns: (transfer full) (nullable) */
static AppCaseMatcher *
read_operator (
    const char *name, McpJsonValue value, gboolean exact, guint depth, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      g_autoptr (GError) inner = NULL;

      if (!g_str_equal (name, operators[i].name))
        continue;
      g_autoptr (AppCaseMatcher) self = matcher_new (operators[i].check, value);
      self->exact = exact;
      if (operators[i].read (self, value, depth, &inner))
        return g_steal_pointer (&self);
      if (inner != NULL)
        g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, "“%s”: %s", name, inner->message);
      else
        app_case_member_fail (name, error);
      return NULL;
    }
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is a word of a file */
               _ ("There is no matcher “%s”; a value of that name goes into “$equals”."), name);
  return NULL;
}

/* Returns: (transfer full) (nullable) */
static AppCaseMatcher *
read_operators (McpJsonValue value, gboolean exact, guint depth, GError **error)
{
  g_autoptr (AppCaseMatcher) self = matcher_new (check_all, value);

  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_matcher_free);
  for (McpJsonWalk operand = mcp_json_walk (value); mcp_json_walk_next (&operand);)
    {
      g_autofree char *text = mcp_json_value_dup_string (operand.name, NULL);
      AppCaseMatcher  *child = read_operator (text, operand.value, exact, depth, error);

      if (child == NULL)
        return NULL;
      g_ptr_array_add (self->children, child);
    }
  if (self->children->len == 1)
    return g_ptr_array_steal_index (self->children, 0);
  return g_steal_pointer (&self);
}

static gboolean
has_operator (McpJsonValue object)
{
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string_prefix (each.name, 1, NULL);

      if (g_str_equal (text, "$"))
        return TRUE;
    }
  return FALSE;
}

static AppCaseMatcher *
read_matcher (McpJsonValue value, gboolean exact, guint depth, GError **error)
{
  McpJsonKind kind = mcp_json_value_get_kind (value);

  if (depth > MAX_DEPTH)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("What is expected nests too deep."));
      return NULL;
    }
  if (kind == MCP_JSON_OBJECT && has_operator (value))
    return read_operators (value, exact, depth, error);
  g_autoptr (AppCaseMatcher) self = matcher_new (kind == MCP_JSON_OBJECT  ? check_object
                                                 : kind == MCP_JSON_ARRAY ? check_array
                                                                          : check_equals,
                                                 value);
  self->exact = exact;
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify)app_case_matcher_free);
  return add_children (self, value, depth, error) ? g_steal_pointer (&self) : NULL;
}

AppCaseMatcher *
app_case_matcher_new (McpJsonValue value, gboolean exact, GError **error)
{
  g_return_val_if_fail (mcp_json_value_exists (value), NULL);
  return read_matcher (value, exact, 0, error);
}
