/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-form-check.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app-form-schema.h"
#include "app-form.h"
#include "app-presets.h"
#include "app-visible-text.h"

/* Choices that a message names. */
#define NAMED_CHOICES 6u
#define NAMED_CHARACTERS 40u

typedef struct
{
  McpJsonValue     root;
  GString         *pointer;
  AppFormCheckFunc func; /* NULL: only whether there is a problem */
  gpointer         user_data;
  gboolean         presets;
  guint            depth;
  guint           *visits;
  guint            n_problems;
} Check;

static void check_value (Check *self, McpJsonValue schema, McpJsonValue value, const char *key);

static void
report (Check *self, gboolean missing, const char *message)
{
  self->n_problems++;
  if (self->func != NULL)
    self->func (self->pointer->str, message, missing, self->user_data);
}

static void G_GNUC_PRINTF (2, 3)
    refuse (Check *self, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  self->n_problems++;
  if (self->func == NULL)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  self->func (self->pointer->str, message, FALSE, self->user_data);
}

void
app_form_check_append_token (GString *pointer, const char *token)
{
  g_string_append_c (pointer, '/');
  for (const char *p = token; *p != '\0'; p++)
    {
      if (*p == '~')
        g_string_append (pointer, "~0");
      else if (*p == '/')
        g_string_append (pointer, "~1");
      else
        g_string_append_c (pointer, *p);
    }
}

/* Whether a number as written is an integer, at any size: 1, 1.0, 1e3, 10e-1, -0. */
static gboolean
is_integer (McpJsonValue value)
{
  gsize       length = 0;
  const char *text = mcp_json_value_get_text (value, &length);
  gint64      fraction = 0; /* digits behind the point up to the last that is not 0 */
  gint64      zeros = 0;    /* at the end of the digits */
  gint64      exponent = 0;
  gint64      seen = 0;
  gboolean    point = FALSE;
  gboolean    zero = TRUE;
  gboolean    negative = FALSE;
  gsize       i;

  for (i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
    {
      if (text[i] == '.')
        point = TRUE;
      else if (g_ascii_isdigit (text[i]))
        {
          seen += point;
          zeros = text[i] == '0' ? zeros + 1 : 0;
          zero &= text[i] == '0';
          if (point && text[i] != '0')
            fraction = seen;
        }
    }
  for (i++; i < length; i++)
    {
      if (text[i] == '-')
        negative = TRUE;
      else if (g_ascii_isdigit (text[i]) && exponent < G_MAXINT32)
        exponent = exponent * 10 + (text[i] - '0');
    }
  if (zero)
    return TRUE;
  if (negative)
    return fraction == 0 && zeros - seen >= exponent;
  return fraction <= exponent;
}

static const char *
describe_kind (McpJsonKind kind)
{
  switch (kind)
    {
    case MCP_JSON_NULL:
      return _ ("null");
    case MCP_JSON_BOOLEAN:
      return _ ("true or false");
    case MCP_JSON_NUMBER:
      return _ ("a number");
    case MCP_JSON_STRING:
      return _ ("text");
    case MCP_JSON_ARRAY:
      return _ ("a list");
    case MCP_JSON_OBJECT:
      return _ ("an object");
    case MCP_JSON_NONE:
    default:
      return _ ("nothing");
    }
}

static gboolean
demand (Check *self, McpJsonValue value, McpJsonKind kind)
{
  McpJsonKind has = mcp_json_value_get_kind (value);

  if (has == kind)
    return TRUE;
  refuse (self, _ ("Must be %s, is %s"), describe_kind (kind), describe_kind (has));
  return FALSE;
}

static gboolean
get_limit (McpJsonValue schema, const char *name, double *limit, char **text)
{
  McpJsonValue value = mcp_json_value_get_member (schema, name);

  if (mcp_json_value_get_kind (value) != MCP_JSON_NUMBER)
    return FALSE;
  *limit = mcp_json_value_get_double (value, 0);
  *text = mcp_json_value_get_length (value) < NAMED_CHARACTERS
              ? mcp_json_value_dup_text (value)
              : g_strdup_printf ("%g", *limit);
  return TRUE;
}

static void
check_number (Check *self, McpJsonValue schema, McpJsonValue value, gboolean integer)
{
  double number = mcp_json_value_get_double (value, 0);
  double limit;
  char  *text = NULL;

  if (!demand (self, value, MCP_JSON_NUMBER))
    return;
  if (integer && !is_integer (value))
    report (self, FALSE, _ ("Must be a whole number"));
  if (get_limit (schema, "minimum", &limit, &text) && number < limit)
    refuse (self, _ ("Must be at least %s"), text);
  g_clear_pointer (&text, g_free);
  if (get_limit (schema, "maximum", &limit, &text) && number > limit)
    refuse (self, _ ("Must be at most %s"), text);
  g_clear_pointer (&text, g_free);
  if (get_limit (schema, "exclusiveMinimum", &limit, &text) && number <= limit)
    refuse (self, _ ("Must be more than %s"), text);
  g_clear_pointer (&text, g_free);
  if (get_limit (schema, "exclusiveMaximum", &limit, &text) && number >= limit)
    refuse (self, _ ("Must be less than %s"), text);
  g_free (text);
}

static void
check_string (Check *self, McpJsonValue schema, McpJsonValue value)
{
  double           limit;
  g_autofree char *minimum = NULL;
  g_autofree char *maximum = NULL;

  if (!demand (self, value, MCP_JSON_STRING))
    return;
  if (get_limit (schema, "minLength", &limit, &minimum) &&
      (double)mcp_json_value_count_characters (value) < limit)
    refuse (self,
            ngettext ("Must have at least %s character",
                      "Must have at least %s characters", (gulong)limit),
            minimum);
  if (get_limit (schema, "maxLength", &limit, &maximum) &&
      (double)mcp_json_value_count_characters (value) > limit)
    refuse (self,
            ngettext ("Must have at most %s character",
                      "Must have at most %s characters", (gulong)limit),
            maximum);
}

static void
check_list (Check *self, McpJsonValue schema, McpJsonValue value)
{
  McpJsonValue     items = mcp_json_value_get_member (schema, "items");
  guint            n_items = mcp_json_value_get_n_items (value);
  gsize            length = self->pointer->len;
  double           limit;
  g_autofree char *minimum = NULL;
  g_autofree char *maximum = NULL;
  McpJsonValue     item;
  McpJsonIter      iter;

  if (!demand (self, value, MCP_JSON_ARRAY))
    return;
  if (get_limit (schema, "minItems", &limit, &minimum) && n_items < limit)
    refuse (self,
            ngettext ("Must have at least %s item",
                      "Must have at least %s items", (gulong)limit),
            minimum);
  if (get_limit (schema, "maxItems", &limit, &maximum) && n_items > limit)
    refuse (self,
            ngettext ("Must have at most %s item",
                      "Must have at most %s items", (gulong)limit),
            maximum);
  if (mcp_json_value_get_kind (items) != MCP_JSON_OBJECT ||
      mcp_json_value_exists (mcp_json_value_get_member (schema, "prefixItems")))
    return;

  mcp_json_iter_init (&iter, value);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &item); i++)
    {
      g_string_append_printf (self->pointer, "/%u", i);
      check_value (self, items, item, NULL);
      g_string_truncate (self->pointer, length);
    }
}

