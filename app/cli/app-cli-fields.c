/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-cli-fields.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "app-cli-print.h"
#include "mcp-json-writer.h"

/* Choices that are listed; more are known by their value only. */
#define MAX_OPTIONS 100u
/* What a form asks a person for in all: beyond it they would not answer. */
#define MAX_FIELDS 200u

static AppFieldOption *
get_option (AppField *field, guint index)
{
  /* The list keeps it. */
  g_autoptr (AppFieldOption) option =
      g_list_model_get_item (app_field_get_options (field), index);

  return option;
}

static guint
count_options (AppField *field)
{
  GListModel *options = app_field_get_options (field);

  return options != NULL ? g_list_model_get_n_items (options) : 0;
}

static void
print_options (AppField *field)
{
  guint n = count_options (field);

  for (guint i = 0; i < MIN (n, MAX_OPTIONS); i++)
    {
      g_autofree char *label = app_cli_line (app_field_option_get_label (get_option (field, i)));

      fprintf (stderr, "    %u  %s\n", i + 1, label);
    }
  if (n > MAX_OPTIONS)
    fprintf (stderr, "    …\n");
}

/* What an item of a list may be, where the schema says. */
static void
print_item_choices (AppField *field)
{
  McpJsonValue choices =
      mcp_json_value_resolve_pointer (app_field_get_schema (field), "/items/enum");

  if (!mcp_json_value_exists (choices))
    choices = mcp_json_value_resolve_pointer (app_field_get_schema (field), "/items/anyOf");
  if (!mcp_json_value_exists (choices))
    return;
  g_autofree char *text = mcp_json_value_print_compact (choices);
  g_autofree char *line = app_cli_line (text);
  fprintf (stderr, "    %s\n", line);
}

static void
print_field (AppField *field)
{
  g_autofree char *description = app_cli_line (app_field_get_description (field));

  if (*description != '\0')
    fprintf (stderr, "    %s\n", description);
  if (app_field_get_kind (field) == APP_FIELD_ENUM)
    print_options (field);
  else if (app_field_get_kind (field) == APP_FIELD_ARRAY)
    print_item_choices (field);
}

/* What an empty line keeps. */
static char *
dup_default (AppField *field)
{
  g_autofree char *text = NULL;

  if (app_field_get_presence (field) == APP_PRESENCE_ABSENT)
    return g_strdup ("");
  if (app_field_is_secret (field))
    return g_strdup (" [***]");
  text = mcp_json_value_print_compact (app_field_get_value (field));
  g_autofree char *line = app_cli_line (text);
  return g_strdup_printf (" [%s]", line);
}

static char *
make_prompt (AppField *field)
{
  g_autofree char *label = app_cli_line (app_field_get_label (field));
  g_autofree char *bold = app_cli_bold (label);
  g_autofree char *value = dup_default (field);
  g_autofree char *constraints = app_cli_line (app_field_get_constraints (field));
  const char      *hint = constraints;

  if (app_field_get_kind (field) == APP_FIELD_BOOLEAN)
    hint = "y/n";
  else if (app_field_get_kind (field) == APP_FIELD_ARRAY)
    hint = _ ("with commas between");
  else if (app_field_get_kind (field) == APP_FIELD_JSON ||
           app_field_get_kind (field) == APP_FIELD_OBJECT)
    hint = "JSON";
  return g_strdup_printf ("%s%s%s%s%s%s: ", bold, app_field_is_required (field) ? "*" : "",
                          *hint != '\0' ? " (" : "", hint, *hint != '\0' ? ")" : "", value);
}

static gboolean
take_boolean (AppField *field, const char *line)
{
  static const char *const yes[] = { "y", "yes", "true", NULL };
  static const char *const no[] = { "n", "no", "false", NULL };
  g_autofree char         *word = g_ascii_strdown (line, -1);

  if (!g_strv_contains (yes, word) && !g_strv_contains (no, word))
    return FALSE;
  app_field_set_active (field, g_strv_contains (yes, word));
  return TRUE;
}

