/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app-case-members.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "app-error.h"
#include "app-visible-text.h"

/* Characters of a word that is quoted. */
#define QUOTED 80

gboolean
app_case_member_fail (const char *name, GError **error)
{
  g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
               /* Translators: %s is a word of a file */
               _ ("What “%s” has is not what it takes."), name);
  return FALSE;
}

gboolean
app_case_check_members (McpJsonValue object, const char *const *members, GError **error)
{
  for (McpJsonWalk each = mcp_json_walk (object); mcp_json_walk_next (&each);)
    {
      g_autofree char *text = mcp_json_value_dup_string (each.name, NULL);

      if (g_strv_contains (members, text))
        continue;
      g_autofree char *line = app_visible_text_line (text, QUOTED);
      g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT,
                   /* Translators: %s is a word of a file */
                   _ ("“%s” is not understood."), line);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_text (McpJsonValue value, char **field)
{
  g_free (*field);
  *field = mcp_json_value_dup_string (value, NULL);
  return *field != NULL;
}

static gboolean
read_texts (McpJsonValue value, gboolean may_be_one, char ***field)
{
  g_autofree char *text = mcp_json_value_dup_string (value, NULL);

  g_strfreev (*field);
  if (text != NULL && may_be_one)
    {
      *field = g_new0 (char *, 2);
      **field = g_steal_pointer (&text);
      return TRUE;
    }
  *field = mcp_json_value_dup_strings (value);
  return mcp_json_value_get_kind (value) == MCP_JSON_ARRAY &&
         g_strv_length (*field) == mcp_json_value_get_n_items (value);
}

static gboolean
read_word (McpJsonValue value, const char *const *words, int *field)
{
  for (int i = 0; words[i] != NULL; i++)
    if (mcp_json_value_string_equals (value, words[i]))
      {
        *field = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_member (const AppCaseMember *member, McpJsonValue value, gpointer record, GError **error)
{
  gpointer    field = (char *)record + member->offset;
  McpJsonKind kind = mcp_json_value_get_kind (value);
  gint64      number = 0;

  switch (member->kind)
    {
    case APP_CASE_MEMBER_TEXT:
      return read_text (value, field);
    case APP_CASE_MEMBER_TEXTS:
    case APP_CASE_MEMBER_SOME_TEXTS:
      return read_texts (value, member->kind == APP_CASE_MEMBER_SOME_TEXTS, field);
    case APP_CASE_MEMBER_FLAG:
      *(gboolean *)field = mcp_json_value_get_boolean (value, FALSE);
      return kind == MCP_JSON_BOOLEAN;
    case APP_CASE_MEMBER_COUNT:
    case APP_CASE_MEMBER_NUMBER:
      if (!mcp_json_value_get_int64 (value, &number) || number < member->min ||
          number > member->max)
        return FALSE;
      if (member->kind == APP_CASE_MEMBER_COUNT)
        *(guint *)field = (guint)number;
      else
        *(gint64 *)field = number;
      return TRUE;
    case APP_CASE_MEMBER_PART:
      *(double *)field = mcp_json_value_get_double (value, NAN);
      return *(double *)field >= 0 && *(double *)field <= 1;
    case APP_CASE_MEMBER_WORD:
      return read_word (value, member->words, field);
    case APP_CASE_MEMBER_ARRAY:
      return kind == MCP_JSON_ARRAY && mcp_json_value_get_n_items (value) <= member->max &&
             member->read (field, value, error);
    case APP_CASE_MEMBER_VALUE:
    default:
      return member->read (field, value, error);
    }
}

gboolean
app_case_members_read (const AppCaseMember *members,
                       McpJsonValue         object,
                       gpointer             record,
                       GError             **error)
{
  const char *names[APP_CASE_MAX_MEMBERS] = { NULL };

  for (guint i = 0; members[i].name != NULL; i++)
    names[i] = members[i].name;
  if (!app_case_check_members (object, names, error))
    return FALSE;
  for (const AppCaseMember *member = members; member->name != NULL; member++)
    {
      McpJsonValue value = mcp_json_value_get_member (object, member->name);
      g_autoptr (GError) inner = NULL;

      if (!mcp_json_value_exists (value) || read_member (member, value, record, &inner))
        continue;
      if (inner == NULL)
        return app_case_member_fail (member->name, error);
      if (member->names_errors)
        g_set_error (error, APP_ERROR, APP_ERROR_INVALID_INPUT, "“%s”: %s", member->name,
                     inner->message);
      else
        g_propagate_error (error, g_steal_pointer (&inner));
      return FALSE;
    }
  return TRUE;
}