/* Whether pre-configured inputs make the member when the arguments are sent: it is one, or an
 * object that requires nothing else. */
static gboolean
comes_from_presets (Check *self, McpJsonValue property)
{
  AppFormSchema view;
  McpJsonValue  inside;
  McpJsonValue  item;
  McpJsonIter   iter;
  gboolean      any = FALSE;

  if (!self->presets)
    return FALSE;
  if (app_preset_detect (self->root, property, NULL, NULL))
    return TRUE;
  app_form_schema_read (&view, self->root, property, NULL);
  inside = app_form_schema_get_properties (&view);
  mcp_json_iter_init (&iter, mcp_json_value_get_member (view.schema, "required"));
  while (mcp_json_iter_next (&iter, NULL, &item) && ++*self->visits < APP_FORM_CHECK_MAX_VISITS)
    {
      g_autofree char *key = mcp_json_value_dup_string (item, NULL);

      if (!app_preset_detect (self->root, mcp_json_value_get_member (inside, key), NULL, NULL))
        return FALSE;
      any = TRUE;
    }
  return any;
}

static void
check_required (Check *self, McpJsonValue schema, McpJsonValue value)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");
  gsize        length = self->pointer->len;
  McpJsonValue item;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, mcp_json_value_get_member (schema, "required"));
  while (mcp_json_iter_next (&iter, NULL, &item) && ++*self->visits < APP_FORM_CHECK_MAX_VISITS)
    {
      g_autofree char *key = mcp_json_value_dup_string (item, NULL);

      if (key == NULL || mcp_json_value_exists (mcp_json_value_get_member (value, key)) ||
          comes_from_presets (self, mcp_json_value_get_member (properties, key)))
        continue;
      app_form_check_append_token (self->pointer, key);
      report (self, TRUE, _ ("Required"));
      g_string_truncate (self->pointer, length);
    }
}