/* By its value or its label first: a choice may be called "2". */
static gboolean
take_choice (AppField *field, const char *line)
{
  guint   n = count_options (field);
  guint64 number;

  for (guint i = 0; i < n; i++)
    {
      AppFieldOption  *option = get_option (field, i);
      g_autofree char *quoted = mcp_json_quote (line, -1);

      if (g_str_equal (app_field_option_get_label (option), line) ||
          g_str_equal (app_field_option_get_lexeme (option), line) ||
          g_str_equal (app_field_option_get_lexeme (option), quoted))
        {
          app_field_set_selected (field, i);
          return TRUE;
        }
    }
  if (!g_ascii_string_to_unsigned (line, 10, 1, n, &number, NULL))
    return FALSE;
  app_field_set_selected (field, (guint)number - 1);
  return TRUE;
}

static gboolean
take_list (AppField *field, const char *line)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *lines = NULL;

  if (*line == '[')
    return app_field_set_lexeme (field, line);
  words = g_strsplit (line, ",", -1);
  for (guint i = 0; words[i] != NULL; i++)
    g_strstrip (words[i]);
  lines = g_strjoinv ("\n", words);
  app_field_set_empty (field);
  return app_field_add_lines (field, lines) > 0;
}

static gboolean
take (AppField *field, const char *line)
{
  switch (app_field_get_kind (field))
    {
    case APP_FIELD_BOOLEAN:
      return take_boolean (field, line);
    case APP_FIELD_ENUM:
      return take_choice (field, line);
    case APP_FIELD_ARRAY:
      return take_list (field, line);
    case APP_FIELD_OBJECT:
    case APP_FIELD_JSON:
      return app_field_set_lexeme (field, line);
    case APP_FIELD_STRING:
    case APP_FIELD_TEXT:
    case APP_FIELD_NUMBER:
    case APP_FIELD_INTEGER:
    case APP_FIELD_CONST:
    default:
      app_field_set_text (field, line);
      return TRUE;
    }
}

/* Asks until it fits; a field that is not required may stay empty. */
static gboolean
ask_field (AppField *field, AppCliWaitFunc wait, gpointer user_data)
{
  g_autofree char *prompt = make_prompt (field);

  print_field (field);
  for (;;)
    {
      g_autofree char *line =
          app_cli_terminal_read_line (prompt, app_field_is_secret (field), wait, user_data);

      if (line == NULL)
        return FALSE;
      if (*line == '\0' && app_field_is_required (field) &&
          app_field_get_presence (field) == APP_PRESENCE_ABSENT)
        fprintf (stderr, "⚠ %s\n", _ ("This is required."));
      else if (*line != '\0' && !take (field, line))
        fprintf (stderr, "⚠ %s\n", _ ("This is none of the values that it can have."));
      else if (app_field_get_error (field) != NULL)
        {
          g_autofree char *error = app_cli_line (app_field_get_error (field));

          fprintf (stderr, "⚠ %s\n", error);
        }
      else
        return TRUE;
    }
}

gboolean
app_cli_fields_ask (AppForm *form, AppCliWaitFunc wait, gpointer user_data)
{
  GListModel *fields = app_field_get_children (app_form_get_root (form));
  guint       n = MIN (g_list_model_get_n_items (fields), MAX_FIELDS);

  fprintf (stderr, "%s\n",
           _ ("Fields with * are required. An empty line keeps what stands in brackets, or leaves "
              "the field out."));
  for (guint optional = 0; optional < 2; optional++)
    for (guint i = 0; i < n; i++)
      {
        g_autoptr (AppField) field = g_list_model_get_item (fields, i);

        if (app_field_is_required (field) == (optional == 0) &&
            app_field_get_kind (field) != APP_FIELD_CONST && !ask_field (field, wait, user_data))
          return FALSE;
      }
  return TRUE;
}
