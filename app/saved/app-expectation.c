/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-expectation.h"

#include <glib/gi18n.h>

#include "app-error.h"
#include "mcp-json-writer.h"
#include "mcp-schema.h"
#include "store-path.h"

/* Characters of a value that a failure quotes. */
#define QUOTED 120

struct _AppExpectation
{
  char       *path; /* (nullable): as written */
  StorePath  *place;
  McpJsonSlot equals;
  GRegex     *matches; /* (nullable) */
  McpSchema  *schema;  /* (nullable) */
  double      seconds; /* negative: any */
  int         error;   /* -1: not asked for */
};

void
app_expectation_free (AppExpectation *self)
{
  g_free (self->path);
  g_clear_pointer (&self->place, store_path_free);
  mcp_json_slot_clear (&self->equals);
  g_clear_pointer (&self->matches, g_regex_unref);
  g_clear_pointer (&self->schema, mcp_schema_unref);
  g_free (self);
}

/* Reading: one function for each member. */

static gboolean
read_path (AppExpectation *self, McpJsonValue value, GError **error)
{
  self->path = mcp_json_value_dup_string (value, NULL);
  self->place = self->path != NULL ? store_path_parse (self->path, error) : NULL;
  return self->place != NULL;
}

static gboolean
read_equals (AppExpectation *self, McpJsonValue value, GError **error)
{
  mcp_json_slot_set (&self->equals, value);
  return TRUE;
}

static gboolean
read_matches (AppExpectation *self, McpJsonValue value, GError **error)
{
  g_autofree char *pattern = mcp_json_value_dup_string (value, NULL);

  self->matches = pattern != NULL ? g_regex_new (pattern, 0, 0, error) : NULL;
  return self->matches != NULL;
}

static gboolean
read_schema (AppExpectation *self, McpJsonValue value, GError **error)
{
  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT &&
      mcp_json_value_get_kind (value) != MCP_JSON_BOOLEAN)
    return FALSE;
  self->schema = mcp_schema_new (value);
  return TRUE;
}

static gboolean
read_duration (AppExpectation *self, McpJsonValue value, GError **error)
{
  self->seconds = mcp_json_value_get_double (value, -1);
  return self->seconds >= 0;
}

static gboolean
read_error (AppExpectation *self, McpJsonValue value, GError **error)
{
  self->error = mcp_json_value_get_boolean (value, FALSE);
  return mcp_json_value_get_kind (value) == MCP_JSON_BOOLEAN;
}

static const struct
{
  const char *name;
  gboolean (*read) (AppExpectation *self, McpJsonValue value, GError **error);
} members[] = {
  { "path", read_path },
  { "equals", read_equals },
  { "matches", read_matches },
  { "schema", read_schema },
  { "duration", read_duration },
  { "error", read_error },
};

static gboolean
read_member (AppExpectation *self, McpJsonValue name, McpJsonValue value, GError **error)
{
  g_autofree char *text = mcp_json_value_dup_string (name, NULL);
  g_autoptr (GError) reason = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_str_equal (text, members[i].name))
      {
        if (members[i].read (self, value, &reason))
          return TRUE;
        /* Translators: the name of a member, then why its value cannot be used, or nothing */
        g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                     _ ("The value of “%s” cannot be used. %s"), text,
                     reason != NULL ? reason->message : "");
        return FALSE;
      }
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               _ ("“%s” is unknown in an expectation. Use path, equals, matches, schema, duration "
                  "or error."),
               text);
  return FALSE;
}

AppExpectation *
app_expectation_new (McpJsonValue value, GError **error)
{
  g_autoptr (AppExpectation) self = g_new0 (AppExpectation, 1);

  self->seconds = -1;
  self->error = -1;
  if (mcp_json_value_get_n_items (value) == 0 ||
      mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                           _ ("An expectation is an object such as "
                              "{\"path\": \"a.b\", \"equals\": 1}."));
      return NULL;
    }
  for (McpJsonWalk member = mcp_json_walk (value); mcp_json_walk_next (&member);)
    if (!read_member (self, member.name, member.value, error))
      return NULL;
  return g_steal_pointer (&self);
}

gboolean
app_expectation_is_of_error (const AppExpectation *self)
{
  return self->error >= 0;
}

/* Checking */

/* Shortened; it tells a person what to look for, not all there is. */
static char *
quote (McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_print_compact (value);

  if (g_utf8_strlen (text, -1) <= QUOTED)
    return g_steal_pointer (&text);
  g_autofree char *start = g_utf8_substring (text, 0, QUOTED);
  return g_strconcat (start, "…", NULL);
}

static char *
check_schema (McpSchema *schema, McpJsonValue value, const char *where)
{
  g_autoptr (McpSchemaReport) report = mcp_schema_validate (schema, value, MCP_SCHEMA_PLAIN, NULL);
  const McpSchemaError *first = report->errors->len > 0 ? report->errors->pdata[0] : NULL;

  if (report->outcome == MCP_SCHEMA_VALID)
    return NULL;
  if (first == NULL)
    return g_strdup_printf (_ ("%s could not be validated: %s"), where,
                            report->reason_text != NULL ? report->reason_text : "");
  return g_strdup_printf (_ ("%s does not match the schema: %s: %s"), where,
                          first->instance_pointer, first->text);
}

static gboolean
matches (GRegex *pattern, McpJsonValue value)
{
  g_autofree char *text = mcp_json_value_get_kind (value) == MCP_JSON_STRING
                              ? mcp_json_value_dup_string (value, NULL)
                              : mcp_json_value_print_compact (value);

  return g_regex_match (pattern, text, 0, NULL);
}

static char *
check_value (const AppExpectation *self, McpJsonValue root)
{
  McpJsonValue     value = self->place != NULL ? store_path_resolve (self->place, root) : root;
  g_autofree char *where = self->path != NULL && self->path[0] != '\0'
                               ? g_strdup_printf ("“%s”", self->path)
                               : g_strdup (_ ("The result"));

  if (!mcp_json_value_exists (value))
    return g_strdup_printf (_ ("%s does not exist."), where);
  g_autofree char *found = quote (value);
  if (mcp_json_value_exists (self->equals.value) &&
      !mcp_json_value_equal (value, self->equals.value))
    {
      g_autofree char *expected = quote (self->equals.value);

      return g_strdup_printf (_ ("%s is %s; %s was expected."), where, found, expected);
    }
  if (self->matches != NULL && !matches (self->matches, value))
    return g_strdup_printf (_ ("%s is %s, which does not match /%s/."), where, found,
                            g_regex_get_pattern (self->matches));
  return self->schema != NULL ? check_schema (self->schema, value, where) : NULL;
}

char *
app_expectation_check (const AppExpectation *self, const AppOutcome *outcome)
{
  gboolean of_value = self->path != NULL || mcp_json_value_exists (self->equals.value) ||
                      self->matches != NULL || self->schema != NULL;

  if (self->error == TRUE && !outcome->is_error)
    return g_strdup (_ ("The tool was expected to report an error and did not."));
  if (self->error == FALSE && outcome->is_error)
    return g_strdup (_ ("The tool reported an error."));
  if (self->seconds >= 0 && (double)outcome->duration > self->seconds * G_USEC_PER_SEC)
    return g_strdup_printf (_ ("It took %.3f s; at most %g s were expected."),
                            (double)outcome->duration / G_USEC_PER_SEC, self->seconds);
  return of_value ? check_value (self, outcome->value) : NULL;
}