static void
check_object (Check *self, McpJsonValue schema, McpJsonValue value)
{
  McpJsonValue properties = mcp_json_value_get_member (schema, "properties");
  McpJsonValue additional = mcp_json_value_get_member (schema, "additionalProperties");
  gsize        length = self->pointer->len;
  McpJsonValue name;
  McpJsonValue member;
  McpJsonIter  iter;

  if (!demand (self, value, MCP_JSON_OBJECT))
    return;
  check_required (self, schema, value);
  mcp_json_iter_init (&iter, value);
  while (mcp_json_iter_next (&iter, &name, &member) && *self->visits < APP_FORM_CHECK_MAX_VISITS)
    {
      g_autofree char *key = mcp_json_value_dup_string (name, NULL);
      McpJsonValue     property = mcp_json_value_get_member (properties, key);

      app_form_check_append_token (self->pointer, key);
      if (mcp_json_value_exists (property))
        check_value (self, property, member, key);
      else if (mcp_json_value_get_kind (additional) == MCP_JSON_OBJECT)
        check_value (self, additional, member, key);
      else if (!mcp_json_value_get_boolean (additional, TRUE) &&
               !mcp_json_value_exists (mcp_json_value_get_member (schema, "patternProperties")))
        report (self, FALSE, _ ("The schema admits no member of this name"));
      g_string_truncate (self->pointer, length);
    }
}

static void
check_choice (Check *self, const AppFormSchema *schema, McpJsonValue value)
{
  g_autoptr (GListModel) options = NULL;
  g_autoptr (GString) names = NULL;
  McpJsonValue choices = mcp_json_value_get_member (schema->schema, "enum");
  gboolean     plain = mcp_json_value_exists (choices);
  McpJsonValue choice;
  McpJsonIter  iter;

  if (!plain)
    choices = mcp_json_value_get_member (schema->schema, "anyOf");
  if (!mcp_json_value_exists (choices))
    choices = mcp_json_value_get_member (schema->schema, "oneOf");
  mcp_json_iter_init (&iter, choices);
  while (mcp_json_iter_next (&iter, NULL, &choice))
    if (mcp_json_value_equal (value, plain ? choice : app_form_schema_get_constant (choice)))
      return;

  if (self->func == NULL)
    {
      self->n_problems++;
      return;
    }
  options = app_form_schema_create_options (schema);
  names = g_string_new (NULL);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (options), NAMED_CHOICES); i++)
    {
      g_autoptr (AppFieldOption) option = g_list_model_get_item (options, i);
      g_autofree char *label = app_visible_text_line (app_field_option_get_label (option),
                                                      NAMED_CHARACTERS);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", label);
    }
  if (g_list_model_get_n_items (options) > NAMED_CHOICES)
    g_string_append (names, ", …");
  refuse (self, _ ("Must be one of: %s"), names->str);
}

static gboolean
type_admits (McpJsonValue type, McpJsonValue value)
{
  const char *name = mcp_json_kind_get_name (mcp_json_value_get_kind (value));

  return mcp_json_value_string_equals (type, name) ||
         (mcp_json_value_get_kind (value) == MCP_JSON_NUMBER &&
          mcp_json_value_string_equals (type, "integer") && is_integer (value));
}

/* At least one branch has nothing against the value. */
static gboolean
any_branch_admits (Check *self, McpJsonValue branches, McpJsonValue value)
{
  McpJsonValue branch;
  McpJsonIter  iter;

  mcp_json_iter_init (&iter, branches);
  while (mcp_json_iter_next (&iter, NULL, &branch))
    {
      Check attempt = *self;

      attempt.func = NULL;
      attempt.n_problems = 0;
      check_value (&attempt, branch, value, NULL);
      if (attempt.n_problems == 0)
        return TRUE;
    }
  return FALSE;
}

/* Tells what is wrong in the form that the value is meant for; that it has none where that cannot
 * be told. */
