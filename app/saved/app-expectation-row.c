/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-expectation-row.h"

#include <glib/gi18n.h>

#include "mcp-json-writer.h"
#include "mcp-object.h"
#include "mcp-property.h"

struct _AppExpectationRow
{
  GObject parent_instance;

  char *path;
  guint check;
  char *value;
  char *problem; /* (nullable) */
  char *source;  /* (nullable): as it was read, until something is changed */
};

enum {
  PROP_PATH = 1,
  PROP_CHECK,
  PROP_VALUE,
  PROP_PROBLEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* How the value of a check is written. */
typedef enum {
  WRITES_VALUE,
  WRITES_STRING,
  WRITES_YES,
  WRITES_NO,
  WRITES_NOTHING,
} Writes;

static const struct
{
  const char *label;
  const char *member; /* (nullable) */
  gboolean    of_path;
  Writes      writes;
} checks[] = {
  [APP_EXPECTATION_EQUALS] = { N_ ("is equal to"), "equals", TRUE, WRITES_VALUE },
  [APP_EXPECTATION_MATCHES] = { N_ ("matches"), "matches", TRUE, WRITES_STRING },
  [APP_EXPECTATION_SCHEMA] = { N_ ("has schema"), "schema", TRUE, WRITES_VALUE },
  [APP_EXPECTATION_EXISTS] = { N_ ("exists"), NULL, TRUE, WRITES_NOTHING },
  [APP_EXPECTATION_DURATION] = { N_ ("takes at most (seconds)"), "duration", FALSE, WRITES_VALUE },
  [APP_EXPECTATION_ERROR] = { N_ ("error expected"), "error", FALSE, WRITES_YES },
  [APP_EXPECTATION_NO_ERROR] = { N_ ("no error expected"), "error", FALSE, WRITES_NO },
  [APP_EXPECTATION_JSON] = { N_ ("JSON"), NULL, FALSE, WRITES_VALUE },
};

MCP_DEFINE_ZEROED_TYPE (AppExpectationRow, app_expectation_row, G_TYPE_OBJECT)

MCP_DEFINE_FINALIZE (AppExpectationRow, app_expectation_row)
{
  g_free (self->path);
  g_free (self->value);
  g_free (self->problem);
  g_free (self->source);
}

/* Text */

static char *
dup_json_of_text (const char *text, gboolean is_string)
{
  g_autoptr (McpJsonDocument) document =
      is_string ? NULL : mcp_json_document_parse_text (text, -1, NULL);

  return document != NULL ? g_strdup (text) : mcp_json_quote (text, -1);
}

static char *
dup_text (McpJsonValue value, gboolean is_string)
{
  g_autofree char *plain = mcp_json_value_get_kind (value) == MCP_JSON_STRING
                               ? mcp_json_value_dup_string (value, NULL)
                               : NULL;
  g_autoptr (McpJsonDocument) document =
      plain != NULL && !is_string ? mcp_json_document_parse_text (plain, -1, NULL) : NULL;

  return plain != NULL && document == NULL ? g_steal_pointer (&plain)
                                           : mcp_json_value_print_compact (value);
}

/* JSON */

char *
app_expectation_row_dup_value (AppExpectationRow *self)
{
  return dup_json_of_text (self->value, checks[self->check].writes == WRITES_STRING);
}

char *
app_expectation_row_dup_json (AppExpectationRow *self)
{
  g_autofree char *value = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (APP_IS_EXPECTATION_ROW (self), NULL);

  if (self->source != NULL)
    return g_strdup (self->source);
  value = checks[self->check].writes <= WRITES_STRING
              ? app_expectation_row_dup_value (self)
              : g_strdup (checks[self->check].writes == WRITES_YES ? "true" : "false");
  if (self->check == APP_EXPECTATION_JSON)
    return g_steal_pointer (&value);
  path = mcp_json_quote (self->path, -1);
  if (checks[self->check].member == NULL)
    return g_strdup_printf ("{\"path\": %s}", path);
  /* Without a path the whole value is meant. */
  return checks[self->check].of_path && *self->path != '\0'
             ? g_strdup_printf ("{\"path\": %s, \"%s\": %s}", path,
                                checks[self->check].member, value)
             : g_strdup_printf ("{\"%s\": %s}", checks[self->check].member, value);
}

/* Whether the row, with @check, writes what is in @object. */
static gboolean
take_check (AppExpectationRow *self, McpJsonValue object, guint check)
{
  gboolean         is_string = checks[check].writes == WRITES_STRING;
  McpJsonValue     value = mcp_json_value_get_member (object, checks[check].member);
  g_autofree char *text = mcp_json_value_exists (value) && checks[check].writes <= WRITES_STRING
                              ? dup_text (value, is_string)
                              : NULL;
  g_autofree char *path = mcp_json_value_dup_member_string (object, "path");

  g_object_set (self, "check", check, "path", path != NULL ? path : "", "value",
                text != NULL ? text : "", NULL);
  g_autofree char *json = app_expectation_row_dup_json (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  return mcp_json_value_equal (mcp_json_document_get_root (document), object);
}

AppExpectationRow *
app_expectation_row_new_for_json (McpJsonValue object)
{
  AppExpectationRow *self = app_expectation_row_new ("", "");
  g_autofree char   *source = mcp_json_value_print_compact (object);
  guint              check = 0;

  while (check < APP_EXPECTATION_JSON && !take_check (self, object, check))
    check++;
  if (check == APP_EXPECTATION_JSON)
    g_object_set (self, "check", check, "value", source, NULL);
  self->source = g_steal_pointer (&source);
  return self;
}

AppExpectationRow *
app_expectation_row_new_argument (McpJsonValue name, McpJsonValue value)
{
  gboolean           is_string = mcp_json_value_get_kind (value) == MCP_JSON_STRING;
  AppExpectationRow *self = g_object_new (APP_TYPE_EXPECTATION_ROW, NULL);

  self->path = mcp_json_value_dup_string (name, NULL);
  self->check = is_string ? APP_EXPECTATION_MATCHES : APP_EXPECTATION_EQUALS;
  self->value = dup_text (value, is_string);
  return self;
}

/* The class */

static void
app_expectation_row_notify (GObject *object, GParamSpec *spec)
{
  if (spec != properties[PROP_PROBLEM])
    g_clear_pointer (&APP_EXPECTATION_ROW (object)->source, g_free);
}

MCP_DEFINE_CLASS (AppExpectationRow, app_expectation_row)
{
#define IN_ROW(field) .offset = G_STRUCT_OFFSET (AppExpectationRow, field)
  const McpProperty rows[N_PROPS] = {
    [PROP_PATH] = { "path", G_TYPE_STRING, .flags = G_PARAM_WRITABLE, IN_ROW (path) },
    [PROP_CHECK] = { "check", G_TYPE_UINT, .flags = G_PARAM_WRITABLE, IN_ROW (check) },
    [PROP_VALUE] = { "value", G_TYPE_STRING, .flags = G_PARAM_WRITABLE, IN_ROW (value) },
    [PROP_PROBLEM] = { "problem", G_TYPE_STRING, IN_ROW (problem) },
  };
#undef IN_ROW

  object_class->finalize = app_expectation_row_finalize;
  object_class->notify = app_expectation_row_notify;
  mcp_property_install (object_class, rows, properties, N_PROPS);
}

AppExpectationRow *
app_expectation_row_new (const char *path, const char *value)
{
  AppExpectationRow *self = g_object_new (APP_TYPE_EXPECTATION_ROW, NULL);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (value, -1, NULL);

  self->path = g_strdup (path);
  self->value =
      document != NULL ? dup_text (mcp_json_document_get_root (document), FALSE)
                       : g_strdup (value);
  return self;
}

const char *const *
app_expectation_row_list_checks (void)
{
  static const char *labels[G_N_ELEMENTS (checks) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    labels[i] = _ (checks[i].label);
  return labels;
}

gboolean
app_expectation_row_takes_path (AppExpectationRow *self)
{
  return checks[self->check].of_path;
}

gboolean
app_expectation_row_takes_value (AppExpectationRow *self)
{
  return checks[self->check].writes <= WRITES_STRING;
}

void
app_expectation_row_update (AppExpectationRow *self, const AppOutcome *outcome)
{
  g_autofree char *json = app_expectation_row_dup_json (self);
  g_autoptr (McpJsonDocument) document = mcp_json_document_parse_text (json, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AppExpectation) expectation =
      app_expectation_new (mcp_json_document_get_root (document), &error);
  char *problem = NULL;

  if (expectation == NULL)
    problem = g_strdup (error->message);
  else if (outcome != NULL)
    problem = app_expectation_check (expectation, outcome);
  mcp_property_take_text (self, &self->problem, problem, properties[PROP_PROBLEM]);
}