static void
refuse_branches (Check               *self,
                 const AppFormSchema *schema,
                 McpJsonValue         branches,
                 McpJsonValue         value)
{
  g_autoptr (McpJsonDocument) made = NULL;
  g_autoptr (GArray) list = app_form_schema_list_branches (schema, &made);
  gboolean fits = FALSE;
  guint    before = self->n_problems;
  int      closest = app_form_check_find_branch (self->root,
                                                 (const McpJsonValue *)(gpointer)list->data,
                                                 list->len,
                                                 value,
                                                 0,
                                                 self->visits,
                                                 &fits);

  if (closest >= 0 && self->func != NULL)
    check_value (self, g_array_index (list, McpJsonValue, closest), value, NULL);
  if (self->n_problems == before)
    refuse (self,
            _ ("Fits none of the %u forms that the schema admits"),
            mcp_json_value_get_n_items (branches));
}

/* What is edited as JSON: its type, its branches, and what it has inside. */
static void
check_json (Check *self, const AppFormSchema *schema, McpJsonValue value)
{
  McpJsonValue type = mcp_json_value_get_member (schema->schema, "type");
  McpJsonKind  kind = mcp_json_value_get_kind (value);
  McpJsonValue branches;
  McpJsonValue item;
  McpJsonIter  iter;
  gboolean     admitted = !mcp_json_value_exists (type) || type_admits (type, value);

  mcp_json_iter_init (&iter, type);
  while (mcp_json_iter_next (&iter, NULL, &item))
    admitted |= type_admits (item, value);
  if (!admitted)
    {
      g_autofree char *wanted = mcp_json_value_dup_text (type);
      g_autofree char *visible = app_visible_text_line (wanted, NAMED_CHARACTERS);

      refuse (self, _ ("Must be of type %s, is %s"), visible, describe_kind (kind));
      return;
    }
  branches = app_form_schema_get_union (schema->schema);
  if (mcp_json_value_get_n_items (branches) > 0 && !any_branch_admits (self, branches, value))
    refuse_branches (self, schema, branches, value);
  else if (kind == MCP_JSON_OBJECT)
    check_object (self, schema->schema, value);
  else if (kind == MCP_JSON_ARRAY)
    check_list (self, schema->schema, value);
}

static void
check_value (Check *self, McpJsonValue schema, McpJsonValue value, const char *key)
{
  AppFormSchema view;

  if (self->depth >= APP_FORM_MAX_DEPTH || ++*self->visits > APP_FORM_CHECK_MAX_VISITS)
    return;
  if (mcp_json_value_get_kind (schema) == MCP_JSON_BOOLEAN)
    {
      if (!mcp_json_value_get_boolean (schema, TRUE))
        report (self, FALSE, _ ("The schema admits no value here"));
      return;
    }

  app_form_schema_read (&view, self->root, schema, key);
  if (view.nullable && mcp_json_value_get_kind (value) == MCP_JSON_NULL)
    return;
  self->depth++;
  switch (view.kind)
    {
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
      check_string (self, view.schema, value);
      break;
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
      check_number (self, view.schema, value, view.kind == APP_FIELD_INTEGER);
      break;
    case APP_FIELD_BOOLEAN:
      demand (self, value, MCP_JSON_BOOLEAN);
      break;
    case APP_FIELD_ENUM:
      check_choice (self, &view, value);
      break;
    case APP_FIELD_CONST:
      if (!mcp_json_value_equal (value, mcp_json_value_get_member (view.schema, "const")))
        report (self, FALSE, _ ("Must be the one value that the schema admits"));
      break;
    case APP_FIELD_ARRAY:
      check_list (self, view.schema, value);
      break;
    case APP_FIELD_OBJECT:
      check_object (self, view.schema, value);
      break;
    case APP_FIELD_VARIANT:
    case APP_FIELD_JSON:
    default:
      check_json (self, &view, value);
      break;
    }
  self->depth--;
}

guint
app_form_check_count (McpJsonValue root, McpJsonValue schema, McpJsonValue value, guint *visits)
{
  g_autoptr (GString) pointer = g_string_new (NULL);
  Check check = { root, pointer, NULL, NULL, FALSE, 0, visits, 0 };

  check_value (&check, schema, value, NULL);
  return check.n_problems;
}

gboolean
app_form_check (McpJsonValue     schema,
                McpJsonValue     value,
                gboolean         presets,
                AppFormCheckFunc func,
                gpointer         user_data)
{
  g_autoptr (GString) pointer = g_string_new (NULL);
  guint visits = 0;
  Check check = { schema, pointer, func, user_data, presets, 0, &visits, 0 };

  if (mcp_json_value_get_kind (value) != MCP_JSON_OBJECT)
    {
      report (&check, FALSE, _ ("Arguments must be an object"));
      return TRUE;
    }
  check_value (&check, schema, value, NULL);
  return visits <= APP_FORM_CHECK_MAX_VISITS;
}
